"""The proof of what DP-SE guarantees: its good event, and what is eliminated on it."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
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
