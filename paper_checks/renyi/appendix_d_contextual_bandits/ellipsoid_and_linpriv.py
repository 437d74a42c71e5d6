"""Claims about the ellipsoid of AdaR-OFUL (Theorem 17), and about LinPriv (D.3, Remark 4)."""

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
    "renyi.thm17",
    mutants={
        "one dimension": {"dimensions": (1, 2)},
        "8 lambda_0 in place of lambda_0^2 / 8": {
            "allowed": lambda least, k: 8 * ball(least) / ball(4 * k).log()
        },
    },
)
def ellipsoid_of_adar_oful(
    dimensions: tuple[int, ...] = (2, 3, 10), allowed: Allowed = allowed_variance
) -> Verdict:
    """The proof takes its event E_2 from Assumption 2, which excludes all contexts."""
    with working_precision(96):
        for d in dimensions:
            need(too_narrow(d, 1, allowed), "Some contexts may satisfy Assumption 2", d=d)
    return vacuous(
        "No contexts of two or more dimensions satisfy Assumption 2, from which E_2 is taken. A "
        "radius that holds for all contexts is zcdp.fix.oful.radius, at rho = eps / alpha.",
        grade=Grade.DERIVED,
        covered="d >= 2, by zcdp.asm2.impossible.",
        beyond="d = 1, where lambda_min(V_t) = lambda + t; and the reading in which H_t contains "
        "the contexts of step t: then Lemma 27 is false, and the theorem unproved.",
    )
