"""Certificates of the arithmetic in formal proofs as text, beside the proofs that they belong to.

`NAME.certificates` has a part for each theorem of `NAME.proof` that needs some: its name, and a
line for each certificate, sorted by the keys of what they show. So a changed line of a proof
touches its own ones. Nothing in them is trusted: the judge checks a proof each time, and what has
no line, or a wrong one, is searched for.
`python -m banditproof.paper_checks.running.write_derivations` writes them.
"""

from __future__ import annotations
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from banditproof.theory.atomic_files import write_text
from ..proofs.theorems.kept_certificates import file_beside
from ..statements.documents import document_of_id
from .formal_folders import places_of_theorems

STORED = Path(__file__).with_name("stored")
COMPARED = STORED / "compared_formulas.txt"
"""The digests of the formulas that were compared with the print."""
HEAD = "theorem "
Part = Sequence[str]
"""The lines of a theorem."""


def certificates_file(name: str) -> Path | None:
    """Where the certificates of a theorem stand, if it has some; None if there is no proof of it.

    >>> print(certificates_file("liminf_scale").name, certificates_file("no_such_theorem"))
    numbers.certificates None
    """
    document = document_of_id(name)
    places = places_of_theorems(None if document is None or document.own else document)
    return file_beside(places[name]) if name in places else None


@cache
def parts_of(file: Path) -> Mapping[str, Part]:
    """The lines of each theorem of a file; none if there is no file, or if it cannot be read."""
    from banditproof.theory.prover.stored_json import text_in

    try:
        lines = text_in(file).splitlines() if file.is_file() else []
    except (OSError, ValueError):
        return {}
    parts: dict[str, list[str]] = {}
    for line in lines:
        if line.startswith(HEAD):
            parts[line.removeprefix(HEAD)] = here = []
        elif parts:
            here.append(line)
    return parts


def certificates_of(name: str) -> Mapping[str, Sequence[Any]]:
    """The stored certificates of a theorem, by the keys of what they show; not yet checked.

    A part that is damaged counts as none, as nothing rests on it.
    """
    from banditproof.theory.logic.certificates import KEY_LENGTH
    from banditproof.theory.prover.certificate_lines import read_line

    file = certificates_file(name)
    lines = () if file is None else parts_of(file).get(name, ())
    try:
        return dict(read_line(line, KEY_LENGTH, list, f"A line of {name}") for line in lines)
    except ValueError:
        return {}


def store_certificates(name: str, certificates: Mapping[str, Sequence[Any]]) -> bool:
    """Store the certificates of a theorem instead of what is stored; whether that differs."""
    from banditproof.theory.prover.certificate_lines import written_line

    file = certificates_file(name)
    if file is None:
        raise ValueError(f"There is no formal proof of {name}; its certificates stand beside one.")
    lines = [written_line(key, certificates[key]).rstrip("\n") for key in sorted(certificates)]
    return _write(file, {**parts_of(file), name: lines})


def keep_certificates(names: Collection[str]) -> None:
    """Drop the certificates of all theorems but these from their files."""
    for file in {file for name in names if (file := certificates_file(name)) is not None}:
        _write(file, {name: part for name, part in parts_of(file).items() if name in names})


def _write(file: Path, parts: Mapping[str, Part]) -> bool:
    """Write a file, or remove it if nothing is to be kept; whether that changed something."""
    rows = [
        f"{line}\n" for name in sorted(parts) if parts[name] for line in (HEAD + name, *parts[name])
    ]
    before, after = file.read_text("utf-8") if file.is_file() else "", "".join(rows)
    if after == before:
        return False
    if after:
        write_text(file, after)
    else:
        file.unlink()
    parts_of.cache_clear()
    return True
