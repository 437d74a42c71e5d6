"""Folders that are made from the LaTeX source of a paper."""

import re
import shutil
from pathlib import Path
import pytest
from opened_documents import close_all
from banditproof.paper_checks import run, run_all
from banditproof.paper_checks.other_papers.new_from_source import FromSource, new_from_source
from banditproof.paper_checks.other_papers.opening import open_document
from banditproof.paper_checks.other_papers.source_record import record_in
from banditproof.paper_checks.statements.documents import Document
from banditproof.paper_checks.statements.registry import claims

STRESS = Path(__file__).parents[1] / "tex_source" / "stress"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> FromSource:
    folder = tmp_path_factory.mktemp("from") / "my-paper"
    return new_from_source(folder, STRESS / "main.tex", STRESS / "main.aux")


@pytest.fixture
def document(made: FromSource):
    yield open_document(made.files[0].parent)
    close_all()


def test_each_statement_becomes_a_claim_with_its_place(document: Document) -> None:
    assert (document.title, document.prefix) == ("On Coins and Noise", "my")
    first = document.statements["my.thm-first"]
    assert (first.kind, first.called, first.at) == ("theorem", "Theorem 1.1", "(1.2), (1.3), p. 1")
    assert first.rests_on == ("my.def-coin", "my.lem-shared")
    assert first.statement == (
        r"Under Assumption A1, for every coin, $\mathbb{P}\left(X > t\right) \le \frac{1}{2} \quad "
        r"\lvert p - q \rvert \ge 0 \quad \mathbb{Q}\left(X > t\right) \leq \begin{cases} 1 \\ 0 "
        r"\end{cases} \quad c = 1$"
    )
    assert document.statements["my.lem-shared"].title == "Sums of [coins]"
    assert document.statements["my.lem-shared"].statement == (
        "A sum has two parts: (1) one, (2) two: (3) inner."
    )
    assert document.statements["my.satz-eins"].called == "Satz 2.5"
    assert document.statements["my.thm2.7"].statement == "Without a label."
    assert [text.file.stem for text in document.texts] == [
        *("document", "section_1_setting", "section_2_bounds_for_k_arms", "appendix_a_more"),
        "example",
    ]


def test_the_claims_are_open_and_run(document: Document) -> None:
    *results, example = run_all(claims(document.name), workers=1)
    assert {result.verdict.outcome.value for result in results} == {"open"}
    assert len(results) == 11
    assert all(result.as_recorded for result in (*results, example))
    assert (example.claim.id, example.verdict.outcome.value) == ("my.example-of-a-check", "holds")
    for result, file in ((results[0], "section_1_setting"), (results[-1], "appendix_a_more")):
        says = result.verdict.summary
        assert f"/my-paper/{file}.py with" in says
        assert f"`@checks({result.claim.id!r})`" in says
        verdict = "definition" if result.claim.kind == "assumption" else "holds"
        assert f"in {file}.claims, indented by two, `{verdict}, points -- {file}.NAME_" in says


def test_the_readme_names_each_file_and_leads_to_a_first_verdict(made: FromSource) -> None:
    folder = made.files[0].parent
    text = (folder / "README.md").read_text()
    rows = dict(re.findall(r"(?m)^\| `([\w.]+)` \| (\d+) statement", text))
    held = {file.name: file.read_text().count("\nmy.") for file in folder.glob("*.claims")}
    held = {name: str(count) for name, count in held.items() if count}
    assert rows == held
    assert "@" not in text.replace("`@checks(", "")
    # the first statement that is true or false: the one before it is an assumption
    assert 'Write `@checks("my.thm-first")`' in text
    names = set(re.findall(r"[\w.]+\.(?:claims|py|json)\b", text))
    assert {name for name in names if not (folder / name).exists()} == {"section_1_setting.py"}


