"""The claim about private counting: what useful means, and how useful three counters are."""

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate, product
from statistics import mean
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, require
from banditproof.theory.balls import ball, enclose, working_precision
from banditproof.theory.concentration import laplace_density_weights
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import Grade
from .binary_streams import nodes_of_prefix
from .counter_error_quantiles import (
    Failure,
    Weights,
    at_one_step,
    both_sides,
    noised_stream_over_a_run,
    one_side,
    require_law,
    require_quantiles,
    tree_over_a_run,
    uniform_weights,
)

Noise = dict[tuple[int, ...], Fraction]
"""The law of the errors (a_t - count_t) of a whole run."""


def summed_thirds(length: int) -> Noise:
    """Errors that add up: each step adds -1, 0 or 1 with probability 1/3."""
    law: Noise = {}
    for path, p in fresh_thirds(length).items():
        summed = tuple(accumulate(path))
        law[summed] = law.get(summed, Fraction(0)) + p
    return law


def fresh_thirds(length: int) -> Noise:
    """Fresh errors: -1, 0 or 1 with probability 1/3 at each step."""
    return {path: Fraction(1, 3**length) for path in product((-1, 0, 1), repeat=length)}


Beta = Callable[[Noise, int], Fraction]
"""The smallest beta for which a counter is (alpha, beta)-useful."""


def _failures(noise: Noise, fails: Callable[[int], bool]) -> list[Fraction]:
    """For each step the probability that its error fails."""
    length = len(next(iter(noise)))
    return [sum((p for e, p in noise.items() if fails(e[t])), Fraction(0)) for t in range(length)]


def at_each_step(noise: Noise, alpha: int) -> Fraction:
    """The largest over t of Pr[|a_t - count_t| > alpha]: the printed order of quantifiers."""
    return max(_failures(noise, lambda error: abs(error) > alpha))


def at_all_steps(noise: Noise, alpha: int) -> Fraction:
    """Pr[some |a_t - count_t| > alpha]: the other reading."""
    return sum((p for e, p in noise.items() if max(map(abs, e)) > alpha), Fraction(0))


LEVEL = Fraction(1, 20)


def _fresh_alphas(horizon: int, beta: Fraction) -> tuple[Enclosure, Enclosure]:
    """The smallest alpha, times eps, for fresh Laplace noise of scale T/eps, in both readings.

    Pr[|Y| > a] = e^(-a eps/T) for one step; over the run all T independent errors must be small.
    """
    each = enclose(lambda: horizon * -ball(beta).log(), 10)
    run = enclose(lambda: -horizon * (1 - (ball(1 - beta).log() / horizon).exp()).log(), 10)
    union = enclose(lambda: horizon * -ball(beta / horizon).log(), 10)
    need(each < run, "The readings are not in their order", each_step=each, run=run)
    need(run < union, "The union bound is smaller", run=run, union=union)
    return each, run


def _alphas(horizon: int, beta: Fraction) -> dict[str, Enclosure]:
    """The smallest alpha times eps of the three counters, in both readings."""
    levels = horizon.bit_length()
    most = max(len(nodes_of_prefix(t)) for t in range(1, horizon + 1))
    results = {
        "fresh noise": _fresh_alphas(horizon, beta),
        "noised stream": (at_one_step(horizon, beta), noised_stream_over_a_run(horizon, beta)),
        "tree": (levels * at_one_step(most, beta), levels * tree_over_a_run(horizon, beta)),
    }
    readings = ("at each step", "over the run, at most")
    # over the run alpha is at least what it is at the worst step; for fresh noise it is exact
    return {
        f"alpha eps {reading}, {name}, T = {horizon}": value
        for name, pair in results.items()
        for reading, value in zip(readings, pair, strict=True)
    }


@checks("thesis.def.counting")
@mutant(
    "average over steps", beta=lambda noise, alpha: mean(_failures(noise, lambda e: abs(e) > alpha))
)
@mutant("one side", beta=lambda noise, alpha: max(_failures(noise, lambda e: e > alpha)))
@mutant("another law of the sums", weights=uniform_weights)
@mutant("one side of the Laplace sums", failure=one_side)
def useful_counters(
    beta: Beta = at_each_step,
    weights: Weights = laplace_density_weights,
    failure: Failure = both_sides,
) -> Verdict:
    """Both orders of the quantifiers on exact error laws, and the quantiles of three counters."""
    length, alpha = 4, 1
    thirds, fresh = summed_thirds(length), fresh_thirds(length)
    # after t steps the error is a sum of t thirds: count the paths that leave [-alpha, alpha] at t
    by_step = [
        Fraction(sum(abs(sum(path)) > alpha for path in product((-1, 0, 1), repeat=t)), 3**t)
        for t in range(1, length + 1)
    ]
    step, run = beta(thirds, alpha), at_all_steps(thirds, alpha)
    fresh_step, fresh_run = beta(fresh, 0), at_all_steps(fresh, 0)
    right = step == max(by_step) and fresh_step == Fraction(2, 3)
    ordered = step <= run <= length * step and fresh_step <= fresh_run <= length * fresh_step
    finding = "The smallest beta is not that of the definition."
    require(right and ordered, finding, grade=Grade.PROVED, beta=step, by_steps=by_step)
    require_law(weights)
    with working_precision(96):
        require_quantiles(failure, LEVEL)
        alphas = {name: a for horizon in (8, 64) for name, a in _alphas(horizon, LEVEL).items()}
    return points(
        numbers={
            "beta at each step, sums": step,
            "beta over the run, sums": run,
            "beta at each step, fresh": fresh_step,
            "beta over the run, fresh": fresh_run,
            **alphas,
        }
    )
