r"""The numbers of figures, tables and algorithms, and of their parts."""

from .counters import Counters, letter

FLOATS = ("figure", "table", "algorithm", "algorithm2e", "wrapfigure")
PARTS = ("subfigure", "subtable")
"""Environments whose captions number a part."""
PART_COMMANDS = ("subfloat", "subcaptionbox")
_COUNTED = {"algorithm2e": "algorithm", "wrapfigure": "figure"}


class Float:
    """A float that is open: its counter, and its parts so far."""

    def __init__(self, environment: str, counters: Counters) -> None:
        name = environment.rstrip("*")
        self.counter, self.counters = _COUNTED.get(name, name), counters
        self.parts = 0
        self.numbered = False

    def caption(self) -> str:
        """The number of a caption; parts have stepped that of their float."""
        if not self.numbered or not self.parts:
            self._step()
        return self.counters.show(self.counter)

    def part(self) -> str:
        r"""The number of the next part, such as 2a.

        >>> counters = Counters(chapters=False)
        >>> float = Float("figure", counters)
        >>> float.part(), float.part(), float.caption(), float.caption()
        ('1a', '1b', '1', '1')
        """
        if not self.numbered:
            self._step()
        self.parts += 1
        return self.counters.show(self.counter) + letter(self.parts).lower()

    def _step(self) -> None:
        self.counters.step(self.counter)
        self.numbered = True
