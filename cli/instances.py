"""How the options of a command become a bandit instance of any kind."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer
from flint import fmpq, fmpq_mat

from banditproof.theory import (
    Bandit,
    BernoulliBandit,
    FiniteSupportBandit,
    GaussianBandit,
    LawBandit,
    LinearBandit,
    exact,
)
from banditproof.theory.exact import LARGEST, LARGEST_ROUNDING, exact_law
from banditproof.theory.laws import FAMILIES

from .number_files import read_rows

KNOWN = ("sigma", "shape", "failures")
"""The options for the known parameters of families."""


class Family(StrEnum):
    """A family of reward laws with one free parameter, the mean; the names are in `FAMILIES`."""

    BERNOULLI = "bernoulli"
    GAUSSIAN = "gaussian"
    POISSON = "poisson"
    EXPONENTIAL = "exponential"
    GAMMA = "gamma"
    NEGATIVE_BINOMIAL = "negative-binomial"


Means = Annotated[
    str | None, typer.Option(help="Means of the arms, separated by commas: 0.8,0.6,0.5")
]
FamilyOption = Annotated[
    Family | None, typer.Option("--family", help="Law of the rewards; bernoulli if not given.")
]
Sigma = Annotated[
    str | None, typer.Option(help="Standard deviation of normal rewards; 1 if not given.")
]
Shape = Annotated[str | None, typer.Option(help="Shape of gamma rewards; 1 if not given.")]
Failures = Annotated[
    str | None, typer.Option(help="Failures of negative binomial rewards; 1 if not given.")
]
Support = Annotated[
    Path | None, typer.Option(help="CSV file with one row: the points that rewards can be.")
]
Weights = Annotated[
    Path | None,
    typer.Option(
        help="CSV file with one row for each arm: the weights of the points, with sum 1 (up to "
        "1e-12, where they are read as rounded numbers)."
    ),
]
Actions = Annotated[
    Path | None, typer.Option(help="CSV file with one row for each action of a linear bandit.")
]
Theta = Annotated[str | None, typer.Option(help="Parameter of the linear bandit: 1,0.5")]


@dataclass(frozen=True)
class InstanceOptions:
    """The words that describe an instance; None where an option was not given."""

    means: str | None = None
    family: Family | None = None
    sigma: str | None = None
    shape: str | None = None
    failures: str | None = None
    support: Path | None = None
    weights: Path | None = None
    actions: Path | None = None
    theta: str | None = None

    def bandit(self) -> Bandit:
        """The instance; a sentence if the options leave it open or contradict each other."""
        kinds = {
            "--means": self.means is not None,
            "--support with --weights": self.support is not None or self.weights is not None,
            "--actions with --theta": self.actions is not None or self.theta is not None,
        }
        given = [kind for kind, present in kinds.items() if present]
        if len(given) != 1:
            what = f"{' and '.join(given)} are given" if given else "No instance is given"
            raise ValueError(f"{what}; give exactly one of {', '.join(kinds)}.")
        if self.means is not None:
            return self._by_means(self.means)
        if self.family is not None:
            raise ValueError(f"--family belongs to --means, not to {given[0]}; leave it out.")
        if self.support is not None or self.weights is not None:
            self._refuse(None, ("sigma", "shape", "failures"))
            return _finite_support(self.support, self.weights)
        self._refuse(None, ("shape", "failures"))
        return _linear(self.actions, self.theta, self.sigma)

    def _by_means(self, text: str) -> Bandit:
        family = self.family or Family.BERNOULLI
        kind = FAMILIES[family.value]
        self._refuse(family, tuple(name for name in KNOWN if name != kind.known))
        means = numbers("means", text, "--means 0.8,0.6")
        if family == Family.BERNOULLI:
            return BernoulliBandit(means)
        known = () if kind.known is None else (_number(kind.known, getattr(self, kind.known)),)
        if family == Family.GAUSSIAN:
            return GaussianBandit(means, *known)
        return LawBandit(tuple(kind(mean, *known) for mean in means))

    def _refuse(self, family: Family | None, names: tuple[str, ...]) -> None:
        """Refuse known parameters that the instance does not have."""
        for name in names:
            if getattr(self, name) is not None:
                what = f"rewards of the family {family.value}" if family else "this instance"
                raise ValueError(f"--{name} has no meaning for {what}; leave it out.")


def numbers(name: str, text: str, example: str) -> tuple[Fraction, ...]:
    """A list such as 0.8,0.6, each number an exact decimal.

    >>> numbers("means", "0.5, 1/4", "--means 0.8,0.6")
    (Fraction(1, 2), Fraction(1, 4))
    """
    words = [word.strip() for word in text.split(",")]
    if words == [""]:
        raise ValueError(f"The list of {name} is empty; give {example} for example.")
    return tuple(exact(word) for word in words)


def _number(name: str, word: str | None) -> Fraction:
    number = Fraction(1) if word is None else exact(word.strip())
    if number <= 0:
        raise ValueError(f"{name} is {word}; give a number > 0.")
    return number


def _finite_support(support: Path | None, weights: Path | None) -> FiniteSupportBandit:
    if support is None or weights is None:
        raise ValueError("--support and --weights belong together; give both files.")
    rows = read_rows(support)
    if len(rows) != 1:
        raise ValueError(f"{support} has {len(rows)} rows; give one row, the points.")
    laws = read_rows(weights)
    for place, law in enumerate(laws, 1):
        if len(law) != len(rows[0]):
            raise ValueError(
                f"{weights}: row {place} has {len(law)} weights for {len(rows[0])} points; give "
                "one weight for each point."
            )
    return FiniteSupportBandit(rows[0], [_law(weights, *row) for row in enumerate(laws, 1)])


def _law(path: Path, place: int, weights: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """The weights of a row; those that are off by the rounding of a program are read as floats."""
    if any(weight < 0 for weight in weights):
        raise ValueError(
            f"{path}: a weight of row {place} is negative; give weights >= 0 with sum 1."
        )
    total = sum(weights, Fraction(0))
    off = abs(total - 1)
    if off > LARGEST_ROUNDING:
        raise ValueError(
            f"{path}: the weights of row {place} sum to {float(min(total, LARGEST))}; give weights "
            "with sum 1."
        )
    return exact_law(f"of row {place}", [float(mass) for mass in weights] if off else weights)


def _linear(actions: Path | None, theta: str | None, sigma: str | None) -> LinearBandit:
    if actions is None or theta is None:
        raise ValueError("--actions and --theta belong together; give both.")
    parameter = numbers("entries of theta", theta, "--theta 1,0.5")
    rows = read_rows(actions)
    bandit = LinearBandit(rows, parameter, _number("sigma", sigma))
    rank = fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in rows]).rank()
    if rank < len(parameter):
        raise ValueError(
            f"The actions of {actions} span a space of dimension {rank}, not {len(parameter)}; "
            "give actions that span the space of theta."
        )
    return bandit
