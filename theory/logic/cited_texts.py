"""What a reason cites, as it is written: a fact or a claim, what shows its hypotheses, and terms.

    textbook markov (1, {n > 0}); with a=n
    claim my.lem2 (4); with y=x

Behind the name stand in brackets the step of a claim, or what shows each hypothesis of a fact: the
number of a sentence, or a relation. They come in the order of the fact, or with their names in
quotes. Proofs by steps and theorems read both with these functions.
"""

from __future__ import annotations
import re
from collections.abc import Sequence
from typing import NamedTuple
from .passages import Passage

COMMA = re.compile(",")
BEHIND_TITLE = re.compile(r"\s*:\s*")
NOT_SHOWN = "_"
"""In the place of a hypothesis that nothing shows."""


class Cited(NamedTuple):
    """A name, and what stands in brackets behind it."""

    name: Passage
    inside: tuple[Passage, ...]
    """The items in the brackets."""
    has_brackets: bool

    @classmethod
    def of(cls, piece: Passage) -> Cited:
        """The parts of a text such as `markov (1, {n > 0})`.

        >>> cited = Cited.of(Passage.of("markov (1, {n > 0})"))
        >>> cited.name.text, [item.text for item in cited.inside]
        ('markov', ['1', '{n > 0}'])
        """
        begin = piece.text.find("(")
        if begin < 0:
            return cls(piece, (), False)
        if not piece.text.endswith(")"):
            raise piece.error(f"{piece.text!r} was read; its hypotheses end with a bracket.")
        inside = piece.part(begin + 1, len(piece.text) - 1)
        return cls(piece.part(0, begin), (*inside.split_at(COMMA),), True)

    def shown(self, titles: Sequence[str] | None, any_title: bool = False) -> dict[str, Passage]:
        """What shows each hypothesis of a fact, by the title of the hypothesis.

        Without titles, as of a fact that is not known, they are named by their places: _0, _1, ...

        >>> Cited.of(Passage.of('markov (_, "a > 0": 2)')).shown(["X >= 0", "a > 0"]).keys()
        dict_keys(['a > 0'])
        """
        found: dict[str, Passage] = {}
        for place, item in enumerate(self.inside):
            if item.text == NOT_SHOWN:
                continue
            title, how = self._titled(item, place, titles, any_title)
            if title in found:
                raise item.error(f"The hypothesis {title!r} is shown twice; give it one reason.")
            found[title] = how
        return found

    def _titled(
        self, item: Passage, place: int, titles: Sequence[str] | None, any_title: bool
    ) -> tuple[str, Passage]:
        """The title of a hypothesis, and what shows it."""
        if item.text.startswith('"'):
            end = item.behind_quotes(0)
            title, colon = item.part(0, end).unquoted(), BEHIND_TITLE.match(item.text, end)
            if colon is None:
                raise item.error('A ":" was expected behind the name of a hypothesis.', end)
            if titles is not None and title not in titles and not any_title:
                known = ", ".join(map(repr, titles)) or "none"
                raise item.error(f"{self.name.text} has no hypothesis {title!r}; it has {known}.")
            return title, item.part(colon.end())
        if titles is None:
            return f"{NOT_SHOWN}{place}", item
        if place >= len(titles):
            many = f"{len(titles)} hypothes{'i' if len(titles) == 1 else 'e'}s"
            raise item.error(f"{self.name.text} has {many}; {item.text!r} is one more.")
        return titles[place], item


def relation_in(how: Passage) -> Passage | None:
    """The relation in { } that shows a hypothesis; None of the number of a sentence.

    >>> relation_in(Passage.of("{n > 0}")).text
    'n > 0'
    """
    if not how.text.startswith("{"):
        return None
    if not how.text.endswith("}"):
        raise how.error(f"{how.text!r} was read; a relation in {{ }} was expected.")
    return how.part(1, len(how.text) - 1)


def values_in(piece: Passage) -> dict[str, Passage]:
    """The terms that are put for symbols, by the symbols; `x` alone is `x=x`.

    >>> {name: term.text for name, term in values_in(Passage.of("p=2*n, q")).items()}
    {'p': '2*n', 'q': 'q'}
    """
    values: dict[str, Passage] = {}
    for part in piece.split_at(COMMA):
        text, equals, _ = part.text.partition("=")
        symbol = part.part(0, len(text))
        if symbol.name in values:
            raise part.error(f"{symbol.text} has a value already; give it one.")
        values[symbol.text] = part.part(len(text) + 1) if equals else symbol
    if not values:
        raise piece.error("Nothing stands here; names with their values were expected.")
    return values
