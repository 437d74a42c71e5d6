"""A proof as text on the page of its claim: highlighted, each step with links to those it uses."""

from __future__ import annotations
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from html import escape
from itertools import pairwise
from typing import NamedTuple
from banditproof.theory.logic.pages import LEMMA
from banditproof.theory.logic.passages import Misread, Passage
from ..proofs.text.lemmas import Inclusion, InclusionLine
from ..proofs.text.locating import Place, finder, places_of, with_its_lemmas
from ..proofs.text.proof_text import ProofText
from ..proofs.text.reading import Reading, proofs_of
from ..proofs.text.reasons import ALL, NO
from ..proofs.text.references import Labels
from ..proofs.text.step_text import step_text
from ..statements.claim_facts import ClaimFacts
from ..statements.documents import document_of_id

HEAD = re.compile(r"(?P<k>proof|lemma|where|parts|instances)\b")
MUTANT = re.compile(r'(?P<k>mutant)|(?P<s>"(?:[^"]|"")*")|(?P<b>(?<=\s)(?:::|--)(?=\s|$))')
INCLUSION = re.compile(r"(?<=\s)(?P<k>lemma|except)(?=\s)")
NUMBER = re.compile(r"(?<![\w.])(?P<m>\d[\d.]*)(?!\w)")
REASON = re.compile(
    rf"""(?P<s>"(?:[^"]|"")*")
    |(?:(?<=--\s)|(?<=;\s)|\A)(?P<k>(?:{NO}\s+)?(?:{"|".join(filter(None, ALL))}))(?=[\s;]|\Z)
    |(?<![\w.])(?P<m>\d[\d.]*)(?!\w)""",
    re.VERBOSE,
)


class Mark(NamedTuple):
    """Some characters of a line of the file, and the element around them."""

    line: int
    column: int
    length: int
    element: str


@dataclass(frozen=True)
class ProofListing:
    """A proof as text: its file, its first line, and its lines as HTML."""

    path: str
    first: int
    lines: tuple[str, ...]
    lemmas: tuple[ProofListing, ...] = ()
    """The lemmas that it takes in."""


def proof_listing(facts: ClaimFacts) -> ProofListing | None:
    """The text of the proof of a claim; None if it is not written as text.

    >>> from ..statements.index import text_index
    >>> proof_listing(text_index()["bern.sec2.tight"])
    >>> proof_listing(text_index()["bern.eq2"]).path.rpartition("/")[2]
    'definition_2_1_policies_and_regret.proof'
    """
    document = document_of_id(facts.id)
    if document is None or not facts.steps:
        return None
    named = {name: place for (id, name), place in places_of(document).items() if id == facts.id}
    place = named.get("", next(iter(named.values()), None))
    if place is None:
        return None
    proof, *lemmas = (
        ProofListing(block.shown, block.line, tuple(_lines(block)))
        for block in with_its_lemmas(place)
    )
    return replace(proof, lemmas=tuple(lemmas))


def _lines(place: Place) -> Iterator[str]:
    """The lines of a proof or a lemma as HTML; without marks if it cannot be read."""
    folder = place.path.parent
    how = Reading(folder, any_fact=True, find=finder(folder))
    try:
        (proof,) = proofs_of([place.block], place.shown, how)
    except Misread:
        return (yield from (escape(row, quote=False) for row in place.block.rows))
    marks: dict[int, list[Mark]] = {}
    for mark in _marks(proof, how.labels):
        marks.setdefault(mark.line, []).append(mark)
    for number, line in enumerate(place.block.rows, place.line):
        if line.lstrip().startswith("#"):
            yield f'<span class="c">{escape(line, quote=False)}</span>'
        else:
            yield _marked(line, marks.get(number, ()))


def _marked(line: str, marks: Iterable[Mark]) -> str:
    """A line with its marks; of two at one place the first one stays."""
    parts, at = [], 0
    for mark in sorted(marks, key=lambda mark: mark.column):
        start = mark.column - 1
        if start < at:
            continue
        inside = escape(line[start : start + mark.length], quote=False)
        parts += [escape(line[at:start], quote=False), f"<{mark.element}>{inside}"]
        parts.append(f"</{mark.element.split(' ')[0]}>")
        at = start + mark.length
    return "".join((*parts, escape(line[at:], quote=False)))


