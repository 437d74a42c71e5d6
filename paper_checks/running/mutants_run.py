"""Runs the mutants of claims of somebody else's folder: a check that notices none checks nothing.

The mutants of the documents of this package run in its tests.
"""

from __future__ import annotations
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from banditproof.algorithms.sweeps.places_of_work import Workers, finished
from ..statements.claim import Claim
from ..statements.documents import OPENED, OPENERS
from ..verdicts.verdict import UNJUDGED, Outcome
from ..verdicts.verdict_words import REFUTED
from .check_tasks import CheckTask, answer_to
from .single_check import MutantsRun, Result, run

SHARPER = "sharper"
"""How the name of a mutant begins that strengthens an inequality."""


def fault_of_mutant(claim: Claim, name: str, result: Result) -> str:
    """What is wrong with the check of a claim, by its result with a mutant; empty if nothing is."""
    if result.error is not None:
        return f"The check of {claim.id} must judge {name!r}, and stops."
    if not result.as_recorded:
        return ""
    if result.verdict.outcome.value in REFUTED:
        return (
            f"The check of {claim.id} does not notice {name!r}: with it, too, it finds the "
            "statement false; a mutant of what is recorded as false makes it true."
        )
    return f"The check of {claim.id} does not notice {name!r}."


def fault_of_stronger_sides(
    claim: Claim, name: str, result: Result, plain: Callable[[], Result]
) -> str:
    """That a check which compares two sides cannot tell whether a stronger inequality is true.

    Then nothing shows how sharp the inequality is. Tests that say `need` compare no sides, and a
    proof by steps is for what is printed alone: where it goes no further, that is what it notices.
    `plain` is the result without a mutant.
    """
    open_by_a_program = result.verdict.outcome == Outcome.OPEN and not result.verdict.steps
    if not (name.startswith(SHARPER) and open_by_a_program):
        return ""
    if plain().verdict.sharpness is None:
        return ""
    return (
        f"The check of {claim.id} decides nothing with {name!r}, which does not show that the "
        f"stronger statement is false: {result.verdict.summary}"
    )


def fault_of_sharpness(claim: Claim, result: Result) -> str:
    """That a check compares two sides, and has no mutant that strengthens the inequality."""
    if result.verdict.sharpness is None:
        return ""
    if any(name.startswith(SHARPER) for name in claim.mutants):
        return ""
    return (
        f"{claim.id} compares two sides, and has no mutant that is named 'sharper: ...'; add one "
        "that strengthens the inequality."
    )


def with_mutants(results: Sequence[Result], workers: int) -> list[Result]:
    """The results, those of opened folders with what became of their mutants.

    The mutants of a claim whose own check gives another verdict than the recorded one, or none, do
    not run: there is nothing that they could change.
    """
    wanted = {one.claim.id: one for one in results if _has_mutants(one)}
    found = _results_of(wanted, Workers(workers))
    runs: dict[str, MutantsRun] = {}
    for id, result in wanted.items():
        claim = result.claim
        faults = {
            name: fault_of_mutant(claim, name, found[id, name])
            or fault_of_stronger_sides(
                claim, name, found[id, name], partial(wanted.__getitem__, id)
            )
            for name in claim.mutants
        }
        noticed = tuple(name for name, fault in faults.items() if not fault)
        missed = {name: fault for name, fault in faults.items() if fault}
        lack = fault_of_sharpness(claim, result)
        runs[id] = MutantsRun(noticed, missed | ({SHARPER: lack} if lack else {}))
    return [replace(one, mutants=runs.get(one.claim.id)) for one in results]


def _has_mutants(result: Result) -> bool:
    judged = result.as_recorded and result.verdict.outcome not in UNJUDGED
    return judged and result.claim.document in OPENED and bool(result.claim.mutants)


def _results_of(wanted: Mapping[str, Result], places: Workers) -> Mapping[tuple[str, str], Result]:
    """The results with each mutant of some claims."""
    pairs = [(id, name) for id, result in wanted.items() for name in result.claim.mutants]
    if places == Workers():
        return {
            (id, name): run(wanted[id].claim, **wanted[id].claim.mutants[name])
            for id, name in pairs
        }
    opened, openers = tuple(OPENED.values()), tuple(OPENERS)
    tasks = [CheckTask(id, opened, openers, mutant=name) for id, name in pairs]
    found: dict[tuple[str, str], Result] = {}
    with closing(finished(tasks, places)) as outcomes:
        for task, item in outcomes:
            assert isinstance(task, CheckTask)
            answer = answer_to(task, item)
            found[task.id, task.mutant] = Result(wanted[task.id].claim, *answer)
    return found


def missed_in_words(results: Sequence[Result]) -> list[str]:
    """A sentence for each mutant that a check did not notice."""
    runs = [one.mutants for one in results if one.mutants is not None]
    return [sentence for run_of_one in runs for sentence in run_of_one.missed.values()]


def noticed_in_words(results: Sequence[Result]) -> list[str]:
    """How many mutants ran, and how many of them were noticed; nothing where none ran."""
    runs = [one.mutants for one in results if one.mutants is not None]
    noticed = sum(len(one.noticed) for one in runs)
    ran = noticed + sum(len(set(one.missed) - {SHARPER}) for one in runs)
    if not ran:
        return []
    what = "1 mutant ran" if ran == 1 else f"{ran} mutants ran"
    return [f"{what}, and the checks notice {'all' if noticed == ran else noticed} of them."]
