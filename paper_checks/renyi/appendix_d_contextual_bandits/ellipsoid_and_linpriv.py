"""Claims about the ellipsoid of AdaR-OFUL (Theorem 17), and about LinPriv (D.3, Remark 4)."""

from banditproof.paper_checks.checking import Verdict, checks
from banditproof.paper_checks.models.stochastic_contexts import (
    WITH_SOME_CONTEXTS,
    Allowed,
    allowed_variance,
    true_of_no_contexts,
)


@checks("renyi.thm17", mutants={**WITH_SOME_CONTEXTS})
def ellipsoid_of_adar_oful(
    dimensions: tuple[int, ...] = (2, 3, 10), allowed: Allowed = allowed_variance
) -> Verdict:
    """The proof takes its event E_2 from Assumption 2, which excludes all contexts."""
    return true_of_no_contexts(
        ", from which E_2 is taken. A "
        "radius that holds for all contexts is zcdp.fix.oful.radius, at rho = eps / alpha.",
        beyond="d = 1, where lambda_min(V_t) = lambda + t; and the reading in which H_t contains "
        "the contexts of step t: then Lemma 27 is false, and the theorem unproved.",
        dimensions=dimensions,
        allowed=allowed,
    )
