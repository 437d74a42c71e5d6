"""The generic privacy proof for batches: each reward enters one statistic, in any order of rounds.

The episodes of Appendix C.1 are runs of rounds; those of a Top Two algorithm belong to an arm, and
the batches of two arms alternate. What the proof needs is less: the batch of the changed row is
released at most once, and nothing reads that row before.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Parts, Proof, Textbook

SETTING = Given(
    1,
    r"Tables $d,d'$ differ in row $j$ alone, $B$ is a deterministic adversary. The reward of each "
    r"round enters one batch, whose rounds need not follow one another. A batch is released at "
    r"most once, by $\mathcal M$ with noise of its own, when it is complete. Recommended arms, "
    r"batches, the stop and the final recommendation read releases and fresh coins alone; the "
    r"policy is a machine, which keeps them. Let $F$ be all of this before the batch of round $j$ "
    r"is released, or until the end if it never is: it reads no entry of row $j$.",
)
ONE_LAW = Textbook(
    2,
    r"So $F$ has one law for both tables.",
    "first == second",
    fact="textbook.ionescu-tulcea:one law",
    hypotheses={"the same conditional laws": 1},
    instance={"p": "first", "q": "second"},
)
REST = (
    r"All that follows is one kernel of $F$ and this release: later batches hold other rows, on "
    r"which the tables agree, and the queries of $B$ are functions of the recommended arms."
)
HOCKEY_STICK = Proof(
    "thesis.proof.generic.batches",
    where="eps in [0,inf), d in [0,1], first in [0,1], second in [0,1], p in [0,1], q in [0,1], "
    "r in [0,1], i in [0,1], x in [0,1], y in [0,1], both in [0,1], top in [0,1], one in [0,1], "
    "two in [0,1]",
    steps=(
        SETTING,
        ONE_LAW,
        Given(
            3,
            r"Given $F$ the rounds of the batch are fixed, and its rewards but for that of round "
            r"$j$: for each event of its release, as $\mathcal M$ is $(\varepsilon,\delta)$-DP,",
            "p <= exp(eps)*q + d",
            uses=(2,),
        ),
        Inequality(
            4,
            r"If the batch is never released ($i=0$, and else 1), there is nothing to add.",
            "i*p + (1-i)*r <= exp(eps)*(i*q + (1-i)*r) + d",
            weights={3: "i"},
            rest="(1-i)*d + (1-i)*r*(exp(eps)-1)",
        ),
        Textbook(
            5,
            r"So for each event of $F$ and the release, the mean over $F$.",
            "x <= exp(eps)*y + d",
            fact="textbook.elementary-probability:mixture",
            hypotheses={"the relation for each part": 4},
            instance={"p": "x", "q": "y", "c": "exp(eps)"}
            | {"A": "i*p + (1-i)*r", "B": "i*q + (1-i)*r"},
            over=("i", "p", "q", "r"),
        ),
        Inequality(6, "In other words.", "x - exp(eps)*y <= d", weights={5: "1"}),
        Textbook(
            7,
            "The supremum over these events, a hockey-stick divergence.",
            "both <= d",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 6},
            instance={"high": "both", "c": "d", "X": "x - exp(eps)*y"},
            over=("x", "y"),
        ),
        Given(8, REST),
        Textbook(
            9,
            "What is seen is a function of it: recommended arms, stop and final recommendation.",
            "top <= both",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 8},
            instance={"after": "top", "before": "both"},
        ),
        Given(10, r"Take any event of the view."),
        Textbook(
            11,
            "It is at most the supremum.",
            "one - exp(eps)*two <= top",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 10},
            instance={"v": "one - exp(eps)*two", "high": "top"},
        ),
        Inequality(
            12,
            r"$P\le e^\varepsilon P'+\delta$ for each event of the view.",
            "one <= exp(eps)*two + d",
            weights={7: "1", 9: "1", 11: "1"},
        ),
    ),
)
RENYI = Proof(
    "thesis.proof.generic.batches.renyi",
    where="s in [0,inf), a in (1,inf), first in [0,1], second in [0,1], d in [0,inf), i in [0,1], "
    "both in [1,inf), before in [0,inf), view in [0,inf)",
    steps=(
        SETTING,
        ONE_LAW,
        Given(
            3,
            r"Given $F$ the rounds of the batch are fixed, and its rewards but for that of round "
            r"$j$: its release has $D_\alpha\le s$.",
            "d <= s",
            uses=(2,),
        ),
        Inequality(
            4,
            r"If the batch is never released, $i=0$, and else $i=1$.",
            "exp((a-1)*(i*d)) <= exp((a-1)*s)",
            weights={3: "(a-1)*i"},
            rest="(a-1)*(1-i)*s",
            monotone=("exp", "(a-1)*s", "(a-1)*(i*d)"),
        ),
        Textbook(
            5,
            r"The values of $F$ have the same weights: so it is for $F$ and the release together.",
            "both <= exp((a-1)*s)",
            fact="textbook.joint-convexity:renyi",
            hypotheses={"the relation for each part": 4},
            instance={"m": "both", "c": "exp((a-1)*s)", "A": "exp((a-1)*(i*d))"},
            over=("i", "d"),
            uses=(2,),
        ),
        Given(
            6,
            r"With their divergence $D_\alpha$ this is $e^{(\alpha-1)D_\alpha}$.",
            "before == log(both)/(a-1)",
        ),
        Inequality(7, r"So it is at most $s$.", "log(both) <= (a-1)*s", uses=(5,)),
        Given(8, REST),
        Textbook(
            9,
            r"The view is a kernel of them.",
            "view <= before",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 8},
            instance={"after": "view"},
        ),
        Inequality(
            10,
            r"$D_\alpha(\mathrm{View}(d)\|\mathrm{View}(d'))\le s$.",
            "view <= s",
            uses=(6,),
            weights={7: "1/(a-1)", 9: "1"},
        ),
    ),
)
EPISODES = r"Episodes are batches of rounds that follow one another."
PURE = Proof(
    "thesis.remC.1.pure",
    where="eps in [0,inf), one in [0,1], two in [0,1]",
    steps=(
        Given(1, rf"{EPISODES} $\mathcal M$ is $\varepsilon$-DP: $(\varepsilon,0)$-DP."),
        OnClaim(
            2,
            r"So is the view of every adversary.",
            "one <= exp(eps)*two + 0",
            claim="thesis.proof.generic.batches",
            of_step=12,
            instance={"d": "0"},
            uses=(1,),
        ),
        Inequality(
            3,
            r"$P\le e^\varepsilon P'$ for each event of the view.",
            "one <= exp(eps)*two",
            weights={2: "1"},
        ),
    ),
)
OTHERS = Proof(
    "thesis.remC.1.relaxations",
    where="eps in [0,inf), d in [0,1], one in [0,1], two in [0,1], a in (1,inf), view in [0,inf)",
    parts=(2, 3),
    steps=(
        Given(
            1,
            rf"{EPISODES} $\mathcal M$ is $(\varepsilon,\delta)$-DP, or "
            r"$(\alpha,\varepsilon)$-RDP.",
        ),
        OnClaim(
            2,
            r"The view of every adversary is $(\varepsilon,\delta)$-DP in the first case,",
            "one <= exp(eps)*two + d",
            claim="thesis.proof.generic.batches",
            of_step=12,
            uses=(1,),
        ),
        OnClaim(
            3,
            r"and $(\alpha,\varepsilon)$-RDP in the second one.",
            "view <= eps",
            claim="thesis.proof.generic.batches.renyi",
            of_step=10,
            instance={"s": "eps"},
            uses=(1,),
        ),
        Parts(4, "Both notions.", uses=(2, 3)),
    ),
)
