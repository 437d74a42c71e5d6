"""The proofs of the number of updates and of the elliptical potential."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Induction, Inequality, OnClaim, Proof, Textbook

NUMBER = Proof(
    "zcdp.nepisodes",
    where="n in [0,inf), g in (-inf,inf), e in [0,inf), v in (0,inf), "
    "D in (-inf,inf), s in (0,inf), d in [1,inf), l in (0,inf), t in [0,inf), C in (0,inf)",
    steps=(
        Given(
            1,
            r"An update comes when $\det V_{t-1}>(1+C)\det V_\tau$: then $\log\det V$ has grown by "
            r"$\log(1+C)+e$ with $e\ge0$. It starts at $d\log\lambda$.",
        ),
        Induction(
            2,
            r"After $n$ updates $g=\log\det V_\tau\ge d\log\lambda+n\log(1+C)$.",
            "g >= d*log(l) + n*log(1 + C)",
            variable="n",
            start="0",
            sequence="g",
            first="d*log(l)",
            following="g + log(1 + C) + e",
            uses=(1,),
        ),
        Inequality(
            3,
            "The logarithm lies below its tangents.",
            "log(v) <= (log(l + t/d) - 1) + 1/(l + t/d)*v",
        ),
        Textbook(
            4,
            r"Over the $d$ eigenvalues of $V_t$, whose sum is $s$: $D=\log\det V_t$.",
            "D <= d*(log(l + t/d) - 1) + 1/(l + t/d)*s",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 3},
            instance={"x": "D", "n": "d", "c": "log(l + t/d) - 1", "z": "s"}
            | {"X": "log(v)", "Z": "v", "b": "1/(l + t/d)"},
            over=("v",),
        ),
        Given(
            5,
            r"$s=\mathrm{trace}\,V_t=d\lambda+\sum_{s\le t}\|a_s\|^2$, and $\|a\|\le1$.",
            "s <= d*l + t",
        ),
        Inequality(
            6,
            r"So $\det V_t\le(\lambda+t/d)^d$: the determinant-trace inequality.",
            "D <= d*log(l + t/d)",
            weights={4: "1", 5: "1/(l + t/d)"},
        ),
        Given(7, r"$\det V$ does not fall, as $V$ grows by $aa^\top$.", "g <= D"),
        Inequality(
            8,
            r"So $n=\ell(t)\le\frac d{\log(1+C)}\log(1+\frac t{\lambda d})$.",
            "n <= d/log(1 + C)*log(1 + t/(l*d))",
            weights={2: "1/log(1 + C)", 6: "1/log(1 + C)", 7: "1/log(1 + C)"},
        ),
    ),
    parts=(6,),
)

MINIMUM = Proof(
    "zcdp.elliptic.minimum.repaired",
    where="x in [0,inf)",
    steps=(
        Inequality(1, r"The factor 2 stands in the next line.", "min(1,x) <= 0 + 2*log(1 + x)"),
    ),
)

POTENTIAL = Proof(
    "zcdp.elliptic.sum",
    where="q in [0,inf), s in [0,inf), w in [0,inf), T in [0,inf), m in (0,inf), k in (0,inf), "
    "n in [0,inf), g in (-inf,inf), D in (-inf,inf), d in [1,inf), l in (0,inf)",
    steps=(
        OnClaim(
            1,
            r"With $q=\|a_t\|^2_{V_{t-1}^{-1}}$.",
            "min(1,q) <= 0 + 2*log(1 + q)",
            claim="zcdp.elliptic.minimum.repaired",
            of_step=1,
            instance={"x": "q"},
        ),
        Textbook(
            2,
            r"So $s=\sum_t(1\wedge q)\le2w$ with $w=\sum_t\log(1+q)$.",
            "s <= T*0 + 2*w",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 1},
            instance={"x": "s", "n": "T", "c": "0", "b": "2", "z": "w"}
            | {"X": "min(1,q)", "Z": "log(1 + q)"},
            over=("q",),
        ),
        Given(3, r"$V_t=V_{t-1}+a_ta_t^\top$ is positive definite, as $V_0=\lambda I$ is."),
        Textbook(
            4,
            r"$\det V_t=\det V_{t-1}\,(1+q)$.",
            "k == m*(1 + q)",
            fact="textbook.sherman-morrison:determinant",
            hypotheses={"A is invertible": 3},
            instance={"n": "k"},
        ),
        Induction(
            5,
            r"$g$, the sum of $\log(1+q)-(\log\det V_t-\log\det V_{t-1})$, vanishes.",
            "g == 0",
            variable="n",
            start="0",
            sequence="g",
            first="0",
            following="g + log(1 + q) - (log(k) - log(m))",
            uses=(4,),
        ),
        Given(6, r"Over $T$ rounds, with $D=\log\det V_T$:", "g == w - (D - d*log(l))"),
        Inequality(
            7,
            r"So $\sum_t(1\wedge q)\le2\log\frac{\det V_T}{\det V_0}$.",
            "s <= 2*(D - d*log(l))",
            uses=(5, 6),
            weights={2: "1"},
        ),
        OnClaim(
            8,
            r"$\det V_T\le(\lambda+T/d)^d$.",
            "D <= d*log(l + T/d)",
            claim="zcdp.nepisodes",
            of_step=6,
            instance={"t": "T"},
        ),
        Inequality(
            9,
            r"So it is at most $2d\log(1+\frac T{\lambda d})$.",
            "s <= 2*d*log(1 + T/(l*d))",
            weights={7: "1", 8: "2"},
        ),
    ),
    parts=(7,),
)
