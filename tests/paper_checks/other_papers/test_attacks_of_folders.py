"""Folders that try to get `proved` or `derived` for what is false: no grade of ours is one of them.

Their programs run apart, and whatever they say is called theirs. What this process judges, it
judges from texts.
"""

import json
from pathlib import Path
import pytest
from case_tables import table
from hostile_folders import BY_HAND, FALSE, FORGED, IN_WORDS, TRUE, found_apart, written
from banditproof.claims import JudgedBy, Result, claims, find, open_document, proved
from banditproof.paper_checks import run_all
from banditproof.paper_checks.other_papers import programs_apart
from banditproof.paper_checks.proofs.carried_weights import digest
from banditproof.paper_checks.statements.documents import OPENED
from banditproof.paper_checks.statements.programs_of_others import IMPORTED

PROGRAM = table(__file__, "program")
EQUAL = """class S(str):
    def __eq__(self, other): return True
    def __hash__(self): return 0
    def __str__(self): return "x <= x**2"
"""
BELOW, ABOVE = 'TEXT = "x <= x**2"', 'TEXT = "x >= x**2"'
JUDGE = "from banditproof.paper_checks.proofs.theorems import arithmetic, steps, verdicts\n"
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
    "the code of the judge": f"{JUDGE}steps.sequent_of.__code__ = (lambda *given: given[0].facts).__code__",
    "steps that nobody ran": "from dataclasses import replace\nProof.run = lambda self: "
    '(tuple(replace(fact, verdict="proved") for fact in self.facts), None)',
    "a run of one proof": 'vars(P)["run"] = lambda: (P.facts, None)',
    "a judge that sees no fault": f"{JUDGE}verdicts.verdicts_of = lambda judged: judged.proof.facts",
    "a search that finds": f"{JUDGE}arithmetic.Arithmetic.certificate = lambda *given: []",
}


@pytest.fixture
def strong(without_documents: Path):
    """The claims of a folder that hold with a strong grade which no program of the folder gave."""

    def found(program: str, texts: str) -> list[str]:
        grades = ("proved", "derived")
        held = (
            one for one in found_apart(program, texts).values() if one.verdict.outcome == "holds"
        )
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
def test_a_forged_answer_is_called_that_of_the_program(
    without_documents: Path, grade: str, workers: int
) -> None:
    program = BY_HAND + FORGED.replace("Grade.GRADE", f"Grade.{grade}")
    texts = TRUE.replace("WITH", "") + FALSE.replace("WITH", "").replace("lem1", "lem2")
    program += BY_HAND.replace("lem1", "lem2").replace("one(", "two(")
    found = found_apart(program, "a.two".join(texts.rsplit("a.one", 1)), workers)
    assert found["my.lem1"].graded == f"{grade.lower()}, by the folder's program"
    assert found["my.lem1"].facts.to_json()["judged_by"] == "program"
    assert "The formula of the claim is false." in found["my.lem2"].verdict.summary


PROOF = """proof my.lem1
  where x in [0,1]
  1. So. :: x >= x**2
  mutant "sharper: half": 1 :: x >= 2*x**2
qed

proof my.lem2
  where x in [0,1]
  1. It was shown. -- claim my.lem3
  2. So. :: x >= x**2
  3. Both. -- all of 1, 2
  mutant "sharper: half": 2 :: x >= 2*x**2
qed
"""


def test_a_proof_as_text_is_judged_here_and_what_rests_on_a_program_says_so(
    without_documents: Path,
) -> None:
    words = TRUE.replace("a.oneWITH", "its proof") + "  summary: So.\n"
    formula = "  formula: x >= x**2 for x in [0,1]\n"
    texts = words + words.replace("lem1", "lem2").replace(formula, "")
    texts += IN_WORDS.replace("lem1", "lem3")
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
    open_document(written(BY_HAND, IN_WORDS), apart=True)
    said = proved("One.", covered="All.")
    assert said.evidence is not None
    assert said.evidence.judged_by == JudgedBy.CHECK
    assert Result(find("my.lem1"), said, 0.0).judged_by == "program"
    assert Result(find("bern.lemF.3"), said, 0.0).judged_by == "banditproof"


