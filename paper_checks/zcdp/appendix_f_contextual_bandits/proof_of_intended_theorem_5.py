"""The proof of what Theorem 5 is meant to say: contexts under which V_tau grows."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook

from .proof_of_the_radius import SPREAD

POTENTIAL = "2*d*log(1 + T/(l*d))"
ROUNDS = "j*(1 + C*(1 + l))"
REACH = "(d + 2*sqrt(d*M) + 2*M)"
REGRET = f"2*sqrt(1 + C)*sqrt({POTENTIAL})*(B*sqrt(T) + G*sqrt({ROUNDS}))"

INTENDED = Proof(
    "zcdp.thm5.intended",
    where="z in [0,inf), y in [0,inf), x in [0,inf), b in [0,inf), L in (0,inf), g in [0,inf), "
    "l in (0,inf), k in [0,inf), r in (0,inf), d in [1,inf), M in (0,inf), m in (0,inf), "
    "Q in [0,inf), D in (0,inf), E in (0,inf), C in (0,inf), e in [0,inf), i in [0,2], "
    "u in [0,inf), q in [0,inf), w in [0,1], K in (0,inf), G in [0,inf), h in [0,1], "
    "o in [0,inf), B in [0,inf), a in (-inf,inf), R in [0,inf), X in [0,inf), Y in [0,inf), "
    "T in [1,inf), H in [0,inf), s in [0,inf), j in [0,inf), c in (-inf,inf)",
    steps=(
        OnClaim(
            1,
            r"But with probability $2\delta$: $z=\|\theta^*-\tilde\theta_\tau\|_{V_\tau}$ at the "
            r"last update $\tau$, in all rounds; $L=\log(1/\delta)$, $m=\lambda_{\min}(V_\tau)$.",
            f"z <= sqrt(2*L + g) + sqrt(l) + sqrt({SPREAD}/m)",
            claim="zcdp.fix.oful.radius",
            of_step=21,
        ),
        Given(
            2,
            r"$b$ is the radius of the algorithm.",
            f"b == sqrt(2*L + g) + sqrt(l) + sqrt({SPREAD}/m)",
        ),
        Inequality(3, r"$\theta^*$ is in the ellipsoid.", "z <= b", uses=(2,), weights={1: "1"}),
        Given(
            4,
            r"So is $\breve\theta$, at which $\langle\theta,a_t\rangle$ is largest in it: "
            r"$y=\|\breve\theta-\tilde\theta_\tau\|_{V_\tau}$.",
            "y <= b",
        ),
        Textbook(
            5,
            r"$x=\|\breve\theta-\theta^*\|_{V_\tau}$.",
            "x <= y + z",
            fact="textbook.cauchy-schwarz:triangle",
            instance={"z": "x", "x": "y", "y": "z"},
        ),
        Inequality(6, r"$x\le2b$.", "x <= 2*b", weights={3: "1", 4: "1", 5: "1"}),
        OnClaim(
            7,
            r"Lemma 13 for $V_{t-1}$ and $V_\tau$, of determinants $D$ and $E$.",
            "Q <= D/E",
            claim="zcdp.lem13.repaired",
            of_step=6,
            instance={"s": "Q", "a": "D", "b": "E"},
        ),
        Given(8, r"Line 6 has not fired since.", "D <= (1 + C)*E"),
        Given(
            9,
            r"$Q$ is the supremum of the quotients of the two forms: "
            r"$e=\|\breve\theta-\theta^*\|^2_{V_{t-1}}$ is at most",
            "e <= Q*x**2",
        ),
        Inequality(
            10,
            r"$e\le4(1+C)b^2$.",
            "e <= 4*(1 + C)*b**2",
            weights={6: "(1 + C)*(2*b + x)", 7: "x**2", 8: "x**2/E", 9: "1"},
        ),
        Given(
            11,
            r"$i$ is the regret of round $t$; $\langle\theta^*,a_t^*\rangle$ is at most the index "
            r"of "
            r"$a_t^*$, hence that of $a_t$: $i\le u=\langle\breve\theta-\theta^*,a_t\rangle$.",
            "i <= u",
            uses=(3,),
        ),
        Textbook(
            12,
            r"$q=\|a_t\|^2_{V_{t-1}^{-1}}$.",
            "u**2 <= e*q",
            fact="textbook.cauchy-schwarz",
            instance={"d": "u", "x": "e", "y": "q"},
        ),
        Inequality(
            13,
            r"So $i^2\le4(1+C)b^2q$,",
            "i**2 <= 4*(1 + C)*b**2*q",
            weights={10: "q", 11: "u + i", 12: "1"},
        ),
        Given(14, r"and with the minimum $w$:", "w == min(1,q)"),
        Given(15, r"$\delta\le\frac12$.", "log(2) <= L"),
        Inequality(16, r"So a part of $b$ is at least 1.", "1 <= sqrt(2*L + g)", uses=(15,)),
        Inequality(17, r"and $b\ge1$,", "1 <= b", uses=(2,), weights={16: "1"}),
        Inequality(18, r"$i^2\le4(1+C)b^2w$,", "i**2 <= 4*(1 + C)*b**2*w", uses=(13, 14, 17)),
        Inequality(19, r"$i\le2\sqrt{1+C}\,b\sqrt w$.", "i <= 2*sqrt(1 + C)*b*sqrt(w)", uses=(18,)),
        Given(
            20, r"$o$ is the part of the noise, with $k$ updates until $\tau$,", f"o == {SPREAD}/m"
        ),
        Given(21, r"of $j=\ell(T)$ in all.", "k <= j"),
        Given(
            22, r"$G^2=\frac{2\ell(T)F}{\rho\kappa}$, with $\kappa=K$:", f"2*j/r*{REACH} <= K*G**2"
        ),
        Given(
            23,
            r"$\lambda_{\min}(V_\tau)\ge\kappa\tau$ with $h^2=1/\tau$; in the first episode there "
            r"is no noise, and $k=h=0$.",
            "k*K <= k*m*h**2",
        ),
        Inequality(
            24,
            r"So $\sqrt o\le Gh$.",
            "o <= G**2*h**2",
            uses=(20,),
            weights={
                21: f"2/r*{REACH}*h**2/K",
                22: "h**2/K",
                23: f"2/r*{REACH}/(K*m)",
            },
        ),
        Inequality(25, r"The root.", "sqrt(o) <= G*h", uses=(24,)),
        Given(26, r"$a=\log\det V_\tau$, $g$ as in the radius.", "a == g + d*log(l)"),
        OnClaim(
            27,
            r"$\det V_\tau\le(\lambda+T/d)^d$.",
            "a <= d*log(l + T/d)",
            claim="zcdp.nepisodes",
            of_step=6,
            instance={"D": "a", "t": "T"},
        ),
        Inequality(
            28,
            r"So $g\le d\log(1+\frac T{\lambda d})$.",
            "2*L + g <= 2*L + d*log(1 + T/(l*d))",
            uses=(26,),
            weights={27: "1"},
        ),
        Inequality(
            29,
            r"The root.",
            "sqrt(2*L + g) <= sqrt(2*L + d*log(1 + T/(l*d)))",
            monotone=("root", "2*L + d*log(1 + T/(l*d))", "2*L + g"),
            weights={28: "1"},
        ),
        Given(
            30, r"$B$ is this and $\sqrt\lambda$.", "B == sqrt(2*L + d*log(1 + T/(l*d))) + sqrt(l)"
        ),
        Inequality(
            31,
            r"$b\le B+Gh$.",
            "b <= B + G*h",
            uses=(2, 20, 30),
            weights={25: "1", 29: "1"},
        ),
        Inequality(
            32,
            r"So in each round",
            "i <= 2*sqrt(1 + C)*(B*sqrt(w) + G*(h*sqrt(w)))",
            weights={19: "1", 31: "2*sqrt(1 + C)*sqrt(w)"},
        ),
        Given(33, r"$R$ is the sum of the $i$; $X$ that of $\sqrt w$, $Y$ that of $h\sqrt w$."),
        Textbook(
            34,
            r"The regret.",
            "R <= 2*sqrt(1 + C)*(B*X + G*Y)",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 33, "each term is <= its bound": 32},
            instance={"x": "R", "y": "2*sqrt(1 + C)*(B*X + G*Y)", "X": "i"}
            | {"Y": "2*sqrt(1 + C)*(B*sqrt(w) + G*(h*sqrt(w)))"},
            over=("i", "w", "h"),
        ),
        Textbook(
            35,
            r"With $s=\sum w$:",
            "X**2 <= T*s",
            fact="textbook.cauchy-schwarz",
            instance={"d": "X", "x": "T", "y": "s"},
        ),
        Textbook(
            36,
            r"and $H=\sum h^2$, over the rounds with $\tau\ge1$:",
            "Y**2 <= H*s",
            fact="textbook.cauchy-schwarz",
            instance={"d": "Y", "x": "H", "y": "s"},
        ),
        Inequality(37, "The root.", "X <= sqrt(T)*sqrt(s)", uses=(35,)),
        Inequality(38, "The root.", "Y <= sqrt(H)*sqrt(s)", uses=(36,)),
        OnClaim(
            39,
            r"The elliptical potential.",
            f"s <= {POTENTIAL}",
            claim="zcdp.elliptic.sum",
            of_step=9,
        ),
        OnClaim(
            40,
            r"The inverse update times: (25), repaired.",
            f"H <= {ROUNDS} + 0*c",
            claim="zcdp.eplen.eq25.repaired",
            of_step=3,
            instance={"s": "H", "k": "j", "r": "c"},
        ),
        Inequality(
            41,
            "The root.",
            f"sqrt(s) <= sqrt({POTENTIAL})",
            monotone=("root", POTENTIAL, "s"),
            weights={39: "1"},
        ),
        Inequality(
            42,
            "The root.",
            f"sqrt(H) <= sqrt({ROUNDS})",
            monotone=("root", ROUNDS, "H"),
            weights={40: "1"},
        ),
        Inequality(
            43,
            r"$X\le\sqrt{T\cdot2d\log(1+\frac T{\lambda d})}$,",
            f"X <= sqrt(T)*sqrt({POTENTIAL})",
            weights={37: "1", 41: "sqrt(T)"},
        ),
        Inequality(
            44,
            r"$Y\le\sqrt{(1+C(1+\lambda))\ell(T)\cdot2d\log(1+\frac T{\lambda d})}$.",
            f"Y <= sqrt({ROUNDS})*sqrt({POTENTIAL})",
            weights={38: "1", 41: "sqrt(H)", 42: f"sqrt({POTENTIAL})"},
        ),
        Inequality(
            45,
            r"So $R_T\le2\sqrt{1+C}\sqrt{2d\log(1+\frac T{\lambda d})}\,(B\sqrt T+G"
            r"\sqrt{(1+C(1+\lambda))\ell(T)})$.",
            f"R <= {REGRET}",
            weights={34: "1", 43: "2*sqrt(1 + C)*B", 44: "2*sqrt(1 + C)*G"},
        ),
    ),
)
