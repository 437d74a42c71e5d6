r"""Statements that a command states again, as `\again` and `\again*` of thm-restate do."""

import re
from dataclasses import dataclass
from .counters import Counters
from .equations import ROWS, SINGLE, numbered_rows
from .frames import Frame
from .groups import starred

EQUATION = re.compile(rf"\\begin\s*\{{((?:{'|'.join(SINGLE + ROWS)})\*?)\}}")


@dataclass(frozen=True)
class Restated:
    r"""The command of a statement, which is called with the place behind it.

    With a star it repeats the number. Without one the statement is set anew: it takes the next
    number, and so do its equations. Labels then name what was set last.
    """

    text: str
    counters: Counters
    labels: dict[str, str]
    frame: Frame
    numbered: bool

    def __call__(self, at: int) -> int:
        """Number the statement anew, unless there is a star; the place behind it."""
        star, end = starred(self.text, at)
        statement = self.frame.statement
        if statement is None or star or not self.numbered:
            return end
        statement.number = self.counters.step(self.frame.real)
        self.labels.update(dict.fromkeys(statement.labels, statement.number))
        for found in EQUATION.finditer(statement.text):
            stop = statement.text.find(f"\\end{{{found[1]}}}", found.end())
            if stop < 0:
                break
            body = statement.text[found.end() : stop]
            for number, labels in numbered_rows(body, found[1], self.counters):
                self.labels.update(dict.fromkeys(labels, number))
        return end
