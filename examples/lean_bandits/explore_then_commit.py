"""Explore-then-commit: its counts on every table of rewards, its errors and regret for coins."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any
from banditproof.claims import Sides, Verdict, checks, mutant, points, require
from banditproof.theory.balls import ball

K = 2
COINS = (
    (Fraction(3, 4), Fraction(1, 4)),
    (Fraction(1, 2), Fraction(2, 5)),
    (Fraction(9, 10), Fraction(0)),
    (Fraction(11, 20), Fraction(9, 20)),
)
ROUNDS = (1, 2, 5, 10)
PROXY = Fraction(1, 4)
"""Coins less their mean are 1/4-sub-Gaussian."""


def plays(
    m: int, T: int, pick: Callable[[Sequence[Fraction]], Fraction] = max
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Actions, rewards of the first Km rounds, and the choice; ties go to the last arm."""
    for rewards in product((0, 1), repeat=K * m):
        sums = [Fraction(sum(rewards[a::K])) for a in range(K)]
        chosen = max(a for a in range(K) if sums[a] == pick(sums))
        first = tuple(t % K for t in range(K * m))
        yield (*first, *(chosen,) * (T - K * m)), rewards, chosen


@checks("lean.lem-pullCount_etcAlgorithm")
@mutant("one round more", more=1)
def counts_behind_the_choice(more: int = 0) -> Verdict:
    """Every table of bits, for m = 1 and 2."""
    for m, T in product((1, 2), range(4, 8)):
        for actions, rewards, chosen in plays(m, T):
            for t, a in product(range(K * m, T + 1), range(K)):
                stated = m + more + (t - K * m) * (chosen == a)
                right = actions[:t].count(a) == stated
                require(right, "The count differs.", rewards=rewards, t=t, a=a)
    return points(
        "The counts are as stated.",
        covered="2 arms, 1 and 2 rounds, all tables of bits.",
        not_covered="More arms and rounds, in words: the count of one arm grows alone.",
    )


@checks("lean.lem-sumRewards_bestArm_le_of_arm_mul_eq")
@mutant("the smallest", pick=min)
def sums_behind_the_choice(pick: Callable[[Sequence[Fraction]], Fraction] = max) -> Verdict:
    """Every table of bits, for m = 1 and 2, whichever arm is the best one."""
    for m in (1, 2, 3):
        for _, rewards, chosen in plays(m, K * m, pick):
            for best in range(K):
                right = sum(rewards[best::K]) <= sum(rewards[chosen::K])
                require(right, "The sum of the best arm is larger.", rewards=rewards, best=best)
    return points(
        "The sum of the chosen arm is at least that of the best.",
        covered="2 arms, 1 to 3 rounds, all tables of bits.",
        not_covered="Others: a largest mean of m rewards has a largest sum.",
    )


def misses(best: Fraction, other: Fraction, m: int) -> Fraction:
    """The probability that m coins of the other arm show at least as many heads."""

    def mass(p: Fraction, k: int) -> Fraction:
        return comb(m, k) * p**k * (1 - p) ** (m - k)

    pairs = ((i, j) for i in range(m + 1) for j in range(i, m + 1))
    return sum((mass(best, i) * mass(other, j) for i, j in pairs), Fraction(0))


def bound(gap: Fraction, m: int, four: Fraction) -> Any:
    """exp(-m gap^2/(4 proxy))."""
    return (-ball(m * gap**2 / (four * PROXY))).exp()


def _below_the_bound(four: Fraction) -> Verdict:
    sides = Sides()
    for (best, other), m in product(COINS, ROUNDS):
        case = {"best": best, "other": other, "m": m}
        exact = misses(best, other, m)
        sides.at_most(exact, bound(best - other, m, four), "It is more probable.", **case)
    return points(
        "The probability is below the bound.",
        covered=COVERED,
        not_covered=OTHERS,
        sharpness=sides.sharpness,
    )


SHARPER = {"sharper: 1 in place of 4": {"four": Fraction(1)}}
COVERED = "Four pairs of coins, 1 to 10 rounds, exactly."
OTHERS = "Other laws and numbers: Hoeffding's inequality for the difference, in words."


@checks("lean.lem-probReal_sum_le_sum_streamMeasure", mutants=SHARPER)
def best_arm_looks_worse(four: Fraction = Fraction(4)) -> Verdict:
    """Two coins: the exact probability against the bound."""
    return _below_the_bound(four)


@checks("lean.lem-prob_etc_error_le_exp", mutants=SHARPER)
def wrong_choice(four: Fraction = Fraction(4)) -> Verdict:
    """Two coins, with ties for the wrong arm: the exact probability against the bound."""
    return _below_the_bound(four)


@checks("lean.thm-regret_etc_le", mutants=SHARPER)
def regret_of_the_choice(four: Fraction = Fraction(4)) -> Verdict:
    """Two coins, with ties for the wrong arm: the exact mean regret against the bound."""
    sides = Sides()
    for (best, other), m, T in product(COINS, ROUNDS, (50, 100)):
        gap = best - other
        exact = m * gap + (T - K * m) * gap * misses(best, other, m)
        most = ball(m * gap) + ball((T - K * m) * gap) * bound(gap, m, four)
        case = {"best": best, "other": other, "m": m, "T": T}
        sides.at_most(exact, most, "The regret is larger.", **case)
    return points(
        "The regret is below the bound.",
        covered=COVERED,
        not_covered=OTHERS,
        sharpness=sides.sharpness,
    )
