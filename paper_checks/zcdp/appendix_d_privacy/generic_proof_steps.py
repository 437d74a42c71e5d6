"""The generic privacy proof of Appendix D-B, step by step, for machines."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook

IDENTITY = Proof(
    "zcdp.genproof.identity",
    where="joint in [0,inf), mean in [0,inf)",
    steps=(
        Given(
            1,
            r"$o_{\le j}$ reads rows before $j$ and fresh randomness only, so it has one law under "
            r"$d$ and under $d'$; it has finitely many values.",
        ),
        Textbook(
            2,
            r"$e^{(\alpha-1)D_\alpha(P_d\|P_{d'})}$ is the mean over $o_{\le j}$ of that of the "
            "conditional laws.",
            "joint == mean",
            fact="textbook.common-part",
            hypotheses={
                "one law of the first part": 1,
                "standard Borel spaces, or a countable first part": 1,
            },
            instance={"joint": "joint", "mean": "mean"},
        ),
    ),
)
BOUND = Proof(
    "zcdp.genproof.bound",
    where="rho in [0,inf), a in (1,inf), renyi in [0,inf), div in [0,inf)",
    steps=(
        Given(
            1,
            r"Episodes follow one another; where one ends is decided when it begins, from earlier "
            r"releases, public contexts and fresh coins, and its recommendations are fixed then. "
            r"At its end $\mathcal M$, which is $\rho$-zCDP in its set, releases the statistic of "
            r"its rewards with noise of its own; all else reads releases. The policy is a machine: "
            "it keeps what was released.",
        ),
        OnClaim(
            2,
            r"The view has $D_\alpha\le\alpha\rho$, for all $B$ and neighbours.",
            "div <= rho*a",
            claim="zcdp.prop2.closed.episodes.repaired",
            of_step=10,
            uses=(1,),
        ),
        Given(3, r"$D_\alpha(P^{B,\pi}_d\|P^{B,\pi}_{d'})$ is this number.", "renyi == div"),
        Inequality(
            4,
            r"$D_\alpha(P^{B,\pi}_d\|P^{B,\pi}_{d'})\le\alpha\rho$ for all $\alpha>1$.",
            "renyi <= rho*a",
            uses=(2, 3),
        ),
    ),
)
