"""Proofs of inequalities, against interval bisection, Coq and scipy's global optimisers.

Bisection splits the box until the sign is seen, and so never ends where both sides are equal. An
optimiser finds the least value that it meets, and proves nothing; both run on bounded boxes.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any
import numpy as np
from banditproof.theory.balls import working_precision
from banditproof.theory.prover.coq.coqc import coq_is_installed
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.rules import BITS, check
from banditproof.theory.prover.kernel.spans import Undefined, span
from banditproof.theory.prover.search.hunt import find_proof
from banditproof.theory.prover.search.samples import values_at
from banditproof.theory.prover.statement import Statement
from .measurement import Measurement, best_seconds

SECONDS = 60.0
BOXES = 2_000
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
    return {name: Statement.of(item.text, item.domain).goal for name, item in module.ALL.items()}


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
    differential_evolution(cost, ends, seed=1, maxiter=30, tol=1e-8)
    return time.process_time() - begin


def accepted_by_coq(goal: Goal, seconds: float = 10.0) -> bool:
    """Whether Coq's `interval` tactic, which bisects, shows the sign on the box at once."""
    from banditproof.theory.prover.coq.spelling import NoExport, compared, named, rational

    ranges, bisected = [], []
    for name, where in goal.region:
        low = where.lo if where.lo is not None else Fraction(-WIDE)
        high = where.hi if where.hi is not None else Fraction(WIDE)
        ranges.append(f"{rational(low)} <= {named(name)} <= {rational(high)} -> ")
        bisected.append(f"i_bisect {named(name)}")
    try:
        given = "".join(f"{compared(term, strict)} -> " for term, strict in goal.given)
        claim = compared(goal.term, goal.strict)
    except NoExport:
        return False
    names = " ".join(named(name) for name, _ in goal.region)
    text = (
        "From Coq Require Import Reals.\nFrom Interval Require Import Tactic.\n"
        f"Open Scope R_scope.\nGoal forall {names} : R, {''.join(ranges)}{given}{claim}.\n"
        f"Proof. intros. interval with ({', '.join(bisected)}, i_depth 15). Qed.\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "statement.v").write_text(text, encoding="utf-8")
        try:
            done = subprocess.run(
                ["coqc", "-q", "-w", "none", "statement.v"],
                cwd=folder,
                capture_output=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return False
    return done.returncode == 0


@cache
def searched() -> dict[str, tuple[float, Any]]:
    """The processor time of each search, and the proof or None."""
    known = {}
    for name, goal in named().items():
        begin = time.process_time()
        proof = find_proof(goal, SECONDS)
        known[name] = time.process_time() - begin, proof
    return known


def found() -> Iterator[Measurement]:
    """How many are proved, how fast, and how fast the proofs are replayed."""
    goals = named()
    proofs = {name: proof for name, (_, proof) in searched().items() if proof is not None}
    seconds = [searched()[name][0] for name in proofs]
    quick = sum(second <= 2 for second in seconds)
    yield Measurement("prove, named statements", len(proofs), "proved", 60)
    yield Measurement("prove, within 2 s", quick / len(goals), "share", 0.5)
    yield Measurement("prove, slowest", max(seconds), "s", 60, at_most=True)
    yield Measurement("prove, median", float(np.median(seconds)), "s")
    replays = [best_seconds(lambda n=n: check(goals[n], proofs[n]), 3) for n in proofs]
    yield Measurement("replay, slowest", max(replays), "s", 1, at_most=True)
    yield Measurement("replay, all named", sum(replays), "s", 20, at_most=True)


def compared() -> Iterator[Measurement]:
    """Plain bisection and Coq's `interval` on all named statements, an optimiser on ten of them."""
    goals = named()
    proved = sum(proof is not None for _, proof in searched().values())
    with working_precision(BITS):
        bisected = sum(by_bisection(goal) for goal in goals.values())
    kind = f"bisection in {BOXES} boxes"
    yield Measurement("prove, against bisection", proved, "proved", None, False, kind, bisected)
    if coq_is_installed():
        accepted: int | None = sum(accepted_by_coq(goal) for goal in goals.values())
        kind = "Coq's interval, bounded boxes"
        if not accepted:  # there is no ratio then
            kind, accepted = f"{kind}: none", None
        yield Measurement("prove, against Coq", proved, "proved", None, False, kind, accepted)
    some = list(goals)[:10]
    other = sum(optimised_seconds(goals[name]) for name in some)
    ours = sum(searched()[name][0] for name in some)
    kind = "scipy's optimiser, no proof"
    yield Measurement("prove, ten statements", ours, "s", None, True, kind, other)
