"""Watching on the page: any version of a game, live or not, on any screen."""

import pytest
from playwright.sync_api import expect

from service.rules import BOARDS
from testkit.running_service import Running
from tests.browser.client import Client
from tests.browser.conftest import seat_link
from tests.browser.person import DESK, PHONE

NARROW = {"width": 320, "height": 600}
NASTY = "<img src=x onerror=alert(1)>&amp;"


def played(table, version):
    """The game, played at random to this version."""
    table.play_until(lambda game: game["version"] == version)
    return table


def see_the_table_of(person, table, version):
    """The scores and the tiles of the displays are those of this version."""
    game = table.read(version).json
    person.page.wait_for_function(
        "text => document.getElementById('position').textContent.startsWith(text)",
        arg=f"{version} /",
    )
    scores = person.page.locator(".board .score").all_inner_texts()
    assert scores == [str(player["score"]) for player in game["players"]]
    tiles = person.page.locator(".display .tile")
    expect(tiles).to_have_count(sum(map(len, game["displays"])))


def test_the_slider_shows_every_version(sit, new_person):
    table, person = played(sit(), 30), new_person()
    person.visit(f"/games/{table.id}")
    slider = person.page.get_by_role("slider", name="Version")
    for version in (1, 17, 29):
        slider.fill(str(version))
        see_the_table_of(person, table, version)
        assert person.page.url.endswith(f"#v={version}")
        marked = person.page.locator("#history-list [aria-current]")
        expect(marked).to_have_attribute("id", f"version-{version}")
    slider.press("ArrowLeft")
    see_the_table_of(person, table, 28)
    person.page.get_by_role("button", name="Back to now").click()

    see_the_table_of(person, table, 30)
    assert "#" not in person.page.url


def test_a_link_leads_to_a_version_and_from_there_the_game_plays_on(sit, new_person):
    table, person = played(sit(), 20), new_person()
    person.visit(f"/games/{table.id}#v=17")
    see_the_table_of(person, table, 17)
    person.page.get_by_role("button", name="Play", exact=True).click()
    expect(person.page.get_by_role("button", name="Pause")).to_be_visible()

    see_the_table_of(person, table, 20)
    expect(person.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_player_who_looks_at_a_past_version_stays_there_and_cannot_play_there(
    sit, new_person
):
    table, person = played(sit(), 10), new_person()
    person.visit(seat_link(table, table.game["current_seat"]))
    assert person.tiles.count() > 0
    person.page.get_by_role("button", name="One version back").click()
    see_the_table_of(person, table, 9)
    assert person.tiles.count() == 0
    table.take(table.legal_moves[0])

    expect(person.page.locator("#position")).to_have_text("9 / 11")
    see_the_table_of(person, table, 9)


def test_moves_are_listed_with_their_points_and_reasons(sit, new_person):
    table, person = sit(), new_person()
    table.play_until(lambda game: game["round"] == 2)
    page = table.events()
    placed = [e["data"] for e in page["events"] if e["type"] == "tile_placed"]
    person.visit(f"/games/{table.id}")
    lines = person.page.locator("#history-list .tile_placed").all_inner_texts()

    assert len(lines) == len(placed) > 0
    for line, data in zip(lines, placed, strict=True):
        assert f"{data['color']} to row {data['line']}" in line
        assert f"+{data['points']}" in line
        assert ("on its own" in line) is (data["points"] == 1)


def test_without_a_stream_the_page_polls(tmp_path, new_person, sit):
    with Running(tmp_path / "data", STREAMS="0") as running:
        client = Client(running.up().port)
        table = sit(at=client)
        person = new_person(client.origin)
        person.visit(f"/games/{table.id}")
        person.see("asking every few seconds", "#connection")
        table.take(table.legal_moves[0])

        person.see_version(2)


def test_a_name_stays_text(sit, client, new_person, secrets):
    person = new_person()
    body = {"players": [{"name": NASTY}, {"name": "Rui"}], "starting_seat": 0}
    made = client.post("/v1/games", json=body).json
    secrets += [seat["token"] for seat in made["seats"]]
    person.visit(f"/games/{made['game']['id']}")

    person.see(f"{NASTY}’s turn", "#headline")
    person.see(f"{NASTY} and Rui play on", "#history-list")
    assert person.page.locator("main img").count() == 0


def test_a_game_that_does_not_exist_is_no_blank_page(new_person, client):
    person = new_person()
    person.page.goto(f"{client.origin}/games/{'A' * 22}")

    person.see("There is no game with this id.", "#headline")


def test_a_board_is_drawn_as_the_state_describes_it(sit, new_person):
    table, person = sit(players=3), new_person()

    def change_the_board(route):
        answer = route.fetch()
        game = answer.json()
        game["board"]["floor_penalties"] = [-1] * 11 + [-10]
        game["board"]["multipliers"][2][4] = 3
        route.fulfill(response=answer, json=game)

    person.page.route(f"**{table.path}", change_the_board)
    person.visit(f"/games/{table.id}")

    board = person.page.locator("#board-1")
    numbers = board.locator(".floor .number").all_inner_texts()
    assert numbers == ["\N{MINUS SIGN}1"] * 11 + ["\N{MINUS SIGN}10"]
    expect(board.locator(".multiplier")).to_have_text("×3")
    assert board.evaluate("e => e.scrollWidth <= e.clientWidth")


@pytest.mark.parametrize("board", BOARDS)
def test_nothing_sticks_out_of_a_small_screen(board, sit, new_person):
    table, person = played(sit(players=4, board=board), 12), new_person()
    person.visit(seat_link(table, 0))
    for size in (NARROW, PHONE, DESK):
        person.page.set_viewport_size(size)
        wide = person.page.evaluate("document.documentElement.scrollWidth")

        assert wide <= size["width"]


def test_the_page_follows_dark_mode(sit, new_person):
    table = sit()
    colors = []
    for scheme in ("light", "dark"):
        person = new_person(color_scheme=scheme)
        person.visit(f"/games/{table.id}")
        colors.append(
            person.page.evaluate("getComputedStyle(document.body).backgroundColor")
        )

    assert colors == ["rgb(243, 237, 225)", "rgb(20, 24, 31)"]


def test_a_picture_opened_on_its_own_is_drawn_with_its_style(sit, new_person):
    table, person = sit(), new_person()
    person.page.goto(f"{person.origin}{table.path}/board.svg")

    blue = person.page.locator("#tile-blue rect").first
    assert blue.evaluate("e => getComputedStyle(e).fill") == "rgb(44, 111, 179)"
