"""Functions of the line that are sums of c x^k e^(r x) between cuts, exactly, with balls for c."""

from __future__ import annotations
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from math import comb
from flint import arb
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.balls import ball

Terms = dict[tuple[int, Fraction], arb]
"""The coefficient of x^k e^(r x), by (k, r)."""


@dataclass(frozen=True)
class Place:
    """A place of the line: a rational number plus whole multiples of named shifts."""

    rational: Fraction
    shifts: tuple[tuple[tuple[int, ...], int], ...] = ()

    def moved(self, name: tuple[int, ...], times: int) -> Place:
        """The place moved by a multiple of a shift."""
        total = Counter(dict(self.shifts))
        total[name] += times
        return Place(self.rational, tuple(sorted((n, k) for n, k in total.items() if k)))

    def value(self, sizes: Mapping[tuple[int, ...], arb]) -> arb:
        """The number, given the shifts."""
        return sum((k * sizes[name] for name, k in self.shifts), ball(self.rational))


@dataclass(frozen=True)
class Pieces:
    """A function: sorted cuts, and the terms on each of the parts between them."""

    cuts: tuple[Place, ...]
    parts: tuple[Terms, ...]
    sizes: Mapping[tuple[int, ...], arb]

    def part_at(self, cut: Place | None) -> Terms:
        """The terms just right of a cut; left of all for None."""
        if cut is None:
            return self.parts[0]
        before = sum(_order(own, cut, self.sizes) <= 0 for own in self.cuts)
        return self.parts[before]

    def times(self, other: Pieces) -> Pieces:
        """The product."""
        cuts = _sorted({*self.cuts, *other.cuts}, self.sizes)
        parts = tuple(_product(self.part_at(c), other.part_at(c)) for c in (None, *cuts))
        return Pieces(cuts, parts, self.sizes)

    def above(self) -> Pieces:
        """The integral over all larger numbers; the last part decays."""
        roots = [_root(part) for part in self.parts]
        result, total = [], arb(0)
        for k in reversed(range(len(roots))):
            end = total if k == len(self.cuts) else total + _at(roots[k], self._value(k))
            result.append(_sum({(0, Fraction(0)): end}, {key: -c for key, c in roots[k].items()}))
            if k:
                total = end - _at(roots[k], self._value(k - 1))
        return Pieces(self.cuts, tuple(reversed(result)), self.sizes)

    def mass(self) -> arb:
        """The integral over the line; the first part and the last one decay."""
        return self.above().parts[0].get((0, Fraction(0)), arb(0))

    def seen_from(self, name: tuple[int, ...], times: int) -> Pieces:
        """The function y -> f(y + times * shift)."""
        move = times * self.sizes[name]
        cuts = tuple(cut.moved(name, -times) for cut in self.cuts)
        return Pieces(cuts, tuple(_shifted(part, move) for part in self.parts), self.sizes)

    def _value(self, cut: int) -> arb:
        return self.cuts[cut].value(self.sizes)


def laplace_density(
    rate: Fraction, centre: Fraction, sizes: Mapping[tuple[int, ...], arb]
) -> Pieces:
    """The density of centre + Lap(1/rate)."""
    up, down = _exponentials(rate, centre)
    left, right = {(0, rate): ball(rate) / 2 * up}, {(0, -rate): ball(rate) / 2 * down}
    return Pieces((Place(centre),), (left, right), sizes)


def laplace_survival(
    rate: Fraction, centre: Fraction, sizes: Mapping[tuple[int, ...], arb]
) -> Pieces:
    """The probability that centre + Lap(1/rate) is at least x.

    >>> round(float(laplace_density(Fraction(2), Fraction(1), {}).mass().mid()), 12)
    1.0
    """
    return laplace_density(rate, centre, sizes).above()


def _exponentials(rate: Fraction, centre: Fraction) -> tuple[arb, arb]:
    power = ball(rate * centre)
    return (-power).exp(), power.exp()


def _order(a: Place, b: Place, sizes: Mapping[tuple[int, ...], arb]) -> int:
    if a == b:
        return 0
    gap = a.value(sizes) - b.value(sizes)
    need(gap != 0, "Two cuts are too close")
    return 1 if gap > 0 else -1


def _sorted(cuts: set[Place], sizes: Mapping[tuple[int, ...], arb]) -> tuple[Place, ...]:
    def order(a: Place, b: Place) -> int:
        return _order(a, b, sizes)

    return tuple(sorted(cuts, key=cmp_to_key(order)))


def _product(first: Terms, second: Terms) -> Terms:
    results: Terms = {}
    for (k, r), c in first.items():
        for (m, s), d in second.items():
            key = (k + m, r + s)
            results[key] = results.get(key, arb(0)) + c * d
    return results


def _sum(first: Terms, second: Terms) -> Terms:
    return {key: first.get(key, arb(0)) + second.get(key, arb(0)) for key in {**first, **second}}


def _root(part: Terms) -> Terms:
    """An antiderivative, 0 at the ends where the part decays."""
    results: Terms = {}
    for (k, r), c in part.items():
        if r == 0:
            results[k + 1, r] = results.get((k + 1, r), arb(0)) + c / (k + 1)
            continue
        for j in range(k, -1, -1):  # by parts: x^k/r, -k x^(k-1)/r^2, ...
            c = c / ball(r)
            results[j, r] = results.get((j, r), arb(0)) + c
            c = -c * j
    return results


def _at(part: Terms, x: arb) -> arb:
    return sum((c * x**k * (ball(r) * x).exp() for (k, r), c in part.items()), arb(0))


def _shifted(part: Terms, move: arb) -> Terms:
    """x -> x + move."""
    results: Terms = {}
    for (k, r), c in part.items():
        for j in range(k + 1):
            more = c * (ball(r) * move).exp() * comb(k, j) * move ** (k - j)
            results[j, r] = results.get((j, r), arb(0)) + more
    return results
