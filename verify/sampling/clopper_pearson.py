"""Exact confidence limits of a probability from a count: Clopper and Pearson's, certified."""

from fractions import Fraction
from typing import Any
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, enclose, lower, upper, working_precision
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_probability


def _tail_ball(n: int, p: arb, k: int) -> arb:
    """P(Bin(n, p) >= k), for 1 <= k <= n, as an incomplete beta integral."""
    return p.beta_lower(arb(k), arb(n - k + 1), True)


def binomial_tail(n: int, p: Number, k: int, digits: int = 15) -> Enclosure:
    """P(Bin(n, p) >= k), enclosed.

    >>> print(binomial_tail(10, "0.5", 9).decimal_lo(8))
    0.010742187
    """
    exact_count("n", n)
    mean = exact_probability("p", p)
    if k <= 0 or mean == 1 or k > n or mean == 0:
        return Enclosure.of(int(k <= 0 or (mean == 1 and k <= n)))
    return enclose(lambda: _tail_ball(n, ball(mean), k), digits)


def binomial_tail_of(n: int, p: Any, k: int) -> arb:
    """P(Bin(n, p) >= k) for a ball p, at the working precision."""
    if k <= 0:
        return arb(1)
    return arb(0) if k > n else _tail_ball(n, p, k)


def _checked(hits: int, runs: int, level: Number) -> tuple[int, int, Fraction]:
    n, k = exact_count("runs", runs), exact_count("hits", hits)
    if k > n:
        raise ValueError(f"There are {k} hits in {n} runs; give at most as many hits as runs.")
    gamma = exact(level)
    if not 0 < gamma < 1:
        raise ValueError(f"The level is {level}; give a number strictly between 0 and 1.")
    return k, n, gamma


def lower_limit(hits: int, runs: int, level: Number, bits: int = 36) -> Enclosure:
    """The p at which P(Bin(runs, p) >= hits) = level, to a relative width of 2^-bits.

    It is 0 without hits.

    A probability below its lower end has produced so many hits with probability at most `level`:
    the confidence statement p >= lo errs with probability at most `level`. Thesis, Section 2.3.7.

    >>> print(lower_limit(5, 10, "0.025").decimal_lo(12))
    0.187086028447
    """
    k, n, gamma = _checked(hits, runs, level)
    if k == 0:
        return ZERO
    return _root(k, n, gamma, bits)


def upper_limit(hits: int, runs: int, level: Number, bits: int = 36) -> Enclosure:
    """The p at which P(Bin(runs, p) <= hits) = level; 1 if every run is a hit.

    The confidence statement p <= hi errs with probability at most `level`.

    >>> print(upper_limit(0, 10, "0.05").decimal_hi(6))
    0.258866
    """
    k, n, gamma = _checked(hits, runs, level)
    return 1 - lower_limit(n - k, n, gamma, bits)


def _root(k: int, n: int, gamma: Fraction, bits: int) -> Enclosure:
    """The root of the tail in p, between two rationals at which its sign is certain."""
    from scipy.special import betaincinv

    guess = exact(float(betaincinv(k, n - k + 1, float(gamma))))
    margin = max(guess, Fraction(1, 1 << 1000)) / (1 << 40)
    for _ in range(
        64
    ):  # the float is accurate to a few bits more than this; otherwise the search widens
        # Both signs are proved in balls: the float only says where to look.
        lo, hi = max(guess - margin, Fraction(0)), min(guess + margin, Fraction(1))
        if _tail_is(k, n, lo, gamma, below=True) and _tail_is(k, n, hi, gamma, below=False):
            return _narrowed(k, n, lo, hi, gamma, bits)
        margin *= 1 << 16
    raise ArithmeticError(f"No limit was found for {k} hits in {n} runs at level {gamma}.")


def _tail_is(k: int, n: int, p: Fraction, gamma: Fraction, below: bool) -> bool:
    """Whether the tail at p is certainly at most, or at least, the level."""
    if p in (0, 1):
        return below == (p == 0)
    with working_precision(96 + max(p.denominator.bit_length() - 64, 0) // 2):
        tail = _tail_ball(n, ball(p), k)
        # The tail rises with p: at most the level means that p lies at the root or below it.
        return upper(tail) <= gamma if below else lower(tail) >= gamma


def _narrowed(k: int, n: int, lo: Fraction, hi: Fraction, gamma: Fraction, bits: int) -> Enclosure:
    while (hi - lo) * (1 << bits) > hi:
        middle, step = (lo + hi) / 2, (hi - lo) / 8
        if _tail_is(k, n, middle, gamma, below=True):
            lo = middle
        elif _tail_is(k, n, middle, gamma, below=False):
            hi = middle
        elif _tail_is(k, n, middle - step, gamma, True) and _tail_is(
            k, n, middle + step, gamma, False
        ):  # the root is too close to the middle to tell on which side
            lo, hi = middle - step, middle + step
        else:
            break
    return Enclosure(lo, hi)


def lower_limits(hits: Any, runs: Any, level: float) -> Any:
    """lower_limit of many counts at once, in float64.

    >>> bool(abs(lower_limits([0, 5], 10, 0.025)[1] - 0.187086028447) < 1e-12)
    True
    """
    from scipy.special import betaincinv

    k, n = np.broadcast_arrays(np.asarray(hits, float), np.asarray(runs, float))
    return np.where(k > 0, betaincinv(np.maximum(k, 1), np.maximum(n - k + 1, 1), level), 0.0)


def upper_limits(hits: Any, runs: Any, level: float) -> Any:
    """upper_limit of many counts at once, in float64."""
    from scipy.special import betaincinv

    k, n = np.broadcast_arrays(np.asarray(hits, float), np.asarray(runs, float))
    rest = np.maximum(n - k, 1)
    return np.where(k < n, betaincinv(k + 1, rest, 1 - level), 1.0)
