"""The proof of Theorem 12, the privacy of AdaC-UCB, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)

PRIVATE = Proof(
    "zcdp.thm12",
    where="rho in (0,inf), a in (1,inf), p in [0,1], q in [0,1], d in [0,inf), i in [0,1], "
    "both in [1,inf), before in [0,inf), view in [0,inf)",
    steps=(
        Given(
            1,
            r"Two tables of rewards in $[0,1]$ differ in row $j$ alone, and $B$ is a deterministic "
            "adversary. The arms of the episodes are functions of the noisy means that were "
            "released (with a tie rule that reads no data); each mean is released once, at the end "
            "of its episode, with noise of its own, and kept.",
        ),
        Textbook(
            2,
            r"What is released before the episode of round $j$ begins reads earlier rows alone, "
            "and has one law for both tables.",
            "p == q",
            fact="textbook.ionescu-tulcea:one law",
            hypotheses={"the same conditional laws": 1},
            instance={"p": "p", "q": "q"},
        ),
        OnClaim(
            3,
            r"Given this past, that episode has the same rounds, and its rewards $x_{t,q_t}$, "
            r"$q_t=B(o_1,\dots,o_t)$, are the same but for one: its noisy mean has "
            r"$D_\alpha\le\alpha\rho$.",
            "d <= rho*a",
            claim="zcdp.instD.ucb.repaired",
            of_step=5,
            uses=(2,),
        ),
        Inequality(
            4,
            r"If it ends by $T$, $i=1$; else nothing of it is released, and $i=0$. In both cases "
            r"$e^{(\alpha-1)D_\alpha}$ is at most this.",
            "exp((a-1)*(i*d)) <= exp((a-1)*(rho*a))",
            weights={3: "(a-1)*i"},
            rest="(a-1)*(1-i)*rho*a",
            monotone=("exp", "(a-1)*(rho*a)", "(a-1)*(i*d)"),
        ),
        Textbook(
            5,
            "The pasts have the same weights: so it is for the past and the noisy mean together.",
            "both <= exp((a-1)*(rho*a))",
            fact="textbook.joint-convexity:renyi",
            hypotheses={"the relation for each part": 4},
            instance={"m": "both", "c": "exp((a-1)*(rho*a))", "A": "exp((a-1)*(i*d))"},
            over=("i", "d"),
            uses=(2,),
        ),
        Given(
            6,
            r"With their divergence $D_\alpha$ this is $e^{(\alpha-1)D_\alpha}$.",
            "before == log(both)/(a-1)",
        ),
        Inequality(
            7,
            r"So it is at most $\alpha\rho$.",
            "log(both) <= (a-1)*(rho*a)",
            uses=(5,),
        ),
        Given(
            8,
            r"All later releases, and all $o_t$, are drawn from one kernel of the past and that "
            r"mean: later rows are the same, and row $j$ enters no other mean.",
        ),
        Textbook(
            9,
            r"The view is a kernel of the past and that mean.",
            "view <= before",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 8},
            instance={"after": "view"},
        ),
        Inequality(
            10,
            r"$D_\alpha(\mathrm{View}(d)\|\mathrm{View}(d'))\le\alpha\rho$ for all $\alpha>1$, $B$ "
            "and neighbours.",
            "view <= rho*a",
            uses=(6,),
            weights={7: "1/(a-1)", 9: "1"},
        ),
    ),
)
