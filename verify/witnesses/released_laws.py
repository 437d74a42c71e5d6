"""The law of the numbers that are released in some rounds: each is its noise, moved by a reward.

Decisions know released numbers and their own draws alone. For boxes of these numbers in which all
decisions are the same (`between`), the ledger says what each number is made of: rewards, and noises
of which one is new, or several Gaussian ones. So in a box the noises of the right world are those
of the left one, each moved by a fixed shift, and the laws are products (`shifted_noises`). The
boxes are disjoint events of the transcript, and what is in none of them is counted as nothing:

    (eps, d)   sum over boxes of P(S) - e^eps Q(S) > d
    Renyi      log(sum over boxes of the moments of order alpha) / (alpha - 1) > eps
    zCDP       the same at some order alpha, more than rho alpha

Where nothing is decided by numbers there is one box, of everything, and the values are exact.
"""

import heapq
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from statistics import NormalDist
from typing import Any
from flint import arb
from banditproof.theory.balls import ball
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP
from banditproof.theory.enclosure import INFINITE
from banditproof.theory.exact import exact
from .between import WHOLE, Box, Interval, NeedsNumbers, OpenQuestion
from .budget_breaks import Break, exceeds
from .declared_policies import DeclaredPolicy, require_releases
from .moved_numbers import Moved, moved_numbers, require_centers, scripts_in
from .neighbouring_inputs import Inputs
from .noise_densities import CONTINUOUS, scale_of
from .plain_fields import Refused, field, number
from .scripted_draws import Noises
from .scripted_plays import World, in_both_worlds, require_whole, world_of
from .shifted_noises import MOST_SPLIT, gain
from .stated_claim import StatedClaim

MOST_BOXES = 400
"""How many boxes are played at most."""
MOST_ROUNDS = 12_000
"""How many rounds their plays have together; longer ones are in fewer boxes."""
CELLS = 4_000
"""Into how many cells the noises of all boxes are split at most, for a delta."""
NORMAL = NormalDist()
Draws = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class ReleasedLaw:
    """The law of the numbers in the rounds of the inputs; `order` is that at which zCDP breaks."""

    order: Fraction | None = None

    def broken(self, claim: StatedClaim, subject: Any, inputs: Inputs) -> Break:
        """What the law shows of the budget; Refused if that is within it."""
        subject = require_releases(claim, subject)
        return shown_by(parts_of(claim, subject, inputs), claim.budget, self.order)

    def to_json(self) -> dict[str, Any]:
        """The event in plain JSON types."""
        return {"kind": "released law", "order": None if self.order is None else str(self.order)}

    @staticmethod
    def read(facts: Any) -> "ReleasedLaw":
        """The event of a JSON object."""
        order = field(facts, "order", "event")
        return ReleasedLaw(None if order is None else number(order, "order"))


@dataclass(frozen=True)
class Part:
    """A part of the law: the noises in a box, with the probability of what decisions drew."""

    weight: Fraction
    moved: Moved

    def gain(self, factor: arb, cells: int) -> arb:
        """P(S) - factor Q(S) of the best event S in the part, nearly."""
        noises = self.moved.shifted
        if self.moved.bare:
            return self.moment(arb(1))
        split = min(len(noises), MOST_SPLIT) - 1
        each = max(8, int(cells ** (1 / max(split, 1))))
        return ball(self.weight) * self.moved.mass * gain(noises, factor, each)

    def moment(self, order: arb) -> arb:
        """The moment of an order in the part."""
        product = ball(self.weight) * self.moved.mass
        for noise in self.moved.shifted:
            product *= noise.moment(order)
        return product


