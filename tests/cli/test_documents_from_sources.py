"""The commands on folders that are made from the LaTeX source of a paper."""

from pathlib import Path
import pytest
from opened_documents import close_all

SOURCE = r"""\documentclass{article}
\newtheorem{theorem}{Theorem}
\newtheorem{assumption}{Assumption}
\newcommand{\most}{2}
\title{On Sums}
\begin{document}
\section{Sums}
\begin{assumption}\label{asm:bounded} Rewards lie in $[0,1]$. \end{assumption}
\begin{theorem}\label{thm:sum} Under \cref{asm:bounded} it is at most $\most n$. \end{theorem}
\begin{theorem}\label{thm:last} As in \ref{thm:sum}, $x \ge 0$. \foo \end{theorem}
\end{document}
"""


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A source in the working folder."""
    monkeypatch.chdir(tmp_path)
    Path("main.tex").write_text(SOURCE)
    yield Path("main.tex")
    close_all()


@pytest.fixture
def folder(source: Path, banditproof) -> Path:
    """A folder of claims that is made from it."""
    assert banditproof("new", "my-paper", "--from", "main.tex").err == ""
    return Path("my-paper")


def test_new_makes_a_folder_from_a_source(source: Path, banditproof) -> None:
    made = banditproof("new", "my-paper", "--from", "main.tex", "--prefix", "sums")
    assert "main.tex:10: The command \\foo in sums.thm-last is not known." in made.out.split("\n")
    assert "my-paper/: 3 statements, 0 with a proof, 1 place not understood." in made.text
    close_all()
    checked = banditproof("check", "my-paper/", "sums.thm-sum", "--workers", "1")
    assert "Under Assumption 1 it is at most $2 n$." in checked.text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--aux", "main.aux"), "There is --aux without --from; give the source as well."),
        (("--from", "none.tex"), "none.tex cannot be read: there is no such file."),
        (("--from", "main.tex", "--aux", "no.aux"), "no.aux cannot be read"),
        (("--from", "main.tex", "--aux", "main.tex"), "has no line with \\newlabel"),
        (("--from", "main.tex", "--prefix", "bern"), "belongs to the IDs of bernoulli"),
        (("--from", "."), "cannot be read: it is no file, but a folder"),
    ],
)
def test_what_new_refuses_is_one_sentence(source, banditproof, words, sentence) -> None:
    assert sentence in banditproof("new", "my-paper", *words).mistake
    assert not Path("my-paper").exists()
