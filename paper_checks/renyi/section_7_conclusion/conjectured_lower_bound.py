"""The conjecture at the end of the Renyi paper on lower bounds under Renyi DP."""

from __future__ import annotations

from dataclasses import replace

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Outcome, Verdict, undecided

LARGE = Proof(
    "renyi.conj.asymptotic",
    where="right in (0,inf), lim in [0,inf), c in (0,inf), b in (0,inf), m in (0,inf), "
    "L in (0,inf), reg in [0,inf), w in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"Theorem 2.31 of the thesis for a consistent policy, private or not: "
            r"$\liminf\mathrm{Reg}_T/\log T$ is at least the Lai-Robbins constant.",
            "lim >= right",
            claim="thesis.thm2.31",
            of_step=8,
        ),
        Given(
            2, r"Let $2c$ be that constant, for an instance where it is positive.", "right >= 2*c"
        ),
        Given(
            3,
            r"For all large $T$, with $L=\log T$ and that limit, or $2c$ in its place if it is "
            "infinite,",
            "reg >= (lim - c)*L",
        ),
        Given(4, r"and for any $m$ also $L\ge m^2b/c^2$, where $b=\alpha/\epsilon$.", "L >= w**2"),
        Given(5, "with this root.", "w == m*sqrt(b)/c"),
        Inequality(
            6,
            r"So $\mathrm{Reg}_T\ge cL$,",
            "reg >= c*L",
            weights={3: "1", 1: "L", 2: "L"},
        ),
        Inequality(
            7,
            r"and $\sqrt L\ge m\sqrt b/c$.",
            "sqrt(L) >= m*sqrt(b)/c",
            uses=(5,),
            weights={4: "1/(sqrt(L) + m*sqrt(b)/c)"},
        ),
        Inequality(
            8,
            r"Hence $\mathrm{Reg}_T\ge m\sqrt{\frac\alpha\epsilon\log T}$ for all large $T$.",
            "reg >= m*sqrt(b)*sqrt(L)",
            weights={6: "1", 7: "c*sqrt(L)"},
        ),
    ),
)


@checks(
    "renyi.conj.asymptotic",
    mutants={
        "sharper: of order log T times m": {
            "proof": LARGE.changed(8, formula="reg >= m*sqrt(b)*L")
        },
        "a smaller horizon": {"proof": LARGE.changed(4, formula="L >= w**2/4")},
        "another claim": {"proof": LARGE.changed(1, claim="thesis.thm4.16")},
    },
)
def at_a_fixed_budget(proof: Proof = LARGE) -> Verdict:
    """The bound without privacy is of the order log T, above every multiple of its root."""
    verdict = proof.verdict(
        "The bound of Lai and Robbins, which has nothing to do with privacy, grows faster: any "
        "constant could stand before the root.",
        instances="None beside the steps.",
        beyond="The intended statement: renyi.conj.uniform.",
    )
    done = verdict.outcome == Outcome.HOLDS
    return replace(verdict, outcome=Outcome.HOLDS_VACUOUSLY) if done else verdict


@checks("renyi.conj.uniform")
def with_a_free_constant() -> Verdict:
    """Nothing decides it."""
    return undecided(
        "Neither a proof nor a counterexample. At a single horizon no such bound can hold: a "
        "consistent policy may play one arm until then, without any regret where it is the best.",
        not_covered="The statement itself. The minimax bounds (zcdp.fix.thm17) are of the order "
        "sqrt(1/rho), without log T.",
    )
