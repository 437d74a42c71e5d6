"""The proof of the radius that uses the smallest eigenvalue of V_t."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook

SPREAD = "2*k/r*(d + 2*sqrt(d*M) + 2*M)"

RADIUS = Proof(
    "zcdp.fix.oful.radius",
    where="q in [0,1], u in [0,1], p in [0,1], e in [0,1], d in [1,inf), L in (0,inf), "
    "M in (0,inf), T in [1,inf), k in [0,inf), r in (0,inf), N in [0,inf), c in (-inf,inf), "
    "v in (0,inf), m in (0,inf), w in [0,inf), l in (0,inf), y in [0,1], h in [0,inf), "
    "g in [0,inf), s in [0,inf), n in [0,inf), x in [0,inf), z in [0,inf), o in [0,inf)",
    steps=(
        Given(
            1,
            r"$\tilde\theta-\theta^*=V^{-1}(S+N-\lambda\theta^*)$ with $S=\sum a_s\eta_s$ and the "
            r"sum "
            r"$N=N_\ell$ of $\ell=k\le T$ noises. $\eta_t$ is 1-subgaussian given the past, its "
            r"noises included, and the vector $a_t$. The noises are independent, each "
            r"$N(0,\frac2\rho I_d)$, so that $N_\ell/\sqrt{2\ell/\rho}$ has the law $N(0,I_d)$, "
            r"however the number of updates comes about. $L=\log(1/\delta)$:",
            "M == L + log(T)",
        ),
        OnClaim(
            2,
            r"$q=\mathbb P(\|N_\ell\|^2\ge\frac{2\ell}\rho f(d,\delta/T))$ for one $\ell$, by "
            r"Lemma 10.",
            "q <= exp(-M)",
            claim="zcdp.lem10",
            of_step=16,
            instance={"L": "M"},
        ),
        Inequality(3, r"It is at most $\delta/T$.", "q <= exp(-L)/T", uses=(1,), weights={2: "1"}),
        Textbook(
            4,
            r"So $u=\mathbb P(\text{some }\ell\le T)\le\delta$.",
            "u <= T*(exp(-L)/T)",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 3},
            instance={"p": "u", "n": "T", "d": "exp(-L)/T", "X": "q"},
            over=("q",),
        ),
        OnClaim(
            5,
            r"$p=\mathbb P(\exists t:\|S_t\|^2_{V_t^{-1}}\ge2L+\log(\det V_t/\lambda^d))$, by "
            r"Lemma 11.",
            "p <= exp(-L)",
            claim="zcdp.lem11",
            of_step=15,
        ),
        Textbook(
            6,
            r"$e=\mathbb P$(either event).",
            "e <= p + u",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": 1},
            instance={"p": "e", "q": "p", "r": "u"},
        ),
        Inequality(
            7,
            r"It is at most $2\delta$.",
            "e <= 2*exp(-L)",
            weights={4: "1", 5: "1", 6: "1"},
        ),
        Given(
            8,
            r"Off both events, with $g=\log(\det V_t/\lambda^d)$: $s=\|S\|_{V^{-1}}$",
            "s <= sqrt(2*L + g)",
        ),
        Given(9, r"and $\|N\|^2$ are below their bounds.", f"N <= {SPREAD}"),
        Inequality(
            10,
            r"In a basis of eigenvectors of $V$, with eigenvalues $v\ge m=\lambda_{\min}(V)$:",
            "c**2/v <= 0 + 1/m*c**2",
            where="v >= m",
            rest="c**2*(v - m)/(v*m)",
        ),
        Textbook(
            11,
            r"$w=\|N\|^2_{V^{-1}}\le\|N\|^2/m$.",
            "w <= d*0 + 1/m*N",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 10},
            instance={"x": "w", "n": "d", "c": "0", "b": "1/m", "z": "N"}
            | {"X": "c**2/v", "Z": "c**2"},
            over=("c", "v"),
            which="v >= m",
        ),
        Inequality(
            12,
            r"Likewise for $\lambda\theta^*$, as $v\ge\lambda$.",
            "(l*c)**2/v <= 0 + l*c**2",
            where="v >= l",
            rest="l*c**2*(v - l)/v",
        ),
        Textbook(
            13,
            r"$h=\|\lambda\theta^*\|^2_{V^{-1}}\le\lambda\|\theta^*\|^2$, and "
            r"$y=\|\theta^*\|^2\le1$.",
            "h <= d*0 + l*y",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 12},
            instance={"x": "h", "n": "d", "c": "0", "b": "l", "z": "y"}
            | {"X": "(l*c)**2/v", "Z": "c**2"},
            over=("c", "v"),
            which="v >= l",
        ),
        Textbook(
            14,
            r"$x=\|S+N\|_{V^{-1}}$ with $n=\|N\|_{V^{-1}}$.",
            "x <= s + n",
            fact="textbook.cauchy-schwarz:triangle",
            instance={"z": "x", "x": "s", "y": "n"},
        ),
        Textbook(
            15,
            r"$z=\|S+N-\lambda\theta^*\|_{V^{-1}}=\|\tilde\theta-\theta^*\|_V$, with "
            r"$o=\|\lambda\theta^*\|_{V^{-1}}$.",
            "z <= x + o",
            fact="textbook.cauchy-schwarz:triangle",
            instance={"z": "z", "x": "x", "y": "o"},
            uses=(1,),
        ),
        Given(16, "By definition of these norms", "n == sqrt(w)"),
        Given(17, "and", "o == sqrt(h)"),
        Inequality(
            18,
            r"$\|N\|_{V^{-1}}$ is at most",
            f"sqrt(w) <= sqrt({SPREAD}/m)",
            monotone=("root", f"{SPREAD}/m", "w"),
            weights={9: "1/m", 11: "1"},
        ),
        Inequality(
            19,
            r"$\|S+N\|_{V^{-1}}$ is at most their sum,",
            f"x <= sqrt(2*L + g) + sqrt({SPREAD}/m)",
            uses=(16,),
            weights={8: "1", 14: "1", 18: "1"},
        ),
        Inequality(
            20,
            r"and $\|\lambda\theta^*\|_{V^{-1}}$ at most $\sqrt\lambda$.",
            "sqrt(h) <= sqrt(l)",
            monotone=("root", "l", "h"),
            weights={13: "1"},
            rest="l*(1 - y)",
        ),
        Inequality(
            21,
            r"So $\|\tilde\theta-\theta^*\|_V\le\tilde\beta_t$ but with probability $2\delta$.",
            f"z <= sqrt(2*L + g) + sqrt(l) + sqrt({SPREAD}/m)",
            uses=(17,),
            weights={15: "1", 19: "1", 20: "1"},
        ),
    ),
    parts=(7,),
)

OF_UPDATE = SPREAD.replace("2*k", "2*n")
TERM = "exp(-L)*(1/n - 1/(n + 1))"

ANYTIME = Proof(
    "zcdp.fix.oful.radius.anytime",
    where="q in [0,1], u in [0,1], p in [0,1], e in [0,1], d in [1,inf), L in (0,inf), "
    "M in (0,inf), n in [1,inf), o in [0,inf), r in (0,inf), m in (0,inf), "
    "l in (0,inf), g in [0,inf), z in [0,inf)",
    steps=(
        Given(
            1,
            r"As for zcdp.fix.oful.radius, with the share $\delta/(n(n+1))$ for the $n$-th update.",
            "M == L + log(n*(n + 1))",
        ),
        OnClaim(
            2,
            r"$q=\mathbb P(\|N_n\|^2\ge\frac{2n}\rho f(d,\frac\delta{n(n+1)}))$, by Lemma 10.",
            "q <= exp(-M)",
            claim="zcdp.lem10",
            of_step=16,
            instance={"L": "M"},
        ),
        Inequality(3, r"It is at most a difference.", f"q <= {TERM}", uses=(1,), weights={2: "1"}),
        Textbook(
            4,
            r"$u=\mathbb P(\text{some }n)$ is at most the sum $o$ of these.",
            "u <= o",
            fact="textbook.union-bound:sum",
            hypotheses={"each event has its bound": 3},
            instance={"p": "u", "total": "o", "X": "q", "T": TERM},
            over=("q", "n"),
        ),
        Inequality(5, "In the form of the next step.", f"{TERM} <= {TERM}"),
        Textbook(
            6,
            r"The sum telescopes from $n=1$ on.",
            "o <= exp(-L)*1",
            fact="textbook.nonnegative-series:telescoping",
            hypotheses={
                "each term is <= c (Y - Z)": 5,
                "Z is the Y of the next term, and they are >= 0": 1,
                "c >= 0": "exp(-L) >= 0",
            },
            instance={"x": "o", "c": "exp(-L)", "y": "1", "X": TERM, "Y": "1/n", "Z": "1/(n + 1)"},
            over=("n",),
        ),
        OnClaim(
            7,
            r"The self-normalised bound, Lemma 11.",
            "p <= exp(-L)",
            claim="zcdp.lem11",
            of_step=15,
        ),
        Textbook(
            8,
            r"$e=\mathbb P$(either event).",
            "e <= p + u",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": 1},
            instance={"p": "e", "q": "p", "r": "u"},
        ),
        Inequality(
            9,
            r"It is at most $2\delta$.",
            "e <= 2*exp(-L)",
            weights={4: "1", 6: "1", 7: "1", 8: "1"},
        ),
        OnClaim(
            10,
            r"Off both events the radius is that of zcdp.fix.oful.radius for $n=\ell(t)\ge1$, with "
            r"this $M$ in the place of $\log(T/\delta)$; if $\ell(t)=0$, there is no noise.",
            f"z <= sqrt(2*L + g) + sqrt(l) + sqrt({OF_UPDATE}/m)",
            claim="zcdp.fix.oful.radius",
            of_step=21,
            instance={"k": "n"},
            uses=(1,),
        ),
    ),
    parts=(9,),
)
