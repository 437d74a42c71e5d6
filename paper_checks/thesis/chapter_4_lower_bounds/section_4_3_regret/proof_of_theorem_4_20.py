"""The proof of Theorem 4.20 for means in [0, 1], step by step: r = sqrt(rho), s = sqrt(K - 1).

Its first part is that of Theorem 4.15, with another gap; x = r T gap/s and y = sqrt(x) bound the
two parts of the divergence, whose largest values belong to x = 0.3057.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from flint import arb

from banditproof.paper_checks.proofs import Given, Inequality, Instance, OnClaim, Proof, Textbook
from banditproof.theory.balls import ball, enclose

from .minimax_two_instances import normal_distance
from .proof_of_theorem_4_15 import (
    DENSITIES,
    DISTANCE,
    LARGEST,
    LEAST_PLAYED,
    MEAN,
    NORMAL,
    PINSKER,
    RANGES,
    TESTING,
    laws_of_uniform_policy,
)

POINT = "3057/10000"
MOST = f"({POINT} + sqrt({POINT}))**2"

FIRST = f"{POINT}*s/r*exp(-{MOST})/8 >= s/r/(5470/100)"
SECOND = f"T/2*exp(-{MOST})/8 >= T/16*exp(-7374/10000)"


def uniform_policy() -> Iterator[Instance]:
    """The policy that plays each arm equally often, at K = 50 and T = 1000."""
    s, horizon = 7, 1000
    for r in (Fraction(1, 100), Fraction(1)):
        low = min(Fraction(POINT) * s / r, Fraction(horizon, 2))
        pulls = Fraction(horizon, s**2 + 1)
        laws = laws_of_uniform_policy(s**2, horizon, low)
        v = enclose(partial(_spread, laws["gap"], pulls), 20)
        yield {"second": pulls**2, "m": pulls, "v": v, "r": r, "s": s, **laws}


def _spread(gap: Fraction, pulls: Fraction) -> arb:
    """The root of t(1-t) E N_i."""
    distance = normal_distance(ball(gap))
    return (distance * (1 - distance) * ball(pulls)).sqrt()


PROOF = Proof(
    "thesis.thm4.20.repaired",
    where=f"r in (0,inf), s in [1,inf), r <= s, low in (0,inf), {RANGES}, "
    "second in [0,inf), m in [0,inf), v in [0,inf), x in (0,inf), y in (0,inf), bound in (0,inf)",
    steps=(
        Given(
            1,
            r"Let $W=\min\{p\sqrt{(K-1)/\rho},\frac T2\}$ with $p=0.3057$.",
            f"low == min({POINT}*s/r, T/2)",
        ),
        Inequality(2, r"So $W\le p\sqrt{(K-1)/\rho}$,", f"low <= {POINT}*s/r", uses=(1,)),
        Inequality(3, r"and $W\le\frac T2$.", "low <= T/2", uses=(1,)),
        Given(
            4,
            r"$\mu=(\Delta,0,\dots,0)$ and $\mu'=\mu$ but for $\mu'_i=2\Delta$, with $\Delta=W/T$.",
            "gap == low/T",
        ),
        Inequality(5, "So all means lie in $[0,1]$.", "2*gap <= 1", uses=(4,), weights={3: "2/T"}),
        LEAST_PLAYED,
        DENSITIES,
        NORMAL,
        PINSKER,
        DISTANCE,
        TESTING,
        LARGEST,
        MEAN,
        Inequality(
            14,
            r"$N_i^2\le T\,N_i$, as $N_i\le T$.",
            "n**2 <= T*n",
            where="n in [0,inf), n <= T",
        ),
        Textbook(
            15,
            r"So $\mathbb E_\mu[N_i^2]\le T\,\mathbb E_\mu[N_i]$.",
            "second <= T*pulls",
            fact="textbook.elementary-probability:mean",
            over=("n",),
            hypotheses={"X <= c Y at every outcome": 14},
            instance={"x": "second", "c": "T", "y": "pulls", "X": "n**2", "Y": "n"},
        ),
        Given(16, r"Let $m=\sqrt{\mathbb E_\mu[N_i^2]}$,", "second == m**2"),
        Given(17, r"and $s=\sqrt{K-1}$.", "k == s**2"),
        OnClaim(
            18,
            r"The decomposition, where only arm $i$ differs, so that $S\le tN_i$ and "
            r"$\mathbb E[V]\le t(1-t)\mathbb E[N_i]=v^2$: $D_{\mathrm{KL}}\le\rho(tm+v)^2$.",
            "div <= r**2*(tv*m + v)**2",
            claim="thesis.thm4.14.repaired",
        ),
        Given(
            19,
            r"$v^2=t(1-t)\,\mathbb E_\mu[N_i]$.",
            "v**2 <= tv*(1 - tv)*pulls",
        ),
        Given(20, r"Let $x=\sqrt\rho\,T\Delta/\sqrt{K-1}$,", "x == r*T*gap/s"),
        Given(21, r"and $y=\sqrt x$.", "y == sqrt(x)"),
        Inequality(
            22,
            r"By the two moments $m\le T/\sqrt{K-1}$.",
            "m <= T/s",
            uses=(16, 17),
            weights={15: "1/(T/s + m)", 6: "T/(T/s + m)"},
        ),
        Inequality(
            23,
            r"So $\sqrt\rho\,t\,m\le x$.",
            "r*tv*m <= x",
            uses=(20,),
            weights={22: "r*tv", 10: "r*T/s"},
        ),
        Inequality(
            24,
            r"And $\rho v^2\le\rho\frac{T\Delta}{K-1}\le x$, as $\rho\le K-1$.",
            "r**2*v**2 <= x",
            uses=(17, 20),
            weights={19: "r**2", 6: "r**2*tv*(1 - tv)", 10: "r**2*T/s**2"},
        ),
        Inequality(
            25,
            r"So $\sqrt\rho\,v\le\sqrt x$.",
            "r*v <= y",
            uses=(21,),
            weights={24: "1/(sqrt(x) + r*v)"},
        ),
        Inequality(
            26,
            r"$D_{\mathrm{KL}}\le(x+\sqrt x)^2$.",
            "div <= (x + y)**2",
            weights={18: "1", 23: "x + y + r*(tv*m + v)", 25: "x + y + r*(tv*m + v)"},
        ),
        Inequality(
            27,
            r"By the choice of $\Delta$: $x\le p$,",
            f"x <= {POINT}",
            uses=(20, 4),
            weights={2: "r/s"},
        ),
        Inequality(
            28,
            r"and $\sqrt x\le\sqrt p$.",
            f"y <= sqrt({POINT})",
            uses=(21,),
            weights={27: f"1/(sqrt(x) + sqrt({POINT}))"},
        ),
        Inequality(
            29,
            r"So $D_{\mathrm{KL}}\le(p+\sqrt p)^2$.",
            f"div <= {MOST}",
            weights={
                26: "1",
                27: f"x + y + {POINT} + sqrt({POINT})",
                28: f"x + y + {POINT} + sqrt({POINT})",
            },
        ),
        Inequality(
            30,
            r"$e^{-D_{\mathrm{KL}}}\ge e^{-(p+\sqrt p)^2}$.",
            f"exp(-div) >= exp(-{MOST})",
            monotone=("exp", "-div", f"-{MOST}"),
            weights={29: "1"},
        ),
        Inequality(
            31,
            r"$R\ge\frac{T\Delta}8e^{-(p+\sqrt p)^2}=\frac W8e^{-(p+\sqrt p)^2}$.",
            f"R >= low*exp(-{MOST})/8",
            uses=(4,),
            weights={13: "1", 11: "1/2", 30: "T*gap/8"},
        ),
        Given(
            32,
            r"Let $B=\min\{\frac1{54.70}\sqrt{(K-1)/\rho},\frac T{16}e^{-0.7374}\}$.",
            "bound == min(s/r/(5470/100), T/16*exp(-7374/10000))",
        ),
        Inequality(
            33,
            r"The first constant: $\frac p8e^{-(p+\sqrt p)^2}\ge\frac1{54.70}$.",
            FIRST,
        ),
        Inequality(
            34,
            r"The second one: $\frac T{16}e^{-(p+\sqrt p)^2}\ge\frac T{16}e^{-0.7374}$.",
            SECOND,
        ),
        Inequality(
            35,
            r"So $B\le\frac p8e^{-(p+\sqrt p)^2}\sqrt{(K-1)/\rho}$,",
            f"{POINT}*s/r*exp(-{MOST})/8 >= bound",
            uses=(32,),
            weights={33: "1"},
        ),
        Inequality(
            36,
            r"and $B\le\frac T{16}e^{-(p+\sqrt p)^2}$.",
            f"T/2*exp(-{MOST})/8 >= bound",
            uses=(32,),
            weights={34: "1"},
        ),
        Inequality(
            37,
            r"$W$ is one of the two: $B\le\frac W8e^{-(p+\sqrt p)^2}$.",
            f"low*exp(-{MOST})/8 >= bound",
            uses=(1, 35, 36),
        ),
        Inequality(
            38,
            r"$R\ge\min\{\frac1{54.70}\sqrt{(K-1)/\rho},\frac T{16}e^{-0.7374}\}$.",
            "R >= bound",
            weights={31: "1", 37: "1"},
        ),
    ),
    instances=uniform_policy,
)
