"""Whole games over HTTP, on every board and with every number of players."""

from hashlib import sha256

import fakeredis
import pytest

from service.app import create_app
from service.rules import BOARDS
from tests.api.checked_client import CheckedClient
from tests.api.event_client import EventClient, shown_table
from tests.api.oracle import (
    placements,
    refusal_of_placement,
    refusal_of_take,
    takes,
)
from tests.api.support import COLORS, SETTINGS, Table, body_of, sit_down

EVERY_GAME = [(board, players) for board in BOARDS for players in (2, 3, 4)]


class Played:
    """A finished game, and what was answered at each of its versions."""

    def __init__(self, board: str, players: int) -> None:
        app = create_app(SETTINGS, fakeredis.FakeRedis())
        app.test_client_class = CheckedClient
        seed = f"{board} {players}"
        self.table = sit_down(
            app.test_client(), players, board=board, seed=seed, starting_seat=0
        )
        created = self.table.game
        self.answers = self.table.play(players)
        self.states = [created, *(answer["game"] for answer in self.answers)]
        self.events = self.table.events(limit=1000)["events"]


@pytest.fixture(
    scope="module", params=EVERY_GAME, ids=lambda game: f"{game[0]}-{game[1]}"
)
def played(request):
    return Played(*request.param)


def test_a_game_comes_to_its_end_and_every_version_is_as_it_was(played):
    table, states = played.table, played.states

    assert table.is_finished
    assert [state["version"] for state in states] == list(range(1, len(states) + 1))
    assert [table.read(version=n + 1).json for n in range(len(states))] == states
    assert table.read().json == states[-1]


def test_the_history_is_what_the_commands_answered(played):
    answered = [event for answer in played.answers for event in answer["events"]]

    assert [event for event in played.events if event["version"] > 1] == answered


def test_what_holds_of_every_state_holds_of_all(played):
    for state in played.states:
        assert_consistent(state)
    assert_ended(played.states[-1], played.events)


def test_the_events_alone_tell_what_lies_where_at_every_version(played):
    watcher = EventClient()
    events = iter([*played.events, None])
    event = next(events)

    for state in played.states:
        while event and event["version"] == state["version"]:
            watcher.see(event)
            event = next(events)
        assert watcher.table() == shown_table(state)
    assert event is None
    assert watcher.result
    result = played.states[-1]["result"]
    assert {key: watcher.result[key] for key in result} == result


def test_turns_go_round_the_table_from_the_starting_seat(played):
    seats = len(played.states[0]["players"])
    turn = starts = played.events[0]["data"]["starting_seat"]

    for event in played.events:
        if event["type"] == "round_started":
            assert event["data"]["starting_seat"] == starts
            turn = starts
        if event["type"] == "tiles_taken":
            assert event["data"]["seat"] == turn
            turn = (turn + 1) % seats
        if event["type"] == "floor_cleared" and event["data"]["had_marker"]:
            starts = event["data"]["seat"]


def test_points_add_up_event_by_event(played):
    board = played.states[0]["board"]
    scores = [0] * len(played.states[0]["players"])

    for event in played.events:
        data = event["data"]
        if event["type"] == "tile_placed":
            runs = data["horizontal"] + data["vertical"]
            assert (
                data["multiplier"]
                == (board["multipliers"][data["line"]][data["column"]])
            )
            assert data["points"] == (runs or 1) * data["multiplier"]
            scores[data["seat"]] += data["points"]
            assert data["score"] == scores[data["seat"]]
        if event["type"] == "floor_cleared":
            cost = sum(board["floor_penalties"][: len(data["tiles"])])
            assert data["penalty"] == cost
            scores[data["seat"]] = max(0, scores[data["seat"]] + cost)
            assert data["score"] == scores[data["seat"]]
    for standing in played.events[-1]["data"]["standings"]:
        bonuses = [
            standing[f"{kind}s"] * board["bonuses"][kind] for kind in board["bonuses"]
        ]
        assert bonuses == [standing[f"{kind}_points"] for kind in board["bonuses"]]
        assert standing["score"] == scores[standing["seat"]] + sum(bonuses)


