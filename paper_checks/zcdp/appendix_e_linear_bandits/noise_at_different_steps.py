"""Claims of Appendix E-C: noise at the end, on the sums of the arms, and in between."""

from fractions import Fraction
from flint import fmpq, fmpq_mat
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, require
from banditproof.theory.mechanisms import Gaussian
from banditproof.theory.rational_matrices import fraction_of, rational_matrix

SETS = (
    # optimal designs of full support: the axes, three lines of R^2, seven actions of R^3
    (2, [[1, 0], [0, 1]]),
    (2, [[1, 0], [0, 1], [1, 1]]),
    (3, [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]),
    (3, [[1, 1, 0], [1, -1, 0], [1, 0, 1], [1, 0, -1], [0, 1, 1], [0, 1, -1]]),
)


def covariances(d: int, rows: list[list[int]], plays: int) -> tuple[fmpq_mat, fmpq_mat, fmpq_mat]:
    """V, and the covariances of both noises at rho = 2, for `plays` plays of each action."""
    actions = rational_matrix([[Fraction(x) for x in row] for row in rows])
    gram = actions.transpose() * actions
    information = gram * fmpq(plays)
    inverse = information.inv()
    largest = max((actions * inverse * actions.transpose())[i, i] for i in range(len(rows)))
    return information, inverse * gram * inverse, inverse * largest


@checks("zcdp.e-c.end")
@mutant("the controlled norm", power=1)
def noise_at_the_end(power: int = 2) -> Verdict:
    """One action of length e, played n times: the norm is 1/sqrt(n), and |V^-1 a| is 1/(n e)."""
    squares = []
    for length in (Fraction(1), Fraction(1, 10**3), Fraction(1, 10**9)):
        information = 7 * length**2
        squares.append(length**2 / information**power)
        need(length**2 / information == Fraction(1, 7), "The controlled norm differs.")
    require(squares[-1] > 10**15 * squares[0], "The norm does not grow.", squares=squares)
    return points()


@checks("zcdp.e-c.beginning")
@mutant("sharper: half of the variance", variance=Fraction(1))
@mutant("the mean over the support", per=True)
def noise_on_the_sums(variance: Fraction = Fraction(2), per: bool = False) -> Verdict:
    """The cost of a reward, and the trace of V times the covariance: |S| times that of one."""
    cost = Gaussian(sigma_squared=variance).loss(2).rho
    require(cost == 1, "A reward does not cost rho = 1.", variance=variance, cost=cost)
    for d, rows in SETS:
        information, sums, between = covariances(d, rows, 5)
        result, other = (fraction_of((information * item)[0, 0]) for item in (sums, between))
        total = sum(fraction_of((information * sums)[i, i]) for i in range(d))
        least = sum(fraction_of((information * between)[i, i]) for i in range(d))
        ratio = Fraction(1) if per else Fraction(len(rows), d)
        need(result >= 0 and other >= 0, "A variance is negative.")
        require(total == ratio * least, "The traces have another ratio.", d=d, support=len(rows))
    return points()


@checks("zcdp.e-c.intermediate")
@mutant("sharper: 101 % of it", share=Fraction(101, 100))
def noise_in_between(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The difference of the covariances has no negative minor, exactly, and is 0 for the axes."""
    sides = Sides()
    for d, rows in SETS:
        _, sums, between = covariances(d, rows, 5)
        gap = sums - between * fmpq(share.numerator, share.denominator)
        for size in range(1, d + 1):
            minor = fmpq_mat(size, size, [gap[i, j] for i in range(size) for j in range(size)])
            require(minor.det() >= 0, "It is not the smaller one.", support=len(rows), size=size)
        sides.at_most(
            fraction_of(between[0, 0]), fraction_of(sums[0, 0]), "Larger.", support=len(rows)
        )
    return proof.verdict(sharpness=sides.sharpness)
