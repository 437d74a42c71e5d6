"""Claims about the Loewner order, determinants and inverses: Lemma 23."""

import random
from collections.abc import Iterator
from fractions import Fraction
from flint import fmpq_mat
from banditproof.paper_checks.models.exact_matrices import determinant, form, gram, random_vectors
from ...checking import WRITTEN, Instance, Proof, Sides, Verdict, checks, mutant


def one_that_is_doubled() -> Iterator[Instance]:
    """B = diag(1, 3) and A = diag(2, 3), at both axes."""
    case = {"s": 2, "a": 6, "b": 3}
    yield {**case, "u": 1, "w": 2, "m": 2, "z": 1, "x": "1/2", "y": 1}
    yield {**case, "u": 3, "w": 3, "m": 1, "x": "1/3", "y": "1/3"}


def ordered(sign: int = 1) -> Iterator[tuple[fmpq_mat, fmpq_mat]]:
    """Exact pairs A = B + C, up to dimension 4, with equal, singular and regular B."""
    source = random.Random(23)
    for d in (1, 2, 3, 4):
        for rank, more in ((0, d), (1, d), (d, d - 1), (d, 2 * d)):
            b = gram([(0,) * d, *random_vectors(source, d, more)])
            yield b + sign * gram([(0,) * d, *random_vectors(source, d, rank)]), b


@checks("renyi.lem23.determinants")
@mutant("a matrix that is subtracted", sign=-1)
@mutant("sharper: 1.01 of it", factor=Fraction(101, 100))
def determinants(sign: int = 1, factor: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """Exact determinants of 16 pairs."""
    sides = Sides()
    for a, b in ordered(sign):
        finding = "A determinant is smaller."
        sides.at_most(factor * determinant(b), determinant(a), finding, A=a, B=b)
    return proof.verdict(sharpness=sides.sharpness)


@checks("renyi.lem23.inverses")
@mutant("a matrix that is subtracted", sign=-1)
@mutant("sharper: 0.99 of it", factor=Fraction(99, 100))
def inverses(sign: int = 1, factor: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """Exact forms of the inverses of the pairs that have them, at random vectors."""
    source, sides = random.Random(32), Sides()
    for a, b in ordered(sign):
        if determinant(a) and determinant(b):
            for z in filter(any, random_vectors(source, a.nrows(), 4)):
                small, large = form(a.inv(), z), factor * form(b.inv(), z)
                sides.at_most(small, large, "An inverse is larger.", A=a, B=b, z=z)
    return proof.verdict(sharpness=sides.sharpness)
