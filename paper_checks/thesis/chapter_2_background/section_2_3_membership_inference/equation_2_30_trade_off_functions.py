"""Claims about trade-off functions: (2.30) and Remark 2.33."""

import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_pairs import events, leaky_pair, mass
from banditproof.paper_checks.models.membership_game import all_neighbours, joint_laws
from banditproof.paper_checks.models.own_divergences import need_own_divergences
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.verify.evidence import Grade
from ....models.finite_laws import RATIOS, Law, excess, neighbours, random_law, random_mechanism
from .membership_advantage import games

TradeOff = Callable[[Fraction, Fraction, Fraction], Fraction]
"""f(a) from e^eps, delta and a."""
Point = tuple[Fraction, Fraction]


def printed_trade_off(ratio: Fraction, delta: Fraction, a: Fraction) -> Fraction:
    """max{0, 1 - delta - e^eps a, e^-eps (1 - delta - a)}, as in (2.30)."""
    return max(Fraction(0), 1 - delta - ratio * a, (1 - delta - a) / ratio)


def _without_the_second_line(ratio: Fraction, delta: Fraction, a: Fraction) -> Fraction:
    return max(Fraction(0), 1 - delta - ratio * a)


def _delta_outside(ratio: Fraction, delta: Fraction, a: Fraction) -> Fraction:
    return max(Fraction(0), 1 - delta - ratio * a, (1 - a) / ratio - delta / 2)


def vertices(first: Law, second: Law) -> list[Point]:
    """The corners of alpha -> T(P, Q)(alpha), exact: likelihood-ratio tests, and mixtures between.

    >>> vertices((Fraction(1, 2), Fraction(1, 2)), (Fraction(1), Fraction(0)))[1]
    (Fraction(1, 2), Fraction(0, 1))
    """
    order = sorted(
        (i for i in range(len(first)) if first[i] or second[i]),
        key=lambda i: (first[i] != 0, -second[i] / first[i] if first[i] else 0),
    )
    corners = [(Fraction(0), Fraction(1))]
    for i in order:
        alpha, beta = corners[-1]
        corners.append((alpha + first[i], beta - second[i]))
    return corners


def value(corners: list[Point], alpha: Fraction) -> Fraction:
    """T(P, Q)(alpha) by interpolation between the corners."""
    return min(
        high if a == b else low + (high - low) * (alpha - a) / (b - a)
        for (a, low), (b, high) in pairwise(corners)
        if a <= alpha <= b
    )


def power(first: Law, second: Law, score: tuple[int, ...], alpha: Fraction) -> Fraction:
    """The largest power of a threshold on a score at level alpha, (2.25)."""
    best = Fraction(0)
    for threshold in (min(score) - 1, *score):
        region = tuple(s > threshold for s in score)
        if mass(first, region) <= alpha:
            best = max(best, mass(second, region))
    return best


LEVELS = tuple(Fraction(k, 20) for k in range(21))
DELTAS = (Fraction(0), Fraction(1, 7), Fraction(9, 10))


WRONG: dict[str, dict[str, TradeOff]] = {
    "sharper: 1.01 f": {"trade_off": lambda x, d, a: printed_trade_off(x, d, a) * 101 / 100},
    "the second line is lost": {"trade_off": _without_the_second_line},
    "delta outside": {"trade_off": _delta_outside},
}


exactly = partial(require, grade=Grade.PROVED)


def _require_shape(trade_off: TradeOff) -> None:
    """Convex, non-increasing, its own inverse, and the trade-off of the least private pair."""
    for ratio, delta in product(RATIOS, DELTAS):
        corners = vertices(*leaky_pair(ratio, delta))
        middle = (1 - delta) / (1 + ratio)
        grid = sorted({*LEVELS, middle, 1 - delta})
        f = [trade_off(ratio, delta, a) for a in grid]
        case: dict[str, Any] = {"e_to_eps": ratio, "delta": delta}
        slopes = [(y - x) / (b - a) for (a, x), (b, y) in pairwise(zip(grid, f, strict=True))]
        exactly(max(slopes) <= 0, "f increases.", **case)
        exactly(sorted(slopes) == slopes, "f is not convex.", **case)
        fixed = trade_off(ratio, delta, middle) == middle
        exactly(fixed, "The fixed point is not (1 - delta)/(1 + e^eps).", **case)
        for a, x in zip(grid, f, strict=True):
            inverse = a > 1 - delta or trade_off(ratio, delta, x) == a
            exactly(inverse, "f is not its own inverse.", **case, level=a)
            exactly(value(corners, a) == x, "The least private pair has not f.", **case, level=a)


