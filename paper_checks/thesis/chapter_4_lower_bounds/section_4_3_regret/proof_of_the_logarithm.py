"""The minimax bounds with Lambert's W under View DP, step by step; k = K - 1 throughout.

The gap is 1/2, and the pulls of the arm that changes are bounded by the regret: so R is at least
(T/16) exp(-q R) with q = 2 eps t/k, where t is the distance of the two laws; w = W(q T/16).
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Step, Textbook

from .proof_of_theorem_4_15 import RANGES, arm_alone, coins, exact, over_policies, testing

WHERE = f"eps in (0,inf), {RANGES}, q in (0,inf), w in (0,inf), y in (0,inf)"


def root(distance: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps to the bound, of which there are 19 besides those that give the distance."""
    n = 3 + len(distance)
    return (
        Given(
            1,
            r"$\mu=(\frac12,0,\dots,0)$ and $\mu'=\mu$ but for $\mu'_i=1$: $\Delta=\frac12$.",
            "gap == 1/2",
        ),
        OnClaim(
            2,
            r"For the suboptimal arm $i$ with the least $\mathbb E_\mu N_i(T)$: "
            r"$\mathbb E_\mu N_i(T)\le\mathrm{Reg}_T(\mu)/((K-1)\Delta)$.",
            "pulls <= R1/(k*gap)",
            claim="thesis.sec4.1.every_law",
            of_step=6,
            instance={"l": "pulls"},
        ),
        *distance,
        *arm_alone(n),
        *testing(n + 4),
        Given(
            n + 7,
            r"Let $q=2\varepsilon t/(K-1)$ with the distance $t>0$ of the two laws.",
            "q == 2*eps*tv/k",
            uses=(1, n - 1),
        ),
        Inequality(n + 8, r"$R\ge\mathrm{Reg}_T(\mu)$.", "R >= R1", weights={n + 5: "1"}),
        Inequality(
            n + 9,
            r"So $D_{\mathrm{KL}}\le qR$.",
            "div <= q*R",
            uses=(1, n + 7),
            weights={n + 3: "1", 2: "eps*tv", n + 8: "2*eps*tv/k"},
        ),
        Inequality(
            n + 10,
            "The exponential.",
            "exp(-div) >= exp(-q*R)",
            monotone=("exp", "-div", "-q*R"),
            weights={n + 9: "1"},
        ),
        Inequality(
            n + 11,
            r"$R\ge\frac T{16}e^{-qR}$.",
            "R >= T/16*exp(-q*R)",
            uses=(1,),
            weights={n + 6: "1", n + 10: "T/16"},
        ),
        Given(n + 12, r"Let $y=qR$.", "y == q*R", uses=(n + 11,)),
        Inequality(
            n + 13,
            r"$y\ge\frac{qT}{16}e^{-y}$.",
            "y >= q*T/16*exp(-y)",
            uses=(n + 12,),
            weights={n + 11: "q"},
        ),
        Inequality(
            n + 14,
            "The logarithm.",
            "log(y) >= log(q*T/16) - y",
            monotone=("log", "y", "q*T/16*exp(-y)"),
            weights={n + 13: "1"},
        ),
        Given(
            n + 15,
            r"Let $w=W(\frac{qT}{16})=W(\frac{\varepsilon tT}{8(K-1)})$: $we^w=\frac{qT}{16}$.",
            "w + log(w) <= log(q*T/16)",
        ),
        Inequality(
            n + 16,
            "The tangent of the logarithm.",
            "log(y) - log(w) <= y/w - 1",
        ),
        Inequality(
            n + 17,
            r"So $y\ge w$.",
            "y >= w",
            weights={n + 14: "w/(1 + w)", n + 15: "w/(1 + w)", n + 16: "w/(1 + w)"},
        ),
        Inequality(
            n + 18,
            r"$R\ge\frac wq$.",
            "R >= w/q",
            uses=(n + 12,),
            weights={n + 17: "1/q"},
        ),
        over_policies(n + 19, n + 18, "w/q", more=("y",)),
        Inequality(
            n + 20,
            r"$\mathrm{Reg}^*\ge\frac{K-1}{2\varepsilon t}W(\frac{\varepsilon tT}{8(K-1)})$.",
            "star >= k/(2*eps*tv)*w",
            uses=(n + 7, 1, n - 1),
            weights={n + 19: "1"},
        ),
    )


COINS = Proof("thesis.thm4.15.bernoulli_logarithm", where=WHERE, steps=root(coins(3)[:2]))
NORMAL = Proof(
    "thesis.thm4.15.logarithm",
    where=f"{WHERE}, L in (0,inf), c in (-inf,inf), r in (0,1), low in [0,inf), high in [0,inf)",
    steps=(
        *root(exact(3)),
        Given(26, r"By the definition of $w$:", "T/16 <= w/q*exp(w)"),
        Inequality(
            27,
            r"The bound is above $\frac T{16e}$ for $w<1$,",
            "w/q > T/16*exp(-1)",
            where="w < 1",
            weights={26: "exp(-1)"},
        ),
        Inequality(
            28,
            r"and above $\frac{K-1}{17.3511\,\varepsilon}$ for $w\ge1$.",
            "w/q > k/eps/(173511/10000)",
            where="w >= 1",
            uses=(4, 12),
        ),
        Given(
            29,
            r"With $L=\log T$ the number $c=w+\log w-L=\log\frac q{16}$ does not depend on $T$.",
            "c == w + log(w) - L",
        ),
        Given(30, r"So for every $r>0$ and all large $T$: $c\le rL$,", "c <= r*L"),
        Given(31, r"$c\ge-rL$,", "c >= -r*L"),
        Given(32, r"and $w\ge\frac1{r^2}$.", "w >= 1/r**2"),
        Inequality(33, r"Then $\log w\ge0$,", "log(w) >= 0", uses=(32,)),
        Inequality(34, r"and $\log w\le\sqrt w$,", "log(w) <= sqrt(w)"),
        Inequality(
            35,
            r"at most $rw$.",
            "log(w) <= r*w",
            weights={34: "1", 32: "sqrt(w)*r**2/(r*sqrt(w) + 1)"},
        ),
        Inequality(
            36,
            r"So $w\le(1+r)L$,",
            "w/L <= (1 + r)*1",
            uses=(29,),
            weights={30: "1/L", 33: "1/L"},
        ),
        Inequality(
            37,
            r"and $w\ge(1-2r)L$.",
            "w/L >= (1 - 2*r)*1",
            uses=(29,),
            weights={31: "1/(L*(1 + r))", 35: "1/(L*(1 + r))"},
            rest="2*r**2/(1 + r)",
        ),
        Textbook(
            38,
            r"The upper limit of $w/\log T$ is at most 1,",
            "high <= 1",
            fact="textbook.bounds-of-sets:upper limit",
            hypotheses={"x_n <= (1 + r) c for every r > 0 and all large n": 36},
            instance={"high": "high", "X": "w/L", "c": "1"},
            over=("w", "L", "r"),
        ),
        Textbook(
            39,
            "and the lower limit is at least 1.",
            "1 <= low",
            fact="textbook.bounds-of-sets:lower limit",
            hypotheses={"x_n >= (1 - r) c for every r > 0 and all large n": 37},
            instance={"low": "low", "X": "w/L", "c": "1", "r": "2*r"},
            over=("w", "L", "r"),
        ),
    ),
    parts=(25, 27, 28, 38),
)
