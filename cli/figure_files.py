"""Files of figures: their kinds, and how they are written whole."""

from __future__ import annotations
from pathlib import Path
from typing import Any

SUFFIXES = (".png", ".pdf", ".svg")


def file_of(out: Path | None, json: bool, what: str) -> Path | None:
    """The file of a figure, if it can be written; only JSON needs none."""
    from banditproof.theory.optional_libraries import library

    if out is None and not json:
        raise ValueError(f"No file is given; give --out {what}.png, or --json for the facts.")
    target = None if out is None else writable(out)
    if target is not None:
        library("matplotlib.backends.backend_agg", f"A figure of {what}", "figures")
    return target


def save(figure: Any, out: Path) -> None:
    """Write a figure to a file, complete or not at all; its bytes are reproducible."""
    from banditproof.theory.atomic_files import write_atomically
    from banditproof.theory.figure_style import drawing_style

    kind = out.suffix.lower().removeprefix(".")
    metadata: dict[str, Any] = {"png": {"Software": None}, "svg": {"Date": None}}.get(
        kind, {"CreationDate": None}
    )

    def write(part: Path) -> None:
        # the labels beside the axes are as long as the names of the bounds
        figure.savefig(
            part, dpi=200, format=kind, metadata=metadata, bbox_inches="tight", pad_inches=0.15
        )

    with drawing_style():
        write_atomically(out, write)


def writable(out: Path) -> Path:
    """The file, if its kind is known and its folder exists."""
    from banditproof.theory.atomic_files import writable_folder

    if out.suffix.lower() not in SUFFIXES:
        raise ValueError(f"{out} ends in {out.suffix or 'nothing'}; give a .png, .pdf or .svg.")
    if out.is_dir():
        raise ValueError(f"{out} is a folder; give the name of a file.")
    if not out.parent.is_dir():
        raise ValueError(f"The folder {out.parent} does not exist; create it or give another one.")
    writable_folder(out.parent)
    return out
