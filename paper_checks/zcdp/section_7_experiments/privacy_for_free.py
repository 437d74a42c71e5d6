"""Section VII-B, first conclusion: privacy is free as the budget grows."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any
from banditproof.algorithms import (
    AdaCUCB,
    AdaCUCBPrinted,
    EpisodeUCB,
    LinearEnvironment,
    LinearRewards,
    Policy,
    RewardStacks,
    Sampled,
    play,
)
from banditproof.algorithms.randomness import Silent
from banditproof.algorithms.regret.adac_ucb import EpisodicUCB
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, statistical
from .regret_estimates import MISS, estimates, sampled_cell
from .three_settings import world

LADDER = ("1e10", "1e14", "1e18")
"""Budgets from which on nothing changes."""
ROUNDS = 1500


def coupled_actions(name: str, policy: str, rho: str | None, seed: int) -> tuple[int, ...]:
    """The actions of a run whose contexts, rewards and noises are those of every other budget."""
    bandit = world(name, False, seed)
    assert isinstance(bandit, LinearEnvironment)
    cell = sampled_cell(name, policy, rho, (ROUNDS,), 1)
    made: Policy[Any] = cell.made(bandit)
    contexts = bandit.offered(seed)
    rewards = LinearRewards(bandit, contexts, seed)
    offered = contexts if made.dimension is not None else None
    return play(made, rewards, ROUNDS, Sampled(seed + 100), offered).actions


@checks("zcdp.claim.free")
@mutant("a budget that is not large", ladder=("1", *LADDER))
@mutant("sharper: already at rho = 0.01", large="0.01")
def free_for_large_budgets(ladder: tuple[str, ...] = LADDER, large: str = "1000000") -> Verdict:
    """Equal actions under equal draws for linear bandits; equal means for finite arms."""
    for name, policies in {
        "linear": ("adac-gope", "gope"), "contextual": ("adac-oful", "rs-oful")
    }.items():  # fmt: skip
        for seed in (1, 2):
            bare = coupled_actions(name, policies[1], None, seed)
            for rho in ladder:
                same = coupled_actions(name, policies[0], rho, seed) == bare
                need(same, "The actions differ", setting=name, rho=rho, seed=seed)
    at = (10**5, 10**7)
    private = sampled_cell("finite", "adac-ucb", large, at, 20_000)
    other = sampled_cell("finite", "ucb-episodes", None, at, 20_000)
    numbers = {}
    for t in at:
        gap = (estimates(private)[t] - estimates(other)[t]).over(estimates(other)[t])
        numbers[f"T = {t}"] = gap.facts()
        need(max(gap.high, -gap.low) < 0.03, "The regret is not the same", T=t, price=gap.mean)
    return statistical(
        numbers={"price of AdaC-UCB, error": numbers, "false alarm at most": 4 * MISS},
        covered=f"Two runs of {ROUNDS} rounds of each linear setting; 20000 runs of finite arms.",
    )


MEANS = (Fraction(3, 4), Fraction(1, 2))


class _Given(Silent):
    """Noises of given order, and given choices among tied arms."""

    def __init__(self, noises: Sequence[float], choices: Sequence[int]) -> None:
        self.noises, self.choices = list(noises), list(choices)

    def noise(self, mechanism: Any) -> float:
        return self.noises.pop(0)

    def choice(self, options: Sequence[Any]) -> Any:
        return options[self.choices.pop(0) % len(options)]


def regret_in_the_limit(make: Callable[..., EpisodicUCB], private: bool) -> Fraction:
    """The mean regret of four rounds with two arms: all rewards, all orders of noises or coins."""
    small = 1e-9
    ways = list(permutations((small, 2 * small, 3 * small, 4 * small))) if private else [(0.0,) * 4]
    coins = [(0,) * 4] if private else list(product((0, 1), repeat=2))
    total = Fraction(0)
    for first in product((0, 1), repeat=3):
        for second in product((0, 1), repeat=3):
            mass = Fraction(1)
            for mean, rewards in zip(MEANS, (first, second), strict=True):
                for reward in rewards:
                    mass *= mean if reward else 1 - mean
            for noises, choices in product(ways, coins):
                stacks = RewardStacks((first, second))
                actions = play(make(arms=2), stacks, 4, _Given(noises, choices)).actions
                lost = sum(actions) * (MEANS[0] - MEANS[1])
                total += mass * lost / (len(ways) * len(coins))
    return total


def by_hand() -> Fraction:
    """The same difference from the one event that matters: two ties of the same pair of arms.

    After a tie at round 3, an equal reward ties again; the kept noise has lost once, so the arm of
    round 3 wins with probability 2/3 and not 1/2.
    """
    p, q = MEANS
    more = Fraction(2, 3) - Fraction(1, 2)
    arm_1 = p * q * p / 2 + (1 - p) * (1 - q) * (1 - p) / 2
    arm_2 = p * q * q / 2 + (1 - p) * (1 - q) * (1 - q) / 2
    return (p - q) * more * (arm_2 - arm_1)


@checks("zcdp.claim.free.ties")
@mutant("half a sample where an arm has one", make=AdaCUCBPrinted)
@mutant("sharper: twice as much", gap=Fraction(-1, 384))
def ties_remember(
    make: Callable[..., EpisodicUCB] = AdaCUCB, gap: Fraction = Fraction(-1, 768)
) -> Verdict:
    """The policies themselves on all rewards and orders of noises, and the event by hand."""
    limit = regret_in_the_limit(lambda arms: make(arms=arms, rho=10**12), private=True)
    bare = regret_in_the_limit(EpisodeUCB, private=False)
    need(limit - bare == gap == by_hand(), "The difference differs", difference=limit - bare)
    return points(numbers={"limit": limit, "counterpart": bare, "difference": limit - bare})
