"""The audited auditor: every pair of the corpus must come out as it is recorded.

`banditproof audit --self-test` prints the table: mutants refuted, not refuted or held, and their
references held, not refuted or refuted. One judge sees both and does not know which is which; a
judge that raises says nothing, so a crash never counts for it.
"""

import pickle
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any
from banditproof.algorithms.sweeps.places_of_work import Workers, finished
from banditproof.algorithms.sweeps.task import Finished, Task, key_of
from .evidence import fields_as_json
from .mutants.corpus import CORPUS
from .mutants.entry import OUTCOMES, Entry, Judgement, Outcome

Progress = Callable[[int, int, str], None]
"""Called with the entries done, their number, and the name of the entry that comes next (with
several processes, of the one that was finished last)."""
MANY = 60
"""Fewer entries are judged before a process has loaded what it needs."""


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
            None if judgement is None else judgement.verdict
            for judgement in (self.mutant, self.reference)
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
        mutants = ", ".join(f"{self.mutants(outcome)} {outcome}" for outcome in reversed(OUTCOMES))
        references = ", ".join(f"{self.references(outcome)} {outcome}" for outcome in OUTCOMES)
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
            **{f"mutants_{_key(outcome)}": self.mutants(outcome) for outcome in reversed(OUTCOMES)},
            **{f"references_{_key(outcome)}": self.references(outcome) for outcome in OUTCOMES},
            "seconds": round(self.seconds, 3),
            "rows": [row.to_json() for row in self.rows],
        }


def _key(outcome: Outcome) -> str:
    return outcome.replace(" ", "_")


def self_test(
    progress: Progress | None = None, entries: Sequence[Entry] | None = None, workers: int = 1
) -> SelfTestReport:
    """Judge every mutant and every reference of the corpus (or of the given entries).

    A subject that several entries share with equal judges is judged once. With several `workers`
    the corpus is shared out between processes; given entries, and a small corpus, are not. An
    interrupt returns the rows that were judged by then.

    >>> from banditproof.verify.mutants.linear_counters import ENTRIES
    >>> report = self_test(entries=ENTRIES)
    >>> report.passed, report.mutants("refuted"), report.references("held")
    (True, 6, 6)
    """
    shared = False
    if entries is None:
        entries = CORPUS
        shared = workers > 1 and len(entries) >= MANY
    rows: list[SelfTestRow] = []
    began = time.perf_counter()
    interrupted = False
    try:
        if shared:
            _share_out(entries, workers, rows, progress)
        else:
            _judge_here(entries, rows, progress)
    except KeyboardInterrupt:
        interrupted = True
    return SelfTestReport(tuple(rows), time.perf_counter() - began, interrupted)


def _judge_here(
    entries: Sequence[Entry], rows: list[SelfTestRow], progress: Progress | None
) -> None:
    """Judge the entries one after the other, and add a row for each."""
    judgements: dict[Hashable, Judgement] = {}
    for done, entry in enumerate(entries):
        if progress is not None:
            progress(done, len(entries), entry.name)
        rows.append(_row(entry, judgements))
    if progress is not None:
        progress(len(entries), len(entries), "")


def _row(entry: Entry, judgements: dict[Hashable, Judgement]) -> SelfTestRow:
    began = time.perf_counter()
    results: list[Judgement | None] = []
    error = ""
    for subject in (entry.mutant, entry.reference):
        question = _question(entry, subject)
        try:
            if question not in judgements:
                judgements[question] = entry.judge(subject)
            results.append(judgements[question])
        except Exception as failure:  # a crash says nothing of the subject
            error = f"{type(failure).__name__}: {failure}"
            results.append(None)
    return SelfTestRow(entry, results[0], results[1], time.perf_counter() - began, error)


def _question(entry: Entry, subject: object) -> Hashable:
    """What equal judges share: the judge and the subject; one without a hash is its identity."""
    judge: Hashable = entry.judge
    try:
        hash(judge)
    except TypeError:
        judge = id(judge)
    return judge, id(subject)


@dataclass(frozen=True)
class _JudgeTask(Task):
    """The mutant or the reference of an entry, which a process finds in its own corpus.

    Judges and subjects hold functions, which cannot travel; their place in the corpus can.
    """

    place: int
    name: str
    is_mutant: bool

    @property
    def key(self) -> bytes:
        """The entry and the subject."""
        return key_of("self-test", self.name, "mutant" if self.is_mutant else "reference")

    @property
    def label(self) -> str:
        """The name of the entry."""
        return self.name

    @property
    def group(self) -> str:
        """Each costs something else."""
        return f"{self.name}, {self.is_mutant}"

    def content(self) -> bytes:
        """The judgement as it travels."""
        entry = CORPUS[self.place]
        return pickle.dumps(entry.judge(entry.mutant if self.is_mutant else entry.reference))


def _share_out(
    entries: Sequence[Entry], workers: int, rows: list[SelfTestRow], progress: Progress | None
) -> None:
    """Judge the entries in processes, and add a row for each, in their order, when all is known."""
    tasks: dict[Hashable, _JudgeTask] = {}
    for place, entry in enumerate(entries):
        tasks.setdefault(_question(entry, entry.mutant), _JudgeTask(place, entry.name, True))
        tasks.setdefault(_question(entry, entry.reference), _JudgeTask(place, entry.name, False))
    answers: dict[Task, Finished] = {}
    waiting = dict(enumerate(entries))
    complete: dict[int, SelfTestRow] = {}
    try:
        for done, finished_task in finished(tasks.values(), Workers(workers)):
            answers[done] = finished_task
            for place, entry in list(waiting.items()):
                asked = [tasks[_question(entry, s)] for s in (entry.mutant, entry.reference)]
                if all(task in answers for task in asked):
                    del waiting[place]
                    complete[place] = _row_of(entry, place, [(t, answers[t]) for t in asked])
                    if progress is not None:
                        progress(len(complete), len(entries), entry.name if waiting else "")
    finally:
        rows += [complete[place] for place in sorted(complete)]


def _row_of(entry: Entry, place: int, answers: list[tuple[_JudgeTask, Finished]]) -> SelfTestRow:
    """A row of what processes said; the time of a shared subject is that of the first entry."""
    results = [None if a.content is None else pickle.loads(a.content) for _, a in answers]
    error = next((answer.error for _, answer in reversed(answers) if answer.error), "")
    seconds = sum(answer.seconds for task, answer in answers if task.place == place)
    return SelfTestRow(entry, results[0], results[1], seconds, error)
