"""A claim about the definition of minimax regret under a constraint of privacy."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, require
from banditproof.verify.evidence import Grade


def worst_regret(first: Fraction, stay: Sequence[Sequence[Fraction]]) -> Fraction:
    """Exact regret of two rounds on the worse instance.

    `first` is the probability to pull arm 0 at first, stay[arm][reward] to pull the arm again.
    """
    regrets = [Fraction(0), Fraction(0)]
    for instance, (arm, mass) in product((0, 1), enumerate((first, 1 - first))):
        again = stay[arm][int(arm == instance)]
        regrets[instance] += mass * (1 - again if arm == instance else 1 + again)
    return max(regrets)


def _private_draw(source: random.Random, odds: Fraction) -> list[list[Fraction]]:
    """Random second steps whose probabilities differ by at most the factor, for both answers."""
    rows: list[list[Fraction]] = []
    while len(rows) < 2:
        low, high = (Fraction(source.randint(0, 24), 24) for _ in range(2))
        pairs = ((low, high), (high, low), (1 - low, 1 - high), (1 - high, 1 - low))
        if all(a <= odds * b for a, b in pairs):
            rows.append([low, high])
    return rows


@claim(
    "thesis.minimax.dp",
    r"$\mathrm{Reg}^*_{T,\varepsilon}(\mathcal E)$ is the infimum over $\varepsilon$-View DP "
    r"policies, $\mathrm{Reg}^*_{T,\rho}(\mathcal E)$ that over $\rho$-Interactive zCDP policies; "
    r"neither grows with the budget, and both are at least $\mathrm{Reg}^*_T(\mathcal E)$.",
    recorded="holds",
    mutants={"a larger budget allows less": {"odds": lambda factor: 4 / factor}},
)
def private_minimax_regret(odds: Callable[[Fraction], Fraction] = lambda factor: factor) -> Verdict:
    """K = T = 2 and the means (1, 0) and (0, 1): the exact value, and random policies.

    The value is 1/2 + 1/(1 + e^eps): the first pull costs 1/2 on average, and the second one is a
    decision from one bit by a kernel whose probabilities change by at most the factor e^eps.
    """
    source, before, grade = random.Random(227), Fraction(1), Grade.PROVED
    for factor in (Fraction(1), Fraction(2), Fraction(3), Fraction(19)):
        allowed = odds(factor)
        value, keep = Fraction(1, 2) + 1 / (1 + allowed), allowed / (1 + allowed)
        attained = worst_regret(Fraction(1, 2), ((1 - keep, keep),) * 2)
        case = {"e^eps": factor, "value": value, "attained": attained, "before": before}
        require(attained == value, "Randomised response has another regret.", grade, **case)
        require(Fraction(1, 2) <= value <= before, "The value is not monotone.", grade, **case)
        for _ in range(60):
            first, stay = Fraction(source.randint(0, 12), 12), _private_draw(source, factor)
            worst = worst_regret(first, stay)
            require(worst >= value, "A private policy is better.", grade, worst=worst, **case)
        before = value
    return certified(
        "On the means (1, 0) and (0, 1) with K = T = 2 it is 1/2 + 1/(1 + e^eps): from 1 at "
        "eps = 0 down to 1/2, the value without privacy. A larger budget allows more policies.",
        covered="e^eps = 1, 2, 3, 19: randomised response and 240 random private policies, exact.",
        not_covered="Other classes and zCDP, where the inclusion of the policy classes is all.",
    )
