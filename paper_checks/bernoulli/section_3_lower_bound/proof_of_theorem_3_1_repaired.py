"""The proof of Theorem 3.1 with its hypothesis mu_star < 1, step by step.

x < y are the means of a suboptimal arm a among K and of the best one, z a mean between, w > y the
mean that makes arm a the best one, cost the transport over z to w; L = log T, for all large T.
"""

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

MEAN = "textbook.elementary-probability:mean"
SUM = "textbook.bounds-of-sets:sum of lower limits"
RARE = "textbook.kolmogorov"
PROOF = Proof(
    "bern.thm3.1.repaired",
    where="x in [0,1), y in (0,1), x < y, z in [0,1), w in (0,1), eps in (0,inf), d in (-inf,inf), "
    "gain in (0,inf), k in [0,inf), cost in [0,inf), s in (0,1), r in (0,1), c in (0,inf), L in "
    "(0,inf), "
    "v in (0,inf), n in [1,inf), m in [0,inf), walk in (-inf,inf), differ in [0,inf), "
    "var in [0,inf), E in [0,inf), prob in [0,1], few in [0,1], moved in [0,1], walked in [0,1], "
    "others in [0,inf), paid in [0,inf), rest in [0,inf), mean in [0,inf), reg2 in [0,inf), "
    "pulls in [0,inf), term in [0,inf), bound in [0,inf), low in [0,inf)",
    steps=(
        Given(
            1,
            r"$\pi$ is $\epsilon$-DP, $\epsilon>0$, and consistent. In $\nu$, with $K$ arms, arm "
            r"$a$ "
            r"has $\mu_a=x<y=\mu^\star<1$. Where the lower limit of a term is infinite, nothing is "
            r"to "
            r"be shown for it. Let $d=d_\epsilon(x,y)$.",
            "d == d_eps(x,y,eps)",
        ),
        Given(2, r"Let $z$ be a mean of $[x,y]$,", "z <= y"),
        Given(3, r"at least $x$;", "z >= x"),
        Given(
            4,
            r"and $w\in(y,1)$, $\Gamma=w-y>0$: $\nu''$ is $\nu$, but $\mu''_a=w$.",
            "w - y == gain",
        ),
        Given(5, r"Let $k=\mathrm{kl}(z,w)$,", "k == kl(z,w)"),
        Given(
            6, r"and cost the transport $\epsilon(z-x)+k$.", "cost == eps*(z - x) + k", uses=(3,)
        ),
        Inequality(7, r"$\mathrm{kl}(z,w)\ge2(w-z)^2$,", "k >= 2*(w - z)**2", uses=(5,)),
        Inequality(8, r"and $w>z$,", "w - z > 0", uses=(2, 4)),
        Inequality(
            9,
            "so that it is positive.",
            "cost > 0",
            uses=(6,),
            weights={7: "1", 3: "eps", 8: "2*(w - z)"},
        ),
        Given(
            10,
            r"For any $r\in(0,1)$ let $s=\frac{r\,\mathrm{cost}}{8(1+\mathrm{cost})(1+\epsilon)}$,",
            "s == r*cost/(8*(1 + cost)*(1 + eps))",
            uses=(9,),
        ),
        Given(11, r"$c=\mathrm{cost}+s(1+\epsilon)$,", "c == cost + s*(1 + eps)"),
        Given(12, r"$v=(1-s)\log T/c$,", "v == (1 - s)*L/c"),
        Given(
            13,
            r"$W_s=\log\frac{dQ}{dP'}$ takes at most two values: its variance $V$ is finite. Let "
            r"$T$ "
            r"be so large that $v\ge1+\frac{1+V}{s^3}$.",
            "v >= 1 + (1 + var)/s**3",
        ),
        Given(
            14,
            r"and $n\ge1$ the whole part of $v$: $n\le v$,",
            "n <= v",
            uses=(13,),
        ),
        Given(15, r"and $n+1>v$.", "n + 1 > v"),
        Identity(
            16,
            r"Let $h=n(z-x+s)$ and $b=n(k+s)$: so $\epsilon h+b=nc$.",
            "eps*n*(z - x + s) + n*(k + s) == n*c",
            uses=(6, 11),
        ),
        OnClaim(
            17,
            r"With $P=\mathrm{Ber}(x)$, $Q=\mathrm{Ber}(z)$, $P'=\mathrm{Ber}(w)$: $P_\nu(N_a\le n)"
            r"\le e^{\epsilon h+b}P_{\nu''}(N_a\le n)+P(\mathrm{Bin}(n,z-x)>h)+P(\max_{m\le "
            r"n}S_m>b)"
            r"$.",
            "prob <= exp(eps*(n*(z - x + s)) + n*(k + s))*few + moved + walked",
            uses=(1, 3, 4, 16),
            claim="bern.derived.audit",
            of_step=32,
            instance={"left": "prob", "h": "n*(z - x + s)", "w": "n*(k + s)"},
        ),
        Given(18, r"Let $T$ be so large that $c\log T\ge4$.", "L*c >= 4"),
        Inequality(
            19,
            r"$nc\le(1-s)\log T$.",
            "exp(n*c) <= exp((1 - s)*L)",
            uses=(12,),
            monotone=("exp", "(1 - s)*L", "n*c"),
            weights={14: "c"},
        ),
        Inequality(
            20,
            r"As $T\ge\frac12\log^2T$: $n\le\frac T2$.",
            "exp(L)/2 - n >= 0",
            uses=(12,),
            weights={18: "L/(4*c)", 14: "1"},
            rest="(exp(L) - L**2/2)/2 + s*L/c",
        ),
        Textbook(
            21,
            r"Markov's inequality for the $T-N_a\ge0$ pulls of the other arms: $P_{\nu''}(N_a\le n)"
            r"(T-n)\le\mathbb E_{\nu''}[T-N_a]$.",
            "few*(exp(L) - n) <= rest",
            fact="textbook.markov",
            over=("others",),
            hypotheses={"X >= 0": "others >= 0", "a > 0": "exp(L) - n > 0"},
            instance={"p": "few", "a": "exp(L) - n", "m": "rest", "X": "others"},
            uses=(20,),
        ),
        Given(
            22,
            r"In $\nu''$ each of these pulls costs at least $\Gamma$, as the other means are at "
            r"most "
            r"$y$.",
            "paid >= gain*others",
        ),
        Inequality(
            23,
            r"So they are at most the sum of the gaps over $\Gamma$;",
            "others <= 1/gain*paid",
            weights={22: "1/gain"},
        ),
        Textbook(
            24,
            r"the mean: $\mathbb E_{\nu''}[T-N_a]\le\frac1{\Gamma}\mathbb E_{\nu''}\sum_t(w-"
            r"\mu''_{a_t})$,",
            "rest <= 1/gain*mean",
            fact=MEAN,
            hypotheses={"X <= c Y at every outcome": 23},
            instance={"x": "rest", "c": "1/gain", "y": "mean", "X": "others", "Y": "paid"},
            over=("others", "paid"),
        ),
        OnClaim(
            25,
            r"which is $\sum_b\Delta''_b\,\mathbb E_{\nu''}[N_b]$, the regret $\mathrm{Reg}''_T$,",
            "mean == reg2",
            claim="bern.eq2",
            of_step=7,
            instance={"total": "mean", "regret": "reg2"},
        ),
        Given(
            26,
            r"and by consistency at most $T^{s/2}$ for all large $T$.",
            "reg2 <= exp(s/2*L)",
            uses=(1,),
        ),
        Inequality(
            27,
            r"So $P_{\nu''}(N_a\le n)\,T\Gamma\le2T^{s/2}$,",
            "few*exp(L)*gain <= 2*exp(s/2*L)",
            uses=(25,),
            weights={21: "2*gain", 20: "2*few*gain", 24: "2*gain", 26: "2"},
        ),
        Inequality(
            28,
            r"and $T^{1-s}P_{\nu''}(N_a\le n)\Gamma\le2T^{-s/2}$.",
            "exp((1 - s)*L)*few*gain <= 2*exp(-s/2*L)",
            weights={27: "exp(-s*L)"},
        ),
        Inequality(29, r"$T^{-s/2}\le\frac2{s\log T}$.", "exp(-s/2*L) <= 2/(s*L)"),
        Given(
            30,
            r"Let $T$ be so large that $s^2\Gamma\log T\ge4$.",
            "s**2*gain*L >= 4",
        ),
        Inequality(
            31,
            r"Then the first term is at most $s$.",
            "exp((1 - s)*L)*few <= s",
            weights={28: "1/gain", 29: "2/gain", 30: "1/(gain*s*L)"},
        ),
        Inequality(
            32,
            r"So $s^3n\ge1+V$.",
            "s**3*n >= 1 + var",
            weights={15: "s**3", 13: "s**3"},
        ),
        Given(
            33,
            r"The binomial variable is a sum of $n$ independent coins of mean $z-x$ and variance "
            r"at "
            r"most 1; it exceeds $h$ by its event:",
            "differ - n*(z - x) >= s*n",
        ),
        Textbook(
            34,
            r"Kolmogorov's (here Chebyshev's) inequality: $P(\mathrm{Bin}(n,z-x)>h)\,(sn)^2\le n\,"
            r"(z-x)(1-(z-x))$.",
            "moved*(s*n)**2 <= n*(z - x)*(1 - (z - x))",
            fact=RARE,
            hypotheses={
                "independent terms of mean 0": 33,
                "their variances": 33,
                "on the event X >= c": 33,
            },
            instance={
                "p": "moved",
                "c": "s*n",
                "v": "n*(z - x)*(1 - (z - x))",
                "X": "differ - n*(z - x)",
            },
            over=("differ",),
        ),
        Inequality(
            35,
            r"So it is at most $s$.",
            "moved <= s",
            uses=(3,),
            weights={34: "1/(s**2*n**2)", 32: "1/(s**2*n)"},
            rest="(1 + var - (z - x)*(1 - (z - x)))/(s**2*n)",
        ),
        Given(36, r"If $S_m>n(k+s)$ for an", "walk >= n*(k + s)"),
        Given(37, r"$m\le n$,", "m <= n"),
        Inequality(
            38,
            r"then $S_m-mk\ge sn$, where the terms $W_s-k$ are independent, of mean 0 and variance "
            r"$V$: $k$ is the mean of $\log\frac{dQ}{dP'}$ under $Q$.",
            "walk - m*k >= s*n",
            weights={36: "1", 37: "k"},
        ),
        Textbook(
            39,
            r"Kolmogorov's inequality: $P(\max_{m\le n}S_m>n(k+s))\,(sn)^2\le nV$.",
            "walked*(s*n)**2 <= n*var",
            fact=RARE,
            hypotheses={
                "independent terms of mean 0": 38,
                "their variances": 13,
                "on the event X >= c": 38,
            },
            instance={"p": "walked", "c": "s*n", "v": "n*var", "X": "walk - m*k"},
            over=("walk", "m"),
        ),
        Inequality(
            40,
            r"So it is at most $s$.",
            "walked <= s",
            weights={39: "1/(s**2*n**2)", 32: "1/(s**2*n)"},
            rest="1/(s**2*n)",
        ),
        Inequality(
            41,
            r"So $P_\nu(N_a\le n)\le3s$ for all large $T$.",
            "prob <= 3*s",
            uses=(6, 11),
            weights={17: "1", 19: "few", 31: "1", 35: "1", 40: "1"},
        ),
        Textbook(
            42,
            r"Markov: $\mathbb E_\nu[N_a]\ge(n+1)P_\nu(N_a\ge n+1)$, and $N_a$ is whole.",
            "(1 - prob)*(n + 1) <= E",
            fact="textbook.markov",
            over=("many",),
            where="many in [0,inf)",
            hypotheses={"X >= 0": "many >= 0", "a > 0": "n + 1 > 0"},
            instance={"p": "1 - prob", "a": "n + 1", "m": "E", "X": "many"},
        ),
        Inequality(43, r"$s\le\frac r8$,", "s <= r/8", uses=(10,)),
        Inequality(
            44,
            r"So $\mathbb E_\nu[N_a]\ge v(1-3s)$.",
            "E >= v*(1 - 3*s)",
            weights={42: "1", 41: "n + 1", 15: "1 - 3*s"},
            positive=("1 - 3*s",),
            uses=(43,),
        ),
        Inequality(
            45,
            r"and $c\le\mathrm{cost}(1+\frac r8)$.",
            "c <= cost*(1 + r/8)",
            uses=(10, 11),
        ),
        Inequality(
            46,
            r"$(1-s)(1-3s)\ge(1-\frac r2)^2(1+\frac r8)$.",
            "(1 - s)*(1 - 3*s) >= (1 - r/2)*(1 - r/2)*(1 + r/8)",
            uses=(43,),
        ),
        Inequality(
            47,
            r"For every $z$, $w$, $r$ and all large $T$: cost$\cdot\mathbb E_\nu[N_a]/\log T\ge"
            r"(1-\frac r2)^2$.",
            "cost*(E/L) >= (1 - r/2)*(1 - r/2)",
            uses=(12,),
            weights={
                44: "cost/L",
                46: "cost/c",
                45: "(1 - r/2)*(1 - r/2)/c",
            },
        ),
        OnClaim(
            48,
            r"So $p=\liminf\mathbb E_\nu[N_a]/\log T$ and $d=d_\epsilon(x,y)$ have $dp\ge1$: what "
            r"is said there of arm 2 is about the numbers $\mathbb E[N_2]$ alone.",
            "1 <= d*pulls",
            uses=(1, 47),
            claim="bern.proof3.1.supremum.repaired",
            of_step=28,
        ),
        OnClaim(
            49,
            r"$d>0$.",
            "d > 0",
            uses=(1,),
            claim="bern.proof3.1.supremum.repaired",
            of_step=14,
        ),
        Textbook(
            50,
            r"The lower limit of the term $\Delta_a\mathbb E_\nu[N_a]/\log T$ is $\Delta_ap$,",
            "term == (y - x)*pulls",
            fact="textbook.limit-inferior:multiple",
            hypotheses={"x_n = c y_n": "(y - x)*E/L == (y - x)*(E/L)", "c >= 0": "y - x >= 0"},
            instance={"x": "term", "c": "y - x", "y": "pulls", "X": "(y - x)*E/L", "Y": "E/L"},
            over=("E", "L"),
        ),
        Inequality(
            51,
            r"at least $\Delta_a/d$.",
            "term >= (y - x)/d",
            uses=(49, 50),
            weights={48: "(y - x)/d"},
            positive=("d",),
        ),
        OnClaim(
            52,
            r"$\mathrm{Reg}_T=\sum_a\Delta_a\mathbb E[N_a(T)]$.",
            claim="bern.eq2",
        ),
        Textbook(
            53,
            r"The sum: $\liminf\mathrm{Reg}_T/\log T\ge\sum_{a:\Delta_a>0}\Delta_a/d_\epsilon"
            r"(\mu_a,\mu^\star)$.",
            "bound <= low",
            fact=SUM,
            hypotheses={"the sum": 52, "each lower limit is >= its bound": 51},
            instance={"bound": "bound", "low": "low", "X": "term", "Y": "(y - x)/d"},
            over=("term", "x", "d"),
            which="x < y",
        ),
        Inequality(54, r"Each term is at least 0, also at $\mu^\star=1$,", "term >= 0"),
        Textbook(
            55,
            r"where the bound is 0: it holds too.",
            "0 <= low",
            fact=SUM,
            hypotheses={"the sum": 52, "each lower limit is >= its bound": 54},
            instance={"bound": "0", "low": "low", "X": "term", "Y": "0"},
            over=("term",),
        ),
        Parts(56, "The bound for every best mean.", uses=(53, 55)),
    ),
)
