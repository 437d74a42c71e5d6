"""Claims about the conclusion of Chapter 6: contracted scores, and the best linear score."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import at_most, points, require, require_or_repair
from banditproof.theory import certify
from banditproof.theory.membership import (
    Column,
    ColumnData,
    best_weights,
    effective_leakage,
    leak,
    noisy_mean,
    power,
)
from banditproof.theory.membership.finite_laws import ProductLaw, mean_column
from banditproof.theory.membership.sub_sampling import sub_sampled_power_printed
from .section_6_5_defences.limits_of_sub_sampling import Power, corrected_power

HALF = Fraction(1, 2)
LEVEL = Fraction(1, 1000)


@checks("thesis.ftm.claim.conclusion.noise")
@mutant("sharper: to a half", factor=HALF)
@mutant("noise that adds", score=lambda data, g: noisy_mean(data, g).value + g / 100)
@mutant("the deviation for the variance", score=lambda data, g: noisy_mean(data, g / 2).value)
def noise_contracts(
    factor: Fraction = Fraction(1),
    score: Callable[[ColumnData, Fraction], Fraction] = lambda data, g: noisy_mean(data, g).value,
) -> Verdict:
    """The score with noise is that without it times a mean of sigma^2/(sigma^2 + gamma^2)."""
    sides = Sides()
    columns = [Column.bernoulli(p, target=1, count=50) for p in ("0.1", "0.5", "0.8")]
    data = ColumnData.of(30, columns)
    for gamma in (Fraction(1, 100), HALF, Fraction(4)):
        result = score(data, gamma)
        sides.at_most(result, factor * data.score, "The score is larger.", gamma=gamma)
        terms = [(c.target - c.mean) ** 2 / c.variance * c.count / data.rows for c in columns]
        shares = [c.variance / (c.variance + gamma**2) for c in columns]
        expected = sum((s * t for s, t in zip(shares, terms, strict=True)), Fraction(0))
        require(
            result == expected,
            "It is no mean of the shares.",
            gamma=gamma,
            score=result,
            mean=expected,
        )
        sides.at_most(min(shares) * data.score, result, "It is contracted by more.", gamma=gamma)
    return points(sharpness=sides.sharpness)


@checks("thesis.ftm.claim.conclusion.part")
@mutant("the printed limits", curve=sub_sampled_power_printed)
def sub_sampling_contracts(curve: Power = corrected_power) -> Verdict:
    """A contracted score has less power at every level."""
    m = Fraction(5)
    for share in (HALF, Fraction(1, 4)):
        result, whole_power = curve(LEVEL, m, share), certify(power, LEVEL, m)
        require(
            at_most(result, whole_power),
            "With a contracted score the power would be smaller at each level; at 1/1000 it is "
            "larger than without sub-sampling.",
            m=m,
            rho=share,
            alpha=LEVEL,
            power=result,
            power_of_all_rows=whole_power,
        )
    return points()


NO_ROW = (HALF, HALF, HALF)
"""A target that no row can be."""
SOME_ROW = (Fraction(1), Fraction(1), Fraction(0))
"""A target in {0, 1}^d; the first column is fair, so that its two values are alike."""


@checks("thesis.ftm.claim.conclusion.distance", subjects={"target": (NO_ROW, SOME_ROW)})
@mutant("sharper: within 1/(100 n)", constant=Fraction(1, 100))
def distance_and_hardness(
    target: tuple[Fraction, ...] = SOME_ROW, constant: Fraction = HALF
) -> Verdict:
    """Three kinds of columns, 35 of each, and 21 rows; the exact law."""
    rows, means, each = 21, (HALF, Fraction(3, 10), Fraction(3, 10)), 35
    columns = list(zip(means, target, strict=True))
    law = ProductLaw([(mean_column([0, 1], [1 - p, p], rows, z), each) for p, z in columns])
    terms = ((z - p) ** 2 / (p * (1 - p)) for p, z in columns)
    score = sum(terms, Fraction(0)) * each / rows
    expected = certify(leak, score)
    case: dict[str, Any] = {"n": rows, "d": each * len(means), "means": means}
    require_or_repair(
        law.in_alone.lo < 1,
        "A value that no row has is recognised without error, however near to the mean it is.",
        **case,
        target=target,
        leakage=1,
        score=score,
        leakage_of_the_score=expected,
    )
    gap = abs(law.total_variation() - expected)
    require(at_most(gap, constant / rows), "It is not near.", **case, target=target, gap=gap)
    return points()


@checks("thesis.ftm.claim.conclusion.covariance")
@mutant("the scalar product for both", weights=lambda shift, covariance: shift)
def covariance_against_scalar(
    weights: Callable[..., tuple[Fraction, ...]] = best_weights, proof: Proof = WRITTEN
) -> Verdict:
    """Weights of all signs for two covariances, exact; the scalar product has z* - mu."""
    sides = Sides()
    for off in (Fraction(0), Fraction(1, 3)):
        covariance = ((Fraction(1, 4), off), (off, Fraction(4)))
        for shift in ((Fraction(1), Fraction(1)), (Fraction(1), Fraction(-2))):
            most = effective_leakage(weights(shift, covariance), shift, covariance, 7)
            for w in ((1, 0), (1, 1), (2, -1), (12, 1), shift):
                result = effective_leakage(w, shift, covariance, 7)
                case: dict[str, Any] = {"weights": w, "shift": shift, "off_diagonal": off}
                sides.at_most(result, most, "Other weights leak more.", **case)
    return proof.verdict(sharpness=sides.sharpness)
