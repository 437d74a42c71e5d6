"""`banditproof new`: make a folder for the claims of another paper."""

from pathlib import Path
from typing import Annotated
import typer
from .output import print_text

Folder = Annotated[str, typer.Argument(help="The new folder; its name is that of the document.")]
Title = Annotated[str | None, typer.Option(help="The title of the paper.")]
Prefix = Annotated[
    str | None,
    typer.Option(help="How the IDs of its claims begin; the name up to its first hyphen if not."),
]


def command(folder: Folder, title: Title = None, prefix: Prefix = None) -> None:
    """Make a folder for the claims of another paper, with examples that run.

    It has a statement with a formal proof, one that is false with its repair, a theorem with a
    proof of numbered steps, and one without a check; a README leads on. Nothing is overwritten.

    Example: banditproof new my-paper --title "On Private Bandits"; banditproof check my-paper/
    """
    from banditproof.paper_checks.other_papers.new_folder import new_folder

    made = new_folder(Path(folder), title, prefix)
    for file in made:
        print(file)
    place = made[0].parent
    print_text(f"Run `banditproof check {place}/`; {place / 'README.md'} says what to do next.")
