"""The witness that a finite object breaks its claim: a plain object that others can recompute.

Of an object that holds there is a table as well, of all its entries, which another process can
judge once more.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, RenyiDP
from banditproof.theory.exact import exact
from banditproof.verify.definitions.backward_induction import Witness as Adversary
from banditproof.verify.definitions.concentrated import zcdp_supremum, zcdp_witness
from banditproof.verify.definitions.exact_constants import exact_constant
from banditproof.verify.definitions.finite_machine import Finite, FiniteMachine, State, as_machine
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.pure_loss import PathWitness, pure_loss, pure_ratio
from banditproof.verify.witnesses.neighbouring_inputs import Actions, Inputs
from banditproof.verify.witnesses.stated_claim import StatedClaim
from banditproof.verify.witnesses.table_objects import Step, TableObject
from banditproof.verify.witnesses.witness import ActionEvent, Witness

Found = PathWitness | Adversary


def finite_witness(policy: Finite, claim: StatedClaim) -> Witness | None:
    """The inputs under which a finite policy loses most, with all that recomputing them needs.

    >>> from banditproof.algorithms.reward_space import RewardSpace
    >>> from banditproof.theory.budgets import PureDP
    >>> from banditproof.verify.definitions.witness_policies import repeated_responses
    >>> space = RewardSpace.of([0, 1])
    >>> claim = StatedClaim(PureDP(1), Notion.TABLE, "actions", space, 2, None)
    >>> print(finite_witness(repeated_responses(3, horizon=4), claim).checked().shown.lo > 1)
    True
    """
    found, order = _worst(policy, claim.budget, claim.notion)
    if found is None:
        return None
    machine = as_machine(policy) if isinstance(policy, FinitePolicy) else policy
    prefixes = (found.actions,) if isinstance(found, PathWitness) else ()
    inputs = _inputs(found)
    return Witness(claim, _table(machine, inputs, prefixes), inputs, ActionEvent(prefixes, order))


def _worst(policy: Finite, budget: Budget, notion: Notion) -> tuple[Found | None, Fraction | None]:
    """The worst event or adversary, and the order at which it is the worst for zCDP."""
    if isinstance(budget, ApproxDP):
        factor = Fraction(math.exp(float(exact(budget.eps))))
        return exact_constant(policy, notion, "approx", factor).witness, None
    if not isinstance(budget, ZCDP | RenyiDP) or pure_ratio(policy, notion) == math.inf:
        return pure_loss(policy, notion).witness, None
    if isinstance(budget, RenyiDP):
        if budget.alpha == math.inf:
            return pure_loss(policy, notion).witness, None
        return zcdp_witness(policy, notion, budget.alpha), None
    order = zcdp_supremum(policy, notion).order
    return zcdp_witness(policy, notion, order), order


def _inputs(found: Found) -> Inputs:
    """Two lists where that is all, else the moves of the adversary."""
    if isinstance(found, PathWitness):
        left, right = (tuple(map(exact, rewards)) for rewards in (found.left, found.right))
        if found.labels == found.actions[: len(found.labels)]:
            return Inputs(left, right)
        shown = zip(found.labels, left, right, strict=True)
        return Inputs(moves={found.actions[:t]: move for t, move in enumerate(shown, 1)})
    return Inputs(
        moves={
            prefix: (label, exact(left), exact(right))
            for prefix, (label, left, right) in found.choices.items()
        }
    )


@dataclass
class _Walk:
    """The entries of a machine that two worlds meet, with numbers for its states."""

    machine: FiniteMachine
    numbers: dict[State, int] = field(default_factory=dict)
    act: dict[int, tuple[Step, ...]] = field(default_factory=dict)
    observe: dict[tuple[int, int, Fraction], int] = field(default_factory=dict)

    def number(self, state: State) -> int:
        """The number of a state."""
        return self.numbers.setdefault(state, len(self.numbers))

    def acted(self, state: State) -> Mapping[tuple[int, State], Fraction]:
        """The law of a state, which is noted."""
        law = self.machine.act(state)
        self.act[self.number(state)] = tuple(
            (arm, self.number(after), exact(mass)) for (arm, after), mass in law.items()
        )
        return law

    def observed(self, state: State, label: int, reward: Fraction) -> State:
        """The state after what is shown, which is noted."""
        shown = reward.numerator if reward.denominator == 1 else reward
        after = self.machine.observe(state, label, shown)
        self.observe[self.number(state), label, reward] = self.number(after)
        return after


def _table(machine: FiniteMachine, inputs: Inputs, prefixes: Iterable[Actions]) -> TableObject:
    """The entries of a machine that the two worlds meet, along some prefixes only if any."""
    arms, walk = machine.arms - machine.ends, _Walk(machine)
    start = tuple((walk.number(state), exact(mass)) for state, mass in machine.start.items())
    wanted = {prefix[:t] for prefix in prefixes for t in range(len(prefix) + 1)}
    waiting: list[tuple[Actions, set[State]]] = [((), set(machine.start))]
    while waiting:
        prefix, states = waiting.pop()
        reached: dict[int, set[State]] = {}
        for state in states:
            for (arm, after), mass in walk.acted(state).items():
                if mass:
                    reached.setdefault(arm, set()).add(after)
        for arm, behind in reached.items():
            actions = (*prefix, arm)
            over = arm >= arms or len(actions) >= machine.horizon
            move = None if over or (wanted and actions not in wanted) else inputs.move(actions)
            if move is not None:
                seen = {walk.observed(s, move[0], r) for s in behind for r in move[1:]}
                waiting.append((actions, seen))
    rewards = tuple(sorted(map(exact, machine.rewards)))
    return TableObject(arms, machine.ends, machine.horizon, rewards, start, walk.act, walk.observe)


def whole_table(policy: Finite) -> TableObject:
    """All entries of act and observe that some adversary and some inputs can meet.

    >>> from banditproof.verify.definitions.witness_policies import repeated_responses
    >>> table = whole_table(repeated_responses(3, horizon=2))
    >>> len(table.act), len(table.observe), machine_of(table).horizon
    (5, 4, 2)
    """
    machine = as_machine(policy) if isinstance(policy, FinitePolicy) else policy
    walk, rewards = _Walk(machine), tuple(sorted(map(exact, machine.rewards)))
    start = tuple((walk.number(state), exact(mass)) for state, mass in machine.start.items())
    reached = dict.fromkeys(machine.start)
    for t in range(1, machine.horizon + 1):
        behind = dict.fromkeys(after for state in reached for after in _behind(walk, state))
        if t < machine.horizon:
            shown = [(arm, r) for arm in range(machine.arms - machine.ends) for r in rewards]
            reached = dict.fromkeys(walk.observed(s, *pair) for s in behind for pair in shown)
    arms = machine.arms - machine.ends
    return TableObject(arms, machine.ends, machine.horizon, rewards, start, walk.act, walk.observe)


def _behind(walk: _Walk, state: State) -> Iterator[State]:
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
