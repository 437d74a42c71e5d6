"""The time of an infimum over better laws: floats on many points, and fifty certain digits."""

import warnings
from collections.abc import Iterator
from fractions import Fraction
from typing import Any
import mpmath
import numpy as np
from scipy.optimize import minimize_scalar
from banditproof.theory import certify, d_inf, kl_inf, tv_inf
from banditproof.theory.laws import Empirical, Exponential, Gaussian, NegativeBinomial, Poisson
from .measurement import Measurement, best_seconds

POINTS = 10_000
MU = 0.7


def _searched(points: Any, mu: float) -> float:
    """The dual by a bounded scalar search, as published codes do it."""
    result = minimize_scalar(
        lambda u: -np.mean(np.log(1 - u * (points - mu))), bounds=(0, 1 / (1 - mu))
    )
    return float(-result.fun)


def _program(points: Any, mu: float) -> float:
    """The convex program over better laws on the points and 1, by an interior-point solver."""
    import cvxpy as cp

    support = np.append(points, 1.0)
    law = np.append(np.full(len(points), 1 / len(points)), 0.0)
    better = cp.Variable(len(support), nonneg=True)
    problem = cp.Problem(
        cp.Minimize(-law[:-1] @ cp.log(better[:-1])), [cp.sum(better) == 1, support @ better >= mu]
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        problem.solve(solver=cp.CLARABEL)
    return float(problem.value + law[:-1] @ np.log(law[:-1]))


def _many_digits(points: list[Fraction], mu: Fraction, digits: int) -> Any:
    """The dual by mpmath's root finder: as many digits, without a certificate."""
    with mpmath.workdps(digits + 10):
        d = [mpmath.mpf((x - mu).numerator) / (x - mu).denominator for x in points]
        end = 1 / (1 - mpmath.mpf(mu.numerator) / mu.denominator)

        def slope(u: Any) -> Any:
            return mpmath.fsum(x / (1 - u * x) for x in d)

        u = mpmath.findroot(slope, (end * 1e-9, end * (1 - mpmath.mpf(1e-9))), solver="anderson")
        return mpmath.fsum(mpmath.log(1 - u * x) for x in d) / len(d)


def empirical() -> Iterator[Measurement]:
    """Ten thousand points among all laws on [0, 1]; the law is built, its mean is known."""
    points = np.random.default_rng(1).random(POINTS)
    law = Empirical(points)
    search = best_seconds(lambda: _searched(points, MU), 9) * 1e3
    program = best_seconds(lambda: _program(points, MU), 1) * 1e3
    value = best_seconds(lambda: kl_inf(law, MU), 25) * 1e3
    name = "KL_inf, 10,000 points"
    yield Measurement(name, value, "ms", 1, True, "scipy.minimize_scalar", search)
    yield Measurement(f"{name}, against cvxpy", value, "ms", 1, True, "cvxpy", program)
    worst = max(best_seconds(lambda mu=mu: kl_inf(law, mu), 9) for mu in (0.51, 0.6, 0.9, 0.99))
    yield Measurement("KL_inf, 10,000 points, worst of four mu", worst * 1e3, "ms", 1, True)
    for eps in (0.5, 5.0):
        value = best_seconds(lambda eps=eps: d_inf(law, MU, eps), 9) * 1e3
        yield Measurement(f"d_inf, 10,000 points, eps {eps:g}", value, "ms")
    yield Measurement("TV_inf, 10,000 points", best_seconds(lambda: tv_inf(law, MU), 9) * 1e3, "ms")
    built = best_seconds(lambda: Empirical(points).exact_mean, 9) * 1e3
    yield Measurement("Empirical and its exact mean, 10,000 points", built, "ms")


def certified() -> Iterator[Measurement]:
    """Fifty certain digits on twenty points, and members of families."""
    points = [Fraction(int(x * 10**6), 10**6) for x in np.random.default_rng(2).random(20)]
    law, mu = Empirical(points), Fraction(7, 10)
    value = certify(kl_inf, law, mu, digits=50)
    if value.digits < 50 or abs(float(value) - float(_many_digits(points, mu, 50))) > 1e-15:
        raise SystemExit("The certified KL_inf is not the one that mpmath finds.")
    slow = best_seconds(lambda: _many_digits(points, mu, 50), 5) * 1e3
    fast = best_seconds(lambda: certify(kl_inf, law, mu, digits=50), 15) * 1e3
    yield Measurement("certify KL_inf, 20 points, 50 digits", fast, "ms", 5, True, "mpmath", slow)
    fast = best_seconds(lambda: certify(d_inf, law, mu, 1, digits=50), 15) * 1e3
    yield Measurement("certify d_inf, 20 points, 50 digits", fast, "ms", 5, True)
    for name, member, target in (
        ("Gaussian", Gaussian(0), 1),
        ("Poisson", Poisson(3), 5),
        ("exponential", Exponential(1), 2),
        ("negative binomial", NegativeBinomial(2, failures=3), 5),
    ):
        seconds = best_seconds(lambda m=member, t=target: certify(d_inf, m, t, "0.8"), 5)
        yield Measurement(f"certify d_inf, {name}", seconds * 1e3, "ms")
