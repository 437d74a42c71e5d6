"""The proofs about subgaussian laws: tails, rules, and the confidence bounds of means."""

from __future__ import annotations

from functools import cache

from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.verdicts.vocabulary import need

PART = "the first event is a part of the second"

TAIL = Proof(
    "thesis.lem2.21",
    where="y in [0,inf), e in [0,inf), z in [0,inf), s in (0,inf), m in [0,inf), p in [0,1], "
    "q in [0,1]",
    steps=(
        Given(
            1,
            r"$X$ is $\sigma$-subgaussian, $\sigma>0$: with $z=\varepsilon/\sigma$ and the rate "
            r"$\lambda=\varepsilon/\sigma^2=z/\sigma$, $m=\mathbb Ee^{\lambda X}\le "
            r"e^{\lambda^2\sigma^2/2}$.",
            "m <= exp(z**2/2)",
        ),
        Inequality(
            2,
            r"If $X=\varepsilon+y\ge\varepsilon$, then $\lambda X\ge\lambda\varepsilon=z^2$.",
            "z/s*(z*s+y) >= z**2",
        ),
        Textbook(
            3,
            r"So $q=\mathbb P(X\ge\varepsilon)\le p=\mathbb P(e^{\lambda X}\ge e^{z^2})$.",
            "q <= p",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={PART: 2},
            instance={"p": "q", "q": "p"},
        ),
        Textbook(
            4,
            r"Markov's inequality for $e^{\lambda X}$.",
            "p*exp(z**2) <= m",
            fact="textbook.markov",
            over=("y",),
            hypotheses={"X >= 0": "exp(z/s*(z*s+y)) >= 0", "a > 0": "exp(z**2) > 0"},
            instance={"p": "p", "a": "exp(z**2)", "m": "m", "X": "exp(z/s*(z*s+y))"},
        ),
        Inequality(
            5,
            r"Together.",
            "q <= exp(-z**2/2)",
            weights={3: "1", 4: "exp(-z**2)", 1: "exp(-z**2)"},
        ),
        Given(6, r"$z$ is this.", "z == e/s"),
        Inequality(
            7,
            r"$\mathbb P(X\ge\varepsilon)\le e^{-\varepsilon^2/(2\sigma^2)}$.",
            "q <= exp(-(e/s)**2/2)",
            uses=(6,),
            weights={5: "1"},
        ),
    ),
)

SCALED = Proof(
    "thesis.lem2.22.scaling.repaired",
    where="l in (-inf,inf), c in (-inf,inf), s in [0,inf), m in [0,inf)",
    steps=(
        Given(
            1,
            r"$X_1$ is $\sigma_1$-subgaussian, at the rate $\lambda c$: "
            r"$m=\mathbb Ee^{\lambda cX_1}$ is at most $e^{(\lambda c)^2\sigma_1^2/2}$.",
            "m <= exp((l*c)**2*s**2/2)",
        ),
        Inequality(2, r"$c^2=|c|^2$.", "exp((l*c)**2*s**2/2) <= exp(l**2*(abs(c)*s)**2/2)"),
        Inequality(
            3,
            r"$cX_1$ is $|c|\sigma_1$-subgaussian: this is its moment at any rate $\lambda$.",
            "m <= exp(l**2*(abs(c)*s)**2/2)",
            weights={1: "1", 2: "1"},
        ),
    ),
)

SUMMED = Proof(
    "thesis.lem2.22.sum",
    where="l in (-inf,inf), s in [0,inf), t in [0,inf), x in [0,inf), y in [0,inf), m in [0,inf)",
    steps=(
        Given(1, r"$X_1$ and $X_2$ are independent, and so are $e^{\lambda X_i}\ge0$."),
        Given(2, r"$x=\mathbb Ee^{\lambda X_1}$.", "x <= exp(l**2*s**2/2)"),
        Given(3, r"$y=\mathbb Ee^{\lambda X_2}$.", "y <= exp(l**2*t**2/2)"),
        Textbook(
            4,
            r"$m=\mathbb Ee^{\lambda(X_1+X_2)}$ is their product.",
            "m == x*y",
            fact="textbook.elementary-probability:independent product",
            hypotheses={"independent, and not negative": 1},
            instance={"m": "m", "x": "x", "y": "y"},
        ),
        Inequality(
            5,
            r"$X_1+X_2$ is $\sqrt{\sigma_1^2+\sigma_2^2}$-subgaussian.",
            "m <= exp(l**2*sqrt(s**2+t**2)**2/2)",
            uses=(4,),
            weights={2: "y", 3: "exp(l**2*s**2/2)"},
        ),
    ),
)

