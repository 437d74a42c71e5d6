"""Claims about the definitions of minimax regret, with and without a constraint of privacy."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, require
from banditproof.verify.evidence import Grade

Table = Sequence[Sequence[Fraction]]
"""Regrets: a row for each policy, a column for each instance."""


def _knowing_the_instance(table: Table) -> Fraction:
    """Wrong: sup over instances of inf over policies."""
    return max(min(row[i] for row in table) for i in range(len(table[0])))


@claim(
    "thesis.def2.27",
    r"$\mathrm{Reg}_T(\pi,\mathcal E)=\sup_{\nu\in\mathcal E}\mathrm{Reg}_T(\pi,\nu)$ and "
    r"$\mathrm{Reg}^*_T(\mathcal E)=\inf_\pi\sup_{\nu\in\mathcal E}\mathrm{Reg}_T(\pi,\nu)$.",
    recorded="holds",
    mutants={
        "the instance is known": {"order": lambda table: max(map(min, zip(*table, strict=True)))}
    },
)
def minimax_regret(
    order: Callable[[Table], Fraction] = lambda table: min(map(max, table)),
) -> Verdict:
    """One round: the exact value (K-1)/K, attained by the uniform law; more instances cost more."""
    for arms, parts in ((2, 12), (3, 12), (4, 8)):
        # regrets of one pull: laws p on a grid of the simplex, instances with one mean 1
        grid = [p for p in product(range(parts + 1), repeat=arms) if sum(p) == parts]
        table = [[1 - Fraction(weight, parts) for weight in p] for p in grid]
        value, fewer = order(table), order([row[:-1] for row in table])
        least = value == Fraction(arms - 1, arms)
        require(least, "One round has another value.", Grade.PROVED, K=arms, T=1, value=value)
        require(fewer <= value, "An instance less costs more.", Grade.PROVED, K=arms, value=fewer)
    return certified(
        "At T = 1 on means in [0, 1] it is (K-1)/K; in the other order, where the policy knows the "
        "instance, it would be 0. Over all means it is infinite (thesis.thm2.28.unbounded).",
        covered="K = 2, 3, 4, all first pulls on a grid of the simplex, the K instances with one "
        "mean 1; a supremum over fewer instances is not larger.",
        not_covered="T > 1, and classes with infinitely many instances.",
    )


def two_instance_value(odds: Fraction) -> Fraction:
    """1/2 + 1/(1 + e^eps): the least worst regret on two deterministic instances, K = T = 2.

    Instances (1, 0) and (0, 1). The first pull costs 1/2 on average; the second one is a decision
    from one bit by a kernel whose probabilities change by at most the factor e^eps.
    """
    return Fraction(1, 2) + 1 / (1 + odds)


def worst_regret(first: Fraction, stay: Sequence[Sequence[Fraction]]) -> Fraction:
    """Exact regret of two rounds on the worse instance.

    `first` is the probability to pull arm 0 at first, stay[arm][reward] to pull the arm again.
    """
    regrets = []
    for instance in (0, 1):
        total = Fraction(0)
        for arm, mass in enumerate((first, 1 - first)):
            right = arm == instance
            again = stay[arm][int(right)]
            total += mass * ((not right) + (1 - again if right else again))
        regrets.append(total)
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
    """K = T = 2 on two deterministic instances: the exact value, and random policies."""
    source, before, grade = random.Random(227), Fraction(1), Grade.PROVED
    for factor in (Fraction(1), Fraction(2), Fraction(3), Fraction(19)):
        allowed = odds(factor)
        value, keep = two_instance_value(allowed), allowed / (1 + allowed)
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
