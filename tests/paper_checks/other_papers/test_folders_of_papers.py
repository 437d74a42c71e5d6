"""A folder about another paper: made, opened, run, closed, and refused with one sentence."""

import re
import sys
import tomllib
from pathlib import Path
import pytest
from banditproof.claims import close_document, find, open_document, run, run_all
from banditproof.paper_checks.report.graphs.claim_graph import described, proof_graph
from banditproof.paper_checks.statements.catalogue import DOCUMENTS, catalogue, doubts, sections
from banditproof.paper_checks.statements.claim import REGISTERED
from banditproof.paper_checks.statements.documents import OPENED, SHIPPED, document_of_id
from banditproof.paper_checks.statements.index import claim_index, text_index
from banditproof.paper_checks.statements.registry import claims
from banditproof.paper_checks.statements.resolver import resolve
from banditproof.paper_checks.textbook import TEXTBOOK

SHARPER = '@mutant("sharper: by at most 1/2", most=Fraction(1, 2))\n'


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def add(file: Path, line: str) -> None:
    with file.open("a", encoding="utf-8") as end:
        end.write(f"{line}\n")


def test_a_new_folder_holds_examples_that_run_and_notice_their_mutants(paper: Path) -> None:
    document = open_document(paper)
    assert (document.title, document.prefix, document.shown) == (
        "On Private Bandits",
        "my",
        "my-paper",
    )
    results = {}
    for claim in claims("my-paper"):
        result = run(claim)
        assert result.as_recorded, result.verdict.summary
        assert all(not run(claim, **mutant).as_recorded for mutant in claim.mutants.values())
        sharp = result.verdict.sharpness is not None
        assert not sharp or any(name.startswith("sharper") for name in claim.mutants)
        results[claim.id] = (claim.label, claim.place, result.verdict.outcome.value, result.grade)
    assert results == {
        "my.lem1": ("Lemma 1", "Section 1, (1), p. 2", "holds", "derived"),
        "my.lem2": ("Lemma 2", "Section 1, (2), p. 2", "fails", "proved"),
        "my.lem2.repaired": ("Lemma 2", "Section 1, (2), p. 2", "holds", "points"),
        "my.thm3": ("Theorem 3", "Section 2, (3), p. 4", "holds", "outlined"),
        "my.rem4": ("Remark 4", "Section 2, p. 5", "open", None),
    }
    assert find("my.lem1").file == "my-paper/section_1_setting.py"
    assert (find("my.rem4").file, find("my.rem4").line) == ("my-paper/section_2_bounds.claims", 8)
    assert document.source(find("my.lem1").file).is_file()
    assert list(paper.rglob("*.pyc")) == []


def test_an_opened_document_joins_the_five_and_leaves_no_trace(paper: Path) -> None:
    registered = dict(REGISTERED)
    document = open_document(paper)
    assert open_document(paper) is document
    assert DOCUMENTS["my-paper"] == "On Private Bandits"
    assert document_of_id("my.lem1") is document
    assert catalogue()["my.lem2"].at == "(2), p. 2"
    assert sections("my-paper")["1"].title == "Setting"
    assert claim_index()["my.lem1"].line > 1
    assert resolve(["Lemma 1", "thm3", "my.lem2*"], "my-paper").ids == (
        "my.lem1",
        "my.thm3",
        "my.lem2",
        "my.lem2.repaired",
    )
    close_document(document)
    assert list(DOCUMENTS) == [item.name for item in SHIPPED]
    assert registered == REGISTERED
    assert claim_index() is text_index()
    assert not any(name.startswith("banditproof_paper") for name in sys.modules)
    with pytest.raises(ValueError, match=r"There is no claim 'my\.lem1'"):
        find("my.lem1")


def test_a_folder_that_was_changed_is_read_anew_after_it_was_closed(paper: Path) -> None:
    close_document(open_document(paper))
    change(paper / "section_1_setting.claims", "how much one reward", "by how much one reward")
    change(paper / "section_1_setting.py", SHARPER, "")
    open_document(paper)
    assert find("my.lem1").title.startswith("by how much")
    assert list(find("my.lem1").mutants) == ["rewards in [-1, 1]"]


def test_a_formula_that_changed_since_it_was_compared_is_not_derived(paper: Path) -> None:
    file = paper / "section_1_setting.proof"
    text = file.read_text("utf-8")
    for old, new, grade in (
        ("<= 1", "<= 1", "derived"),
        ("sum(n, s)) <= 1", "sum(n, s)) <= 2", "points"),
    ):
        file.write_text(text.replace(old, new), "utf-8")
        document = open_document(paper)
        verdict = run(find("my.lem1")).verdict
        close_document(document)
        assert verdict.evidence is not None
        assert verdict.evidence.grade.name.lower() == grade
    assert "who has writes `reads as: checked " in verdict.covered


