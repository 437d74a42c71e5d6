"""Claims about Tables 4.1 and 4.2, which repeat the regret bounds of the chapter cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product

from flint import arb

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, require, require_or_repair
from banditproof.theory import LinearBandit
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.linear_bounds import hypercube, printed_structure_constant
from banditproof.theory.lower_bounds import minimax
from banditproof.verify.evidence import Grade

Cell = Callable[[int, Fraction, Fraction], arb]
"""A minimax cell, from K (or d), T and the budget."""
Cells = Mapping[str, Cell]
Constants = Callable[[LinearBandit], Mapping[int, Fraction]]
GRID = list(product((2, 3, 100), (Fraction(100), Fraction(10**6)), ("1/1000", "1/10", "1")))
ACTIONS = LinearBandit(((1, 0), (0, 1), (1, 1)), ("1", "-1"))


def arms_cell(private: Cell) -> Cell:
    """max(sqrt(T (K-1))/27, the private term)."""
    return lambda k, t, b: (ball(t * (k - 1)).sqrt() / 27).max(private(k, t, b))


def linear_cell(private: Cell) -> Cell:
    """max(e^-2/8 d sqrt(T), the private term)."""
    return lambda d, t, b: (ball(t).sqrt() * d * (-arb(2)).exp() / 8).max(private(d, t, b))


TABLE_4_1: Cells = {
    "finite arms": arms_cell(lambda k, t, e: ball((k - 1) / e) / 22),
    "linear": linear_cell(lambda d, t, e: ball(d / e) * (-arb(1)).exp() / 4),
}
TABLE_4_2: Cells = {
    "finite arms": arms_cell(lambda k, t, r: ball((k - 1) / r).sqrt() / 124),
    "linear": linear_cell(lambda d, t, r: d * (-ball(Fraction(9, 4))).exp() / (4 * ball(r).sqrt())),
}
THEOREMS_4_1: Cells = {
    "finite arms": lambda k, t, e: minimax.free_printed(k, t).max(minimax.pure_printed(k, t, e)),
    "linear": lambda d, t, e: hypercube.free_printed(d, t).max(hypercube.pure_printed(d, e)),
}
THEOREMS_4_2: Cells = {
    "finite arms": lambda k, t, r: minimax.free_printed(k, t).max(minimax.zcdp_printed(k, t, r)),
    "linear": lambda d, t, r: hypercube.free_printed(d, t).max(hypercube.zcdp_printed(d, r)),
}
OLDER = {**TABLE_4_1, "finite arms": arms_cell(lambda k, t, e: ball((k - 1) / e) / 131)}
SWAPPED = {**TABLE_4_2, "linear": TABLE_4_2["finite arms"]}


def require_theorems(cells: Cells, theorems: Cells) -> None:
    """Each cell is the formula of its theorem: the balls of both overlap on the grid."""
    with working_precision(200):
        for (name, theorem), (size, horizon, budget) in product(theorems.items(), GRID):
            point = size, horizon, Fraction(budget)
            cell, stated = cells[name](*point), theorem(*point)
            finding = f"The cell {name} is not its theorem."
            require(cell.overlaps(stated), finding, at=point, cell=cell, theorem=stated)


def one_for_each(bandit: LinearBandit) -> Mapping[int, Fraction]:
    """rho_a(A) of the suboptimal actions, as in Theorem 4.18."""
    return {a: printed_structure_constant(bandit, a) for a in bandit.suboptimal_arms}


def one_number(bandit: LinearBandit) -> Mapping[int, Fraction]:
    """rho(A), as if it had no index: one number, the first one, for all actions."""
    found = one_for_each(bandit)
    return dict.fromkeys(found, next(iter(found.values())))


@pair(
    "thesis.table4.1",
    r"Bounds under $\varepsilon$-View DP. Finite arms: $\max(\frac1{27}\sqrt{T(K-1)},\frac1{22}"
    r"\frac{K-1}\varepsilon)$ and $\sum_{\Delta_a>0}\frac{\Delta_a\log T}{\min(d_a,\varepsilon "
    r"t_a)}$. Linear: $\max(\frac{e^{-2}}8d\sqrt T,\frac{e^{-1}}4\frac d\varepsilon)$ and "
    r"$\inf\sum\alpha(a)\Delta_a\log T$ with $\|a\|^2_{H_\alpha^{-1}}\le\frac12\Delta_a"
    r"\min(\Delta_a,\varepsilon\rho(\mathcal A))$.",
    r"Table 4.1 with $\rho_a(\mathcal A)$ in its last cell repeats Theorems 4.15 to 4.18.",
    recorded="holds-with-repair",
    doubts=("D19",),
    repaired_title="Table 4.1 with the index of the structure constant",
    subjects={"rho": (one_number, one_for_each)},
    mutants={"the older factor 6": {"cells": OLDER}},
    printed_mutants={"the older factor 6": {"cells": OLDER}},
)
def pure_table(rho: Constants, cells: Cells = TABLE_4_1) -> Verdict:
    """The minimax cells against the theorems; the constant of the last cell against rho_a(A)."""
    require_theorems(cells, THEOREMS_4_1)
    require_or_repair(
        rho(ACTIONS) == one_for_each(ACTIONS),
        "The cells repeat Theorems 4.15 to 4.18, except that the last one prints rho(A) for "
        "rho_a(A), which is not a single number. The cells inherit the verdicts of their "
        "theorems: bounded means are missing in the minimax ones, and the last one is false.",
        grade=Grade.PROVED,
        actions=ACTIONS.actions,
        theta=ACTIONS.theta,
        rho_a={a + 1: value for a, value in one_for_each(ACTIONS).items()},
    )
    return certified(
        "The cells are the formulas of the theorems; whether those hold is said in their claims.",
        covered=f"The minimax cells in balls at {len(GRID)} points; the index on one action set.",
        not_covered="The sum, which is that of Theorem 4.16 in other letters; whether the bounds "
        "are true: see thesis.thm4.15 to thesis.thm4.18.",
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
    require_theorems(cells, THEOREMS_4_2)
    return certified(
        "Both cells repeat their theorems, whose hypotheses (rho <= 1, bounded means) the table "
        "leaves out; the caption says 'Interactive DP' for zCDP.",
        covered=f"Both cells in balls at {len(GRID)} points.",
        not_covered="Whether the bounds are true: see thesis.thm4.20 and thesis.thm4.21.",
    )
