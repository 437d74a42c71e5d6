"""Claims about follow the leader, which never explores again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from banditproof.algorithms import AsymptoticUCB, ExploreThenCommit, FollowTheLeader, Policy
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory import BernoulliBandit
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.expected_regret import expected_regret

Means = tuple[Fraction, ...]
Make = Callable[[int], Policy[Any]]
HALF = Fraction(1, 2)
PAIR = (Fraction(9, 10), HALF)


def naive_leader_regret(means: Means, horizon: int) -> Fraction:
    """Regret of follow the leader on two arms, ties at random, by counting sums anew."""
    best, zero = max(means), Fraction(0)
    law: dict[tuple[tuple[int, int], ...], Fraction] = {((0, 0), (0, 0)): Fraction(1)}
    regret = zero
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
                for reward, chance in ((1, means[arm]), (0, 1 - means[arm])):
                    wins, pulls = arms[arm]
                    new = ((wins + reward, pulls + 1), arms[1])
                    new = new if arm == 0 else (arms[0], new[0])
                    after[new] += share * chance
        law = after
    return regret


@claim(
    "thesis.ftl",
    r"Follow the leader pulls each arm once, then $a_t\in\arg\max_a\hat\mu_a(t-1)$. It has linear "
    r"regret: the optimal arm may appear worse after the first round and never be pulled again.",
    recorded="holds",
    mutants={
        "an optimist": {"make": AsymptoticUCB},
        "commits after one pull": {"make": lambda arms: ExploreThenCommit(arms, 1)},
        "pulls each arm twice first": {"make": lambda arms: ExploreThenCommit(arms, 2)},
    },
)
def follow_the_leader(make: Make = FollowTheLeader) -> Verdict:
    """Exact regret to T = 8 by two programs, and the linear part of it to T = 20."""
    bandit = BernoulliBandit(PAIR)
    numbers: dict[str, Any] = {}
    for horizon in range(1, 9):
        regret = expected_regret(make(2), bandit, horizon)
        if regret != naive_leader_regret(PAIR, horizon):
            return fails(
                Grade.PROVED,
                "The algorithm is not follow the leader.",
                witness=f"Means 9/10, 1/2, T = {horizon}: regret {regret}, not "
                f"{naive_leader_regret(PAIR, horizon)}.",
            )
    # the event: first rewards 0 and 1, of probability 1/10 * 1/2
    slope = (1 - PAIR[0]) * PAIR[1] * (PAIR[0] - PAIR[1])
    for horizon in (2, 3, 5, 8, 14, 20):
        regret = expected_regret(make(2), bandit, horizon)
        numbers[f"regret at {horizon}"] = regret if horizon < 9 else float(regret)
        if regret < slope * (horizon - 1):
            return fails(
                Grade.PROVED,
                "The regret is below the linear bound.",
                witness=f"Means 9/10, 1/2, T = {horizon}: {regret} < {slope * (horizon - 1)}.",
            )
    easy = expected_regret(make(2), BernoulliBandit((1, 0)), 20)
    return holds(
        Grade.CERTIFIED,
        "With means 0.9 and 0.5 the first rewards are 0 and 1 with probability 1/20; then the "
        "average of arm 1 is 0 for ever and that of arm 2 stays positive, so the regret is at "
        "least (T - 1)/50, whatever the tie rule. It is linear on such instances, not on all: "
        f"with means 1 and 0 it is {easy} at T = 20.",
        numbers={**numbers, "bound per round": slope},
        covered="Exact regret at T = 1 to 8 by two programs, and at T = 14 and 20; the linear "
        "bound for all T is the sentence above.",
        not_covered="Which other instances have linear regret.",
    )
