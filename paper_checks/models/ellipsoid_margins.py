"""What the proof of Theorem 14 puts for the smallest eigenvalue of V_t, in balls."""

from fractions import Fraction
from typing import NamedTuple
from flint import arb
from banditproof.theory.balls import ball


class Setting(NamedTuple):
    """The dimension, lambda_0, lambda and delta."""

    d: int
    least: Fraction
    regulariser: Fraction
    delta: Fraction


EXPERIMENT = Setting(3, Fraction(1, 10), Fraction(1, 10), Fraction(1, 1000))
PLACES = {
    EXPERIMENT: 139460,
    Setting(3, Fraction(1, 3), Fraction(1), Fraction(1, 1000)): 13201,
    Setting(2, Fraction(1, 2), Fraction(1), Fraction(1, 20)): 4500,
    Setting(10, Fraction(1, 10), Fraction(1), Fraction(1, 1000)): 148280,
}
"""The last t at which the margin is not positive, for four settings."""


def margin(setting: Setting, first: int, last: int | None = None) -> arb:
    """lambda + lambda_0 t/4 - 8 log((t+3)d/delta) - 2 sqrt(t log((t+3)d/delta)), or a bound.

    With `last`, a number that no margin from t = first to t = last exceeds.
    """
    level = ball((first + 3) * setting.d / setting.delta).log()
    grown = ball(setting.regulariser + setting.least * (last or first) / 4)
    return grown - 8 * level - 2 * (first * level).sqrt()


def never_positive(setting: Setting, first: int, last: int) -> bool:
    """Whether the margin is negative for every t from first to last.

    >>> never_positive(EXPERIMENT, 1, 139460), never_positive(EXPERIMENT, 1, 139461)
    (True, False)
    """
    if margin(setting, first, last) < 0:
        return True
    middle = (first + last) // 2
    return (
        first < last
        and never_positive(setting, middle + 1, last)
        and never_positive(setting, first, middle)
    )
