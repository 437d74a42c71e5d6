"""The proofs about thresholds on scores: the power (2.25) and the most powerful test."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, Parts, Proof, Textbook

ATTAINED = Proof(
    "thesis.mia.def.power.repaired",
    where="alpha in [0,1], X in [0,1], P in [0,1], a in [0,1], r in (0,inf), t in [0,1], "
    "top in [0,1]",
    steps=(
        Given(
            1,
            r"$T_\alpha$ holds $+\infty$, and some $\tau_m\in T_\alpha$ fall to its infimum "
            r"$\tau_0$.",
            "X <= alpha",
        ),
        Given(
            2,
            r"The events $\{s>\tau_m\}$ increase to $\{s>\tau_0\}$, of probability $a$ for $b=0$.",
            "P >= a",
        ),
        Textbook(
            3,
            r"So $\Pr(s>\tau_m\mid b=0)\ge a-r$ for late $m$.",
            "X >= a - r",
            fact="textbook.elementary-probability:increasing events",
            hypotheses={
                "the events increase to the event": 2,
                "its probability is at least c": 2,
            },
            instance={"p": "X", "c": "a", "r": "r", "P": "P"},
            over=("P",),
        ),
        Inequality(4, r"Both together.", "a <= alpha + r", weights={1: "1", 3: "1"}),
        Textbook(
            5,
            r"$\tau_0$ has the level $\alpha$.",
            "a <= alpha",
            fact="textbook.bounds-of-sets:margin",
            hypotheses={"x is at most y + r for every r > 0": 4},
            instance={"x": "a", "y": "alpha", "r": "r"},
            over=("r",),
        ),
        Given(
            6, r"A threshold of $T_\alpha$ is at least $\tau_0$: what it accepts, $\tau_0$ does."
        ),
        Textbook(
            7,
            r"So $\tau_0$ has the largest power.",
            "t <= top",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 6},
            instance={"p": "t", "q": "top"},
        ),
        Parts(8, r"The maximum is attained, at $\inf T_\alpha$.", uses=(5, 7)),
    ),
)

BEST = Proof(
    "thesis.mia.lem.np.repaired",
    where="x in [0,1], y in [0,1], f in [0,1], a in [0,1], b in [0,1]",
    steps=(
        Given(
            1,
            r"An adversary of level $a$ is a (random) test of $p_{\mathrm{out}}$ against "
            r"$p_{\mathrm{in}}$; its error $b$ is one of those whose infimum is $f$.",
        ),
        Textbook(
            2,
            r"A test on $\ell_n$, random at its threshold, has the error $y$",
            "y == f",
            fact="textbook.neyman-pearson",
            instance={"y": "y", "f": "f"},
        ),
        Textbook(
            3,
            r"and the level $a$.",
            "x <= a",
            fact="textbook.neyman-pearson",
            instance={"x": "x", "a": "a"},
        ),
        Textbook(
            4,
            r"The infimum is at most $b$.",
            "f <= b",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 1},
            instance={"low": "f", "v": "b"},
        ),
        Inequality(
            5, r"So its power is the largest.", "1 - y >= 1 - b", uses=(2,), weights={4: "1"}
        ),
        Parts(6, "Its level and its power.", uses=(3, 5)),
    ),
)
