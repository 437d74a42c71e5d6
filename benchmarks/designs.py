"""Optimal designs to a certified gap, against cvxpy's log det in the same run.

Everything is counted, from the array to the certificate; the gap is checked. The sphere is the hard
case: all its actions have the same leverage, so that supports must be reduced.
"""

import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
import numpy as np
from banditproof.theory import optimal_design
from banditproof.theory.designs.action_matrix import Floats
from .measurement import COMMAND, PEAK_MIB, Measurement, best_seconds, printed, time_of

PEAK = """
import sys
import numpy as np
from banditproof.theory import optimal_design
rng, rows, columns = np.random.default_rng(0), int(sys.argv[1]), int(sys.argv[2])
actions = np.empty((rows, columns))
for start in range(0, rows, 10_000):
    actions[start : start + 10_000] = rng.standard_t(4, (10_000, columns))
design = optimal_design(actions)
assert design.gap <= 1e-6
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
        row = Measurement(f"design, {kind}, 1000 x 10, 1e-6", value, "ms", 2, at_most=True)
        yield row.beside("cvxpy log_det, SCS", None if other is None else other * 1e3)
        value = _seconds(rows, 1e-12, 30) * 1e3
        yield Measurement(f"design, {kind}, 1000 x 10, 1e-12", value, "ms")
    for kind in ("t(4)", "normal", "sphere"):
        rows = actions(kind, 100_000, 50)
        value = _seconds(rows, 1e-6, 2)
        yield Measurement(f"design, {kind}, 100000 x 50, 1e-6", value, "s", 2, at_most=True)
    peak = float(printed(PEAK + PEAK_MIB, "100000", "50"))
    yield Measurement("design, 100000 x 50, peak memory", peak, "MB", 500, at_most=True)


def large() -> Iterator[Measurement]:
    """A million actions of twenty dimensions: an array of 160 MB, and a file of 190 MB."""
    for kind in ("t(4)", "normal", "sphere"):
        rows = actions(kind, 10**6, 20)
        value = _seconds(rows, 1e-6, 2)
        yield Measurement(f"design, {kind}, 1000000 x 20, 1e-6", value, "s", 5, at_most=True)
    peak = float(printed(PEAK + PEAK_MIB, "1000000", "20"))
    yield Measurement("design, 1000000 x 20, peak memory", peak, "MB", 500, at_most=True)
    rows = actions("normal", 10**6, 20)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "actions.csv"
        with file.open("w") as written:
            for part in np.array_split(rows, 1000):
                lines = (",".join(f"{x:.6f}" for x in row) for row in part.tolist())
                written.write("\n".join(lines) + "\n")
        del rows
        peaks: list[float] = []

        def command() -> None:
            peaks.append(float(printed(COMMAND + PEAK_MIB, "design", str(file)).split()[-1]))

        name, words = "design of a file, 1000000 x 20", lambda: _float_of_each_word(file)
        row = time_of(name, command, "s", 5, repeats=2)
        yield row.beside("float(word) of each word", best_seconds(words, 1))
        yield Measurement(f"{name}, memory", max(peaks), "MB", 500, at_most=True)


def _float_of_each_word(file: Path) -> None:
    """What the plain loop over the words of a file takes, without keeping the numbers."""
    with file.open("rb") as lines:
        for line in lines:
            list(map(float, line.split(b",")))


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
    result = np.maximum(weights.value, 0)
    result /= result.sum()
    inverse = np.linalg.inv((rows * result[:, None]).T @ rows)
    gap = np.einsum("ij,ij->i", rows @ inverse, rows).max() / rows.shape[1] - 1
    print(f"  (cvxpy's design has the gap {gap:.2g})")
    return seconds
