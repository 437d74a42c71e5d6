"""Claims about the Loewner order, determinants and inverses: Lemma 23."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from flint import fmpq_mat

from banditproof.paper_checks.models.exact_matrices import (
    determinant,
    form,
    gram,
    random_vectors,
)
from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    Instance,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict


def one_that_is_doubled() -> Iterator[Instance]:
    """B = diag(1, 3) and A = diag(2, 3), at both axes."""
    case = {"s": 2, "a": 6, "b": 3}
    yield {**case, "u": 1, "w": 2, "m": 2, "z": 1, "x": "1/2", "y": 1}
    yield {**case, "u": 3, "w": 3, "m": 1, "x": "1/3", "y": "1/3"}


DETERMINANTS = Proof(
    "renyi.lem23.determinants",
    instances=one_that_is_doubled,
    where="u in (0,inf), w in [0,inf), s in [0,inf), a in (0,inf), b in (0,inf)",
    steps=(
        Given(1, r"$w=x^TAx$ and $u=x^TBx>0$, if $B$ is positive definite.", "w >= u"),
        Inequality(2, "The quotient of both.", "w/u >= 1", weights={1: "1/u"}),
        Textbook(
            3,
            r"So the supremum $s$ over all $x$ is at least one of its members.",
            "w/u <= s",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 2},
            instance={"v": "w/u", "high": "s"},
        ),
        OnClaim(
            4,
            r"It is at most $\det A/\det B$.",
            "s <= a/b",
            claim="zcdp.lem13.repaired",
            of_step=6,
        ),
        Inequality(5, r"$\det A\ge\det B$.", "a >= b", weights={2: "b", 3: "b", 4: "b"}),
        Induction(
            6,
            r"If $B$ is singular, then $\det B=0$, and $\det A=c$ is a product of eigenvalues "
            r"$m\ge0$.",
            "c >= 0",
            sequence="c",
            first="m",
            following="c*m",
            where="c in (-inf,inf), m in [0,inf), n in [1,inf)",
        ),
        Parts(7, "Both cases.", uses=(5, 6)),
    ),
)
INVERSES = Proof(
    "renyi.lem23.inverses",
    instances=one_that_is_doubled,
    where="u in (0,inf), w in [0,inf), z in (-inf,inf), m in (0,inf), x in [0,inf), y in [0,inf)",
    steps=(
        Given(1, r"$w=v^TAv$ and $u=v^TBv>0$; $B$ is positive definite.", "w >= u"),
        Inequality(2, "The quotient of both.", "w/u >= 1", weights={1: "1/u"}),
        Textbook(
            3,
            r"An eigenvalue $m$ of $B^{-1/2}AB^{-1/2}$ is such a quotient.",
            "m >= 1",
            fact="textbook.spectral-theorem:eigenvalue",
            hypotheses={"A is symmetric, B positive definite": 1, "each quotient is >= c": 2},
            instance={"m": "m", "c": "1", "X": "w/u"},
            over=("w", "u"),
        ),
        Inequality(4, r"Each term.", "z**2/m <= z**2", uses=(3,)),
        Given(
            5,
            r"Let $z_i$ be the coordinates of $B^{-1/2}z$ in an orthonormal basis of eigenvectors. "
            r"As $A^{-1}=B^{-1/2}(B^{-1/2}AB^{-1/2})^{-1}B^{-1/2}$, $x=z^TA^{-1}z$ is $\sum z_i^2/"
            r"m_i$, and $y=z^TB^{-1}z$ is $\sum z_i^2$.",
        ),
        Textbook(
            6,
            r"$z^TA^{-1}z\le z^TB^{-1}z$ for every $z$.",
            "x <= y",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 5, "each term is <= its bound": 4},
            instance={"x": "x", "y": "y", "X": "z**2/m", "Y": "z**2"},
            over=("z", "m"),
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


@checks(
    "renyi.lem23.determinants",
    mutants={
        "a matrix that is subtracted": {"sign": -1},
        "sharper: 1.01 of it": {"factor": Fraction(101, 100)},
        "half of the order": {"proof": DETERMINANTS.changed(1, formula="w >= u/2")},
        "sharper: twice the determinant": {"proof": DETERMINANTS.changed(5, formula="a >= 2*b")},
        "negative eigenvalues": {
            "proof": DETERMINANTS.changed(6, following="-c*m"),
        },
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


@checks(
    "renyi.lem23.inverses",
    mutants={
        "a matrix that is subtracted": {"sign": -1},
        "sharper: 0.99 of it": {"factor": Fraction(99, 100)},
        "half of the order": {"proof": INVERSES.changed(1, formula="w >= u/2")},
        "sharper: half of it": {"proof": INVERSES.changed(6, formula="x <= y/2")},
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
