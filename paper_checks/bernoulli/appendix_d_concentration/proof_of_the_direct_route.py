"""The direct Chernoff bound of a private sum, step by step.

y = mu is the mean, t = x/n, p the probability of the upper tail; d is the largest dual value, which
the slope s = eps q attains, and f the mean of the coin there.
"""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.bernoulli.section_3_lower_bound.divergence_d_eps import (
    nearest_inside,
)
from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    Instance,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.theory import certify, kl

INSIDE = "y in (0,1), t in [0,1]"
ALL = "y in [0,1], t in [0,inf), t >= y"
FARTHEST = "y*exp(eps)/(1-y+y*exp(eps))"
ODDS = "t*(1-y)/(y*(1-t))"
LEAST = "textbook.bounds-of-sets:infimum"


def two_slopes() -> list[Instance]:
    """A slope below eps, at the log-odds of t, and the slope eps; both move the mean 1/2 to 2/3."""
    two, coin = certify(kl, 1, Fraction(1, 2)), Fraction(3, 2)  # log 2, and its mean
    mean = {"y": Fraction(1, 2), "f": Fraction(2, 3), "coin": coin}
    found: list[Instance] = []
    for q, t in ((Fraction(1, 2), Fraction(2, 3)), (Fraction(1), Fraction(3, 4))):
        d = t * two - certify(kl, 1, 1 / coin)
        found.append({**mean, "q": q, "t": t, "eps": two / q, "d": d})
    return found


