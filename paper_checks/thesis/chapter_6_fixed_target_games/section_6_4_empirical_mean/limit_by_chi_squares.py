"""Theorem 6.3 where the chi-squares of the columns sum to the leakage score."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory import certify
from banditproof.theory.membership import leak
from banditproof.theory.membership.finite_laws import ExactColumn, ProductLaw, mean_column

CHI_SQUARES = Proof(
    "thesis.thm6.3.repaired",
    where="y in [-1/2,1/2], x in [-1,inf), r in [0,inf), one in [0,inf), zero in (-inf,inf), "
    "v in [0,inf), f in [0,inf), g in [0,inf), b in [0,1/2], squares in [0,inf), "
    "less in (-inf,inf), more in (-inf,inf)",
    steps=(
        Given(
            1,
            r"$\xi_j=p_{n,j}^{\mathrm{in}}/p_{n,j}^{\mathrm{out}}-1$ at the mean of column $j$.",
            "x == r - 1",
        ),
        Given(
            2,
            r"Under $H_0$ the ratio has the mean 1, since $p_{n,j}^{\mathrm{out}}$ dominates "
            r"$p_{n,j}^{\mathrm{in}}$.",
            "one == 1",
        ),
        Textbook(
            3,
            r"So $E_0\xi_j$ is the difference,",
            "zero == one - 1",
            fact="textbook.elementary-probability:linear",
            hypotheses={"X = c + b Z at every outcome": 1},
            instance={"x": "zero", "z": "one", "X": "x", "Z": "r", "c": "-1", "b": "1"},
            over=("x", "r"),
        ),
        Identity(4, r"which is 0; the columns are independent.", "zero == 0", uses=(2, 3)),
        Given(5, r"$\sum_jE_0\xi_j^2\to m^\star$."),
        Given(6, r"$\sum_jE_0\xi_j^4\to0$.", "f == g"),
        Inequality(7, r"So these moments are what follows asks for.", "f <= 0*v + g", uses=(6,)),
        Textbook(
            8,
            r"Under $H_0$ $\sum_j\xi_j$ tends in law to $N(0,m^\star)$, $\sum_j\xi_j^2$ to "
            r"$m^\star$ and $\max_j|\xi_j|$ to 0.",
            fact="textbook.row-sums",
            hypotheses={
                "independent terms of mean 0": 4,
                "the sum of their second moments tends to v": 5,
                "each fourth moment is <= b C + D": 7,
                "b tends to 0, the sum of C stays bounded, and that of D tends to 0": 6,
            },
            instance={"F": "f", "b": "0", "C": "v", "D": "g"},
            over=("f", "v", "g"),
        ),
        Inequality(
            9,
            r"For $|\xi|\le1/2$: $\log(1+\xi)$ from below,",
            "y - y**2/2 - log(1 + y) <= abs(y)**3",
        ),
        Inequality(10, r"and from above.", "log(1 + y) - y + y**2/2 <= abs(y)**3"),
        Given(
            11,
            r"Let $b=\max_j|\xi_j|\le1/2$, which has a probability that tends to 1:",
            "abs(y) <= b",
        ),
        Inequality(
            12,
            r"so each remainder",
            "y - y**2/2 - log(1 + y) <= b*y**2",
            weights={9: "1", 11: "y**2"},
        ),
        Inequality(
            13,
            r"on both sides",
            "log(1 + y) - y + y**2/2 <= b*y**2",
            weights={10: "1", 11: "y**2"},
        ),
        Textbook(
            14,
            r"is small, and the sum of them is at most $b\sum_j\xi_j^2\to0$ by 8,",
            "less <= b*squares",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 8, "each term is <= its bound": 12},
            instance={
                "x": "less",
                "y": "b*squares",
                "X": "y - y**2/2 - log(1 + y)",
                "Y": "b*y**2",
            },
            over=("y",),
        ),
        Textbook(
            15,
            r"on both sides.",
            "more <= b*squares",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 8, "each term is <= its bound": 13},
            instance={
                "x": "more",
                "y": "b*squares",
                "X": "log(1 + y) - y + y**2/2",
                "Y": "b*y**2",
            },
            over=("y",),
        ),
        Textbook(
            16,
            r"So $\ell_n-\sum_j\xi_j\to-m^\star/2$ in probability, and $\ell_n$ tends in law to "
            r"$N(-m^\star/2,m^\star)$ under $H_0$,",
            fact="textbook.limit-laws:sum",
            hypotheses={"X_n tends in law to X": 8, "Y_n tends in probability to c": 14},
            uses=(15,),
        ),
        Textbook(
            17,
            r"and to $N(m^\star/2,m^\star)$ under $H_1$.",
            fact="textbook.contiguity",
            hypotheses={
                "the logarithm of the ratio tends in law to N(-m/2, m) under the second law": 16
            },
        ),
        OnClaim(18, r"So (6.2) and (6.3) hold.", claim="thesis.cor6.4.repaired"),
        Parts(19, "The conclusions of Theorem 6.3 and Corollary 6.4.", uses=(16, 17, 18)),
    ),
)


def moments_of_the_ratio(column: ExactColumn) -> tuple[Fraction, Fraction]:
    """E_0 xi^2 and E_0 xi^4 of a column whose law without the target dominates, exact."""
    shifts = [(mass.present / mass.out - 1, mass.out) for mass in column.masses()]
    second, fourth = (sum((q * x**k for x, q in shifts), Fraction(0)) for k in (2, 4))
    return second, fourth


@checks(
    "thesis.thm6.3.repaired",
    mutants={
        "half of the ratio minus 1": {"proof": CHI_SQUARES.changed(1, formula="x == (r - 1)/2")},
        "a part of the target law outside": {"proof": CHI_SQUARES.changed(2, formula="one <= 1")},
        "no bound of the fourth moments": {"proof": CHI_SQUARES.changed(6, formula="f >= g")},
        "sharper: half of the fourth moments": {
            "proof": CHI_SQUARES.changed(7, formula="f <= 0*v + g/2")
        },
        "sharper: remainders of the fourth order": {
            "proof": CHI_SQUARES.changed(9, formula="y - y**2/2 - log(1 + y) <= y**4")
        },
        "sharper: 0.95 of the largest term": {
            "proof": CHI_SQUARES.changed(11, formula="abs(y) <= b/0.95")
        },
        "another score of three values": {"factor": Fraction(21, 20)},
        "sharper: the witness against the print": {"targets": (Fraction(1, 2),)},
    },
)
def limit_by_chi_squares(
    proof: Proof = CHI_SQUARES,
    factor: Fraction = Fraction(1),
    targets: tuple[Fraction, ...] = (Fraction(0), Fraction(2)),
) -> Verdict:
    """The steps; the witness against the print; columns with three values, exact."""
    witness = mean_column([0, 1], ["1/2", "1/2"], 5, "1/2")
    require(witness.in_alone > 0, "The witness against the print is dominated.")
    for target, rows in product(targets, (10, 20)):
        column = mean_column([0, 1, 2], ["1/3"] * 3, rows, target)
        case: dict[str, Any] = {"n": rows, "target": target}
        require(column.in_alone == 0, "The law without the target does not dominate.", **case)
        second, fourth = moments_of_the_ratio(column)
        score = (target - 1) ** 2 * Fraction(3, 2)
        near = abs(rows * second - factor * score) < Fraction(1, 5 * rows)
        require(near, "The chi-squares do not sum to the score.", **case)
        require(fourth < Fraction(8, rows**2), "The fourth moments are large.", **case)
        if rows > 10:
            continue
        law = ProductLaw([(column, rows)], 1e-6)
        exact, limit = law.total_variation(), certify(leak, factor * score, digits=12)
        near_limit = abs(exact - limit) < Fraction(1, 5 * rows)
        require(near_limit, "The leakage is off.", **case)
    return proof.verdict(
        "What the theorem needs is that the chi-squares of the columns sum to the score, and that "
        "no column is a large part of them.",
        instances="Columns that are uniform on 0, 1, 2 with the targets 0 and 2: chi-squares, "
        "exact, n = d = 10 and 20, and leakages within 1/(5n) of their limits, n = d = 10; the "
        "witness against the print is not dominated.",
        beyond="When the chi-squares sum to the score: for Bernoulli columns always "
        "(thesis.fix.lr.bernoulli), under thesis.fix.lr.hypotheses after small changes of the "
        "laws; not for thesis.thm6.3.histogram, .smooth and .parity.",
    )
