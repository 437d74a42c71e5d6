"""`python -m banditproof.paper_checks.running.measure_seconds` writes anew how long checks take.

All fast checks run, one process at a time, which takes minutes. What is written is a hint for the
order of checks and for the time that a bar says is left; it need not be exact, nor of today.
"""

from pathlib import Path
from ..statements.registry import claims
from .order_of_checks import FILE, listed
from .runner import run_all


def main() -> None:
    """Run the fast checks, and list those that take long beside this module."""
    single = [c for c in claims() if c.tier == "fast" and not c.parts and c.repeats is None]
    results = run_all(single, workers=1)
    text = listed((result.claim.id, result.seconds) for result in results)
    Path(__file__).with_name(FILE).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
