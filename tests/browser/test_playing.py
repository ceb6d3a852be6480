"""Playing on the page: by touch, by keyboard, through refusals and lost answers."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seat_link
from tests.browser.person import PHONE


@pytest.fixture
def seated(sit, new_person):
    """Somebody who has opened the link of seat 0 of a new game, and the game."""

    def take_a_seat(until=None, seat=0, **order):
        table = sit(**{k: v for k, v in order.items() if k != "viewport"})
        if until:
            table.play_until(until)
        view = {k: v for k, v in order.items() if k == "viewport"}
        person = new_person(**view)
        person.visit(seat_link(table, seat))
        return person, table

    return take_a_seat


def now(table):
    """The state as the service has it."""
    return table.read().json


def test_a_refused_move_says_why_and_another_one_is_still_possible(seated):
    def first_line_is_closed(game):
        return game["current_seat"] == 0 and not any(
            move["line"] == 0 for move in game["legal_moves"]
        )

    person, table = seated(first_line_is_closed)
    person.tiles.first.click()
    person.page.locator("#line-0-0").click()

    alert = person.page.get_by_role("alert")
    expect(alert).to_contain_text("line 0")
    said = alert.inner_text()
    move = now(table)["legal_moves"][0]
    refused = table.take({**move, "line": 0})
    assert refused.json["detail"] == said
    assert now(table)["version"] == person.version

    person.open_lines.first.click()
    person.see_version(table.version + 1)


def test_tiles_are_taken_with_the_keyboard_alone(seated):
    person, table = seated()
    focused = person.page.locator(":focus")
    person.page.locator("#panel").focus()
    person.page.keyboard.press("Shift+Tab")
    expect(focused).to_have_class("pick")
    chosen = re.search(r"Take (\d) (\w+) from", focused.get_attribute("aria-label"))
    person.page.keyboard.press("Enter")

    expect(focused).to_have_class(re.compile(r"\bline open\b"))
    person.page.keyboard.press("Tab")
    expect(focused).to_have_attribute("id", "line-0-1")
    person.page.keyboard.press("Escape")
    expect(focused).to_have_class("pick")
    person.page.keyboard.press("Enter")
    person.page.keyboard.press("Enter")

    person.see_version(2)
    line = now(table)["players"][0]["pattern_lines"][0]
    assert (line["color"], line["count"]) == (chosen[2], 1)
    expect(focused).to_have_attribute("id", "panel")  # not lost
    expect(person.page.locator("#announcement")).to_contain_text(
        f"takes {chosen[1]} {chosen[2]}"
    )


def test_some_of_the_tiles_are_dropped_on_purpose(seated):
    person, table = seated(viewport=PHONE)
    move = next(
        move
        for move in table.legal_moves
        if move["display"] is not None
        and table.game["displays"][move["display"]].count(move["color"]) == 2
    )
    person.page.locator(f"#pick-{move['display']}-{move['color']}").click()
    more = person.page.get_by_role("button", name="Drop more")
    more.click()
    expect(more).to_be_disabled()  # a tile has to be left for the line
    expect(person.page.locator("#dropped")).to_have_text("1")
    person.page.locator("#line-0-4").click()

    person.see_version(2)
    one = now(table)["players"][0]
    assert one["pattern_lines"][4]["count"] == 1
    assert one["floor_line"] == [move["color"]]


def test_a_tile_is_placed_where_the_player_chooses(seated):
    person, table = seated(
        lambda game: any(p["seat"] == 0 for p in game["legal_placements"]), board="gray"
    )
    (placement,) = (p for p in table.game["legal_placements"] if p["seat"] == 0)
    line, column = placement["line"], placement["columns"][-1]
    color = table.game["players"][0]["pattern_lines"][line]["color"]
    person.see(f"choose a space of row {line} for the {color} tile", "#panel")
    person.page.locator(f"#space-0-{line}-{column}").click()

    person.see_version(table.version + 1)
    assert now(table)["players"][0]["wall"][line][column] == color


def test_a_move_whose_answer_is_lost_is_sent_again_and_played_once(seated):
    person, table = seated()
    keys = []

    def lose_the_first_answer(route):
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    person.page.route("**/take-tiles", lose_the_first_answer)
    person.page.route("**/stream*", lambda route: route.abort())
    person.take()

    expect(person.page.locator("#panel .note")).to_have_count(0)
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert now(table)["version"] == 2


def test_one_browser_can_play_all_seats(new_person, secrets):
    person = new_person()
    person.page.goto(f"{person.origin}/")
    person.page.get_by_text("3 players").click()
    person.page.get_by_role("button", name="Create game").click()
    links = person.page.get_by_label(re.compile("^Link for"))
    expect(links).to_have_count(3)
    secrets += [link.input_value().rpartition(":")[2] for link in links.all()]
    person.page.get_by_role("button", name="Play all seats here").click()

    for version in range(1, 5):
        person.see_version(version)
        person.take()
    person.see("You play Ana, Rui and Eva.", "#panel")


def test_a_token_is_entered_by_hand_and_given_up_again(sit, new_person):
    table, person = sit(), new_person()
    person.visit(f"/games/{table.id}")
    assert person.tiles.count() == 0
    person.page.get_by_role("button", name="Take a seat").click()
    person.page.get_by_label("Link or token").fill(table.tokens[0])
    person.page.locator("#seat-dialog select").select_option("Ana")
    person.page.get_by_role("button", name="Sit down").click()
    person.take()
    person.page.get_by_role("button", name="Leave").click()

    person.see("You are watching.", "#panel")
    assert (
        person.page.evaluate("JSON.stringify(localStorage)").count(table.id + ".") == 0
    )


def test_a_token_that_is_none_is_refused_in_words(sit, new_person):
    table, person = sit(), new_person()
    person.visit(f"/games/{table.id}#seat=0:{table.id}.0.nonsense")
    person.tiles.first.click()
    person.open_lines.first.click()

    person.see("This token does not belong to any seat.", "#panel")
