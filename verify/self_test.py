"""The audited auditor: every pair of the corpus must come out as it is recorded.

`banditproof audit --self-test` prints the table: mutants refuted, not refuted or held, and their
references held, not refuted or refuted. One judge sees both and does not know which is which; a
judge that raises says nothing, so a crash never counts for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .evidence import fields_as_json
from .mutants.entry import OUTCOMES, Entry, Judge, Judgement, Outcome

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
    def outcomes(self) -> tuple[Outcome | None, Outcome | None]:
        """What came out of the mutant and of the reference."""
        mutant, reference = (
            None if found is None else found.verdict for found in (self.mutant, self.reference)
        )
        return mutant, reference

    @property
    def passed(self) -> bool:
        """Whether both came out as recorded, which is never a held mutant."""
        return self.outcomes == self.entry.expected

    def to_json(self) -> dict[str, Any]:
        """The row in plain JSON types."""
        entry = self.entry
        mutant, reference = entry.expected
        return {
            "name": entry.name,
            "defect": entry.defect,
            "source": entry.source,
            "engine": entry.engine.value,
            "claim": str(entry.claim),
            "passed": self.passed,
            "expected_mutant": mutant,
            "expected_reference": reference,
            "limit": entry.limit,
            "mend": entry.mend,
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

    def mutants(self, outcome: Outcome) -> int:
        """The number of mutants that came out so."""
        return sum(row.outcomes[0] == outcome for row in self.rows)

    def references(self, outcome: Outcome) -> int:
        """The number of references that came out so."""
        return sum(row.outcomes[1] == outcome for row in self.rows)

    @property
    def passed(self) -> bool:
        """Whether every pair of a whole corpus came out as recorded."""
        whole = self.entries > 0 and not self.interrupted
        return whole and all(row.passed for row in self.rows)

    @property
    def failures(self) -> tuple[SelfTestRow, ...]:
        """The rows that came out otherwise than recorded, or in which the judge raised."""
        return tuple(row for row in self.rows if not row.passed)

    @property
    def sentence(self) -> str:
        """The score in words."""
        mutants = ", ".join(f"{self.mutants(one)} {one}" for one in reversed(OUTCOMES))
        references = ", ".join(f"{self.references(one)} {one}" for one in OUTCOMES)
        recorded = sum(row.passed for row in self.rows)
        return (
            f"{recorded}/{self.entries} pairs as recorded; mutants: {mutants}; references: "
            f"{references}; {self.seconds:.1f} s{' (interrupted)' if self.interrupted else ''}"
        )

    def to_json(self) -> dict[str, Any]:
        """The report in plain JSON types."""
        return {
            "passed": self.passed,
            "interrupted": self.interrupted,
            "entries": self.entries,
            "as_recorded": sum(row.passed for row in self.rows),
            **{f"mutants_{_key(one)}": self.mutants(one) for one in reversed(OUTCOMES)},
            **{f"references_{_key(one)}": self.references(one) for one in OUTCOMES},
            "seconds": round(self.seconds, 3),
            "rows": [row.to_json() for row in self.rows],
        }


def _key(outcome: Outcome) -> str:
    return outcome.replace(" ", "_")


def self_test(
    progress: Progress | None = None, entries: Sequence[Entry] | None = None
) -> SelfTestReport:
    """Judge every mutant and every reference of the corpus (or of the given entries).

    A subject that several entries share with equal judges is judged once. An interrupt returns
    the rows that were judged by then.

    >>> from banditproof.verify.mutants.linear_counters import ENTRIES
    >>> report = self_test(entries=ENTRIES)
    >>> report.passed, report.mutants("refuted"), report.references("held")
    (True, 6, 6)
    """
    if entries is None:
        from .mutants.corpus import CORPUS

        entries = CORPUS
    known: dict[tuple[object, int], Judgement] = {}
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


def _row(entry: Entry, known: dict[tuple[object, int], Judgement]) -> SelfTestRow:
    began = time.perf_counter()
    found: list[Judgement | None] = []
    error = ""
    for subject in (entry.mutant, entry.reference):
        key = _same(entry.judge), id(subject)
        try:
            if key not in known:
                known[key] = entry.judge(subject)
            found.append(known[key])
        except Exception as failure:  # a crash says nothing of the subject
            error = f"{type(failure).__name__}: {failure}"
            found.append(None)
    return SelfTestRow(entry, found[0], found[1], time.perf_counter() - began, error)


def _same(judge: Judge) -> object:
    """What equal judges share: the judge, or its identity if it cannot be hashed."""
    try:
        hash(judge)
    except TypeError:
        return id(judge)
    return judge
