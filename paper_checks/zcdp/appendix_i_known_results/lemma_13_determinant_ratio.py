"""Claims about two quadratic forms and their determinants: Lemma 13."""

import random
from collections.abc import Iterator
from flint import fmpq_mat
from ...checking import WRITTEN, Instance, Proof, Sides, Verdict, checks, mutant
from ...models.exact_matrices import Vector, applied, determinant, form, gram, random_vectors


def doubled_direction() -> Iterator[Instance]:
    """B = diag(1, 3) and C = diag(1, 0) at x = e_1, where the bound is attained."""
    case = {"top": 2, "P": 2, "q": 2, "s": 2, "a": 6, "b": 3}
    yield from ({**case, "m": m} for m in (1, 0))


def cases() -> list[tuple[fmpq_mat, fmpq_mat]]:
    """Pairs B, C of sums of squares, B with the identity."""
    source = random.Random(13)
    results = []
    for d in (1, 2, 3, 4):
        axes: list[Vector] = [tuple(int(i == j) for j in range(d)) for i in range(d)]
        for rank in (1, d, d):
            base = gram([*axes, *random_vectors(source, d, d)])
            results.append((base, gram(random_vectors(source, d, rank))))
    return results


@checks("zcdp.lem13")
@mutant("sharper: the root of the ratio", power=2)
@mutant("a C that is subtracted", sign=-1)
def determinant_ratio(power: int = 1, sign: int = 1, proof: Proof = WRITTEN) -> Verdict:
    """Exact matrices up to dimension 4, at random x and at x = B^-1 c, tight for C = c c'."""
    source, sides = random.Random(28), Sides()
    for b, c in cases():
        a, d = b + sign * c, b.nrows()
        ratio = determinant(a) / determinant(b)
        for x in (*random_vectors(source, d, 4), *_directions(b, c)):
            if any(x):
                quotient = form(a, x) / form(b, x)
                finding = "A quotient is larger than the ratio of the determinants."
                sides.at_most(quotient**power, ratio, finding, B=b, C=c, x=x)
    return proof.verdict(sharpness=sides.sharpness)


def _directions(b: fmpq_mat, c: fmpq_mat) -> list[Vector]:
    """B^-1 times the columns of C: for C = c c' where the quotient is largest."""
    inverse, d = b.inv(), b.nrows()
    return [applied(inverse * c, [int(i == j) for j in range(d)]) for i in range(d)]
