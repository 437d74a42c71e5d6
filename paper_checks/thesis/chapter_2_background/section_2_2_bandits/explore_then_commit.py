"""Claims about explore then commit, and what it must know."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate, pairwise, product
from typing import Any
from flint import arb
from banditproof.algorithms import ExploreThenCommit, FollowTheLeader, Policy
from banditproof.algorithms.regret.explore_then_commit import gap_free_exploration
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, refuted, require
from banditproof.theory import BernoulliBandit
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.concentration import binomial_law
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.expected_regret import expected_regret

Means = tuple[Fraction, ...]
HALF = Fraction(1, 2)
PAIR = (Fraction(9, 10), HALF)


@cache
def commit_law(means: Means, explore: int) -> tuple[Fraction, ...]:
    """The probability that each arm is committed to, with ties broken at random."""
    laws, zero = [binomial_law(explore, mean) for mean in means], Fraction(0)
    below = [[zero, *accumulate(law)] for law in laws]
    result = [zero] * len(means)
    for arm, law in enumerate(laws):
        for total, mass in enumerate(law):
            # the law of the number of other arms that tie, when all others are at most equal
            ties = [Fraction(1)]
            for other in {*range(len(means))} - {arm}:
                low, equal = below[other][total], laws[other][total]
                pairs = zip([*ties, zero], [zero, *ties], strict=True)
                ties = [low * x + equal * y for x, y in pairs]
            result[arm] += mass * sum(share / (j + 1) for j, share in enumerate(ties))
    return tuple(result)


def commit_regret(means: Means, explore: int, horizon: int) -> Fraction:
    """m sum gap + (T - K m) sum gap P(commit to a), for T >= K m."""
    gaps = [max(means) - mean for mean in means]
    wrong = sum(
        (gap * p for gap, p in zip(gaps, commit_law(means, explore), strict=True)), Fraction(0)
    )
    return explore * sum(gaps, Fraction(0)) + (horizon - len(means) * explore) * wrong


INSTANCES: Sequence[Means] = (
    PAIR,
    (Fraction(1, 4), Fraction(1, 4)),
    (Fraction(2, 5), HALF, Fraction(1, 10)),
)


def run_of_the_formula(
    formula: Callable[[Means, int, int], Fraction], make: Callable[[int, int], Policy[Any]]
) -> None:
    """The regret formula against the enumerated algorithm."""
    for means, m in product(INSTANCES, (1, 2, 3)):
        horizon = len(means) * m + 4
        given = formula(means, m, horizon)
        result = expected_regret(make(len(means), m), BernoulliBandit(means), horizon)
        case: dict[str, Any] = {
            "means": means,
            "m": m,
            "T": horizon,
            "formula": given,
            "enumerated": result,
        }
        require(given == result, "The algorithm has another regret.", Grade.PROVED, **case)


@checks("thesis.etc")
@mutant("exploration counted twice", formula=lambda x, m, t: commit_regret(x, m, t + len(x) * m))
@mutant("goes on comparing", make=lambda arms, m: FollowTheLeader(arms))
@mutant("one pull more", make=lambda arms, m: ExploreThenCommit(arms, m + 1))
@mutant("commits to the last of the tied", make=lambda arms, m: ExploreThenCommit(arms, m, "last"))
@mutant("sharper: P(wrong) at a rate of 5/4", rate=Fraction(5, 4))
def explore_then_commit(
    formula: Callable[[Means, int, int], Fraction] = commit_regret,
    make: Callable[[int, int], Policy[Any]] = ExploreThenCommit,
    rate: Fraction = Fraction(1),
) -> Verdict:
    """The regret formula against the enumerated algorithm, and the two linear regimes."""
    run_of_the_formula(formula, make)
    wrong, gap = [commit_law(PAIR, m)[1] for m in range(1, 21)], PAIR[0] - PAIR[1]
    sides = Sides()
    with working_precision(100):
        for close in ((3 * HALF / 2, HALF / 2), (HALF + Fraction(1, 100), HALF)):
            for m in (1, 5, 20, 200):
                p, d = commit_law(close, m)[1], close[0] - close[1]
                bound = (-ball(rate * m * d * d)).exp()
                sides.at_most(ball(p), bound, "A wrong choice is more likely.", means=close, m=m)
    falls = min(wrong) > 0 and all(b < a for a, b in pairwise(wrong))
    require(falls, "P(wrong) does not decrease.", Grade.PROVED, probabilities=wrong)
    late = commit_regret(PAIR, 250, 1000)
    require(late >= 250 * gap, "Wasted rounds are not counted.", Grade.PROVED, regret=late)
    return points(
        "Regret = m sum gap + (T - K m) sum gap P(commit to a), exactly. For a fixed m the second "
        f"factor is a positive constant (means 0.9, 0.5: {float(wrong[0]):.4g} at m = 1, "
        f"{float(wrong[-1]):.3g} at m = 20), and with m a share of T the first term is linear.",
        sharpness=sides.sharpness,
    )


Explore = Callable[[int], int]
WITHOUT_GAPS: Explore = partial(gap_free_exploration, 2)
"""The m of the library's explore then commit for two arms."""


