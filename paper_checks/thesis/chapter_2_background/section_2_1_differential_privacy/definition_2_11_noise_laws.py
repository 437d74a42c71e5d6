"""Claims about the densities of the noise: Definition 2.11."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

from flint import acb, arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

Vector = tuple[Fraction, ...]
Matrix = tuple[Vector, ...]


def laplace_density(x: arb, b: arb) -> arb:
    """exp(-|x| / b) / (2b)."""
    return (-abs(x) / b).exp() / (2 * b)


def laplace_variance(b: Fraction) -> Fraction:
    """2 b^2."""
    return 2 * b * b


def exact_laplace_moment(power: int, b: Fraction) -> Fraction:
    """E|Y|^power for density e^(-|x|/b)/(2b), exact.

    -e^(-x/b) P(x) is an antiderivative of x^power e^(-x/b) / b if P/b - P' = x^power / b, which
    fixes the coefficients of P from the highest on; the integral over x > 0 is P(0).
    """
    coefficient = Fraction(1)
    for degree in range(power, 0, -1):
        coefficient *= b * degree
    return coefficient


def gaussian_density(x: Vector, mean: Vector, cov: Matrix) -> tuple[Fraction, Fraction]:
    """The exponent (x - mean)^T cov^-1 (x - mean) and det cov, exact; they give the density."""
    inverse, det = _inverse(cov)
    y = [a - m for a, m in zip(x, mean, strict=True)]
    size = range(len(y))
    return sum((y[i] * inverse[i][j] * y[j] for i in size for j in size), Fraction(0)), det


def _precision_for_covariance(x: Vector, mean: Vector, cov: Matrix) -> tuple[Fraction, Fraction]:
    return gaussian_density(x, mean, tuple(tuple(row) for row in _inverse(cov)[0]))


def _inverse(matrix: Matrix) -> tuple[list[list[Fraction]], Fraction]:
    """Inverse and determinant by elimination; the matrix is positive definite."""
    size = len(matrix)
    rows = [[*row, *(Fraction(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    det = Fraction(1)
    for i in range(size):
        pivot = rows[i][i]
        det *= pivot
        rows[i] = [v / pivot for v in rows[i]]
        for j in range(size):
            if j != i:
                rows[j] = [v - rows[j][i] * w for v, w in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows], det


def _laplace_fault(
    density: Callable[[arb, arb], arb], variance: Callable[..., Fraction]
) -> str | None:
    for b in map(Fraction, ("1/3", "1", "5")):
        if variance(b) != exact_laplace_moment(2, b) or exact_laplace_moment(0, b) != 1:
            return f"b = {b}: E[Y^2] is {exact_laplace_moment(2, b)}, not {variance(b)}."
        # a second route: the density integrated over [0, 3b] against the antiderivatives
        scale, end = ball(b), 3 * ball(b)
        one, two = (acb.integral(_weighted(density, scale, k), 0, acb(end)) for k in (0, 2))
        left = (-end / scale).exp()
        if not one.real.overlaps((1 - left) / 2):
            return f"b = {b}: the density has mass {one.real.str(8)} on [0, 3b]."
        poly = end**2 + 2 * scale * end + 2 * scale**2
        if not two.real.overlaps((2 * scale**2 - left * poly) / 2):
            return f"b = {b}: the second moment on [0, 3b] is {two.real.str(8)}."
    return None


def _weighted(
    density: Callable[[arb, arb], arb], scale: arb, power: int
) -> Callable[[acb, bool], acb]:
    """x^power times the density, for the integrator; it is entire."""
    return lambda x, analytic: x**power * _analytic(density, x, scale)


def _analytic(density: Callable[[arb, arb], arb], x: acb, scale: arb) -> acb:
    """The density on the positive axis, continued: log of a ratio of densities is linear there."""
    top = density(arb(0), scale)
    rate = (top / density(scale, scale)).log() / scale
    return (-x * acb(rate)).exp() * acb(top)


@claim(
    "thesis.def2.11",
    r"$\mathrm{Lap}(x|b)=\frac1{2b}e^{-|x|/b}$, variance $2b^2$; $\mathcal N(x|\mu,\Sigma)="
    r"(2\pi)^{-k/2}\det(\Sigma)^{-1/2}\exp(-\frac12(x-\mu)^T\Sigma^{-1}(x-\mu))$ for a positive "
    r"definite $\Sigma$.",
    recorded="holds",
    mutants={
        "variance b^2": {"variance": lambda b: b * b},
        "1/b for 1/(2b)": {"density": lambda x, b: 2 * laplace_density(x, b)},
        "Sigma is the precision": {"gaussian": _precision_for_covariance},
    },
)
def noise_laws(
    density: Callable[[arb, arb], arb] = laplace_density,
    variance: Callable[..., Fraction] = laplace_variance,
    gaussian: Callable[..., tuple[Fraction, Fraction]] = gaussian_density,
) -> Verdict:
    """Moments of Laplace exactly and by certified integrals; Gaussian as a linear image."""
    with working_precision(96):
        fault = _laplace_fault(density, variance)
    source = random.Random(211)
    for size in (1, 2, 3):
        for _ in range(20):
            root = _random_root(source, size)
            cov = _times_transpose(root)
            z = [Fraction(source.randrange(-9, 10), 4) for _ in range(size)]
            mean = tuple(Fraction(source.randrange(-9, 10), 2) for _ in range(size))
            x = tuple(
                m + sum(r * c for r, c in zip(row, z, strict=True))
                for m, row in zip(mean, root, strict=True)
            )
            expected = (sum((c * c for c in z), Fraction(0)), _diagonal(root) ** 2)
            if gaussian(x, mean, cov) != expected:
                fault = fault or f"Sigma = {cov}, x - mu = {x}: {gaussian(x, mean, cov)}."
    if fault:
        return fails(Grade.PROVED, "The density is not that of the law.", witness=fault)
    return holds(
        Grade.CERTIFIED,
        "Laplace noise has mass 1 and variance 2 b^2. The Gaussian density is that of mu + L z for "
        "standard normal z and L L^T = Sigma, so it has mass 1 and covariance Sigma; positive "
        "definite includes symmetric.",
        covered="Laplace: b = 1/3, 1, 5, exact and by certified integrals. Gaussian: 60 random "
        "rational roots in dimensions 1 to 3, exponent and determinant exact.",
        not_covered="Other parameters: the antiderivative and the substitution hold for all.",
    )


def _random_root(source: random.Random, size: int) -> Matrix:
    """A lower triangular matrix with a positive diagonal."""
    return tuple(
        tuple(
            Fraction(source.randrange(1, 9), 3)
            if i == j
            else Fraction(source.randrange(-6, 7), 5) * (j < i)
            for j in range(size)
        )
        for i in range(size)
    )


def _times_transpose(root: Matrix) -> Matrix:
    return tuple(
        tuple(sum((a * b for a, b in zip(r, s, strict=True)), Fraction(0)) for s in root)
        for r in root
    )


def _diagonal(root: Matrix) -> Fraction:
    value = Fraction(1)
    for i, row in enumerate(root):
        value *= row[i]
    return value
