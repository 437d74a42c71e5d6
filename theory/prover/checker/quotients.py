"""Equal terms: as quotients of polynomials in variables, pi, logarithms, exponentials and roots.

Where a term is defined, its value times the lower polynomial is the upper one, and the lower one is
not 0. (A logarithm of a factor that is 0 may get any value: x log x has it times 0.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx, fmpz

from .book import Book, Refused, need, raised

PLACES = 40
RING = fmpq_mpoly_ctx.get([f"z{i}" for i in range(PLACES)], Ordering.degrevlex)
GENERATORS = RING.gens()
UNIT = RING.constant(1)
Form = tuple[Any, Any]


class Finer(Exception):
    """Exponentials of smaller fractions are needed."""


def power(p: Any, n: int) -> Any:
    """A power of a polynomial, unless it is too large."""
    many = len(p) > 1 and (n > 500 or comb(len(p) + n - 1, n) > 50_000)
    need(not many and n * max((0, *p.degrees())) <= 2000, "An expansion is too large.")
    for c in p.coeffs() if len(p) == 1 else ():
        raised(Fraction(int(c.p), int(c.q)), n)
    return p**n


def number(value: Fraction | int) -> Form:
    """The form of a number."""
    return RING.constant(fmpq(*value.as_integer_ratio())), UNIT


def reduced(p: Any, q: Any) -> Form:
    """The quotient in lowest terms."""
    need(not q.is_zero(), "A term divides by 0.")
    large = any(len(f) > 2000 or max((0, *f.degrees())) > 2000 for f in (p, q))
    need(not large, "A polynomial is too large.")
    common = p.gcd(q)
    lead = (q / common).leading_coefficient()
    return p / common / lead, q / common / lead


def plus(a: Form, b: Form) -> Form:
    """The sum of two forms."""
    return reduced(a[0] * b[1] + b[0] * a[1], a[1] * b[1])


def times(a: Form, b: Form) -> Form:
    """The product of two forms."""
    need(len(a[0]) * len(b[0]) <= 500_000, "A product is too large.")
    return reduced(a[0] * b[0], a[1] * b[1])


def whole(a: Form, n: int) -> Form:
    """A whole power of a form."""
    p, q = a if n >= 0 else reduced(a[1], a[0])
    return power(p, abs(n)), power(q, abs(n))


def pieces(a: Form) -> Iterator[tuple[Any, int]]:
    """-1, the primes and the irreducible polynomials whose powers make up a form that is not 0."""
    need(not a[0].is_zero(), "0 has no logarithm.")
    for p, sign in zip(a, (1, -1), strict=True):
        need(len(p) <= 300 and sum(p.degrees()) <= 300, "A polynomial is too large to factor.")
        content, factors = p.factor()
        for f, n in factors:
            content *= f.leading_coefficient() ** int(n)
            yield f / f.leading_coefficient(), sign * int(n)
        if content < 0:
            yield -1, 1
        for n, direction in ((abs(int(content.p)), sign), (int(content.q), -sign)):
            for prime, k in fmpz(n).factor() if n < 1 << 64 else [(n, 1)]:
                yield int(prime), direction * int(k)


class Quotients:
    """Forms of the terms of a book; exponentials are powers of exp(monomial / fine)."""

    def __init__(self, book: Book, fine: int = 1) -> None:
        self.book, self.fine = book, fine
        self.places: dict[Any, int] = {}
        self.meaning: dict[str, tuple[Any, ...]] = {}
        self.equations: list[tuple[dict[int, int], Form]] = []
        self.done: dict[int, Form] = {}

    def generator(self, key: Any, *meaning: Any) -> tuple[Form, int, bool]:
        """The generator of a key, its place, and whether it is new."""
        fresh, place = key not in self.places, self.places.setdefault(key, len(self.places))
        need(place < PLACES, "There are too many functions to compare.")
        self.meaning.setdefault(str(GENERATORS[place]), meaning)
        return (GENERATORS[place], UNIT), place, fresh

    def of(self, t: int) -> Form:
        """The form of a term; powers of roots are lowered."""
        if t not in self.done:
            form = self.plain(*self.book.rows[t])
            for powers, value in reversed(self.equations):
                p, q = (self.lowered(part, powers, value) for part in form)
                form = times(p, whole(q, -1))
            self.done[t] = form
        return self.done[t]

    def plain(self, kind: str, *rest: Any) -> Form:
        """The form of a line."""
        if kind in ("num", "var", "pi"):
            return number(rest[0]) if kind == "num" else self.generator((kind, *rest), kind)[0]
        if kind in ("sum", "prod"):
            total = number(rest[0] if kind == "sum" else 1)
            for u, k in (part for part in rest[-1] if part[1]):
                a, scaled = self.of(u), kind == "sum"
                total = plus(total, times(number(k), a)) if scaled else times(total, whole(a, k))
            return total
        a = self.of(rest[0])
        if kind == "pow":
            n = rest[1]
            return whole(a if n.denominator == 1 else self.root(a, n.denominator), n.numerator)
        if kind == "log":
            return self.log(a)
        if kind == "xlogx":
            return a if a[0].is_zero() else times(a, self.log(a))
        if kind == "exp":
            return self.exp(a)
        if kind == "tanh":
            square = whole(self.exp(a), 2)
            return times(plus(square, number(-1)), whole(plus(square, number(1)), -1))
        keys = [str(self.of(u)) for u in rest]
        keys = sorted(keys) if kind in ("max", "min") else keys
        found, place, fresh = self.generator((kind, *keys))
        if kind == "lambertw" and fresh:  # w exp(w) is the argument
            self.equations.append(({self.unit(found)[1]: self.fine, place: 1}, a))
        return found

    def log(self, a: Form) -> Form:
        """The sum of the log|f| of the pieces f."""
        total = number(0)
        for f, n in pieces(a):
            kind, *means = self.meaning.get(str(f)) or ("",)
            if kind == "root":
                one = times(number(Fraction(1, means[0])), self.log(means[1]))
            else:
                one = means[0] if kind == "exp" else self.generator(("log", str(f)))[0]
            total = plus(total, times(number(n if f != -1 else 0), one))
        return total

    def unit(self, monomial: Form) -> tuple[Form, int, bool]:
        """The generator exp(monomial / fine)."""
        inside = times(monomial, number(Fraction(1, self.fine)))
        return self.generator(("exp", str(inside)), "exp", inside)

    def exp(self, a: Form) -> Form:
        """The product of the exponentials of the monomials; a quotient stays whole."""
        total = number(1)
        if not a[1].is_constant():
            return self.generator(("exp", str(a)), "exp", a)[0]
        for place, c in a[0].to_dict().items():
            n = Fraction(int(c.p), int(c.q)) * self.fine
            if 1 < n.denominator <= 64 // self.fine:
                raise Finer(self.fine * n.denominator)
            if n.denominator > 1:  # an exponential by itself
                inside = (RING.from_dict({place: c}), UNIT)
                total = times(total, self.generator(("exp", str(inside)), "exp", inside)[0])
                continue
            one = self.unit((RING.from_dict({place: fmpq(1)}), UNIT))[0]
            total = times(total, whole(one, int(n)))
        return total

    def root(self, a: Form, order: int) -> Form:
        """A root: a generator, beside those of primes and pi, which are positive."""
        total, rest = number(1), number(1)
        for f, n in pieces(a) if not a[0].is_zero() else ():
            prime = isinstance(f, int)
            one = number(f) if prime else (f, UNIT)
            if f != -1 if prime else self.meaning.get(str(f)) == ("pi",):
                total = times(total, whole(self.simple(one, order), n))
            else:
                rest = times(rest, whole(one, n))
        return a if a[0].is_zero() else times(total, self.simple(rest, order))

    def simple(self, a: Form, order: int) -> Form:
        """One generator for a root, with its equation."""
        if a == number(1):
            return a
        found, place, fresh = self.generator(("root", order, str(a)), "root", order, a)
        self.equations += [({place: order}, a)] if fresh else []
        return found

    def lowered(self, p: Any, powers: dict[int, int], value: Form) -> Form:
        """A polynomial with a monomial replaced by what it equals."""
        total = number(0)
        for place, c in p.to_dict().items():
            n = min(int(place[i]) // k for i, k in powers.items())
            left = tuple(e - n * powers.get(i, 0) for i, e in enumerate(place))
            total = plus(total, times((RING.from_dict({left: c}), UNIT), whole(value, n)))
        return total


def form(book: Book, term: int, names: Sequence[str] = ()) -> tuple[Form, int]:
    """The form of a term, these variables first, and the number of generators."""
    fine = 1
    while True:
        forms = Quotients(book, fine)
        try:
            for name in names:
                forms.of(book.line("var", name))
            return forms.of(term), len(forms.places)
        except Finer as more:
            (fine,) = more.args


def equal(book: Book, a: int, b: int) -> bool:
    """Whether two terms are proved to be equal wherever both are defined."""
    try:
        return bool(form(book, book.minus(a, b))[0][0].is_zero())
    except (Refused, ArithmeticError):
        return False


def polynomials(book: Book, term: int, names: Sequence[str]) -> Form:
    """Numerator and denominator of a rational function of these variables."""
    found, generators = form(book, term, names)
    need(generators == len(names), "That is no rational function of the variables.")
    return found
