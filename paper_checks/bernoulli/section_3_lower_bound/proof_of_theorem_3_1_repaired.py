"""The proof of Theorem 3.1 with its hypothesis mu_star < 1, step by step.

x < y are the means of a suboptimal arm and of the best one, w > y the mean that makes the arm the
best one, z the mean between x and y of the least transport; L = log T, for all large T.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    Instance,
    OnClaim,
    Proof,
    Textbook,
    Words,
)
from banditproof.theory import certify, d_eps


def transports() -> Iterator[Instance]:
    """Means at which the point of the least transport to w lies below y, so that it is d_eps(x, w).

    The z here is any point between x and y; what is about a policy is left out.
    """
    for x, y, w, z, eps in (
        ("1/2", "3/4", "77/100", "18/25", "1/4"),
        ("1/5", "1/2", "3/5", "2/5", "1"),
    ):
        means = {"x": Fraction(x), "y": Fraction(y), "w": Fraction(w), "z": Fraction(z)}
        least = certify(d_eps, x, w, eps, digits=20)
        yield {**means, "eps": eps, "d": certify(d_eps, x, y, eps, digits=20), "cost": least}


PROOF = Proof(
    "bern.thm3.1.repaired",
    where="x in [0,1), y in (0,1), x < y, z in [0,1), x <= z, z <= y, w in (0,1), eps in (0,inf), "
    "d in (0,inf), r in (0,1), g in (0,inf), cost in (0,inf), L in (0,inf), n in (0,inf), "
    "E in [0,inf), prob in [0,1], p1 in [0,1], p2 in [0,1], p3 in [0,1], first in [0,inf), "
    "pulls in [0,inf), regret in (-inf,inf), bound in [0,inf), gap in [0,1]",
    steps=(
        Given(
            1,
            r"$\pi$ is $\epsilon$-DP and consistent, and $\mu_2=x<y=\mu^\star<1$; $r\in(0,1)$ is "
            "any slack.",
        ),
        OnClaim(
            2,
            r"$d=d_\epsilon(x,y)>0$, as $x<y$.",
            "d > 0",
            claim="bern.derived.falling",
        ),
        Words(
            3,
            r"It is enough to bound the pulls of arm 2 with two arms.",
            why="bern.proof3.3.two_arms says that the proof for an arm among K is the same, with "
            "the pulls of all other arms for those of arm 1; no step repeats it",
            uses=(1,),
        ),
        Given(
            4,
            r"The other instance has $\mu''_2=w=\frac{y+g}{1+g}$ with",
            "w == (y + g)/(1 + g)",
        ),
        Given(5, r"$g=rd/4$.", "g == r*d/4", uses=(2,)),
        Inequality(6, r"There arm 2 is the best one: $w>y$.", "w > y", uses=(4,)),
        Inequality(
            7,
            r"$w$ is so near to $y$ that $\frac{(w-y)(w-x)}{w(1-w)}\le g$.",
            "(w - y)*(w - x)/(w*(1 - w)) <= g",
            uses=(4,),
            rest="g*x*(1 + g)/(y + g)",
            positive=("1 - w",),
        ),
        OnClaim(
            8,
            r"The least transport, $\epsilon(z-x)+\mathrm{kl}(z,w)$ for some $z\in[x,y]$, is at "
            r"most $d+\frac{(w-y)(w-x)}{w(1-w)}$.",
            "cost <= d + (w - y)*(w - x)/(w*(1 - w))",
            uses=(6,),
            claim="bern.proof3.1.supremum.repaired",
        ),
        Inequality(
            9,
            r"So it is at most $d(1+\frac r4)$.",
            "cost <= d*(1 + r/4)",
            uses=(5,),
            weights={8: "1", 7: "1"},
        ),
        Inequality(
            10,
            r"$\mathrm{kl}(p,q)\ge2(p-q)^2$.",
            "kl(p, q) >= 2*(p - q)**2",
            where="p in [0,1], q in (0,1)",
        ),
        Words(
            11,
            r"The $z$ of the least transport lies in $[x,y]$:",
            "z <= y",
            why="it is where the divergence to y is least; step 8 does not say so",
            uses=(8,),
        ),
        Inequality(12, r"so that $z<w$,", "w - z > 0", weights={6: "1", 11: "1"}),
        Inequality(
            13,
            r"and the least transport is positive.",
            "(eps*(z - x) + kl(z, w))/2 > 0",
            at={10: {"p": "z", "q": "w"}},
            weights={10: "1/2", 12: "w - z"},
        ),
        Given(
            14,
            r"Let $n=(1-\frac r4)\log T/\mathrm{cost}$, which tends to infinity.",
            "n == (1 - r/4)*L/cost",
            uses=(13,),
        ),
        OnClaim(
            15,
            r"The coupled environment, in which the policy sees the rewards of $\nu$.",
            claim="bern.proof3.3.coupling",
            uses=(3,),
        ),
        OnClaim(
            16,
            r"$P(N_2\le n)=P(\Omega\cap L\cap A)+P(\Omega\cap L\cap A^c)+P(\Omega\cap L^c)$.",
            "prob == p1 + p2 + p3",
            uses=(15,),
            claim="bern.proof3.3.decomposition",
        ),
        OnClaim(
            17,
            r"The first part is at most $e^{(1+r/4)n\,\mathrm{cost}}O(T^a)/(T-n)$ for every $a>0$, "
            r"as arm 1 is not the best one in $\nu''$,",
            "p1 <= first",
            uses=(1, 6),
            claim="bern.lemC.1",
        ),
        OnClaim(
            18,
            r"and that vanishes: it is at most $\frac r{12}$ for all large $T$.",
            "first <= r/12",
            uses=(14,),
            claim="bern.proof3.1.vanishing",
        ),
        OnClaim(
            19,
            r"The second part vanishes as $n\to\infty$.",
            "p2 <= r/12",
            uses=(14,),
            claim="bern.lemC.3",
        ),
        OnClaim(
            20,
            r"So does the third one.",
            "p3 <= r/12",
            uses=(14,),
            claim="bern.lemC.5",
        ),
        Inequality(
            21,
            r"So $P(N_2\le n)\le\frac r4$ for all large $T$.",
            "prob <= r/4",
            uses=(16,),
            weights={17: "1", 18: "1", 19: "1", 20: "1"},
        ),
        OnClaim(
            22,
            r"By Markov's inequality $\mathbb E[N_2]\ge n\,P(N_2>n)$.",
            "E >= n*(1 - prob)",
            claim="bern.proof3.3.markov",
        ),
        Inequality(
            23,
            r"So $\mathbb E[N_2]\ge n(1-\frac r4)$.",
            "E >= n*(1 - r/4)",
            weights={22: "1", 21: "n"},
        ),
        Inequality(
            24,
            r"$(1-\frac r4)^2\ge(1-r)(1+\frac r4)$.",
            "(1 - r/4)**2 >= (1 - r)*(1 + r/4)",
        ),
        Inequality(
            25,
            r"For every $r$ and all large $T$: $\mathbb E[N_2]/\log T\ge(1-r)/d$.",
            "E/L >= (1 - r)/d",
            uses=(14,),
            weights={23: "1/L", 24: "1/cost", 9: "(1 - r)/(d*cost)"},
        ),
        Textbook(
            26,
            r"So $\liminf\mathbb E[N_2]/\log T\ge1/d$.",
            "1/d <= pulls",
            fact="textbook.bounds-of-sets:lower limit",
            over=("E", "L", "r"),
            hypotheses={"x_n >= (1 - r) c for every r > 0 and all large n": 25},
            instance={"c": "1/d", "low": "pulls", "X": "E/L"},
        ),
        OnClaim(
            27,
            r"$\mathrm{Reg}_T=\sum_a\Delta_a\mathbb E[N_a(T)]$, whose terms are not negative.",
            claim="bern.eq2",
        ),
        Inequality(
            28,
            r"Each term: $\liminf\Delta_a\mathbb E[N_a]/\log T\ge\Delta_a/d_\epsilon(\mu_a,"
            r"\mu^\star)$.",
            "gap*pulls >= gap/d",
            weights={26: "gap"},
        ),
        Textbook(
            29,
            r"The sum: $\liminf\mathrm{Reg}_T/\log T\ge\sum_{a:\Delta_a>0}\Delta_a/d_\epsilon"
            r"(\mu_a,\mu^\star)$; at $\mu^\star=1$ the bound is 0, and no regret is negative.",
            "bound <= regret",
            fact="textbook.bounds-of-sets:sum of lower limits",
            over=("d", "gap", "pulls"),
            hypotheses={"the sum": 27, "each lower limit is >= its bound": 28},
            instance={"bound": "bound", "low": "regret", "X": "gap*pulls", "Y": "gap/d"},
        ),
    ),
    instances=transports,
)
