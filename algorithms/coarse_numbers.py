"""Released numbers on a grid, so that their last digits show nothing of what was summed.

Continuous noise is drawn as a floating-point number, and a sum of such numbers keeps digits that
depend on the size of its terms: 1 + noise has fewer of them than 0 + noise. On a grid that is
coarse for floating point, and fine for the noise, they are gone. Rounding is post-processing.
"""

import math
from functools import lru_cache
from typing import Any
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, Laplace, Mechanism
from .ledger import Traced

BITS = 32
"""The step of the grid is the scale of the noise, up to a power of two, times 2^-32."""


@lru_cache(maxsize=256)
def step_of(noises: tuple[Mechanism, ...]) -> float:
    """The step of the grid for a number with such noises; 0 if none of them is continuous.

    >>> step_of((Laplace(1),)) == 2**-32, step_of((Laplace(20),)) == 2**-28
    (True, True)
    """
    scales = [float(exact(noise.scale)) for noise in noises if isinstance(noise, Laplace)]
    scales += [
        math.sqrt(float(exact(noise.sigma_squared)))
        for noise in noises
        if isinstance(noise, Gaussian)
    ]
    if not scales:
        return 0.0
    return 2.0 ** (math.floor(math.log2(max(scales))) - BITS)


def coarse(value: Any, noises: tuple[Mechanism, ...]) -> Any:
    """A plain or traced number, rounded to the grid of its noises; an integer stays as it is.

    >>> coarse(0.3, (Laplace(1),)) * 2**32, coarse(3, (Laplace(1),))
    (1288490189.0, 3)
    >>> coarse(1.0, (Laplace("1e-300"),))  # a float, whose steps are wider than those of the grid
    1.0
    """
    step = step_of(noises)
    bare = value.value if isinstance(value, Traced) else value
    if not step or not isinstance(bare, float) or not math.isfinite(bare / step):
        return value
    rounded = round(bare / step) * step
    return value.moved_to(rounded) if isinstance(value, Traced) else rounded
