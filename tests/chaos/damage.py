"""Ways to damage a log of six versions by hand, as no code of the service would."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from service.store.codec import DIGEST, Fields, _chain
from service.store.redis_log import log_key

LENGTH = 6


class DamagedGame(NamedTuple):
    """The game that is damaged, and another one from which parts can be taken."""

    redis: Any
    id: str
    other: str

    @property
    def key(self) -> str:
        return log_key(self.id)

    def stream(self, game_id: str | None = None) -> list[Fields]:
        entries = self.redis.xrange(log_key(game_id or self.id))
        return [fields for _, fields in entries]

    def put(self, stream: list[Fields]) -> None:
        self.redis.delete(self.key)
        for version, fields in enumerate(stream, start=1):
            self.redis.xadd(self.key, fields, id=f"{version}-0")

    def forge(self, version: int, name: bytes, value: bytes) -> None:
        """Change a field, and make all digests fit again."""
        stream, previous = self.stream(), self.id
        stream[version - 1][name] = value
        for fields in stream:
            fields[DIGEST] = _chain(previous, fields)
            previous = fields[DIGEST].decode()
        self.put(stream)


class Damage(NamedTuple):
    """What is done, which version is the first bad one, and what is said of it.

    `hidden` damage is to entries that only a command has to do with.
    """

    do: Callable[[DamagedGame], object]
    version: int
    words: str
    hidden: bool = False


def _change(damaged: DamagedGame) -> None:
    stream = damaged.stream()
    stream[2][b"t"] = b"0"
    damaged.put(stream)


def _leave_out_a_field(damaged: DamagedGame) -> None:
    stream = damaged.stream()
    del stream[3][b"by"]
    damaged.put(stream)


def _exchange(damaged: DamagedGame) -> None:
    stream = damaged.stream()
    stream[2], stream[3] = stream[3], stream[2]
    damaged.put(stream)


def _repeat(damaged: DamagedGame) -> None:
    stream = damaged.stream()
    damaged.put([*stream[:4], stream[3], *stream[4:]])


def _transplant(damaged: DamagedGame) -> None:
    stream = damaged.stream()
    stream[4] = damaged.stream(damaged.other)[4]
    damaged.put(stream)


def _replace(damaged: DamagedGame) -> None:
    damaged.put(damaged.stream(damaged.other))


def _add_an_impossible_event(damaged: DamagedGame) -> None:
    (take, *rest) = msgspec.json.decode(damaged.stream()[4][b"e"])
    take[5] = 99  # of 100 tiles
    damaged.forge(5, b"e", msgspec.json.encode([take, *rest]))


def _make_it_a_text(damaged: DamagedGame) -> None:
    damaged.redis.delete(damaged.key)
    damaged.redis.set(damaged.key, "a game")


BROKEN = "the digest chain is broken"
DAMAGES: Mapping[str, Damage] = {
    "a field is changed": Damage(_change, 3, BROKEN),
    "a field is missing": Damage(_leave_out_a_field, 4, "malformed: b'by'"),
    "an entry is deleted": Damage(
        lambda it: it.redis.xdel(it.key, "3-0"), 3, "expected entry 3-0, found 4-0"
    ),
    "the beginning is cut off": Damage(
        lambda it: it.redis.xtrim(it.key, maxlen=2, approximate=False),
        1,
        "expected entry 1-0, found 5-0",
    ),
    "the end is cut off": Damage(
        lambda it: it.redis.xdel(it.key, "6-0", "5-0"),
        5,
        "entries up to version 6 were deleted from the end",
        hidden=True,
    ),
    "two entries are exchanged": Damage(_exchange, 3, BROKEN),
    "an entry stands there twice": Damage(_repeat, 5, BROKEN),
    "an entry is another game's": Damage(_transplant, 5, BROKEN),
    "all of it is another game's": Damage(_replace, 1, BROKEN),
    "a number is skipped": Damage(
        lambda it: it.redis.xadd(it.key, it.stream()[5], id="8-0"),
        7,
        "expected entry 7-0, found 8-0",
    ),
    "an entry is of a newer program": Damage(
        lambda it: it.forge(4, b"v", b"2"), 4, "unknown entry schema 2"
    ),
    "an entry is no JSON": Damage(
        lambda it: it.forge(4, b"e", b"\x1b[31m"), 4, "malformed: JSON is malformed"
    ),
    "an event cannot have been": Damage(_add_an_impossible_event, 5, "event 0: "),
    "it is no log": Damage(_make_it_a_text, 0, "the key does not hold a stream"),
}
