"""Sources of papers: a stress article against numbers as TeX writes them, and its statements."""

from pathlib import Path
import pytest
from banditproof.paper_checks.tex_source.aux_numbers import numbers_in
from banditproof.paper_checks.tex_source.counters import Counters
from banditproof.paper_checks.tex_source.found import FoundStatement, Paper
from banditproof.paper_checks.tex_source.read_paper import read_paper

STRESS = Path(__file__).parent / "stress"
ARTICLES = sorted((Path(__file__).parent / "articles").glob("*.tex"))
BY_TEX = numbers_in((STRESS / "main.aux").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def paper() -> Paper:
    return read_paper(STRESS / "main.tex")


def named(paper: Paper, label: str) -> FoundStatement:
    return next(one for one in paper.statements if label in one.labels)


def test_every_number_is_that_of_tex(paper: Paper) -> None:
    counted = {label: number.replace(" ", "") for label, number in paper.labels.items()}
    assert counted == {label: by_tex.number.replace(" ", "") for label, by_tex in BY_TEX.items()}
    assert len(counted) == 28
    assert paper.notes == []


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.stem)
def test_numbers_of_lists_floats_counters_and_classes_are_those_of_tex(article: Path) -> None:
    by_tex = numbers_in(article.with_suffix(".aux").read_text(encoding="utf-8"))
    assert len(by_tex) >= 14
    assert read_paper(article).labels == {label: one.number for label, one in by_tex.items()}


def test_a_counter_that_is_not_reset_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Counters, "reset_below", lambda *ignored: None)
    counted = read_paper(STRESS / "main.tex").labels
    assert counted["thm:deep"] != BY_TEX["thm:deep"].number


def test_statements_are_found_with_their_places(paper: Paper) -> None:
    assert [(one.called, one.spot, one.section, one.label) for one in paper.statements] == [
        ("Assumption A1", "main.tex:21", "1", "asm:noise"),
        ("Definition 1", "main.tex:24", "1", "def:coin"),
        ("Theorem 1.1", "main.tex:31", "1", "thm:first"),
        ("Lemma 1.2", "main.tex:44", "1.1", "lem:shared"),
        ("Remark", "main.tex:54", "1.1", "rem:star"),
        ("Theorem 2.4", "parts/second.tex:3", "2", "thm:second"),
        ("Satz 2.5", "parts/second.tex:4", "2", "satz:eins"),
        ("Lemma 2.6", "parts/second.tex:5", "2", "lem:again"),
        ("Theorem 2.7", "parts/second.tex:7", "2", ""),
        ("Lemma A.1", "main.tex:58", "A", "lem:appendix"),
        ("Theorem A.2", "main.tex:68", "A.1", "thm:deep"),
    ]
    assert named(paper, "satz:eins").kind == "remark"
    assert named(paper, "lem:shared").title == "Sums of {[coins]}"
    assert named(paper, "thm:first").equations == ["1.2", "1.3", "$\\star$"]


def test_macros_are_expanded_and_proofs_joined(paper: Paper) -> None:
    first, second = named(paper, "thm:first"), named(paper, "thm:second")
    assert r"\mathbb{P}\left(X > t\right) &\le \frac{1}{2}" in first.expanded
    assert r"\mathbb{Q}\left(X > t\right)" in first.expanded
    assert r"\lvert p - q \rvert" in first.expanded
    assert first.names == ["asm:noise"]
    assert first.proof_names == ["def:coin", "eq:law", "lem:shared"]
    assert second.proof_names == ["lem:appendix"]
    assert not named(paper, "lem:appendix").has_proof


