"""What a folder declares for its formal proofs: its verdicts name it, and nothing shipped changes."""

from pathlib import Path
import pytest
from case_tables import table
from banditproof.claims import close_document, find, open_document, run
from banditproof.paper_checks.derivations.developments import printed_statement
from banditproof.paper_checks.report.graphs.claim_graph import proof_graph
from banditproof.paper_checks.verdicts.verdict import Verdict

SIGNED = "reads as: checked 41ed54e6026d6466"
WORDS = "const size : N -> R\naxiom small: forall n. size(n) <= 1\n  source: our own\n"
FROM_ITS_AXIOM = "theorem my.lem1: forall n. size(n) <= 1\n  show by small\nqed\n"
OF_WHOLE_NUMBERS = "theorem my.lem1: forall (x : N). 0 <= x\n  show by real_nonneg\nqed\n"


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
        gaps = {gap.claim: gap.why for gap in proof_graph().gaps("my.lem1")}
        shown = printed_statement("my.lem1")
        close_document(document)
    assert verdict.evidence is not None
    assert verdict.evidence.grade.name == "DERIVED", verdict.summary
    assert shown in verdict.covered
    assert ("my.lem1" in gaps) == bool(logic)
    return verdict


def test_a_verdict_names_the_axioms_of_its_folder(paper: Path) -> None:
    verdict = signed_verdict(paper, FROM_ITS_AXIOM, probability=WORDS)
    assert "It rests on 1 axiom of this folder." in verdict.summary
    assert "from 1 axiom of this folder (small), which nobody else has read" in verdict.covered


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
