"""Claims about the set-up of Section 7.4: sizes of the models, and the inverse covariance."""

from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require, require_or_repair
from banditproof.theory.membership import mahalanobis
from banditproof.theory.rational_matrices import rational_matrix
from ..section_7_1_federated_setting.exact_gradients import Vector, added, covariance, mean

CLASSES = 3
ROWS = tuple(
    (tuple(Fraction(x) for x in (*features, 1)), label)
    for (features, label) in product(((0, 1), (2, -1), (1, 3), (-1, 2)), range(CLASSES))
)
"""Features with an intercept, and a class."""


def softmax_gradient(row: tuple[Vector, int], scores: int) -> Vector:
    """The gradient of the cross-entropy at theta = 0, where all classes have probability 1/3."""
    x, label = row
    residuals = [Fraction(1, CLASSES) - (c == label) for c in range(scores)]
    return tuple(r * a for r in residuals for a in x)


@checks("thesis.gd.exp7.4.size")
@mutant("no intercepts", intercept=0)
@mutant("an intercept for all classes", shared=1)
def parameters(intercept: int = 1, shared: int = 0) -> Verdict:
    """Ten scores of 28 x 28 pixels and an intercept."""
    result = 10 * (28 * 28 + intercept * (1 - shared)) + shared
    require(result == 7850, "The model has another number of parameters.", parameters=result)
    return points()


@checks("thesis.gd.exp7.4.inverse", subjects={"scores": (CLASSES, CLASSES - 1)})
@mutant("sharper: a score less", scores=1)
def inverse_covariance(scores: int = CLASSES - 1) -> Verdict:
    """Ranks and Mahalanobis scores for twelve rows of three classes at theta = 0, exact."""
    whole_, part = ([softmax_gradient(row, count) for row in ROWS] for count in (CLASSES, scores))
    matrix, every = covariance(part), covariance(whole_)
    rank, size = int(rational_matrix(matrix).rank()), len(matrix)
    finding = "The covariance is singular: the entries of a residual add up to 0."
    require_or_repair(rank == size, finding, classes=CLASSES, d=size, rank=rank)
    bound = (CLASSES - 1) * len(ROWS[0][0])
    full = int(rational_matrix(every).rank())
    require(full == bound == rank, "The rank differs.", rank=full, reduced=rank)
    for small, large in zip(part, whole_, strict=True):
        first = mahalanobis(added(small, mean(part), -1), matrix)
        second = mahalanobis(added(large, mean(whole_), -1), every)
        require(first == second, "The scores depend on the last score.", one=first, other=second)
    return points()
