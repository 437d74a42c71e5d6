"""Proofs of inequalities, against plain interval bisection and scipy's global optimisers.

Bisection splits the box until the sign is seen, and so never ends where both sides are equal. An
optimiser finds the least value that it meets, and proves nothing; both run on bounded boxes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np

from banditproof.theory.balls import working_precision
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.rules import BITS, check
from banditproof.theory.prover.kernel.spans import Undefined, span
from banditproof.theory.prover.search.hunt import find_proof
from banditproof.theory.prover.search.samples import values_at
from banditproof.theory.prover.statement import Statement

from .measurement import Measurement, best_seconds

SECONDS = 60.0
BOXES = 20_000
WIDE = 30
"""Where an unbounded range ends for the two baselines, which need an end."""


@cache
def named() -> dict[str, Goal]:
    """The named statements of the tests, as goals."""
    place = Path(__file__).parent.parent / "tests" / "theory" / "prover" / "named_statements.py"
    spec = spec_from_file_location("named_statements", place)
    if spec is None or spec.loader is None:
        raise SystemExit(f"There are no statements in {place}.")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return {name: Statement.of(one.text, one.domain).goal for name, one in module.ALL.items()}


def by_bisection(goal: Goal, most: int = BOXES) -> bool:
    """Whether the sign of the term is seen on all of at most so many boxes."""
    box = {name: where.span for name, where in goal.region}
    left = [{n: (_end(s.lo, -WIDE), _end(s.hi, WIDE)) for n, s in box.items()}]
    whole = dict(left[0].items())
    for _ in range(most):
        if not left:
            return True
        here = left.pop()
        spans = {
            n: box[n]._replace(
                lo=_ball(lo),
                hi=_ball(hi),
                lo_open=box[n].lo_open and lo == whole[n][0],
                hi_open=box[n].hi_open and hi == whole[n][1],
            )
            for n, (lo, hi) in here.items()
        }
        try:
            if span(goal.term, spans).positive(goal.strict):
                continue
        except Undefined:
            pass
        if any(span(g, spans).negated().positive(not strict) for g, strict in goal.given):
            continue
        name = max(here, key=lambda n: here[n][1] - here[n][0])
        lo, hi = here[name]
        middle = (lo + hi) / 2
        if not lo < middle < hi:
            return False
        left += [{**here, name: (lo, middle)}, {**here, name: (middle, hi)}]
    return not left


def _ball(value: float) -> Any:
    from flint import arb

    return arb(value)


def _end(end: Any, otherwise: float) -> float:
    return float(end) if end.is_finite() else otherwise


def optimised_seconds(goal: Goal) -> float:
    """The time of a global optimiser on the box; assumptions become penalties."""
    from scipy.optimize import differential_evolution

    names = [name for name, _ in goal.region]
    ends = [(_end(w.span.lo, -WIDE), _end(w.span.hi, WIDE)) for _, w in goal.region]

    def cost(point: Any) -> float:
        at = dict(zip(names, point, strict=True))
        value = float(np.nan_to_num(values_at(goal.term, at)[0], nan=0.0, posinf=1e9, neginf=0.0))
        return value + sum(1e6 * max(0.0, -float(values_at(g, at)[0])) for g, _ in goal.given)

    begin = time.process_time()
    differential_evolution(cost, ends, seed=1, maxiter=100, tol=1e-8)
    return time.process_time() - begin


def found() -> Iterator[Measurement]:
    """How many are proved, how fast, and how fast the proofs are replayed."""
    goals, seconds, proofs = named(), {}, {}
    for name, goal in goals.items():
        begin = time.process_time()
        proofs[name] = find_proof(goal, SECONDS)
        seconds[name] = time.process_time() - begin
    proved = [name for name, proof in proofs.items() if proof is not None]
    quick = sum(seconds[name] <= 2 for name in proved)
    yield Measurement("prove, named statements", len(proved), "proved", 60)
    yield Measurement("prove, within 2 s", quick / len(goals), "share", 0.5)
    slowest = max(seconds[name] for name in proved)
    yield Measurement("prove, slowest", slowest, "s", 60, at_most=True)
    yield Measurement("prove, median", float(np.median([seconds[n] for n in proved])), "s")
    replays = [best_seconds(lambda n=n: check(goals[n], proofs[n]), 3) for n in proved]
    yield Measurement("replay, slowest", max(replays), "s", 1, at_most=True)
    yield Measurement("replay, all named", sum(replays), "s", 20, at_most=True)


def compared() -> Iterator[Measurement]:
    """Plain bisection on all named statements, and an optimiser on ten of them."""
    goals = named()
    with working_precision(BITS):
        bisected = sum(by_bisection(goal) for goal in goals.values())
    proved = sum(find_proof(goal, SECONDS) is not None for goal in goals.values())
    yield Measurement(
        f"prove, against bisection in {BOXES} boxes",
        proved,
        "proved",
        None,
        False,
        "bisection",
        bisected,
    )
    some = list(goals.values())[:10]
    other = sum(optimised_seconds(goal) for goal in some)
    begin = time.process_time()
    for goal in some:
        find_proof(goal, SECONDS)
    ours = time.process_time() - begin
    yield Measurement("prove, ten statements", ours, "s", None, True, "scipy, no proof", other)