def _require_power(trade_off: TradeOff, sides: Sides) -> None:
    """Thresholds on random scores in the membership game, exact."""
    source = random.Random(230)
    for mechanism, values, size in games(source):
        pairs = [(mechanism(d), mechanism(e)) for d, e in all_neighbours(values, size)]
        records = random_law(source, values)
        out, inside = joint_laws(mechanism, records, size)
        score = tuple(source.randrange(4) for _ in out)
        ranks = [q / p if p else 99 for p, q in zip(out, inside, strict=True)]
        likelihood = tuple(sorted(set(ranks)).index(r) for r in ranks)
        for s, ratio in product((score, likelihood), RATIOS):
            delta = max(excess(p, q, ratio) for p, q in pairs)
            for alpha in LEVELS[:-1:4]:
                reached = power(out, inside, s, alpha)
                allowed = 1 - trade_off(ratio, delta, alpha)
                case: dict[str, Any] = {"records": records, "n": size, "e_to_eps": ratio}
                finding = "A threshold adversary has more power."
                sides.at_most(reached, allowed, finding, **case, level=alpha, power=reached)


@checks("thesis.eq2.30", mutants=WRONG)
def power_of_adversaries(
    trade_off: TradeOff = printed_trade_off, proof: Proof = WRITTEN
) -> Verdict:
    """The shape of f, the pair that attains it, and thresholds in enumerated games."""
    sides = Sides()
    _require_shape(trade_off)
    _require_power(trade_off, sides)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.rem2.33", mutants=WRONG)
def trade_off_privacy(trade_off: TradeOff = printed_trade_off, proof: Proof = WRITTEN) -> Verdict:
    """Exact trade-off functions of random mechanisms: the smallest delta for which T >= f."""
    need_own_divergences()
    source = random.Random(233)
    _require_shape(trade_off)
    for _ in range(25):
        mechanism = random_mechanism(source, 2, 4)
        pairs = [(mechanism(d), mechanism(e)) for d, e in neighbours(2)]
        for ratio in RATIOS:
            delta = max(excess(p, q, ratio) for p, q in pairs)
            corners = [point for p, q in pairs for point in vertices(p, q)]
            # T is linear between its corners and f convex, so the corners decide T >= f
            enough = all(trade_off(ratio, delta, a) <= b for a, b in corners)
            less = delta * Fraction(999, 1000)
            needed = delta == 0 or any(trade_off(ratio, less, a) > b for a, b in corners)
            exactly(enough, "T is below f.", e_to_eps=ratio, delta=delta)
            exactly(needed, "T >= f for a smaller delta too.", e_to_eps=ratio, delta=delta)
    thirds = ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 4), Fraction(3, 4)))
    level = Fraction(1, 4)
    mixed = 1 - value(vertices(*thirds), level)
    threshold = power(*thirds, (0, 1), level)
    return proof.verdict(
        "T >= f says that all tests, randomised ones too, satisfy (2.3) and (2.4), which is "
        "Theorem 2.4: a randomised test is a mixture of regions, and the inequalities are linear. "
        "T allows "
        "randomised tests and (2.25) only thresholds, so at some levels Pow is below 1 - T: for a "
        f"coin 1/2 against 3/4 at level {level}, {threshold} instead of {mixed}."
    )


@checks("thesis.rem2.33.draw")
@mutant("a draw that tells less", single=(Fraction(2), Fraction(0)))
@mutant("sharper: a draw with 0.95 of delta", part=Fraction(95, 100))
def single_draws(
    single: tuple[Fraction, Fraction] | None = None,
    part: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The errors of all regions of random mechanisms against tests of the least private pair."""
    source, sides = random.Random(2330), Sides()
    need_own_divergences()
    laws = [random_mechanism(source, 2, 4) for _ in range(15)]
    pairs = [(m(d), m(e)) for m in laws for d, e in neighbours(2)] + [
        leaky_pair(Fraction(5), Fraction(1, 7))
    ]
    for (first, second), ratio in product(pairs, RATIOS):
        delta = part * max(excess(first, second, ratio), excess(second, first, ratio))
        corners = vertices(*leaky_pair(*(single or (ratio, delta))))
        for region in events(len(first)):
            alpha, beta = mass(first, region), 1 - mass(second, region)
            # the best test of the single draw at this level, by Neyman and Pearson
            best, finding = value(corners, alpha), "The outputs are easier to tell apart."
            sides.at_most(best, beta, finding, e_to_eps=ratio, delta=delta, level=alpha)
    return proof.verdict(sharpness=sides.sharpness)
