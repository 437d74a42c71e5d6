"""The differential privacy of a descent, from the certified accountant.

With gradients clipped to C, one row moves the mean of a batch B by at most 2 C / |B|, whether it
is replaced or sends nothing (the mean is over those who send). With noise of deviation s on the
mean, each step that has the row in its batch is Gaussian with mu = 2 C / (|B| s). The steps that
can have it are counted for the worst draw of the batches: no amplification by sampling is used.
"""

import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from banditproof.theory.accounting.composition import Composition
from banditproof.theory.accounting.loss_laws import GaussianLoss
from banditproof.theory.accounting.privacy_curve import composed_delta, composed_epsilon
from banditproof.theory.budgets import ZCDP
from banditproof.theory.enclosure import INFINITE, Enclosure
from banditproof.theory.exact import Number, exact, exact_probability
from banditproof.theory.parameter_names import accepts_epsilon
from .descent import Descent


@dataclass(frozen=True)
class DescentPrivacy:
    """What a descent guarantees for one row: mu^2 of all its steps together, None for nothing.

    >>> DescentPrivacy(Fraction(1, 25), 1).zcdp
    ZCDP(rho=Fraction(1, 50))
    """

    mu_squared: Fraction | None
    """The square of the mean of the privacy loss in units of its deviation, exact."""
    visits: int
    """The steps that are counted."""

    @property
    def zcdp(self) -> ZCDP:
        """The guarantee in zero-concentrated privacy; inf for none."""
        return ZCDP(math.inf if self.mu_squared is None else self.mu_squared / 2)

    @accepts_epsilon
    def delta(self, eps: Number) -> Enclosure:
        """The delta for which the released iterates are (eps, delta)-DP; 1 for no guarantee.

        >>> print(DescentPrivacy(Fraction(1), 1).delta(1))
        0.1269367375066439[4..5]
        """
        exact(eps)
        if self.mu_squared is None:
            return Enclosure.of(1)
        return composed_delta(_composition(self.mu_squared), eps)

    def epsilon(self, delta: Number) -> Enclosure:
        """The eps for which the released iterates are (eps, delta)-DP; infinite for no guarantee.

        >>> DescentPrivacy(None, 1).epsilon("1/2") == INFINITE
        True
        """
        exact_probability("delta", delta)
        if self.mu_squared is None:
            return INFINITE
        return composed_epsilon(_composition(self.mu_squared), delta)

    @property
    def words(self) -> str:
        """The guarantee in a sentence."""
        if self.mu_squared is None:
            return (
                "The iterates carry no noise, so they satisfy no differential privacy: a leakage "
                "that an attack measures on them is a property of the law of the rows."
            )
        return (
            f"The iterates are {_shown(self.mu_squared / 2)}-zCDP for one row (mu^2 = "
            f"{_shown(self.mu_squared)}), counting {self.visits} steps."
        )


def _composition(mu_squared: Fraction) -> Composition:
    return Composition(((1, GaussianLoss(mu_squared)),))


def _shown(number: Fraction) -> str:
    """Six digits of a number, which may be beyond the largest float."""
    if number < 10**300:
        return f"{float(number):g}"
    return f"{Decimal(number.numerator) / Decimal(number.denominator):.5e}"


def descent_privacy(descent: Descent, rows: int) -> DescentPrivacy:
    """The privacy of all iterates of a descent on so many rows, one of which is the target.

    mu^2 = visits (2 / (gamma |B|))^2 for noise on the mean, visits (2 / gamma)^2 for noise on the
    sum; the clipping norm cancels.

    >>> from .descent import ClippedNoise
    >>> from .linear_layers import LinearRegression
    >>> noise = ClippedNoise(bound=3, multiplier=0.5)
    >>> descent = Descent(model=LinearRegression(columns=1), rates=(0.1, 0.1), noise=noise)
    >>> descent_privacy(descent, 40).mu_squared
    Fraction(1, 50)
    """
    visits = descent.batches.most_visits(rows, descent.steps)
    size = descent.batches.batch_size(rows)
    if descent.noise is None or not descent.noise.multiplier:
        return DescentPrivacy(None, visits)
    ratio = 2 / exact(descent.noise.multiplier)
    if descent.noise.on == "mean":
        ratio /= size
    return DescentPrivacy(visits * ratio**2, visits)
