"""Claims in the remarks of Section 7.2 on an earlier analysis: normal means, and squared norms."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.membership.leakage import normal_ball
from ....models.sums_of_rows import tells_for_every_n
from ....verdicts.along import Along
from ....verdicts.vocabulary import at_most, need, points, require, require_or_repair, showing
from ..section_7_1_federated_setting.exact_gradients import Vector, dot, vector

ROWS = ((Fraction(0), Fraction(1, 2)), (Fraction(1), Fraction(1, 3)), (Fraction(7), Fraction(1, 6)))
TARGET = Fraction(5)


def mean_and_variance(n: int, member: bool) -> tuple[Fraction, Fraction]:
    """Mean and variance of the mean of n rows, of which one may be the target, by all draws."""
    first = second = Fraction(0)
    for drawn in product(ROWS, repeat=n - member):
        weight = Fraction(1)
        for _, p in drawn:
            weight *= p
        x = (sum(value for value, _ in drawn) + member * TARGET) / n
        first += weight * x
        second += weight * x * x
    return first, second - first**2


@checks("thesis.gd.rem.lpk-a.moments")
@mutant("the variance of n rows with the target", spare=0)
@mutant("sharper: a variance of (n-2)/n^2", spare=2)
def moments_of_the_mean(spare: int = 1) -> Verdict:
    """The moments of (7.3) and (7.4) by all draws of a law on three numbers."""
    mu, _ = mean_and_variance(1, False)
    sigma = mean_and_variance(1, False)[1]
    for n in (1, 2, 3, 5):
        out, inside = mean_and_variance(n, False), mean_and_variance(n, True)
        require(out == (mu, sigma / n), "(7.3) has other moments.", n=n, moments=out)
        wanted = TARGET / n + (n - 1) * mu / n, max(n - spare, 0) * sigma / n**2
        require(inside == wanted, "(7.4) has other moments.", n=n, moments=inside)
    return points()


Law = Callable[[int], Enclosure]
"""The total variation between the means with and without a target at the mean."""


def of_signs(n: int) -> Enclosure:
    """Rows +1 or -1, target 0: with it the sum is of the other parity."""

    def masses(rows: int) -> dict[int, Fraction]:
        return {2 * k - rows: Fraction(comb(rows, k), 2**rows) for k in range(rows + 1)}

    out, inside = masses(n), masses(n - 1)
    gains = (max(p - inside.get(x, Fraction(0)), Fraction(0)) for x, p in out.items())
    return Enclosure.of(sum(gains, Fraction(0)))


def of_normal_rows(n: int) -> Enclosure:
    """N(0, 1/n) against N(0, (n-1)/n^2): they cross at one distance."""

    def found() -> arb:
        ratio = Fraction(n - 1, n)
        cross = (-ball(ratio).log() * ball(ratio / (1 - ratio))).sqrt()
        return 2 * (normal_ball(cross / ball(ratio).sqrt()) - normal_ball(cross))

    return enclose(found, 12)


def by_parity() -> Along:
    """Sums of n signs, one of which may be 0."""
    return tells_for_every_n(Fraction(0), (-1, 1), 2)


@checks("thesis.gd.rem.lpk-a.moment", subjects={"law": (of_signs, of_normal_rows)})
@mutant("sharper: at most 29/(100 n)", part=Fraction(29, 100))
@mutant("sharper: at least 1/(4 n)", least=Fraction(1, 4))
def normal_view(
    law: Law = of_normal_rows, part: Fraction = Fraction(3, 10), least: Fraction = Fraction(6, 25)
) -> Verdict:
    """The total variation of the game for a target at the mean of its column."""
    numbers = {}
    for n in (3, 4, 16, 64):
        result = law(n)
        finding = (
            "All moments are finite, and the target is recognised with certainty by the parity."
        )
        case: dict[str, Any] = {
            "rows": "fair signs",
            "target": 0,
            "n": n,
            "total_variation": result,
            "leak": 0,
        }
        need(law is not of_signs or result == Enclosure.of(1), "The parity does not tell it", n=n)
        with showing(by_parity):
            require_or_repair(at_most(result, part / n), finding, **case)
        require(at_most(least / n, result), "Less leaks.", n=n, total_variation=result)
        numbers[f"total variation, n = {n}"] = float(result)
    return points(numbers=numbers)


def squared_norm(n: int, centre: Vector, shift: Vector) -> tuple[Fraction, Fraction]:
    """How far the target moves the mean of n ||g - c||^2, and its variance without the target.

    Normal gradients with mean 0 and covariance I; without the target g is N(0, I/n), with it
    N(D/n, (n-1)/n^2 I).
    """
    d, square = len(shift), dot(centre, centre)
    with_target: Sequence[Fraction] = [x / n - c for x, c in zip(shift, centre, strict=True)]
    out = n * square + d
    inside = n * dot(tuple(with_target), tuple(with_target)) + Fraction(d * (n - 1), n)
    return inside - out, 2 * d + 4 * n * square


@checks("thesis.gd.rem.lpk-b", subjects={"at_the_target": (False, True)})
@mutant("sharper: as good as the linear score", part=Fraction(1))
def squared_norms(at_the_target: bool = True, part: Fraction = Fraction(81, 100)) -> Verdict:
    """Gain and variance of both squared norms for a target of one deviation in each column."""
    for n, d in ((64, 200), (10, 10), (100, 1000)):
        shift = vector(*[1] * d)
        gain, variance = squared_norm(n, shift if at_the_target else vector(*[0] * d), shift)
        m = Fraction(d, n)
        finding = "The norm around the mean does not see a typical target."
        case: dict[str, Any] = {"n": n, "d": d, "m": m, "gain": gain, "variance": variance}
        require_or_repair(gain**2 >= part * m * variance, finding, **case)
        if at_the_target:
            right = gain**2 * (2 * n + 1) == 2 * n * m * variance
            require(right, "The share of the leakage score differs.", **case)
    return points()
