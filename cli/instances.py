"""The options that describe a bandit instance, and the instance that they describe."""

from __future__ import annotations
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
import typer
from . import arguments

if TYPE_CHECKING:
    from banditproof.theory import Bandit, FiniteSupportBandit, LinearBandit


class Family(StrEnum):
    """A family of reward laws with one free parameter, the mean; the names are in `FAMILIES`."""

    BERNOULLI = "bernoulli"
    GAUSSIAN = "gaussian"
    POISSON = "poisson"
    EXPONENTIAL = "exponential"
    GAMMA = "gamma"
    NEGATIVE_BINOMIAL = "negative-binomial"


KNOWN = ("sigma", "shape", "failures")
"""The options for the known parameters of families."""


@dataclass(frozen=True)
class InstanceOptions:
    """The options that describe an instance; None where one was not given."""

    means: Annotated[str | None, arguments.MEANS] = None
    family: Annotated[
        str | None,
        typer.Option(
            autocompletion=lambda: list(Family),
            help=f"Law of the rewards: {', '.join(Family)}; bernoulli if not given.",
        ),
    ] = None
    sigma: str | None = None
    shape: str | None = None
    failures: str | None = None
    support: Path | None = None
    weights: Path | None = None
    actions: Path | None = None
    theta: str | None = None

    def bandit(self) -> Bandit:
        """The instance; raises ValueError if the options name none, or more than one."""
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
        return _linear(self.actions, self.theta, self._parameter("sigma"))

    def _by_means(self, text: str) -> Bandit:
        from banditproof.theory import GaussianBandit, LawBandit
        from banditproof.theory.laws import FAMILIES

        family = self.chosen_family
        kind = FAMILIES[family.value]
        self._refuse(family, tuple(name for name in KNOWN if name != kind.known))
        known = () if kind.known is None else (self._parameter(kind.known),)
        if family == Family.BERNOULLI:
            return arguments.bernoulli(text)
        means = arguments.means_of(text)
        if family == Family.GAUSSIAN:
            return GaussianBandit(means, *known)
        return LawBandit(tuple(kind(mean, *known) for mean in means))

    @property
    def chosen_family(self) -> Family:
        """The family of --family; Bernoulli if it was not given."""
        return Family(arguments.one_of("family", self.family or Family.BERNOULLI, Family))

    def _parameter(self, name: str) -> Fraction:
        word = getattr(self, name)
        return Fraction(1) if word is None else arguments.positive(name, word)

    def _refuse(self, family: Family | None, names: tuple[str, ...]) -> None:
        """Raise ValueError if a parameter is given that the instance does not have."""
        for name in names:
            if getattr(self, name) is not None:
                what = f"rewards of the family {family.value}" if family else "this instance"
                raise ValueError(f"--{name} has no meaning for {what}; leave it out.")


def _finite_support(support: Path | None, weights: Path | None) -> FiniteSupportBandit:
    from banditproof.theory import FiniteSupportBandit
    from banditproof.theory.number_files.exact_rows import read_rows

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
    """The weights of a row; those that sum to 1 only up to rounding are read as floats."""
    from banditproof.theory.exact import LARGEST, LARGEST_ROUNDING, exact_law

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


def _linear(actions: Path | None, theta: str | None, sigma: Fraction) -> LinearBandit:
    from flint import fmpq, fmpq_mat
    from banditproof.theory import LinearBandit
    from banditproof.theory.number_files.exact_rows import read_rows

    if actions is None or theta is None:
        raise ValueError("--actions and --theta belong together; give both.")
    parameter = arguments.numbers("entries of theta", theta, "--theta 1,0.5")
    rows = read_rows(actions)
    bandit = LinearBandit(rows, parameter, sigma)
    rank = fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in rows]).rank()
    if rank < len(parameter):
        raise ValueError(
            f"The actions of {actions} span a space of dimension {rank}, not {len(parameter)}; "
            "give actions that span the space of theta."
        )
    return bandit
