"""Claims about the regret of AdaC-OFUL: Theorem 5, and its discussion in Section V-B2."""

from __future__ import annotations

from banditproof.paper_checks.models.stochastic_contexts import (
    Allowed,
    allowed_variance,
    too_narrow,
)
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import need, vacuous
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade


@checks(
    "zcdp.thm5",
    mutants={
        "one dimension": {"dimensions": (1, 2)},
        "8 lambda_0 in place of lambda_0^2 / 8": {
            "allowed": lambda least, k: 8 * ball(least) / ball(4 * k).log()
        },
    },
)
def regret_in_contexts_that_do_not_exist(
    dimensions: tuple[int, ...] = (2, 3, 10), allowed: Allowed = allowed_variance
) -> Verdict:
    """The assumption excludes all contexts, whose law the theorem is about."""
    with working_precision(96):
        for d in dimensions:
            need(too_narrow(d, 1, allowed), "Some contexts may satisfy Assumption 2", d=d)
    return vacuous(
        "No contexts of two or more dimensions satisfy Assumption 2. What is meant is in "
        "zcdp.thm5.intended, for contexts whose design matrix grows.",
        grade=Grade.DERIVED,
        covered="d >= 2, by zcdp.asm2.impossible.",
        beyond="d = 1; and the reading in which the history H_t contains the contexts of step t, "
        "as it is printed: then the variance is 0, and Lemma 12, which the proof uses, is false. "
        "The proof gives the probability 1 - 3 delta.",
    )


@checks("zcdp.oful.discussion.free")
def almost_free(proof: Proof = written_proof("zcdp.oful.discussion.free")) -> Verdict:
    """The quotient of the two terms, d log(T) / sqrt(rho T), tends to 0."""
    return proof.verdict(
        "The quotient of the two terms is at most 4 d rho^(-1/2) T^(-1/4).",
        beyond="That these terms bound the regret: see zcdp.thm5.",
    )
