"""Noise drawn in floating point: which outputs are reachable tells the secret.

A generator with 2048 seeds in place of 2^53; for each seed the release is computed in floats, so
the law of the released float is known exactly. The coarse generator itself costs a small delta.
"""

import math
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
import numpy as np
from banditproof.theory.budgets import ApproxDP
from .finite_law_judge import finite_law_entry

SEEDS = 2048


@dataclass(frozen=True)
class FloatLaplace:
    """A count plus Laplace noise of scale 1, in double or half precision.

    `grid` rounds the released number to integers, which is post-processing of the real sum.
    """

    grid: bool = True
    half_precision: bool = False

    def law(self, data: int) -> dict[float, Fraction]:
        """The exact law of the released float."""
        seen = Counter(self._release(data, seed) for seed in range(SEEDS))
        return {value: Fraction(number, SEEDS) for value, number in seen.items()}

    def _release(self, data: int, seed: int) -> float:
        u = (seed + 0.5) / SEEDS - 0.5
        noise = -math.copysign(math.log1p(-2 * abs(u)), u)
        total = float(np.float16(data) + np.float16(noise)) if self.half_precision else data + noise
        return float(math.floor(total + 0.5)) if self.grid else total


REFERENCE = FloatLaplace()
HALF = FloatLaplace(half_precision=True)
_entry = finite_law_entry(((0, 1), (7, 8)), ApproxDP(1, Fraction(1, 32)))

ENTRIES = (
    _entry("holes of floating-point noise", replace(REFERENCE, grid=False), REFERENCE),
    _entry("bits of the least precise summand", replace(HALF, grid=False), HALF),
)
