"""Normal columns: the likelihood ratio is a function of a noncentral chi-squared variable.

For d independent N(mu_j, sigma_j^2) columns of n rows, x_j = (mean_j - mu_j) / sigma_j and
D_j = (z_j - mu_j) / sigma_j, with m = (1/n) sum D_j^2,

    l = -(d/2) log(1 - 1/n) + n m / 2 - Q / (2 (n-1)),    Q = n^2 sum (x_j - D_j)^2 / n,

where Q is noncentral chi-squared with d degrees of freedom and noncentrality n^2 m if the target
is not in the data, and n Q / (n-1) is so with noncentrality n (n-1) m if it is. So the law of l
depends on n, d and m alone, and the tests reject for small Q. Both tails are Poisson mixtures of
incomplete gamma functions: sums of positive terms, in balls.
"""

from __future__ import annotations
import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from statistics import NormalDist
from flint import arb
from banditproof.theory.balls import ball, hull, lower, upper, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact_count, exact_nonnegative, exact_positive
from .roc import Bounds, Errors, TestingProblem, enclosure_of

BITS = 192
"""The working precision of the tails."""
CUT = 1e-40
"""The mass of the Poisson law that is left out at each end."""
MOST_TERMS = 1_000_000
NEAR = 1e-6
"""How far from the threshold, in the logarithm of the factor, the ROC is enclosed."""


@dataclass(frozen=True)
class NormalLaw(TestingProblem):
    """The exact mean of n normal rows in d independent columns, with the leakage score m.

    m = (1/n) sum (z_j - mu_j)^2 / sigma_j^2. The limit of the total variation for d, n -> inf is
    erf(sqrt(m/8)): thesis, Corollary 6.4.

    >>> law = NormalLaw(rows=20, columns=100, score=5)
    >>> law.total_variation().digits >= 20
    True
    """

    rows: int
    columns: int
    score: Fraction

    def __init__(self, rows: Number, columns: Number, score: Number) -> None:
        n = exact_count("rows", rows)
        if n < 2:
            raise ValueError(
                f"rows is {n}: a row that is its own mean shows the target; give rows >= 2."
            )
        object.__setattr__(self, "rows", n)
        object.__setattr__(self, "columns", exact_count("columns", columns, least=1))
        object.__setattr__(self, "score", exact_nonnegative("score", score))

    @property
    def in_alone(self) -> Enclosure:
        """0: both laws have positive densities."""
        return Enclosure.of(0)

    @property
    def out_alone(self) -> Enclosure:
        """0: both laws have positive densities."""
        return Enclosure.of(0)

    def _tails(self, factor: Fraction) -> tuple[arb, arb]:
        """p_out and p_in of l > log factor, in balls."""
        n, d, m = self.rows, self.columns, self.score
        constant = -ball(Fraction(d, 2)) * ball(Fraction(n - 1, n)).log() + ball(n * m / 2)
        q = 2 * (n - 1) * (constant - ball(factor).log())
        if q <= 0:
            return arb(0), arb(0)
        if not q > 0:
            raise ArithmeticError("A threshold is too near to the largest value of l.")
        return (
            _chi_squared_below(d, n * n * m, q),
            _chi_squared_below(d, n * (n - 1) * m, q * ball(Fraction(n, n - 1))),
        )

    def errors(self, factor: Number = 1) -> Errors:
        """Size and power of the test l > log factor, by the two tails."""
        with working_precision(BITS):
            size, power = self._tails(exact_positive("factor", factor))
            return Errors(*(enclosure_of(_bounds(tail)) for tail in (size, power)))

    def overlap_bounds(self, factor: Fraction) -> Bounds:
        """1 - p_in(l > log factor) + factor p_out(l > log factor)."""
        with working_precision(BITS):
            size, power = self._tails(factor)
            result = _bounds(1 - power + ball(factor) * size)
            return Bounds(result.lo, min(result.hi, factor))

    def _randomised_power(self, alpha: Fraction) -> Enclosure:
        """From the concave ROC: above chords of points on it, below its tangents, of slope f."""
        y = self._quantile(alpha)
        most, least = Fraction(1), alpha
        with working_precision(BITS):
            a, points = ball(alpha), []
            for gap in (-NEAR, NEAR):
                factor = Fraction(math.exp(y + gap))
                size, power = self._tails(factor)
                points.append((size, power))
                most = min(most, upper(power + ball(factor) * (a - size)))
            (large, high), (small, low) = points
            if small < a and a < large:
                chord = low + (high - low) * (a - small) / (large - small)
                least = max(least, lower(chord))
        return enclosure_of(Bounds(least, most))

    def _threshold_power(self, alpha: Fraction) -> Enclosure:
        return self._randomised_power(alpha)  # l has a density

    def _quantile(self, alpha: Fraction) -> float:
        """About the logarithm of the factor whose test has size alpha, by normal scores."""
        n, d, m = self.rows, self.columns, float(self.score)
        spread = math.sqrt(2 * (d + 2 * n * n * m)) / (2 * (n - 1))
        middle = -d / 2 * math.log1p(-1 / n) + n * m / 2 - (d + n * n * m) / (2 * (n - 1))
        goal, normal = NormalDist().inv_cdf(float(alpha)), NormalDist()
        y = middle - goal * spread
        slope, before = 1 / spread, (0.0, math.inf)
        for _ in range(30):
            with working_precision(BITS):
                size = float(self._tails(Fraction(math.exp(y)))[0].mid())
            miss = normal.inv_cdf(min(max(size, 1e-300), 1 - 1e-16)) - goal
            if math.isfinite(before[1]) and before[0] != y:
                secant = (before[1] - miss) / (y - before[0])
                slope = secant if secant > 0.1 / spread else 1 / spread
            before = (y, miss)
            y += max(-2 * spread, min(2 * spread, miss / slope))
            if abs(y - before[0]) < NEAR / 4:
                break
        return y


