"""The high privacy regime of d_eps: its two terms, and the limit eps -> 0."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb

from banditproof.paper_checks.bernoulli.appendix_f_regret.lemma_f_1_closed_forms import (
    in_between,
    second_line,
)
from banditproof.paper_checks.bernoulli.appendix_f_regret.lemma_f_3_derivatives import private
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import derived, misprinted, points, require
from banditproof.theory import certify, d_eps
from banditproof.theory.balls import ball, enclose

from .divergence_d_eps import SUBOPTIMAL


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
    rests_on=("bern.rem3.b", "bern.rem3.a.chain", "textbook.hoeffding"),
    mutants={
        "sharper: eps^2/8 less 1 %": {"loss": Fraction(99, 800)},
        "sharper: eps^3": {"power": 3},
        "slope of half the gap": {"slope": Fraction(1, 2)},
    },
)
def small_budgets(
    loss: Fraction = Fraction(1, 8), power: int = 2, slope: Fraction = Fraction(1)
) -> Verdict:
    """eps gap - eps^2/8 <= d_eps <= eps gap: the lower bound is Hoeffding's, for log E e^{-eps Y}.

    The second line of (8) is -eps x - log(1 - y (1 - e^-eps)), in which Y has the mean y.
    """
    import sympy as sp

    x, y, eps = sp.symbols("x y epsilon", positive=True)
    f = y / (y + (1 - y) * sp.exp(eps))
    odds = sp.exp(-eps) / (y * sp.exp(-eps) + 1 - y)
    form = f * sp.log(odds) + (1 - f) * sp.log(odds * sp.exp(eps)) + eps * (f - x)
    transform = -eps * x - sp.log(y * sp.exp(-eps) + 1 - y)
    require_zero(
        ratio_of_means=f / y - odds,
        ratio_of_rests=(1 - f) / (1 - y) - odds * sp.exp(eps),
        one_line=sp.expand_log(sp.expand_log(form - transform, force=True), force=True),
    )
    sides = Sides()
    for low, high in (*SUBOPTIMAL, ("0", "1/2"), ("1/4", "1/2")):
        a, b = Fraction(low), Fraction(high)
        for budget in (Fraction(1, 100), Fraction(1, 10**8)):
            value = certify(d_eps, a, b, budget, digits=40)
            case: dict[str, Any] = {"mu_a": a, "mu_star": b, "eps": budget}
            linear = slope * budget * (b - a)
            require(value <= linear, "d_eps is above eps times the gap.", **case, d_eps=value)
            finding = "d_eps is too far below eps times the gap."
            sides.at_most(budget * (b - a) - value, loss * budget**power, finding, **case)
    return derived(
        "d_eps is at most eps gap and at least eps gap - eps^2/8, so that the ratio tends to 1.",
        covered="All mu_a < mu_star below the threshold, by the chain of denominators, (8) and "
        "Hoeffding's lemma; six pairs of means at two budgets in balls.",
        sharpness=sides.sharpness,
    )
