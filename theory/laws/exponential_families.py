"""One-parameter exponential families, each law given by its mean.

A family has one free parameter, the mean; what else it needs (sigma, shape, failures) is known and
the same for all laws of the family. The infima over better laws run over the family. The mean lies
in an interval whose open ends are never reached by an alternative.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from banditproof.theory.exact import Number, exact, exact_positive, exact_probability


@dataclass(frozen=True)
class ExponentialFamily(ABC):
    """A law of a one-parameter exponential family, given by its mean."""

    mean: Number

    low: ClassVar[Fraction | float] = Fraction(0)
    """The lower end of the means of the family."""
    high: ClassVar[Fraction | float] = math.inf
    """The upper end of the means of the family."""

    def __post_init__(self) -> None:
        self._validate()

    @abstractmethod
    def _validate(self) -> None:
        """Refuse what is no parameter of the family."""

    @property
    def exact_mean(self) -> Fraction:
        """The mean as an exact rational."""
        return exact(self.mean)

    @property
    def family(self) -> tuple[Any, ...]:
        """What two laws must share to belong to one family."""
        return (type(self),)


@dataclass(frozen=True)
class Bernoulli(ExponentialFamily):
    """The law of a reward that is 1 with probability `mean` and 0 otherwise.

    >>> Bernoulli("0.3").exact_mean
    Fraction(3, 10)
    """

    high: ClassVar[Fraction | float] = Fraction(1)

    def _validate(self) -> None:
        exact_probability("The mean of a Bernoulli law", self.mean)


@dataclass(frozen=True)
class Gaussian(ExponentialFamily):
    """The normal law of a mean and of a known standard deviation sigma > 0.

    >>> Gaussian(0, 1).family == Gaussian(2).family
    True
    """

    sigma: Number = 1
    low: ClassVar[Fraction | float] = -math.inf

    def _validate(self) -> None:
        exact(self.mean)
        exact_positive("sigma", self.sigma)

    @property
    def family(self) -> tuple[Any, ...]:
        """Normal laws of one standard deviation."""
        return (type(self), exact(self.sigma))


@dataclass(frozen=True)
class Poisson(ExponentialFamily):
    """The Poisson law of a mean > 0.

    >>> Poisson(2).exact_mean
    Fraction(2, 1)
    """

    def _validate(self) -> None:
        exact_positive("The mean of a Poisson law", self.mean)


@dataclass(frozen=True)
class Exponential(ExponentialFamily):
    """The exponential law of a mean > 0, of density exp(-x / mean) / mean.

    >>> Exponential("0.5").high
    inf
    """

    def _validate(self) -> None:
        exact_positive("The mean of an exponential law", self.mean)


@dataclass(frozen=True)
class Gamma(ExponentialFamily):
    """The gamma law of a mean > 0 and of a known shape > 0; shape 1 is the exponential law.

    >>> Gamma(2, shape=3).family == Gamma(5, shape=3).family
    True
    """

    shape: Number = 1

    def _validate(self) -> None:
        exact_positive("The mean of a gamma law", self.mean)
        exact_positive("shape", self.shape)

    @property
    def family(self) -> tuple[Any, ...]:
        """Gamma laws of one shape."""
        return (type(self), exact(self.shape))


@dataclass(frozen=True)
class NegativeBinomial(ExponentialFamily):
    """The law of a sum of `failures` geometric variables on {0, 1, ...}, of a mean > 0.

    P(X = k) = C(k + r - 1, k) p^k (1 - p)^r with r = failures and mean = r p / (1 - p).

    >>> NegativeBinomial(3, failures=2).exact_mean
    Fraction(3, 1)
    """

    failures: Number = 1

    def _validate(self) -> None:
        exact_positive("The mean of a negative binomial law", self.mean)
        exact_positive("failures", self.failures)

    @property
    def family(self) -> tuple[Any, ...]:
        """Negative binomial laws of one number of failures."""
        return (type(self), exact(self.failures))