def _bounds(value: arb) -> Bounds:
    return Bounds(max(Fraction(0), lower(value)), min(Fraction(1), upper(value)))


def _chi_squared_below(degrees: int, noncentrality: Fraction, x: arb) -> arb:
    """Pr[chi^2_d(lambda) <= x]: the sum over j of Poisson(lambda/2)(j) P(d/2 + j, x/2)."""
    half, point = ball(Fraction(degrees, 2)), x / 2
    rate = noncentrality / 2
    first, weights, left_out = _poisson(rate)
    last = first + len(weights) - 1
    a = half + last
    # P(a, x) = P(a+1, x) + x^a e^-x / Gamma(a+1): upwards from the smallest of them
    step = (a * point.log() - point - (a + 1).lgamma()).exp()
    value = step * _series(a, point)
    # P(a, x) = x^a e^-x / Gamma(a+1) times 1 + x/(a+1) + x^2/((a+1)(a+2)) + ...
    total = weights[-1] * value
    for j in range(last - 1, first - 1, -1):
        a = half + j
        step = step * (a + 1) / point
        value += step
        total += weights[j - first] * value
    return hull(total, total + left_out)


def _series(a: arb, x: arb) -> arb:
    """The sum over k >= 0 of x^k / ((a+1) ... (a+k))."""
    reach, cut = float(x) - float(a), -math.log(CUT)
    terms = max(0, math.ceil(reach)) + math.ceil(math.sqrt(2 * cut * float(x)) + 2 * cut)
    if terms > MOST_TERMS:
        raise ValueError(
            f"A tail of the likelihood ratio needs about {terms} terms; give a factor nearer to 1, "
            "or fewer rows and columns."
        )
    total = term = arb(1)
    for k in range(1, terms + 1):
        term = term * x / (a + k)
        total += term
    ratio = x / (a + terms + 1)
    return total + term * hull(arb(0), ratio / (1 - ratio))


@lru_cache(maxsize=8)
def _poisson_ends(rate: Fraction) -> tuple[int, int]:
    """About the quantiles of a Poisson law that leave out CUT on each side."""
    mean, cut = float(rate), -math.log(CUT)
    reach = math.sqrt(2 * cut * mean) + cut
    return max(0, math.floor(mean - reach)), math.ceil(mean + reach)


def _poisson(rate: Fraction) -> tuple[int, list[arb], arb]:
    """The first index, the probabilities, and a bound of those left out."""
    first, last = _poisson_ends(rate)
    if rate == 0:
        return 0, [arb(1)], arb(0)
    mean = ball(rate)
    mass = (first * mean.log() - mean - arb(first + 1).lgamma()).exp()
    weights = [mass]
    for j in range(first + 1, last + 1):
        mass = mass * mean / j
        weights.append(mass)
    # both tails decrease at least geometrically from the ends on
    below = weights[0] * (ball(Fraction(first)) / (mean - first)).max(arb(0))
    above = mass * mean / (last + 1 - mean)
    return first, weights, (below + above).abs_upper()
