"""Signs of rational functions by their coefficients, and of polynomials by their roots."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any

from flint import fmpq, fmpq_poly

from .book import need, rational
from .claims import Claim, Where
from .quotients import GENERATORS, RING, polynomials, power
from .replay import Replay


def bernstein(r: Replay, claim: Claim, node: Any) -> None:
    """The coefficients are >= 0 after v = (a + b t) / (1 + t), or a + t, or b - t, for t >= 0."""
    names = [name for name in claim.region if name in r.book.names[claim.term]]
    r.defined(claim, node)
    both, closed = list(polynomials(r.book, claim.term, names)), False
    for i, name in enumerate(names):
        (lo, hi, lo_open, hi_open), t = claim.region[name], GENERATORS[i]
        need(lo is not None or hi is not None, "The range has no end.")
        closed = closed or not lo_open or not hi_open
        a, b = (fmpq(*(end or Fraction(0)).as_integer_ratio()) for end in (lo, hi))
        above = b - t if lo is None else a + t if hi is None else a + b * t
        below = RING.constant(1) + (0 if lo is None or hi is None else t)
        degree = max(int(p.degrees()[i]) for p in both)
        for j, p in enumerate(both):
            both[j] = RING.constant(0)
            for e, c in p.to_dict().items():
                rest = RING.from_dict({(*e[:i], 0, *e[i + 1 :]): c})
                both[j] += rest * power(above, int(e[i])) * power(below, degree - int(e[i]))
    top, under = (p.coeffs() for p in both)
    sign = -1 if under[0] < 0 else 1
    need(all(sign * c > 0 for c in under), "The denominator may change its sign.")
    need(all(sign * c > 0 for c in top), "A Bernstein coefficient is negative.")
    full = prod(1 + max(0, *(int(p.degrees()[i]) for p in both)) for i in range(len(names)))
    whole = not closed or len(top) == len(under) == full
    need(not claim.strict or (bool(top) and whole), "A Bernstein coefficient is 0.")


def sturm(r: Replay, claim: Claim, node: Any) -> None:
    """A polynomial is > 0 at a point, and no root of odd order, isolated by balls, is inside."""
    (name,), at = r.book.names[claim.term], rational(node["at"])
    where, strict = claim.region[name], claim.strict
    need(not r.book.partial[claim.term], "That is no polynomial.")
    need(not strict or where == Where(*where[:2]), "A strict sign is shown inside alone.")
    need(where.surrounds(at), "The point is not inside.")
    top, below = (p.to_dict() for p in polynomials(r.book, claim.term, [name]))
    rows = {int(e[0]): c for e, c in top.items()}
    need(len(below) == 1 and bool(rows), "That is no polynomial.")
    f = fmpq_poly([rows.get(n, fmpq(0)) for n in range(max(rows) + 1)]) / next(iter(below.values()))
    need(bool(f(fmpq(*at.as_integer_ratio())) > 0), "It is not > 0 at the point.")
    for factor, n in f.factor()[1]:
        if factor.degree() == 1 and (n % 2 or strict):
            root = -factor[0] / factor[1]
            need(not where.surrounds(Fraction(int(root.p), int(root.q))), "A root lies inside.")
        elif n % 2 or strict:  # no root is rational, so none is an end
            reals = [z.real for z, _ in factor.complex_roots() if z.imag.contains(0)]
            around = where.range()
            need(all(x < around.lo or x > around.hi for x in reals), "A root lies inside.")
