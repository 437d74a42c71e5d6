"""The claim about the effective leakage of linear scores of the mean."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.paper_checks.proofs import Given, Identity, Inequality, Parts, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.membership import best_weights, effective_leakage, mahalanobis

EFFECTIVE = Proof(
    "thesis.fix.linear.effective",
    where="n in [1,inf), w in (0,inf), g in [0,inf), a in (0,inf), e in [0,inf), "
    "shift in [0,inf), v in (0,inf), t in [0,inf), c in [0,inf), s in (0,inf), x in (-inf,inf), "
    "z in (-inf,inf), leak in [0,1], best in [0,1], low in [0,1], high in [0,1], level in "
    "(-inf,inf), size in [0,1], hit in [0,1]",
    steps=(
        Given(
            1,
            r"With $g=w^\top(z^\star-\mu)$, $\ge0$ with the right sign, the target moves the mean "
            r"of $w^\top\hat\mu_n$ by",
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
        Inequality(5, r"it is at most $a/n$,", "g**2/(n*w) <= a/n", weights={4: "1/(n*w)"}),
        Identity(
            6,
            r"and equal for $w=C^{-1}(z^\star-\mu)$, where $g=w^\top Cw=a$.",
            "a**2/(n*a) == a/n",
        ),
        Given(
            7,
            r"The terms $y_i=w^\top(Z_i-\mu)/\sqrt{n\,w^\top Cw}$ of the $n$ rows are independent, "
            r"with mean 0 and the variance",
            "c == w/(n*w)",
        ),
        Identity(8, r"which sum to 1.", "n*c == 1", uses=(7,)),
        Given(9, r"By hypothesis their fourth moments are at most, with $e\to0$,", "t <= e*c"),
        Textbook(
            10,
            r"So without the target the standardised score tends in law to $N(0,1)$, and the "
            r"largest $|y_i|$ to 0.",
            fact="textbook.row-sums",
            hypotheses={
                "independent terms of mean 0": 7,
                "the sum of their second moments tends to v": 8,
                "each fourth moment is <= b C + D": 9,
                "b tends to 0, the sum of C stays bounded, and that of D tends to 0": 9,
            },
            instance={"F": "t", "b": "e", "C": "c", "D": "0"},
            over=("t", "c"),
        ),
        Given(
            11,
            r"With the target one $y_i$, which tends to 0, is exchanged for "
            r"$\sqrt{m_{\mathrm{eff}}}$, which tends to $s>0$.",
        ),
        Textbook(
            12,
            r"So it tends in law to $N(s,1)$.",
            fact="textbook.limit-laws:sum",
            hypotheses={"X_n tends in law to X": 10, "Y_n tends in probability to c": 11},
            uses=(3,),
        ),
        Textbook(
            13,
            r"The leakage of the best threshold tends to the largest one of these normal laws.",
            "leak == best",
            fact="textbook.limit-laws:largest",
            hypotheses={
                "X_n tends in law to X": 10,
                "Y_n tends in law to Y": 12,
                "X and Y have no atoms": 12,
            },
            instance={"x": "leak", "y": "best"},
        ),
        Identity(
            14,
            r"The logarithm of the ratio of their densities is above 0 for $x>s/2$ only.",
            "s*x - s**2/2 == s*(x - s/2)",
        ),
        Given(15, r"The mass of this set under $N(s,1)$", "high == normal_cdf(s/2)"),
        Given(16, r"and under $N(0,1)$.", "low == normal_cdf(-s/2)"),
        Textbook(
            17,
            r"So the largest difference of all events is that of a threshold,",
            "best == high - 1*low",
            fact="textbook.elementary-probability:largest difference",
            hypotheses={
                "on the set, and only there, the density of P is above c times that of Q": 14
            },
            instance={"d": "best", "v": "high", "c": "1", "w": "low"},
        ),
        Identity(
            18,
            r"and the limit is the leakage of $m_{\mathrm{eff}}$.",
            "leak == normal_cdf(s/2) - normal_cdf(-s/2)",
            uses=(13, 15, 16, 17),
        ),
        Given(19, r"For $\alpha=\Phi(z)$ in $(0,1)$ take thresholds that tend to", "level == -z"),
        Textbook(
            20,
            r"Their size tends to",
            "size == normal_cdf(-level)",
            fact="textbook.limit-laws:tail",
            hypotheses={"X_n tends in law to X": 10, "t_n tends to t": 19, "X has no atoms": 10},
            instance={"x": "size", "y": "normal_cdf(-level)"},
        ),
        Textbook(
            21,
            r"and their power to",
            "hit == normal_cdf(s - level)",
            fact="textbook.limit-laws:tail",
            hypotheses={"X_n tends in law to X": 12, "t_n tends to t": 19, "X has no atoms": 12},
            instance={"x": "hit", "y": "normal_cdf(s - level)"},
        ),
        Identity(22, r"The size is $\alpha$;", "size == normal_cdf(z)", uses=(19, 20)),
        Textbook(
            23,
            r"so the least thresholds of a size of at most $\alpha$ are among these.",
            fact="textbook.limit-laws:levels",
            hypotheses={"X_n tends in law to X": 10, "P(X > t) falls strictly from 1 to 0": 22},
        ),
        Identity(
            24,
            r"The power is that of $m_{\mathrm{eff}}$.",
            "hit == normal_cdf(z + s)",
            uses=(19, 21),
        ),
        Parts(
            25,
            "The effective leakage, its largest value, and the power.",
            uses=(3, 5, 6, 18, 23, 24),
        ),
    ),
)


@checks(
    "thesis.fix.linear.effective",
    mutants={
        "the deviation for the variance": {"proof": EFFECTIVE.changed(2, formula="v == w**2/n")},
        "sharper: 0.99 of the score": {
            "proof": EFFECTIVE.changed(5, formula="g**2/(n*w) <= 0.99*a/n")
        },
        "sharper: 1.05 times the score in the leakage": {
            "proof": EFFECTIVE.changed(
                18, formula="leak == normal_cdf(1.02*s/2) - normal_cdf(-1.02*s/2)"
            )
        },
        "the deviation for the variance of a row": {
            "proof": EFFECTIVE.changed(7, formula="c == w**2/(n*w)")
        },
        "the best threshold is at 0": {"proof": EFFECTIVE.changed(15, formula="high == 1/2")},
        "sharper: 1.05 times the score in the power": {
            "proof": EFFECTIVE.changed(24, formula="hit == normal_cdf(z + 1.02*s)")
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
        case: dict[str, Any] = {"shift": shift, "covariance": covariance, "n": rows}
        found = effective_leakage(some, shift, covariance, rows)
        finding = "A score has more than the best one."
        sides.at_most(found, part * best, finding, weights=some, **case)
        top = effective_leakage(best_weights(shift, covariance), shift, covariance, rows)
        require(top == part * best, "The best weights have another score.", **case)
    return proof.verdict(
        "A linear score is normal in the limit, and C^-1(z* - mu) has the largest shift.",
        instances="Twelve random covariances with random weights and the best ones, exact.",
        beyond="Scores that a rare row dominates, and the total variation.",
        sharpness=sides.sharpness,
    )
