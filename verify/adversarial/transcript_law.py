"""The exact law of the transcript of a converted learner, and its largest log-ratio.

The transcript is the arm of each batch and the bit that the learner keeps of each release. Fixing
the arms fixes all losses, of an adaptive adversary as well, so each transcript has a probability in
closed form: a product of exact chances of arms and Laplace tails. Faster Rates for Private
Adversarial Bandits, Definition 3 and Lemma 3.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from flint import arb
from banditproof.algorithms.adversarial.loss_sequences import (
    ExactRow,
    LossSequence,
    constant_losses,
)
from banditproof.algorithms.adversarial.loss_trees import LossTree, tree_of
from banditproof.theory.balls import enclose
from banditproof.theory.enclosure import INFINITE, ZERO, Enclosure
from .batch_model import BatchModel, Read
from .laplace_cells import ONE_MASS, CellMass, cell
from .threshold_learners import History, ThresholdLearner

ExactAdversary = LossTree | LossSequence
Actions = tuple[int, ...]


@dataclass(frozen=True)
class Transcript:
    """The arm of each round, the arm and bit of each release, and the probability of all that."""

    actions: Actions
    history: History
    mass: CellMass


@dataclass(frozen=True)
class TranscriptLoss:
    """The largest log-ratio over transcripts, and where it is; `exact` if it is a rational."""

    value: Enclosure
    actions: Actions
    history: History

    @property
    def exact(self) -> bool:
        """Whether the value is known exactly."""
        return self.value.lo == self.value.hi

    @property
    def witness(self) -> str:
        """The transcript in words."""
        bits = "".join(str(bit) for _, bit in self.history)
        return f"arms {' '.join(map(str, self.actions))} with the bits {bits or 'of no release'}"


def losses_of(adversary: ExactAdversary, actions: Sequence[int]) -> ExactRow:
    """The exact losses of the round after these arms."""
    if isinstance(adversary, LossTree):
        return adversary.exact_losses(actions)
    return adversary.exact_row(len(actions) + 1)


def transcripts(
    learner: ThresholdLearner, adversary: ExactAdversary, model: BatchModel
) -> Iterator[Transcript]:
    """All transcripts with a positive probability.

    >>> from banditproof.algorithms.adversarial.loss_sequences import table_losses
    >>> from .threshold_learners import LastBit
    >>> found = list(transcripts(LastBit(0), table_losses([(0, 1)] * 2), BatchModel(1, 1)))
    >>> [(one.actions, round(float(one.mass.ball()), 6)) for one in found]
    [((0, 0), 0.25), ((0, 0), 0.25), ((0, 1), 0.09197), ((0, 1), 0.40803)]
    """
    return _Exploration(learner, adversary, model).after(_Node((), (), ONE_MASS, {}), 1)


@dataclass(frozen=True)
class _Node(Transcript):
    """A transcript so far, with the interval in which each draw of noise lies."""

    draws: Mapping[int, tuple[Fraction | None, Fraction | None]]


@dataclass(frozen=True)
class _Exploration:
    learner: ThresholdLearner
    adversary: ExactAdversary
    model: BatchModel
    tells_last: bool = True
    """Whether the transcript has the releases after the last action, on which none depends."""

    def after(self, node: _Node, batch: int) -> Iterator[Transcript]:
        """The transcripts that begin so, from a batch on."""
        horizon, arms = self.adversary.horizon, self.adversary.arms
        last = self.model.batches(horizon)
        if batch > last:
            yield Transcript(node.actions, node.history, node.mass)
            return
        rounds = len(self.model.rounds(batch, horizon))
        reads = self.model.reads(batch, horizon) if batch < last or self.tells_last else ()
        for arm, chance in enumerate(self.learner.arm_law(arms, node.history)):
            if chance:
                actions = (*node.actions, *(arm,) * rounds)
                played = replace(node, actions=actions, mass=node.mass * CellMass(chance))
                for answered in self._answered(reads, played):
                    yield from self.after(answered, batch + 1)

    def _answered(self, reads: tuple[Read, ...], node: _Node) -> Iterator[_Node]:
        """The transcripts after some releases of the last arm."""
        if not reads:
            yield node
            return
        read, arm, played = reads[0], node.actions[-1], node.actions
        centre = sum((self._loss(played, t) for t in read.rounds), Fraction(0)) / read.divisor
        z = (self.learner.threshold(node.history, arm) - centre) / read.scale
        low, high = node.draws.get(read.draw, (None, None))
        above, below = (
            (z if low is None else max(z, low), high),
            (low, z if high is None else min(z, high)),
        )
        for bit, interval in ((0, below), (1, above)):
            # Earlier releases left this draw in (low, high]: the chance is conditional on that.
            mass = node.mass * (cell(*interval) / cell(low, high))
            if not mass.is_zero:
                history = (*node.history, (arm, bit))
                draws = {**node.draws, read.draw: interval}
                yield from self._answered(reads[1:], _Node(played, history, mass, draws))

    def _loss(self, played: Actions, t: int) -> Fraction:
        return losses_of(self.adversary, played[: t - 1])[played[t - 1]]


def transcript_loss(
    learner: ThresholdLearner, first: ExactAdversary, second: ExactAdversary, model: BatchModel
) -> TranscriptLoss:
    """The largest |log(P(transcript) / P'(transcript))| of two adversaries, exact or enclosed.

    >>> from .threshold_learners import LastBit
    >>> quiet, loud = tight_pair(BatchModel(2, "0.5"), 4)
    >>> found = transcript_loss(LastBit(2), quiet, loud, BatchModel(2, "0.5"))
    >>> found.value, found.exact
    (Enclosure(lo=Fraction(1, 2), hi=Fraction(1, 2)), True)
    """
    theirs = {(t.actions, t.history): t.mass for t in transcripts(learner, second, model)}
    largest = TranscriptLoss(ZERO, (), ())
    for mine in transcripts(learner, first, model):
        other = theirs.pop((mine.actions, mine.history), None)
        if other is None:
            return TranscriptLoss(INFINITE, mine.actions, mine.history)
        ratio = abs((mine.mass / other).log())
        if ratio.hi > largest.value.hi:
            largest = TranscriptLoss(ratio, mine.actions, mine.history)
    if theirs:
        actions, history = next(iter(theirs))
        return TranscriptLoss(INFINITE, actions, history)
    return largest


def action_law(
    learner: ThresholdLearner, adversary: ExactAdversary, model: BatchModel
) -> dict[Actions, tuple[CellMass, ...]]:
    """For each sequence of actions the masses of its transcripts, which add up to its probability.

    Whoever sees the actions alone does not see the bits.
    """
    result: dict[Actions, list[CellMass]] = defaultdict(list)
    world = _Exploration(learner, adversary, model, tells_last=False)
    for transcript in world.after(_Node((), (), ONE_MASS, {}), 1):
        result[transcript.actions].append(transcript.mass)
    return {actions: tuple(masses) for actions, masses in result.items()}


def action_loss(
    learner: ThresholdLearner,
    first: ExactAdversary,
    second: ExactAdversary,
    model: BatchModel,
    digits: int = 12,
) -> TranscriptLoss:
    """The largest |log(P(actions) / P'(actions))|, the pure privacy loss of the paper, enclosed."""
    mine, theirs = (action_law(learner, world, model) for world in (first, second))
    largest = TranscriptLoss(ZERO, (), ())
    for actions in mine.keys() | theirs.keys():
        if actions not in mine or actions not in theirs:
            return TranscriptLoss(INFINITE, actions, ())
        if mine[actions] == theirs[actions]:
            continue
        ratio = _log_of_sums(mine[actions], theirs[actions], digits)
        if ratio.hi > largest.value.hi:
            largest = TranscriptLoss(ratio, actions, ())
    return largest


def _log_of_sums(
    mine: tuple[CellMass, ...], theirs: tuple[CellMass, ...], digits: int
) -> Enclosure:
    """|log(sum of mine / sum of theirs)|, enclosed also where the sums are equal, or nearly so."""

    def added(masses: tuple[CellMass, ...]) -> arb:
        return sum((mass.ball() for mass in masses), arb(0))

    if len(mine) == len(theirs) == 1:
        return abs((mine[0] / theirs[0]).log(digits))
    # A logarithm near 0 has no relative precision: 1 + ratio, which is at least 1, has.
    tiny = Fraction(1, 10 ** (digits + 8))
    one_more = enclose(lambda: added(mine) / added(theirs) + 1, digits + 8)
    if abs(one_more - 2).hi < tiny:
        return Enclosure.of(0, 2 * tiny)
    return abs(enclose(lambda: (added(mine) / added(theirs)).log(), digits))


def tight_pair(model: BatchModel, horizon: int) -> tuple[LossTree, LossTree]:
    """Two neighbours at which a learner with a far threshold loses the whole price.

    All losses are 0, but in the second world those of the first round.
    """
    quiet = tree_of(constant_losses((0, 0), horizon))
    return quiet, quiet.changed(1, [(1, 1)])
