"""The probability of an event of actions under continuous noise, by boxes of the noises.

Of two arms whose decisions are monotone in the released totals, a box is inside or outside of the
event if the policy decides alike at its two extreme corners: the noises of one arm at their upper
ends and those of the other at their lower ones, and the other way round. The other boxes are split,
the heaviest first, and what is left open widens the result.
"""

from __future__ import annotations
import heapq
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import NormalDist
from typing import Any
from flint import arb
from banditproof.theory.balls import ball
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, Laplace, Mechanism
from banditproof.verify.exact_laws.decision_border import checked_monotone
from .noise_densities import scale_of
from .plain_fields import Refused

MARGIN = 2.0**-20
"""By how much corners are moved outwards, for the rounding inside of scores."""
Box = tuple[tuple[float, float], ...]


@dataclass
class Boxes:
    """The splitting of the noises of a path into boxes."""

    path: Any
    most: int
    laws: list[Mechanism] = field(default_factory=list)
    below: list[dict[float, arb]] = field(default_factory=list)
    """For each of these laws the probability below the ends of boxes, which many of them share."""

    def mass(self) -> arb:
        """The mass of the boxes inside, and that of the open ones above it."""
        inside, lost = arb(0), arb(0)
        waiting: list[tuple[float, int, Box]] = [(-1.0, 0, ())]
        for number in range(1, self.most):
            if not waiting:
                break
            _, _, box = heapq.heappop(waiting)
            answer = self._judged(box)
            if isinstance(answer, Fraction):
                inside += ball(answer) * self._mass(box)
                continue
            parts = self._extended(box) if answer == "longer" else self._split(box)
            if answer == "longer":
                lost += self._mass(box) * ball(Fraction(1, 2**60))
            for k, part in enumerate(parts):
                weight = float(self._mass(part).mid())
                heapq.heappush(waiting, (-weight, 2 * number + k, part))
        left = sum((self._mass(box) for _, _, box in waiting), lost)
        return inside.union(inside + left)

    def _judged(self, box: Box) -> Fraction | str:
        """The probability of the event in a box, "open", or "longer" if a noise is missing."""
        path, weight, t = self.path, Fraction(1), 1
        state = [path.policy.start()] * 2
        held = path.policy.curator.start(path.policy.arms)
        place = 0
        while True:
            ends = [path.end(one, t) for one in state]
            wanted = path.actions[t - 1] if t <= len(path.actions) else None
            if ends[0] != ends[1]:
                return "open"
            if ends[0] is not None or wanted is None or wanted >= path.policy.arms:
                return Fraction(weight if ends[0] == wanted and wanted is not None else 0)
            laws = [path.decided(one, t) for one in state]
            if laws[0] != laws[1]:
                return "open"
            pulls = [pull for pull in laws[0] if path.matches(pull, t)]
            if len(pulls) != 1:
                return Fraction(0) if not pulls else "open"
            pull = pulls[0]
            weight *= laws[0][pull]
            if t - 1 + pull.plays >= path.needed:
                return Fraction(weight)
            held = path.read(held, pull, t)
            if place == len(box):
                law, _, _ = path.released(state[0], held, pull, 0.0)
                if law is not None:
                    same = self.laws[place : place + 1] == [law]
                    self.laws[place:] = [law]
                    self.below[place:] = self.below[place : place + 1] if same else [{}]
                    return "longer"
            drawn = (0.0, 0.0) if place == len(box) else box[place]
            low, high = drawn[0] - MARGIN, drawn[1] + MARGIN
            corners = (high, low) if pull.arm == 0 else (low, high)
            results = [path.released(s, held, pull, x) for s, x in zip(state, corners, strict=True)]
            if {results[0][0], results[1][0]} - {None, *self.laws[place : place + 1]}:
                raise Refused("The noise of a release depends on what was released.")
            place += results[0][0] is not None
            held, state = results[0][1], [learned for _, _, learned in results]
            t += pull.plays

    def _extended(self, box: Box) -> list[Box]:
        reach = _reach(self.laws[len(box)])
        return [(*box, (-reach, reach))]

    def _split(self, box: Box) -> list[Box]:
        """Two halves along the noise that is spread most, at its median there."""
        widths = [_cdf(law)(high) - _cdf(law)(low) for law, (low, high) in self._sides(box)]
        k = widths.index(max(widths))
        low, high = box[k]
        middle = _median(self.laws[k], low, high)
        return [(*box[:k], part, *box[k + 1 :]) for part in ((low, middle), (middle, high))]

    def _sides(self, box: Box) -> Iterator[tuple[Mechanism, tuple[float, float]]]:
        yield from zip(self.laws, box, strict=False)

    def _mass(self, box: Box) -> arb:
        result = arb(1)
        for (law, ends), known in zip(self._sides(box), self.below, strict=False):
            for end in ends:
                if end not in known:
                    known[end] = _below(law, end)
            result *= known[ends[1]] - known[ends[0]]
        return result


def _reach(law: Mechanism) -> float:
    """How far from 0 a noise is with a probability below 2^-60."""
    return 2.0 ** math.ceil(math.log2(45 * scale_of(law)))


def _below(law: Mechanism, value: float) -> arb:
    """Pr[Y <= value]."""
    x = ball(Fraction(value))
    if isinstance(law, Gaussian):
        return (-x / (2 * ball(exact(law.sigma_squared))).sqrt()).erfc() / 2
    assert isinstance(law, Laplace)
    tail: arb = (-abs(x) / ball(exact(law.scale))).exp() / 2
    return tail if value < 0 else 1 - tail


def _cdf(law: Mechanism) -> Callable[[float], float]:
    scale = scale_of(law)
    if isinstance(law, Gaussian):
        return NormalDist(0, scale).cdf
    return lambda x: 0.5 * math.exp(x / scale) if x < 0 else 1 - 0.5 * math.exp(-x / scale)


def _median(law: Mechanism, low: float, high: float) -> float:
    """A short number near the median of a noise between two numbers, strictly between them."""
    share = (_cdf(law)(low) + _cdf(law)(high)) / 2
    scale = scale_of(law)
    if not 1e-12 < share < 1 - 1e-12:
        return (low + high) / 2
    if isinstance(law, Gaussian):
        found = NormalDist(0, scale).inv_cdf(share)
    else:
        found = scale * (math.log(2 * share) if share < 0.5 else -math.log(2 * (1 - share)))
    found = round(found * 2**30) / 2**30
    return found if low < found < high else (low + high) / 2


def mass_in_boxes(path: Any, boxes: int) -> arb:
    """An enclosure of the probability of the actions of an `action_laws.Path`."""
    checked_monotone(path.policy)
    return Boxes(path, boxes).mass()
