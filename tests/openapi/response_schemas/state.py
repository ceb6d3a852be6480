"""The state of a game."""

from service.api.schema_fields import (
    BooleanField,
    IntegerField,
    ListField,
    NestedField,
    length,
    one_of,
)
from service.rules import BOARDS, END_REASONS, MAX_PLAYERS, PHASES, SIZE
from tests.openapi.response_schemas.parts import (
    EVERYBODY,
    FIVE,
    Amount,
    Answer,
    Color,
    DisplayNumber,
    Displays,
    FloorLine,
    GameOrReplayId,
    LineNumber,
    Name,
    SeatNumber,
    Seed,
    SeedHash,
    TileCounts,
    Timestamp,
    UpToFive,
    Version,
    Winners,
    Words,
)


def _wall() -> ListField:
    return ListField(ListField(Color(allow_none=True), validate=FIVE), validate=FIVE)


class Bonuses(Answer):
    row = Amount()
    column = Amount()
    color = Amount()


class Board(Answer):
    name = one_of(tuple(BOARDS))
    wall = _wall()
    multipliers = ListField(ListField(IntegerField(1, 2), validate=FIVE), validate=FIVE)
    floor_penalties = ListField(IntegerField(-3, 0), validate=length(7, 7))
    bonuses = NestedField(Bonuses)


class Center(Answer):
    tiles = ListField(Color(), validate=length(0, 27))
    starting_marker = BooleanField()


class PatternLine(Answer):
    color = Color(allow_none=True)
    count = UpToFive()
    capacity = IntegerField(1, SIZE)


class Player(Answer):
    seat = SeatNumber()
    name = Name()
    score = Amount()
    pattern_lines = ListField(NestedField(PatternLine), validate=FIVE)
    wall = _wall()
    floor_line = FloorLine()
    pending_lines = ListField(LineNumber(), validate=length(0, SIZE))


class Move(Answer):
    display = DisplayNumber(allow_none=True)
    color = Color()
    line = LineNumber(allow_none=True)


class LegalPlacement(Answer):
    seat = SeatNumber()
    line = LineNumber()
    columns = ListField(LineNumber(), validate=length(2, SIZE))


class Standing(Answer):
    seat = SeatNumber()
    rank = IntegerField(1, MAX_PLAYERS)
    score = Amount()
    rows = UpToFive()
    columns = UpToFive()
    colors = UpToFive()
    row_points = Amount()
    column_points = Amount()
    color_points = Amount()


class Result(Answer):
    reason = one_of(END_REASONS)
    winners = Winners()
    standings = ListField(NestedField(Standing), validate=EVERYBODY)


class Game(Answer):
    id = GameOrReplayId()
    version = Version()
    created_at = Timestamp()
    updated_at = Timestamp()
    status = one_of(("in_progress", "finished"))
    phase = one_of(PHASES)
    round = Amount()
    starting_seat = SeatNumber()
    current_seat = SeatNumber(allow_none=True)
    next_starting_seat = SeatNumber(allow_none=True)
    seeded = BooleanField()
    seed_hash = SeedHash()
    seed = Seed(allow_none=True)
    seed_salt = Words(allow_none=True)
    board = NestedField(Board)
    displays = Displays()
    center = NestedField(Center)
    bag = NestedField(TileCounts)
    lid = NestedField(TileCounts)
    players = ListField(NestedField(Player), validate=EVERYBODY)
    legal_moves = ListField(NestedField(Move))
    legal_placements = ListField(
        NestedField(LegalPlacement), validate=length(0, MAX_PLAYERS)
    )
    result = NestedField(Result, allow_none=True)
