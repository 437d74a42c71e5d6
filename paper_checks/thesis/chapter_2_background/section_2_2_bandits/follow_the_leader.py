"""Claims about follow the leader, which never explores again."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any
from banditproof.algorithms import AsymptoticUCB, ExploreThenCommit, FollowTheLeader
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory import BernoulliBandit
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.expected_regret import expected_regret
from .index_replay import Make

Means = tuple[Fraction, ...]
HALF = Fraction(1, 2)
PAIR = (Fraction(9, 10), HALF)


def naive_leader_regret(means: Means, horizon: int) -> Fraction:
    """Regret of follow the leader on two arms, ties at random, by counting sums anew."""
    best, regret = max(means), Fraction(0)
    law: dict[tuple[tuple[int, int], ...], Fraction] = {((0, 0), (0, 0)): Fraction(1)}
    for t in range(1, horizon + 1):
        after: dict[tuple[tuple[int, int], ...], Fraction] = defaultdict(Fraction)
        for arms, mass in law.items():
            if t <= 2:
                chosen = [t - 1]
            else:
                averages = [Fraction(wins, pulls) for wins, pulls in arms]
                chosen = [a for a, x in enumerate(averages) if x == max(averages)]
            for arm in chosen:
                share = mass / len(chosen)
                regret += share * (best - means[arm])
                for reward, p in ((1, means[arm]), (0, 1 - means[arm])):
                    new = [*arms]
                    new[arm] = (arms[arm][0] + reward, arms[arm][1] + 1)
                    after[tuple(new)] += share * p
        law = after
    return regret


@checks("thesis.ftl")
@mutant("sharper: on every instance", instances=(PAIR, (Fraction(1), Fraction(0))))
@mutant("an optimist", make=AsymptoticUCB)
@mutant("commits after one pull", make=lambda arms: ExploreThenCommit(arms, 1))
@mutant("pulls each arm twice first", make=lambda arms: ExploreThenCommit(arms, 2))
def follow_the_leader(
    make: Make = FollowTheLeader, instances: Sequence[Means] = (PAIR,)
) -> Verdict:
    """Exact regret to T = 8 by two programs, and the linear part of it to T = 20."""
    bandit = BernoulliBandit(PAIR)
    for horizon in range(1, 9):
        regret, again = (
            expected_regret(make(2), bandit, horizon),
            naive_leader_regret(PAIR, horizon),
        )
        case: dict[str, Any] = {"means": PAIR, "T": horizon, "regret": regret, "by_counting": again}
        require(regret == again, "It is not follow the leader.", Grade.PROVED, **case)
    sides = Sides()
    for means in instances:
        p, q = means
        # the event: first rewards 0 and 1, of probability (1 - p) q
        slope = (1 - p) * q * (p - q)
        require(slope > 0, "The best arm never fails first: the regret is bounded.", means=means)
        for horizon in (2, 3, 5, 8, 14, 20):
            regret = expected_regret(make(2), BernoulliBandit(means), horizon)
            case = {"means": means, "T": horizon}
            sides.at_most(slope * (horizon - 1), regret, "The regret is not linear.", **case)
    simple = expected_regret(make(2), BernoulliBandit((1, 0)), 20)
    return points(
        "With means 0.9 and 0.5 the first rewards are 0 and 1 with probability 1/20; then the "
        "average of arm 1 is 0 for ever and that of arm 2 stays positive, so the regret is at "
        "least (T - 1)/50, whatever the tie rule. It is linear on such instances, not on all: "
        f"with means 1 and 0 it is {simple} at T = 20.",
        sharpness=sides.sharpness,
    )
