"""Measure, print a table, and write `benchmarks/results.json`.

`python -m benchmarks` measures everything; `python -m benchmarks accounting power` the named files
only, whose rows take the place of the old ones.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from . import (
    accounting,
    adversarial_learners,
    characteristic_times,
    checks,
    designs,
    engines,
    enumeration,
    identification,
    infima,
    linear_bounds,
    linear_engines,
    membership_attacks,
    membership_games,
    numbers,
    power,
    private_learners,
    processes,
    proofs,
    start_up,
    suite,
    sweeps,
    transport,
)
from .measurement import Measurement

PARTS = (
    engines.phase_level,
    engines.shares,
    engines.long_horizons,
    engines.per_round,
    identification.stopping_runs,
    linear_engines.phases,
    linear_engines.contextual,
    adversarial_learners.learners,
    private_learners.private_learners,
    private_learners.private_experts,
    membership_games.games,
    membership_attacks.laws,
    membership_attacks.canaries,
    membership_attacks.audits,
    numbers.index,
    numbers.divergences,
    numbers.certificates,
    accounting.accounting,
    accounting.gaussian,
    power.power,
    enumeration.tables,
    enumeration.constants,
    designs.designs,
    designs.large,
    infima.empirical,
    infima.certified,
    transport.couplings,
    linear_bounds.structural_bounds,
    characteristic_times.times,
    characteristic_times.certified_times,
    proofs.found,
    proofs.compared,
    processes.imports,
    processes.memory,
    start_up.start,
    start_up.first_answers,
    checks.cold,
    checks.kept,
    checks.stored_proofs,
    checks.fast_claims,
    sweeps.overhead,
    sweeps.memory,
    suite.collection,
    suite.fast_tests,
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


def chosen(words: Sequence[str]) -> list[Callable[[], Iterable[Measurement]]]:
    """The parts in the named files, or all."""
    known = {part.__module__.rpartition(".")[2] for part in PARTS}
    unknown = sorted(set(words) - known)
    if unknown:
        raise SystemExit(f"There is no {unknown[0]}; give some of {', '.join(sorted(known))}.")
    return [p for p in PARTS if not words or p.__module__.rpartition(".")[2] in words]


def kept(rows: list[dict[str, object]], old: list[dict[str, Any]]) -> list[dict[str, object]]:
    """The new rows in the places of old ones with their names, then those that are really new."""
    new = {str(row["name"]): row for row in rows}
    return [new.pop(row["name"], row) for row in old] + list(new.values())


def main(words: Sequence[str]) -> int:
    """Return 1 if a demand is missed."""
    found = []
    for part in chosen(words):
        for measurement in part():
            print(line(measurement), flush=True)
            found.append(measurement)
    rows = [as_json(m) for m in found]
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
    return 0 if all(m.met for m in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
