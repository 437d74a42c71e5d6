"""The optimal allocation and mixture where all costs are smooth: a candidate without proof.

One system of equations holds the level and all places, so Newton's rule needs a single step from
the float solution for twenty digits, where `level_search` solves for every place at every level.
"""

from collections.abc import Mapping
from fractions import Fraction
import flint
from flint import arb
from banditproof.theory.balls import ball, midpoint
from .certificate import Alternative, Game
from .level_search import LIMIT, NEAR, Start, moved


def smooth_optimum(
    game: Game, level: float, starts: Mapping[int, Start]
) -> tuple[dict[int, Fraction], tuple[Alternative, ...]] | None:
    """Like `optimum`, from a float solution that is nearly right; None where it does not apply.

    Level and places are unknowns of one system: all costs are one level, and the ratios sum to one
    (or the x to what is left of the best arm). A step squares the error, and the bounds lose only
    the square of the error that is left.
    """
    if game.flats or not _is_smooth(game, level):
        return None
    places = {arm: starts[arm].place for arm in game.arms}
    enough = 2.0 ** -((flint.ctx.prec - 64) / 2 + 8)
    for _ in range(LIMIT):
        if not all(0 < z < 1 for z in places.values()):
            return None
        trades = {arm: game.pairs[arm].trade(z) for arm, z in places.items()}
        costs = {arm: (t.to_best + t.x * t.to_other).mid() for arm, t in trades.items()}
        part, slope, offset = arb(0), arb(0), arb(0)
        for arm, trade in trades.items():
            if game.beta is None:
                value, value_slope = (
                    trade.to_best / trade.to_other,
                    (trade.bend * costs[arm] / (trade.to_other**3 * trade.x_slope)),
                )
            else:
                value, value_slope = trade.x, 1 / trade.to_other
            part, slope = (part + value).mid(), (slope + value_slope).mid()
            offset = (offset + value_slope * costs[arm]).mid()
        wanted = arb(1) if game.beta is None else ball((1 - game.beta) / game.beta)
        y = ((wanted - part + offset) / slope).mid()
        x, largest = {}, 0.0
        for arm, trade in trades.items():
            step = ((y - costs[arm]) / (trade.to_other * trade.x_slope)).mid()
            z = places[arm]
            largest = max(largest, abs(float(step)) / float(min(z, 1 - z)))
            if not largest < NEAR:
                return None
            x[arm] = midpoint(trade.x + trade.x_slope * step)
            places[arm] = moved(z, step, Fraction(0), Fraction(1))
        if largest <= enough:
            return _proving(game, x, places)
    return None


def _is_smooth(game: Game, level: float) -> bool:
    """Whether the level is not near the corner or the flat end of any cost."""
    for pair in game.pairs.values():
        corner, end = pair.corner, pair.end
        if corner is not None and not level > corner * pair.divergences(Fraction(0))[1] * (
            1 + ball(NEAR)
        ):
            return False
        if end is not None and not level < end[0] * (1 - ball(NEAR)):
            return False
    return True


def _proving(
    game: Game, x: dict[int, Fraction], places: Mapping[int, Fraction]
) -> tuple[dict[int, Fraction], tuple[Alternative, ...]]:
    """The x, and one alternative of each arm, with the share that makes its price one."""
    if game.beta is not None:
        scale = (1 - game.beta) / game.beta / sum(x.values(), Fraction(0))
        x = {arm: value * scale for arm, value in x.items()}
    mixture = []
    for arm, value in x.items():
        pair = game.pairs[arm]
        z = pair.place_for(value, places[arm])
        mixture.append(Alternative(arm, "mean", midpoint(1 / pair.divergences(z)[1]), z))
    return x, tuple(mixture)