DIRECT = Proof(
    "bern.lemD.3.sharper",
    where="eps in (0,inf), d in [0,inf), d2 in (-inf,inf), q in [0,1], k in [0,1), c in (0,1], "
    "n in [1,inf), m in [0,inf), coin in (0,inf), less in (0,inf), noise in (0,inf), "
    "moment in (0,inf), p in [0,1], big in [1,inf), f in [0,1], r in [0,1], "
    "other in (0,inf), e in [0,inf)",
    instances=two_slopes,
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
        Given(
            2,
            r"There let $e=d_\epsilon(x/n,\mu)$, by (6) the infimum of these costs.",
            "e == d_eps(t,y,eps)",
            where=INSIDE,
        ),
        Inequality(
            3,
            r"So $e$ is at most the cost of every mean $z$.",
            "e <= kl(z,y) + eps*abs(t-z)",
            where=f"{INSIDE}, z in [0,1]",
            uses=(2,),
            at={1: {"z": "z"}},
            weights={1: "1"},
            positive=nearest_inside("t"),
        ),
        Given(
            4,
            r"For $s=\epsilon q$ with $q\in[0,1]$ let $f$ be the mean whose log-odds are beyond "
            r"those of $\mu$ by $s$.",
            "f == y*exp(eps*q)/(1-y+y*exp(eps*q))",
            where="y in [0,1]",
        ),
        Identity(
            5,
            r"If $f>t=\frac xn\ge\mu$ at $q=1$, then $0<\mu<1$, and $f=t$ at the slope $\log r$, "
            r"where $r$ is the quotient of the odds,",
            f"y*({ODDS})/(1-y+y*({ODDS})) == t",
            where="y in (0,1), t in (0,1)",
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
        Parts(8, r"So this slope is $\epsilon q$ for some $q\in[0,1]$.", uses=(5, 6, 7)),
        Given(
            9,
            r"Take this $q$ if $f>t$ at $q=1$, and else $q=1$: in both cases",
            "f <= t",
            where=ALL,
            uses=(8,),
        ),
        Given(10, r"and $q=1$ or $f=t$.", "(1-q)*(t-f) <= 0", where=ALL, uses=(8,)),
        Inequality(
            11,
            r"$\log(1-\mu+\mu e^u)$ is convex and 0 at $u=0$, so at most $u$ times its slope.",
            "log(1-y+y*exp(u)) <= u*y*exp(u)/(1-y+y*exp(u))",
            where="y in [0,1], u in [0,inf)",
        ),
        Given(
            12,
            r"A coin $B$ has $\mathbb Ee^{sB}=1-\mu+\mu e^s$:",
            "coin == 1-y+y*exp(eps*q)",
            where="y in [0,1]",
        ),
        Inequality(
            13,
            r"At $u=s$ this slope is $f$: $\log\mathbb Ee^{sB}\le sf$.",
            "log(coin) <= eps*q*f",
            where="y in [0,1]",
            at={11: {"u": "eps*q"}},
            uses=(4, 11, 12),
        ),
        Given(14, r"Let $c\in(0,1]$ be any, and $k=\sqrt{1-c}$.", "c == 1 - k**2"),
        Given(
            15,
            r"Let $d=st-\log\mathbb Ee^{sB}$, the dual value at $s$.",
            "d == eps*q*t - log(coin)",
            where=ALL,
            uses=(9, 13),
        ),
        Textbook(
            16,
            r"Jensen's inequality: $\mathbb Ee^{ksB}\le(\mathbb Ee^{sB})^k$.",
            "less <= exp(k*log(coin))",
            fact="textbook.jensen:power",
            hypotheses={"X > 0": 12, "k in [0, 1]": "k*(1 - k) >= 0"},
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
            uses=(15,),
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
            hypotheses={"independent factors": 12},
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
            uses=(12,),
        ),
        Inequality(
            31,
            r"So $d\le\epsilon(t-\mu)$.",
            "d <= eps*(t-y)",
            where=ALL,
            uses=(15,),
            weights={30: "1"},
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
        Inequality(
            36,
            r"For a mean $w$ and every $v$: $1-w+we^v\ge e^{wv}$.",
            "1-w+w*exp(v) >= exp(w*v)",
            where="w in [0,1], v in (-inf,inf)",
        ),
        Given(
            37,
            r"Let $\epsilon r$ with $r\in[0,1]$ be another slope, and",
            "other == 1-y+y*exp(eps*r)",
            where="y in [0,1]",
        ),
        Inequality(
            38,
            r"This is $\mathbb Ee^{sB}(1-f+fe^{\epsilon r-s})$,",
            "other >= coin*(1-f+f*exp(eps*r-eps*q))",
            where="y in [0,1]",
            uses=(4, 12, 37),
        ),
        Inequality(
            39,
            r"so that its logarithm is above the tangent at $s$, whose slope is $f$.",
            "log(other) >= log(coin) + f*(eps*r-eps*q)",
            where="y in [0,1]",
            monotone=("log", "other", "coin*exp(f*(eps*r-eps*q))"),
            at={36: {"w": "f", "v": "eps*r-eps*q"}},
            weights={36: "coin", 38: "1"},
        ),
        Inequality(
            40,
            r"So no slope has a dual value above $d$, and $d$ is their supremum.",
            "eps*r*t - log(other) <= d",
            where=ALL,
            uses=(15,),
            weights={39: "1", 9: "eps*(1-r)", 10: "eps"},
        ),
        Inequality(
            41,
            r"$\mathrm{kl}(z,\mu)\ge uz-\log(1-\mu+\mu e^u)$,",
            "kl(z,y) >= u*z - log(1-y+y*exp(u))",
            where="y in (0,1), z in [0,1], u in (-inf,inf)",
            rest="kl(z, y*exp(u)/(1-y+y*exp(u)))",
        ),
        Inequality(
            42,
            r"and $\epsilon|t-z|\ge s(t-z)$.",
            "eps*abs(t-z) >= eps*q*(t-z)",
            where="t in [0,1], z in [0,1]",
        ),
        Inequality(
            43,
            r"So for $0<\mu<1$ and $x\le n$ the cost of each mean $z$ is at least $d$.",
            "kl(z,y) + eps*abs(t-z) >= d",
            where=f"{INSIDE}, z in [0,1], t >= y",
            at={41: {"u": "eps*q"}},
            uses=(12, 15),
            weights={41: "1", 42: "1"},
        ),
        Textbook(
            44,
            r"So $d\le d_\epsilon(x/n,\mu)$,",
            "d <= e",
            fact=LEAST,
            where=f"{INSIDE}, z in [0,1], t >= y",
            hypotheses={"c is a lower bound": 43},
            instance={"c": "d", "low": "e", "X": "kl(z,y) + eps*abs(t-z)"},
            over=("z",),
            uses=(2,),
        ),
        Inequality(
            45,
            r"where $\mathrm{kl}(f,\mu)=sf-\log\mathbb Ee^{sB}$:",
            "kl(f,y) <= eps*q*f - log(coin)",
            where="y in (0,1)",
            uses=(4, 12),
        ),
        Inequality(
            46,
            r"so that the cost of $f$, and $d_\epsilon(x/n,\mu)$, is at most $d$.",
            "e <= d",
            where=f"{INSIDE}, t >= y",
            at={3: {"z": "f"}},
            uses=(9, 15),
            weights={3: "1", 45: "1", 10: "eps"},
        ),
        Inequality(
            47,
            r"At the means 0 and 1 only $z=\mu$ has a finite cost, $\epsilon(t-\mu)$. There "
            r"$f=\mu$,",
            "abs(f-y) <= y*(1-y)*exp(eps)",
            where="y in [0,1]",
            uses=(4,),
        ),
        Inequality(
            48,
            r"and $d\ge\epsilon(t-f)$.",
            "eps*(t-f) <= d",
            where=ALL,
            uses=(15,),
            weights={13: "1", 10: "eps"},
        ),
        OnClaim(
            49,
            r"The lower tail: $d_\epsilon(1-\frac xn,1-\mu)$ is at most the cost of $1-z$.",
            "d_eps(1-t,1-y,eps) <= kl(1-z,1-y) + eps*abs(1-t-(1-z))",
            where=f"{INSIDE}, z in [0,1]",
            claim="bern.def.deps.attained",
            of_step=1,
            instance={"x": "1-t", "y": "1-y", "z": "1-z"},
        ),
        Given(
            50,
            r"There let $d'=d_\epsilon(1-\frac xn,1-\mu)$, the infimum of these costs.",
            "d2 == d_eps(1-t,1-y,eps)",
            where=INSIDE,
        ),
        Inequality(
            51,
            r"So $d'$ is at most the cost of $1-z$,",
            "d2 <= kl(1-z,1-y) + eps*abs(t-z)",
            where=f"{INSIDE}, z in [0,1]",
            uses=(50,),
            weights={49: "1"},
            positive=nearest_inside("(1-t)", "(1-y)"),
        ),
        Inequality(
            52,
            r"which is that of $z$ for $e$.",
            "kl(z,y) + eps*abs(t-z) >= d2",
            where=f"{INSIDE}, z in [0,1]",
            weights={51: "1"},
        ),
        Textbook(
            53,
            r"So $d'\le e$,",
            "d2 <= e",
            fact=LEAST,
            where=f"{INSIDE}, z in [0,1]",
            hypotheses={"c is a lower bound": 52},
            instance={"c": "d2", "low": "e", "X": "kl(z,y) + eps*abs(t-z)"},
            over=("z",),
            uses=(2,),
        ),
        Inequality(
            54,
            r"and $d'\le d$.",
            "d2 <= d",
            where=f"{INSIDE}, z in [0,1], t >= y",
            weights={46: "1", 53: "1"},
        ),
        Inequality(
            55,
            r"Each cost of $z$ is at least $d$, and it is that of $1-z$ for $d'$:",
            "kl(1-z,1-y) + eps*abs(t-z) >= d",
            where=f"{INSIDE}, z in [0,1], t >= y",
            weights={43: "1"},
        ),
        Textbook(
            56,
            r"$d\le d'$.",
            "d <= d2",
            fact=LEAST,
            where=f"{INSIDE}, z in [0,1], t >= y",
            hypotheses={"c is a lower bound": 55},
            instance={"c": "d", "low": "d2", "X": "kl(1-z,1-y) + eps*abs(t-z)"},
            over=("z",),
            uses=(50,),
        ),
        Given(
            57,
            r"$n-\tilde S$ is the sum of $n$ coins of mean $1-\mu$ and $m$ Laplace variables, and "
            r"$\tilde S\le x\le n\mu$ says $n-\tilde S\ge n-x\ge n(1-\mu)$: the upper tail of "
            r"another "
            r"such sum, with $g=n\mu-x$. The dual values are mirrored like it.",
        ),
        Parts(
            58,
            r"Both bounds of both tails, and $d$ is what it is said to be.",
            uses=(27, 31, 35, 40, 44, 46, 47, 48, 54, 56, 57),
        ),
    ),
)
