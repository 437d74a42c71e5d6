"""The float64 tails of Laplace sums and of Binomial plus Laplace sums, compiled, without checks.

All terms are positive, and powers of two that would overflow are stored beside the number, so
the tails of any m and z have a relative error of a few units of m rounding errors.

Arguments are trusted; the public functions of `laplace_sums` and `binomial_laplace` check them.
"""

import math
from banditproof.theory.compiled import elementwise, kernel, over_arrays
from banditproof.theory.error_free_kernels import two_product, two_sum

_BIG = 2.0**500
_SMALL = 2.0**-500
_LOG2 = math.log(2.0)
# log 2 in two parts; the first has 32 bits, so an integer below 2^21 times it is exact
_LOG2_HIGH = 0.6931471803691238
_LOG2_LOW = 1.9082149292705877e-10
_HUGE = 1e150


@kernel
def _poisson_mix(m: int, z: float, density: bool) -> tuple[float, int]:
    """e^z times the tail (or the density) of Z_m at z >= 0, as mantissa and power of two.

    Horner's rule from i = m-1 down to 0 uses q_i = Pr[Bin(N, 1/2) >= m], N = 2m-1-i, in the
    order N = m, m+1, ..., in which q grows by b = C(N-1, m-1) / 2^N: additions only. The terms
    are log-concave in i, so a term that a rescaling makes vanish stays negligible.
    """
    b = 1.0
    q = 1.0
    total = 1.0
    power = -m
    for i in range(m - 2, -1, -1):
        top = 2 * m - 1 - i
        b = b * (top - 1) / (2.0 * (top - m))
        q = q + b
        # No overflow: a total of at most 2^500 times z <= 1e150 < 2^499; so one rescaling per step
        # is enough.
        total = total * (z / (i + 1.0)) + (b if density else q)
        if total > _BIG:
            b *= _SMALL
            q *= _SMALL
            total *= _SMALL
            power += 500
    return total, power


@kernel
def _times_exp_minus(total: float, power: int, z: float, error: float) -> float:
    """total 2^power e^{-(z + error)}, without losing the low bits of z."""
    k = math.floor(z / _LOG2 + 0.5)
    # k _LOG2_HIGH is exact for k < 2^21 and near z, so the first bracket has no rounding error.
    rest = (z - k * _LOG2_HIGH) - (k * _LOG2_LOW - error)
    exponent = power - k
    # The total is at most 2^1000 here, so the value is far below the smallest subnormal number.
    if exponent < -3000.0:
        return 0.0
    return math.ldexp(total * math.exp(-rest), int(exponent))


@kernel
def laplace_tail(m: int, z: float, eps: float) -> float:
    """Pr[Z_m >= z] for the sum of m Laplace variables of scale 1/eps."""
    if m == 0:
        return 1.0 if z <= 0.0 else 0.0
    unit, error = two_product(eps, abs(z))
    if unit > _HUGE:
        value = 0.0
    else:
        total, power = _poisson_mix(m, unit, False)
        value = _times_exp_minus(total, power, unit, error)
    # By symmetry; the tail is at most 1/2, so the difference loses no digits.
    return value if z >= 0.0 else 1.0 - value


@kernel
def laplace_log_tail(m: int, z: float, eps: float) -> float:
    """log Pr[Z_m >= z], finite where the tail itself underflows."""
    if z < 0.0 or m == 0:
        value = laplace_tail(m, z, eps)
        return math.log(value) if value > 0.0 else -math.inf
    unit = eps * z
    if unit > _HUGE:
        return -unit
    total, power = _poisson_mix(m, unit, False)
    return math.log(total) + power * _LOG2 - unit


@kernel
def laplace_density(m: int, z: float, eps: float) -> float:
    """The density of Z_m at z, for m >= 1."""
    unit, error = two_product(eps, abs(z))
    if unit > _HUGE:
        return 0.0
    total, power = _poisson_mix(m, unit, True)
    if 1.0 < eps < _BIG:  # before the tail is rounded to a subnormal number
        return _times_exp_minus(eps * total, power, unit, error)
    return eps * _times_exp_minus(total, power, unit, error)


@kernel
def log_binomial(n: int, k: int, mu: float) -> float:
    """log of Pr[Bin(n, mu) = k]."""
    if mu == 0.0:
        return 0.0 if k == 0 else -math.inf
    if mu == 1.0:
        return 0.0 if k == n else -math.inf
    ways = math.lgamma(n + 1.0) - math.lgamma(k + 1.0) - math.lgamma(n - k + 1.0)
    return ways + k * math.log(mu) + (n - k) * math.log1p(-mu)


@kernel
def mixed_log_tail(x: float, n: int, mu: float, m: int, eps: float, upper: bool) -> float:
    """log Pr[Bin(n, mu) + Z_m >= x] if upper, else log Pr[Bin(n, mu) + Z_m <= x]."""
    largest = -math.inf
    total = 0.0
    for k in range(n + 1):
        term = log_binomial(n, k, mu) + laplace_log_tail(m, x - k if upper else k - x, eps)
        # The largest term so far is the unit of the sum, so no exponential overflows.
        if term > largest:
            total = total * math.exp(largest - term) + 1.0
            largest = term
        elif term > -math.inf:
            total += math.exp(term - largest)
    return largest + math.log(total) if total > 0.0 else -math.inf


@kernel
def above_mean(x: float, n: float, mu: float) -> float:
    """x - n mu, rounded only once or twice."""
    product, error = two_product(n, mu)
    rest, low = two_sum(x, -product)
    return rest + (low - error)


above_mean_array = over_arrays(above_mean)
laplace_tail_array = over_arrays(laplace_tail)
laplace_density_array = over_arrays(laplace_density)


@elementwise
def upper_log_tail_array(x, n, mu, m, eps):  # type: ignore[no-untyped-def]
    return min(mixed_log_tail(x, n, mu, m, eps, True), 0.0)


@elementwise
def lower_log_tail_array(x, n, mu, m, eps):  # type: ignore[no-untyped-def]
    return min(mixed_log_tail(x, n, mu, m, eps, False), 0.0)
