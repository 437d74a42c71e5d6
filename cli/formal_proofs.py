"""`banditproof prove FILE.proof`: the formal proofs of a file, accepted or refused at a line."""

from __future__ import annotations
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
import typer
from . import UNDECIDED
from .output import coloured, print_json, print_table, print_text

if TYPE_CHECKING:
    from banditproof.theory.logic.development import Derivation, Development

REFUSED = 1
UNREAD = ("no word", "not run")
"""What the second reader says where it says nothing of the proof."""


@dataclass(frozen=True, kw_only=True)
class SentenceFacts:
    """A sentence of a proof that is not shown."""

    number: str
    words: str
    place: str
    says: str
    """What remains to be shown, under all that is known at its place."""


@dataclass(frozen=True, kw_only=True)
class FormalProofFacts:
    """A theorem of a file: whether the kernel accepts its proof, and what it rests on."""

    theorem: str
    result: str
    """accepted, open where something that it rests on is not shown, or refused."""
    statement: str | None = None
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
    fault: str | None = None
    """Where the proof does not hold, and why."""
    second_reader: str | None = None
    """What Coq says, if it was asked: accepted, refused, no word (for a rule), or not run."""
    second_reader_why: str | None = None
    """Why it does not accept."""
    seconds: float = 0.0


def holds_theorems(word: str) -> bool:
    """Whether a word is a file with formal proofs."""
    from banditproof.theory.bounded_reading import file_text

    path = Path(word)
    if path.suffix != ".proof" or not path.is_file():
        return False
    return any(line.startswith("theorem ") for line in file_text(path).splitlines())


def prove_formally(word: str, goal: int | None, coq: bool, json: bool) -> None:
    """Judge the theorems of a file, or show what is known and wanted before a line."""
    from banditproof.paper_checks.derivations.developments import shown_file
    from banditproof.theory.bounded_reading import file_text
    from banditproof.theory.logic.proof_text import theorems_in

    file = Path(word)
    names = [item.name for item in theorems_in(file_text(file), file.name)]
    development = _development(file)
    if goal is not None:
        known = {proof.head.file for proof in development.proofs.values() if proof.name in names}
        shown = next(iter(known), shown_file(file))
        print(development.known_before(shown, goal))
        return
    facts = [_judged(development, name) for name in names]
    if coq:
        facts = [_read(development, item) for item in facts]
    if json:
        print_json(facts)
    else:
        for item in facts:
            _print(item)
    if any("refused" in (item.result, item.second_reader) for item in facts):
        raise typer.Exit(REFUSED)
    if any(item.result == "open" or item.second_reader in UNREAD for item in facts):
        raise typer.Exit(UNDECIDED)


def _development(file: Path) -> Development:
    """What the theorems of a file may use: that of the document around it, of texts alone."""
    from banditproof.paper_checks.derivations.developments import development_of, development_with
    from banditproof.paper_checks.other_papers.opening import open_document
    from banditproof.paper_checks.statements.document_header import DOCUMENT
    from banditproof.paper_checks.statements.documents import SHIPPED

    home = next((at for at in file.resolve().parents if (at / DOCUMENT).is_file()), None)
    if home is None or home in (shipped.home.resolve() for shipped in SHIPPED):
        return development_with(file)
    return development_of(open_document(home, texts_only=True))


def _judged(development: Development, name: str) -> FormalProofFacts:
    from banditproof.theory.logic.terms import Refused

    start = time.perf_counter()
    try:
        derivation = development.derive(name)
    except Refused as fault:
        seconds = round(time.perf_counter() - start, 3)
        return FormalProofFacts(theorem=name, result="refused", fault=str(fault), seconds=seconds)
    return _accepted(development, derivation, round(time.perf_counter() - start, 3))


def _read(development: Development, facts: FormalProofFacts) -> FormalProofFacts:
    """The facts with what Coq says about a theorem that the kernel accepts."""
    if facts.result == "refused":
        return facts
    from banditproof.paper_checks.running.read_derivations import listed_exceptions
    from banditproof.theory.logic.coq.second_reader import read_by_coq

    found = development.derive(facts.theorem)
    reading = read_by_coq([(found.accepted_as, found.theorem)], listed=listed_exceptions())
    why = None if reading else reading.message
    return replace(facts, second_reader=reading.result.value, second_reader_why=why)


def _accepted(development: Development, derivation: Derivation, seconds: float) -> FormalProofFacts:
    from banditproof.theory.logic.contradicting_premises import premises_contradict
    from banditproof.theory.logic.printing import shown

    apart = derivation.name in development.shipped
    return FormalProofFacts(
        theorem=derivation.name,
        result="open" if derivation.opened or derivation.cited else "accepted",
        statement=shown(derivation.statement),
        axioms=derivation.axioms,
        axioms_of_folder=derivation.of_folder,
        words_of_folder=tuple(
            f"{name} := {shown(value)}" for name, value in derivation.words_of_folder
        ),
        says_nothing=premises_contradict(derivation.statement, development.library, apart=apart),
        cited=derivation.cited,
        left_open=tuple(
            SentenceFacts(
                number=one.number, words=one.words, place=one.place, says=shown(one.formula)
            )
            for one in development.all_open(derivation.name)
        ),
        arithmetic=len(derivation.certificates.used),
        seconds=seconds,
    )


def _open(one: SentenceFacts) -> str:
    """An open sentence: its number, its words, what remains to be shown, and its place."""
    words = f"{one.words.rstrip('.,:;')}: " if one.words else ""
    return f"{one.number}. {words}{one.says} ({one.place})"


def _print(facts: FormalProofFacts) -> None:
    rows = [("theorem", facts.theorem), ("result", coloured(facts.result))]
    if facts.fault is not None:
        rows.append(("fault", facts.fault))
    else:
        rows.append(("statement", facts.statement or ""))
        if facts.says_nothing:
            rows.append(("warning", "its premises contradict each other, so it says nothing"))
        shipped = [name for name in facts.axioms if name not in facts.axioms_of_folder]
        rows += [("defined here", said) for said in facts.words_of_folder]
        rows += [("open", _open(one)) for one in facts.left_open]
        rows.append(("axioms", ", ".join(shipped) or "none"))
        if facts.axioms_of_folder:
            own = ", ".join(facts.axioms_of_folder)
            rows.append(("of this folder", f"{own}: axioms that nobody else has read"))
        if facts.cited:
            rows.append(("cited", f"{', '.join(facts.cited)} (without a formal proof yet)"))
        steps = "1 step" if facts.arithmetic == 1 else f"{facts.arithmetic} steps"
        rows.append(("arithmetic", f"{steps}, which the checker showed"))
    if facts.second_reader is not None:
        from banditproof.theory.prover.coq.answers import CoqSays

        said = CoqSays(facts.second_reader).sentence(facts.second_reader_why or "")
        rows.append(("second reader", said))
    rows.append(("time", f"{facts.seconds:.3g} s"))
    print_table(("", ""), rows)
    print_text("")
