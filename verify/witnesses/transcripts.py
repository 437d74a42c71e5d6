"""The event of a single transcript: how likely it is in either of two neighbouring worlds.

Released numbers lie on a grid of floats, so each transcript has a probability. Decisions depend on
released numbers alone: for equal transcripts they have equal laws, which cancel in the ratio. What
is left is the density of the noises behind the numbers. Each number has one noise that no earlier
number has, or several new Gaussian ones, so that its noises follow from the numbers, one after the
other. A number without a new noise is certain: where it differs in the other world, the transcript
is impossible there.

A single transcript x also bounds a Renyi divergence, well at a large order a and far in the tail:

    (a - 1) D_a(P, Q) >= a log P(x) - (a - 1) log Q(x) = (a - 1) log P(x)/Q(x) + log P(x)

P(x) is bounded from below where the grid is known, for the declared curators of this library.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from random import SystemRandom
from typing import Any
from flint import arb
from banditproof.theory.balls import ball
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian
from .budget_breaks import Break, exceeds, require_break
from .declared_policies import DeclaredPolicy
from .neighbouring_inputs import Inputs
from .noise_densities import CONTINUOUS, is_none, scale_of
from .path_densities import gain_of, log_probability, roundings
from .plain_fields import Refused, field, items, number
from .scripted_draws import FIRST, Noises
from .scripted_plays import Released, World, in_both_worlds, require_used, require_whole, world_of
from .stated_claim import StatedClaim

LARGEST = 10**300
"""The largest noise: sums of such numbers are still floats."""
OTHER_DRAWS = 32
"""How many draws of decisions are changed, one by one, and how often all of them."""
ROUNDING = Fraction(1, 2**26)
"""Relative to the size of numbers: what is further apart differs by more than rounding."""


@dataclass(frozen=True)
class TranscriptEvent:
    """One transcript: the noises that lead to it in either world, and what decisions draw.

    `left` and `right` are the noises, in the order in which they are drawn, and `answers` the
    uniform numbers behind the decisions.
    """

    left: tuple[Fraction, ...]
    right: tuple[Fraction, ...]
    answers: tuple[Fraction, ...] = ()
    order: Fraction | None = None
    """The order at which zero-concentrated privacy is broken."""

    def broken(self, claim: StatedClaim, subject: Any, inputs: Inputs) -> Break:
        """What the transcript shows of a pure or a Renyi budget; Refused if that is within it."""
        if claim.output != "transcript":
            raise Refused("Released numbers are no part of the claimed output, the actions.")
        budget = claim.budget
        if not isinstance(subject, DeclaredPolicy) or isinstance(budget, ApproxDP):
            raise Refused("A transcript shows pure or Renyi privacy of a policy that is code.")
        left, right = self._worlds(subject, inputs)
        require_whole(left, claim)
        ratio = _ratio(left, right)
        if ratio is None:
            return require_break([(arb(1), arb(0))], budget)
        if isinstance(budget, PureDP):
            words = "as the logarithm of the ratio of the densities of a transcript"
            return exceeds(ratio, exact(budget.eps), words)
        order = self.order
        if not isinstance(budget, ZCDP):
            order = None if budget.alpha == math.inf else exact(budget.alpha)
        if order is None or order <= 1:
            raise Refused(f"The order of the witness is {order}; give a finite one above 1.")
        alpha = ball(order)
        shown = ratio + log_probability(left, subject) / (alpha - 1)
        words = f"at order {order}, of one transcript"
        if isinstance(budget, ZCDP):
            return exceeds(shown / alpha, exact(budget.rho), words)
        return exceeds(shown, exact(budget.eps), words)

    def _worlds(self, subject: DeclaredPolicy, inputs: Inputs) -> tuple[World, World]:
        """Both plays, repeated by fresh policies; Refused if numbers do not move as they should."""
        answers = [float(x) for x in self.answers]
        scripts = [[_plain(x) for x in noises] for noises in (self.left, self.right)]
        plays = in_both_worlds(
            lambda world: world_of(subject, inputs, world, Noises(scripts[world]), answers)
        )
        for world, script in enumerate(scripts):
            _require_moving(subject, inputs, world, script, answers, plays[world])
        _require_public(subject, inputs, scripts[0], answers, plays[0])
        return plays

    def to_json(self) -> dict[str, Any]:
        """The event in plain JSON types."""
        parts = {"left": self.left, "right": self.right, "answers": self.answers}
        facts: dict[str, Any] = {k: [str(x) for x in part] for k, part in parts.items()}
        order = {} if self.order is None else {"order": str(self.order)}
        return {"kind": "transcript"} | facts | order

    @staticmethod
    def read(facts: Any) -> "TranscriptEvent":
        """The event of a JSON object."""
        parts = (items(field(facts, name, "event"), name) for name in ("left", "right", "answers"))
        left, right, answers = (tuple(number(x, "noise") for x in part) for part in parts)
        if any(abs(noise) > LARGEST for noise in (*left, *right)):
            raise Refused("A noise is larger than 1e300, which is no float.")
        if not all(0 <= answer < 1 for answer in answers):
            raise Refused("An answer is outside of [0, 1).")
        order = facts.get("order")
        return TranscriptEvent(
            left, right, answers, None if order is None else number(order, "order")
        )


def _plain(value: Fraction) -> float:
    return value.numerator if value.denominator == 1 else float(value)


def _ratio(left: World, right: World) -> arb | None:
    """log P / Q of the transcript; None if it is impossible in the right world."""
    require_used(left)
    require_used(right)
    errors = [iter(roundings(world)) for world in (left, right)]
    noises = NewNoises()
    total = arb(0)
    for first, second in zip_longest(_shown(left), _shown(right)):
        if not (isinstance(first, Released) and isinstance(second, Released)):
            if first != second:
                _require_certain(left, right)
                return None
            continue
        if (first.time, first.arm) != (second.time, second.arm):
            _require_certain(left, right)
            return None
        fresh = noises.of(first, second, left, right)
        rounded = [next(error) for error in errors]
        if first.value != second.value:
            size = ROUNDING * (1 + abs(first.value)) + sum(rounded)
            if fresh or abs(first.value - second.value) <= size:
                raise Refused(f"The two worlds release different numbers in round {first.time}.")
            return None
        total += gain_of(fresh, first, left, rounded[0])
        total -= gain_of(fresh, second, right, rounded[1])
    if left.draws != right.draws:
        raise Refused("The two worlds draw their decisions from different laws.")
    return total


def _shown(world: World) -> list[Any]:
    """What a transcript shows, in its order: pulls, released numbers, and the end."""
    pulls = [(t, 0, (t, arm, count)) for t, arm, count in world.play.pulls]
    numbers = [(entry.time, 1, entry) for entry in world.releases]
    ordered = sorted([*pulls, *numbers], key=lambda part: (part[0] + part[1], -part[1]))
    return [*(part[2] for part in ordered), ("end", world.play.recommended)]


def _require_certain(left: World, right: World) -> None:
    """Refused unless what is decided otherwise on equal numbers is certain in both worlds."""
    if left.draws or right.draws:
        raise Refused("The two worlds decide differently, and their decisions are random.")


class NewNoises:
    """Which noises of a number are new: no earlier number has them. They agree in both worlds."""

    def __init__(self) -> None:
        self.seen: set[int] = set()
        self.mixed: set[int] = set()
        """Noises that were new in the same number, which tells their sum and not each of them."""

    def of(self, first: Released, second: Released, left: World, right: World) -> tuple[int, ...]:
        """The new noises of the next number; Refused where its law does not follow from them."""
        here, there = (
            [
                (k, world.laws[k], weight)
                for k, weight in entry.noises.items()
                if k not in self.seen and not is_none(world.laws[k])
            ]
            for entry, world in ((first, left), (second, right))
        )
        if here != there:
            raise Refused(f"The number of round {first.time} has other noise in the other world.")
        if self.mixed & {*first.noises, *second.noises}:
            raise Refused(f"The number of round {first.time} shares one of several noises.")
        fresh = tuple(k for k, _, _ in here)
        if len(fresh) > 1:
            self.mixed |= set(fresh)
            if not all(type(law) is Gaussian for _, law, _ in here):
                raise Refused(f"The number of round {first.time} has several new noises.")
        self.seen |= set(first.noises)
        return fresh


def _require_public(
    subject: DeclaredPolicy,
    inputs: Inputs,
    script: Sequence[float],
    answers: Sequence[float],
    played: World,
) -> None:
    """Refused if other draws of decisions change the noise of a number, but not the pulls.

    Such a draw is hidden: a transcript would have several laws. Draws are changed one by one, and
    all at once at random.
    """
    widths, chance = played.widths, SystemRandom()
    usual = [*answers, *[FIRST] * len(widths)][: len(widths)]
    changed = [
        [*usual[:k], (place + 0.5) / (width or 2), *usual[k + 1 :]]
        for k, width in enumerate(widths)
        for place in range(width or 2)
    ]
    tried = chance.sample(changed, min(len(changed), OTHER_DRAWS))
    tried += [[chance.random() for _ in widths] for _ in range(OTHER_DRAWS * bool(widths))]
    for drawn in tried:
        other = world_of(subject, inputs, 0, Noises(script), drawn)
        pairs = zip_longest(played.play.pulls, other.play.pulls)
        until = next((min((p or q)[0], (q or p)[0]) for p, q in pairs if p != q), math.inf)
        if _made_of(played, until) != _made_of(other, until):
            raise Refused("A draw of a decision that nobody sees changes the law of a number.")


def _made_of(world: World, until: float) -> list[tuple[Any, ...]]:
    """The numbers before a round, with the laws of their noises."""
    return [
        (entry.time, entry.arm, entry.value, [(world.laws[k], c) for k, c in entry.noises.items()])
        for entry in world.releases
        if entry.time < until
    ]


def _require_moving(
    subject: DeclaredPolicy,
    inputs: Inputs,
    world: int,
    script: Sequence[float],
    answers: Sequence[float],
    played: World,
) -> None:
    """Refused if a number does not move with its noise, as one that is clipped to a range.

    Each noise is moved by more than rounding hides, or by 1 on the integers. Continuous noises are
    moved together, and those of one scale by as much, so that numbers that are equal stay so; if
    there is another noise, each is moved alone.
    """
    errors = roundings(played)
    steps = {k: scale_of(law) / 2**20 for k, law in enumerate(played.laws) if not is_none(law)}
    for (entry, fresh), error in zip(played.new_noises(), errors, strict=True):
        for k in fresh:
            least = min(16 * error / abs(entry.noises[k]), Fraction(LARGEST))
            steps[k] = max(steps[k], float(least))
    together = all(type(played.laws[k]) in CONTINUOUS for k in steps)
    moves = [s if type(played.laws[k]) in CONTINUOUS else 1.0 for k, s in steps.items()]
    padded = [*script, *[0.0] * (len(moves) - len(script))]
    for plan in [range(len(moves))] if together else [range(k, k + 1) for k in range(len(moves))]:
        moved = [x + moves[k] * (k in plan) if k < len(moves) else x for k, x in enumerate(padded)]
        near = world_of(subject, inputs, world, Noises(moved), answers)
        _require_moved(played, near, errors, together, alone=len(plan) == 1)


def _require_moved(
    played: World, near: World, errors: Sequence[Fraction], together: bool, alone: bool
) -> None:
    """Refused unless the numbers of a play nearby differ as its noises do, each by its weight.

    Of a noise that is moved alone, only numbers up to the first one with it are compared: later
    decisions may depend on that one.
    """
    for (entry, fresh), other, rounded in zip(
        played.new_noises(), near.releases, errors, strict=False
    ):
        if (entry.time, entry.arm, entry.noises) != (other.time, other.arm, other.noises):
            raise Refused(f"Decisions change with the last digits before round {entry.time}.")
        weights = ((weight, k) for k, weight in entry.noises.items() if k < len(near.noises))
        wanted = sum((w * (near.noises[k] - played.noises[k]) for w, k in weights), Fraction(0))
        error = abs(other.value - entry.value - wanted)
        cancel = together and fresh and abs(wanted) <= 4 * rounded  # its noises hide each other
        if cancel or error > abs(wanted) / 4 + 2 * rounded:
            raise Refused(f"The number of round {entry.time} does not move with its noise.")
        if alone and wanted:
            return
    if len(played.releases) != len(near.releases):
        raise Refused("Decisions change with the last digits of a noise.")
