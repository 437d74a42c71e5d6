"""Laws of actions and rewards in a small array model, all from its exact table."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.claims import Verdict, checks, require
from .array_model import (
    ARMS,
    NU,
    ROUNDS,
    Of,
    chance_of_one,
    coin,
    conditional,
    independent,
    model,
    nothing,
    table,
)
from .seen_in_points import (
    BIASED,
    NEXT,
    PEEKS,
    REUSES,
    action,
    action_and_count,
    both,
    coin_by,
    coin_of,
    found,
    history,
    is_time,
    last_step,
    reward,
    steps_before,
)


def _rewards(defect: str, given: Callable[[int], Of], arm: Callable[[Any], int]) -> Verdict:
    """The law of each next reward given something that knows its arm."""
    for t in NEXT:
        right = conditional(model(defect), reward(t + 1), given(t), coin_by(arm))
        require(right, "The next reward has another law.", t=t, defect=defect)
    return found("The next reward has the law of its arm.")


@checks("lean.lem-law_step", mutants=REUSES | PEEKS)
def law_of_a_step(defect: str = "none") -> Verdict:
    """The first step, and the next ones given the history."""

    def step(value: Any, history: Any) -> Fraction:
        arm, reward = value
        one = chance_of_one(history)
        return (one if arm else 1 - one) * coin(reward, arm)

    for t in range(ROUNDS):
        right = conditional(model(defect), last_step(t), steps_before(t), step)
        require(right, "A step has another law.", t=t)
    return found("Each step has the law of its action and reward.")


def _play(t: int = 0, past: tuple[tuple[int, int], ...] = ()) -> dict[Hashable, Fraction]:
    """The law of all actions and rewards, one after the other."""
    if t == ROUNDS:
        return {past: Fraction(1)}
    law: dict[Hashable, Fraction] = {}
    for arm, bit in product(range(ARMS), (0, 1)):
        one = chance_of_one(past)
        share = (one if arm else 1 - one) * coin(bit, arm)
        for end, p in _play(t + 1, (*past, (arm, bit))).items():
            law[end] = law.get(end, Fraction(0)) + share * p
    return law


def _same_law(defect: str) -> Verdict:
    weights = table(model(defect), history(ROUNDS - 1))
    total = sum(weights.values())
    for whole, p in _play().items():
        require(Fraction(weights[whole], total) == p, "The laws differ.", history=str(whole))
    return found("Both constructions have one joint law.")


@checks("lean.thm-isAlgEnvSeq_unique", mutants=REUSES)
def one_law_of_two_constructions(defect: str = "none") -> Verdict:
    """The array model, and rounds that are drawn one after the other."""
    return _same_law(defect)


@checks("lean.thm-isAlgEnvSeq_arrayMeasure", mutants=REUSES | PEEKS)
def array_is_an_interaction(defect: str = "none") -> Verdict:
    """The joint law of the array model against that of the interaction."""
    return _same_law(defect)


@checks("lean.lem-condDistrib_reward_stationaryEnv", mutants=PEEKS)
def reward_given_its_action(defect: str = "none") -> Verdict:
    """The reward of each round, the first one included."""
    for t in range(ROUNDS):
        right = conditional(model(defect), reward(t), action(t), coin)
        require(right, "The reward has another law.", t=t)
    return found("Each reward has the law of its arm.")


@checks("lean.lem-condIndepFun_reward_hist_action", mutants=REUSES)
def reward_and_history(defect: str = "none") -> Verdict:
    """Independence given the action."""
    for t in NEXT:
        right = independent(model(defect), reward(t + 1), history(t), action(t + 1))
        require(right, "They are dependent.", t=t)
    return found("Reward and history are independent given the action.")


@checks("lean.lem-AM-hasLaw_action_zero", mutants=PEEKS)
def first_action(defect: str = "none") -> Verdict:
    """The law of the first action."""
    one = chance_of_one(())
    right = conditional(
        model(defect), action(0), nothing, lambda arm, known: one if arm else 1 - one
    )
    require(right, "It has another law.", defect=defect)
    return found("The first action has its law.")


@checks("lean.lem-AM-hasCondDistrib_reward_zero", mutants=BIASED)
def first_reward(defect: str = "none") -> Verdict:
    """The law of the first reward."""
    right = conditional(model(defect), reward(0), action(0), coin)
    require(right, "It has another law.", defect=defect)
    return found("The first reward has the law of its arm.")


@checks("lean.lem-AM-hasCondDistrib_action", mutants=PEEKS)
def next_action(defect: str = "none") -> Verdict:
    """The law of the next action."""

    def chosen(arm: Hashable, history: Any) -> Fraction:
        one = chance_of_one(history)
        return one if arm else 1 - one

    for t in NEXT:
        right = conditional(model(defect), action(t + 1), history(t), chosen)
        require(right, "It has another law.", t=t)
    return found("The next action has the law of the policy.")


@checks("lean.lem-AM-hasCondDistrib_reward_pullCount_action", mutants=PEEKS)
def next_reward_given_its_count(defect: str = "none") -> Verdict:
    """Given action and count."""
    return _rewards(defect, action_and_count, lambda known: int(known[0]))


@checks("lean.lem-AM-hasCondDistrib_reward_hist_action_pullCount", mutants=REUSES)
def next_reward_given_all(defect: str = "none") -> Verdict:
    """Given action, count and history."""

    return _rewards(
        defect, lambda t: both(action_and_count(t), history(t)), lambda known: int(known[0][0])
    )


@checks("lean.lem-AM-condIndepFun_reward_hist", mutants=REUSES)
def next_reward_and_history(defect: str = "none") -> Verdict:
    """Independence given action and count."""
    for t in NEXT:
        right = independent(model(defect), reward(t + 1), history(t), action_and_count(t))
        require(right, "They are dependent.", t=t)
    return found("They are independent given action and count.")


@checks("lean.lem-AM-hasCondDistrib_reward", mutants=REUSES)
def next_reward_given_history(defect: str = "none") -> Verdict:
    """Given action and history."""

    return _rewards(defect, lambda t: both(action(t + 1), history(t)), lambda known: int(known[0]))


@checks("lean.lem-condIndepFun_reward_stepsUntil_arm", mutants=REUSES)
def reward_and_its_number(defect: str = "none") -> Verdict:
    """A reward, and whether it is the n-th of an arm, given its action."""
    for t, a, n in product((1, 2), range(ARMS), (1, 2, 3)):
        right = independent(model(defect), reward(t), is_time(n, a, t), action(t))
        require(right, "They are dependent.", t=t, a=a, n=n)
    return found("They are independent given the action.")


@checks("lean.lem-reward_cond_stepsUntil", mutants=PEEKS)
def reward_at_the_time_of_a_pull(defect: str = "none") -> Verdict:
    """The law of a reward, given that it is the n-th of an arm."""
    for t, a, n in product(range(ROUNDS), range(ARMS), (1, 2, 3)):
        then = [item for item in model(defect) if item[1].time(n, a) == t]
        right = conditional(then, reward(t), nothing, coin_of(a))
        require(right, "It has another law.", t=t, a=a, n=n)
    return found("The reward at that time has the law of the arm.")


@checks("lean.lem-hasLaw_rewardByCount", mutants=PEEKS)
def law_of_the_nth_reward(defect: str = "none") -> Verdict:
    """The n-th reward within the rounds, and a fresh one otherwise."""
    total = sum(weight for weight, _ in model(defect))
    for a, n in product(range(ARMS), (1, 2, 3)):
        ones = Fraction(0)
        for weight, one in model(defect):
            then = one.time(n, a)
            ones += weight * (NU[a] if then is None else one.R[then])
        require(ones / total == NU[a], "It has another law.", a=a, n=n)
    return found("The n-th reward has the law of its arm.")