BOUNDED = Proof(
    "thesis.lem2.22.bounded",
    where="L in (-inf,inf), u in [0,1], p in [0,1], m in [0,inf), l in (-inf,inf), h in [0,inf)",
    steps=(
        Given(
            1,
            r"$h=b-a$, and $X=h(U-p)$ with $U\in[0,1]$ and $\mathbb EU=p$, as $\mathbb EX=0$: "
            r"for $h>0$ with $U=(X-a)/h$ and $p=-a/h$; for $h=0$, where $X=0$, with any $U$. At a "
            r"rate $\lambda$ let $L=\lambda h$.",
            "L == l*h",
        ),
        Inequality(2, r"$e^{Lu}$ is below its chord on $[0,1]$.", "exp(L*u) <= 1 + (exp(L)-1)*u"),
        Textbook(
            3,
            r"So is its mean $m=\mathbb Ee^{LU}$.",
            "m <= 1*1 + (exp(L)-1)*p",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 2},
            instance={"x": "m", "n": "1", "c": "1", "b": "exp(L)-1", "z": "p"}
            | {"X": "exp(L*u)", "Z": "u"},
            over=("u",),
        ),
        OnClaim(
            4,
            r"The Bernoulli law of mean $p$ is $\frac12$-subgaussian.",
            "log(1-p+p*exp(L)) - L*p <= L**2/8",
            claim="thesis.lem2.22.bernoulli",
            of_step=1,
            instance={"l": "L"},
        ),
        Inequality(
            5,
            "Its exponential.",
            "(1-p+p*exp(L))*exp(-L*p) <= exp(L**2/8)",
            uses=(4,),
        ),
        Inequality(
            6,
            r"$\mathbb Ee^{\lambda X}=e^{-Lp}m\le e^{\lambda^2((b-a)/2)^2/2}$.",
            "exp(-L*p)*m <= exp(l**2*(h/2)**2/2)",
            uses=(1,),
            weights={3: "exp(-L*p)", 5: "1"},
        ),
    ),
)

WIDTH = Proof(
    "thesis.alg2.width.repaired",
    where="V in (0,inf), v in (0,inf), T in [1,inf), l in (-inf,inf), m in [0,inf), L in [0,inf), "
    "up in [0,1], down in [0,1]",
    steps=(
        Given(
            1, r"$X_1,\dots,X_T$ are independent, $X_t-\mu$ is 1-subgaussian, and $L=\log1/\delta$."
        ),
        OnClaim(
            2,
            r"One more such term adds 1 to the square $V$ of the proxy of the sum.",
            claim="thesis.lem2.22.sum",
            uses=(1,),
        ),
        Induction(
            3,
            r"The sum of $T$ of them has $V=T$.",
            "V == T",
            variable="T",
            sequence="V",
            first="1",
            following="V + 1",
            uses=(2,),
        ),
        Given(
            4,
            r"Let $m$ be the moment of this sum at the rate $l/T$; the proxy bounds it.",
            "m <= exp((l*(1/T))**2*sqrt(V)**2/2)",
        ),
        OnClaim(
            5,
            r"Divided by $T$, or by $-T$, it has this moment at any rate $l$.",
            "m <= exp(l**2*(abs(1/T)*sqrt(V))**2/2)",
            claim="thesis.lem2.22.scaling.repaired",
            of_step=3,
            instance={"c": "1/T", "s": "sqrt(V)"},
            uses=(4,),
        ),
        Given(6, r"With this $v$:", "v == V/T**2"),
        Inequality(
            7,
            r"It is $\sqrt v$-subgaussian.",
            "m <= exp(l**2*v/2)",
            uses=(6,),
            weights={5: "1"},
        ),
        OnClaim(
            8,
            r"The average is larger than $\mu$ by $w=\sqrt{2L/T}$ or more with a probability of at "
            r"most $e^{-w^2/(2v)}$.",
            "up <= exp(-sqrt(2*L/T)**2/(2*v))",
            claim="thesis.lem2.21",
            of_step=7,
            instance={"q": "up", "e": "sqrt(2*L/T)", "s": "sqrt(v)"},
            uses=(7,),
        ),
        OnClaim(
            9,
            r"It is smaller by $w$ or more with the same.",
            "down <= exp(-sqrt(2*L/T)**2/(2*v))",
            claim="thesis.lem2.21",
            of_step=7,
            instance={"q": "down", "e": "sqrt(2*L/T)", "s": "sqrt(v)"},
            uses=(7,),
        ),
        Inequality(10, r"$e^{-w^2/(2v)}=\delta$.", "down <= exp(-L)", uses=(3, 6, 9)),
        Inequality(11, r"The same above.", "up <= exp(-L)", uses=(3, 6, 8)),
        Parts(12, "Each side fails with probability at most $\\delta$.", uses=(10, 11)),
    ),
)

