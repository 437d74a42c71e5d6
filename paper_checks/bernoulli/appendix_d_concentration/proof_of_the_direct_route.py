"""The direct Chernoff bound of a private sum, step by step.

y = mu is the mean, t = x/n, d = d_eps(t, y), p the probability of the upper tail; s is the slope at
which the dual form of d_eps is at least d.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

INSIDE = "y in (0,1), t in [0,1]"
ALL = "y in [0,1], t in [0,inf), t >= y"
FARTHEST = "y*exp(eps)/(1-y+y*exp(eps))"
ODDS = "t*(1-y)/(y*(1-t))"
LEAST = "textbook.bounds-of-sets:infimum"

DIRECT = Proof(
    "bern.lemD.3.sharper",
    where="eps in (0,inf), d in [0,inf), d2 in [0,inf), q in [0,1], k in [0,1), c in (0,1], "
    "n in [1,inf), m in [0,inf), coin in (0,inf), less in (0,inf), noise in (0,inf), "
    "moment in (0,inf), p in [0,1], big in [1,inf)",
    steps=(
        OnClaim(
            1,
            r"$d=d_\epsilon(x/n,\mu)$ is at most the cost of every mean $z\le x/n$, if "
            r"$0<\mu<1$ and $x\le n$.",
            "d <= kl(z,y) + eps*(t-z)",
            where=f"{INSIDE}, z in [0,1], z <= t",
            claim="bern.def.deps.attained",
        ),
        Given(
            2,
            r"Let $f$ be the mean whose log-odds are beyond those of $\mu$ by $\epsilon$.",
            f"f == {FARTHEST}",
            where=f"{INSIDE}, f in (0,1)",
        ),
        Inequality(
            3,
            r"Its cost is the dual value at the slope $\epsilon$.",
            "kl(f,y) + eps*(t-f) <= eps*t - log(1-y+y*exp(eps))",
            where=f"{INSIDE}, f in (0,1)",
            uses=(2,),
        ),
        Inequality(
            4,
            r"So if $f\le t=x/n$, that is at least $d$.",
            "d <= eps*t - log(1-y+y*exp(eps))",
            where=f"{INSIDE}, f in (0,1), f <= t",
            at={1: {"z": "f"}},
            weights={1: "1", 3: "1"},
        ),
        Inequality(
            5,
            r"Else so is that at the slope $\log r$, where $r$ is the quotient of the odds,",
            f"d <= t*log({ODDS}) - log(1-y+y*({ODDS}))",
            where="y in (0,1), t in (0,1), t >= y",
            at={1: {"z": "t"}},
            weights={1: "1"},
        ),
        Inequality(
            6,
            r"which is at most $\epsilon$.",
            f"log({ODDS}) <= eps",
            where=f"y in (0,1), t in (0,1), t <= {FARTHEST}",
        ),
        Inequality(
            7,
            r"It is not negative, as $t\ge\mu$.",
            f"log({ODDS}) >= 0",
            where="y in (0,1), t in (0,1), t >= y",
        ),
        Given(
            8,
            r"At the means 0 and 1 and for $x>n$, $d$ is read by the dual form, $\sup_{0\le s\le"
            r"\epsilon}st-\log(1-\mu+\mu e^s)$, which is the value at $\epsilon$.",
        ),
        Parts(
            9,
            r"So in each case some slope $0\le s\le\epsilon$ has a dual value of at least $d$:",
            uses=(4, 5, 6, 7, 8),
        ),
        Given(
            10,
            r"$s=\epsilon q$ with $q\in[0,1]$. A coin $B$ has $\mathbb Ee^{sB}=1-\mu+\mu e^s$:",
            "coin == 1-y+y*exp(eps*q)",
            where="y in [0,1]",
        ),
        Given(11, r"Let $c\in(0,1]$ be any, and $k=\sqrt{1-c}$.", "c == 1 - k**2"),
        Given(
            12,
            r"$d\le st-\log\mathbb Ee^{sB}$.",
            "d <= eps*q*t - log(coin)",
            where=ALL,
            uses=(9,),
        ),
        Textbook(
            13,
            r"Jensen's inequality: $\mathbb Ee^{ksB}\le(\mathbb Ee^{sB})^k$.",
            "less <= exp(k*log(coin))",
            fact="textbook.jensen:power",
            hypotheses={"X > 0": 10, "k in [0, 1]": "k*(1 - k) >= 0"},
            instance={"p": "less", "a": "coin", "k": "k"},
        ),
        Inequality(
            14,
            r"So $\log\mathbb Ee^{ksB}\le k\log\mathbb Ee^{sB}$.",
            "log(less) <= k*log(coin)",
            uses=(13,),
            monotone=("log", "exp(k*log(coin))", "less"),
        ),
        Inequality(
            15,
            r"$\log\mathbb Ee^{sB}\le st-d$.",
            "log(coin) <= eps*q*t - d",
            where=ALL,
            weights={12: "1"},
        ),
        Textbook(
            16,
            r"Laplace noise of scale $1/\epsilon$, as $ks<\epsilon$: $\mathbb Ee^{ksY}=1/(1-(ks/"
            r"\epsilon)^2)$,",
            "noise == 1/(1 - (k*q)**2)",
            fact="textbook.laplace-tail:moments",
            hypotheses={"l b < 1": "(k*eps*q)*(1/eps) < 1", "l b >= 0": "(k*eps*q)*(1/eps) >= 0"},
            instance={"x": "noise", "l": "k*eps*q", "b": "1/eps"},
        ),
        Inequality(
            17,
            r"at most $\frac1c$,",
            "noise*c <= 1",
            uses=(11, 16),
        ),
        Inequality(
            18,
            r"so that its logarithm is at most $-\log c$.",
            "log(noise) <= -log(c)",
            monotone=("log", "1/c", "noise"),
            weights={17: "1/c"},
        ),
        Textbook(
            19,
            r"All $n$ coins and $m$ noises are independent: $\mathbb Ee^{ks\tilde S}$ is the "
            r"product.",
            "moment == exp(n*log(less) + m*log(noise))",
            fact="textbook.elementary-probability:product of means",
            hypotheses={"independent factors": 10},
            instance={"x": "moment", "a": "less", "b": "noise", "n": "n", "m": "m"},
        ),
        Textbook(
            20,
            r"Markov's inequality: $p\,e^{ksx}\le\mathbb Ee^{ks\tilde S}$.",
            "p*exp(k*eps*q*n*t) <= moment",
            where=ALL + ", o in (-inf,inf)",
            fact="textbook.markov",
            over=("o",),
            hypotheses={"X >= 0": "exp(o) >= 0", "a > 0": "exp(k*eps*q*n*t) > 0"},
            instance={"p": "p", "a": "exp(k*eps*q*n*t)", "m": "moment", "X": "exp(o)"},
            uses=(19,),
        ),
        Inequality(
            21,
            r"So $p\le\exp(n\log\mathbb Ee^{ksB}+m\log\mathbb Ee^{ksY}-ksx)$.",
            "p <= exp(n*log(less) + m*log(noise) - k*eps*q*n*t)",
            where=ALL,
            uses=(19,),
            weights={20: "exp(-(k*eps*q*n*t))"},
        ),
        Inequality(
            22,
            r"That is at most $\exp(-nkd-m\log c)$.",
            "exp(n*log(less) + m*log(noise) - k*eps*q*n*t) <= exp(-(n*k*d) - m*log(c))",
            where=ALL,
            monotone=(
                "exp",
                "-(n*k*d) - m*log(c)",
                "n*log(less) + m*log(noise) - k*eps*q*n*t",
            ),
            weights={14: "n", 15: "n*k", 18: "m"},
        ),
        Inequality(
            23,
            r"$k\ge1-c$: at most $\exp(cnd-m\log c-nd)$.",
            "exp(-(n*k*d) - m*log(1 - k**2)) <= exp((1 - k**2)*n*d - m*log(1 - k**2) - n*d)",
            monotone=(
                "exp",
                "(1 - k**2)*n*d - m*log(1 - k**2) - n*d",
                "-(n*k*d) - m*log(1 - k**2)",
            ),
            rest="n*d*k*(1 - k)",
        ),
        Inequality(
            24,
            r"$p\,e^{nd}\le c^{-m}e^{cnd}$.",
            "p*exp(n*d) <= exp(c*n*d - m*log(c))",
            where=ALL,
            uses=(11,),
            weights={21: "exp(n*d)", 22: "exp(n*d)", 23: "exp(n*d)"},
        ),
        Given(
            25,
            r"Let $m\ge1$, $g=x-n\mu$, and $b=\max(1,m\epsilon g)$,",
            "big == max(1, m*eps*n*(t-y))",
            where=ALL,
        ),
        Inequality(
            26, r"so that $m\epsilon g\le b$.", "m*eps*n*(t-y) <= big", where=ALL, uses=(25,)
        ),
        Inequality(
            27,
            r"$\log(1-\mu+\mu e^s)\ge s\mu$.",
            "log(coin) >= eps*q*y",
            where="y in [0,1]",
            uses=(10,),
        ),
        Inequality(
            28,
            r"So $d\le\epsilon(t-\mu)$.",
            "d <= eps*(t-y)",
            where=ALL,
            weights={12: "1", 27: "1"},
            rest="eps*(1-q)*(t-y)",
        ),
        Given(29, r"Take $c=1/b$ above.", "c == 1/big"),
        Inequality(
            30,
            r"Then $cnd\le\frac1m$,",
            "n*d/big <= 1/m",
            where=f"{ALL}, m >= 1",
            weights={28: "n/big", 26: "1/(m*big)"},
        ),
        Inequality(
            31,
            r"the bound at most $e^{1/m}b^m$,",
            "exp(n*d/big - m*log(1/big)) <= exp(1/m + m*log(big))",
            where=f"{ALL}, m >= 1",
            monotone=("exp", "1/m + m*log(big)", "n*d/big - m*log(1/big)"),
            weights={30: "1"},
        ),
        Inequality(
            32,
            r"and $p\,e^{nd}\le e^{1/m}\max(1,m\epsilon g)^m$.",
            "p*exp(n*d) <= exp(1/m + m*log(big))",
            where=f"{ALL}, m >= 1",
            uses=(29,),
            weights={24: "1", 31: "1"},
        ),
        OnClaim(
            33,
            r"The lower tail: $d'=d_\epsilon(1-\frac xn,1-\mu)$ is at most the cost of $1-z$,",
            "d2 <= kl(1-z,1-y) + eps*abs(t-z)",
            where=f"{INSIDE}, z in [0,1]",
            claim="bern.def.deps.attained",
        ),
        Inequality(
            34,
            r"which is that of $z$ for $d$.",
            "kl(z,y) + eps*abs(t-z) >= d2",
            where=f"{INSIDE}, z in [0,1]",
            weights={33: "1"},
        ),
        Textbook(
            35,
            r"So $d'\le d$, as $d$ is the least cost;",
            "d2 <= d",
            fact=LEAST,
            where=f"{INSIDE}, z in [0,1]",
            hypotheses={"c is a lower bound": 34},
            instance={"c": "d2", "low": "d", "X": "kl(z,y) + eps*abs(t-z)"},
            over=("z",),
        ),
        OnClaim(
            36,
            r"and as $d$ is at most the cost of each $z$,",
            "d <= kl(z,y) + eps*abs(t-z)",
            where=f"{INSIDE}, z in [0,1]",
            claim="bern.def.deps.attained",
        ),
        Inequality(
            37,
            r"which is that of $1-z$ for $d'$,",
            "kl(1-z,1-y) + eps*abs(t-z) >= d",
            where=f"{INSIDE}, z in [0,1]",
            weights={36: "1"},
        ),
        Textbook(
            38,
            r"$d\le d'$.",
            "d <= d2",
            fact=LEAST,
            where=f"{INSIDE}, z in [0,1]",
            hypotheses={"c is a lower bound": 37},
            instance={"c": "d", "low": "d2", "X": "kl(1-z,1-y) + eps*abs(t-z)"},
            over=("z",),
        ),
        Given(
            39,
            r"$n-\tilde S$ is the sum of $n$ coins of mean $1-\mu$ and $m$ Laplace variables, and "
            r"$\tilde S\le x\le n\mu$ says $n-\tilde S\ge n-x\ge n(1-\mu)$: the upper tail of "
            r"another "
            r"such sum, with $g=n\mu-x$. The dual form of step 8 is mirrored like it.",
        ),
        Parts(40, "Both bounds of both tails.", uses=(24, 32, 35, 38, 39)),
    ),
)
