"""A finite policy as a whole table of plain numbers, which another process can judge once more."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any
from banditproof.theory.exact import exact
from banditproof.verify.definitions.finite_machine import Finite, FiniteMachine, State, as_machine
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.witnesses.table_objects import TableObject
from .finite_witnesses import Walk


def whole_table(policy: Finite) -> TableObject:
    """All entries of act and observe that some adversary and some inputs can meet.

    >>> from banditproof.verify.definitions.witness_policies import repeated_responses
    >>> table = whole_table(repeated_responses(3, horizon=2))
    >>> len(table.act), len(table.observe), machine_of(table).horizon
    (5, 4, 2)
    """
    machine = as_machine(policy) if isinstance(policy, FinitePolicy) else policy
    walk, rewards = Walk(machine), tuple(sorted(map(exact, machine.rewards)))
    start = tuple((walk.number(state), exact(mass)) for state, mass in machine.start.items())
    reached = dict.fromkeys(machine.start)
    for t in range(1, machine.horizon + 1):
        behind = dict.fromkeys(after for state in reached for after in _behind(walk, state))
        if t < machine.horizon:
            shown = [(arm, r) for arm in range(machine.arms - machine.ends) for r in rewards]
            reached = dict.fromkeys(walk.observed(s, *pair) for s in behind for pair in shown)
    arms = machine.arms - machine.ends
    return TableObject(arms, machine.ends, machine.horizon, rewards, start, walk.act, walk.observe)


def _behind(walk: Walk, state: State) -> Iterator[State]:
    """The states after the arms that may be played in a state; the end of a run has none."""
    for (arm, after), mass in walk.acted(state).items():
        if mass and arm < walk.machine.arms - walk.machine.ends:
            yield after


def machine_of(table: TableObject) -> FiniteMachine:
    """The machine whose states are the numbers of a table."""

    def act(state: Any) -> dict[tuple[int, State], Fraction]:
        law: dict[tuple[int, State], Fraction] = {}
        for arm, after, mass in table.act[state]:
            law[arm, after] = law.get((arm, after), Fraction(0)) + mass
        return law

    def observe(state: Any, label: int, reward: Any) -> State:
        return table.observe[state, label, Fraction(reward)]

    start: dict[State, Fraction] = dict(table.start)
    return FiniteMachine(
        table.arms + table.ends, table.horizon, start, act, observe, table.rewards, table.ends
    )
