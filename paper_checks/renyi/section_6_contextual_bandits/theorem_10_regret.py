"""Claims about the regret of AdaR-OFUL: Theorem 10."""

from __future__ import annotations

from banditproof.paper_checks.models.stochastic_contexts import (
    Allowed,
    allowed_variance,
    too_narrow,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import need, vacuous
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade


@checks(
    "renyi.thm10",
    mutants={
        "one dimension": {"dimensions": (1, 2)},
        "8 lambda_0 in place of lambda_0^2 / 8": {
            "allowed": lambda least, k: 8 * ball(least) / ball(4 * k).log()
        },
    },
)
def regret_of_adar_oful(
    dimensions: tuple[int, ...] = (2, 3, 10), allowed: Allowed = allowed_variance
) -> Verdict:
    """The assumption excludes all contexts, whose law the theorem is about."""
    with working_precision(96):
        for d in dimensions:
            need(too_narrow(d, 1, allowed), "Some contexts may satisfy Assumption 2", d=d)
    return vacuous(
        "No contexts of two or more dimensions satisfy Assumption 2. What is meant is in "
        "zcdp.thm5.intended, at rho = eps / alpha.",
        grade=Grade.DERIVED,
        covered="d >= 2, by zcdp.asm2.impossible.",
        beyond="d = 1; and the reading in which the history H_t contains the contexts of step t, "
        "as it is printed: then the variance is 0, and Lemma 27, which the proof uses, is false. "
        "The proof gives the probability 1 - 3 delta.",
    )
