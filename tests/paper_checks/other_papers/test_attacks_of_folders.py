"""Folders that try to get `proved` or `derived` for what is false: no grade of ours is one of them.

Their programs run apart, and whatever they say is called theirs. What this process judges, it
judges from texts.
"""

import json
import sys
from pathlib import Path
import pytest
from case_tables import table
from banditproof.algorithms.sweeps.task import Finished
from banditproof.claims import JudgedBy, Result, claims, find, open_document, proved
from banditproof.paper_checks import run_all
from banditproof.paper_checks.other_papers import programs_apart, told_claims
from banditproof.paper_checks.running.check_tasks import answer_to, tasks_of
from banditproof.paper_checks.statements.documents import OPENED
from banditproof.paper_checks.statements.files_of_claims import texts_now
from banditproof.paper_checks.statements.programs_of_others import IMPORTED

DOCUMENT = "# T\n\nname: my-paper\nprefix: my\n"
FALSE = """
my.lem1 [lemma] a false bound
    $x\\le x^2$ on $[0,1]$.
  holds, proved -- a.oneWITH
  formula: x <= x**2 for x in [0,1]
"""
IN_WORDS = FALSE.replace("WITH", "").replace("  formula: x <= x**2 for x in [0,1]\n", "")
TRUE = FALSE.replace("x <= x**2", "x >= x**2").replace("\\le", "\\ge")
PROGRAM = table(__file__, "program")
EQUAL = """class S(str):
    def __eq__(self, other): return True
    def __hash__(self): return 0
    def __str__(self): return "x <= x**2"
"""
BELOW, ABOVE = 'TEXT = "x <= x**2"', 'TEXT = "x >= x**2"'
SO = 'lambda self, context: (StepVerdict.PROVED, "so")'
CHANGES = {
    "nothing": "",
    "a text that equals all others": (f'{EQUAL}TEXT = S("x >= x**2")', ""),
    "a formula that is set afterwards": (
        ABOVE,
        'P.steps[0].relations\nobject.__setattr__(P.steps[0], "formula", "x <= x**2")',
    ),
    "relations of another step": 'vars(P.steps[0])["relations"] = Inequality(1, "s", "x >= 0")',
    "a check of a step": f'vars(P.steps[0])["check"] = {SO}',
    "a check of all steps": f"Inequality.check = {SO}",
    "a class of the same name": f'class I(Inequality): check = {SO}\nI.__name__ = "Inequality"\n'
    'P = Proof("my.lem1", where="x in [0,1]", steps=(I(1, "So.", TEXT),))',
    "the code of a check": f"Inequality.check.__code__ = ({SO}).__code__",
    "steps that nobody ran": "from dataclasses import replace\nProof.run = lambda self: "
    '(tuple(replace(fact, verdict="proved") for fact in self.facts), None)',
    "a run of one proof": 'vars(P)["run"] = lambda: (P.facts, None)',
    "no goals": "import sys\nsys.modules[Inequality.__module__].goals = lambda *given: ()",
    "a search that finds": "import sys\nsys.modules[Inequality.__module__].settle = "
    'lambda *given: "found"',
}
BY_HAND = """from banditproof.claims import *
@checks("my.lem1", mutants={"another": {"b": 2}})
def one(b=1):
    require(b == 1, "No.", b=b)
    return proved("One.", covered="All.")
"""
FORGED = """
from banditproof.paper_checks.other_papers import programs_process
from banditproof.verify.evidence import Evidence, Grade, JudgedBy
from banditproof.paper_checks.verdicts.verdict import ForAll, Outcome, Verdict
from banditproof.paper_checks.running.verdicts_as_json import content_of
V = Verdict(Outcome.HOLDS, "So.", Evidence(Grade.GRADE, judged_by=JudgedBy.BANDITPROOF), "All.",
            "", ForAll.MACHINE)
programs_process._answer = lambda about: content_of((V, 0.0, None), about)
"""
"""A program that puts an answer of its own in the place of what answers for it."""


def written(program: str, texts: str) -> Path:
    folder = Path("my-paper")
    folder.mkdir()
    (folder / "document.claims").write_text(DOCUMENT + texts, encoding="utf-8")
    (folder / "a.py").write_text(program, encoding="utf-8")
    return folder


