"""The law of a policy's actions by plain enumeration: the specification, for any source of rewards.

Each decision and each release is run again for every random outcome. It follows curators with
a memory (noises that are kept and used twice, raw prefixes) and rewards that react to actions
(tables, adversary trees), which `merged_law` does not; it is for short horizons. A run that stops
is written with its end (`stopped_runs`).
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, TypeVar
from banditproof.algorithms.policy import Policy, Pull, may_stop
from banditproof.theory.mechanisms import DiscreteLaplace, Mechanism, NoNoise
from .branching import outcomes
from .finite_noise import integer_noise
from .stopped_runs import end_of, shown_run

Actions = tuple[int, ...]
Weights = dict[tuple[Any, Any], int]
"""The weight of each state of the policy with what the curator holds."""
Released = tuple[int, list[tuple[int, tuple[Any, float | None]]]]
"""A denominator, and the numerator of the mass of each outcome."""
Block = TypeVar("Block")
Feed = Callable[[Actions], int]
"""A source of rewards: what round t pays after the actions a_1, ..., a_t."""


def replacements(
    blocks: Sequence[Sequence[Block]], places: Iterable[int] | None = None
) -> Iterator[tuple[tuple[Block, ...], tuple[Block, ...]]]:
    """All ordered pairs of inputs that differ in one block, or in one of the given places.

    >>> list(replacements([(0, 1)]))
    [((0,), (1,)), ((1,), (0,))]
    """
    where = range(len(blocks)) if places is None else list(places)
    for data in product(*blocks):
        for t in where:
            for block in blocks[t]:
                if block != data[t]:
                    yield data, (*data[:t], block, *data[t + 1 :])


def list_feed(rewards: Sequence[int]) -> Feed:
    """One reward per round, whatever arm is pulled (View DP)."""
    return lambda actions: rewards[len(actions) - 1]


def table_feed(rows: Sequence[Sequence[int]]) -> Feed:
    """One row of potential rewards per round (Table DP)."""
    return lambda actions: rows[len(actions) - 1][actions[-1]]


def tree_feed(tree: Mapping[Actions, int]) -> Feed:
    """A reward for each sequence of actions (a reward-feeding adversary)."""
    return lambda actions: tree[actions]


@lru_cache(maxsize=64)
def truncated_noise(
    mechanism: Mechanism, cut: int, tolerance: Fraction = Fraction(1, 1000)
) -> tuple[tuple[int, Fraction], ...]:
    """The atoms of a mechanism's noise on the integers in [-cut, cut]; the mass outside is lost.

    >>> from banditproof.theory.mechanisms import DiscreteLaplace
    >>> truncated_noise(DiscreteLaplace("1/2"), 1)
    ((-1, Fraction(1, 6)), (0, Fraction(1, 3)), (1, Fraction(1, 6)))
    """
    noise = integer_noise(mechanism, tolerance)
    if isinstance(noise, NoNoise):
        return ((0, Fraction(1)),)
    if isinstance(noise, DiscreteLaplace):
        return tuple((y, noise.mass(y)) for y in range(-cut, cut + 1))
    # of a law that is not rational a little is lost from each atom
    return tuple((y, noise.mass(y).lower) for y in range(-cut, cut + 1))


@dataclass(frozen=True)
class ActionLaw:
    """The probability of each action sequence is in [masses[a], masses[a] + lost].

    `lost` is exactly the mass of all runs in which a noise was larger than the cut.
    """

    masses: Mapping[Actions, Fraction]
    lost: Fraction

    def bounds(self, actions: Actions) -> tuple[Fraction, Fraction]:
        """A lower and an upper bound of the probability of a sequence."""
        mass = self.masses.get(actions, Fraction(0))
        return mass, mass + self.lost


@dataclass
class Enumeration:
    """An enumeration of a policy's runs with geometric noise cut at |y| <= cut.

    What the policy decides in a state is remembered, so laws on many rewards share that work.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> from banditproof.theory.mechanisms import DiscreteLaplace
    >>> policy = DPIMED(arms=2, eps=1, ties="first", noise=DiscreteLaplace("1/2"))
    >>> law = Enumeration(policy, horizon=3).law(list_feed([1, 0, 1]))
    >>> low, high = law.bounds((0, 1, 0))
    >>> low <= Fraction(8, 9) <= high, float(law.lost) < 4e-4
    (True, True)
    """

    policy: Policy[Any]
    horizon: int
    cut: int = 12
    _decisions: dict[tuple[Any, int], list[tuple[Fraction, Pull]]] = field(default_factory=dict)
    _releases: dict[tuple[Any, int, Mechanism], Released] = field(default_factory=dict)

    def law(self, feed: Feed) -> ActionLaw:
        """The law of the actions on one source of rewards, the lost mass stated."""
        policy, curator = self.policy, self.policy.curator
        start = (policy.start(), curator.start(policy.arms))
        # integers over common denominators, which differ between the ways to a sequence
        alive: dict[Actions, dict[int, Weights]] = {(): {1: {start: 1}}}
        finished: dict[Actions, dict[int, int]] = {}
        stops = may_stop(policy)

        def finish(run: Actions, mass: int, total: int) -> None:
            parts = finished.setdefault(run, {})
            parts[total] = parts.get(total, 0) + mass

        while alive:
            # A sequence may come back when a shorter one reaches it later: masses add up in any
            # order.
            actions, ways = alive.popitem()
            common, states = _together(ways)
            for (state, held), weight in states.items():
                end = end_of(policy, state, len(actions)) if stops else None
                if end is not None or len(actions) == self.horizon:
                    finish(actions if end is None else (*actions, end), weight, common)
                    continue
                for chance, pull in self._decided(state, len(actions) + 1):
                    path, after = actions, held
                    for arm in pull.steps(self.horizon - len(actions)):
                        path = (*path, arm)
                        after = curator.read(after, arm, feed(path))
                    cut = len(path) - len(actions) < pull.plays
                    share, total = weight * chance.numerator, common * chance.denominator
                    if cut or (len(path) == self.horizon and not stops):
                        finish(path, share, total)
                        continue
                    scale, results = self._released(state, after, pull)
                    bucket = alive.setdefault(path, {}).setdefault(total * scale, {})
                    for mass, (kept, value) in results:
                        new = (policy.learn(state, pull, value), kept)
                        bucket[new] = bucket.get(new, 0) + share * mass
        masses = {
            run: sum((Fraction(mass, total) for total, mass in parts.items()), Fraction(0))
            for run, parts in finished.items()
        }
        return ActionLaw(masses, 1 - sum(masses.values(), Fraction(0)))

    def _decided(self, state: Any, t: int) -> list[tuple[Fraction, Pull]]:
        if (state, t) not in self._decisions:
            self._decisions[state, t] = outcomes(
                lambda chance: self.policy.decide(state, t, chance)
            )
        return self._decisions[state, t]

    def _released(self, state: Any, held: Any, pull: Pull) -> Released:
        if not pull.releases:
            return 1, [(1, (held, None))]
        mechanism = self.policy.mechanism(state, pull)
        key = (held, pull.arm, mechanism)
        if key not in self._releases:
            drawn = outcomes(
                lambda chance: self.policy.curator.release(held, pull.arm, mechanism, chance),
                lambda noise: truncated_noise(noise, self.cut),
            )
            scale = math.lcm(*(mass.denominator for mass, _ in drawn))
            self._releases[key] = scale, [(int(mass * scale), left) for mass, left in drawn]
        return self._releases[key]


def _together(ways: Mapping[int, Weights]) -> tuple[int, Weights]:
    """The weights over several denominators, over one."""
    common = math.lcm(*ways)
    states: Weights = {}
    for total, weights in ways.items():
        for state, weight in weights.items():
            states[state] = states.get(state, 0) + weight * (common // total)
    return common, states


@dataclass(frozen=True)
class LossBounds:
    """Bounds of the largest ratio over all neighbours; `low` is attained by the witness."""

    low: Fraction | float
    high: Fraction | float
    witness: str


def bounds_over(pairs: Iterable[tuple[str, ActionLaw, ActionLaw]], arms: int) -> LossBounds:
    """Bounds of the largest ratio Pr(a) / Pr'(a) over the given pairs of laws, both ways round."""
    low: Fraction | float = Fraction(1)
    high: Fraction | float = Fraction(1)
    witness = "none"
    for name, left, right in pairs:
        for actions in {*left.masses, *right.masses}:
            for p, q in (
                (left.bounds(actions), right.bounds(actions)),
                (right.bounds(actions), left.bounds(actions)),
            ):
                if p[1] == 0:
                    continue
                high = max(high, p[1] / q[0] if q[0] else float("inf"))
                if p[0] and q[1] == 0:
                    low, witness = float("inf"), f"arms {shown_run(actions, arms)} on {name}"
                elif q[1] and p[0] / q[1] > low:
                    low, witness = p[0] / q[1], f"arms {shown_run(actions, arms)} on {name}"
    return LossBounds(low, high, witness)