EVENT = Proof(
    "thesis.alg2.sketch.event.repaired",
    where="one in [0,1], own in [0,1], any in [0,1], d in (0,1], L in [0,inf), "
    "K in [1,inf), T in [1,inf)",
    steps=(
        Given(1, r"Given the past, the reward of a pull has the law of its arm."),
        OnClaim(
            2,
            r"The bound of one side, for an average of $n\le T$ independent draws, fails with "
            r"probability at most $\delta$.",
            "one <= exp(-L)",
            claim="thesis.alg2.width.repaired",
            of_step=11,
            instance={"up": "one"},
        ),
        Given(3, r"$L=\log1/\delta$.", "d == exp(-L)"),
        Inequality(4, r"That is $\delta$.", "one <= d", uses=(3,), weights={2: "1"}),
        Textbook(
            5,
            r"One of the $2KT$ bounds for independent draws fails.",
            "any <= (2*K*T)*d",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 4},
            instance={"p": "any", "n": "2*K*T", "d": "d", "X": "one"},
            over=("one",),
        ),
        Textbook(
            6,
            r"The rewards of the bandit, numbered by the pulls, are such draws.",
            "own == any",
            fact="textbook.reward-stacks",
            hypotheses={"given the past a reward has the law of its arm": 1},
            instance={"p": "own", "q": "any"},
        ),
        Inequality(
            7,
            r"All bounds hold with probability at least $1-2KT\delta$.",
            "1 - own >= 1 - 2*K*T*d",
            uses=(6,),
            weights={5: "1"},
        ),
    ),
)


@cache
def area() -> str:
    """The integral of t^(-1/2) from 0 to T is 2 sqrt(T), by its antiderivative."""
    import sympy as sp

    t, horizon = sp.symbols("t T", positive=True)
    whole = 2 * sp.sqrt(t)
    need(sp.simplify(sp.diff(whole, t) - 1 / sp.sqrt(t)) == 0, "Another antiderivative")
    need(sp.limit(whole, t, 0) == 0, "It does not vanish at 0")
    need(whole.subs(t, horizon) == 2 * sp.sqrt(horizon), "Another value at T")
    return "an antiderivative, and its values at both ends"


INTEGRAL = Proof(
    "thesis.alg2.sketch.integral.repaired",
    where="n in [0,inf), H in [0,inf), gap in (-inf,inf), j in [0,inf), S in [0,inf), "
    "K in [1,inf), T in [1,inf), total in [0,inf)",
    parts=(1,),
    steps=(
        Computed(1, r"$\int_0^Tt^{-1/2}dt=2\sqrt T$.", by=area),
        Induction(
            2,
            r"The widths of an arm with $n$ pulls: $H=\sum_{k\le n}k^{-1/2}\le2\sqrt n$.",
            "H <= 2*sqrt(n)",
            start="0",
            sequence="H",
            first="0",
            following="H + 1/sqrt(n+1)",
            weight="1",
            rest="(sqrt(n+1)-sqrt(n))**2/sqrt(n+1)",
        ),
        Induction(
            3,
            r"Over the arms: the sum of all $2\sqrt{N_a}-H_a$ is at least 0.",
            "gap >= 0",
            variable="j",
            start="0",
            sequence="gap",
            first="0",
            following="gap + 2*sqrt(n) - H",
            weight="1",
            uses=(2,),
        ),
        Given(4, r"With $S=\sum_a\sqrt{N_a}$ it is $2S$ minus the sum.", "gap == 2*S - total"),
        Textbook(
            5,
            r"$S$ is the inner product of ones and the $\sqrt{N_a}$, whose squares sum to $T$.",
            "S**2 <= K*T",
            fact="textbook.cauchy-schwarz",
            instance={"d": "S", "x": "K", "y": "T"},
        ),
        Inequality(
            6,
            r"$S\le\sqrt{KT}$.",
            "S <= sqrt(K*T)",
            weights={5: "1/(S + sqrt(K*T))"},
        ),
        Inequality(
            7,
            r"$\sum_{t\le T}N_{a_t}(t)^{-1/2}\le2\sqrt{KT}$ for every sequence of pulls.",
            "total <= 2*sqrt(K*T)",
            uses=(4,),
            weights={3: "1", 6: "2"},
        ),
    ),
)
