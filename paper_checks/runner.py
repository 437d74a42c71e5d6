"""Runs checks, times them, and compares each verdict with the recorded one."""

from __future__ import annotations

import os
import pickle
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from multiprocessing import active_children, get_context
from typing import Any

from banditproof.algorithms.engines.worker_processes import end_with
from banditproof.verify.evidence import Evidence, jsonable

from .claim import Claim
from .claim_facts import ResultFacts, facts_of
from .composite import combined
from .documents import OPENED, Document
from .index import GRADED
from .registry import find
from .verdict import Verdict, undecided


@dataclass(frozen=True)
class Result:
    """A claim with the verdict that its check gave now."""

    claim: Claim
    verdict: Verdict
    seconds: float
    error: str | None = None

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
        verdict = claim.check(**subjects)
        if not isinstance(verdict, Verdict):
            raise TypeError(f"it gave {verdict!r}; a check returns its verdict")
    except (Exception, SystemExit) as exception:  # every claim is shown, also a broken check
        error = f"{type(exception).__name__}: {exception}"
        verdict = undecided(f"The check stopped with an error: {error}")
    seconds = time.perf_counter() - start
    if isinstance(verdict.evidence, Evidence):
        verdict = replace(verdict, evidence=replace(verdict.evidence, seconds=seconds))
    return Result(claim, verdict, seconds, error)


def _run_by_id(id: str) -> tuple[Verdict, float, str | None]:
    result = run(find(id))
    try:
        pickle.dumps(result.verdict)
    except Exception as problem:
        error = f"its evidence cannot leave the process: {problem}"
        return undecided(f"The check stopped with an error: {error}"), result.seconds, error
    return result.verdict, result.seconds, result.error


def run_all(
    chosen: Sequence[Claim], workers: int = 2, done: Callable[[Result], None] | None = None
) -> list[Result]:
    """Run many checks, in parallel processes, and return the results in the order given."""
    finished: dict[str, Result] = {}
    wanted = {claim.id for claim in chosen}
    for result in _results(_single(chosen), workers):
        finished[result.claim.id] = result
        if done is not None and result.claim.id in wanted:
            done(result)
    for claim in chosen:
        if claim.id not in finished:
            finished[claim.id] = _gathered(claim, finished)
            if done is not None:
                done(finished[claim.id])
    _note_grades(finished.values())
    return [finished[claim.id] for claim in chosen]


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


def _results(chosen: Sequence[Claim], workers: int) -> Iterator[Result]:
    if workers <= 1 or len(chosen) <= 1:
        yield from (run(claim) for claim in chosen)
        return
    context = get_context("spawn")
    start = (os.getpid(), tuple(OPENED.values()))
    with ProcessPoolExecutor(workers, context, _start_worker, start) as pool:
        try:
            with _interruptions_held():
                waiting = {pool.submit(_run_by_id, claim.id): claim for claim in chosen}
            for future in as_completed(waiting):
                verdict, seconds, error = future.result()
                yield Result(waiting[future], verdict, seconds, error)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():
                process.terminate()
            raise


@contextmanager
def _interruptions_held() -> Iterator[None]:
    """Hold interruptions back while workers start, which then never receive one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker(parent: int, opened: Sequence[Document]) -> None:
    """In a worker: an interruption is the business of its parent, and it ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not end_with(parent):
        os._exit(1)
    if opened:
        from .other_papers.opening import open_again

        for document in opened:
            open_again(document)
