"""The registered claims: one by one through the stored index, or all of them from the modules."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from functools import cache
from pathlib import Path

from .catalogue import known_document, position, present_id
from .claim import REGISTERED, Claim
from .claim_search import nearest
from .documents import FIVE, OPENED, document_of_id
from .index import stored_index


@cache
def _of_this_package() -> dict[str, Claim]:
    """The claims of the documents of this package; imports all their modules."""
    for document in FIVE:
        if importlib.util.find_spec(document.package) is None:
            continue
        package = importlib.import_module(document.package)
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            importlib.import_module(module.name)
    return {id: REGISTERED[id] for id in sorted(REGISTERED, key=position) if not _opened(id)}


def _opened(id: str) -> bool:
    return REGISTERED[id].document in OPENED


def all_claims() -> dict[str, Claim]:
    """Every claim, in the order of the documents; imports the modules of those of this package."""
    return _of_this_package() | {claim.id: claim for name in OPENED for claim in claims(name)}


def claims(document: str | None = None) -> tuple[Claim, ...]:
    """All registered claims, in the order of the document."""
    wanted = None if document is None else known_document(document)
    if wanted in OPENED:
        own = [id for id, claim in REGISTERED.items() if claim.document == wanted]
        return tuple(REGISTERED[id] for id in sorted(own, key=position))
    return tuple(c for c in all_claims().values() if wanted in (None, c.document))


def _newer(id: str) -> bool:
    """Whether a claim is newer than the index: imports the modules that name the end of its ID."""
    document, rest = document_of_id(id), id.partition(".")[2]
    if not rest or document is None or not document.own:
        return False
    if importlib.util.find_spec(document.package) is None:
        return False
    package, end = importlib.import_module(document.package), rest.rpartition(".")[2]
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        found = importlib.util.find_spec(module.name)
        if found is None or found.origin is None:
            continue
        if end in Path(found.origin).read_text(encoding="utf-8"):
            importlib.import_module(module.name)
    return id in REGISTERED


def find(id: str) -> Claim:
    """The claim with an ID, or with a former one; otherwise a sentence with the nearest ones.

    Only the module of the claim is imported if the index knows it.
    """
    facts = stored_index().get(id)
    if facts is not None and id not in REGISTERED:
        importlib.import_module(f"banditproof.{facts.module}")
    if id in REGISTERED:
        return REGISTERED[id]
    now = present_id(id)
    if now is not None and now != id:
        return find(now)
    if _newer(id):
        return REGISTERED[id]
    near = nearest(id)
    hint = f"did you mean {', '.join(near)}?" if near else "see `banditproof claims`."
    raise ValueError(f"There is no claim {id!r}; {hint}")
