"""The high privacy regime of d_eps: its two terms, and the limit eps -> 0."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.bernoulli.appendix_f_regret.lemma_f_1_closed_forms import (
    in_between,
    second_line,
)
from banditproof.paper_checks.bernoulli.appendix_f_regret.lemma_f_3_derivatives import private
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import misprinted, points
from banditproof.theory.balls import ball, enclose


@claim(
    "bern.rem3.b.sum",
    r"In the high privacy regime $d_\epsilon(\mu_a,\mu^\star)$ is the sum of a KL term, between "
    r"Bernoulli laws of means $f$ and $\mu^\star$, and the TV distance between Bernoulli laws of "
    r"means $f$ and $\mu_a$.",
    recorded="misprint",
    corrected=r"... and $\epsilon$ times the TV distance, as (8) has it.",
    stated=True,
    place="3 after (8)",
    title="the two terms of the high privacy regime",
    mutants={"with the factor eps": {"weighted": True}},
)
def two_terms(weighted: bool = False) -> Verdict:
    """(8) has eps (f - mu_a); the sentence drops eps."""
    x, y, eps = Fraction(1, 4), Fraction(3, 4), Fraction(1, 2)
    weight = eps if weighted else Fraction(1)

    def value() -> arb:
        f = in_between(y, eps)
        return second_line(x, y, eps) + ball(weight - eps) * (f - ball(x))

    total, found = enclose(value, 20), private(x, y, eps)
    if 0 in total - found:
        return points("The sum is the divergence.", covered="One case.", not_covered="Others.")
    return misprinted(
        "The TV distance needs the factor eps, as in (8).",
        not_covered="Nothing: (8) itself has the factor (bern.rem3.b).",
        mu_a=x,
        mu_star=y,
        eps=eps,
        sum_as_printed=total,
        d_eps=found,
    )


@claim(
    "bern.rem3.b.limit",
    r"At the limit, $d_\epsilon(\mu_a,\mu^\star)\sim\epsilon\,\Delta_a$ as $\epsilon\to0$.",
    recorded="holds",
    stated=True,
    place="3 after (8)",
    title="the divergence for small budgets",
)
def small_budgets(proof: Proof = written_proof("bern.rem3.b.limit")) -> Verdict:
    """eps gap - eps^2/8 <= d_eps <= eps gap, for all means and budgets."""
    return proof.verdict(
        "d_eps is at most eps gap and at least eps gap - eps^2/8, so that the ratio tends to 1."
    )