def test_the_numbers_of_tex_win_and_differences_are_said(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(
        r"\newtheorem{lemma}{Lemma}\begin{lemma}\label{a}A.\end{lemma}"
        "\n"
        r"\begin{lemma}\label{b}B.\end{lemma}"
    )
    (tmp_path / "main.aux").write_text(r"\newlabel{a}{{7}{3}{}{lemma.7}{}}")
    paper = read_paper(tmp_path / "main.tex", tmp_path / "main.aux")
    assert [(one.number, one.page) for one in paper.statements] == [("7", "3"), ("2", "")]
    assert paper.notes == [
        "main.tex:1: a is 7 in main.aux, and was counted as 1; the number of main.aux is taken.",
        "main.tex:2: main.aux has no label b.",
    ]


def test_counters_that_are_one_are_stepped_together(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(
        r"\newtheorem{lemma}{Lemma}\newtheorem{fact}{Fact}\makeatletter\let\c@fact\c@lemma"
        r"\begin{lemma}\label{a}A.\end{lemma}\begin{fact}\label{b}B.\end{fact}"
    )
    assert read_paper(tmp_path / "main.tex").labels == {"a": "1", "b": "2"}


def test_environments_that_nobody_declared_are_said(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(
        r"""\documentclass{llncs}
\newenvironment{aside}{}{}
\begin{document}
\begin{thm} A. \end{thm}
\begin{thm} B. \end{thm}
\begin{lemma} C. \begin{align*} x &= \begin{pmatrix} 1 \end{pmatrix} \end{align*} \end{lemma}
\begin{aside}\begin{odd} D. \end{odd}\end{aside}
\begin{odd}\begin{proof*} E. \end{proof*}\end{odd}
\end{document}
"""
    )
    paper = read_paper(tmp_path / "main.tex")
    assert [one.kind for one in paper.statements] == ["lemma"]
    assert paper.notes == [
        "main.tex:4: environment thm is declared nowhere; skipped.",
        "main.tex:5: environment thm is declared nowhere; skipped.",
        "main.tex:7: environment odd is declared nowhere; skipped.",
    ]


@pytest.mark.parametrize(
    ("source", "numbers", "notes"),
    [
        (
            r"\NewDocumentEnvironment{e}{o}{\IfNoValueTF{#1}{\begin{lemma}}{\begin{lemma}[#1]}}"
            r"{\end{lemma}}\begin{document}\begin{e}\end{e}",
            [],
            [
                r"main.tex:1: \IfNoValueTF is not decided; what stands in all of its branches is read.",
                r"main.tex:1: \begin{lemma} has no end.",
            ],
        ),
        (
            r"\renewenvironment{lemma}{\par}{}\begin{document}\begin{lemma}\label{a}\end{lemma}",
            [""],
            [
                r"main.tex:1: \renewenvironment{lemma} makes it no theorem; what it holds is skipped."
            ],
        ),
        (
            r"\newenvironment{comment}{}{}\begin{document}"
            r"\begin{comment}\begin{lemma}\label{a}\end{lemma}\end{comment}",
            ["1"],
            [],
        ),
        (
            "\\begin{document}\\begin{lemma}\\label{a}\\label{}\\end{lemma}\n\\begin{lemma}\\label{a}",
            ["2"],
            [
                "main.tex:2: The label a stands twice; its last number is taken.",
                "main.tex:2: \\begin{lemma} has no end.",
            ],
        ),
        (r"\begin{document}\[x\label{b}\]\lemma\label{a} A.\endlemma\label{c}", ["", "1", "1"], []),
        (
            r"\newenvironment{e}[1]{\def\@currentlabel{#1}}{}\begin{document}"
            r"\begin{e}{H1}\label{a}\end{e}\label{b}",
            ["H1", ""],
            [],
        ),
        (
            r"\begin{document}\section{A}\begin{appendices}\section{B}\label{a}\end{appendices}"
            r"\section{C}\label{b}",
            ["A", "2"],
            [],
        ),
        (
            r"\declaretheorem[numbered=unless unique]{fact}\declaretheorem[numbered=unless unique]{b}"
            r"\begin{document}\begin{fact}\label{a}\end{fact}\begin{b}\end{b}\begin{b}\label{b}\end{b}",
            ["", "2"],
            [],
        ),
        (
            r"\begin{document}\begin{minipage}{1cm}\footnote{x\label{a}}\end{minipage}"
            r"\footnote{y\label{b}}",
            ["a", "1"],
            [],
        ),
        (
            r"\NewDocumentEnvironment{e}{m}{\begin{lemma}}{\end{lemma}\addtocounter{lemma}{#1}}"
            r"\begin{document}\begin{e}{5}\end{e}\begin{lemma}\label{a}\end{lemma}",
            ["7"],
            [],
        ),
        (
            r"\newcommand{\cap}[1]{\caption{#1}}\begin{document}"
            r"\begin{figure}\cap{x}\label{a}\end{figure}",
            ["1"],
            [],
        ),
        (
            r"\def\be#1\ee{\begin{equation}#1\end{equation}}\begin{document}"
            r"\be x \eep\label{a}\ee\be x\label{b}\ee",
            ["1", "2"],
            [],
        ),
        (
            r"\renewcommand{\thelemma}{\fnsymbol{lemma}}\renewcommand{\thepart}{\ifnum1=1 a\fi}"
            r"\def\a{\a\a}\def\thesection{\a}\makeatletter\renewcommand{\p@lemma}{L}\labelformat{lemma}{L#1}",
            [],
            [
                r"main.tex:1: The form \thelemma has \fnsymbol, which is not read.",
                r"main.tex:1: The form \thepart has \ifnum, which is not read.",
                r"main.tex:1: The form \thesection has \a, which is not read.",
                r"main.tex:1: What \p@lemma puts in front of references is not read.",
                r"main.tex:1: What \labelformat makes of references to lemma is not read.",
            ],
        ),
        (
            r"\AtBeginEnvironment{lemma}{\setcounter{lemma}{40}}\apptocmd{\x}{\textbf{x}}{}{}"
            r"\begin{document}\begin{lemma}\label{a}\end{lemma}\appendices",
            ["1"],
            [
                "main.tex:1: What is added to lemma is not read.",
                "main.tex:1: The command \\appendices is not read.",
            ],
        ),
        (
            r"\begin{document}\begin{enumerate}[start=\x]\item\label{a}\end{enumerate}"
            r"\begin{enumerate}[label=\greek*]\item\end{enumerate}"
            r"\begin{IEEEeqnarray}{c}x\IEEEyessubnumber\end{IEEEeqnarray}",
            ["1"],
            [
                r"main.tex:1: The value '\\x' of the option start is not read.",
                r"main.tex:1: The form \greek{enumi} of items has \greek, which is not read.",
                "main.tex:1: The numbers of the rows of IEEEeqnarray are not read.",
            ],
        ),
        (
            r"\begin{document}\renewcommand{\labelenumi}{\Roman{enumi})}\begin{enumerate}\item"
            r"\begin{enumerate}[label*=\alph*.]\item\end{enumerate}\end{enumerate}"
            r"\begin{enumerate}[label=(\arabic*)]\item"
            r"\begin{enumerate}[label*=\alph*]\item\label{b}\end{enumerate}\end{enumerate}",
            ["(1)a"],
            [r"main.tex:1: What \labelenumi puts in front by label* is not read."],
        ),
    ],
)
def test_what_environments_mean_is_read_or_said(
    tmp_path: Path, source: str, numbers: list[str], notes: list[str]
) -> None:
    (tmp_path / "main.tex").write_text(rf"\newtheorem{{lemma}}{{Lemma}}{source}")
    paper = read_paper(tmp_path / "main.tex")
    assert [*paper.labels.values()] == numbers
    assert paper.notes == notes


@pytest.mark.parametrize(
    ("source", "numbers"),
    [
        # an environment of theorems that is called as lists are, and a list that is not closed
        (r"\newtheorem{enumerate}{E}\begin{document}\begin{enumerate}\item\label{a}", ["1"]),
        (
            r"\begin{document}\begin{center}\begin{enumerate}\item\label{a}\end{center}"
            r"\begin{enumerate}\item\item\label{b}\end{enumerate}",
            ["1", "2"],
        ),
        (rf"\begin{{document}}\begin{{enumerate}}[start={'9' * 5000}]\item\label{{a}}", ["1"]),
    ],
)
def test_lists_that_are_strange_are_read(tmp_path: Path, source: str, numbers: list[str]) -> None:
    (tmp_path / "main.tex").write_text(source)
    assert [*read_paper(tmp_path / "main.tex").labels.values()] == numbers
