"""The claim about the characteristic time of normal arms, section 2.2.8."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.one_level_times import characteristic_time_again
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, need, require
from banditproof.theory import GaussianBandit, characteristic_time

Gaps = Sequence[Fraction]


def all_gaps(gaps: Gaps) -> Gaps:
    """The gaps, with the least one for the best arm too."""
    return (min(gaps), *gaps)


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
        "Delta_1 left out": {"of": lambda gaps: gaps},
        "2 and 3.9": {"factors": (Fraction(2), Fraction("3.9"))},
        "2.3 and 4": {"factors": (Fraction("2.3"), Fraction(4))},
    },
)
def gaussian_time(
    of: Callable[[Gaps], Gaps] = all_gaps,
    factors: tuple[Fraction, Fraction] = (Fraction(2), Fraction(4)),
) -> Verdict:
    """Certified times between the two sums.

    The cost is (Delta^2/2) w_1 w_a/(w_1 + w_a), and min(w_1, w_a)/2 <= w_1 w_a/(w_1 + w_a) <=
    min(w_1, w_a): so the time lies between that of the costs min(w_1, w_a) Delta_a^2/2, which is
    2/Delta_min^2 + the sum of 2/Delta_a^2 (as in Proposition 4.26), and twice it.
    """
    ratios, again = [], 0
    for gaps in gaussian_gaps():
        bandit = GaussianBandit((0, *(-gap for gap in gaps)))
        time = characteristic_time(bandit).certificate(15).enclosure
        low, high = (factor * sum(1 / gap**2 for gap in of(gaps)) for factor in factors)
        case = {"gaps": gaps, "T*": time, "lower_end": low, "upper_end": high}
        require(time >= low, "The time is below the lower end.", **case)
        attained = len(gaps) == 1 and time.contains(high)  # by two arms
        require(attained or time <= high, "The time is above the upper end.", **case)
        ratios.append(float(time) / float(sum(1 / gap**2 for gap in all_gaps(gaps))))
        if len(gaps) < 9:
            apart = abs(characteristic_time_again(bandit) / float(time) - 1)
            need(apart <= 1e-8, "The second route gives another time", gaps=gaps, apart=apart)
            again += 1
    many = float(characteristic_time(GaussianBandit((1, *[0] * 200))).enclosure) / 201
    return certified(
        f"T* times Delta^2 over the sum lies in [{min(ratios):.6f}, {max(ratios):.6f}], between 2 "
        "and 4: 4 is attained by two arms, where T* = 8/Delta^2, and 2 is approached by many equal "
        f"gaps, where T* = 2 (1 + sqrt(K - 1))^2/Delta^2: {many:.6f} at K = 201.",
        covered=f"{len(ratios)} instances with 2 to 201 arms in enclosures of 15 digits, "
        f"{again} of them by a second route in floats.",
        not_covered="All instances: the two inequalities in the docstring prove it.",
    )
