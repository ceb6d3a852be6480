"""The draws as a text reports them, and what can be wrong with them."""

from service.notation.header import Footer, Header
from service.notation.parser import Script, WrittenRound
from service.rules import COLORS, Color, Counts, RoundStarted


class RecordedDraws:
    """Draws what stands in the text; see `service.rules.Randomness`.

    A tile that is not written, or that the bag cannot give, is made up. Then the
    displays differ from those in the text, and `wrong_displays` says why.
    """

    def __init__(self, script: Script) -> None:
        self._header: Header = script.header
        self._footer: Footer = script.end.footer
        self._tiles = [_tiles(written.displays) for written in script.rounds]

    @property
    def seeded(self) -> bool:
        return self._header.seeded

    @property
    def seed_hash(self) -> str:
        return self._header.seed_hash

    @property
    def seed(self) -> str:
        return self._footer.seed

    @property
    def seed_salt(self) -> str:
        return self._footer.seed_salt

    def draw(self, round: int, index: int, bag: Counts) -> Color:
        tiles = self._tiles[round - 1] if round <= len(self._tiles) else ()
        if index < len(tiles) and bag.of(tiles[index]):
            return tiles[index]
        return next(color for color in COLORS if bag.of(color))


def _tiles(displays: tuple[tuple[Color, ...], ...]) -> tuple[Color, ...]:
    return tuple(tile for display in displays for tile in display)


def wrong_displays(written: WrittenRound, due: RoundStarted) -> tuple[str, str] | None:
    """Why a round cannot start as written: a code and words; None if it can.

    `due` is how it starts if every possible draw of the text is made.
    """
    if written.displays == due.displays:
        return None
    told, drawn = _tiles(written.displays), _tiles(due.displays)
    for index, (tile, other) in enumerate(zip(told, drawn, strict=False)):
        if tile != other:
            return (
                "impossible_draw",
                f"Tile {index} of round {due.round} is {tile}, but the bag holds none.",
            )
    sizes, found = _sizes(due.displays), _sizes(written.displays)
    detail = f"Round {due.round} must start with {sizes} tiles, not with {found}."
    return "event_differs", detail


def _sizes(displays: tuple[tuple[Color, ...], ...]) -> str:
    return " ".join(str(len(tiles)) for tiles in displays[:20]) or "no"
