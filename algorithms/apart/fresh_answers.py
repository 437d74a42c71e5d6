"""What the code of a machine answers in processes that are forked for some questions each.

A question is ("act", state) or ("observe", state, label, reward), as plain JSON.
"""

import json
import os
import select
import signal
import time
from collections.abc import Callable, Sequence
from math import inf
from typing import Any
from .plain_states import NotPlain, plain, plain_law, value_of
from .sandbox import without_descriptors

MOST_BYTES = 1 << 24
"""The longest answer of a process."""
Question = Sequence[Any]
Code = tuple[Callable[..., Any], Callable[..., Any]]
"""The functions act and observe of a machine."""


class NoTable(ValueError):
    """Why there is no table of a machine; the sentence says what it did."""


def forked_text(
    code: Code, questions: Sequence[Question], enter: Callable[[], object], deadline: float = inf
) -> bytes:
    """What a process writes that was forked for these questions, in a sandbox.

    It is JSON of the answers, in their order, or of what was raised, unless the code interferes.
    """
    here, there = os.pipe()
    child = os.fork()
    if not child:
        _answered_into(there, code, questions, enter)
    os.close(there)
    try:
        return _read(here, deadline)
    finally:
        os.close(here)
        _ended(child)


def _ended(child: int) -> None:
    """End a process; one that may send no signals leaves that to the end of its group."""
    try:
        os.kill(child, signal.SIGKILL)
    except PermissionError:
        os.waitpid(child, os.WNOHANG)
    else:
        os.waitpid(child, 0)


def _answer(code: Code, question: Question) -> Any:
    act, observe = code
    kind, state, *more = question
    if kind == "act":
        return plain_law(act(value_of(state)))
    return plain(observe(value_of(state), *map(value_of, more)))


def _answered_into(
    there: int, code: Code, questions: Sequence[Question], enter: Callable[[], object]
) -> None:
    """Write the answers in a sandbox, and end without anything that the caller has planned."""
    try:
        without_descriptors(there)
        enter()
        try:
            answer: Any = ("answers", [_answer(code, question) for question in questions])
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
        left = None if deadline == inf else max(deadline - time.monotonic(), 0.0)
        ready, _, _ = select.select([here], [], [], left)
        if not ready:
            raise NoTable("its table was not finished in time")
        part = os.read(here, 1 << 20)
        if not part:
            return b"".join(parts)
        parts.append(part)
    raise NoTable(f"its process answered with more than {MOST_BYTES} bytes")
