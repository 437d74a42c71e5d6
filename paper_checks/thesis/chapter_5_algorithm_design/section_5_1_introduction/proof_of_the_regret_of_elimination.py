"""The proof of the regret of DP-SE, from what it eliminates."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook

REGRET = Proof(
    "thesis.alg.dpse.regret",
    where="gap in (0,1], E in [1,inf), M in [2,inf), lam in (0,inf), eps in (0,inf), D in (0,1/2], "
    "R in [1,inf), N in [0,inf), all in [0,inf), i in [0,inf), j in [0,inf), T in [1,inf), "
    "bad in [0,1], b in [0,1], pulls in [0,inf), n in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"With $\beta=1/T$ the good event fails with probability at most $0.823/T$.",
            "bad <= 0.823*(1/T)",
            claim="thesis.dpse.guarantee",
            of_step=30,
            instance={"beta": "1/T"},
        ),
        OnClaim(
            2,
            r"Else arm $a$ is gone after epoch $E=\lceil\log_2\frac1{\Delta_a}\rceil$ (or 1).",
            claim="thesis.dpse.guarantee",
        ),
        Given(3, r"$M=2^E$ is at most $2/\Delta_a$.", "M <= 2/gap", uses=(2,)),
        Given(
            4,
            r"An epoch has at most this many pulls of an arm, with $\lambda=\log(8KE^2T)$, "
            r"$D=2^{-e}$.",
            "R <= 32*lam/D**2 + 8*lam/(eps*D) + 2",
        ),
        Textbook(
            5,
            r"$E$ of them have at most the sum of these,",
            "N <= all",
            fact="textbook.nonnegative-series:order",
            over=("R", "D"),
            hypotheses={"the sum": 4, "each term is <= its bound": 4},
            instance={"x": "N", "y": "all", "X": "R", "Y": "32*lam/D**2 + 8*lam/(eps*D) + 2"},
        ),
        Given(6, r"with $i=\sum4^e$, $j=\sum2^e$.", "all == 32*lam*i + 8*lam/eps*j + 2*E"),
        Textbook(
            7,
            r"$i\le\frac43M^2$, from the last term down,",
            "i <= 4/3*M**2",
            fact="textbook.nonnegative-series:telescoping",
            over=("D",),
            hypotheses={
                "each term is <= c (Y - Z)": "1/D**2 <= 4/3*(1/D**2 - 1/(2*D)**2)",
                "Z is the Y of the next term, and they are >= 0": 6,
                "c >= 0": "4/3 >= 0",
            },
            instance={"x": "i", "c": "4/3", "y": "M**2", "X": "1/D**2"}
            | {"Y": "1/D**2", "Z": "1/(2*D)**2"},
        ),
        Textbook(
            8,
            r"and $j\le2M$.",
            "j <= 2*M",
            fact="textbook.nonnegative-series:telescoping",
            over=("D",),
            hypotheses={
                "each term is <= c (Y - Z)": "1/D <= 2*(1/D - 1/(2*D))",
                "Z is the Y of the next term, and they are >= 0": 6,
                "c >= 0": "2 >= 0",
            },
            instance={"x": "j", "c": "2", "y": "M", "X": "1/D", "Y": "1/D", "Z": "1/(2*D)"},
        ),
        Given(9, r"$E\le2^E$.", "E <= M"),
        Inequality(
            10,
            r"So on the good event the arm has at most this many pulls.",
            "N <= 171*lam/gap**2 + 32*lam/(eps*gap) + 4/gap",
            uses=(6,),
            weights={
                5: "1",
                7: "32*lam",
                8: "8*lam/eps",
                9: "2",
                3: "128/3*lam*(M + 2/gap) + 16*lam/eps + 2",
            },
        ),
        Given(
            11,
            r"With $b=1$ where it fails, and else 0, the pulls are at most",
            "n <= N + T*b",
            uses=(10,),
        ),
        Textbook(
            12,
            r"The mean.",
            "pulls <= 1*N + T*bad",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 11},
            instance={"x": "pulls", "n": "1", "c": "N", "b": "T", "z": "bad", "X": "n", "Z": "b"},
            over=("n", "b"),
        ),
        Inequality(
            13,
            r"$\Delta_a\mathbb EN_a(T)\le171\frac\lambda{\Delta_a}+32\frac\lambda\epsilon+5$.",
            "gap*pulls <= 171*lam/gap + 32*lam/eps + 5",
            weights={12: "gap", 10: "gap", 1: "gap*T"},
        ),
    ),
)