@pytest.mark.slow
def test_checks_run_in_other_processes(paper: Path) -> None:
    open_document(paper)
    results = run_all(claims("my-paper")[:2], workers=2)
    assert [result.verdict.outcome.value for result in results] == ["holds", "fails"]
    assert claim_index()["my.lem1"].grade == "derived"


def test_claims_rest_on_the_five_documents_and_on_facts_of_their_own(paper: Path) -> None:
    add(paper / "section_2_bounds.claims", "\nmy.cor5 [corollary at p. 6] a consequence")
    add(paper / "section_2_bounds.claims", "\nmy.def6 [definition at p. 6] the same as elsewhere")
    (paper / "section_2_consequences.py").write_text(
        """
from banditproof.claims import OnClaim, Proof, Textbook, Given, Parts, Verdict, claim, repeated
from banditproof.claims import textbook_fact

FACT = textbook_fact(
    "half", "Half of a number is half of it.", reference="A Book, Theorem 7",
    hypotheses=("x >= 0",), conclusions=("h <= x",), patterns={"x >= 0": "x >= 0"},
)
PROOF = Proof("my.cor5", where="y in [0,1], z in [0,1]", steps=(
    Given(1, "A number.", "y >= 0"),
    Textbook(2, "Its half.", "z <= y", fact=FACT, hypotheses={"x >= 0": 1},
             instance={"x": "y", "h": "z"}),
    OnClaim(3, "The slope.", claim="bern.lemF.3"),
    OnClaim(4, "The variance.", claim="my.thm3"),
    Parts(5, "All.", uses=(2, 3, 4)),
))

@claim("my.cor5", "A corollary.", recorded="holds", mutants={
    "a larger half": {"proof": PROOF.changed(2, formula="z <= y/2")}})
def corollary(proof: Proof = PROOF) -> Verdict:
    return proof.verdict("It follows.")

repeated("my.def6", of="bern.def2.1", statement="A policy.")
""",
        encoding="utf-8",
    )
    open_document(paper)
    result = run(find("my.cor5"))
    assert (result.verdict.outcome.value, result.grade) == ("holds", "outlined")
    assert find("my.cor5").rests_on == ("textbook.my.half", "bern.lemF.3", "my.thm3")
    assert not run(find("my.cor5"), **find("my.cor5").mutants["a larger half"]).as_recorded
    shown = described(proof_graph(), "textbook.my.half")
    assert shown == "textbook fact of my-paper: Half of a number is half of it."
    assert find("my.def6").repeats == "bern.def2.1"
    close_document(OPENED["my-paper"])
    assert "textbook.my.half" not in TEXTBOOK


