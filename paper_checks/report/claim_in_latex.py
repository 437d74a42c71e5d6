"""One claim in LaTeX: a document of the class article, which compiles by itself."""

import re
from collections.abc import Iterable, Iterator
from .claim_summary import Answer, ClaimSummary, summary_of
from .latex_text import code_in_latex, name_in_latex
from .mathematics import latex_of
from .reported import Reported

OPENING = r"""\documentclass[11pt]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{textcomp}
\usepackage{amsmath,amssymb}
\usepackage[margin=2.8cm]{geometry}
\setlength{\emergencystretch}{4em}
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.4em}
\raggedbottom
\hbadness=10000
\makeatletter\@beginparpenalty=10000\makeatother
"""
LEVELS = ("section", "subsection", "subsubsection")
LONG_WORD = re.compile(r"[A-Za-z0-9]{20,}")


def claim_in_latex(reported: Reported, id: str, stamp: str = "") -> str:
    """One claim as a document in LaTeX: place, statement, verdict, witness, repair, proof."""
    return document_in_latex(section_in_latex(summary_of(reported, id, stamp), level=0))


def document_in_latex(lines: Iterable[str], opening: str = OPENING) -> str:
    """A document of the class article with these lines."""
    body = "\n".join(lines)
    return f"{opening}\\begin{{document}}\n\n{body}\n\n\\end{{document}}\n"


def section_in_latex(summary: ClaimSummary, level: int) -> Iterator[str]:
    """The lines of a section about one claim."""
    yield rf"\{LEVELS[level]}*{{{latex_of(summary.heading)}}}"
    yield code_in_latex(summary.id)
    for answer in summary.answers:
        yield ""
        yield from _answer(answer)


def _answer(answer: Answer) -> Iterator[str]:
    name = rf"\textbf{{{answer.name}.}}"
    if answer.code:
        yield f"{name} {name_in_latex(answer.code)}"
    elif answer.rows:
        yield rf"{name}\nopagebreak"
        yield ""
        yield from _table(answer.rows)
    elif answer.items:
        yield name
        yield from items_in_latex(answer.items, numbered=answer.name == "Proof")
    elif answer.quoted:
        yield rf"{name}\nopagebreak"
        yield rf"\begin{{quote}}{latex_of(answer.text)}\end{{quote}}"
    else:
        yield f"{name} {latex_of(answer.text)}"


def items_in_latex(items: Iterable[str], *, numbered: bool = False) -> Iterator[str]:
    """The lines of a list."""
    kind = "enumerate" if numbered else "itemize"
    yield rf"\begin{{{kind}}}"
    for item in items:
        yield rf"\item {{}}{latex_of(item)}"
    yield rf"\end{{{kind}}}"


def _table(rows: tuple[tuple[str, str], ...]) -> Iterator[str]:
    """The lines of a table of names and values; a page may end between two of its rows."""
    for name, value in rows:
        cells = [_breakable(latex_of(cell)) for cell in (name, value)]
        yield (
            rf"\hspace*{{1.5em}}\begin{{tabular}}[t]{{@{{}}p{{0.3\linewidth}}p{{0.55\linewidth}}@{{}}}}"
            rf"\raggedright {cells[0]} & \raggedright {cells[1]}\tabularnewline\end{{tabular}}\par"
        )


def _breakable(text: str) -> str:
    """A text in which a long number may be broken."""
    return LONG_WORD.sub(lambda word: r"\allowbreak{}".join(re.findall(".{1,8}", word[0])), text)
