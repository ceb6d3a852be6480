"""Events that cannot have happened: the game is refused, the others go on."""

import pytest

from service.rules import (
    Counts,
    FloorCleared,
    GameCreated,
    GameEnded,
    LineDropped,
    RoundStarted,
    Seat,
    TilePlaced,
    TilesTaken,
)
from service.store import CorruptLog, Draft
from service.store.codec import encode
from service.store.redis_log import log_key
from tests.games.support import NOON, Process, stored

TAKEN = TilesTaken(1, 0, "red", 0, 1, 1, 0, 0, False)

IMPOSSIBLE = {
    "a seat that is not at the table": TAKEN._replace(seat=7),
    "a display that is not on it": TAKEN._replace(display=40),
    "tiles that are not there": TAKEN._replace(taken=20, placed=20),
    "a line that no board has": TAKEN._replace(line=5),
    "more than was taken": TAKEN._replace(taken=1, placed=1, to_floor=3),
    "a second creation": GameCreated(
        (Seat(0, "A"), Seat(1, "B")), "gray", 0, True, "", 1
    ),
    "tiles from nowhere": RoundStarted(2, 0, (("red",) * 99,), False, Counts()),
    "a tile from an empty line": TilePlaced(0, 4, 0, "red", 0, 0, 1, 1, 1, True),
    "an empty line that falls": LineDropped(0, 4, "red", 5, 5, 0),
    "a floor line that is another": FloorCleared(0, ("red",) * 3, -4, 0, False),
    "an end without standings": GameEnded("row_completed", (0,), (), "seed", "salt"),
}


def forge(redis, made, *events):
    """Append an entry whose digests fit and whose events make no sense."""
    last = stored(redis, made)[-1][1]
    fields = encode(
        made.game.id, last[b"d"].decode(), Draft(NOON, 0, "k.f", "", events)
    )
    redis.xadd(log_key(made.game.id), fields, id=f"{len(stored(redis, made)) + 1}-0")


@pytest.mark.parametrize("event", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_an_event_that_cannot_follow_makes_the_game_unreadable(one, redis, event):
    made = one.create()
    one.step(made)
    forge(redis, made, event)

    for process in (one, Process(redis)):
        for look in (
            lambda process=process: process.now(made),
            lambda process=process: process.reader.at(made.game.id, 3),
            lambda process=process: process.reader.history(made.game.id, 0, 10),
            lambda process=process: process.step(made),
        ):
            with pytest.raises(CorruptLog) as caught:
                look()
            assert (caught.value.game_id, caught.value.version) == (made.game.id, 3)


@pytest.mark.parametrize(
    "first", [TAKEN, GameCreated((Seat(0, "A"),), "lost", 0, True, "", 1), None]
)
def test_a_log_that_begins_with_something_else_is_no_game(one, redis, first):
    made = one.create()
    redis.delete(log_key(made.game.id))
    events = (first,) if first else ()
    fields = encode(made.game.id, "", Draft(NOON, None, "k.f", "", events))
    redis.xadd(log_key(made.game.id), fields, id="1-0")

    with pytest.raises(CorruptLog) as caught:
        Process(redis).now(made)

    assert caught.value.version == 1


def test_what_came_before_the_damage_can_still_be_seen(one, redis):
    made = one.create()
    good = one.step(made).game
    forge(redis, made, TAKEN._replace(seat=7))

    assert Process(redis).reader.at(made.game.id, 2).state == good.state


def test_other_games_go_on(one, redis):
    made, other = one.create(), one.create()
    forge(redis, made, TAKEN._replace(seat=7))
    with pytest.raises(CorruptLog):
        one.now(made)

    assert one.step(other).game.version == 2


def test_nothing_is_written_behind_the_damage(one, redis):
    made = one.create()
    command = one.next(made)
    forge(redis, made, TAKEN._replace(seat=7))
    before = stored(redis, made)

    with pytest.raises(CorruptLog):
        one.act(made, command)

    assert stored(redis, made) == before


def test_a_command_on_what_was_good_is_not_written_behind_a_broken_chain(one, redis):
    made = one.create()
    one.step(made)
    stream = stored(redis, made)
    stream[0][1][b"t"] = b"0"
    redis.delete(log_key(made.game.id))
    for entry_id, fields in stream:
        redis.xadd(log_key(made.game.id), fields, id=entry_id)

    with pytest.raises(CorruptLog, match="chain"):
        Process(redis).step(made)
