"""A finite machine as a table, whose entries are evaluated in processes that share nothing.

The judged object is the table of `act` and `observe`. It is made by levels, each in a new process;
then entries are asked again, alone, in other orders, and as real runs ask for them. Code that
answers otherwise keeps something outside of its state: it is not the machine of the table.
"""

import json
import os
import random
import select
import signal
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from banditproof.algorithms.apart.messages import one_line
from banditproof.algorithms.apart.walls import before_scratch_work, without_descriptors
from banditproof.theory.exact import exact
from banditproof.verify.definitions.finite_machine import FiniteMachine
from banditproof.verify.definitions.finite_policy import Reward
from .plain_states import NotPlain, plain, plain_law, value_of

ALONE, ORDERS, RUNS = 25, 3, 40
"""How many entries are asked alone, in how many other orders all are, and how many runs."""
MOST_ENTRIES = 20_000
MOST_BYTES, MOST_LETTERS = 1 << 24, 300
"""The longest answer of a process, and the longest sentence of what it raised."""
SECONDS = 60.0
"""How long the making of a table may take, unless there is a shorter limit."""
Question = tuple[Any, ...]
"""("act", state), or ("observe", state, label, reward), as plain JSON."""


class NoTable(ValueError):
    """Why there is no table of a machine; the sentence says what it did."""


@dataclass(frozen=True)
class MachineTable:
    """The answers of a machine, each under its question as a line of JSON."""

    machine: FiniteMachine
    answers: Mapping[str, Any]
    different: str = ""
    """A question that was answered otherwise when it was asked again."""

    def judged(self) -> FiniteMachine:
        """The machine that is the table; its states are lines of JSON."""
        machine, answers = self.machine, self.answers
        start: dict[Any, Fraction] = {}
        for state, mass in machine.start.items():
            start[_line(plain(state))] = Fraction(mass)

        def act(state: Any) -> dict[tuple[int, Any], Fraction]:
            law = answers[_asked("act", state)]
            return {(arm, _line(after)): Fraction(mass) for arm, after, mass in law}

        paid = {exact(reward): plain(reward) for reward in machine.rewards}

        def observe(state: Any, label: int, reward: Reward) -> Any:
            return _line(answers[_asked("observe", state, label, paid[exact(reward)])])

        return FiniteMachine(
            machine.arms, machine.horizon, start, act, observe, machine.rewards, machine.ends
        )


def _line(value: Any) -> str:
    return json.dumps(value)


def _asked(kind: str, state: str, *more: Any) -> str:
    return _line([kind, json.loads(state), *more])


def table_of(machine: FiniteMachine, seconds: float = SECONDS) -> MachineTable:
    """The table of a machine, made in processes of their own and compared with real runs.

    >>> from banditproof.verify.definitions.finite_machine import with_own_actions
    >>> from banditproof.verify.definitions.witness_policies import repeated_responses
    >>> table = table_of(with_own_actions(repeated_responses(3, horizon=3)))
    >>> len(table.answers), table.different
    (31, '')
    """
    if not hasattr(os, "fork"):
        raise NoTable("this system has no fork, so no process answers alone")
    deadline = time.monotonic() + seconds
    answers = _by_levels(machine, deadline)
    rng, different = random.Random(0), ""
    asked = [*answers]
    plans = [rng.sample(asked, len(asked)) for _ in range(ORDERS)]
    plans += [[line] for line in rng.sample(asked, min(ALONE, len(asked)))]
    for number in range(max(len(plans), RUNS)):
        run = [_run(machine, answers, rng)] if number < RUNS else []
        for plan in (*run, *plans[number : number + 1]):
            given = _apart(machine, [json.loads(line) for line in plan], deadline)
            different = next((q for q, a in zip(plan, given, strict=True) if answers[q] != a), "")
            if different:
                return MachineTable(machine, answers, different)
    return MachineTable(machine, answers)


