"""Mechanisms that select one of a few options, with the wrong scale, count or accounting.

The weights are powers of a rational b <= e^(eps/2), so every law is rational.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, product
from typing import Literal
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.verify.exact_laws.finite_noise import geometric_ratio
from .finite_law_judge import all_pairs, finite_law_entry

OPTIONS = 3
ANSWERS = all_pairs(range(OPTIONS))


def _growth(eps: Fraction) -> Fraction:
    """A rational just below e^eps."""
    return 1 / geometric_ratio(eps)


@dataclass(frozen=True)
class Selection:
    """An option by its score: the exponential mechanism, or permute-and-flip.

    Scores of sensitivity 1 that all may move; an option with score u has weight e^(factor u).
    """

    factor: Fraction
    rule: Literal["exponential", "permute-and-flip"] = "exponential"

    def law(self, data: tuple[int, ...]) -> dict[int, Fraction]:
        """The exact law of the selected option."""
        weights = [_growth(self.factor) ** (score - max(data)) for score in data]
        if self.rule == "exponential":
            return {i: w / sum(weights) for i, w in enumerate(weights)}
        result = dict.fromkeys(range(len(data)), Fraction(0))
        orders = list(permutations(range(len(data))))
        for order in orders:
            left = Fraction(1, len(orders))
            for i in order:  # an option of the largest score has weight 1, and ends the walk
                result[i] += left * weights[i]
                left *= 1 - weights[i]
        return result


@dataclass(frozen=True)
class RandomisedAnswer:
    """The true answer with probability p = e^eps / (e^eps + k - 1), else a uniform lie."""

    lies_among_all: bool = False

    def law(self, data: int) -> dict[int, Fraction]:
        """The exact law of the answer."""
        growth = _growth(Fraction(1))
        truth = growth / (growth + OPTIONS - 1)
        lies = [i for i in range(OPTIONS) if self.lies_among_all or i != data]
        results = {i: (1 - truth) / len(lies) for i in lies}
        results[data] = results.get(data, Fraction(0)) + truth
        return results


EPS = Fraction(1)
EXPONENTIAL = Selection(EPS / 2)

ENTRIES = (
    finite_law_entry(ANSWERS, PureDP(1))(
        "randomised response off by one", RandomisedAnswer(lies_among_all=True), RandomisedAnswer()
    ),
    finite_law_entry(all_pairs(product((0, 1), repeat=2)), ZCDP(EPS**2 / 8))(
        "permute-and-flip accounted as the exponential mechanism",
        replace(EXPONENTIAL, rule="permute-and-flip"),
        EXPONENTIAL,
    ),
    finite_law_entry(all_pairs(product((0, 1), repeat=OPTIONS)), PureDP(1))(
        "exponential mechanism without its factor 2",
        Selection(Fraction(1)),
        Selection(Fraction(1, 2)),
    ),
)
