"""Theorems with their proofs, as they stand in a file.

    theorem my.half: forall x > 0. exists y. 0 < y and y < x
      fix x
      assume x
      take x/2
      show by x
    qed

The statement of a theorem may stand elsewhere; then nothing follows its name. Or its sentences say
it: below the name `where` tells of which quantities, as in a proof by steps, the sentences that are
`given` are the hypotheses, and the last one is the conclusion. A line of a proof begins with one of
its words, or with the number of a sentence and a dot, and whatever does not continues the line
above it. A comment is a row of its own, which begins with #.
"""

from __future__ import annotations
import re
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from .pages import THEOREM, Block, Page
from .passages import COMMENT, Passage
from .sentences import is_open

WORDS = (
    *("fix", "assume", "have", "obtain", "let", "write"),
    *("take", "unfold", "split", "claim", "cases", "show"),
)
"""The words with which the lines of a proof begin."""
BEGIN = re.compile(rf"{THEOREM}\s+([\w.'-]+)\s*(:?)", re.ASCII)
NO_NAME = "theorem NAME: FORMULA is expected, or theorem NAME alone."
MUTANT = "mutant"
"""How a line begins, below the sentences of an outline, that tells of a wrong one like it."""
LINE = re.compile(
    rf"\s*(?:({'|'.join((*WORDS, MUTANT))})(?![\w'.])|\d{{1,6}}\.(?=\s|\Z))", re.ASCII
)
IS_MUTANT = re.compile(rf"\s*{MUTANT}(?=\s|\Z)", re.ASCII)
WHERE = re.compile(r"\s*where(?=\s|\Z)", re.ASCII)
"""How the line begins, the first below the name, that tells of which quantities a theorem is."""


@dataclass(frozen=True)
class TheoremText:
    """A theorem: its name, its statement unless that stands elsewhere, and its lines."""

    name: str
    head: Passage
    statement: Passage | None
    rows: tuple[tuple[int, str], ...]
    """The lines of the proof as text, each with its number in the file."""
    text: str
    """All of it, from its first line to the last one."""
    where: Passage | None = None
    """The quantities of its sentences, if these say the statement."""
    mutants: tuple[tuple[int, str], ...] = ()
    """The lines below an outline that change its sentences; no theorem is made of them."""

    @cached_property
    def lines(self) -> tuple[Passage, ...]:
        """The lines of the proof, which few of all theorems are asked for."""
        return tuple(Passage.of(text, self.head.file, n).part(0) for n, text in self.rows)

    @property
    def is_outline(self) -> bool:
        """Whether a sentence of it is open, so that its statement is not shown."""
        return any(is_open(line.text, self.where is not None) for line in self.lines)


def theorems_in(text: str, file: str) -> list[TheoremText]:
    """The theorems of a text; raises Misread where a block is not one.

    >>> (one,) = theorems_in("theorem a: 0 <= 1\\n  show\\nqed", "a.proof")
    >>> one.name, one.statement.text, one.lines[0].text, one.lines[0].place()
    ('a', '0 <= 1', 'show', 'a.proof:2:3')
    """
    return [theorem_of(one, file) for one in Page.of(text, file).blocks if one.word == THEOREM]


def name_of(theorem: Block) -> str:
    """The name of a theorem that was read.

    >>> name_of(Page.of("theorem a: 0 <= 1\\n  show\\nqed", "a.proof").blocks[0])
    'a'
    """
    match = BEGIN.match(theorem.rows[0])
    assert match is not None
    return match[1]


def theorem_of(block: Block, file: str) -> TheoremText:
    """The theorem of a block; raises Misread where it is not one."""
    pieces: list[tuple[int, list[str]]] = [(block.number, [block.rows[0].rstrip()])]
    for number, written in block.inside:
        row = "" if written.lstrip().startswith(COMMENT) else written.rstrip()
        if LINE.match(row) or (len(pieces) == 1 and WHERE.match(row)):
            pieces.append((number, [row]))
        else:
            pieces[-1][1].append(row)
    (_, first), *lines = ((number, "\n".join(text)) for number, text in pieces)
    head = Passage.of(first, file, block.number).part(0)
    match = BEGIN.match(head.text)
    if match is None:
        raise head.error(NO_NAME)
    said = head.part(match.end())
    if bool(said.text) != bool(match[2]):
        raise head.error(NO_NAME)
    where = None
    if lines and (found := WHERE.match(lines[0][1])):
        where = Passage.of(lines[0][1], file, lines[0][0]).part(found.end())
        lines = lines[1:]
        if said.text:
            raise where.error("A theorem with a formula binds its variables; it has no `where`.")
    sentences = [*takewhile(lambda line: not IS_MUTANT.match(line[1]), lines)]
    if not sentences:
        raise head.error("The theorem has no proof.")
    mutants, statement = tuple(lines[len(sentences) :]), said if said.text else None
    rows = tuple(sentences)
    theorem = TheoremText(match[1], head, statement, rows, block.text, where, mutants)
    for number, row in mutants:
        line = Passage.of(row, file, number).part(0)
        if line.word != MUTANT:
            raise line.error("A mutant stands above this line; mutants stand below all others.")
        if where is None or not theorem.is_outline:
            raise line.error(
                "A mutant changes a theorem that rests on what it names, and whose quantities "
                "stand below `where`; this one is shown by the kernel alone."
            )
    return theorem
