"""Counters and sums with Laplace noise whose budget is split, or not split, in the wrong way.

The released numbers are v = A r + B y; the largest log-density ratio over all outcomes and all
replacements of one reward in [0, 1] is known exactly (`verify.linear_releases`).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from banditproof.theory import Enclosure
from banditproof.theory.budgets import PureDP
from banditproof.verify.evidence import Grade
from banditproof.verify.linear_releases import LinearReleases
from .entry import Engine, Judgement, described, judged

ROUNDS = 8
CLAIM = PureDP(1)
Blocks = tuple[tuple[range, Fraction], ...]


@dataclass(frozen=True)
class BlockSums:
    """Releases the sum of each block of rounds, with its own Laplace noise of the given scale."""

    blocks: Blocks

    def releases(self) -> LinearReleases:
        """The releases as matrices."""
        n = len(self.blocks)
        return LinearReleases(
            tuple(tuple(Fraction(t in block) for t in range(ROUNDS)) for block, _ in self.blocks),
            tuple(tuple(Fraction(i == j) for j in range(n)) for i in range(n)),
            tuple(scale for _, scale in self.blocks),
        )


def judge(subject: BlockSums) -> Judgement:
    """Whether one replaced reward changes no density by more than e^eps, exactly."""
    releases = subject.releases()
    loss = releases.loss()
    result = Enclosure.of(loss)
    why = f"The releases of {ROUNDS} rounds lose exactly {loss}."
    return judged(loss <= Fraction(CLAIM.eps), Grade.PROVED, result, why)


def _equal(blocks: list[range], scale: int) -> BlockSums:
    return BlockSums(tuple((block, Fraction(scale)) for block in blocks))


def dyadic(rounds: int) -> list[range]:
    """The nodes of a binary tree over the rounds, all 1 + log2(rounds) levels.

    >>> [len(dyadic(2**k)) for k in range(4)]
    [1, 3, 7, 15]
    """
    sizes = [1 << k for k in range(rounds.bit_length())]
    return [range(start, start + size) for size in sizes for start in range(0, rounds, size)]


SINGLE = [range(t, t + 1) for t in range(ROUNDS)]
PREFIXES = [range(t + 1) for t in range(ROUNDS)]
HALVES = [range(4), range(4, 8)]
SLIDING = [range(start, start + 4) for start in range(0, 5, 2)]
LEVELS = ROUNDS.bit_length()


_entry = partial(described, engine=Engine.LINEAR, claim=CLAIM, judge=judge)

ENTRIES = (
    _entry("partial sums with the noise of one sum", _equal(PREFIXES, 1), _equal(PREFIXES, ROUNDS)),
    _entry(
        "smart sum with the noise of one level",
        _equal([*HALVES, *SINGLE], 1),
        _equal([*HALVES, *SINGLE], 2),
    ),
    _entry(
        "tree counter one level short",
        _equal(dyadic(ROUNDS), LEVELS - 1),
        _equal(dyadic(ROUNDS), LEVELS),
    ),
    _entry("parallel composition of sliding windows", _equal(SLIDING, 1), _equal(HALVES, 1)),
    _entry(
        "the whole budget for the mean and again for the comparison",
        _equal([HALVES[0], HALVES[0]], 1),
        _equal([HALVES[0], HALVES[0]], 2),
    ),
    _entry(
        "budget shared by arms that are one",
        BlockSums(tuple((HALVES[0], Fraction(k)) for k in (2, 3, 4))),
        BlockSums(tuple((HALVES[0], Fraction(k)) for k in (2, 3, 6))),
    ),
)
