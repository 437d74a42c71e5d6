"""What `banditproof prove FILE.proof` says of each block of a page."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class SentenceFacts:
    """A sentence of a proof that is not shown."""

    number: str
    words: str
    place: str
    says: str
    """What remains to be shown, under all that is known at its place."""


@dataclass(frozen=True, kw_only=True)
class JudgedFacts:
    """A theorem, a proof by steps or a lemma: whether the kernel accepts it, and under what."""

    word: str
    """theorem, proof or lemma."""
    theorem: str
    result: str
    """accepted, open where something that it rests on is not shown, or refused."""
    statement: str | None = None
    supposed: tuple[str, ...] = ()
    """What steps suppose of their quantities; of a theorem its formula says it."""
    axioms: tuple[str, ...] = ()
    axioms_of_folder: tuple[str, ...] = ()
    """Those of the axioms that stand in the folder of the file."""
    words_of_folder: tuple[str, ...] = ()
    """What words of the statement mean that the folder of the file defines."""
    says_nothing: bool = False
    """Whether its premises were found to contradict each other; that they do not is not shown."""
    cited: tuple[str, ...] = ()
    """Statements that have no formal proof yet, and were taken as true."""
    left_open: tuple[SentenceFacts, ...] = ()
    """The sentences that are not shown, those of cited outlines among them."""
    arithmetic: int = 0
    """How many steps the checker of inequalities showed."""
    grade: str | None = None
    """The grade of steps by what they leave open; the claim of a theorem has one."""
    real_case: str | None = None
    """Numbers at which all holds that steps suppose of their quantities."""
    lack_of_case: str | None = None
    """Why no such numbers are known; the grade is no better than points then."""
    fault: str | None = None
    """Where the proof does not hold, and why."""
    second_reader: str | None = None
    """What Coq says, if it was asked: accepted, refused, no word (for a rule), or not run."""
    second_reader_why: str | None = None
    """Why it does not accept."""
    seconds: float = 0.0
