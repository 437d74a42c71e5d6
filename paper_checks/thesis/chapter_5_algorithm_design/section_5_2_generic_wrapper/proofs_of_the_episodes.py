"""The proofs about the episodes of Algorithm 7: samples, disjoint rewards and starts."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Induction,
    Inequality,
    Parts,
    Proof,
)

SAMPLES = Proof(
    "thesis.alg7.samples.repaired",
    where="k in [0,inf), N in [1,inf), before in [1,inf), m in [1,inf)",
    steps=(
        Given(
            1, r"The box: an arm has one pull at first, and an active episode doubles its pulls."
        ),
        Induction(
            2,
            r"After $k$ active episodes $N_a=2^k$; after none its one pull is its mean.",
            "N == exp(k*log(2))",
            variable="k",
            start="0",
            sequence="N",
            first="1",
            following="N + N",
            uses=(1,),
        ),
        Given(3, r"The last active episode had as many rounds as there were pulls.", "m == before"),
        Given(4, r"With it the pulls are $N_a$.", "N == before + m"),
        Identity(5, r"So it had half of them.", "m == N/2", uses=(3, 4)),
        Parts(6, r"The pulls, and the samples of the mean.", uses=(2, 5)),
    ),
)
DISJOINT = Proof(
    "thesis.alg7.disjoint",
    where="j in [0,inf), later in [1,inf), end in [1,inf), m in [1,inf), first in [1,inf)",
    steps=(
        Given(
            1,
            r"An episode begins in the round after the last one of the episode before it, and has "
            r"$m\ge1$ rounds; the first pulls are the rounds $1,\dots,K$, one for each arm. The "
            r"mean that an index reads is that of one episode, or of one first pull.",
        ),
        Given(2, r"Let an episode (or a first pull) end at a round.", "end <= end"),
        Induction(
            3,
            r"The $j$-th one after it begins later: they have no round in common.",
            "end + 1 <= later",
            variable="j",
            start="0",
            sequence="later",
            first="end + 1",
            following="later + m",
            weight="1",
            rest="m",
            uses=(1, 2),
        ),
    ),
)


def _starts(id: str, last: str, words: str) -> Proof:
    return Proof(
        id,
        where="s in [2,inf), t in [2,inf), K in [1,inf), N in [1,inf), others in [0,inf)",
        steps=(
            Given(
                1,
                r"Round $t$ is one of the $N$ rounds of the episode of an arm with $N$ pulls, "
                r"which begins at $s=\phi(t)$.",
                "t <= s + N - 1",
            ),
            Given(
                2, r"The pulls of all arms before it are $s-1$ in number.", "s == N + 1 + others"
            ),
            Given(3, r"Each other arm was pulled at first.", "others >= K - 1"),
            Inequality(
                4,
                words,
                last,
                uses=(2,),
                weights={1: "1", 3: "1"},
            ),
        ),
    )


STARTS = _starts(
    "thesis.alg7.starts", "t <= 2*s", r"So $t\le2\phi(t)-K-1\le2\phi(t)$; and $\phi(t)\le t$."
)
SHARP_STARTS = _starts("thesis.alg7.starts.sharp", "t <= 2*s - K - 1", r"So $t\le2\phi(t)-K-1$.")
