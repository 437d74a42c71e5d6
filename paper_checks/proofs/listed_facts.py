"""Lists of claims read the sources of programs, and import them only where these do not say all."""

from collections.abc import Mapping
from typing import Any
from ..statements.claim_facts import read_sources_with
from ..statements.completed import declared
from ..statements.documents import document_of_id
from .text.locating import places_of, with_its_lemmas


def read_sources() -> None:
    """From now on the facts of claims are found in sources where that is possible."""
    read_sources_with(_facts)


def may_use(user: str, id: str) -> bool:
    """Whether a claim may rest on another one, seen in its text and in that of its proof.

    A proof that is text names the claims that it cites; of any other one this cannot be seen.

    >>> [may_use("adv.lem18", id) for id in ("adv.lem18", "bern.thm3.1")]
    [True, False]
    """
    text = declared(user)
    if text is None:
        return True
    if id in (*text.rests_on, *(text.stated_proof or ()), *text.parts, text.repeats):
        return True
    if not text.by_proof:
        return False
    document = document_of_id(user)
    place = places_of(document).get((user, "")) if document else None
    return place is None or any(id in block.text for block in with_its_lemmas(place))


def _facts(id: str, name: str) -> Mapping[str, Any] | None:
    from .facts_in_sources import facts_in_sources  # with the reader of proofs, if it is needed

    return facts_in_sources(id, name)