def _marks(proof: ProofText, labels: Iterable[Labels]) -> Iterator[Mark]:
    anchors = _anchors(proof)
    for piece, number in (named for known in labels for named in known.named):
        yield _mark(piece, 0, len(piece.text), f'a href="#{anchors[number]}"')
    for number, line in proof.lines.items():
        if InclusionLine.of(line) is None:
            yield from _step_marks(proof, number, anchors[number])
    for inclusion in proof.inclusions:
        yield from _inclusion_marks(inclusion, proof)
    if proof.head is not None and proof.word == LEMMA:
        title = proof.head.whole.part(len(LEMMA))
        yield _mark(title, 0, len(title.text), f'span id="{_anchor_of(proof)}"')
    heads = [proof.head, *proof.headers.values()]
    for head in heads:
        if head is not None:
            yield from _found(head.whole, HEAD, once=True)
    for mutant in proof.mutants:
        if mutant.line is not None and mutant.line.file == proof.path:
            yield from _found(mutant.line.whole, MUTANT)


def _anchors(proof: ProofText) -> dict[int, str]:
    """Where each step stands: in the proof, or in the lemma that shows it."""
    prefix = _anchor_of(proof) if proof.word == LEMMA else "text"
    anchors = {step.number: f"{prefix}-{step.number}" for step in proof.steps}
    steps = {step.number: step for step in proof.steps}
    for inclusion in proof.inclusions:
        inside = _anchors(inclusion.lemma)
        for number, place in inclusion.places.items():
            if place in inclusion.steps and place not in inclusion.exceptions(steps):
                anchors[place] = inside[number]
    return anchors


def _anchor_of(lemma: ProofText) -> str:
    """Where a lemma begins."""
    return f"{LEMMA}-{lemma.id}"


def _label(proof: ProofText, number: int, anchor: str = "") -> str:
    """The number of a step, which leads to its verdict; a lemma has none."""
    link = f' href="#step-{number}"' if proof.word != LEMMA else ""
    return 'a class="f"' + (f' id="{anchor}"' if anchor else "") + link


def _step_marks(proof: ProofText, number: int, anchor: str) -> Iterator[Mark]:
    line = proof.lines[number]
    piece = line.whole
    yield _mark(piece, 0, line.text.index(".") + 1, _label(proof, number, anchor))
    parts = step_text(piece.part(line.text.index(".") + 1))
    for part, pattern in ((parts.relation, NUMBER), (parts.reason, REASON)):
        if part is not None:
            sign = line.text.rindex("::" if part is parts.relation else "--", 0, part.start)
            yield _mark(piece, sign, 2, 'span class="b"')
            yield from _found(part, pattern)


def _inclusion_marks(inclusion: Inclusion, proof: ProofText) -> Iterator[Mark]:
    """The steps that a lemma becomes, its name with a link to it, and the words between."""
    parts = InclusionLine.of(inclusion.line)
    if parts is not None:
        length = parts.last.start + len(parts.last.text) + 1
        yield _mark(inclusion.line.whole, 0, length, _label(proof, inclusion.first))
        link = f'a href="#{_anchor_of(inclusion.lemma)}"'
        yield _mark(parts.name, 0, len(parts.name.text), link)
        yield from _found(inclusion.line.whole, INCLUSION)


def _found(piece: Passage, pattern: re.Pattern[str], once: bool = False) -> Iterator[Mark]:
    for match in pattern.finditer(piece.text):
        for name, text in match.groupdict().items():
            if text is not None:
                for start, length in _halves(piece, match.start(name), len(text)):
                    yield _mark(piece, start, length, f'span class="{name}"')
        if once:
            return


def _halves(piece: Passage, start: int, length: int) -> Iterator[tuple[int, int]]:
    """The parts of some characters that stand in one line of the file each."""
    line = piece.line
    begin, end = piece.start + start, piece.start + start + length
    cuts = [begin, *(at for at in line.starts if begin < at < end), end]
    for left, right in pairwise(cuts):
        text = line.text[left:right].rstrip()
        yield left - piece.start, len(text)


def _mark(piece: Passage, start: int, length: int, element: str) -> Mark:
    line, column = piece.line.place(piece.start + start)
    return Mark(line, column, length, element)
