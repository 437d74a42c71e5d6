"""The proofs about geometric resampling: the moments of the counter, and its bias."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Induction,
    Inequality,
    Parts,
    Proof,
    Textbook,
)

MEAN = Proof(
    "adv.alg4.mean",
    where="k in (0,inf), p in (0,1), n in [0,inf), m in [1,inf), u in [0,inf), r in [0,1], "
    "l in [0,1]",
    parts=(4, 5),
    steps=(
        Given(1, r"Each draw fits with probability $p=1-e^{-k}$.", "p == 1 - exp(-k)"),
        Given(
            2,
            r"With a limit of $n+1$ in place of $n$ the counter is larger by 1 if the first $n$ "
            r"draws do not fit: with probability $r=(1-p)^n$.",
            "r == exp(-n*k)",
        ),
        Induction(
            3,
            r"$E[M_t|I_t]=u$ with $up=1-(1-p)^n$ for the limit $n$.",
            "u*(1 - exp(-k)) == 1 - exp(-n*k)",
            variable="n",
            start="0",
            sequence="u",
            first="0",
            following="u + r",
            uses=(2,),
        ),
        Identity(
            4,
            r"$E[M_t|I_t]=\frac{1-(1-p)^M}p$, so the estimate has the mean $\ell_t(i)(1-(1-p)^M)$,",
            "p*l*((1 - exp(-m*k))/p) == l*(1 - exp(-m*k))",
            uses=(3,),
        ),
        Inequality(
            5,
            r"which is at most $\ell_t(i)$.",
            "l*(1 - exp(-m*k)) <= l",
            uses=(1,),
        ),
        Parts(6, "The mean of the estimate, and that it is not too large.", uses=(4, 5)),
    ),
)
SQUARE = Proof(
    "adv.alg4.square",
    where="p in (0,1), q in (0,1), s in (0,inf), w in [0,inf), v in [0,inf), c in [0,inf), "
    "d in [0,inf)",
    steps=(
        Given(1, r"$q=1-p$.", "q == 1 - p"),
        Textbook(
            2,
            r"$\sum_{n\ge1}n^2q^n$.",
            "s == q*(1 + q)/(1 - q)**3",
            fact="textbook.power-series:second",
            hypotheses={"q > 0": "q > 0", "q < 1": "q < 1"},
        ),
        Given(
            3,
            r"A geometric variable is $n\ge1$ with probability $pq^{n-1}$; $v$ is its second "
            r"moment.",
            "v == p/q*s",
        ),
        Given(4, r"$M_t$ is the smaller of it and $M$.", "c <= d"),
        Textbook(
            5,
            r"So is the mean of its square.",
            "w <= 1*v",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 4},
            instance={"x": "w", "c": "1", "y": "v", "X": "c", "Y": "d"},
            over=("c", "d"),
        ),
        Inequality(
            6,
            r"$E[M_t^2|I_t]\le\frac{2-p}{p^2}$.",
            "w <= (2 - p)/p**2",
            uses=(1, 2, 3),
            weights={5: "1"},
        ),
        Inequality(7, r"This is at most $\frac2{p^2}$.", "w <= 2/p**2", weights={6: "1"}),
    ),
)
BIAS = Proof(
    "adv.lem25.bias",
    where="k in (0,inf), p in (0,1), m in [1,inf), l in [0,1], z in (0,inf)",
    steps=(
        Given(1, r"$1-p=e^{-k}$.", "p == 1 - exp(-k)"),
        Inequality(2, r"$ze^{-z}\le e^{-1}$.", "z*exp(-z) <= exp(-1)"),
        Inequality(3, r"$p\le k$.", "1 - exp(-k) <= k"),
        Inequality(
            4,
            r"$p(1-p)^M\le\frac1{eM}$.",
            "p*exp(-m*k) <= exp(-1)/m",
            uses=(1,),
            at={2: {"z": "m*k"}},
            weights={3: "exp(-m*k)", 2: "1/m"},
        ),
        Inequality(
            5,
            r"The same with a loss in $[0,1]$; there are $K$ arms.",
            "l*p*exp(-m*k) <= exp(-1)/m",
            weights={4: "l"},
            rest="(1-l)*exp(-1)/m",
        ),
    ),
)
MAXIMUM = Proof(
    "adv.lem25.maximum",
    where="n in [2,inf), v in (0,1/2], h in (-inf,inf), r in [0,inf), s in [0,inf)",
    steps=(
        Given(
            1,
            r"$e_{n+1}-e_n=\frac1{n+1}+\frac{2^{-n}}{n(n+1)}$: with $u$ the distribution function "
            r"of "
            r"$\mathrm{Lap}(1)$ it is $\int_{1/2}^1u^ndu+\int_0^{1/2}u^{n-1}(1-u)du$. Let "
            r"$v=\frac1n$; "
            r"$2^{-n}\le\frac14$.",
            "r <= v/(1+v) + v**2/(4*(1+v))",
        ),
        Inequality(
            2,
            "The logarithm grows by more.",
            "v/(1+v) + v**2/(4*(1+v)) <= 1.0821*log(1+v)",
        ),
        Inequality(3, "So", "r <= 1.0821*log(1+v)", weights={1: "1", 2: "1"}),
        Induction(
            4,
            r"$s=1.0821\log n-e_n\ge0$: $e_2=\frac34$.",
            "s >= 0",
            variable="n",
            start="2",
            sequence="s",
            first="1.0821*log(2) - 3/4",
            following="s + 1.0821*log(1+v) - r",
            uses=(3,),
        ),
        Given(5, r"By the definition of $s$.", "h == 1.0821*log(n) - s"),
        Inequality(6, r"$e_n\le1.0821\log n$.", "h <= 1.0821*log(n)", uses=(4, 5)),
    ),
)
HARMONIC = Proof(
    "adv.lem25.a",
    where="n in [2,inf), v in (0,1/2], h in (-inf,inf), s in [0,inf), e in (0,inf), r in [0,inf), "
    "K in [2,inf)",
    steps=(
        Given(
            1,
            r"$|Z_i|$ is exponential of mean $\frac1\eta$: the largest of $n$ has the mean "
            r"$\frac{H_n}\eta$, and $H_{n+1}=H_n+\frac1{n+1}$. Let $v=\frac1n$.",
            "r == v/(1+v)",
        ),
        Inequality(2, "The logarithm grows by more.", "r <= 3*log(1+v)", uses=(1,)),
        Induction(
            3,
            r"$s=3\log n-H_n\ge0$: $H_2=\frac32$.",
            "s >= 0",
            variable="n",
            start="2",
            sequence="s",
            first="3*log(2) - 3/2",
            following="s + 3*log(1+v) - r",
            uses=(2,),
        ),
        Given(4, r"By the definition of $s$, with $h=H_n$.", "h == 3*log(n) - s"),
        Inequality(
            5,
            r"$2E\max_i|Z_i|=\frac{2H_n}\eta\le\frac{6\log n}\eta$.",
            "2*h/e <= 6*log(n)/e",
            uses=(3, 4),
        ),
    ),
)
