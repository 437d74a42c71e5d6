"""The losses of an adversary as what the engine pays: a reward of a policy of losses is a loss."""

from .loss_sequences import Adversary, LossSequence

READ_TOGETHER = 4096
"""The rounds whose losses are held in memory at once."""


class AdversaryRewards:
    """What round t pays: the loss of the arm, chosen by an adversary who knows the arms before.

    Rounds are asked for one after the other; the first begins a new play.

    >>> from .loss_sequences import constant_losses
    >>> rewards = AdversaryRewards(constant_losses((0, "0.5"), horizon=2))
    >>> rewards.reward(1, 1, 1), rewards.reward(2, 0, 1), rewards.actions
    (0.5, 0.0, [1, 0])
    """

    def __init__(self, adversary: Adversary) -> None:
        self.adversary = adversary
        self.actions: list[int] = []

    def reward(self, t: int, arm: int, n: int) -> float:
        """The loss of the arm in round t."""
        if t == 1:
            self.actions = []
        if t != len(self.actions) + 1:
            raise ValueError(
                f"Round {t} is asked for after {len(self.actions)} rounds; ask in order."
            )
        if t > self.adversary.horizon:
            raise ValueError(
                f"Round {t} is asked for, and the losses end with round {self.adversary.horizon}; "
                "give longer losses, or a shorter horizon."
            )
        loss = self.adversary.losses_after(self.actions)[arm]
        self.actions.append(arm)
        return loss


class LossRewards:
    """What round t pays: the loss of the arm in a sequence that was fixed before the first round.

    >>> from .loss_sequences import constant_losses
    >>> LossRewards(constant_losses((0, "0.5"), horizon=2)).reward(2, 1, 1)
    0.5
    """

    def __init__(self, losses: LossSequence) -> None:
        self.losses = losses
        self._first, self._rows = 0, losses.block(0, 0)

    def reward(self, t: int, arm: int, n: int) -> float:
        """The loss of the arm in round t; the rows around it are read together."""
        place = t - 1 - self._first
        if not 0 <= place < len(self._rows):
            self._first = t - 1
            stop = min(self.losses.horizon, self._first + READ_TOGETHER)
            self._rows, place = self.losses.block(self._first, max(stop, t)), 0
        return float(self._rows[place, arm])
