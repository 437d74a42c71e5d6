"""The optimal allocation and mixture to any number of digits: candidates, never a statement.

The same search as in the compiled solver, from its answer: all costs are one level y, and the
ratios of the prices sum to one, or the sum of all x is given. A ratio that jumps over the missing
part, where a total variation cost meets a KL cost or where it stops to grow, is divided.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import flint
from flint import arb

from banditproof.theory.balls import ball, midpoint

from .certificate import Alternative, Game, Kind
from .confusion import Confusion

_LIMIT = 80
_NEAR = Fraction(1, 10**8)


@dataclass(frozen=True)
class Start:
    """What the float solver found for one alternative: its place and where KL takes over."""

    place: float
    takeover: float


@dataclass(frozen=True)
class Answer:
    """One arm at a level: its x, its two prices, its ratio, and the slopes of r and x in y."""

    kind: Kind
    place: Fraction
    x: arb
    to_best: arb
    to_other: arb
    ratio: arb
    ratio_slope: arb

    @property
    def x_slope(self) -> arb:
        """dx/dy."""
        return 1 / self.to_other


def _small(step: arb, size: Fraction, power: float) -> bool:
    return bool(abs(midpoint(step)) <= size / (1 << int(flint.ctx.prec * power)))


def _moved(z: Fraction, step: arb) -> Fraction:
    """z + step, kept inside (0, 1) and short."""
    target = z + midpoint(step)
    if target <= 0:
        return z / 2
    if target >= 1:
        return (1 + z) / 2
    return midpoint(ball(target)) if target < Fraction(1, 2) else 1 - midpoint(ball(1 - target))


def place_of_level(pair: Confusion, y: arb, z: Fraction) -> Answer:
    """The place where the cost is y, by Newton's rule from z."""
    corner = pair.corner
    if corner is not None:
        steep = pair.divergences(Fraction(0))[1]
        if y.mid() <= (corner * steep).mid():
            return Answer("mean", Fraction(0), y / steep, arb(0), steep, arb(0), arb(0))
    for _ in range(_LIMIT):
        trade = pair.trade(z)
        steepness = trade.to_other * trade.x_slope
        step = ((y - trade.to_best - trade.x * trade.to_other) / steepness).mid()
        last = _small(step, min(z, 1 - z), 0.45)
        z = _moved(z, step)
        if last:
            break
    trade = pair.trade(z)
    ratio = trade.to_best / trade.to_other
    slope = trade.bend * y / (trade.to_other**3 * trade.x_slope)
    return Answer("mean", z, trade.x, trade.to_best, trade.to_other, ratio, slope)


def takeover(pair: Confusion, flat: arb, z: Fraction) -> tuple[Fraction, arb]:
    """The place and level where the KL cost meets flat * x, by Newton's rule from z."""
    for _ in range(_LIMIT):
        trade = pair.trade(z)
        excess = trade.to_best / trade.x + trade.to_other - flat
        step = (excess * trade.x * trade.x / (trade.to_best * trade.x_slope)).mid()
        last = _small(step, z, 0.45)
        z = _moved(z, step)
        if last:
            break
    return z, (flat * ball(z / (1 - z))).mid()


