"""The proofs about Step 2 of Appendix C.4.2, the regret of one round on the good event."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook

INDEX = "2*sqrt(1 + C)*b*sqrt(q)"
ROUND = "2*sqrt(1 + C)*(B + G*h)*min(1,sqrt(q))"

INSTANT = Proof(
    "thesis.pf5.17.instant",
    where="z in [0,inf), y in [0,inf), x in [0,inf), b in [0,inf), Q in [0,inf), D in (0,inf), "
    "E in (0,inf), C in (0,inf), e in [0,inf), i in [0,2], u in [0,inf), q in [0,inf), "
    "m in (-inf,inf), f in (-inf,inf), U in (-inf,inf), V in (-inf,inf)",
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
            r"(a) $i$ is the regret of round $t$, with $f=\langle\theta^*,a_t^*\rangle$ and "
            r"$m=\langle\theta^*,a_t\rangle$.",
            "f == m + i",
        ),
        Given(
            10,
            r"The index $V$ of $a_t^*$ is the largest $\langle\theta,a_t^*\rangle$ in the "
            r"ellipsoid, where $\theta^*$ is.",
            "f <= V",
            uses=(1,),
        ),
        Given(11, r"Line 11 takes an action of the largest index $U$.", "V <= U"),
        Given(12, r"It is $\langle\breve\theta,a_t\rangle$.", "U == m + u", uses=(2,)),
        Inequality(
            13,
            r"So $i\le u=\langle\breve\theta-\theta^*,a_t\rangle$.",
            "i <= u",
            uses=(9, 12),
            weights={10: "1", 11: "1"},
        ),
        Textbook(
            14,
            r"(b) $q=\|a_t\|^2_{V_{t-1}^{-1}}$.",
            "u**2 <= e*q",
            fact="textbook.cauchy-schwarz",
            instance={"d": "u", "x": "e", "y": "q"},
        ),
        Inequality(
            15,
            r"So $i^2\le4(1+C)b^2q$,",
            "i**2 <= 4*(1 + C)*b**2*q",
            weights={8: "q", 13: "u + i", 14: "1"},
        ),
        Inequality(16, r"$i\le2\sqrt{1+C}\,b\|a_t\|_{V_{t-1}^{-1}}$.", f"i <= {INDEX}", uses=(15,)),
    ),
)

ONE_ROUND = Proof(
    "thesis.pf5.17.round",
    where="b in [0,inf), C in (0,inf), i in [0,2], q in [0,inf), s in [0,1], B in [0,inf), "
    "G in [0,inf), h in [0,1], L in [0,inf), d in [1,inf), l in (0,inf), T in [1,inf), "
    "w in (0,inf), g in [0,inf), k in (0,inf), p in [0,inf), o in [0,inf), v in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"$i$ is the regret of the round, $b=\tilde\beta_{\tau_t}$.",
            f"i <= {INDEX}",
            claim="thesis.pf5.17.instant",
            of_step=16,
        ),
        Given(2, r"$p=\|a_t^*\|$,", "p <= 1"),
        Given(3, r"$o=\|a_t\|$,", "o <= 1"),
        Textbook(
            4,
            r"$v=\|a_t^*-a_t\|$.",
            "v <= p + o",
            fact="textbook.cauchy-schwarz:triangle",
            instance={"z": "v", "x": "p", "y": "o"},
        ),
        Textbook(
            5,
            r"With $s=\|\theta^*\|$:",
            "i**2 <= s**2*v**2",
            fact="textbook.cauchy-schwarz",
            instance={"d": "i", "x": "s**2", "y": "v**2"},
        ),
        Inequality(
            6,
            r"So $i^2\le4s^2$,",
            "i**2 <= 4*s**2",
            weights={2: "s**2*(v + 2)", 3: "s**2*(v + 2)", 4: "s**2*(v + 2)", 5: "1"},
        ),
        Inequality(7, r"and $i\le2\|\theta^*\|$.", "i <= 2*s", uses=(6,)),
        Given(
            8,
            r"$\tilde\beta_{\tau_t}\le\beta_T+\gamma_T/\sqrt{\tau_t}$, with $h=1/\sqrt{\tau_t}$.",
            "b <= B + G*h",
        ),
        Given(9, r"Let $k=\sqrt\lambda$", "l == k**2"),
        Given(10, r"and $w=\frac T{\lambda d}$.", "w == T/(l*d)"),
        Given(11, r"$B=\beta_T$, with", "B == sqrt(2*L + g) + k*s"),
        Given(12, r"this $g$.", "g == d*log(1 + w)"),
        Inequality(13, r"$\log(1+w)\ge\frac w{1+w}$.", "w/(1 + w) <= log(1 + w)"),
        Inequality(
            14,
            r"So $g\ge\frac1{1+\lambda}$,",
            "1/(1 + l) <= g",
            uses=(10, 12),
            weights={13: "d"},
            rest="(T*(d - 1) + l*d*(T - 1))/((1 + l)*(l*d + T))",
        ),
        Inequality(15, r"as is $2L+g$.", "1/(1 + l) <= 2*L + g", weights={14: "1"}),
        Inequality(
            16,
            "The root.",
            "sqrt(1/(1 + l)) <= sqrt(2*L + g)",
            monotone=("root", "2*L + g", "1/(1 + l)"),
            weights={15: "1"},
        ),
        Inequality(17, r"$\frac1{1+k}\le\frac1{\sqrt{1+k^2}}$,", "1/(1 + k) <= sqrt(1/(1 + k**2))"),
        Inequality(18, r"where the left side is at least $1-k$:", "1 - k <= 1/(1 + k)"),
        Inequality(
            19,
            r"the root is at least $1-k$.",
            "1 - k <= sqrt(2*L + g)",
            uses=(9,),
            weights={16: "1", 17: "1", 18: "1"},
        ),
        Inequality(
            20,
            r"So $\|\theta^*\|\le\beta_T$,",
            "s <= B",
            uses=(11,),
            weights={19: "s"},
            rest="sqrt(2*L + g)*(1 - s)",
        ),
        Inequality(
            21,
            r"$i\le2\sqrt{1+C}(\beta_T+\gamma_Th)$,",
            "i <= 2*sqrt(1 + C)*(B + G*h)",
            weights={7: "1", 20: "2"},
        ),
        Inequality(
            22,
            r"and with step 8",
            "i <= 2*sqrt(1 + C)*(B + G*h)*sqrt(q)",
            weights={1: "1", 8: "2*sqrt(1 + C)*sqrt(q)"},
        ),
        Inequality(
            23,
            r"So the smaller one of both bounds it.",
            f"i <= {ROUND}",
            uses=(21, 22),
        ),
    ),
)
