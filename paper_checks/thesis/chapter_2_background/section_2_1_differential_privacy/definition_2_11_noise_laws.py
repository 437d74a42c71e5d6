"""Claims about the densities of the noise: Definition 2.11."""

import random
from collections.abc import Callable
from fractions import Fraction
from math import factorial
from flint import acb, arb, fmpq, fmpq_mat
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.balls import ball, working_precision

Density = Callable[[arb, arb], arb]
Gaussian = Callable[[fmpq_mat, fmpq_mat, fmpq_mat], tuple[fmpq, fmpq]]


def laplace_density(x: arb, b: arb) -> arb:
    """exp(-|x| / b) / (2b)."""
    return (-abs(x) / b).exp() / (2 * b)


def exact_laplace_moment(power: int, b: Fraction) -> Fraction:
    """E|Y|^power for density e^(-|x|/b)/(2b), exact.

    -e^(-x/b) P(x) is an antiderivative of x^power e^(-x/b) / b if P/b - P' = x^power / b, which
    fixes the coefficients of P from the highest on; the integral over x > 0 is P(0).
    """
    return factorial(power) * b**power


def gaussian_density(x: fmpq_mat, mean: fmpq_mat, cov: fmpq_mat) -> tuple[fmpq, fmpq]:
    """The exponent (x - mean)^T cov^-1 (x - mean) and det cov, exact; they give the density."""
    y = x - mean
    return (y.transpose() * cov.inv() * y)[0, 0], cov.det()


def _require_laplace(density: Density, variance: Callable[[Fraction], Fraction]) -> None:
    for b in map(Fraction, ("1/3", "1", "5")):
        second = exact_laplace_moment(2, b)
        require(variance(b) == second, "E[Y^2] differs.", b=b, second_moment=second)
        # a second route: the density integrated over [0, 3b] against the antiderivatives
        scale, end = ball(b), 3 * ball(b)
        left = (-end / scale).exp()
        poly = end**2 + 2 * scale * end + 2 * scale**2
        for power, known in ((0, (1 - left) / 2), (2, (2 * scale**2 - left * poly) / 2)):
            moment = _moment_on(density, scale, power, end)
            finding = "The density has another moment on [0, 3b]."
            require(moment.overlaps(known), finding, b=b, power=power, moment=moment)


def _antiderivatives_are_right() -> bool:
    """-e^(-x/b) and -e^(-x/b) (x^2 + 2 b x + 2 b^2) for the density and x^2 times it, all b."""
    import sympy as sp

    x, b = sp.symbols("x b", positive=True)
    mass, second = -sp.exp(-x / b), -sp.exp(-x / b) * (x**2 + 2 * b * x + 2 * b**2)
    gaps = (sp.diff(mass, x) - sp.exp(-x / b) / b, sp.diff(second, x) - x**2 * sp.exp(-x / b) / b)
    return all(sp.simplify(gap) == 0 for gap in gaps)


def _moment_on(density: Density, scale: arb, power: int, end: arb) -> arb:
    """The integral of x^power times the density over [0, end].

    On the positive axis the log of a ratio of densities is linear, which continues it to an
    entire function for the integrator.
    """
    top = density(arb(0), scale)
    rate = (top / density(scale, scale)).log() / scale

    def integrand(x: acb, analytic: bool) -> acb:
        return x**power * (-x * acb(rate)).exp() * acb(top)

    return acb.integral(integrand, 0, acb(end)).real


@checks("thesis.def2.11")
@mutant("variance b^2", variance=lambda b: b * b)
@mutant("1/b for 1/(2b)", density=lambda x, b: 2 * laplace_density(x, b))
@mutant(
    "Sigma is the precision", gaussian=lambda x, mean, cov: gaussian_density(x, mean, cov.inv())
)
def noise_laws(
    density: Density = laplace_density,
    variance: Callable[[Fraction], Fraction] = lambda b: 2 * b * b,
    gaussian: Gaussian = gaussian_density,
) -> Verdict:
    """Moments of Laplace exactly and by certified integrals; Gaussian as a linear image."""
    require(_antiderivatives_are_right(), "An antiderivative differs.")
    with working_precision(96):
        _require_laplace(density, variance)
    source = random.Random(211)
    for size in (1, 2, 3):
        for _ in range(20):
            root = _random_root(source, size)
            z = fmpq_mat(size, 1, [fmpq(source.randrange(-9, 10), 4) for _ in range(size)])
            mean = fmpq_mat(size, 1, [fmpq(source.randrange(-9, 10), 2) for _ in range(size)])
            cov = root * root.transpose()
            exponent, det = gaussian(mean + root * z, mean, cov)
            right = (exponent, det) == ((z.transpose() * z)[0, 0], root.det() ** 2)
            finding = "The Gaussian density is not that of mu + L z."
            require(right, finding, Sigma=cov.tolist(), exponent=exponent, det=det)
    return points()


def _random_root(source: random.Random, size: int) -> fmpq_mat:
    """A lower triangular matrix with a positive diagonal."""
    root = fmpq_mat(size, size)
    for i in range(size):
        for j in range(i + 1):
            below = fmpq(source.randrange(-6, 7), 5)
            root[i, j] = fmpq(source.randrange(1, 9), 3) if i == j else below
    return root
