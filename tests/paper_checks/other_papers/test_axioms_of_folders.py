"""What a folder declares for its formal proofs: its verdicts name it, and nothing shipped changes."""

import os
from collections.abc import Callable
from pathlib import Path
import pytest
from case_tables import table
from banditproof.claims import close_document, find, open_document, run
from banditproof.paper_checks.derivations.compared_formulas import digest_of
from banditproof.paper_checks.derivations.developments import (
    development_of,
    development_with,
    printed_statement,
)
from banditproof.paper_checks.derivations.stored_axioms import stored_axioms
from banditproof.paper_checks.report.graphs.claim_graph import proof_graph
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.logic.passages import Misread

SIGNED = "reads as: checked 3bcdedf5f5e7e756"
WORDS = "const size : N -> R\naxiom small: forall n. size(n) <= 1\n  source: our own\n"
FROM_ITS_AXIOM = "theorem my.lem1: forall n. size(n) <= 1\n  show by small\nqed\n"
OF_WHOLE_NUMBERS = "theorem my.lem1: forall (x : N). 0 <= x\n  show by real_nonneg\nqed\n"


ON_SHIPPED_WORDS = """theorem my.reads: forall n (L : (N -> 'a) -> Law 'b) (S : 'b -> Law 'c).
    Reads(n, L) -> Reads(n, fun (x : N -> 'a). mix(L(x), S))
  fix n L S
  assume reads
  show by processed_reads(n, L, S), reads
qed
"""


def signed_verdict(paper: Path, proof: str, **logic: str) -> Verdict:
    """The verdict of the first lemma with another formal proof, whose formula a reader signed."""
    (paper / "section_1_setting.proof").write_text(proof, "utf-8")
    for name, text in logic.items():
        (paper / f"{name}.logic").write_text(text, "utf-8")
    claims = paper / "section_1_setting.claims"
    text = claims.read_text("utf-8")
    for _ in range(2):
        document = open_document(paper)
        verdict = run(find("my.lem1")).verdict
        digest = verdict.covered.rpartition("checked ")[2][:16]
        claims.write_text(text.replace(SIGNED, f"reads as: checked {digest}"), "utf-8")
        gaps = [gap.why for gap in proof_graph().gaps("my.lem1")]
        shown = printed_statement("my.lem1")
        close_document(document)
    assert verdict.evidence is not None
    assert verdict.evidence.grade.name == "DERIVED", verdict.summary
    assert shown in verdict.covered
    assert any("axioms of its folder" in why for why in gaps) == bool(logic)
    assert "the folder's text says so, and nothing was run" in gaps
    return verdict


def test_a_verdict_names_the_axioms_of_its_folder(paper: Path) -> None:
    verdict = signed_verdict(paper, FROM_ITS_AXIOM, probability=WORDS)
    assert "It rests on 1 axiom of this folder." in verdict.summary
    assert "from 1 axiom of this folder (small), which nobody else has read" in verdict.covered


@pytest.mark.parametrize(
    ("proof", "logic", "why"), table(__file__, "what_supposes_a_contradiction_is_not_derived")
)
def test_what_supposes_a_contradiction_is_not_derived(
    paper: Path, proof: str, logic: str, why: str
) -> None:
    """A reader of the folder has signed that the formula is what the lemma says."""
    (paper / "section_1_setting.proof").write_text(proof, "utf-8")
    (paper / "own.logic").write_text(logic, "utf-8")
    claims = paper / "section_1_setting.claims"
    document = open_document(paper)
    digest = digest_of(development_of(document), "my.lem1")
    close_document(document)
    text = claims.read_text("utf-8").replace(SIGNED, f"reads as: checked {digest}")
    claims.write_text(text, "utf-8")
    document = open_document(paper)
    verdict = run(find("my.lem1")).verdict
    close_document(document)
    assert verdict.evidence is not None
    grade = "POINTS" if why else "DERIVED"
    assert (verdict.evidence.grade.name, why in verdict.not_covered) == (grade, True)


@pytest.mark.parametrize(("end", "outcome"), [("1/2", "open"), ("1", "holds"), ("2", "holds")])
def test_a_formula_beside_a_theorem_that_states_another_one_is_not_false(
    paper: Path, end: str, outcome: str
) -> None:
    """The program says nothing of it, and the theorem is that x <= 1."""
    proof = "theorem my.lem1\n  where x in [0, 1]\n  1. So. :: x <= 1\nqed\n"
    (paper / "section_1_setting.proof").write_text(proof, "utf-8")
    claims = paper / "section_1_setting.claims"
    text = claims.read_text("utf-8")
    row = f"  formula: x <= {end} for x in [0,1]\n  {SIGNED}"
    claims.write_text(text.replace(f"  {SIGNED}", row), "utf-8")
    document = open_document(paper)
    verdict = run(find("my.lem1")).verdict
    close_document(document)
    assert verdict.outcome.value == outcome
    assert ("The formula of the claim is false." in verdict.summary) == (outcome == "open")


