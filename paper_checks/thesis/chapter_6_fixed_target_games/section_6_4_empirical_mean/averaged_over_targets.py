"""Claims about the regime, and the link to random targets and Bernoulli columns."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks, checks_both
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import need, proved, require, require_or_repair
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.membership import mahalanobis
from banditproof.theory.membership.finite_laws import mean_column
from banditproof.verify.evidence import Grade

MEAN = Proof(
    "thesis.ftm.claim.sojh-link.expectation",
    where="x in [0,inf), s in (0,inf), total in [0,inf), d in (0,inf), n in [1,inf), "
    "tau in (0,inf)",
    steps=(
        Given(
            1,
            r"For $z_j^\star\sim\mathcal D_j$ the mean of $(z_j^\star-\mu_j)^2$ is the "
            r"variance; $x$ is that of the part of one column.",
            "x == s/s",
        ),
        Identity(2, r"It is 1.", "x == 1", uses=(1,)),
        Given(3, r"$d=\tau n$.", "d == tau*n"),
        Textbook(
            4,
            r"So the mean of the sum is $d$.",
            "total == d",
            fact="textbook.elementary-probability:linearity",
            hypotheses={"a sum of finitely many multiples": 2},
            instance={"x": "total", "y": "d"},
        ),
        Identity(5, r"Divided by $n$ it is $\tau$.", "total/n == tau", uses=(3, 4)),
    ),
)


@checks(
    "thesis.ftm.claim.sojh-link.expectation",
    mutants={
        "the deviation for the variance": {"proof": MEAN.changed(1, formula="x == s**2/s")},
        "sharper: half of it": {"proof": MEAN.changed(5, formula="total/n == tau/2")},
    },
)
def mean_of_the_distance(proof: Proof = MEAN) -> Verdict:
    """The steps, and Bernoulli columns."""
    for mean in (Fraction(1, 2), Fraction(1, 7)):
        parts = [(mean, 1 - mean), (1 - mean, -mean)]
        found = sum((p * mahalanobis([x], [[mean * (1 - mean)]]) for p, x in parts), Fraction(0))
        require(found == 1, "The mean is not 1.", mu=mean)
    return proof.verdict(
        "The squared distance has the mean d.", instances="Two Bernoulli columns, exact."
    )


LAW = Proof(
    "thesis.ftm.claim.sojh-link.law.repaired",
    where="n in [1,inf), v in [0,inf), k in [1,inf), tau in (0,inf), d in (0,inf), p in [0,1], "
    "r in (0,inf), mu in (0,1), a in (0,1/2), four in [0,inf)",
    steps=(
        Given(
            1,
            r"The $d=\tau n$ parts $(z_j-\mu_j)^2/\sigma_j^2$ are independent with the mean 1 "
            r"and second moments of at most $k$, a bound of the kurtosis; the variance of "
            r"their sum.",
            "v <= d*k",
        ),
        Given(2, r"The number of columns.", "d == tau*n"),
        Textbook(
            3,
            r"Markov's inequality for the squared distance of the sum from its mean.",
            "p <= v/(r*n)**2",
            fact="textbook.markov",
            hypotheses={"X >= 0": "(y - d)**2 >= 0", "a > 0": "(r*n)**2 > 0"},
            instance={"p": "p", "a": "(r*n)**2", "m": "v", "X": "(y - d)**2"},
            over=("y",),
            where="y in [0,inf)",
        ),
        Inequality(
            4,
            r"So $m_n(z^\star)$ is further than $r$ from $\tau$ with a probability that "
            r"tends to 0.",
            "p <= tau*k/(r**2*n)",
            uses=(2,),
            weights={1: "1/(r*n)**2", 3: "1"},
        ),
        Textbook(
            5,
            r"So $m_n(z^\star)\to\tau$ along subsequences, for almost all sequences of targets,",
            fact="textbook.subsequences-in-probability",
            hypotheses={"the variables converge in probability": 4},
        ),
        Given(
            6,
            r"A Bernoulli column has the kurtosis",
            "four == (mu*(1 - mu)**4 + (1 - mu)*mu**4)/(mu*(1 - mu))**2",
        ),
        Inequality(
            7,
            r"with which $c_j$ is bounded too, at the target 1 and, by symmetry, at 0.",
            "(1 - mu)/mu <= four + 1",
            uses=(6,),
        ),
        OnClaim(
            8,
            r"So along these subsequences the score has the limit law of $m^\star=\tau$ for "
            r"Bernoulli columns of bounded kurtosis. The mean over the targets has it too.",
            claim="thesis.fix.lr.bernoulli",
            uses=(5, 7),
        ),
        Inequality(
            9,
            r"For $a\le\mu\le1-a$, as in Section 2.3.4, the kurtosis is bounded.",
            "four <= 1/(a*(1 - a))",
            where="mu >= a, mu <= 1 - a",
            uses=(6,),
        ),
        Parts(10, "The score has the averaged law.", uses=(4, 5, 8, 9)),
    ),
)


def finite_score(rows: int, columns: int) -> Fraction:
    """P_0(the score is finite) for z_j ~ D_j = Bernoulli(1/(j+1)), j <= columns, exact.

    The ratio of a column is 0 if no row equals the target. Under the limit N(-tau/2, tau) of a real
    score this tends to 1. Of the columns n < j <= 5n a target 1 has that chance (1 - 1/(j+1))^n >=
    1/e, so that the score is infinite with at least 1 - exp(-(1/e) sum 1/(j+1)), and the sum is
    above log((5n+2)/(n+2)): at least 2/5 for all n >= 10.
    """
    found = Fraction(1)
    for j in range(1, columns + 1):
        one = Fraction(1, j + 1)
        found *= 1 - one * (1 - one) ** rows - (1 - one) * one**rows
    return found


@checks_both(
    "thesis.ftm.claim.sojh-link.law",
    subjects={"bounded": (False, True)},
    mutants={
        "dependent parts": {"proof": LAW.changed(1, formula="v <= d**2*k")},
        "sharper: half of the probability": {
            "proof": LAW.changed(4, formula="p <= tau*k/(2*r**2*n)")
        },
        "sharper: 0.95 of the kurtosis": {
            "proof": LAW.changed(9, formula="four <= 0.95/(a*(1 - a))")
        },
        "sharper: parts of at most the kurtosis": {
            "proof": LAW.changed(7, formula="(1 - mu)/mu <= four")
        },
    },
)
def averaged_law(bounded: bool = True, proof: Proof = LAW) -> Verdict:
    """Bernoulli(1/(j+1)) columns, whose kurtosis grows: the score is often infinite."""
    ratio, least = 5, Fraction(2, 5)
    for rows in (10, 40):
        chance = 1 - finite_score(rows, ratio * rows)
        need(chance > least, "The score is seldom infinite", n=rows, chance=chance)
    with working_precision(64):
        total = 1 - (-(arb(ratio * 10 + 2) / 12).log() / arb(1).exp()).exp()
        need(total > ball(least), "The bound for all n is smaller", n=10, bound=total)
    require_or_repair(
        bounded,
        "Under H_0 the score is -inf with a probability of at least 2/5 for every n >= 10 and "
        "d = 5n, so that it tends to no normal law: a target of 1 in a column n < j <= 5n, of "
        "which there is often one, differs from all rows with at least the chance 1/e.",
        grade=Grade.DERIVED,
        means="1/(j + 1)",
        n=10,
        d=10 * ratio,
        probability_of_an_infinite_score=f"{float(1 - finite_score(10, 10 * ratio)):.4f}",
    )
    return proof.verdict("By Chebyshev's inequality the score of a random target is near tau.")


@checks(
    "thesis.ftm.claim.generalises",
    mutants={"the mean of a law without atoms": {"atom": Fraction(0)}},
)
def generalises_bernoulli(atom: Fraction | None = None) -> Verdict:
    """The mean of Bernoulli draws has atoms: there is no density to expand."""
    rows = 4
    if atom is None:
        atom = max(mass.out for mass in mean_column([0, 1], ["1/2", "1/2"], rows, 1).masses())
    require(
        atom == 0,
        "The analysis expands the density of the standardised mean, and that of a Bernoulli column "
        "has none: it has atoms for every n. The Bernoulli result is no special case; it has a "
        "proof of its own (thesis.fix.lr.bernoulli), and for other laws with atoms the conclusion "
        "of the analysis is false (thesis.thm6.3.histogram).",
        mu=Fraction(1, 2),
        n=rows,
        largest_atom=atom,
    )
    return proved("No atom.", covered="One law.")
