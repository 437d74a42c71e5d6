"""What a reader needs first, cut to so many lines; the details have what was cut in full."""

from __future__ import annotations
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias
from .tables import Cell, height_of_table

MOST = 15
"""The lines of the first block: it is read before anything is scrolled."""
NAMES = 13
"""The width of the column of names."""
WHOLE = frozenset(["run again"])
"""What a reader copies is never cut."""
LEAST = {
    **dict.fromkeys(("document says", "ours", "verdict", "finding"), 3),
    **dict.fromkeys(("witness", "true instead"), 2),
}
"""So many lines of an answer stay, and one of any other, unless that is too much."""
NOTHING: Mapping[str, Any] = {}
AFTER_ALL = frozenset(["at risk", "below it", "used by"])
"""What stands in the details alone where there is no room for it: it is not about the claim."""
MARK = " ..."

Said: TypeAlias = str | Cell | Mapping[str, str]
Answer: TypeAlias = tuple[str, Said]
"""A name, and what is said under it."""


def rows_of(name: str, said: Said) -> list[tuple[str | Cell, ...]]:
    """The rows of a table for an answer: its name stands in the first one."""
    if isinstance(said, Mapping):
        names = [name, *[""] * (len(said) - 1)]
        return [(n.ljust(NAMES), *row) for n, row in zip(names, said.items(), strict=True)]
    return [(name.ljust(NAMES), said)]


def fitted(
    listed: Iterable[Answer], shorter: Mapping[str, str] = NOTHING, most: int = MOST
) -> tuple[list[Answer], frozenset[str]]:
    """The answers in so many lines, if they can be cut to these, and the names of those cut.

    What has a `shorter` form takes it first, and what is at risk is left out. Then the answer with
    most lines to spare loses one, until all of them fit.

    >>> long = "It is so. " * 40
    >>> answers, cut = fitted([("finding", long), ("run again", "banditproof check a")], most=4)
    >>> answers[0][1].endswith("so. ..."), sorted(cut), height(answers)
    (True, ['finding'], 4)
    """
    whole = list(listed)
    answers, cut = whole, set[str]()
    if height(answers) > most:
        cut.update(name for name, said in answers if said != shorter.get(name, said))
        answers = [(name, shorter.get(name, said)) for name, said in answers]
    if height(answers) > most:
        cut.update(name for name, _ in answers if name in AFTER_ALL)
        answers = [(name, said) for name, said in answers if name not in AFTER_ALL]
    for least in (LEAST, NOTHING):
        while height(answers) > most:
            spare = [height([one]) - least.get(one[0], 1) for one in answers]
            place = next(_cuttable(answers, spare), None)
            if place is None:
                break
            name, said = answers[place]
            answers = [*answers]
            answers[place] = (name, _less(name, said) or said)
            cut.add(name)
    return _restored(answers, dict(whole), cut, most)


def _restored(
    answers: list[Answer], whole: Mapping[str, Said], cut: set[str], most: int
) -> tuple[list[Answer], frozenset[str]]:
    """The answers with what need not have been cut: a formula may have taken several lines away."""
    for place in sorted(range(len(answers)), key=lambda at: answers[at][0] == "place"):
        name, _ = answers[place]
        longer = [*answers[:place], (name, whole[name]), *answers[place + 1 :]]
        if name in cut and height(longer) <= most:
            answers = longer
            cut.remove(name)
    return answers, frozenset(cut)


def _cuttable(answers: Sequence[Answer], spare: Sequence[int]) -> Iterator[int]:
    """The places of what can be cut, that with most lines to spare first, and the last of these."""
    for place in sorted(range(len(answers)), key=lambda at: (-spare[at], -at)):
        if spare[place] > 0 and _less(*answers[place]) is not None:
            yield place


def height(answers: Iterable[Answer]) -> int:
    """How many lines answers take."""
    return sum(height_of_table(rows_of(*answer)) for answer in answers)


def _less(name: str, said: Said) -> Said | None:
    """What is said in fewer lines; None if it cannot be cut."""
    if name in WHOLE:
        return None
    most = height([(name, said)]) - 1

    def fits(text: Said) -> bool:
        return height([(name, text)]) <= most

    if isinstance(said, Mapping):
        if len(said) > 1:
            return dict(list(said.items())[:-1])
        ((key, value),) = said.items()
        short = _beginning(value, lambda text: fits({key: text}))
        return None if short is None else {key: short}
    text, style = said if isinstance(said, Cell) else (said, "")
    short = _beginning(text, fits)
    return Cell(short, style) if style and short is not None else short


def _beginning(text: str, fits: Callable[[str], bool]) -> str | None:
    """The longest beginning that fits with a mark behind it; no formula is broken, if possible.

    >>> _beginning("At most $a + b$ and $c + d$.", lambda text: len(text) < 25)
    'At most $a + b$ and ...'
    >>> _beginning("oneword", lambda text: False) is None
    True
    """
    ends = [space.start() for space in re.finditer(" ", text.removesuffix(MARK))]
    whole = [end for end in ends if text.count("$", 0, end) % 2 == 0]
    for some in (whole, ends):
        for end in reversed(some):
            if fits(text[:end] + MARK):
                return text[:end] + MARK
    return None
