"""The compiled loop over all reward tables."""

import numpy as np
import numpy.typing as npt
from banditproof.theory.compiled import kernel

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@kernel
def largest_over_tables(
    terms: Floats,
    low_lists: Integers,
    high_lists: Integers,
    low_bits: int,
    bit: int,
    arm_of: Integers,
    arms: int,
) -> tuple[float, int]:
    """The largest sum of terms over all tables whose neighbours differ in one row.

    terms[a, r] is the term of sequence a on list r against r with the given bit flipped. A table
    is a code; the list that it shows along sequence a, with reward 0 in the challenge round, is
    low_lists[a, low bits of the code] | high_lists[a, high bits]. The sequences which pull the
    same arm in the challenge round (arm_of) share one entry of its row, and the two values of
    that entry may be chosen for each arm on its own. Returns the sum and the code of the table.
    """
    sequences = terms.shape[0]
    mask = (1 << low_bits) - 1
    best, where = -1.0, 0
    zero = np.zeros(arms)
    one = np.zeros(arms)
    for code in range(high_lists.shape[1] << low_bits):
        low, high = code & mask, code >> low_bits
        zero[:] = 0.0
        one[:] = 0.0
        for a in range(sequences):
            shown = low_lists[a, low] | high_lists[a, high]
            zero[arm_of[a]] += terms[a, shown]
            one[arm_of[a]] += terms[a, shown | bit]
        total = 0.0
        for k in range(arms):
            total += max(zero[k], one[k])
        if total > best:
            best, where = total, code
    return best, where
