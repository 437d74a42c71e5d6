"""Contour lines of compositions, and whether their bounds contain the exact value."""

import dataclasses
from fractions import Fraction as F
from banditproof.theory.accounting import Composition, LaplaceLoss, RandomisedResponseLoss
from banditproof.theory.accounting.contour import ContourLine
from banditproof.theory.accounting.curves import SignSumCurve
from banditproof.theory.accounting.saddle_point import FloatMoments
from banditproof.theory.accounting.vertical_line import choose_line
from banditproof.theory.balls import working_precision

RESPONSES = Composition(tuple((1, RandomisedResponseLoss(F(i, 97))) for i in range(11, 25)))


KINK = sum((law.eps for _, law in RESPONSES.parts), F(0)) - 2 * F(11 + 24, 97)


LAPLACES = Composition(((100, LaplaceLoss(2)),))


def line_at(composition, eps, *, middle=False, tolerance=1e-12, variance=None, period=None):
    """A contour line made for one place of the curve."""
    moments = FloatMoments.of(composition)
    choice = choose_line(moments, float(eps), middle=middle, tolerance=tolerance)
    if period is not None:
        choice = dataclasses.replace(choice, period=choice.period * period)
    return ContourLine(composition, choice, moments, tolerance, variance)


def truth(composition, eps, *, middle=False):
    with working_precision(400):
        value = SignSumCurve(composition).tail(eps, 1e-40).delta()[0]
        return 1 - value if middle else value


def catches(line, eps, *, middle=False):
    """Whether the bounds of a line contain the exact value."""
    exact = truth(line.composition, eps, middle=middle)
    with working_precision(200):
        low, high = line.tail(eps)
    return bool(low <= exact) and bool(exact <= high)
