"""Optimal designs to a certified gap, against cvxpy's log det in the same run.

Everything is counted, from the array to the certificate; the gap is checked. The sphere is the hard
case: all its actions have the same leverage, so that supports must be reduced.
"""

from __future__ import annotations

import subprocess
import sys
import time
import warnings
from collections.abc import Iterator

import numpy as np

from banditproof.theory import optimal_design
from banditproof.theory.designs.action_matrix import Floats

from .measurement import Measurement, best_seconds

PEAK = """
import re
import numpy as np
from banditproof.theory import optimal_design
design = optimal_design(np.random.default_rng(0).standard_t(4, (100_000, 50)))
assert design.gap <= 1e-6
print(int(re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1]) / 1024)
"""


def actions(kind: str, count: int, dimension: int, seed: int = 0) -> Floats:
    """Rows of heavy tails, normal rows, or rows on the unit sphere."""
    rng = np.random.default_rng(seed)
    if kind == "t(4)":
        return rng.standard_t(4, (count, dimension))
    rows = rng.normal(size=(count, dimension))
    return rows if kind == "normal" else rows / np.linalg.norm(rows, axis=1, keepdims=True)


def _seconds(rows: Floats, tolerance: float, repeats: int) -> float:
    design = optimal_design(rows, tolerance)
    if not design.gap <= tolerance:
        raise ArithmeticError(f"The gap is {design.gap}.")
    return best_seconds(lambda: optimal_design(rows, tolerance), repeats)


def designs() -> Iterator[Measurement]:
    """A thousand actions of ten dimensions, a hundred thousand of fifty, and the memory."""
    for kind in ("t(4)", "normal", "sphere"):
        rows = actions(kind, 1000, 10)
        value = _seconds(rows, 1e-6, 60) * 1e3
        other = _conic_seconds(rows)
        yield Measurement(
            f"design, {kind}, 1000 x 10, 1e-6",
            value,
            "ms",
            2,
            at_most=True,
            baseline="cvxpy log_det, SCS",
            baseline_value=None if other is None else other * 1e3,
        )
        yield Measurement(
            f"design, {kind}, 1000 x 10, 1e-12", _seconds(rows, 1e-12, 30) * 1e3, "ms"
        )
    for kind in ("t(4)", "normal", "sphere"):
        rows = actions(kind, 100_000, 50)
        value = _seconds(rows, 1e-6, 2)
        yield Measurement(f"design, {kind}, 100000 x 50, 1e-6", value, "s", 2, at_most=True)
    peak = float(
        subprocess.run([sys.executable, "-c", PEAK], capture_output=True, check=True).stdout
    )
    yield Measurement("design, 100000 x 50, peak memory", peak, "MB", 500, at_most=True)


def _conic_seconds(rows: Floats) -> float | None:
    """The time of the same problem in cvxpy, and its gap beside ours; None without cvxpy."""
    try:
        import cvxpy
    except ImportError:
        return None
    weights = cvxpy.Variable(len(rows), nonneg=True)
    matrix = rows.T @ cvxpy.multiply(cvxpy.reshape(weights, (len(rows), 1), order="C"), rows)
    problem = cvxpy.Problem(cvxpy.Maximize(cvxpy.log_det(matrix)), [cvxpy.sum(weights) == 1])
    start = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        problem.solve(solver=cvxpy.SCS, eps=1e-7)
    seconds = time.process_time() - start
    found = np.maximum(weights.value, 0)
    found /= found.sum()
    inverse = np.linalg.inv((rows * found[:, None]).T @ rows)
    gap = np.einsum("ij,ij->i", rows @ inverse, rows).max() / rows.shape[1] - 1
    print(f"  (cvxpy's design has the gap {gap:.2g})")
    return seconds
