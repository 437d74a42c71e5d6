"""Claims about the canonical model and its regret: Definition 2.16, (2.7) and (2.8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import Any

import numpy as np

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, needs_repair, require
from banditproof.verify.definitions.finite_policy import FinitePolicy, History, Reward
from banditproof.verify.evidence import Grade

from .algorithm_1_interaction import Arm, density, histories, random_arms

Density = Callable[[FinitePolicy, Sequence[Arm], History], Fraction]


@pair(
    "thesis.def2.16",
    r"A policy is $(\pi_t)_{t\le T}$ with $\pi_t$ a probability kernel from "
    r"$\Omega_t=([K]\times\mathbb R)^t$ to $[K]$; $p_{\nu\pi}=\prod_t\pi_t(a_t\mid a_1,r_1,\dots,"
    r"a_{t-1},r_{t-1})\,p_{a_t}(r_t)$ is the density of a probability on $\Omega_T$, and "
    r"$m_{\nu\pi}$ its marginal on actions.",
    r"With $\pi_t$ a kernel from $\Omega_{t-1}$, $p_{\nu\pi}$ is a probability density on "
    r"$\Omega_T$ under which $a_t$ given $H_{t-1}$ has the law $\pi_t(\cdot\mid H_{t-1})$ and "
    r"$r_t$ given $H_{t-1},a_t$ the law $P_{a_t}$; $m_{\nu\pi}$ is the law of the actions.",
    recorded="holds-with-repair",
    subjects={"pairs": (lambda t: t, lambda t: t - 1)},
    doubts=("D19",),
    repaired_title="policy and canonical model, with kernels of the past",
    mutants={
        "first reward counted twice": {
            "p": lambda policy, arms, past: (
                density(policy, arms, past) * (arms[past[0][0]][past[0][1]] if past else 1)
            )
        },
        "all arms pay as the first": {
            "p": lambda policy, arms, past: density(policy, [arms[0]] * len(arms), past)
        },
        "kernel of one pair less": {"p": partial(density, late=1)},
    },
)
def canonical_model(pairs: Callable[[int], int], p: Density = density) -> Verdict:
    """Kernels of so many pairs; mass, conditional laws, and the marginal as a mixture of tables."""
    masses = []
    for shift in (0, 1):
        # a kernel that looks at the last pair it is given: repeat its arm, or take the other
        seen = {(arm, r): ((arm, r),)[: pairs(1)] for arm in (0, 1) for r in (0, 1)}
        chosen = {pair: (seen[pair][-1][0] + shift) % 2 if seen[pair] else 0 for pair in seen}
        masses.append(Fraction(sum(arm == chosen[arm, r] for arm, r in seen), 2))
    if masses != [1, 1]:
        return needs_repair(
            "A kernel from the printed space of t pairs may look at the arm and reward that it is "
            "about to choose, and the product of such kernels is not a density; the source must "
            "be the space of t-1 pairs, as the formula of the definition itself writes.",
            "K = 2, T = 1, fair Bernoulli rewards: pi_1(a | a_1, r_1) = 1[a = a_1] gives the "
            f"total mass {masses[0]}, and pi_1(a | a_1, r_1) = 1[a != a_1] gives {masses[1]}.",
            grade=Grade.PROVED,
            covered="The two kernels, exact.",
        )
    rng = np.random.default_rng(2216)
    shapes = [(2, 3, (0, 1)), (3, 2, (0, 1)), (2, 2, (-1, Fraction(1, 2), 2))]
    for arms_number, horizon, rewards in [shape for shape in shapes for _ in range(3)]:
        policy = FinitePolicy.random(rng, arms_number, horizon, rewards=rewards, zeros=True)
        is_the_density(p, policy, random_arms(rng, arms_number, rewards))
    return certified(
        "The density has mass 1 at every horizon, its conditional laws are the kernel and the "
        "arm's law, and its marginal on actions is the mixture of the laws on reward tables.",
        covered="9 random rational policies and instances with 2 or 3 arms and 2 or 3 rewards, "
        "negative ones too, T = 2 and 3, exact, by two routes.",
        not_covered="Rewards with a density, where sums become integrals.",
    )


def is_the_density(p: Density, policy: FinitePolicy, arms: Sequence[Arm]) -> None:
    """Kernels and arms are the conditional laws, and the actions those on random tables."""
    horizon, rewards = policy.horizon, policy.rewards
    for t in range(horizon):
        for history, arm in product(histories(len(arms), rewards, t), range(len(arms))):
            case = {"arms": arms, "history": history, "arm": arm + 1}
            after = {r: p(policy, arms, (*history, (arm, r))) for r in rewards}
            pulled = sum(after.values())
            same = pulled == p(policy, arms, history) * policy.kernel[history][arm]
            require(same, "An arm has another probability.", Grade.PROVED, **case)
            pays = all(mass == pulled * arms[arm][r] for r, mass in after.items())
            require(pays, "An arm pays by another law.", Grade.PROVED, **case)
    marginal: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for history in histories(len(arms), rewards, horizon):
        marginal[tuple(a for a, _ in history)] += p(policy, arms, history)
    mixture: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for rows in product(product(rewards, repeat=len(arms)), repeat=horizon):
        mass = prod((arms[a][r] for row in rows for a, r in enumerate(row)), start=Fraction(1))

        def paid(actions: tuple[int, ...], rows: Any = rows) -> Any:
            return rows[len(actions) - 1][actions[-1]]

        for actions, share in policy.law(paid).items():
            mixture[actions] += mass * share
    same = marginal == mixture and sum(marginal.values()) == 1
    require(same, "The marginal is not the law of the actions.", Grade.PROVED, arms=arms)


Means = Sequence[Fraction]
Regret = Callable[[Means, dict[History, Fraction]], Fraction]


def expected(law: dict[History, Fraction], of: Callable[[History], Any]) -> Fraction:
    """The expected value of a function of the history."""
    return sum((p * of(history) for history, p in law.items()), Fraction(0))


def regret_by_pulls(means: Means, law: dict[History, Fraction]) -> Fraction:
    """(2.8): the sum of gap times expected number of pulls."""
    return expected(law, lambda past: sum(max(means) - means[a] for a, _ in past))


@claim(
    "thesis.eq2.7-2.8",
    r"$\mathrm{Reg}_T(\pi,\nu)\triangleq T\mu^\star-\mathbb E_{\nu\pi}[\sum_t r_t]="
    r"\sum_a\Delta_a\,\mathbb E_{\nu\pi}[N_a(T)]$ (2.7), (2.8).",
    recorded="holds",
    mutants={
        "pulls before the last round": {
            "regret": lambda x, law: expected(law, lambda h: sum(max(x) - x[a] for a, _ in h[:-1]))
        },
        "gap to the smallest mean": {
            "regret": lambda x, law: expected(law, lambda h: sum(x[a] - min(x) for a, _ in h))
        },
    },
)
def regret_decomposition(regret: Regret = regret_by_pulls) -> Verdict:
    """Both sides from the law of histories, exact."""
    rng = np.random.default_rng(2208)
    negative: Sequence[Reward] = (-1, Fraction(1, 2), 2)
    shapes = [*[(2, 3, (0, 1))] * 6, *[(3, 2, negative)] * 4, *[(1, 2, (0, 1))] * 2]
    for number, (arms_number, horizon, rewards) in enumerate(shapes):
        policy = FinitePolicy.random(rng, arms_number, horizon, rewards=rewards, zeros=True)
        arms = random_arms(rng, arms_number, rewards)
        if number == 0:
            arms = [arms[0], arms[0]]  # two best arms
        means = [sum((r * p for r, p in arm.items()), Fraction(0)) for arm in arms]
        law = {h: density(policy, arms, h) for h in histories(arms_number, rewards, horizon)}
        deficit = horizon * max(means) - expected(law, lambda past: sum(r for _, r in past))
        case = {"means": means, "T": horizon, "deficit": deficit, "by_pulls": regret(means, law)}
        require(deficit == case["by_pulls"], "The two forms differ.", Grade.PROVED, **case)
    return certified(
        "Both sides are equal, also with negative rewards, two best arms, and one arm only.",
        covered="12 random rational policies and instances with 1 to 3 arms, T = 2 and 3, exact.",
        not_covered="Other laws and horizons: expectations add up, which needs finite means only.",
    )
