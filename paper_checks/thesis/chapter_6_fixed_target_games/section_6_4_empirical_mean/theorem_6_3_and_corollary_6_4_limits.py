"""Claims about the limits of score, leakage and power: Theorem 6.3 and Corollary 6.4."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import need, needs_repair, points, require
from banditproof.theory import certify
from banditproof.theory.membership import leak
from banditproof.theory.membership.finite_laws import (
    FiniteColumn,
    NormalLaw,
    mean_column,
)

LIMITS = Proof(
    "thesis.cor6.4.repaired",
    where="m in [0,inf), s in [0,inf), z in (-inf,inf), t in (-inf,inf), xi in [0,1], "
    "size in [0,1], hit in [0,1], low in [0,1], high in [0,1], none in [0,1]",
    parts=(6, 8, 12, 13),
    steps=(
        Given(
            1,
            r"The conclusion of Theorem 6.3: $\ell_n$ tends in law to $N(-m^\star/2,m^\star)$ "
            r"under $H_0$, and to $N(m^\star/2,m^\star)$ under $H_1$; with $s^2=m^\star$,",
            "m == s**2",
        ),
        Given(
            2,
            r"$\xi_n=E_0[(1-e^{\ell_n})_+]$ is the mean of a bounded and continuous function "
            r"of $\ell_n$.",
        ),
        Textbook(
            3,
            r"So for $m^\star>0$ it tends to that of the limit law; there it is "
            r"$P(X<0)-E[e^X1(X<0)]$ for $X\sim N(-m^\star/2,m^\star)$, and $e^X$ is the density of "
            r"$N(m^\star/2,m^\star)$.",
            "xi == low - high",
            where="s > 0",
            fact="textbook.limit-laws:bounded",
            hypotheses={"X_n tends in law to X": 1, "f is bounded and continuous": 2},
            instance={"x": "xi", "y": "low - high"},
        ),
        Given(
            4,
            r"$P(X<0)$ under the first law, by its mean and variance",
            "low == normal_cdf(s/2)",
            where="s > 0",
        ),
        Given(5, r"and under the second.", "high == normal_cdf(-s/2)", where="s > 0"),
        Identity(
            6,
            r"(6.2).",
            "xi == normal_cdf(s/2) - normal_cdf(-s/2)",
            where="s > 0",
            uses=(3, 4, 5),
        ),
        Textbook(
            7,
            r"For $m^\star=0$ the limit is the constant 0, where the function is 0.",
            "none == 0",
            fact="textbook.limit-laws:bounded",
            hypotheses={"X_n tends in law to X": 1, "f is bounded and continuous": 2},
            instance={"x": "none", "y": "0"},
        ),
        Identity(8, r"(6.2) for 0.", "none == normal_cdf(0) - normal_cdf(0)", uses=(7,)),
        Given(
            9,
            r"Let $m^\star>0$. For $\alpha=\Phi(z)$ in $(0,1)$ the least thresholds of size at "
            r"most $\alpha$ have the limit $\tau_\alpha=-m^\star/2+s\,\Phi^{-1}(1-\alpha)$.",
            "t == -m/2 - s*z",
        ),
        Textbook(
            10,
            r"This is because the size of $\tau_\alpha$ under the limit law is",
            "size == normal_cdf((-m/2 - t)/s)",
            where="s > 0",
            fact="textbook.limit-laws:tail",
            hypotheses={"X_n tends in law to X": 1, "t_n tends to t": 9, "X has no atoms": 1},
            instance={"x": "size", "y": "normal_cdf((-m/2 - t)/s)"},
        ),
        Textbook(
            11,
            r"The power of these thresholds tends to",
            "hit == normal_cdf((m/2 - t)/s)",
            where="s > 0",
            fact="textbook.limit-laws:tail",
            hypotheses={"X_n tends in law to X": 1, "t_n tends to t": 9, "X has no atoms": 1},
            instance={"x": "hit", "y": "normal_cdf((m/2 - t)/s)"},
        ),
        Identity(
            12,
            r"The size tends to $\alpha=\Phi(z)$.",
            "size == normal_cdf(z)",
            where="s > 0",
            uses=(1, 9, 10),
        ),
        Identity(
            13,
            r"The power tends to $\Phi(\Phi^{-1}(\alpha)+\sqrt{m^\star})$.",
            "hit == normal_cdf(z + s)",
            where="s > 0",
            uses=(1, 9, 11),
        ),
        Textbook(
            14,
            r"So these thresholds, which the power at the level $\alpha$ is taken at, are the ones "
            r"of the statement.",
            where="s > 0",
            fact="textbook.limit-laws:levels",
            hypotheses={"X_n tends in law to X": 1, "P(X > t) falls strictly from 1 to 0": 12},
        ),
        Parts(15, "(6.2) and (6.3).", uses=(6, 8, 12, 13, 14)),
    ),
)


@checks(
    "thesis.cor6.4.repaired",
    mutants={
        "a score of m instead of its root": {
            "proof": LIMITS.changed(6, formula="xi == normal_cdf(m/2) - normal_cdf(-m/2)")
        },
        "the threshold has the other sign": {"proof": LIMITS.changed(9, formula="t == m/2 - s*z")},
        "sharper: more power": {
            "proof": LIMITS.changed(13, formula="hit == normal_cdf(z + 1.05*s)")
        },
        "sharper: less leakage": {
            "proof": LIMITS.changed(6, formula="xi == 0.95*(normal_cdf(s/2) - normal_cdf(-s/2))")
        },
        "another score of normal columns": {"factor": Fraction(21, 20)},
    },
)
def leakage_in_the_limit(proof: Proof = LIMITS, factor: Fraction = Fraction(1)) -> Verdict:
    """The steps, and normal columns, whose exact leakage is close."""
    for rows in (100, 400):
        exact = NormalLaw(rows, rows, Fraction(1)).total_variation()
        limit = certify(leak, factor, digits=12)
        near = abs(exact - limit) < Fraction(1, 4 * rows)
        require(near, "The leakage is further off than 1/(4n).", n=rows, exact=exact, limit=limit)
    return proof.verdict(
        "Leakage and power tend to those between the two normal laws.",
        instances="The exact leakage of normal columns with score 1 and as many rows, 100 and 400, "
        "is within 1/(4n) of the limit.",
        beyond="Whether the conclusion of Theorem 6.3 holds, and the power for a score of 0, where "
        "thresholds cannot decide at random.",
    )


def _column(rows: int, target: Fraction) -> FiniteColumn:
    """The mean of fair bits, one of which may be replaced by the target."""
    return mean_column([0, 1], ["1/2", "1/2"], rows, target)


SIZES = (2, 5, 20)


def always_tells(target: Fraction) -> bool:
    """Whether the mean of fair bits tells for every n if the target is one of them.

    Sums of bits are whole, and with a target that is not they never are; for some n by all sums.
    """
    columns = [_column(n, target) for n in SIZES]
    apart = all(column.out_alone == column.in_alone == 1 for column in columns)
    need(apart == (target.denominator > 1), "The sums are other ones", target=target)
    return apart


def _leakage(column: FiniteColumn) -> Fraction:
    """The leakage of one column, exact: a lower bound of that of several."""
    gains = (max(mass.present - mass.out, Fraction(0)) for mass in column.masses())
    return sum(gains, Fraction(0))


@checks("thesis.cor6.4", mutants={"a target in the support": {"target": Fraction(1)}})
def leakage_as_printed(target: Fraction = Fraction(1, 2)) -> Verdict:
    """Bernoulli(1/2) columns, the target 1/2 in each: m* = 0, and the leakage is 1."""
    found = {rows: _leakage(_column(rows, target)) for rows in SIZES}
    limit = certify(leak, (target - Fraction(1, 2)) ** 2 * 4, digits=12)  # d = n
    if always_tells(target) and all(mass - limit > Fraction(1, 2) for mass in found.values()):
        return needs_repair(
            "The leakage does not tend to (6.2). It is 1 for every n: 2n times the mean is even "
            "without the target and odd with it; but the score is 0. For smooth densities: "
            "thesis.thm6.3.smooth.",
            n=SIZES,
            mu=Fraction(1, 2),
            target=target,
            leakage=tuple(found.values()),
            leakage_of_the_formula=limit,
        )
    return points("No counterexample.", covered="One column.", not_covered="Other laws.")


@checks("thesis.thm6.3", mutants={"a target in the support": {"target": Fraction(1)}})
def law_of_the_score_as_printed(target: Fraction = Fraction(1, 2)) -> Verdict:
    """Bernoulli(1/2) columns, the target 1/2 in each: the ratio is 0 or infinite."""
    if always_tells(target):
        return needs_repair(
            "The score is +inf under H_1 and -inf under H_0, for every n: 2n times the mean is "
            "even without the target and odd with it; but m* = 0 predicts that it tends to 0. For "
            "smooth densities: thesis.thm6.3.smooth.",
            n=SIZES,
            mu=Fraction(1, 2),
            target=target,
            mass_of_infinite_scores=1,
        )
    return points("No counterexample.", covered="One column.", not_covered="Other laws.")
