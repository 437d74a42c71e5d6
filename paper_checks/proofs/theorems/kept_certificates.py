"""Certificates of steps as text, beside the proofs that they belong to.

`NAME.certificates` has a line for each relation of the proofs in `NAME.proof` that arithmetic shows
and not at first sight: a digest of what is shown under which premises, and a proof of it. The lines
are sorted, so a changed sentence touches its own ones. Nothing in them is trusted: the judge checks
a proof each time, and what has no line, or a wrong one, is searched for.
`python -m banditproof.paper_checks.running.write_certificates` writes them.
"""

from __future__ import annotations
import hashlib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from banditproof.theory.atomic_files import write_text
from ...statements.documents import document_of_id
from ..text.locating import lemmas_of, places_of

if TYPE_CHECKING:
    from banditproof.theory.prover.kernel.goals import Goal

ENDING = ".certificates"
DIGITS = 16
Node = Mapping[str, Any]
Kept = Mapping[str, Node]
"""Proofs by the keys of what they show."""


@lru_cache(maxsize=1 << 14)
def key_of(goal: Goal) -> str:
    """A digest of a goal with its premises.

    >>> from banditproof.theory.prover.statement import Statement
    >>> one, other = (Statement.of(text, "x in [0, 1]").goal for text in ("x >= 0", "x > 0"))
    >>> len(key_of(one)), key_of(one) == key_of(other)
    (16, False)
    """
    from banditproof.theory.prover.certificate_lines import compact
    from banditproof.theory.prover.two_checks import stored_goal

    return hashlib.sha256(compact(stored_goal(goal)).encode()).hexdigest()[:DIGITS]


def text_of(kept: Kept) -> str:
    """The lines of a file.

    >>> text_of({"b": {"by": "span"}, "a": {"by": "sum", "parts": []}})
    'a {"by":"sum","parts":[]}\\nb {"by":"span"}\\n'
    """
    from banditproof.theory.prover.certificate_lines import written_line

    return "".join(written_line(key, kept[key]) for key in sorted(kept))


def read_text(text: str, what: str) -> Kept:
    """The certificates of a text, not yet checked; ValueError if a line is none."""
    from banditproof.theory.prover.certificate_lines import read_line

    lines = enumerate(text.splitlines(), 1)
    return dict(read_line(line, DIGITS, dict, f"Line {n} of {what}") for n, line in lines)


def kept_of(id: str) -> Kept:
    """What is kept for the proofs, or the lemma, of an ID; nothing if there are no files.

    >>> len(kept_of("bern.thm3.1.repaired")) > 1, len(kept_of("bern.no_such_claim"))
    (True, 0)
    """
    results: dict[str, Node] = {}
    for file in files_of(id):
        results |= certificates_in(file)
    return results


def files_of(id: str) -> tuple[Path, ...]:
    """Where the certificates of the proofs of an ID stand, if they have some.

    Those of a proof that a program builds, and no text has, stand in a file with its ID.
    """
    document = document_of_id(id)
    if document is None:
        return ()
    places = [p for (of, _), p in (*places_of(document).items(), *lemmas_of(document).items())
              if of == id]  # fmt: skip
    beside = tuple(dict.fromkeys(file_beside(place.path) for place in places))
    return beside or (document.home / f"{id}{ENDING}",)


def file_beside(proofs: Path) -> Path:
    """The file of certificates beside one of proofs.

    >>> file_beside(Path("section_3/markov.proof")).name
    'markov.certificates'
    """
    return proofs.with_suffix(ENDING)


@cache
def certificates_in(file: Path) -> Kept:
    """What a file holds; nothing if there is none, or if it is damaged, as nothing rests on it."""
    from banditproof.theory.prover.stored_json import text_in

    try:
        return read_text(text_in(file), file.name) if file.is_file() else {}
    except (OSError, ValueError):
        return {}


def write_certificates(file: Path, kept: Kept) -> bool:
    """Write a file, or remove it if nothing is to be kept; whether that changed something."""
    before = file.read_text("utf-8") if file.is_file() else ""
    after = text_of(kept)
    if after == before:
        return False
    if kept:
        write_text(file, after)
    else:
        file.unlink()
    certificates_in.cache_clear()
    return True
