"""Ranges and conditions with their names packed: `p, q in [0,1]; p < q`."""

from __future__ import annotations
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING
from banditproof.theory.logic.passages import NAME, Passage

if TYPE_CHECKING:
    from .proof_text import ProofText

PARTS = re.compile(r"[,;]")
RANGE = re.compile(r"(\w+)\s+in\s*([\[(].*[\])])\Z", re.ASCII)


def unpacked(piece: Passage) -> str:
    """The ranges with one for each name, as a proof or a step holds them.

    >>> unpacked(Passage.of("p, q in [0,1); p < q"))
    'p in [0,1), q in [0,1), p < q'
    """
    ranges: list[str] = []
    waiting: list[Passage] = []
    for part in piece.split_at(PARTS):
        text = part.plain
        if NAME.match(text):
            waiting.append(part)
            continue
        within = RANGE.match(text)
        if waiting and not within:
            raise waiting[0].error(f"The name {waiting[0].text!r} has no range; give one by `in`.")
        ranges += [f"{name.text} in {within[2]}" for name in waiting if within]
        ranges.append(f"{within[1]} in {within[2]}" if within else text)
        waiting = []
    if waiting:
        raise waiting[0].error(f"The name {waiting[0].text!r} has no range; give one by `in`.")
    if not ranges:
        raise piece.error("No range stands here; one such as `p in [0,1]` was expected.")
    return ", ".join(ranges)


def packed(where: str, between: str = "; ") -> str:
    """The ranges with neighbours of one range together.

    >>> packed("p in [0,1], q in [0,1], n in [1,inf), p < q")
    'p, q in [0,1]; n in [1,inf); p < q'
    """
    groups: list[tuple[list[str], str]] = []
    for text in listed(where):
        within = RANGE.match(text)
        if within is None:
            groups.append(([text], ""))
        elif groups and groups[-1][1] == within[2]:
            groups[-1][0].append(within[1])
        else:
            groups.append(([within[1]], within[2]))
    return between.join(", ".join(names) + f" in {r}" * bool(r) for names, r in groups)


def listed(where: str) -> list[str]:
    """Each range or condition by itself, with single spaces."""
    pieces = Passage.of(where).split_at(PARTS)
    return [" ".join(piece.text.split()) for piece in pieces]


def with_ranges_of(where: str, lemmas: Iterable[ProofText]) -> str:
    """The ranges of a proof, and those that its lemmas add for quantities without one.

    A condition is never added: what a proof supposes stands in it.
    """
    parts = [where] if where else []
    names = _names(where)
    for lemma in lemmas:
        for text in listed(lemma.where):
            within = RANGE.match(text)
            if within is not None and within[1] not in names:
                names.add(within[1])
                parts.append(text)
    return ", ".join(parts)


def without_ranges_of(where: str, lemmas: Iterable[ProofText]) -> str:
    """The shortest beginning of the ranges that `with_ranges_of` completes."""
    lemmas, parts = list(lemmas), listed(where)
    if not lemmas:
        return where
    beginnings = (", ".join(parts[:count]) for count in range(len(parts)))
    wanted = ", ".join(parts)
    return next((text for text in beginnings if with_ranges_of(text, lemmas) == wanted), where)


def _names(where: str) -> set[str]:
    """The quantities that have a range."""
    return {match[1] for text in listed(where) if (match := RANGE.match(text))}
