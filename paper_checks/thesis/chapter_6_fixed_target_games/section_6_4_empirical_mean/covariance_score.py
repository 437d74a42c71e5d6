"""The claim about the covariance score (6.4), the leading part of the log-ratio."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any
import numpy as np
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.scores.covariance_score import CovarianceScore
from banditproof.algorithms.membership.scores.reference_sets import KnownMoments
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.sums_of_rows import tells_for_every_n
from banditproof.paper_checks.verdicts.vocabulary import require, require_or_repair, showing
from banditproof.theory.membership.finite_laws import mean_column
from .theorem_6_3_and_corollary_6_4_limits import always_tells


def require_the_score(made: Callable[..., CovarianceScore]) -> None:
    """(z-mu)^T C^-1 (release-mu) - |z-mu|^2/(2n), with C plus the noise, column by column."""
    law = BernoulliColumns(("1/2", "1/5"))
    means, target, rows = (Fraction(1, 2), Fraction(1, 5)), (1, 0), 6
    for noise in (Fraction(0), Fraction(3, 4)):
        score = made(rows, KnownMoments(law), float(noise))
        for release in ("0", "1"), ("1/3", "2/3"), ("5/6", "0"):
            seen = [Fraction(x) for x in release]
            terms = []
            for mu, z, x in zip(means, target, seen, strict=True):
                weight = (z - mu) / (mu * (1 - mu) + noise)
                terms.append(weight * (x - mu) - weight * (z - mu) / (2 * rows))
            at, place = np.array([seen], float), np.array(target, float)
            value = float(score.values(at, place, np.random.default_rng(0))[0])
            near = abs(value - float(sum(terms))) < 1e-12
            require(near, "The library's score differs.", release=release, score=value)
            columns = score.column_terms(at, place)
            same = columns is not None and np.allclose(
                columns[0], np.array(terms, float), atol=1e-12
            )
            require(same, "The library's terms of the columns differ.", release=release)


@checks(
    "thesis.ftm.score.cov",
    subjects={"targets": ((Fraction(1), Fraction(1, 2)), (Fraction(0), Fraction(1)))},
)
@mutant("a score with the standard deviation", power=1)
@mutant(
    "the library with a row less",
    made=lambda rows, known, noise: CovarianceScore(rows - 1, known, noise),
)
@mutant(
    "the library with twice the noise",
    made=lambda rows, known, noise: CovarianceScore(rows, known, 2 * noise),
)
def score_of_the_covariance(
    targets: tuple[Fraction, ...] = (Fraction(0), Fraction(1)),
    proof: Proof = WRITTEN,
    power: int = 2,
    made: Callable[..., CovarianceScore] = CovarianceScore,
) -> Verdict:
    """The steps for normal columns; Bernoulli columns, exact; the library's score beside (6.4)."""
    for target in targets:
        finding = (
            "The log-ratio is infinite for every n, and the score (6.4) is 0: both have the law of "
            "a fair column with a target between its values."
        )
        along = partial(tells_for_every_n, target)
        case: dict[str, Any] = {"mu": Fraction(1, 2), "target": target}
        with showing(along):
            require_or_repair(not always_tells(target), finding, **case)
    for mean, rows, z in product((Fraction(1, 2), Fraction(1, 5)), (2, 6), (0, 1)):
        variance = mean * (1 - mean) if power == 2 else mean
        for k, mass in enumerate(mean_column([0, 1], [1 - mean, mean], rows, z).masses()):
            linear = (z - mean) * (Fraction(k, rows) - mean) / variance
            same = mass.present == mass.out * (1 + linear)
            require(same, "The ratio minus 1 is not the linear part.", mu=mean, n=rows, k=k)
    require_the_score(made)
    return proof.verdict()