@pytest.fixture
def results(without_documents: Path, monkeypatch: pytest.MonkeyPatch):
    """The results of a folder whose programs run apart from this process."""
    IMPORTED.clear()  # other tests import folders; those are closed

    def found(program: str, texts: str, workers: int = 1) -> dict[str, Result]:
        document = open_document(written(program, texts), apart=True)
        results = run_all(claims(document.name), workers)
        assert not [name for name in sys.modules if name.startswith(document.package)]
        return {result.claim.id: result for result in results}

    return found


@pytest.fixture
def strong(results):
    """The claims of a folder that hold with a strong grade which no program of the folder gave."""

    def found(program: str, texts: str) -> list[str]:
        grades = ("proved", "derived")
        held = (one for one in results(program, texts).values() if one.verdict.outcome == "holds")
        return [one.claim.id for one in held if one.graded in grades]

    return found


@pytest.mark.parametrize("name", CHANGES)
def test_no_program_gets_proved_for_a_false_formula(strong, name: str) -> None:
    change = CHANGES[name]
    before, after = (BELOW, change) if isinstance(change, str) else change
    program = PROGRAM.replace(BELOW, before).replace("CHANGE", after)
    assert strong(program, FALSE.replace("WITH", " with its proof")) == []


def test_a_formula_is_not_proved_by_saying_so(strong) -> None:
    assert strong(BY_HAND, FALSE.replace("WITH", "")) == []


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("grade", ["PROVED", "DERIVED"])
def test_a_forged_answer_is_called_that_of_the_program(results, grade: str, workers: int) -> None:
    program = BY_HAND + FORGED.replace("Grade.GRADE", f"Grade.{grade}")
    texts = FALSE.replace("WITH", "") + FALSE.replace("WITH", "").replace("lem1", "lem2")
    program += BY_HAND.replace("lem1", "lem2").replace("one(", "two(")
    found = results(program, "a.two".join(texts.rsplit("a.one", 1)), workers)
    said = f"{grade.lower()}, by the folder's program"
    assert {one.graded for one in found.values()} == {said}
    assert {one.facts.to_json()["judged_by"] for one in found.values()} == {"program"}


PROOF = """proof my.lem1
where x in [0,1]
1. So. :: x >= x**2
mutant "sharper: half": 1 :: x >= 2*x**2

proof my.lem2
where x in [0,1]
1. It was shown. -- claim my.lem3
2. So. :: x >= x**2
3. Both. -- all of 1, 2
mutant "sharper: half": 2 :: x >= 2*x**2
"""


def test_a_proof_as_text_is_judged_here_and_what_rests_on_a_program_says_so(
    without_documents: Path,
) -> None:
    words = TRUE.replace("a.oneWITH", "its proof") + "  summary: So.\n"
    formula = "  formula: x >= x**2 for x in [0,1]\n"
    texts = words + words.replace("lem1", "lem2").replace(formula, "")
    texts += IN_WORDS.replace("lem1", "lem3")
    IMPORTED.clear()
    folder = written(BY_HAND.replace("lem1", "lem3"), texts)
    (folder / "a.proof").write_text(PROOF, "utf-8")
    document = open_document(folder, apart=True)
    found = {one.claim.id: one.graded for one in run_all(claims(document.name), 1)}
    assert found["my.lem1"] == "proved"
    assert found["my.lem2"].endswith(", by the folder's program")
    assert found["my.lem3"] == "proved, by the folder's program"


def test_what_runs_in_the_users_own_process_is_the_programs_word(without_documents: Path) -> None:
    open_document(written(BY_HAND, IN_WORDS))
    (result,) = run_all(claims("my-paper"), 1)
    assert result.graded == "proved, by the folder's program"
    assert "my-paper" in IMPORTED


def test_a_grade_of_a_check_is_that_of_whose_check_it_is(without_documents: Path) -> None:
    """Where nothing says who judged a claim of a folder, nobody of this package did."""
    IMPORTED.clear()
    open_document(written(BY_HAND, IN_WORDS), apart=True)
    said = proved("One.", covered="All.")
    assert said.evidence is not None
    assert said.evidence.judged_by == JudgedBy.CHECK
    assert Result(find("my.lem1"), said, 0.0).judged_by == "program"
    assert Result(find("bern.lemF.3"), said, 0.0).judged_by == "banditproof"


