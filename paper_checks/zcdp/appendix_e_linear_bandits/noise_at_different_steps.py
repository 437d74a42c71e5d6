"""Claims of Appendix E-C: noise at the end, on the sums of the arms, and in between.

A phase plays the actions of a support and estimates the parameter by least squares, with V = sum
of aa' over its rounds. Noise of one budget may be added to the estimate (at the end), to the sum
of the rewards of each action (at the beginning), or to V^(-1/2) times the sum of all a r (in
between). The last two are compared by the covariances of the noise that the estimate then has.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from flint import fmpq, fmpq_mat
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, require
from banditproof.theory.mechanisms import Gaussian
from banditproof.theory.rational_matrices import fraction_of, rational_matrix

SUPPORTS = (
    # with equal weights each is an optimal design; in R^2 the axes and three lines, in R^3 the rest
    [[1, 0], [0, 1]],
    [[1, 0], [0, 1], [1, 1]],
    [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]],
    [[1, 1, 0], [1, -1, 0], [1, 0, 1], [1, 0, -1], [0, 1, 1], [0, 1, -1]],
)
PLAYS = 5
"""Of each action; what is compared has the same ratio for other numbers."""


@dataclass(frozen=True)
class Phase:
    """The plays of one phase, and the covariances of two noises at rho = 2."""

    dimension: int
    support: int
    """The number of its actions."""
    information: fmpq_mat
    """V."""
    of_sums: fmpq_mat
    """Of noise on the sums of the arms, of variance 1 each: V^-1 (sum of aa' over S) V^-1."""
    of_between: fmpq_mat
    """Of noise in between: V^-1, times the largest squared norm of an action in it."""


def phases() -> Iterator[Phase]:
    """A phase for each of the supports."""
    for rows in SUPPORTS:
        actions = rational_matrix([[Fraction(x) for x in row] for row in rows])
        gram = actions.transpose() * actions
        information = gram * fmpq(PLAYS)
        inverse = information.inv()
        norms = actions * inverse * actions.transpose()
        largest = max(norms[i, i] for i in range(len(rows)))
        yield Phase(
            dimension=len(rows[0]),
            support=len(rows),
            information=information,
            of_sums=inverse * gram * inverse,
            of_between=inverse * largest,
        )


def trace(matrix: fmpq_mat) -> Fraction:
    """The sum of the diagonal."""
    return sum((fraction_of(matrix[i, i]) for i in range(matrix.nrows())), Fraction(0))


@checks("zcdp.e-c.end")
@mutant("the controlled norm", power=1)
def noise_at_the_end(power: int = 2) -> Verdict:
    """One action of length e, played n times: the norm is 1/sqrt(n), and |V^-1 a| is 1/(n e)."""
    plays = 7
    sensitivities = []
    for length in (Fraction(1), Fraction(1, 10**3), Fraction(1, 10**9)):
        information = plays * length**2
        sensitivities.append(length**2 / information**power)
        norm = length**2 / information
        need(norm == Fraction(1, plays), "The controlled norm differs.")
    grows = sensitivities[-1] > 10**15 * sensitivities[0]
    require(grows, "The norm does not grow.", squares=sensitivities)
    return points()


@checks("zcdp.e-c.beginning")
@mutant("sharper: half of the variance", variance=Fraction(1))
@mutant("the mean over the support", per=True)
def noise_on_the_sums(variance: Fraction = Fraction(2), per: bool = False) -> Verdict:
    """The cost of a reward, and the trace of V times the covariance: |S|/d times that of the other.

    The trace is the sum of the variances in directions that V makes orthonormal.
    """
    cost = Gaussian(sigma_squared=variance).loss(2).rho
    require(cost == 1, "A reward does not cost rho = 1.", variance=variance, cost=cost)
    for phase in phases():
        noises = (phase.of_sums, phase.of_between)
        sums, between = (phase.information * covariance for covariance in noises)
        first = [fraction_of(product[0, 0]) for product in (sums, between)]
        need(min(first) >= 0, "A variance is negative.")
        ratio = Fraction(1) if per else Fraction(phase.support, phase.dimension)
        require(
            trace(sums) == ratio * trace(between), "The traces have another ratio.",
            d=phase.dimension, support=phase.support,
        )  # fmt: skip
    return points()


@checks("zcdp.e-c.intermediate")
@mutant("sharper: 101 % of it", share=Fraction(101, 100))
def noise_in_between(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The difference of the covariances has no negative minor, exactly, and is 0 for the axes."""
    sides = Sides()
    for phase in phases():
        between = phase.of_between * fmpq(share.numerator, share.denominator)
        gap = phase.of_sums - between
        for size in range(1, phase.dimension + 1):
            corner = [gap[i, j] for i in range(size) for j in range(size)]
            minor = fmpq_mat(size, size, corner).det()
            require(
                minor >= 0, "It is not the smaller one.", support=phase.support, size=size
            )  # fmt: skip
        sides.at_most(
            fraction_of(phase.of_between[0, 0]), fraction_of(phase.of_sums[0, 0]), "Larger.",
            support=phase.support,
        )  # fmt: skip
    return proof.verdict(sharpness=sides.sharpness)
