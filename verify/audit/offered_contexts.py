"""The contexts that an audit shows a contextual policy: public, the same on both neighbours.

Those of a policy that gets advice are laws of the experts on the arms, drawn uniformly.
"""

from __future__ import annotations
from dataclasses import dataclass
from typing import Any
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.adversarial.advice_contexts import AdviceContexts, advice_of
from banditproof.algorithms.adversarial.advice_cycles import drawn_advice
from banditproof.algorithms.contexts import Context, Contexts, DrawnContexts, FixedContexts
from banditproof.algorithms.interfaces.contexts import Contexts as Sequences
from banditproof.algorithms.policy import Policy

LAW = "sphere"
"""The law of the contexts, unless others are given: the longest ones that a policy must bear."""
NAMES = {"sphere": "sphere", "unit sphere": "sphere", "normal": "normal"}
ADVICE = "advice"
"""The law of the contexts of a policy that gets advice."""
ROUNDS = 64
"""How many rounds a function is asked for; longer plays repeat them."""


@dataclass(frozen=True)
class OfferedContexts:
    """A law by its name, an array (rounds x arms x d), or a function of a generator and rounds.

    >>> offered = OfferedContexts.of(None, arms=2, dimension=3)
    >>> len(offered.in_play(1).at(5)), offered.in_play(1).at(5) == offered.in_play(2).at(5)
    (2, False)
    """

    given: Any
    arms: int
    dimension: int
    advice: bool = False
    """Whether the contexts are advice."""

    @classmethod
    def of(
        cls, given: Any, arms: int, dimension: int, dim: int | None = None, advice: bool = False
    ) -> OfferedContexts:
        """The contexts that are given, or those of `LAW`; wrong ones raise a ValueError."""
        if dim is not None and dim != dimension:
            raise ValueError(
                f"The policy needs contexts of dimension {dimension}, and {dim} is given; leave "
                "the dimension out."
            )
        known = (ADVICE,) if advice else NAMES
        if isinstance(given, str) and given not in known:
            names = f"'{ADVICE}'" if advice else "'sphere', 'normal'"
            raise ValueError(f"The contexts are {given!r}; give {names} or an array.")
        law = ADVICE if advice else LAW
        offered = cls(law if given is None else given, arms, dimension, advice)
        offered.in_play(0)
        return offered

    def in_play(self, seed: int) -> Contexts:
        """The contexts of one play."""
        if isinstance(self.given, str):
            if self.given == ADVICE:
                return _drawn_advice(self.dimension, self.arms, seed)
            return _Kept(DrawnContexts(NAMES[self.given], self.arms, self.dimension, seed))
        contexts = FixedContexts(self._array(seed).tolist())
        if self.advice:
            _check_advice(contexts)
        return contexts

    def _array(self, seed: int) -> npt.NDArray[np.float64]:
        if callable(self.given):
            sequences = Sequences.of(self.given, ROUNDS, seed=seed).sequences
            result = sequences[seed % len(sequences)]
        else:
            result = Sequences.of(self.given, len(self.given)).sequences[0]
        if result.ndim != 3 or result.shape[1:] != (self.arms, self.dimension):
            shape = " x ".join(map(str, result.shape))
            raise ValueError(
                f"The contexts are an array of {shape}; give one of rounds x {self.arms} arms x "
                f"{self.dimension} coordinates."
            )
        return result

    def drawn(self, rng: np.random.Generator, rounds: int) -> npt.NDArray[np.float64]:
        """A sequence for runs that are compared: rounds x arms x d."""
        contexts = self.in_play(int(rng.integers(1 << 62)))
        return np.array([contexts.at(t) for t in range(1, rounds + 1)])

    @property
    def words(self) -> str:
        """Which contexts these are."""
        if isinstance(self.given, str):
            return "drawn advice" if self.advice else f"contexts of the law {NAMES[self.given]}"
        return "the contexts of a function" if callable(self.given) else "the given contexts"


def _drawn_advice(experts: int, arms: int, seed: int) -> Contexts:
    """Laws on the arms, drawn for each expert in each of some rounds."""
    return AdviceContexts(drawn_advice(experts, arms, seed, ROUNDS))


def _check_advice(contexts: FixedContexts) -> None:
    """Raise ValueError for contexts that are no advice."""
    for context in contexts.contexts:
        advice_of(context)


class _Kept:
    """Contexts that are drawn once, since a play and its replays ask for each of them often."""

    def __init__(self, contexts: Contexts) -> None:
        self.contexts = contexts
        self.dimension = contexts.dimension
        self.known: dict[int, Context] = {}

    def at(self, t: int) -> Context:
        if t not in self.known:
            self.known[t] = self.contexts.at(t)
        return self.known[t]


def offered_to(
    policy: Policy[Any], given: Any = None, dim: int | None = None
) -> OfferedContexts | None:
    """The contexts for a policy that sees contexts, else None.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> offered_to(DPIMED(arms=2, eps=1)) is None
    True
    """
    if policy.dimension is None:
        if given is not None or dim is not None:
            raise ValueError(
                f"The policy {policy.name} sees no contexts; leave contexts and their dimension "
                "out."
            )
        return None
    return OfferedContexts.of(given, policy.arms, policy.dimension, dim, policy.told_advice)
