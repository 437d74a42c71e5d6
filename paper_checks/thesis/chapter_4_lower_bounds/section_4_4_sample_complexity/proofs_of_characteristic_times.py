"""Relations between characteristic times, step by step.

For an allocation and an alternative, k is the mean of KL over the arms and v that of the total
variation; lowk and lowv are infima over the alternatives, ratek and ratev their suprema over the
allocations, the inverses of T*_KL and T*_TV. A time that is 0, whose rate is infinite, leaves
nothing to show; an infinite sum may be replaced by a large number.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)

INFIMUM = "textbook.bounds-of-sets:infimum"
MULTIPLE = "textbook.bounds-of-sets:multiple of an infimum"
MEMBER = "textbook.bounds-of-sets:member"
HIGHEST = "textbook.bounds-of-sets:supremum"
ABOVE = "textbook.bounds-of-sets:least upper bound"
MARGIN = "textbook.bounds-of-sets:margin"
MEAN = "textbook.elementary-probability:mean"
EVERY_MARGIN = "x is at most y + r for every r > 0"
IS_MEMBER = "v is a member"
LOWER_BOUND = "c is a lower bound"
UPPER_BOUND = "c is an upper bound"
EACH = "X <= c Y at every outcome"
RANGES = (
    "eps in (0,inf), k in [0,inf), v in [0,1], value in [0,inf), rate in [0,inf), "
    "lowk in [0,inf), lowv in [0,1], ratek in [0,inf), ratev in [0,1]"
)
COSTS = Given(
    1,
    r"For an allocation $\omega$ and an alternative $\lambda$: $k=\sum_a\omega_a\mathrm{KL}"
    r"(\nu_a,\lambda_a)$ and $v=\sum_a\omega_a\mathrm{TV}(\nu_a,\lambda_a)$. An infinite rate or "
    r"$\mathbb E_\nu\tau$ leaves nothing to show; an infinite $k$ may be replaced by any larger "
    "number.",
)


def member(n: int, of: int, low: str, cost: str, says: str) -> Textbook:
    """Step n: an infimum is at most each member."""
    return Textbook(
        n,
        says,
        f"{low} <= {cost}",
        fact=MEMBER,
        hypotheses={IS_MEMBER: of},
        instance={"low": low, "v": cost},
    )


def at_most_rate(n: int, low: str, rate: str, of: int = 1) -> Textbook:
    """Step n: the infimum of one allocation is at most the supremum over all."""
    return Textbook(
        n,
        "That is at most the supremum over the allocations.",
        f"{low} <= {rate}",
        fact=HIGHEST,
        hypotheses={IS_MEMBER: of},
        instance={"v": low, "high": rate},
    )


def least_upper(n: int, of: int, low: str, high: str, bound: str, *over: str) -> Textbook:
    """Step n: the supremum over the allocations is at most what is above each."""
    return Textbook(
        n,
        "So is the supremum over the allocations.",
        f"{high} <= {bound}",
        fact=ABOVE,
        hypotheses={UPPER_BOUND: of},
        instance={"X": low, "c": bound, "high": high},
        over=(low, *over),
    )


def both_cases(n: int, says: str, rate: str, of: int) -> tuple[Inequality, Inequality]:
    """Steps n and n + 1: Theorem 4.24, steps 13 and 14 of its corollary, for a larger rate."""
    formula = f"{rate}*tau >= -log(3*delta)"
    return (
        Inequality(
            n,
            f"{says} for $\\delta<\\frac13$",
            formula,
            where="delta < 1/3",
            weights={13: "1", of: "tau"},
        ),
        Inequality(
            n + 1,
            r"and for $\delta\ge\frac13$.",
            formula,
            where="delta >= 1/3",
            weights={14: "1", of: "tau"},
        ),
    )


TWO_BOUNDS = Proof(
    "thesis.cor4.25",
    where=f"{RANGES}, tau in [1,inf), delta in (0,1)",
    steps=(
        COSTS,
        member(
            2,
            1,
            "value",
            "min(k, eps*v)",
            r"The infimum for $T^*(\nu;\varepsilon)$ is at most the smaller cost,",
        ),
        Inequality(3, "so at most the one,", "value <= k", weights={2: "1"}),
        Inequality(4, "and at most the other.", "value <= eps*v", weights={2: "1"}),
        Textbook(
            5,
            "Hence it is at most the infimum of the one,",
            "value <= lowk",
            fact=INFIMUM,
            hypotheses={LOWER_BOUND: 3},
            instance={"c": "value", "low": "lowk", "X": "k"},
            over=("k", "v"),
        ),
        Textbook(
            6,
            "and at most that of the other.",
            "value <= eps*lowv",
            fact=MULTIPLE,
            hypotheses={"c <= b X for every member": 4, "b >= 0": "eps >= 0"},
            instance={"c": "value", "b": "eps", "low": "lowv", "X": "v"},
            over=("k", "v"),
        ),
        at_most_rate(7, "lowk", "ratek"),
        at_most_rate(8, "lowv", "ratev"),
        Inequality(
            9, "Each value is at most the one supremum.", "value <= ratek", weights={5: "1", 7: "1"}
        ),
        Inequality(
            10,
            "Each value is at most the other one.",
            "value <= eps*ratev",
            weights={6: "1", 8: "eps"},
        ),
        least_upper(11, 9, "value", "rate", "ratek", "lowk"),
        least_upper(12, 10, "value", "rate", "eps*ratev", "lowv"),
        OnClaim(
            13,
            r"Theorem 4.24: $\mathbb E_\nu[\tau]\ge T^*(\nu;\varepsilon)\log\frac1{3\delta}$, for "
            r"$\delta<\frac13$",
            "rate*tau >= -log(3*delta)",
            where="delta < 1/3",
            claim="thesis.thm4.24",
            of_step=19,
        ),
        OnClaim(
            14,
            r"and for $\delta\ge\frac13$.",
            "rate*tau >= -log(3*delta)",
            where="delta >= 1/3",
            claim="thesis.thm4.24",
            of_step=20,
        ),
        *both_cases(
            15,
            r"$\mathbb E_\nu[\tau]\ge T^*_{\mathrm{KL}}(\nu)\log\frac1{3\delta}$,",
            "ratek",
            11,
        ),
        *both_cases(
            17,
            r"and $\mathbb E_\nu[\tau]\ge\varepsilon^{-1}T^*_{\mathrm{TV}}(\nu)\log"
            r"\frac1{3\delta}$,",
            "eps*ratev",
            12,
        ),
    ),
    parts=(11, 12, 15, 16, 17),
)
ORDER = Proof(
    "thesis.cor4.25.order",
    where=f"{RANGES}, d in [0,inf), kl_a in [0,inf), tv_a in [0,1], cost in [0,inf), "
    "lowd in [0,inf), rated in [0,inf)",
    steps=(
        Given(
            1,
            r"$d_\varepsilon(x,y)$ is the infimum of $\mathrm{kl}(z,y)+\varepsilon|x-z|$; $z=x$ "
            r"and $z=y$ give two members. For an allocation and an alternative let $k$, $v$ and "
            r"$d$ be the means of $\mathrm{kl}$, $|\nu_a-\lambda_a|$ and $d_\varepsilon$ over the "
            "arms.",
        ),
        member(2, 1, "d", "kl_a", r"So $d_\varepsilon\le\mathrm{kl}$,"),
        member(3, 1, "d", "eps*tv_a", r"and $d_\varepsilon\le\varepsilon\,\mathrm{TV}$."),
        Textbook(
            4,
            "The mean over the arms is at most that of kl,",
            "cost <= 1*k",
            fact=MEAN,
            hypotheses={EACH: 2},
            instance={"x": "cost", "c": "1", "y": "k", "X": "d", "Y": "kl_a"},
            over=("d", "kl_a"),
        ),
        Textbook(
            5,
            r"and at most $\varepsilon$ times that of TV.",
            "cost <= eps*v",
            fact=MEAN,
            hypotheses={EACH: 3},
            instance={"x": "cost", "c": "eps", "y": "v", "X": "d", "Y": "tv_a"},
            over=("d", "tv_a"),
        ),
        member(6, 1, "lowd", "cost", "The infimum over the alternatives is at most each cost,"),
        Inequality(
            7,
            "and at most the smaller one of the two means.",
            "min(k, eps*v) >= lowd",
            uses=(4, 5, 6),
        ),
        Textbook(
            8,
            r"So it is at most the infimum for $T^*(\nu;\varepsilon)$.",
            "lowd <= value",
            fact=INFIMUM,
            hypotheses={LOWER_BOUND: 7},
            instance={"c": "lowd", "low": "value", "X": "min(k, eps*v)"},
            over=("k", "v", "cost"),
        ),
        at_most_rate(9, "value", "rate"),
        Inequality(10, "Each is below this supremum.", "lowd <= rate", weights={8: "1", 9: "1"}),
        least_upper(11, 10, "lowd", "rated", "rate", "value"),
        OnClaim(
            12,
            r"$T^*(\nu;\varepsilon)\ge T^*_{\mathrm{KL}}(\nu)$,",
            "rate <= ratek",
            claim="thesis.cor4.25",
            of_step=11,
        ),
        OnClaim(
            13,
            r"and $T^*(\nu;\varepsilon)\ge\varepsilon^{-1}T^*_{\mathrm{TV}}(\nu)$.",
            "rate <= eps*ratev",
            claim="thesis.cor4.25",
            of_step=12,
        ),
        Inequality(
            14,
            r"$T^*_{d_\varepsilon}\ge T^*(\nu;\varepsilon)\ge\max(T^*_{\mathrm{KL}},"
            r"\varepsilon^{-1}T^*_{\mathrm{TV}})$, for the inverses.",
            "max(rated, rate) <= min(rate, min(ratek, eps*ratev))",
            uses=(11, 12, 13),
        ),
    ),
)
MIXED = Proof(
    "thesis.cor4.25.upper",
    where="eps in (0,inf), A in [0,inf), B in [0,inf), s in (0,inf), alpha in (0,inf), "
    "beta in (0,inf), k in [0,inf), v in [0,inf), k2 in [0,inf), v2 in [0,inf), kw in [0,inf), "
    "vw in [0,inf), value in [0,inf), rate in (0,inf), time in [0,inf)",
    steps=(
        Given(1, r"Let $A=T^*_{\mathrm{KL}}$, $s>0$,", "alpha == A + s/2"),
        Given(2, r"and $B=\varepsilon^{-1}T^*_{\mathrm{TV}}$, both finite.", "beta == B + s/2"),
        Given(
            3,
            r"As $\frac1\alpha<\frac1A$, the supremum, some allocation $\omega$ has a cost $k=\sum"
            r"\omega_a\mathrm{KL}(\nu_a,\lambda_a)\ge\frac1\alpha$ for every $\lambda$,",
            "alpha*k >= 1",
        ),
        Given(
            4,
            r"and some $\omega'$ has $v'=\varepsilon\sum\omega'_a\mathrm{TV}(\nu_a,\lambda_a)\ge"
            r"\frac1\beta$.",
            "beta*v2 >= 1",
        ),
        Given(
            5,
            r"The allocation $(\alpha\omega+\beta\omega')/(\alpha+\beta)$ has the cost",
            "kw == (alpha*k + beta*k2)/(alpha + beta)",
        ),
        Given(6, "and the other cost", "vw == (alpha*v + beta*v2)/(alpha + beta)"),
        Inequality(
            7,
            r"It is at least $\frac1{\alpha+\beta}$.",
            "kw >= 1/(alpha + beta)",
            uses=(5,),
            weights={3: "1/(alpha + beta)"},
        ),
        Inequality(
            8,
            "The other one too.",
            "vw >= 1/(alpha + beta)",
            uses=(6,),
            weights={4: "1/(alpha + beta)"},
        ),
        Inequality(9, "So is the smaller one.", "min(kw, vw) >= 1/(alpha + beta)", uses=(7, 8)),
        Textbook(
            10,
            "And so is the infimum over the alternatives.",
            "1/(alpha + beta) <= value",
            fact=INFIMUM,
            hypotheses={LOWER_BOUND: 9},
            instance={"c": "1/(alpha + beta)", "low": "value", "X": "min(kw, vw)"},
            over=("k", "v", "k2", "v2", "kw", "vw"),
        ),
        at_most_rate(11, "value", "rate", of=5),
        Given(12, r"$T^*(\nu;\varepsilon)$ is the inverse of the supremum.", "time == 1/rate"),
        Inequality(
            13,
            r"$T^*(\nu;\varepsilon)\le A+B+s$.",
            "time <= A + B + s",
            uses=(1, 2, 12),
            weights={10: "(A + B + s)/rate", 11: "(A + B + s)/rate"},
        ),
        Textbook(
            14,
            r"As $s$ is any: $T^*(\nu;\varepsilon)\le T^*_{\mathrm{KL}}+\varepsilon^{-1}"
            r"T^*_{\mathrm{TV}}$,",
            "time <= A + B",
            fact=MARGIN,
            hypotheses={EVERY_MARGIN: 13},
            instance={"x": "time", "y": "A + B", "r": "s"},
            over=("s", "alpha", "beta"),
        ),
        Inequality(
            15,
            "at most twice the larger one.",
            "time <= 2*max(A, B)",
            weights={14: "1"},
        ),
    ),
    parts=(14,),
)
PINSKER = Proof(
    "thesis.pinsker.T.relation",
    where="k in [0,inf), v in [0,1], lowk in [0,inf), lowv in [0,inf), ratek in [0,inf), "
    "ratev in [0,1], tv_a in [0,1], kl_a in [0,inf), square in [0,1]",
    steps=(
        COSTS,
        Textbook(
            2,
            "Pinsker's inequality for each arm.",
            "2*tv_a**2 <= kl_a",
            fact="textbook.pinsker",
            instance={"t": "tv_a", "k": "kl_a"},
        ),
        Inequality(
            3, "So the square is at most half of KL.", "tv_a**2 <= 1/2*kl_a", weights={2: "1/2"}
        ),
        Textbook(
            4,
            r"The mean over the arms with weights $\omega$,",
            "square <= 1/2*k",
            fact=MEAN,
            hypotheses={EACH: 3},
            instance={"x": "square", "c": "1/2", "y": "k", "X": "tv_a**2", "Y": "kl_a"},
            over=("tv_a", "kl_a"),
        ),
        Textbook(
            5,
            "where the square of a mean is at most the mean of the squares.",
            "v**2 <= square",
            fact="textbook.jensen:square",
            hypotheses={"the mean of each square": 1},
            instance={"e": "v", "m": "square"},
        ),
        member(6, 1, "lowv", "v", "The infimum over the alternatives is at most each member."),
        Inequality(
            7,
            "So each $k$ is at least twice the square of the infimum.",
            "k >= 2*lowv**2",
            weights={4: "2", 5: "2", 6: "2*(v + lowv)"},
        ),
        Textbook(
            8,
            r"So is the infimum of $k$,",
            "2*lowv**2 <= lowk",
            fact=INFIMUM,
            hypotheses={LOWER_BOUND: 7},
            instance={"c": "2*lowv**2", "low": "lowk", "X": "k"},
            over=("k", "v", "square"),
        ),
        at_most_rate(9, "lowk", "ratek"),
        Inequality(
            10,
            r"so that the infimum is at most $\sqrt{\frac12/T^*_{\mathrm{KL}}}$.",
            "lowv <= sqrt(ratek/2)",
            apart="lowv",
            weights={8: "1/(2*(sqrt(ratek/2) + lowv))", 9: "1/(2*(sqrt(ratek/2) + lowv))"},
        ),
        least_upper(11, 10, "lowv", "ratev", "sqrt(ratek/2)", "lowk"),
        Inequality(
            12,
            r"$T^*_{\mathrm{TV}}\ge\sqrt{2\,T^*_{\mathrm{KL}}}$, for the inverses.",
            "sqrt(2/ratek) <= 1/ratev",
            where="ratek > 0, ratev > 0",
            weights={11: "sqrt(2/ratek)/ratev"},
        ),
    ),
)
