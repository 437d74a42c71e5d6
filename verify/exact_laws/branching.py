"""Randomness that takes every possible outcome in turn, by running a function again."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar
from banditproof.theory.mechanisms import Mechanism
from .finite_noise import NotEnumerable

Result = TypeVar("Result")
Option = TypeVar("Option")
NoiseLaw = Callable[[Mechanism], Sequence[tuple[int, Fraction]]]
"""The atoms (value, probability) of a mechanism's noise; they may sum to less than 1."""


def no_noise(mechanism: Mechanism) -> Sequence[tuple[int, Fraction]]:
    """Raise NotEnumerable: for the decisions of a policy, which may not draw noise."""
    raise NotEnumerable("The policy draws noise inside a decision, outside the curator.")


class Branching:
    """Randomness that follows a script of branch numbers, then takes first branches.

    `weight` is the probability of the branches taken, `widths` how many there were at each.
    """

    def __init__(self, script: Sequence[int], noise_law: NoiseLaw) -> None:
        self.script = script
        self.noise_law = noise_law
        self.widths: list[int] = []
        self.weight = Fraction(1)

    def _branch(self, width: int) -> int:
        step = len(self.widths)
        self.widths.append(width)
        return self.script[step] if step < len(self.script) else 0

    def noise(self, mechanism: Mechanism) -> float:
        """One atom of the noise."""
        atoms = self.noise_law(mechanism)
        value, mass = atoms[self._branch(len(atoms))]
        self.weight *= mass
        return value

    def choice(self, options: Sequence[Option]) -> Option:
        """One of the options."""
        if len(options) == 1:
            return options[0]
        self.weight /= len(options)
        return options[self._branch(len(options))]

    def beta(self, a: float, b: float) -> float:
        """Not enumerable."""
        raise NotEnumerable("The policy draws from a Beta law, which has no finite enumeration.")

    def uniform(self) -> float:
        """Not enumerable."""
        raise NotEnumerable("The policy draws a uniform number, which has no finite enumeration.")


def outcomes(
    function: Callable[[Branching], Result], noise_law: NoiseLaw = no_noise
) -> list[tuple[Fraction, Result]]:
    """All results of a random function with their probabilities; equal results are not merged.

    >>> outcomes(lambda chance: chance.choice("ab") + chance.choice("cde"))[:2]
    [(Fraction(1, 6), 'ac'), (Fraction(1, 6), 'ad')]
    """
    results: list[tuple[Fraction, Result]] = []
    script: list[int] = []
    while True:
        chance = Branching(script, noise_law)
        result = function(chance)
        results.append((chance.weight, result))
        taken = [*script, *[0] * (len(chance.widths) - len(script))]
        while taken and taken[-1] + 1 == chance.widths[len(taken) - 1]:
            taken.pop()
        if not taken:
            return results
        taken[-1] += 1
        script = taken
