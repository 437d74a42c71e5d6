"""Runs checks, times them, and compares each verdict with the recorded one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from banditproof.algorithms.sweeps.cell_store import CellStore
from banditproof.algorithms.sweeps.places_of_work import Workers, finished
from banditproof.verify.evidence import Evidence, jsonable

from ..proofs.listed_facts import read_sources
from ..statements.claim import Claim
from ..statements.claim_facts import ResultFacts, facts_of
from ..statements.composite import combined
from ..statements.documents import OPENED
from ..statements.index import GRADED
from ..statements.recorded_verdicts import Standing, run_unrecorded_with
from ..statements.registry import find
from ..verdicts.verdict import Outcome, Verdict, undecided
from .check_tasks import answer_of, is_readable, kept_answers, stopped, tasks_of
from .process_guard import kept_in_order


@dataclass(frozen=True)
class Result:
    """A claim with the verdict that its check gave now."""

    claim: Claim
    verdict: Verdict
    seconds: float
    error: str | None = None
    kept: bool = False
    """Whether an earlier run of the same programs gave the verdict."""

    @property
    def as_recorded(self) -> bool:
        """Whether the check ran and gave the recorded outcome."""
        return self.error is None and self.verdict.outcome == self.claim.recorded

    @property
    def grade(self) -> str | None:
        """The strength of the evidence, if the verdict rests on any."""
        return self.verdict.evidence.grade.value if self.verdict.evidence else None

    @property
    def facts(self) -> ResultFacts:
        """The facts of the claim and of what was found."""
        evidence, verdict = self.verdict.evidence, self.verdict
        repair = self.claim.repaired_by
        settled, sharpness = verdict.universal, verdict.sharpness
        known = asdict(facts_of(self.claim, self.grade, settled.value if settled else None))
        known["line"] = self.claim.line
        known["steps"] = verdict.steps or (self.claim.proof.facts if self.claim.proof else ())
        return ResultFacts(
            **known,
            verdict=verdict.outcome.value,
            as_recorded=self.as_recorded,
            summary=verdict.summary,
            findings=dict(verdict.findings),
            witness=evidence.witness if evidence else None,
            witness_values=dict(evidence.case) if evidence else {},
            repaired_statement=find(repair).statement if repair else self.claim.corrected,
            covered=verdict.covered,
            not_covered=verdict.not_covered,
            sharpness=sharpness.ratio if sharpness else None,
            sharpest_at=sharpness.case if sharpness else None,
            numbers=jsonable(evidence.numbers) if evidence else {},
            error=self.error,
            seconds=round(self.seconds, 3),
        )

    def to_json(self) -> dict[str, Any]:
        """The facts of the result, for machines."""
        return self.facts.to_json()


def run(claim: Claim, **subjects: Any) -> Result:
    """Run one check; an exception becomes an open verdict that says so, never a pass."""
    start = time.perf_counter()
    error = None
    try:
        with kept_in_order():
            verdict = claim.check(**subjects)
        if not isinstance(verdict, Verdict):
            raise TypeError(f"it gave {verdict!r}; a check returns its verdict")
        if not subjects and claim.document in OPENED:
            _require_support(claim, verdict)
    except KeyboardInterrupt:
        raise
    except BaseException as exception:  # every claim is shown, also a broken check
        error = f"{type(exception).__name__}: {exception}"
        verdict = undecided(f"The check stopped with an error: {error}")
    seconds = time.perf_counter() - start
    if isinstance(verdict.evidence, Evidence):
        verdict = replace(verdict, evidence=replace(verdict.evidence, seconds=seconds))
    return Result(claim, verdict, seconds, error)


def _standing_by_a_run(id: str) -> Standing:
    """The verdict of a claim and its grade, by running its check."""
    result = run(find(id))
    return result.verdict.outcome.value, result.grade


run_unrecorded_with(_standing_by_a_run)
read_sources()


def _require_support(claim: Claim, verdict: Verdict) -> None:
    """What the steps of a verdict cite is what the claim rests on, or nobody would see it."""
    steps = verdict.steps if verdict.outcome == Outcome.HOLDS else ()
    cited = dict.fromkeys(id for step in steps for id in step.rests_on)
    hidden = [id for id in cited if id not in claim.rests_on]
    if hidden:
        raise ValueError(
            f"its proof cites {', '.join(hidden)}, and its claim does not rest on that; give the "
            "proof the ID of the claim, and make it the default of the subject `proof`"
        )


def run_all(
    chosen: Sequence[Claim],
    workers: int = 2,
    done: Callable[[Result], None] | None = None,
    keep: Path | None = None,
    dask: str | None = None,
) -> list[Result]:
    """Run many checks, in processes or on a cluster; the results come in the order given.

    `keep` is a folder of verdicts, which are used again as long as no program has changed; `dask`
    the address of a scheduler.
    """
    if dask is not None and OPENED:
        raise ValueError(
            "The programs of a folder about another paper are not on the cluster; use --workers."
        )
    results: dict[str, Result] = {}
    wanted = {claim.id for claim in chosen}
    for result in _results(_single(chosen), Workers(workers, dask), keep):
        results[result.claim.id] = result
        if done is not None and result.claim.id in wanted:
            done(result)
    for claim in chosen:
        if claim.id not in results:
            results[claim.id] = _gathered(claim, results)
            if done is not None:
                done(results[claim.id])
    _note_grades(results.values())
    return [results[claim.id] for claim in chosen]


def _note_grades(results: Iterable[Result]) -> None:
    """Remember the grades of claims that no stored index has."""
    for result in results:
        if result.claim.document in OPENED:
            settled = result.verdict.universal
            GRADED[result.claim.id] = (result.grade, settled.value if settled else None)


def _single(chosen: Sequence[Claim]) -> list[Claim]:
    """The programs that run: those chosen, the parts of wholes, and what is repeated, each once."""
    single: dict[str, Claim] = {}
    for claim in chosen:
        other = claim if claim.repeats is None else find(claim.repeats)
        for part in other.parts or (other.id,):
            single.setdefault(part, other if part == other.id else find(part))
    return list(single.values())


def _gathered(claim: Claim, finished: Mapping[str, Result]) -> Result:
    """The result of a claim from those of its parts, or from that of the claim it repeats."""
    other = claim if claim.repeats is None else find(claim.repeats)
    if other.parts:
        return whole_result(claim, [finished[part] for part in other.parts])
    known = finished[other.id]
    return Result(claim, known.verdict, 0.0, known.error)


def whole_result(claim: Claim, parts: Sequence[Result]) -> Result:
    """The result of a statement with several assertions, from those of its parts."""
    errors = [f"{part.claim.id}: {part.error}" for part in parts if part.error]
    verdict = combined({part.claim.id: part.verdict for part in parts})
    return Result(claim, verdict, sum(part.seconds for part in parts), "; ".join(errors) or None)


def _results(chosen: Sequence[Claim], places: Workers, keep: Path | None) -> Iterator[Result]:
    """The results as they come; the verdicts that a folder keeps first."""
    if places == Workers() and keep is None:
        yield from (run(claim) for claim in chosen)
        return
    by_id = {claim.id: claim for claim in chosen}
    tasks = tasks_of(chosen)
    with ExitStack() as stack:
        store = None if keep is None else stack.enter_context(CellStore(keep))
        if store is not None:
            for id, answer in kept_answers(tasks, store):
                yield Result(by_id.pop(id), *answer, kept=True)
            tasks = [task for task in tasks if task.id in by_id]
        outcomes = stack.enter_context(closing(finished(tasks, places)))
        for task, one in outcomes:
            if store is not None and one.content is not None and is_readable(one.content):
                store.keep([(task.key, one.content)])
            answer = stopped(one.error) if one.content is None else answer_of(one.content)
            yield Result(by_id[task.label], *answer)
