"""The public advice of experts, round by round, as a value."""

from collections.abc import Sequence
from dataclasses import dataclass
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.randomness import Seed, generator
from .learner import Advice, Floats, checked_advice, checked_arms, checked_experts
from .loss_sequences import ADDED_TOGETHER, LossSequence


@dataclass(frozen=True, eq=False)
class AdviceCycle:
    """Advice that repeats a finite list of rounds: one row for each expert, its law on the arms.

    `array` is rounds of the cycle x experts x arms. The same advice in each round is a list of one.

    >>> advice = AdviceCycle([[(1, 0), (0, 1)], [(0.5, 0.5), (0, 1)]])
    >>> advice.experts, advice.arms, advice.at(4)[0].tolist()
    (2, 2, [0.5, 0.5])
    """

    array: npt.NDArray[np.float64]

    def __init__(self, cycle: Sequence[Advice] | npt.NDArray[np.float64]) -> None:
        try:
            array = np.array(cycle, np.float64)
        except (TypeError, ValueError):
            array = np.zeros(0)
        if array.ndim != 3 or 0 in array.shape:
            raise ValueError(
                f"The advice has the shape {array.shape}; give rounds x experts x arms, at least "
                "one each."
            )
        for rows in array:
            checked_advice(rows, *rows.shape)
        array.setflags(write=False)
        object.__setattr__(self, "array", array)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AdviceCycle) and np.array_equal(self.array, other.array)

    def __hash__(self) -> int:
        return hash((self.array.shape, self.array.tobytes()))

    @property
    def experts(self) -> int:
        """The number of experts."""
        return int(self.array.shape[1])

    @property
    def arms(self) -> int:
        """The number of arms."""
        return int(self.array.shape[2])

    def at(self, t: int) -> Floats:
        """The advice of round t, counted from 1."""
        rows: Floats = self.array[(t - 1) % len(self.array)]
        return rows

    def expert_totals(self, losses: LossSequence, rounds: int | None = None) -> Floats:
        """The expected loss of each expert over the first rounds, or over all.

        >>> from .loss_sequences import constant_losses
        >>> AdviceCycle([[(1, 0), (0.5, 0.5)]]).expert_totals(constant_losses((0, 1), 4)).tolist()
        [0.0, 2.0]
        """
        if losses.arms != self.arms:
            raise ValueError(
                f"The advice is about {self.arms} arms, and the losses are those of {losses.arms}; "
                "give both the same arms."
            )
        last = losses.horizon if rounds is None else rounds
        total = np.zeros(self.experts)
        for start in range(0, last, ADDED_TOGETHER):
            rows = losses.block(start, min(last, start + ADDED_TOGETHER))
            total += self.block_totals(rows, start)
        return total

    def block_totals(self, rows: Floats, start: int) -> Floats:
        """The expected loss of each expert over the rows of the rounds after `start`.

        >>> AdviceCycle([[(1, 0)], [(0, 1)]]).block_totals(np.array([[0.25, 1], [1, 0.5]]), 1)
        array([2.])
        """
        total, period = np.zeros(self.experts), len(self.array)
        for phase in range(min(period, len(rows))):
            total += self.array[(start + phase) % period] @ rows[phase::period].sum(axis=0)
        return total


def one_expert_per_arm(arms: int) -> AdviceCycle:
    """Each expert always advises the same arm, its own.

    >>> one_expert_per_arm(2).at(9).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    return AdviceCycle(np.eye(checked_arms(arms))[None])


def drawn_advice(experts: int, arms: int, rng: Seed, cycle: int = 16) -> AdviceCycle:
    """Advice that is drawn uniformly among all laws, for each expert and each round of a cycle.

    >>> drawn_advice(3, 2, rng=1).array.shape
    (16, 3, 2)
    """
    sizes = (cycle, checked_experts(experts))
    return AdviceCycle(generator(rng).dirichlet(np.ones(checked_arms(arms)), sizes))
