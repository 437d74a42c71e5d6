"""Which formula answers for a composition, and what answers where that one is not near."""

import math
from fractions import Fraction
import numpy as np
from .composition import Composition
from .curves import MOST_LAPLACES, SHORT_SUM, Curve, GaussianCurve, LineCurve, SignSumCurve
from .laplace_powers import sign_sum_count
from .lattice import common_lattice
from .lattice_loss_laws import DiscreteGaussianLoss, DiscreteLaplaceLoss
from .loss_laws import GaussianLoss, LaplaceLoss, LossLaw
from .normal_approximation import NormalCurve
from .saddle_point import FloatMoments
from .set_aside import SetAsideCurve
from .tail_bounds import TailBounds
from .tilted_atoms import size_float

EXTREME = 50
"""Scales, sizes of losses and counts are from 10^-50 to 10^50."""
LARGEST = 10**EXTREME
LEAST_SQUARE = Fraction(1, LARGEST**2)
MOST_VALUES = 50_000
"""The most values of losses that are listed, all kinds of discrete Laplace noise together."""
POOR = 1e-3
"""Where the bounds are farther apart than this, relatively, the normal approximation is tried."""
TINY = 1e-9
"""Below this a loss is set aside beside larger ones, where floats are too narrow for both."""
LARGEST_OF_A_SUM = 1e10
"""The largest loss of one release of an exact sum."""


def curve_of(composition: Composition) -> Curve:
    """Choose the formula; a ValueError if a number is so extreme that there is none."""
    check_range(composition)
    if all(isinstance(law, GaussianLoss) for _, law in composition.parts):
        return GaussianCurve(composition)
    return CarefulCurve(composition)


def check_range(composition: Composition) -> None:
    """Raise ValueError if a count or a loss is outside the range of all formulas."""
    values = sum(
        law.sensitivity for _, law in composition.parts if isinstance(law, DiscreteLaplaceLoss)
    )
    if values > MOST_VALUES:
        raise ValueError(
            f"The sensitivities of the different discrete Laplace releases add up to {values}; "
            f"give at most {MOST_VALUES} in all."
        )
    for count, law in composition.parts:
        if count > LARGEST:
            raise ValueError(
                f"A count has {len(str(count))} digits; give a count up to 1e{EXTREME}."
            )
        if isinstance(law, GaussianLoss | DiscreteGaussianLoss):
            if isinstance(law, GaussianLoss):
                square, most = law.mu_squared, LARGEST**3
                fits = LEAST_SQUARE <= square <= most
            else:
                square, most = law.sigma_squared, LARGEST**2
                fits = LEAST_SQUARE <= square <= most and law.sensitivity <= LARGEST
        else:
            fits = 0.5 / LARGEST <= size_float(law.eps) <= 2 * LARGEST
        if not fits:
            raise ValueError(
                f"There is no bound for {law.reading}: give scales and sizes from 1e-{EXTREME} to "
                f"1e{EXTREME}."
            )


class CarefulCurve:
    """The narrowest formula, and the normal approximation as well where that is poor."""

    def __init__(self, composition: Composition) -> None:
        self.composition = composition
        self.narrow = _narrow(composition)
        self._normal: NormalCurve | None = None

    @property
    def normal(self) -> NormalCurve:
        """The formula that always answers."""
        if self._normal is None:
            self._normal = NormalCurve(self.composition)
        return self._normal

    def tail(self, eps: Fraction, accuracy: float) -> TailBounds:
        """The intersection of the bounds."""
        result = None
        if self.narrow is not None:
            try:
                with np.errstate(all="ignore"):
                    result = self.narrow.tail(eps, accuracy)
            except (ArithmeticError, ValueError):
                # the floats that place a line are too narrow here, so there are none elsewhere
                self.narrow = None
        if result is not None and result.spread() <= POOR:
            return result
        normal = self.normal.tail(eps, accuracy)
        if result is None:
            return normal
        if normal.spread() <= result.spread():
            self.narrow = None
        return result.narrowed(normal)

    def far_tail(self, eps: Fraction) -> TailBounds | None:
        """Quick bounds where floats say that eps is far from all of the loss that is likely.

        The tail is so small there that its size, which takes a new line, may be of no interest.
        """
        if isinstance(self.narrow, LineCurve | SetAsideCurve) and self.normal.is_far(float(eps)):
            return self.normal.tail(eps, math.inf)
        return None

    def guess(self, delta: Fraction) -> tuple[Fraction, float]:
        """About eps(delta), and the slope of the logarithm of the smaller tail there."""
        return (self.narrow or self.normal).guess(delta)


def _narrow(composition: Composition) -> Curve | None:
    """A formula for as many digits as one likes; None if the numbers are too extreme for it."""
    direct = _exact_or_line(composition)
    if direct is not None:
        return direct
    tiny = tuple(part for part in composition.parts if _float_size(part[1]) < TINY)
    others = Composition(tuple(part for part in composition.parts if part not in tiny))
    if not (tiny and others.parts):
        return None
    if all(isinstance(law, GaussianLoss) for _, law in others.parts):
        return SetAsideCurve(GaussianCurve(others), Composition(tiny))
    main = _exact_or_line(others)
    return None if main is None else SetAsideCurve(main, Composition(tiny))


def _exact_or_line(composition: Composition) -> Curve | None:
    laplaces = sum(n for n, law in composition.parts if isinstance(law, LaplaceLoss))
    short = sign_sum_count(composition, SHORT_SUM // max(laplaces, 4))
    if (
        short is not None
        and laplaces <= MOST_LAPLACES
        and all(_float_size(law) <= LARGEST_OF_A_SUM for _, law in composition.parts)
    ):
        return SignSumCurve(composition)
    if not FloatMoments.of(composition).fits_a_line:
        return None
    return LineCurve(composition, common_lattice(composition))


def _float_size(law: LossLaw) -> float:
    """About the size of one loss."""
    if isinstance(law, GaussianLoss):
        return math.sqrt(law.mu_squared)
    if isinstance(law, DiscreteGaussianLoss):
        return math.sqrt(2 * law.half_square)
    return size_float(law.largest or law.eps)
