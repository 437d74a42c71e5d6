"""Signs of rational functions and of polynomials, as sums of products that are seen to be >= 0."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod
from typing import Any
from flint import fmpq, fmpq_poly
from banditproof.theory.prover.kernel.forms import quotient
from banditproof.theory.prover.kernel.goals import Goal, Interval, Rejected
from banditproof.theory.prover.kernel.spans import span
from banditproof.theory.prover.kernel.sturm import irreducible_factors
from banditproof.theory.prover.kernel.terms import (
    ONE,
    Term,
    add,
    mul,
    num,
    power,
    read,
    stored,
    var,
)
from .nodes import SPAN, Node, may_be_rounded, not_beyond, part, sum_of

Coefficients = Mapping[tuple[int, ...], Fraction]
MOST_SPLITS = 200


def _shifted(p: Coefficients, i: int, where: Interval, degree: int) -> Coefficients:
    """The coefficients of a polynomial in powers of v - a, b - v, or both together."""
    result = dict[tuple[int, ...], Any]()
    lo, hi = _ends(where)
    if lo is not None and hi is not None:
        # v = (a (b - v) + b (v - a)) / (b - a), and 1 likewise
        width = _flint(hi - lo)
        first, other = fmpq_poly([_flint(lo), _flint(hi)]) / width, fmpq_poly([1, 1]) / width
    else:
        end, sign = (lo, 1) if lo is not None else (hi, -1)
        first, other = fmpq_poly([_flint(end or Fraction(0)), sign]), fmpq_poly([1])
    for e, c in p.items():
        row = first ** e[i] * other ** (degree - e[i]) * _flint(c)
        for j in range((degree if other.degree() else e[i]) + 1):
            place = (*e[:i], j, *e[i + 1 :])
            result[place] = result.get(place, 0) + row[j]
    return {e: Fraction(int(c.p), int(c.q)) for e, c in result.items() if c}


def _ends(where: Interval) -> tuple[Fraction | None, Fraction | None]:
    """The ends; a single point counts as the beginning of a half-line."""
    return where.lo, None if where.hi == where.lo else where.hi


def _basis(name: str, where: Interval, j: int, degree: int) -> Term:
    v, (lo, hi) = var(name), _ends(where)
    if lo is None:
        return power(num(hi or 0) - v, j)
    low = power(v - num(lo), j)
    return low if hi is None else low * power(num(hi) - v, degree - j)


def _apart(
    p: Coefficients, names: list[str], goal: Goal, degrees: list[int], chosen: tuple[int, ...]
) -> list[tuple[Fraction, Term]]:
    """A polynomial as numbers times products, of which some are free of the chosen variables.

    The products of full degree in these, with binomial weights, sum to a number.
    """
    where, rest = [goal.where(name) for name in names], dict(p)
    result = list[tuple[Fraction, Term]]()
    others = {tuple(0 if i in chosen else n for i, n in enumerate(e)) for e in p}
    for kept in sorted(others) if chosen else ():
        ranges = (range(n + 1) if i in chosen else (kept[i],) for i, n in enumerate(degrees))
        # The sum over e of binomial(d, e) (v - a)^e (b - v)^(d - e) is (b - a)^d: the least
        # quotient of a coefficient and its weight, times 1, may be taken out.
        weights = {
            e: prod(comb(degrees[i], e[i]) / _width(where[i]) ** degrees[i] for i in chosen)
            for e in product(*ranges)
        }
        least = min(p.get(e, Fraction(0)) / weight for e, weight in weights.items())
        for e, weight in weights.items():
            rest[e] = rest.get(e, Fraction(0)) - least * weight
        free = [i for i in range(len(names)) if i not in chosen]
        basis = (_basis(names[i], where[i], kept[i], degrees[i]) for i in free)
        result.append((least, mul(*basis)))
    for e, c in rest.items():
        basis = (_basis(*item) for item in zip(names, where, e, degrees, strict=True))
        result.append((abs(c), mul(num(-1 if c < 0 else 1), *basis)))
    return [item for item in result if item[0]]


def _width(where: Interval) -> Fraction:
    lo, hi = _ends(where)
    return Fraction(1) if lo is None or hi is None else hi - lo


def _summed(
    p: Coefficients, names: list[str], goal: Goal, degrees: list[int], strict: bool
) -> tuple[Term, dict[str, Any]]:
    """A polynomial as a sum of products that are seen to be >= 0 (> 0 once, if strict)."""
    helps = _distances(names, goal)
    known = {read(item["term"]): item["strict"] for item in helps}
    shown = {"by": "span", "defined": helps}
    finite = [i for i, name in enumerate(names) if None not in _ends(goal.where(name))]
    for count in range(len(finite) + 1):
        for chosen in combinations(finite, count):
            results = [
                (c, term, span(term, goal.box, known).positive(True))
                for c, term in _apart(p, names, goal, degrees, chosen)
            ]
            # Each of the products may be 0 at an end; only one that is free of such a variable is >
            # 0 there.
            if not strict or any(positive for *_, positive in results):
                parts = (part(num(c), term, shown, positive) for c, term, positive in results)
                return add(*(num(c) * term for c, term, _ in results)), sum_of(*parts)
    raise Rejected("The sum is not seen to be positive.")


def bernstein(goal: Goal) -> dict[str, Any]:
    """A quotient of polynomials whose coefficients are >= 0 in powers of v - a and b - v."""
    names = [name for name, _ in goal.region if name in goal.term.variables]
    top, below = quotient(goal.term, names)
    if not top:
        return sum_of()
    degrees = [max(e[i] for e in (*top, *below)) for i in range(len(names))]
    own = [max(e[i] for e in below) for i in range(len(names))]
    above = _moved(top, names, goal, degrees)
    for least in (own, degrees):
        under = _moved(below, names, goal, least)
        sign = -1 if all(c < 0 for c in under.values()) else 1
        signed = [{e: sign * c for e, c in item.items()} for item in (above, under)]
        fine = all(c > 0 or _gone(e, names, goal) for item in signed for e, c in item.items())
        if fine:
            over, proof = _summed(signed[1], names, goal, least, True)
            term, shown = _summed(signed[0], names, goal, degrees, goal.strict)
            helps = [{"term": stored(over), "strict": True, "proof": proof}]
            result = part(power(over, -1), term, shown, goal.strict)
            return sum_of({**result, "positive": {"by": "span", "defined": helps}})
    raise Rejected("A Bernstein coefficient is negative.")


def _moved(p: Coefficients, names: list[str], goal: Goal, degrees: list[int]) -> Coefficients:
    """The coefficients in powers of the distances from the ends."""
    for i, name in enumerate(names):
        p = _shifted(p, i, goal.where(name), degrees[i])
    return p


def _gone(e: tuple[int, ...], names: list[str], goal: Goal) -> bool:
    """Whether a product is 0, since a variable is a number."""
    where = [goal.where(name) for name in names]
    return any(n and w.lo == w.hi and w.lo is not None for n, w in zip(e, where, strict=True))


def _distances(names: list[str], goal: Goal) -> list[dict[str, Any]]:
    """The distances from the ends, which ranges with rounded ends may not show to be >= 0."""
    results = []
    for name in names:
        where = goal.where(name)
        for high, end in enumerate((where.lo, where.hi)):
            if end is not None and may_be_rounded(end):
                away = num(end) - var(name) if high else var(name) - num(end)
                strict = not where.takes(bool(high))
                proof = not_beyond(name, end, bool(high), strict)
                results.append({"term": stored(away), "strict": strict, "proof": proof})
    return results


def sturm(goal: Goal, proof: Node) -> dict[str, Any]:
    """A polynomial as squares times factors that are 0 at ends, times one that is > 0."""
    (name,) = goal.term.variables
    where, v, at = goal.where(name), var(name), Fraction(proof["at"])
    top, below = quotient(goal.term, [name])
    weight, left = ONE, fmpq_poly([1])
    lead = max(top)
    scale = top[lead] / next(iter(below.values()))
    for factor, count in irreducible_factors(top):
        factor = factor / factor[factor.degree()]
        root = -factor[0] if factor.degree() == 1 else None
        ends = [
            end for end in where[:2] if end is not None and root is not None and root == _flint(end)
        ]
        if ends:
            high = ends[0] == where.hi
            scale *= (-1) ** count if high else 1
            weight = weight * power(num(ends[0]) - v if high else v - num(ends[0]), count)
        else:
            even = 0 if goal.strict else count - count % 2
            square = power(_term(factor, v), even) if even else ONE
            weight, left = weight * square, left * factor ** (count - even)
    left = left * _flint(scale)
    return sum_of(
        part(weight, _term(left, v), _positive(left, name, where, at, goal.strict), goal.strict)
    )


def _flint(value: Fraction) -> Any:
    return fmpq(value.numerator, value.denominator)


def _term(p: fmpq_poly, v: Term) -> Term:
    return add(*(num(Fraction(int(c.p), int(c.q))) * power(v, n) for n, c in enumerate(p.coeffs())))


def _positive(
    p: fmpq_poly,
    name: str,
    where: Interval,
    at: Fraction | None,
    strict: bool,
    splits: list[int] | None = None,
) -> dict[str, Any]:
    """A polynomial without roots in an interval, which is split until its coefficients show it."""
    goal = Goal(_term(p, var(name)), strict, ((name, where),), (), False)
    lo, hi, *_ = where
    # By Bernstein's theorem halving ends if the polynomial is > 0 on the closed interval: this is
    # why the factors that are 0 at ends were taken out before.
    if lo is not None or hi is not None:
        try:
            return bernstein(goal) if p.degree() > 0 else SPAN
        except Rejected:
            splits = [MOST_SPLITS] if splits is None else splits
            if splits[0] <= 0:
                raise
            splits[0] -= 1
    if at is None:
        far = 2 * max(abs(lo or Fraction(0)), abs(hi or Fraction(0)), Fraction(1))
        at = (lo + hi) / 2 if lo is not None and hi is not None else far if hi is None else -far
    low, high = where._replace(hi=at, hi_open=False), where._replace(lo=at, lo_open=True)
    return {
        "by": "split",
        "on": name,
        "at": str(at),
        "low": _positive(p, name, low, None, strict, splits),
        "high": _positive(p, name, high, None, strict, splits),
    }
