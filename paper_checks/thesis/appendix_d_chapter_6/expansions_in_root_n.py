"""Power series in u = 1/sqrt(n) whose coefficients are polynomials, exactly.

The standardised mean of one column is x, its target D = (z* - mu)/sigma (E for a wrong target), its
standardised cumulants are l3 to l8, and r is a share of rows. What is of higher order in u is left
out; as all series are analytic at u = 0, and polynomials in x, that is an error of this order.
"""

from fractions import Fraction
from functools import cache
from math import comb
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

NAMES = ("u", "x", "D", "E", "r", "l3", "l4", "l5", "l6", "l7", "l8")
RING = fmpq_mpoly_ctx.get(NAMES, Ordering.lex)
U, X, D, E, SHARE, *CUMULANTS = RING.gens()
L3, L4 = CUMULANTS[:2]
ORDER = 2
"""The last power of u that is kept: an error of o(1/n)."""


def number(value: Fraction | int) -> fmpq_mpoly:
    """A number as a polynomial."""
    exact = Fraction(value)
    return RING.constant(fmpq(exact.numerator, exact.denominator))


def cut(series: fmpq_mpoly, order: int = ORDER) -> fmpq_mpoly:
    """The series up to a power of u."""
    return RING.from_dict({k: c for k, c in series.to_dict().items() if k[0] <= order})


def coefficient(series: fmpq_mpoly, power: int) -> fmpq_mpoly:
    """The coefficient of u^power."""
    own = {(0, *k[1:]): c for k, c in series.to_dict().items() if k[0] == power}
    return RING.from_dict(own)


def product_of(*factors: fmpq_mpoly, order: int = ORDER) -> fmpq_mpoly:
    """A product up to a power of u."""
    result = number(1)
    for factor in factors:
        result = cut(result * factor, order)
    return result


def log_of(series: fmpq_mpoly, order: int = ORDER) -> fmpq_mpoly:
    """log(1 + q) for a q of order u.

    >>> str(log_of(U, order=2))
    '-1/2*u^2 + u'
    """
    result, power = number(0), number(1)
    for k in range(1, order + 1):
        power = cut(power * series, order)
        result += power * number(Fraction((-1) ** (k + 1), k))
    return result


def exp_of(series: fmpq_mpoly, order: int = ORDER) -> fmpq_mpoly:
    """exp(q) for a q of order u."""
    result, power = number(1), number(1)
    for k in range(1, order + 1):
        power = cut(power * series, order) * number(Fraction(1, k))
        result += power
    return result


def root_ratio(order: int = ORDER) -> fmpq_mpoly:
    """sqrt(n/(n-1)) = (1 - u^2)^(-1/2)."""
    terms = (number(Fraction(comb(2 * k, k), 4**k)) * U ** (2 * k) for k in range(order // 2 + 1))
    return sum(terms, number(0))


def inside(target: fmpq_mpoly = D, order: int = ORDER) -> fmpq_mpoly:
    """delta_in = sqrt(n/(n-1)) (x - D u), with delta_out = x."""
    return product_of(root_ratio(order), X - target * U, order=order)


def squares(target: fmpq_mpoly = D, order: int = ORDER) -> fmpq_mpoly:
    """delta_out^2 - delta_in^2."""
    return cut(X * X - inside(target, order) ** 2, order)


def rest(target: fmpq_mpoly = D, order: int = ORDER) -> fmpq_mpoly:
    """R = delta_out^2 + delta_out delta_in + delta_in^2 - 3."""
    y = inside(target, order)
    return cut(X * X + X * y + y * y - number(3), order)


def one_column(
    factor: Fraction, target: fmpq_mpoly = D, third: fmpq_mpoly = L3, order: int = ORDER
) -> fmpq_mpoly:
    """Y: half of the squares, and factor l3 (mu - z*)/(n sigma) R; the printed factor is 1."""
    more = product_of(number(-factor) * third * target, U**2, rest(target, order), order=order)
    return squares(target, order) * number(Fraction(1, 2)) + more


def sub_sampled_column(
    factor: Fraction, third: fmpq_mpoly = L3, share: fmpq_mpoly = SHARE, order: int = ORDER
) -> fmpq_mpoly:
    """W of Lemma D.5, with u = 1/sqrt(k)."""
    both = squares(order=order)
    second = product_of(both, both, order=order) * share * (number(1) - share)
    result = share * one_column(factor, third=third, order=order)
    return result + share * U**2 * number(Fraction(1, 2)) + second * number(Fraction(1, 8))


def hermite_at(y: fmpq_mpoly, order: int) -> tuple[fmpq_mpoly, ...]:
    """He_3, He_4 and He_6 at a series."""
    two = cut(y * y, order)
    third = cut(y * (two - number(3)), order)
    fourth = cut(two * two - number(6) * two + number(3), order)
    sixth = cut(two * two * (two - number(15)) + number(45) * two - number(15), order)
    return third, fourth, sixth


def log_density(y: fmpq_mpoly, root: fmpq_mpoly, order: int = ORDER) -> fmpq_mpoly:
    """log of the expansion of a standardised density over phi(0), for m rows, root = 1/sqrt(m)."""
    third, fourth, sixth = hermite_at(y, order)
    first = product_of(root, L3, third, order=order) * number(Fraction(1, 6))
    second = L4 * fourth * number(Fraction(1, 24)) + L3**2 * sixth * number(Fraction(1, 72))
    correction = first + product_of(root, root, second, order=order)
    return cut(y * y, order) * number(Fraction(-1, 2)) + log_of(correction, order)


def log_ratio_of_densities(order: int = ORDER) -> fmpq_mpoly:
    """log(d_(n-1)(delta_in)/d_n(delta_out)) by the two-term expansions of the densities."""
    return log_density(inside(order=order), U * root_ratio(order), order) - log_density(X, U, order)


@cache
def raw_moments(highest: int, present: bool) -> tuple[fmpq_mpoly, ...]:
    """E x^k for k = 0, ..., of the mean without the target, or with it: cumulants l_r u^(r-2)."""
    share = number(1) - U**2 if present else number(1)
    cumulants = [number(0), D * U if present else number(0), share]
    cumulants += [share * own * U ** (i + 1) for i, own in enumerate(CUMULANTS)]
    results = [number(1)]
    for k in range(1, highest + 1):
        terms = (cumulants[i] * results[k - i] * comb(k - 1, i - 1) for i in range(1, k + 1))
        results.append(sum(terms, number(0)))
    return tuple(results)


def mean(series: fmpq_mpoly, present: bool, order: int = ORDER) -> fmpq_mpoly:
    """E of a polynomial in x, up to a power of u."""
    by_power: dict[int, dict[tuple[int, ...], fmpq]] = {}
    for key, c in series.to_dict().items():
        by_power.setdefault(key[1], {})[(key[0], 0, *key[2:])] = c
    moments = raw_moments(max(by_power, default=0), present)
    parts = (RING.from_dict(own) * moments[k] for k, own in by_power.items())
    return cut(sum(parts, number(0)), order)


def variance(series: fmpq_mpoly, present: bool, order: int = ORDER) -> fmpq_mpoly:
    """E of the square less the square of E."""
    square = mean(cut(series * series, order), present, order)
    return square - cut(mean(series, present, order) ** 2, order)
