"""Simple numbers close to a number: few digits, small denominators, closed forms."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from flint import arb, fmpq
from banditproof.theory.balls import midpoint
from banditproof.theory.prover.kernel.terms import PI, Term, made, mul, num, power

TENTH = Fraction(1, 10)


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of the least denominator in a closed interval.

    >>> print(simplest_between(Fraction(3, 10), Fraction(4, 10)))
    1/3
    """
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest_between(-high, -low)
    a, b = low.numerator, low.denominator
    c, d = high.numerator, high.denominator
    terms: list[int] = []
    while True:
        whole, rest = divmod(a, b)
        if rest == 0 or (whole + 1) * d <= c:
            top, below = (whole, 1) if rest == 0 else (whole + 1, 1)
            for term in reversed(terms):
                top, below = term * top + below, top
            return Fraction(top, below)
        terms.append(whole)
        a, b, c, d = d, c - whole * d, b, rest


def power_of_ten(size: Fraction) -> Fraction:
    """The least power of ten that is at least a positive number."""
    digits = len(str(size.numerator)) - len(str(size.denominator))
    result = Fraction(10) ** (digits - 1)
    while result < size:
        result *= 10
    return result


def simpler(value: Fraction, anchors: tuple[Fraction, ...]) -> Iterator[Fraction]:
    """Numbers close to one: anchors moved by a power of ten, then fractions, the simplest first."""
    for anchor in anchors:
        away = value - anchor
        if away and abs(away) < Fraction(1, 50):
            ten = power_of_ten(abs(away))
            for factor in (1, TENTH, TENTH / 10):
                yield anchor + (1 if away > 0 else -1) * ten * factor
    size = min((abs(value - anchor) for anchor in anchors if value != anchor), default=abs(value))
    size = size or Fraction(1)
    for k in range(1, 60):
        radius = size / Fraction(2) ** k if k < 24 else size / Fraction(2) ** (4 * k - 72)
        result = simplest_between(value - radius, value + radius)
        yield result
        if result == value:
            return


def recognised(x: arb) -> Iterator[Term]:
    """Closed forms that a ball of many digits may mean: roots, logarithms, multiples of pi."""
    one, size = x.mid(), abs(x.mid())
    sign = num(-1 if bool(one < 0) else 1)
    forms: list[tuple[arb, Callable[[Fraction], Term]]] = [
        (one, num),
        (size * size, lambda q: sign * power(num(q), Fraction(1, 2))),
        (one.exp(), lambda q: made("log", (num(q),))),
        (one / arb.pi(), lambda q: mul(num(q), PI)),
        (one * arb.pi(), lambda q: mul(num(q), power(PI, -1))),
        (size * size * size, lambda q: sign * power(num(q), Fraction(1, 3))),
    ]
    if bool(one > 0):
        forms.append((one.log(), lambda q: made("exp", (num(q),))))
    for value, form in forms:
        if not value.is_finite() or bool(abs(value) > 10**12):
            continue
        middle = midpoint(value)
        result = simplest_between(middle - Fraction(1, 1 << 60), middle + Fraction(1, 1 << 60))
        if result.denominator <= 1 << 20 and result:
            yield form(result)


def ball_of(value: Fraction) -> arb:
    """The ball of a rational, at the working precision."""
    return arb(fmpq(value.numerator, value.denominator))
