"""Crafters: how a target, a secret bit and a release come about."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple
import numpy as np
from banditproof.algorithms.membership.mechanisms.mean_mechanism import Bits, Mechanism
from banditproof.algorithms.membership.row_laws.row_law import Floats, RowLaw, checked_target
from banditproof.theory.exact import Number, exact_count, exact_probability

HALF = Fraction(1, 2)


class Challenge(NamedTuple):
    """One round: what the adversary sees, and the bit that it must guess."""

    target: Floats
    release: Floats
    inside: bool
    """Whether the target was made one of the rows. A row may equal a target that was not."""


class Challenges(NamedTuple):
    """Many rounds, one behind the other along the first axis."""

    targets: Floats
    """One target for all rounds, or one for each."""
    releases: Floats
    bits: Bits

    @property
    def games(self) -> int:
        """The number of rounds."""
        return len(self.bits)


@dataclass(frozen=True, eq=False)
class AverageTarget:
    """The target is drawn from the law of the rows: alone, or as one of the rows.

    A data set of n independent rows is drawn, and a coin; heads (with probability `prior`) makes
    the target a row with an index drawn at random, tails an independent draw. Thesis, Section
    2.3.1, Algorithm 4.

    >>> from banditproof.algorithms.membership import BernoulliColumns, ExactMean
    >>> crafter = AverageTarget(ExactMean(), BernoulliColumns(("1/2", "1/3")), 10)
    >>> crafter.craft(np.random.default_rng(1)).release.shape
    (2,)
    """

    mechanism: Mechanism
    law: RowLaw
    rows: int
    prior: Number = HALF

    def __post_init__(self) -> None:
        _check(self.rows, self.prior)

    def craft(self, rng: np.random.Generator) -> Challenge:
        """One round, with its own data set."""
        rows = self.law.draw(self.rows, rng)
        inside = coin(self.prior, rng)
        target = rows[rng.integers(self.rows)] if inside else self.law.draw(1, rng)[0]
        return Challenge(target.copy(), self.mechanism.release(rows, rng), inside)

    def craft_many(self, games: int, rng: np.random.Generator) -> Challenges:
        """Independent rounds, from sums of rows."""
        bits = coins(self.prior, games, rng)
        targets = self.law.draw(games, rng)
        return Challenges(
            targets, _bulk(self.mechanism, self.law, self.rows, targets, bits, rng), bits
        )


@dataclass(frozen=True, eq=False)
class FixedTarget:
    """The target is given; the coin decides whether it replaces one of the rows.

    Thesis, Section 6.2.2, Algorithm 11.

    >>> from banditproof.algorithms.membership import BernoulliColumns, ExactMean
    >>> crafter = FixedTarget(ExactMean(), BernoulliColumns((0,)), 4, np.ones(1))
    >>> sorted({float(crafter.craft(np.random.default_rng(seed)).release[0]) for seed in range(9)})
    [0.0, 0.25]
    """

    mechanism: Mechanism
    law: RowLaw
    rows: int
    target: Floats
    prior: Number = HALF

    def __post_init__(self) -> None:
        _check(self.rows, self.prior)
        object.__setattr__(self, "target", checked_target(self.law, self.target))

    def craft(self, rng: np.random.Generator) -> Challenge:
        """One round, with its own data set."""
        rows = self.law.draw(self.rows, rng)
        inside = coin(self.prior, rng)
        if inside:
            rows[rng.integers(self.rows)] = self.target
        return Challenge(self.target, self.mechanism.release(rows, rng), inside)

    def craft_many(self, games: int, rng: np.random.Generator) -> Challenges:
        """Independent rounds, from sums of rows."""
        bits = coins(self.prior, games, rng)
        releases = _bulk(self.mechanism, self.law, self.rows, self.target, bits, rng)
        return Challenges(self.target, releases, bits)


Crafter = AverageTarget | FixedTarget


def coin(prior: Number, rng: np.random.Generator) -> bool:
    """True with the given probability, exactly.

    >>> coin(1, np.random.default_rng(0)), coin(0, np.random.default_rng(0))
    (True, False)
    """
    return bool(coins(prior, 1, rng)[0])


def coins(prior: Number, games: int, rng: np.random.Generator) -> Bits:
    """Independent coins of the given probability; exact if its denominator is below 2^62."""
    share = exact_probability("The prior", prior)
    if share.denominator < 1 << 62:
        return np.asarray(rng.integers(share.denominator, size=games) < share.numerator)
    return np.asarray(rng.random(games) < float(share))


def _bulk(
    mechanism: Mechanism,
    law: RowLaw,
    rows: int,
    targets: Floats,
    bits: Bits,
    rng: np.random.Generator,
) -> Floats:
    """Releases of many rounds: from sums if the mechanism can, from data sets otherwise."""
    in_bulk = getattr(mechanism, "in_bulk", None)
    if in_bulk is not None:
        return np.asarray(in_bulk(law, rows, targets, bits, rng))
    results = []
    for game, inside in enumerate(bits):
        data = law.draw(rows, rng)
        if inside:
            data[rng.integers(rows)] = targets if targets.ndim == 1 else targets[game]
        results.append(mechanism.release(data, rng))
    return np.asarray(results)


def _check(rows: Number, prior: Number) -> None:
    exact_count("rows", rows, least=1)
    exact_probability("The prior", prior)
