"""The proofs about Steps 3 to 6 of Appendix C.4.2, the sums over all rounds."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook

from .proofs_of_rounds_of_c_4_2 import ROUND

SUMS = "2*sqrt(1 + C)*(B*sqrt(T)*sqrt(s) + G*sqrt(H)*sqrt(s))"
LENGTHS = "(1 + C)*(1 + l)*j"
POTENTIAL = "2*d*log(1 + T/(l*d))"

CAUCHY = Proof(
    "thesis.pf5.17.C23",
    where="C in (0,inf), i in [0,2], q in [0,inf), w in [0,1], B in [0,inf), G in [0,inf), "
    "h in [0,1], R in [0,inf), X in [0,inf), Y in [0,inf), T in [1,inf), H in [0,inf), "
    "s in [0,inf)",
    steps=(
        OnClaim(
            1,
            "In each round, with $h=0$ in the first episode, which has no noise:",
            f"i <= {ROUND}",
            claim="thesis.pf5.17.round",
            of_step=23,
        ),
        Given(2, r"$w=1\wedge\|a_t\|^2_{V_{t-1}^{-1}}$.", "w == min(1,q)"),
        Inequality(3, "Its root.", "min(1,sqrt(q)) <= sqrt(w)", uses=(2,)),
        Inequality(
            4,
            "So",
            "i <= 2*sqrt(1 + C)*(B*sqrt(w) + G*(h*sqrt(w)))",
            weights={1: "1", 3: "2*sqrt(1 + C)*(B + G*h)"},
        ),
        Given(5, r"$R$ is the sum of the $i$; $X$ that of $\sqrt w$, $Y$ that of $h\sqrt w$."),
        Textbook(
            6,
            r"The regret.",
            "R <= 2*sqrt(1 + C)*(B*X + G*Y)",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 5, "each term is <= its bound": 4},
            instance={"x": "R", "y": "2*sqrt(1 + C)*(B*X + G*Y)", "X": "i"}
            | {"Y": "2*sqrt(1 + C)*(B*sqrt(w) + G*(h*sqrt(w)))"},
            over=("i", "w", "h"),
        ),
        Textbook(
            7,
            r"With $s=\sum w$:",
            "X**2 <= T*s",
            fact="textbook.cauchy-schwarz",
            instance={"d": "X", "x": "T", "y": "s"},
        ),
        Textbook(
            8,
            r"and $H=\sum1/\tau_t$:",
            "Y**2 <= H*s",
            fact="textbook.cauchy-schwarz",
            instance={"d": "Y", "x": "H", "y": "s"},
        ),
        Inequality(9, "The root.", "X <= sqrt(T)*sqrt(s)", uses=(7,)),
        Inequality(10, "The root.", "Y <= sqrt(H)*sqrt(s)", uses=(8,)),
        Inequality(
            11,
            "(C.23).",
            f"R <= {SUMS}",
            weights={6: "1", 9: "2*sqrt(1 + C)*B", 10: "2*sqrt(1 + C)*G"},
        ),
    ),
)

FINAL = Proof(
    "thesis.pf5.17.final",
    where="C in (0,inf), B in [0,inf), G in [0,inf), R in [0,inf), T in [1,inf), H in [0,inf), "
    "s in [0,inf), d in [1,inf), l in (0,inf), j in [0,inf)",
    steps=(
        OnClaim(1, "(C.23).", f"R <= {SUMS}", claim="thesis.pf5.17.C23", of_step=11),
        OnClaim(2, "(C.24).", f"s <= {POTENTIAL}", claim="zcdp.elliptic.sum", of_step=9),
        OnClaim(
            3,
            r"(C.27) without the first episode, with $j=\ell(T)$.",
            f"H <= {LENGTHS}",
            claim="zcdp.eplen.eq25.repaired",
            of_step=4,
            instance={"s": "H", "k": "j"},
        ),
        Inequality(
            4,
            "The root of (C.24),",
            f"sqrt(s) <= sqrt({POTENTIAL})",
            monotone=("root", POTENTIAL, "s"),
            weights={2: "1"},
        ),
        Inequality(
            5,
            "that of (C.27),",
            f"sqrt(H) <= sqrt({LENGTHS})",
            monotone=("root", LENGTHS, "H"),
            weights={3: "1"},
        ),
        Inequality(
            6,
            "and their product.",
            f"sqrt(H)*sqrt(s) <= sqrt({LENGTHS})*sqrt({POTENTIAL})",
            weights={4: "sqrt(H)", 5: f"sqrt({POTENTIAL})"},
        ),
        Inequality(
            7,
            r"So $R_T\le2\sqrt{1+C}\sqrt{2d\log(1+\frac T{\lambda d})}(\beta_T\sqrt T+\gamma_T"
            r"\sqrt{(1+C)(1+\lambda)\ell(T)})$.",
            f"R <= 2*sqrt(1 + C)*sqrt({POTENTIAL})*(B*sqrt(T) + G*sqrt({LENGTHS}))",
            weights={1: "1", 4: "2*sqrt(1 + C)*B*sqrt(T)", 6: "2*sqrt(1 + C)*G"},
        ),
    ),
)
