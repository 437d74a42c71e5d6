"""The proofs of the facts about the coupled environment, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    Instance,
    OnClaim,
    Proof,
    Textbook,
)
from banditproof.verify.decompositions.adaptive_witnesses import stays_after_a_one
from banditproof.verify.decompositions.coupled_environment import distances, mismatch_moments

from .proof_of_theorem_4_8 import MAXIMAL_PAIR, maximal_pair

UNIQUE = "textbook.ionescu-tulcea:one law"
COARSER = "textbook.elementary-probability:coarser past"
DENSITY = "textbook.ionescu-tulcea:densities"
ENVIRONMENT = Proof(
    "thesis.coupled",
    where=f"{MAXIMAL_PAIR}, seen in [0,1], other in [0,1], p in [0,inf), q in [0,inf), "
    "v in [0,1], w in [0,1], c in [0,inf), first in [0,1], second in [0,1], model in [0,1], "
    "model2 in [0,1]",
    steps=(
        Given(
            1,
            r"Under $p$, given the past, $a_t$ is drawn from $\pi_t(\cdot\mid a_1,r_1,\dots,"
            r"r_{t-1})$, and given $a_t$ besides, $(r_t,r'_t)$ from $c_{a_t}$, a maximal coupling "
            r"of the laws $P_{a_t},P'_{a_t}$ on $\mathbb R$; $t_{a_t}$ is their total variation.",
        ),
        Given(
            2,
            r"Under $q$ the same with $\pi_t(\cdot\mid a_1,r'_1,\dots,r'_{t-1})$.",
        ),
        *maximal_pair(3, r"Given the past and $a_t$, $r_t$ and $r'_t$", 1),
        Given(
            6,
            r"Densities are taken with respect to a measure that counts $a_t$ and is one for all "
            r"pasts and for $p$ and $q$: $c_{a_t}$ has the density $c$, which is 1 with respect to "
            r"$c_{a_t}$ itself, whatever the laws of the rewards are.",
            uses=(1, 2),
        ),
        Textbook(
            7,
            r"The factors of $p$: $p_{\gamma\pi}(\mathbf a,\mathbf r,\mathbf r')="
            r"\pi(\mathbf a\mid\mathbf r)c_{\mathbf a}(\mathbf r,\mathbf r')$.",
            "p == v*c",
            fact=DENSITY,
            hypotheses={"the conditional density of each draw": 6},
            instance={"p": "p", "x": "v", "y": "c"},
        ),
        Textbook(
            8,
            r"The factors of $q$: $q_{\gamma\pi}(\mathbf a,\mathbf r,\mathbf r')="
            r"\pi(\mathbf a\mid\mathbf r')c_{\mathbf a}(\mathbf r,\mathbf r')$.",
            "q == w*c",
            fact=DENSITY,
            hypotheses={"the conditional density of each draw": 6},
            instance={"p": "q", "x": "w", "y": "c"},
        ),
        Textbook(
            9,
            r"Under $p$, given $a_1,r_1,\dots,a_t$ alone, $r_t$ has the law $P_{a_t}$ too.",
            "seen == one",
            fact=COARSER,
            over=("left",),
            hypotheses={"given more, it is k": 4, "k is a function of less": 1},
            instance={"x": "seen", "X": "left", "k": "one"},
        ),
        Textbook(
            10,
            r"Under $q$, given $a_1,r'_1,\dots,a_t$ alone, $r'_t$ has the law $P'_{a_t}$ too.",
            "other == two",
            fact=COARSER,
            over=("right",),
            hypotheses={"given more, it is k": 5, "k is a function of less": 2},
            instance={"x": "other", "X": "right", "k": "two"},
        ),
        Textbook(
            11,
            r"So $(\mathbf a,\mathbf r)$ has under $p$ the conditional laws of the history of "
            r"$\pi$ in $\nu$, hence its law; $\mathbf a$ has the law $m_{\nu\pi}$.",
            "first == model",
            fact=UNIQUE,
            hypotheses={"the same conditional laws": 9},
            uses=(1,),
            instance={"p": "first", "q": "model"},
        ),
        Textbook(
            12,
            r"And $(\mathbf a,\mathbf r')$ has under $q$ the law of the history of $\pi$ in "
            r"$\nu'$; $\mathbf a$ has the law $m_{\nu'\pi}$.",
            "second == model2",
            fact=UNIQUE,
            hypotheses={"the same conditional laws": 10},
            uses=(2,),
            instance={"p": "second", "q": "model2"},
        ),
    ),
    parts=(3, 7, 8, 11),
)
INEQUALITY = Proof(
    "thesis.eq4.7",
    where="div in [0,inf), whole in [0,inf), ratio in [0,inf), p in (0,inf), q in (0,inf), "
    "v in (0,1], w in (0,1], c in (0,inf)",
    steps=(
        OnClaim(
            1,
            r"$\mathbb M_{\nu\pi}$ and $\mathbb M_{\nu'\pi}$ are the laws of $\mathbf a$ under "
            r"$p_{\gamma\pi}$ and $q_{\gamma\pi}$: the map $(\mathbf a,\mathbf r,\mathbf r')\mapsto"
            r"\mathbf a$ gives them.",
            claim="thesis.coupled",
        ),
        Textbook(
            2,
            r"So $D_{\mathrm{KL}}(\mathbb M_{\nu\pi}\|\mathbb M_{\nu'\pi})\le D_{\mathrm{KL}}("
            r"p_{\gamma\pi}\|q_{\gamma\pi})$; if the right side is infinite, this says nothing.",
            "div <= whole",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 1},
            instance={"after": "div", "before": "whole"},
        ),
        OnClaim(
            3,
            r"With respect to one measure $p_{\gamma\pi}$ has the density $\mathcal V_{\mathbf r}("
            r"\mathbf a)\,c_{\mathbf a}$,",
            "p == v*c",
            claim="thesis.coupled",
            of_step=7,
        ),
        OnClaim(
            4,
            r"and $q_{\gamma\pi}$ the density $\mathcal V_{\mathbf r'}(\mathbf a)\,c_{\mathbf a}$.",
            "q == w*c",
            claim="thesis.coupled",
            of_step=8,
        ),
        Textbook(
            5,
            r"$D_{\mathrm{KL}}(p\|q)=\mathbb E_p\log(p/q)$, where $p>0$ almost surely. It is "
            r"infinite if $q=0$, that is $\mathcal V_{\mathbf r'}(\mathbf a)=0$, with positive "
            r"probability under $p$, and so is the mean of $\log(\mathcal V_{\mathbf r}/"
            r"\mathcal V_{\mathbf r'})$, with $\log\frac v0=\infty$. Else $q>0$ almost surely.",
            fact="textbook.gibbs:densities",
            hypotheses={"densities of P and Q for one measure": 3},
            uses=(4,),
        ),
        Identity(
            6,
            r"$\log(p_{\gamma\pi}/q_{\gamma\pi})=\log(\mathcal V_{\mathbf r}(\mathbf a)/"
            r"\mathcal V_{\mathbf r'}(\mathbf a))$.",
            "log(p/q) == log(v/w)",
            uses=(3, 4),
        ),
        Textbook(
            7,
            r"The mean under $p$, in $[0,\infty]$: $D_{\mathrm{KL}}(p_{\gamma\pi}\|q_{\gamma\pi})="
            r"\mathbb E_p\log(\mathcal V_{\mathbf r}(\mathbf a)/\mathcal V_{\mathbf r'}("
            r"\mathbf a))$.",
            "whole == ratio",
            fact="textbook.elementary-probability:same",
            hypotheses={"X = Y almost surely": 6},
            instance={"x": "whole", "y": "ratio", "X": "log(p/q)", "Y": "log(v/w)"},
            over=("p", "q", "v", "w", "c"),
            uses=(5,),
        ),
        Inequality(
            8,
            r"So $D_{\mathrm{KL}}(\mathbb M_{\nu\pi}\|\mathbb M_{\nu'\pi})\le\mathbb E_p\log("
            r"\mathcal V_{\mathbf r}(\mathbf a)/\mathcal V_{\mathbf r'}(\mathbf a))$.",
            "div <= ratio",
            uses=(7,),
            weights={2: "1"},
        ),
    ),
    parts=(2, 7),
)


def staying() -> Iterator[Instance]:
    """The policy that stays on its arm after a one, at T = 2, with a response of ratio 2."""
    case = stays_after_a_one(2)
    found = mismatch_moments(case.policy, case.one, case.two, 2)
    t = distances(case.policy, case.one, case.two)[0]
    yield {
        "t": t,
        "dd": found.distance_square,
        "ss": found.square,
        "total": found.variance,
        "ms": found.cross,
        "mm": found.distance_square - found.square - 2 * found.cross,
        "mean": Fraction(0),
    }


MARTINGALE = {
    "the conditional mean of each is 0": 2,
    "the conditional second moment of each is v": 3,
}
MOMENTS = Proof(
    "thesis.thm4.14.moments",
    where="apart in [0,1], t in [0,1], first in [-1,1], second in [0,1], mean in (-inf,inf), "
    "mm in [0,inf), total in [0,inf), d in (-inf,inf), s in [0,inf), m in (-inf,inf), "
    "dd in [0,inf), ss in [0,inf), ms in (-inf,inf)",
    steps=(
        OnClaim(
            1,
            r"Given the past and $a_t$, $r_t\ne r'_t$ has the probability $t=t_{a_t}$.",
            "apart == t",
            claim="thesis.coupled",
            of_step=3,
        ),
        Inequality(
            2,
            r"So $M_t=1(r_t\ne r'_t)-t$ has the conditional mean 0,",
            "apart*(1 - t) + (1 - apart)*(0 - t) == 0",
            uses=(1,),
        ),
        Inequality(
            3,
            r"and the conditional second moment $t(1-t)$.",
            "apart*(1 - t)**2 + (1 - apart)*(0 - t)**2 == t*(1 - t)",
            uses=(1,),
        ),
        Textbook(
            4,
            r"$\mathbb E_p[M]=0$: the $M_t$ are bounded and conditionally centred.",
            "mean == 0",
            fact="textbook.martingale-increments",
            hypotheses=MARTINGALE,
            over=("apart", "t"),
            instance={
                "mean": "mean",
                "X": "apart*(1 - t) + (1 - apart)*(0 - t)",
                "Y": "apart*(1 - t)**2 + (1 - apart)*(0 - t)**2",
                "V": "t*(1 - t)",
            },
        ),
        Textbook(
            5,
            r"$\mathbb E_p[M^2]=\mathbb E[V]$, the mean of the sum of $t_{a_t}(1-t_{a_t})$.",
            "mm == total",
            fact="textbook.martingale-increments",
            hypotheses=MARTINGALE,
            over=("apart", "t"),
            instance={
                "second": "mm",
                "total": "total",
                "X": "apart*(1 - t) + (1 - apart)*(0 - t)",
                "Y": "apart*(1 - t)**2 + (1 - apart)*(0 - t)**2",
                "V": "t*(1 - t)",
            },
        ),
        Given(
            6,
            r"By their definitions $d=\sum_t1(r_t\ne r'_t)=S+M$ with $S=\sum_tt_{a_t}$.",
            "d == s + m",
        ),
        Inequality(7, r"So $d^2=S^2+2MS+M^2$.", "d**2 == s**2 + 2*(m*s) + m**2", uses=(6,)),
        Textbook(
            8,
            r"$\mathbb E_p[d^2]=\mathbb E[S^2]+2\,\mathbb E[MS]+\mathbb E_p[M^2]$.",
            "dd == ss + 2*ms + mm",
            fact="textbook.elementary-probability:sum of three",
            hypotheses={"X = U + b V + W": 7},
            over=("d", "s", "m"),
            instance={
                "x": "dd",
                "u": "ss",
                "v": "ms",
                "w": "mm",
                "b": "2",
                "X": "d**2",
                "U": "s**2",
                "V": "m*s",
                "W": "m**2",
            },
        ),
        Inequality(
            9,
            r"$\mathbb E_p[d^2]=\mathbb E[S^2]+2\,\mathbb E[MS]+\mathbb E[V]$.",
            "dd == ss + 2*ms + total",
            uses=(5, 8),
        ),
    ),
    instances=staying,
    parts=(4, 5),
)
