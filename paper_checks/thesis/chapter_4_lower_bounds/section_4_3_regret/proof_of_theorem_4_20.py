"""The proofs of Theorem 4.20 for means in [0, 1], step by step: r = sqrt(rho), s = sqrt(K - 1).

They begin and end as those of Theorem 4.15, with another gap; x = c r T gap/s and y = sqrt(x) bound
the two parts of the divergence, where the distance of the two laws is at most c times the gap; the
best bound belongs to x = 0.3057.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from flint import arb

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    Instance,
    OnClaim,
    Proof,
    Step,
    Textbook,
)
from banditproof.theory.balls import ball, enclose

from .minimax_two_instances import normal_distance
from .proof_of_theorem_4_15 import (
    RANGES,
    TANGENT,
    coins,
    laws_of_uniform_policy,
    over_policies,
    pinsker,
    tangent,
    testing,
)

POINT = "3057/10000"
MOST = f"({POINT} + sqrt({POINT}))**2"
WHERE = (
    f"r in (0,inf), s in [1,inf), r <= s, low in (0,inf), {RANGES}, "
    "square in [0,inf), es in [0,inf), ev in [0,inf), second in [0,inf), m in [0,inf), "
    "v in [0,inf), x in (0,inf), y in (0,inf), bound in (0,inf)"
)
RUN = "sq in [0,inf), vv in [0,inf), n in [0,inf)"
LAST = f"T/2*exp(-{MOST})/8 >= T/16*exp(-7374/10000)"
MEAN = "textbook.elementary-probability:mean"
EACH = "X <= c Y at every outcome"


def first(slope: str, constant: str) -> str:
    """That the constant of the bound is at least the inverse of a decimal number."""
    return f"{POINT}*s/({slope}*r)*exp(-{MOST})/8 >= s/r/({constant})"


def uniform_policy() -> Iterator[Instance]:
    """The policy that plays each arm equally often, at K = 50 and T = 1000; all is known of it."""
    for r in (Fraction(1, 100), Fraction(1)):
        low = min(Fraction(POINT) * 7 / r, Fraction(500))
        laws = laws_of_uniform_policy(49, 1000, low)
        v = enclose(partial(_spread, laws["gap"], laws["pulls"]), 20)
        yield {"r": r, "s": 7, "m": laws["tv"] * laws["pulls"], "v": v, **laws}


def _spread(gap: Fraction, pulls: Fraction) -> arb:
    """The root of t(1-t) E N_i."""
    distance = normal_distance(ball(gap))
    return (distance * (1 - distance) * ball(pulls)).sqrt()


def two_moments(id: str, slope: str, distance: tuple[Step, ...], constant: str) -> Proof:
    """The proof for laws whose distance is at most slope Delta, the last step of `distance`."""
    n = 6 + len(distance)
    near, edge = n - 1, f"{slope}*r*T*gap/s"
    steps = (
        Given(
            1,
            r"Let $W=\min\{\frac pc\sqrt{(K-1)/\rho},\frac T2\}$ with $p=0.3057$, where $c\Delta$ "
            "bounds the distance of the two laws of the arm that changes.",
            f"low == min({POINT}*s/({slope}*r), T/2)",
        ),
        Given(
            2,
            r"$\mu=(\Delta,0,\dots,0)$ and $\mu'=\mu$ but for $\mu'_i=2\Delta$, with $\Delta="
            r"\frac WT\le\frac12$: all means lie in $[0,1]$.",
            "gap == low/T",
            uses=(1,),
        ),
        Inequality(
            3, r"$W\le\frac pc\sqrt{(K-1)/\rho}$.", f"low <= {POINT}*s/({slope}*r)", uses=(1,)
        ),
        Given(4, r"Let $s=\sqrt{K-1}$.", "k == s**2"),
        OnClaim(
            5,
            r"For the suboptimal arm $i$ with the least $\mathbb E_\mu N_i(T)$: "
            r"$\mathbb E_\mu N_i(T)\le T/(K-1)$.",
            "pulls <= T/k",
            claim="thesis.sec4.1.every_law",
            of_step=4,
            instance={"l": "pulls"},
        ),
        *distance,
        OnClaim(
            n,
            r"The decomposition for $\rho$-Interactive zCDP: $D_{\mathrm{KL}}(\mathbb M_\mu\|"
            r"\mathbb M_{\mu'})\le\rho\,\mathbb E[d^2]$,",
            "div <= r**2*square",
            claim="thesis.thm4.14.repaired",
            of_step=5,
            instance={"rho": "r**2"},
        ),
        OnClaim(
            n + 1,
            r"at most $\rho(\sqrt{\mathbb E_\mu[S^2]}+\sqrt{\mathbb E_\mu[V]})^2$; let $m$ and $v$ "
            r"be the two roots.",
            "r**2*square <= r**2*(sqrt(es) + sqrt(ev))**2",
            claim="thesis.thm4.14.repaired",
            of_step=12,
            instance={"rho": "r**2", "ss": "es", "vv": "ev"},
        ),
        Given(
            n + 2,
            r"Only arm $i$ differs: in a run $S\le tN_i$ with $t=\mathrm{TV}(P_i\|P'_i)$,",
            "sq <= tv**2*n**2",
            where=RUN,
        ),
        Given(n + 3, r"and $V\le t(1-t)N_i$.", "vv <= tv*(1 - tv)*n", where=RUN),
        Textbook(
            n + 4,
            r"The mean of $S^2$,",
            "es <= tv**2*second",
            fact=MEAN,
            hypotheses={EACH: n + 2},
            instance={"x": "es", "c": "tv**2", "y": "second", "X": "sq", "Y": "n**2"},
            over=("sq", "n"),
        ),
        Textbook(
            n + 5,
            "and that of $V$.",
            "ev <= tv*(1 - tv)*pulls",
            fact=MEAN,
            hypotheses={EACH: n + 3},
            instance={"x": "ev", "c": "tv*(1 - tv)", "y": "pulls", "X": "vv", "Y": "n"},
            over=("vv", "n"),
        ),
        Inequality(n + 6, r"$N_i^2\le T\,N_i$.", "n**2 <= T*n", where="n in [0,inf), n <= T"),
        Textbook(
            n + 7,
            r"So $\mathbb E_\mu[N_i^2]\le T\,\mathbb E_\mu[N_i]$.",
            "second <= T*pulls",
            fact=MEAN,
            hypotheses={EACH: n + 6},
            instance={"x": "second", "c": "T", "y": "pulls", "X": "n**2", "Y": "n"},
            over=("n",),
            which="n <= T",
        ),
        Given(n + 8, r"$m^2=\mathbb E_\mu[S^2]$,", "es == m**2"),
        Given(n + 9, r"and $v^2=\mathbb E_\mu[V]$.", "ev == v**2"),
        Inequality(
            n + 10,
            r"So $D_{\mathrm{KL}}\le\rho(m+v)^2$.",
            "div <= r**2*(m + v)**2",
            uses=(n + 8, n + 9),
            weights={n: "1", n + 1: "1"},
        ),
        Given(n + 11, r"Let $x=c\sqrt\rho\,T\Delta/\sqrt{K-1}$,", f"x == {edge}"),
        Given(n + 12, r"and $y=\sqrt x$.", "y == sqrt(x)"),
        Inequality(
            n + 13,
            r"By the two moments $\mathbb E_\mu[S^2]\le t^2T^2/(K-1)$,",
            "es <= tv**2*T**2/s**2",
            uses=(4,),
            weights={n + 4: "1", n + 7: "tv**2", 5: "tv**2*T"},
        ),
        Inequality(
            n + 14,
            r"at most $c^2\Delta^2T^2/(K-1)$.",
            f"es <= ({slope}*gap)**2*T**2/s**2",
            weights={n + 13: "1", near: f"({slope}*gap + tv)*T**2/s**2"},
        ),
        Inequality(
            n + 15,
            r"So $\sqrt\rho\,m\le x$.",
            "r*m <= x",
            uses=(n + 8, n + 11),
            weights={n + 14: f"r**2/({edge} + r*m)"},
        ),
        Inequality(
            n + 16,
            r"And $\rho v^2\le c\rho\frac{T\Delta}{K-1}\le x$, as $\rho\le K-1$.",
            "r**2*v**2 <= x",
            uses=(4, n + 9, n + 11),
            weights={n + 5: "r**2", 5: "r**2*tv*(1 - tv)", near: "r**2*T/s**2"},
        ),
        Inequality(
            n + 17,
            r"So $\sqrt\rho\,v\le\sqrt x$.",
            "r*v <= y",
            uses=(n + 12,),
            weights={n + 16: "1/(sqrt(x) + r*v)"},
        ),
        Inequality(
            n + 18,
            r"$D_{\mathrm{KL}}\le(x+\sqrt x)^2$.",
            "div <= (x + y)**2",
            weights={n + 10: "1", n + 15: "x + y + r*(m + v)", n + 17: "x + y + r*(m + v)"},
        ),
        Inequality(
            n + 19,
            r"By the choice of $\Delta$: $x\le p$,",
            f"x <= {POINT}",
            uses=(n + 11, 2),
            weights={3: f"{slope}*r/s"},
        ),
        Inequality(
            n + 20,
            r"and $\sqrt x\le\sqrt p$.",
            f"y <= sqrt({POINT})",
            uses=(n + 12,),
            weights={n + 19: f"1/(sqrt(x) + sqrt({POINT}))"},
        ),
        Inequality(
            n + 21,
            r"So $D_{\mathrm{KL}}\le(p+\sqrt p)^2$.",
            f"div <= {MOST}",
            weights={
                n + 18: "1",
                n + 19: f"x + y + {POINT} + sqrt({POINT})",
                n + 20: f"x + y + {POINT} + sqrt({POINT})",
            },
        ),
        Inequality(
            n + 22,
            r"$e^{-D_{\mathrm{KL}}}\ge e^{-(p+\sqrt p)^2}$.",
            f"exp(-div) >= exp(-{MOST})",
            monotone=("exp", "-div", f"-{MOST}"),
            weights={n + 21: "1"},
        ),
        *testing(n + 23),
        Inequality(
            n + 26,
            r"$R\ge\frac{T\Delta}8e^{-(p+\sqrt p)^2}=\frac W8e^{-(p+\sqrt p)^2}$.",
            f"R >= low*exp(-{MOST})/8",
            uses=(2,),
            weights={n + 25: "1", n + 22: "low/8"},
        ),
        over_policies(
            *(n + 27, n + 26, f"low*exp(-{MOST})/8"),
            more=("square", "es", "ev", "second", "m", "v", "sq", "vv"),
        ),
        Given(
            n + 28,
            r"Let $B$ be the smaller one of $\frac1D\sqrt{(K-1)/\rho}$ and $\frac T{16}"
            r"e^{-0.7374}$ with the constant $D$ of the statement.",
            f"bound == min(s/r/({constant}), T/16*exp(-7374/10000))",
        ),
        Inequality(
            n + 29,
            r"The first constant: $\frac p{8c}e^{-(p+\sqrt p)^2}\ge\frac1D$.",
            first(slope, constant),
        ),
        Inequality(
            n + 30,
            r"The second one: $\frac T{16}e^{-(p+\sqrt p)^2}\ge\frac T{16}e^{-0.7374}$.",
            LAST,
        ),
        Inequality(
            n + 31,
            r"So $B\le\frac p{8c}e^{-(p+\sqrt p)^2}\sqrt{(K-1)/\rho}$,",
            f"{POINT}*s/({slope}*r)*exp(-{MOST})/8 >= bound",
            uses=(n + 28,),
            weights={n + 29: "1"},
        ),
        Inequality(
            n + 32,
            r"and $B\le\frac T{16}e^{-(p+\sqrt p)^2}$.",
            f"T/2*exp(-{MOST})/8 >= bound",
            uses=(n + 28,),
            weights={n + 30: "1"},
        ),
        Inequality(
            n + 33,
            r"$W$ is one of the two: $B\le\frac W8e^{-(p+\sqrt p)^2}$.",
            f"low*exp(-{MOST})/8 >= bound",
            uses=(1, n + 31, n + 32),
        ),
        Inequality(
            n + 34,
            r"$\mathrm{Reg}^*\ge\min\{\frac1D\sqrt{(K-1)/\rho},\frac T{16}e^{-0.7374}\}$.",
            "star >= bound",
            weights={n + 27: "1", n + 33: "1"},
        ),
    )
    return Proof(id, where=WHERE, steps=steps, instances=uniform_policy if slope == "1" else None)


PROOF = two_moments("thesis.thm4.20.repaired", "1", pinsker(6), "5470/100")
SHARP = two_moments("thesis.thm4.20.sharp", TANGENT, tangent(6), "43642/1000")
COINS = two_moments("thesis.thm4.20.bernoulli", "2", coins(6), "1094/10")
