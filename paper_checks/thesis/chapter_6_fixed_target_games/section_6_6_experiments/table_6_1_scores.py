"""Claims about Table 6.1: one leakage score for each setting."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import at_most, points, require, require_or_repair
from banditproof.theory import Enclosure, certify
from banditproof.theory.membership import (
    Column,
    ColumnData,
    Misspecified,
    exact_mean,
    leak,
    noisy_mean,
    power,
    sub_sampled_leak,
    sub_sampled_power,
)
from banditproof.theory.membership.finite_laws import BernoulliColumn, ProductLaw

HALF = Fraction(1, 2)
Score = Callable[[ColumnData], Fraction]


def coin_data(rows: int) -> ColumnData:
    """Columns of two means, d = 5n, with both values of the target."""
    halves = [("0.3", 1, rows), ("0.3", 0, 2 * rows), ("0.6", 1, 2 * rows)]
    return ColumnData.of(rows, [Column.bernoulli(p, target=z, count=c) for p, z, c in halves])


def squared_length(data: ColumnData, gamma: Fraction = Fraction(0)) -> Fraction:
    """(1/n) sum_j (z_j - mu_j)^2 / (sigma_j^2 + gamma^2), by the entry of the table."""
    total = Fraction(0)
    for column in data.columns:
        total += column.count * (column.target - column.mean) ** 2 / (column.variance + gamma**2)
    return total / data.rows


@checks("thesis.tab6.1.mean")
@mutant("the score divided by d", score=lambda data: squared_length(data) / 5)
@mutant("sharper: within 1/(100 n)", constant=Fraction(1, 100))
def row_of_the_mean(score: Score = squared_length, constant: Fraction = HALF) -> Verdict:
    """The exact leakage of coin columns beside the leakage of the score."""
    rows = 20
    data = coin_data(rows)
    require(score(data) == exact_mean(data).value, "The score differs.", n=rows)
    columns = [
        (BernoulliColumn(rows, column.mean, column.target), column.count) for column in data.columns
    ]
    gap = abs(ProductLaw(columns).total_variation() - certify(leak, score(data)))
    require(at_most(gap, constant / rows), "The leakage is not near.", n=rows, gap=gap)
    return points()


@checks("thesis.tab6.1.noise")
@mutant("the variances apart", score=lambda data, gamma: squared_length(data) / (1 + gamma**2))
@mutant("the deviation for the variance", score=lambda data, gamma: squared_length(data, gamma**2))
def row_of_the_noise(score: Callable[[ColumnData, Fraction], Fraction] = squared_length) -> Verdict:
    """The score of Theorem 6.5 for four deviations, exact."""
    data = coin_data(20)
    for gamma in (Fraction(0), Fraction(1, 10), HALF, Fraction(3)):
        result = noisy_mean(data, gamma).value
        require(result == score(data, gamma), "The score differs.", gamma=gamma, score=result)
    return points()


@checks("thesis.tab6.1.part")
@mutant("all rows", share=Fraction(1))
def row_of_the_part(share: Fraction = HALF) -> Verdict:
    """No score has both the leakage and the power of the limit."""
    m, level = Fraction(5), Fraction(1, 1000)
    expected = certify(sub_sampled_leak, m, share)
    printed = certify(leak, share * m)
    if share == 1:
        gap = abs(expected - printed)
        require(at_most(gap, Fraction(1, 10**15)), "They differ.")
        return points()
    score = Fraction(7, 5)
    strong = certify(sub_sampled_power, level, m, share)
    require(at_most(expected, certify(leak, score)), "The leakage needs more.", score=score)
    require(
        at_most(strong, certify(power, level, score)),
        "A score with the leakage of the limit is below 7/5, and one with its power at a level of "
        "1/1000 is above: no score describes the game, and the printed one has neither.",
        m=m,
        rho=share,
        leakage=expected,
        leakage_of_the_printed_score=printed,
        power=strong,
        power_of_the_score_7_5=certify(power, level, score),
        power_of_the_printed_score=certify(power, level, share * m),
    )
    return points()


def plain_product(attack: Misspecified) -> Fraction:
    """m_scal."""
    return attack.m_scalar


def of_the_angle(attack: Misspecified) -> Fraction:
    """m_scal^2 / m_targ."""
    return attack.effective


@checks("thesis.tab6.1.similar", subjects={"score": (plain_product, of_the_angle)})
@mutant("with the length of the target", score=lambda a: a.m_scalar**2 / a.m_star)
@mutant("equal lengths", "print", attacks=(Misspecified.of(2, 2, 2),))
def row_of_the_similar_point(
    score: Callable[[Misspecified], Fraction] = of_the_angle,
    attacks: tuple[Misspecified, ...] = (Misspecified.of(1, 4, 1), Misspecified.of(5, 5, "-2.5")),
) -> Verdict:
    """The leakage of the score against the advantage of Theorem 6.7."""
    for attack in attacks:
        result, expected = score(attack), attack.best_advantage()
        case: dict[str, Any] = {
            "m_star": attack.m_star,
            "m_targ": attack.m_target,
            "m_scal": attack.m_scalar,
        }
        require_or_repair(result >= 0, "The score is negative.", **case, score=result)
        leaked: Enclosure = certify(leak, result)
        require_or_repair(
            at_most(abs(leaked - expected), Fraction(1, 10**15)),
            "The leakage of the score is not the advantage of Theorem 6.7.",
            **case,
            leakage_of_the_score=leaked,
            advantage=expected,
        )
    return points()