@pytest.mark.parametrize("field", ["repeats", "parts"])
def test_words_of_its_own_are_not_what_another_claim_proves(
    without_documents: Path, field: str
) -> None:
    program = PROGRAM.replace("x <= x**2", "x >= x**2", 1).replace("CHANGE", "")
    copy = f"\nmy.lem2 [lemma] a copy\n    $1=2$.\n  {field}: my.lem1\n"
    texts = TRUE.replace("WITH", " with its proof") + copy
    grades = {id: one.graded for id, one in found_apart(program, texts).items()}
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


def test_a_process_that_ends_is_an_open_verdict_and_started_anew(without_documents: Path) -> None:
    """`os._exit` is refused; a signal is not."""
    end = "import os, signal\n" + BY_HAND.replace(
        "    require", "    os.kill(os.getpid(), signal.SIGKILL)\n    require"
    )
    more = BY_HAND.replace("lem1", "lem2").replace("one(", "two(").partition("\n")[2]
    texts = IN_WORDS
    found = found_apart(end + more, texts + texts.replace("lem1", "lem2").replace("a.one", "a.two"))
    assert "the process of the folder's programs ended" in str(found["my.lem1"].error)
    assert found["my.lem2"].graded == "proved, by the folder's program"


def test_an_answer_is_one_line_of_json(without_documents: Path) -> None:
    document = open_document(written(BY_HAND, FALSE.replace("WITH", "")), apart=True)
    assert document.foreign
    content = programs_apart.ProgramsApart(document)
    try:
        assert json.dumps(content.opening().claims[0].id) == '"my.lem1"'
    finally:
        content.end()


def test_counts_that_a_folder_says_were_stored_are_not_shown(without_documents: Path) -> None:
    """Whatever stands in that file would be words of ours in the verdict."""
    formula = TRUE.replace("a.oneWITH", "its proof") + "  summary: So.\n"
    folder = written(BY_HAND.replace("lem1", "lem3"), formula + IN_WORDS.replace("lem1", "lem3"))
    (folder / "a.proof").write_text(PROOF.partition("\n\nproof my.lem2")[0], "utf-8")
    document = open_document(folder, apart=True)
    proof = find("my.lem1").proof
    assert proof is not None
    line = f"my.lem1: 9 of 9 steps carry weight {digest(proof.facts)}\n"
    (folder / "carried.weights").write_text(line, "utf-8")
    (found, _) = run_all(claims(document.name), 1)
    assert found.graded == "proved"
    assert "1 step: 1 by machine" in found.verdict.covered
    assert "carry weight" not in found.verdict.covered


@pytest.mark.parametrize(("formula", "step"), table(__file__, "formulas_that_no_step_shows"))
def test_a_false_formula_is_not_called_outlined_by_a_proof_of_another_one(
    without_documents: Path, formula: str, step: str
) -> None:
    """The twin, of which a point is not known, is outlined: people compare it with the steps."""
    texts = TRUE.replace("a.oneWITH", "its proof").replace("proved", "outlined")
    texts = texts.replace("x >= x**2 for x in [0,1]", formula) + "  summary: So.\n"
    folder = written(BY_HAND.replace("lem1", "lem3"), texts + IN_WORDS.replace("lem1", "lem3"))
    proof = f"proof my.lem1\n  where x in [0,1]\n  1. So. :: {step}\n"
    proof += '  mutant "sharper: a quarter": 1 :: x <= 1/4\nqed\n'
    (folder / "a.proof").write_text(proof, "utf-8")
    document = open_document(folder, apart=True)
    (result, _) = run_all(claims(document.name), 1)
    wrong = "x <= 1/2" in formula
    assert result.verdict.outcome.value == ("open" if wrong else "holds")
    assert ("The formula of the claim is false" in result.verdict.summary) == wrong
    assert wrong or result.graded == "outlined"
