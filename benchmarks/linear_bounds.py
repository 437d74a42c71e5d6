"""Structural bounds of linear bandits, beside the linear program of all arms, in the same run.

The baseline has a share for each pair of arms and no certificate; the rows prove both ends.
"""

from collections.abc import Iterator
import numpy as np
from banditproof.theory import LinearBandit
from banditproof.theory.linear_bounds import Structure, linear_structural_bounds
from banditproof.theory.linear_bounds.norm_program import norm_program
from banditproof.theory.linear_bounds.private_program import private_program
from banditproof.theory.linear_bounds.share_program import ShareProgram
from .measurement import Measurement, best_seconds, time_of


def _bandit(arms: int, dimension: int) -> LinearBandit:
    rng = np.random.default_rng(0)
    actions = np.round(rng.normal(size=(arms, dimension)), 3).tolist()
    theta = np.round(rng.normal(size=dimension), 3).tolist()
    return LinearBandit(tuple(tuple(map(str, row)) for row in actions), tuple(map(str, theta)))


def structural_bounds() -> Iterator[Measurement]:
    """All rows of 20, 100 and 300 actions with a budget."""
    for arms, dimension in ((20, 5), (100, 5), (100, 10), (100, 20), (300, 5)):
        bandit = _bandit(arms, dimension)

        def rows(bandit: LinearBandit = bandit) -> None:
            private_program.cache_clear()
            norm_program.cache_clear()
            linear_structural_bounds(bandit, "0.5")

        baseline = None
        if arms <= 100 and dimension <= 10:
            structure = Structure.of(bandit)
            program = ShareProgram(
                np.array([[float(x) for x in row] for row in structure.vectors]),
                np.array([float(gap) for gap in structure.gaps]),
                1.0,
                structure.basis,
            )
            every, count = np.arange(len(structure.arms)), len(structure.arms)
            baseline = best_seconds(
                lambda p=program, e=every, n=count: p._restricted(  # type: ignore[misc]
                    np.zeros((0, n)), np.zeros(n), e, e
                ),
                1,
            )
        demand = 3 if arms == 100 and dimension <= 10 else None
        name = f"structural bounds, {arms} actions in dimension {dimension}"
        row = time_of(name, rows, "s", demand, repeats=2)
        yield row if baseline is None else row.beside("HiGHS with all shares", baseline)
