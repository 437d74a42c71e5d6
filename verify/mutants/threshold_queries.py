"""Sparse vector variants that are not private: wrong noise, a released value, no cutoff.

Discrete Laplace noise in place of the continuous one, on queries of sensitivity 1 with threshold
0, so that every law is rational: an answer string has as probability a sum over all integer noises
of the threshold, of products of two-sided geometric tails.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import prod
from banditproof.theory.budgets import PureDP
from banditproof.verify.exact_laws.finite_noise import geometric_ratio
from .finite_law_judge import all_pairs, finite_law_entry
from .geometric_series import sum_over_integers

QUERIES = 5
DATA = tuple(
    tuple(int((i < k) == low) for i in range(QUERIES)) for k in range(QUERIES) for low in (0, 1)
)
"""Queries that step once, up or down: where the answers of neighbours differ most."""


def _ratio(scale: Fraction) -> Fraction:
    return geometric_ratio(1 / scale)


@cache
def _at_least(scale: Fraction | None, gap: int) -> Fraction:
    """Pr[noise >= gap]."""
    if scale is None:
        return Fraction(int(gap <= 0))
    r = _ratio(scale)
    return r**gap / (1 + r) if gap > 0 else 1 - r ** (1 - gap) / (1 + r)


@dataclass(frozen=True)
class SparseVector:
    """Compares noisy queries with a noisy threshold, and stops after the `cutoff`-th above it.

    A scale of None is no noise. With `releases_value`, an answer above comes with its noisy query.
    """

    threshold_scale: Fraction | None = Fraction(2)
    query_scale: Fraction | None = Fraction(4)
    cutoff: int | None = 1
    releases_value: bool = False

    def law(self, data: tuple[int, ...]) -> dict[tuple[object, ...], Fraction]:
        """The exact law of the answers; values outside of a window share one outcome."""
        results: dict[tuple[object, ...], Fraction] = {}
        for answers in self._answers(len(data)):
            mass = self._mass(data, answers, None)
            if self.releases_value and answers[-1]:
                for value in range(-3, 4):
                    exactly = self._mass(data, answers, value)
                    results[(*answers, value)] = exactly
                    mass -= exactly
            results[answers] = mass
        return results

    def _answers(self, n: int) -> list[tuple[bool, ...]]:
        strings = []
        for length in range(1, n + 1):
            for answers in product((False, True), repeat=length):
                stops = self.cutoff is not None and sum(answers) == self.cutoff and answers[-1]
                goes_on = self.cutoff is None or sum(answers) < self.cutoff
                if stops or (goes_on and length == n):
                    strings.append(answers)
        return strings

    def _above(self, query: int, z: int) -> Fraction:
        """Pr[query + noise >= z]."""
        return _at_least(self.query_scale, z - query)

    def _mass(
        self, data: tuple[int, ...], answers: tuple[bool, ...], value: int | None
    ) -> Fraction:
        """Pr[answers], or Pr[answers and the last noisy query is the value]."""

        def given(z: int) -> Fraction:
            chances = [
                self._above(q, z) if above else 1 - self._above(q, z)
                for q, above in zip(data, answers, strict=False)
            ]
            if value is not None:
                last = data[len(answers) - 1]
                exactly = self._above(last, value) - self._above(last, value + 1)
                chances[-1] = exactly if value >= z else Fraction(0)
            return prod(chances, start=Fraction(1))

        if self.threshold_scale is None:
            return given(0)
        r = _ratio(self.threshold_scale)
        factor = Fraction(1) if self.query_scale is None else _ratio(self.query_scale)
        bases = [r * factor**k for k in range(len(answers) + 1)] if factor < 1 else [r]
        weight = (1 - r) / (1 + r)
        return weight * sum_over_integers(lambda z: r ** abs(z) * given(z), 4, bases)


REFERENCE = SparseVector()
"""The sparse vector technique with cutoff 1: eps/2 for the threshold, scale 4/eps for queries."""


TWICE = SparseVector(Fraction(4), Fraction(16, 3), cutoff=2)
"""With cutoff 2: eps/4 for the threshold and 3 eps/4 for two answers above."""


_entry = partial(finite_law_entry(all_pairs(DATA), PureDP(1)), reference=REFERENCE)

ENTRIES = (
    _entry("sparse vector releases the noisy query", replace(REFERENCE, releases_value=True)),
    _entry(
        "sparse vector with one scale for every cutoff",
        replace(TWICE, query_scale=Fraction(4, 3)),
        reference=TWICE,
    ),
    _entry("sparse vector without query noise", replace(REFERENCE, query_scale=None)),
    _entry("sparse vector that never stops", replace(REFERENCE, cutoff=None)),
    _entry("sparse vector with a bare threshold", replace(REFERENCE, threshold_scale=None)),
)
