"""Step 4 of Proof 3.3: the choice of n_2, and the supremum over the alternatives."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from banditproof.paper_checks.bernoulli.appendix_f_regret.lemma_f_3_derivatives import (
    nearest,
)
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks, checks_both
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import proved, require_or_repair

from .divergence_d_eps import nearest_inside


@checks(
    "bern.proof3.1.vanishing",
    mutants={
        "a = s^2": {"power": lambda s: s**2},
        "n_2 without the slack": {"size": lambda s, d, log_t: log_t / d},
        "n_2 = log T / ((1 - s) transport)": {"size": lambda s, d, log_t: log_t / ((1 - s) * d)},
        "sharper: n_2 = (1 - s/4) log T / transport": {
            "size": lambda s, d, log_t: (1 - s / 4) * log_t / d
        },
    },
)
def the_main_term_vanishes(
    size: Callable[..., Any] = lambda s, d, log_t: (1 - s) * log_t / d,
    power: Callable[[Any], Any] = lambda s: s**2 / 2,
) -> Verdict:
    """(1+s)(1-s) + s^2/2 = 1 - s^2/2, so the term is O(T^(-s^2/2) / (1 - n_2/T)).

    `size` is n_2 from the slack s, the transport d and log T.
    """
    import sympy as sp

    s, d, t, c = sp.symbols("s d T c", positive=True)
    log_t = sp.log(t)
    exponent = sp.expand((1 + s) * size(s, d, log_t) * d / log_t + power(s) - 1)
    require_zero(
        exponent_of_T=exponent + s**2 / 2,
        n_2_is_small_beside_T=sp.limit(size(s, d, log_t) / t, t, sp.oo),
        limit=sp.limit(t ** (-c), t, sp.oo),
    )
    return proved(
        "The exponent of T is -s^2/2 < 0 for every slack s > 0, and n_2/T tends to 0.",
        covered="All slacks 0 < s < 1 and transports > 0, symbolically.",
    )


LIMIT = "textbook.bounds-of-sets:lower limit"
FROM_BELOW = "x_n >= (1 - r) c for every r > 0 and all large n"
MEANS = "x in [0,1), y in (0,1), x < y"
AT_Z = f"z in [0,1), {MEANS}"
AT_W = f"w in (0,1), {AT_Z}"
NEAREST, DEFINED = nearest("x"), nearest_inside("x")
TRANSPORT = Proof(
    "bern.proof3.1.supremum.repaired",
    where="eps in [0,inf), d in (-inf,inf), g in (0,inf), cost in [0,inf), r in (0,1), s in (0,1), "
    "L in (0,inf), E in [0,inf), pulls in [0,inf), regret in [0,inf), low in [0,inf), "
    "of_cost in [0,inf)",
    steps=(
        Given(1, r"Let $d=d_\epsilon(\mu_2,\mu_1)$.", "d == d_eps(x,y,eps)", where=MEANS),
        Inequality(
            2,
            r"$\mathrm{kl}(p,\cdot)$ grows beyond $p$.",
            "kl(p,y) <= kl(p,q)",
            where="y in (0,1), p in [0,1), q in (0,1), p <= y, y <= q",
        ),
        OnClaim(
            3,
            r"$d\le\mathrm{kl}(p,\mu_1)+\epsilon|\mu_2-p|$ for every mean $p$,",
            "d_eps(x,y,eps) <= kl(p,y) + eps*abs(x-p)",
            where=f"p in [0,1), {MEANS}",
            claim="bern.def.deps.attained",
            of_step=1,
            instance={"z": "p"},
        ),
        Inequality(
            4,
            r"and if $p\le\mu_1<y''=q$, where $\mathrm{kl}(p,\cdot)$ grows: the transport over any "
            r"mean $p$ of $[\mu_2,\mu_1]$ is at least $d$.",
            "d <= kl(p,q) + eps*abs(x-p)",
            where=f"p in [0,1), q in (0,1), {MEANS}, p <= y, y <= q",
            uses=(1,),
            weights={2: "1", 3: "1"},
            positive=DEFINED,
        ),
        Given(
            5,
            r"and $z$ the mean that attains it: $\mu_2$, moved to where the log-odds differ from "
            r"those of $\mu_1$ by at most $\epsilon$.",
            f"z == {NEAREST}",
            where=AT_Z,
        ),
        Inequality(6, r"$\mu_2\le z$,", "x <= z", where=AT_Z, uses=(5,)),
        Inequality(7, r"$z\le\mu_1$,", "z <= y", where=AT_Z, uses=(5,)),
        OnClaim(
            8,
            r"and $\mathrm{kl}(z,\mu_1)+\epsilon|\mu_2-z|\le d$, as it attains the least cost.",
            f"kl({NEAREST},y) + eps*abs(x-({NEAREST})) <= d_eps(x,y,eps)",
            where=MEANS,
            claim="bern.def.deps.attained",
            of_step=2,
        ),
        Inequality(
            9,
            r"So $\mathrm{kl}(z,\mu_1)+\epsilon(z-\mu_2)\le d$.",
            "kl(z,y) + eps*(z-x) <= d",
            where=AT_Z,
            uses=(1, 5, 6),
            weights={8: "1"},
            positive=DEFINED,
        ),
        Inequality(
            10,
            r"$\mathrm{kl}(p,\cdot)$ grows from $\mu_1$ to $v$ by at most "
            r"$\frac{(v-\mu_1)(v-p)}{v(1-v)}$.",
            "kl(p,v) - kl(p,y) <= (v-y)*(v-p)/(v*(1-v))",
            where="y in (0,1), p in [0,1), v in (0,1), p <= y, y <= v",
        ),
        Inequality(
            11,
            r"So the least transport, which is at most that over $z$, exceeds $d$ by at most "
            r"$\frac{(q-\mu_1)(q-\mu_2)}{q(1-q)}$.",
            "kl(z,q) + eps*(z-x) <= d + (q-y)*(q-x)/(q*(1-q))",
            where=f"q in (0,1), {AT_Z}, y <= q",
            uses=(7,),
            at={10: {"p": "z", "v": "q"}},
            weights={9: "1", 10: "1", 6: "(q-y)/(q*(1-q))"},
        ),
        Inequality(
            12,
            r"If $\epsilon>0$, then $z<\mu_1$,",
            "z < y",
            where=f"{AT_Z}, eps > 0",
            uses=(5,),
        ),
        Inequality(
            13,
            r"$\mathrm{kl}(p,y)\ge2(p-y)^2$,",
            "kl(p,y) >= 2*(p-y)**2",
            where="p in [0,1), y in (0,1)",
        ),
        Inequality(
            14,
            r"and $d>0$.",
            "d > 0",
            where=f"{AT_Z}, eps > 0",
            at={13: {"p": "z"}},
            weights={9: "1", 13: "1", 6: "eps", 12: "2*(y-z)"},
        ),
        Inequality(
            15,
            r"So $d_\epsilon(\mu_2,\mu_1)>0$.",
            "d_eps(x,y,eps) > 0",
            where=f"{AT_Z}, eps > 0",
            uses=(1,),
            weights={14: "1"},
            positive=DEFINED,
        ),
        Given(
            16,
            r"For any $g>0$ let $w=\frac{\mu_1+g}{1+g}$.",
            "w == (y+g)/(1+g)",
            where=AT_W,
        ),
        Inequality(17, r"It is above $\mu_1$,", "y <= w", where=AT_W, uses=(16,)),
        Inequality(
            18,
            r"and so near that $\frac{(w-\mu_1)(w-\mu_2)}{w(1-w)}\le g$.",
            "(w-y)*(w-x)/(w*(1-w)) <= g",
            where=AT_W,
            uses=(16,),
            rest="g*x*(1+g)/(y+g)",
            positive=("1-w",),
        ),
        Given(
            19,
            r"Let $c=\mathrm{kl}(z,w)+\epsilon(z-\mu_2)$ be the transport over $z$ to $w$.",
            "cost == kl(z,w) + eps*(z-x)",
            where=AT_W,
            uses=(6,),
        ),
        Inequality(
            20,
            r"It is at most $d+g$.",
            "cost <= d + g",
            where=AT_W,
            uses=(17, 19),
            at={11: {"q": "w"}},
            weights={11: "1", 18: "1"},
        ),
        Given(
            21,
            r"That $\mathbb E[N_2]\ge\frac{(1-\alpha)\log T}c(1-o(1))$ means, with $\alpha=\frac "
            r"r2$: "
            r"$c\,\frac{\mathbb E[N_2]}{\log T}\ge(1-\frac r2)^2$ for every $r>0$ and all large "
            r"$T$. "
            r"Let $n$ be the lower limit of $\mathbb E[N_2]/\log T$; if it is infinite, (5) holds.",
            "cost*(E/L) >= (1-r/2)*(1-r/2)",
        ),
        Inequality(22, r"That is at least $1-r$.", "cost*(E/L) >= (1-r)*1", weights={21: "1"}),
        Textbook(
            23,
            r"So the lower limit of $c\,\frac{\mathbb E[N_2]}{\log T}$ is at least 1,",
            "1 <= of_cost",
            fact=LIMIT,
            hypotheses={FROM_BELOW: 22},
            instance={"low": "of_cost", "X": "cost*(E/L)", "c": "1", "r": "r"},
            over=("r", "E", "L"),
        ),
        Textbook(
            24,
            r"and it is $c\,n$:",
            "of_cost == cost*pulls",
            fact="textbook.limit-inferior:multiple",
            hypotheses={"x_n = c y_n": "cost*(E/L) == cost*(E/L)", "c >= 0": "cost >= 0"},
            instance={"x": "of_cost", "c": "cost", "y": "pulls", "X": "cost*(E/L)", "Y": "E/L"},
            over=("E", "L"),
        ),
        Inequality(25, r"$c\,n\ge1$.", "1 <= cost*pulls", uses=(24,), weights={23: "1"}),
        Given(26, r"For every $s>0$ take $g$ with $g\,n\le s$.", "g*pulls <= s"),
        Inequality(
            27,
            r"So $d\,n\ge1-s$.",
            "d*pulls >= (1-s)*1",
            where=AT_W,
            weights={20: "pulls", 25: "1", 26: "1"},
        ),
        Textbook(
            28,
            r"As $s>0$ is any: $d\,n\ge1$.",
            "1 <= d*pulls",
            where=AT_W,
            fact=LIMIT,
            hypotheses={FROM_BELOW: 27},
            instance={"low": "d*pulls", "X": "d*pulls", "c": "1", "r": "s"},
            over=("s",),
        ),
        OnClaim(
            29,
            r"$\mathrm{Reg}_T=(\mu_1-\mu_2)\,\mathbb E[N_2(T)]$,",
            "regret == (y-x)*E",
            where=MEANS,
            claim="bern.eq2",
            of_step=7,
            instance={"total": "(y-x)*E"},
        ),
        Identity(
            30,
            r"for each $T$;",
            "regret/L == (y-x)*(E/L)",
            where=MEANS,
            uses=(29,),
        ),
        Textbook(
            31,
            r"so the lower limit of $\mathrm{Reg}_T/\log T$ is $(\mu_1-\mu_2)\,n$,",
            "low == (y-x)*pulls",
            where=MEANS,
            fact="textbook.limit-inferior:multiple",
            hypotheses={"x_n = c y_n": 30, "c >= 0": "y-x >= 0"},
            instance={"x": "low", "c": "y-x", "y": "pulls", "X": "regret/L", "Y": "E/L"},
            over=("regret", "E", "L"),
        ),
        Inequality(
            32,
            r"and at least $(\mu_1-\mu_2)/d$, which is (5).",
            "d*low >= y-x",
            where=AT_W,
            uses=(31,),
            weights={28: "y-x"},
        ),
        Parts(33, "The two bounds of the least transport, and (5).", uses=(4, 11, 14, 15, 32)),
    ),
    parts=(28,),
)


@checks_both(
    "bern.proof3.1.supremum",
    subjects={"largest": (Fraction(1), Fraction(99, 100))},
    mutants={
        "a lower limit without its factor": {
            "proof": TRANSPORT.changed(24, formula="of_cost == pulls")
        },
        "sharper: growth 1 % smaller": {
            "proof": TRANSPORT.changed(
                10, formula="kl(p,v) - kl(p,y) <= 0.99*(v-y)*(v-p)/(v*(1-v))"
            )
        },
        "sharper: 1 % more than d_eps below": {
            "proof": TRANSPORT.changed(4, formula="1.01*d <= kl(p,q) + eps*abs(x-p)")
        },
        "sharper: 1 % more pulls": {"proof": TRANSPORT.changed(28, formula="101/100 <= d*pulls")},
        "an instance too far": {"proof": TRANSPORT.changed(16, formula="w == (y+2*g)/(1+2*g)")},
    },
)
def the_supremum(largest: Fraction, proof: Proof = TRANSPORT) -> Verdict:
    """The least transport between d_eps(mu_2, mu_1) and a bound that tends to it."""
    best = Fraction(1)
    require_or_repair(
        largest < best,
        "At mu_1 = 1 no mean mu''_2 is above mu_1, so that the supremum is over an empty set, "
        "while (5) claims 1/eps.",
        mu_1=best,
        mu_2=0,
    )
    return proof.verdict(
        "For mu_1 < 1 the least transport tends to d_eps(mu_2, mu_1) as mu''_2 falls to mu_1."
    )