def parts_of(claim: StatedClaim, subject: DeclaredPolicy, inputs: Inputs) -> list[Part]:
    """The parts in which all decisions are known, for all that they draw."""
    parts: list[tuple[dict[int, Interval], Part]] = []
    waiting: list[tuple[float, int, dict[int, Interval], Draws]] = [(-1.0, 0, {}, ())]
    left_out: list[dict[int, Interval]] = []
    draws: defaultdict[Any, set[Draws]] = defaultdict(set)
    laws: defaultdict[Any, set[Any]] = defaultdict(set)
    serial, turns = count(1), 0
    most = min(MOST_BOXES, MOST_ROUNDS // inputs.rounds)
    while waiting and (turns := turns + 1) <= most:
        weight, _, intervals, drawn = heapq.heappop(waiting)
        box = Box(intervals)
        answers = [(place + 0.5) / width for place, width in drawn]
        try:
            left = world_of(subject, inputs, 0, Noises(()), answers, box)
        except OpenQuestion:
            halves = _halves(box)
            shares = [_share(box, place, half) for place, half in halves]
            total = sum(shares) or 1.0
            for (place, half), share in zip(halves, shares, strict=True):
                part = {**intervals, place: half}
                heapq.heappush(waiting, (weight * share / total, next(serial), part, drawn))
            continue
        except NeedsNumbers:
            left_out.append(intervals)
            continue
        widths = left.widths
        if None in widths or len(waiting) > MOST_BOXES:
            raise Refused("Decisions draw from continuous laws, or too much.")
        whole = tuple(width or 1 for width in widths)
        for k in range(len(drawn), len(whole)):
            before = (*drawn, *((0, width) for width in whole[len(drawn) : k]))
            for place in range(1, whole[k]):
                share = weight / math.prod(whole[len(drawn) : k + 1])
                longer = (*before, (place, whole[k]))
                heapq.heappush(waiting, (share, next(serial), intervals, longer))
        drawn = (*drawn, *((0, width) for width in whole[len(drawn) :]))
        require_whole(left, claim)
        try:
            moved = _followed(subject, inputs, intervals, drawn, left, first=not draws)
        except NeedsNumbers:
            left_out.append(intervals)
            continue
        actions = _visible(left, inputs)
        draws[actions].add(drawn)
        laws[actions].add(moved.laws)
        if len(draws[actions]) > 1 and len(laws[actions]) > 1:  # their law is a mixture
            raise Refused("A draw of a decision that nobody sees changes the law of a number.")
        parts.append((intervals, Part(Fraction(1, math.prod(whole)), moved)))
    left_open = [*left_out, *(intervals for _, _, intervals, _ in waiting)]
    return [part for box, part in parts if not any(_overlap(box, other) for other in left_open)]


def _overlap(one: Mapping[int, Interval], other: Mapping[int, Interval]) -> bool:
    """Whether two boxes have numbers in common: what is left open there may add to both laws."""
    pairs = [(one[place], other[place]) for place in one.keys() & other.keys()]
    return all(max(a[0], b[0]) < min(a[1], b[1]) for a, b in pairs)


def _followed(
    subject: DeclaredPolicy,
    inputs: Inputs,
    intervals: Mapping[int, Interval],
    drawn: Draws,
    left: World,
    first: bool,
) -> Moved:
    """How the noises of a box move from the left to the right world, by several plays of both."""
    answers = [(place + 0.5) / width for place, width in drawn]

    def played(world: int, script: Sequence[float] = (), shown: bool = False) -> World:
        box = None if shown else Box(intervals)
        try:
            return world_of(subject, inputs, world, Noises(script), answers, box)
        except OpenQuestion:
            raise Refused("The two worlds decide by different comparisons.") from None

    if first:
        moved_numbers(left, played(1), intervals)  # what this refuses need not be played often
        left, right = in_both_worlds(played)
    else:
        right = played(1)
    if left.draws != right.draws:
        raise Refused("The two worlds draw their decisions from different laws.")
    moved = moved_numbers(left, right, intervals)
    if _visible(left, inputs) != _visible(right, inputs):
        if left.draws:
            raise Refused("The two worlds decide differently, and their decisions are random.")
        return replace(moved, bare=True)
    if [e.time for e in left.releases] != [e.time for e in right.releases]:
        raise Refused("The two worlds release numbers in different rounds.")
    for script in scripts_in(left, intervals):
        again = played(0, script, shown=True)
        if _visible(again, inputs) != _visible(left, inputs):
            raise Refused("The policy decides otherwise on the numbers themselves.")
        require_centers(left, again)
        require_centers(right, played(1, script))
    return moved


def _visible(world: World, inputs: Inputs) -> tuple[Any, ...]:
    """The actions, and the recommendation if there is one before the last round."""
    stopped = len(world.play.actions) < inputs.rounds
    return world.play.pulls, world.play.recommended if stopped else None


def _halves(box: Box) -> list[tuple[int, Interval]]:
    """The two parts of an interval behind an open comparison: beside the number at which the answer
    changes, if that is known, or halves of the one that is spread most."""
    assert box.open is not None
    if box.cut is not None:
        place, cut = box.cut
        low, high = box.intervals.get(place, WHOLE)
        near = (1 + abs(cut)) / 2**30  # the number itself lies in a part of its own
        for middle in (cut + near, cut - near):
            if low < middle < high and isinstance(box.centers[place][1], CONTINUOUS):
                return [(place, (low, middle)), (place, (middle, high))]
    place = max(box.open, key=lambda k: _share(box, k, box.intervals.get(k, WHOLE)))
    low, high = box.intervals.get(place, WHOLE)
    center, law = box.centers[place]
    if not isinstance(law, CONTINUOUS):
        raise Refused("A decision depends on a number whose new noise is not continuous.")
    scale = scale_of(law)
    ends = [NORMAL.cdf((end - center) / scale) for end in (low, high)]
    middle = sum(ends) / 2
    cut = center + scale * NORMAL.inv_cdf(middle) if 1e-9 < middle < 1 - 1e-9 else (low + high) / 2
    if not (low < cut < high and math.isfinite(cut)):
        raise Refused("A decision depends on the last digits of a number.")
    return [(place, (low, cut)), (place, (cut, high))]


def _share(box: Box, place: int, interval: Interval) -> float:
    """About how likely a number lies in an interval, without any reward."""
    center, law = box.centers[place]
    scale = scale_of(law) if isinstance(law, CONTINUOUS) else 1.0
    low, high = ((end - center) / scale for end in interval)
    return NORMAL.cdf(high) - NORMAL.cdf(low)


def shown_by(parts: Sequence[Part], budget: Budget, order: Fraction | None) -> Break:
    """What the parts show together."""
    if isinstance(budget, ApproxDP):
        factor, cells = ball(exact(budget.eps)).exp(), CELLS // max(len(parts), 1)
        shown = sum((part.gain(factor, cells) for part in parts), arb(0))
        return exceeds(shown, exact(budget.delta), "of what the released numbers show")
    allowed = budget.rho if isinstance(budget, ZCDP) else budget.eps
    if allowed == math.inf:
        raise Refused("The budget allows everything.")
    bound: Fraction = exact(allowed)
    if any(part.moved.bare and bool(part.moved.mass > 0) for part in parts):
        return Break(INFINITE, bound, "a number with a reward and no noise is released")
    if isinstance(budget, PureDP) or (not isinstance(budget, ZCDP) and budget.alpha == math.inf):
        return _largest(parts, bound)
    wanted = order if isinstance(budget, ZCDP) else exact(budget.alpha)
    if wanted is None or wanted <= 1:
        raise Refused(f"The order of the witness is {wanted}; give one above 1.")
    alpha = ball(wanted)
    total = sum((part.moment(alpha) for part in parts), arb(0))
    if not bool(total > 0):
        raise Refused("The laws show nothing.")
    divergence = total.log() / (alpha - 1)
    shown = divergence / alpha if isinstance(budget, ZCDP) else divergence
    return exceeds(shown, bound, f"at order {wanted}, of the released numbers")


def _largest(parts: Sequence[Part], eps: Fraction) -> Break:
    """The largest logarithm of the ratio of densities in any part."""
    losses = [[noise.most() for noise in part.moved.shifted] for part in parts]
    if any(None in several for several in losses):
        return Break(INFINITE, eps, "no eps is kept by Gaussian noise")
    most = [sum((loss for loss in several if loss is not None), arb(0)) for several in losses]
    shown = max(most, key=lambda loss: float(loss.mid()), default=arb(0))
    return exceeds(shown, eps, "scales of the noise, by which a reward moves the numbers")
