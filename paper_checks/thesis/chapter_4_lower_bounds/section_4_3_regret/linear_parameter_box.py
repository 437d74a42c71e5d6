"""Minimax regret on the cube and the size of the parameters: infinite over R^d, capped on a box."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.verdict import Verdict, fails, holds, holds_with_repair, undecided
from banditproof.theory.balls import lower, working_precision
from banditproof.verify.evidence import Grade

Bound = Callable[[int, Fraction, Fraction, Fraction], arb]
"""A bound as a function of d, T, the budget, and the size of the box of the parameters."""
BITS = 128
BUDGETS = (Fraction(1), Fraction(1, 10), Fraction(1, 1000), Fraction(1, 10**6))


def first_pull_is_blind(sizes: Sequence[int]) -> bool:
    """Whether for each mean action m of round 1 the regrets at theta = -s and s sum to 2 s.

    So one of the two is at least s; as s is arbitrary, the worst case over R^d is infinite.
    """
    means = [Fraction(k, 4) for k in range(-4, 5)]
    return all(s * (1 - m) + s * (1 + m) == 2 * s for s in sizes for m in means)


def impossible(bound: Bound, budgets: Sequence[Fraction]) -> tuple[Fraction, Fraction] | None:
    """A budget where the bound exceeds 2 T, the largest regret for d = 1, |theta| <= 1, T = 1."""
    with working_precision(BITS):
        for budget in budgets:
            value = lower(bound(1, Fraction(1), budget, Fraction(1)))
            if value > 2:
                return budget, value
    return None


def empty_over_the_space(
    bound: Bound, budgets: Sequence[Fraction], symbol: str, summary: str, not_covered: str
) -> Verdict:
    """The verdict on the bound for all of R^d: true but empty, and false on a box without a cap."""
    if not first_pull_is_blind((1, 10**6)):
        return undecided("The first pull is not blind.")
    found = impossible(bound, budgets)
    if found is None:
        return holds(Grade.CERTIFIED, "The bound is possible for parameters in [-1, 1].")
    budget, value = found
    return holds_with_repair(
        Grade.CERTIFIED,
        summary,
        witness=f"d = 1, T = 1, |theta| <= 1, {symbol} = {budget}: the bound is "
        f"{float(value):.6g}, and no regret exceeds 2.",
        numbers={"bound": value},
        covered="The regrets of the first pull at -s and s sum to 2 s, exactly; the bound "
        "at T = 1.",
        not_covered=not_covered,
    )


def false_on_the_box(bound: Bound, budgets: Sequence[Fraction], symbol: str) -> Verdict:
    """The verdict on the bound for parameters in [-1, 1]^d, from d = 1 and T = 1."""
    found = impossible(bound, budgets)
    if found is None:
        return holds(Grade.CERTIFIED, "The bound is possible for parameters in [-1, 1].")
    budget, value = found
    return fails(
        Grade.CERTIFIED,
        "For a small budget the private term is above 2 d T, the largest regret.",
        witness=f"d = 1, T = 1, {symbol} = {budget}: the bound is {float(value):.6g} > 2.",
    )
