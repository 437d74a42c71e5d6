"""The range of numbers that each option takes, for all commands in one table.

Every number is read exactly, so `1e400` is a number like any other; what follows with it may need
floats, memory or time that grows with the number. A number outside the range of its option is
refused before any work.
"""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Range:
    """The numbers from `least` to `most`, as they are written in messages."""

    least: str
    most: str
    open: bool = False
    """Whether `most` is left out, and with it the numbers that floats cannot tell from it."""

    def holds(self, number: Fraction) -> bool:
        """Whether a number lies in the range.

        >>> Range("1e-100", "1e100").holds(Fraction(1, 3))
        True
        >>> [Range("0", "1", open=True).holds(1 - Fraction(1, 10**n)) for n in (9, 30)]
        [True, False]
        """
        from banditproof.theory.exact import exact

        if self.open and float(number) >= float(self.most):
            return False
        return exact(self.least) <= number <= exact(self.most)

    def __str__(self) -> str:
        if self.open:
            return f"a number in [{self.least}, {self.most}) whose float is below {self.most}"
        return f"a number between {self.least} and {self.most}"


FLOATS = Range("1e-300", "1e300")
"""Numbers > 0 whose floats keep all their digits."""
CHANCES = Range("1e-300", "1")
"""Probabilities > 0 whose floats keep all their digits."""
RISKS = Range("1e-300", "1", open=True)
"""Probabilities of error whose floats are neither 0 nor 1."""
MODERATE = Range("1e-100", "1e100")
"""Numbers > 0 whose squares and quotients are such floats too."""

RANGES = {
    "sigma": MODERATE,
    "shape": MODERATE,
    "failures": Range("1e-12", "1e12"),
    "tolerance": FLOATS,
    "width": FLOATS,
    "beta": Range("1e-9", "1e9"),
    "regulariser": Range("1e-9", "1e9"),
    "doubling": Range("1e-3", "1e9"),
    "the batch ratio": Range("1.000000001", "1e15"),
}
"""Numbers > 0 by the name of their option, for every command."""

BUDGETS_OF_RUNS = MODERATE
"""The eps and rho of what is simulated, audited or drawn: their noise is made of floats."""

ORDERS = Range("1.000000001", "1e15")
"""The orders of Renyi privacy of what is simulated or audited."""

EXPONENTS = Range("1.000001", "1000")
"""The exponents s of sums of k^-s that converge, and whose terms are floats."""

REWARDS = MODERATE
"""The rewards of an audited claim that are not 0, without their sign."""

COUNTS = {
    "horizon": Range("1", "1e15"),
    "runs": Range("1", "1e8"),
    "samples": Range("1", "1e9"),
    "arms": Range("1", "1e6"),
    "dim": Range("1", "1e6"),
    "batch": Range("1", "1e15"),
    "slate": Range("1", "1e6"),
    "rows": Range("1", "1e15"),
    "steps": Range("1", "1e5"),
    "games": Range("1", "1e6"),
}
"""Whole numbers by the name of their option, for commands that play a policy."""

MOST_CELLS = 10**8
"""Runs times arms: a simulation keeps the pulls of every arm in every run, 8 bytes each."""
