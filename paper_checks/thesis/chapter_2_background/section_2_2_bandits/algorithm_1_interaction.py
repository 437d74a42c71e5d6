"""Claims about the interaction of policy and environment: Algorithm 1."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any
import numpy as np
from banditproof.algorithms import RewardTable, Sampled, make_policy, play
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.verify.definitions.finite_policy import FinitePolicy, History, Reward
from banditproof.verify.definitions.identification import FiniteIdentification
from banditproof.verify.evidence import Grade

Arm = dict[Reward, Fraction]
"""The law of an arm's reward."""
Sample = Callable[[History], Sequence[Fraction]]
Runs = dict[tuple[History, bool], Fraction]
"""The probability of each history, and whether the policy has stopped after it."""


def interaction(sample: Sample, arms: Sequence[Arm], rounds: int) -> Runs:
    """Algorithm 1: the arm is drawn from the past, then its reward; an extra entry halts."""
    runs: Runs = {((), False): Fraction(1)}
    for _ in range(rounds):
        longer: Runs = defaultdict(Fraction)
        for (history, stopped), mass in runs.items():
            if stopped:
                longer[history, True] += mass
                continue
            for arm, chance in enumerate(sample(history)):
                if arm == len(arms):
                    longer[history, True] += mass * chance
                    continue
                for reward, share in arms[arm].items():
                    longer[(*history, (arm, reward)), False] += mass * chance * share
        runs = longer
    return runs


def _plays_on(sample: Sample, arms: Sequence[Arm], rounds: int) -> Runs:
    """Wrong: halting is forgotten, and the run goes on with the other entries rescaled."""

    def awake(history: History) -> Sequence[Fraction]:
        law = sample(history)
        pulls = law[: len(arms)]
        return [p / sum(pulls) for p in pulls] if sum(pulls) else [Fraction(1), *pulls[1:]]

    return interaction(awake, arms, rounds)


def _engine(policy: Any, rows: list[list[int]], seed: int) -> tuple[int, ...]:
    return play(policy, RewardTable(rows), len(rows), Sampled(seed)).actions


def random_arms(rng: np.random.Generator, arms: int, rewards: Sequence[Reward]) -> list[Arm]:
    """Random rational laws on the given rewards."""
    results = []
    for _ in range(arms):
        weights = [int(w) for w in rng.integers(1, 8, len(rewards))]
        results.append(
            {r: Fraction(w, sum(weights)) for r, w in zip(rewards, weights, strict=True)}
        )
    return results


def density(policy: FinitePolicy, arms: Sequence[Arm], history: History, late: int = 0) -> Fraction:
    """The product over t of pi_t(a_t | H_(t-1)) p_(a_t)(r_t); `late` kernels see fewer pairs."""
    mass = Fraction(1)
    for t, (a, r) in enumerate(history):
        mass *= policy.kernel[history[: max(t - late, 0)]][a] * arms[a][r]
    return mass


def histories(arms: int, rewards: Sequence[Reward], length: int) -> list[History]:
    """All histories of a length."""
    return list(product(tuple(product(range(arms), rewards)), repeat=length))


Protocol = Callable[[Sample, Sequence[Arm], int], Runs]
Engine = Callable[[Any, list[list[int]], int], tuple[int, ...]]
PLAYED = ("ucb-asymptotic", "kl-ucb-asymptotic", "ftl", "etc", "dp-imed", "lazy-dp-ts")


@checks("thesis.alg1")
@mutant(
    "reward of another arm",
    protocol=lambda sample, arms, n: interaction(sample, [*arms[1:], arms[0]], n),
)
@mutant("plays on after halting", protocol=_plays_on)
@mutant(
    "engine shows the next reward",
    engine=lambda policy, rows, seed: _engine(policy, [*rows[1:], rows[0]], seed),
)
def interaction_loop(protocol: Protocol = interaction, engine: Engine = _engine) -> Verdict:
    """The law of the loop against densities and tables; the engine never shows a later reward."""
    rng = np.random.default_rng(2201)
    for _ in range(6):
        policy, arms = FinitePolicy.random(rng, horizon=3), random_arms(rng, 2, (0, 1))
        for (history, stopped), mass in protocol(policy.kernel.__getitem__, arms, 3).items():
            full = not stopped and len(history) == 3 and mass == density(policy, arms, history)
            require(full, "The loop has another density.", Grade.PROVED, history=history, mass=mass)
    stops_as_on_tables(rng, protocol)
    never_looks_ahead(rng, engine)
    return points()


def stops_as_on_tables(rng: np.random.Generator, protocol: Protocol) -> None:
    """Strategies on two Bernoulli arms: the loop against the mixture of all reward tables."""
    for _ in range(6):
        arms = random_arms(rng, 2, (0, 1))
        rule = FinitePolicy.random(rng, arms=3, horizon=3, zeros=True).kernel
        recommend = FinitePolicy.random(rng, arms=2, horizon=3).kernel
        strategy = FiniteIdentification(2, 2, rule.__getitem__, recommend.__getitem__)
        mixture: dict[Any, Fraction] = defaultdict(Fraction)
        for rows in product(product((0, 1), repeat=2), repeat=2):
            mass = prod((arms[a][row[a]] for row in rows for a in (0, 1)), start=Fraction(1))
            for output, share in strategy.law(rows).items():
                mixture[output] += mass * share
        result: dict[Any, Fraction] = defaultdict(Fraction)
        for (history, stopped), mass in protocol(rule.__getitem__, arms, 2).items():
            actions = tuple(a for a, _ in history)
            halt = Fraction(1) if stopped else rule[history][2]
            for arm, share in enumerate(recommend[history]):
                result[actions, arm] += mass * halt * share
            result[actions, None] += mass * (1 - halt)
        for output in {*result, *mixture}:
            same, case = result[output] == mixture[output], {"output": output, "arms": arms}
            require(same, "The loop stops otherwise than on reward tables.", Grade.PROVED, **case)


def never_looks_ahead(rng: np.random.Generator, engine: Engine) -> None:
    """No action moves with the rewards of its round or later ones, or from run to run."""
    rows: list[list[int]] = rng.integers(0, 2, (30, 2)).tolist()
    for name in PLAYED:
        policy = make_policy(name, 2, eps=1, horizon=30)
        actions = engine(policy, rows, 5)
        repeats = engine(policy, rows, 5) == actions
        require(repeats, "The same seed gives other actions.", Grade.PROVED, policy=name)
        for t in range(30):
            changed = [*rows[:t], *([1 - x for x in row] for row in rows[t:])]
            same = engine(policy, changed, 5)[: t + 1] == actions[: t + 1]
            require(same, "A later reward changes an action.", Grade.PROVED, policy=name, t=t + 1)
