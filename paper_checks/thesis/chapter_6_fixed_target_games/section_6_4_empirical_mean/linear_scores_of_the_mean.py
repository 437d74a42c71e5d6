"""Claims about linear scores of the mean: the scalar product, and effective leakage."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.proofs import Given, Identity, Inequality, Parts, Proof, Textbook
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import require
from banditproof.theory.membership import (
    best_weights,
    effective_leakage,
    mahalanobis,
)

Weights = Callable[[tuple[int, ...], tuple[int, ...], Fraction], list[Fraction]]
"""The weights of a scalar product from the target, a reference and the mean of all columns."""


def with_reference(
    target: tuple[int, ...], reference: tuple[int, ...], _: Fraction
) -> list[Fraction]:
    """z* - z_ref, as the score is defined."""
    return [Fraction(z - r) for z, r in zip(target, reference, strict=True)]


def with_mean(target: tuple[int, ...], _: tuple[int, ...], mean: Fraction) -> list[Fraction]:
    """z* - mu."""
    return [z - mean for z in target]


def twice_the_mean(target: tuple[int, ...], _: tuple[int, ...], mean: Fraction) -> list[Fraction]:
    """Wrong: z* - 2 mu."""
    return [z - 2 * mean for z in target]


SCALAR = Proof(
    "thesis.ftm.claim.scalar-equiv.repaired",
    where="n in [1,inf), v in (0,inf), a in (-inf,inf), b in (-inf,inf), c in [0,inf), "
    "s in (-inf,inf), l in (-inf,inf)",
    steps=(
        Given(
            1,
            r"With $C_\sigma=vI$: $a=(z^\star-\mu)^\top\hat\mu_n$, $b=(z^\star-\mu)^\top\mu$, "
            r"$c=\|z^\star-\mu\|^2$. The score.",
            "s == a",
        ),
        Given(2, r"(6.4).", "l == (a - b)/v - c/(2*n*v)"),
        Identity(
            3,
            r"It is an increasing affine function of the score, so that both have the same "
            r"tests.",
            "l == s/v - (b + c/(2*n))/v",
            uses=(1, 2),
        ),
    ),
)


@pair(
    "thesis.ftm.claim.scalar-equiv",
    r"If all columns have the same variance, $C_\sigma=\sigma^2I_d$, the LR test (6.4) and the "
    r"scalar product test with the score $(z^\star-z^{\mathrm{ref}})^\top\hat\mu_n$, "
    r"$z^{\mathrm{ref}}\sim\mathcal D$, are equal up to a factor, and have the same power.",
    r"If $C_\sigma=\sigma^2I_d$, the score (6.4) is an increasing affine function of "
    r"$(z^\star-\mu)^\top\hat\mu_n$, so that both have the same tests and the same power.",
    recorded="fails",
    subjects={"weights": (with_reference, with_mean)},
    reading=r"the print has $\sigma I_d$; the score of one reference is that of the sentences "
    r"before",
    refutation_rests_on=("textbook.cauchy-schwarz",),
    mutants={
        "another constant of (6.4)": {"proof": SCALAR.changed(3, formula="l == s/v - (b + c/n)/v")},
        "twice the mean": {"weights": twice_the_mean},
    },
    printed_mutants={"the mean as the reference": {"weights": with_mean}},
)
def scalar_products(weights: Weights = with_mean, proof: Proof = SCALAR) -> Verdict:
    """The effective leakage of the score for equal variances, exact."""
    mean, rows = Fraction(1, 3), 10
    variance = mean * (1 - mean)
    for target, reference in (((1, 1), (1, 0)), ((1, 1, 0), (0, 1, 0)), ((1, 0, 0), (0, 0, 0))):
        size = range(len(target))
        shift = [z - mean for z in target]
        covariance = [[variance if i == j else Fraction(0) for j in size] for i in size]
        used = effective_leakage(weights(target, reference, mean), shift, covariance, rows)
        best = mahalanobis(shift, covariance) / rows
        require(
            used == best,
            "The scalar product with one reference has less leakage than the score (6.4).",
            mu=mean,
            n=rows,
            target=target,
            reference=reference,
            leakage_score_of_the_scalar_product=used,
            leakage_score=best,
        )
    return proof.verdict(
        "With the mean in place of the reference both tests are the same.",
        instances="Three targets with Bernoulli(1/3) columns, exact.",
    )


EFFECTIVE = Proof(
    "thesis.fix.linear.effective",
    where="n in [1,inf), w in (0,inf), g in (-inf,inf), a in [0,inf), e in [0,inf), "
    "best in [0,inf), shift in (-inf,inf), v in (0,inf), t in [0,inf), c in [0,inf)",
    parts=(3, 5),
    steps=(
        Given(
            1,
            r"With $g=w^\top(z^\star-\mu)$ the target moves the mean of $w^\top\hat\mu_n$ by",
            "shift == g/n",
        ),
        Given(2, r"and its variance is $w^\top Cw/n$ without the target.", "v == w/n"),
        Identity(
            3,
            r"So in units of the deviation the squared shift is $m_{\mathrm{eff}}$.",
            "shift**2/v == g**2/(n*w)",
            uses=(1, 2),
        ),
        Textbook(
            4,
            r"$w^\top(z^\star-\mu)=(Cw)^\top C^{-1}(z^\star-\mu)$, so by Cauchy and Schwarz with "
            r"$a=\|z^\star-\mu\|^2_{C^{-1}}$",
            "g**2 <= w*a",
            fact="textbook.inverse-matrix:cauchy-schwarz",
            hypotheses={"V is positive definite": 2},
            instance={"x": "g", "y": "w", "z": "a"},
        ),
        Inequality(5, r"it is at most $a/n$.", "g**2/(n*w) <= a/n", weights={4: "1/(n*w)"}),
        Given(
            6,
            r"Of the $n$ rows $w^\top(Z_i-\mu)/\sqrt{n\,w^\top Cw}$, of variance $c=1/n$, "
            r"each has a fourth moment of at most $e/n$, with $e\to0$.",
            "t <= e*c",
        ),
        Textbook(
            7,
            r"So the score is normal in the limit, with both bits, and its tests are those between "
            r"two normal laws of variance 1.",
            fact="textbook.row-sums",
            hypotheses={
                "independent terms of mean 0": 1,
                "the sum of their second moments tends to v": 2,
                "each fourth moment is <= b C + D": 6,
                "b tends to 0, the sum of C stays bounded, and that of D tends to 0": 6,
            },
            instance={"F": "t", "b": "e", "C": "c", "D": "0"},
            over=("t", "c"),
        ),
        Parts(8, "The effective leakage, and its largest value.", uses=(3, 5, 7)),
    ),
)


@claim(
    "thesis.fix.linear.effective",
    r"The best threshold on $w^\top\hat\mu_n$, with the right sign, has in the limit the leakage "
    r"and the power of the score $m_{\mathrm{eff}}=\frac{(w^\top(z^\star-\mu))^2}{n\,w^\top Cw}\le "
    r"\frac1n\|z^\star-\mu\|^2_{C^{-1}}$, with equality for $w=C^{-1}(z^\star-\mu)$, if the fourth "
    r"moments of the rows $w^\top(Z_i-\mu)/\sqrt{n\,w^\top Cw}$ sum to $o(1)$.",
    recorded="holds",
    place="6.4",
    kind="derived",
    mutants={
        "the deviation for the variance": {"proof": EFFECTIVE.changed(2, formula="v == w**2/n")},
        "sharper: 0.99 of the score": {
            "proof": EFFECTIVE.changed(5, formula="g**2/(n*w) <= 0.99*a/n")
        },
        "sharper: 0.99 of the score in examples": {"part": Fraction(99, 100)},
    },
)
def effective_leakage_of_a_score(proof: Proof = EFFECTIVE, part: Fraction = Fraction(1)) -> Verdict:
    """The steps, and random weights and covariances, exact."""
    source, sides, rows = random.Random(64), Sides(), 10
    for size, _ in product((1, 2, 3), range(4)):
        root = [[Fraction(source.randrange(-2, 3)) for _ in range(size)] for _ in range(size)]
        indexes = range(size)
        covariance = [
            [sum((root[i][k] * root[j][k] for k in indexes), Fraction(i == j)) for j in indexes]
            for i in indexes
        ]
        shift = [Fraction(source.randrange(1, 5)) for _ in indexes]
        best = mahalanobis(shift, covariance) / rows
        some = [Fraction(source.randrange(1, 6)) for _ in indexes]
        for weights in (some, best_weights(shift, covariance)):
            found = effective_leakage(weights, shift, covariance, rows)
            case: dict[str, Any] = {
                "weights": weights,
                "shift": shift,
                "covariance": covariance,
                "n": rows,
            }
            sides.at_most(found, part * best, "A score has more than the best one.", **case)
    return proof.verdict(
        "A linear score is normal in the limit, and C^-1(z* - mu) has the largest shift.",
        instances="Twelve random covariances with random weights and the best ones, exact.",
        beyond="Scores that a rare row dominates, and the total variation.",
        sharpness=sides.sharpness,
    )
