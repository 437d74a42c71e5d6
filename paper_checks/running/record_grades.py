"""Runs checks, and records the grades that they find in the texts: `make grades`.

What settles each "for all" is recorded too. The fast checks run, with `--all` the slow ones as
well, which takes a quarter of an hour; patterns of IDs, such as `'zcdp.*'`, limit what runs.
Verdicts are not touched: a check that gives another verdict than the recorded one is an error.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from ..statements.claim import Claim
from ..statements.declared import Declared
from ..statements.documents import SHIPPED
from ..statements.index import text_index
from ..statements.recorded_verdicts import Standing, knowing
from ..statements.registry import claims
from ..statements.text_reader import ClaimText
from ..statements.text_writer import written
from .runner import Result, run, run_all

Grades = dict[str, tuple[str | None, str | None]]
"""The grade of each claim, and what settles its "for all"."""


def main(patterns: Sequence[str], slow: bool) -> None:
    """Run the chosen checks, and write the texts in which a grade changed."""
    chosen = claims()
    again = [
        claim
        for claim in chosen
        if (claim.tier == "fast" or slow)
        and any(fnmatchcase(claim.id, pattern) for pattern in patterns or ["*"])
    ]
    results = {id: (facts.grade, facts.universal) for id, facts in text_index().items()}
    results |= {result.claim.id: _settled(result) for result in run_all(again)}
    _run_again(chosen, results)
    changed = [text for item in SHIPPED for text in item.texts if write_grades(text, results)]
    for text in changed:
        print(text.file)
    print(f"{len(again)} checks ran; the grades of {len(changed)} texts changed.")


def write_grades(text: ClaimText, grades: Mapping[str, tuple[str | None, str | None]]) -> bool:
    """Write the grades into a text; whether that changed it."""
    entries = tuple(
        _graded(entry, grades) if isinstance(entry, Declared) else entry for entry in text.entries
    )
    if entries == text.entries:
        return False
    text.file.write_text(written(replace(text, entries=entries)), encoding="utf-8")
    return True


def _graded(claim: Declared, grades: Mapping[str, tuple[str | None, str | None]]) -> Declared:
    """A claim with its grade; a whole and a copy have that of the claims that they name."""
    if not claim.has_check or claim.id not in grades:
        return claim
    grade, universal = grades[claim.id]
    return replace(claim, grade=grade, universal=universal)


def _settled(result: Result) -> tuple[str | None, str | None]:
    if not result.as_recorded:
        raise ValueError(
            f"The check of {result.claim.id} gives {result.verdict.outcome.value}, and not "
            f"{result.claim.recorded.value} as recorded; mend one of them first."
        )
    return result.facts.grade, result.facts.universal


def _run_again(chosen: Sequence[Claim], found: Grades) -> None:
    """Run what takes its grade from others again, where one of them is new, until none changes."""
    recorded = {claim.id: claim.recorded.value for claim in chosen}
    before = {id: facts.grade for id, facts in text_index().items()}
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
        known = {id: Standing(recorded[id], g) for id, g in grades.items() if id in recorded}
        with knowing(known):
            found |= {claim.id: _settled(run(claim)) for claim in again}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, prog="record_grades")
    parser.add_argument("--all", action="store_true", help="run the slow checks too")
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="limits what runs")
    options = parser.parse_args()
    main(options.patterns, options.all)
