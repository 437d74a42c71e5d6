"""The claim about audits of eps and delta at once, Section 2.3.7."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.finite_laws import Law, excess
from banditproof.paper_checks.models.finite_pairs import coin, leaky_pair
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import points, refuted, require
from banditproof.theory.accounting.finite_divergences import smallest_factor

Ratio = Fraction | float
Curve = tuple[Law, Law]
Question = Callable[[Curve], tuple[Ratio, ...]]
"""The best answer of a correct audit that knows the mechanism."""
DELTAS = tuple(Fraction(k, 20) for k in range(20))


def two_numbers(pair: Curve) -> tuple[Ratio, ...]:
    """The largest pair (e^eps, delta) that is below all budgets of the mechanism, in both parts.

    The budgets are (eps, delta(eps)) for every eps; the smallest eps is 0, and the smallest delta
    that of the largest eps.
    """
    one, other = pair
    ratios = [Fraction(1), Fraction(10**9)]
    return min(ratios), min(max(excess(one, other, x), excess(other, one, x)) for x in ratios)


def for_each_delta(pair: Curve) -> tuple[Ratio, ...]:
    """e^eps(delta) for each delta, as in Definition 2.35."""
    one, other = pair
    return tuple(
        max(smallest_factor(one, other, d), smallest_factor(other, one, d)) for d in DELTAS
    )


@claim(
    "thesis.mia.rem.audit-two-budgets",
    r"To ask for two numbers that are with high probability lower bounds of the real budgets "
    r"$\epsilon$ and $\delta$ is equivalent to asking, for each $\delta$, for a lower bound of "
    r"$\epsilon(\delta)$.",
    recorded="fails",
    reading=r"'the real budgets' are all pairs $(\epsilon,\delta)$ with which the mechanism is "
    r"private, and both numbers are lower bounds of their parts",
    mutants={"for each delta, both times": {"first": for_each_delta}},
)
def two_budgets(first: Question = two_numbers) -> Verdict:
    """Two mechanisms with the same best pair of numbers and different curves, exact."""
    mild = (coin(Fraction(3), 0), coin(Fraction(3), 1))
    strong = (coin(Fraction(9), 0), coin(Fraction(9), 1))
    leaky = leaky_pair(Fraction(9), Fraction(1, 4))
    curves = [for_each_delta(pair) for pair in (mild, strong)]
    answers = [first(pair) for pair in (mild, strong)]
    require(curves[0] != curves[1], "The two curves are equal.", curves=curves)
    if answers[0] != answers[1]:
        return points("The answers differ.", covered="Two coins.", not_covered="Others.")
    witness: dict[str, Any] = {
        "mechanisms": "coins of odds 3 and 9",
        "best pair (e^eps, delta) of both": answers[0],
        "e^eps(1/20)": (curves[0][1], curves[1][1]),
        "e^eps(1/4)": (curves[0][5], curves[1][5]),
    }
    return refuted(
        "A mechanism has a curve of budgets and no single pair. Both parts may be small, each at "
        "the cost of the other, so that the best pair of numbers is eps = 0 with the smallest "
        "delta of all: it is the same for mechanisms of any eps, and tells nothing of eps(delta). "
        "If one budget is given instead, bounds of it say nothing of the others. Definition 2.35 "
        "asks the second question, which is the useful one.",
        covered="Two coins, exact; a third pair, which tells its input with probability 1/4, has "
        "the best answer (0, 1/4).",
        numbers={"best pair of the third": ", ".join(map(str, first(leaky)))},
        **witness,
    )
