"""Claims about what an auditor concludes from the power, and about dependent columns."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict, undecided
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory import certify
from banditproof.theory.membership import gdp_delta, leak, mahalanobis, power

GDP = Proof(
    "thesis.ftm.claim.gdp",
    where="s in (0,inf), eps in [0,inf), x in (-inf,inf), v in [0,1], w in [0,1], d in [0,1]",
    parts=(5,),
    steps=(
        Given(
            1,
            r"(6.3) is the trade-off curve of $N(0,1)$ and $N(s,1)$, $s=\sqrt{m^\star}$. The "
            r"logarithm of the ratio of these densities minus $\epsilon$ is above 0 for "
            r"$x>\epsilon/s+s/2$ only:",
        ),
        Identity(
            2, r"it is a multiple of the difference.", "s*x - s**2/2 - eps == s*(x - eps/s - s/2)"
        ),
        Given(3, r"The mass of this set under $N(s,1)$", "v == normal_cdf(-eps/s + s/2)"),
        Given(4, r"and under $N(0,1)$.", "w == normal_cdf(-eps/s - s/2)"),
        Textbook(
            5,
            r"So $\delta(\epsilon)$, the largest $P(E)-e^\epsilon Q(E)$, is",
            "d == v - exp(eps)*w",
            fact="textbook.elementary-probability:largest difference",
            hypotheses={
                "on the set, and only there, the density of P is above c times that of Q": 2
            },
            instance={"d": "d", "v": "v", "c": "exp(eps)", "w": "w"},
            uses=(1,),
        ),
        Identity(
            6,
            r"the printed curve.",
            "d == normal_cdf(-eps/s + s/2) - exp(eps)*normal_cdf(-eps/s - s/2)",
            uses=(3, 4, 5),
        ),
    ),
)


@checks(
    "thesis.ftm.claim.gdp",
    mutants={
        "the sign of s/2": {"proof": GDP.changed(3, formula="v == normal_cdf(-eps/s - s/2)")},
        "sharper: half of delta": {
            "proof": GDP.changed(
                6, formula="d == (normal_cdf(-eps/s + s/2) - exp(eps)*normal_cdf(-eps/s - s/2))/2"
            )
        },
        "sharper: 0.99 of delta on the curve": {"part": Fraction(99, 100)},
    },
)
def inherent_privacy(proof: Proof = GDP, part: Fraction = Fraction(1)) -> Verdict:
    """The steps, and the power curve below its tangents, in balls."""
    sides = Sides()
    for score, level in product((Fraction(1), Fraction(5)), (Fraction(1, 100), Fraction(3, 10))):
        delta = certify(gdp_delta, score, 0, digits=20)
        gain = certify(power, level, score, digits=20) - level
        sides.at_most(gain, part * delta, "The power is above the tangent.", m=score, alpha=level)
        same = abs(delta - certify(leak, score, digits=20)) < Fraction(1, 10**15)
        require(same, "delta(0) is not the leakage.", m=score)
    return proof.verdict(
        "The curve of (6.3) is that of a shift of normal laws, and delta(eps) its tangents.",
        instances="delta(0) is the leakage, and bounds the power minus the level, for m = 1 and 5.",
        sharpness=sides.sharpness,
    )


GUARANTEE = Proof(
    "thesis.ftm.claim.gdp.guarantee",
    where="n in [1,inf), k in [0,inf), x in [0,inf), y in [0,inf), p in [0,1], q in [0,1], "
    "eps in [0,inf), delta in [0,inf)",
    steps=(
        Given(1, r"$n$ rows with $k$ ones have the mean", "x == k/n"),
        Given(2, r"and with one row changed from 0 to 1", "y == (k+1)/n"),
        Inequality(3, "which is another number,", "y - x > 0", uses=(1, 2)),
        Given(4, r"so that the event $\hat\mu_n=y$ has the probability 1 with it", "p == 1"),
        Given(5, r"and 0 without it.", "q == 0", uses=(3,)),
        Given(6, r"$(\epsilon,\delta)$-DP of this event.", "p <= exp(eps)*q + delta", uses=(4, 5)),
        Inequality(7, r"So $\delta\ge1$.", "delta >= 1", uses=(4, 5), weights={6: "1"}),
    ),
)


@checks(
    "thesis.ftm.claim.gdp.guarantee",
    mutants={
        "the mean of one half of the rows": {"moved": 0},
        "a row that does not change": {"proof": GUARANTEE.changed(2, formula="y == k/n")},
        "a mean with noise": {"proof": GUARANTEE.changed(5, formula="q >= 0")},
        "sharper: delta = 1 is not enough": {"proof": GUARANTEE.changed(7, formula="delta > 1")},
    },
)
def no_guarantee(moved: int = 1, proof: Proof = GUARANTEE) -> Verdict:
    """The steps: two neighbours have different means, each released with certainty."""
    for rows in (1, 2, 10):
        one, other = [0] * rows, [moved] + [0] * (rows - 1)
        apart = Fraction(sum(one), rows) != Fraction(sum(other), rows)
        require(apart, "Two neighbours have one mean.", n=rows)
    return proof.verdict(
        "The event of the mean of one of two neighbours has the probabilities 1 and 0, so that "
        "delta >= 1.",
        instances="Two neighbours with 1, 2 and 10 rows.",
    )


@checks("thesis.ftm.claim.dependent")
def dependent_columns() -> Verdict:
    """A conjecture whose assumptions are not given."""
    return undecided(
        "The assumptions are not stated, so the statement cannot be checked. For normal rows it "
        "is true (thesis.ftm.claim.dependent.normal); discrete rows need more than moments, "
        "already with independent columns (thesis.thm6.3)."
    )


WHITENED = Proof(
    "thesis.ftm.claim.dependent.normal",
    where="j in (0,inf), p in (0,inf), q in (0,inf), a in (0,inf), b in (0,inf), x in [0,1], "
    "y in [0,1], r in (0,inf), t in (0,inf)",
    steps=(
        Given(
            1,
            r"With $C=LL^\top$, $Y=L^{-1}(Z-\mu)$ has independent columns $N(0,1)$ and the "
            r"target $L^{-1}(z^\star-\mu)$, of the squared length "
            r"$\|z^\star-\mu\|^2_{C^{-1}}$. The densities of the mean with the target,",
            "a == j*p",
        ),
        Given(
            2, r"and without it, in the new coordinates; $j$ is the determinant of $L$.", "b == j*q"
        ),
        Given(3, r"The ratio of the means of the rows $Y_i$", "r == a/b"),
        Given(4, r"and that of the rows $Z_i$.", "t == p/q"),
        Identity(5, r"They are equal at every outcome.", "r == t", uses=(1, 2, 3, 4)),
        Textbook(
            6,
            r"So an event of the score has the same probability in both games.",
            "x == y",
            fact="textbook.elementary-probability:same",
            hypotheses={"X = Y almost surely": 5},
            instance={"x": "x", "y": "y", "X": "r", "Y": "t"},
            over=("r", "t"),
        ),
    ),
)


@checks(
    "thesis.ftm.claim.dependent.normal",
    mutants={
        "another determinant": {"proof": WHITENED.changed(2, formula="b == 2*j*q")},
        "the diagonal of the covariance": {"diagonal": True},
    },
)
def normal_rows(proof: Proof = WHITENED, diagonal: bool = False) -> Verdict:
    """The steps, and the squared lengths for some factors L, exact."""
    for a, b, c in product((1, 2), (-1, 3), (1, 4)):
        root = [[Fraction(a), Fraction(0)], [Fraction(b), Fraction(c)]]
        size = range(2)
        covariance = [
            [sum((root[i][k] * root[j][k] for k in size), Fraction(0)) for j in size] for i in size
        ]
        if diagonal:
            covariance = [[covariance[i][j] if i == j else Fraction(0) for j in size] for i in size]
        shift = (Fraction(2), Fraction(-3))
        first = shift[0] / a
        length = first**2 + ((shift[1] - b * first) / c) ** 2
        same = mahalanobis(shift, covariance) == length
        require(same, "The lengths differ.", C=covariance, target=shift)
    return proof.verdict(
        "Whitening the rows changes no ratio.", instances="Eight covariances, exact."
    )
