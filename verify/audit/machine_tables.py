"""A finite machine as a table, whose entries are evaluated in processes that share nothing.

The judged object is the table of `act` and `observe`. It is made by levels, each in a new process;
then entries are asked again, alone, in other orders, and as real runs ask for them. Code that
answers otherwise keeps something outside of its state: it is not the machine of the table.

These processes are forks of a small one, to which the code is sent. What it answers there counts
if it answers the same in a fork of this process; otherwise all are forks of this process.
"""

import json
import os
import random
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any
from banditproof.algorithms.apart.answering_process import AnsweringProcess, CannotCarry
from banditproof.algorithms.apart.fresh_answers import NoTable, Question, forked_text
from banditproof.algorithms.apart.messages import one_line
from banditproof.algorithms.apart.plain_states import plain, plain_law, value_of
from banditproof.algorithms.apart.sandbox import before_scratch_work
from banditproof.theory.exact import exact
from banditproof.verify.definitions.finite_machine import FiniteMachine
from banditproof.verify.definitions.finite_policy import Reward

ALONE, ORDERS, RUNS = 25, 3, 40
"""How many entries are asked alone, in how many other orders all are, and how many runs."""
MOST_ENTRIES = 20_000
MOST_LETTERS = 300
"""The longest sentence of what a process raised."""
SECONDS = 60.0
"""How long the making of a table may take, unless there is a shorter limit."""
Texts = Callable[[list[Question]], bytes]
"""What a new process writes when it is asked some questions."""


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
    code = machine.act, machine.observe
    here = partial(forked_text, code, enter=before_scratch_work, deadline=deadline)
    with suppress(CannotCarry, NoTable):
        with AnsweringProcess(code) as there:
            table = _made(machine, partial(there.text, deadline=deadline))
        if not table.different and not _changed(table.answers, [*table.answers], here):
            return table
    return _made(machine, here)


def _made(machine: FiniteMachine, texts: Texts) -> MachineTable:
    """The table of the answers, asked again until one differs."""
    answers = _by_levels(machine, texts)
    rng, asked = random.Random(0), [*answers]
    plans = [rng.sample(asked, len(asked)) for _ in range(ORDERS)]
    plans += [[line] for line in rng.sample(asked, min(ALONE, len(asked)))]
    for number in range(max(len(plans), RUNS)):
        run = [_run(machine, answers, rng)] if number < RUNS else []
        for plan in (*run, *plans[number : number + 1]):
            if different := _changed(answers, plan, texts):
                return MachineTable(machine, answers, different)
    return MachineTable(machine, answers)


def _changed(answers: Mapping[str, Any], plan: list[str], texts: Texts) -> str:
    """The first of some questions that a new process answers otherwise, if there is one."""
    again = _apart(plan, texts)
    return next((q for q, a in zip(plan, again, strict=True) if answers[q] != a), "")


def _by_levels(machine: FiniteMachine, texts: Texts) -> dict[str, Any]:
    """The answers for all states that some rewards and labels reach, level by level."""
    answers: dict[str, Any] = {}
    arms = machine.arms - machine.ends

    def ask(lines: list[str]) -> None:
        new = [line for line in dict.fromkeys(lines) if line not in answers]
        if len(answers) + len(new) > MOST_ENTRIES:
            raise NoTable(f"its table has more than {MOST_ENTRIES} entries")
        answers.update(zip(new, _apart(new, texts), strict=True))

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


def _apart(lines: list[str], texts: Texts) -> list[Any]:
    """The answers of a new process to some questions, in their order."""
    if not lines:
        return []
    questions = [json.loads(line) for line in lines]
    text = texts(questions)
    try:
        kind, answers = json.loads(text)
        if kind == "answers":
            return [_plain_answer(*one) for one in zip(questions, answers, strict=True)]
    except (ValueError, TypeError, ArithmeticError, RecursionError):
        raise NoTable("its process ended without an answer") from None
    raise NoTable(one_line(answers, MOST_LETTERS))


def _plain_answer(question: Question, answer: Any) -> Any:
    """An answer in its plain form; of a process that is not trusted, what else is an error."""
    if question[0] != "act":
        return plain(value_of(answer))
    law = {(arm, value_of(after)): Fraction(mass) for arm, after, mass in answer}
    return plain_law(law)
