"""`python -m banditproof.paper_checks.write_index` writes the index of claims in a checkout anew.

With `--grades` every check runs first, and the grades found are stored.
"""

from __future__ import annotations

import sys
from pathlib import Path

from .index import FILE, index_of, stored_index
from .registry import claims
from .runner import run_all


def main(arguments: list[str]) -> None:
    """Write the index beside this module, in a checkout."""
    chosen = claims()
    try:
        grades: dict[str, str | None] = {id: facts.grade for id, facts in stored_index().items()}
    except FileNotFoundError:
        grades = {}
    if "--grades" in arguments:
        results = run_all(chosen)
        grades = {r.claim.id: r.grade for r in results}
    target = Path(__file__).parent / FILE
    target.write_text(index_of(chosen, grades), encoding="utf-8")
    print(f"{len(chosen)} claims in {target.name}.")


if __name__ == "__main__":
    main(sys.argv[1:])
