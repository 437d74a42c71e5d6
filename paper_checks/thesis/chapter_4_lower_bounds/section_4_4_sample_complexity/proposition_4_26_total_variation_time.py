"""Claims about T*_TV for Bernoulli arms, and its comparison with T*_KL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, need, require
from banditproof.theory import BernoulliBandit, characteristic_time
from banditproof.verify.evidence import Grade

from .corollary_4_25_characteristic_times import MANY, THREE, TWO, random_bandits, variation_time

Gaps = Sequence[Fraction]
Formula = Callable[[Gaps], Fraction]
Ratios = Callable[[Gaps], list[Fraction]]
"""w_a / w_1 of the suboptimal arms."""


def _edges() -> list[BernoulliBandit]:
    """Means at 0 and 1, ties among the others, very small and very different gaps."""
    return [
        BernoulliBandit((1, 0)),
        BernoulliBandit((1, "0.5", "0.5", 0)),
        BernoulliBandit(("0.501", "0.5", "0.499")),
        BernoulliBandit((Fraction(1, 2) + Fraction(1, 10**9), "0.5", 0)),
    ]


def _gaps(bandit: BernoulliBandit) -> list[Fraction]:
    return [bandit.gaps[arm] for arm in bandit.suboptimal_arms]


def printed_time(gaps: Gaps) -> Fraction:
    """1/Delta_min + sum of 1/Delta_a over the other arms."""
    return 1 / min(gaps) + sum((1 / gap for gap in gaps), Fraction(0))


def cheapest(best: Fraction, other: Fraction, first: Fraction, second: Fraction) -> Fraction:
    """inf of w_1 |mu_1 - r_1| + w_a |mu_a - r_a| over r_a > r_1 in (0, 1), where they meet.

    Moving beyond the meeting point costs more, and on r_1 = r_a it is convex and piecewise linear
    with kinks at the two means: the least value is at one of these, or at an end.
    """
    places = (best, other, Fraction(0), Fraction(1))
    return min(first * abs(best - r) + second * abs(other - r) for r in places)


def printed_ratios(gaps: Gaps) -> list[Fraction]:
    """Delta_min / Delta_a."""
    return [min(gaps) / gap for gap in gaps]


def allocation_value(bandit: BernoulliBandit, ratios: Ratios = printed_ratios) -> Fraction:
    """The inner infimum at the allocation with these ratios."""
    best, gaps = bandit.best_mean, _gaps(bandit)
    x = ratios(gaps)
    total = 1 + sum(x, Fraction(0))
    return min(
        cheapest(best, best - gap, 1 / total, part / total)
        for gap, part in zip(gaps, x, strict=True)
    )


def mixture_value(bandit: BernoulliBandit) -> Fraction:
    """What no allocation exceeds: the largest mean price per weight of a mixture of alternatives.

    Share 1/Delta_a: arm a moved up to mu_1, at the price w_a Delta_a. Share 1/Delta_min: arm 1
    moved down to the second best, at the price w_1 Delta_min. The prices add up to the sum of w.
    """
    gaps = _gaps(bandit)
    shares = [1 / min(gaps), *(1 / gap for gap in gaps)]
    prices = [share * gap for share, gap in zip(shares, [min(gaps), *gaps], strict=True)]
    return max(prices) / sum(shares)


def by_linear_program(bandit: BernoulliBandit) -> float:
    """max z with z <= w_1 Delta_a, z <= w_a Delta_a on the simplex, by HiGHS."""
    import numpy as np
    from scipy.optimize import linprog

    gaps = [float(gap) for gap in _gaps(bandit)]
    arms = len(gaps) + 1
    rows = np.zeros((2 * len(gaps), arms + 1))
    rows[:, -1] = 1
    for arm, gap in enumerate(gaps):
        rows[2 * arm, 0] = rows[2 * arm + 1, arm + 1] = -gap
    weights, target = [[*[1.0] * arms, 0.0]], [*[0.0] * arms, -1.0]
    return float(-1 / linprog(target, rows, np.zeros(len(rows)), weights, [1.0]).fun)


@claim(
    "thesis.prop4.26",
    r"For Bernoulli arms with $\mu_1>\mu_2\ge\dots\ge\mu_K$: $T^*_{\mathrm{TV}}(\nu)=\frac1{"
    r"\Delta_{\min}}+\sum_{a=2}^K\frac1{\Delta_a}$ and $\frac1{\Delta_{\min}}\le T^*_{\mathrm{TV}}"
    r"(\nu)\le\frac K{\Delta_{\min}}$; the optimum has $\omega_a/\omega_1=\Delta_{\min}/\Delta_a$.",
    recorded="holds",
    doubts=("D19",),
    mutants={
        "the sum alone": {"formula": lambda gaps: printed_time(gaps) - 1 / min(gaps)},
        "the first term twice": {"formula": lambda g: printed_time(g) + 1 / min(g)},
        "K - 1 for K": {"top": -1},
        "squared ratios": {"ratios": lambda gaps: [ratio**2 for ratio in printed_ratios(gaps)]},
    },
)
def total_variation_time_claim(
    formula: Formula = printed_time, top: int = 0, ratios: Ratios = printed_ratios
) -> Verdict:
    """An allocation and a mixture of alternatives with the same value, in exact arithmetic."""
    apart, checked = 0.0, 0
    for bandit in [MANY, TWO, THREE, *_edges(), *random_bandits(426, 60)]:
        gaps, value = _gaps(bandit), formula(_gaps(bandit))
        low, high = 1 / min(gaps), (bandit.arms + top) / min(gaps)
        attained = allocation_value(bandit, ratios)
        case = dict[str, Any](nu=bandit, value=value)
        exact = attained == mixture_value(bandit) == 1 / value
        finding = "The formula is wrong."
        require(exact, finding, Grade.PROVED, **case, attained=1 / attained)
        ends = 2 * low <= value <= high
        require(ends, "An end is wrong.", Grade.PROVED, **case)
        library = variation_time(bandit)
        require(library == value, "The library differs.", Grade.PROVED, **case)
        if min(gaps) > Fraction(1, 10**4) and checked < 20:
            apart = max(apart, abs(by_linear_program(bandit) / float(value) - 1))
        checked += 1
    need(apart <= 1e-8, "The linear program gives another value", apart=apart)
    return certified(
        f"At {checked} instances the printed allocation and a mixture of alternatives (arm a "
        "raised, with share 1/Delta_a; arm 1 lowered, with share 1/Delta_min) give one value, the "
        "formula; it is even at least 2/Delta_min. Step (c) of the proof, since omega_1 is not 1, "
        "must say: is not 0.",
        numbers={"T*_TV of 0.9, 0.8, 0.2 (x 7)": printed_time(_gaps(MANY)), "LP apart": apart},
        covered="Instances with 2 to 9 arms, means at 0 and 1, ties and a gap of 1e-9, in exact "
        "arithmetic; 20 of them by linear programming in floats.",
        not_covered="All gaps at once: the two values agree by the sums in the docstrings, read by "
        "hand.",
    )


def sum_with_the_least_gap(gaps: Gaps) -> Fraction:
    """The sum of Delta_a^-2 over all arms, with Delta_1 := Delta_min."""
    return sum((1 / gap**2 for gap in (min(gaps), *gaps)), Fraction(0))


@claim(
    "thesis.pinsker.T",
    r"$T^*_{\mathrm{TV}}(\nu)\ge\sqrt{2\,T^*_{\mathrm{KL}}(\nu)}$ by Pinsker's inequality, and "
    r"$T^*_{\mathrm{KL}}(\nu)\le\sum_{a=1}^K\Delta_a^{-2}$ (Bernoulli arms).",
    recorded="holds",
    mutants={
        "2.02 for 2": {"factor": Fraction(101, 50)},
        "Delta_1 left out": {
            "total": lambda gaps: sum_with_the_least_gap(gaps) - 1 / min(gaps) ** 2
        },
    },
)
def pinsker(
    factor: Fraction = Fraction(2), total: Callable[[Gaps], Fraction] = sum_with_the_least_gap
) -> Verdict:
    """Certified times at random instances and near equality.

    KL >= 2 TV^2 and convexity give sum w KL >= 2 (sum w TV)^2 for every w and lambda, so 1/T*_KL >=
    2/T*_TV^2. A Bernoulli KL is at least that of normal laws of variance 1/4, whose time is at most
    the sum (thesis.gauss.Tstar, scaled).
    """
    least, most, checked = 9.0, 0.0, 0
    near = [BernoulliBandit((Fraction(1, 2) + d, Fraction(1, 2) - d)) for d in
            (Fraction(1, 100), Fraction(1, 1000), Fraction(1, 10**6))]  # fmt: skip
    for bandit in [MANY, TWO, THREE, *near, *_edges()[1:], *random_bandits(427, 25)]:
        gaps = _gaps(bandit)
        plain = characteristic_time(bandit).certificate(16).enclosure
        moved = printed_time(gaps)
        ratio = moved**2 / plain
        finding, case = "T*_TV is smaller.", dict[str, Any](nu=bandit, T_KL=plain, T_TV=moved)
        require(ratio.lo >= factor, finding, **case)
        require(plain <= total(gaps), "T*_KL is larger than the sum.", **case, sum=total(gaps))
        least = min(least, float(ratio.lower) ** 0.5 / 2**0.5)
        most = max(most, float(plain) / float(sum_with_the_least_gap(gaps)))
        checked += 1
    return certified(
        f"At {checked} instances T*_TV is at least {least:.9f} times sqrt(2 T*_KL) (1 is the limit "
        "for two arms close to 1/2), and T*_KL at most "
        f"{most:.6f} times the sum with Delta_1 := Delta_min. With the notation of Proposition "
        "4.26, where Delta_1 = 0, the sum is infinite and the second inequality says nothing.",
        numbers={"least quotient": least, "largest quotient of the sum": most},
        covered="Instances with 2 to 9 arms in enclosures of 16 digits; T*_TV is exact.",
        not_covered="All instances: the two arguments in the docstring.",
    )
