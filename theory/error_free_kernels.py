"""Rounded sums and products of two floats together with their exact errors, compiled."""

from .compiled import kernel

_SPLIT = 134217729.0  # 2^27 + 1, Veltkamp's constant


@kernel
def two_sum(a: float, b: float) -> tuple[float, float]:
    """The rounded sum and its exact error."""
    s = a + b
    t = s - a
    return s, (a - (s - t)) + (b - t)


@kernel
def add(total: float, error: float, term: float) -> tuple[float, float]:
    """A sum and its collected errors, both after one more term."""
    total, low = two_sum(total, term)
    return total, error + low


@kernel
def two_product(a: float, b: float) -> tuple[float, float]:
    """The rounded product and its exact error; factors below 1e290, product above 1e-290."""
    p = a * b
    c = _SPLIT * a
    a_hi = c - (c - a)
    a_lo = a - a_hi
    c = _SPLIT * b
    b_hi = c - (c - b)
    b_lo = b - b_hi
    return p, ((a_hi * b_hi - p) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo
