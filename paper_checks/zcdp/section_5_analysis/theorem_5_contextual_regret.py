"""Claims about the regret of AdaC-OFUL: Theorem 5, and its discussion in Section V-B2."""

from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks
from banditproof.paper_checks.models.stochastic_contexts import (
    WITH_SOME_CONTEXTS,
    Allowed,
    allowed_variance,
    true_of_no_contexts,
)


@checks("zcdp.thm5", mutants={**WITH_SOME_CONTEXTS})
def regret_in_contexts_that_do_not_exist(
    dimensions: tuple[int, ...] = (2, 3, 10), allowed: Allowed = allowed_variance
) -> Verdict:
    """The assumption excludes all contexts, whose law the theorem is about."""
    return true_of_no_contexts(
        ". What is meant is in zcdp.thm5.intended, for contexts whose design matrix grows.",
        beyond="d = 1; and the reading in which the history H_t contains the contexts of step t, "
        "as it is printed: then the variance is 0, and Lemma 12, which the proof uses, is false. "
        "The proof gives the probability 1 - 3 delta.",
        dimensions=dimensions,
        allowed=allowed,
    )


@checks("zcdp.oful.discussion.free")
def almost_free(proof: Proof = WRITTEN) -> Verdict:
    """The quotient of the two terms, d log(T) / sqrt(rho T), tends to 0."""
    return proof.verdict()
