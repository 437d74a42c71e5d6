"""What a policy is: it decides from released statistics, and never sees a raw reward."""

from __future__ import annotations
import reprlib
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, repeat
from math import isfinite
from operator import index
from typing import Any, Generic, Literal, TypeVar
from banditproof.theory.budgets import ZCDP, Budget, PureDP
from banditproof.theory.exact import Number, exact
from banditproof.theory.mechanisms import Mechanism, NoNoise
from banditproof.theory.parameter_names import accepts_epsilon
from .contexts import Context
from .curators.curator import Curator
from .curators.declaring import Declaring
from .randomness import Randomness
from .reward_space import UNIT, RewardSpace

State = TypeVar("State", bound=Hashable)
Ties = Literal["first", "last", "random"]


@dataclass(frozen=True)
class Pull:
    """Pull an arm `count` times; if `releases`, its open batch is then released and closed.

    A plan over several arms has the others, with their counts, in `then`: it is played in order,
    and one release follows all of it. `learn` gets the pull back with its `note`, so a decision
    that drew random numbers can tell what came of them. Where the `rows` of a pull are given, the
    curator reads its rewards with them, and not with the context of the round.

    >>> plan = Pull.plan([(0, 2), (2, 1)])
    >>> plan.plays, list(plan.steps()), list(plan.steps(limit=1))
    (3, [0, 0, 2], [0])
    """

    arm: int
    count: int
    releases: bool = True
    then: tuple[tuple[int, int], ...] = ()
    note: Hashable = field(default=None, repr=False)
    """What the decision hands on to `learn`."""
    rows: Context = field(default=(), repr=False)
    """The public vector of each arm that its rewards are read with, if there are some."""

    @staticmethod
    def plan(parts: Iterable[tuple[int, int]], releases: bool = True) -> Pull:
        """The pull of several arms, each with its count, before one release."""
        first, *others = parts
        return Pull(*first, releases, tuple(others))

    @property
    def parts(self) -> tuple[tuple[int, int], ...]:
        """Each arm with its count, in the order in which they are played."""
        return ((self.arm, self.count), *self.then)

    @property
    def plays(self) -> int:
        """The number of plays of all arms."""
        return self.count + sum(count for _, count in self.then) if self.then else self.count

    def steps(self, limit: int | None = None) -> Iterator[int]:
        """The arm of each play, at most `limit` of them."""
        if not self.then:
            return repeat(self.arm, self.count if limit is None else min(self.count, limit))
        every = (arm for arm, count in self.parts for arm in repeat(arm, count))
        return islice(every, limit)


def checked_pull(pull: Pull, arms: int, t: int) -> Pull:
    """The pull of a decision as plain numbers; an arm or a count that is none is a ValueError.

    So are rows that are not one vector of finite numbers for each arm.

    >>> checked_pull(Pull(True, 3), arms=2, t=5)
    Pull(arm=1, count=3, releases=True, then=())
    """
    if isinstance(pull, Pull):
        arm, count = pull.arm, pull.count
        plain = type(arm) is int and type(count) is int and not pull.then and not pull.rows
        if plain and 0 <= arm < arms and count >= 1:  # nearly every decision, without lists
            return Pull(arm, count, bool(pull.releases), (), pull.note)
        try:
            parts = [(int(index(arm)), int(index(count))) for arm, count in pull.parts]
        except (TypeError, ValueError):
            parts = [(-1, 0)]
        if all(0 <= arm < arms and count >= 1 for arm, count in parts):
            first, *others = parts
            rows = _plain_rows(pull.rows, arms, t) if pull.rows else ()
            return Pull(*first, bool(pull.releases), tuple(others), pull.note, rows)
    raise ValueError(
        f"At round {t} the policy decides {pull}; give a Pull of at least one play of an arm from "
        f"0 to {arms - 1}."
    )


def _plain_rows(rows: Context, arms: int, t: int) -> Context:
    """The rows as plain floats: an object of another class could keep what it is multiplied by."""
    try:
        plain = tuple(tuple(float(weight) for weight in row) for row in rows)
    except (TypeError, ValueError):
        plain = ()
    if len(plain) != arms or not all(isfinite(weight) for row in plain for weight in row):
        raise ValueError(
            f"At round {t} the policy decides on rows that are not one vector of finite numbers "
            f"for each of the {arms} arms; give such vectors, or none."
        )
    return plain


def checked_recommendation(arm: int | None, arms: int, t: int) -> int | None:
    """The recommendation as a plain number; what is no arm is a ValueError.

    >>> checked_recommendation(True, arms=2, t=5), checked_recommendation(None, arms=2, t=5)
    (1, None)
    """
    if arm is None:
        return None
    try:
        plain = int(index(arm))
    except TypeError:
        plain = -1
    if 0 <= plain < arms:
        return plain
    raise ValueError(
        f"Before round {t} the policy recommends {arm!r}; give an arm from 0 to {arms - 1}, or "
        "None to go on."
    )