class LevelSearch:
    """The search for the level, at the working precision."""

    def __init__(self, game: Game, level: float, starts: Mapping[int, Start]) -> None:
        self.game = game
        self.first = ball(Fraction(level))
        self.places = {arm: Fraction(start.place) for arm, start in starts.items()}
        self.starts: dict[int, arb] = {}
        for arm, start in starts.items():
            if start.takeover == 0 or arm not in game.flats:
                continue
            if start.takeover == math.inf:
                self.starts[arm] = arb("inf")
            elif abs(start.takeover - level) <= _NEAR * level:  # only a near one must be exact
                flat = game.flats[arm].mid()
                z = (start.takeover / float(flat)) / (1 + start.takeover / float(flat))
                self.places[arm], self.starts[arm] = takeover(game.pairs[arm], flat, Fraction(z))
            else:
                self.starts[arm] = arb(start.takeover)
        self.cap = min((flat.mid() for flat in game.flats.values()), default=arb("inf"))

    def answer(self, arm: int, y: arb, above: bool) -> Answer:
        """One arm at the level y, above or below a jump at y."""
        start = self.starts.get(arm, arb(0))
        if y < start or (y == start and not above):
            flat = self.game.flats[arm].mid()
            return Answer("other as best", Fraction(0), y / flat, arb(0), flat, arb(0), arb(0))
        answer = place_of_level(self.game.pairs[arm], y, self.places[arm])
        if answer.place != 0:
            self.places[arm] = answer.place
        return answer

    def answers(self, y: arb, above: bool) -> dict[int, Answer]:
        """All arms at the level y."""
        return {arm: self.answer(arm, y, above) for arm in self.game.arms}

    def _part(self, answers: Mapping[int, Answer]) -> tuple[arb, arb]:
        """What must become one, and its slope in y."""
        beta = self.game.beta
        zero = arb(0)
        if beta is None:
            return (
                sum((a.ratio for a in answers.values()), zero).mid(),
                sum((a.ratio_slope for a in answers.values()), zero).mid(),
            )
        odds = ball((1 - beta) / beta)
        return (
            (sum((a.x for a in answers.values()), zero) / odds).mid(),
            (sum((a.x_slope for a in answers.values()), zero) / odds).mid(),
        )

    def _nearest_jump(self, low: arb, high: arb, y: arb) -> arb | None:
        if self.game.beta is not None:
            return None
        inside = [start for start in self.starts.values() if low < start and start < high]
        return min(inside, key=lambda start: abs(start - y), default=None)

    def level(self) -> tuple[arb, dict[int, Answer], dict[int, Answer]]:
        """The level, and the answers below and above the jump there (the same if none)."""
        low, high, y = arb(0), self.cap, self.first
        if not y < self.cap * (1 - ball(_NEAR)):
            at_cap = self.answers(self.cap, False)
            if self._part(at_cap)[0] < 1:
                return self.cap, at_cap, at_cap
        jump = self._nearest_jump(y * (1 - ball(_NEAR)), y * (1 + ball(_NEAR)), y)
        y, above = (y, True) if jump is None else (jump, False)
        for _ in range(_LIMIT):
            answers = self.answers(y, above)
            part, slope = self._part(answers)
            if part < 1:
                if not above:
                    higher = self.answers(y, True)
                    part, slope = self._part(higher)
                    if not part < 1:
                        return y, answers, higher
                low = y
            else:
                high = y
            new = (y + (1 - part) / slope).mid() if slope > 0 else arb(0)
            last = _small((new - y) * min(abs(part - 1), arb(1)), midpoint(y), 0.9)
            if self.game.beta is not None:
                last = _small(new - y, midpoint(y), 0.45)
            if not (low < new and new < high):
                new = (2 * y if not high.is_finite() else (low + high) / 2).mid()
                last = _small(high - low, midpoint(y), 0.9) if high.is_finite() else False
            jump = self._nearest_jump(low, high, new)
            y, above = (new, True) if jump is None else (jump, False)
            if last and jump is None:
                break
        answers = self.answers(y, True)
        return y, answers, answers


def _blended(low: Answer, high: tuple[arb, arb], ratio: arb) -> arb:
    """How much of the prices `high` beside those of `low` makes their ratio as given."""
    gap = (high[0] - low.to_best) - ratio * (high[1] - low.to_other)
    return ((ratio * low.to_other - low.to_best) / gap).mid()


def optimum(
    game: Game, level: float, starts: Mapping[int, Start]
) -> tuple[dict[int, Fraction], tuple[Alternative, ...]]:
    """The x of every alternative, and the mixture, as rationals near the optimal ones."""
    search = LevelSearch(game, level, starts)
    y, below, above = search.level()
    x = {arm: midpoint(a.x) for arm, a in below.items()}
    at_cap = not y < search.cap
    if at_cap:  # a cost that is flat from here on: no more than the place where it begins
        x = {arm: max(value, Fraction(0)) for arm, value in x.items()}
    if game.beta is not None:
        scale = (1 - game.beta) / game.beta / sum(x.values(), Fraction(0))
        x = {arm: value * scale for arm, value in x.items()}
        if at_cap and scale > 1 + _NEAR:
            flattest = min(game.flats, key=lambda arm: game.flats[arm].mid())
            return x, (Alternative(flattest, "best as other", Fraction(1)),)
    missing = (1 - sum((a.ratio for a in below.values()), arb(0))).mid()
    mixture: list[Alternative] = []
    for arm, low in below.items():
        part = arb(0)
        high: tuple[arb, arb] | None = None
        kind, place = low.kind, low.place
        if game.beta is None and missing > 0:
            if at_cap and not search.cap < game.flats[arm].mid():
                high, kind = (search.cap, arb(0)), "best as other"
            elif above[arm].kind != low.kind:
                high = (above[arm].to_best, above[arm].to_other)
                kind, place = above[arm].kind, above[arm].place
        to_other = low.to_other
        if high is not None:
            most = above[arm].ratio if not at_cap else low.ratio + missing
            ratio = min(low.ratio + missing, most)
            part = _blended(low, high, ratio)
            to_other = ((1 - part) * low.to_other + part * high[1]).mid()
            missing = (missing - (ratio - low.ratio)).mid()
            mixture.append(
                Alternative(arm, kind, max(midpoint(part / to_other), Fraction(0)), place)
            )
        rest = max(midpoint((1 - part) / to_other), Fraction(0))
        mixture.append(Alternative(arm, low.kind, rest, low.place))
    return x, tuple(mixture)
