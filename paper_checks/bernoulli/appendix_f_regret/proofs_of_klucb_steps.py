"""The proofs of the steps of Proof F.10, repaired: DP-KLUCB has the terms (A) and (B) of DP-IMED.

level is mu_star - delta; near and plus are d_eps and d_eps^+ of the clipped mean to it.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Parts, Proof, Textbook

from .proofs_of_term_a import RISING

LEVEL_SET = Proof(
    "bern.F10.d4.repaired",
    where="x in [0,1], y in [0,1), b in [0,inf), index in [0,1], near in [0,inf), own in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"$d_\epsilon(x,\cdot)$ is continuous on $[x,1]$ and starts at "
            r"$d_\epsilon(x,x)=0\le b$.",
            claim=RISING,
        ),
        Textbook(
            2,
            r"So $\{q\in[x,1]:d_\epsilon(x,q)\le b\}$ has a largest member, the index $\bar\mu$.",
            fact="textbook.bounds-of-sets:largest member",
            hypotheses={"the set is closed, bounded and not empty": 1},
        ),
        Textbook(
            3,
            r"$x$ is a member.",
            "x <= index",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 1},
            instance={"v": "x", "high": "index"},
        ),
        Inequality(
            4,
            r"If $y\le x$: $\bar\mu\ge y$,",
            "y <= index",
            where="y <= x",
            weights={3: "1"},
        ),
        Inequality(5, r"and $d^+_\epsilon(x,y)=0\le b$.", "0 <= b"),
        Given(6, r"Let $x<y$ and $d_\epsilon(x,y)\le b$, that is, $y$ is a member.", uses=(2,)),
        Textbook(
            7,
            r"Then $\bar\mu\ge y$.",
            "y <= index",
            where="x < y, near <= b",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 6},
            instance={"v": "y", "high": "index"},
        ),
        Given(8, r"$\bar\mu$ itself is a member.", "own <= b", uses=(2,)),
        OnClaim(
            9,
            r"Let $x<y\le\bar\mu$; then $d_\epsilon(x,y)\le d_\epsilon(x,\bar\mu)$,",
            "near <= own",
            where="x < y, y <= index",
            claim=RISING,
            of_step=11,
            instance={"xy": "near", "xv": "own"},
        ),
        Inequality(
            10,
            r"so $d_\epsilon(x,y)\le b$.",
            "near <= b",
            where="x < y, y <= index",
            weights={8: "1", 9: "1"},
        ),
        Inequality(
            11,
            r"If $\bar\mu<y$, then $x<y$,",
            "x < y",
            where="index < y",
            weights={3: "1"},
        ),
        Given(
            12,
            r"and as $\bar\mu$ is by definition the largest member, $y$ is none: "
            r"$d^+_\epsilon(x,y)=d_\epsilon(x,y)>b$.",
            "near > b",
            where="index < y",
            uses=(2, 11),
        ),
        Parts(
            13, "Both directions, the first one also as its contraposition.", uses=(4, 5, 7, 10, 12)
        ),
    ),
)

LOW_INDEX = Proof(
    "bern.F10.low_index",
    where="m in (-inf,inf), level in (0,1), c in [0,1], n in [1,inf), t in [1,inf), "
    "near in [0,inf), plus in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"By definition $\bar\mu_j(t)$ is the index at $b=\log t/N_j$, $N_j=N_j(t-1)$. "
            r"It is below $\mu^*-\delta$ exactly if $d^+_\epsilon([\tilde\mu_j],\mu^*-\delta)>b$.",
            claim="bern.F10.d4.repaired",
        ),
        Given(2, "Let it be below.", "plus > log(t)/n", uses=(1,)),
        Given(
            3,
            r"If $[\tilde\mu_j]\ge\mu^*-\delta$, then $d^+_\epsilon=0$",
            "plus == 0",
            where="c >= level",
        ),
        Inequality(
            4,
            r"is not above $b$: so $[\tilde\mu_j]<\mu^*-\delta$.",
            "plus <= log(t)/n",
            where="c >= level",
            uses=(3,),
        ),
        Given(
            5,
            r"There $d^+_\epsilon=d_\epsilon$;",
            "near == plus",
            where="c < level",
        ),
        Inequality(
            6,
            r"$\tilde\mu_j<\mu^*-\delta$ too: a mean that is not stays so when it is clipped,",
            "min(max(m,0),1) >= level",
            where="m >= level",
        ),
        Inequality(
            7,
            r"and $N_jd_\epsilon([\tilde\mu_j],\mu^*-\delta)>\log t$,",
            "n*near > log(t)",
            where="c < level",
            uses=(5,),
            weights={2: "n"},
        ),
        Inequality(
            8,
            r"as $\log$ grows,",
            "exp(g) < exp(v)",
            where="g in [0,inf), v in [0,inf), g < v",
        ),
        Inequality(
            9,
            r"which is to say that $t<e^{N_jd_\epsilon([\tilde\mu_j],\mu^*-\delta)}$.",
            "t < exp(n*near)",
            where="c < level",
            uses=(7,),
            at={8: {"g": "log(t)", "v": "n*near"}},
            weights={8: "1"},
        ),
        Parts(10, "All that is stated.", uses=(4, 6, 7, 9)),
    ),
)

REDUCTION = Proof(
    "bern.F10.repaired",
    where="t in [1,inf), T in [1,inf), N in [1,inf), near in [0,inf), n in [1,inf), "
    "g in [0,inf), least in [0,inf), bar in [0,inf), A in [0,inf), batches in [0,inf), "
    "alpha in (1,inf), plus in [0,inf), B in [0,inf), most in [0,inf), top in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"When $(A)$ counts $B_{m+1}$, all indexes are below $\mu^*-\delta$; that of "
            r"arm $j$ says "
            r"$t<e^{N_jd_\epsilon([\tilde\mu_j],\mu^*-\delta)}$, $\tilde\mu_j<\mu^*-\delta$. (If "
            r"no phase of arm $j$ has such a mean, $(A)$ counts nothing, and $e^{\bar I'_j}="
            r"e^{\bar I_j}=0$.)",
            "t < exp(N*near)",
            claim="bern.F10.low_index",
            of_step=9,
            instance={"n": "N"},
        ),
        Textbook(
            2,
            r"The phase of arm $j$ is one of those in $\bar I'_j$.",
            "N*near <= least",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 1},
            instance={"v": "N*near", "high": "least"},
        ),
        Inequality(
            3,
            r"So $e^{N_jd_\epsilon([\tilde\mu_j],\mu^*-\delta)}\le e^{\bar I'_j}$,",
            "exp(N*near) <= exp(least)",
            monotone=("exp", "least", "N*near"),
            weights={2: "1"},
        ),
        Given(4, r"and $n_m=N_i(t-1)\le t-1$:", "n <= t - 1"),
        Inequality(
            5,
            r"$n_m<e^{\bar I'_j}-1$.",
            "n < exp(least) - 1",
            weights={1: "1", 3: "1", 4: "1"},
        ),
        Given(6, "Each batch moves arm i to its next phase, so each m is counted once."),
        Textbook(
            7,
            r"So $(A)\le\sum_mB_{m+1}1[n_m<e^{\bar I'_j}-1]$,",
            "A <= batches",
            fact="textbook.nonnegative-series:some of the terms",
            hypotheses={"each counted term is one of the others": 5, "none counts twice": 6},
            instance={"x": "A", "y": "batches"},
        ),
        OnClaim(
            8,
            r"which is at most $(\alpha+1)e^{\bar I'_j}$.",
            "batches <= (alpha + 1)*exp(least)",
            claim="bern.F10.d7.repaired",
        ),
        Inequality(
            9,
            r"$(A)\le(\alpha+1)e^{\bar I'_j}$.",
            "A <= (alpha + 1)*exp(least)",
            weights={7: "1", 8: "1"},
        ),
        Inequality(10, r"As $\log n\ge0$ in each phase,", "N*near <= N*near + log(N)"),
        Textbook(
            11,
            r"$\bar I'_j\le\bar I_j$.",
            "least <= bar",
            fact="textbook.bounds-of-sets:suprema",
            hypotheses={"X <= Y for each index": 10},
            instance={"x": "least", "y": "bar", "X": "N*near", "Y": "N*near + log(N)"},
            over=("N", "near"),
        ),
        Inequality(
            12,
            r"$e^{\bar I'_j}\le e^{\bar I_j}$,",
            "exp(least) <= exp(bar)",
            monotone=("exp", "bar", "least"),
            weights={11: "1"},
        ),
        Inequality(
            13,
            r"$(A)\le(\alpha+1)e^{\bar I_j}$.",
            "A <= (alpha + 1)*exp(bar)",
            weights={9: "1", 12: "alpha + 1"},
        ),
        OnClaim(
            14,
            r"When $(B)$ counts $B_{m+1}$, the index of arm $i$, the largest one, is at least "
            r"$\mu^*-\delta$: so $d^+_\epsilon([\tilde\mu_i],\mu^*-\delta)\le\log t/n_m$.",
            "plus <= log(t)/n",
            claim="bern.F10.d4.repaired",
            of_step=10,
            instance={"near": "plus", "b": "log(t)/n"},
        ),
        Given(15, r"As $t\le T$,", "t <= T"),
        Inequality(
            16,
            r"$\log t\le\log T$",
            "log(t) <= log(T)",
            monotone=("log", "T", "t"),
            weights={15: "1"},
        ),
        Inequality(
            17,
            r"and $n_md^+_\epsilon([\tilde\mu_i],\mu^*-\delta)\le\log T$.",
            "n*plus <= log(T)",
            weights={14: "n", 16: "1"},
        ),
        Textbook(
            18,
            r"So $(B)\le\sum_mB_{m+1}1[n_md^+_\epsilon([\tilde\mu_{i,m}],\mu^*-\delta)\le\log T]$.",
            "B <= most",
            fact="textbook.nonnegative-series:some of the terms",
            hypotheses={"each counted term is one of the others": 17, "none counts twice": 6},
            instance={"x": "B", "y": "most"},
        ),
        Given(19, r"With $X=e^{\bar I_j}$", "top == exp(bar)"),
        Inequality(
            20,
            r"$(A)\le(\alpha+1)X$.",
            "A <= (alpha + 1)*top",
            uses=(19,),
            weights={13: "1"},
        ),
        Parts(21, r"The bounds of $(A)$ and of $(B)$.", uses=(9, 13, 18, 20)),
    ),
)
