"""Claims about the comment on Proposition 4.26: the two characteristic times compared."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.composite import whole
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import derived, require, vacuous
from banditproof.theory import BernoulliBandit, characteristic_time

from .corollary_4_25_characteristic_times import MANY, THREE, TWO, random_bandits
from .proposition_4_26_total_variation_time import Gaps, edges, gaps_of, printed_time

PLACE = "4.4 comment on Proposition 4.26"


def sum_with_the_least_gap(gaps: Gaps) -> Fraction:
    """The sum of Delta_a^-2 over all arms, with Delta_1 := Delta_min."""
    return sum((1 / gap**2 for gap in (min(gaps), *gaps)), Fraction(0))


def _instances() -> list[BernoulliBandit]:
    """Instances with 2 to 9 arms, some with two means near 1/2."""
    near = [BernoulliBandit((Fraction(1, 2) + d, Fraction(1, 2) - d)) for d in
            (Fraction(1, 100), Fraction(1, 1000), Fraction(1, 10**6))]  # fmt: skip
    return [MANY, TWO, THREE, *near, *edges()[1:], *random_bandits(427, 25)]


@claim(
    "thesis.pinsker.T.relation",
    r"By Pinsker's inequality, $T^*_{\mathrm{TV}}(\nu)\ge\sqrt{2\,T^*_{\mathrm{KL}}(\nu)}$.",
    recorded="holds",
    stated=True,
    rests_on=("textbook.pinsker", "textbook.jensen"),
    kind="remark claim",
    place=PLACE,
    title="the two characteristic times",
    mutants={"sharper: 2.02 for 2": {"factor": Fraction(101, 50)}},
)
def pinsker(factor: Fraction = Fraction(2)) -> Verdict:
    """Certified times at random instances and near equality.

    KL >= 2 TV^2 and Jensen give sum w KL >= 2 (sum w TV)^2 for every w and lambda, whatever the
    laws are, so 1/T*_KL >= 2/T*_TV^2.
    """
    sides = Sides()
    for bandit in _instances():
        plain = characteristic_time(bandit).certificate(16).enclosure
        moved, case = printed_time(gaps_of(bandit)), dict[str, Any](nu=bandit, T_KL=plain)
        sides.at_most(plain * factor, moved**2, "T*_TV is smaller.", **case, T_TV=moved)
    return derived(
        "T*_TV^2 is at least 2 T*_KL, with equality in the limit of two arms close to 1/2.",
        covered="All instances and laws, by the two inequalities. Re-run: "
        f"{sides.cases} Bernoulli instances with 2 to 9 arms in enclosures of 16 digits.",
        sharpness=sides.sharpness,
    )


@claim(
    "thesis.pinsker.T.sum",
    r"For Bernoulli instances the bound $T^*_{\mathrm{KL}}(\nu)\le\sum_{a=1}^K\Delta_a^{-2}$ of "
    r"the non-private literature is the parallel of Proposition 4.26, where $\Delta_1=0$.",
    recorded="holds-vacuously",
    stated=True,
    repaired_by="thesis.pinsker.T.sum.repaired",
    kind="remark claim",
    place=PLACE,
    title="the printed sum has an infinite term",
    mutants={"Delta_1 := Delta_min": {"first": lambda gaps: min(gaps)}},
)
def infinite_sum(first: Callable[[Gaps], Fraction] = lambda gaps: Fraction(0)) -> Verdict:
    """With the gaps of Proposition 4.26 the term of the best arm is 1/0."""
    for bandit in (TWO, THREE, MANY):
        gap = first(gaps_of(bandit))
        require(gap == 0, "The sum is finite, so it says something.", nu=bandit, Delta_1=gap)
    return vacuous(
        "With Delta_a = mu_1 - mu_a of Proposition 4.26, Delta_1 = 0 and the sum is infinite; "
        "Delta_1 := Delta_min is meant by its source, and then it is true.",
        covered="Delta_1 = mu_1 - mu_1 = 0 for all instances.",
        beyond="The intended statement: thesis.pinsker.T.sum.repaired.",
    )


@claim(
    "thesis.pinsker.T.sum.repaired",
    r"For Bernoulli arms $T^*_{\mathrm{KL}}(\nu)\le\Delta_{\min}^{-2}+\sum_{a=2}^K\Delta_a^{-2}$.",
    recorded="holds",
    rests_on=("textbook.pinsker", "textbook.calculus"),
    kind="remark claim",
    place=PLACE,
    title="the sum with Delta_1 := Delta_min",
    mutants={
        "Delta_1 left out": {
            "total": lambda gaps: sum_with_the_least_gap(gaps) - 1 / min(gaps) ** 2
        },
        "sharper: one per cent less": {
            "total": lambda gaps: sum_with_the_least_gap(gaps) * Fraction(99, 100)
        },
    },
)
def sum_of_squares(total: Callable[[Gaps], Fraction] = sum_with_the_least_gap) -> Verdict:
    """Certified times, and the allocation with weights in proportion to Delta_a^-2.

    With S the sum and w_a = 1/(Delta_a^2 S), Pinsker bounds the cost of a pair from below by
    2 w_1 w_a/(w_1 + w_a) Delta_a^2 = (2/S) Delta_a^2/(Delta_min^2 + Delta_a^2) >= 1/S.
    """
    import sympy as sp

    g, x, s = sp.symbols("g x S", positive=True)  # Delta_min, Delta_a, the sum
    one, other = 1 / (g**2 * s), 1 / (x**2 * s)
    cost = 2 * one * other / (one + other) * x**2
    rest = sp.simplify(cost - 1 / s - (x**2 - g**2) / (s * (x**2 + g**2)))
    require(rest == 0, "The cost of a pair is another one.", difference=rest)
    sides = Sides()
    for bandit in _instances():
        gaps = gaps_of(bandit)
        plain = characteristic_time(bandit).certificate(16).enclosure
        case = dict[str, Any](nu=bandit, sum=total(gaps))
        sides.at_most(plain, total(gaps), "T*_KL is larger than the sum.", **case, T_KL=plain)
    return derived(
        "With Delta_1 := Delta_min the sum is above T*_KL, and nearly attained by two arms close "
        "to 1/2.",
        covered="All Bernoulli instances, by Pinsker's inequality and an allocation, symbolically. "
        f"Re-run: {sides.cases} instances with 2 to 9 arms in enclosures of 16 digits.",
        sharpness=sides.sharpness,
    )


whole(
    "thesis.pinsker.T",
    r"The bounds on $T^*_{\mathrm{TV}}$ for Bernoulli instances are the parallel of "
    r"$T^*_{\mathrm{KL}}"
    r"(\nu)\le\sum_{a=1}^K\Delta_a^{-2}$; by Pinsker's inequality, $T^*_{\mathrm{TV}}(\nu)\ge"
    r"\sqrt{2\,T^*_{\mathrm{KL}}(\nu)}$.",
    parts=("thesis.pinsker.T.relation", "thesis.pinsker.T.sum"),
)
