"""The game of Ana and Rui on the colored board, as its examples tell it."""

from collections.abc import Callable
from contextlib import closing

from flask.testing import FlaskClient

from service.api import sse
from tests.api.support import KEY, Json, Table, body_of, order
from tests.openapi.examples.answers import Answers
from tests.openapi.examples.excerpts import first_tag, messages
from tests.openapi.examples.player import best_take, ends_the_game, play_on, tiles_of

NDJSON = "application/x-ndjson"
NOTATION = "text/vnd.azul.game"
ALL_CHOSEN = {
    "players": [{"name": "Marta"}, {"name": "Luis"}, {"name": "Sofia"}],
    "board": "crystal_1",
    "starting_seat": 2,
    "seed": "a1",
}


def create(client: FlaskClient, answers: Answers) -> Table:
    """Create the game, and one of which everything is chosen; gives the first."""
    key = {"Idempotency-Key": KEY}
    response = client.post("/v1/games", json=order(), headers=key)
    again = client.post("/v1/games", json=order(), headers=key)
    answers.header(response, "Location")
    answers.header(again, "Idempotency-Replayed")
    answers.request("createGame", "two_players", order())
    answers.response("createGame", "two_players", response)
    chosen = client.post("/v1/games", json=ALL_CHOSEN)
    assert chosen.status_code == 201, chosen.text
    answers.request("createGame", "everything_chosen", ALL_CHOSEN)
    return Table(client, body_of(response))


def show_the_beginning(table: Table, answers: Answers) -> None:
    """Show what there is to see at version 1, and the records after the first move."""
    answers.response("getGame", "just_created", table.read())
    picture = table.client.get(f"{table.path}/board.svg")
    answers.response("getBoardPicture", "beginning", picture, first_tag)
    events = table.events()["events"]
    valid = table.client.post("/v1/replays", json=events)
    answers.request("replayHistory", "just_created", events)
    answers.response("replayHistory", "valid", valid)
    play_on(table)
    download = table.client.get(f"{table.path}/events", headers={"Accept": NDJSON})
    answers.response("listEvents", "download", download)
    notation = table.client.get(f"{table.path}/notation")
    answers.response("getNotation", "first_move", notation)
    answers.request(
        "replayHistory", "download", _replayed(table, download.text, NDJSON)
    )
    text = _replayed(table, notation.text, NOTATION)
    answers.request("replayHistory", "first_move", text)


def _replayed(table: Table, history: str, media_type: str) -> str:
    """`history`, which the service finds valid."""
    sent = {"data": history.encode(), "content_type": media_type}
    response = table.client.post("/v1/replays", **sent)
    assert body_of(response)["valid"], response.text
    return history


def show_the_midst(table: Table, answers: Answers) -> None:
    """Play until somebody takes from the center first in the third round; show that to
    a watcher, and then what there is to see.
    """
    move = _next_take(table, _takes_the_marker)
    answers.request("takeTiles", "from_the_center", move)
    stream = table.client.get(f"{table.path}/stream")
    with closing(stream):
        chunks = (chunk.decode() for chunk in stream.iter_encoded())
        seen = [next(chunks)]
        answers.response("takeTiles", "from_the_center", table.take(move))
        comment = sse.KEEP_ALIVE.decode()
        seen += [next(chunk for chunk in chunks if chunk != comment), next(chunks)]
    text = messages("".join(seen))
    answers.response("streamGame", "stream", stream, lambda _: text)
    state = table.read()
    answers.header(state, "ETag")
    answers.response("getGame", "in_progress", state)
    _show_pages(table, answers)


def _show_pages(table: Table, answers: Answers) -> None:
    path, last = f"{table.path}/events", table.version - 1
    first_page = table.client.get(path, query_string={"limit": 3})
    answers.response("listEvents", "first_page", first_page)
    last_page = table.client.get(path, query_string={"after": last})
    answers.response("listEvents", "last_page", last_page)
    events = body_of(last_page)["events"]
    broken = table.client.post("/v1/replays", json=events)
    answers.response("replayHistory", "broken", broken)


def show_the_end(table: Table, answers: Answers) -> None:
    """Show the other kinds of takes as they occur, then the take that ends the game."""
    move = _next_take(table, _is_from_a_display)
    answers.request("takeTiles", "from_a_display", _accepted(table, move))
    move = {**_next_take(table, _can_drop_one), "dropped": 1}
    answers.request("takeTiles", "dropping_one", _accepted(table, move))
    move = {**_next_take(table, _ends_from_the_center), "line": None}
    answers.request("takeTiles", "to_the_floor_line", move)
    answers.response("takeTiles", "to_the_floor_line", table.take(move))
    answers.response("getGame", "finished", table.read())


def _next_take(table: Table, fits: Callable[[Json, Json], bool]) -> Json:
    """Play until the player's next take `fits` the state; gives it, not yet sent."""
    while not fits(table.game, best_take(table.game)):
        play_on(table)
    return best_take(table.game)


def _accepted(table: Table, move: Json) -> Json:
    response = table.take(move)
    assert response.status_code == 200, response.text
    return move


def _takes_the_marker(game: Json, move: Json) -> bool:
    has_marker = game["center"]["starting_marker"]
    from_center = move["display"] is None and move["line"] is not None
    return bool(game["round"] == 3 and has_marker and from_center)


def _is_from_a_display(_: Json, move: Json) -> bool:
    return move["display"] is not None and move["line"] is not None


def _can_drop_one(game: Json, move: Json) -> bool:
    return move["line"] is not None and tiles_of(game, move) > 1


def _ends_from_the_center(game: Json, move: Json) -> bool:
    return ends_the_game(game) and move["display"] is None
