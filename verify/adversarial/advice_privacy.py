"""What the conversion from experts tells of their advice: exact laws of experts and arms.

Algorithm 5 around Algorithm 1 plays one expert J per batch and draws each round's arm from the
advice of J. Losses are protected; advice is not: the arm of a round is a fresh draw from that
round's advice. What is true if losses and advice change in one round: the experts, and the arms of
all other rounds, are eps-DP jointly. Faster Rates for Private Adversarial Bandits, the remark after
Theorem 6; claim `adv.rem.advice`.
"""

from __future__ import annotations
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.theory.balls import enclose
from banditproof.theory.enclosure import INFINITE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact, exact_law
from .batch_model import BatchModel
from .laplace_cells import ONE_MASS, CellMass, tail
from .threshold_learners import History, ThresholdLearner

Seen = tuple[tuple[int, ...], tuple[int | None, ...]]
"""The expert of each batch, and the arm of each round; None for a round that is left out."""


@dataclass(frozen=True)
class ExpertRounds:
    """For each round the losses of all arms, and the law that each expert advises."""

    losses: tuple[tuple[Fraction, ...], ...]
    advice: tuple[tuple[tuple[Fraction, ...], ...], ...]

    @staticmethod
    def of(
        losses: Sequence[Sequence[Number]], advice: Sequence[Sequence[Sequence[Number]]]
    ) -> ExpertRounds:
        """Read exact numbers; rows of advice are laws.

        >>> ExpertRounds.of([(0, 1)], [[("0.5", "0.5")]]).experts
        1
        """
        if len(losses) != len(advice):
            raise ValueError(
                f"There are {len(losses)} rounds of losses and {len(advice)} of advice; give both "
                "for each round."
            )
        laws = tuple(
            tuple(exact_law(f"of expert {j}", row) for j, row in enumerate(rows)) for rows in advice
        )
        return ExpertRounds(tuple(tuple(map(exact, row)) for row in losses), laws)

    @property
    def experts(self) -> int:
        """The number of experts."""
        return len(self.advice[0])

    @property
    def horizon(self) -> int:
        """The number of rounds."""
        return len(self.losses)


def expert_law(
    learner: ThresholdLearner, world: ExpertRounds, model: BatchModel, hidden: int | None = None
) -> dict[Seen, tuple[CellMass, ...]]:
    """The masses of all that is seen: experts and arms, without the arm of round `hidden`."""
    result: dict[Seen, list[CellMass]] = defaultdict(list)

    def play(
        batch: int,
        experts: tuple[int, ...],
        arms: tuple[int, ...],
        history: History,
        mass: CellMass,
    ) -> None:
        if batch > model.batches(world.horizon):
            shown = tuple(None if t == hidden else arm for t, arm in enumerate(arms, 1))
            result[experts, shown].append(mass)
            return
        rounds = model.rounds(batch, world.horizon)
        for expert, chance in enumerate(learner.arm_law(world.experts, history)):
            if not chance:
                continue
            laws = [world.advice[t - 1][expert] for t in rounds]
            for drawn in product(*(range(len(law)) for law in laws)):
                weight = chance
                for law, arm in zip(laws, drawn, strict=True):
                    weight *= law[arm]
                if not weight:
                    continue
                at, seen = mass * CellMass(weight), (*experts, expert)
                played = (*arms, *drawn)
                reads = model.reads(batch, world.horizon)
                if not reads:
                    play(batch + 1, seen, played, history, at)
                    continue
                (read,) = reads
                total = sum((world.losses[t - 1][played[t - 1]] for t in read.rounds), Fraction(0))
                z = (learner.threshold(history, expert) - total / read.divisor) / read.scale
                for bit in (0, 1):
                    answered = (*history, (expert, bit))
                    play(batch + 1, seen, played, answered, at * tail(z, above=bool(bit)))

    play(1, (), (), (), ONE_MASS)
    return {key: tuple(masses) for key, masses in result.items()}


def advice_loss(
    learner: ThresholdLearner,
    one: ExpertRounds,
    two: ExpertRounds,
    model: BatchModel,
    hidden: int | None = None,
) -> Enclosure:
    """Enclose the largest |log-ratio| of what is seen in two worlds.

    >>> from .threshold_learners import LastBit
    >>> worlds = [ExpertRounds.of([(0, 1)], [[row]]) for row in [(1, 0), (0, 1)]]
    >>> advice_loss(LastBit(0), *worlds, BatchModel(1, 1)).lo
    inf
    >>> advice_loss(LastBit(0), *worlds, BatchModel(1, 1), hidden=1).hi < Fraction(1, 10**20)
    True
    """
    mine, theirs = (expert_law(learner, world, model, hidden) for world in (one, two))
    if mine.keys() != theirs.keys():
        return INFINITE
    largest = ZERO
    for seen, masses in mine.items():
        others = theirs[seen]
        if sorted(masses, key=repr) != sorted(others, key=repr):
            largest = Enclosure.max(largest, _log_ratio(masses, others))
    return largest


def _log_ratio(masses: Sequence[CellMass], others: Sequence[CellMass]) -> Enclosure:
    def total(terms: Sequence[CellMass]) -> arb:
        return sum((mass.ball() for mass in terms), arb(0))

    if len(masses) == len(others) == 1:
        return abs((masses[0] / others[0]).log())
    # digits of 1000 + log(p / q): the logarithm itself may be 0, which has no first digit
    shifted = enclose(lambda: (total(masses) / total(others)).log() + 1000, 20)
    return abs(shifted - 1000)
