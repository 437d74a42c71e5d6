"""What holds rewards, curator and noise, and plays a policy that runs in another process."""

import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any
import numpy as np
from banditproof.algorithms.contexts import Contexts
from banditproof.algorithms.engines.batch_engine import PaidBatches, Segments, in_batches
from banditproof.algorithms.engines.per_step import Play, play
from banditproof.algorithms.factory_calls import budget_numbers
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Seed
from banditproof.algorithms.rewards import Rewards
from banditproof.algorithms.separate_streams import SeparateStreams
from banditproof.theory import BernoulliBandit
from banditproof.theory.budgets import Budget
from .asked_plays import require_limits, require_play, require_source
from .carried_policies import Carried, load_message, name_of
from .claimed_budgets import claim_of_message
from .failures import PolicyFailed
from .isolated_interpreter import end, isolated
from .messages import BrokenMessage, one_line
from .plain_declaration import Declared, rebuilt
from .plain_values import packed, refusal, several
from .proxy_policy import ProxyPolicy
from .sandbox import Sandbox

Source = str | Policy[Any] | Carried | Callable[..., Any]
"""A text module:factory, a policy, or a class or function that makes one."""
_PROGRAM = "banditproof.algorithms.apart.policy_process"
SECONDS = 60.0
"""How long a policy may take for loading and all plays, unless a time is given."""


@dataclass(frozen=True, kw_only=True)
class PlayApart(Play):
    """What happened in a play, what the policy had declared, and which sandbox was around it."""

    declared: Declared
    sandbox: Sandbox


