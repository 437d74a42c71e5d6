"""When the checks of this package last noticed all their mutants: a text that a run has written.

Each line has the ID of a claim, the day, and a digest of the names of its mutants; a claim whose
mutants have changed since has no day.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from banditproof.theory.atomic_files import write_text

FILE = Path(__file__).with_suffix(".txt")


def digest_of_names(names: Iterable[str]) -> str:
    """A digest of the names of mutants, in whatever order.

    >>> digest_of_names(["a", "b"]) == digest_of_names(["b", "a"]) != digest_of_names(["a"])
    True
    """
    return sha256("\0".join(sorted(names)).encode()).hexdigest()[:8]


@cache
def noticed_mutants() -> Mapping[str, tuple[str, str]]:
    """The day and the digest of each claim, by its ID."""
    lines = FILE.read_text("utf-8").splitlines() if FILE.is_file() else []
    return {id: (day, digest) for id, day, digest in map(str.split, lines)}


def day_of(id: str, names: Iterable[str]) -> str:
    """The day on which the check of a claim noticed each of these mutants; empty if none is known.

    >>> day_of("bern.no_such_claim", ["a"])
    ''
    """
    day, digest = noticed_mutants().get(id, ("", ""))
    return day if digest == digest_of_names(names) else ""


def keep_days(found: Mapping[str, tuple[str, str]]) -> None:
    """Write the days of all claims."""
    lines = [f"{id} {day} {digest}\n" for id, (day, digest) in sorted(found.items())]
    write_text(FILE, "".join(lines))
    noticed_mutants.cache_clear()
