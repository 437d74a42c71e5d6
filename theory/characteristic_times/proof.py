"""The enclosure of a characteristic time, with what proves both of its ends."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
import numpy as np
from flint import arb, ctx
from banditproof.theory.balls import enclose, working_precision
from banditproof.theory.enclosure import Enclosure
from . import characteristic_time_kernels as kernels
from . import level_kernels as columns
from .certificate import Alternative
from .closed_forms import total_variation_time
from .level_search import Start, optimum, takeover_level
from .problem import Divergence, Problem, kind_of
from .smooth_optimum import smooth_optimum

MOST_BITS = 4096
"""The precision, beyond what the digits take, at which the search for an allocation gives up."""


@dataclass(frozen=True)
class Certificate:
    """An enclosure of a characteristic time with what proves both of its ends.

    The allocation proves `enclosure.hi` and the mixture of alternatives proves `enclosure.lo`.
    Shares of the mixture are relative: they need not sum to one.
    """

    enclosure: Enclosure
    allocation: tuple[Fraction, ...]
    mixture: tuple[Alternative, ...]


def floats(problem: Problem) -> tuple[float, Any]:
    """The level of the costs and the columns of the kernels, one row for each alternative."""
    arms = problem.columns()
    best = problem.means[problem.best]
    family, shape = problem.family_code()
    odds = 0.0 if problem.beta is None else float((1 - problem.beta) / problem.beta)
    level = kernels.solve.for_work(kernels.STEPS * len(arms))(
        kind_of(problem.divergence), family, shape, float(problem.eps or 1), float(best),
        float(1 - best), arms, odds,
    )  # fmt: skip
    return float(level), arms


def flat_levels(problem: Problem, arms: Any) -> Any:
    """The level from which each cost is flat in x; infinite if it never is."""
    if problem.divergence in (Divergence.TV, Divergence.PRIVATE):
        return arms[:, columns.FLAT]
    if problem.divergence != Divergence.D_EPS:
        return np.full(len(arms), math.inf)
    return np.where(arms[:, columns.MEAN] == 0.0, arms[:, columns.LIMIT], math.inf)


def trivial_allocation(problem: Problem) -> tuple[Fraction, ...]:
    """A uniform allocation with the fixed weight: where every allocation has the same time."""
    arms = len(problem.means)
    best = Fraction(1, arms) if problem.beta is None or arms == 1 else problem.beta
    rest = (1 - best) / max(arms - 1, 1)
    return tuple(best if arm == problem.best else rest for arm in range(arms))


def _place(z: float, complement: float) -> Fraction:
    """A place from the float solver's z and 1 - z, of which the smaller one has the digits."""
    if not (math.isfinite(z) and math.isfinite(complement)):
        raise ValueError(
            "The costs of an arm are beyond the range of floats; give less extreme means."
        )
    return Fraction(z) if z < 0.5 else 1 - Fraction(complement)


def proved(problem: Problem, digits: int) -> Certificate:
    """The enclosure to the given number of digits, with its allocation and mixture."""
    if problem.trivial is not None:
        end = Fraction(0) if problem.trivial == 0 else math.inf
        return Certificate(Enclosure.of(end), trivial_allocation(problem), ())
    level, arms = floats(problem)
    starts = {
        arm: Start(_place(float(row[columns.Z]), float(row[columns.ZC])), float(row[columns.START]))
        for arm, row in zip(problem.alternatives, arms, strict=True)
    }
    # a divergence of close means is a small difference of large terms
    least = min(pair.gap for pair in problem.pairs.values())
    guard = 2 * max(0, least.denominator.bit_length() - least.numerator.bit_length())
    results: list[tuple[dict[int, Fraction], tuple[Alternative, ...]]] = []

    def ends() -> tuple[arb, arb]:
        with working_precision(ctx.prec + guard):
            game = problem.game()
            if problem.law.number is None:  # the float solver has only guessed
                for arm, flat in game.flats.items() if game.pairs else ():
                    guess = starts[arm].place
                    starts[arm] = Start(guess, takeover_level(game.pairs[arm], flat))
            near = (
                None
                if results or problem.law.number is None
                else smooth_optimum(game, level, starts)
            )
            places = None if near is None else {part.arm: part.place for part in near[1]}
            x, mixture = near or optimum(game, level, starts)
            results[:] = [(x, mixture)]
            return game.from_below(mixture), game.from_above(x, places)

    enclosure = enclose(ends, digits, MOST_BITS + 16 * digits)
    (x, mixture), game = results[0], problem.game()
    weight = game.best_weight(x)
    allocation = [weight * x[arm] for arm in problem.alternatives]
    allocation.insert(problem.best, weight)
    if problem.divergence == Divergence.TV:
        best, means = problem.means[problem.best], problem.means
        distances = [problem.law.exact_tv(means[arm], best) for arm in x]
        known = [distance for distance in distances if distance is not None]
        if len(known) == len(distances):
            exact = total_variation_time(known, problem.beta)
            enclosure = Enclosure.of(exact)
    return Certificate(enclosure, tuple(allocation), mixture)
