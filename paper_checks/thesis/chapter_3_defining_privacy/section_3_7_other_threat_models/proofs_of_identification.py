"""The proofs about the mechanism of a best-arm identification strategy, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Induction,
    Inequality,
    OnClaim,
    Proof,
    Step,
    Textbook,
)


def _law_of_outputs(sees: Step) -> tuple[Step, ...]:
    """(3.4) is the probability of an output, and its sum that of stopping."""
    return (
        sees,
        Textbook(
            2,
            r"The rounds are kernels of the past: one more sample $a_t$ multiplies the probability "
            r"by $k=S_t(a_t\mid\mathcal H_{t-1})$.",
            "joint == past*k",
            fact="textbook.ionescu-tulcea",
            hypotheses={"each factor is a kernel of the past": 1},
            instance={"joint": "joint", "past": "past", "k": "k"},
        ),
        Given(3, "The printed product has this factor more.", "new == old*k"),
        Identity(
            4,
            "The difference of the two is multiplied by $k$.",
            "joint - new == (past - old)*k",
            uses=(2, 3),
        ),
        Induction(
            5,
            r"It is $1-1$ before the first sample, so it is 0 for every $T$; halting and the "
            r"recommendation are two factors more, in both: (3.4) is the law of $(a^T,\hat a,T)$, "
            r"and $\tau=T+1$ counts the halting step.",
            "d == 0",
            variable="t",
            start="0",
            sequence="d",
            first="1 - 1",
            following="d*k",
            uses=(4,),
        ),
        Given(
            6,
            r"Of the mass that goes on after $t$ steps a part $q$ halts: the mass $s$ of what has "
            r"halted or goes on changes from $s$ to $s-g+g\,q+g\,(1-q)$; $\hat a$ has mass 1.",
            uses=(5,),
        ),
        Induction(
            7,
            r"It is 1 after every number of steps, so the sum of (3.4) over the outputs of at most "
            r"$n$ samples is $\Pr[\tau\le n+1]$.",
            "s == 1",
            variable="t",
            start="0",
            sequence="s",
            first="1",
            following="s - g + g*q + g*(1-q)",
            uses=(6,),
        ),
        Inequality(
            8,
            r"What has halted is the whole less what goes on: at most 1, and for $n\to\infty$ it "
            r"increases to $\Pr[\tau<\infty]$.",
            "1 - g <= 1",
            uses=(7,),
        ),
    )


WHERE = (
    "t in [0,inf), s in [0,inf), d in [-1,1], joint in [0,1], past in [0,1], k in [0,1], "
    "new in [0,1], old in [0,1], g in [0,1], q in [0,1]"
)

MECHANISM = Proof(
    "thesis.bai.dp.repaired",
    _law_of_outputs(
        Given(
            1,
            r"$S_t$, halting included, and $\mathrm{Rec}$ are kernels of $\mathcal H_{t-1}$, which "
            r"on a fixed table is a function of $a_1,\dots,a_{t-1}$; after $T$ samples "
            r"$\mathcal H_T$ contains $x_{T,a_T}$, which halting and recommendation see.",
        )
    ),
    WHERE,
)

INTERACTIVE = Proof(
    "thesis.sec3.7.bai_interactive",
    (
        *_law_of_outputs(
            OnClaim(
                1,
                r"With queries the strategy sees $q_t=B_t(a_1,\dots,a_t)$ and $x_{t,q_t}$, "
                r"functions "
                r"of the actions on a fixed table, and its kernels see these.",
                claim="thesis.interactive.protocol",
            )
        ),
        OnClaim(
            9,
            r"With $B=\mathrm{id}$ these are $a_t$ and $x_{t,a_t}$: the Table mechanism.",
            claim="thesis.bai.dp.repaired",
            uses=(8,),
        ),
    ),
    WHERE,
)


def wrong_laws(proof: Proof) -> dict[str, dict[str, Proof]]:
    """The proof with wrong steps."""
    return {
        "the past is forgotten": {"proof": proof.changed(2, formula="joint == k")},
        "a product without the sample": {"proof": proof.changed(3, formula="new == old")},
        "a product from 1/2": {"proof": proof.changed(5, first="1/2")},
        "mass is lost": {"proof": proof.changed(7, following="s - g + g*q")},
        "sharper: half of what halts": {"proof": proof.changed(8, formula="1 - g <= 1/2")},
    }
