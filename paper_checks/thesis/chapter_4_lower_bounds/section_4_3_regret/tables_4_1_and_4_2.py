"""Claims about Tables 4.1 and 4.2, which repeat the regret bounds of the chapter cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds, holds_with_repair
from banditproof.theory import LinearBandit
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.linear_bounds import hypercube, printed_structure_constant
from banditproof.theory.lower_bounds import minimax
from banditproof.verify.evidence import Grade

Cell = Callable[[int, Fraction, Fraction], arb]
"""A minimax cell, from K (or d), T and the budget."""
Cells = Mapping[str, Cell]
GRID = list(product((2, 3, 100), (Fraction(100), Fraction(10**6)), ("1/1000", "1/10", "1")))

TABLE_4_1: Cells = {
    "finite arms": lambda k, t, e: (ball(t * (k - 1)).sqrt() / 27).max(ball((k - 1) / e) / 22),
    "linear": lambda d, t, e: (ball(t).sqrt() * d * (-arb(2)).exp() / 8).max(
        ball(d / e) * (-arb(1)).exp() / 4
    ),
}
TABLE_4_2: Cells = {
    "finite arms": lambda k, t, r: (ball(t * (k - 1)).sqrt() / 27).max(
        ball((k - 1) / r).sqrt() / 124
    ),
    "linear": lambda d, t, r: (ball(t).sqrt() * d * (-arb(2)).exp() / 8).max(
        d * (-ball(Fraction(9, 4))).exp() / (4 * ball(r).sqrt())
    ),
}
THEOREMS_4_1: Cells = {
    "finite arms": lambda k, t, e: minimax.free_printed(k, t).max(minimax.pure_printed(k, t, e)),
    "linear": lambda d, t, e: hypercube.free_printed(d, t).max(hypercube.pure_printed(d, e)),
}
THEOREMS_4_2: Cells = {
    "finite arms": lambda k, t, r: minimax.free_printed(k, t).max(minimax.zcdp_printed(k, t, r)),
    "linear": lambda d, t, r: hypercube.free_printed(d, t).max(hypercube.zcdp_printed(d, r)),
}
OLDER: Cells = {
    **TABLE_4_1,
    "finite arms": lambda k, t, e: (ball(t * (k - 1)).sqrt() / 27).max(ball((k - 1) / e) / 131),
}
SWAPPED: Cells = {**TABLE_4_2, "linear": TABLE_4_2["finite arms"]}


def differing_cell(cells: Cells, theorems: Cells) -> str | None:
    """A cell that is not the formula of its theorem, at a point."""
    with working_precision(200):
        for name, theorem in theorems.items():
            for size, horizon, word in GRID:
                budget = Fraction(word)
                one, other = cells[name](size, horizon, budget), theorem(size, horizon, budget)
                if not one.overlaps(other):
                    return (
                        f"{name}: at size {size}, T = {horizon}, budget {budget} the cell is "
                        f"{one.str(8, radius=False)}, the theorem {other.str(8, radius=False)}."
                    )
    return None


def constants(bandit: LinearBandit, indexed: bool = False) -> dict[int, Fraction]:
    """rho_a(A) of the suboptimal actions; or, as if it had no index, the first one for all."""
    found = {a: printed_structure_constant(bandit, a) for a in bandit.suboptimal_arms}
    first = next(iter(found.values()))
    return found if indexed else dict.fromkeys(found, first)


Constants = Callable[[LinearBandit], Mapping[int, Fraction]]
ACTIONS = LinearBandit(((1, 0), (0, 1), (1, 1)), ("1", "-1"))


def one_number(bandit: LinearBandit) -> Mapping[int, Fraction]:
    """rho(A), one number for all actions: the cell of the table."""
    return constants(bandit)


def one_for_each(bandit: LinearBandit) -> Mapping[int, Fraction]:
    """rho_a(A), as in Theorem 4.18."""
    return constants(bandit, indexed=True)


@claim(
    "thesis.table4.1",
    r"Bounds under $\varepsilon$-View DP. Finite arms: $\max(\frac1{27}\sqrt{T(K-1)},\frac1{22}"
    r"\frac{K-1}\varepsilon)$ and $\sum_{\Delta_a>0}\frac{\Delta_a\log T}{\min(d_a,\varepsilon "
    r"t_a)}$. Linear: $\max(\frac{e^{-2}}8d\sqrt T,\frac{e^{-1}}4\frac d\varepsilon)$ and "
    r"$\inf\sum\alpha(a)\Delta_a\log T$ with $\|a\|^2_{H_\alpha^{-1}}\le\frac12\Delta_a"
    r"\min(\Delta_a,\varepsilon\rho(\mathcal A))$.",
    recorded="holds-with-repair",
    repaired_by="thesis.table4.1.repaired",
    doubts=("D19",),
    mutants={"with the index": {"rho": one_for_each}},
)
def pure_table(cells: Cells = TABLE_4_1, rho: Constants = one_number) -> Verdict:
    """The minimax cells against the theorems; the constant without index against rho_a(A)."""
    fault = differing_cell(cells, THEOREMS_4_1)
    if fault:
        return fails(Grade.CERTIFIED, "A cell is not its theorem.", witness=fault)
    printed, true = rho(ACTIONS), one_for_each(ACTIONS)
    if printed == true:
        return holds(Grade.CERTIFIED, "All cells agree.", covered="-", not_covered="-")
    shown = ", ".join(f"rho_{a + 1} = {value}" for a, value in true.items())
    return holds_with_repair(
        Grade.PROVED,
        "The cells repeat Theorems 4.15 to 4.18, except that the last one prints rho(A) for "
        "rho_a(A) (D19), which is no single number. The cells inherit the verdicts of their "
        "theorems: bounded means are missing in the minimax ones, and the last one is false.",
        witness=f"Actions (1,0), (0,1), (1,1), theta = (1,-1): {shown}.",
        covered=f"The two minimax cells at {len(GRID)} points; the sum is that of Theorem 4.16 in "
        "other letters; one action set for the index.",
    )


@claim(
    "thesis.table4.1.repaired",
    r"Table 4.1 with $\rho_a(\mathcal A)$ in its last cell repeats Theorems 4.15 to 4.18.",
    recorded="holds",
    doubts=("D19",),
    title="Table 4.1 with the index of the structure constant",
    mutants={
        "the older factor 6": {"cells": OLDER},
        "one number for all actions": {"rho": one_number},
    },
)
def pure_table_repaired(cells: Cells = TABLE_4_1, rho: Constants = one_for_each) -> Verdict:
    """Every cell against its theorem."""
    fault = differing_cell(cells, THEOREMS_4_1)
    if fault or rho(ACTIONS) != one_for_each(ACTIONS):
        return fails(
            Grade.CERTIFIED, "A cell is not its theorem.", witness=fault or "rho has no index."
        )
    return holds(
        Grade.CERTIFIED,
        "The cells are the formulas of the theorems; whether those hold is said in their claims.",
        covered=f"The minimax cells in balls at {len(GRID)} points; the index on one action set.",
        not_covered="Whether the bounds are true: see thesis.thm4.15 to thesis.thm4.18.",
    )


@claim(
    "thesis.table4.2",
    r"Bounds under $\rho$-Interactive DP (zCDP is meant). Finite arms: "
    r"$\max(\frac1{27}\sqrt{T(K-1)},\frac1{124}\sqrt{(K-1)/\rho})$; "
    r"linear: $\max(\frac{e^{-2}}8d\sqrt T,\frac{e^{-2.25}}4"
    r"\frac d{\sqrt\rho})$.",
    recorded="holds",
    doubts=("D19",),
    mutants={"the rows swapped": {"cells": SWAPPED}},
)
def zcdp_table(cells: Cells = TABLE_4_2) -> Verdict:
    """The two cells against Theorems 4.20 and 4.21."""
    fault = differing_cell(cells, THEOREMS_4_2)
    if fault:
        return fails(Grade.CERTIFIED, "A cell is not its theorem.", witness=fault)
    return holds(
        Grade.CERTIFIED,
        "Both cells repeat their theorems, whose hypotheses (rho <= 1, bounded means) the table "
        "leaves out; the caption says 'Interactive DP' for zCDP (D19).",
        covered=f"Both cells in balls at {len(GRID)} points.",
        not_covered="Whether the bounds are true: see thesis.thm4.20 and thesis.thm4.21.",
    )