class Policy(ABC, Generic[State]):
    """A bandit algorithm as a pure function of what was released.

    The engine asks `decide` for the next pull, plays it, lets the curator release the noisy sum
    of the arm's open batch, and hands the released number to `learn`. States are hashable
    values, so the same policy runs under every engine and under exact enumeration.

    Only what leaves the curator is private, so its parts are best declared (`DeclaredSums`): then
    an audit can show the privacy of every play. A curator of one's own can only be tried out.
    """

    name: str
    arms: int
    curator: Curator = Curator()
    clips_rewards: bool = True
    """Whether rewards are clipped before they are read; private sums need it."""
    rewards: RewardSpace = UNIT
    """The rewards that the policy is made for, to which they are clipped."""
    dimension: int | None = None
    """The length of the vectors of each round's context, for a policy that sees contexts."""
    told_advice: bool = False
    """Whether the contexts are advice: of each arm, the probability with which each expert, one
    for each dimension, would play it."""

    @property
    @abstractmethod
    def budget(self) -> Budget:
        """The privacy that the algorithm claims."""

    @abstractmethod
    def start(self) -> State:
        """The state before anything was released."""

    @property
    def declared_noise(self) -> Mechanism | None:
        """The one law of the noise of all releases, for a curator that declares none."""
        return None

    def mechanism(self, state: State, pull: Pull) -> Mechanism:
        """The noise of the release that ends a pull: the one that is declared, unless given."""
        curator = self.curator
        if isinstance(curator, Declaring):
            return next(iter(curator.noises), NoNoise())
        noise = self.declared_noise
        if noise is not None:
            return noise
        raise ValueError(
            f"The policy {self.name} says nothing about its noise; give it a declared_noise, or a "
            "curator such as DeclaredSums(Laplace(2)), or the method mechanism(state, pull)."
        )

    @abstractmethod
    def decide(self, state: State, t: int, randomness: Randomness) -> Pull:
        """The next pull; t is the round of its first play, counted from 1."""

    def decide_in(self, state: State, t: int, context: Context, randomness: Randomness) -> Pull:
        """The next pull where round t offers a context: the public vector of each arm.

        A policy that sees no contexts decides as it does without.
        """
        return self.decide(state, t, randomness)

    @abstractmethod
    def learn(self, state: State, pull: Pull, released: Any) -> State:
        """The state after a pull, given the number (or tuple of numbers) that was released.

        `released` is None if the pull released nothing.
        """

    def learn_in(self, state: State, pull: Pull, context: Context, released: Any) -> State:
        """The state after a pull in a context."""
        return self.learn(state, pull, released)

    @property
    def stops(self) -> bool:
        """Whether the policy has a rule to stop."""
        return type(self).recommendation is not Policy.recommendation

    def recommendation(self, state: State) -> int | None:
        """The arm that is recommended if the policy stops in this state; None if it goes on.

        It is asked before each decision. A policy that minimises regret never stops.
        """
        return None


def require_policy(policy: object) -> None:
    """Raise TypeError for what is no policy; for the name of one, with the call that makes it.

    >>> require_policy("dp-imed")
    Traceback (most recent call last):
    ...
    TypeError: The policy is 'dp-imed'; give one such as make_policy('dp-imed', arms=2, eps=1).
    """
    if isinstance(policy, type) or not hasattr(policy, "arms"):
        name = policy if isinstance(policy, str) else "dp-imed"
        call = f"make_policy({name!r}, arms=2, eps=1)"
        raise TypeError(f"The policy is {reprlib.repr(policy)}; give one such as {call}.")


def may_stop(policy: Policy[Any]) -> bool:
    """Whether a policy has a stopping rule: a `recommendation` other than that of all policies.

    Audits ask this, and do not believe `stops`, which a policy may define as it likes.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> may_stop(DPIMED(arms=2, eps=1))
    False
    """
    return getattr(policy.recommendation, "__func__", None) is not Policy.recommendation


@accepts_epsilon
def claimed_budget(eps: Number, noise: Mechanism | None) -> PureDP | ZCDP:
    """What an algorithm with the parameter eps claims, whose rewards enter one sum each.

    eps-DP; with Gaussian noise in place of that, which is never pure, the zCDP of that noise.
    Noise on the integers hides sums of integers only, so rewards in {0, 1}.

    >>> from banditproof.theory.mechanisms import Gaussian
    >>> claimed_budget(1, None), claimed_budget(1, Gaussian(sigma_squared=2))
    (PureDP(eps=Fraction(1, 1)), ZCDP(rho=Fraction(1, 4)))
    """
    spent = None if noise is None else noise.loss(1)
    return spent if isinstance(spent, ZCDP) else PureDP(exact(eps))


def broken_tie(options: Sequence[int], ties: Ties, randomness: Randomness) -> int:
    """One of the tied arms, by a rule that reads no data.

    >>> from .randomness import Silent
    >>> broken_tie([1, 3], "last", Silent())
    3
    """
    if ties == "random":
        return randomness.choice(options)
    return options[0] if ties == "first" else options[-1]


def checked_ties(ties: str) -> None:
    """Raise ValueError for an unknown tie rule."""
    if ties not in ("first", "last", "random"):
        raise ValueError(f"The tie rule is {ties!r}; give 'first', 'last' or 'random'.")
