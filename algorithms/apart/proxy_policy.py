"""The policy that the engine plays where the rewards are: it asks the process for each decision."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.algorithms.contexts import Context
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.budgets import Budget, PureDP
from banditproof.theory.mechanisms import Mechanism, NoNoise
from .messages import BrokenMessage
from .plain_declaration import Declared

Asked = Callable[[dict[str, Any]], dict[str, Any]]
"""What sends a message to the process, and returns its answer."""
MOST_PLAYS = 1 << 53
"""Of each arm of a plan; a pull of one arm may be as long as its integer."""
MOST_PARTS = 100_000
LARGEST_WEIGHT = 10**150
"""The largest number of a row in size, whose square a float can have."""


class ProxyPolicy(Policy[int]):
    """A policy of declared parts whose decisions are made elsewhere; its state counts releases.

    What was released is sent with the next question, so a phase takes one message.
    """

    def __init__(
        self,
        declared: Declared,
        horizon: int,
        alone: bool,
        asked: Asked,
        budget: Budget | None = None,
        first: dict[str, Any] | None = None,
    ) -> None:
        self.name, self.arms = declared.name, declared.arms
        self.curator, self.rewards = declared.parts, declared.rewards
        self.clips_rewards, self.dimension = declared.clips, declared.dimension
        self.told_advice, self.may_stop = declared.told_advice, declared.stops
        self._noise, self._budget = declared.noise, budget or PureDP(math.inf)
        self._horizon, self._asked = horizon, asked
        self._alone = alone
        """Whether a decision may be asked for with the question whether to stop: no contexts."""
        self._played = 0
        self._news: dict[str, Any] = first or {}
        """What the next question says besides; the first one may begin a play anew."""
        self._ahead: dict[str, Any] | None = None

    @property
    def budget(self) -> Budget:
        """What the declaration was found to keep, if that was asked; else no claim is made."""
        return self._budget

    @property
    def stops(self) -> bool:
        """Whether the process was declared to have a rule to stop."""
        return self.may_stop

    def start(self) -> int:
        """Nothing was released."""
        return 0

    def mechanism(self, state: int, pull: Pull) -> Mechanism:
        """The declared noise."""
        return NoNoise() if self._noise is None else self._noise

    def recommendation(self, state: int) -> int | None:
        """The arm that the process recommends."""
        if not self.may_stop:
            return None
        only = self._played >= self._horizon or not self._alone
        answer = self._question({"stop": "only" if only else "or decide"})
        if "stop" not in answer:
            self._ahead = answer
            return None
        arm = answer["stop"]
        if arm is None and only:
            return None
        if type(arm) is not int or not 0 <= arm < self.arms:
            raise BrokenMessage("a recommendation that is no arm")
        return arm

    def decide(self, state: int, t: int, randomness: Randomness) -> Pull:
        """The pull that the process decides."""
        return self.decide_in(state, t, (), randomness)

    def decide_in(self, state: int, t: int, context: Context, randomness: Randomness) -> Pull:
        """The pull that the process decides in a context."""
        answer = self._ahead
        if answer is None:
            answer = self._question({"context": context} if context else {})
        self._ahead = None
        pull = pull_of(answer, self.arms)
        self._played += pull.plays
        return pull

    def learn(self, state: int, pull: Pull, released: Any) -> int:
        """What was released goes out with the next question."""
        self._news = {"released": _plain(released)}
        return state + 1

    def _question(self, more: dict[str, Any]) -> dict[str, Any]:
        news, self._news = self._news, {}
        return self._asked({**news, "t": self._played + 1, **more})


def _plain(released: Any) -> Any:
    """A released number, or several, as JSON has them."""
    if released is None or type(released) in (int, float):
        return released
    if isinstance(released, tuple):
        return [_plain(one) for one in released]
    if isinstance(released, Fraction):
        return {"ratio": [released.numerator, released.denominator]}
    return float(released)


def pull_of(answer: dict[str, Any], arms: int) -> Pull:
    """The pull of an answer, by a strict schema; anything else is a BrokenMessage.

    >>> pull_of({"pull": [[1, 3]], "releases": True}, arms=2)
    Pull(arm=1, count=3, releases=True, then=())
    """
    parts, releases, rows = answer.get("pull"), answer.get("releases"), answer.get("rows", [])
    if type(parts) is not list or not 1 <= len(parts) <= MOST_PARTS or type(releases) is not bool:
        raise BrokenMessage("an answer that is no pull")
    most = MOST_PLAYS if len(parts) > 1 else math.inf
    for part in parts:
        plain = type(part) is list and len(part) == 2 and all(type(x) is int for x in part)
        if not plain or not 0 <= part[0] < arms or part[1] < 1 or part[1] > most:
            raise BrokenMessage("a pull of what is no arm and no count")
    (arm, count), *others = parts
    then = tuple((arm, count) for arm, count in others)
    return Pull(arm, count, releases, then, None, _rows_of(rows, arms) if rows else ())


def _rows_of(rows: Any, arms: int) -> Context:
    if type(rows) is not list or len(rows) != arms:
        raise BrokenMessage("rows that are not one for each arm")
    length = len(rows[0]) if type(rows[0]) is list else 0
    for row in rows:
        if type(row) is not list or not all(type(x) in (int, float) for x in row):
            raise BrokenMessage("a row that is no list of numbers")
        if not row or len(row) != length or any(abs(x) > LARGEST_WEIGHT for x in row):
            raise BrokenMessage("rows of several lengths, or of numbers that are too large")
    return tuple(tuple(map(float, row)) for row in rows)
