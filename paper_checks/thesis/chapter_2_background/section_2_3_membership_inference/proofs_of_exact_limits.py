"""The proofs about audits with confidence limits in the place of radii."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

MEAN = "X <= c Y at every outcome"
NO_MISS = "A <= a, B <= b"
"""Conditions, and no hypotheses, so that who cites the quotients must show them."""
PART = {"the first event is a part of the second": 7}
LIMITS = Proof(
    "thesis.fix.audit.mi",
    where="eps in [0,inf), d in [0,1], a in (0,inf), b in (0,inf), A in [0,1], B in [0,1], "
    "one in [0,1], miss in [0,1], err in [0,1], total in [0,1], gamma in [0,1]",
    parts=(5, 6),
    steps=(
        Inequality(1, r"If neither limit misses, $\alpha\le a$", "A <= a", where=NO_MISS),
        Inequality(2, r"and $\beta\le b$.", "B <= b", where=NO_MISS),
        OnClaim(
            3,
            r"(2.29): $e^\epsilon\alpha+\beta\ge1-\delta$.",
            "exp(eps)*A + B >= 1 - d",
            claim="thesis.eq2.28",
            of_step=7,
            instance={"delta": "d"},
        ),
        OnClaim(
            4,
            r"(2.28): $\alpha+e^\epsilon\beta\ge1-\delta$.",
            "A + exp(eps)*B >= 1 - d",
            claim="thesis.eq2.28",
            of_step=5,
            instance={"delta": "d"},
        ),
        Inequality(
            5,
            r"Then the first quotient is at most $e^\epsilon$;",
            "(1 - d - b)/a <= exp(eps)",
            where=NO_MISS,
            weights={1: "exp(eps)/a", 2: "1/a", 3: "1/a"},
        ),
        Inequality(
            6,
            "so is the second; only upper limits are used.",
            "(1 - d - a)/b <= exp(eps)",
            where=NO_MISS,
            weights={1: "1/b", 2: "exp(eps)/b", 4: "1/b"},
        ),
        Parts(
            7,
            r"The estimate, also where it is 0, is at most $\epsilon$: an error needs a miss.",
            uses=(5, 6),
        ),
        Given(
            8,
            r"Given the labels the wrong guesses have the laws $\mathrm{Bin}(T_0,\alpha)$ and "
            r"$\mathrm{Bin}(T_1,\beta)$, and an upper limit at level $\gamma/2$, which is 1 "
            r"without runs, misses with at most this probability.",
            "one <= gamma/2",
        ),
        Textbook(
            9,
            "Either of the two misses.",
            "miss <= 2*(gamma/2)",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 8},
            instance={"p": "miss", "n": "2", "d": "gamma/2", "X": "one"},
            over=("one",),
        ),
        Textbook(
            10,
            "An error has no larger probability.",
            "err <= miss",
            fact="textbook.elementary-probability:part of an event",
            hypotheses=PART,
            instance={"p": "err", "q": "miss"},
        ),
        Inequality(11, "For all labels.", "err <= 1*gamma", weights={9: "1", 10: "1"}),
        Textbook(
            12,
            r"The mean over the labels, whatever $T$ is.",
            "total <= 1*gamma",
            fact="textbook.elementary-probability:mean",
            hypotheses={MEAN: 11},
            instance={"x": "total", "c": "1", "y": "gamma", "X": "err", "Y": "gamma"},
            over=("err",),
        ),
    ),
)

SIDES = Proof(
    "thesis.mia.alg.audit-definition.exact-limits",
    where="x in [1,inf), d in [0,1], v in [0,1], w in [0,1], lv in [0,1], uv in (0,1], "
    "lw in [0,1], uw in (0,1], one in [0,1], miss in [0,1], err in [0,1], gamma in [0,1]",
    steps=(
        Given(1, r"$\mathcal M$ is $(\epsilon,\delta)$-DP, $x=e^\epsilon$.", "v <= x*w + d"),
        Given(2, "For the exchanged data.", "w <= x*v + d"),
        Given(3, r"No limit misses: $L_0\le p_0$,", "lv <= v"),
        Given(4, r"$p_1\le U_1$,", "w <= uw"),
        Given(5, r"$L_1\le p_1$", "lw <= w"),
        Given(6, r"and $p_0\le U_0$.", "v <= uv"),
        Inequality(
            7,
            r"Then the first quotient is at most $e^\epsilon$,",
            "(lv - d)/uw <= x",
            weights={1: "1/uw", 3: "1/uw", 4: "x/uw"},
        ),
        Inequality(
            8,
            "and so is the second.",
            "(lw - d)/uv <= x",
            weights={2: "1/uv", 5: "1/uv", 6: "x/uv"},
        ),
        Parts(9, r"The estimate is at most $\epsilon$: an error needs a miss.", uses=(7, 8)),
        Textbook(
            10,
            "So it has no larger probability.",
            "err <= miss",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 9},
            instance={"p": "err", "q": "miss"},
        ),
        Given(11, r"Each of the four limits misses with at most $\gamma/4$.", "one <= gamma/4"),
        Textbook(
            12,
            r"Any of the four misses.",
            "miss <= 4*(gamma/4)",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 11},
            instance={"p": "miss", "n": "4", "d": "gamma/4", "X": "one"},
            over=("one",),
        ),
        Inequality(
            13, r"The audit is $\gamma$-correct.", "err <= gamma", weights={10: "1", 12: "1"}
        ),
    ),
)
