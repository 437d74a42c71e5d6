"""The conjecture at the end of the Renyi paper on lower bounds under Renyi DP."""

from __future__ import annotations

from dataclasses import replace

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.verdicts.verdict import Outcome, Verdict, undecided


@claim(
    "renyi.conj.asymptotic",
    r"For each budget $(\alpha,\epsilon)$ a problem-dependent lower bound $\Omega(\sqrt{\frac\alpha"
    r"\epsilon\log T})$ holds as $T\to\infty$ for $(\alpha,\epsilon)$-global RDP.",
    recorded="holds-vacuously",
    stated=True,
    reading="consistent policies, a fixed budget and T large enough for it",
    title="the conjectured order at a fixed budget",
)
def at_a_fixed_budget(proof: Proof = written_proof("renyi.conj.asymptotic")) -> Verdict:
    """The bound without privacy is of the order log T, above every multiple of its root."""
    verdict = proof.verdict(
        "The bound of Lai and Robbins, which has nothing to do with privacy, grows faster: any "
        "constant could stand before the root.",
        instances="None beside the steps.",
        beyond="The intended statement: renyi.conj.uniform.",
    )
    done = verdict.outcome == Outcome.HOLDS
    return replace(verdict, outcome=Outcome.HOLDS_VACUOUSLY) if done else verdict


@claim(
    "renyi.conj.uniform",
    r"A price of privacy: a term of order $\sqrt{\frac\alpha\epsilon\log T}$ that is due to "
    "$(\\alpha,\\epsilon)$-global RDP, with a constant that does not depend on the budget.",
    recorded="open",
    stated=True,
    reading="where the budget may shrink with T, or beside the bound without privacy",
    title="the conjectured price of privacy",
)
def with_a_free_constant() -> Verdict:
    """Nothing decides it."""
    return undecided(
        "Neither a proof nor a counterexample. At a single horizon no such bound can hold: a "
        "consistent policy may play one arm until then, without any regret where it is the best.",
        not_covered="The statement itself. The minimax bounds (zcdp.fix.thm17) are of the order "
        "sqrt(1/rho), without log T.",
    )


whole(
    "renyi.conj",
    r"The lower bounds under $(\alpha,\epsilon)$-global RDP may be of order $\Omega(\sqrt{\frac"
    r"\alpha\epsilon\log T})$, as Theorem 5 suggests.",
    parts=("renyi.conj.asymptotic", "renyi.conj.uniform"),
)
