"""Measure everything, print a table, and write `benchmarks/results.json`."""

from __future__ import annotations

import json
import os
import platform
import sys
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

from . import accounting, engines, enumeration, numbers, power, processes
from .measurement import Measurement

PARTS = (
    engines.phase_level,
    engines.long_horizons,
    engines.per_round,
    numbers.index,
    numbers.divergences,
    numbers.certificates,
    accounting.accounting,
    accounting.gaussian,
    power.power,
    enumeration.tables,
    enumeration.constants,
    processes.imports,
    processes.memory,
)
RESULTS = Path(__file__).parent / "results.json"


def line(m: Measurement) -> str:
    """One row of the table."""
    bound = "" if m.demand is None else f"{'<=' if m.at_most else '>='} {m.demand:g}"
    verdict = "" if m.demand is None else ("met" if m.met else "MISSED")
    against = "" if m.ratio is None else f"{m.ratio:.4g} x {m.baseline}"
    return f"{m.name:42} {m.value:12.4g} {m.unit:9} {bound:9} {verdict:7} {against}".rstrip()


def as_json(m: Measurement) -> dict[str, object]:
    """The facts of a row, to four digits."""
    facts = asdict(m) | {"ratio": m.ratio, "met": m.met}
    return {k: float(f"{v:.4g}") if isinstance(v, float) else v for k, v in facts.items()}


def main() -> int:
    """Return 1 if a demand is missed."""
    found = []
    for part in PARTS:
        for measurement in part():
            print(line(measurement), flush=True)
            found.append(measurement)
    document = {
        "python": platform.python_version(),
        "packages": {name: version(name) for name in ("numpy", "numba", "python-flint")},
        "measurements": [as_json(m) for m in found],
    }
    draft = RESULTS.with_suffix(".tmp")
    draft.write_text(json.dumps(document, indent=1) + "\n")
    os.replace(draft, RESULTS)
    return 0 if all(m.met for m in found) else 1


if __name__ == "__main__":
    sys.exit(main())
