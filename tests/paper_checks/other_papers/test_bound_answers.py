"""Answers are about a claim, a mutant and texts; what a program writes later changes none of these."""

import json
from pathlib import Path
import pytest
from hostile_folders import BY_HAND, DOCUMENT, FORGED, IN_WORDS, found_apart, written
from banditproof.algorithms.sweeps.task import Finished
from banditproof.claims import claims, find, open_document
from banditproof.paper_checks import run_all
from banditproof.paper_checks.other_papers import programs_apart, told_claims
from banditproof.paper_checks.running.check_tasks import answer_to, tasks_of
from banditproof.paper_checks.statements.files_of_claims import texts_now

REWRITES = """from pathlib import Path
import os
import sys
FILE = Path(sys.modules[__package__].__path__[0]) / "a.proof"
def put(file, text):
    part = file.with_name(f"{os.getpid()}.part")
    part.write_text(text)
    part.replace(file)
FUNCTION
"""
"""A program that edits a text of its folder when it is imported; at once, as several may run."""
EDITS = {
    "a true step": "put(FILE, FILE.read_text().replace('So. :: x <=', 'So. :: x >='))",
    "a true theorem": "put(FILE, FILE.read_text().replace('1 <= 0', '1 <= 2'))",
    "a second file": "put(FILE.with_name('b.proof'), 'theorem my.lem2: 1 <= 0\\n  show\\nqed\\n')",
}
STEPS = "proof my.lem1\n  where x in [0,1]\n  1. So. :: x <= x**2\n"
STEPS += '  mutant "m": 1 :: x <= x**2/2\nqed\n\n'
STEPS += "theorem my.lem2: 1 <= 0\n  show\nqed\n"
SEEN = "\nmy.lem2 [lemma] a\n    $1\\le0$.\n  holds -- a.one\n"


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("edit", EDITS)
def test_a_text_that_a_program_rewrites_is_judged_as_it_was(
    without_documents: Path, edit: str, workers: int
) -> None:
    """A false step and a false theorem do not become true ones behind the back of the judge."""
    words = IN_WORDS.replace("holds, proved -- a.one", "holds -- its proof")
    program = BY_HAND.replace("lem1", "lem2") + REWRITES.replace("FUNCTION", EDITS[edit])
    folder = written(program, f"{words}  summary: So.\n{SEEN}")
    (folder / "a.proof").write_text(STEPS, "utf-8")
    before = texts_now(folder.resolve())
    document = open_document(folder, apart=True)
    assert document.kept == before
    assert {file.name: file.read_text("utf-8") for file in folder.glob("*.proof")} != {
        "a.proof": STEPS
    }
    found = {one.claim.id: one for one in run_all(claims(document.name), workers)}
    assert found["my.lem1"].verdict.outcome == "fails"
    # the program of a second process read what the first one wrote
    said = "1 <= 0 does not follow", "it is about my.lem2 in other words"
    assert any(words in str(found["my.lem2"].error) for words in said[:workers])
    assert found["my.lem2"].grade is None


def test_an_answer_about_another_claim_is_none(without_documents: Path) -> None:
    """A program that answers each question with what it says of its first claim."""
    lie = "content_of((V, 0.0, None), about._replace(id='my.lem1'))"
    program = BY_HAND + FORGED.replace("Grade.GRADE", "Grade.PROVED")
    program = program.replace("content_of((V, 0.0, None), about)", lie)
    program += BY_HAND.replace("lem1", "lem2").replace("one(", "two(")
    texts = IN_WORDS + IN_WORDS.replace("lem1", "lem2").replace("a.one", "a.two")
    found = found_apart(program, texts)
    assert found["my.lem1"].grade == "proved"
    assert "it is about my.lem1, and the question" in str(found["my.lem2"].error)
    assert found["my.lem2"].grade is None


def test_an_answer_about_other_texts_is_none(without_documents: Path) -> None:
    """The process that is started anew has read what an editor, or a program, wrote since."""
    folder = written(BY_HAND, IN_WORDS)
    document = open_document(folder, apart=True)
    (first,) = run_all(claims("my-paper"), 1)
    assert first.grade == "proved"
    told_claims._APART[document.name].end()
    (folder / "document.claims").write_text(f"{DOCUMENT}{IN_WORDS.replace('x^2', '0')}", "utf-8")
    (again,) = run_all(claims("my-paper"), 1)
    assert "it is about my.lem1 in other words" in str(again.error)
    assert again.grade is None


def test_an_answer_that_nobody_waited_for_answers_no_later_question(
    without_documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = BY_HAND.replace("lem1", "lem2").replace("one(", "two(").replace("One.", "Two.")
    texts = IN_WORDS + IN_WORDS.replace("lem1", "lem2").replace("a.one", "a.two")
    document = open_document(written(BY_HAND + other, texts), apart=True)
    programs = told_claims._APART[document.name]

    def stopped(self: programs_apart.ProgramsApart) -> bytes:
        raise KeyboardInterrupt

    with monkeypatch.context() as interrupted:
        interrupted.setattr(programs_apart.ProgramsApart, "_heard", stopped)
        with pytest.raises(KeyboardInterrupt):
            programs.answer("my.lem1")
    assert programs.answer("my.lem2").summary == "Two."


@pytest.mark.parametrize("kind", ["id", "mutant", "read"])
def test_an_answer_of_a_process_that_judges_is_bound_to_its_question(
    without_documents: Path, kind: str
) -> None:
    open_document(written(BY_HAND, IN_WORDS), apart=True)
    (task,) = tasks_of([find("my.lem1")])
    content = task.content()
    (given, *rest) = json.loads(content)
    assert answer_to(task, Finished(content, 0.0))[2] is None
    given[("id", "mutant", "read").index(kind)] = "other"
    other = json.dumps([given, *rest]).encode()
    verdict, _, error = answer_to(task, Finished(other, 0.0))
    assert "it is about" in str(error)
    assert verdict.outcome == "open"
