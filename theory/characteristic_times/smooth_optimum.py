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
from .confusion import Trade
from .level_search import LIMIT, NEAR, Start, moved


def smooth_optimum(
    game: Game, level: float, starts: Mapping[int, Start]
) -> tuple[dict[int, Fraction], tuple[Alternative, ...]] | None:
    """Like `optimum`, from a float solution that is nearly right; None where it does not apply.

    The unknowns are the level y and a place for each arm. The equations: each arm's cost at its
    place is y, and the shares (see `_share`) have a known sum. A Newton step squares the error, and
    the bounds lose only the square of the error that is left.
    """
    if game.flats or not _is_smooth(game, level):
        return None
    places = {arm: starts[arm].place for arm in game.arms}
    wanted = arb(1) if game.beta is None else ball((1 - game.beta) / game.beta)
    enough = 2.0 ** -((flint.ctx.prec - 64) / 2 + 8)
    for _ in range(LIMIT):
        if not all(0 < z < 1 for z in places.values()):
            return None
        trades = {arm: game.pairs[arm].trade(z) for arm, z in places.items()}
        costs = {arm: (t.to_best + t.x * t.to_other).mid() for arm, t in trades.items()}
        # the equation of the shares, linear in the costs: sum of share + slope (y - cost) = wanted
        shares, slopes, offset = arb(0), arb(0), arb(0)
        for arm, trade in trades.items():
            share, slope = _share(game, trade, costs[arm])
            shares, slopes = (shares + share).mid(), (slopes + slope).mid()
            offset = (offset + slope * costs[arm]).mid()
        y = ((wanted - shares + offset) / slopes).mid()
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


def _share(game: Game, trade: Trade, cost: arb) -> tuple[arb, arb]:
    """The share of an arm in the sum that is known at the optimum, and its slope in the cost.

    With a free weight of the best arm it is the ratio D_1 / D_a, and these sum to one; with a fixed
    weight beta it is x, and these sum to (1 - beta)/beta.
    """
    if game.beta is not None:
        return trade.x, 1 / trade.to_other
    slope = trade.bend * cost / (trade.to_other**3 * trade.x_slope)
    return trade.to_best / trade.to_other, slope


def _is_smooth(game: Game, level: float) -> bool:
    """Whether the level is not near the corner or the flat end of any cost."""
    above, below = 1 + ball(NEAR), 1 - ball(NEAR)
    for pair in game.pairs.values():
        corner, end = pair.corner, pair.end
        if corner is not None:
            cost_at_corner = corner * pair.divergences(Fraction(0))[1]
            if not level > cost_at_corner * above:
                return False
        if end is not None and not level < end[0] * below:
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
