"""Bandit mechanisms whose released numbers are noisy, but whose decisions are not.

Two arms are pulled twice each, and their sums carry discrete Laplace noise. What leaves: whether a
further phase is played, how many pulls it has, and the arm that is recommended. One of these reads
the raw sums in each mutant. All laws are rational; large noises are clamped, as post-processing.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Literal
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import DiscreteLaplace
from banditproof.verify.exact_laws.finite_noise import ClampedRelease, geometric_ratio
from .finite_law_judge import finite_law_entry, one_entry_apart

PAIRS = one_entry_apart(product((0, 1), repeat=4))
RELEASE = ClampedRelease(DiscreteLaplace(geometric_ratio(Fraction(1))), 0, 2, cut=6)
Reads = Literal["noisy", "raw"]
Sums = tuple[int, int]


@dataclass(frozen=True)
class TwoArms:
    """Rewards 1, 2 are of the first arm and 3, 4 of the second; each part says what it reads."""

    stops_on: Reads = "noisy"
    counts_by: Reads = "noisy"
    recommends_by: Reads = "noisy"
    one_noise: bool = False

    def law(self, data: tuple[int, ...]) -> dict[tuple[bool, int, int], Fraction]:
        """The exact law of what is seen: stopped, pulls of the next phase, recommended arm."""
        raw = (sum(data[:2]), sum(data[2:]))
        results: dict[tuple[bool, int, int], Fraction] = {}
        for noisy, mass in self._noisy(raw):
            seen = {"noisy": noisy, "raw": raw}
            outcome = (
                _gap(seen[self.stops_on]) >= 2,
                1 + (_gap(seen[self.counts_by]) == 0),
                int(seen[self.recommends_by][1] > seen[self.recommends_by][0]),
            )
            results[outcome] = results.get(outcome, Fraction(0)) + mass
        return results

    def _noisy(self, raw: Sums) -> list[tuple[Sums, Fraction]]:
        laws = [
            [(v, Fraction(w, RELEASE.total)) for v, w in zip(window, weights, strict=True)]
            for window, weights in ((RELEASE.window, RELEASE.weights(total)) for total in raw)
        ]
        if self.one_noise:
            shift = raw[1] - raw[0]
            return [((v, v + shift), mass) for v, mass in laws[0]]
        return [((v, w), p * q) for v, p in laws[0] for w, q in laws[1]]


def _gap(sums: Sums) -> int:
    return abs(sums[0] - sums[1])


REFERENCE = TwoArms()
_entry = partial(finite_law_entry(PAIRS, PureDP(1)), reference=REFERENCE)

ENTRIES = (
    _entry("one scalar of noise for all arms", replace(REFERENCE, one_noise=True)),
    _entry("stopping on the raw statistic", replace(REFERENCE, stops_on="raw")),
    _entry("recommendation from raw means", replace(REFERENCE, recommends_by="raw")),
    _entry("pull counts that follow raw rewards", replace(REFERENCE, counts_by="raw")),
)
