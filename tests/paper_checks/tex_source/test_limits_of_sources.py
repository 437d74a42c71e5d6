"""Sources that would not end, lead out of their folder, or are no text: one sentence each."""

import os
import time
from contextlib import suppress
from pathlib import Path
import pytest
from case_tables import table
from banditproof.paper_checks.tex_source.limits import Limits, TooMuch
from banditproof.paper_checks.tex_source.read_paper import read_paper
from banditproof.paper_checks.tex_source.source_text import read_inside

LEMMA = r"\newtheorem{lemma}{Lemma}\begin{lemma}X %s\end{lemma}"


def notes_of(folder: Path, text: str, limits: Limits | None = None) -> str:
    main = folder / "main.tex"
    main.write_text(text)
    start = time.monotonic()
    paper = read_paper(main, None, limits)
    assert time.monotonic() - start < 5
    return "\n".join(paper.notes)


@pytest.fixture
def inside(tmp_path: Path) -> Path:
    """A folder of a source, with a secret beside it."""
    (tmp_path / "secret.tex").write_text("secret")
    folder = tmp_path / "paper"
    folder.mkdir()
    return folder


@pytest.mark.parametrize(
    ("wanted", "why"), table(__file__, "what_is_not_read_is_named_with_its_line")
)
def test_what_is_not_read_is_named_with_its_line(inside: Path, wanted: str, why: str) -> None:
    (inside / "link.tex").symlink_to(inside.parent / "secret.tex")
    (inside / "loop.tex").symlink_to(inside / "loop.tex")
    (inside / "sub").mkdir()
    os.mkfifo(inside / "pipe")
    with open(inside / "long.tex", "wb") as long:
        long.truncate(10_000_001)
    notes = notes_of(inside, "\n" + rf"\input{{{wanted}}}" + LEMMA % "")
    assert notes.startswith("main.tex:2: The file ")
    assert why in notes
    assert notes.count("\n") == 0


def test_a_first_file_that_leads_out_is_refused(inside: Path) -> None:
    (inside / "main.tex").symlink_to(inside.parent / "secret.tex")
    with pytest.raises(ValueError, match="outside of the folder"):
        read_paper(inside / "main.tex")
    with pytest.raises(ValueError, match="no such file"):
        read_inside(inside / "missing.tex", inside)


@pytest.mark.parametrize(
    "bomb",
    [
        r"\def\a{\a}" + LEMMA % r"\a",
        r"\def\a{\b}\def\b{x\a}" + LEMMA % r"\a",
        r"\def\a#1{\a{#1#1}}" + LEMMA % r"\a{xx}",
        "".join(rf"\def\{x}{{\{y}\{y}}}" for x, y in zip("abcdefghijklmnopqrst", "bcdefghijklmnopqrstu", strict=True))
        + LEMMA % r"\a",
    ],
    ids=["itself", "each other", "growing", "doubling"],
)  # fmt: skip
def test_a_macro_that_does_not_end_is_named(tmp_path: Path, bomb: str) -> None:
    assert "does not end; it stays as it is written." in notes_of(tmp_path, bomb)


@pytest.mark.parametrize(
    "bomb",
    [
        r"\def\a{\label{x}\a\a}\begin{document}\a\end{document}",
        r"\def\a{\label{x}\a}" + r"\a" * 3000,
        r"\renewcommand\thesection{" + r"\thesection" * 50 + r"}\section{A}",
        r"\newcounter{a}[a]\stepcounter{a}\newaliascnt{a}{b}\newaliascnt{b}{a}\section{A}",
        r"\setcounter{section}{99999999999999}\section{A}",
        "{" * 500 + r"\section{" * 200,
        r"\begin{align}" * 500,
        r"\iffalse" * 3000,
    ],
    ids=["tree", "chain", "form", "circle", "large", "open", "rows", "hidden"],
)
def test_loops_end(tmp_path: Path, bomb: str) -> None:
    with suppress(TooMuch):
        notes_of(tmp_path, bomb + LEMMA % "", Limits(expansions=10_000))


def test_files_expansions_and_time_have_limits(tmp_path: Path) -> None:
    for name, following in zip("abcdefghijkl", "bcdefghijklm", strict=True):
        (tmp_path / f"{name}.tex").write_text(rf"\input{{{following}}}" * 2)
    (tmp_path / "m.tex").write_text("end")
    with pytest.raises(TooMuch, match="There are too many files"):
        notes_of(tmp_path, r"\input{a}" + LEMMA % "", Limits(files=100))
    with pytest.raises(TooMuch, match="too many expansions"):
        notes_of(tmp_path, r"\def\a{x}" + LEMMA % (r"\a" * 20), Limits(expansions=10))
    with pytest.raises(TooMuch, match="not read within 0 s"):
        notes_of(tmp_path, LEMMA % "", Limits(seconds=0))


def test_a_definition_that_is_not_read_is_said(tmp_path: Path) -> None:
    notes = notes_of(tmp_path, "\n" + r"\def\pair#1,#2.{#1#2}" + LEMMA % "")
    assert notes == r"main.tex:2: The arguments of \pair have delimiters, which are not read."
