"""What all kernels of engines share: the regret at checkpoints, and the tie rules."""

import numpy as np
import numpy.typing as npt
from banditproof.theory.compiled import kernel

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

FIRST, LAST, RANDOM = range(3)


@kernel
def note_regret(
    curve: Floats,
    checkpoints: Integers,
    passed: int,
    gaps: Floats,
    counts: Integers,
    arm: int,
    before: int,
    after: int,
) -> int:
    """Write the regret at the checkpoints in (before, after], while one arm is pulled.

    `counts` are the pulls until `before`. Regret is linear inside a batch, so it is exact.
    Returns how many checkpoints have been passed.
    """
    while passed < len(checkpoints) and checkpoints[passed] <= after:
        regret = gaps[arm] * (checkpoints[passed] - before)
        for a in range(len(gaps)):
            regret += gaps[a] * counts[a]
        curve[passed] = regret
        passed += 1
    return passed


@kernel
def broken_tie(tied: Integers, options: int, ties: int, u: float) -> int:
    """One of the first `options` entries of `tied`; a random tie is broken by u in [0, 1)."""
    if options == 1 or ties == FIRST:
        return int(tied[0])
    if ties == LAST:
        return int(tied[options - 1])
    return int(tied[int(u * options)])
