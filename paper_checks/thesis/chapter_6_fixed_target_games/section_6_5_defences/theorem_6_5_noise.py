"""Claims about Theorem 6.5: the leakage of the noisy mean, and its privacy."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.algorithms.membership.mechanisms.noisy_mean import NoisyMean
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.along import Along, prover_shows
from banditproof.paper_checks.verdicts.vocabulary import (
    at_most,
    points,
    require,
    require_or_repair,
    showing,
)
from banditproof.theory import Enclosure, certify
from banditproof.theory.balls import ball, enclose
from banditproof.theory.membership import (
    Column,
    ColumnData,
    gdp_delta,
    leak,
    noisy_mean,
    noisy_mean_gdp,
)
from banditproof.theory.membership.finite_laws import DensityLaw, NoisyBernoulliColumn
from banditproof.theory.membership.mean_scores import normal_divergence

HALF = Fraction(1, 2)
ROOM = Fraction(1, 1000)
Noise = Callable[[int], Fraction]
"""The deviation of the noise of a column from its number."""


def vanishing(column: int) -> Fraction:
    """Noise > 0 in every column, 2^-j in column j."""
    return Fraction(1, 1 << column)


def constant(column: int) -> Fraction:
    """The same noise in all columns."""
    return HALF


def leakage_by_rounding(rows: int, deviation: Fraction) -> Enclosure:
    """At least this leaks a coin column with the target 1/2: is n times it near to a whole number?

    Out it is a whole number plus noise, in half of an odd one; noise below 1/4 tells them apart.
    """
    place = Fraction(1, 4) / deviation

    def found() -> arb:
        return 1 - 2 * (ball(place) / (2 * ball(Fraction(rows))).sqrt()).erfc()

    if place**2 > 10**6 * rows:  # beyond 500 deviations
        return Enclosure(1 - Fraction(1, 10**1000), Fraction(1))
    return enclose(found, 20)


def tells_in_the_limit() -> Along:
    """The last column of d = 5 n at the noise 2^-d: `leakage_by_rounding` for all n at once.

    n times the mean has the noise sqrt(n) 2^-(5n) Z, and is told where that is below 1/4.
    """
    return prover_shows(
        "exp(10*log(2)*n)/(32*n) >= n",
        "n in [1, inf)",
        "the last of d = 5 n columns, of noise 2^-(5n), leaks at least 1 - 2 erfc(y) with y^2 = "
        "2^(10n)/(32n) >= n, and so at least 1 - 2 e^-n, which tends to 1",
        also=(("erfc(y) <= exp(-y**2)", "y in [0, inf)"),),
    )


@checks("thesis.thm6.5.limits", subjects={"noise": (vanishing, constant)})
@mutant("noise on the sum", scale=20)
@mutant("sharper: within 1/(50 n)", constant_of=Fraction(1, 50))
@mutant("a limit of 0.95 m", factor=Fraction(19, 20))
@mutant("a limit of 0.99 m", factor=Fraction(99, 100))
@mutant("sharper: a limit of 1.01 m", factor=Fraction(101, 100))
def limits_of_the_noisy_mean(
    noise: Noise = constant,
    scale: int = 1,
    constant_of: Fraction = Fraction(3, 20),
    factor: Fraction = Fraction(1),
) -> Verdict:
    """Coin columns: the target 1/2, which no row can be, and the target 1."""
    rows = 20
    columns = 5 * rows
    seen = leakage_by_rounding(rows, noise(columns))
    with showing(tells_in_the_limit):
        require_or_repair(
            at_most(seen, Fraction(1, 4)),
            "The target is the mean in each column, so that the score of the limit is 0; the last "
            "column alone tells the target, as its noise is far below the step 1/(2n) of the "
            "means.",
            n=rows,
            d=columns,
            mean_and_target=HALF,
            gamma_of_the_last_column=noise(columns),
            leakage_is_at_least=seen,
            limit=0,
        )
    sides, gaps = Sides(), []
    for count in (10, 20):
        g = noise(1) / scale
        law = DensityLaw([(NoisyBernoulliColumn(count, HALF, 1, noise(1), cells=600), 5 * count)])
        data = ColumnData.of(count, [Column.bernoulli(HALF, target=1, count=5 * count)])
        expected = certify(leak, factor * noisy_mean(data, g).value)
        gap = law.total_variation() - expected
        require(at_most(0, gap), "The leakage is below the limit.", n=count, limit=expected)
        sides.at_most(gap, constant_of / count, "The leakage is not near.", n=count)
        gaps.append(gap)
    rest = 2 * gaps[1] - gaps[0]  # what is left of the distance without its term in 1/n
    finding = "The leakage goes to another limit."
    require(at_most(rest, ROOM) and at_most(-ROOM, rest), finding, extrapolated_distance=rest)
    return points(sharpness=sides.sharpness)


def variance_with_the_target(rows: int, mean: Fraction, target: Fraction) -> Fraction:
    """The variance of the noisy mean with the target in, by enumeration.

    The noise of the mean is -1 or 1, so that gamma^2 = n.
    """
    total = square = Fraction(0)
    for values in product((0, 1), repeat=rows - 1):
        mass = Fraction(1)
        for value in values:
            mass *= mean if value else 1 - mean
        centre = (target + sum(values)) / rows
        for sign in (-1, 1):
            total += mass * (centre + sign) / 2
            square += mass * (centre + sign) ** 2 / 2
    return square - total**2


def as_printed(rows: int, variance: Fraction, noise: Fraction) -> Fraction:
    """((n-1)/n^2)(sigma^2 + gamma^2): a row that is exactly the target."""
    return Fraction(rows - 1, rows**2) * (variance + noise)


def with_its_noise(rows: int, variance: Fraction, noise: Fraction) -> Fraction:
    """((n-1) sigma^2/n + gamma^2)/n: the row of the target has its noise, too."""
    return ((rows - 1) * variance / rows + noise) / rows


@checks("thesis.thm6.5.replacement", subjects={"variance": (as_printed, with_its_noise)})
@mutant("noise on the sum", noise=Fraction(1, 4))
def replacement_of_the_law(
    variance: Callable[[int, Fraction, Fraction], Fraction] = with_its_noise,
    noise: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """All rows and signs of the noise, exact; and the divergence of normal columns."""
    for rows, mean in product((2, 3, 5), (HALF, Fraction(1, 5))):
        result = variance_with_the_target(rows, mean, Fraction(1))
        expected = variance(rows, mean * (1 - mean), noise * rows)
        require_or_repair(
            result == expected,
            "The variance differs.",
            n=rows,
            mean=mean,
            variance=result,
            due=expected,
        )
    for rows, near in ((10, "1.42254"), (1000, "1.40847")):
        column = Column.normal(0, 1, target="1.3", count=5 * rows)
        value = normal_divergence(ColumnData.of(rows, [column]), certify_root_two())
        require(abs(value - Fraction(near)) < Fraction(1, 10**4), "KL.", n=rows, found=value)
    return proof.verdict()


def certify_root_two() -> Fraction:
    """A gamma whose square is 2 up to 1e-12."""
    return Fraction(1414213562373095, 10**15)


@checks("thesis.thm6.5.decrease")
@mutant("the sum of both", score=lambda data, g: noisy_mean(data, g).value + g)
def more_noise(
    score: Callable[[ColumnData, Fraction], Fraction] = lambda data, g: noisy_mean(data, g).value,
    proof: Proof = WRITTEN,
) -> Verdict:
    """A row of deviations for two columns."""
    columns = [Column.bernoulli(p, target=1, count=9) for p in ("0.1", "0.7")]
    data, sides = ColumnData.of(10, columns), Sides()
    before = score(data, Fraction(0))
    for g in (Fraction(1, 10), HALF, Fraction(1), Fraction(9)):
        sides.at_most(score(data, g), before, "The score grows.", gamma=g)
        before = score(data, g)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.fix.noise.gdp")
@mutant("noise on the sum", scale=10)
@mutant("sharper: 0.99 mu^2", share=Fraction(99, 100))
def privacy_of_the_noisy_mean(
    scale: int = 1, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Certified curves beside the closed form, and scores of targets at both ends of the box."""
    sides = Sides()
    for gammas, rows in ((("1", "2", "3"), 4), (("0.1", "5"), 10)):
        mechanism = NoisyMean(tuple(Fraction(g) / scale for g in gammas))
        mu2 = noisy_mean_gdp(rows, list(gammas), [1] * len(gammas))
        own = mechanism.privacy(rows, [1] * len(gammas))
        for eps in (0, 1):
            expected = certify(gdp_delta, mu2, eps, digits=12)
            gap = abs(own.delta(eps) - expected)
            require(at_most(gap, Fraction(1, 10**9)), "The curve differs.", eps=eps)
        for p, target in product(("1/1000", "1/2", "2/3"), (0, 1)):
            columns = [Column.bernoulli(Fraction(p), target=target) for _ in gammas]
            score = noisy_mean(ColumnData.of(rows, columns), list(gammas)).value
            case: dict[str, Any] = {"gamma": gammas, "n": rows, "mean": p, "target": target}
            sides.at_most(score, share * mu2, "The score is above mu^2.", **case)
    return proof.verdict(sharpness=sides.sharpness)
