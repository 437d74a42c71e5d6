"""Claims of Appendix E-C: noise at the end, on the sums of the arms, and in between."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq, fmpq_mat

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict, not_mechanical
from banditproof.paper_checks.verdicts.vocabulary import need, proved, require
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


@claim(
    "zcdp.e-c.end",
    r"For rewards in $[-1,1]$, $\|\hat\theta_\ell-\hat\theta'_\ell\|_2\le2\|V_\ell^{-1}a_j\|_2$,"
    r" which "
    r"is hard to control: a G-optimal design controls $\|a_j\|_{V_\ell^{-1}}$ only.",
    recorded="holds",
    stated=True,
    title="noise at the end",
    place="E-C1",
    mutants={"the controlled norm": {"power": 1}},
)
def noise_at_the_end(power: int = 2) -> Verdict:
    """One action of length e, played n times: the norm is 1/sqrt(n), and |V^-1 a| is 1/(n e)."""
    squares = []
    for length in (Fraction(1), Fraction(1, 10**3), Fraction(1, 10**9)):
        information = 7 * length**2
        squares.append(length**2 / information**power)
        need(length**2 / information == Fraction(1, 7), "The controlled norm differs.")
    require(squares[-1] > 10**15 * squares[0], "The norm does not grow.", squares=squares)
    return proved(
        "The controlled norm does not depend on the length of an action, the sensitivity does.",
        covered="One action of length e, for each e: |V^-1 a| = 1/(n e).",
        universal=None,
    )


@claim(
    "zcdp.e-c.beginning",
    r"The sum of the rewards of one action has the sensitivity 2, so that "
    r"$\hat\theta_\ell+V_\ell^{-1}"
    r"\sum_{a\in S_\ell}a\,\mathcal N(0,\frac2\rho)$ is $\rho$-zCDP; its variance depends on "
    r"$|S_\ell|$.",
    recorded="holds",
    stated=True,
    title="noise on the sums",
    place="E-C2",
    mutants={
        "sharper: half of the variance": {"variance": Fraction(1)},
        "the mean over the support": {"per": True},
    },
)
def noise_on_the_sums(variance: Fraction = Fraction(2), per: bool = False) -> Verdict:
    """The cost of a reward, and the trace of V times the covariance: |S| times that of one."""
    cost = Gaussian(sigma_squared=variance).loss(2).rho
    require(cost == 1, "A reward does not cost rho = 1.", variance=variance, cost=cost)
    for d, rows in SETS:
        information, sums, between = covariances(d, rows, 5)
        found, other = (fraction_of((information * one)[0, 0]) for one in (sums, between))
        total = sum(fraction_of((information * sums)[i, i]) for i in range(d))
        least = sum(fraction_of((information * between)[i, i]) for i in range(d))
        ratio = Fraction(1) if per else Fraction(len(rows), d)
        need(found >= 0 and other >= 0, "A variance is negative.")
        require(total == ratio * least, "The traces have another ratio.", d=d, support=len(rows))
    return proved(
        "For an optimal design of equal weights the mean variance is |S| / d times that of noise "
        "at the intermediate place.",
        covered="Four designs, exactly; the cost of a reward for every batch.",
        universal=None,
    )


@claim(
    "zcdp.e-c.intermediate",
    r"Noise on $\phi_\ell=V_\ell^{-1/2}\sum_sa_sr_s$, whose sensitivity the design controls: "
    r"the private "
    r"estimate does not depend on $|S_\ell|$.",
    recorded="holds",
    stated=True,
    reading="equal lengths c pi(a): the covariance (2d/(rho c)) V^-1 is at most the one of "
    "noise on the "
    "sums, (2/rho) V^-1 (sum over S of aa') V^-1, for exactly optimal designs",
    title="noise in between",
    place="E-C3",
    mutants={"sharper: 101 % of it": {"share": Fraction(101, 100)}},
)
def noise_in_between(
    share: Fraction = Fraction(1), proof: Proof = written_proof("zcdp.e-c.intermediate")
) -> Verdict:
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
    return proof.verdict(
        "Optimal weights are at most 1/d, since the leverages of the support are d; so the sum of "
        "aa' over the support is at least d V(pi). Both are equal for |S| = d. The gain in the "
        "regret is in the shorter phases.",
        instances="designs of supports of 2 to 6 actions, exactly.",
        sharpness=sides.sharpness,
    )


repeated(
    "zcdp.e-c.linear",
    of="zcdp.gope.discussion.dimension",
    statement=r"Hence the regret of AdaC-GOPE due to privacy is linear in $d$, which those of the "
    r"others, $d^2$ and $d^{3/2}$, are not.",
    title="linear dependence on the dimension",
    place="E-C3",
    stated=True,
)


@claim(
    "zcdp.e-c.conclusion",
    "In general, adding noise at an intermediate level, neither to the input nor to the output, "
    "gives "
    "the best results.",
    recorded="not-mechanical",
    stated=True,
    title="the best step for noise",
    place="E-C4",
)
def in_general() -> Verdict:
    """A rule of thumb."""
    return not_mechanical(
        "A rule of thumb: it says neither for which problems nor by which measure. What it says of "
        "covariances here is zcdp.e-c.intermediate, what of experiments the claims of Appendix H."
    )


whole(
    "zcdp.e-c",
    "Appendix E-C: where the noise is added.",
    (
        "zcdp.e-c.end",
        "zcdp.e-c.beginning",
        "zcdp.e-c.intermediate",
        "zcdp.e-c.linear",
        "zcdp.e-c.conclusion",
    ),
)