def test_the_statement_in_print_says_which_letters_are_unusual(paper: Path) -> None:
    verdict = signed_verdict(paper, OF_WHOLE_NUMBERS)
    assert "of: ∀ (x : N). 0 ≤ x, from the axiom real_nonneg." in verdict.covered
    assert "folder" not in verdict.summary


@pytest.mark.parametrize(
    ("logic", "error"), table(__file__, "a_folder_changes_nothing_that_is_shipped")
)
def test_a_folder_changes_nothing_that_is_shipped(paper: Path, logic: str, error: str) -> None:
    (paper / "words.logic").write_text(logic, "utf-8")
    document = open_document(paper)
    result = run(find("my.lem1"))
    close_document(document)
    assert error in (result.error or "")


def test_a_theorem_stands_in_one_file(paper: Path) -> None:
    (paper / "again.proof").write_text(OF_WHOLE_NUMBERS, "utf-8")
    document = open_document(paper)
    result = run(find("my.lem1"))
    close_document(document)
    assert "The theorem my.lem1 stands elsewhere already" in (result.error or "")


def test_a_claim_has_one_formal_statement(paper: Path) -> None:
    claims = paper / "section_1_setting.claims"
    text = claims.read_text("utf-8")
    claims.write_text(text.replace(f"  {SIGNED}", f"  formally: 0 <= 1\n  {SIGNED}"), "utf-8")
    document = open_document(paper)
    result = run(find("my.lem1"))
    close_document(document)
    assert "The statement of my.lem1 stands elsewhere already" in (result.error or "")


def test_a_constant_of_a_folder_may_have_the_name_of_a_variable_of_a_shipped_theorem(
    tmp_path: Path,
) -> None:
    (tmp_path / "words.logic").write_text("\ufeffconst M : R\nlet step : R\n", "utf-8")
    (tmp_path / "my.proof").write_text(ON_SHIPPED_WORDS, "utf-8")
    assert development_with(tmp_path / "my.proof")[0].derive("my.reads").axioms == ()


@pytest.mark.parametrize("name", ["pr_any", "concentrated_chances", "laplace_sides"])
def test_what_a_folder_marks_auto_is_not_tried_in_a_shipped_proof(
    tmp_path: Path, name: str
) -> None:
    text = "axiom small [auto]: forall (P : Law 'a) (A : 'a -> Prop). Pr(P, A) <= 2\n  source: a test\n"
    (tmp_path / "words.logic").write_text(text, "utf-8")
    (tmp_path / "my.proof").write_text(ON_SHIPPED_WORDS, "utf-8")
    development, _ = development_with(tmp_path / "my.proof")
    development.seconds = 0  # so that each step has the premises for which its proof is stored
    derivation = development.derive(name)
    assert derivation.axioms == stored_axioms()[name]
    assert derivation.of_folder == ()


@pytest.mark.parametrize(
    ("write", "error"),
    [
        (os.mkfifo, "no file that can be read"),
        (lambda file: file.symlink_to("/dev/zero"), "no file that can be read"),
        (lambda file: file.write_bytes(b"# \xe9"), "words.logic:1:1: What stands here is not text"),
    ],
    ids=["pipe", "device", "encoding"],
)
def test_what_is_no_text_is_not_read(
    tmp_path: Path, write: Callable[[Path], None], error: str
) -> None:
    write(tmp_path / "words.logic")
    (tmp_path / "my.proof").write_text(ON_SHIPPED_WORDS, "utf-8")
    with pytest.raises(ValueError, match=error):
        development_with(tmp_path / "my.proof")


def test_a_name_in_two_other_files_stops_no_file_and_is_not_cited(tmp_path: Path) -> None:
    theorem = "theorem my.{}: 0 <= {}\n  show{}\nqed\n"
    (tmp_path / "a.proof").write_text(theorem.format("twice", 1, ""), "utf-8")
    (tmp_path / "b.proof").write_text(theorem.format("twice", 2, ""), "utf-8")
    file = tmp_path / "c.proof"
    file.write_text(
        theorem.format("one", 3, "") + theorem.format("two", 1, " by my.twice"), "utf-8"
    )
    assert development_with(file)[0].derive("my.one").axioms == ()
    with pytest.raises(Misread, match=r"Nothing is known here by the name my\.twice"):
        development_with(file)[0].derive("my.two")
    (tmp_path / "b.proof").unlink()
    assert development_with(file)[0].derive("my.two").axioms == ()
    own = tmp_path / "a.proof"
    (tmp_path / "b.proof").write_text(theorem.format("twice", 2, ""), "utf-8")
    assert development_with(own)[0].derive("my.twice").name == "my.twice"
