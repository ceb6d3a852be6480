"""Two people with a browser each play a game from its creation to its end."""

import re

from playwright.sync_api import expect

LONGEST = 150
"""Versions: far more than this way of playing needs."""


def create(person):
    """Set a table on the first page; gives the links of both seats."""
    person.page.goto(f"{person.origin}/")
    person.page.get_by_label("Seat 1").fill("Rui & <b>Co</b>")
    person.page.get_by_text("More choices").click()
    person.page.get_by_label("Who starts?").select_option("Ana")
    person.page.get_by_label("Seed").fill("whole game")
    person.page.get_by_role("button", name="Create game").click()
    fields = person.page.get_by_label(re.compile("^Link for"))
    expect(fields).to_have_count(2)
    return [field.input_value() for field in fields.all()]


def sit_down(new_person, secrets):
    """Ana sets the table, both open the link of their seat."""
    people = ana, _ = new_person(), new_person()
    links = create(ana)
    secrets += [link.rpartition(":")[2] for link in links]
    for person, link in zip(people, links, strict=True):
        person.visit(link.removeprefix(person.origin))
        assert person.page.url == link.partition("#")[0]
    return people


def move(ana, rui, version):
    """One move of the current player, seen by both."""
    mover, other = (ana, rui) if ana.may_take else (rui, ana)
    assert mover.may_take
    assert not other.may_take
    if version == 12:
        other.page.reload()
    if version == 20:
        other.context.set_offline(True)
        other.see("No connection", "#connection")
    mover.take()
    if version == 20:
        assert other.version == version
        other.context.set_offline(False)
        other.see_version(version + 1)
        other.see("Live", "#connection")


def check_the_end(person, game):
    """The page says what the state says."""
    result = game["result"]
    person.see("Finished", "#connection")
    for seat in result["winners"]:
        person.see(game["players"][seat]["name"], "#headline")
    rows = person.page.locator("#panel tbody tr")
    expect(rows).to_have_count(len(result["standings"]))
    for row, standing in zip(rows.all(), result["standings"], strict=True):
        expect(row).to_contain_text(game["players"][standing["seat"]]["name"])
        expect(row.locator("td").last).to_have_text(str(standing["score"]))
    expect(person.page.locator("#history-list > li")).to_have_count(game["version"])


def test_two_browsers_play_a_whole_game(new_person, client, secrets):
    ana, rui = sit_down(new_person, secrets)
    for version in range(1, LONGEST):
        for person in (ana, rui):
            person.see_version(version)
        if "game over" in ana.page.locator("#round").inner_text():
            break
        move(ana, rui, version)

    game = client.get(f"/v1/games/{ana.page.url.rpartition('/')[2]}").json
    assert game["status"] == "finished"
    assert game["version"] > 20
    for person in (ana, rui):
        check_the_end(person, game)
