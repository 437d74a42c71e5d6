"""A finite policy laid out round by round in integers: states, laws and observations."""

import math
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from .finite_machine import Finite, FiniteMachine, acted, as_machine

Masses = tuple[tuple[int, int], ...]
"""(state, integer mass) in increasing order of states: an unnormalised measure."""
MOST_STATES = 300_000


@dataclass(frozen=True)
class Unfolding:
    """The reachable states of a policy, numbered in each round, with integer masses.

    In round t (from 0) state s plays arm a and becomes state n with probability
    m / scales[t] for each (n, m) of act[t][s][a]; after label q and the reward of index x it is
    the state observe[t][n][q][x] of round t + 1.
    """

    arms: int
    horizon: int
    start: Masses
    act: tuple[tuple[tuple[Masses, ...], ...], ...]
    observe: tuple[tuple[dict[int, tuple[int, ...]], ...], ...]
    remaining: tuple[int, ...]
    """remaining[t] is the product of the scales of round t and all later ones."""
    total: int
    """The common denominator of the probabilities of whole sequences of actions."""


def unfolded(policy: Finite, *, foreign: bool) -> Unfolding:
    """Lay a policy out; with `foreign` also under labels that are not its own actions.

    >>> import numpy as np
    >>> from .finite_policy import FinitePolicy
    >>> policy = FinitePolicy.random(np.random.default_rng(0))
    >>> [len(states) for states in unfolded(policy, foreign=True).act]
    [1, 4, 16]
    """
    machine = policy if isinstance(policy, FiniteMachine) else as_machine(policy)
    arms = machine.arms - machine.ends
    names: dict[Hashable, int] = {s: i for i, s in enumerate(machine.start)}
    scale = math.lcm(*(mass.denominator for mass in machine.start.values()))
    start = tuple((names[s], int(m * scale)) for s, m in machine.start.items() if m)
    act: list[tuple[tuple[Masses, ...], ...]] = []
    observe: list[tuple[dict[int, tuple[int, ...]], ...]] = []
    scales: list[int] = []
    for t in range(machine.horizon):
        laws = [acted(machine, {state: Fraction(1)}) for state in names]
        scales.append(math.lcm(*(m.denominator for law in laws for s in law for m in s.values())))
        afters: dict[Hashable, int] = {}
        labels: list[set[int]] = []
        rows: list[tuple[Masses, ...]] = []
        for law in laws:
            row: list[Masses] = []
            for arm, states in enumerate(law):
                places = []
                for after, mass in states.items():
                    n = afters.setdefault(after, len(afters))
                    if n == len(labels):
                        labels.append(set())
                    own = {arm} if arm < arms else {0}
                    labels[n] |= set(range(arms)) if foreign else own
                    places.append((n, int(mass * scales[t])))
                row.append(tuple(places))
            rows.append(tuple(row))
        act.append(tuple(rows))
        if t + 1 == machine.horizon:
            break
        names = {}
        seen: list[dict[int, tuple[int, ...]]] = []
        for after, n in afters.items():
            shown = {
                label: tuple(
                    names.setdefault(machine.observe(after, label, reward), len(names))
                    for reward in machine.rewards
                )
                for label in sorted(labels[n])
            }
            seen.append(shown)
            if len(names) > MOST_STATES:
                raise NotEnumerable(
                    f"After round {t + 1} the policy has more than {MOST_STATES} states."
                )
        observe.append(tuple(seen))
    remaining = [1]
    for factor in reversed(scales):
        remaining.append(remaining[-1] * factor)
    return Unfolding(
        machine.arms,
        machine.horizon,
        start,
        tuple(act),
        tuple(observe),
        tuple(reversed(remaining)),
        scale * remaining[-1],
    )
