"""Columns of exponential draws of mean 1: the errors of the expansions for all large n at once.

The sum of n draws has a Gamma density, so that the log-likelihood ratio of one column is a closed
form. It is analytic in u = 1/sqrt(n); the error of an expansion is c u^2 + e u^3, with an exact c,
and e in the ball of Taylor's third coefficient over all u of an interval (Lagrange).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
import flint
from flint import arb, arb_series, fmpq, fmpq_mpoly, fmpz
from banditproof.theory.balls import ball, working_precision
from .expansions_in_root_n import RING, D, U, X, coefficient, cut, log_of, number

SKEWNESS = 2
LARGEST_U = Fraction(1, 100)
"""n is at least 10^4."""


@contextmanager
def series_of_length(terms: int) -> Iterator[None]:
    """Power series of so many terms, at a precision that is enough here."""
    before = flint.ctx.cap
    with working_precision(128):
        flint.ctx.cap = terms
        try:
            yield
        finally:
            flint.ctx.cap = before


def shifted(series: arb_series) -> arb_series:
    """h/u^2 for an h with h(0) = h'(0) = 0: its k-th coefficient is a mean of h's k+2-th ones."""
    return arb_series(series.coeffs()[2:])


def log_ratio(u: arb, x: arb, target: Fraction) -> arb_series:
    """The log-likelihood ratio of one column at the standardised mean x, around u."""
    t, z = arb_series([u, 1]), ball(target)
    h = (1 - z * t * t / (1 + x * t)).log()
    return (1 - t * t).log() - (1 + x * t).log() + z + shifted(h) - 2 * h


def squares_and_rest(u: arb, x: arb, target: Fraction) -> tuple[arb_series, arb_series, arb_series]:
    """delta_out^2 - delta_in^2, R and u^2 around u."""
    t = arb_series([u, 1])
    inside = (x - ball(target - 1) * t) / (1 - t * t).sqrt()
    return x * x - inside * inside, x * x + x * inside + inside * inside - 3, t * t


def error_of_lemma_d_2(u: arb, x: arb, target: Fraction, factor: Fraction) -> arb_series:
    """log(d_(n-1)/d_n) less its expansion with factor lambda_3 (mu - z*)/(n sigma) R."""
    both, rest, square = squares_and_rest(u, x, target)
    own = log_ratio(u, x, target) + (1 - square).log() / 2
    return own - both / 2 - ball(factor * SKEWNESS * (1 - target)) * square * rest


def error_of_lemma_d_5(
    u: arb, x: arb, target: Fraction, factor: Fraction, share: Fraction
) -> arb_series:
    """log(1 - rho + rho e^l) less W, with u = 1/sqrt(k)."""
    both, rest, square = squares_and_rest(u, x, target)
    r, more = ball(share), ball(factor * share * SKEWNESS * (1 - target))
    own = (1 - r + r * log_ratio(u, x, target).exp()).log()
    second = ball(share * (1 - share) / 8) * both * both
    return own - r * both / 2 - r * square / 2 - second - more * square * rest


def third_coefficient(series: arb_series) -> arb:
    """The coefficient of the third power, for all u of the ball in the series."""
    return series[3]


def all_small_u() -> arb:
    """The ball of all u in [0, LARGEST_U]."""
    half = LARGEST_U / 2
    return ball(half).union(ball(Fraction(0))).union(ball(LARGEST_U))


def places(low: Fraction, high: Fraction, pieces: int) -> Iterator[arb]:
    """The balls of the pieces of an interval."""
    for k in range(pieces):
        ends = (low + (high - low) * Fraction(i, pieces) for i in (k, k + 1))
        left, right = map(ball, ends)
        yield left.union(right)


def exact_log_ratio(order: int = 2) -> fmpq_mpoly:
    """The log-likelihood ratio of one column as a series in u, with polynomials in x and D = z - 1.

    Without -log sqrt((n-1)/n): that is, log(d_(n-1)/d_n).
    """
    z = D + number(1)
    inverse = sum(((X * U * number(-1)) ** k for k in range(order + 3)), number(0))
    h = log_of(cut(z * U**2 * inverse * number(-1), order + 2), order + 2)
    g = RING.from_dict({(k[0] - 2, *k[1:]): c for k, c in h.to_dict().items()})
    rest = log_of(X * U, order) * number(-1) + cut(g - number(2) * h, order)
    return z + rest + log_of(number(-1) * U**2, order) * number(Fraction(3, 2))


def exact_log_density(order: int = 2) -> fmpq_mpoly:
    """log(d_n(x)/phi(0)) as a series in u, by Stirling's formula with the term 1/(12 n)."""
    h = log_of(X * U, order + 2)
    more = {(k[0] - 2, *k[1:]): c for k, c in (h - X * U).to_dict().items()}
    return cut(RING.from_dict(more) - h, order) - U**2 * number(Fraction(1, 12))


def at_exponential(series: fmpq_mpoly) -> fmpq_mpoly:
    """A series of any column at l3 = 2 and l4 = 6."""
    values: dict[str | int, int | fmpz | fmpq] = {"l3": fmpq(SKEWNESS), "l4": fmpq(6)}
    return series.subs(values)


def second_coefficient(
    error: fmpq_mpoly, x: Fraction, target: Fraction, share: Fraction = Fraction(1, 2)
) -> Fraction:
    """The coefficient of u^2 of an error at a place, exactly."""
    at = {"x": x, "D": target - 1, "r": share}
    values: dict[str | int, int | fmpz | fmpq] = {"u": 1, "l3": SKEWNESS, "l4": 6}
    values |= {name: fmpq(v.numerator, v.denominator) for name, v in at.items()}
    result = coefficient(error, 2).subs(values)
    value = result.leading_coefficient() if result.to_dict() else fmpq(0)
    return Fraction(int(value.p), int(value.q))
