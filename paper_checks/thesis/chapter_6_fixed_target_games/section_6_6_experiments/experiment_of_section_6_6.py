"""Claims about what the experiment shows: exact powers beside the limits of three theorems."""

from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import at_most, points, require
from banditproof.theory import Enclosure, certify
from banditproof.theory.membership import power, sub_sampled_power
from banditproof.theory.membership.finite_laws import (
    BernoulliColumn,
    DensityLaw,
    NoisyBernoulliColumn,
    ProductLaw,
    SubSampledLaw,
)
from banditproof.theory.membership.sub_sampling import sub_sampled_power_printed

LEVEL = Fraction(1, 100)
HALF, SCORE = Fraction(1, 2), Fraction(5)


def near_the_limit(exact: Enclosure, limit: Enclosure, room: Fraction, theorem: str) -> Verdict:
    """The exact power at the level 1/100 beside the limit of a theorem."""
    finding = f"The exact power is far from that of {theorem}."
    case: dict[str, Any] = {"n": 1000, "d": 5000, "p": HALF, "alpha": LEVEL}
    require(at_most(abs(exact - limit), room), finding, **case, exact_power=exact, limit=limit)
    return points(
        f"The exact power is within {room} of the limit of {theorem}.",
        covered="p = 1/2, where all targets are equally hard, and the level 1/100.",
        not_covered="Other levels and other p.",
    )


@checks("thesis.ftm.exp6.6.tight.mean")
@mutant("a score of 5.05", score=Fraction(505, 100))
@mutant("sharper: within 1/10000", room=Fraction(1, 10**4))
def all_rows(score: Fraction = SCORE, room: Fraction = Fraction(1, 1000)) -> Verdict:
    """The exact power of the best test on the mean of all rows."""
    exact = ProductLaw([(BernoulliColumn(1000, HALF, 1), 5000)]).power(LEVEL)
    return near_the_limit(exact, certify(power, LEVEL, score), room, "Theorem 6.3")


@checks("thesis.ftm.exp6.6.tight.noise")
@mutant("noise on the sum", noise=Fraction(1, 1000))
@mutant("a score of 2.55", score=Fraction(255, 100))
def rows_and_noise(noise: Fraction = Fraction(1, 4), score: Fraction = SCORE / 2) -> Verdict:
    """The exact power with noise of the variance of a row, which halves the score."""
    column = NoisyBernoulliColumn(1000, HALF, 1, 2 * noise, cells=120)
    exact = DensityLaw([(column, 5000)]).power(LEVEL)
    limit = certify(power, LEVEL, score)
    return near_the_limit(exact, limit, Fraction(1, 500), "Theorem 6.5")


@checks("thesis.ftm.exp6.6.tight.part")
@mutant("the corrected limit", corrected=True)
def half_of_the_rows(corrected: bool = False) -> Verdict:
    """The exact power of the best test on the mean of half of the rows."""
    kept = ProductLaw([(BernoulliColumn(500, HALF, 1), 5000)])
    result = SubSampledLaw(kept, kept=500, rows=1000).power(LEVEL)
    right = certify(sub_sampled_power, LEVEL, SCORE, HALF)
    printed = right if corrected else sub_sampled_power_printed(LEVEL, SCORE, HALF)
    require(
        at_most(abs(result - printed), Fraction(1, 100)),
        "The exact power under sub-sampling is far from that of Theorem 6.6, and near to the "
        "corrected limit.",
        n=1000,
        d=5000,
        p=HALF,
        rho=HALF,
        alpha=LEVEL,
        exact_power=result,
        printed=printed,
        corrected_limit=right,
    )
    return points()
