"""Does a policy follow an index? Its play is replayed from the rewards alone, in balls."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple
from flint import arb
from banditproof.algorithms import Policy, RewardTable, Sampled, play
from banditproof.algorithms.regret.phased_index import ArmRecord
from banditproof.paper_checks.verdicts.vocabulary import at_most, below, require
from banditproof.theory.balls import ball, working_precision

Index = Callable[[Fraction, int, int], arb]
"""The index of an arm from its average, its pulls until round t - 1, and t."""
Make = Callable[[int], Policy[Any]]
Table = list[list[int]]
BITS = 120


def reward_tables(seed: int, arms: int, horizon: int, number: int) -> list[Table]:
    """Random tables of rewards 0 and 1, each arm with a mean of its own."""
    source = random.Random(seed)
    tables = []
    for _ in range(number):
        means = [source.random() for _ in range(arms)]
        tables.append([[int(source.random() < m) for m in means] for _ in range(horizon)])
    return tables


class Decision(NamedTuple):
    """A round after the first K: average and pulls of each arm before it, and the arm pulled."""

    t: int
    arms: tuple[tuple[Fraction, int], ...]
    arm: int

    @property
    def case(self) -> dict[str, Any]:
        """The decision as the named values of a witness."""
        return {"round": self.t, "averages_and_pulls": self.arms, "arm": self.arm + 1}


def decisions(policy: Policy[Any], table: Table, seed: int = 1) -> Iterator[Decision]:
    """The decisions of a play, recounted from its actions; at first each arm is pulled once."""
    arms = policy.arms
    wins, pulls = [0] * arms, [0] * arms
    actions = play(policy, RewardTable(table), len(table), Sampled(seed)).actions
    for t, arm in enumerate(actions, start=1):
        if t > arms:
            seen = [(Fraction(w, n), n) for w, n in zip(wins, pulls, strict=True)]
            yield Decision(t, tuple(seen), arm)
        else:
            require(arm == t - 1, "The first rounds do not pull each arm once.", actions=actions)
        wins[arm] += table[t - 1][arm]
        pulls[arm] += 1


RECORDS = ((0, 1, 3), (1, 2, 3), (1, 3, 50), (9, 10, 11), (70, 200, 10**6))
"""Wins and pulls of an arm, and a round."""


def scored(make: Make) -> Iterator[tuple[Fraction, int, int, Fraction]]:
    """Average, pulls, round, and the exact value of the float by which the policy ranks the arm."""
    for wins, pulls, t in RECORDS:
        policy: Any = make(2)
        if hasattr(policy, "scores"):
            score = policy.scores((ArmRecord(1, pulls, float(wins)),) * 2, t)[0]
            yield Fraction(wins, pulls), pulls, t, Fraction(score)


def scores_are(make: Make, index: Index) -> None:
    """The scores of the policy are the index, to twelve digits."""
    with working_precision(BITS):
        for mean, pulls, t, score in scored(make):
            apart = abs(index(mean, pulls, t) - ball(score))
            case: dict[str, Any] = {"average": mean, "pulls": pulls, "round": t, "apart": apart}
            require(below(apart, arb("1e-12")), "The policy has another index.", **case)


def follows(make: Make, index: Index) -> None:
    """Every decision is an arm of largest index, or an arm with the same average and pulls."""
    tables = [*reward_tables(1, 2, 60, 4), *reward_tables(2, 4, 60, 3)]
    with working_precision(BITS):
        for table in tables:
            for made in decisions(make(len(table[0])), table):
                mine = made.arms[made.arm]
                top = index(*mine, made.t)
                for other in {*made.arms} - {mine}:
                    largest = at_most(index(*other, made.t), top)
                    require(largest, "Another arm has a larger index.", **made.case)


def margin(t: int) -> arb:
    """f(t) = 1 + t log(t)^2, at the working precision."""
    return 1 + t * arb(t).log() ** 2


def log_f(t: int) -> arb:
    """log f(t), at the working precision."""
    return margin(t).log()


def width_index(level: Callable[[int], arb]) -> Index:
    """The average plus sqrt(2 level(t) / pulls)."""
    return lambda average, pulls, t: ball(average) + (2 * level(t) / pulls).sqrt()
