"""`banditproof report --review`: two pages in each form, complete or absent."""

import os
import sys
from pathlib import Path
import pytest
from banditproof.cli import report
from banditproof.paper_checks.report import pdf_of_latex
from banditproof.theory.logic.coq import second_reader

RENYI = ("report", "--document", "renyi", "--recorded", "--review")


def test_a_review_is_markdown_unless_latex_is_asked_for(banditproof, tmp_path, monkeypatch):
    monkeypatch.setattr(report, "_run", lambda *_: pytest.fail("A check ran."))
    out = banditproof(*RENYI).shown
    assert out.startswith("# Review of *Renyi Differentially Private Bandits*")
    file = tmp_path / "review.md"
    assert banditproof(*RENYI, "--out", str(file)).shown == ""
    assert file.read_text(encoding="utf-8") == out
    tex = banditproof(*RENYI, "--format", "tex").shown
    assert tex.startswith(r"\documentclass[10pt]{article}")
    assert tex.rstrip().endswith(r"\end{document}")
    assert [path.name for path in tmp_path.iterdir()] == ["review.md"]


def test_a_folder_has_a_review_of_what_its_checks_find(banditproof, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(second_reader, "coq_is_installed", lambda: False)
    assert banditproof("new", "my-paper").code == 0
    for name in ("my-paper", "my-paper/"):
        out = banditproof("report", name, "--review", "--workers", "1").shown
        assert "All 4 checks ran, and every verdict is as recorded." in out
        assert "1 of these verdicts is the word of the folder's own program." in out
        assert "Witness: n = 1; change = 2." in out
        assert "changes their sum by at most 2 (shown by checks at single points" in out
        assert "`banditproof check my-paper/ my.lem2`" in out
        assert r"1 assertion more was not examined. \[`my.rem4`\]" in out
        assert "`banditproof coverage my-paper/`" in out


def test_the_texts_of_a_folder_refute_nothing(banditproof, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert banditproof("new", "my-paper").code == 0
    texts = banditproof("report", "my-paper", "--review", "--recorded").shown
    assert "Witness" not in texts
    assert "3 of these verdicts are what the folder's texts record" in texts
    assert "`banditproof report my-paper/ --format md`: Lemma 2" in texts


def test_without_pdflatex_a_sentence_says_so_and_the_source_is_there(
    banditproof, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(pdf_of_latex.shutil, "which", lambda _: None)
    file, source = tmp_path / "review.pdf", tmp_path / "review.tex"
    words = (*RENYI, "--format", "pdf", "--out", str(file))
    for _ in range(2):
        said = banditproof(*words).mistake
        assert f"There is no pdflatex on the path, so that {file} was not made" in said
        assert f"its source was written to {source}" in said
        assert [path.name for path in tmp_path.iterdir()] == ["review.tex"]
        assert r"\documentclass[10pt]{article}" in source.read_text(encoding="utf-8")
    source.write_text("\\documentclass{article} % of somebody else\n", encoding="utf-8")
    monkeypatch.setattr(report, "_reported", lambda *_: pytest.fail("It came too late."))
    assert "review.tex, which holds something else" in banditproof(*words).mistake
    assert "of somebody else" in source.read_text(encoding="utf-8")


LATEX = """\
#!{python}
import os, sys
assert sys.argv[1:-1] == ["-no-shell-escape", "-interaction=nonstopmode"], sys.argv
assert os.environ["openin_any"] == os.environ["openout_any"] == "p"
text = open(sys.argv[-1], encoding="utf-8").read()
open("runs", "a").close()
count = {pages}
if not count:
    print("! Undefined control sequence.")
    sys.exit(1)
open("text.pdf", "wb").write(b"%PDF-1.5 of " + str(len(text)).encode())
print(f"Output written on text.pdf ({{count}} pages, 1234\\n bytes).")
"""


@pytest.fixture
def pdflatex(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A program of this name that makes as many pages as an expression in `text` says."""

    def put(pages: str) -> None:
        folder = tmp_path / "bin"
        folder.mkdir(exist_ok=True)
        program = folder / "pdflatex"
        program.write_text(LATEX.format(python=sys.executable, pages=pages), encoding="utf-8")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

    return put


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for pdflatex is a script")
def test_a_pdf_has_at_most_two_pages(banditproof, tmp_path, pdflatex) -> None:
    file = tmp_path / "review.pdf"
    words = (*RENYI, "--format", "pdf", "--out", str(file))
    pdflatex("2")
    assert banditproof(*words).shown == ""
    whole = int(file.read_bytes().rpartition(b" ")[2])
    pdflatex(f"2 + (len(text) > {whole - 500})")
    assert banditproof(*words).shown == ""
    assert int(file.read_bytes().rpartition(b" ")[2]) <= whole - 500
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bin", "review.pdf"]


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for pdflatex is a script")
def test_a_pdf_that_cannot_be_made_leaves_what_was_there(banditproof, tmp_path, pdflatex) -> None:
    file = tmp_path / "review.pdf"
    file.write_bytes(b"an earlier one")
    words = (*RENYI, "--format", "pdf", "--out", str(file))
    pdflatex("0")
    said = banditproof(*words).mistake
    assert "pdflatex makes no PDF of the text: Undefined control sequence." in said
    pdflatex("3")
    assert "has 3 pages" in banditproof(*words).mistake
    assert file.read_bytes() == b"an earlier one"
