"""Curves of compositions by enumeration of atoms and by quadrature of densities, in mpmath."""

import itertools
from fractions import Fraction as F
import mpmath
from enclosure_checks import mpf
from banditproof.theory import Enclosure, accounting


def laplace(count, eps):
    return (count, accounting.LaplaceLoss(eps))


def response(count, eps):
    return (count, accounting.RandomisedResponseLoss(eps))


def gaussian(mu_squared):
    return (1, accounting.GaussianLoss(mu_squared))


def holds(enclosure: Enclosure, value, relative="1e-11") -> bool:
    """Whether an enclosure is narrow and contains a number known to some 20 digits."""
    assert enclosure.is_finite
    lo, hi = mpf(F(enclosure.lo)), mpf(F(enclosure.hi))
    slack = abs(value) * mpmath.mpf("1e-18")
    return lo - slack <= value <= hi + slack and hi - lo <= mpmath.mpf(relative) * value


def atoms_of(law):
    """The values and probabilities of a discrete loss, from the law of its noise."""
    mp = mpmath.mp
    if isinstance(law, accounting.DiscreteGaussianLoss):
        variance, s = mpf(law.sigma_squared), law.sensitivity
        weights = {y: mp.exp(-y * y / (2 * variance)) for y in range(-40, 41)}
        total = mp.fsum(weights.values())
        return [((s * s - 2 * s * y) / (2 * variance), w / total) for y, w in weights.items()]
    size = law.eps
    e = mp.log(mpf(size.value)) if isinstance(size, accounting.LogOf) else mpf(size)
    s = getattr(law, "sensitivity", 1)
    noise = {y: mp.exp(-e * abs(y)) * mp.tanh(e / 2) for y in range(-400, 401)}
    masses: dict[int, object] = {}
    for y, p in noise.items():
        masses[abs(y - s) - abs(y)] = masses.get(abs(y - s) - abs(y), 0) + p
    return [(k * e, p) for k, p in masses.items()]


def by_enumeration(composition, eps):
    """E[(1 - e^(eps - L))_+] over all combinations of atoms."""
    factors = [atoms_of(law) for count, law in composition.parts for _ in range(count)]
    total = mpmath.mpf(0)
    for combination in itertools.product(*factors):
        loss = mpmath.fsum(value for value, _ in combination)
        if loss > eps:
            weight = mpmath.fprod(p for _, p in combination)
            total += weight * (1 - mpmath.exp(eps - loss))
    return total


def single(law, y):
    """delta(y) of one release, for any real y."""
    mp = mpmath.mp
    if isinstance(law, accounting.GaussianLoss):
        mu = mp.sqrt(mpf(law.mu_squared))
        return mp.ncdf(mu / 2 - y / mu) - mp.exp(y) * mp.ncdf(-mu / 2 - y / mu)
    e = mpf(law.eps)
    if y >= e:
        return mp.mpf(0)
    return 1 - mp.exp((y - e) / 2) if y >= -e else 1 - mp.exp(y)


def by_quadrature(laws, y):
    """delta of one Laplace release and others after it: the mean of delta over its loss."""
    mp = mpmath.mp
    if len(laws) == 1:
        return single(laws[0], y)
    first, rest = laws[0], laws[1:]
    assert isinstance(first, accounting.LaplaceLoss)
    e = mpf(first.eps)
    ends = sorted({-e, e})
    if all(isinstance(law, accounting.LaplaceLoss) for law in rest):
        sizes = [mpf(law.eps) for law in rest]
        kinks = {
            y + sum(s * x for s, x in zip(signs, sizes, strict=True))
            for signs in itertools.product((-1, 1), repeat=len(sizes))
        }
        ends = sorted({-e, e} | {k for k in kinks if -e < k < e})
    inner = mp.quad(lambda x: mp.exp((x - e) / 2) / 4 * by_quadrature(rest, y - x), ends)
    return by_quadrature(rest, y - e) / 2 + mp.exp(-e) / 2 * by_quadrature(rest, y + e) + inner
