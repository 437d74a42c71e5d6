"""Exact samplers: from random integers to random integers, without floats.

Each law is built from two fair operations of a `Source`, so its probabilities are exactly the
declared ones, without any rounding. After Canonne, Kamath and Steinke (2020), The
Discrete Gaussian for Differential Privacy, Algorithms 1 to 3.
"""

from __future__ import annotations
from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import gcd, isqrt
from typing import TypeVar
import numpy as np

WORD = 1 << 63
"""The largest range that NumPy draws from in one piece."""

Outcome = TypeVar("Outcome")


class Source(ABC):
    """A source of uniform integers, and the three operations that samplers use.

    A source whose `coin`, `exp_coin` and `repeat` follow their exact laws instead of drawing
    gives the exact law of a sampler (`banditproof.verify.exact_laws.sampler_law`).
    """

    @abstractmethod
    def below(self, n: int) -> int:
        """A uniform integer of {0, ..., n - 1}."""

    def coin(self, p: int, q: int) -> bool:
        """True with probability p/q."""
        return self.below(q) < p

    def exp_coin(self, p: int, q: int) -> bool:
        """True with probability e^(-p/q), for 0 <= p <= q.

        The number of successive successes of coins gamma/1, gamma/2, gamma/3, ... with gamma =
        p/q is at least k with probability gamma^k / k!, so it is even with probability e^-gamma.
        """
        successes = 0
        # A coin p/q = 1 is sure and costs no randomness, so it is not drawn. Coin k has the success
        # probability gamma / k: their product up to k is gamma^k / k!.
        while (p == q and successes == 0) or self.coin(p, q * (successes + 1)):
            successes += 1
        return successes % 2 == 0

    def repeat(self, attempt: Callable[[Source], Outcome | None]) -> Outcome:
        """The outcome of the first attempt that has one: the law of an attempt, given that."""
        while True:
            outcome = attempt(self)
            if outcome is not None:
                return outcome


