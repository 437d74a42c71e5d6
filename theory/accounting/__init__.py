"""Certified privacy accounting: conversions between notions, and composition of mechanisms.

The files in reading order; each curve is enclosed, whatever float proposed where to look.

Budgets, without a mechanism:
`conversions`: from one notion of privacy to another, and the printed formulas.
`composition_rules`: one after the other, or on separate blocks.
`group_privacy`: datasets that differ in several entries.
`finite_divergences`: how far two finite laws are apart.
`order_supremum`: the supremum over orders of a divergence, which zCDP asks for.

The loss of one release, and of many:
`loss_laws`: the law of the privacy loss for each mechanism.
`lattice_loss_laws`: the same for randomised response and integer noise.
`loss_sizes`: the size of a loss, a rational or the logarithm of one.
`composition`: many releases together, as a multiset of laws.
`expression`: such a multiset as text.

The curve delta(eps), by the formula that is exact or narrowest:
`privacy_curve`: delta at an eps, and eps at a delta: begin here.
`trade_off`: the same curve as the two errors of a test.
`curves`: which formulas there are.
`curve_choice`: which of them answers, and what answers where that one is not near.
`tail_bounds`: bounds of delta or of 1 - delta, to a relative accuracy.
`gaussian_profile`: Gaussian releases, in closed form.
`laplace_powers`: Laplace and randomised response, as a finite sum of polynomials.
`set_aside`: tiny other losses, which move eps by next to nothing.

Any composition, by an integral over a vertical line:
`vertical_line`: the line, its nodes, and what the trapezoid rule misses.
`contour`: the integral, with every error bounded.
`lattice`: the same over one period, for losses on one lattice.
`magnitudes`: which nodes matter.
`saddle_point`: where to integrate, estimated in floats.

What always answers:
`normal_approximation`: the tilted sum of losses beside a normal variable.
`law_cumulants`: the logarithm of the transform and its derivatives, for each law.
`tilted_atoms`: the atoms of a discrete law under a tilt.
"""

from .composition import Composition, largest_loss, renyi_divergence
from .expression import Term, parse_composition, parse_terms
from .lattice_loss_laws import (
    DiscreteGaussianLoss,
    DiscreteLaplaceLoss,
    RandomisedResponseLoss,
    discrete_laplace_loss,
)
from .loss_laws import GaussianLoss, LaplaceLoss, LossLaw, loss_law
from .loss_sizes import LogOf
from .privacy_curve import DEFAULT_WIDTH, composed_delta, composed_epsilon

__all__ = [
    "DEFAULT_WIDTH", "Composition", "DiscreteGaussianLoss", "DiscreteLaplaceLoss", "GaussianLoss",
    "LaplaceLoss", "LogOf", "LossLaw", "RandomisedResponseLoss", "Term", "composed_delta",
    "composed_epsilon", "discrete_laplace_loss", "largest_loss", "loss_law", "parse_composition",
    "parse_terms", "renyi_divergence",
]  # fmt: skip
