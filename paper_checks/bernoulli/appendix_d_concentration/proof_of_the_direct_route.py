"""The direct Chernoff bound of a private sum, step by step.

y = mu is the mean, t = x/n, d = d_eps(t, y), p the probability of the upper tail; s is the slope at
which the dual form of d_eps is at least d.
"""

from __future__ import annotations

from banditproof.paper_checks.bernoulli.section_3_lower_bound.divergence_d_eps import (
    nearest_inside,
)
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
    where="eps in (0,inf), d in [0,inf), d2 in (-inf,inf), q in [0,1], k in [0,1), c in (0,1], "
    "n in [1,inf), m in [0,inf), coin in (0,inf), less in (0,inf), noise in (0,inf), "
    "moment in (0,inf), p in [0,1], big in [1,inf)",
    steps=(
        OnClaim(
            1,
            r"$d_\epsilon(x/n,\mu)$ is at most the cost of every mean $z$, if $0<\mu<1$ and "
            r"$x\le n$.",
            "d_eps(t,y,eps) <= kl(z,y) + eps*abs(t-z)",
            where=f"{INSIDE}, z in [0,1]",
            claim="bern.def.deps.attained",
            of_step=1,
            instance={"x": "t"},
        ),
        Given(2, r"There $d=d_\epsilon(x/n,\mu)$.", "d == d_eps(t,y,eps)", where=INSIDE),
        Inequality(
            3,
            r"So $d$ is at most the cost of every mean $z$,",
            "d <= kl(z,y) + eps*abs(t-z)",
            where=f"{INSIDE}, z in [0,1]",
            uses=(2,),
            at={1: {"z": "z"}},
            weights={1: "1"},
            positive=nearest_inside("t"),
        ),
        Inequality(
            4,
            r"in particular of every mean $z\le x/n$.",
            "d <= kl(z,y) + eps*(t-z)",
            where=f"{INSIDE}, z in [0,1], z <= t",
            at={3: {"z": "z"}},
            weights={3: "1"},
        ),
        Given(
            5,
            r"Let $f$ be the mean whose log-odds are beyond those of $\mu$ by $\epsilon$.",
            f"f == {FARTHEST}",
            where=f"{INSIDE}, f in (0,1)",
        ),
        Inequality(
            6,
            r"Its cost is the dual value at the slope $\epsilon$.",
            "kl(f,y) + eps*(t-f) <= eps*t - log(1-y+y*exp(eps))",
            where=f"{INSIDE}, f in (0,1)",
            uses=(5,),
        ),
        Inequality(
            7,
            r"So if $f\le t=x/n$, that is at least $d$.",
            "d <= eps*t - log(1-y+y*exp(eps))",
            where=f"{INSIDE}, f in (0,1), f <= t",
            at={4: {"z": "f"}},
            weights={4: "1", 6: "1"},
        ),
        Inequality(
            8,
            r"Else so is that at the slope $\log r$, where $r$ is the quotient of the odds,",
            f"d <= t*log({ODDS}) - log(1-y+y*({ODDS}))",
            where="y in (0,1), t in (0,1), t >= y",
            at={4: {"z": "t"}},
            weights={4: "1"},
        ),
        Inequality(
            9,
            r"which is at most $\epsilon$.",
            f"log({ODDS}) <= eps",
            where=f"y in (0,1), t in (0,1), t <= {FARTHEST}",
        ),
        Inequality(
            10,
            r"It is not negative, as $t\ge\mu$.",
            f"log({ODDS}) >= 0",
            where="y in (0,1), t in (0,1), t >= y",
        ),
        Given(
            11,
            r"At the means 0 and 1 and for $x>n$, $d$ is read by the dual form, $\sup_{0\le s\le"
            r"\epsilon}st-\log(1-\mu+\mu e^s)$, which is the value at $\epsilon$.",
        ),
        Parts(
            12,
            r"So in each case some slope $0\le s\le\epsilon$ has a dual value of at least $d$:",
            uses=(7, 8, 9, 10, 11),
        ),
        Given(
            13,
            r"$s=\epsilon q$ with $q\in[0,1]$. A coin $B$ has $\mathbb Ee^{sB}=1-\mu+\mu e^s$:",
            "coin == 1-y+y*exp(eps*q)",
            where="y in [0,1]",
        ),
        Given(14, r"Let $c\in(0,1]$ be any, and $k=\sqrt{1-c}$.", "c == 1 - k**2"),
        Given(
            15,
            r"$d\le st-\log\mathbb Ee^{sB}$.",
            "d <= eps*q*t - log(coin)",
            where=ALL,
            uses=(12,),
        ),
        Textbook(
            16,
            r"Jensen's inequality: $\mathbb Ee^{ksB}\le(\mathbb Ee^{sB})^k$.",
            "less <= exp(k*log(coin))",
            fact="textbook.jensen:power",
            hypotheses={"X > 0": 13, "k in [0, 1]": "k*(1 - k) >= 0"},
            instance={"p": "less", "a": "coin", "k": "k"},
        ),
        Inequality(
            17,
            r"So $\log\mathbb Ee^{ksB}\le k\log\mathbb Ee^{sB}$.",
            "log(less) <= k*log(coin)",
            uses=(16,),
            monotone=("log", "exp(k*log(coin))", "less"),
        ),
        Inequality(
            18,
            r"$\log\mathbb Ee^{sB}\le st-d$.",
            "log(coin) <= eps*q*t - d",
            where=ALL,
            weights={15: "1"},
        ),
        Textbook(
            19,
            r"Laplace noise of scale $1/\epsilon$, as $ks<\epsilon$: $\mathbb Ee^{ksY}=1/(1-(ks/"
            r"\epsilon)^2)$,",
            "noise == 1/(1 - (k*q)**2)",
            fact="textbook.laplace-tail:moments",
            hypotheses={"l b < 1": "(k*eps*q)*(1/eps) < 1", "l b >= 0": "(k*eps*q)*(1/eps) >= 0"},
            instance={"x": "noise", "l": "k*eps*q", "b": "1/eps"},
        ),
        Inequality(
            20,
            r"at most $\frac1c$,",
            "noise*c <= 1",
            uses=(14, 19),
        ),
        Inequality(
            21,
            r"so that its logarithm is at most $-\log c$.",
            "log(noise) <= -log(c)",
            monotone=("log", "1/c", "noise"),
            weights={20: "1/c"},
        ),
        Textbook(
            22,
            r"All $n$ coins and $m$ noises are independent: $\mathbb Ee^{ks\tilde S}$ is the "
            r"product.",
            "moment == exp(n*log(less) + m*log(noise))",
            fact="textbook.elementary-probability:product of means",
            hypotheses={"independent factors": 13},
            instance={"x": "moment", "a": "less", "b": "noise", "n": "n", "m": "m"},
        ),
        Textbook(
            23,
            r"Markov's inequality: $p\,e^{ksx}\le\mathbb Ee^{ks\tilde S}$.",
            "p*exp(k*eps*q*n*t) <= moment",
            where=ALL + ", o in (-inf,inf)",
            fact="textbook.markov",
            over=("o",),
            hypotheses={"X >= 0": "exp(o) >= 0", "a > 0": "exp(k*eps*q*n*t) > 0"},
            instance={"p": "p", "a": "exp(k*eps*q*n*t)", "m": "moment", "X": "exp(o)"},
            uses=(22,),
        ),
        Inequality(
            24,
            r"So $p\le\exp(n\log\mathbb Ee^{ksB}+m\log\mathbb Ee^{ksY}-ksx)$.",
            "p <= exp(n*log(less) + m*log(noise) - k*eps*q*n*t)",
            where=ALL,
            uses=(22,),
            weights={23: "exp(-(k*eps*q*n*t))"},
        ),
        Inequality(
            25,
            r"That is at most $\exp(-nkd-m\log c)$.",
            "exp(n*log(less) + m*log(noise) - k*eps*q*n*t) <= exp(-(n*k*d) - m*log(c))",
            where=ALL,
            monotone=(
                "exp",
                "-(n*k*d) - m*log(c)",
                "n*log(less) + m*log(noise) - k*eps*q*n*t",
            ),
            weights={17: "n", 18: "n*k", 21: "m"},
        ),
        Inequality(
            26,
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
            27,
            r"$p\,e^{nd}\le c^{-m}e^{cnd}$.",
            "p*exp(n*d) <= exp(c*n*d - m*log(c))",
            where=ALL,
            uses=(14,),
            weights={24: "exp(n*d)", 25: "exp(n*d)", 26: "exp(n*d)"},
        ),
        Given(
            28,
            r"Let $m\ge1$, $g=x-n\mu$, and $b=\max(1,m\epsilon g)$,",
            "big == max(1, m*eps*n*(t-y))",
            where=ALL,
        ),
        Inequality(
            29, r"so that $m\epsilon g\le b$.", "m*eps*n*(t-y) <= big", where=ALL, uses=(28,)
        ),
        Inequality(
            30,
            r"$\log(1-\mu+\mu e^s)\ge s\mu$.",
            "log(coin) >= eps*q*y",
            where="y in [0,1]",
            uses=(13,),
        ),
        Inequality(
            31,
            r"So $d\le\epsilon(t-\mu)$.",
            "d <= eps*(t-y)",
            where=ALL,
            weights={15: "1", 30: "1"},
            rest="eps*(1-q)*(t-y)",
        ),
        Given(32, r"Take $c=1/b$ above.", "c == 1/big"),
        Inequality(
            33,
            r"Then $cnd\le\frac1m$,",
            "n*d/big <= 1/m",
            where=f"{ALL}, m >= 1",
            weights={31: "n/big", 29: "1/(m*big)"},
        ),
        Inequality(
            34,
            r"the bound at most $e^{1/m}b^m$,",
            "exp(n*d/big - m*log(1/big)) <= exp(1/m + m*log(big))",
            where=f"{ALL}, m >= 1",
            monotone=("exp", "1/m + m*log(big)", "n*d/big - m*log(1/big)"),
            weights={33: "1"},
        ),
        Inequality(
            35,
            r"and $p\,e^{nd}\le e^{1/m}\max(1,m\epsilon g)^m$.",
            "p*exp(n*d) <= exp(1/m + m*log(big))",
            where=f"{ALL}, m >= 1",
            uses=(32,),
            weights={27: "1", 34: "1"},
        ),
        OnClaim(
            36,
            r"The lower tail: $d_\epsilon(1-\frac xn,1-\mu)$ is at most the cost of $1-z$.",
            "d_eps(1-t,1-y,eps) <= kl(1-z,1-y) + eps*abs(1-t-(1-z))",
            where=f"{INSIDE}, z in [0,1]",
            claim="bern.def.deps.attained",
            of_step=1,
            instance={"x": "1-t", "y": "1-y", "z": "1-z"},
        ),
        Given(
            37,
            r"There $d'=d_\epsilon(1-\frac xn,1-\mu)$.",
            "d2 == d_eps(1-t,1-y,eps)",
            where=INSIDE,
        ),
        Inequality(
            38,
            r"So $d'$ is at most the cost of $1-z$,",
            "d2 <= kl(1-z,1-y) + eps*abs(t-z)",
            where=f"{INSIDE}, z in [0,1]",
            uses=(37,),
            weights={36: "1"},
            positive=nearest_inside("(1-t)", "(1-y)"),
        ),
        Inequality(
            39,
            r"which is that of $z$ for $d$.",
            "kl(z,y) + eps*abs(t-z) >= d2",
            where=f"{INSIDE}, z in [0,1]",
            weights={38: "1"},
        ),
        Textbook(
            40,
            r"So $d'\le d$, as $d$ is the least cost;",
            "d2 <= d",
            fact=LEAST,
            where=f"{INSIDE}, z in [0,1]",
            hypotheses={"c is a lower bound": 39},
            instance={"c": "d2", "low": "d", "X": "kl(z,y) + eps*abs(t-z)"},
            over=("z",),
        ),
        Inequality(
            41,
            r"and as $d$ is at most the cost of each $z$, which is that of $1-z$ for $d'$,",
            "kl(1-z,1-y) + eps*abs(t-z) >= d",
            where=f"{INSIDE}, z in [0,1]",
            weights={3: "1"},
        ),
        Textbook(
            42,
            r"$d\le d'$.",
            "d <= d2",
            fact=LEAST,
            where=f"{INSIDE}, z in [0,1]",
            hypotheses={"c is a lower bound": 41},
            instance={"c": "d", "low": "d2", "X": "kl(1-z,1-y) + eps*abs(t-z)"},
            over=("z",),
        ),
        Given(
            43,
            r"$n-\tilde S$ is the sum of $n$ coins of mean $1-\mu$ and $m$ Laplace variables, and "
            r"$\tilde S\le x\le n\mu$ says $n-\tilde S\ge n-x\ge n(1-\mu)$: the upper tail of "
            r"another "
            r"such sum, with $g=n\mu-x$. The dual form of step 8 is mirrored like it.",
        ),
        Parts(44, "Both bounds of both tails.", uses=(27, 35, 40, 42, 43)),
    ),
)