class GeneratorSource(Source):
    """Integers from a NumPy generator; reproducible from a seed, and as random as the generator.

    >>> GeneratorSource(np.random.default_rng(1)).below(10)
    4
    """

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def below(self, n: int) -> int:
        """A uniform integer of {0, ..., n - 1}, of any size."""
        if n <= WORD:
            return int(self.rng.integers(n))
        # n > 2^(bits - 1): more than half of all draws are inside. Surplus bits of the last byte
        # go.
        bits = (n - 1).bit_length()
        while True:  # enough fair bits, drawn again until the number is inside
            result = int.from_bytes(self.rng.bytes((bits + 7) // 8)) >> (-bits % 8)
            if result < n:
                return result


class SecretSource(Source):
    """Integers from the operating system's cryptographic generator; not reproducible.

    >>> 0 <= SecretSource().below(6) < 6
    True
    """

    def below(self, n: int) -> int:
        """A uniform integer of {0, ..., n - 1}."""
        from secrets import randbelow

        return randbelow(n)


def bernoulli(source: Source, p: Fraction) -> bool:
    """True with the rational probability p."""
    if not 0 <= p <= 1:
        raise ValueError(f"p is {p}, which is outside [0, 1]; give a number in [0, 1].")
    if p in (0, 1):
        return p == 1
    return source.coin(p.numerator, p.denominator)


def bernoulli_exp(source: Source, gamma: Fraction) -> bool:
    """True with probability e^-gamma, for a rational gamma >= 0."""
    if gamma < 0:
        raise ValueError(f"gamma is {gamma}, which is negative; give a number >= 0.")
    return _bernoulli_exp(source, gamma.numerator, gamma.denominator)


def _bernoulli_exp(source: Source, p: int, q: int) -> bool:
    """True with probability e^(-p/q), for any p >= 0 and q > 0.

    It is a product of factors e^-1 and one e^-rest, drawn one by one until the first fails.
    """
    whole, rest = divmod(p, q)
    if whole and not all(source.exp_coin(1, 1) for _ in range(whole)):
        return False
    common = gcd(rest, q)
    return rest == 0 or source.exp_coin(rest // common, q // common)


def logistic(source: Source, eps: Fraction) -> bool:
    """True with probability e^eps / (1 + e^eps): the true answer of randomised response."""

    def attempt(source: Source) -> bool | None:
        # The weights are 1/2 and e^-eps / 2; drawing again divides by their sum, so e^eps is never
        # computed.
        if source.coin(1, 2):
            return True
        return False if bernoulli_exp(source, eps) else None

    return source.repeat(attempt)


def geometric_exp(source: Source, scale: Fraction) -> int:
    """A number x >= 0 with probability proportional to e^(-x / scale), for a rational scale.

    With scale = t/s, a number of law e^(-x/t) is a remainder below t, drawn by rejection, plus t
    times a number of law e^-v; dividing it by s, rounded down, gives the law.
    """
    t, s = scale.numerator, scale.denominator

    def attempt(source: Source) -> int | None:
        # P(r) is proportional to e^(-r/t); for r = 0 the coin is sure.
        remainder = source.below(t) if t > 1 else 0
        return remainder if remainder == 0 or source.exp_coin(remainder, t) else None

    result = source.repeat(attempt)
    while source.exp_coin(1, 1):
        result += t
    # x = k s + r: the sum over r of e^(-(k s + r)/t) is proportional to e^(-k s/t) = e^(-k/scale).
    return result // s


@lru_cache(maxsize=256)
def _binary_coins(p: int, q: int) -> tuple[tuple[tuple[int, int], ...], tuple[int, int]]:
    """The coins of the binary digits of a geometric number, and the one of all higher digits."""
    digits = []
    # ratio^x is the product over the digits x_i of ratio^(2^i x_i). Where the ratio is at most 1/2,
    # the higher digits are drawn together: a plain count of successes is short from there on.
    while 2 * p > q:
        digits.append((p, p + q))
        p, q = p * p, q * q
    return tuple(digits), (p, q)


def geometric(source: Source, ratio: Fraction) -> int:
    """A number x >= 0 with probability (1 - ratio) ratio^x, for a rational ratio in (0, 1).

    The binary digits of x are independent, digit i being 1 with odds ratio^(2^i). The work grows
    like 1 / (1 - ratio), in the length of the integers that are drawn.
    """
    digits, (p, q) = _binary_coins(int(ratio.numerator), int(ratio.denominator))
    result = sum(1 << i for i, (item, both) in enumerate(digits) if source.coin(item, both))
    while source.coin(p, q):
        result += 1 << len(digits)
    return result


def _signed(source: Source, size: Callable[[Source], int]) -> int:
    """A size with a random sign, where the second of the two zeros is not counted."""

    def attempt(source: Source) -> int | None:
        result, negative = size(source), source.coin(1, 2)
        if not negative:
            return result
        # Both signs of 0 would count it twice: minus 0 is drawn again.
        return -result if result else None

    return source.repeat(attempt)


def discrete_laplace(source: Source, ratio: Fraction) -> int:
    """An integer y with probability (1 - ratio) / (1 + ratio) ratio^|y|, for a rational ratio.

    >>> source = GeneratorSource(np.random.default_rng(1))
    >>> [discrete_laplace(source, Fraction(1, 2)) for _ in range(5)]
    [1, 1, -2, -1, 1]
    """
    return _signed(source, lambda source: geometric(source, ratio))


def integer_laplace(source: Source, scale: Fraction) -> int:
    """An integer y with probability proportional to e^(-|y| / scale), for a rational scale > 0."""
    return _signed(source, lambda source: geometric_exp(source, scale))


def discrete_gaussian(source: Source, sigma_squared: Fraction) -> int:
    """An integer y with probability proportional to e^(-y^2 / (2 sigma^2)), sigma^2 rational.

    Proposals of law e^(-|y| / t) with t = floor(sigma) + 1 are kept with probability
    e^(-(|y| - sigma^2/t)^2 / (2 sigma^2)), the quotient of the two laws up to a constant.
    """
    p, q = sigma_squared.numerator, sigma_squared.denominator
    # floor(sqrt(floor(x))) is floor(sqrt(x)): no root is rounded.
    t = isqrt(p // q) + 1
    scale, doubled = Fraction(t), 2 * p * q * t * t

    def attempt(source: Source) -> int | None:
        proposal = integer_laplace(source, scale)
        distance = abs(proposal) * q * t - p  # over q t
        return proposal if _bernoulli_exp(source, distance * distance, doubled) else None

    return source.repeat(attempt)
