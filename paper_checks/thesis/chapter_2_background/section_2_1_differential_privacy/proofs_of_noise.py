"""What steps of proofs_of_noise.proof compute."""

from functools import cache
from banditproof.paper_checks.verdicts.vocabulary import need


@cache
def moments_of_noise() -> str:
    """E|Y| = b and E Y^2 = 2 b^2 for Lap(b), E|Z| = sqrt(2/pi) s for N(0, s^2).

    By antiderivatives of twice the density times y, or y^2, on y > 0, which vanish at infinity.
    """
    import sympy as sp

    y, b, s = sp.symbols("y b s", positive=True)
    laplace, normal = sp.exp(-y / b) / b, sp.sqrt(2 / sp.pi) / s * sp.exp(-(y**2) / (2 * s**2))
    result = (
        (-(y + b) * sp.exp(-y / b), y * laplace, b),
        (-(y**2 + 2 * b * y + 2 * b**2) * sp.exp(-y / b), y**2 * laplace, 2 * b**2),
        (
            -sp.sqrt(2 / sp.pi) * s * sp.exp(-(y**2) / (2 * s**2)),
            y * normal,
            sp.sqrt(2 / sp.pi) * s,
        ),
    )
    for whole, part, value in result:
        need(sp.simplify(sp.diff(whole, y) - part) == 0, "An antiderivative is wrong")
        need(sp.limit(whole, y, sp.oo) == 0, "An antiderivative does not vanish at infinity")
        need(sp.simplify(-whole.subs(y, 0) - value) == 0, "A moment differs")
    return "three antiderivatives, their limits and their values at 0"
