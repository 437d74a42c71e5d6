"""Claims about the Loewner order, determinants and inverses: Lemma 23."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from flint import fmpq_mat

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.composite import whole
from banditproof.paper_checks.models.exact_matrices import (
    determinant,
    form,
    gram,
    random_vectors,
)
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Parts, Proof, Textbook
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict

STATEMENT = r"If $A\ge B\ge0$ in the Loewner order, then "
DETERMINANTS = Proof(
    "renyi.lem23.determinants",
    where="s in (0,inf), a in (0,inf), b in (0,inf)",
    steps=(
        Given(
            1,
            r"Let $B$ be positive definite and $C=A-B\ge0$. Then $\frac{x^TAx}{x^TBx}=1+"
            r"\frac{x^TCx}{x^TBx}\ge1$, so that the supremum $s$ is at least 1.",
            "1 <= s",
        ),
        OnClaim(
            2,
            r"It is at most $\det A/\det B$.",
            "s <= a/b",
            claim="zcdp.lem13.repaired",
            of_step=6,
        ),
        Inequality(3, r"$\det A\ge\det B$.", "a >= b", weights={1: "b", 2: "b"}),
        Inequality(
            4,
            r"If $B$ is singular, then $\det B=0$, and $\det A=c$ is a product of eigenvalues "
            r"$\ge0$.",
            "c >= 0",
            where="c in [0,inf)",
        ),
        Parts(5, "Both cases.", uses=(3, 4)),
    ),
)
INVERSES = Proof(
    "renyi.lem23.inverses",
    where="u in (-inf,inf), m in (0,inf), x in [0,inf), y in [0,inf)",
    steps=(
        Given(
            1,
            r"$B$ is positive definite. An eigenvalue $m$ of $B^{-1/2}AB^{-1/2}$ with the unit "
            r"eigenvector $e$ is $v^TAv\ge v^TBv=e^Te=1$, $v=B^{-1/2}e$; $u_i$ are the coordinates "
            r"of $B^{-1/2}z$ in an orthonormal basis of these.",
            "m >= 1",
        ),
        Inequality(2, r"Each term.", "u**2/m <= u**2", uses=(1,)),
        Given(3, r"$x=z^TA^{-1}z=\sum u_i^2/m_i$ and $y=z^TB^{-1}z=\sum u_i^2$."),
        Textbook(
            4,
            r"$z^TA^{-1}z\le z^TB^{-1}z$ for every $z$.",
            "x <= y",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 3, "each term is <= its bound": 2},
            instance={"x": "x", "y": "y", "X": "u**2/m", "Y": "u**2"},
            over=("u", "m"),
        ),
    ),
)


def ordered(sign: int = 1) -> Iterator[tuple[fmpq_mat, fmpq_mat]]:
    """Exact pairs A = B + C, up to dimension 4, with equal, singular and regular B."""
    source = random.Random(23)
    for d in (1, 2, 3, 4):
        for rank, more in ((0, d), (1, d), (d, d - 1), (d, 2 * d)):
            b = gram([(0,) * d, *random_vectors(source, d, more)])
            yield b + sign * gram([(0,) * d, *random_vectors(source, d, rank)]), b


@claim(
    "renyi.lem23.determinants",
    rf"{STATEMENT}$\det A\ge\det B$.",
    recorded="holds",
    stated=True,
    title="Loewner order and determinants",
    mutants={
        "a matrix that is subtracted": {"sign": -1},
        "sharper: 1.01 of it": {"factor": Fraction(101, 100)},
        "a smaller quotient": {"proof": DETERMINANTS.changed(1, formula="1/2 <= s")},
        "sharper: twice the determinant": {"proof": DETERMINANTS.changed(3, formula="a >= 2*b")},
    },
)
def determinants(
    sign: int = 1, factor: Fraction = Fraction(1), proof: Proof = DETERMINANTS
) -> Verdict:
    """Exact determinants of 16 pairs."""
    sides = Sides()
    for a, b in ordered(sign):
        finding = "A determinant is smaller."
        sides.at_most(factor * determinant(b), determinant(a), finding, A=a, B=b)
    return proof.verdict(
        "The quotient of the forms is at least 1 and at most the ratio of the determinants.",
        instances="Sixteen exact pairs up to dimension 4, singular ones among them.",
        sharpness=sides.sharpness,
    )


@claim(
    "renyi.lem23.inverses",
    rf"{STATEMENT}$A^{{-1}}\le B^{{-1}}$ if $A$ and $B$ are non-singular.",
    recorded="holds",
    stated=True,
    title="Loewner order and inverses",
    mutants={
        "a matrix that is subtracted": {"sign": -1},
        "sharper: 0.99 of it": {"factor": Fraction(99, 100)},
        "smaller eigenvalues": {"proof": INVERSES.changed(1, formula="m >= 1/2")},
        "sharper: half of it": {"proof": INVERSES.changed(4, formula="x <= y/2")},
    },
)
def inverses(sign: int = 1, factor: Fraction = Fraction(1), proof: Proof = INVERSES) -> Verdict:
    """Exact forms of the inverses of the pairs that have them, at random vectors."""
    source, sides = random.Random(32), Sides()
    for a, b in ordered(sign):
        if determinant(a) and determinant(b):
            for z in filter(any, random_vectors(source, a.nrows(), 4)):
                small, large = form(a.inv(), z), factor * form(b.inv(), z)
                sides.at_most(small, large, "An inverse is larger.", A=a, B=b, z=z)
    return proof.verdict(
        "In the eigenbasis of B^(-1/2) A B^(-1/2) the form of A^-1 divides each term by m_i >= 1.",
        instances="Exact pairs up to dimension 4, at four vectors each.",
        sharpness=sides.sharpness,
    )


whole(
    "renyi.lem23",
    rf"{STATEMENT}$\det A\ge\det B$, and $A^{{-1}}\le B^{{-1}}$ if $A$ and $B$ are non-singular.",
    parts=("renyi.lem23.determinants", "renyi.lem23.inverses"),
)