def test_the_lines_of_the_readme_are_a_proof(made: FromSource, tmp_path: Path) -> None:
    folder = shutil.copytree(made.files[0].parent, tmp_path / "my-paper")
    blocks = re.findall(r"(?ms)^```\n(.*?)^```", (folder / "README.md").read_text())
    (verdict,) = (block for block in blocks if "formula: " in block)
    (proof,) = (block for block in blocks if block.startswith("proof "))
    assert proof.startswith("proof my.thm-first\n")
    text = folder / "section_1_setting.claims"
    label, rests = "  label: Theorem 1.1\n", "  rests on: my.def-coin, my.lem-shared\n"
    assert text.read_text().count(label + rests) == 1
    text.write_text(text.read_text().replace(label + rests, verdict + label))
    (folder / "section_1_setting.proof").write_text(proof)
    document = open_document(folder)
    (first,) = (claim for claim in claims(document.name) if claim.id == "my.thm-first")
    result = run(first)
    assert (result.verdict.outcome.value, result.grade) == ("holds", "proved")
    assert result.as_recorded
    close_all()


def test_the_example_can_fail(made: FromSource, tmp_path: Path) -> None:
    folder = shutil.copytree(made.files[0].parent, tmp_path / "my-paper")
    program = folder / "example.py"
    program.write_text(
        program.read_text().replace("Fraction = Fraction(1)", "Fraction = Fraction(3, 2)")
    )
    document = open_document(folder)
    example = claims(document.name)[-1]
    assert run(example).verdict.outcome.value == "fails"
    close_all()


def test_what_the_claims_were_written_for_is_stored(made: FromSource) -> None:
    record = record_in(made.files[0].parent)
    assert record is not None
    assert record.paper(made.files[0].parent).title
    one = record.statements["my.thm-first"]
    assert (one.label, one.file, one.line, one.section) == ("thm:first", "main.tex", 31, "1")
    assert set(one.names) == {"asm:noise"}


def test_circles_of_proofs_and_unknown_commands_are_said(tmp_path: Path) -> None:
    lemma = "\\begin{lemma}\\label{%s} \\weird{X}.\\end{lemma}\n\\begin{proof}By \\ref{%s}.\\end{proof}\n"
    main = tmp_path / "main.tex"
    pairs = (("a", "b"), ("b", "c"), ("c", "a"), ("A", "A"))
    main.write_text("\\newtheorem{lemma}{Lemma}\n" + "".join(lemma % pair for pair in pairs))
    found = new_from_source(tmp_path / "my-paper", main)
    assert sum("in a circle" in note for note in found.notes) == 1
    assert "main.tex:2: The command \\weird in my.a is not known." in found.notes
    document = open_document(tmp_path / "my-paper")
    *stated, example = document.statements
    assert (stated, example) == (["my.a", "my.b", "my.c", "my.A-2"], "my.example-of-a-check")
    assert sum(len(claim.rests_on) for claim in document.statements.values()) == 2
    close_all()


@pytest.mark.parametrize(
    ("source", "says"),
    [("No statement.", "has no statement that was found"), (None, "there is no such file")],
)
def test_a_source_without_statements_is_refused(
    tmp_path: Path, source: str | None, says: str
) -> None:
    main = tmp_path / "main.tex"
    if source is not None:
        main.write_text(source)
    with pytest.raises(ValueError, match=says) as problem:
        new_from_source(tmp_path / "my-paper", main)
    assert source is None or r"give the file with \documentclass" in str(problem.value)
    assert not (tmp_path / "my-paper").exists()


def test_a_missing_package_is_named_where_no_statement_was_found(tmp_path: Path) -> None:
    main = tmp_path / "main.tex"
    main.write_text(
        "\\documentclass{article}\\usepackage{tikz,ourmacros}\n"
        "\\begin{document}\\begin{satz} A. \\end{satz}\\end{document}"
    )
    with pytest.raises(ValueError, match="no statement that was found") as problem:
        new_from_source(tmp_path / "my-paper", main)
    assert r"; declare its environments above \begin{document}, such as " in str(problem.value)
    assert r"\newtheorem{satz}{Satz}, or give the file that declares them" in str(problem.value)
    assert str(problem.value).endswith(
        "Not understood: main.tex:1: The file ourmacros.sty was not read: no such file; "
        "main.tex:2: environment satz is declared nowhere; skipped."
    )
