"""The audited auditor: every mutant of the corpus must be rejected, and every reference accepted.

`banditproof audit --self-test` prints the score. One judge sees both and is not told which it
sees; a judge that raises neither rejects nor accepts, so a crash never counts as a rejection.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .evidence import fields_as_json
from .mutants.entry import Entry, Judgement

Progress = Callable[[int, int, str], None]
"""Called with the entries done, their number, and the name of the entry that comes next."""


@dataclass(frozen=True)
class SelfTestRow:
    """One entry: what the judge said of the mutant and of the reference, None where it raised."""

    entry: Entry
    mutant: Judgement | None
    reference: Judgement | None
    seconds: float
    error: str = ""

    @property
    def mutant_rejected(self) -> bool:
        """Whether the mutant was rejected, by a judgement."""
        return self.mutant is not None and not self.mutant.accepted

    @property
    def reference_accepted(self) -> bool:
        """Whether the reference was accepted."""
        return self.reference is not None and self.reference.accepted

    @property
    def passed(self) -> bool:
        """Whether the judge told the mutant from its reference."""
        return self.mutant_rejected and self.reference_accepted

    def to_json(self) -> dict[str, Any]:
        """The row in plain JSON types."""
        entry = self.entry
        return {
            "name": entry.name,
            "defect": entry.defect,
            "source": entry.source,
            "engine": entry.engine.value,
            "claim": str(entry.claim),
            "passed": self.passed,
            "mutant": self.mutant and fields_as_json(self.mutant),
            "reference": self.reference and fields_as_json(self.reference),
            "seconds": round(self.seconds, 4),
            "error": self.error,
        }


@dataclass(frozen=True)
class SelfTestReport:
    """The score of the verifier on its corpus, and a row for each entry."""

    rows: tuple[SelfTestRow, ...]
    seconds: float
    interrupted: bool = False
    """Whether it was stopped before the last entry; then the rows are those judged by then."""

    @property
    def entries(self) -> int:
        """The number of mutants, each with one reference."""
        return len(self.rows)

    @property
    def rejected(self) -> int:
        """The number of mutants that were rejected."""
        return sum(row.mutant_rejected for row in self.rows)

    @property
    def accepted(self) -> int:
        """The number of references that were accepted."""
        return sum(row.reference_accepted for row in self.rows)

    @property
    def passed(self) -> bool:
        """Whether all mutants were rejected and all references accepted, in a whole corpus."""
        whole = self.entries > 0 and not self.interrupted
        return whole and self.rejected == self.accepted == self.entries

    @property
    def failures(self) -> tuple[SelfTestRow, ...]:
        """The rows in which the judge was wrong, or raised."""
        return tuple(row for row in self.rows if not row.passed)

    @property
    def sentence(self) -> str:
        """The score in words."""
        n = self.entries
        return (
            f"{self.rejected}/{n} mutants rejected, {self.accepted}/{n} references accepted, "
            f"{self.seconds:.1f} s{' (interrupted)' if self.interrupted else ''}"
        )

    def to_json(self) -> dict[str, Any]:
        """The report in plain JSON types."""
        return {
            "passed": self.passed,
            "interrupted": self.interrupted,
            "entries": self.entries,
            "mutants_rejected": self.rejected,
            "references_accepted": self.accepted,
            "seconds": round(self.seconds, 3),
            "rows": [row.to_json() for row in self.rows],
        }


def self_test(
    progress: Progress | None = None, entries: Sequence[Entry] | None = None
) -> SelfTestReport:
    """Judge every mutant and every reference of the corpus (or of the given entries).

    A subject that several entries share with the same judge is judged once. An interrupt returns
    the rows that were judged by then.

    >>> from banditproof.verify.mutants.linear_counters import ENTRIES
    >>> report = self_test(entries=ENTRIES)
    >>> report.passed, report.rejected, report.accepted
    (True, 6, 6)
    """
    if entries is None:
        from .mutants.corpus import CORPUS

        entries = CORPUS
    known: dict[tuple[int, int], Judgement] = {}
    rows: list[SelfTestRow] = []
    began = time.perf_counter()
    interrupted = False
    try:
        for done, entry in enumerate(entries):
            if progress is not None:
                progress(done, len(entries), entry.name)
            rows.append(_row(entry, known))
        if progress is not None:
            progress(len(entries), len(entries), "")
    except KeyboardInterrupt:
        interrupted = True
    return SelfTestReport(tuple(rows), time.perf_counter() - began, interrupted)


def _row(entry: Entry, known: dict[tuple[int, int], Judgement]) -> SelfTestRow:
    began = time.perf_counter()
    found: list[Judgement | None] = []
    error = ""
    for subject in (entry.mutant, entry.reference):
        key = id(entry.judge), id(subject)
        try:
            if key not in known:
                known[key] = entry.judge(subject)
            found.append(known[key])
        except Exception as failure:  # a crash is neither a rejection nor an acceptance
            error = f"{type(failure).__name__}: {failure}"
            found.append(None)
    return SelfTestRow(entry, found[0], found[1], time.perf_counter() - began, error)
