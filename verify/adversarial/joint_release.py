"""Arms and noisy vectors of batched EXP4, released jointly: their exact law on small instances.

The vector of a batch is made of the arms that the batch played, so the arms are no function of the
vectors and their own coins: given the vectors, their law still depends on the losses. But the
arms of a batch are drawn from a law that only earlier releases and public advice determine; given
them, the vector is a Laplace mechanism. So both together are as private as the vectors. Faster
Rates for Private Adversarial Bandits, proof of Theorem 10; claim `adv.thm10.post`.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.algorithms.adversarial.loss_sequences import table_losses
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import INFINITE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact
from .laplace_cells import ONE_MASS, CellMass, tail
from .transcript_law import ExactAdversary, losses_of

Row = tuple[Fraction, ...]
Bits = tuple[int, ...]
Weights = Callable[[tuple[Bits, ...]], Row]
"""The weights of the experts, by the bits of the vectors so far."""


@dataclass(frozen=True)
class Outcome:
    """The arms of all rounds, and of each batch's vector which coordinates are above a level."""

    arms: tuple[int, ...]
    bits: tuple[Bits, ...]


@dataclass(frozen=True)
class VectorGame:
    """Batches of tau rounds under public advice: what Algorithm 2 plays and releases.

    `advice` has for each round a row for each expert. Of a coordinate of a vector one sees whether
    it is above `level`; `weights` turns what was seen into the weights of the experts.
    """

    tau: int
    gamma: Fraction
    scale: Fraction
    level: Fraction
    advice: tuple[tuple[Row, ...], ...]
    weights: Weights

    def law(self, losses: ExactAdversary | Sequence[Sequence[Number]]) -> dict[Outcome, CellMass]:
        """The exact law of the outcome, for fixed losses or for an adaptive adversary."""
        adversary = losses if isinstance(losses, ExactAdversary) else table_losses(losses)
        nodes: dict[Outcome, CellMass] = {Outcome((), ()): ONE_MASS}
        horizon = adversary.horizon
        for start in range(0, horizon, self.tau):
            batch = range(start, min(start + self.tau, horizon))
            extended: dict[Outcome, CellMass] = {}
            for node, mass in nodes.items():
                for arms in product(range(adversary.arms), repeat=len(batch)):
                    self._after(node, mass, arms, batch, adversary, extended)
            nodes = extended
        return nodes

    def _after(
        self,
        node: Outcome,
        mass: CellMass,
        arms: tuple[int, ...],
        batch: range,
        adversary: ExactAdversary,
        extended: dict[Outcome, CellMass],
    ) -> None:
        chances = [self.chance(node, arms[: t - batch.start], adversary) for t in batch]
        for arm, law in zip(arms, chances, strict=True):
            mass = mass * CellMass(law[arm])
        played = (*node.arms, *arms)
        if len(batch) < self.tau:
            extended[Outcome(played, node.bits)] = mass
            return
        weighted = [
            losses_of(adversary, played[:t])[a] / law[a]
            for t, a, law in zip(batch, arms, chances, strict=True)
        ]
        centres = [
            sum(
                (x * self.advice[t][j][a] for t, a, x in zip(batch, arms, weighted, strict=True)),
                Fraction(0),
            )
            / self.tau
            for j in range(len(self.advice[0]))
        ]
        # Given the arms and what was seen before, the noises of the coordinates are independent.
        for bits in product((0, 1), repeat=len(centres)):
            result = mass
            for bit, centre in zip(bits, centres, strict=True):
                result = result * tail((self.level - centre) / self.scale, above=bool(bit))
            extended[Outcome(played, (*node.bits, bits))] = result

    def chance(self, node: Outcome, before: tuple[int, ...], adversary: ExactAdversary) -> Row:
        """The law of the next arm: the weights are those of the beginning of the batch."""
        weights, advice = self.weights(node.bits), self.advice[len(node.arms) + len(before)]
        arms, keep = len(advice[0]), 1 - self.gamma
        mixed = [
            sum((w * row[a] for w, row in zip(weights, advice, strict=True)), Fraction(0))
            for a in range(arms)
        ]
        return tuple(keep * chance + self.gamma / arms for chance in mixed)


def fewer_for_large_losses(bits: tuple[Bits, ...]) -> Row:
    """Weights of two experts that fall by half with each coordinate that was above the level.

    >>> fewer_for_large_losses(((1, 0),))
    (Fraction(1, 3), Fraction(2, 3))
    """
    halves = [Fraction(1, 2 ** sum(vector[j] for vector in bits)) for j in range(2)]
    return tuple(half / sum(halves) for half in halves)


def small_game(scale: Number, tau: int = 1, rounds: int = 2, gamma: Number = "0.5") -> VectorGame:
    """Two experts that always advise arm 0 and arm 1, and levels of 1."""
    advice = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
    return VectorGame(
        tau, exact(gamma), exact(scale), Fraction(1), (advice,) * rounds, fewer_for_large_losses
    )


def joint_delta(
    one: Mapping[Outcome, CellMass], two: Mapping[Outcome, CellMass], eps: Number, digits: int = 15
) -> Enclosure:
    """Enclose the hockey-stick divergence of order e^eps of two laws of outcomes.

    >>> game = small_game(scale=4, rounds=1)
    >>> apart = joint_delta(game.law([(0, 0)]), game.law([(1, 1)]), "0.1")
    >>> Fraction(1, 10) < apart.lo < apart.hi < Fraction(1, 5)
    True
    """
    factor = enclose(lambda: ball(exact(eps)).exp(), digits + 10)
    total = ZERO
    for outcome, mass in one.items():
        other = two.get(outcome)
        q = ZERO if other is None else enclose(other.ball, digits + 10)
        total += Enclosure.max(enclose(mass.ball, digits + 10) - factor * q, ZERO)
    return total


def joint_loss(one: Mapping[Outcome, CellMass], two: Mapping[Outcome, CellMass]) -> Enclosure:
    """Enclose the largest |log(p / q)| over the outcomes."""
    if one.keys() != two.keys():
        return INFINITE
    return Enclosure.max(ZERO, *(abs((one[key] / two[key]).log()) for key in one))


def given_vectors(law: Mapping[Outcome, CellMass]) -> dict[Outcome, Enclosure]:
    """Enclose for each outcome the probability of its arms, given the vectors' bits.

    Were the arms a post-processing of the vectors, it would not depend on the losses.

    >>> game = small_game(scale=1, rounds=1)
    >>> quiet, loud = (given_vectors(game.law([row])) for row in [(0, 0), (0, 1)])
    >>> seen = Outcome((1,), ((0, 1),))
    >>> round(float(quiet[seen]), 4), round(float(loud[seen]), 4)
    (0.5, 0.8161)
    """
    groups: dict[tuple[Bits, ...], list[CellMass]] = defaultdict(list)
    for outcome, mass in law.items():
        groups[outcome.bits].append(mass)

    def share(mass: CellMass, group: list[CellMass]) -> Enclosure:
        return enclose(lambda: mass.ball() / sum((m.ball() for m in group), arb(0)), 15)

    return {outcome: share(mass, groups[outcome.bits]) for outcome, mass in law.items()}
