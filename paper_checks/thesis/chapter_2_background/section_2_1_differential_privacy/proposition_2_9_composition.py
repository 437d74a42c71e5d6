"""Claims about releases from the same data: Proposition 2.9 and the remark below it."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.advanced_composition import Advanced, advanced, composed_delta
from banditproof.paper_checks.models.finite_laws import (
    RATIOS,
    Data,
    Law,
    delta_of,
    excess,
    joint,
    largest_ratio,
    neighbours,
    random_mechanism,
    shared_coin,
)
from banditproof.paper_checks.models.finite_pairs import coin, leaky_pair
from banditproof.paper_checks.models.own_divergences import need_own_divergences
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.exact_laws.law_divergences import moment
from ....verdicts.vocabulary import at_most, need, needs_repair, points, require
from .certified_crossing import crossing

Pair = Callable[[Law, Law], Law]
Adaptive = Callable[[Law, list[Law], Data], Law]
"""The law of two outcomes on data, from the law of the first and those of the later mechanisms."""
Spent = Callable[[list[Fraction]], Fraction]
"""What is charged for the second release, from what each mechanism that may be chosen spends."""


def chosen_by_the_outcome(first: Law, later: list[Law], data: Data) -> Law:
    """The second mechanism is the one that the first outcome has chosen."""
    return tuple(p * q for p, law in zip(first, later, strict=True) for q in law)


def _chosen_by_the_data(first: Law, later: list[Law], data: Data) -> Law:
    """Wrong: the data choose the second mechanism, and its name is not paid for."""
    return tuple(p * q for p in first for q in later[data[0]])


PARAMETERS = (2, 3, 5)


def _sharp_pairs(source: random.Random) -> list[tuple[Law, Law]]:
    """Neighbours' laws: random ones, and coins, which attain pure composition."""
    laws = [random_mechanism(source, 1, 2) for _ in range(8)]
    return [(m((0,)), m((1,))) for m in laws] + [(coin(r, 0), coin(r, 1)) for r in RATIOS[1:]]


