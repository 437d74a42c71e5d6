"""The high privacy regime of d_eps: its two terms, and the limit eps -> 0."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.bernoulli.appendix_f_regret.lemma_f_1_closed_forms import (
    in_between,
    second_line,
)
from banditproof.paper_checks.bernoulli.appendix_f_regret.lemma_f_3_derivatives import private
from banditproof.paper_checks.proofs import Inequality, OnClaim, Parts, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import misprinted, points
from banditproof.theory.balls import ball, enclose


@checks("bern.rem3.b.sum", mutants={"with the factor eps": {"weighted": True}})
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


SMALL = Proof(
    "bern.rem3.b.limit",
    where="x in [0,1], y in (0,1)",
    steps=(
        Inequality(
            1,
            "The divergence is at least eps times the gap less eps^2/8.",
            "eps*(y-x) - d_eps(x,y,eps) <= eps**2/8",
            where="eps in [0,inf), x <= y",
        ),
        Inequality(
            2,
            "So its quotient with eps is at least the gap less h, as soon as eps is at most 8 h.",
            "d_eps(x,y,eps) >= eps*((y-x) - h)",
            where="h in (0,inf), eps in [0,inf), x <= y, eps <= 8*h",
            uses=(1,),
        ),
        OnClaim(
            3,
            "And it is at most the gap.",
            "d_eps(x,y,eps) <= eps*abs(x-y)",
            claim="bern.rem3.a.chain",
            of_step=3,
            where="eps in [0,inf)",
        ),
        OnClaim(
            4,
            "For mu_star = 1 the divergence is eps (1 - mu_a),",
            claim="bern.derived.rising",
        ),
        Inequality(
            5,
            "which is eps times the gap.",
            "eps*(1-x) == eps*abs(x-1)",
            where="eps in [0,inf)",
            uses=(4,),
        ),
        Parts(6, "The quotient of the divergence and eps tends to the gap.", uses=(2, 3, 5)),
    ),
)


@checks(
    "bern.rem3.b.limit",
    mutants={
        "sharper: eps^2/8 less a fifth": {
            "proof": SMALL.changed(1, formula="eps*(y-x) - d_eps(x,y,eps) <= eps**2/10")
        },
        "sharper: eps^3": {
            "proof": SMALL.changed(1, formula="eps*(y-x) - d_eps(x,y,eps) <= eps**3")
        },
        "slope of half the gap": {"proof": SMALL.changed(3, claim="bern.sec1.improvement")},
    },
)
def small_budgets(proof: Proof = SMALL) -> Verdict:
    """eps gap - eps^2/8 <= d_eps <= eps gap, for all means and budgets."""
    return proof.verdict(
        "d_eps is at most eps gap and at least eps gap - eps^2/8, so that the ratio tends to 1."
    )
