"""Compiled steps of a measure on a lattice of two totals: one more Laplace noise, one decision."""

import numpy as np
import numpy.typing as npt
from banditproof.theory.compiled import kernel

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@kernel
def add_laplace(measure: Floats, ratio: float, half: float) -> Floats:
    """The measure of row + floor(Y / step), for Laplace noise Y, along the first axis.

    floor(Y / step) = j has the mass half ratio^j for j >= 0 and half ratio^(-j-1) for j < 0. So
    the new measure is a sum of a geometric average of the rows before and one of the rows after.
    Only positive numbers are added and multiplied: no digits cancel.
    """
    rows, columns = measure.shape
    result = np.zeros((rows, columns))
    carried = np.zeros(columns)
    for i in range(rows):
        for j in range(columns):
            carried[j] = ratio * carried[j] + measure[i, j]
            result[i, j] = half * carried[j]
    carried[:] = 0.0
    for i in range(rows - 2, -1, -1):
        for j in range(columns):
            carried[j] = ratio * carried[j] + measure[i + 1, j]
            result[i, j] += half * carried[j]
    return result


@kernel
def share(point: int, first: int, second: int) -> float:
    """The probability of arm 1 at a point of a line where it begins to tie and where it wins."""
    return (0.5 if point >= first else 0.0) + (0.5 if point >= second else 0.0)


@kernel
def decide(
    known: Floats,
    least: Floats,
    most: Floats,
    late: Integers,
    early: Integers,
    fine: int,
    widths: Integers,
    small_tail: Floats,
    large_tail: Floats,
    small_mass: Floats,
    large_mass: Floats,
    slack: float,
) -> tuple[Floats, Floats, Floats, Floats, Floats, Floats]:
    """Split three measures on boxes of two totals by which arm is pulled.

    Box (i, j) holds totals in [i, i + widths[0]] x [j, j + widths[1]], in steps. `late[:, y]` and
    `early[:, y]` are bounds of where, on the fine line y, arm 1 begins to tie and to win, in
    steps / fine. In a box that the border does not cross all measures are split alike. In the
    others the place inside the box matters: for `known` its law lies between a small and a large
    one, given by masses and tails on the fine lattice, and the result joins `least` and `most`;
    for those the place is unknown. Returns (known, least, most) of arm 1, then of arm 2.
    """
    rows, columns = known.shape
    wide, high = widths[0], widths[1]
    first, one_least, one_most = np.zeros(known.shape), np.zeros(known.shape), np.zeros(known.shape)
    second, two_least, two_most = (
        np.zeros(known.shape),
        np.zeros(known.shape),
        np.zeros(known.shape),
    )
    span = len(small_tail)
    for i in range(rows):
        for j in range(columns):
            if most[i, j] == 0.0 and known[i, j] == 0.0:
                continue
            top, bottom = (j + high) * fine, j * fine
            # The worst corner of the box for arm 1: its own total lowest, the other highest, the
            # border late.
            low = share(i * fine, late[0, top], late[1, top])
            up = share((i + wide) * fine, early[0, bottom], early[1, bottom])
            if low == up:
                first[i, j], second[i, j] = known[i, j] * low, known[i, j] * (1.0 - low)
                one_least[i, j], two_least[i, j] = least[i, j] * low, least[i, j] * (1.0 - low)
                one_most[i, j], two_most[i, j] = most[i, j] * low, most[i, j] * (1.0 - low)
                continue
            inside_low, inside_up = low, up
            if known[i, j] > 0.0:
                inside_low, inside_up = 0.0, 0.0
                for b in range(len(large_mass)):
                    for level in range(2):
                        # Each of the `high` places inside cells was floored to the fine lattice, so
                        # the total of arm 2 may be as many fine steps higher. Arm 1 small and arm 2
                        # large in likelihood is the least chance.
                        need = late[level, bottom + b + high] - i * fine
                        tail = 1.0 if need <= 0 else (small_tail[need] if need < span else 0.0)
                        inside_low += 0.5 * large_mass[b] * tail
                        # The mirror image: arm 1 may be `wide` fine steps higher than its floored
                        # places.
                        need = early[level, bottom + b] - i * fine - wide
                        tail = 1.0 if need <= 0 else (large_tail[need] if need < span else 0.0)
                        inside_up += 0.5 * small_mass[b] * tail
                inside_low = max(low, inside_low - slack)
                inside_up = min(up, inside_up + slack)
            one_least[i, j] = least[i, j] * low + known[i, j] * inside_low
            one_most[i, j] = most[i, j] * up + known[i, j] * inside_up
            two_least[i, j] = least[i, j] * (1.0 - up) + known[i, j] * (1.0 - inside_up)
            two_most[i, j] = most[i, j] * (1.0 - low) + known[i, j] * (1.0 - inside_low)
    return first, one_least, one_most, second, two_least, two_most
