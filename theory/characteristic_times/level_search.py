"""The optimal allocation and mixture to any number of digits: candidates without proof.

The same search as in the float kernels, from their result: all costs are one level y, and the
ratios of the prices sum to one, or the sum of all x is given. A ratio that jumps over the missing
part, where a total variation cost meets a KL cost or where it stops growing, is divided.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
import flint
from flint import arb
from banditproof.theory.balls import ball, midpoint
from .certificate import Alternative, Game, Kind
from .confusion import Confusion

LIMIT = 80
NEAR = Fraction(1, 10**8)


@dataclass(frozen=True)
class Start:
    """What the float solver found for one alternative: its place and where KL takes over."""

    place: Fraction
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


def moved(z: Fraction, step: arb, low: Fraction, high: Fraction) -> Fraction:
    """z + step, or the middle of the bracket if that is outside; rounded to a short fraction."""
    target = z + midpoint(step)
    if not low <= target <= high:
        target = (low + high) / 2
    return midpoint(ball(target)) if target < Fraction(1, 2) else 1 - midpoint(ball(1 - target))


def place_of_level(pair: Confusion, y: arb, z: Fraction) -> Answer:
    """The place where the cost is y, by Newton's rule from z, or by bisection if it strays."""
    corner, end = pair.corner, pair.end
    if corner is not None:
        steep = pair.divergences(Fraction(0))[1]
        if y <= (corner * steep).mid():
            return Answer("mean", Fraction(0), y / steep, arb(0), steep, arb(0), arb(0))
    if not y < pair.limit.mid():
        x = arb("inf") if end is None else end[1]
        return Answer("mean", Fraction(1), x, y, arb(0), arb("inf"), arb("inf"))
    low, high = Fraction(0), Fraction(1)
    for _ in range(LIMIT):
        trade = pair.trade(z)
        # By the envelope theorem the cost grows with x at the rate of the price of the other arm.
        steepness = trade.to_other * trade.x_slope
        miss = (y - trade.to_best - trade.x * trade.to_other).mid()
        low, high = (z, high) if miss > 0 else (low, z)
        step = (miss / steepness).mid()
        if not step.is_finite():  # an end of the places: halve
            z = (low + high) / 2
            continue
        # Newton's rule squares the error: after a step of 2^(-0.45 bits) about 0.9 of the bits are
        # right.
        last = _small(step, min(z, 1 - z), 0.45)
        z = moved(z, step, low, high)
        if last:
            break
    trade = pair.trade(z)
    ratio = trade.to_best / trade.to_other
    slope = trade.bend * y / (trade.to_other**3 * trade.x_slope)
    return Answer("mean", z, trade.x, trade.to_best, trade.to_other, ratio, slope)


def takeover(pair: Confusion, flat: arb, z: Fraction) -> tuple[Fraction, arb]:
    """The place and level where the KL cost meets flat * x, by Newton's rule from z."""
    low, high = Fraction(0), Fraction(1)
    for _ in range(LIMIT):
        trade = pair.trade(z)
        excess = trade.to_best / trade.x + trade.to_other - flat
        # By the envelope theorem the cost over x falls in x at the rate to_best / x^2.
        step = (excess * trade.x * trade.x / (trade.to_best * trade.x_slope)).mid()
        low, high = (z, high) if step > 0 else (low, z)
        last = _small(step, z, 0.45)
        z = moved(z, step, low, high)
        if last:
            break
    return z, (flat * ball(z / (1 - z))).mid()


def takeover_level(pair: Confusion, flat: arb) -> float:
    """The level of the takeover as a float; 0 or infinite if there is no takeover."""
    if pair.divergences(Fraction(0))[1] <= flat:
        return 0.0
    at_one = pair.divergences(Fraction(1, 2))
    if at_one[0] + at_one[1] >= flat:
        return math.inf
    return float(takeover(pair, flat, Fraction(1, 4))[1])


def _proposal(y: arb, part: arb, slope: arb, power: int) -> arb:
    """Newton's rule for part^(-1/power) = 1 in the variable 1/y."""
    if not (part.is_finite() and slope.is_finite() and slope > 0):
        return arb(0)
    root = part.sqrt() if power == 2 else part
    step = 1 - power * (1 - root) * part / (slope * y)
    return (y / step).mid() if step > 0 else arb(0)