@pytest.mark.parametrize("field", ["repeats", "parts"])
def test_words_of_its_own_are_not_what_another_claim_proves(results, field: str) -> None:
    program = PROGRAM.replace("x <= x**2", "x >= x**2", 1).replace("CHANGE", "")
    copy = f"\nmy.lem2 [lemma] a copy\n    $1=2$.\n  {field}: my.lem1\n"
    texts = TRUE.replace("WITH", " with its proof") + copy
    grades = {id: one.graded for id, one in results(program, texts).items()}
    assert grades == {
        "my.lem1": "proved, by the folder's program",
        "my.lem2": "outlined, by the folder's program",
    }


LIES = {
    "the ID of another document": ("my.lem1", "bern.thm3.1"),
    "a file for an ID": ("my.lem1", "my.../x"),
    "no JSON": ('"wrong":""', "wrong"),
    "a list for a text": ('"module":"', '"module":1,"m":"'),
    "a module elsewhere": ('"module":"banditproof_paper', '"module":"os'),
}


@pytest.mark.parametrize("lie", LIES)
def test_what_a_process_declares_is_checked_as_data(
    without_documents: Path, monkeypatch: pytest.MonkeyPatch, lie: str
) -> None:
    old, new = LIES[lie]
    heard = programs_apart.ProgramsApart._heard

    def told(self: programs_apart.ProgramsApart) -> bytes:
        content = heard(self).decode()
        assert old in content
        return content.replace(old, new).encode()

    monkeypatch.setattr(programs_apart.ProgramsApart, "_heard", told)
    with pytest.raises(ValueError, match="programs of my-paper"):
        open_document(written(BY_HAND, FALSE.replace("WITH", "")), apart=True)
    assert OPENED == {}


def test_a_process_that_ends_is_an_open_verdict_and_started_anew(results) -> None:
    """`os._exit` is refused; a signal is not."""
    end = "import os, signal\n" + BY_HAND.replace(
        "    require", "    os.kill(os.getpid(), signal.SIGKILL)\n    require"
    )
    more = BY_HAND.replace("lem1", "lem2").replace("one(", "two(").partition("\n")[2]
    texts = IN_WORDS
    found = results(end + more, texts + texts.replace("lem1", "lem2").replace("a.one", "a.two"))
    assert "the process of the folder's programs ended" in str(found["my.lem1"].error)
    assert found["my.lem2"].graded == "proved, by the folder's program"


def test_an_answer_is_one_line_of_json(without_documents: Path) -> None:
    IMPORTED.clear()
    document = open_document(written(BY_HAND, FALSE.replace("WITH", "")), apart=True)
    assert document.foreign
    content = programs_apart.ProgramsApart(document)
    try:
        assert json.dumps(content.opening().claims[0].id) == '"my.lem1"'
    finally:
        content.end()


REWRITES = """from pathlib import Path
import sys
FILE = Path(sys.modules[__package__].__path__[0]) / "a.proof"
FILE.FUNCTION
"""
"""A program that edits a text of its folder when it is imported."""
EDITS = {
    "a true step": "write_text(FILE.read_text().replace('So. :: x <=', 'So. :: x >='))",
    "a true theorem": "write_text(FILE.read_text().replace('1 <= 0', '1 <= 2'))",
    "a second file": "with_name('b.proof').write_text('theorem my.lem2: 1 <= 0\\n  show\\nqed\\n')",
}
STEPS = "proof my.lem1\nwhere x in [0,1]\n1. So. :: x <= x**2\n"
STEPS += 'mutant "m": 1 :: x <= x**2/2\n\n'
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
    IMPORTED.clear()
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


def test_an_answer_about_another_claim_is_none(results) -> None:
    """A program that answers each question with what it says of its first claim."""
    lie = "content_of((V, 0.0, None), about._replace(id='my.lem1'))"
    program = BY_HAND + FORGED.replace("Grade.GRADE", "Grade.PROVED")
    program = program.replace("content_of((V, 0.0, None), about)", lie)
    program += BY_HAND.replace("lem1", "lem2").replace("one(", "two(")
    texts = IN_WORDS + IN_WORDS.replace("lem1", "lem2").replace("a.one", "a.two")
    found = results(program, texts)
    assert found["my.lem1"].grade == "proved"
    assert "it is about my.lem1, and the question" in str(found["my.lem2"].error)
    assert found["my.lem2"].grade is None


def test_an_answer_about_other_texts_is_none(without_documents: Path) -> None:
    """The process that is started anew has read what an editor, or a program, wrote since."""
    IMPORTED.clear()
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
    IMPORTED.clear()
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
    IMPORTED.clear()
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