def loss_on_lists(policy: Policy[Any], horizon: int, cut: int = 12) -> LossBounds:
    """Bounds of the privacy loss over all lists in {0, 1} and all their neighbours."""
    return _loss(policy, horizon, cut, (0, 1), list_feed)


def loss_on_tables(policy: Policy[Any], horizon: int, cut: int = 12) -> LossBounds:
    """Bounds of the privacy loss over all tables in {0, 1} whose neighbours differ in one row."""
    return _loss(policy, horizon, cut, list(product((0, 1), repeat=policy.arms)), table_feed)


def _loss(
    policy: Policy[Any], horizon: int, cut: int, blocks: Sequence[Any], feed: Callable[..., Feed]
) -> LossBounds:
    """The last reward matters to a policy that stops only, so inputs differ there for it alone."""
    rounds = [blocks] * (horizon if may_stop(policy) else horizon - 1)
    runs = Enumeration(policy, horizon, cut)
    laws = {data: runs.law(feed((*data, blocks[0]))) for data in product(*rounds)}
    pairs = ((data, other) for data, other in replacements(rounds) if data < other)
    named = ((f"{_rows(x)} and {_rows(y)}", laws[x], laws[y]) for x, y in pairs)
    return bounds_over(named, policy.arms)


def _rows(data: tuple[Any, ...]) -> str:
    return str(data) if isinstance(data[0], tuple) else "".join(map(str, data))
