"""Claims about policies and their regret: Definition 2.1 and (2)."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from banditproof.algorithms import DPIMED
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import bit_lists
from banditproof.paper_checks.models.reward_models import (
    ARMS,
    HORIZON,
    TABLE,
    Actions,
    Feed,
    History,
    Kernel,
    path_probability,
    random_kernel,
    sequences,
    table_feed,
)
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.mechanisms import DiscreteLaplace
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.merged_law import action_law

Means = tuple[Fraction, ...]
Density = Callable[[Kernel, Means, History], Fraction]


def reward_mass(means: Means, arm: int, reward: int) -> Fraction:
    """p_a(r) of a Bernoulli arm."""
    return means[arm] if reward else 1 - means[arm]


def history_density(
    kernel: Kernel,
    means: Means,
    history: History,
    past: Callable[[History, int], History] = lambda history, t: history[:t],
    mass: Callable[[Means, int, int], Fraction] = reward_mass,
) -> Fraction:
    """(1): product over t of pi_t(a_t | past) p_(a_t)(r_t)."""
    factors = (
        kernel(past(history, t))[arm] * mass(means, arm, reward)
        for t, (arm, reward) in enumerate(history)
    )
    return prod(factors, start=Fraction(1))


def _with_the_reward(history: History, t: int) -> History:
    """Wrong: the arm is chosen by what the reward of the same round would be."""
    return history[: t - 1] + history[t : t + 1] if t else ()


def _instances(seed: int, count: int) -> Iterator[tuple[Kernel, Means]]:
    source = random.Random(seed)
    for _ in range(count):
        kernel = random_kernel(source, least=source.choice((0, 1)))
        yield kernel, tuple(Fraction(source.randrange(0, 11), 10) for _ in range(ARMS))


def _histories(length: int = HORIZON) -> Iterator[History]:
    return product(tuple(product(range(ARMS), (0, 1))), repeat=length)


@checks("bern.def2.1")
@mutant("arm chosen after the reward", density=partial(history_density, past=_with_the_reward))
@mutant("rewards without a law", density=partial(history_density, mass=lambda *_: Fraction(1)))
@mutant("reads the arm not pulled", read=lambda table: lambda a: table[len(a) - 1][1 - a[-1]])
def interaction_law(
    density: Density = history_density,
    read: Callable[[tuple[tuple[int, ...], ...]], Feed] = table_feed,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Mass 1, consistent prefixes, and no influence of what was not observed."""
    for kernel, means in _instances(seed=21, count=12):
        mass = sum(density(kernel, means, h) for h in _histories())
        require(mass == 1, "The densities do not sum to 1.", Grade.PROVED, means=means, sum=mass)
        for h in _histories(2):
            shorter = density(kernel, means, h)
            longer = sum(density(kernel, means, (*h, last)) for (last,) in _histories(1))
            finding = "The laws of two and three rounds disagree."
            require(longer == shorter, finding, Grade.PROVED, history=h, sums=(shorter, longer))
        for actions, table in product(sequences(), TABLE.inputs(HORIZON)):
            seen = tuple(
                tuple(r if arm == a else 1 - r for arm, r in enumerate(row))
                for a, row in zip(actions, table, strict=False)
            )
            laws = [path_probability(kernel, actions, read(t)) for t in (table, seen)]
            same = laws[0] == laws[1]
            finding = "A reward that was not observed changes the law."
            require(same, finding, Grade.PROVED, actions=actions, tables=(table, seen))
    library = DPIMED(arms=2, eps=1, ties="random", noise=DiscreteLaplace("1/2"))
    for rewards in bit_lists(3):
        mass = sum(action_law(library, rewards, cut=8).values())
        require(mass == 1, "The mass of DP-IMED's law is not 1.", Grade.PROVED, list=rewards)
    return proof.verdict()


def regret_by_counts(means: Means, actions: dict[Actions, Fraction]) -> Fraction:
    """The sum of gap times expected number of pulls."""
    best = max(means)
    return sum((p * (best - means[a]) for path, p in actions.items() for a in path), Fraction(0))


@checks("bern.eq2")
@mutant(
    "gaps to the mean of the means",
    regret=lambda means, law: (
        regret_by_counts(means, law) - HORIZON * (max(means) - sum(means) / len(means))
    ),
)
@mutant(
    "last round not counted",
    regret=lambda means, law: sum(
        p * regret_by_counts(means, {a[:-1]: Fraction(1)}) for a, p in law.items()
    ),
)
def regret_identity(
    regret: Callable[..., Fraction] = regret_by_counts, proof: Proof = WRITTEN
) -> Verdict:
    """Both sides from the law of histories, exact."""
    for kernel, means in _instances(seed=22, count=20):
        deficit, actions = HORIZON * max(means), dict.fromkeys(sequences(), Fraction(0))
        for h in _histories():
            p = history_density(kernel, means, h)
            deficit -= p * sum(r for _, r in h)
            actions[tuple(a for a, _ in h)] += p
        finding, counted = "The two forms of the regret differ.", regret(means, actions)
        require(deficit == counted, finding, Grade.PROVED, means=means, sides=(deficit, counted))
    return proof.verdict()
