"""Runs checks, times them, and compares each verdict with the recorded one."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from banditproof.algorithms.sweeps.places_of_work import Workers, finished
from ..statements.claim import Claim
from ..statements.composite import combined
from ..statements.documents import OPENED
from ..statements.index import GRADED
from ..statements.registry import listed
from ..verdicts.verdict import Outcome
from .as_read import as_read, claims_below
from .check_tasks import answer_to, tasks_of
from .kept_verdicts import KeptVerdicts
from .mutants_run import with_mutants
from .order_of_checks import in_order
from .single_check import Result, run

__all__ = ["Result", "run", "run_all", "whole_result"]


def run_all(
    chosen: Sequence[Claim],
    workers: int = 2,
    done: Callable[[Result], None] | None = None,
    keep: Path | None = None,
    dask: str | None = None,
    mutants: bool = False,
) -> list[Result]:
    """Run many checks, in processes or on a cluster; the results come in the order given.

    `done` hears of each as it is found, theorems first.
    `keep` is a folder of verdicts, each of which is used again as long as nothing has changed that
    decides it; `dask` the address of a scheduler. With `mutants` those of opened folders run, too.
    """
    if dask is not None and OPENED:
        raise ValueError(
            "The programs of a folder about another paper are not on the cluster; use --workers."
        )
    results: dict[str, Result] = {}
    wanted = {claim.id for claim in chosen}
    for result in _results(in_order(_single(chosen)), Workers(workers, dask), keep):
        results[result.claim.id] = result
        if done is not None and result.claim.id in wanted:
            done(result)
    for claim in chosen:
        if claim.id not in results:
            results[claim.id] = _gathered(claim, results)
            if done is not None:
                done(results[claim.id])
    _note_grades(results.values())
    found = [results[claim.id] for claim in chosen]
    return with_mutants(found, workers) if mutants else found


def _note_grades(results: Iterable[Result]) -> None:
    """Remember the grades of claims of opened documents, whose texts hold what is expected."""
    for result in results:
        if result.claim.document in OPENED:
            settled = result.verdict.universal
            GRADED[result.claim.id] = (
                result.grade,
                settled.value if settled else None,
                result.judged_by,
            )


def _single(chosen: Sequence[Claim]) -> list[Claim]:
    """What runs: those chosen, the parts of wholes, and what is repeated, each once."""
    single: dict[str, Claim] = {}
    waiting = list(chosen)
    for claim in waiting:
        waiting += map(listed, claims_below(claim))
        if not claims_below(claim):
            single.setdefault(claim.id, claim)
    return list(single.values())


def _gathered(claim: Claim, finished: Mapping[str, Result]) -> Result:
    """The result of a claim: of its check, or from those of its parts, or of what it repeats."""
    if claim.id in finished:
        return finished[claim.id]
    results = [_gathered(listed(id), finished) for id in claims_below(claim)]
    if claim.repeats is None:
        return whole_result(claim, results)
    return Result(claim, as_read(claim, results[0].verdict), 0.0, results[0].error)


def whole_result(claim: Claim, parts: Sequence[Result]) -> Result:
    """The result of a statement with several assertions, from those of its parts."""
    errors = [f"{part.claim.id}: {part.error}" for part in parts if part.error]
    verdict = as_read(claim, combined({part.claim.id: part.verdict for part in parts}))
    return Result(claim, verdict, sum(part.seconds for part in parts), "; ".join(errors) or None)


def _results(chosen: Sequence[Claim], places: Workers, keep: Path | None) -> Iterator[Result]:
    """The results as they come; the verdicts that a folder keeps first."""
    if places == Workers() and keep is None:
        yield from (run(claim) for claim in chosen)
        return
    # what its text decides alone is not worth a process
    yield from (run(claim) for claim in chosen if claim.program is None)
    chosen = [claim for claim in chosen if claim.program is not None]
    by_id = {claim.id: claim for claim in chosen}
    tasks = tasks_of(chosen, keep)
    with ExitStack() as stack:
        kept = None
        if keep is not None:
            kept = stack.enter_context(KeptVerdicts(keep))
            for id, answer in kept.answers(tasks):
                yield Result(by_id.pop(id), *answer, kept=True)
        left = {task.id: task for task in tasks if task.id in by_id}
        outcomes = stack.enter_context(closing(finished(left.values(), places)))
        for task, item in outcomes:
            answer = answer_to(left[task.label], item)
            result = Result(by_id[task.label], *answer)
            # a check that stopped runs again the next time
            fresh = result.error is None and result.verdict.outcome != Outcome.STALE
            if kept is not None and item.content is not None and fresh:
                kept.keep(left[task.label], item.content)
            yield result
