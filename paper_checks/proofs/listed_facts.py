"""Lists of claims read the sources of programs, and import them only where these do not say all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..statements.claim_facts import read_sources_with


def read_sources() -> None:
    """From now on the facts of claims are found in sources where that is possible."""
    read_sources_with(_facts)


def _facts(id: str, name: str) -> Mapping[str, Any] | None:
    from .facts_in_sources import facts_in_sources  # with the reader of proofs, if it is needed

    return facts_in_sources(id, name)