class Elsewhere:
    """A policy in a process that sees released numbers only; each play is a fork of it.

    A factory that declares something else when it is called again, or for one of the `horizons`, is
    a PolicyFailed. `seconds` are those of the clock for loading and all plays; the processor time
    of the process has the same limit. The process reads the programs of this machine and of the
    working directory, and of other files only the `readable` ones.

    >>> from banditproof.algorithms import DPUCB, RewardList
    >>> with Elsewhere(DPUCB(arms=2, eps=1, horizon=3)) as there:
    ...     there.declared.stops, there.play(RewardList([1, 0, 1]), 3, rng=1).actions
    (False, (0, 1, 1))
    """

    def __init__(
        self,
        source: Source,
        budget: Budget | None = None,
        *,
        arms: int | None = None,
        horizon: int | None = None,
        more: Mapping[str, Any] | None = None,
        horizons: Sequence[int] = (),
        seconds: float = SECONDS,
        readable: Sequence[str | Path] = (),
    ) -> None:
        if not hasattr(os, "fork"):
            raise PolicyFailed(
                "A policy is played apart by processes that fork, which this system does not "
                "have; use Linux or macOS.",
                undeclared=True,
            )
        require_source(source)
        require_limits(arms, seconds, readable)
        self.name = name_of(source)
        self.seconds, self._until = seconds, time.monotonic() + SECONDS
        self._limit = f"{round(seconds, 2) or seconds:g} seconds"
        offered = {"arms": arms or 2, "horizon": horizon, **budget_numbers(budget), **(more or {})}
        given = {key: packed(value) for key, value in offered.items() if value is not None}
        loads = {**load_message(source, self.name), "offered": given, "horizons": [*horizons]}
        options = {"readable": [str(path) for path in readable], "seconds": ceil(seconds)}
        if isinstance(source, Carried):
            options["path"] = list(source.path)
        try:
            self._process, self._pipe = isolated(_PROGRAM, **options)
        except OSError as failure:
            raise PolicyFailed(f"No process for the policy could be started: {failure}.") from None
        self._open, self._asks, self._playing = True, False, False
        try:
            self.sandbox = self._sandbox()
            self._until = time.monotonic() + seconds  # from where the code of the policy runs
            self.declared = self._declared(loads)
        except BaseException:
            self.close()
            raise

    def play(
        self,
        rewards: Rewards,
        horizon: int,
        rng: Seed | SeparateStreams | None = None,
        contexts: Contexts | None = None,
    ) -> PlayApart:
        """A play as by `banditproof.algorithms.play` with the randomness SeparateStreams(rng)."""
        require_play(rewards, horizon, rng, contexts)
        chance = rng if isinstance(rng, SeparateStreams) else SeparateStreams(rng)
        with self._a_play(chance):
            proxy = ProxyPolicy(self.declared, horizon, contexts is None, self._asked)
            played = play(proxy, rewards, horizon, chance, contexts)
        return PlayApart(**vars(played), declared=self.declared, sandbox=self.sandbox)

    def play_batches(
        self, bandit: BernoulliBandit, horizon: int, rng: np.random.Generator, runs: int
    ) -> Iterator[Segments]:
        """Plays on rewards of a bandit, of which each batch is one draw; they have no ledger.

        One fork makes all of them: what `start()` returns and the random numbers are fresh in each
        run, and what else the policy holds is carried from run to run. These rewards are nobody's,
        and a fork for each play takes longer than many plays.
        """
        chance = SeparateStreams(rng)
        with self._a_play(chance):
            for run in range(runs):
                first = {}
                if run:
                    chance = SeparateStreams(rng)
                    first = {"again": chance.decision_seed}
                proxy = ProxyPolicy(self.declared, horizon, True, self._asked, None, first)
                paid = PaidBatches(proxy, bandit, rng)
                yield in_batches(proxy, paid, horizon, chance, chance.decisions)

    @contextmanager
    def _a_play(self, chance: SeparateStreams) -> Iterator[None]:
        """The process of one play, which ends with it."""
        if not self._open:
            raise PolicyFailed(f"The process of the policy {self.name} has ended; start another.")
        left = min(self.seconds, self._until - time.monotonic())
        self._sent({"play": chance.decision_seed, "seconds": max(1, ceil(left))})
        self._playing = True
        try:
            yield
        except BrokenMessage as broken:
            raise self._failed(broken) from None
        finally:
            self._end_of_play()

    def close(self) -> None:
        """End the process, and all that it began."""
        if not self._open:
            return
        self._open = False
        end(self._process, self._pipe)

    def __enter__(self) -> "Elsewhere":
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def _sandbox(self) -> Sandbox:
        """What the process could build, which it says before it loads any code of a policy."""
        try:
            system, landlock, seccomp = self._pipe.receive(self._until)["sandbox"]
        except BrokenMessage as broken:
            raise self._failed(broken) from None
        return Sandbox(system, landlock, seccomp)

    def _declared(self, loads: dict[str, Any]) -> Declared:
        self._sent(loads)
        try:
            answer = self._pipe.receive(self._until)
        except BrokenMessage as broken:
            raise self._failed(broken) from None
        if "declares" not in answer:
            raise PolicyFailed(
                one_line(answer.get("cannot")),
                undeclared=answer.get("made") is True,
                lacks=_lines(answer.get("lacks")),
                takes=_lines(answer.get("takes")),
            )
        try:
            declared = rebuilt(answer["declares"])
            self.claimed = claim_of_message(answer.get("claims"))
            self.takes = frozenset(several(_word)(answer.get("takes"), "the list of arguments"))
        except ValueError as refused:
            raise PolicyFailed(one_line(str(refused))) from None
        self.made = answer.get("made")
        return declared

    def _sent(self, message: dict[str, Any]) -> None:
        try:
            self._pipe.send(message, self._until)
        except BrokenMessage as broken:
            raise self._failed(broken) from None

    def _asked(self, message: dict[str, Any]) -> dict[str, Any]:
        """The answer to a message during a play."""
        self._asks = True
        self._pipe.send(message, self._until)
        answer = self._pipe.receive(self._until)
        self._asks = False
        if "raised" in answer:
            self._playing = "over" not in self._pipe.receive(self._until)
            raise PolicyFailed(
                f"The policy {self.name} raised in its process: {one_line(answer['raised'])}"
            )
        if "over" in answer:
            self._playing = False
            raise self._died(answer["over"])
        return answer

    def _end_of_play(self) -> None:
        """Have the fork ended and waited for; a process that does not say so is ended whole."""
        if not self._open or not self._playing:
            return
        self._playing = False
        if self._asks:  # it owes an answer
            self.close()
            return
        try:
            self._pipe.send({"end": True}, self._until)
            if "over" not in self._pipe.receive(self._until):
                self.close()
        except BrokenMessage:
            self.close()

    def _failed(self, broken: BrokenMessage) -> PolicyFailed:
        """The sentence of a process that did not answer, with its end."""
        self._asks = self._playing = False
        self.close()
        if broken.late:
            return PolicyFailed(
                f"The policy {self.name} did not answer within {self._limit}; give it more time.",
                ran_out=True,
            )
        if broken.gone:
            return self._died(-(self._process.returncode or 0))
        words = f"The process of the policy {self.name} answered with {broken}."
        return PolicyFailed(words, died=True)

    def _died(self, number: Any) -> PolicyFailed:
        if number in _OUT_OF_TIME:
            return PolicyFailed(
                f"The policy {self.name} used up {self._limit} of processor time; give "
                "it more time.",
                ran_out=True,
            )
        killed = type(number) is int and 0 < number < 65
        how = f"by the signal {number}" if killed else "without an answer"
        return PolicyFailed(f"The process of the policy {self.name} ended {how}.", died=True)


def _lines(value: Any) -> tuple[str, ...]:
    return tuple(map(one_line, value)) if type(value) is list else ()


def _word(value: Any, where: str) -> str:
    if type(value) is not str:
        raise refusal(where, value, "a text")
    return value


_OUT_OF_TIME = (getattr(signal, "SIGXCPU", None),)
