"""The proofs about the steps of Appendix C.4.2, the regret of AdaC-OFUL on the good event."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)

INDEX = "2*sqrt(1 + C)*b*sqrt(q)"
ROUND = "2*sqrt(1 + C)*(B + G*h)*min(1,sqrt(q))"
SUMS = "2*sqrt(1 + C)*(B*sqrt(T)*sqrt(s) + G*sqrt(H)*sqrt(s))"
LENGTHS = "(1 + C)*(1 + l)*j"
POTENTIAL = "2*d*log(1 + T/(l*d))"

INSTANT = Proof(
    "thesis.pf5.17.instant",
    where="z in [0,inf), y in [0,inf), x in [0,inf), b in [0,inf), Q in [0,inf), D in (0,inf), "
    "E in (0,inf), C in (0,inf), e in [0,inf), i in [0,2], u in [0,inf), q in [0,inf)",
    steps=(
        Given(
            1,
            r"On $E$ $\theta^*$ lies in the ellipsoid of the last update $\tau$, of radius "
            r"$b=\tilde\beta_\tau$: $z=\|\theta^*-\tilde\theta_\tau\|_{V_\tau}$.",
            "z <= b",
        ),
        Given(
            2,
            r"So does $\breve\theta$, at which $\langle\theta,a_t\rangle$ is largest in it: "
            r"$y=\|\breve\theta-\tilde\theta_\tau\|_{V_\tau}$.",
            "y <= b",
        ),
        Textbook(
            3,
            r"$x=\|\breve\theta-\theta^*\|_{V_\tau}$.",
            "x <= y + z",
            fact="textbook.cauchy-schwarz:triangle",
            instance={"z": "x", "x": "y", "y": "z"},
        ),
        Inequality(4, r"$x\le2b$.", "x <= 2*b", weights={1: "1", 2: "1", 3: "1"}),
        OnClaim(
            5,
            r"(c) Lemma C.31 for $V_{t-1}$ and $V_\tau$, of determinants $D$ and $E$.",
            "Q <= D/E",
            claim="zcdp.lem13.repaired",
            of_step=6,
            instance={"s": "Q", "a": "D", "b": "E"},
        ),
        Given(6, r"(d) Line 6 has not fired since.", "D <= (1 + C)*E"),
        Given(
            7,
            r"$Q$ is the supremum of the quotients of the two forms: "
            r"$e=\|\breve\theta-\theta^*\|^2_{V_{t-1}}$ is at most",
            "e <= Q*x**2",
        ),
        Inequality(
            8,
            r"$e\le4(1+C)b^2$.",
            "e <= 4*(1 + C)*b**2",
            weights={4: "(1 + C)*(2*b + x)", 5: "x**2", 6: "x**2/E", 7: "1"},
        ),
        Given(
            9,
            r"(a) $i$ is the regret of round $t$; $\langle\theta^*,a_t^*\rangle$ is at most the "
            r"index of $a_t^*$, hence that of $a_t$: $i\le u=\langle\breve\theta-\theta^*,a_t"
            r"\rangle$.",
            "i <= u",
            uses=(1,),
        ),
        Textbook(
            10,
            r"(b) $q=\|a_t\|^2_{V_{t-1}^{-1}}$.",
            "u**2 <= e*q",
            fact="textbook.cauchy-schwarz",
            instance={"d": "u", "x": "e", "y": "q"},
        ),
        Inequality(
            11,
            r"So $i^2\le4(1+C)b^2q$,",
            "i**2 <= 4*(1 + C)*b**2*q",
            weights={8: "q", 9: "u + i", 10: "1"},
        ),
        Inequality(12, r"$i\le2\sqrt{1+C}\,b\|a_t\|_{V_{t-1}^{-1}}$.", f"i <= {INDEX}", uses=(11,)),
    ),
)

ONE_ROUND = Proof(
    "thesis.pf5.17.round",
    where="b in [0,inf), C in (0,inf), i in [0,2], q in [0,inf), s in [0,1], B in [0,inf), "
    "G in [0,inf), h in [0,1], L in [0,inf), d in [1,inf), l in (0,inf), T in [1,inf), "
    "w in (0,inf), g in [0,inf), k in (0,inf)",
    steps=(
        OnClaim(
            1,
            r"$i$ is the regret of the round, $b=\tilde\beta_{\tau_t}$.",
            f"i <= {INDEX}",
            claim="thesis.pf5.17.instant",
            of_step=12,
        ),
        Given(2, r"With $s=\|\theta^*\|$, as $\|a\|\le1$:", "i <= 2*s"),
        Given(
            3,
            r"$\tilde\beta_{\tau_t}\le\beta_T+\gamma_T/\sqrt{\tau_t}$, with $h=1/\sqrt{\tau_t}$.",
            "b <= B + G*h",
        ),
        Given(4, r"Let $k=\sqrt\lambda$", "l == k**2"),
        Given(5, r"and $w=\frac T{\lambda d}$.", "w == T/(l*d)"),
        Given(6, r"$B=\beta_T$, with", "B == sqrt(2*L + g) + k*s"),
        Given(7, r"this $g$.", "g == d*log(1 + w)"),
        Inequality(8, r"$\log(1+w)\ge\frac w{1+w}$.", "w/(1 + w) <= log(1 + w)"),
        Inequality(
            9,
            r"So $g\ge\frac1{1+\lambda}$,",
            "1/(1 + l) <= g",
            uses=(5, 7),
            weights={8: "d"},
            rest="(T*(d - 1) + l*d*(T - 1))/((1 + l)*(l*d + T))",
        ),
        Inequality(10, r"as is $2L+g$.", "1/(1 + l) <= 2*L + g", weights={9: "1"}),
        Inequality(
            11,
            "The root.",
            "sqrt(1/(1 + l)) <= sqrt(2*L + g)",
            monotone=("root", "2*L + g", "1/(1 + l)"),
            weights={10: "1"},
        ),
        Inequality(12, r"$\frac1{1+k}\le\frac1{\sqrt{1+k^2}}$,", "1/(1 + k) <= sqrt(1/(1 + k**2))"),
        Inequality(13, r"where the left side is at least $1-k$:", "1 - k <= 1/(1 + k)"),
        Inequality(
            14,
            r"the root is at least $1-k$.",
            "1 - k <= sqrt(2*L + g)",
            uses=(4,),
            weights={11: "1", 12: "1", 13: "1"},
        ),
        Inequality(
            15,
            r"So $\|\theta^*\|\le\beta_T$,",
            "s <= B",
            uses=(6,),
            weights={14: "s"},
            rest="sqrt(2*L + g)*(1 - s)",
        ),
        Inequality(
            16,
            r"$i\le2\sqrt{1+C}(\beta_T+\gamma_Th)$,",
            "i <= 2*sqrt(1 + C)*(B + G*h)",
            weights={2: "1", 15: "2"},
        ),
        Inequality(
            17,
            r"and with step 3",
            "i <= 2*sqrt(1 + C)*(B + G*h)*sqrt(q)",
            weights={1: "1", 3: "2*sqrt(1 + C)*sqrt(q)"},
        ),
        Inequality(
            18,
            r"So the smaller one of both bounds it.",
            f"i <= {ROUND}",
            uses=(16, 17),
        ),
    ),
)

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
            of_step=18,
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
