"""The draws that a text records, and what can be wrong with them."""

from service.notation.header import Footer, Header
from service.notation.parser import ParsedText, WrittenRound
from service.rules import COLORS, Color, Counts, RoundStarted


class RecordedDraws:
    """Draws the tiles that the text records; see `service.rules.Randomness`.

    A tile that is missing, or that the bag cannot give, is replaced by one that is
    possible. The displays then differ from those in the text, and `displays_fault`
    says why.
    """

    def __init__(self, parsed: ParsedText) -> None:
        self._header: Header = parsed.header
        self._footer: Footer = parsed.end.footer
        self._tiles = [_tiles(written.displays) for written in parsed.rounds]

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


def displays_fault(
    written: WrittenRound, expected: RoundStarted
) -> tuple[str, str] | None:
    """A code and a sentence if the displays are wrong as written; None if they are not.

    `expected` is the start of the round with all possible draws of the text.
    """
    if written.displays == expected.displays:
        return None
    number = f"round {expected.round}"
    recorded, drawn = _tiles(written.displays), _tiles(expected.displays)
    for index, (tile, other) in enumerate(zip(recorded, drawn, strict=False)):
        if tile != other:
            detail = f"Tile {index} of {number} is {tile}, but the bag holds none."
            return "impossible_draw", detail
    right, wrong = _sizes(expected.displays), _sizes(written.displays)
    detail = f"{number.capitalize()} must start with {right} tiles, not with {wrong}."
    return "event_differs", detail


def _sizes(displays: tuple[tuple[Color, ...], ...]) -> str:
    return " ".join(str(len(tiles)) for tiles in displays[:20]) or "no"
