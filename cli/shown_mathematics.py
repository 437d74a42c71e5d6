"""The mathematics of texts: characters of Unicode on a terminal, LaTeX in files and pipes."""

import sys
from collections.abc import Callable
from typing import Annotated
import typer
from .streams import encodes_everything

AsTex = Annotated[
    bool, typer.Option("--tex", help="Show formulas in LaTeX on a terminal too, as pipes do.")
]
Shown = Callable[[str], str]
"""What becomes of a text before it is printed."""


def shown_mathematics(tex: bool) -> Shown:
    """A function that makes texts readable on a terminal, and leaves them alone elsewhere."""
    if tex or not sys.stdout.isatty() or not encodes_everything():
        return str
    from banditproof.paper_checks.report.readable_text import readable_text

    return readable_text
