"""The proof of what DP-SE guarantees: its good event, and what is eliminated on it."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

DRAWS = "n independent draws in [0, 1] of one mean"
TERM = "beta/2*(1/e**2)"
NEAR = "mx in (-inf,inf), my in (-inf,inf)"
GUARANTEE = Proof(
    "thesis.dpse.guarantee",
    where="S in [1,inf), e in [1,inf), beta in (0,1], eps in (0,inf), D in (0,1/2], H in (0,inf), "
    "C in (0,inf), R in [1,inf), h in (0,inf), c in (0,inf), hi in [0,1], lo in [0,1], "
    "far in [0,1], near in [0,1], up in [0,1], down in [0,1], P in [0,1], p in [0,1], o in [0,1], "
    "bad in [0,1], s in [0,inf), tail in [0,inf), u in (-inf,inf), v in (-inf,inf), x in [0,1], "
    "y in [0,1]",
    parts=(30, 34, 36),
    steps=(
        Given(
            1,
            r"Given the epochs before, the $S$ active arms and $R$ are fixed, and the $R$ rewards "
            r"of an arm are independent draws in $[0,1]$ of its mean. An error is above or below.",
        ),
        Given(2, r"With $D=2^{-e}$, $R>32H/D^2$", "R*D**2 >= 32*H"),
        Given(3, r"and $R>8C/(\epsilon D)$,", "R*eps*D > 8*C"),
        Given(4, r"$H=\log(8Se^2/\beta)$,", "H == log(8*S*e**2/beta)"),
        Given(5, r"$C=\log(4Se^2/\beta)$.", "C == log(4*S*e**2/beta)"),
        Given(6, r"The radius of the mean,", "h == sqrt(H/(2*R))"),
        Given(7, r"and of its noise.", "c == C/(eps*R)"),
        Inequality(
            8,
            r"The one is at most $D/8$,",
            "sqrt(H/(2*R)) <= D/8",
            weights={2: "1/(64*R*(sqrt(H/(2*R)) + D/8))"},
        ),
        Inequality(9, r"the other below it.", "C/(eps*R) < D/8", weights={3: "1/(8*eps*R)"}),
        Textbook(
            10,
            r"The mean is too high by $h$ with at most this probability,",
            "hi <= exp(-2*R*h**2)",
            fact="textbook.hoeffding:average above",
            hypotheses={DRAWS: 1},
            instance={"p": "hi", "n": "R", "e": "h"},
        ),
        Textbook(
            11,
            r"and too low, as 1 minus rewards show,",
            "lo <= exp(-2*R*h**2)",
            fact="textbook.hoeffding:average above",
            hypotheses={DRAWS: 1},
            instance={"p": "lo", "n": "R", "e": "h"},
        ),
        Identity(12, r"which is $e^{-H}$.", "2*R*sqrt(H/(2*R))**2 == H"),
        Textbook(
            13,
            r"The noise of the mean, of scale $\frac1{\epsilon R}$, is $-c$ or less with this,",
            "far == exp(-c/(1/(eps*R)))/2",
            fact="textbook.laplace-tail:below",
            hypotheses={"t >= 0": "c >= 0", "b > 0": "1/(eps*R) > 0"},
            instance={"p": "far", "t": "c", "b": "1/(eps*R)"},
            uses=(1,),
        ),
        Textbook(
            14,
            r"and, as it is symmetric, $c$ or more.",
            "near == exp(-c/(1/(eps*R)))/2",
            fact="textbook.laplace-tail:below",
            hypotheses={"t >= 0": "c >= 0", "b > 0": "1/(eps*R) > 0"},
            instance={"p": "near", "t": "c", "b": "1/(eps*R)"},
            uses=(1,),
        ),
        Inequality(
            15,
            r"An error of $h+c$ needs one of these.",
            "mx + my < h + c",
            where=f"{NEAR}, mx < h, my < c",
        ),
        Textbook(
            16,
            "Above,",
            "up <= hi + far",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": 15},
            instance={"p": "up", "q": "hi", "r": "far"},
        ),
        Textbook(
            17,
            "below,",
            "down <= lo + near",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": 15},
            instance={"p": "down", "q": "lo", "r": "near"},
        ),
        Textbook(
            18,
            "on some side.",
            "P <= up + down",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": 1},
            instance={"p": "P", "q": "up", "r": "down"},
        ),
        Inequality(
            19,
            r"$e^{-H}=\frac\beta{8Se^2}$.",
            "exp(-2*R*h**2) <= beta/(8*S*e**2)",
            uses=(4, 6, 12),
        ),
        Inequality(
            20,
            r"$e^{-C}=\frac\beta{4Se^2}$.",
            "exp(-c/(1/(eps*R))) <= beta/(4*S*e**2)",
            uses=(5, 7),
        ),
        Inequality(
            21,
            r"The sum of the four.",
            "P <= beta/(2*S*e**2)*1",
            uses=(13, 14),
            weights={18: "1", 16: "1", 17: "1", 10: "1", 11: "1", 19: "2", 20: "1"},
        ),
        Textbook(
            22,
            r"Its mean over the epochs before.",
            "p <= beta/(2*S*e**2)*1",
            fact="textbook.elementary-probability:mean",
            over=("P",),
            hypotheses={"X <= c Y at every outcome": 21},
            instance={"x": "p", "c": "beta/(2*S*e**2)", "y": "1", "X": "P", "Y": "1"},
        ),
        Textbook(
            23,
            r"Some active arm of the epoch has such an error.",
            "o <= S*(beta/(2*S*e**2))",
            fact="textbook.union-bound",
            over=("p",),
            hypotheses={"each event has probability at most d": 22},
            instance={"p": "o", "n": "S", "d": "beta/(2*S*e**2)", "X": "p"},
        ),
        Inequality(24, r"That is $\frac\beta{2e^2}$.", f"o <= {TERM}", weights={23: "1"}),
        Textbook(
            25,
            r"Some epoch has one.",
            "bad <= s",
            fact="textbook.union-bound:sum",
            over=("o", "e"),
            hypotheses={"each event has its bound": 24},
            instance={"p": "bad", "total": "s", "X": "o", "T": TERM},
        ),
        Given(
            26,
            r"The sum of these, with $t=\sum_{e\ge5}e^{-2}$.",
            "s == beta/2*(1 + 1/4 + 1/9 + 1/16 + tail)",
        ),
        Inequality(
            27,
            r"$\frac1{e^2}\le\frac1{e-1/2}-\frac1{e+1/2}$.",
            "1/e**2 <= 1*(1/(e - 1/2) - 1/(e + 1/2))",
        ),
        Given(28, r"$\frac1{e+1/2}$ is the $\frac1{e-1/2}$ of the next epoch."),
        Textbook(
            29,
            r"So $t\le\frac29$.",
            "tail <= 1*(1/(5 - 1/2))",
            fact="textbook.nonnegative-series:telescoping",
            over=("e",),
            hypotheses={
                "each term is <= c (Y - Z)": 27,
                "Z is the Y of the next term, and they are >= 0": 28,
                "c >= 0": "1 >= 0",
            },
            instance={"x": "tail", "c": "1", "y": "1/(5 - 1/2)", "X": "1/e**2"}
            | {"Y": "1/(e - 1/2)", "Z": "1/(e + 1/2)"},
        ),
        Inequality(
            30,
            r"Some mean has such an error with probability at most $0.823\,\beta$.",
            "bad <= 0.823*beta",
            uses=(26,),
            weights={25: "1", 29: "beta/2"},
        ),
        Given(31, r"Else the mean of the best arm is not that low,", "u >= x - h - c"),
        Given(32, r"and of no arm that high,", "v <= y + h + c"),
        Given(33, "where no arm is better.", "y <= x"),
        Inequality(
            34,
            r"So no mean is $2h+2c$ above that of the best arm, which stays.",
            "v - u <= 2*h + 2*c",
            weights={31: "1", 32: "1", 33: "1"},
        ),
        Given(
            35,
            r"Let an arm have $\Delta_a\ge2^{-e}$, as for $e=\lceil\log_2\frac1{\Delta_a}\rceil$. "
            r"(If it is active, so is the best arm.)",
            "x - y >= D",
            where="y <= x - D",
        ),
        Inequality(
            36,
            r"Its mean is more than $2h+2c$ below that of the best arm: it is gone after epoch "
            r"$e$.",
            "u - v > 2*h + 2*c",
            where="y <= x - D",
            uses=(6, 7),
            weights={31: "1", 32: "1", 35: "1", 8: "4", 9: "4"},
        ),
        Parts(37, "The event, and what it decides.", uses=(30, 34, 36)),
    ),
)
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
