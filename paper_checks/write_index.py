"""`python -m banditproof.paper_checks.write_index` writes the index of claims in a checkout anew.

With `--grades` the fast checks run first, and the grades found are stored, with what settles each
"for all"; with `--all-grades` the slow ones run too, which takes a quarter of an hour.
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
        found = {id: (facts.grade, facts.universal) for id, facts in stored_index().items()}
    except (FileNotFoundError, TypeError):  # none yet, or of an older form
        found = {}
    if arguments:
        again = [c for c in chosen if c.tier == "fast" or "--all-grades" in arguments]
        results = [result.facts for result in run_all(again)]
        found |= {facts.id: (facts.grade, facts.universal) for facts in results}
    target = Path(__file__).parent / FILE
    target.write_text(index_of(chosen, found), encoding="utf-8")
    print(f"{len(chosen)} claims in {target.name}.")


if __name__ == "__main__":
    main(sys.argv[1:])
