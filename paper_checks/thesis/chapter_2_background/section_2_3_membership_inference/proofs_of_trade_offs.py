"""The proofs about trade-off functions: (2.30), Remark 2.33 and the audit by an event."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Step,
    Textbook,
)

F = "max(max(0, 1-d-exp(eps)*level), exp(-eps)*(1-d-level))"
RANGES = (
    "eps in [0,inf), d in [0,1], level in [0,1], a in [0,1], b in [0,1], p in [0,1], q in [0,1], "
    "power in [0,1], trade in [0,1]"
)


def _of_errors(one: OnClaim, two: OnClaim) -> tuple[Step, ...]:
    """b >= f(level) for the errors a <= level and b, from the two relations between errors."""
    n = one.number
    return (
        one,
        two,
        Given(n + 2, r"The error of the first kind is at most $\alpha$.", "a <= level"),
        Inequality(
            n + 3,
            r"So $\beta\ge e^{-\epsilon}(1-\delta-\alpha)$.",
            "b >= exp(-eps)*(1-d-level)",
            weights={n: "exp(-eps)", n + 2: "exp(-eps)"},
        ),
        Inequality(
            n + 4,
            r"And $\beta\ge1-\delta-e^\epsilon\alpha$.",
            "b >= 1-d-exp(eps)*level",
            weights={n + 1: "1", n + 2: "exp(eps)"},
        ),
        Inequality(
            n + 5,
            r"$\beta\ge f_{\epsilon,\delta}(\alpha)$.",
            f"b >= {F}",
            uses=(n + 3, n + 4),
        ),
    )


POWER = Proof(
    "thesis.eq2.30",
    where=RANGES,
    steps=(
        *_of_errors(
            OnClaim(
                1,
                r"(2.28) for the errors of an adversary with any threshold.",
                "a + exp(eps)*b >= 1 - d",
                claim="thesis.eq2.28",
                of_step=5,
                instance={"A": "a", "B": "b", "delta": "d"},
            ),
            OnClaim(
                2,
                r"The other inequality.",
                "exp(eps)*a + b >= 1 - d",
                claim="thesis.eq2.28",
                of_step=7,
                instance={"A": "a", "B": "b", "delta": "d"},
            ),
        ),
        Inequality(7, "Its power.", f"1 - b <= 1 - {F}", weights={6: "1"}),
        Textbook(
            8,
            r"$\mathrm{Pow}_n(s,\alpha)$ is the supremum over the thresholds of level $\alpha$.",
            f"power <= 1 - {F}",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 7},
            instance={"high": "power", "c": f"1 - {F}", "X": "1 - b"},
            over=("a", "b"),
        ),
    ),
)

OF_P = "max(max(0, 1-d-exp(eps)*(1-p)), exp(-eps)*(1-d-(1-p)))"
CURVES = Proof(
    "thesis.rem2.33",
    where=RANGES,
    steps=(
        *_of_errors(
            OnClaim(
                1,
                r"If $\mathcal M$ is $(\epsilon,\delta)$-DP, then so is the decision of a (random) "
                r"rule, a random function of the output: acceptance has the probability "
                r"$1-\alpha_\phi$ for $d$ and $\beta_\phi$ for $d'$,",
                "a + exp(eps)*b >= 1 - d",
                claim="thesis.prop2.7",
                of_step=7,
                instance={"p": "1 - a", "q": "b", "delta": "d"},
            ),
            OnClaim(
                2,
                r"and rejection $1-\beta_\phi$ for $d'$ and $\alpha_\phi$ for $d$.",
                "exp(eps)*a + b >= 1 - d",
                claim="thesis.prop2.7",
                of_step=7,
                instance={"p": "1 - b", "q": "a", "delta": "d"},
            ),
        ),
        Textbook(
            7,
            r"So $T(\mathcal M_d,\mathcal M_{d'})\ge f_{\epsilon,\delta}$ at every level.",
            f"{F} <= trade",
            fact="textbook.bounds-of-sets:infimum",
            hypotheses={"c is a lower bound": 6},
            instance={"c": F, "low": "trade", "X": "b"},
            over=("a", "b"),
        ),
        Given(
            8,
            r"If $T(\mathcal M_d,\mathcal M_{d'})\ge f_{\epsilon,\delta}$, take an event $E$ of "
            r"probabilities $p$ for $d$ and $q$ for $d'$. The rule that rejects outside of $E$ has "
            r"the level $1-p$ and $\beta_\phi=q$. At this level:",
            f"t >= {OF_P}",
            where="t in [0,1]",
        ),
        Textbook(
            9,
            r"The infimum is at most this error.",
            "t <= q",
            where="t in [0,1]",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 8},
            instance={"low": "t", "v": "q"},
        ),
        Inequality(
            10,
            r"A member of the maximum.",
            f"exp(-eps)*(1-d-(1-p)) <= {OF_P}",
        ),
        Inequality(
            11,
            r"So $\mathcal M_d(E)\le e^\epsilon\mathcal M_{d'}(E)+\delta$.",
            "p <= exp(eps)*q + d",
            where="t in [0,1]",
            weights={8: "exp(eps)", 9: "exp(eps)", 10: "exp(eps)"},
        ),
        Parts(12, "Both directions, for all neighbours in both orders.", uses=(7, 11)),
    ),
)

DRAW = Proof(
    "thesis.rem2.33.draw",
    where="a in [0,1], b in [0,1], t in [0,1], f in [0,1], x in [0,1], y in [0,1]",
    steps=(
        Given(
            1,
            r"A test between the outputs for neighbours has the errors $a$ and $b$; at the level "
            r"$a$ $f$-DP with $f=T(P,Q)$ says this.",
            "t >= f",
        ),
        Textbook(
            2,
            r"$t=T(\mathcal M_d,\mathcal M_{d'})(a)$ is an infimum of errors, of which $b$ is one.",
            "t <= b",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 1},
            instance={"low": "t", "v": "b"},
        ),
        Textbook(
            3,
            r"A test between $P$ and $Q$ attains $f=T(P,Q)(a)$: its errors are $y=f$",
            "y == f",
            fact="textbook.neyman-pearson",
            instance={"y": "y", "f": "f"},
        ),
        Textbook(
            4,
            r"and $x\le a$.",
            "x <= a",
            fact="textbook.neyman-pearson",
            instance={"x": "x", "a": "a"},
        ),
        Inequality(5, r"$y\le b$.", "y <= b", uses=(3,), weights={1: "1", 2: "1"}),
        Parts(6, "Both errors are at most as large.", uses=(4, 5)),
    ),
)

EVENT = Proof(
    "thesis.audit.event.repaired",
    where="x in [1,inf), d in [0,1], v in [0,1], w in [0,1], p in [0,1], q in [0,1], "
    "r in (0,inf), s in (0,inf), one in [0,1], miss in [0,1], err in [0,1], gamma in [0,1]",
    parts=(14,),
    steps=(
        Given(1, r"$\mathcal M$ is $(\epsilon,\delta)$-DP, $x=e^\epsilon$.", "v <= x*w + d"),
        Given(2, r"For the exchanged data.", "w <= x*v + d"),
        Given(3, r"On the joint event $\hat p_0\le p_0+r$, $r=C_0/\sqrt T$,", "p <= v + r"),
        Given(4, r"$p_1\le\hat p_1+s$, $s=C_1/\sqrt T$,", "w <= q + s"),
        Given(5, r"$\hat p_1\le p_1+s$,", "q <= w + s"),
        Given(6, r"and $p_0\le\hat p_0+r$.", "v <= p + r"),
        Inequality(
            7,
            r"There the first quotient is at most $e^\epsilon$.",
            "(p - d - r)/(q + s) <= x",
            weights={1: "1/(q+s)", 3: "1/(q+s)", 4: "x/(q+s)"},
        ),
        Inequality(
            8,
            r"So is the second one.",
            "(q - d - s)/(p + r) <= x",
            weights={2: "1/(p+r)", 5: "1/(p+r)", 6: "x/(p+r)"},
        ),
        Parts(
            9,
            r"There the estimate is at most $\epsilon$, also where it is 0: an error needs that "
            r"the "
            "event fails.",
            uses=(7, 8),
        ),
        Textbook(
            10,
            r"So it has no larger probability.",
            "err <= miss",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 9},
            instance={"p": "err", "q": "miss"},
        ),
        Given(11, r"Each of the four bounds fails with at most $\gamma/4$.", "one <= gamma/4"),
        Textbook(
            12,
            r"So the event fails with at most $\gamma$, as is asked of any radii.",
            "miss <= 4*(gamma/4)",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 11},
            instance={"p": "miss", "n": "4", "d": "gamma/4", "X": "one"},
            over=("one",),
        ),
        Given(
            13, r"Radii with a joint level of $1-\gamma$ are given, or made so.", "miss <= gamma"
        ),
        Inequality(14, r"In both cases: made so,", "err <= gamma", weights={10: "1", 12: "1"}),
        Inequality(
            15,
            r"or given, the audit is $\gamma$-correct.",
            "err <= gamma",
            weights={10: "1", 13: "1"},
        ),
    ),
)
