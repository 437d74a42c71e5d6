"""Claims about the regret of AdaC-OFUL: Theorem 5, and its discussion in Section V-B2."""

from __future__ import annotations

from banditproof.paper_checks.models.stochastic_contexts import (
    Allowed,
    allowed_variance,
    too_narrow,
)
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.verdicts.verdict import Verdict, not_mechanical
from banditproof.paper_checks.verdicts.vocabulary import need, vacuous
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

from .assumption_2_variance import READING


@claim(
    "zcdp.thm5",
    r"Under Assumptions 1 and 2 and for $\delta\in(0,1]$, with probability at least $1-\delta$ the "
    r"regret of AdaC-OFUL is $R_T\le O(d\log(T)\sqrt T)+O(\frac{d^2}{\sqrt\rho}\log(T)^2)$.",
    recorded="holds-vacuously",
    reading=f"{READING}, and d >= 2",
    rests_on=("zcdp.asm2.impossible",),
    stated_proof=("zcdp.thm14", "zcdp.elliptic", "zcdp.eplen", "zcdp.nepisodes", "zcdp.lem13"),
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


@claim(
    "zcdp.oful.discussion.free",
    r"For fixed $\rho$ and as $T\to\infty$ the price of privacy, $\frac{d^2}{\sqrt\rho}\log(T)^2$, "
    r"is negligible beside $d\log(T)\sqrt T$.",
    recorded="holds",
    stated=True,
    title="the terms of Theorem 5",
    place="V-B2 after Theorem 5, 1",
)
def almost_free(proof: Proof = written_proof("zcdp.oful.discussion.free")) -> Verdict:
    """The quotient of the two terms, d log(T) / sqrt(rho T), tends to 0."""
    return proof.verdict(
        "The quotient of the two terms is at most 4 d rho^(-1/2) T^(-1/4).",
        beyond="That these terms bound the regret: see zcdp.thm5.",
    )


@claim(
    "zcdp.oful.discussion.related",
    r"A first analysis of AdaC-OFUL with private contexts gives $O(\sqrt T+\sqrt{T/\rho})$; "
    r"LinPriv has $\tilde O(d\sqrt T+\frac1\epsilon Kd\sqrt T)$, and not $\frac1\epsilon Kd\log T$ "
    r"in the last term; the Joint DP algorithm of another paper pays $\frac1\epsilon\sqrt T$; "
    r"whether private or adversarial contexts can cost $O(\log T)$ is open.",
    recorded="not-mechanical",
    stated=True,
    title="private contexts and related settings",
    place="V-B2 after Theorem 5, 2 and 3",
)
def related_settings() -> Verdict:
    """Announced without a proof, or about other papers."""
    return not_mechanical(
        "The first bound is announced without an algorithm or a proof, the next two are about "
        "other papers (the sum in LinPriv is zcdp.linpriv), the last is a question."
    )


whole(
    "zcdp.oful.discussion",
    r"The price of privacy in Theorem 5 is $\tilde O(d^2/\sqrt\rho)$, negligible as $T\to\infty$; "
    r"private contexts would cost $O(\sqrt T+\sqrt{T/\rho})$; LinPriv's regret is "
    r"$\tilde O(d\sqrt T+\frac1\epsilon Kd\sqrt T)$; a logarithmic cost for private or adversarial "
    "contexts is an open problem.",
    ("zcdp.oful.discussion.free", "zcdp.oful.discussion.related"),
    place="V-B2 after Theorem 5",
)
