"""A fixed set of actions, and the plan of a phase that plays a design on some of them."""

from __future__ import annotations
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal, get_args
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.contexts import Row
from banditproof.algorithms.curators.whitening import whitening
from banditproof.theory.designs import frank_wolfe_design, optimal_design
from banditproof.theory.exact import Number, exact

Floats = npt.NDArray[np.float64]
Alive = tuple[int, ...]
Statistic = Literal["whitened", "sums", "bare"]
"""What a phase releases; see `ActionSet.plan`."""
GAP = 1e-9
"""The certified relative gap of the designs; phases are longer by what the design falls short."""
ROUNDING = 1e-12
TOO_LONG = 1 + Fraction(1, 10**13)


@dataclass(frozen=True, eq=False)
class PhasePlan:
    """How often each arm is played, and what is done with the rewards.

    The release is `mixing` times the sums of the rewards of the parts, plus noise; `readout` times
    the release estimates the mean reward of each arm that is alive.
    """

    parts: tuple[tuple[int, int], ...]
    mixing: Floats
    readout: Floats

    @property
    def plays(self) -> int:
        """The number of plays of the phase."""
        return sum(count for _, count in self.parts)


class ActionSet:
    """The vectors of the arms, of length at most 1, which span their space.

    >>> axes = ActionSet.of([[1, 0], [0, 1]])
    >>> axes.arms, axes.dimension, axes.plan((0, 1), 10.0, "whitened").parts
    (2, 2, ((0, 6), (1, 6)))
    """

    def __init__(self, vectors: tuple[tuple[Fraction, ...], ...]) -> None:
        self.vectors = vectors
        self.rows: tuple[Row, ...] = tuple(tuple(float(x) for x in row) for row in vectors)
        self.matrix = np.array(self.rows)

    def __reduce__(self) -> tuple[object, tuple[object]]:
        return _known, (self.vectors,)

    @staticmethod
    def of(actions: Sequence[Sequence[Number]]) -> ActionSet:
        """The set; ValueError if the vectors are none, too long, or do not span."""
        return _known(tuple(tuple(exact(x) for x in row) for row in actions))

    @property
    def arms(self) -> int:
        """The number of vectors."""
        return len(self.rows)

    @property
    def dimension(self) -> int:
        """The length of each vector."""
        return len(self.rows[0])

    def alike(self, alive: Alive) -> bool:
        """Whether these arms have one vector, so that there is nothing to learn about them."""
        return len({self.rows[arm] for arm in alive}) == 1

    def plan(
        self, alive: Alive, length: float, statistic: Statistic, steps: int | None = None
    ) -> PhasePlan:
        """Play each arm ceil(length x weight) times, with the weights of a design on those alive.

        The design is the certified optimal one of the span of the arms that are alive, or, for
        programs that are said to do so, that after some `steps` of Frank and Wolfe. With the
        optimal design the length is stretched by its certified gap, so that the largest leverage
        is at most d / length. The statistics: "whitened" is V^(-1/2) sum a r / g with the measured
        leverage g, "bare" is V^(-1/2) sum a r, and "sums" has the sum of the rewards of each arm.
        """
        return _planned(self, alive, length, statistic, steps)

    def counts(self, parts: Sequence[tuple[int, int]]) -> dict[Row, int]:
        """How often each vector is played by a plan."""
        counts: dict[Row, int] = {}
        for arm, count in parts:
            counts[self.rows[arm]] = counts.get(self.rows[arm], 0) + count
        return counts


@lru_cache(maxsize=64)
def _known(vectors: tuple[tuple[Fraction, ...], ...]) -> ActionSet:
    lengths = {len(row) for row in vectors}
    if not lengths or 0 in lengths or len(lengths) > 1:
        raise ValueError(
            "The actions are none, or have no entries, or several lengths; give at least one "
            "vector, and all of one length >= 1."
        )
    for place, row in enumerate(vectors):
        square = sum(x * x for x in row)
        if square > TOO_LONG**2:
            raise ValueError(
                f"Action {place} has the norm {math.sqrt(square):.6g}; give vectors of norm at "
                "most 1, for instance all divided by the largest norm."
            )
    result = ActionSet(vectors)
    if not result.matrix.any():
        raise ValueError("All actions are zero; give at least one action that is not.")
    design = optimal_design(vectors, GAP)
    if not design.spans:
        raise ValueError(
            f"The actions span {design.dimension} of {result.dimension} dimensions; give actions "
            "that span the space, or their coordinates in their span."
        )
    return result


@lru_cache(maxsize=65536)
def _weights(actions: ActionSet, alive: Alive, steps: int | None) -> tuple[tuple[int, float], ...]:
    """The arms of positive weight, each with its part of the length, in the order of the arms."""
    vectors = [actions.vectors[arm] for arm in alive]
    if steps is not None:
        weights, stretch = frank_wolfe_design(vectors, steps), 1.0
    else:
        design = optimal_design(vectors, GAP)
        weights, stretch = design.weights, 1 + max(design.gap, ROUNDING)
    pairs = zip(alive, weights.tolist(), strict=True)
    return tuple((arm, weight * stretch) for arm, weight in pairs if weight > 0)


@lru_cache(maxsize=65536)
def _planned(
    actions: ActionSet, alive: Alive, length: float, statistic: Statistic, steps: int | None
) -> PhasePlan:
    if statistic not in get_args(Statistic):
        raise ValueError(f"The statistic is {statistic!r}; give 'whitened', 'sums' or 'bare'.")
    parts = tuple(
        (arm, math.ceil(Fraction(length) * Fraction(weight)))
        for arm, weight in _weights(actions, alive, steps)
    )
    played = [arm for arm, _ in parts]
    rows, seen = actions.matrix[played], actions.matrix[list(alive)]
    result = whitening(actions.counts(parts))
    if statistic == "sums":
        mixing = np.zeros((actions.arms, len(parts)))
        mixing[played, range(len(parts))] = 1.0
        readout = np.zeros((len(alive), actions.arms))
        readout[:, played] = seen @ result.root @ result.root @ rows.T
        return PhasePlan(parts, mixing, readout)
    scale = result.leverage if statistic == "whitened" else 1.0
    return PhasePlan(parts, result.root @ rows.T / scale, scale * (seen @ result.root))
