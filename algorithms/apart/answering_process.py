"""A small process that holds the code of a machine, and forks for each list of questions.

A fork of a large program takes long, since all its pages are counted; this one has few. It is
in a sandbox before it loads the code, and so is each process that it forks.
"""

import base64
import pickle
import sys
from types import TracebackType
from typing import Any
from .carried_policies import carried_code
from .fresh_answers import Code, NoTable, Question, forked_text
from .isolated_interpreter import end, isolated
from .messages import BrokenMessage, Pipe
from .sandbox import before_scratch_work, without_descriptors


class CannotCarry(ValueError):
    """The code of a machine, or what it answers, does not get from one process to the other."""


def main(options: dict[str, Any]) -> None:
    """Load the code, and answer as often as asked; whatever fails here ends the process."""
    sys.dont_write_bytecode = True
    without_descriptors(*options["pipe"])
    before_scratch_work()
    pipe = Pipe(*options["pipe"])
    code = pickle.loads(base64.b64decode(pipe.receive()["code"]))
    while True:
        text = forked_text(code, pipe.receive()["questions"], enter=lambda: None)
        pipe.send({"text": text.decode()})


class AnsweringProcess:
    """Such a process, which ends with its context.

    >>> import json, time
    >>> with AnsweringProcess((lambda state: {(0, state): 1}, max)) as there:
    ...     json.loads(there.text([("act", 7), ("observe", 7, 0, 1)], time.monotonic() + 60))
    ['answers', [[[0, 7, '1']], 7]]
    """

    def __init__(self, code: Code) -> None:
        try:
            carried = base64.b64encode(carried_code(*code)).decode()
            self._process, self._pipe = isolated(__name__)
        except Exception as failure:  # whatever the code of the user raises
            raise CannotCarry(f"The code cannot be sent: {failure}.") from None
        self._first = {"code": carried}

    def text(self, questions: list[Question], deadline: float) -> bytes:
        """What a process forked there writes, as `forked_text` says."""
        try:
            if self._first:
                self._pipe.send(self._first, deadline)
                self._first = {}
            self._pipe.send({"questions": questions}, deadline)
            return str(self._pipe.receive(deadline)["text"]).encode()
        except BrokenMessage as broken:
            if broken.late:
                raise NoTable("its table was not finished in time") from None
            raise CannotCarry(f"The process of the code answered with {broken}.") from None

    def __enter__(self) -> "AnsweringProcess":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: object, trace: TracebackType | None
    ) -> None:
        end(self._process, self._pipe)
