"""The claim about the characteristic time of normal arms, section 2.2.8."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.one_level_times import characteristic_time_again
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory import GaussianBandit, characteristic_time
from banditproof.verify.evidence import Grade

Bounds = Callable[[Sequence[Fraction]], tuple[Fraction, Fraction]]


def printed_ends(gaps: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """2 and 4 times the sum of 1/Delta_a^2, with the least gap for the best arm too."""
    total = sum((1 / gap**2 for gap in (min(gaps), *gaps)), Fraction(0))
    return 2 * total, 4 * total


def without_the_best(gaps: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """The sums over the other arms only."""
    total = sum((1 / gap**2 for gap in gaps), Fraction(0))
    return 2 * total, 4 * total


def _scaled(
    gaps: Sequence[Fraction], lower: Fraction, upper: Fraction
) -> tuple[Fraction, Fraction]:
    """Wrong constants."""
    low, high = printed_ends(gaps)
    return low * lower, high * upper


def gaussian_gaps() -> list[tuple[Fraction, ...]]:
    """Gaps of normal instances: equal ones, very different ones, and random ones."""
    rng = np.random.default_rng(228)
    drawn = [
        tuple(Fraction(int(i), 50) for i in rng.integers(1, 100, rng.integers(1, 8)))
        for _ in range(25)
    ]
    equal = [(Fraction(1),) * (arms - 1) for arms in (2, 3, 5, 201)]
    return [*drawn, *equal, (Fraction(1, 1000), Fraction(1), Fraction(50))]


@claim(
    "thesis.gauss.Tstar",
    r"For normal arms of variance 1 with $\mu_1>\mu_2\ge\dots\ge\mu_K$ and $\Delta_1:=\Delta_2$: "
    r"$\sum_{a=1}^K2/\Delta_a^2\le T^*_{\mathrm{KL}}(\nu)\le\sum_{a=1}^K4/\Delta_a^2$.",
    recorded="holds",
    mutants={
        "Delta_1 left out": {"ends": without_the_best},
        "2 and 3.9": {
            "ends": lambda gaps: (printed_ends(gaps)[0], printed_ends(gaps)[1] * 39 / 40)
        },
        "2.3 and 4": {
            "ends": lambda gaps: (printed_ends(gaps)[0] * 23 / 20, printed_ends(gaps)[1])
        },
    },
)
def gaussian_time(ends: Bounds = printed_ends) -> Verdict:
    """Certified times between the two sums.

    The cost is (Delta^2/2) w_1 w_a/(w_1 + w_a), and min(w_1, w_a)/2 <= w_1 w_a/(w_1 + w_a) <=
    min(w_1, w_a): so the time lies between that of the costs min(w_1, w_a) Delta_a^2/2, which is
    2/Delta_min^2 + the sum of 2/Delta_a^2 (as in Proposition 4.26), and twice it.
    """
    least, most, apart, again = 9.0, 0.0, 0.0, 0
    for gaps in gaussian_gaps():
        bandit = GaussianBandit((0, *(-gap for gap in gaps)))
        time = characteristic_time(bandit).certificate(15).enclosure
        low, high = ends(gaps)
        attained = len(gaps) == 1 and time.contains(high)  # by two arms
        if time.lo < low or not (time.hi <= high or attained):
            return fails(
                Grade.CERTIFIED,
                "The time is outside.",
                witness=f"Gaps {[float(g) for g in gaps]}: T* = {time}, ends {float(low)} and "
                f"{float(high)}.",
            )
        ratio = 2 * float(time) / float(printed_ends(gaps)[0])
        least, most = min(least, ratio), max(most, ratio)
        if len(gaps) < 9:
            apart = max(apart, abs(characteristic_time_again(bandit) / float(time) - 1))
            again += 1
    many = characteristic_time(GaussianBandit((1, *[0] * 200))).enclosure
    quotient = float(many) / 402
    if apart > 1e-8:
        raise RuntimeError(f"The second route differs by {apart}.")
    return holds(
        Grade.CERTIFIED,
        f"T* times Delta^2 over the sum lies in [{least:.6f}, {most:.6f}], between 2 and 4: 4 is "
        "attained by two arms, where T* = 8/Delta^2, and 2 is approached by many equal gaps, "
        f"where T* = 2 (1 + sqrt(K - 1))^2/Delta^2: {2 * quotient:.6f} at K = 201.",
        numbers={
            "T* at K = 201, gap 1": many,
            "over the lower end": quotient,
            "routes apart": apart,
        },
        covered=f"{len(gaussian_gaps())} instances with 2 to 201 arms in enclosures of 15 digits, "
        f"{again} of them by a second route in floats.",
        not_covered="All instances: the two inequalities in the docstring prove it.",
    )
