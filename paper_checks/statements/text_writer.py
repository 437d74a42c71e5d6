"""Writes claims in the form that `text_reader` reads, in lines of at most a hundred letters."""

from collections.abc import Iterator
from ..verdicts.verdict_words import settled_by
from .declared import Declared
from .document_header import KEYS, Header
from .field_names import FINITE, LISTS, NOTHING, PROOF_ALONE, TEXTS
from .text_reader import ClaimText, Doubt

WIDTH = 100
INSIDE = " " * 4
FURTHER = " " * 6


def written(text: ClaimText) -> str:
    """The text of a file: `parsed` reads the same from it.

    >>> from pathlib import Path
    >>> from .text_reader import parsed
    >>> one = "my.thm1 [theorem at 2, (3)] a bound\\n    It is 1.\\n  holds, cited -- bounds.it\\n"
    >>> written(parsed(one, Path("a"))) == one
    True
    """
    blocks = []
    if text.headings:
        blocks.append("\n".join(text.headings))
    if text.header is not None:
        blocks.append("\n".join(_header_lines(text.header)))
    blocks += ["\n".join(_lines(entry)) for entry in text.entries]
    return "\n\n".join(blocks) + "\n"


def _header_lines(header: Header) -> Iterator[str]:
    for key in KEYS:
        if key in header.facts:
            yield f"{key}: {header.facts[key]}".rstrip()
    for content in header.contents:
        yield f"  {content.section}: {content.title}" + (
            f", p. {content.page}" if content.page else ""
        )


def _lines(entry: Declared | Doubt) -> Iterator[str]:
    if isinstance(entry, Doubt):
        yield from _wrapped(f"doubt {entry.code}: {entry.sentence}", "", FURTHER)
        return
    yield from _wrapped(_head(entry), "", FURTHER)
    if entry.statement:
        yield from _wrapped(entry.statement, INSIDE, INSIDE)
    for field in _fields(entry):
        yield from _wrapped(field, "  ", FURTHER)


def _head(claim: Declared) -> str:
    """ID, then kind, whose statement it is, place and former ID in brackets, then the title."""
    usual = "derived" not in claim.kind if claim.catalogued else False
    whose = "stated" if claim.stated else "ours"
    if claim.catalogued:
        words = claim.kind if claim.stated == usual else f"{claim.kind}, {whose}"
    else:
        words = ", ".join(word for word in (whose, claim.kind) if word)
    inside = f"{words} at {claim.at}" if claim.at else words
    inside += f"; was {claim.was}" if claim.was else ""
    bracket = "" if inside == "ours" else f"[{inside}]"
    return " ".join(part for part in (claim.id, bracket, claim.title) if part)


def _fields(claim: Declared) -> Iterator[str]:
    if claim.has_check:
        yield _verdict(claim)
    for name, key in (TEXTS | LISTS).items():
        value = getattr(claim, key)
        if value == () and name == "printed proof":
            yield f"{name}: {NOTHING}"
        elif isinstance(value, tuple) and value:
            yield f"{name}: {', '.join(_short(claim.id, item) for item in value)}"
        elif value and isinstance(value, str):
            yield f"{name}: {_short(claim.id, value) if key == 'repeats' else value}"


def verdict_words(outcome: str, grade: str | None, universal: str | None) -> str:
    """How a text records an outcome, its grade, and what settles a "for all" if that is unusual.

    >>> verdict_words("holds", "derived", "textbook"), verdict_words("holds", "derived", "machine")
    ('holds, derived', 'holds, derived (machine)')
    """
    if not grade:
        return outcome
    usual = universal == settled_by(outcome, grade)
    return f"{outcome}, {grade}" if usual else f"{outcome}, {grade} ({universal or FINITE})"


def _verdict(claim: Declared) -> str:
    words = verdict_words(claim.recorded, claim.grade, claim.universal)
    if claim.repaired_by:
        words += f", repaired by {_short(claim.id, claim.repaired_by)}"
    if claim.tier == "slow":
        words += ", slow"
    if claim.program is None:
        return f"{words} -- {PROOF_ALONE}"
    module, name = claim.program
    proof = " with its proof" if claim.by_proof else ""
    return f"{words} -- {module + '.' if module else ''}{name}{proof}"


def _short(id: str, name: str) -> str:
    """A name without the ID of its claim, if it begins with that."""
    return name.removeprefix(id) if name.startswith(f"{id}.") else name


def _wrapped(text: str, first: str, rest: str) -> Iterator[str]:
    """The lines of a text, broken between words."""
    words = text.split(" ")
    line = first + words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) > WIDTH:
            yield line
            line = rest + word
        else:
            line += " " + word
    yield line
