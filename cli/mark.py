"""`banditproof mark`: verdicts for the margin of the author's own paper."""

from __future__ import annotations
import os
from pathlib import Path
from .output import print_text
from .places_of_work import Workers
from .streams import output_on_error, say


def command(
    folder: str | None = None,
    out: Path | None = None,
    style: Path | None = None,
    recorded: bool = False,
    workers: Workers = 2,
) -> None:
    r"""Write the verdicts of a folder for the margin of its paper.

    They are written into `main.verdicts` beside `main.tex`, or into the file that --out names. The
    style file reads them, and sets the verdict of each statement into the margin at its label:
    `\usepackage{banditproof}`, with plain pdflatex. The checks of the folder run first, of both
    tiers, unless --recorded is given. A statement of the source without a claim is said, and has no
    verdict.

    Example: banditproof mark my-paper/ --sty .; banditproof mark my-paper/ --out a.verdicts
    """
    if folder is None and style is None:
        raise ValueError(
            "Give a folder that `banditproof new --from main.tex` has made, or --sty FOLDER for "
            "the style file, or both."
        )
    if folder is None and out is not None:
        raise ValueError("There is --out without a folder; give the folder with the claims.")
    from banditproof.paper_checks.other_papers.margin_marks import STYLE, style_text
    from banditproof.theory.atomic_files import writable_file

    if style is not None and not style.is_dir():
        raise ValueError(f"There is no folder {style}; give the one of main.tex.")
    if folder is not None and out is None:
        out = _beside_the_source(folder)
    files = [] if style is None else [style / STYLE]
    files += [] if out is None else [out]
    for file in files:
        writable_file(file)
    # Every text before the first file: a command that ends with an error has written nothing.
    texts = [] if style is None else [style_text()]
    if folder is not None:
        texts.append("\n".join(_lines(folder, recorded, workers)) + "\n")
    for file, text in zip(files, texts, strict=True):
        _write(file, text)


def _beside_the_source(folder: str) -> Path:
    """The file that TeX looks for: that of the source, with the ending of the verdicts."""
    from banditproof.paper_checks.other_papers.source_record import record_of

    source = Path(os.path.normpath(Path(folder) / record_of(Path(folder), folder).main))
    if not source.is_file():
        raise ValueError(
            f"There is no {source}, beside which the verdicts belong; give --out FILE."
        )
    return source.with_suffix(".verdicts")


def _lines(folder: str, recorded: bool, workers: int) -> list[str]:
    """The lines of the file with the verdicts."""
    from banditproof.paper_checks import run_all
    from banditproof.paper_checks.other_papers.margin_marks import labels_now, verdict_lines
    from banditproof.paper_checks.other_papers.source_record import record_of
    from banditproof.paper_checks.statements.index import claim_index
    from banditproof.paper_checks.statements.registry import claims
    from banditproof.paper_checks.verdicts.verdict_words import STALE
    from .document_options import lost_statements, opened_document

    record = record_of(Path(folder), folder)
    document = opened_document(folder, texts_only=recorded)
    if lost := lost_statements(document):
        say(lost)
    if recorded:
        known = claim_index()
        found = [
            (id, STALE if id in document.stale else known[id].recorded, known[id].graded)
            for id in record.statements
            if id in known
        ]
    else:
        chosen = [claim for claim in claims(document.name) if claim.id in record.statements]
        with output_on_error():
            results = run_all(chosen, workers)
        found = [(one.claim.id, one.verdict.outcome.value, one.graded) for one in results]
    return verdict_lines(labels_now(record, Path(folder)), found)


def _write(file: Path, text: str) -> None:
    from banditproof.theory.atomic_files import write_text

    write_text(file, text)
    print_text(str(file))
