"""`banditproof prove FILE.proof`: the theorems and the proofs by steps of a file, each judged."""

from __future__ import annotations
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
import typer
from . import UNDECIDED
from .output import coloured, print_json, print_table, print_text

if TYPE_CHECKING:
    from banditproof.paper_checks.statements.documents import Document
    from banditproof.theory.logic.pages import Block
    from .page_results import JudgedFacts, SentenceFacts

REFUSED = 1
UNREAD = ("no word", "not run")
"""What the second reader says where it says nothing of the proof."""


class Judge(Protocol):
    """What judges the blocks of one kind."""

    def judged(self, block: Block) -> JudgedFacts:
        """What it says of a block."""

    def read(self, block: Block, facts: JudgedFacts) -> JudgedFacts:
        """The same, with what Coq says."""

    def known_before(self, block: Block, line: int) -> str:
        """What is known and wanted before a line of a block."""


def prove_file(word: str, goal: int | None, coq: bool, json: bool) -> None:
    """Judge the blocks of a file, or show what is known and wanted before a line."""
    from banditproof.paper_checks.derivations.developments import shown_file
    from banditproof.paper_checks.statements.recorded_verdicts import by_its_texts, knowing
    from banditproof.paper_checks.statements.text_files import require_plain
    from banditproof.theory.bounded_reading import file_text
    from banditproof.theory.logic.pages import THEOREM, Page
    from .judged_steps import StepProofs
    from .judged_theorems import Theorems

    file = Path(word)
    text = file_text(file)
    require_plain(text, file)
    shown = shown_file(file.resolve())
    blocks = Page.of(text, shown).blocks
    if not blocks:
        raise ValueError(f"The file {file} holds no theorem and no proof; write one in it.")
    document = _document(file)
    judges = dict[bool, Judge]()
    if any(block.word == THEOREM for block in blocks):
        judges[True] = Theorems.of(file, document)
    if any(block.word != THEOREM for block in blocks):
        judges[False] = StepProofs.of(blocks, file, shown)
    with knowing(by_its_texts(document)):
        if goal is not None:
            print(_known_before(goal, file, blocks, judges))
            return
        of_block = [(block, judges[block.word == THEOREM]) for block in blocks]
        facts = [judge.judged(block) for block, judge in of_block]
        if coq:
            read = zip(of_block, facts, strict=True)
            facts = [judge.read(block, item) for (block, judge), item in read]
    if json:
        print_json(facts)
    else:
        for item in facts:
            _print(item, document)
    if any("refused" in (item.result, item.second_reader) for item in facts):
        raise typer.Exit(REFUSED)
    if any(item.result == "open" or item.second_reader in UNREAD for item in facts):
        raise typer.Exit(UNDECIDED)


def _document(file: Path) -> Document | None:
    """The document to which a file belongs, which is opened without its programs."""
    from banditproof.paper_checks.other_papers.opening import open_document
    from banditproof.paper_checks.statements.document_header import DOCUMENT
    from banditproof.paper_checks.statements.documents import SHIPPED

    home = next((at for at in file.resolve().parents if (at / DOCUMENT).is_file()), None)
    if home is None:
        return None
    shipped = {document.home.resolve(): document for document in SHIPPED}
    return shipped.get(home) or open_document(home, texts_only=True)


def _known_before(
    line: int, file: Path, blocks: tuple[Block, ...], judges: dict[bool, Judge]
) -> str:
    from banditproof.theory.logic.pages import THEOREM

    for block in blocks:
        if block.number <= line < block.number + len(block.rows):
            return judges[block.word == THEOREM].known_before(block, line)
    raise ValueError(f"No theorem and no proof of {file} has a line {line}.")


def _open(one: SentenceFacts) -> str:
    """What is open: its number, its words, what remains to be shown, and its place."""
    words = f"{one.words.rstrip('.,:;')}: " if one.words and one.says else one.words
    return f"{one.number}. {words}{one.says} ({one.place})"


def _print(facts: JudgedFacts, document: Document | None) -> None:
    formal = facts.word == "theorem"
    rows = [(facts.word, facts.theorem), ("result", coloured(facts.result))]
    if said := _of_another_document(facts.theorem, document):
        rows.append(("name", said))
    if facts.fault is not None:
        rows.append(("fault", facts.fault))
    else:
        rows.append(("statement", facts.statement or ""))
        if facts.says_nothing:
            what = "its premises" + " and the axioms of its folder" * bool(facts.axioms_of_folder)
            rows.append(("warning", f"{what} contradict each other, so it says nothing"))
        rows += [("given", said) for said in facts.supposed]
        rows += [("defined here", said) for said in facts.words_of_folder]
        rows += [("open", _open(one)) for one in facts.left_open]
        rows += _supports(facts) if formal else _graded(facts)
    if facts.second_reader is not None:
        from banditproof.theory.prover.coq.answers import CoqSays

        said = CoqSays(facts.second_reader).sentence(facts.second_reader_why or "")
        rows.append(("second reader", said))
    rows.append(("time", f"{facts.seconds:.3g} s"))
    print_table(("", ""), rows)
    print_text("")


def _of_another_document(title: str, document: Document | None) -> str:
    """What a reader has to know of an ID that a shipped document gives to something else."""
    from banditproof.paper_checks.statements.documents import document_of_id

    other = document_of_id(title.partition(" ")[0])
    if other is None or other is document:
        return ""
    return f"one of {other.name}; this file is no part of it, and shows only what stands here"


def _graded(facts: JudgedFacts) -> list[tuple[str, str]]:
    """The rows about the grade of a proof by steps, and the numbers without which it is points."""
    why = "as no real case is known" if facts.lack_of_case else "by what is open"
    case = facts.lack_of_case or facts.real_case
    return [*([("real case", case)] if case else []), ("grade", f"{facts.grade}, {why}")]


def _supports(facts: JudgedFacts) -> list[tuple[str, str]]:
    """The rows about what the proof of a theorem rests on."""
    shipped = [name for name in facts.axioms if name not in facts.axioms_of_folder]
    rows = [("axioms", ", ".join(shipped) or "none")]
    if facts.axioms_of_folder:
        own = ", ".join(facts.axioms_of_folder)
        rows.append(("of this folder", f"{own}: axioms that nobody else has read"))
    if facts.cited:
        rows.append(("cited", f"{', '.join(facts.cited)} (without a formal proof yet)"))
    steps = "1 step" if facts.arithmetic == 1 else f"{facts.arithmetic} steps"
    return [*rows, ("arithmetic", f"{steps}, which the checker showed")]
