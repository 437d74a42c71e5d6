"""Which checks and mutants take long: the fast tier leaves them to the slow one.

`make check` runs every fast claim in any case; the slow tier also compares what it says with the
index. `python tests/paper_checks/long_checks.py` measures all of them anew, in one process, and
writes `long_checks.json`: what takes more than LIMIT seconds of processor time is listed. What is
listed stays so until it takes less than half of that, so that the list does not flicker. Patterns
of IDs, such as `'thesis.thm5*'`, limit what is measured. The check of a claim with a formal proof is
long in any case: it judges what that cites, which a measurement has often judged before.
"""

import json
import sys
import time
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from banditproof.paper_checks import claims, run
from banditproof.paper_checks.derivations.developments import has_derivation
from banditproof.paper_checks.statements.claim import Claim
from banditproof.paper_checks.statements.claim_facts import ClaimFacts
from banditproof.paper_checks.statements.index import text_index

FILE = Path(__file__).with_suffix(".json")
LIMIT = 0.06
STORED: dict[str, list[str]] = json.loads(FILE.read_text()) if FILE.exists() else {}


def is_long(claim: Claim | ClaimFacts, mutant: str = "") -> bool:
    """Whether a check takes long, or the check with one of its mutants; a whole with its parts."""
    if mutant in STORED.get(claim.id, ()) or (not mutant and has_derivation(claim.id)):
        return True
    below = (*claim.parts, claim.repeats)
    return any(is_long(text_index()[id], mutant) for id in below if id)


def by_day(facts: ClaimFacts) -> str:
    """The mutant of a claim that the tests by day have in any case.

    It is a sharper statement if there is one, and one that takes no long time if there is one.
    """
    return min(
        facts.mutants,
        key=lambda name: (not name.startswith("sharper"), is_long(facts, name)),
        default="",
    )


def measured(patterns: Sequence[str]) -> dict[str, list[str]]:
    """The names of the long mutants of each claim; an empty name stands for the check itself."""
    own = [c for c in claims() if c.tier == "fast" and not c.parts and c.repeats is None]
    results: dict[str, list[str]] = {}
    for claim in own:
        if not any(fnmatchcase(claim.id, pattern) for pattern in patterns):
            if claim.id in STORED:
                results[claim.id] = STORED[claim.id]
            continue
        for name, subjects in {"": {}, **claim.mutants}.items():
            start = time.process_time()
            run(claim, **subjects)
            spent = time.process_time() - start
            if spent > (LIMIT / 2 if name in STORED.get(claim.id, ()) else LIMIT):
                results.setdefault(claim.id, []).append(name)
                print(f"{spent:6.2f} {claim.id} {name}", file=sys.stderr)
    return results


if __name__ == "__main__":
    FILE.write_text(
        json.dumps(measured(sys.argv[1:] or ["*"]), indent=0, ensure_ascii=False) + "\n",
        encoding="utf-8",
    )
