"""The rows of a release, as an exact statistic, read by a probe of the curator."""

from collections.abc import Sequence
from typing import Any, TypeVar
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Silent
from banditproof.theory.mechanisms import Mechanism
from .finite_noise import NotEnumerable

Option = TypeVar("Option")


class _Probe(Silent):
    """Randomness that answers each noise with a chosen number and counts the draws."""

    def __init__(self, value: int) -> None:
        self.value = value
        self.asked: list[Mechanism] = []

    def noise(self, mechanism: Mechanism) -> int:
        self.asked.append(mechanism)
        return self.value

    def choice(self, options: Sequence[Option]) -> Option:
        raise NotEnumerable("The curator draws more than noise.")

    def beta(self, a: float, b: float) -> float:
        raise NotEnumerable("The curator draws more than noise.")

    def uniform(self) -> float:
        raise NotEnumerable("The curator draws more than noise.")


def probed_row(
    policy: Policy[Any], held: Any, arm: int, mechanism: Mechanism
) -> tuple[Any, int, Mechanism]:
    """What is still held after a release, its noiseless integer value, and the noise drawn."""
    # Noise 0 and noise 1 must differ by 1 in the value and by nothing in what is held: then the
    # release is a statistic plus this noise.
    probes = [_Probe(0), _Probe(1)]
    (held_0, value_0), (held_1, value_1) = (
        policy.curator.release(held, arm, mechanism, probe) for probe in probes
    )
    if isinstance(value_0, tuple):
        raise NotEnumerable("A pull releases several numbers.")
    if len(probes[0].asked) != 1 or held_0 != held_1 or value_1 - value_0 != 1:
        raise NotEnumerable(
            "A release is not a statistic plus one fresh noise that is then forgotten."
        )
    if value_0 != int(value_0):
        raise NotEnumerable(
            "A released statistic is not an integer, so its noise has no form on the integers."
        )
    return held_0, int(value_0), probes[0].asked[0]
