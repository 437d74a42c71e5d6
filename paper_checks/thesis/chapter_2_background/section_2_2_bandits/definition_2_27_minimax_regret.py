"""Claims about the definitions of minimax regret, with and without a constraint of privacy."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.verify.evidence import Grade

Table = Sequence[Sequence[Fraction]]
"""Regrets: a row for each policy, a column for each instance."""
Order = Callable[[Table], Fraction]


def worst_of_the_best(table: Table) -> Fraction:
    """inf over policies of sup over instances."""
    return min(max(row) for row in table)


def best_of_the_worst(table: Table) -> Fraction:
    """Wrong: sup over instances of inf over policies, as if the policy knew the instance."""
    return max(min(row[i] for row in table) for i in range(len(table[0])))


def _one_round(arms: int, parts: int) -> list[list[Fraction]]:
    """Regrets of one pull: laws p on a grid of the simplex, instances with one mean 1."""
    grid = [p for p in product(range(parts + 1), repeat=arms) if sum(p) == parts]
    return [[1 - Fraction(weight, parts) for weight in p] for p in grid]


@claim(
    "thesis.def2.27",
    r"$\mathrm{Reg}_T(\pi,\mathcal E)=\sup_{\nu\in\mathcal E}\mathrm{Reg}_T(\pi,\nu)$ and "
    r"$\mathrm{Reg}^*_T(\mathcal E)=\inf_\pi\sup_{\nu\in\mathcal E}\mathrm{Reg}_T(\pi,\nu)$.",
    recorded="holds",
    mutants={"the instance is known": {"order": best_of_the_worst}},
)
def minimax_regret(order: Order = worst_of_the_best) -> Verdict:
    """One round: the exact value (K-1)/K, attained by the uniform law; more instances cost more."""
    for arms, parts in ((2, 12), (3, 12), (4, 8)):
        table = _one_round(arms, parts)
        value, fewer = order(table), order([row[:-1] for row in table])
        if value != Fraction(arms - 1, arms) or fewer > value:
            return fails(
                Grade.PROVED,
                "The minimax regret of one round is off.",
                witness=f"K = {arms}, T = 1, means 0 and one 1: {value}, and {fewer} with an "
                f"instance less, but the least worst regret is {Fraction(arms - 1, arms)}.",
            )
    return holds(
        Grade.CERTIFIED,
        "At T = 1 on means in [0, 1] it is (K-1)/K; in the other order, where the policy knows the "
        "instance, it would be 0. The class must be bounded, or the value is infinite "
        "(thesis.thm2.28.unbounded).",
        covered="K = 2, 3, 4, all first pulls on a grid of the simplex, the K instances with one "
        "mean 1; a supremum over fewer instances is not larger.",
        not_covered="T > 1, and classes with infinitely many instances.",
    )


Odds = Callable[[Fraction], Fraction]
"""The largest ratio of probabilities that the budget e^eps allows."""


def odds_of_the_budget(factor: Fraction) -> Fraction:
    """e^eps."""
    return factor


def _inverse(factor: Fraction) -> Fraction:
    return 4 / factor


def two_instance_value(odds: Fraction) -> Fraction:
    """1/2 + 1/(1 + e^eps): the least worst regret on two deterministic instances, K = T = 2.

    Instances (1, 0) and (0, 1). The first pull costs 1/2 on average; the second one is a decision
    from one bit by a kernel whose probabilities change by at most the factor e^eps.
    """
    return Fraction(1, 2) + 1 / (1 + odds)


def _regret(first: Fraction, stay: Sequence[Sequence[Fraction]], instance: int) -> Fraction:
    """Exact regret of two rounds: stay[arm][reward] is the probability to pull the arm again."""
    total = Fraction(0)
    for arm, chance in enumerate((first, 1 - first)):
        right = arm == instance
        again = stay[arm][int(right)]
        total += chance * ((not right) + (1 - again if right else again))
    return total


def _private_draw(source: random.Random, odds: Fraction) -> list[list[Fraction]]:
    """Random second steps whose probabilities differ by at most the factor, for both answers."""
    rows = []
    for _ in range(2):
        while True:
            low, high = (Fraction(source.randint(0, 24), 24) for _ in range(2))
            pairs = ((low, high), (high, low), (1 - low, 1 - high), (1 - high, 1 - low))
            if all(a <= odds * b for a, b in pairs):
                rows.append([low, high])
                break
    return rows


@claim(
    "thesis.minimax.dp",
    r"$\mathrm{Reg}^*_{T,\varepsilon}(\mathcal E)$ is the infimum over $\varepsilon$-View DP "
    r"policies, $\mathrm{Reg}^*_{T,\rho}(\mathcal E)$ that over $\rho$-Interactive zCDP policies; "
    r"neither grows with the budget, and both are at least $\mathrm{Reg}^*_T(\mathcal E)$.",
    recorded="holds",
    mutants={"a larger budget allows less": {"odds": _inverse}},
)
def private_minimax_regret(odds: Odds = odds_of_the_budget) -> Verdict:
    """K = T = 2 on two deterministic instances: the exact value, and random policies."""
    source, before, drawn = random.Random(227), None, 0
    for factor in (Fraction(1), Fraction(2), Fraction(3), Fraction(19)):
        allowed = odds(factor)
        value = two_instance_value(allowed)
        keep = allowed / (1 + allowed)
        attained = [_regret(Fraction(1, 2), ((1 - keep, keep),) * 2, i) for i in (0, 1)]
        if max(attained) != value or value < Fraction(1, 2) or (before and value > before):
            return fails(
                Grade.PROVED,
                "The private minimax regret is not monotone, or below the one without privacy.",
                witness=f"e^eps = {factor}: value {value}, attained {attained}, before {before}.",
            )
        for _ in range(60):
            drawn += 1
            first, stay = Fraction(source.randint(0, 12), 12), _private_draw(source, factor)
            worst = max(_regret(first, stay, i) for i in (0, 1))
            if worst < value:
                return fails(
                    Grade.PROVED,
                    "A private policy has a smaller worst regret.",
                    witness=f"e^eps = {factor}, first {first}, stay {stay}: {worst} < {value}.",
                )
        before = value
    return holds(
        Grade.CERTIFIED,
        "On the means (1, 0) and (0, 1) with K = T = 2 it is 1/2 + 1/(1 + e^eps): from 1 at "
        "eps = 0 down to 1/2, the value without privacy. A larger budget allows more policies.",
        numbers={"random policies": drawn},
        covered=f"e^eps = 1, 2, 3, 19, attained by randomised response; {drawn} random private "
        "policies, none better, exact.",
        not_covered="Other classes and zCDP, where the inclusion of the policy classes is all.",
    )
