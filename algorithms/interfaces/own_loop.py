"""Agents that own the loop: they ask an environment for rewards until the horizon is reached."""

from collections.abc import Callable
from typing import Any

Step = Callable[[Any], float]
"""Plays an arm, and returns its reward."""


class HorizonReached(BaseException):
    """No more rounds. Not an Exception, so that the handlers of an agent do not catch it."""


class OwnLoop:
    """One run of an agent that calls step(arm) itself; `fit(step, rounds)` starts it.

    >>> seen = []
    >>> def fit(step, rounds):
    ...     for t in range(rounds):
    ...         seen.append(step(t % 2))
    >>> OwnLoop(fit).play(lambda arm: 10 * arm, 3); seen
    [0, 10, 0]
    """

    takes_arm = False
    stops = False

    def __init__(self, fit: Callable[[Step, int], Any]) -> None:
        self._fit = fit

    def play(self, step: Step, rounds: int) -> None:
        """Let the agent play; a step after the horizon ends its run."""
        played = 0

        def counted(arm: Any) -> float:
            nonlocal played
            if played == rounds:
                raise HorizonReached
            played += 1
            return step(arm)

        try:
            self._fit(counted, rounds)
        except HorizonReached:
            return
        if played < rounds:
            raise ValueError(
                f"The agent played {played} rounds of {rounds}; it must play them all."
            )
