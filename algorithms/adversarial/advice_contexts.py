"""Advice as the contexts of rounds: what each expert says of each arm, which is public."""

from functools import lru_cache
from banditproof.algorithms.contexts import Context, Row
from .advice_cycles import AdviceCycle
from .learner import checked_advice


@lru_cache(maxsize=256)
def advice_of(context: Context) -> tuple[Row, ...]:
    """The advice of a context, a row for each expert; what is none is a ValueError.

    A context has a vector for each arm, with what each expert says of that arm.

    >>> advice_of(((0.5, 1.0, 0.0), (0.5, 0.0, 1.0)))
    ((0.5, 0.5), (1.0, 0.0), (0.0, 1.0))
    """
    rows = tuple(zip(*context, strict=True))
    checked_advice(rows, len(rows), len(context))
    return rows


class AdviceContexts:
    """A cycle of advice as the contexts of rounds: a vector for each arm.

    >>> contexts = AdviceContexts(AdviceCycle([[(1, 0), (0, 1), (0.5, 0.5)]]))
    >>> contexts.dimension, contexts.at(7)
    (3, ((1.0, 0.0, 0.5), (0.0, 1.0, 0.5)))
    """

    def __init__(self, advice: AdviceCycle) -> None:
        self.advice = advice
        self._contexts = tuple(tuple(map(tuple, rows.T.tolist())) for rows in advice.array)

    @property
    def dimension(self) -> int:
        """The number of experts."""
        return self.advice.experts

    def at(self, t: int) -> Context:
        """The advice of round t."""
        return self._contexts[(t - 1) % len(self._contexts)]
