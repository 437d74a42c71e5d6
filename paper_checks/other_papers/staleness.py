"""Which claims of a folder are stale: the source says something else than they were written for."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from ..statements.document_header import RECORD


class Staleness(NamedTuple):
    """The stale claims of a folder, a sentence each; what else differs or was not compared."""

    stale: Mapping[str, str]
    not_compared: str


def staleness(folder: Path, shown: str) -> Staleness:
    """Compare a folder with its source, if it was made from one."""
    if not (folder / RECORD).exists():  # most folders have none, and start without a reader of TeX
        return Staleness({}, "")
    from .drift import OLDER, drift
    from .source_record import record_of

    record = record_of(folder, shown)
    try:
        found = drift(record, record.paper(folder))
    except ValueError as problem:
        return Staleness(
            {}, f"The claims of {shown} were not compared with their source: {problem}"
        )
    return Staleness(
        {
            id: f"{change} `banditproof drift {shown}/ {id} --accept` accepts it."
            for id, change in found.stale.items()
        },
        " ".join([*map(str, found.beside), *([OLDER.format(shown)] if found.older else [])]),
    )
