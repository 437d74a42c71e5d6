"""Measure, print a table, and write `benchmarks/results.json`.

`python -m benchmarks` measures everything; `python -m benchmarks accounting power` the named files
only, whose rows take the place of the old ones.
"""

import json
import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any
from .measurement import Measurement

PARTS = {
    "engines": "phase_level shares long_horizons per_round",
    "identification": "stopping_runs",
    "linear_engines": "phases contextual",
    "adversarial_learners": "learners",
    "private_learners": "private_learners private_experts",
    "membership_games": "games",
    "membership_attacks": "laws canaries audits",
    "numbers": "index divergences certificates",
    "accounting": "accounting gaussian",
    "power": "power",
    "tests_of_others": "mechanisms",
    "enumeration": "tables constants",
    "designs": "designs large",
    "infima": "empirical certified",
    "transport": "couplings",
    "linear_bounds": "structural_bounds",
    "characteristic_times": "times certified_times",
    "proofs": "found compared",
    "processes": "imports memory",
    "plays_apart": "plays",
    "own_policies": "own",
    "one_horizon": "prices bounds extreme_bounds laws",
    "noise_times": "noise_times releases",
    "start_up": "start first_answers",
    "checks": "cold derived kept proofs_by_steps fast_claims",
    "sweeps": "overhead memory",
    "suite": "collection fast_tests",
    "slow_suite": "slow_tests",
}
"""The functions of each file that measure something."""
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


def chosen(words: Sequence[str]) -> Iterator[Callable[[], Iterable[Measurement]]]:
    """The parts in the named files, or all."""
    unknown = sorted(set(words) - set(PARTS))
    if unknown:
        raise SystemExit(f"There is no {unknown[0]}; give some of {', '.join(sorted(PARTS))}.")
    for name, functions in PARTS.items():
        if not words or name in words:
            module = import_module(f"benchmarks.{name}")
            yield from (getattr(module, function) for function in functions.split())


def kept(rows: list[dict[str, object]], old: list[dict[str, Any]]) -> list[dict[str, object]]:
    """The new rows in the places of old ones with their names, then those that are really new."""
    new = {str(row["name"]): row for row in rows}
    return [new.pop(row["name"], row) for row in old] + list(new.values())


def main(words: Sequence[str]) -> int:
    """Return 1 if a demand is missed."""
    measured = []
    for part in chosen(words):
        for measurement in part():
            print(line(measurement), flush=True)
            measured.append(measurement)
    rows = [as_json(m) for m in measured]
    if words and RESULTS.exists():
        rows = kept(rows, json.loads(RESULTS.read_text())["measurements"])
    document = {
        "python": platform.python_version(),
        "packages": {name: version(name) for name in ("numpy", "numba", "python-flint")},
        "measurements": rows,
    }
    draft = RESULTS.with_suffix(".tmp")
    draft.write_text(json.dumps(document, indent=1) + "\n")
    os.replace(draft, RESULTS)
    return 0 if all(m.met for m in measured) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