class LevelSearch:
    """The search for the level, at the working precision."""

    def __init__(self, game: Game, level: float, starts: Mapping[int, Start]) -> None:
        self.game = game
        self.first = ball(Fraction(level))
        self.places = {arm: start.place for arm, start in starts.items()}
        self.starts: dict[int, arb] = {}
        self.jumps: list[arb] = []
        for arm, start in starts.items():
            if start.takeover == 0 or arm not in game.flats:
                continue
            if start.takeover == math.inf:
                self.starts[arm] = arb("inf")
            elif abs(start.takeover - level) <= NEAR * level:  # only a near one must be exact
                flat = game.flats[arm].mid()
                z = (start.takeover / float(flat)) / (1 + start.takeover / float(flat))
                self.places[arm], self.starts[arm] = takeover(game.pairs[arm], flat, Fraction(z))
                self.jumps += [self.starts[arm]] if game.beta is None else []
            else:
                self.starts[arm] = arb(start.takeover)
        self.caps = {arm: flat.mid() for arm, flat in game.flats.items()}
        for arm, pair in game.pairs.items():
            if pair.end is not None:
                self.caps[arm] = pair.end[0].mid()
        self.cap = min(self.caps.values(), default=arb("inf"))

    def answer(self, arm: int, y: arb, above: bool) -> Answer:
        """One arm at the level y, above or below a jump at y."""
        start = self.starts.get(arm, arb(0))
        if y < start or (y == start and not above):
            flat = self.game.flats[arm].mid()
            return Answer("other as best", Fraction(0), y / flat, arb(0), flat, arb(0), arb(0))
        answer = place_of_level(self.game.pairs[arm], y, self.places[arm])
        if 0 < answer.place < 1:
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
        """The jump between low and high that is nearest to y."""
        inside = [start for start in self.jumps if low < start and start < high]
        return min(inside, key=lambda start: abs(start - y), default=None)

    def level(self) -> tuple[arb, dict[int, Answer], dict[int, Answer]]:
        """The level, and the answers below and above the jump there (the same if none)."""
        low, high, y = arb(0), self.cap, self.first
        if not y < self.cap * (1 - ball(NEAR)):
            at_cap = self.answers(self.cap, False)
            if self._part(at_cap)[0] < 1:
                return self.cap, at_cap, at_cap
        jump = self._nearest_jump(low, high, y)
        y, above = (y, True) if jump is None else (jump, False)
        for _ in range(LIMIT + flint.ctx.prec):
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
            new = _proposal(y, part, slope, 2 if self.game.beta is None else 1)
            last = _small((new - y) * min(abs(part - 1), arb(1)), midpoint(y), 0.9)
            if self.game.beta is not None:
                last = _small(new - y, midpoint(y), 0.45)
            if not (low < new and new < high):
                new = _between(low, high, y)
                last = _small(high - low, midpoint(y), 0.9) if high.is_finite() else False
            jump = self._nearest_jump(low, high, new)
            y, above = (new, True) if jump is None else (jump, False)
            if last and jump is None:
                break
        answers = self.answers(y, True)
        return y, answers, answers


def _between(low: arb, high: arb, y: arb) -> arb:
    """A level to go on with: the middle of the bracket, or the geometric middle of a wide one."""
    if not high.is_finite():
        return (2 * y).mid()
    if low > 0 and high > 4 * low:
        return (low * high).sqrt().mid()
    return ((low + high) / 2).mid()


def _blended(low: Answer, high: tuple[arb, arb], ratio: arb) -> arb:
    """How much of the prices `high` beside those of `low` makes their ratio as given."""
    gap = (high[0] - low.to_best) - ratio * (high[1] - low.to_other)
    return ((ratio * low.to_other - low.to_best) / gap).mid()


def _mixture(
    search: LevelSearch, at_cap: bool, below: Mapping[int, Answer], above: Mapping[int, Answer]
) -> Iterator[Alternative]:
    """Shares that make all prices equal; the ratios at a jump make up what is missing."""
    missing = (1 - sum((a.ratio for a in below.values()), arb(0))).mid()
    for arm, low in below.items():
        high: Alternative | None = None
        if search.game.beta is None and missing > 0:
            if at_cap and arm in search.game.flats and not search.cap < search.caps[arm]:
                high = Alternative(arm, "best as other", Fraction(0))
            elif above[arm].kind != low.kind:
                high = Alternative(arm, above[arm].kind, Fraction(0), above[arm].place)
        part, to_other = arb(0), low.to_other
        if high is not None:
            prices = search.game.prices(high)
            ratio = low.ratio + missing if at_cap else min(low.ratio + missing, above[arm].ratio)
            part = _blended(low, prices, ratio)
            to_other = ((1 - part) * low.to_other + part * prices[1]).mid()
            missing = (missing - (ratio - low.ratio)).mid()
            yield replace(high, share=max(midpoint(part / to_other), Fraction(0)))
        rest = max(midpoint((1 - part) / to_other), Fraction(0))
        yield Alternative(arm, low.kind, rest, low.place)


def optimum(
    game: Game, level: float, starts: Mapping[int, Start]
) -> tuple[dict[int, Fraction], tuple[Alternative, ...]]:
    """The x of every alternative, and the mixture, as rationals near the optimal ones."""
    search = LevelSearch(game, level, starts)
    y, below, above = search.level()
    x = {arm: max(midpoint(a.x), Fraction(0)) for arm, a in below.items()}
    at_cap = not y < search.cap
    if game.beta is not None:
        scale = (1 - game.beta) / game.beta / sum(x.values(), Fraction(0))
        x = {arm: value * scale for arm, value in x.items()}
        if at_cap and scale > 1 + NEAR:  # more weight does not raise the least cost
            arm = min(search.caps, key=lambda arm: search.caps[arm])
            kind: Kind = "best as other" if arm in game.flats else "mean"
            return x, (Alternative(arm, kind, Fraction(1), Fraction(1)),)
    return x, tuple(_mixture(search, at_cap, below, above))
