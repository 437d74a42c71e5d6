"""Claims about Section 5.2: the bounds beside the lower bounds, and two regimes."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, Parts, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict

MATCHES = Proof(
    "thesis.rem.optfinite.gaps",
    where="k in (0,inf), gap in (0,1], eps in (0,inf), C in (0,inf), D in (0,inf), up in (0,inf), "
    "low in (0,inf)",
    steps=(
        Given(1, r"The upper bound over $\log T$,", "up == C*gap/min(k, D*eps*gap)"),
        Given(
            2,
            r"the lower one of Theorem 4.16 for Bernoulli laws: $\mathrm{TV}_{\inf}=\Delta_a$.",
            "low == gap/min(k, eps*gap)",
        ),
        Inequality(
            3,
            r"$\min\{k,\varepsilon\Delta\}\le\max\{1,1/C_2\}\min\{k,C_2\varepsilon\Delta\}$,",
            "min(k, eps*gap) <= max(1, 1/D)*min(k, D*eps*gap)",
        ),
        Inequality(
            4,
            r"so the quotient is at most $C_1\max\{1,1/C_2\}$.",
            "up <= C*max(1, 1/D)*low",
            uses=(1, 2),
            weights={3: "C*gap/(min(k, D*eps*gap)*min(k, eps*gap))"},
        ),
    ),
)


@checks(
    "thesis.rem.optfinite.gaps",
    mutants={
        "the total variation of half of the gap": {
            "proof": MATCHES.changed(2, formula="low == gap/min(k, eps*gap/2)")
        },
        "sharper: C_1 alone": {"proof": MATCHES.changed(4, formula="up <= C*low")},
    },
)
def matches_by_the_gaps(proof: Proof = MATCHES) -> Verdict:
    """The quotient of both bounds, arm by arm."""
    return proof.verdict("The quotient of the bounds of an arm is at most C_1 max(1, 1/C_2).")


FREE = Proof(
    "thesis.rem.optfinite.free",
    where="b in [4,inf), eps in (0,inf), T in [2,inf), K in [2,inf), L in (0,inf), up in [0,inf), "
    "low in [0,inf)",
    steps=(
        Given(1, r"$L=\log T\ge\log2$.", "log(2) <= L"),
        Given(2, r"The lower bound $\frac1{27}\sqrt{T(K-1)}$,", "sqrt(T*(K-1))/27 <= low"),
        Given(3, r"and $\frac{K-1}{22\varepsilon}$.", "(K-1)/(22*eps) <= low"),
        Inequality(
            4,
            r"The first upper term is at most $216\sqrt{2\beta L}$ times it,",
            "8*sqrt(b*K*T*L) <= 8*sqrt(2*b*L)*sqrt(T*(K-1))",
        ),
        Inequality(
            5,
            r"the second one $704\beta L$ times.",
            "16*b*K*L/eps <= 704*b*L*((K-1)/(22*eps))",
        ),
        Given(6, "The upper bound without the last term.", "up == 8*sqrt(b*K*T*L) + 16*b*K*L/eps"),
        Inequality(
            7,
            "Together.",
            "up <= (216*sqrt(2*b*L) + 704*b*L)*low",
            uses=(6,),
            weights={2: "216*sqrt(2*b*L)", 3: "704*b*L", 4: "1", 5: "1"},
        ),
        Parts(8, r"A multiple of $\log T$, as $\sqrt L\le L/\sqrt{\log2}$.", uses=(1, 7)),
    ),
)


@checks(
    "thesis.rem.optfinite.free",
    mutants={
        "one arm": {"proof": FREE.changed(5, formula="16*b*K*L/eps <= 300*b*L*((K-1)/(22*eps))")},
        "sharper: a constant": {"proof": FREE.changed(7, formula="up <= 704*b*low")},
    },
)
def matches_without_the_gaps(proof: Proof = FREE) -> Verdict:
    """The quotient of both bounds for K >= 2."""
    return proof.verdict("Each term is at most a multiple of log T of the lower bound.")


REGIMES = Proof(
    "thesis.rem.optfinite.regimes",
    where="gap in (0,1], eps in (0,inf), k in (0,inf), D in (0,inf)",
    steps=(
        Inequality(
            1,
            r"Theorem 5.3 for $\varepsilon\ge\Delta_a$:",
            "gap <= min(gap, eps)",
            where="gap <= eps",
        ),
        Inequality(
            2, r"and for $\varepsilon\le\Delta_a$.", "min(gap, eps) <= eps", where="eps <= gap"
        ),
        Inequality(
            3,
            r"Theorem 5.4 for $C_2\varepsilon\Delta_a\ge d$:",
            "k <= min(k, D*eps*gap)",
            where="k <= D*eps*gap",
        ),
        Inequality(4, r"and below.", "min(k, D*eps*gap) <= D*eps*gap", where="D*eps*gap <= k"),
        Parts(5, r"The bounds are constant in $\varepsilon$ in the one regime.", uses=(1, 2, 3, 4)),
    ),
)


@checks(
    "thesis.rem.optfinite.regimes",
    mutants={"sharper: half of the budget": {"proof": REGIMES.changed(1, where="gap <= 2*eps")}},
)
def two_regimes(proof: Proof = REGIMES) -> Verdict:
    """The minimum in each bound, on both sides of its border."""
    return proof.verdict(
        "The minimum is the gap or d above the border, and eps or its multiple below."
    )


CONCENTRATED = Proof(
    "thesis.rem.optfinite.zcdp",
    where="rho in (0,1], K in [2,inf), T in [1,inf), L in (0,inf), A in (0,inf), B in (0,inf), "
    "up in [0,inf), low in [0,inf)",
    parts=(6,),
    steps=(
        Given(1, r"The lower bound $\frac1{27}\sqrt{T(K-1)}$,", "sqrt(T*(K-1))/27 <= low"),
        Given(2, r"and $\frac1{124}\sqrt{(K-1)/\rho}$.", "sqrt((K-1)/rho)/124 <= low"),
        Inequality(
            3,
            r"The first upper term, of $L=\log T$, is at most $\sqrt{2L}$ times",
            "sqrt(K*T*L) <= sqrt(2*L)*sqrt(T*(K-1))",
        ),
        Inequality(
            4,
            r"and the second one $\sqrt{2KL}$ times that of the lower bound.",
            "K*sqrt(L/rho) <= sqrt(2*K*L)*sqrt((K-1)/rho)",
        ),
        Given(5, "The upper bound.", "up == A*sqrt(K*T*L) + B*K*sqrt(L/rho)"),
        Inequality(
            6,
            r"The quotient is at most a multiple of $\sqrt{\log T}$ and $\sqrt K$,",
            "up <= (27*A*sqrt(2*L) + 124*B*sqrt(2*K*L))*low",
            uses=(5,),
            weights={1: "27*A*sqrt(2*L)", 2: "124*B*sqrt(2*K*L)", 3: "A", 4: "B"},
        ),
        Inequality(
            7,
            r"and the private terms are no less than $\sqrt{KL}$ apart.",
            "sqrt(K*L)*sqrt((K-1)/rho) <= K*sqrt(L/rho)",
        ),
        Parts(8, "Both.", uses=(6, 7)),
    ),
)


@checks(
    "thesis.rem.optfinite.zcdp",
    mutants={
        "sharper: no gap in K": {
            "proof": CONCENTRATED.changed(4, formula="K*sqrt(L/rho) <= 9*sqrt(L)*sqrt((K-1)/rho)")
        },
        "sharper: no logarithm": {
            "proof": CONCENTRATED.changed(6, formula="up <= (54*A + 248*B*sqrt(K))*low")
        },
        "a gap of K": {
            "proof": CONCENTRATED.changed(7, formula="K*sqrt(L)*sqrt((K-1)/rho) <= K*sqrt(L/rho)")
        },
    },
)
def gap_of_the_zcdp_bounds(proof: Proof = CONCENTRATED) -> Verdict:
    """Both terms of the upper bound over those of the lower one, for all K >= 2."""
    return proof.verdict(
        "Each term is at most such a multiple of one of the lower bound, as 1 <= K/(K-1) <= 2."
    )