def _by_levels(machine: FiniteMachine, deadline: float) -> dict[str, Any]:
    """The answers for all states that some rewards and labels reach, level by level."""
    answers: dict[str, Any] = {}
    arms = machine.arms - machine.ends

    def ask(lines: list[str]) -> None:
        new = [line for line in dict.fromkeys(lines) if line not in answers]
        if len(answers) + len(new) > MOST_ENTRIES:
            raise NoTable(f"its table has more than {MOST_ENTRIES} entries")
        given = _apart(machine, [json.loads(line) for line in new], deadline)
        answers.update(zip(new, given, strict=True))

    layer = [_line(plain(state)) for state in machine.start]
    paid = [plain(reward) for reward in machine.rewards]
    for t in range(1, machine.horizon + 1):
        acts = [_asked("act", state) for state in layer]
        ask(acts)
        if t < machine.horizon:
            after = {_line(s) for line in acts for _, s, _ in answers[line]}
            shown = [(s, a, r) for s in sorted(after) for a in range(arms) for r in paid]
            lines = [_asked("observe", *one) for one in shown]
            ask(lines)
            layer = sorted({_line(answers[line]) for line in lines})
    return answers


def _run(machine: FiniteMachine, answers: Mapping[str, Any], rng: random.Random) -> list[str]:
    """The questions of one real run, in its order."""
    state = _line(plain(rng.choice([*machine.start])))
    asked: list[str] = []
    for t in range(1, machine.horizon + 1):
        asked.append(_asked("act", state))
        arm, after, _ = rng.choice(answers[asked[-1]])
        if t < machine.horizon:
            label = 0 if arm >= machine.arms - machine.ends else arm
            asked.append(_asked("observe", _line(after), label, plain(rng.choice(machine.rewards))))
            state = _line(answers[asked[-1]])
    return asked


def _answer(machine: FiniteMachine, question: Sequence[Any]) -> Any:
    kind, state, *more = question
    if kind == "act":
        return plain_law(machine.act(value_of(state)))
    return plain(machine.observe(value_of(state), *map(value_of, more)))


def _apart(machine: FiniteMachine, questions: list[Sequence[Any]], deadline: float) -> list[Any]:
    """The answers of a process that was forked for these questions, in their order."""
    if not questions:
        return []
    here, there = os.pipe()
    child = os.fork()
    if not child:
        _answered_into(there, machine, questions)
    os.close(there)
    try:
        text = _read(here, deadline)
    finally:
        os.close(here)
        _ended(child)
    try:
        kind, answers = json.loads(text)
        if kind == "answers":
            return [_plain_answer(*one) for one in zip(questions, answers, strict=True)]
    except (ValueError, TypeError, ArithmeticError, RecursionError):
        raise NoTable("its process ended without an answer") from None
    raise NoTable(one_line(answers, MOST_LETTERS))


def _ended(child: int) -> None:
    """End a process; one that may send no signals leaves that to the end of its group."""
    try:
        os.kill(child, signal.SIGKILL)
    except PermissionError:
        os.waitpid(child, os.WNOHANG)
    else:
        os.waitpid(child, 0)


def _plain_answer(question: Sequence[Any], answer: Any) -> Any:
    """An answer as `_answer` gives it; of a process that is not trusted, what else is an error."""
    if question[0] != "act":
        return plain(value_of(answer))
    law = {(arm, value_of(after)): Fraction(mass) for arm, after, mass in answer}
    return plain_law(law)


def _answered_into(there: int, machine: FiniteMachine, questions: list[Sequence[Any]]) -> None:
    """Write the answers behind a wall, and end without anything that the caller has planned."""
    try:
        without_descriptors(there)
        before_scratch_work()
        try:
            answer: Any = ("answers", [_answer(machine, question) for question in questions])
        except NotPlain as reason:
            answer = ("raised", str(reason))
        except BaseException as failure:  # whatever the user's code raises
            answer = ("raised", f"it raised {type(failure).__name__}: {failure}")
        data = json.dumps(answer).encode()
        while data:
            data = data[os.write(there, data) :]
    finally:
        os._exit(0)


def _read(here: int, deadline: float) -> bytes:
    parts: list[bytes] = []
    while sum(map(len, parts)) <= MOST_BYTES:
        ready, _, _ = select.select([here], [], [], max(deadline - time.monotonic(), 0.0))
        if not ready:
            raise NoTable("its table was not finished in time")
        part = os.read(here, 1 << 20)
        if not part:
            return b"".join(parts)
        parts.append(part)
    raise NoTable(f"its process answered with more than {MOST_BYTES} bytes")
