"""Claims about Table 5.1: the regret, the private means, and two properties of four algorithms."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb

from banditproof.algorithms import DPSE, AdaPKLUCB, AdaPUCB, RewardCycles, Sampled, Silent, play
from banditproof.algorithms.regret.dp_ucb import DPUCBPrinted
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.composite import whole
from banditproof.paper_checks.models.doubling_episodes import Length, all_plays, doubled
from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.repeated import repeated
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import need, proved, refuted, require
from banditproof.theory.balls import ball, working_precision

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


@claim(
    "thesis.tab5.1.regret",
    r"Regret: DP-UCB $O(\frac{K\log(T)^{2.5}}\epsilon+\sum_a\frac{\log T}{\Delta_a})$; DP-SE "
    r"$O(\frac{K\log T}\epsilon+\sum_a\frac{\log T}{\Delta_a})$; AdaP-UCB $O(\sum_a\frac{\Delta_a"
    r"\log T}{\min\{\Delta_a^2,\epsilon\Delta_a\}})$; AdaP-KLUCB $O(\sum_a\frac{\Delta_a\log T}"
    r"{\min\{d(\mu_a,\mu^*),\epsilon\Delta_a\}})$.",
    recorded="holds",
    stated=True,
    reading="the order in T and eps for a given bandit, constants of which are those of its means; "
    "noise for all levels in DP-UCB; beta = 1/T in DP-SE, beta > 3 in AdaP-UCB and AdaP-KLUCB, "
    r"$\mu^*<1$ in the latter",
    title="regret of four private algorithms",
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


@claim(
    "thesis.tab5.1.means",
    r"Private means: $T$ in DP-UCB, $O(\log T)$ in DP-SE, AdaP-UCB and AdaP-KLUCB.",
    recorded="holds",
    stated=True,
    reading="per arm in the last three; for K arms a factor K",
    title="private means of four algorithms",
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


def third_round(horizon: int, eps: Fraction) -> arb:
    """P(arm 1 is pulled in round 3) by DP-UCB as printed, on the rewards 1 and 0.

    The widths are equal; the noises have the scale log(T)/eps, and P(D <= 1) = 1 - e^-u (2+u)/4
    for the difference D of two of them, u = eps/log T.
    """
    u = ball(eps) / arb(horizon).log()
    return 1 - (-u).exp() * (2 + u) / 4


@claim(
    "thesis.tab5.1.anytime.dpucb",
    r"DP-UCB is anytime.",
    recorded="fails",
    stated=True,
    repaired_by="thesis.tab5.1.anytime.adap",
    reading="an anytime algorithm does not know T: plays with two horizons and the same rewards "
    "begin with the same law",
    title="DP-UCB is said to be anytime",
    mutants={"one scale of the noise for all horizons": {"known": lambda T: 100}},
)
def tree_is_anytime(known: Callable[[int], int] = lambda T: T) -> Verdict:
    """The law of the first decision for two horizons, in balls; the library's noise."""
    eps = Fraction(1)
    with working_precision(96):
        short, long = (third_round(known(T), eps) for T in (10, 1000))
    scales = [DPUCBPrinted(2, eps=eps, horizon=known(T)).tree.noise for T in (10, 1000)]
    need((scales[0] == scales[1]) == (known(10) == known(1000)), "The library has other noise")
    if short.overlaps(long):
        return proved("The laws are one.", covered="T = 10 and 1000.", universal=None)
    return refuted(
        "Its tree, its noise Lap(log(T)/eps) and its bonus log(T)^1.5 are those of the horizon, as "
        "Section 5.1 says; already the law of round 3 is another one for another T. A counter "
        "without a horizon would repair it.",
        K=2,
        eps=eps,
        rewards="1 and 0",
        P_of_arm_1_in_round_3_for_T_10=short,
        P_for_T_1000=long,
    )


repeated(
    "thesis.tab5.1.anytime.dpse",
    of="thesis.alg.dpse.horizon",
    statement="DP-SE is not anytime.",
    title="DP-SE is not anytime",
    stated=True,
)
PREFIX = Proof(
    "thesis.tab5.1.anytime.adap",
    where="x in (-inf,inf), y in (-inf,inf)",
    steps=(
        Given(
            1,
            r"In Algorithm 7 with (5.1) or (5.2) the arm and the length of an episode, and its "
            r"noise, are functions of earlier means, pulls and rounds, of $\epsilon$, $\beta$ and "
            r"$K$; $T$ is not among these. A play with $T$ is cut after round $T$.",
        ),
        Textbook(
            2,
            r"So plays with two horizons on the same rewards and noises have the same rounds "
            r"before "
            "the first of the two.",
            "x == y",
            fact="textbook.recursion",
            hypotheses={"the same recursion from the same start": 1},
            instance={"x": "x", "y": "y"},
        ),
    ),
)
Maker = Callable[[int], Any]


@claim(
    "thesis.tab5.1.anytime.adap",
    r"AdaP-UCB and AdaP-KLUCB are anytime.",
    recorded="holds",
    stated=True,
    title="AdaP-UCB and AdaP-KLUCB are anytime",
    mutants={
        "sharper: also DP-UCB": {
            "makers": (lambda T: DPUCBPrinted(2, eps=1, horizon=T, ties="first"),),
            "horizons": (150, 300),
        },
        "sharper: also DP-SE with beta = 1/T": {
            "makers": (lambda T: DPSE(2, eps=1, beta=Fraction(1, T)),)
        },
    },
)
def episodes_are_anytime(
    makers: tuple[Maker, ...] = (
        lambda T: AdaPUCB(2, eps=1, ties="first"),
        lambda T: AdaPKLUCB(2, eps=1, ties="first"),
    ),
    horizons: tuple[int, int] = (2500, 4000),
    proof: Proof = PREFIX,
) -> Verdict:
    """Plays with two horizons and one seed."""
    for make in makers:
        short, long = (
            play(make(T), RewardCycles([(1, 0, 1), (0, 1)]), T, Sampled(5)).actions
            for T in horizons
        )
        case = {"policy": make(horizons[0]).name, "horizons": horizons}
        require(long[: len(short)] == short, "The plays begin differently.", **case)
    return proof.verdict(
        "Nothing in the box knows T.", instances="Plays of both with T = 2500 and 4000, one seed."
    )


@claim(
    "thesis.tab5.1.forgetful",
    r"Forgetfulness: DP-UCB no; DP-SE, AdaP-UCB and AdaP-KLUCB yes.",
    recorded="holds",
    stated=True,
    reading="the mean of an arm does not read all of its rewards",
    title="which algorithms forget",
    mutants={
        "sharper: DP-UCB too": {"forget": (True, True, True, True)},
        "AdaP-UCB does not": {"forget": (False, True, False, True)},
    },
)
def which_forget(forget: tuple[bool, bool, bool, bool] = (False, True, True, True)) -> Verdict:
    """How many rewards of an arm are behind its last mean, in plays of the library."""
    rewards, T = RewardCycles([(1, 0, 1), (1, 1, 0)]), 7000
    made = (
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


whole(
    "thesis.tab5.1",
    r"Table 5.1: regret, number of private means, anytime or not, and forgetfulness of DP-UCB, "
    r"DP-SE, AdaP-UCB and AdaP-KLUCB.",
    parts=tuple(
        f"thesis.tab5.1.{part}"
        for part in (
            "regret",
            "means",
            "anytime.dpucb",
            "anytime.dpse",
            "anytime.adap",
            "forgetful",
        )
    ),
)
