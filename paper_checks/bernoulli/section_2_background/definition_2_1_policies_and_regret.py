"""Claims about policies and their regret: Definition 2.1, (2) and (3)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from banditproof.algorithms import DPIMED
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.finite_laws import bit_lists, shown
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
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory import Enclosure, certify, exact, kl, privacy_threshold, regret_coefficient
from banditproof.theory.lower_bounds import lai_robbins_coefficient
from banditproof.theory.mechanisms import DiscreteLaplace
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.merged_law import action_law

Means = tuple[Fraction, ...]
Density = Callable[[Kernel, Means, History], Fraction]


def reward_mass(means: Means, arm: int, reward: int) -> Fraction:
    """p_a(r) of a Bernoulli arm."""
    return means[arm] if reward else 1 - means[arm]


def history_density(kernel: Kernel, means: Means, history: History) -> Fraction:
    """(1): product over t of pi_t(a_t | past) p_(a_t)(r_t)."""
    value = Fraction(1)
    for t, (arm, reward) in enumerate(history):
        value *= kernel(history[:t])[arm] * reward_mass(means, arm, reward)
    return value


def _after_the_reward(kernel: Kernel, means: Means, history: History) -> Fraction:
    """Wrong: the arm is chosen by what the reward of the same round would be."""
    value = Fraction(1)
    for t, (arm, reward) in enumerate(history):
        peeked = (*history[: max(t - 1, 0)], (arm, reward)) if t else ()
        value *= kernel(peeked)[arm] * reward_mass(means, arm, reward)
    return value


def _without_rewards(kernel: Kernel, means: Means, history: History) -> Fraction:
    """Wrong: the density of the rewards is forgotten."""
    value = Fraction(1)
    for t, (arm, _) in enumerate(history):
        value *= kernel(history[:t])[arm]
    return value


def _instances(seed: int, count: int) -> Iterator[tuple[Kernel, Means]]:
    source = random.Random(seed)
    for _ in range(count):
        kernel = random_kernel(source, least=source.choice((0, 1)))
        yield kernel, tuple(Fraction(source.randrange(0, 11), 10) for _ in range(ARMS))


def _histories(length: int = HORIZON) -> Iterator[History]:
    return product(tuple(product(range(ARMS), (0, 1))), repeat=length)


@claim(
    "bern.def2.1",
    r"A policy is a sequence of kernels $\pi_t(\cdot\mid a_1,r_1,\dots,a_{t-1},r_{t-1})$; with an "
    r"environment it induces the density $p_{\nu\pi}=\prod_t \pi_t(a_t\mid\text{past})\,"
    r"p_{a_t}(r_t)$ (1) of a probability law on histories.",
    recorded="holds",
    mutants={
        "arm chosen after the reward": {"density": _after_the_reward},
        "rewards without a law": {"density": _without_rewards},
        "reads the arm not pulled": {"read": lambda table: lambda a: table[len(a) - 1][1 - a[-1]]},
    },
)
def interaction_law(
    density: Density = history_density,
    read: Callable[[tuple[tuple[int, ...], ...]], Feed] = table_feed,
) -> Verdict:
    """Mass 1, consistent prefixes, and no influence of what was not observed."""
    for kernel, means in _instances(seed=21, count=12):
        mass = sum(density(kernel, means, h) for h in _histories())
        if mass != 1:
            return fails(
                Grade.PROVED,
                "The density is not that of a probability law.",
                witness=f"Means {shown(means)}: the histories of {HORIZON} rounds sum to {mass}.",
            )
        for h in _histories(2):
            longer = sum(density(kernel, means, (*h, last)) for (last,) in _histories(1))
            if longer != density(kernel, means, h):
                return fails(
                    Grade.PROVED,
                    "The laws of different horizons disagree.",
                    witness=f"History {h}: {longer} and {density(kernel, means, h)}.",
                )
        for actions, table in product(sequences(), TABLE.inputs(HORIZON)):
            seen = tuple(
                tuple(r if arm == a else 1 - r for arm, r in enumerate(row))
                for a, row in zip(actions, table, strict=False)
            )
            if path_probability(kernel, actions, read(table)) != path_probability(
                kernel, actions, read(seen)
            ):
                return fails(
                    Grade.PROVED,
                    "A reward that was not observed changes the law.",
                    witness=f"Actions {actions} on the tables {table} and {seen}.",
                )
    noise = DiscreteLaplace("1/2")
    library = DPIMED(arms=2, eps=1, ties="random", noise=noise)
    if any(sum(action_law(library, rewards, cut=8).values()) != 1 for rewards in bit_lists(3)):
        return fails(Grade.PROVED, "The library's law has not mass 1.", witness="DP-IMED, T = 3.")
    return holds(
        Grade.CERTIFIED,
        "The density sums to 1, the laws of all horizons agree, and entries that no action "
        "observed have no influence.",
        covered="12 random rational kernels and instances, T = 3, two arms, exact; DP-IMED with "
        "geometric noise on all lists of length 3.",
        not_covered="General reward spaces; the sum is taken one round at a time for all of them.",
    )


Regret = Callable[[Means, dict[Actions, Fraction]], Fraction]


def regret_by_counts(means: Means, actions: dict[Actions, Fraction]) -> Fraction:
    """The sum of gap times expected number of pulls."""
    best = max(means)
    return sum(
        (p * sum((best - means[a] for a in path), Fraction(0)) for path, p in actions.items()),
        Fraction(0),
    )


@claim(
    "bern.eq2",
    r"$\mathrm{Reg}_T = T\mu^\star - \mathbb E[\sum_t r_t] = \sum_a \Delta_a\,\mathbb E[N_a(T)]$.",
    recorded="holds",
    mutants={
        "gaps to the mean of the means": {
            "regret": lambda means, law: (
                regret_by_counts(means, law) - HORIZON * (max(means) - sum(means) / len(means))
            )
        },
        "last round not counted": {
            "regret": lambda means, law: sum(
                p * regret_by_counts(means, {a[:-1]: Fraction(1)}) for a, p in law.items()
            )
        },
    },
)
def regret_identity(regret: Regret = regret_by_counts) -> Verdict:
    """Both sides from the law of histories, exact."""
    for kernel, means in _instances(seed=22, count=20):
        reward, actions = Fraction(0), dict.fromkeys(sequences(), Fraction(0))
        for h in _histories():
            p = history_density(kernel, means, h)
            reward += p * sum(r for _, r in h)
            actions[tuple(a for a, _ in h)] += p
        if HORIZON * max(means) - reward != regret(means, actions):
            return fails(
                Grade.PROVED,
                "The two forms of the regret differ.",
                witness=f"Means {shown(means)}: {HORIZON * max(means) - reward} and "
                f"{regret(means, actions)}.",
            )
    return holds(
        Grade.CERTIFIED,
        "The reward deficit equals the sum of gaps times expected pulls.",
        covered="20 random rational kernels and Bernoulli instances, T = 3, exact.",
        not_covered="General laws; given the arm, the mean of a reward is the mean of the arm.",
    )


Coefficient = Callable[[Means], Enclosure]


def lai_robbins(means: Means) -> Enclosure:
    """Sum of gap / kl(mean, best mean)."""
    return certify(lai_robbins_coefficient, means, digits=25)


def _kl_inf(mean: Fraction, best: Fraction) -> Enclosure:
    """inf { kl(mean, q) : q > best } from its definition: kl increases in q above the mean."""
    step = (1 - best) / 10**15
    return Enclosure(
        certify(kl, mean, best, digits=25).lo, certify(kl, mean, best + step, digits=25).hi
    )


INSTANCES = (("0.75", "0.5", "0.25"), ("0.75", "0.7", "0.7", "0.7", "0.7"), ("0.8", "0", "0.8"))


@claim(
    "bern.eq3",
    r"For consistent policies: $\liminf_T \mathrm{Reg}_T/\log T \ge \sum_{a:\Delta_a>0}\Delta_a/"
    r"\mathrm{KL}_{\inf}(P_a,\mu^\star,\mathcal M_a)$, for Bernoulli arms with "
    r"$\mathrm{KL}_{\inf}=\mathrm{kl}(\mu_a,\mu^\star)$.",
    recorded="holds",
    mutants={
        "arguments of kl exchanged": {
            "coefficient": lambda means: _summed(means, lambda x, y: certify(kl, y, x))
        },
        "Pinsker in place of kl": {
            "coefficient": lambda means: _summed(
                means, lambda x, y: Enclosure(2 * (y - x) ** 2, 2 * (y - x) ** 2)
            )
        },
    },
)
def lower_bound_without_privacy(coefficient: Coefficient = lai_robbins) -> Verdict:
    """The Bernoulli coefficient from the definition of KL_inf, and as the limit of d_eps."""
    for texts in INSTANCES:
        means = tuple(map(exact, texts))
        found, defined = coefficient(means), _summed(means, _kl_inf)
        if found.lo > defined.hi or found.hi < defined.lo:
            return fails(
                Grade.CERTIFIED,
                "The coefficient is not the sum over KL_inf.",
                witness=f"Means {shown(means)}: {found} and {defined}.",
            )
        low_privacy = max(
            Fraction(certify(privacy_threshold, x, max(means)).hi) for x in means if x > 0
        )
        private = certify(regret_coefficient, means, 2 * low_privacy + 100, digits=25)
        near = certify(regret_coefficient, means, Fraction(1, 2), digits=25)
        if private.hi < found.lo or private.lo > found.hi or near.lo < found.lo:
            return fails(
                Grade.CERTIFIED,
                "The private coefficient does not end in this one.",
                witness=f"Means {shown(means)}: {private}, {found}.",
            )
    if coefficient((Fraction(1), Fraction(1, 2))).hi != 0:
        return fails(
            Grade.PROVED,
            "At a best mean of 1 no better law exists, so KL_inf is infinite.",
            witness="Means 1 and 1/2.",
        )
    return holds(
        Grade.CITED,
        "The theorem is cited; its Bernoulli coefficient follows from the definition of KL_inf, "
        "is the limit of the private one, and is 0 at a best mean of 1.",
        covered="The coefficient of three instances in balls, and the two limits.",
        not_covered="The lower bound itself, a theorem of other papers.",
    )


def _summed(means: Means, divergence: Callable[[Fraction, Fraction], Enclosure]) -> Enclosure:
    """Sum of gap / divergence over the suboptimal arms, 0 at a best mean of 1."""
    best, low, high = max(means), Fraction(0), Fraction(0)
    for mean in means:
        if mean < best < 1:
            value = divergence(mean, best)
            low += Fraction((best - mean) / value.hi)
            high += Fraction((best - mean) / value.lo)
    return Enclosure(low, high)
