"""Claims about the index of KL-UCB: (2.14)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb

from banditproof.algorithms import KLUCB, AsymptoticKLUCB, Policy
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory import certify, kl_ucb
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import Grade

from .index_replay import decisions, log_f, reward_tables

BITS = 120
Make = Callable[[int], Policy[Any]]
Level = Callable[[int, int], arb]
Index = Callable[[Fraction, Fraction], Enclosure]


def printed_level(t: int, pulls: int) -> arb:
    """log f(t) / N."""
    return log_f(t) / pulls


def library_index(mean: Fraction, level: Fraction) -> Enclosure:
    """The certified index of the library."""
    return certify(kl_ucb, mean, level, digits=25)


def _below_one(mean: Fraction, level: Fraction) -> Enclosure:
    """Wrong: a bisection that never reaches 1."""
    found = library_index(mean, level)
    return Enclosure(found.lo - Fraction(1, 10**6), found.hi - Fraction(1, 10**6))


def _by_pinsker(mean: Fraction, level: Fraction) -> Enclosure:
    """Wrong: mean + sqrt(level / 2), which is not below the index."""
    with working_precision(BITS):
        value = arb.min(ball(mean) + (ball(level) / 2).sqrt(), arb(1))
        return Enclosure(lower(value), upper(value))


def _index_fault(index: Index) -> str | None:
    """Where an enclosure [lo, hi] misses kl(mean, lo) <= level <= kl(mean, hi)."""
    means = [Fraction(0), Fraction(1, 1000), Fraction(1, 3), Fraction(4, 5), Fraction(1)]
    for mean, level in product(means, map(Fraction, ("1/1000", "1/10", "1", "12"))):
        found = index(mean, level)
        lo, hi = Fraction(found.lo), Fraction(found.hi)
        with working_precision(400):
            if mean == 1:
                good = lo == hi == 1
            else:
                inside = lo <= mean or (lo < 1 and kl_ball(mean, lo) <= ball(level))
                good = mean <= hi and inside and (hi >= 1 or kl_ball(mean, hi) >= ball(level))
            if good and mean == 0:
                closed = 1 - (-ball(level)).exp()
                good = not (closed < ball(lo) or closed > ball(hi))
        if not good or found.width > Fraction(1, 10**20):
            return f"mean {mean}, level {level}: the index is not {found}."
    return None


def kl_replay_fault(make: Make, level: Level, tables: int = 4) -> str | None:
    """A decision that is certainly not the largest index."""
    for arms in (2, 3):
        for table in reward_tables(arms, arms, 50, tables):
            for made in decisions(make(arms), table):
                if made is None:
                    return "The first rounds do not pull each arm once."
                with working_precision(BITS):
                    mine = made.averages[made.arm]
                    due = level(made.t, made.pulls[made.arm])
                    for average, pulls in zip(made.averages, made.pulls, strict=True):
                        if _certainly_larger(average, level(made.t, pulls), mine, due):
                            return (
                                f"Round {made.t}, averages {[str(x) for x in made.averages]}, "
                                f"pulls {list(made.pulls)}: arm {made.arm + 1} has a smaller index "
                                "than another arm."
                            )
    return None


def _certainly_larger(one: Fraction, at_one: arb, two: Fraction, at_two: arb) -> bool:
    """Whether the index of the first arm is above that of the second: a point separates them."""
    # a candidate just above the index of the second arm; only the residuals are believed
    high = Fraction(float(kl_ucb(float(two), float(at_two.mid())))) + Fraction(1, 10**11)
    if high >= 1 or not kl_ball(two, high) > at_two:
        return False
    return one > high or bool(kl_ball(one, high) < at_one)


@claim(
    "thesis.eq2.14",
    r"$\mathrm{KL\text{-}UCB}_a(t-1)=\max\{\tilde\mu\in[0,1]:\mathrm{kl}(\hat\mu_a(t-1),\tilde\mu)"
    r"\le\log f(t)/N_a(t-1)\}$, $f(t)=1+t\log^2t$, in Algorithm 2.",
    recorded="holds",
    mutants={
        "log t in place of log f(t)": {"make": KLUCB},
        "the previous round": {"level": lambda t, pulls: log_f(t - 1) / pulls},
        "the next count": {"level": lambda t, pulls: log_f(t) / (pulls + 1)},
        "logarithm to base 2": {"level": lambda t, pulls: log_f(t) / arb(2).log() / pulls},
        "an index below 1": {"index": _below_one},
        "Pinsker's index": {"index": _by_pinsker},
    },
)
def kl_index(
    index: Index = library_index, make: Make = AsymptoticKLUCB, level: Level = printed_level
) -> Verdict:
    """Both sides of the index by residuals, its closed forms, and a replay of the policy."""
    fault = _index_fault(index) or kl_replay_fault(make, level)
    if fault:
        return fails(Grade.CERTIFIED, "The index or the policy is another one.", witness=fault)
    return holds(
        Grade.CERTIFIED,
        "The maximum exists (kl increases and is continuous above the average), is 1 at an average "
        "of 1 and 1 - exp(-level) at 0, and the library's policy pulls an arm of largest index.",
        covered="20 indices to 20 digits with residuals of both signs; every decision of 8 plays "
        "of 50 rounds with 2 and 3 arms, in balls.",
        not_covered="Other averages and levels.",
    )
