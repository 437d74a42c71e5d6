"""`python -m banditproof.paper_checks.running.write_variants [NAME ...]` changes formal theorems.

Variants of each theorem and of its proof are tried, and those that are accepted are listed in the
file `variants.txt`, where a note behind `--` says why each is true. What is listed of theorems that
are still the same is kept.
"""

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from banditproof.theory.atomic_files import write_text
from ..derivations.developments import development_of
from ..derivations.formal_variants import content_of, is_accepted, variants_of
from .names_given import names_given

FILE = Path(__file__).parent.parent / "derivations" / "stored" / "variants.txt"
HEAD = "# Accepted variants of formal theorems, and why each is true; `make variants` tries anew.\n"


@dataclass(frozen=True)
class Tried:
    """The digest of a theorem, how many variants were tried, and notes on those accepted."""

    content: str
    number: int
    accepted: Mapping[str, str]

    def __str__(self) -> str:
        rows = [f"  {what} -- {note}".rstrip() for what, note in self.accepted.items()]
        return "\n".join([f"{self.content} {self.number}", *rows])


def listed(text: str) -> Iterator[tuple[str, Tried]]:
    """The entries of the file."""
    for block in text.partition("\n")[2].strip().split("\n\n"):
        head, *rows = block.split("\n")
        if head:
            name, content, number = head.split()
            pairs = (row.strip().rpartition(" --") for row in rows)
            yield name, Tried(content, int(number), {a: b.strip() for a, _, b in pairs})


def main(words: Sequence[str]) -> int:
    """Try the theorems that changed, or those that are named; how many notes are missing."""
    development = development_of(None)
    names = names_given("write_variants", __doc__, words, development.proofs, "theorem")
    known = dict(listed(FILE.read_text("utf-8"))) if FILE.is_file() else {}
    known = {name: known[name] for name in known if name in development.proofs}
    short_first = sorted(development.proofs, key=lambda name: len(development.proofs[name].text))
    for name in names or short_first:
        content = content_of(development, name)
        before = known.get(name, Tried("", 0, {}))
        if before.content == content and not names:
            continue
        start = time.process_time()
        development.derive(name)
        variants = [*variants_of(development, name)]
        accepted = [v.what for v in variants if is_accepted(development, name, v)]
        notes = {what: before.accepted.get(what, "") for what in accepted}
        known[name] = Tried(content, len(variants), notes)
        blocks = [f"{name} {known[name]}\n" for name in sorted(known)]
        write_text(FILE, HEAD + "\n" + "\n".join(blocks))
        spent = time.process_time() - start
        print(f"{name}: {len(variants)} tried, {len(notes)} accepted, {spent:.0f} s", flush=True)
    missing = [
        what for tried in known.values() for what, note in tried.accepted.items() if not note
    ]
    print(f"{len(missing)} accepted variants have no note.")
    return len(missing)


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
