"""Noisy sums of disjoint blocks, and their prefix sums, are private: the proofs step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, Proof, Step, Textbook

WHERE = (
    "c in [0,inf), u in [0,1], v in [0,1], a in [0,inf), b in [0,inf), s in (-inf,inf), "
    "eps in (0,inf), f in (0,inf), g in (0,inf), rest in [0,inf), p in [0,1], q in [0,1], "
    "x in [0,1], y in [0,1], joint in [0,inf), joint2 in [0,inf)"
)
BLOCKS: tuple[Step, ...] = (
    Given(
        1,
        r"Two lists of rewards in $[0,1]$ differ in one reward, which is in one of the disjoint "
        r"blocks. "
        r"Let $c$ be the sum of the others in that block, and $u,v\in[0,1]$ that reward: the sums "
        r"are "
        r"$c+u$",
        "a == c + u",
    ),
    Given(2, r"and $c+v$; the other blocks have the same sums.", "b == c + v"),
    Given(
        3,
        r"The density of the noisy sum $s$ of the block is that of $\mathrm{Lap}(1/\epsilon)$ at "
        r"$s-a$,",
        "f == eps/2*exp(-eps*abs(s-a))",
    ),
    Given(4, r"and at $s-b$.", "g == eps/2*exp(-eps*abs(s-b))"),
    Inequality(5, r"So $f\le e^\epsilon g$.", "f <= exp(eps)*g", uses=(1, 2, 3, 4)),
    Given(
        6,
        "The noises are independent: the density of all noisy sums is a product,",
        "joint == rest*f",
    ),
    Given(
        7,
        "and for the other list too, where the factors of the other blocks are the same.",
        "joint2 == rest*g",
    ),
    Inequality(
        8,
        r"So the one is at most $e^\epsilon$ times the other.",
        "joint <= exp(eps)*joint2",
        uses=(6, 7),
        weights={5: "rest"},
    ),
    Textbook(
        9,
        r"So each event of the noisy sums of the blocks has $P(E)\le e^\epsilon P'(E)$.",
        "p <= exp(eps)*q",
        fact="textbook.density:events",
        hypotheses={"f <= c g at every point": 8},
        instance={"p": "p", "q": "q", "c": "exp(eps)", "A": "joint", "B": "joint2"},
        over=("joint", "joint2"),
    ),
)
PARTIAL = Proof("bern.rem4.2.forgetting", BLOCKS, WHERE)
CUMULATIVE = Proof(
    "bern.lemE.1",
    where=WHERE,
    steps=(
        *BLOCKS,
        Given(
            10,
            r"Output $k$ is the sum of the first $k$ noisy sums of the blocks $[t_p,t_{p+1})$: an "
            r"event "
            "of the outputs is one of these noisy sums,",
            "x == p",
        ),
        Given(11, "for both lists.", "y == q"),
        Inequality(
            12,
            r"So the outputs have $P(E)\le e^\epsilon P'(E)$ too.",
            "x <= exp(eps)*y",
            uses=(10, 11),
            weights={9: "1"},
        ),
    ),
)
