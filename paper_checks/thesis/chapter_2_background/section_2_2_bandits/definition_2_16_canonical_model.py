"""Claims about the canonical model and its regret: Definition 2.16, (2.7) and (2.8)."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import Any
import numpy as np
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import misprinted, need, points, require
from banditproof.verify.definitions.finite_policy import FinitePolicy, History, Reward
from banditproof.verify.evidence import Grade
from .algorithm_1_interaction import Arm, density, histories, random_arms

Density = Callable[[FinitePolicy, Sequence[Arm], History], Fraction]


@checks("thesis.def2.16.policy", subjects={"pairs": (lambda t: t, lambda t: t - 1)})
@mutant("kernels of two pairs more", pairs=lambda t: t + 1)
def policy_kernels(pairs: Callable[[int], int], proof: Proof = WRITTEN) -> Verdict:
    """The mass of the model for kernels that look at the last of so many pairs."""
    masses = []
    for shift in (0, 1):
        # a kernel that looks at the last pair it is given: repeat its arm, or take the other
        seen = {(arm, r): ((arm, r),)[: pairs(1)] for arm in (0, 1) for r in (0, 1)}
        chosen = {pair: (seen[pair][-1][0] + shift) % 2 if seen[pair] else 0 for pair in seen}
        masses.append(Fraction(sum(arm == chosen[arm, r] for arm, r in seen), 2))
    if masses != [1, 1]:
        return misprinted(
            "A kernel from the printed space of t pairs may look at the arm and reward that it is "
            "about to choose, and the product of such kernels is not a density; the formula beside "
            "it has the t-1 pairs of the past, which is meant.",
            "The kernel pi_1(a | a_1, r_1) is 1[a = a_1], the same arm, or 1[a != a_1].",
            covered="The two kernels, exact.",
            not_covered="Other horizons: one round is enough.",
            K=2,
            T=1,
            rewards="fair bits",
            mass_for_the_same_arm=masses[0],
            mass_for_the_other_arm=masses[1],
        )
    return proof.verdict()


@checks("thesis.def2.16.measure")
@mutant(
    "first reward counted twice",
    p=lambda policy, arms, past: (
        density(policy, arms, past) * (arms[past[0][0]][past[0][1]] if past else 1)
    ),
)
@mutant(
    "all arms pay as the first",
    p=lambda policy, arms, past: density(policy, [arms[0]] * len(arms), past),
)
@mutant("kernel of one pair less", p=partial(density, late=1))
def canonical_model(p: Density = density, proof: Proof = WRITTEN) -> Verdict:
    """Mass and conditional laws of random finite models."""
    for policy, arms in _models():
        has_the_conditional_laws(p, policy, arms)
    return proof.verdict()


@checks("thesis.def2.16.marginal")
@mutant("the measure of the densities", weight=Fraction(1))
def action_marginal(weight: Fraction = Fraction(0)) -> Verdict:
    """The marginal with a mass `weight` for each reward: 1 by counting, 0 by Lebesgue's measure."""
    for number, (policy, arms) in enumerate(_models()):
        marginal: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for history in histories(len(arms), policy.rewards, policy.horizon):
            marginal[tuple(a for a, _ in history)] += density(policy, arms, history)
        mixture = law_on_tables(policy, arms)
        same = marginal == mixture and sum(marginal.values()) == 1
        need(same, "The marginal is not the law of the actions", number=number)
    if weight != 1:
        return misprinted(
            witness="The density vanishes outside two points.",
            K=1,
            T=1,
            rewards="0 or 1",
            **{"lambda": "counting", "integral by dr": weight},
            integral_by_lambda=sum(marginal.values()),
        )
    return points()


def _models() -> Iterator[tuple[FinitePolicy, list[Arm]]]:
    """Random rational policies and instances, negative rewards too."""
    rng = np.random.default_rng(2216)
    shapes = [(2, 3, (0, 1)), (3, 2, (0, 1)), (2, 2, (-1, Fraction(1, 2), 2))]
    for arms_number, horizon, rewards in [shape for shape in shapes for _ in range(3)]:
        policy = FinitePolicy.random(rng, arms_number, horizon, rewards=rewards, zeros=True)
        yield policy, random_arms(rng, arms_number, rewards)


def has_the_conditional_laws(p: Density, policy: FinitePolicy, arms: Sequence[Arm]) -> None:
    """Kernels and arms are the conditional laws; the mass is then 1 at every horizon."""
    horizon, rewards = policy.horizon, policy.rewards
    require(p(policy, arms, ()) == 1, "The mass is not 1.", arms=arms)
    for t in range(horizon):
        for history, arm in product(histories(len(arms), rewards, t), range(len(arms))):
            case: dict[str, Any] = {"arms": arms, "history": history, "arm": arm + 1}
            after = {r: p(policy, arms, (*history, (arm, r))) for r in rewards}
            pulled = sum(after.values())
            same = pulled == p(policy, arms, history) * policy.kernel[history][arm]
            require(same, "An arm has another probability.", Grade.PROVED, **case)
            pays = all(mass == pulled * arms[arm][r] for r, mass in after.items())
            require(pays, "An arm pays by another law.", Grade.PROVED, **case)


def law_on_tables(policy: FinitePolicy, arms: Sequence[Arm]) -> dict[tuple[int, ...], Fraction]:
    """The law of the actions, as the mixture of those on all tables of rewards."""
    mixture: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for rows in product(product(policy.rewards, repeat=len(arms)), repeat=policy.horizon):
        mass = prod((arms[a][r] for row in rows for a, r in enumerate(row)), start=Fraction(1))

        def paid(actions: tuple[int, ...], rows: Any = rows) -> Any:
            return rows[len(actions) - 1][actions[-1]]

        for actions, share in policy.law(paid).items():
            mixture[actions] += mass * share
    return mixture


Means = Sequence[Fraction]
Regret = Callable[[Means, dict[History, Fraction]], Fraction]


def expected(law: dict[History, Fraction], of: Callable[[History], Any]) -> Fraction:
    """The expected value of a function of the history."""
    return sum((p * of(history) for history, p in law.items()), Fraction(0))


def regret_by_pulls(means: Means, law: dict[History, Fraction]) -> Fraction:
    """(2.8): the sum of gap times expected number of pulls."""
    return expected(law, lambda past: sum(max(means) - means[a] for a, _ in past))


@checks("thesis.eq2.7-2.8")
@mutant(
    "pulls before the last round",
    regret=lambda x, law: expected(law, lambda h: sum(max(x) - x[a] for a, _ in h[:-1])),
)
@mutant(
    "gap to the smallest mean",
    regret=lambda x, law: expected(law, lambda h: sum(x[a] - min(x) for a, _ in h)),
)
def regret_decomposition(regret: Regret = regret_by_pulls, proof: Proof = WRITTEN) -> Verdict:
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
        case: dict[str, Any] = {
            "means": means,
            "T": horizon,
            "deficit": deficit,
            "by_pulls": regret(means, law),
        }
        require(deficit == case["by_pulls"], "The two forms differ.", Grade.PROVED, **case)
    return proof.verdict()
