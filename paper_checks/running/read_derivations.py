"""`python -m banditproof.paper_checks.running.read_derivations [NAME ...]` lets Coq read theorems.

Each formal proof that the kernel accepts becomes a file of Coq, in which the statements of the
theorems that it cites are axioms: each of those is read in another file. Theorems that do not cite
one another share a file; if it is refused, each is read alone. What Coq accepted is stored by the
content of its file, and is not read again while that is the same. When each theorem is accepted,
a digest of all that decides this is stored as well (`last_reading`): while it is the same, no
theorem is judged only to see that its file is known. `--again` reads all.
Where Coq is missing, this says `Second reader: not run`.
"""

from __future__ import annotations
import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING
from banditproof.theory.atomic_files import write_text
from banditproof.theory.logic.coq.second_reader import Export, read_by_coq
from banditproof.theory.logic.terms import Refused
from banditproof.theory.prover.coq.answers import CoqSays
from banditproof.theory.prover.coq.coqc import MISSING, RULES, coq_is_installed
from banditproof.theory.prover.coq.export import ERROR_FUNCTION
from ..derivations.developments import development_of
from ..derivations.stored_certificates import STORED as FOLDER
from . import last_reading
from .last_reading import LISTED

if TYPE_CHECKING:
    from banditproof.theory.logic.kernel import Theorem

STORED = FOLDER / "read_by_coq.json"


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


def content_of(name: str, theorem: Theorem) -> tuple[str, frozenset[str]]:
    """A digest of the file of a theorem and of the rules that it imports; its listed steps."""
    export = Export([(name, theorem)], listed_exceptions(), apart=True)
    text, folder = export.text(), files("banditproof.theory.prover.coq")
    used = RULES if ERROR_FUNCTION in text else RULES[:1]
    rules = b"".join(folder.joinpath(f"{name}.v").read_bytes() for name in used)
    digest = sha256(rules + text.encode()).hexdigest()[:24]
    return digest, frozenset(export.exceptions.values())


def derived(names: Sequence[str]) -> Iterator[tuple[str, Theorem]]:
    """The theorems that the kernel accepts; others are named by `write_derivations`."""
    development = development_of(None)
    for name in names or sorted(development.proofs):
        try:
            derivation = development.derive(name)
            yield derivation.accepted_as, derivation.theorem
        except Refused as fault:
            print(f"{name}: the kernel refuses it: {fault}")


MOST_TOGETHER = 32
"""The most theorems in a file, so that what was read is stored now and then."""


def in_files(theorems: Mapping[str, Theorem]) -> list[dict[str, Theorem]]:
    """Groups of theorems of which none cites another one of its group."""
    groups: list[tuple[dict[str, Theorem], set[str]]] = []
    for name, theorem in theorems.items():
        cited = Export([(name, theorem)], apart=True).assumed.keys()
        for group, below in groups:
            if len(group) < MOST_TOGETHER and name not in below and not cited & group.keys():
                break
        else:
            groups.append((group := {}, below := set()))
        group[name] = theorem
        below.update(cited)
    return [group for group, _ in groups]


def store(contents: Mapping[str, str]) -> None:
    """Keep the contents of what Coq accepted."""
    STORED.parent.mkdir(exist_ok=True)
    write_text(STORED, json.dumps(dict(sorted(contents.items())), indent=1) + "\n")


def main(names: Sequence[str], again: bool) -> int:
    """Let Coq read what changed, and store what it accepts as it comes; 1 if anything is wrong."""
    if not coq_is_installed():
        print(f"Second reader: {CoqSays.NOT_RUN.value}. {MISSING}")
        return 0
    decided = "" if names else last_reading.decided_by()
    if decided and not again and last_reading.is_the_last(decided, STORED):
        print(
            f"Coq has accepted all {len(accepted_before())} theorems, and nothing that decides it "
            "has changed since; so none is judged or read here. --again reads all."
        )
        return 0
    known, theorems = accepted_before(), dict(derived(names))
    accepted = {name: known[name] for name in known if names or name in theorems}
    contents: dict[str, str] = {}
    refused, steps, taken = 0, 0, set[str]()
    for name, theorem in theorems.items():
        content, without = content_of(name, theorem)
        taken |= without
        if again or accepted.get(name) != content:
            contents[name] = content
    groups = in_files({name: theorems[name] for name in contents})
    with tempfile.TemporaryDirectory() as folder:
        ask = partial(read_by_coq, folder=Path(folder), listed=listed_exceptions(), apart=True)
        while groups:
            group = groups.pop(0)
            reading = ask([*group.items()])
            if not reading and len(group) > 1:
                groups = [*({name: theorem} for name, theorem in group.items()), *groups]
                continue
            # a fault of a busy machine does not come twice
            reading = reading or ask([*group.items()])
            steps += reading.leaves
            if reading:
                accepted |= {name: contents[name] for name in group}
                store(accepted)
                continue
            (name,) = group
            refused += 1
            accepted.pop(name, None)
            print(f"{name}: {reading.result.sentence(reading.message)}", flush=True)
    if accepted != known:
        store(accepted)
    unused = [] if names else sorted({*listed_exceptions()} - taken)
    for key in unused:
        print(f"{key} is listed in {LISTED.name}, and is no step of a theorem; delete its line.")
    print(
        f"Coq accepts {len(theorems) - refused} of {len(theorems)} theorems, "
        f"{len(theorems) - len(contents)} of them read before; {steps} steps of arithmetic were "
        f"read now. It took {len(taken)} steps without a proof, which are listed."
    )
    missing = len(names or development_of(None).proofs) - len(theorems)
    wrong = bool(refused or unused or missing)
    if decided and not wrong and not last_reading.store(decided, STORED):
        print("Something changed while Coq read, so the next run judges each theorem again.")
    return int(wrong)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, prog="read_derivations")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a theorem; all without one")
    parser.add_argument("--again", action="store_true", help="read also what was read before")
    words = parser.parse_args()
    sys.exit(main(words.names, words.again))
