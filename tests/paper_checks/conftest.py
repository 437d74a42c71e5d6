"""What the tests of claims share: each check runs once in a session."""

import atexit
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
import pytest
from programs import stopping_time_cells, stopping_time_figure
from banditproof.paper_checks import find, run
from banditproof.paper_checks.running.check_tasks import tasks_of
from banditproof.paper_checks.running.kept_verdicts import KeptVerdicts
from banditproof.paper_checks.running.runner import Result, whole_result
from banditproof.paper_checks.running.verdicts_as_json import Answer
from banditproof.paper_checks.statements.claim import REGISTERED, Claim

KEPT = os.environ.get("KEPT_VERDICTS", "")
"""The folder of a `banditproof check --keep` that ran before, if there was one."""


@cache
def kept_verdicts() -> KeptVerdicts | None:
    """What an earlier check has kept; it is open as long as the tests run."""
    if not KEPT:
        return None
    kept = KeptVerdicts(Path(KEPT))
    atexit.register(kept.store.close)
    return kept


def kept_answer(claim: Claim) -> Answer | None:
    """The verdict that an earlier check of exactly these programs and versions has kept."""
    kept = kept_verdicts()
    if kept is None or claim.program is None:
        return None
    return dict(kept.answers(tasks_of([claim], kept.store.folder))).get(claim.id)


@pytest.fixture(scope="session")
def judged() -> Callable[[str], Result]:
    """The verdict on a claim by its ID, computed once; wholes have theirs from their parts."""

    @cache
    def result(id: str) -> Result:
        claim = find(id)
        if claim.parts:
            return whole_result(claim, [result(part) for part in claim.parts])
        if claim.repeats:
            known = result(claim.repeats)
            return Result(claim, known.verdict, 0.0, known.error)
        answer = kept_answer(claim)
        return run(claim) if answer is None else Result(claim, *answer, kept=True)

    return result


@pytest.fixture
def registry() -> Iterator[dict[str, Claim]]:
    """The registered claims; what a test adds is undone."""
    before = dict(REGISTERED)
    yield REGISTERED
    REGISTERED.clear()
    REGISTERED.update(before)


@pytest.fixture
def easy_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """The instances of Figure 5.7 have two arms that are far apart."""
    easy = {"mu1": ("0.9", "0.1"), "mu2": ("0.95", "0.1")}
    for module in (stopping_time_cells, stopping_time_figure):
        monkeypatch.setattr(module, "PRINTED", easy)
        monkeypatch.setattr(module, "DISTINCT", {f"{name}, distinct": easy[name] for name in easy})
