"""Claims about Table 5.1: the regret, the private means, and two properties of four algorithms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from banditproof.algorithms import DPSE, AdaPKLUCB, AdaPUCB, RewardCycles, Silent, play
from banditproof.algorithms.regret.dp_ucb import DPUCBPrinted
from banditproof.paper_checks.models.doubling_episodes import Length, all_plays, doubled
from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import proved, require

ROWS = Proof(
    "thesis.tab5.1.regret",
    where="gap in (0,1], eps in (0,inf), L in (0,inf), d in (0,inf)",
    parts=(1, 2, 3, 5),
    steps=(
        OnClaim(
            1,
            r"DP-UCB with noise for all levels, $L^{3/2}\log(\sqrt2T)=O(\log(T)^{5/2})$.",
            claim="thesis.alg.dpucb.regret.repaired",
        ),
        OnClaim(
            2, r"DP-SE, $\lambda=O(\log T)$ for a given bandit.", claim="thesis.alg.dpse.regret"
        ),
        OnClaim(3, r"AdaP-UCB: Theorem 5.3,", claim="thesis.thm5.3.regret"),
        Identity(
            4,
            r"whose $\frac{\log T}{\min\{\Delta_a,\epsilon\}}$ is the printed term.",
            "gap*L/(gap*min(gap, eps)) == L/min(gap, eps)",
        ),
        OnClaim(
            5,
            r"AdaP-KLUCB: Theorem 5.4, with constants of the bandit.",
            claim="thesis.thm5.4.regret",
        ),
        Parts(6, "The four rows.", uses=(1, 2, 3, 4, 5)),
    ),
)


@checks(
    "thesis.tab5.1.regret",
    mutants={
        "a row of another claim": {"proof": ROWS.changed(1, claim="thesis.alg.dpucb.regret")},
        "sharper: the larger of gap and eps": {
            "proof": ROWS.changed(4, formula="gap*L/(gap*min(gap, eps)) == L/max(gap, eps)")
        },
    },
)
def regret_of_the_rows(proof: Proof = ROWS) -> Verdict:
    """The bounds of the four algorithms."""
    return proof.verdict(
        "Each row is the bound of its algorithm without constants; constants of AdaP-KLUCB depend "
        "on the bandit, and those of a table with constants of beta alone would be false."
    )


MEANS = Proof(
    "thesis.tab5.1.means",
    where="k in [0,inf), N in [1,inf), T in [1,inf), e in [0,inf), R in [1,inf), lam in [1,inf), "
    "K in [1,inf)",
    parts=(3, 6, 7),
    steps=(
        OnClaim(
            1,
            r"AdaP-UCB and AdaP-KLUCB: after $k$ active episodes an arm has $2^k$ pulls,",
            "N == exp(k*log(2))",
            claim="thesis.alg7.samples.repaired",
            of_step=2,
        ),
        Given(2, r"at most $T$.", "T >= N"),
        Inequality(
            3,
            r"So it has at most $1+\log_2T$ private means.",
            "1 + k <= 1 + log(T)/log(2)",
            uses=(1, 2),
        ),
        Given(
            4,
            r"DP-SE: an arm has at least $32\cdot4^e$ pulls in epoch $e$,",
            "R >= 32*exp(e*log(4))",
        ),
        Given(5, r"and at most $T$.", "R <= T"),
        Inequality(
            6,
            r"So it has at most $\log_4\frac T{32}$ private means.",
            "e <= log(T/32)/log(4)",
            where="T > 32",
            uses=(4, 5),
        ),
        Given(7, r"DP-UCB has a private mean of the arm pulled after each of the $T$ rounds."),
        Parts(8, "The four rows.", uses=(3, 6, 7)),
    ),
)


@checks(
    "thesis.tab5.1.means",
    mutants={
        "episodes of one round": {"length": lambda n: 1},
        "sharper: log_4 T": {"most": lambda T: 1 + (T.bit_length() - 1) // 2},
        "sharper: log_4 T by the steps": {
            "proof": MEANS.changed(3, formula="1 + k <= 1 + log(T)/log(4)")
        },
    },
)
def number_of_means(
    length: Length = doubled,
    most: Callable[[int], int] = lambda T: T.bit_length(),
    proof: Proof = MEANS,
) -> Verdict:
    """The means of each arm in all plays of two arms up to round 14."""
    sides, T = Sides(), 14
    for played in all_plays(2, T, length):
        for arm in (0, 1):
            closed = sum(e.arm == arm and e.start + e.rounds <= T + 1 for e in played)
            sides.at_most(1 + closed, most(T), "There are more means.", T=T, arm=arm + 1)
    return proof.verdict(
        "Doubling makes them few; per arm at most 1 + floor(log_2 T) by doubling.",
        instances="All plays of two arms up to round 14.",
        sharpness=sides.sharpness,
    )


@checks(
    "thesis.tab5.1.forgetful",
    mutants={
        "sharper: DP-UCB too": {"forget": (True, True, True, True)},
        "AdaP-UCB does not": {"forget": (False, True, False, True)},
    },
)
def which_forget(forget: tuple[bool, bool, bool, bool] = (False, True, True, True)) -> Verdict:
    """How many rewards of an arm are behind its last mean, in plays of the library."""
    rewards, T = RewardCycles([(1, 0, 1), (1, 1, 0)]), 7000
    made: tuple[Any, ...] = (
        DPUCBPrinted(2, eps=1, horizon=200, ties="first"),
        DPSE(2, eps=1, beta="1/2"),
        AdaPUCB(2, eps=1, ties="first"),
        AdaPKLUCB(2, eps=1, ties="first"),
    )
    for policy, said in zip(made, forget, strict=True):
        horizon = 200 if policy is made[0] else T
        played = play(policy, rewards, horizon, Silent())
        if policy is made[0]:
            behind = [known.pulls for known in played.state]
        else:
            last = {r.arm: len(r.rewards) for r in played.ledger.releases}
            behind = [last[arm] for arm in (0, 1)]
        full = played.counts(2) == tuple(behind)
        require(full != said, "It is the other way round.", policy=policy.name, behind=behind)
    return proved(
        "The sum of a tree holds all rewards of its arm; the others read one epoch or episode.",
        covered="A play of each.",
        universal=None,
    )