def assert_consistent(state):
    """What holds of every state."""
    tiles = [tile for display in state["displays"] for tile in display]
    tiles += state["center"]["tiles"]
    for player in state["players"]:
        tiles += [tile for row in player["wall"] for tile in row if tile]
        tiles += [tile for tile in player["floor_line"] if tile != "starting_marker"]
        for line in player["pattern_lines"]:
            tiles += [line["color"]] * line["count"]
            assert (line["color"] is None) == (line["count"] == 0)
    counts = {c: state["bag"][c] + state["lid"][c] + tiles.count(c) for c in COLORS}
    assert counts == dict.fromkeys(COLORS, 20)
    is_offer = state["phase"] == "factory_offer"
    is_over = state["status"] == "finished"
    assert (state["current_seat"] is not None) == bool(state["legal_moves"]) == is_offer
    assert bool(state["legal_placements"]) == (state["phase"] == "wall_tiling")
    assert (state["result"] is not None) == (state["seed"] is not None) == is_over


def assert_ended(state, events):
    """What holds of the last state."""
    last, result = events[-1], state["result"]
    commitment = sha256(f"{state['seed_salt']}:{state['seed']}".encode()).hexdigest()

    assert commitment == state["seed_hash"] == events[0]["data"]["seed_hash"]
    assert last["type"] == "game_ended"
    assert {**result, "seed": state["seed"], "seed_salt": state["seed_salt"]} == (
        last["data"]
    )
    best = [standing for standing in result["standings"] if standing["rank"] == 1]
    assert sorted(standing["seat"] for standing in best) == result["winners"]
    for standing in result["standings"]:
        assert standing["score"] == state["players"][standing["seat"]]["score"]


class Rewindable:
    """A game that can be put back to where it was, in the store."""

    def __init__(self, table: Table, store) -> None:
        self.table = table
        self._store = store
        self._log = f"azul:{{{table.id}}}:log"
        self._entries = store.xrange(self._log)
        self._game = table.game

    def rewind(self) -> None:
        self._store.delete(self._log)
        for entry_id, fields in self._entries:
            self._store.xadd(self._log, fields, entry_id)
        self.table.game = self._game

    def answer(self, send) -> str | None:
        """The code that a command is refused with, None if it is accepted."""
        response = send()
        if response.status_code == 200:
            self.rewind()
            return None
        return str(body_of(response)["code"])


@pytest.mark.parametrize(
    ("board", "players", "version"),
    [
        ("colored", 2, 1),
        ("colored", 2, 31),
        ("colored", 4, 60),
        ("gray", 3, 45),
        ("crystal_1", 2, 29),
    ],
)
def test_the_listed_moves_are_accepted_and_all_other_takes_are_refused(
    client, store, board, players, version
):
    table = sit_down(client, players, board=board, seed="a1", starting_seat=0)
    table.play_until(
        lambda game: game["version"] >= version and game["legal_moves"], seed=1
    )
    game, position = table.game, Rewindable(table, store)

    for take in takes(game):
        code = position.answer(lambda take=take: table.take(take))
        assert code == refusal_of_take(game, take)
        assert (code is None) == (take in game["legal_moves"])


@pytest.mark.parametrize(
    ("board", "players", "round_number"),
    [("gray", 2, 1), ("gray", 4, 2), ("crystal_1", 3, 3), ("crystal_2", 2, 4)],
)
def test_the_listed_placements_are_accepted_and_all_others_are_refused(
    client, store, board, players, round_number
):
    table = sit_down(client, players, board=board, seed="a1", starting_seat=0)
    table.play_until(
        lambda game: game["round"] >= round_number and game["legal_placements"], seed=2
    )
    game, position = table.game, Rewindable(table, store)

    for seat, place in placements(players):
        code = position.answer(lambda seat=seat, place=place: table.place(place, seat))
        listed = any(
            legal["seat"] == seat
            and legal["line"] == place["line"]
            and place["column"] in legal["columns"]
            for legal in game["legal_placements"]
        )
        assert code == refusal_of_placement(game, seat, place)
        assert (code is None) == listed
