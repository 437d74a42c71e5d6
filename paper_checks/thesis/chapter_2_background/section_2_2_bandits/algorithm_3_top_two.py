"""Claims about the Top Two sampling rule and TTUCB, Algorithm 3 and section 2.2.9."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
import numpy as np
from banditproof.algorithms.identification.top_two import TTUCB, Choice, TopTwoState
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import misprinted, points, require
from banditproof.verify.evidence import Grade

Past = list[tuple[Choice, float]]


class LeaderAgain(TTUCB):
    """Wrong: the challenger is the leader."""

    def challenger(self, state: TopTwoState, leader: int) -> int:
        return leader


class LargestCost(TTUCB):
    """Wrong: the challenger is the arm of the least mean."""

    def challenger(self, state: TopTwoState, leader: int) -> int:
        others = (arm for arm in range(self.arms) if arm != leader)
        return min(others, key=state.means.__getitem__)


class AlwaysTheLeader(TTUCB):
    """Wrong: the target share is not tracked."""

    def choose(self, state: TopTwoState) -> Choice:
        result = super().choose(state)
        return result if result.leader is None else Choice(result.leader, *result[1:])


def spelled_out(past: Past, arms: int, beta: Fraction) -> Choice:
    """TTUCB from the whole history, in the words of the definition."""
    t = len(past) + 1
    rewards = [[r for choice, r in past if choice.arm == arm] for arm in range(arms)]
    for arm in range(arms):
        if not rewards[arm]:
            return Choice(arm)
    means = [sum(given) / len(given) for given in rewards]
    width = 2 * math.log(1 + t * math.log(t) ** 2)
    bounds = [m + math.sqrt(width / len(g)) for m, g in zip(means, rewards, strict=True)]
    leader = bounds.index(max(bounds))
    costs = {
        arm: max(means[leader] - means[arm], 0) ** 2
        / (2 * (1 / len(rewards[leader]) + 1 / len(rewards[arm])))
        for arm in range(arms)
        if arm != leader
    }
    challenger = min(costs, key=lambda arm: (costs[arm], arm))
    led = [choice for choice, _ in past if choice.leader == leader]
    own = sum(choice.arm == leader for choice in led)
    return Choice(leader if own <= beta * (len(led) + 1) else challenger, leader, challenger)


def replayed(policy: TTUCB, seed: int, rounds: int) -> Past:
    """A run on random rewards that are multiples of 1/8, so that sums are exact."""
    rng, state = np.random.default_rng(seed), policy.start()
    past: Past = []
    for _ in range(rounds):
        choice = policy.choose(state)
        reward = round(8 * float(rng.normal(0.5 * choice.arm))) / 8
        past.append((choice, reward))
        state = policy.learn(state, choice, reward)
    return past


@checks("thesis.alg3")
@mutant("the challenger is the leader", rule=LeaderAgain)
@mutant("the challenger has the least mean", rule=LargestCost)
def generic_top_two(rule: Callable[..., TTUCB] = TTUCB) -> Verdict:
    """An instance of the box, round by round against a rule that reads the whole history."""
    checked = 0
    for arms, beta in ((2, Fraction(1, 2)), (3, Fraction(1, 2)), (4, Fraction(3, 10))):
        past = replayed(rule(arms, beta), arms, 120)
        for t, (choice, _) in enumerate(past):
            if t < arms:
                continue
            two = choice.leader != choice.challenger and choice.arm in choice[1:]
            case: dict[str, Any] = {"K": arms, "round": t + 1, "choice": choice}
            require(two, "It is not a Top Two rule.", Grade.PROVED, **case)
            same = choice == spelled_out(past[:t], arms, beta)
            require(same, "TTUCB chooses otherwise.", Grade.PROVED, **case)
            checked += 1
    return points(
        covered=f"{checked} rounds with 2 to 4 arms against a second program on the history."
    )


def consistent_arms(pulled: int, leads: int, beta: Fraction, *, inclusive: bool) -> list[str]:
    """The choices that the tracking rule allows when the leader has `pulled` led pulls so far.

    With counts that include the round, choosing the leader makes the count pulled + 1.
    """
    allowed = {"leader": pulled + inclusive <= beta * leads, "challenger": pulled > beta * leads}
    return [choice for choice in allowed if allowed[choice]]


def _tracking_gap(beta: Fraction, rounds: int, late: int) -> tuple[Fraction, Fraction]:
    """The least and largest N - beta L of one leader over its first rounds."""
    led, low, high = 0, Fraction(1), Fraction(0)
    for leads in range(1, rounds + 1):
        led += led <= beta * (leads - late)
        low, high = min(low, led - beta * leads), max(high, led - beta * leads)
    return low, high


SHARES = (*(Fraction(i, 20) for i in range(1, 20)), Fraction(1, 1000), Fraction(355, 452))


@checks("thesis.ttucb.rule", subjects={"inclusive": (True, False)})
@mutant("the leader always", rule=AlwaysTheLeader)
@mutant("least mean", rule=LargestCost)
def ttucb_rule(inclusive: bool, rule: Callable[..., TTUCB] = TTUCB) -> Verdict:
    """The first round of a leader; then every count of a leader, and plays of the library."""
    if not consistent_arms(0, 1, Fraction(1, 2), inclusive=inclusive):
        return misprinted(
            "In this document N(t) includes step t, so the rule for a_t refers to a_t, and "
            "L(t + 1) to the next leader. At the first round of a leader with beta = 1/2 (and "
            "another leader next) neither choice agrees with it; counts before the round are "
            "meant, as in the paper that the rule is from.",
            "beta = 1/2, no led pull before, L(t + 1) = 1: a_t = b_t makes N(t) = 1 > 1/2, so the "
            "rule says c_t; a_t = c_t makes N(t) = 0 <= 1/2, so it says b_t.",
            covered="One round, exactly.",
            not_covered="The corrected form: thesis.ttucb.rule.repaired.",
        )
    for share, leads in product(SHARES, range(1, 20)):
        for pulled in range(leads):
            one = len(consistent_arms(pulled, leads, share, inclusive=inclusive)) == 1
            require(one, "A round has no choice, or two.", beta=share, leads=leads, pulled=pulled)
    past = replayed(rule(3, Fraction(1, 2)), 3, 60)
    for t, (choice, _) in enumerate(past):
        same = t < 3 or choice == spelled_out(past[:t], 3, Fraction(1, 2))
        require(same, "TTUCB chooses otherwise.", round=t + 1, choice=choice)
    return points(
        covered=f"{len(SHARES)} shares and up to 19 rounds of a leader; a play of 60 rounds."
    )


@checks("thesis.ttucb.tracking")
@mutant("this round is not in L", late=1)
@mutant("sharper: within 0.99 of a pull", width=Fraction(99, 100))
def tracking(late: int = 0, width: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The difference N - beta L of one leader, by induction over its rounds, and in runs."""
    sides = Sides()
    for beta in SHARES:
        low, high = _tracking_gap(beta, 2 * beta.denominator, late)
        require(low >= 0, "The leader is pulled too seldom.", beta=beta, low=low)
        sides.at_most(high, width, "The leader is pulled too often.", beta=beta)
    return proof.verdict(
        instances=f"{len(SHARES)} shares over two periods, exactly.", sharpness=sides.sharpness
    )
