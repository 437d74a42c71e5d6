"""Lemmas D.1 and D.3 and Corollary D.5 from the direct Chernoff bound, step by step.

y = mu is the mean, t = x/n, d = d_eps(t, y), p the probability of a tail.
"""

from __future__ import annotations

from banditproof.paper_checks.bernoulli.appendix_f_regret.lemma_f_3_derivatives import nearest
from banditproof.paper_checks.bernoulli.section_3_lower_bound.divergence_d_eps import (
    nearest_inside,
)
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Parts, Proof

INSIDE = "y in (0,1), t in [0,1]"
OF_SHARPER = "bern.lemD.3.sharper"
GROWN = "exp(1 + m*log(1 + m*eps*g))"
PRINTED = Proof(
    "bern.lemD.3",
    where="eps in (0,inf), g in [0,inf), d in [0,inf), n in [1,inf), m in [0,inf), "
    "first in [0,inf), A in [0,inf), big in [1,inf), p in [0,1], c in (0,1]",
    steps=(
        Given(
            1,
            r"Let $g=|x-n\mu|$. The first term of $A_\epsilon$ is at least 0, as $\log\frac1\mu$ "
            r"and "
            r"$\log\frac1{1-\mu}$ are:",
            f"A == first + {GROWN} + 1",
        ),
        Given(2, r"Let $m\ge1$ and $b=\max(1,m\epsilon g)$.", "big == max(1, m*eps*g)"),
        OnClaim(
            3,
            r"For either tail $p\,e^{nd}\le e^{1/m}b^m$.",
            "p*exp(n*d) <= exp(1/m + m*log(big))",
            where="m >= 1",
            uses=(2,),
            claim=OF_SHARPER,
            of_step=32,
        ),
        Inequality(4, r"$b\le1+m\epsilon g$,", "big <= 1 + m*eps*g", uses=(2,)),
        Inequality(
            5,
            r"so that $\log b\le\log(1+m\epsilon g)$,",
            "log(big) <= log(1 + m*eps*g)",
            monotone=("log", "1 + m*eps*g", "big"),
            weights={4: "1"},
        ),
        Inequality(
            6,
            r"and $e^{1/m}b^m\le e(1+m\epsilon g)^m$.",
            f"exp(1/m + m*log(big)) <= {GROWN}",
            where="m >= 1",
            monotone=("exp", "1 + m*log(1 + m*eps*g)", "1/m + m*log(big)"),
            weights={5: "m"},
            rest="1 - 1/m",
        ),
        Inequality(
            7,
            r"So $p\le A_\epsilon e^{-nd}$.",
            "p*exp(n*d) <= A",
            where="m >= 1",
            uses=(1,),
            weights={3: "1", 6: "1"},
            rest="first + 1",
        ),
        OnClaim(
            8,
            r"For $m=0$ and every $c\in(0,1]$: $p\,e^{nd}\le e^{cnd}$.",
            "p*exp(n*d) <= exp(c*n*d)",
            claim=OF_SHARPER,
            of_step=24,
            instance={"m": "0"},
        ),
        Given(9, r"Take $c$ with", "c*n*d <= 1"),
        Inequality(
            10,
            r"Then $e^{cnd}\le e$,",
            "exp(c*n*d) <= exp(1)",
            monotone=("exp", "1", "c*n*d"),
            weights={9: "1"},
        ),
        Inequality(
            11,
            r"and $p\,e^{nd}\le e\le A_\epsilon$ again.",
            "p*exp(n*d) <= first + exp(1) + 1",
            weights={8: "1", 10: "1"},
        ),
        Parts(12, r"All $m\ge0$.", uses=(7, 11)),
    ),
)
NOISE_ALONE = Proof(
    "bern.lemD.1",
    where="eps in (0,inf), z in (0,inf), m in [1,inf), big in [1,inf), p in [0,1]",
    steps=(
        Given(1, r"Let $b=\max(1,m\epsilon z)$.", "big == max(1, m*eps*z)"),
        OnClaim(
            2,
            r"One coin of mean 0 is 0: at $n=1$, $\mu=0$, $x=z$, where $d_\epsilon(z,0)=\epsilon "
            r"z$ by "
            r"the dual form, $p\,e^{\epsilon z}\le e^{1/m}b^m$.",
            "p*exp(eps*z) <= exp(1/m + m*log(big))",
            uses=(1,),
            claim=OF_SHARPER,
            of_step=32,
            instance={"n": "1", "d": "eps*z"},
        ),
        Inequality(3, r"$b\le1+m\epsilon z$,", "big <= 1 + m*eps*z", uses=(1,)),
        Inequality(
            4,
            r"so that $\log b\le\log(1+m\epsilon z)$.",
            "log(big) <= log(1 + m*eps*z)",
            monotone=("log", "1 + m*eps*z", "big"),
            weights={3: "1"},
        ),
        Inequality(
            5,
            r"So $e^{1/m}b^m\le e(1+m\epsilon z)^m$,",
            "exp(1/m + m*log(big)) <= exp(1 + m*log(1 + m*eps*z))",
            monotone=("exp", "1 + m*log(1 + m*eps*z)", "1/m + m*log(big)"),
            weights={4: "m"},
            rest="1 - 1/m",
        ),
        Inequality(
            6,
            r"and $p\le e^{-f(z)}$ with $f(z)=\epsilon z-1-m\log(1+m\epsilon z)$.",
            "p <= exp(1 + m*log(1 + m*eps*z) - eps*z)",
            weights={2: "exp(-(eps*z))", 5: "exp(-(eps*z))"},
        ),
    ),
)
FARTHEST = f"{INSIDE}, f in (0,1)"
NEAREST = nearest("1")
ENDS = "u in [0,1], w in [0,1]"
CASES = f"{FARTHEST}, y <= t, {ENDS}"
UNIFORM = Proof(
    "bern.corD.5.repaired",
    where="eps in (0,inf), d in [0,inf), e in [0,inf), n in [1,inf), m in [0,inf), a in (0,inf), "
    "c in (0,1], p in [0,1], A in (0,inf), r in (0,inf), d2 in [0,inf), inner in [0,inf), "
    "outer in [0,inf), top in (0,inf), j in [0,1]",
    steps=(
        Given(
            1,
            r"Let $D=\max(d_\epsilon(0,\mu),d_\epsilon(1,\mu))$. For $0<\mu<1$ let $x=t\ge\mu=y$, "
            r"$d=d_\epsilon(t,y)$ and $D_1=d_\epsilon(1,y)$:",
            "e <= top",
        ),
        OnClaim(
            2,
            r"$d_\epsilon(t,y)$ is at most the cost of every mean.",
            "d_eps(t,y,eps) <= kl(z,y) + eps*abs(t-z)",
            where=f"{INSIDE}, z in [0,1]",
            claim="bern.def.deps.attained",
            of_step=1,
            instance={"x": "t"},
        ),
        Given(3, r"$d=d_\epsilon(t,y)$:", "inner == d_eps(t,y,eps)", where=INSIDE),
        Inequality(
            4,
            r"$d$ is at most the cost of every mean $z\le t$.",
            "inner <= kl(z,y) + eps*(t-z)",
            where=f"{INSIDE}, z in [0,1], z <= t",
            uses=(3,),
            at={2: {"z": "z"}},
            weights={2: "1"},
            positive=nearest_inside("t"),
        ),
        Given(
            5,
            r"Let $f$ be the mean nearest to 1 whose log-odds differ from those of $\mu$ by at "
            r"most $\epsilon$;",
            f"f == {NEAREST}",
            where=FARTHEST,
        ),
        Inequality(6, r"so $f\ge\mu$.", "y <= f", where=FARTHEST, uses=(5,)),
        OnClaim(
            7,
            r"$d_\epsilon(1,y)$ is its cost.",
            f"kl({NEAREST},y) + eps*abs(1-({NEAREST})) <= d_eps(1,y,eps)",
            where="y in (0,1)",
            claim="bern.def.deps.attained",
            of_step=2,
            instance={"x": "1"},
        ),
        Given(8, r"$D_1=d_\epsilon(1,y)$:", "e == d_eps(1,y,eps)", where="y in (0,1)"),
        Inequality(
            9,
            r"$D_1$ is the cost of $f$.",
            "kl(f,y) + eps*(1-f) <= e",
            where=FARTHEST,
            uses=(5, 8),
            weights={7: "1"},
            positive=nearest_inside("1"),
        ),
        Inequality(
            10,
            r"Between, $\mathrm{kl}(\cdot,\mu)$ grows:",
            "kl(t,y) <= kl(f,y)",
            where="y in (0,1), t in (0,1), f in (0,1), y <= t, t <= f",
        ),
        Inequality(
            11,
            r"so with $z=\min(t,f)$: $d\le\mathrm{kl}(z,\mu)+\epsilon(t-z)\le D_1$.",
            "inner <= e",
            where=f"{FARTHEST}, y <= t",
            at={4: {"z": "min(t,f)"}, 10: {"t": "min(t,f)"}},
            weights={4: "1", 9: "1", 10: "1"},
            rest="eps*(1-f-max(t-f,0))",
            uses=(6,),
        ),
        Given(
            12,
            r"At the means 0 and 1 $d_\epsilon(x,\mu)=\epsilon|x-\mu|$,",
            "outer == eps*abs(u-w)",
            where=ENDS,
        ),
        Given(13, r"and $D=\epsilon$.", "eps <= top"),
        Given(
            14,
            r"Let $j=1$ if $0<\mu<1$, else $j=0$: in both cases $d=d_\epsilon(x,\mu)$ is",
            "d == j*inner + (1 - j)*outer",
        ),
        Inequality(
            15,
            r"So always $d\le D$, as $|x-\mu|\le1$.",
            "d <= top",
            where=CASES,
            uses=(12, 14),
            weights={11: "j", 1: "j", 13: "1 - j"},
            rest="(1 - j)*eps*(1 - abs(u-w))",
        ),
        Given(16, r"$c=\min(1,\frac a{2D})$.", "c == min(1, a/(2*top))"),
        Inequality(
            17,
            r"So $cd\le\frac a2$, as $cD$ is.",
            "c*d <= a/2",
            where=CASES,
            uses=(16,),
            weights={15: "c"},
        ),
        OnClaim(
            18,
            r"With $M=M(m)$ noises: $p\,e^{nd}\le c^{-M}e^{cnd}$ for both tails.",
            "p*exp(n*d) <= exp(c*n*d - m*log(c))",
            claim=OF_SHARPER,
            of_step=24,
        ),
        Inequality(
            19,
            r"At most $c^{-M}e^{an/2}$:",
            "exp(c*n*d - m*log(c)) <= exp(n*a/2 - m*log(c))",
            monotone=("exp", "n*a/2 - m*log(c)", "c*n*d - m*log(c)"),
            weights={17: "n"},
            where=CASES,
        ),
        Given(
            20,
            r"$A_a$ is the supremum of $c^{-M}e^{-an/2}$ over the phases.",
            "exp(-(m*log(c)) - n*a/2) <= A",
        ),
        Inequality(
            21,
            r"So $p\le A_ae^{-n(d-a)}$.",
            "p*exp(n*d) <= A*exp(n*a)",
            weights={18: "1", 19: "1", 20: "exp(n*a)"},
            where=CASES,
        ),
        Given(
            22,
            r"It is finite: as $M=o(n)$, in all but finitely many phases",
            "-(m*log(c)) <= n*a/2",
        ),
        Inequality(
            23,
            r"the term is at most 1.",
            "exp(-(m*log(c)) - n*a/2) <= exp(0)",
            monotone=("exp", "0", "-(m*log(c)) - n*a/2"),
            weights={22: "1"},
        ),
        OnClaim(
            24,
            r"Below $\mu$ it is the mirror, as $d_\epsilon(1-x,1-\mu)\le d_\epsilon(x,\mu)$",
            "d2 <= d",
            where=f"{INSIDE}, z in [0,1]",
            claim=OF_SHARPER,
            of_step=37,
            instance={"e": "d"},
        ),
        OnClaim(
            25,
            r"and $d_\epsilon(x,\mu)\le d_\epsilon(1-x,1-\mu)$.",
            "d <= d2",
            where=f"{INSIDE}, z in [0,1]",
            claim=OF_SHARPER,
            of_step=41,
            instance={"e": "d"},
        ),
        Parts(26, "Both bounds, with a finite constant.", uses=(21, 23, 24, 25)),
    ),
)


def of_claim(id: str, says: str) -> Proof:
    """The bound with m variables in phase m, or with m + 1, from the repaired corollary."""
    return Proof(
        id,
        where="n in [1,inf), d in [0,inf), a in (0,inf), A in (0,inf), p in [0,1]",
        steps=(
            Given(1, says),
            OnClaim(
                2,
                r"So for every $a>0$ some $A_a>0$ has $p\le A_ae^{-n_m(d-a)}$ for all $m$, and all "
                r"$x"
                r"\in[0,1]$, for both tails.",
                "p*exp(n*d) <= A*exp(n*a)",
                claim="bern.corD.5.repaired",
                of_step=21,
                uses=(1,),
            ),
            Inequality(
                3,
                r"$p\le A_ae^{-n_m(d-a)}$.",
                "p <= A*exp(-(n*(d-a)))",
                weights={2: "exp(-(n*d))"},
            ),
        ),
    )


NOISES = r"$M(m)=m$ is $o(n_m)$ by hypothesis, and $\mu\in(0,1)$ is one of the means of $[0,1]$."
PROPOSITION = of_claim("bern.prop4.1", NOISES)
COROLLARY = of_claim("bern.corD.5", NOISES)
