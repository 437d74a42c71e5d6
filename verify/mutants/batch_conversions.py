"""Wrong conversions of learners for adversarial losses: batches that are read or noised otherwise.

The judge encloses the price of the releases, which holds for every learner and every adversary.
Where it is above the budget, a learner with far thresholds and two neighbouring adversaries show
it: a transcript whose exact log-ratio is above the budget as well.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from banditproof.algorithms.adversarial.loss_sequences import constant_losses
from banditproof.algorithms.adversarial.loss_trees import LossTree, tree_of
from banditproof.theory.budgets import PureDP
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number, exact
from banditproof.verify.adversarial.advice_privacy import ExpertRounds, advice_loss
from banditproof.verify.adversarial.batch_model import BatchModel, Read, local_price, price
from banditproof.verify.adversarial.threshold_learners import LastBit
from banditproof.verify.adversarial.transcript_law import TranscriptLoss, transcript_loss
from banditproof.verify.evidence import Grade
from .entry import Engine, Judgement, described, held, not_refuted, refuted

HORIZON = 5
"""Two complete batches of two rounds, and an incomplete one: their transcripts are enumerated."""
LEVELS: tuple[Number, ...] = (4, -4, "1/4")
"""The thresholds of the learners that show a loss."""
PRICED = 60
"""The longest horizon at which releases are priced."""
BUDGET = PureDP("0.5")


Reads = tuple[Read, ...]


@dataclass(frozen=True)
class Reread(BatchModel):
    """Each read of a batch becomes several ones, or another one."""

    becomes: Callable[[Read], Reads] = lambda read: (read,)

    def reads(self, batch: int, horizon: int) -> Reads:
        return tuple(new for read in super().reads(batch, horizon) for new in self.becomes(read))


def _reread(becomes: Callable[[Read], Reads]) -> Reread:
    return Reread(2, BUDGET.eps, becomes)


def later_half(read: Read) -> Reads:
    """Half of the noise from the second batch on."""
    return (read._replace(scale=read.scale / 2) if read.draw > 1 else read,)


def one_draw(read: Read) -> Reads:
    """The noise is drawn once, before the first round, and added to every mean."""
    return (read._replace(draw=0),)


def told_again(read: Read, times: int = 1) -> Reads:
    """The mean of a batch is released twice with one draw of noise, `times` as large then."""
    return read, read._replace(scale=read.scale * times)


told_louder = partial(told_again, times=2)


@dataclass(frozen=True)
class Scaled(BatchModel):
    """The noise has another scale than 1 / (tau eps), in units of 1 / eps."""

    units: Fraction = Fraction(1, 2)

    @property
    def scale(self) -> Fraction:
        return self.units / exact(self.eps)


class IncompleteBatchTold(BatchModel):
    """The mean of the last rounds is released, too, with the noise of a whole batch."""

    def reads(self, batch: int, horizon: int) -> Reads:
        rounds = self.rounds(batch, horizon)
        return (Read(rounds, Fraction(len(rounds)), self.scale, batch),)


class OneRoundTooMany(BatchModel):
    """Each mean has the first round of the next batch in it, as a counter is off by one."""

    def reads(self, batch: int, horizon: int) -> Reads:
        result = super().reads(batch - 1, horizon) if batch > 1 else ()
        return tuple(r._replace(rounds=(*r.rounds, r.rounds[-1] + 1)) for r in result)


def neighbours_in(round_: int) -> tuple[LossTree, LossTree]:
    """Losses 0, and their neighbour with the losses 1 in one round."""
    quiet = tree_of(constant_losses((0, 0), HORIZON))
    return quiet, quiet.changed(round_, [(1, 1)] * 2 ** (round_ - 1))


def worst_transcript(model: BatchModel) -> TranscriptLoss:
    """The largest exact log-ratio over the rounds that may change and thresholds, far and near."""
    result = TranscriptLoss(ZERO, (), ())
    for round_ in range(1, HORIZON + 1):
        for level in LEVELS:
            other = transcript_loss(LastBit(level), *neighbours_in(round_), model)
            if other.value.hi > result.value.hi:
                result = other
    return result


def conversion_judge(model: BatchModel) -> Judgement:
    """Whether the price is at most eps at every horizon up to 60; else a transcript shows it."""
    spent, budget = ZERO, exact(model.eps)
    for horizon in range(1, PRICED + 1):
        spent = Enclosure.max(spent, price(model, horizon))
    if spent.hi <= budget:
        why = f"The releases that read a round cost at most eps, in up to {PRICED} rounds."
        return held(Grade.POINTS, spent, why)
    shown = worst_transcript(model)
    if not shown.value.lo > budget:
        return not_refuted(Grade.POINTS, "No transcript shows what the releases may cost.")
    return refuted(Grade.PROVED, shown.value, f"{_text(shown.value)} at the {shown.witness}.")


def tightness_judge(model: BatchModel) -> Judgement:
    """Whether eps is spent in full: the largest exact log-ratio of a transcript is eps itself."""
    shown = worst_transcript(model)
    why = f"{_text(shown.value)} at the {shown.witness}."
    if shown.value == Enclosure.of(exact(model.eps)):
        return held(Grade.PROVED, shown.value, why)
    return refuted(Grade.PROVED, price(model, HORIZON), why)


def local_judge(model: BatchModel) -> Judgement:
    """Whether what leaves of each single round is eps-private for every two of its losses."""
    spent = local_price(model, HORIZON)
    if spent.hi <= exact(model.eps):
        return held(Grade.OUTLINED, spent, "Each round has a release of its own.")
    return refuted(Grade.PROVED, spent, "A release adds up the raw losses of several rounds.")


@dataclass(frozen=True)
class AdviceClaim:
    """What of a run is released: all arms, or all but that of the round that changes."""

    hides_changed_round: bool


def advice_judge(subject: AdviceClaim) -> Judgement:
    """Whether what is released is eps-private if losses and advice change in round 1."""
    budget, later = exact(BUDGET.eps), [("0.3", "0.7"), ("0.8", "0.2")]
    first, second = (
        ExpertRounds.of([losses, (0, 1)], [[sure, (0, 1)], later])
        for losses, sure in (((0, 1), (1, 0)), ((0, 1), (0, 1)))
    )
    hidden = 1 if subject.hides_changed_round else None
    loss = advice_loss(LastBit("0.4"), first, second, BatchModel(1, budget), hidden)
    if loss.hi <= budget:
        return held(Grade.POINTS, loss, "Two experts, two rounds: at most eps without round 1.")
    why = "An expert advises arm 0 or arm 1 for sure in round 1, and its arm is played."
    return refuted(Grade.PROVED, loss, why)


def _text(loss: Enclosure) -> str:
    return "An infinite loss" if loss.lo == math.inf else f"A loss of {float(loss.lo):g}"


_entry = partial(
    described,
    reference=BatchModel(2, BUDGET.eps),
    engine=Engine.TRANSCRIPTS,
    claim=BUDGET,
    judge=conversion_judge,
)

ENTRIES = (
    _entry("half the noise of a batch", Scaled(2, BUDGET.eps, Fraction(1, 4))),
    _entry(
        "noise redrawn in a batch",
        _reread(lambda read: tuple(read._replace(draw=2 * read.draw + k) for k in (0, 1))),
    ),
    _entry("half the noise of later batches", _reread(later_half)),
    _entry("one draw of noise at two scales", _reread(told_louder), reference=_reread(told_again)),
    _entry("incomplete batch released", IncompleteBatchTold(2, BUDGET.eps)),
    _entry(
        "noise for a batch length that is not whole",
        Scaled(2, BUDGET.eps, 1 / Fraction("2.9")),
        reference=Scaled(2, BUDGET.eps),
    ),
    _entry("batches that overlap by a round", OneRoundTooMany(2, BUDGET.eps)),
    _entry("one draw of noise for all batches", _reread(one_draw)),
    _entry(
        "batches that are never forgotten",
        _reread(lambda read: (read._replace(rounds=tuple(range(1, read.rounds[-1] + 1))),)),
    ),
    _entry(
        "sum of a batch with the noise of its mean",
        _reread(lambda read: (read._replace(divisor=Fraction(1)),)),
    ),
    _entry(
        "noise of a single loss on a mean",
        Scaled(2, BUDGET.eps, Fraction(1)),
        claim="the loss of a transcript attains eps",
        judge=tightness_judge,
    ),
    _entry(
        "batch called locally private",
        BatchModel(2, BUDGET.eps),
        reference=BatchModel(1, BUDGET.eps),
        claim="eps-local privacy of each round",
        judge=local_judge,
    ),
    _entry(
        "advice called private", AdviceClaim(False), reference=AdviceClaim(True), judge=advice_judge
    ),
)
