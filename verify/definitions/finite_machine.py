"""Finite machines: policies with a hidden memory, such as their own actions or a cached noise.

The literature's word policy has two readings. A kernel draws each action afresh from the visible
history (`finite_policy`); a machine keeps a hidden state, and its privacy is that of the joint law
of its actions. Against lists, tables and trees the two agree, since the labels are the policy's own
actions; against an adversary that chooses the labels they do not.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import cast
from banditproof.verify.exact_laws.enumeration import Actions
from .finite_policy import (
    FinitePolicy,
    History,
    Law,
    Reward,
    Shown,
    checked_shape,
    visible_histories,
)
from .notions import Reading

State = Hashable
Measure = dict[State, Fraction]
"""A mass for each hidden state; not normalised."""


@dataclass(frozen=True)
class FiniteMachine:
    """A policy with hidden states: act(state) is the law of (action, next state).

    After acting the machine is shown a label and a reward, and observe(state, label, reward) is its
    next state. A label may differ from the action only in the interactive protocol.

    The last `ends` of its actions are no arms: they say that the run is over, and with what answer.
    They are played for all rounds that are left, nothing is paid for them, and what observe makes
    of the label 0 and the first reward after them must not matter.

    >>> secret = FiniteMachine(
    ...     2,
    ...     2,
    ...     start={0: Fraction(1, 2), 1: Fraction(1, 2)},
    ...     act=lambda bit: {(bit, bit): Fraction(1)},
    ...     observe=lambda bit, label, reward: bit,
    ... )
    >>> as_kernel(secret).kernel[((0, 1),)]  # it repeats its first action
    (Fraction(1, 1), Fraction(0, 1))
    """

    arms: int
    horizon: int
    start: Mapping[State, Fraction]
    act: Callable[[State], Mapping[tuple[int, State], Fraction]]
    observe: Callable[[State, int, Reward], State]
    rewards: tuple[Reward, ...] = (0, 1)
    ends: int = 0

    def __post_init__(self) -> None:
        checked_shape(self.arms, self.horizon, self.rewards)
        if not 0 <= self.ends < self.arms:
            raise ValueError(
                f"Of {self.arms} actions {self.ends} are ends; give at least one arm beside them."
            )
        if min(self.start.values(), default=Fraction(-1)) < 0 or sum(self.start.values()) != 1:
            raise ValueError(f"The first states have the masses {self.start}; give a law.")

    def view_law(self, shown: Shown) -> Law:
        """The law of the actions when the machine is shown a label and a reward after each."""
        runs: dict[tuple[Actions, State], Fraction] = {((), s): m for s, m in self.start.items()}
        for t in range(1, self.horizon + 1):
            new: dict[tuple[Actions, State], Fraction] = {}
            for (actions, state), mass in runs.items():
                for (arm, after), chance in self.act(state).items():
                    if chance:
                        prefix = (*actions, arm)
                        if t < self.horizon:
                            after = self.observe(after, *shown(prefix))
                        key, share = (prefix, after), mass * chance
                        new[key] = new[key] + share if key in new else share
            runs = new
        law: Law = {}
        for (played, _), mass in runs.items():
            if mass:
                law[played] = law[played] + mass if played in law else mass
        return law


Finite = FinitePolicy | FiniteMachine
"""A policy in either reading; the type says which one is meant."""


def reading_of(policy: Finite) -> Reading:
    """Which reading of the word policy an object stands for."""
    return Reading.KERNEL if isinstance(policy, FinitePolicy) else Reading.MACHINE


def as_machine(policy: FinitePolicy) -> FiniteMachine:
    """The same kernel as a machine: its state is the visible history, and nothing is hidden."""

    def act(history: State) -> dict[tuple[int, State], Fraction]:
        law = policy.kernel[cast(History, history)]
        return {(arm, history): mass for arm, mass in enumerate(law) if mass}

    def observe(history: State, label: int, reward: Reward) -> State:
        return (*cast(History, history), (label, reward))

    one: Mapping[State, Fraction] = {(): Fraction(1)}
    return FiniteMachine(policy.arms, policy.horizon, one, act, observe, policy.rewards)


def acted(machine: FiniteMachine, states: Mapping[State, Fraction]) -> list[Measure]:
    """For each action the mass of the states after it; together they have all the mass."""
    split: list[Measure] = [{} for _ in range(machine.arms)]
    for state, mass in states.items():
        if not mass:
            continue
        law = machine.act(state)
        if sum(law.values()) != 1 or min(law.values()) < 0:
            raise ValueError(f"In the state {state} the machine acts by {law}; give a law.")
        for (arm, after), chance in law.items():
            if not 0 <= arm < machine.arms:
                raise ValueError(f"The machine plays arm {arm} of {machine.arms}.")
            if chance:
                split[arm][after] = split[arm].get(after, Fraction(0)) + mass * chance
    return split


def observed(machine: FiniteMachine, states: Measure, label: int, reward: Reward) -> Measure:
    """The mass of the states after a label and a reward were shown."""
    results: Measure = {}
    for state, mass in states.items():
        after = machine.observe(state, label, reward)
        results[after] = results.get(after, Fraction(0)) + mass
    return results


def as_kernel(machine: FiniteMachine) -> FinitePolicy:
    """The kernel reading of a machine: its conditional laws given the visible history.

    pi_t(a | a_1, r_1, ..., a_{t-1}, r_{t-1}) = P(a_t = a | its own earlier actions, the rewards).
    After a history that the machine never makes by itself the law is uniform: nothing is known, and
    nothing leaks. The kernel has the machine's law on lists, tables and trees.
    """
    if machine.ends:
        raise ValueError(
            "The visible history does not tell that a run is over; judge a machine that stops as "
            "it is."
        )
    uniform = (Fraction(1, machine.arms),) * machine.arms
    beliefs: dict[History, Measure] = {(): dict(machine.start)}
    kernel: dict[History, tuple[Fraction, ...]] = {}
    for history in visible_histories(machine.arms, machine.horizon, machine.rewards):
        split = acted(machine, beliefs.pop(history, {}))
        masses = [sum(states.values(), Fraction(0)) for states in split]
        total = sum(masses)
        kernel[history] = tuple(mass / total for mass in masses) if total else uniform
        if len(history) + 1 == machine.horizon:
            continue
        for arm, states in enumerate(split):
            for reward in machine.rewards:
                if states:
                    after = observed(machine, states, arm, reward)
                    beliefs[(*history, (arm, reward))] = after
    return FinitePolicy(machine.arms, machine.horizon, kernel, machine.rewards)


def with_own_actions(policy: FinitePolicy) -> FiniteMachine:
    """The machine that remembers its own actions and never looks at the labels.

    It draws from the kernel after (own action, reward) pairs. On lists, tables and trees it has the
    kernel's law; an adversary's labels do not reach it, so asking does not help more than feeding.
    """
    start: Mapping[State, Fraction] = {((), None): Fraction(1)}

    def act(state: State) -> dict[tuple[int, State], Fraction]:
        history, _ = cast(tuple[History, State], state)
        law = policy.kernel[history]
        return {(arm, (history, arm)): mass for arm, mass in enumerate(law) if mass}

    def observe(state: State, label: int, reward: Reward) -> State:
        history, arm = cast(tuple[History, int], state)
        return ((*history, (arm, reward)), None)

    return FiniteMachine(policy.arms, policy.horizon, start, act, observe, policy.rewards)
