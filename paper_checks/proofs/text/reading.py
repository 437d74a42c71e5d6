"""Reads proofs as text: each with its steps and mutants, or an error that says what is wrong where.

proof my.thm1
  where x, y in [0,1]
  1. $y$ is the square of $x$. :: y = x^2 -- given
  2. The square is at most $x$. :: y <= x -- from 1
  mutant "half of it": 2 :: y <= x/2
qed
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple
from banditproof.theory.logic.pages import LEMMA, PROOF, THEOREM, Block, Page, lines_of
from banditproof.theory.logic.passages import Line, Misread, Passage
from .proof_reader import Flags, ProofReader, title_of
from .proof_text import ProofText
from .references import Labels


class Source(NamedTuple):
    """The block of a lemma, its file as messages name it, and its folder."""

    block: Block
    path: str
    folder: Path


@dataclass
class Reading:
    """How a file is read."""

    folder: Path | None = None
    """The folder whose modules have the functions that its proofs name."""
    any_fact: bool = False
    """Whether a fact of another paper, whose programs may not be imported, need not be known."""
    any_label: bool = False
    """Whether steps may have labels such as 7a, in any order."""
    find: Callable[[str], Source | None] = lambda id: None
    """Where a lemma stands that is in no line of this text."""
    labels: list[Labels] = field(default_factory=list)
    """What the reasons name, of each step and each change of one."""
    lemmas: dict[str, ProofText] = field(default_factory=dict)
    """The lemmas that were read, by ID."""
    within: tuple[str, ...] = ()
    """The lemmas that are being read, each in the one before it."""


def read_proofs(text: str, path: str, how: Reading | None = None) -> list[ProofText]:
    """The proofs of a page.

    >>> text = "proof my.thm1\\n  1. So. :: x^2 >= 0 -- for x in [0,1]\\nqed"
    >>> (proof,) = read_proofs(text, "a.proof")
    >>> proof.steps[0].formula, proof.steps[0].where
    ('x^2 >= 0', 'x in [0,1]')
    >>> try:
    ...     read_proofs(text.replace("for", "form"), "a.proof")
    ... except ValueError as fault:
    ...     print(fault)
    a.proof:2:25: 'form' is no word of a reason; did you mean 'for'?
    """
    return [block for block in read_blocks(text, path, how) if block.word == PROOF]


def read_blocks(text: str, path: str, how: Reading | None = None) -> list[ProofText]:
    """The proofs and the lemmas of a text, in their order."""
    blocks = [one for one in Page.of(text, path).blocks if one.word != THEOREM]
    if not blocks:
        raise Misread(path, 1, 1, "No proof stands here; `proof ID` was expected.")
    return proofs_of(blocks, path, how)


def proofs_of(blocks: Iterable[Block], path: str, how: Reading | None = None) -> list[ProofText]:
    """The proofs and the lemmas of blocks of a file."""
    lines = [lines_of(block, path) for block in blocks]
    reader = _BlockReader(lines, how or Reading())
    return [reader.read(block) for block in lines]


class _BlockReader:
    """Reads the blocks of a text; a lemma is read when a proof takes it in, and once."""

    def __init__(self, blocks: Iterable[Sequence[Line]], how: Reading) -> None:
        self._how = how
        self._here: dict[str, Sequence[Line]] = {}
        for block in blocks:
            if block[0].word == LEMMA:
                id = title_of(block[0])[0]
                if id in self._here:
                    raise block[0].whole.error(f"There is a lemma {id} above; name one anew.")
                self._here[id] = block

    def read(self, lines: Sequence[Line]) -> ProofText:
        """A proof or a lemma."""
        how = self._how
        id = title_of(lines[0])[0]
        if lines[0].word != LEMMA:
            return self._block(lines, how.within)
        if id not in how.lemmas:
            how.lemmas[id] = self._block(lines, (*how.within, id))
        return how.lemmas[id]

    def _block(self, lines: Sequence[Line], within: tuple[str, ...]) -> ProofText:
        how = self._how
        flags = Flags(how.folder, any_fact=how.any_fact, any_label=how.any_label)
        return ProofReader(lines, flags, how.labels, lambda name: self._lemma(name, within)).read()

    def _lemma(self, name: Passage, within: tuple[str, ...]) -> ProofText:
        """The lemma that a proof or a lemma takes in."""
        id, how = name.text, self._how
        if id in within:
            circle = " takes in ".join((*within[within.index(id) :], id))
            raise name.error(f"The lemma {id} takes in itself: {circle}.")
        if id not in how.lemmas:
            if id in self._here:
                how.lemmas[id] = self._block(self._here[id], (*within, id))
            else:
                how.lemmas[id] = self._elsewhere(name, (*within, id))
        return how.lemmas[id]

    def _elsewhere(self, name: Passage, within: tuple[str, ...]) -> ProofText:
        source = self._how.find(name.text)
        if source is None:
            near = get_close_matches(name.text, self._here, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else "."
            raise name.error(f"There is no lemma {name.text!r} in the files of its document{hint}")
        how = replace(
            self._how, folder=source.folder, any_label=False, labels=[], within=within[:-1]
        )
        (lemma,) = proofs_of([source.block], source.path, how)
        return lemma
