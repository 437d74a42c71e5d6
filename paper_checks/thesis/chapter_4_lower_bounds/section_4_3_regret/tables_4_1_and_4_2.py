"""Claims about Tables 4.1 and 4.2, which repeat the regret bounds of the chapter cell by cell."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Outcome, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, require
from banditproof.theory import Enclosure, certify, kl
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.linear_bounds import (
    hypercube,
    printed_structural_bound,
    private_structural_bound,
)
from banditproof.theory.lower_bounds import minimax
from .theorem_4_15_minimax_view import over_all_means as theorem_4_15
from .theorem_4_16_problem_dependent_view import BUDGETS, INSTANCES, printed_coefficient
from .theorem_4_17_linear_view import unbounded_parameters as theorem_4_17
from .theorem_4_18_structural import EPS, RULE, Program, printed_theorem
from .theorem_4_20_minimax_zcdp import over_all_means as theorem_4_20
from .theorem_4_21_linear_zcdp import unbounded_parameters as theorem_4_21

Cell = Callable[[int, Fraction, Fraction], arb]
"""A minimax cell, from K (or d), T and the budget."""
BUDGET_WORDS = ("1e-12", "1/1000", "1/10", "1")
"""At the first one the private term is the larger one, also under zCDP."""
GRID = list(product((2, 3, 100), (Fraction(100), Fraction(10**6)), BUDGET_WORDS))


def arms_cell(private: Cell) -> Cell:
    """max(sqrt(T (K-1))/27, the private term)."""
    return lambda k, t, b: (ball(t * (k - 1)).sqrt() / 27).max(private(k, t, b))


def linear_cell(private: Cell) -> Cell:
    """max(e^-2/8 d sqrt(T), the private term)."""
    return lambda d, t, b: (ball(t).sqrt() * d * (-arb(2)).exp() / 8).max(private(d, t, b))


def same_as_theorem(cell: Cell, theorem: Cell, verdict: Verdict, number: str) -> Verdict:
    """The cell is the formula of its theorem (the balls overlap), and has its verdict."""
    with working_precision(200):
        for size, horizon, budget in GRID:
            point = size, horizon, Fraction(budget)
            own, stated = cell(*point), theorem(*point)
            finding = f"The cell is not the bound of Theorem {number}."
            require(own.overlaps(stated), finding, at=point, cell=own, theorem=stated)
    need(verdict.outcome == Outcome.HOLDS_VACUOUSLY, "The theorem has another verdict")
    return replace(
        verdict,
        summary=f"The bound of Theorem {number} without its hypotheses, true but empty over all "
        "means or parameters.",
        covered=f"The formula in balls at {len(GRID)} points. {verdict.covered}",
    )


FIRST = arms_cell(lambda k, t, e: ball((k - 1) / e) / 22)
THIRD = linear_cell(lambda d, t, e: ball(d / e) * (-arb(1)).exp() / 4)
ZCDP_ARMS = arms_cell(lambda k, t, r: ball((k - 1) / r).sqrt() / 124)
ZCDP_LINEAR = linear_cell(lambda d, t, r: zcdp_term(d, r, Fraction(9, 4)))


@checks("thesis.table4.1.arms_minimax")
@mutant("the older 131", cell=arms_cell(lambda k, t, e: ball((k - 1) / e) / 131))
def first_cell(cell: Cell = FIRST) -> Verdict:
    """The cell against Theorem 4.15."""
    return same_as_theorem(
        cell,
        lambda k, t, e: minimax.free_printed(k, t).max(minimax.pure_printed(k, t, e)),
        theorem_4_15(),
        "4.15",
    )


Sum = Callable[[list[Fraction], list[Enclosure], list[Fraction], Fraction], Enclosure]
"""The coefficient of log T, from the gaps, d_a, t_a and eps."""


def printed_sum(
    gaps: list[Fraction], d: list[Enclosure], t: list[Fraction], eps: Fraction
) -> Enclosure:
    """The sum of gap_a / min(d_a, eps t_a)."""
    terms = [g / Enclosure.min(x, eps * y) for g, x, y in zip(gaps, d, t, strict=True)]
    return sum(terms[1:], terms[0])


@checks("thesis.table4.1.arms_dependent")
@mutant(
    "sharper: 1.01 times the sum",
    cell=lambda g, d, t, eps: printed_sum(g, d, t, eps) * Fraction("1.01"),
)
@mutant("eps/6", cell=lambda g, d, t, eps: printed_sum(g, d, t, eps / 6))
def second_cell(cell: Sum = printed_sum, proof: Proof = WRITTEN) -> Verdict:
    """The cell against Theorem 4.16 on Bernoulli arms."""
    for words, budget in product(INSTANCES, BUDGETS):
        means, eps = [Fraction(word) for word in words], Fraction(budget)
        best = max(means)
        others = [mean for mean in means if mean < best]
        gaps = [best - mean for mean in others]
        own = cell(gaps, [certify(kl, mean, best, digits=20) for mean in others], gaps, eps)
        theorem = printed_coefficient(means, eps)
        near = abs(own - theorem) <= theorem.upper / 10**12
        require(near, "Not the bound of Theorem 4.16.", means=means, eps=eps, cell=own)
    return proof.verdict(
        instances=f"{len(INSTANCES)} Bernoulli instances at {len(BUDGETS)} budgets, in balls."
    )


@checks("thesis.table4.1.linear_minimax")
@mutant("half", cell=linear_cell(lambda d, t, e: ball(d / e) * (-arb(1)).exp() / 8))
def third_cell(cell: Cell = THIRD) -> Verdict:
    """The cell against Theorem 4.17."""
    return same_as_theorem(
        cell,
        lambda d, t, e: hypercube.free_printed(d, t).max(hypercube.pure_printed(d, e)),
        theorem_4_17(),
        "4.17",
    )


@checks("thesis.table4.1.linear_dependent")
@mutant("the constant of the linear program", program=private_structural_bound)
def fourth_cell(program: Program = printed_structural_bound) -> Verdict:
    """The witness of Theorem 4.18; with two arms rho(A) has one index only."""
    need(RULE.eps == EPS, "The policy has another budget")
    return printed_theorem(program)


@checks("thesis.table4.2.arms")
@mutant("the square", cell=arms_cell(lambda k, t, r: ball((k - 1) / r) / 124))
@mutant("120 in place of 124", cell=arms_cell(lambda k, t, r: ball((k - 1) / r).sqrt() / 120))
def zcdp_arms(cell: Cell = ZCDP_ARMS) -> Verdict:
    """The cell against Theorem 4.20, whose hypothesis rho <= 1 the table leaves out."""
    return same_as_theorem(
        cell,
        lambda k, t, r: minimax.free_printed(k, t).max(minimax.zcdp_printed(k, t, r)),
        theorem_4_20(),
        "4.20",
    )


@checks("thesis.table4.2.linear")
@mutant("e^-2", cell=linear_cell(lambda d, t, r: zcdp_term(d, r, Fraction(2))))
def zcdp_linear(cell: Cell = ZCDP_LINEAR) -> Verdict:
    """The cell against Theorem 4.21."""
    return same_as_theorem(
        cell,
        lambda d, t, r: hypercube.free_printed(d, t).max(hypercube.zcdp_printed(d, r)),
        theorem_4_21(),
        "4.21",
    )


def zcdp_term(d: int, rho: Fraction, power: Fraction) -> arb:
    """e^-power / 4 d / sqrt(rho)."""
    return d * (-ball(power)).exp() / (4 * ball(rho).sqrt())
