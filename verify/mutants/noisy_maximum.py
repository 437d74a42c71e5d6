"""Report noisy max: the index is private at a noise that the value and a free lunch are not.

Discrete Laplace noise on three scores in {0, 1} that may all move by 1; the first of equal maxima
wins. All laws are rational.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod
from banditproof.theory.budgets import PureDP
from banditproof.verify.exact_laws.finite_noise import geometric_ratio
from .finite_law_judge import all_pairs, finite_law_entry
from .geometric_series import sum_over_integers

_entry = finite_law_entry(all_pairs(product((0, 1), repeat=3)), PureDP(1))


@dataclass(frozen=True)
class NoisyMaximum:
    """The first index of the largest noisy score, and its value if `releases_value`."""

    scale: Fraction = Fraction(2)
    releases_value: bool = False

    def law(self, data: tuple[int, ...]) -> dict[object, Fraction]:
        """The exact law; values outside of a window share one outcome."""
        r = geometric_ratio(1 / self.scale)
        bases = [r ** (k + 1) for k in range(len(data))]
        results: dict[object, Fraction] = {}

        def at_most(score: int, v: int) -> Fraction:
            gap = v - score
            return 1 - r ** (gap + 1) / (1 + r) if gap >= 0 else r**-gap / (1 + r)

        def wins(i: int, v: int) -> Fraction:
            others = (at_most(score, v - (j < i)) for j, score in enumerate(data) if j != i)
            exactly = at_most(data[i], v) - at_most(data[i], v - 1)
            return exactly * prod(others, start=Fraction(1))

        for i in range(len(data)):
            rest = sum_over_integers(lambda v, i=i: wins(i, v), 4, bases)  # type: ignore[misc]
            for value in range(-8, 5) if self.releases_value else ():
                results[(i, value)] = wins(i, value)
                rest -= results[(i, value)]
            results[i] = rest
        return results


REFERENCE = NoisyMaximum()

ENTRIES = (
    _entry("noisy max releases its value", replace(REFERENCE, releases_value=True), REFERENCE),
    _entry(
        "noisy max with the noise of one score", replace(REFERENCE, scale=Fraction(1)), REFERENCE
    ),
)
