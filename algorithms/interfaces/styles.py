"""Third-party policies: one session of a run, whatever the style of the policy's methods."""

from collections.abc import Callable, Generator
from types import GeneratorType
from typing import Any, Protocol, runtime_checkable
import numpy as np
from banditproof.algorithms.policy import Policy
from .batched_feedback import BATCHED, in_batches
from .library_policies import LibraryBox
from .own_loop import OwnLoop
from .signatures import arguments, as_it_is_called, first_method, named
from .stopping import Stopping, stopping_of

SELECTING = (
    "select", "select_arm", "choice", "choose", "choose_arm", "get_action", "select_action",
    "sample_action", "pull", "act", "predict",
)  # fmt: skip
"""The names under which a policy may say which arm it plays next, first match first."""
UPDATING = (
    "update", "getReward", "get_reward", "observe", "learn", "receive_reward", "receive",
    "feedback",
)  # fmt: skip
"""The names under which a policy may receive a reward, first match first."""
STARTING = ("startGame", "reset")
"""The names under which a policy may learn that a run starts."""
_TIME_NAMES = ("t", "time", "round", "step")
_REWARD_NAMES = ("reward", "r", "rewards")
_ARM_NAMES = ("arm", "a", "action", "k", "choice", "slate", "arms")
CONTEXT_NAMES = ("context", "contexts", "x", "X", "features", "obs", "observation", "state")


@runtime_checkable
class BlackBox(Protocol):
    """A policy in the middle of one run: it names an arm, and sees an arm and a reward."""

    def select(self) -> int:
        """The arm of the next round, counted from 0."""

    def update(self, arm: int, reward: float) -> None:
        """Learn what a round paid."""


Plain = tuple[Callable[[], Any], Callable[[Any, Any], Any]]
"""A method that names the next arm, and one that is told an arm and a reward."""


class AdaptedBox:
    """Two functions found on an object of another style, under the names of the protocol.

    `show` passes the public context of the next round, for those who ask for one. A policy that
    `stops` may end its run; `recommended` is then what it answers, None if nothing.
    """

    def __init__(
        self,
        choose: Callable[[int, Any], Any],
        tell: Callable[[Any, Any, Any], Any],
        takes_arm: bool,
        stopping: Stopping | None = None,
        plain: Plain | None = None,
    ) -> None:
        self._choose, self._tell, self.takes_arm = choose, tell, takes_arm
        self._stopping = stopping
        self.plain = plain if stopping is None else None
        """The object's own methods where they are those of the protocol: calls through here take
        about as long as they do."""
        self.stops = stopping is not None
        self._t = 0
        self._context: Any = None

    def show(self, context: Any) -> None:
        """The public context of the next round."""
        self._context = context

    def select(self) -> Any:
        """The arm of the next round, as the object names it; None if the policy has stopped."""
        if self._stopping is None:
            self._t += 1
            return self._choose(self._t, self._context)
        if self._stopping.stopped():
            return None
        self._t += 1
        try:
            return self._choose(self._t, self._context)
        except StopIteration:
            return None

    def update(self, arm: Any, reward: Any) -> None:
        """Tell the object what a round paid."""
        self._tell(arm, reward, self._context)

    def recommended(self) -> Any:
        """The arm that the policy recommends when it has stopped, or at the end; None if none."""
        return None if self._stopping is None else self._stopping.recommended()


def lacking(made: object) -> tuple[str, str]:
    """What an object lacks to be played, as what it does not have, and as what it needs.

    >>> class Asked:
    ...     def choose(self): return 0
    >>> lacking(Asked()), lacking(3)[0]
    (('no update(arm, reward)', 'update(arm, reward)'), 'neither select() nor update(arm, reward)')
    """
    needed = [] if first_method(made, SELECTING) else ["select()"]
    if not first_method(made, (*UPDATING, *BATCHED)):
        needed.append("update(arm, reward)")
    no = f"no {needed[0]}" if len(needed) == 1 else f"neither {' nor '.join(needed)}"
    return no, " and ".join(needed)


Session = LibraryBox | AdaptedBox | OwnLoop
"""What the auditor plays: one run of a policy."""


