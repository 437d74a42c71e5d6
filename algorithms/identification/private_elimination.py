"""DP-SE as an identification algorithm: it stops when one arm is left.

Privacy-Utility Trade-offs in Sequential Decision-Making, Section 5.4.3.
"""

from dataclasses import dataclass
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.regret.dp_se import DPSE, Epoch
from banditproof.theory import Number
from banditproof.theory.exact import exact
from banditproof.theory.parameter_names import accepts_epsilon


@accepts_epsilon
@dataclass(frozen=True)
class DPSEIdentification(DPSE):
    """DP-SE with beta = delta, which recommends the last arm that is left.

    `beta` is the probability of error: the best arm is eliminated with probability at most
    beta pi^2 / 12 (claim `thesis.dpse.guarantee`).

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = DPSEIdentification(arms=2, beta="0.1", eps=1)
    >>> result = play(policy, RewardCycles([(1,), (0,)]), 5000, Silent())
    >>> result.recommended, result.counts(2) == (policy.pulls_per_arm(1, 2),) * 2
    (0, True)
    """

    name = "dp-se-stop"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 < exact(self.beta) < 1:
            raise ValueError(
                f"delta is {self.beta}; give a probability of error strictly between 0 and 1."
            )
        if self.arms < 2:
            raise ValueError(f"There is no rival among {self.arms} arm(s); give at least two.")

    def decide(self, state: Epoch, t: int, randomness: Randomness) -> Pull:
        """The next arm of the epoch."""
        return Pull(
            state.alive[len(state.means)], self.pulls_per_arm(state.number, len(state.alive))
        )

    def recommendation(self, state: Epoch) -> int | None:
        """The last arm that is left."""
        return state.alive[0] if len(state.alive) == 1 else None


def with_delta(arms: int, delta: Number, eps: Number) -> DPSEIdentification:
    """DP-SE that stops, whose probability of error is called delta as that of other policies.

    >>> with_delta(arms=2, delta="0.1", eps=1).beta
    '0.1'
    """
    return DPSEIdentification(arms=arms, beta=delta, eps=eps)
