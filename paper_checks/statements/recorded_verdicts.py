"""The recorded verdict of a claim, for the steps that rest on it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import NamedTuple
from .completed import completed, declared
from .documents import Document, document_of_id


class Standing(NamedTuple):
    """A verdict, the grade of its evidence, and who gave that."""

    outcome: str
    grade: str | None
    judged_by: str = "banditproof"


_in_this_run: ContextVar[Mapping[str, Standing] | None] = ContextVar("_in_this_run", default=None)
_run_check: list[Callable[[str], Standing]] = []
"""What runs the check of a claim: `running.runner` names itself here, so that nothing below it
needs to import it."""


def run_unrecorded_with(run_check: Callable[[str], Standing]) -> None:
    """Name the function that runs the check of a claim of which nothing is recorded."""
    _run_check[:] = [run_check]


@contextmanager
def knowing(results: Mapping[str, Standing]) -> Iterator[None]:
    """Inside, these verdicts and grades of claims count, and not those of the texts."""
    token = _in_this_run.set(results)
    try:
        yield
    finally:
        _in_this_run.reset(token)


def by_its_texts(document: Document | None) -> Mapping[str, Standing]:
    """How the claims of a folder stand by their texts, where no check of them runs."""
    if document is None or document.own:
        return {}
    claims = map(completed, document.declared.values())
    return {claim.id: Standing(claim.recorded, claim.grade) for claim in claims}


def standing(id: str) -> Standing:
    """The verdict of a claim and its grade, as a run gave them or as they are recorded."""
    results = _in_this_run.get()
    return results[id] if results is not None and id in results else _recorded(id)


def forget_standing() -> None:
    """Ask again how claims stand, after a document was closed."""
    _recorded.cache_clear()


@cache
def _recorded(id: str) -> Standing:
    """The recorded verdict of a claim and its grade; a claim of an opened document is run."""
    document, text = document_of_id(id), declared(id)
    if text is not None and document is not None and document.own:
        claim = completed(text)
        return Standing(claim.recorded, claim.grade)
    if not _run_check and text is None:
        raise ValueError(f"There is no claim {id}: no text of an open document declares it.")
    if not _run_check:
        raise ValueError(
            f"Nothing is recorded of the claim {id}; run it by `banditproof.paper_checks.run`."
        )
    return _run_check[0](id)
