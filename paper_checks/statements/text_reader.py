"""Reads a file of claims, which ends in `.claims`: what a document says, section by section.

    ## Section 3: Lower Bound

    bern.thm3.1 [theorem at Theorem 3.1, (5)] problem-dependent lower bound
        For every consistent policy that is $\\epsilon$-DP, ...
      fails-with-repair, proved, repaired by .repaired -- theorem_3_1.lower_bound
      doubts: D1

A line that is not indented begins something: a claim by its ID, a doubt, a heading by `#`, or a
fact about the document (`document_header.py`). Below a claim a line indented by four is its
statement, by two a field, by six the rest of the line above. `docs/claims.md` lists the fields.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn
from ..drafts.draft_text import DRAFT_FORM, draft_in
from ..verdicts.verdict_words import (
    FORMER,
    GRADES_IN_WORDS,
    OUTCOMES,
    SETTLED,
    present_word,
    settled_by,
)
from .declared import Declared
from .document_header import Header, header_of
from .field_names import (
    FIELD,
    FIELDS,
    FINITE,
    NOTHING,
    NUMBERS,
    READ,
    READ_FORM,
    REASON,
    TEXTS,
    VERDICT,
    VERDICT_FORM,
)
from .ids_in_texts import ID
from .misfits import misfits
from .text_errors import Spot, nearest_of
from .text_files import text_of

HEAD = re.compile(rf"({ID})(?: \[([^\]]*)\])?(?: (.+))?\Z")
PAGES = re.compile(r"(?:^|, )pp?\. ")
DOUBT = re.compile(r"doubt (\S+): (.+)\Z")


@dataclass(frozen=True)
class Doubt:
    """A doubt about a document that its claims settle: a code and a sentence."""

    code: str
    sentence: str
    line: int = 0


@dataclass(frozen=True)
class ClaimText:
    """What a file of claims holds, in its order."""

    file: Path
    headings: tuple[str, ...] = ()
    header: Header | None = None
    entries: tuple[Declared | Doubt, ...] = ()

    @property
    def claims(self) -> Iterator[Declared]:
        """The claims, in the order of the file."""
        return (entry for entry in self.entries if isinstance(entry, Declared))

    @property
    def doubts(self) -> Iterator[Doubt]:
        """The doubts, in the order of the file."""
        return (entry for entry in self.entries if isinstance(entry, Doubt))


def read_claims(file: Path) -> ClaimText:
    """The claims of a file; a ValueError with file, line and column says what is wrong with it."""
    return parsed(text_of(file), file)


def parsed(text: str, file: Path) -> ClaimText:
    """The claims of a text.

    >>> found = parsed("my.thm1 [theorem at 2, (3)] a bound\\n    It is at most 1.\\n", Path("a"))
    >>> [(one.id, one.kind, one.at, one.title, one.statement) for one in found.claims]
    [('my.thm1', 'theorem', '2, (3)', 'a bound', 'It is at most 1.')]
    """
    lines = text.split("\n")
    headings: list[str] = []
    facts: list[tuple[int, str]] = []
    entries: list[Declared | Doubt] = []
    end = 0
    while end < len(lines):
        begin, line = end, lines[end]
        end += 1
        if not line:
            continue
        while end < len(lines) and lines[end].startswith("  "):
            end += 1
        block = _Block(file, begin + 1, lines[begin:end])
        if line[0] == "#":
            headings.append(block.alone())
        elif line.startswith("doubt "):
            entries.append(block.doubt())
        elif head := HEAD.match(block.head):
            entries.append(block.claim(head))
        else:
            block.require_fact()
            facts += enumerate(block.lines, begin + 1)
    header = header_of(facts, file) if facts else None
    return ClaimText(file, tuple(headings), header, tuple(entries))


class _Block:
    """A line that is not indented, with the lines below it that are."""

    def __init__(self, file: Path, line: int, lines: Sequence[str]) -> None:
        self.file, self.line, self.lines = file, line, lines
        self.below = 1  # the place of the first line that does not continue the head
        self.head = lines[0]
        while self.below < len(lines) and lines[self.below].startswith("      "):
            self.head += " " + lines[self.below][6:]
            self.below += 1

    def wrong(self, sentence: str, at: int = 0, column: int = 1) -> NoReturn:
        raise Spot(self.file, self.line + at, column).wrong(sentence) from None

    def alone(self) -> str:
        """The line, below which nothing stands."""
        if len(self.lines) > 1:
            self.wrong("This line belongs to no claim; begin one by its ID, not indented.", 1)
        return self.lines[0]

    def doubt(self) -> Doubt:
        match = DOUBT.match(self.head)
        if match is None:
            self.wrong("This is no doubt; write `doubt D1: ` and a sentence.")
        if self.below < len(self.lines):
            self.wrong("A doubt is one sentence; indent its further lines by six.", self.below)
        return Doubt(match[1], match[2], self.line)

    def require_fact(self) -> None:
        if self.head[0] == " ":
            self.wrong("This line belongs to no claim; indent it by two or by four below its ID.")
        if self.head[0] == "\t":
            self.wrong("The line begins with a tabulator; indent it by blanks.")

    def claim(self, head: re.Match[str]) -> Declared:
        id, bracket, title = head.groups()
        fields: dict[str, Any] = {}
        if bracket is None and (title or "").startswith("["):
            self.wrong("The bracket [ is not closed; end the place with ].", 0, head.start(3) + 1)
        if bracket is not None:
            self._read_bracket(bracket, fields, head.start(2))
        statement: list[str] = []
        at, lines, count = self.below, self.lines, len(self.lines)
        while at < count:
            begin, line = at, lines[at]
            at += 1
            if line.startswith("    ") and line[4:5] != " ":
                if len(statement) + self.below < begin:
                    self.wrong("The statement stands above the fields; move this line.", begin, 5)
                statement.append(line[4:])
                continue
            while at < count and lines[at].startswith("      "):
                line += " " + lines[at][6:]
                at += 1
            if line[2:3] in (" ", ""):
                self.wrong("Indent a field by two blanks, a statement by four.", begin)
            self._read_field(id, line[2:], fields, begin)
        declared = Declared(
            id=id,
            title=title or "",
            statement=" ".join(statement),
            text=self.file,
            line=self.line,
            **fields,
        )
        for word, sentence in misfits(declared):
            self.wrong(sentence, *self._spot(word))
        return declared

    def _spot(self, word: str) -> tuple[int, int]:
        """Where a word stands in the fields, if it does."""
        fields = ((at, line) for at, line in enumerate(self.lines) if line[:3].strip())
        spots = ((at, line.find(word) + 1) for at, line in fields if at)
        return next((spot for spot in spots if spot[1]), (0, 1))

    def _read_bracket(self, text: str, fields: dict[str, Any], column: int) -> None:
        """Kind, whose statement it is, place, former ID: `theorem at 2, (3)`, `ours; was my.a`."""
        text, _, former = text.partition("; was ")
        if former:
            fields["was"] = former
        words, _, place = f" {text}".partition(" at ")
        if len(PAGES.findall(place)) > 1:
            once = f"The place {place!r} names pages twice; name them once, as in `pp. 4, 5`."
            self.wrong(once, column=column + 1)
        if place:
            fields["at"] = place
        kinds = words.strip()
        if kinds in ("stated", "ours") or kinds.startswith(("stated, ", "ours, ")):
            whose, _, fields["kind"] = kinds.partition(", ")
            fields["stated"] = whose == "stated"
            return
        kind, _, whose = kinds.rpartition(", ")
        if whose not in ("stated", "ours"):
            ours = "derived" in kinds or "correction" in kinds
            kind, whose = kinds, "ours" if ours else "stated"
        if not kind:
            self.wrong(
                "The kind is missing; write `[theorem at 2, (3)]`, or `[stated at 2, (3)]` for a "
                "part of a statement, `[ours at 2, (3)]` for what nobody printed.",
                column=column + 1,
            )
        fields.update(kind=kind, stated=whose == "stated", catalogued=True)

    def _read_field(self, id: str, text: str, fields: dict[str, Any], at: int) -> None:
        match = FIELD.match(text)
        if match is None:
            self._read_verdict(id, text, fields, at)
            return
        name = match[1]
        if name not in FIELDS:
            self.wrong(f"The field {name!r} is unknown; {nearest_of(name, FIELDS)}", at, 3)
        key, value = FIELDS[name], match[2]
        if key in fields:
            self.wrong(f"The field {name!r} stands twice; leave one out.", at, 3)
        if name in TEXTS:
            fields[key] = _in_full(id, value) if key == "repeats" else value
            if key == "displays" and not NUMBERS.fullmatch(value):
                self.wrong(f"{value!r} is no list of equations; write (4), (5).", at, 3)
            if key == "reads_as" and not READ.fullmatch(value):
                self.wrong(f"{value!r} is no sign of a reader; write {READ_FORM}.", at, 3)
            if key == "draft" and draft_in(value) is None:
                self.wrong(f"The draft cannot be read; {DRAFT_FORM}.", at, 3)
            if name == REASON and "recorded" in fields:
                self.wrong("There are two verdicts; leave one out.", at, 3)
            if name == REASON:
                fields["recorded"] = REASON
            return
        names = [] if value == NOTHING else value.split(", ")
        for field in names:
            if not field or " " in field or field.endswith(","):
                column = 3 + len(name) + 2 + value.index(field or ", ,")
                self.wrong(f"{field!r} is no name; separate names by a comma.", at, column)
        fields[key] = tuple(_in_full(id, item) for item in names)
        for place, field in enumerate(fields[key]):
            if field in fields[key][:place]:
                self.wrong(f"{field} stands twice; name it once.", at, 3)

    def _read_verdict(self, id: str, text: str, fields: dict[str, Any], at: int) -> None:
        match = VERDICT.match(text)
        if match is None and not text.startswith((*OUTCOMES, *FORMER)):
            self.wrong(f"This is no field; begin it by one of {', '.join(FIELDS)}.", at, 3)
        if match is None:
            self.wrong(f"The line of the verdict cannot be read; {VERDICT_FORM}.", at, 3)
        recorded, grade, settled, repair, slow, module, name, proof = match.groups()
        recorded = present_word(recorded)
        if recorded not in OUTCOMES:
            self.wrong(f"There is no verdict {recorded!r}; {nearest_of(recorded, OUTCOMES)}", at, 3)
        if grade is not None and grade not in GRADES_IN_WORDS:
            near = nearest_of(grade, GRADES_IN_WORDS)
            self.wrong(f"There is no grade {grade!r}; {near}", at, 3 + match.start(2))
        known = {*SETTLED.values(), FINITE}
        if settled is not None and settled not in known:
            near = nearest_of(settled, sorted(known))
            self.wrong(f"Nothing is settled by {settled!r}; {near}", at, 3 + match.start(3))
        if "recorded" in fields:
            self.wrong("There are two verdicts; leave one out.", at, 3)
        fields["recorded"] = recorded
        if name:
            fields["program"] = (module or "", name)
        if grade:
            fields["grade"] = grade
            usual = settled_by(recorded, grade)
            fields["universal"] = (
                usual if settled is None else None if settled == FINITE else settled
            )
        if repair:
            fields["repaired_by"] = _in_full(id, repair)
        if slow:
            fields["tier"] = "slow"
        if proof or not name:
            fields["by_proof"] = True


def _in_full(id: str, name: str) -> str:
    """A name that may leave out the ID of its claim."""
    return id + name if name[0] == "." else name
