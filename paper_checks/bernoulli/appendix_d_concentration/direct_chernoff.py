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
    where="eps in (0,inf), d in [0,inf), d2 in [0,inf), q in [0,1], k in [0,1), c in (0,1], "
    "n in [1,inf), m in [0,inf), coin in (0,inf), less in (0,inf), noise in (0,inf), "
    "moment in (0,inf), p in [0,1], big in [1,inf), f in [0,1], r in [0,1], "
    "other in (0,inf), e in [0,inf)",
    instances=two_slopes,
    steps=(
        Given(
            1,
            r"For $s=\epsilon q$ with $q\in[0,1]$ let $f$ be the mean whose log-odds are beyond "
            r"those of $\mu$ by $s$.",
            "f == y*exp(eps*q)/(1-y+y*exp(eps*q))",
            where="y in [0,1]",
        ),
        Identity(
            2,
            r"If $f>t=\frac xn\ge\mu$ at $q=1$, then $0<\mu<1$, and $f=t$ at the slope $\log r$, "
            r"where $r$ is the quotient of the odds,",
            f"y*({ODDS})/(1-y+y*({ODDS})) == t",
            where="y in (0,1), t in (0,1)",
        ),
        Inequality(
            3,
            r"which is at most $\epsilon$.",
            f"log({ODDS}) <= eps",
            where=f"y in (0,1), t in (0,1), t <= {FARTHEST}",
        ),
        Inequality(
            4,
            r"It is not negative, as $t\ge\mu$.",
            f"log({ODDS}) >= 0",
            where="y in (0,1), t in (0,1), t >= y",
        ),
        Parts(5, r"So this slope is $\epsilon q$ for some $q\in[0,1]$.", uses=(2, 3, 4)),
        Given(
            6,
            r"Take this $q$ if $f>t$ at $q=1$, and else $q=1$: in both cases",
            "f <= t",
            where=ALL,
            uses=(5,),
        ),
        Given(7, r"and $q=1$ or $f=t$.", "(1-q)*(t-f) <= 0", where=ALL, uses=(5,)),
        Inequality(
            8,
            r"$\log(1-\mu+\mu e^u)$ is convex and 0 at $u=0$, so at most $u$ times its slope.",
            "log(1-y+y*exp(u)) <= u*y*exp(u)/(1-y+y*exp(u))",
            where="y in [0,1], u in [0,inf)",
        ),
        Given(
            9,
            r"A coin $B$ has $\mathbb Ee^{sB}=1-\mu+\mu e^s$:",
            "coin == 1-y+y*exp(eps*q)",
            where="y in [0,1]",
        ),
        Inequality(
            10,
            r"At $u=s$ this slope is $f$: $\log\mathbb Ee^{sB}\le sf$.",
            "log(coin) <= eps*q*f",
            where="y in [0,1]",
            at={8: {"u": "eps*q"}},
            uses=(1, 8, 9),
        ),
        Given(11, r"Let $c\in(0,1]$ be any, and $k=\sqrt{1-c}$.", "c == 1 - k**2"),
        Given(
            12,
            r"Let $d=st-\log\mathbb Ee^{sB}$, the dual value at $s$.",
            "d == eps*q*t - log(coin)",
            where=ALL,
            uses=(6, 10),
        ),
        Textbook(
            13,
            r"Jensen's inequality: $\mathbb Ee^{ksB}\le(\mathbb Ee^{sB})^k$.",
            "less <= exp(k*log(coin))",
            fact="textbook.jensen:power",
            hypotheses={"X > 0": 9, "k in [0, 1]": "k*(1 - k) >= 0"},
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
            uses=(12,),
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
            hypotheses={"independent factors": 9},
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
            uses=(9,),
        ),
        Inequality(
            28,
            r"So $d\le\epsilon(t-\mu)$.",
            "d <= eps*(t-y)",
            where=ALL,
            uses=(12,),
            weights={27: "1"},
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
            r"The lower tail: $d_\epsilon(1-\frac xn,1-\mu)$ is at most the cost of $1-z$.",
            "d_eps(1-t,1-y,eps) <= kl(1-z,1-y) + eps*abs(1-t-(1-z))",
            where=f"{INSIDE}, z in [0,1]",
            claim="bern.def.deps.attained",
            of_step=1,
            instance={"x": "1-t", "y": "1-y", "z": "1-z"},
        ),
        Given(
            34,
            r"Let $d'=d_\epsilon(1-\frac xn,1-\mu)$.",
            "d2 == d_eps(1-t,1-y,eps)",
            where=INSIDE,
        ),
        Inequality(
            35,
            r"So $d'$ is at most the cost of $1-z$,",
            "d2 <= kl(1-z,1-y) + eps*abs(t-z)",
            where=f"{INSIDE}, z in [0,1]",
            uses=(34,),
            weights={33: "1"},
            positive=nearest_inside("(1-t)", "(1-y)"),
        ),
        Inequality(
            36,
            r"which is that of $z$ for $e=d_\epsilon(\frac xn,\mu)$.",
            "kl(z,y) + eps*abs(t-z) >= d2",
            where=f"{INSIDE}, z in [0,1]",
            weights={35: "1"},
        ),
        Textbook(
            37,
            r"So $d'\le e$, as $e$ is the least cost;",
            "d2 <= e",
            fact=LEAST,
            where=f"{INSIDE}, z in [0,1]",
            hypotheses={"c is a lower bound": 36},
            instance={"c": "d2", "low": "e", "X": "kl(z,y) + eps*abs(t-z)"},
            over=("z",),
        ),
        OnClaim(
            38,
            r"and as $d_\epsilon(\frac xn,\mu)$ is at most the cost of each $z$,",
            "d_eps(t,y,eps) <= kl(z,y) + eps*abs(t-z)",
            where=f"{INSIDE}, z in [0,1]",
            claim="bern.def.deps.attained",
            of_step=1,
            instance={"x": "t"},
        ),
        Given(39, r"which is $e$,", "e == d_eps(t,y,eps)", where=INSIDE),
        Inequality(
            40,
            r"and that cost is that of $1-z$ for $d'$:",
            "kl(1-z,1-y) + eps*abs(t-z) >= e",
            where=f"{INSIDE}, z in [0,1]",
            uses=(39,),
            weights={38: "1"},
            positive=nearest_inside("t"),
        ),
        Textbook(
            41,
            r"$e\le d'$.",
            "e <= d2",
            fact=LEAST,
            where=f"{INSIDE}, z in [0,1]",
            hypotheses={"c is a lower bound": 40},
            instance={"c": "e", "low": "d2", "X": "kl(1-z,1-y) + eps*abs(t-z)"},
            over=("z",),
        ),
        Inequality(
            42,
            r"For a mean $w$ and every $v$: $1-w+we^v\ge e^{wv}$.",
            "1-w+w*exp(v) >= exp(w*v)",
            where="w in [0,1], v in (-inf,inf)",
        ),
        Given(
            43,
            r"Let $\epsilon r$ with $r\in[0,1]$ be another slope, and",
            "other == 1-y+y*exp(eps*r)",
            where="y in [0,1]",
        ),
        Inequality(
            44,
            r"This is $\mathbb Ee^{sB}(1-f+fe^{\epsilon r-s})$,",
            "other >= coin*(1-f+f*exp(eps*r-eps*q))",
            where="y in [0,1]",
            uses=(1, 9, 43),
        ),
        Inequality(
            45,
            r"so that its logarithm is above the tangent at $s$, whose slope is $f$.",
            "log(other) >= log(coin) + f*(eps*r-eps*q)",
            where="y in [0,1]",
            monotone=("log", "other", "coin*exp(f*(eps*r-eps*q))"),
            at={42: {"w": "f", "v": "eps*r-eps*q"}},
            weights={42: "coin", 44: "1"},
        ),
        Inequality(
            46,
            r"So no slope has a dual value above $d$, and $d$ is their supremum.",
            "eps*r*t - log(other) <= d",
            where=ALL,
            uses=(12,),
            weights={45: "1", 6: "eps*(1-r)", 7: "eps"},
        ),
        Inequality(
            47,
            r"$\mathrm{kl}(z,\mu)\ge uz-\log(1-\mu+\mu e^u)$,",
            "kl(z,y) >= u*z - log(1-y+y*exp(u))",
            where="y in (0,1), z in [0,1], u in (-inf,inf)",
            rest="kl(z, y*exp(u)/(1-y+y*exp(u)))",
        ),
        Inequality(
            48,
            r"and $\epsilon|t-z|\ge s(t-z)$.",
            "eps*abs(t-z) >= eps*q*(t-z)",
            where="t in [0,1], z in [0,1]",
        ),
        Inequality(
            49,
            r"So for $0<\mu<1$ and $x\le n$ the cost of each mean $z$ is at least $d$.",
            "kl(z,y) + eps*abs(t-z) >= d",
            where=f"{INSIDE}, z in [0,1], t >= y",
            at={47: {"u": "eps*q"}},
            uses=(9, 12),
            weights={47: "1", 48: "1"},
        ),
        Given(
            50,
            r"By (6) $e=d_\epsilon(x/n,\mu)$ is the infimum of these costs; one of them is that of "
            r"$f$.",
        ),
        Textbook(
            51,
            r"So $d\le d_\epsilon(x/n,\mu)$,",
            "d <= e",
            fact=LEAST,
            where=f"{INSIDE}, z in [0,1], t >= y",
            hypotheses={"c is a lower bound": 49},
            instance={"c": "d", "low": "e", "X": "kl(z,y) + eps*abs(t-z)"},
            over=("z",),
            uses=(50,),
        ),
        Textbook(
            52,
            r"and $d_\epsilon(x/n,\mu)$ is at most the cost of $f$,",
            "e <= kl(f,y) + eps*abs(t-f)",
            fact="textbook.bounds-of-sets:member",
            where=INSIDE,
            hypotheses={"v is a member": 50},
            instance={"low": "e", "v": "kl(f,y) + eps*abs(t-f)"},
        ),
        Inequality(
            53,
            r"where $\mathrm{kl}(f,\mu)=sf-\log\mathbb Ee^{sB}$:",
            "kl(f,y) <= eps*q*f - log(coin)",
            where="y in (0,1)",
            uses=(1, 9),
        ),
        Inequality(
            54,
            r"$d_\epsilon(x/n,\mu)\le d$.",
            "e <= d",
            where=f"{INSIDE}, t >= y",
            uses=(6, 12),
            weights={52: "1", 53: "1", 7: "eps"},
        ),
        Inequality(
            55,
            r"At the means 0 and 1 only $z=\mu$ has a finite cost, $\epsilon(t-\mu)$. There "
            r"$f=\mu$,",
            "abs(f-y) <= y*(1-y)*exp(eps)",
            where="y in [0,1]",
            uses=(1,),
        ),
        Inequality(
            56,
            r"and $d\ge\epsilon(t-f)$.",
            "eps*(t-f) <= d",
            where=ALL,
            uses=(12,),
            weights={10: "1", 7: "eps"},
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
            uses=(24, 28, 32, 37, 41, 46, 51, 54, 55, 56, 57),
        ),
    ),
)
