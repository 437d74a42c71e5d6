"""Formal proofs in their canonical form: rows of at most 100 characters.

A line of a proof that is longer goes on below itself, four blanks further in. It is broken where
the fewest brackets are open, rather behind an arrow or before a reason than within a sum. Only
blanks change: a line that holds a comment, or a text in quotes, stays as it is written.
"""

from __future__ import annotations
import re
from collections.abc import Iterator, Sequence
from .pages import THEOREM, Block, Page
from .passages import CLOSE, COMMENT, OPEN
from .proof_text import LINE, WHERE

WIDTH = 100
FURTHER = 4
"""How much further in a line goes on."""
LEAST = 0.55
"""A row is filled at least to this part of the width, if it can be broken behind it."""
BEHIND = {"->": 6, "and": 5, "or": 4, ",": 3, ".": 2, "<=": 1, "=": 1, "+": 1}
"""How much better than elsewhere it is to break behind a word, or a word with this end."""
BEFORE = {"by": 6, "--": 6, "::": 6, "with": 4, "fun": 3, "in": -2}
"""How much better it is to break before a word."""
NOT_BEHIND = frozenset(
    {"forall", "exists", "fun", "by", "--", "::", "~", "<", ":", ":=", "in", "not"}
)
"""What stands with the word behind it."""
NUMBER = re.compile(r"\d+\.")
"""The number of a sentence, which stands with its words."""
SHORT = 100
"""How much worse a short row is: more than anything else, so that it is a last resort."""
NESTED = 4
"""How much worse it is to break within one pair of brackets more."""


def laid_out(text: str, file: str) -> str:
    """The theorems of a text in their canonical form, and all else of it as it is.

    >>> goal = "0 <= a -> 0 <= b -> 0 <= c -> 0 <= d -> 0 <= a + b and 0 <= b + c and 0 <= c + d"
    >>> print(laid_out(f"theorem it: forall a b c d. {goal}\\n  show\\nqed\\n", "a.proof"), end="")
    theorem it: forall a b c d. 0 <= a -> 0 <= b -> 0 <= c -> 0 <= d ->
        0 <= a + b and 0 <= b + c and 0 <= c + d
      show
    qed
    """
    rows, blocks = text.split("\n"), Page.of(text, file).blocks
    for block in reversed(blocks):
        if block.word == THEOREM:
            rows[block.number - 1 : block.number - 1 + len(block.rows)] = rows_of(block)
    return "\n".join(rows)


def rows_of(theorem: Block) -> Iterator[str]:
    """The rows of a theorem in their canonical form."""
    (_, *rows, end), line, above = theorem.rows, [theorem.rows[0]], True
    for row in rows:
        comment = row.lstrip().startswith(COMMENT)
        begins, above = comment or LINE.match(row) or (above and WHERE.match(row)), False
        if begins:
            yield from _line(line)
            line = [row]
        else:
            line.append(row)
    yield from _line(line)
    yield end


def _line(rows: Sequence[str]) -> Iterator[str]:
    """The rows of one line."""
    if any(COMMENT in row or '"' in row or not row.strip() for row in rows):
        yield from rows
        return
    before = rows[0][: len(rows[0]) - len(rows[0].lstrip())]
    words = " ".join(rows).split()
    number = _row(words, WIDTH - len(before))
    yield before + " ".join(words[:number])
    before += " " * FURTHER
    while words := words[number:]:
        number = _row(words, WIDTH - len(before))
        yield before + " ".join(words[:number])


def _row(words: Sequence[str], width: int) -> int:
    """How many words the next row has."""
    best, result = float("-inf"), 0
    length, depth = -1, 0
    for number, word in enumerate(words, 1):
        length += 1 + len(word)
        depth += sum(map(word.count, OPEN)) - sum(map(word.count, CLOSE))
        if length > width and result:
            return result
        if number == len(words):
            break
        if LINE.match(f"{words[number]} ") or (number == 1 and NUMBER.fullmatch(word)):
            continue  # a row that begins so would be another line, and a number stands with words
        worth = _worth(word, words[number], depth) - SHORT * (length < LEAST * width)
        if worth >= best or length > width:
            best, result = worth, number
    return len(words) if length <= width else result or len(words)


def _worth(before: str, behind: str, depth: int) -> int:
    """How good it is to break between two words."""
    if before in NOT_BEHIND:
        return -50
    end = before if before in BEHIND else before[-1:]
    return max(BEHIND.get(end, 0), BEFORE.get(behind, 0)) - NESTED * depth
