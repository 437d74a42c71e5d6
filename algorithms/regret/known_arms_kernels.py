"""What the compiled index of a policy knows of the arms: a row of columns for each.

The index of a policy is compiled beside it, as a kernel `choose(log_t, budget, optimism, known,
phases, tied)`: it lists in `tied` the arms that the policy may pull, and returns how many there
are. `largest_of` makes one of the index of one arm. Decisions are those of `scores`, to the last
bit of rounding: an index is replaced by a bound only where the bound decides with a margin far
above rounding, and ties are found by equality of the same float64 formulas. Arguments are trusted;
`phase_level` prepares them.
"""

import math
import numpy as np
import numpy.typing as npt
from banditproof.theory.compiled import Kernel, kernel, with_parts

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

# What is known of each arm, one column each: the released sum, its clipped and unclipped mean,
# the pulls behind it and their logarithm; then what an index remembers of its last evaluation:
# its value, and a tangent by its height and slope at a point
TOTAL, MEAN, CLIPPED, PULLS, LOG_PULLS, CUT, VALUE, HEIGHT, POINT, SLOPE, UPPER = range(11)
COLUMNS = 11

MARGIN = 1e-12  # far above the 1e-14 of the formulas, far below what a run can resolve


@kernel
def learn_release(
    known: Floats,
    a: int,
    released: float,
    behind: float,
    log_behind: float,
    forgets: bool,
    eps: float,
    slope: float,
) -> None:
    """Replace the arm's sum by the released one, or add it; forget what its index remembers.

    `slope` makes the first bound of an index vacuous: infinite for an upper bound, 0 for a lower.
    """
    total = released if forgets else known[a, TOTAL] + released
    mean = total / behind
    x = min(max(mean, 0.0), 1.0)
    known[a, TOTAL] = total
    known[a, MEAN] = mean
    known[a, CLIPPED] = x
    known[a, PULLS] = behind
    known[a, LOG_PULLS] = log_behind
    known[a, CUT] = behind * (eps * (1.0 - x))
    known[a, VALUE] = 0.0
    known[a, HEIGHT] = 0.0
    known[a, POINT] = 0.0
    known[a, SLOPE] = slope


@kernel
def listed(tied: Integers, count: int, a: int) -> int:
    """Add an arm to a list that is kept in the order of the arms; return its new length."""
    place = count
    while place > 0 and tied[place - 1] > a:
        tied[place] = tied[place - 1]
        place -= 1
    tied[place] = a
    return count + 1


@kernel
def steepness(x: float, y: float, eps: float) -> float:
    """The derivative of d_eps(x, y) in y > x: the smaller one of its two branches."""
    yc = 1.0 - y
    private = -math.expm1(-eps) / (yc + y * math.exp(-eps))
    free = (y - x) / (y * yc) if yc > 0.0 else math.inf
    return min(private, free)


@kernel
def index(
    mean: float, pulls: float, phases: int, log_t: float, budget: float, optimism: float
) -> float:
    """The index of one arm: that of a policy, which `largest_of` puts in place of this one."""
    return mean


@kernel
def choose_largest(
    log_t: float, budget: float, optimism: float, known: Floats, phases: Integers, tied: Integers
) -> int:
    """List the arms with the largest index; return how many there are."""
    top = -math.inf
    count = 0
    for a in range(known.shape[0]):
        found = index(known[a, MEAN], known[a, PULLS], phases[a], log_t, budget, optimism)
        if found > top:
            top = found
            count = 0
        if found == top:
            tied[count] = a
            count += 1
    return count


def largest_of(own: Kernel[..., float]) -> Kernel[..., int]:
    """The choice of a policy that evaluates its index of every arm."""
    return with_parts(choose_largest, index=own)
