"""The binary tree mechanism: private prefix sums of a stream, from sums of dyadic blocks."""

from __future__ import annotations
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal
import numpy as np
from banditproof.theory.balls import ball, enclose, upper, working_precision
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.theory.enclosure import INFINITE, Enclosure
from banditproof.theory.exact import Number, exact_count, exact_positive
from banditproof.theory.parameter_names import accepts_epsilon
from .added_noise import Mechanism
from .discrete_gaussian import DiscreteGaussian
from .integer_laplace import IntegerLaplace
from .laplace import Laplace
from .no_noise import NoNoise

Node = tuple[int, int]
"""The first and the last step of a block, both counted from 1."""
Logarithm = Literal["natural", "binary"]


@dataclass(frozen=True)
class BinaryTree:
    """Releases the noisy sum of every dyadic block [j 2^k + 1, (j+1) 2^k] within the horizon.

    The prefix sum of t steps is the sum of as many blocks as t has ones in binary. A step is in
    one block of each level, so in at most levels = bit length of the horizon = 1 + floor(log2 T)
    blocks, and changing its value by at most 1 costs that many times the loss of one noise.
    Thesis, Section 2.1.5 and Figure 2.2.

    >>> tree = BinaryTree.calibrated(8, eps=1)
    >>> tree.noise, tree.loss(), tree.prefix(7)
    (Laplace(scale=Fraction(4, 1)), PureDP(eps=Fraction(1, 1)), ((1, 4), (5, 6), (7, 7)))
    """

    horizon: int
    noise: Mechanism

    def __post_init__(self) -> None:
        exact_count("horizon", self.horizon, least=1)

    @staticmethod
    @accepts_epsilon
    def calibrated(horizon: int, eps: Number) -> BinaryTree:
        """The tree with Laplace noise of the right scale: levels / eps."""
        levels = exact_count("horizon", horizon, least=1).bit_length()
        return BinaryTree(horizon, Laplace(levels / exact_positive("eps", eps)))

    @staticmethod
    @accepts_epsilon
    def as_printed(horizon: int, eps: Number, logarithm: Logarithm = "natural") -> BinaryTree:
        """The tree with the printed scale log(T) / eps, which is too small for every horizon.

        An irrational scale is rounded up by less than 1e-30 of it, in favour of the claim. For
        T = 1 there is no printed noise.
        """
        size, loss = _printed_arguments(horizon, eps, logarithm)
        if size == 1:
            return BinaryTree(horizon, NoNoise())
        if logarithm == "binary" and size & (size - 1) == 0:
            return BinaryTree(horizon, Laplace((size.bit_length() - 1) / loss))
        with working_precision(192):
            log = ball(size).log()
            scale = upper(log if logarithm == "natural" else log / ball(2).log())
        short = Fraction(math.ceil(scale * 2**110), 2**110)
        return BinaryTree(horizon, Laplace(short / loss))

    @property
    def levels(self) -> int:
        """The largest number of blocks that one step is in."""
        return self.horizon.bit_length()

    def nodes(self) -> Iterator[Node]:
        """All blocks, from the short ones to the long ones.

        >>> list(BinaryTree.calibrated(3, 1).nodes())
        [(1, 1), (2, 2), (3, 3), (1, 2)]
        """
        for level in range(self.levels):
            size = 1 << level
            for first in range(1, self.horizon - size + 2, size):
                yield first, first + size - 1

    def prefix(self, t: int) -> tuple[Node, ...]:
        """The blocks whose sums add up to the prefix sum of t steps, in order of time."""
        left = exact_count("t", t)
        if left > self.horizon:
            raise ValueError(f"The step is {t}, above the horizon {self.horizon}; give less.")
        result, first = [], 1
        for level in reversed(range(left.bit_length())):
            if left >> level & 1:
                result.append((first, first + (1 << level) - 1))
                first += 1 << level
        return tuple(result)

    def loss(self, sensitivity: Number = 1) -> PureDP | ZCDP:
        """The budget of releasing all blocks, when one step changes by at most the sensitivity.

        Levels times the loss of one noise, and no less: step 1 is in a block of each level, all
        of which move together. The prefix sums alone cost the same, because each block that some
        prefix ends with is a difference of two prefix sums, and all blocks of step 1 are such.
        """
        one = self.noise.loss(sensitivity)
        if isinstance(one, ZCDP):
            return ZCDP(self.levels * Fraction(one.rho))
        return PureDP(one.eps if one.eps in (0, math.inf) else self.levels * Fraction(one.eps))

    def variance(self, t: int) -> Fraction:
        """The variance of the estimate of the prefix sum of t steps, exact.

        >>> BinaryTree.calibrated(8, eps=1).variance(7)
        Fraction(96, 1)
        """
        blocks = len(self.prefix(t))
        if isinstance(self.noise, NoNoise):
            return Fraction(0)
        if isinstance(self.noise, IntegerLaplace | DiscreteGaussian):
            raise ValueError(
                f"The variance of {self.noise} is not rational; give Laplace, Gaussian or "
                "DiscreteLaplace noise."
            )
        return blocks * self.noise.variance

    def sample(self, stream: Sequence[Any], rng: np.random.Generator) -> tuple[Any, ...]:
        """The estimates of all prefix sums of a stream of values."""
        if len(stream) != self.horizon:
            raise ValueError(f"The stream has {len(stream)} steps; give {self.horizon}.")
        noisy = {
            (first, last): sum(stream[first - 1 : last]) + self.noise.sample(rng)
            for first, last in self.nodes()
        }
        return tuple(
            sum(noisy[node] for node in self.prefix(t)) for t in range(1, self.horizon + 1)
        )


def _printed_arguments(horizon: int, eps: Number, logarithm: Logarithm) -> tuple[int, Fraction]:
    if logarithm not in ("natural", "binary"):
        raise ValueError(f"The logarithm is {logarithm!r}; give 'natural' or 'binary'.")
    return exact_count("horizon", horizon, least=1), exact_positive("eps", eps)


@accepts_epsilon
def printed_tree_loss(
    horizon: int, eps: Number, logarithm: Logarithm = "natural", digits: int = 30
) -> Enclosure:
    """The true eps of the tree with the printed noise: levels eps / log T, infinite for T = 1.

    >>> print(printed_tree_loss(8, 1, digits=6), printed_tree_loss(8, 3, "binary").lo)
    1.923593387[8..9] 4
    """
    size, loss = _printed_arguments(horizon, eps, logarithm)
    levels = size.bit_length()
    if size == 1:
        return INFINITE
    if logarithm == "binary" and size & (size - 1) == 0:
        return Enclosure.of(levels * loss / (levels - 1))
    unit = Fraction(1 if logarithm == "natural" else 2)
    return enclose(
        lambda: ball(levels * loss) / ball(size).log() * (ball(unit).log() if unit > 1 else 1),
        digits,
    )
