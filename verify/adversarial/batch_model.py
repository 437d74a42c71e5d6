"""Algorithm 1 as exact mathematics: which rounds each release reads, and with how much noise.

A conversion plays one arm for tau rounds, tells the learner the mean of the losses of a complete
batch with Laplace noise of scale 1 / (tau eps), and nothing of an incomplete one. Faster Rates for
Private Adversarial Bandits, Section 3.1 and Lemma 3. Wrong versions differ in one of the parts.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple
from banditproof.theory.enclosure import INFINITE, Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_positive


class Read(NamedTuple):
    """One release: the rounds that it adds up, what it divides by, and its noise.

    The noise is `scale` times the draw of the given number; each draw should be used once.
    """

    rounds: tuple[int, ...]
    divisor: Fraction
    scale: Fraction
    draw: int


@dataclass(frozen=True)
class BatchModel:
    """Batches of tau rounds, and a release of each complete one.

    >>> model = BatchModel(tau=2, eps="0.5")
    >>> model.reads(1, horizon=5)
    (Read(rounds=(1, 2), divisor=Fraction(2, 1), scale=Fraction(1, 1), draw=1),)
    >>> model.batches(5), model.reads(3, horizon=5)
    (3, ())
    """

    tau: int
    eps: Number

    def __post_init__(self) -> None:
        exact_count("tau", self.tau, least=1)
        exact_positive("eps", self.eps)

    @property
    def scale(self) -> Fraction:
        """The scale of the noise, 1 / (tau eps)."""
        return 1 / (self.tau * exact(self.eps))

    def batches(self, horizon: int) -> int:
        """How often the learner acts: once per batch, the incomplete one included."""
        return -(-horizon // self.tau)

    def rounds(self, batch: int, horizon: int) -> tuple[int, ...]:
        """The rounds in which the arm of a batch is played; both count from 1."""
        return tuple(range((batch - 1) * self.tau + 1, min(batch * self.tau, horizon) + 1))

    def reads(self, batch: int, horizon: int) -> tuple[Read, ...]:
        """What is released after a batch."""
        rounds = self.rounds(batch, horizon)
        if len(rounds) < self.tau:
            return ()
        return (Read(rounds, Fraction(self.tau), self.scale, batch),)


def price(model: BatchModel, horizon: int) -> Enclosure:
    """Enclose the pure privacy loss of the releases: the supremum over learners and adversaries.

    Given the arms and the releases so far, the next release is a Laplace mechanism. If the losses
    of round t change by at most 1, its centre moves by at most 1 / divisor where t is read, so its
    log-density moves by at most 1 / (divisor scale); the arms are drawn from what was released, and
    so are the losses of an adaptive adversary. A learner whose thresholds are beyond all centres
    attains the sum over all releases that read t. Two releases with the same draw, each divided by
    its scale, differ by a number without noise: the price is infinite unless that number is always
    the same; then the second one tells nothing.

    >>> price(BatchModel(tau=3, eps="0.5"), horizon=9)
    Enclosure(lo=Fraction(1, 2), hi=Fraction(1, 2))
    """
    spent: dict[int, Fraction] = {}
    drawn: dict[int, dict[int, Fraction]] = {}
    for batch in range(1, model.batches(horizon) + 1):
        for read in model.reads(batch, horizon):
            share = 1 / (read.divisor * read.scale)
            moved = {t: times * share for t, times in Counter(read.rounds).items()}
            before = drawn.setdefault(read.draw, moved)
            if before is moved:
                spent |= {t: spent.get(t, Fraction(0)) + cost for t, cost in moved.items()}
            elif before != moved:
                return INFINITE
    return Enclosure.of(max(spent.values(), default=Fraction(0)))


def local_price(model: BatchModel, horizon: int) -> Enclosure:
    """Enclose the local privacy loss of a round: what its own outputs tell of its losses.

    Every two rows of losses are compared, not neighbouring sequences. It is infinite if a release
    adds up several rounds, as somebody then sees their losses without noise. Algorithm 6 (tau = 1)
    is eps-locally private, Algorithm 1 with tau > 1 is not. Faster Rates for Private Adversarial
    Bandits, Definition 8 and Theorem 9.

    >>> local_price(BatchModel(tau=1, eps="0.5"), horizon=4)
    Enclosure(lo=Fraction(1, 2), hi=Fraction(1, 2))
    >>> local_price(BatchModel(tau=2, eps="0.5"), horizon=4).hi
    inf
    """
    for batch in range(1, model.batches(horizon) + 1):
        if any(len(read.rounds) > 1 for read in model.reads(batch, horizon)):
            return INFINITE
    return price(model, horizon)
