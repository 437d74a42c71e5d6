"""The claim about the scalar product as a score of the mean, for equal variances."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.membership import effective_leakage, mahalanobis
from banditproof.theory.membership.finite_laws import BernoulliColumn

Means = Sequence[Fraction]
Weights = Callable[[tuple[int, ...], tuple[int, ...], Means], list[Fraction]]
"""The weights of a scalar product from the target, a reference and the means of the columns."""


def with_reference(target: tuple[int, ...], reference: tuple[int, ...], _: Means) -> list[Fraction]:
    """z* - z_ref, as the score is defined."""
    return [Fraction(z - r) for z, r in zip(target, reference, strict=True)]


def with_mean(target: tuple[int, ...], _: tuple[int, ...], means: Means) -> list[Fraction]:
    """z* - mu."""
    return [z - mean for z, mean in zip(target, means, strict=True)]


def twice_the_mean(target: tuple[int, ...], _: tuple[int, ...], means: Means) -> list[Fraction]:
    """Wrong: z* - 2 mu."""
    return [z - 2 * mean for z, mean in zip(target, means, strict=True)]


def best_advantage(
    weights: Sequence[Fraction], target: tuple[int, ...], means: Means, rows: int
) -> Fraction:
    """The largest power minus size of all thresholds on w'hat mu, for Bernoulli columns, exact."""
    laws: dict[Fraction, tuple[Fraction, Fraction]] = {Fraction(0): (Fraction(1), Fraction(1))}
    for weight, z, mean in zip(weights, target, means, strict=True):
        longer: dict[Fraction, tuple[Fraction, Fraction]] = {}
        masses = enumerate(BernoulliColumn(rows, mean, z).masses())  # of k rows equal to z
        for (score, (out, inside)), (k, mass) in product(laws.items(), list(masses)):
            key = score + weight * (k if z else rows - k)
            known = longer.get(key, (Fraction(0), Fraction(0)))
            longer[key] = (known[0] + out * mass.out, known[1] + inside * mass.present)
        laws = longer
    result, most = Fraction(0), Fraction(0)
    for score in sorted(laws, reverse=True):
        result += laws[score][1] - laws[score][0]
        most = max(most, result)
    return most


@checks("thesis.ftm.claim.scalar-equiv", subjects={"weights": (with_reference, with_mean)})
@mutant("twice the mean", weights=twice_the_mean)
@mutant("sharper: columns of other variances", mu=(Fraction(1, 3), Fraction(1, 5), Fraction(1, 3)))
def scalar_products(
    weights: Weights = with_mean, proof: Proof = WRITTEN, mu: Means = (Fraction(1, 3),) * 3
) -> Verdict:
    """Effective leakage and best advantage of the score for equal variances, exact."""
    rows = 3
    for target, reference in (((1, 1), (1, 0)), ((1, 1, 0), (0, 1, 0)), ((1, 0, 0), (0, 0, 0))):
        size, means = range(len(target)), mu[: len(target)]
        shift = with_mean(target, reference, means)
        variances = [mean * (1 - mean) for mean in means]
        covariance = [[variances[i] if i == j else Fraction(0) for j in size] for i in size]
        chosen = weights(target, reference, means)
        used = effective_leakage(chosen, shift, covariance, rows)
        best = mahalanobis(shift, covariance) / rows
        own = [x / variance for x, variance in zip(shift, variances, strict=True)]
        gained, most = (best_advantage(w, target, means, rows) for w in (chosen, own))
        require(
            used == best and gained == most,
            "The scalar product with one reference leaks less than the score (6.4).",
            mu=means,
            n=rows,
            target=target,
            reference=reference,
            leakage_score_of_the_scalar_product=used,
            leakage_score=best,
            best_advantage_of_the_scalar_product=gained,
            best_advantage=most,
        )
    return proof.verdict()