BROKEN = tomllib.loads(Path(__file__).with_name("broken_folders.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_folder_gives_one_sentence_and_leaves_nothing(paper: Path, fault: str) -> None:
    name, edit, sentence = BROKEN[fault].values()
    if edit.startswith("+"):
        add(paper / name, edit[1:])
    else:
        change(paper / name, *edit.split("|"))
    before = dict(REGISTERED)
    with pytest.raises(ValueError, match=sentence) as refused:
        open_document(paper)
    said = str(refused.value)
    assert said.endswith((".", "?"))
    assert "\n" not in said
    assert before == REGISTERED
    assert OPENED == {}


def test_a_step_that_cannot_be_read_has_a_place(paper: Path) -> None:
    (paper / "section_2_bounds.proof").unlink()
    program = paper / "section_2_bounds.py"
    change(program, "import WRITTEN,", "import Inequality,")
    step = 'Inequality(1, "It is at most 1/4.", "p(1-p) <= 1/4")'
    change(program, "= WRITTEN", f'= Proof("my.thm3", where="p in [0,1]", steps=({step},))')
    change(program, '("my.thm3")', '("my.thm3", mutants={"none": {"proof": None}})')
    with pytest.raises(ValueError, match=r"s\.py, line 6: step 1 of my\.thm3: p is not a known"):
        open_document(paper)


def test_what_else_a_folder_cannot_have(paper: Path) -> None:
    (paper / "section-9.py").write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match="'section-9' is no name in Python"):
        open_document(paper)
    (paper / "section-9.py").unlink()
    (paper / "twice.py").write_bytes((paper / "section_2_bounds.py").read_bytes())
    with pytest.raises(
        ValueError, match=r"bounds.claims:6:39: The check of my.thm3 is .* in .*twice"
    ):
        open_document(paper)
    (paper / "twice.py").unlink()
    for name in ("section_2_bounds.proof", "section_2_bounds.claims"):
        content = (paper / name).read_bytes()
        (paper / name).write_bytes(b"# A\n\xff")
        with pytest.raises(ValueError, match=rf"{name}:2:1: .* is not text in UTF-8"):
            open_document(paper)
        (paper / name).write_bytes(content)
    (paper / "section_2_bounds.claims").unlink()
    (paper / "section_2_bounds.claims").mkdir()
    with pytest.raises(ValueError, match=r"my\.thm3, which is checked here"):
        open_document(paper)
    with pytest.raises(ValueError, match="There is no folder elsewhere"):
        open_document("elsewhere")


def test_a_check_without_mutants_is_refused(paper: Path) -> None:
    text = (paper / "section_2_bounds.proof").read_text(encoding="utf-8")
    bare = re.sub(r"mutant .*\n", "", text)
    (paper / "section_2_bounds.proof").write_text(bare, encoding="utf-8")
    with pytest.raises(ValueError, match=r"line 6: the claim my.thm3 has no mutant.*; put @mutant"):
        open_document(paper)
    (paper / "section_2_bounds.py").unlink()
    claims_text = paper / "section_2_bounds.claims"
    change(
        claims_text,
        "section_2_bounds.variance_of_a_mean with its proof",
        "its proof\n  summary: So.",
    )
    with pytest.raises(
        ValueError, match=r"has no mutant.*; add a line below the last step of its p"
    ):
        open_document(paper)


def test_a_program_whose_text_has_no_verdict_is_told_the_line(paper: Path) -> None:
    text = paper / "section_1_setting.claims"
    change(text, "  holds, derived -- section_1_setting.change_of_a_sum\n", "")
    change(text, "  reads as: checked 3bcdedf5f5e7e756\n", "")
    with pytest.raises(
        ValueError, match=r"claims:4:1: .* indented by two, `holds, points -- (\S+)`"
    ):
        open_document(paper)
    change(
        text,
        "at most 1.\n\nmy.lem2",
        "at most 1.\n  holds, points -- section_1_setting.change_of_a_sum\n\nmy.lem2",
    )
    open_document(paper)
    assert run(find("my.lem1")).verdict.outcome.value == "holds"


def test_a_check_that_ends_the_process_or_gives_no_verdict_is_an_error(paper: Path) -> None:
    program = paper / "section_2_bounds.py"
    change(
        program, "    return proof.verdict(", "    raise SystemExit(0)\n    return proof.verdict("
    )
    document = open_document(paper)
    assert run(find("my.thm3")).error == "SystemExit: 0 (section_2_bounds.py, line 9)"
    close_document(document)
    change(program, "raise SystemExit(0)", "return None")
    open_document(paper)
    result = run(find("my.thm3"))
    assert "a check returns its verdict" in str(result.error)
    assert (result.verdict.outcome.value, result.as_recorded) == ("open", False)


def test_what_a_program_leaves_out_its_text_says(paper: Path) -> None:
    words = """
        "One reward changes the sum by at most 1.",
        covered="One to three rewards at 0, 1/2 and 1.","""
    (paper / "section_1_setting.proof").unlink()  # which would say what is covered
    change(paper / "section_1_setting.py", words, "")
    change(
        paper / "section_2_bounds.py", '"The variance of a mean of n coins is at most 1/(4n)."', ""
    )
    document = open_document(paper)
    for id in ("my.lem1", "my.thm3"):
        error = f"ValueError: The check of {id} finds nothing; add `summary: ` to its text."
        assert str(run(find(id)).error).startswith(error)
    close_document(document)
    fields = {
        "setting.change_of_a_sum": "summary: At most 1.\n  covered: A few.",
        "bounds.variance_of_a_mean with its proof": "summary: So.\n  besides: Coins.\n  beyond: Dice.",
    }
    for number, (name, more) in enumerate(fields.items(), 1):
        text = paper / f"section_{number}_{name.partition('.')[0]}.claims"
        change(text, f"_{name}\n", f"_{name}\n  {more}\n")
    open_document(paper)
    first, second = (run(find(id)).verdict for id in ("my.lem1", "my.thm3"))
    assert (first.summary, first.covered) == ("At most 1.", "A few.")
    assert first.not_covered.startswith("Other rewards, and longer lists")
    assert second.summary == "So."
    assert second.covered.endswith(" Besides, coins.")
    assert second.not_covered.endswith("Dice.")


def test_the_doubts_of_a_folder_are_settled_by_its_claims(paper: Path) -> None:
    add(paper / "section_1_setting.claims", "  doubts: D1\n\ndoubt D1: Is it 2?")
    open_document(paper)
    assert find("my.lem2.repaired").doubts == ("Is it 2?",)
    assert doubts("my-paper") == {"D1": "Is it 2?"}
