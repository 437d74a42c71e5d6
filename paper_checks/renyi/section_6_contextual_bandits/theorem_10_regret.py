"""Claims about the regret of AdaR-OFUL: Theorem 10."""

from banditproof.paper_checks.checking import Verdict, checks
from banditproof.paper_checks.models.stochastic_contexts import (
    WITH_SOME_CONTEXTS,
    Allowed,
    allowed_variance,
    true_of_no_contexts,
)


@checks("renyi.thm10", mutants={**WITH_SOME_CONTEXTS})
def regret_of_adar_oful(
    dimensions: tuple[int, ...] = (2, 3, 10), allowed: Allowed = allowed_variance
) -> Verdict:
    """The assumption excludes all contexts, whose law the theorem is about."""
    return true_of_no_contexts(
        ". What is meant is in zcdp.thm5.intended, at rho = eps / alpha.",
        beyond="d = 1; and the reading in which the history H_t contains the contexts of step t, "
        "as it is printed: then the variance is 0, and Lemma 27, which the proof uses, is false. "
        "The proof gives the probability 1 - 3 delta.",
        dimensions=dimensions,
        allowed=allowed,
    )
