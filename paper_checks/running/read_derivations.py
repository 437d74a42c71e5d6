"""`python -m banditproof.paper_checks.running.read_derivations [NAME ...]` lets Coq read theorems.

Each formal proof that the kernel accepts becomes a file of Coq with all that it rests on. What Coq
accepted is stored by its content, and is not read again while that is the same; `--again` reads
all. Where Coq is missing, this says `second reader: not run`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from banditproof.theory.atomic_files import write_text
from banditproof.theory.logic.coq.second_reader import NOT_RUN, Export, read_by_coq
from banditproof.theory.logic.terms import Refused
from banditproof.theory.prover.coq.coqc import MISSING, coq_is_installed

from ..derivations.developments import development_of

if TYPE_CHECKING:
    from banditproof.theory.logic.kernel import Theorem

STORED = Path(__file__).parent.parent / "derivations" / "stored" / "read_by_coq.json"
LISTED = Path(__file__).parent.parent / "derivations" / "without_coq.txt"
"""Steps of arithmetic that have no proof in Coq: a key a line, and why."""


def listed_exceptions() -> tuple[str, ...]:
    """The keys of the steps that Coq may take without a proof.

    >>> len(listed_exceptions()) < 100
    True
    """
    lines = LISTED.read_text("utf-8").splitlines() if LISTED.is_file() else []
    return tuple(line.split()[0] for line in lines if line.strip() and not line.startswith("#"))


def accepted_before() -> dict[str, str]:
    """The contents of what Coq accepted, by the names of theorems."""
    known = json.loads(STORED.read_text("utf-8")) if STORED.is_file() else {}
    return {str(name): str(content) for name, content in known.items()}


def content_of(name: str, theorem: Theorem) -> str:
    """A digest of the file of a theorem, and of the rules that it imports."""
    rules = files("banditproof.theory.prover.coq").joinpath("rules.v").read_bytes()
    text = Export([(name, theorem)], listed_exceptions()).text()
    return sha256(rules + text.encode()).hexdigest()[:24]


def derived(names: Sequence[str]) -> Iterator[tuple[str, Theorem]]:
    """The theorems that the kernel accepts; others are named by `write_derivations`."""
    development = development_of(None)
    for name in names or sorted(development.proofs):
        try:
            yield name, development.derive(name).theorem
        except Refused as fault:
            print(f"{name}: the kernel refuses it: {fault}")


def refusals(
    theorems: Sequence[tuple[str, Theorem]], listed: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """The theorems that Coq does not accept, with its reasons: all at once, or one by one."""
    if theorems and not read_by_coq(theorems, listed=listed):
        for one in theorems:
            reading = read_by_coq([one], listed=listed)
            if not reading:
                yield one[0], reading.message


def main(names: Sequence[str], again: bool) -> int:
    """Let Coq read what changed, and store what it accepts; 1 if it refuses anything."""
    if not coq_is_installed():
        print(f"{NOT_RUN}. {MISSING}")
        return 0
    known = accepted_before()
    theorems = list(derived(names))
    contents: Mapping[str, str] = {name: content_of(name, th) for name, th in theorems}
    new = [(n, th) for n, th in theorems if again or known.get(n) != contents[n]]
    wrong = dict(refusals(new, listed_exceptions()))
    for name, reason in wrong.items():
        print(f"{name}: Coq refuses it: {reason}")
    kept = known if names else {}
    results = {**kept, **{n: c for n, c in contents.items() if n not in wrong}}
    if results != known:
        STORED.parent.mkdir(exist_ok=True)
        write_text(STORED, json.dumps(dict(sorted(results.items())), indent=1) + "\n")
    print(
        f"Coq accepts {len(theorems) - len(wrong)} of {len(theorems)} theorems, "
        f"{len(theorems) - len(new)} of them read before."
    )
    return int(bool(wrong))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, prog="read_derivations")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a theorem; all without one")
    parser.add_argument("--again", action="store_true", help="read also what was read before")
    words = parser.parse_args()
    sys.exit(main(words.names, words.again))
