"""A PDF of a text in LaTeX, where pdflatex is installed."""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

SECONDS = 120
"""A text of a few pages takes about one; a formula of somebody else's may never end."""
PARANOID = {"openin_any": "p", "openout_any": "p"}
"""The names by which TeX is told to read and write in its own folder alone."""
PAGES = re.compile(r"Output written on \S+ \((\d+) page")


def pdf_of(latex: str) -> tuple[bytes, int] | None:
    """The PDF of a text and the number of its pages; None where pdflatex is not installed.

    The text may have formulas of somebody else: no shell is opened, and no other file is read.
    """
    program = shutil.which("pdflatex")
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "text.tex")
        source.write_text(latex, encoding="utf-8")
        try:
            done = subprocess.run(
                [program, "-no-shell-escape", "-interaction=nonstopmode", source.name],
                cwd=folder,
                env={**os.environ, **PARANOID},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise ValueError(
                f"pdflatex did not end within {SECONDS} seconds; give --format tex, and look at "
                "the formulas of the statements."
            ) from None
        result = source.with_suffix(".pdf")
        pages = PAGES.search(" ".join(done.stdout.decode("latin-1").split()))
        if done.returncode or pages is None or not result.is_file():
            raise ValueError(
                f"pdflatex makes no PDF of the text: {_complaint(done.stdout.decode('latin-1'))} "
                "Give --format tex to see it."
            )
        return result.read_bytes(), int(pages[1])


def _complaint(log: str) -> str:
    """The first error of a log, as a sentence.

    >>> _complaint("This is pdfTeX\\n! Undefined control sequence.\\nl.7 ...")
    'Undefined control sequence.'
    """
    errors = (line[2:] for line in log.splitlines() if line.startswith("! "))
    first = next(errors, "no error is named")
    return first if first.endswith(".") else f"{first}."