@checks("thesis.prop2.9")
@mutant("one random number is shared", pair=shared_coin)
@mutant("sharper: 0.99 of the sum of delta", part=Fraction(99, 100))
@mutant("sharper: e^eps times 0.99", part_of_ratio=Fraction(99, 100))
def composition(
    pair: Pair = joint,
    part: Fraction = Fraction(1),
    part_of_ratio: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Products of two laws at all pairs of levels, exact."""
    need_own_divergences()
    sides, source = Sides(), random.Random(29)
    pairs = _sharp_pairs(source)
    rare = Fraction(1, 10**6)
    pairs.append(((rare, 1 - rare), (Fraction(0), Fraction(1))))  # delta is nearly additive
    for (p, q), (r, s) in product(pairs, repeat=2):
        first, second = pair(p, r), pair(q, s)
        case: dict[str, Any] = {"laws": (first, second)}
        for x, y in product(RATIOS, repeat=2):
            total, level = excess(p, q, x) + excess(r, s, y), part_of_ratio * x * y
            finding = "The deltas do not add up."
            sides.at_most(excess(first, second, level), part * total, finding, **case, level=level)
        if largest_ratio(p, q) < inf > largest_ratio(r, s):
            for order in PARAMETERS:
                adds = moment(first, second, order) == moment(p, q, order) * moment(r, s, order)
                require(adds, "Renyi divergences do not add up.", order=order, **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.prop2.9.adaptive")
@mutant("the data choose the second mechanism", adaptive=_chosen_by_the_data)
@mutant("the smaller budget of the two", spent=min)
@mutant("sharper: the average budget of the two", spent=lambda spent: sum(spent) / len(spent))
def adaptive_composition(
    adaptive: Adaptive = chosen_by_the_outcome, spent: Spent = max, proof: Proof = WRITTEN
) -> Verdict:
    """The first outcome chooses the second mechanism; random mechanisms on two bits, exact."""
    sides, source = Sides(), random.Random(29)
    need_own_divergences()
    for _ in range(40):
        first, second, third = (random_mechanism(source, 2, 2) for _ in range(3))
        r1, r2 = (source.choice(RATIOS) for _ in range(2))
        late = spent([delta_of(second, r2), delta_of(third, r2)])
        for d, e in neighbours(2):
            left, right = (adaptive(first(x), [second(x), third(x)], x) for x in (d, e))
            case: dict[str, Any] = {"data": (d, e), "laws": (left, right)}
            total, finding = delta_of(first, r1) + late, "The deltas do not add up."
            sides.at_most(excess(left, right, r1 * r2), total, finding, **case)
            for order in (2, 5):
                worst = spent([Fraction(moment(m(d), m(e), order)) for m in (second, third)])
                most = moment(first(d), first(e), order) * worst
                finding = "Renyi divergences do not add up."
                sides.at_most(moment(left, right, order), most, finding, **case, order=order)
    return proof.verdict(sharpness=sides.sharpness)


def square_root_rate(k: int, eps: arb, log_delta: arb) -> arb:
    """sqrt(k) eps, the rough rate that the text gives afterwards."""
    return arb(k).sqrt() * eps


ODDS, RELEASES = map(Fraction, ("1.05", "1.2", "2", "20")), (1, 2, 5, 20, 80)
PRIMES, LEAKS = map(Fraction, ("1/10", "1/1000", "1/1000000")), map(Fraction, ("0", "1/500"))
GRID = list(product(ODDS, RELEASES, PRIMES, LEAKS))
MANY = ((2000, Fraction(1001, 1000), 50), (1000, Fraction(20), 1))
"""Numbers of coins, their odds and the digits of delta': the root is tight, and the drift."""


def _require_advanced(bound: Advanced) -> None:
    for odds, k, prime, leak in GRID:
        limit = bound(k, ball(odds).log(), -ball(prime).log())
        result = composed_delta(k, odds, leak, limit)
        case: dict[str, Any] = {"releases": k, "odds": odds, "leak": leak, "eps'": limit}
        enough = at_most(result, ball(prime + k * leak))
        require(enough, "eps' needs a larger delta.", delta=result, **case)


def needed_eps(k: int, odds: Fraction, delta: arb) -> Enclosure:
    """The smallest eps' of k coins at a delta, from their binomial law in balls."""
    x = ball(odds)
    weights = [arb(k).bin(h) * x ** (k - h) / (1 + x) ** k for h in range(k + 1)]

    def left_over(level: Fraction) -> arb:
        factor = ball(level).exp()
        gains = (w - factor * v for w, v in zip(weights, weights[::-1], strict=True))
        return delta - sum((gain for gain in gains if not gain < 0), arb(0))

    return crossing(left_over, 0, Enclosure.of(k * x.log()).upper, 30)


def _need_two_routes() -> None:
    """The binomial formula against the product law of three leaky pairs."""
    for ratio, leak in product((Fraction(2), Fraction(5)), (Fraction(0), Fraction(1, 7))):
        first, second = leaky_pair(ratio, leak)
        three, again = (joint(joint(x, x), x) for x in (first, second))
        for level in (Fraction(1), Fraction(3), Fraction(20)):
            exact = ball(excess(three, again, level))
            same = composed_delta(3, ratio, leak, ball(level).log()).overlaps(exact)
            need(same, "Two formulas disagree", ratio=ratio, leak=leak, level=level)


def _less_drift(k: int, eps: arb, log_delta: arb) -> arb:
    """0.9 tanh(eps/2) in the place of e^eps - 1, which is just too little."""
    return (2 * k * log_delta).sqrt() * eps + k * eps * (eps / 2).tanh() * 9 / 10


@checks("thesis.prop2.9.advanced")
@mutant("the rough rate as a theorem", bound=square_root_rate)
@mutant("half of the root", bound=lambda k, eps, log: advanced(k, eps, log / 4))
@mutant(
    "sharper: 0.94 of the root", bound=lambda k, eps, log: advanced(k, eps, log * arb("0.8836"))
)
@mutant("sharper: 0.9 tanh(eps/2) for e^eps - 1", bound=_less_drift)
def advanced_composition(bound: Advanced = advanced) -> Verdict:
    """The least private mechanisms, up to 80 with a leak and up to 2000 coins, against eps'."""
    sides = Sides()
    with working_precision(384):
        _need_two_routes()
        _require_advanced(bound)
        for k, odds, digits in MANY:
            eps, log_delta = ball(odds).log(), digits * arb(10).log()
            least = ball(needed_eps(k, odds, (-log_delta).exp()).lower)
            case: dict[str, Any] = {"releases": k, "odds": odds}
            finding = "The coins need a larger eps'."
            sides.at_most(least, bound(k, eps, log_delta), finding, **case, digits=digits)
        tenth, log_delta = ball(Fraction(21, 20)).log(), 6 * arb(10).log()
        useless = sum(
            bound(k, ball(r).log(), -ball(p).log()) > k * ball(r).log() for r, k, p, _ in GRID
        )
        gain = bound(80, tenth, log_delta) / (80 * tenth)
    return points(
        numbers={
            "eps' / (k eps), 80 coins of odds 1.05, delta' = 1e-6": gain.str(6, radius=False),
            "points of the grid where eps' > k eps": f"{useless} of {len(GRID)}",
        },
        universal="cited",
        sharpness=sides.sharpness,
    )


@checks("thesis.prop2.9.rough")
@mutant("with the logarithm and the second term", rate=advanced)
def rough_rate(rate: Advanced = square_root_rate) -> Verdict:
    """The exact delta of 80 coins at the rough rate."""
    k, odds, leak = 80, Fraction(21, 20), Fraction(0)
    with working_precision(192):
        total = rate(k, ball(odds).log(), 6 * arb(10).log())
        result = composed_delta(k, odds, leak, total)
        if result < ball(Fraction(1, 10**6)):
            return points()
        need(result > ball(Fraction(1, 25)), "The delta is not decided", found=result)
    case: dict[str, Any] = {"coins": k, "e^eps of each": odds, "delta of each": leak}
    case |= {"sqrt(k) eps": total, "exact delta there": result}
    return needs_repair(**case)