def worst_bound(explore: int, horizon: int) -> arb:
    """m + T sqrt(2 / (e m)): the largest value over gaps <= 1 of m gap + T gap exp(-m gap^2/4)."""
    return explore + horizon * (ball(Fraction(2, explore)) / arb(1).exp()).sqrt()


DIGITS = (3, 6, 9, 12, 15)
"""The horizons are 10 to these powers."""


def _sublinear(explore: Explore, power: Fraction = Fraction(2, 3)) -> list[arb] | None:
    """Ratios of the worst bound to T^power, if all are below 2 and exact regrets below it."""
    with working_precision(100):
        ratios = [
            worst_bound(explore(10**digits), 10**digits) / arb(10) ** ball(power * digits)
            for digits in DIGITS
        ]
        for horizon, tenths in product((50, 400), range(1, 11)):
            m, gap = explore(horizon), Fraction(tenths, 10)
            for means in ((gap, Fraction(0)), (HALF + gap / 2, HALF)):
                if not ball(commit_regret(means, m, horizon)) <= worst_bound(m, horizon):
                    return None
        if all(ratio < 2 for ratio in ratios):
            return ratios
    return None


@checks("thesis.etc.takeaway.gaps")
@mutant("a constant number of pulls", explore=lambda horizon: 10)
@mutant("a tenth of the horizon", explore=lambda horizon: horizon // 10)
def needs_the_gaps(explore: Explore = WITHOUT_GAPS) -> Verdict:
    """A number of pulls that knows the horizon only, and its worst case over all gaps."""
    ratios = _sublinear(explore)
    if ratios is None:
        return points()
    case: dict[str, Any] = {
        "m = ceil(T^(2/3))": [explore(10**digits) for digits in DIGITS],
        "bound over T^(2/3)": [ratio.str(6, radius=False) for ratio in ratios],
    }
    return refuted(
        witness=(
            "Two arms, 1-subgaussian, gap D: the arm is chosen wrongly with probability at most "
            "exp(-m D^2/4), so regret <= m D + T D exp(-m D^2/4) <= m + T sqrt(2/(e m)), the bound."
        ),
        D="at most 1",
        T=[f"10^{digits}" for digits in DIGITS],
        **case,
        grade=Grade.OUTLINED,
    )


@checks("thesis.etc.takeaway.horizon")
@mutant("a best arm that never fails", means=(Fraction(1), Fraction(0)))
def needs_the_horizon(means: Means = PAIR, proof: Proof = WRITTEN) -> Verdict:
    """For an m that does not depend on T the regret over T tends to gap P(wrong) > 0."""
    run_of_the_formula(commit_regret, ExploreThenCommit)
    p, q = means
    for m in range(1, 21):
        least, wrong = ((1 - p) * q) ** m, commit_law(means, m)[1]
        require(0 < least <= wrong, "It never commits to the wrong arm.", m=m, least=least)
        slope = (commit_regret(means, m, 10**6) - commit_regret(means, m, 10**5)) / 900_000
        require(slope == (p - q) * wrong, "The slope differs.", m=m, slope=slope)
    return proof.verdict()


def best_exploration(means: Means, horizon: int) -> int:
    """The m with the smallest exact regret."""
    options = range(1, horizon // len(means) + 1)
    return min(options, key=lambda m: commit_regret(means, m, horizon))


@checks("thesis.etc.takeaway.repaired")
@mutant("a constant number of pulls", explore=lambda horizon: 10)
@mutant("one m is best for all", best=lambda means, horizon: 5)
@mutant("sharper: regret of T^0.65", power=Fraction("0.65"))
@mutant("sharper: a root of the horizon", explore=lambda horizon: math.isqrt(horizon))
def without_the_gaps(
    explore: Explore = WITHOUT_GAPS,
    best: Callable[[Means, int], int] = best_exploration,
    power: Fraction = Fraction(2, 3),
) -> Verdict:
    """The worst case of the gap-free schedule, and exact best schedules of some instances."""
    instances = [(PAIR, 60), (PAIR, 20), ((Fraction(3, 5), HALF), 60)]
    slow = _sublinear(explore, power) is not None
    require(slow, "The schedule is not sublinear.", T_1000=explore(1000))
    results = [best(means, horizon) for means, horizon in instances]
    require(len(set(results)) == 3, "One m is best for two instances.", best=results)
    slope = commit_regret(PAIR, 10, 10**6) / 10**6
    return points(
        "Regret is at most m + T sqrt(2/(e m)) for a gap of at most 1, which is below 2 T^(2/3); "
        f"the best m is {results[0]} for means 0.9, 0.5 at T = 60, {results[1]} at T = 20, and "
        f"{results[2]} for means 0.6, 0.5 at T = 60; with m = 10 and means 0.9, 0.5 regret at "
        f"T = 1e6 is {float(slope):.3g} T."
    )
