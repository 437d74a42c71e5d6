"""The pages of the axioms: what each says, where it is proved, how it was tried, its theorems."""

from collections.abc import Callable, Iterable
from typing import Any
from banditproof.theory.logic.model_trials import MODELS
from banditproof.theory.logic.printing import LATEX, shown
from ..derivations.developments import development_of
from ..derivations.stored_axioms import stored_axioms
from ..running.closed_set import trusted_lines
from .page_names import AXIOMS, axiom_page


def rest_on_axioms(ids: Iterable[str]) -> bool:
    """Whether the formal proof of a claim among some rests on an axiom.

    >>> rest_on_axioms(["bern.eq2"]), rest_on_axioms(["thesis.thm2.32.kl", "bern.no_such_claim"])
    (True, False)
    """
    return any(stored_axioms().get(id) for id in ids)


def axiom_pages(render: Callable[..., str]) -> Iterable[tuple[str, str]]:
    """The list of the axioms, and a page for each."""
    entries: list[dict[str, Any]] = [
        {
            "axiom": axiom,
            "address": axiom_page(axiom.name),
            "formula": f"${shown(axiom.statement, LATEX)}$",
            "theorems": [name for name, used in stored_axioms().items() if axiom.name in used],
            "models": MODELS,
        }
        for axiom in development_of(None).library.axioms.values()
    ]
    yield AXIOMS, render("axioms.html", AXIOMS, entries=entries, lines=f"{trusted_lines():,}")
    for entry in entries:
        yield entry["address"], render("axiom.html", entry["address"], **entry)