def adapted(made: object, rng: np.random.Generator, batch: int | None = None) -> Session:
    """A policy under the two names of the protocol, whatever its own names for them are.

    Understood are policies of this library, sessions that own their loop, and objects with one of
    the methods of SELECTING (without arguments, or with the round or a context) and one of those
    of UPDATING (with arm and reward and perhaps the context, or with the reward only), or with
    update_batch(arms, rewards) or partial_fit(arms, rewards), which get `batch` rounds at once;
    startGame() or reset() is called first if there is one. A generator yields arms, and `yield`
    gives it the reward.

    >>> class Other:
    ...     def choice(self): return 1
    ...     def getReward(self, arm, reward): self.seen = (arm, reward)
    >>> other = Other()
    >>> box = adapted(other, np.random.default_rng(1))
    >>> box.update(box.select(), 0.5); other.seen
    (1, 0.5)
    """
    if isinstance(made, Policy):
        return LibraryBox(made, rng)
    if isinstance(made, OwnLoop | AdaptedBox | LibraryBox):
        return made
    if isinstance(made, GeneratorType):
        return _of_generator(made)
    choosing, telling = first_method(made, SELECTING), first_method(made, UPDATING)
    batched = in_batches(made, batch) if telling is None or batch is not None else None
    if choosing is None or (telling is None and batched is None):
        results = [n for n in dir(made) if n[0] != "_" and callable(getattr(made, n, None))]
        listed = ", ".join(results[:12]) or "none"
        no, needed = lacking(made)
        raise ValueError(
            f"{named(made)} is not understood as a policy: it has {no}, and its methods are "
            f"{listed}; give it {needed}."
        )
    start = first_method(made, STARTING)
    if start is not None and not arguments(start).needed:
        start()
    if batched is not None:
        return AdaptedBox(_chooser(made, choosing), batched, True, stopping_of(made))
    assert telling is not None
    tell, takes_arm = _teller(made, telling)
    plain = _plain(made, choosing, telling)
    return AdaptedBox(_chooser(made, choosing), tell, takes_arm, stopping_of(made), plain)


def _of_generator(made: Generator[Any, Any, Any]) -> AdaptedBox:
    """A generator that yields arms, and gets the reward of each as the value of its yield."""
    rewards: list[Any] = []

    def choose(t: int, context: Any) -> Any:
        try:
            return made.send(rewards.pop() if rewards else None)
        except StopIteration:
            raise ValueError(
                f"The generator ended before round {t}; let it yield for ever."
            ) from None

    return AdaptedBox(choose, lambda arm, reward, context: rewards.append(reward), False)


def _plain(made: object, choosing: Callable[..., Any], telling: Callable[..., Any]) -> Plain | None:
    """The methods, if `select()` and `update(arm, reward)` are how they are called."""
    first, second = arguments(choosing), arguments(telling)
    names = second.names
    alone = not first.needed and not first.any_number
    both = len(names) == 2 and names[0] in _ARM_NAMES and names[1] in _REWARD_NAMES
    if not (alone and both):
        return None
    return as_it_is_called(made, SELECTING), as_it_is_called(made, UPDATING)


def _chooser(made: object, method: Callable[..., Any]) -> Callable[[int, Any], Any]:
    result, call = arguments(method), as_it_is_called(made, SELECTING)
    needed = result.needed
    if not needed:
        if result.names and result.names[0] in CONTEXT_NAMES:
            return lambda t, context: call() if context is None else call(context)
        return lambda t, context: call()
    if len(needed) == 1 and needed[0] in _TIME_NAMES:
        return lambda t, context: call(t)
    if len(needed) == 1:
        return lambda t, context: call(_known(made, method, context))
    raise ValueError(
        f"{named(made)} has {method.__name__}({', '.join(needed)}); give it a method without "
        "arguments, or with the round t, or with a context, that returns the next arm."
    )


def _known(made: object, method: Callable[..., Any], context: Any) -> Any:
    if context is None:
        asked = ", ".join(arguments(method).needed)
        raise ValueError(
            f"{named(made)} has {method.__name__}({asked}), so it needs a context; give contexts=."
        )
    return context


def _teller(
    made: object, method: Callable[..., Any]
) -> tuple[Callable[[Any, Any, Any], Any], bool]:
    """How to pass a reward, and whether the arm is passed as well."""
    result, call = arguments(method), as_it_is_called(made, UPDATING)
    names, needed = result.names, result.needed
    asked = [n for n in names if n in CONTEXT_NAMES and (n in needed or len(names) == 3)]
    if len(needed) == 3 and not asked:
        asked = [n for n in needed[:1] if n not in _ARM_NAMES]
    if asked and len(names) >= 2:
        place = names.index(asked[0])
        others = [n for n in needed if n != asked[0]]
        if len(others) <= 2:
            return _with_context(made, method, place, others), len(others) == 2
    if len(names) >= 2 and len(needed) <= 2:
        if names[0] in _REWARD_NAMES and names[1] in _ARM_NAMES:
            return (lambda arm, reward, context: call(reward, arm)), True
        if len(needed) == 2 or names[1] in _REWARD_NAMES:
            return (lambda arm, reward, context: call(arm, reward)), True
    if len(needed) == 1:
        return (lambda arm, reward, context: call(reward)), False
    if len(needed) < 2 and result.any_number:
        return (lambda arm, reward, context: call(arm, reward)), True
    raise ValueError(
        f"{named(made)} has {method.__name__}({', '.join(needed)}); give it update(arm, reward)."
    )


def _with_context(
    made: object, method: Callable[..., Any], place: int, others: list[str]
) -> Callable[[Any, Any, Any], Any]:
    """Calls with the context at its place, and arm and reward in the order of their names."""
    reward_first = len(others) == 2 and others[0] in _REWARD_NAMES
    call = as_it_is_called(made, UPDATING)

    def tell(arm: Any, reward: Any, context: Any) -> None:
        facts = [reward, arm] if reward_first else [arm, reward]
        values = facts[-1:] if len(others) < 2 else facts
        values.insert(place, _known(made, method, context))
        call(*values)

    return tell
