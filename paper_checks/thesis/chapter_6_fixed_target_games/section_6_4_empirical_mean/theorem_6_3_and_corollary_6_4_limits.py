"""Claims about the limits of score, leakage and power: Theorem 6.3 and Corollary 6.4."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import at_most, points, require, require_or_repair
from banditproof.theory import certify
from banditproof.theory.membership import leak
from banditproof.theory.membership.finite_laws import (
    NormalLaw,
    mean_column,
)

LIMITS = Proof(
    "thesis.cor6.4.repaired",
    where="m in [0,inf), s in [0,inf), z in (-inf,inf), t in (-inf,inf), xi in [0,1], "
    "size in [0,1], hit in [0,1], low in [0,1], high in [0,1]",
    parts=(6, 10, 11),
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
            r"So it tends to that of the limit law; there it is $P(X<0)-E[e^X1(X<0)]$ for "
            r"$X\sim N(-m^\star/2,m^\star)$, and $e^X$ is the density of $N(m^\star/2,m^\star)$.",
            "xi == low - high",
            fact="textbook.limit-laws:bounded",
            hypotheses={"X_n tends in law to X": 1, "f is bounded and continuous": 2},
            instance={"x": "xi", "y": "low - high"},
        ),
        Given(
            4, r"$P(X<0)$ under the first law, by its mean and variance", "low == normal_cdf(s/2)"
        ),
        Given(5, r"and under the second.", "high == normal_cdf(-s/2)"),
        Identity(6, r"(6.2).", "xi == normal_cdf(s/2) - normal_cdf(-s/2)", uses=(3, 4, 5)),
        Given(
            7,
            r"Let $m^\star>0$. For $\alpha=\Phi(z)$ in $(0,1)$ the least thresholds of size at "
            r"most $\alpha$ have the limit $\tau_\alpha=-m^\star/2+s\,\Phi^{-1}(1-\alpha)$.",
            "t == -m/2 - s*z",
        ),
        Textbook(
            8,
            r"This is because the size of $\tau_\alpha$ under the limit law is",
            "size == normal_cdf((-m/2 - t)/s)",
            where="s > 0",
            fact="textbook.limit-laws:tail",
            hypotheses={"X_n tends in law to X": 1, "t_n tends to t": 7, "X has no atoms": 1},
            instance={"x": "size", "y": "normal_cdf((-m/2 - t)/s)"},
        ),
        Textbook(
            9,
            r"The power of these thresholds tends to",
            "hit == normal_cdf((m/2 - t)/s)",
            where="s > 0",
            fact="textbook.limit-laws:tail",
            hypotheses={"X_n tends in law to X": 1, "t_n tends to t": 7, "X has no atoms": 1},
            instance={"x": "hit", "y": "normal_cdf((m/2 - t)/s)"},
        ),
        Identity(
            10,
            r"The size tends to $\alpha=\Phi(z)$.",
            "size == normal_cdf(z)",
            where="s > 0",
            uses=(1, 7, 8),
        ),
        Identity(
            11,
            r"The power tends to $\Phi(\Phi^{-1}(\alpha)+\sqrt{m^\star})$.",
            "hit == normal_cdf(z + s)",
            where="s > 0",
            uses=(1, 7, 9),
        ),
        Textbook(
            12,
            r"So these thresholds, which the power at the level $\alpha$ is taken at, are the ones "
            r"of the statement.",
            where="s > 0",
            fact="textbook.limit-laws:levels",
            hypotheses={"X_n tends in law to X": 1, "P(X > t) falls strictly from 1 to 0": 10},
        ),
        Parts(13, "(6.2) and (6.3).", uses=(6, 10, 11, 12)),
    ),
)


@claim(
    "thesis.cor6.4.repaired",
    r"Where the conclusion of Theorem 6.3 holds: $\lim\xi_n=\Phi(\sqrt{m^\star}/2)-"
    r"\Phi(-\sqrt{m^\star}/2)$, and for $m^\star>0$ and $0<\alpha<1$ "
    r"$\lim\mathrm{Pow}_n(\ell_n,\alpha,z^\star)=\Phi(\Phi^{-1}(\alpha)+\sqrt{m^\star})$, with "
    r"thresholds that tend to $-m^\star/2+\sqrt{m^\star}\Phi^{-1}(1-\alpha)$.",
    recorded="holds",
    mutants={
        "a score of m instead of its root": {
            "proof": LIMITS.changed(6, formula="xi == normal_cdf(m/2) - normal_cdf(-m/2)")
        },
        "the threshold has the other sign": {"proof": LIMITS.changed(7, formula="t == m/2 - s*z")},
        "sharper: more power": {"proof": LIMITS.changed(11, formula="hit == normal_cdf(z + 2*s)")},
        "another score of normal columns": {"factor": Fraction(2)},
    },
)
def leakage_in_the_limit(proof: Proof = LIMITS, factor: Fraction = Fraction(1)) -> Verdict:
    """The steps, and normal columns, whose exact leakage is close."""
    for rows in (100, 400):
        exact = NormalLaw(rows, rows, Fraction(1)).total_variation()
        limit = certify(leak, factor, digits=12)
        near = at_most(abs(exact - limit), Fraction(1, rows))
        require(near, "The leakage is further off than 1/n.", n=rows, exact=exact, limit=limit)
    return proof.verdict(
        "Leakage and power tend to those between the two normal laws.",
        instances="The exact leakage of normal columns with score 1 and as many rows, 100 and 400, "
        "is within 1/n of the limit.",
        beyond="Whether the conclusion of Theorem 6.3 holds, and the power for a score of 0, where "
        "thresholds cannot decide at random.",
    )


def _leaks_all(target: Fraction, rows: int) -> Fraction:
    """The leakage of one Bernoulli(1/2) column, exact: a lower bound of that of d columns."""
    column = mean_column([0, 1], ["1/2", "1/2"], rows, target)
    gains = (max(mass.present - mass.out, Fraction(0)) for mass in column.masses())
    return sum(gains, Fraction(0))


@claim(
    "thesis.cor6.4",
    r"The leakage of $z^\star$ in the empirical mean tends to $\Phi(\sqrt{m^\star}/2)-"
    r"\Phi(-\sqrt{m^\star}/2)$, (6.2), and with $\tau_\alpha=-m^\star/2+\sqrt{m^\star}"
    r"\Phi^{-1}(1-\alpha)$ the power at level $\alpha$ tends to "
    r"$\Phi(\Phi^{-1}(\alpha)+\sqrt{m^\star})$, (6.3).",
    recorded="holds-with-repair",
    repaired_by="thesis.cor6.4.repaired",
    rests_on=("thesis.thm6.3",),
    mutants={"a target in the support": {"target": Fraction(1)}},
)
def leakage_as_printed(target: Fraction = Fraction(1, 2)) -> Verdict:
    """Bernoulli(1/2) columns, the target 1/2 in each: m* = 0, and the leakage is 1."""
    for rows in (2, 5, 20):
        found = _leaks_all(target, rows)
        score = (target - Fraction(1, 2)) ** 2 * 4  # d/n times it, with d = n
        limit = certify(leak, score, digits=12)
        require_or_repair(
            at_most(abs(limit - found), Fraction(9, 10)),
            "The leakage does not tend to (6.2): the mean tells the target without error for every "
            "n, while the score is 0.",
            n=rows,
            mu=Fraction(1, 2),
            target=target,
            leakage=found,
            leakage_of_the_formula=limit,
        )
    return points("No counterexample.", covered="One column.", not_covered="Other laws.")


@claim(
    "thesis.thm6.3",
    r"For product laws with finite moments of an order above 4 and $d/n=\tau$: under $H_0$ "
    r"$\ell_n$ tends in law to $N(-m^\star/2,m^\star)$ and under $H_1$ to $N(m^\star/2,m^\star)$, "
    r"$m^\star=\lim_{n,d}\sum_{j=1}^d(z_j^\star-\mu_j)^2/(n\sigma_j^2)$.",
    recorded="holds-with-repair",
    repaired_by="thesis.fix.lr.hypotheses",
    stated_proof=("thesis.asy.thm.edgeworth", "thesis.asy.thm.lindeberg", "thesis.lemD.2"),
    mutants={"a target in the support": {"target": Fraction(1)}},
)
def law_of_the_score_as_printed(target: Fraction = Fraction(1, 2)) -> Verdict:
    """Bernoulli(1/2) columns, the target 1/2 in each: the ratio is 0 or infinite."""
    for rows in (2, 5, 20):
        column = mean_column([0, 1], ["1/2", "1/2"], rows, target)
        require_or_repair(
            column.in_alone < 1,
            "The score is +inf under H_1 and -inf under H_0: with the target the mean lies between "
            "the multiples of 1/n, and without it on them, while m* = 0 predicts that it tends to "
            "0.",
            n=rows,
            mu=Fraction(1, 2),
            target=target,
            mass_of_infinite_scores=column.in_alone,
        )
    return points("No counterexample.", covered="One column.", not_covered="Other laws.")
