"""The proofs of Lemma C.3: the clipped private mean of coins, and its optimistic index."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Parts, Proof, Step, Textbook

PLACES = "avg in [0,1], y in (-inf,inf), c in [0,1]"
NOISE = "textbook.laplace-tail"
INSIDE = "k <= kl(0,mu), x <= mu"
"""Where the place x with d(x, mu) = k exists."""


def rarely_below(first: int, bound: str, uses: tuple[int, ...], where: str) -> tuple[Step, ...]:
    """c < x only if the mean is at most x or the noise at most -w."""
    inside = f"{PLACES}, {where}" if where else PLACES
    return (
        Textbook(
            first,
            r"The mean is at most $x$ with at most this probability.",
            "high <= exp(-n*k)",
            fact="textbook.chernoff:average below",
            hypotheses={"n independent draws in [0, 1] of one mean": 1},
            instance={"p": "high"},
            where=where,
        ),
        Given(first + 1, "If it is larger", "avg > x", where=inside),
        Given(first + 2, "and the noise is not that low,", "y > -w", where=inside),
        Given(
            first + 3,
            r"then $c=\check\mu_n(\delta)$",
            "c == max(0, min(1, avg + y + w))",
            where=inside,
        ),
        Inequality(
            first + 4,
            "is at least $x$.",
            "x <= c",
            where=inside,
            uses=(first + 1, first + 2, first + 3),
        ),
        Textbook(
            first + 5,
            "So it is below $x$ with at most the sum of the two probabilities.",
            "less <= high + far",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": first + 4},
            instance={"p": "less", "q": "high", "r": "far"},
            where=where,
        ),
        Inequality(
            first + 6,
            "That is",
            f"less <= {bound}",
            where=where,
            uses=uses,
            weights={first: "1", first + 5: "1"},
        ),
    )


ALPHA = Proof(
    "thesis.lemC.3.claim1",
    where="n in [1,inf), eps in (0,inf), d in (0,inf), x in [0,1], w in (-inf,inf), "
    "k in [0,inf), high in [0,1], far in [0,1], near in [0,1], less in [0,1], sure in [0,1]",
    steps=(
        Given(
            1,
            r"$X_1,\dots,X_n$ are independent coins of mean $\mu$, $x=\mu-\alpha$ and "
            r"$k=d(x,\mu)$; the noise has the scale $\frac1{n\varepsilon}$.",
        ),
        Given(2, r"$w=\log(1/\delta)/(n\varepsilon)$.", "w == -log(d)/(n*eps)"),
        Textbook(
            3,
            r"If $\delta\le1$, the noise is at most $-w$ with probability",
            "far == exp(-w/(1/(n*eps)))/2",
            fact=f"{NOISE}:below",
            hypotheses={"t >= 0": "w >= 0", "b > 0": "1/(n*eps) > 0"},
            instance={"p": "far", "t": "w", "b": "1/(n*eps)"},
            uses=(2,),
            where="d <= 1",
        ),
        Inequality(4, r"$\frac\delta2$.", "far <= d/2", uses=(2, 3), where="d <= 1"),
        Textbook(
            5,
            r"If $\delta>1$, it is above $-w$ with probability",
            "near == exp(-log(d))/2",
            fact=NOISE,
            hypotheses={"z >= 0": "log(d) >= 0"},
            instance={"p": "near", "z": "log(d)"},
            where="1 <= d",
        ),
        Textbook(
            6,
            "and else at most $-w$,",
            "near + far == 1",
            fact="textbook.elementary-probability:complement",
            hypotheses={"the second event is that the first does not come": 1},
            instance={"p": "near", "q": "far"},
        ),
        Inequality(7, r"with at most $\frac\delta2$.", "far <= d/2", uses=(5, 6), where="1 <= d"),
        *rarely_below(8, "exp(-n*k) + d/2", (4,), "d <= 1"),
        *rarely_below(15, "exp(-n*k) + d/2", (7,), "1 <= d"),
        Given(22, r"If $k=\infty$, then $\mu=1$ and $x<1$: all coins show 1, and"),
        Textbook(
            23,
            r"$\check\mu_n\le x<1$ needs noise of at most $-w$: then",
            "sure <= far",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 22},
            instance={"p": "sure", "q": "far"},
        ),
        Inequality(
            24, r"this is the bound,", "sure <= d/2", weights={23: "1", 4: "1"}, where="d <= 1"
        ),
        Inequality(
            25, r"for all $\delta$.", "sure <= d/2", weights={23: "1", 7: "1"}, where="1 <= d"
        ),
        Parts(26, "All cases.", uses=(14, 21, 24, 25)),
    ),
)
INDEX = Proof(
    "thesis.lemC.3.claim2.repaired",
    where="n in [1,inf), eps in (0,inf), d in (0,1], mu in (0,1), x in [0,1], w in [0,inf), "
    "k in [0,inf), high in [0,1], far in [0,1], less in [0,1], low in [0,1], one in [0,1], "
    "never in [0,1]",
    steps=(
        Given(
            1,
            r"$X_1,\dots,X_n$ are independent coins of mean $\mu$, the noise has the scale "
            r"$\frac1{n\varepsilon}$, and $d(\cdot,\mu)$ is continuous for $0<\mu<1$.",
        ),
        Given(2, r"$k=\log(1/\delta)/n$", "d == exp(-n*k)"),
        Given(3, r"and $w=\log(1/\delta)/(n\varepsilon)$.", "w == k/eps"),
        Textbook(
            4,
            "The noise is at most $-w$ with probability",
            "far == exp(-w/(1/(n*eps)))/2",
            fact=f"{NOISE}:below",
            hypotheses={"t >= 0": "w >= 0", "b > 0": "1/(n*eps) > 0"},
            instance={"p": "far", "t": "w", "b": "1/(n*eps)"},
            uses=(1,),
        ),
        Inequality(5, r"$\frac\delta2$.", "far <= d/2", uses=(2, 3, 4)),
        Inequality(
            6,
            "By the inequality of Pinsker",
            "2*(s-r)**2 <= kl(r,s)",
            where="r in [0,1], s in (0,1)",
        ),
        Inequality(
            7,
            r"It falls strictly on $[0,\mu]$.",
            "kl(s,mu) < kl(r,mu)",
            where="r in [0,1], s in (0,1), r < s, s <= mu",
            weights={6: "1"},
            rest="2*(s-r)**2 + (s-r)*(log(mu/s) + log((1-s)/(1-mu)))",
        ),
        Given(8, r"Let first $k\le d(0,\mu)$.", "k <= kl(0,mu)", where="k <= kl(0,mu)"),
        Textbook(
            9,
            r"So $k$ is its value at one place $x$:",
            fact="textbook.intermediate-values",
            hypotheses={
                "f is continuous on [a, b]": 1,
                "f falls strictly on [a, b]": 7,
                "v lies between f(b) and f(a)": 8,
            },
            where="k <= kl(0,mu)",
        ),
        Given(10, r"$d(x,\mu)=k$.", "k == kl(x,mu)", uses=(9,), where=INSIDE),
        *rarely_below(11, "d + d/2", (2, 5), INSIDE),
        OnClaim(
            18,
            r"Where $x\le\check\mu_n\le\mu$ (and $\check\mu_n>0$, else it is $x$), $d(\check\mu_n,"
            r"\mu)\le k$ and so $\mu\le U_n$; and $\check\mu_n\le U_n$.",
            "kl(c,mu) <= kl(x,mu)",
            claim="thesis.lemC.25.monotone",
            of_step=7,
            instance={"p": "mu", "x": "c", "y": "x"},
            where=f"c in (0,1), x <= c, c <= mu, {INSIDE}",
            uses=(10,),
        ),
        Textbook(
            19,
            r"So $U_n<\mu$ only where $\check\mu_n<x$.",
            "low <= less",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 18},
            instance={"p": "low", "q": "less"},
            where=INSIDE,
        ),
        Inequality(
            20,
            r"$\mathbb P(U_n<\mu)\le\frac32\delta$ then.",
            "low <= 3/2*d",
            where=INSIDE,
            weights={17: "1", 19: "1"},
        ),
        OnClaim(
            21,
            r"If $k\ge d(0,\mu)$, then $d(\check\mu_n,\mu)\le k$ wherever $\check\mu_n\le\mu$: "
            r"$U_n\ge\mu$ always.",
            "kl(c,mu) <= kl(0,mu)",
            claim="thesis.lemC.25.monotone",
            of_step=7,
            instance={"p": "mu", "x": "c", "y": "0"},
            where="c in (0,1), kl(0,mu) <= k, c <= mu",
        ),
        Given(22, r"If $\mu=0$, then $U_n\ge\mu$ as well.", "never == 0", uses=(21,)),
        Inequality(23, "The probability is 0.", "never <= 3/2*d", uses=(22,)),
        Given(24, r"If $\mu=1$, all coins show 1, and $U_n<1$ needs $\check\mu_n<1$,"),
        Textbook(
            25,
            r"noise below $-w$.",
            "one <= far",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 24},
            instance={"p": "one", "q": "far"},
        ),
        Inequality(
            26,
            r"So it is at most $\frac\delta2$.",
            "one <= 3/2*d",
            weights={25: "1", 5: "1"},
            rest="d",
        ),
        Parts(27, "All cases.", uses=(20, 23, 26)),
    ),
)
