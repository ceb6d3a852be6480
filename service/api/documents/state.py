"""The state of a game."""

from service.api.documents.parts import (
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
from service.api.fields import Flag, Items, Member, Whole, length, one_of
from service.api.schemas import LAST_SEAT
from service.rules import BOARDS, SIZE

END_REASONS = ("row_completed", "no_tiles_left", "no_progress")


def _wall() -> Items:
    return Items(Items(Color(allow_none=True), validate=FIVE), validate=FIVE)


class Bonuses(Answer):
    row = Amount()
    column = Amount()
    color = Amount()


class Board(Answer):
    name = one_of(tuple(BOARDS))
    wall = _wall()
    multipliers = Items(Items(Whole(1, 2), validate=FIVE), validate=FIVE)
    floor_penalties = Items(Whole(-3, 0), validate=length(7, 7))
    bonuses = Member(Bonuses)


class Center(Answer):
    tiles = Items(Color(), validate=length(0, 27))
    starting_marker = Flag()


class PatternLine(Answer):
    color = Color(allow_none=True)
    count = UpToFive()
    capacity = Whole(1, SIZE)


class Player(Answer):
    seat = SeatNumber()
    name = Name()
    score = Amount()
    pattern_lines = Items(Member(PatternLine), validate=FIVE)
    wall = _wall()
    floor_line = FloorLine()
    pending_lines = Items(LineNumber(), validate=length(0, SIZE))


class Move(Answer):
    display = DisplayNumber(allow_none=True)
    color = Color()
    line = LineNumber(allow_none=True)


class LegalPlacement(Answer):
    seat = SeatNumber()
    line = LineNumber()
    columns = Items(LineNumber(), validate=length(2, SIZE))


class Standing(Answer):
    seat = SeatNumber()
    rank = Whole(1, LAST_SEAT + 1)
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
    standings = Items(Member(Standing), validate=EVERYBODY)


class Game(Answer):
    id = GameOrReplayId()
    version = Version()
    created_at = Timestamp()
    updated_at = Timestamp()
    status = one_of(("in_progress", "finished"))
    phase = one_of(("factory_offer", "wall_tiling", "finished"))
    round = Amount()
    starting_seat = SeatNumber()
    current_seat = SeatNumber(allow_none=True)
    next_starting_seat = SeatNumber(allow_none=True)
    seeded = Flag()
    seed_hash = SeedHash()
    seed = Seed(allow_none=True)
    seed_salt = Words(allow_none=True)
    board = Member(Board)
    displays = Displays()
    center = Member(Center)
    bag = Member(TileCounts)
    lid = Member(TileCounts)
    players = Items(Member(Player), validate=EVERYBODY)
    legal_moves = Items(Member(Move))
    legal_placements = Items(Member(LegalPlacement), validate=length(0, LAST_SEAT + 1))
    result = Member(Result, allow_none=True)
