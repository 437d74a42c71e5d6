"""The two pages of `banditproof report --review`, in Markdown, LaTeX or PDF."""

from __future__ import annotations
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banditproof.paper_checks.report.reported import Reported

FORMS = ("md", "tex", "pdf")
MARK = "% Two pages of review that banditproof wrote"
"""The first line of a source that stands in the place of a PDF."""
FEWER = (100, 90, 80, 70)
"""So many lines of text are tried, until a PDF has two pages."""


def require_review(form: str, selected: Sequence[str], json: bool, out: Path | None) -> None:
    """That a review can be made of one document, and written, before any check runs."""
    from banditproof.paper_checks.statements.index import claim_index
    from banditproof.theory.atomic_files import writable_file

    if form not in FORMS:
        raise ValueError(
            f"The format is {form!r}; a review is {', '.join(FORMS[:-1])} or {FORMS[-1]}."
        )
    if json:
        raise ValueError("A review has no --json; `banditproof check --json` gives the same facts.")
    known = claim_index()
    documents = sorted({known[id].document for id in selected})
    if len(documents) != 1:
        raise ValueError(
            f"A review is about one document, and this names claims of {len(documents)}: "
            f"{', '.join(documents)}. Give one by --document, or the path of a folder."
        )
    if form == "pdf" and (out is None or out.suffix != ".pdf"):
        given = "no --out is given" if out is None else f"--out is {out}"
        raise ValueError(f"A PDF needs a file, and {given}; give --out review.pdf.")
    if out is not None:
        writable_file(out)
        if form == "pdf":
            _place_of_source(out)


def write_review(reported: Reported, form: str, out: Path | None) -> None:
    """Write the two pages about the document of the chosen claims."""
    from banditproof.paper_checks.report.review_to_send import review_in_latex, review_in_markdown
    from banditproof.theory.atomic_files import write_text

    document = reported.claims[reported.chosen[0]].document
    if form == "pdf" and out is not None:
        _write_pdf(reported, document, out)
        return
    text = (review_in_markdown if form == "md" else review_in_latex)(reported, document)
    if out is None:
        sys.stdout.write(text)
    else:
        write_text(out, text)


def _write_pdf(reported: Reported, document: str, out: Path) -> None:
    """Write a PDF of at most two pages, or its source where there is no pdflatex."""
    from banditproof.paper_checks.report.pdf_of_latex import pdf_of
    from banditproof.paper_checks.report.review_to_send import review_in_latex
    from banditproof.theory.atomic_files import write_atomically, write_text

    for lines in FEWER:
        text = review_in_latex(reported, document, lines=lines)
        made = pdf_of(text)
        if made is None:
            source = write_text(_place_of_source(out), f"{MARK}\n{text}")
            raise ValueError(
                f"There is no pdflatex on the path, so that {out} was not made; its source was "
                f"written to {source}, of which `pdflatex {source}` makes it."
            )
        pdf, pages = made
        if pages <= 2:
            write_atomically(out, partial(_put, content=pdf))
            return
    raise ValueError(
        f"The review of {document} has {pages} pages whatever entries are left out; give --format "
        "tex, and shorten it by hand."
    )


def _put(file: Path, content: bytes) -> None:
    file.write_bytes(content)


def _place_of_source(out: Path) -> Path:
    """The file beside a PDF that holds its source, if nothing else stands there."""
    source = out.with_suffix(".tex")
    if source.exists():
        with source.open(encoding="utf-8", errors="replace") as known:
            if known.readline(len(MARK) + 1).rstrip("\n") != MARK:
                raise ValueError(
                    f"The source of {out} would stand in {source}, which holds something else; "
                    "give another --out."
                )
    return source
