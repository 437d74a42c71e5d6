"""How much of a source is read: files, characters, expansions and time, each with its limit."""

import time
from dataclasses import dataclass, field


class TooMuch(ValueError):
    """A source that is longer, or takes longer, than is read."""


@dataclass
class Limits:
    """What is left of each limit; `spend` and `step` raise a sentence when one is used up.

    >>> try:
    ...     Limits(files=0).spend("files", "a.tex:3")
    ... except TooMuch as sentence:
    ...     print(sentence)
    a.tex:3: There are too many files; give a source without TeX programs.
    """

    files: int = 2000
    characters: int = 20_000_000
    expansions: int = 500_000
    seconds: float = 30.0
    started: float = field(default_factory=time.monotonic)

    def spend(self, what: str, where: str, amount: int = 1) -> None:
        """Use some of a limit."""
        left = getattr(self, what) - amount
        setattr(self, what, left)
        if left < 0:
            raise TooMuch(
                f"{where}: There are too many {what}; give a source without TeX programs."
            )
        self.step(where)

    def step(self, where: str) -> None:
        """Look at the clock."""
        if time.monotonic() - self.started > self.seconds:
            raise TooMuch(
                f"{where}: The source was not read within {self.seconds:g} s; give a source "
                "without TeX programs."
            )
