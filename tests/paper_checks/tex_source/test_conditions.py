"""What a switch of a source hides: the numbers are those of TeX, and the rest is said."""

from pathlib import Path
import pytest
from banditproof.paper_checks.tex_source.limits import Limits
from banditproof.paper_checks.tex_source.read_paper import read_paper

SWITCHES = r"""\documentclass{article}
\usepackage{amsthm}
\let\ifdraft\iffalse
\newtheorem{theorem}{Theorem}
\newif\iflong \longtrue
\newif\ifarxiv
\newcommand{\onlylong}[1]{\iflong #1\fi}
\begin{document}
\iflong\begin{theorem}\label{long} x $a \iff b$ \end{theorem}\else\begin{theorem}\label{h1} x \end{theorem}\fi
\ifdraft\begin{theorem}\label{h2} x \end{theorem}\else\begin{theorem}\label{final} y \end{theorem}\fi
\ifarxiv
\begin{theorem}\label{h3} x \ifnum1<2 a\else b\fi c \iflong d\fi \end{theorem}
\else
\begin{theorem}\label{shown} x \iflong and \ifarxiv not \else this \verb|\fi|\fi\fi \end{theorem}
\fi
\begin{verbatim}
\iflong
\end{verbatim}
\arxivtrue
\ifarxiv\begin{theorem}\label{arxiv} x \end{theorem}\fi
\longfalse
\iflong\begin{theorem}\label{h4} x \end{theorem}\fi
\begin{theorem}\label{after} x \end{theorem}
\iffalse \ifnum1<2 a\fi \begin{theorem}\label{h5} x \end{theorem}\fi
\begin{theorem}\label{last} x \end{theorem}
\iftrue\begin{theorem}\label{true} x \end{theorem}\else\begin{theorem}\label{h6} x \end{theorem}\fi
\begin{theorem}\label{end} x \end{theorem}
\end{document}
"""
BY_TEX = ("long", "final", "shown", "arxiv", "after", "last", "true", "end")


def test_what_switches_hide_is_no_statement(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(SWITCHES)
    paper = read_paper(tmp_path / "main.tex")
    assert paper.labels == {label: f"{place}" for place, label in enumerate(BY_TEX, 1)}
    assert paper.statements[2].expanded == r"\label{shown} x and this \verb| fi|"
    assert [one.line for one in paper.statements] == [9, 10, 14, 20, 23, 25, 26, 27]
    assert paper.notes == []


@pytest.mark.parametrize(
    ("source", "labels", "notes"),
    [
        (r"\ifnum1<2 A\else B\fi", "AB", [r"\ifnum"]),
        (r"\newif\ifx@y{\x@ytrue\ifx@y A\else B\fi}", "AB", [r"\ifx@y"]),
        (r"\newif\iflong\newcommand\a{\iflong A\else B\fi}\longtrue\a", "AB", [r"\iflong"]),
        (r"\newif\iflong\ifnum1<2 \longtrue\fi\iflong A\fi", "A", [r"\iflong"]),
        (r"\begin{comment}\iffalse\end{comment}A", "A", []),
        (r"\ifthenelse{x}{A}{B}", "AB", [r"\ifthenelse"]),
        (r"\iftoggle{x}{\ifthenelse{x}{y}{z}}{A} B", "AB", [r"\iftoggle"]),
        (r"\iftoggle{x}{y}{{}z} A", "A", []),
        (r"\iffalse\ifbool{x}{A}{B}\fi C", "C", []),
        (r"\excludecomment{no}\begin{no}A\iffalse\end{no}B\begin{no}C\end{no}", "B", []),
        (r"\fi\else A", "A", []),
        (r"\newif\iflong\iflong A", "A", []),
        (r"\iffalse A\else B\fi\iftrue C\else D\fi", "BC", []),
    ],
)
def test_what_is_not_decided_is_read_and_said(
    tmp_path: Path, source: str, labels: str, notes: list[str]
) -> None:
    body = source
    for label in "ABCD":
        body = body.replace(label, rf"\begin{{lemma}}\label{{{label}}} x \end{{lemma}}")
    start = r"\newtheorem{lemma}{Lemma}\begin{document}"
    (tmp_path / "main.tex").write_text(rf"{start}{body}\end{{document}}")
    paper = read_paper(tmp_path / "main.tex")
    assert "".join(paper.labels) == labels
    said = [
        f"main.tex:1: {name} is not decided; what stands in all of its branches is read."
        for name in notes
    ]
    assert paper.notes == said


@pytest.mark.parametrize(
    "bomb", [r"\ifx", r"\newif\ifa", r"\iffalse", r"\begin{comment}", r"\iftoggle{"]
)
def test_conditions_without_end_end(tmp_path: Path, bomb: str) -> None:
    body = bomb * 20_000 + r"\fi" * 20_000
    (tmp_path / "main.tex").write_text(rf"\newtheorem{{lemma}}{{L}}\begin{{document}}{body}")
    assert read_paper(tmp_path / "main.tex", limits=Limits(seconds=20)).statements == []
