"""The divergences between the laws of a one-parameter exponential family, in balls."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from flint import arb

Divergence = Callable[[Fraction, Fraction], arb]
Slopes = Callable[[Fraction, Fraction, Fraction], "tuple[arb, arb] | None"]


@dataclass(frozen=True)
class FamilyDivergences:
    """kl(z, mu), its slope in z, tv(x, z), and bounds of its slope for z in [a, b], in balls.

    All take exact means x <= z <= mu. A family of variance function V has

        KL(z, mu) = int_z^mu (t - z) / V(t) dt,        d/dz KL(z, mu) = theta(z) - theta(mu) <= 0,
        TV(x, z) = F_x(c) - F_z(c),                    d/dz TV(x, z) = -(d/dz F_z)(c) > 0,

    with the natural parameter theta and the crossing c = (A(theta(z)) - A(theta(x))) / (theta(z) -
    theta(x)), at most where the density of x is the larger one. The likelihood ratio is monotone,
    so TV(x, z) is the largest of F_x(c') - F_z(c') over all c', and it grows with z because F_z(c')
    falls. TV(x, .) is concave, except that the integer part of a crossing may jump up, where its
    slope jumps up too. `tv_slopes(x, a, b)` is None when [a, b] is too wide for valid bounds.
    """

    kl: Divergence
    kl_slope: Divergence
    tv: Divergence
    tv_slopes: Slopes
