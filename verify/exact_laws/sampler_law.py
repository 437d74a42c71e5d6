"""The output law of an exact sampler, from its random choices: all of them, not a sample.

A sampler is a program that asks a source for fair integers, coins, and repeated attempts. Here
the source answers with every possibility in turn, so each run is a path with a known probability,
and the law is the sum over paths. Paths less probable than a threshold are given up; their total
probability is known, so every mass is enclosed.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar
from flint import arb
from banditproof.theory.balls import ball, upper, working_precision
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact_sampling import Source

Outcome = TypeVar("Outcome")
BITS = 192
Choice = tuple[Any, arb]
"""An answer, and the ball of its probability."""


class _GivenUp(Exception):
    """The path has become too improbable."""


@dataclass(frozen=True)
class OutputLaw:
    """Enclosed masses: each lies between what was found, and that plus what was given up."""

    found: dict[Any, Enclosure]
    lost: Fraction
    paths: int

    def mass(self, outcome: Any) -> Enclosure:
        """The enclosed probability of an outcome."""
        return self.found.get(outcome, ZERO) + Enclosure.of(0, self.lost)


@dataclass
class _Branching(Source):
    """A source that follows a script of answers, and takes the first answer behind its end."""

    script: list[int]
    threshold: arb
    primitive: bool
    known: dict[tuple[int, ...], list[Choice]]
    taken: list[tuple[int, int]] = field(default_factory=list)  # the answer, of how many
    mass: arb = field(default_factory=lambda: arb(1))

    def _next(self, choices: list[Choice]) -> Any:
        place = len(self.taken)
        number = self.script[place] if place < len(self.script) else 0
        answer, probability = choices[number]
        self.taken.append((number, len(choices)))
        self.mass *= probability
        if answer is _GivenUp or self.mass < self.threshold:
            raise _GivenUp
        return answer

    def below(self, n: int) -> int:
        """Each of 0, ..., n - 1 in turn."""
        return int(self._next([(k, ball(Fraction(1, n))) for k in range(n)]))

    def coin(self, p: int, q: int) -> bool:
        """Both answers in turn, except where one is impossible."""
        if not 0 <= p <= q:
            raise ValueError(f"A coin has the probability {p}/{q}; give one in [0, 1].")
        if p in (0, q):
            return p == q
        return self._either(ball(Fraction(p, q)))

    def exp_coin(self, p: int, q: int) -> bool:
        """Both answers in turn; or, if primitive, all the coins that it is made of."""
        if self.primitive or p == 0:
            return super().exp_coin(p, q)
        return self._either((-ball(Fraction(p, q))).exp())

    def _either(self, probability: arb) -> bool:
        return bool(self._next([(True, probability), (False, 1 - probability)]))

    def repeat(self, attempt: Callable[[Source], Outcome | None]) -> Outcome:
        """The outcomes of an attempt in turn, by their law given that there is one."""
        if self.primitive:
            return super().repeat(attempt)
        place = tuple(number for number, _ in self.taken)
        if place not in self.known:
            self.known[place] = self._successes(attempt)
        result: Outcome = self._next(self.known[place])
        return result

    def _successes(self, attempt: Callable[[Source], Any]) -> list[Choice]:
        masses, lost, _ = _explore(attempt, self.threshold, self.primitive)
        masses.pop(None, None)
        # the lost paths may be successes of any outcome, or failures
        success = sum(masses.values(), arb(0))
        whole = success.union(success + lost)
        choices = [(outcome, (mass / whole)) for outcome, mass in masses.items()]
        return [*choices, (_GivenUp, lost / success)] if lost > 0 else choices


def _explore(
    sampler: Callable[[Source], Any], threshold: arb, primitive: bool
) -> tuple[dict[Any, arb], arb, int]:
    """The mass of each outcome on the paths that were kept, the mass of the others, and a count."""
    masses: dict[Any, arb] = {}
    lost, paths = arb(0), 0
    script: list[int] = []
    known: dict[tuple[int, ...], list[Choice]] = {}
    while True:
        source = _Branching(script, threshold, primitive, known)
        try:
            outcome = sampler(source)
        except _GivenUp:
            lost += source.mass
        else:
            masses[outcome] = masses.get(outcome, arb(0)) + source.mass
        paths += 1
        taken = source.taken
        # Depth first: go on with the next answer at the last place that has one left.
        while taken and taken[-1][0] + 1 == taken[-1][1]:
            taken.pop()
        if not taken:
            return masses, lost, paths
        script = [number for number, _ in taken]
        script[-1] += 1


def output_law(
    sampler: Callable[[Source], Any],
    threshold: Fraction = Fraction(1, 10**12),
    primitive: bool = False,
) -> OutputLaw:
    """The law of a sampler, up to the paths less probable than the threshold.

    With `primitive` the source takes every single coin apart, and every repetition of an attempt;
    without it a coin of probability e^(-p/q) is one choice, and a repeated attempt is one choice
    by its law given success, found in the same way.

    >>> from banditproof.theory.exact_sampling import discrete_laplace
    >>> law = output_law(lambda source: discrete_laplace(source, Fraction(1, 2)))
    >>> law.mass(1).contains(Fraction(1, 6)), float(law.mass(1).width) < 1e-10
    (True, True)
    """
    with working_precision(BITS):
        masses, lost, paths = _explore(sampler, ball(threshold), primitive)
        results = {
            outcome: Enclosure.max(Enclosure.of(mass), 0) for outcome, mass in masses.items()
        }
        return OutputLaw(results, max(upper(lost), Fraction(0)), paths)
