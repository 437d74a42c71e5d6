"""The exact curve of Laplace and randomised-response releases: a finite sum of polynomials.

Tilt the law of the loss by e^(-l/2). For one Laplace release the result is e^(-e0/2) / 2 times
two unit atoms at e0 and -e0 plus half the Lebesgue measure between them; for a randomised
response, 1 / (2 cosh(e0/2)) times the two atoms. With transforms in u (the moment at
s = u - 1/2), K Laplace releases and J responses have

    M = c sum over signs of e^(u a) (1 + 1/(2u))^m (1 - 1/(2u))^(K-m),

where a is the signed sum of all e_i, m the number of Laplace releases with a plus and c the
product of the constants. Division by s(s+1) = (u - 1/2)(u + 1/2) and the inverse transform give

    delta(eps) = e^(eps/2) c  sum over signs with a > eps of G_m(a - eps),
    G_m(x) = sum of the residues of e^(ux) (u + 1/2)^(m-1) (u - 1/2)^(K-m-1) / u^K.

At u = w/2 the residue at zero is 2 sum_j b_j y^(K-1-j) / (K-1-j)! with y = x/2 and b_j the
coefficients of (w + 1)^(m-1) (w - 1)^(K-m-1); only m = K and m = 0 have another pole.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from flint import arb, arb_poly, fmpz, fmpz_poly
from banditproof.theory.balls import ball
from .composition import Composition
from .lattice_loss_laws import RandomisedResponseLoss
from .loss_laws import LaplaceLoss
from .loss_sizes import LogOf, size_ball

MOST_UNIT_BITS = 1 << 14
"""The most bits of the common denominator of the sizes."""
Place = tuple[int, int, tuple[int, ...]]
"""m, and the sum a: a multiple of the unit and how often each logarithm enters."""


def common_unit(composition: Composition) -> Fraction:
    """A rational of which all rational sizes are multiples, so that sums are sums of integers."""
    sizes = [law.largest for _, law in composition.parts]
    return Fraction(1, math.lcm(*(x.denominator for x in sizes if isinstance(x, Fraction))))


def sign_sum_count(composition: Composition, most: int) -> int | None:
    """How many different signed sums there are, with the number of plus signs; None above `most`.

    Logarithms are counted as if no two sums agreed.
    """
    # k different rational sizes have more than k^2 / 2 different signed sums
    if len(composition.parts) ** 2 > 2 * most + 100:
        return None
    places, factor, unit = {(0, 0)}, 1, common_unit(composition)
    if unit.denominator.bit_length() > MOST_UNIT_BITS:
        return None
    for count, law in composition.parts:
        if not isinstance(law, LaplaceLoss | RandomisedResponseLoss) or count > most:
            return None
        if isinstance(law.eps, LogOf):
            factor *= count + 1
        else:
            own = 1 if isinstance(law, LaplaceLoss) else 0
            size = int(law.eps / unit)
            steps = [(j * own, (2 * j - count) * size) for j in range(count + 1)]
            if len(places) * len(steps) > 50 * most:
                return None
            places = {(m + i, a + b) for m, a in places for i, b in steps}
        if len(places) * factor > most:
            return None
    return len(places) * factor


class SignSums:
    """The signed sums of a composition with their multiplicities, and its curve."""

    def __init__(self, composition: Composition) -> None:
        self.parts = composition.parts
        self.laplaces = sum(n for n, law in self.parts if isinstance(law, LaplaceLoss))
        sizes = [law.largest for _, law in self.parts]
        self.logs = tuple({size: None for size in sizes if isinstance(size, LogOf)})
        self.unit = common_unit(composition)
        places: dict[Place, int] = {(0, 0, (0,) * len(self.logs)): 1}
        for count, law in self.parts:
            places = self._extended(places, count, law)
        self.by_plus: dict[int, list[tuple[Fraction, tuple[int, ...], int]]] = defaultdict(list)
        for (plus, units, multiples), weight in places.items():
            self.by_plus[plus].append((units * self.unit, multiples, weight))
        self.terms = len(places)
        self._coefficients: dict[int, fmpz_poly] = {}

    def _extended(self, places: dict[Place, int], count: int, law: object) -> dict[Place, int]:
        assert isinstance(law, LaplaceLoss | RandomisedResponseLoss)
        extended: dict[Place, int] = defaultdict(int)
        ways = [math.comb(count, plus) for plus in range(count + 1)]
        size = int(law.eps / self.unit) if isinstance(law.eps, Fraction) else 0
        for (m, units, multiples), weight in places.items():
            for plus in range(count + 1):
                surplus, at, logs = 2 * plus - count, units, multiples
                if isinstance(law.eps, LogOf):
                    i = self.logs.index(law.eps)
                    logs = (*logs[:i], logs[i] + surplus, *logs[i + 1 :])
                else:
                    at = units + surplus * size
                key = (m + plus if isinstance(law, LaplaceLoss) else m, at, logs)
                extended[key] += weight * ways[plus]
        return extended

    def polynomial(self, plus: int) -> fmpz_poly:
        """(K-1)! / 2 times the residue of G_m at zero, a polynomial in y = x/2."""
        result = self._coefficients.get(plus)
        if result is None:
            result = self._coefficients[plus] = residue_at_zero(self.laplaces, plus)
        return result

    def delta(self, eps: Fraction) -> arb:
        """The ball of delta(eps) for eps >= 0, at the working precision."""
        logs = [size_ball(log) for log in self.logs]
        total = arb(0)
        for plus, terms in self.by_plus.items():
            reached = []
            for rational, multiples, weight in terms:
                if any(multiples):
                    x = ball(rational - eps)
                    for times, log in zip(multiples, logs, strict=True):
                        x += times * log
                    # Dropped only if the sign is certain: what is undecided counts with both
                    # values, by `_kept`.
                    if x <= 0:
                        continue
                elif rational > eps:
                    x = ball(rational - eps)
                else:
                    continue
                reached.append((x / 2, weight))
            if reached:
                total += self._summed(plus, reached)
        return total * self._constant() * (ball(eps) / 2).exp()

    def _summed(self, plus: int, reached: list[tuple[arb, int]]) -> arb:
        """The sum of weight * G_m(2y)."""
        total = arb(0)
        k = self.laplaces
        if k == 0:
            for y, weight in reached:
                total += _kept(y, 2 * y.sinh()) * weight
            return total
        polynomial = arb_poly(self.polynomial(plus))
        scale = arb(2) / arb.fac_ui(k - 1)
        for y, weight in reached:
            value = polynomial(y) * scale
            if plus == k:
                value += y.exp() * (1 << k)
            elif plus == 0:
                value -= (-y).exp() * (1 << k)
            total += _kept(y, value) * weight
        return total

    def _constant(self) -> arb:
        """The product of the constants of the tilted laws."""
        exponent, product = Fraction(0), arb(1)
        for count, law in self.parts:
            if isinstance(law, LaplaceLoss):
                exponent += count * law.eps / 2
                product /= arb(2) ** count
            elif isinstance(law, RandomisedResponseLoss):
                product /= (2 * (size_ball(law.eps) / 2).cosh()) ** count
        return product * ball(-exponent).exp()


def _kept(y: arb, value: arb) -> arb:
    """The value where y > 0, and zero as well where y may be negative."""
    return value if y > 0 else value.union(arb(0))


def residue_at_zero(k: int, plus: int) -> fmpz_poly:
    """The integer polynomial (k-1)! sum_j b_j y^(k-1-j) / (k-1-j)!, with b for m = plus.

    >>> residue_at_zero(3, 1)
    (-1)*x^2 + 2*x
    """
    up, down = fmpz_poly([1, 1]), fmpz_poly([-1, 1])
    if plus == k:  # (w + 1)^(k-1) / (w - 1): minus the partial sums
        b = [-c for c in _partial_sums((up ** (k - 1)).coeffs(), 1)]
    elif plus == 0:  # (w - 1)^(k-1) / (w + 1): the alternating partial sums
        b = _partial_sums((down ** (k - 1)).coeffs(), -1)
    else:
        b = [int(c) for c in (up ** (plus - 1) * down ** (k - plus - 1)).coeffs()]
        b += [0] * (k - len(b))
    # (k-1)! / (k-1-j)! is whole, so all coefficients are; the one division comes at the end.
    falling, factors = 1, []
    for j in range(k):
        factors.append(falling)
        falling *= k - 1 - j
    return fmpz_poly([b[j] * factors[j] for j in range(k - 1, -1, -1)])


def _partial_sums(coefficients: Sequence[fmpz], ratio: int) -> list[int]:
    """The coefficients of the series of a polynomial over 1 - ratio w, up to its degree."""
    total, sums = 0, []
    for coefficient in coefficients:
        total = total * ratio + int(coefficient)
        sums.append(total)
    return sums
