"""The axioms on which each formal theorem rests: a text that is written when proofs are checked."""

from collections.abc import Container, Iterable, Mapping
from functools import cache
from banditproof.theory.atomic_files import write_text
from .stored_certificates import STORED

FILE = STORED / "axioms.txt"


@cache
def stored_axioms() -> Mapping[str, tuple[str, ...]]:
    """The axioms of each theorem, by its name.

    >>> stored_axioms()["kl_weaker"]
    ()
    """
    lines = FILE.read_text("utf-8").splitlines() if FILE.is_file() else []
    return {name: tuple(rest.split()) for name, _, rest in (one.partition(":") for one in lines)}


def store_axioms(found: Mapping[str, Iterable[str]], proved: Container[str]) -> None:
    """Store the axioms of some theorems, and drop theorems that have no proof any more."""
    known = {name: axioms for name, axioms in stored_axioms().items() if name in proved}
    lines = [" ".join((f"{name}:", *axioms)) for name, axioms in sorted({**known, **found}.items())]
    write_text(FILE, "\n".join(lines) + "\n")
    stored_axioms.cache_clear()
