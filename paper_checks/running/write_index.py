"""Writes the index of claims in a checkout anew: `make index`.

With `--grades` the fast checks run first, and the grades found are stored, with what settles each
"for all"; with `--all-grades` the slow ones run too, which takes a quarter of an hour. Patterns of
IDs, such as `'zcdp.*'`, limit what runs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from ..statements.claim import Claim
from ..statements.index import FILE, index_of, stored_index
from ..statements.recorded_verdicts import knowing
from ..statements.registry import claims
from .runner import Result, run, run_all


def main(arguments: list[str]) -> None:
    """Write the index beside this module, in a checkout."""
    chosen = claims()
    try:
        found = {id: (facts.grade, facts.universal) for id, facts in stored_index().items()}
    except (FileNotFoundError, TypeError):  # none yet, or of an older form
        found = {}
    target = Path(__file__).parent.parent / FILE
    # first without new grades: the processes that run checks find their modules through it
    target.write_text(index_of(chosen, found), encoding="utf-8")
    if arguments:
        wanted = [pattern for pattern in arguments if not pattern.startswith("--")] or ["*"]
        again = [
            c
            for c in chosen
            if (c.tier == "fast" or "--all-grades" in arguments)
            and any(fnmatchcase(c.id, pattern) for pattern in wanted)
        ]
        found |= {result.claim.id: _settled(result) for result in run_all(again)}
        _run_again(chosen, found)
        target.write_text(index_of(chosen, found), encoding="utf-8")
    print(f"{len(chosen)} claims in {target.name}.")


def _settled(result: Result) -> tuple[str | None, str | None]:
    return result.facts.grade, result.facts.universal


def _run_again(chosen: Sequence[Claim], found: dict[str, tuple[str | None, str | None]]) -> None:
    """Run what takes its grade from others again, where one of them is new, until none changes."""
    recorded = {claim.id: claim.recorded.value for claim in chosen}
    before = {id: facts.grade for id, facts in stored_index().items()}
    later = False  # wholes and copies had the verdicts of the first run
    while True:
        grades = {id: grade for id, (grade, _) in found.items()}
        changed = {id for id in grades if grades[id] != before.get(id)}
        again = [
            c
            for c in chosen
            if (c.proof or (later and (c.parts or c.repeats)))
            and c.id in grades
            and changed & set(c.rests_on)
        ]
        if not again:
            return
        before, later = grades, True
        with knowing({id: (recorded[id], grade) for id, grade in grades.items() if id in recorded}):
            found |= {claim.id: _settled(run(claim)) for claim in again}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, prog="write_index")
    parser.add_argument("--grades", action="store_true", help="run the fast checks first")
    parser.add_argument("--all-grades", action="store_true", help="run the slow ones too")
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="limits what runs")
    parser.parse_args()
    main(sys.argv[1:])
