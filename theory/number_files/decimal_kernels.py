"""Rows of plain decimals, read from bytes as correctly rounded floats, without checks.

A decimal of at most 15 digits over a power of ten up to 10^22 needs one rounded division. Others
are computed with twice the digits of a float; where even these do not decide which float is the
nearest, and for every row that is not of plain decimals, the caller reads the row.
"""

from typing import Any
import numpy as np
from banditproof.theory.compiled import kernel
from banditproof.theory.error_free_kernels import two_product, two_sum

Array = Any
COMMA, DOT, HASH, MINUS, PLUS = 44, 46, 35, 45, 43
SPACE, TAB, NEWLINE, RETURN = 32, 9, 10, 13
ZERO, NINE, SMALL_E, LARGE_E = 48, 57, 101, 69

HALF = 15
"""Digits that are collected in one integer, which is exact as a float."""
SAFE = 22
"""The largest power of ten that is a float."""
POWERS = tuple(float(10**power) for power in range(SAFE + 1))
UNSURE = 2.0**-98
"""Far above the relative rounding of the doubled floats."""


@kernel
def nearest(high: float, low: float, power: int) -> float:
    """The float nearest to (high + low) 10^power, |power| <= 44, of a positive number; else NaN.

    `high` and `low` are the parts of an exact integer below 10^30.
    """
    size = abs(power)
    most = min(size, SAFE)
    scale, rest = two_product(POWERS[most], POWERS[size - most])
    if power >= 0:
        value, error = two_product(high, scale)
        error += high * rest + low * scale
    else:
        value = high / scale
        product, off = two_product(value, scale)
        error = (((high - product) - off) + (low - value * rest)) / scale
    value, error = two_sum(value, error)
    margin = value * UNSURE
    if value + (error - margin) == value and value + (error + margin) == value:
        return value
    return np.nan


@kernel
def read_rows(
    text: Array, start: int, images: Array, row: int, places: Array
) -> tuple[int, int, bool]:
    """Read rows of plain decimals, separated by commas, from bytes that end with a whole line.

    Rows are written into `images` from number `row` on, and where they begin into `places`. Empty
    lines and lines that begin with # are skipped. The
    answer is where reading ended (the end, or the first line that is not such a row), the number
    of the next row, and whether all decimals had at most 15 digits and a usual size.
    """
    size = len(text)
    capacity, columns = images.shape
    short = True
    while start < size and row < capacity:
        at = start
        if text[at] == NEWLINE or text[at] == RETURN:
            start += 1
            continue
        if text[at] == HASH:
            while start < size and text[start] != NEWLINE and text[start] != RETURN:
                start += 1
            continue
        brief = True
        column = 0
        while column < columns:
            while at < size and (text[at] == SPACE or text[at] == TAB):
                at += 1
            negative = at < size and text[at] == MINUS
            if at < size and (negative or text[at] == PLUS):
                at += 1
            high, low, zeros = 0, 0, 0  # the digits are high, then low, then so many zeros
            collected, exponent, seen = 0, 0, 0
            pointed = False
            while at < size:
                digit = int(text[at]) - ZERO
                if 0 <= digit <= 9:
                    seen += 1
                    if pointed:
                        exponent -= 1
                    if digit == 0:
                        if collected > 0:
                            zeros += 1
                    else:
                        # the zeros before this digit count, and the digit
                        while zeros >= 0 and collected < 2 * HALF:
                            next_digit = digit if zeros == 0 else 0
                            if collected < HALF:
                                high = 10 * high + next_digit
                            else:
                                low = 10 * low + next_digit
                            collected += 1
                            zeros -= 1
                        if zeros >= 0:
                            return start, row, short
                        zeros = 0
                elif digit == DOT - ZERO and not pointed:
                    pointed = True
                else:
                    break
                at += 1
            if seen == 0:
                return start, row, short
            if at < size and (text[at] == SMALL_E or text[at] == LARGE_E):
                at += 1
                below = at < size and text[at] == MINUS
                if at < size and (below or text[at] == PLUS):
                    at += 1
                written, digits = 0, 0
                while at < size and ZERO <= text[at] <= NINE and digits < 4:
                    written = 10 * written + int(text[at]) - ZERO
                    digits += 1
                    at += 1
                if digits == 0:
                    return start, row, short
                exponent += -written if below else written
            power = exponent + zeros
            if collected == 0:
                value = 0.0
            elif collected <= HALF and -SAFE <= power <= SAFE:
                value = high * POWERS[power] if power >= 0 else high / POWERS[-power]
            else:
                brief = brief and collected <= HALF
                if abs(power) > 2 * SAFE:
                    return start, row, short
                total, error = float(high), 0.0
                if collected > HALF:
                    total, error = two_product(total, POWERS[collected - HALF])
                    total, error = two_sum(total, error + low)
                value = nearest(total, error, power)
                if value != value:
                    return start, row, short
            images[row, column] = -value if negative else value
            while at < size and (text[at] == SPACE or text[at] == TAB):
                at += 1
            column += 1
            if column < columns:
                if at >= size or text[at] != COMMA:
                    return start, row, short
                at += 1
        if at < size and text[at] != NEWLINE and text[at] != RETURN:
            return start, row, short
        short = short and brief
        places[row] = start
        row += 1
        start = at + 1
    return min(start, size), row, short
