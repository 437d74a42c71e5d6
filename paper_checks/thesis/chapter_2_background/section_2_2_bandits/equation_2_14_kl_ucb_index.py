"""Claims about the index of KL-UCB: (2.14)."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.algorithms import KLUCB, AsymptoticKLUCB
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import Condition, at_most, below, points, require
from banditproof.theory import certify, kl_ucb
from banditproof.theory.balls import ball, midpoint, working_precision
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.enclosure import Enclosure
from .index_replay import BITS, Make, decisions, log_f, reward_tables, scored

Level = Callable[[int, int], arb]
Index = Callable[[Fraction, Fraction], Enclosure]


def printed_level(t: int, pulls: int) -> arb:
    """log f(t) / N."""
    return log_f(t) / pulls


def library_index(mean: Fraction, level: Fraction) -> Enclosure:
    """The certified index of the library."""
    return certify(kl_ucb, mean, level, digits=25)


def _by_pinsker(mean: Fraction, level: Fraction) -> Enclosure:
    """Wrong: mean + sqrt(level / 2), which is not below the index."""
    with working_precision(BITS):
        return Enclosure.of(arb.min(ball(mean) + (ball(level) / 2).sqrt(), arb(1)))


def is_the_index(index: Index) -> None:
    """An enclosure [lo, hi] has kl(mean, lo) <= level <= kl(mean, hi), and is narrow."""
    means = [Fraction(0), Fraction(1, 1000), Fraction(1, 3), Fraction(4, 5), Fraction(1)]
    for mean, level in product(means, map(Fraction, ("1/1000", "1/10", "1", "12"))):
        result = index(mean, level)
        lo, hi = result.lower, result.upper
        with working_precision(400):
            conditions: list[Condition] = [hi - lo <= Fraction(1, 10**20), mean <= hi]
            if mean == 1:
                conditions.append(lo == hi == 1)
            elif lo > mean:
                conditions += [lo < 1, lo >= 1 or at_most(kl_ball(mean, lo), ball(level))]
            if mean < 1 and mean <= hi < 1:
                conditions.append(at_most(ball(level), kl_ball(mean, hi)))
            if mean == 0:
                closed = 1 - (-ball(level)).exp()
                conditions += [at_most(ball(lo), closed), at_most(closed, ball(hi))]
        for met in conditions:
            require(met, "The index differs.", mean=mean, level=level, index=result)


def follows_the_divergence(make: Make, level: Level, tables: int = 4) -> None:
    """No decision is certainly not the largest index."""
    for arms in (2, 3):
        for table in reward_tables(arms, arms, 50, tables):
            for made in decisions(make(arms), table):
                with working_precision(BITS):
                    values = [(mean, level(made.t, pulls)) for mean, pulls in made.arms]
                    larger = any(_certainly_larger(*value, *values[made.arm]) for value in values)
                require(not larger, "Another arm has a larger index.", **made.case)


def scores_have_the_level(make: Make, level: Level) -> None:
    """The float q by which the policy ranks an arm has kl(average, q) = level, to eight digits."""
    with working_precision(BITS):
        for mean, pulls, t, score in scored(make):
            q = Fraction(midpoint(1 - (-ball(score)).exp()))  # the policy stores -log(1 - q)
            apart = abs(kl_ball(mean, q) / level(t, pulls) - 1)
            case: dict[str, Any] = {"average": mean, "pulls": pulls, "round": t, "apart": apart}
            require(below(apart, arb("1e-8")), "The policy has another level.", **case)


def _certainly_larger(one: Fraction, at_one: arb, two: Fraction, at_two: arb) -> bool:
    """Whether the index of the first arm is above that of the second: a point separates them."""
    # a candidate just above the index of the second arm; only the residuals are believed
    high = Fraction(float(kl_ucb(float(two), float(at_two.mid())))) + Fraction(1, 10**11)
    if high >= 1 or not kl_ball(two, high) > at_two:
        return False
    return one > high or bool(kl_ball(one, high) < at_one)


@checks("thesis.eq2.14")
@mutant("log t in place of log f(t)", make=KLUCB)
@mutant("log f(t) times 1.01", level=lambda t, pulls: printed_level(t, pulls) * arb("1.01"))
@mutant(
    "sharper: log f(t) times 0.999", level=lambda t, pulls: printed_level(t, pulls) * arb("0.999")
)
@mutant("the previous round", level=lambda t, pulls: log_f(t - 1) / pulls)
@mutant("the next count", level=lambda t, pulls: log_f(t) / (pulls + 1))
@mutant("logarithm to base 2", level=lambda t, pulls: log_f(t) / arb(2).log() / pulls)
@mutant(
    "an index below 1", index=lambda mean, level: library_index(mean, level) - Fraction(1, 10**6)
)
@mutant("Pinsker's index", index=_by_pinsker)
def kl_index(
    index: Index = library_index, make: Make = AsymptoticKLUCB, level: Level = printed_level
) -> Verdict:
    """Both sides of the index by residuals, its closed forms, and a replay of the policy."""
    is_the_index(index)
    scores_have_the_level(make, level)
    follows_the_divergence(make, level)
    return points()
