"""The final result: bonuses, tie-break, ranks."""

from service.rules.scoring import wall_bonus
from service.rules.state import EndReason, Result, Standing, State


def final_result(state: State, reason: EndReason) -> Result:
    """The result of a game that ends in `state` (R21, R22, R33).

    Standings come best first: by points, then by complete rows. Players equal in both
    share a rank, and the ranks after it are skipped (1, 1, 3).
    """
    unranked = [_unranked(state, seat) for seat in range(len(state.players))]
    ranked = sorted(
        (
            standing._replace(rank=1 + sum(_better(o, standing) for o in unranked))
            for standing in unranked
        ),
        key=lambda standing: (standing.rank, standing.seat),
    )
    winners = tuple(standing.seat for standing in ranked if standing.rank == 1)
    return Result(reason, winners, tuple(ranked))


def _better(one: Standing, other: Standing) -> bool:
    return (one.score, one.rows) > (other.score, other.rows)


def _unranked(state: State, seat: int) -> Standing:
    player = state.players[seat]
    bonus = wall_bonus(player.wall, state.board.bonuses)
    return Standing(seat, 0, player.score + bonus.points, *bonus)
