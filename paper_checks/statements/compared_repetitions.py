"""What a claim and the one that it repeats said when a reader compared them, as digests in a file.

No machine sees whether the words of two documents say the same. So a reader compares them with
each other and with both prints, and then the file has a line for the pair: the ID of the
repetition, and a digest of all that decides what is said. When either of them is changed, the pair
has to be read again. `banditproof.paper_checks.running.write_repetitions` shows what has to be
read, and notes what was.
"""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from banditproof.theory.atomic_files import write_text
from .completed import declared
from .declared import Declared
from .documents import SHIPPED

FILE = Path(__file__).with_suffix(".txt")
HEAD = "# Digests of repetitions that were compared with what they repeat, word by word.\n"
SAID = ("statement", "reading", "asymptotic", "at")
"""What says of what a claim speaks; a title, a summary or a verdict may change without a reader."""


def repetitions() -> dict[str, Declared]:
    """The claims of this package that repeat another one, by their IDs.

    >>> repetitions()["zcdp.thm9"].repeats
    'thesis.thm4.21'
    """
    all_claims = (claim for document in SHIPPED for claim in document.declared.values())
    return {claim.id: claim for claim in all_claims if claim.repeats}


def repeated_by(copy: Declared) -> Iterator[Declared]:
    """The claim that is repeated, its parts, and what these repeat: all of which its verdict is.

    >>> [claim.id for claim in repeated_by(repetitions()["zcdp.thm9"])]
    ['thesis.thm4.21']
    """
    left = [copy]
    while left:
        claim = left.pop(0)
        names = [*filter(None, (claim.repeats,)), *claim.parts]
        below = [one for one in map(declared, names) if one is not None]
        yield from below
        left += below


def digest_of_repetition(copy: Declared, repeated: Iterable[Declared]) -> str:
    """The digest of what is said by a claim and by those that it repeats.

    >>> a, b, c = (Declared(id=f"my.{n}", statement=s) for n, s in ("a1", "b1", "b2"))
    >>> digest_of_repetition(a, [b]), digest_of_repetition(a, [c])
    ('bef7c81e55dac040', '336e225d557fa40a')
    """
    lines = [
        f"{claim.id} {name}: {' '.join(getattr(claim, name).split())}"
        for claim in (copy, *repeated)
        for name in SAID
    ]
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


def digests() -> dict[str, str]:
    """The digests of all repetitions as they are now, by their IDs."""
    return {id: digest_of_repetition(copy, repeated_by(copy)) for id, copy in repetitions().items()}


def compared() -> Mapping[str, str]:
    """The digests in the file."""
    rows = FILE.read_text("utf-8").splitlines() if FILE.is_file() else []
    return dict(row.split() for row in rows if not row.startswith("#"))


def to_compare() -> list[str]:
    """The repetitions that nobody has compared since one of both claims was changed."""
    known = compared()
    return [id for id, digest in digests().items() if known.get(id) != digest]


def keep_compared(ids: Iterable[str]) -> None:
    """Note that these repetitions were compared as they are now; what is gone has no line."""
    now = digests()
    known = {id: digest for id, digest in compared().items() if id in now}
    known |= {id: now[id] for id in ids}
    write_text(FILE, HEAD + "".join(f"{id} {known[id]}\n" for id in sorted(known)))
