"""Claims about the score for another point: its moments, best threshold, and threshold 0."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import at_most, require
from banditproof.theory import Enclosure, certify
from banditproof.theory.balls import ball, enclose
from banditproof.theory.membership import Misspecified, leak
from banditproof.theory.membership.leakage import normal_ball

Point = tuple[Fraction, ...]
HALF = Fraction(1, 2)
MEANS: Point = (HALF, Fraction(1, 3), Fraction(1, 5))
TARGET: Point = (Fraction(1), Fraction(0), Fraction(1))
OTHER: Point = (Fraction(1), Fraction(1), Fraction(0))
ROWS = 3
ATTACKS = (
    Misspecified.of(1, 4, 1),
    Misspecified.of(5, 5, "-2.5"),
    Misspecified.of("2.1", "3.1", "1.4"),
)
Formula = Callable[[Misspecified], Enclosure]


def inner(first: Point, second: Point, rows: int = ROWS) -> Fraction:
    """(1/n) (u - mu)^T C^-1 (v - mu) of the coin columns."""
    triples = zip(first, second, MEANS, strict=True)
    total = sum(((u - m) * (v - m) / (m * (1 - m)) for u, v, m in triples), Fraction(0))
    return total / rows


def moments_of_the_score(own: Point, used: Point, inside: bool) -> tuple[Fraction, Fraction]:
    """Mean and variance of the linear score for `used` in the game of `own`, by enumeration."""
    law: dict[Fraction, Fraction] = {Fraction(0): Fraction(1)}
    for z, w, m in zip(own, used, MEANS, strict=True):
        count = ROWS - 1 if inside else ROWS
        step: dict[Fraction, Fraction] = {}
        for k in range(count + 1):
            mass = comb(count, k) * m**k * (1 - m) ** (count - k)
            mean = (k + z) / ROWS if inside else Fraction(k, ROWS)
            value = (w - m) / (m * (1 - m)) * (mean - m - (w - m) / (2 * ROWS))
            step[value] = step.get(value, Fraction(0)) + mass
        joined: dict[Fraction, Fraction] = {}
        for (x, p), (y, q) in product(law.items(), step.items()):
            joined[x + y] = joined.get(x + y, Fraction(0)) + p * q
        law = joined
    first = sum((x * p for x, p in law.items()), Fraction(0))
    return first, sum((x * x * p for x, p in law.items()), Fraction(0)) - first**2


def advantage_at(attack: Misspecified, threshold: Fraction) -> Enclosure:
    """|P_1(score > t) - P_0(score > t)| of the limit laws: the better one of the two signs."""

    def found() -> arb:
        deviation = ball(attack.m_target).sqrt()
        first, second = attack.with_target.mean, attack.without_target.mean
        places = [ball(mean - threshold) / deviation for mean in (first, second)]
        return abs(normal_ball(places[0]) - normal_ball(places[1]))

    return enclose(found, 20)


def advantage_of_coins(rows: int, agree: int, differ: int) -> Fraction:
    """The exact advantage of the best threshold and sign of the score (6.4) for another point.

    The columns are fair coins, and the points of {0, 1}^d differ in some of them. The score grows
    with the number of entries that equal the point of the adversary.

    >>> advantage_of_coins(2, 1, 0), advantage_of_coins(2, 1, 1)
    (Fraction(1, 4), Fraction(1, 16))
    """
    columns = agree + differ
    entries, others = rows * columns, (rows - 1) * columns
    best, gap, scale = Fraction(0), Fraction(0), 1 << columns
    out = inside = 1  # binomial coefficients, without the target and with it
    for k in range(entries + 1):
        place = k - agree
        gap += Fraction(out)
        if 0 <= place <= others:
            gap -= scale * inside
            inside = inside * (others - place) // (place + 1)
        out = out * (entries - k) // (k + 1)
        best = max(best, abs(gap))
    return best / (1 << entries)


@checks("thesis.fix.mis.moments")
@mutant("the variance m*", length=lambda own, used: inner(own, own))
def moments_of_a_misspecified_score(
    length: Callable[[Point, Point], Fraction] = lambda own, used: inner(used, used),
    proof: Proof = WRITTEN,
) -> Verdict:
    """All targets and points of three coin columns, exact."""
    for own, used in product(product((Fraction(0), Fraction(1)), repeat=3), repeat=2):
        targ, scal = length(own, used), inner(own, used)
        results = [moments_of_the_score(own, used, inside) for inside in (False, True)]
        expected = [(-targ / 2, targ), (scal - targ / 2, Fraction(ROWS - 1, ROWS) * targ)]
        require(results == expected, "A moment differs.", target=own, used=used, found=results)
    return proof.verdict()


@checks("thesis.fix.mis")
@mutant("the threshold 0", threshold=lambda attack: Fraction(0))
def best_test_on_the_score(
    threshold: Callable[[Misspecified], Fraction] = lambda attack: attack.best_threshold,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Three attacks, one with an obtuse angle."""
    for attack in ATTACKS:
        expected = certify(leak, attack.m_scalar**2 / attack.m_target)
        gap = abs(advantage_at(attack, threshold(attack)) - expected)
        case: dict[str, Any] = {
            "m_star": attack.m_star,
            "m_targ": attack.m_target,
            "m_scal": attack.m_scalar,
        }
        require(at_most(gap, Fraction(1, 10**15)), "The advantage differs.", **case)
    return proof.verdict()


@checks("thesis.fix.mis.zero")
@mutant("the best one", formula=lambda attack: attack.best_advantage())
@mutant("sharper: never negative", least=Fraction(0))
def threshold_0_on_the_score(
    formula: Formula = lambda attack: attack.advantage_at_zero(),
    least: Fraction = Fraction(-1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Three attacks and one whose inner products agree, beside the steps."""
    equal = Misspecified.of(4, 2, 2)
    for attack in (*ATTACKS, equal):
        result, size = formula(attack), advantage_at(attack, Fraction(0))
        case: dict[str, Any] = {"m_targ": attack.m_target, "m_scal": attack.m_scalar}
        gap = abs(abs(result) - size)
        require(at_most(gap, Fraction(1, 10**15)), "The advantage differs.", **case)
        require(at_most(least, result), "The advantage is smaller.", **case, advantage=result)
        require((result.hi < 0) == (attack.m_scalar < 0), "The sign differs.", **case)
    gap = abs(equal.advantage_at_zero() - equal.best_advantage())
    require(at_most(gap, Fraction(1, 10**15)), "They differ.", m_scal=2, m_targ=2)
    return proof.verdict()
