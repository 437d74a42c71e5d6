"""The blocks of a page: theorems, proofs by steps and lemmas, each from its name to `qed`.

    # A comment is a row of its own.
    theorem my.half: forall x. 0 <= x -> x/2 <= x
      fix x
      assume 1
      show by 1
    qed

    proof my.square
      where x in [0, 1]
      1. A square is not negative. :: x^2 >= 0
    qed

A block begins in the first column; its rows are indented. Between blocks stand comments.
"""

from __future__ import annotations
import re
from collections.abc import Iterator
from dataclasses import dataclass
from .passages import COMMENT, Line, Misread, joined_rows

THEOREM, PROOF, LEMMA = "theorem", "proof", "lemma"
END = "qed"
WORDS = (THEOREM, PROOF, LEMMA)
"""The words with which a block begins."""
ROW_ENDS = re.compile("[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
"""Signs that other programs show as the end of a row, so that a comment would hide what follows."""
BEGIN = re.compile(rf"({'|'.join(WORDS)})(?=\s)", re.ASCII)


@dataclass(frozen=True)
class Block:
    """A block of a page: its word, the number of its first row, and its rows."""

    word: str
    number: int
    rows: tuple[str, ...]
    """From the row that names it to that of `qed`."""
    comments: tuple[str, ...] = ()
    """The comments above it, and an empty text for empty rows."""

    @property
    def text(self) -> str:
        """All its rows."""
        return "\n".join(self.rows)

    @property
    def inside(self) -> Iterator[tuple[int, str]]:
        """The rows between its name and `qed`, each with its number."""
        return enumerate(self.rows[1:-1], self.number + 1)


@dataclass(frozen=True)
class Page:
    """The blocks of a text, and the comments below the last one."""

    blocks: tuple[Block, ...]
    below: tuple[str, ...]

    @classmethod
    def of(cls, text: str, file: str) -> Page:
        """The page of a text; raises Misread where it is none.

        >>> page = Page.of("# why\\nproof my.a\\n  1. So. :: 0 <= 1\\nqed\\n# last", "a.proof")
        >>> [(one.word, one.number, one.comments) for one in page.blocks], page.below
        ([('proof', 2, ('# why',))], ('# last',))
        """
        if (end := ROW_ENDS.search(text)) is not None:
            before = text[: end.start()].split("\n")
            message = f"The sign {end[0]!r} may end a row elsewhere; begin a new row."
            raise Misread(file, len(before), len(before[-1]) + 1, message)
        blocks, above, rows, start = list[Block](), list[str](), list[str](), 0
        for number, row in enumerate(text.split("\n"), 1):
            words = row.strip()
            if not rows and not words:
                above += [""] if above[-1:] != [""] else []
            elif not rows and words[0] == COMMENT:
                above.append(words)
            elif found := BEGIN.match(row):
                if rows:
                    raise Misread(file, number, 1, f"{END!r} is expected before this line.")
                word, start, rows = found[1], number, [row]
            elif not rows:
                raise Misread(file, number, 1 + row.index(words), _no_begin(words))
            elif words == END:
                blocks.append(Block(word, start, (*rows, END), tuple(above)))
                above, rows = [], []
            else:
                rows.append(_inner(row, word, file, number))
        if rows:
            raise Misread(file, start, 1, f"The {word} has no line {END!r}.")
        return cls(tuple(blocks), tuple(above))


def _no_begin(words: str) -> str:
    """Why a row outside of all blocks is none of a page."""
    if BEGIN.match(words):
        return f"A {words.split()[0]} begins in the first column."
    return f"A page begins with `proof ID`, `lemma ID` or `theorem NAME`, and not with {words!r}."


def _inner(row: str, word: str, file: str, number: int) -> str:
    """A row within a block, which is indented with blanks."""
    words = row.strip()
    margin = row[: row.index(words)] if words else ""
    if strange := margin.strip(" "):
        sign = "A tab" if strange[0] == "\t" else f"The sign {strange[0]!r}"
        raise Misread(file, number, 1, f"{sign} stands here; indent with blanks.")
    if not words or margin or words[0] == COMMENT:
        return row
    if words[: len(END)].lower() == END:
        message = f"A {word} ends with the row {END!r}, on which nothing else stands."
        raise Misread(file, number, 1, message)
    message = f"This row belongs to the {word} above: indent it; a row {END!r} ends the {word}."
    raise Misread(file, number, 1, message)


def lines_of(block: Block, file: str) -> list[Line]:
    """The lines of a block, from its name to `qed`, each with the deeper rows that continue it.

    >>> (block,) = Page.of("proof my.a\\n  1. So it\\n    is. :: 0 <= 1\\nqed", "a.proof").blocks
    >>> lines = lines_of(block, "a.proof")
    >>> [line.text for line in lines], lines[1].place(9)
    (['proof my.a', '1. So it is. :: 0 <= 1', 'qed'], (3, 5))
    """
    head = Line(block.rows[0].strip(), file, (0,), ((block.number, 1),), block.comments)
    lines, comments = joined_rows(block.inside, file)
    end = Line(END, file, (0,), ((block.number + len(block.rows) - 1, 1),), tuple(comments))
    return [head, *lines, end]
