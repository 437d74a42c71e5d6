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


def short(p: Any) -> Any:
    """A polynomial, unless it is too large to go on with."""
    need(len(p) <= 2000 and max((0, *p.degrees())) <= 2000, "A polynomial is too large.")
    return p


def power(p: Any, n: int) -> Any:
    """A power of a polynomial, unless it is too large."""
    many = len(p) > 1 and (n > 500 or comb(len(p) + n - 1, n) > 50_000)
    need(not many and n * max((0, *p.degrees())) <= 2000, "An expansion is too large.")
    for c in p.coeffs() if len(p) == 1 else ():
        raised(Fraction(int(c.p), int(c.q)), n)
    return p**n


def number(value: Fraction | int) -> Form:
    """The form of a number."""
    q = Fraction(value)
    return RING.constant(fmpq(q.numerator, q.denominator)), UNIT


def reduced(p: Any, q: Any) -> Form:
    """The quotient in lowest terms."""
    need(not q.is_zero(), "A term divides by 0.")
    common = short(p).gcd(short(q))
    p, q = p / common, q / common
    return p / q.leading_coefficient(), q / q.leading_coefficient()


def plus(a: Form, b: Form) -> Form:
    """The sum of two forms."""
    return (
        (a[0] + b[0], UNIT)
        if a[1] == b[1] == 1
        else reduced(a[0] * b[1] + b[0] * a[1], a[1] * b[1])
    )


def times(a: Form, b: Form) -> Form:
    """The product of two forms."""
    need(len(a[0]) * len(b[0]) <= 500_000, "A product is too large.")
    return reduced(a[0] * b[0], a[1] * b[1])


def whole(a: Form, n: int) -> Form:
    """A whole power of a form."""
    a = a if n >= 0 else reduced(a[1], a[0])
    return power(a[0], abs(n)), power(a[1], abs(n))


def pieces(a: Form) -> Iterator[tuple[Any, int]]:
    """-1, the primes and the irreducible polynomials whose powers make up a form that is not 0."""
    need(not a[0].is_zero(), "0 has no logarithm.")
    for p, direction in zip(a, (1, -1), strict=True):
        need(len(p) <= 300 and sum(p.degrees()) <= 300, "A polynomial is too large to factor.")
        content, factors = p.factor()
        for f, n in factors:
            content *= f.leading_coefficient() ** int(n)
            yield f / f.leading_coefficient(), direction * int(n)
        if content < 0:
            yield -1, 1
        for n, sign in ((abs(int(content.p)), direction), (int(content.q), -direction)):
            split = fmpz(n).factor() if n < 1 << 64 else [(n, 1)]
            for prime, k in split:
                yield int(prime), sign * int(k)


class Quotients:
    """Forms of the terms of a book; exponentials are powers of exp(monomial / fine)."""

    def __init__(self, book: Book, fine: int = 1) -> None:
        self.book, self.fine = book, fine
        self.places: dict[Any, int] = {}
        self.meaning: dict[str, tuple[Any, ...]] = {}
        self.equations: list[tuple[dict[int, int], Form]] = []
        self.done: dict[int, Form] = {}

    def generator(self, key: Any, *meaning: Any) -> tuple[Form, bool]:
        """The generator of a key, and whether it is new."""
        fresh = key not in self.places
        if fresh:
            need(len(self.places) < PLACES, "There are too many functions to compare.")
            self.places[key] = len(self.places)
            self.meaning[str(GENERATORS[self.places[key]])] = meaning
        return (GENERATORS[self.places[key]], UNIT), fresh

    def of(self, t: int) -> Form:
        """The form of a term."""
        if t not in self.done:
            found = self.plain(t)
            for powers, value in reversed(self.equations):
                found = self.lowered(found, powers, value)
            self.done[t] = found
        return self.done[t]

    def plain(self, t: int) -> Form:
        """The form before powers of roots are lowered."""
        kind, *rest = self.book.rows[t]
        if kind in ("num", "var", "pi"):
            return number(rest[0]) if kind == "num" else self.generator((kind, *rest), kind)[0]
        if kind in ("sum", "prod"):
            found = number(rest[0] if kind == "sum" else 1)
            for u, k in (part for part in rest[-1] if part[1]):
                a = self.of(u)
                found = (
                    times(found, whole(a, k))
                    if kind == "prod"
                    else plus(found, times(number(k), a))
                )
            return found
        a = self.of(rest[0])
        if kind == "pow":
            n = rest[1]
            return whole(a if n.denominator == 1 else self.root(a, n.denominator), n.numerator)
        if kind in ("log", "xlogx"):
            zero = kind == "xlogx" and a[0].is_zero()
            return a if zero else times(a if kind == "xlogx" else number(1), self.log(a))
        if kind == "exp":
            return self.exp(a)
        if kind == "tanh":
            square = whole(self.exp(a), 2)
            return times(plus(square, number(-1)), whole(plus(square, number(1)), -1))
        keys = [str(self.of(u)) for u in rest]
        found, fresh = self.generator((kind, *(sorted(keys) if kind in ("max", "min") else keys)))
        if kind == "lambertw" and fresh:  # w exp(w) is the argument
            e = self.unit(found[0])[0]
            self.equations.append(
                ({GENERATORS.index(e): self.fine, GENERATORS.index(found[0]): 1}, a)
            )
        return found

    def log(self, a: Form) -> Form:
        """The sum of the log|f| of the pieces f."""
        total = number(0)
        for f, n in pieces(a):
            meaning = self.meaning.get(str(f), ("",))
            if meaning[0] == "exp":
                one = meaning[1]
            elif meaning[0] == "root":
                one = times(number(Fraction(1, meaning[1])), self.log(meaning[2]))
            else:
                one = number(0) if f == -1 else self.generator(("log", str(f)), "log")[0]
            total = plus(total, times(number(n), one))
        return total

    def unit(self, monomial: Any) -> Form:
        """exp(monomial / fine)."""
        inside = (monomial / self.fine, UNIT)
        return self.generator(("exp", str(inside)), "exp", inside)[0]

    def exp(self, a: Form) -> Form:
        """The product of the exponentials of the monomials; a quotient stays whole."""
        if not a[1].is_constant():
            return self.generator(("exp", str(a)), "exp", a)[0]
        total = number(1)
        for place, c in a[0].to_dict().items():
            n = Fraction(int(c.p), int(c.q)) * self.fine
            if n.denominator > 1 and self.fine * n.denominator <= 64:
                raise Finer(self.fine * n.denominator)
            if n.denominator > 1 or abs(n) > 500:
                inside = (RING.from_dict({place: c}), UNIT)
                one = self.generator(("exp", str(inside)), "exp", inside)[0]
            else:
                one = whole(self.unit(RING.from_dict({place: fmpq(1)})), int(n))
            total = times(total, one)
        return total

    def root(self, a: Form, order: int) -> Form:
        """A root: a generator, beside those of primes and pi, which are positive."""
        if a[0].is_zero():
            return a
        total, rest = number(1), number(1)
        for f, n in pieces(a):
            one = number(f) if isinstance(f, int) else (f, UNIT)
            positive = f != -1 if isinstance(f, int) else self.meaning.get(str(f)) == ("pi",)
            if positive:
                total = times(total, whole(self.simple(one, order), n))
            else:
                rest = times(rest, whole(one, n))
        return times(total, self.simple(rest, order))

    def simple(self, a: Form, order: int) -> Form:
        """One generator for a root, with its equation."""
        if a == number(1):
            return a
        found, fresh = self.generator(("root", order, str(a)), "root", order, a)
        if fresh:
            self.equations.append(({GENERATORS.index(found[0]): order}, a))
        return found

    def lowered(self, a: Form, powers: dict[int, int], value: Form) -> Form:
        """The form with a monomial replaced by what it equals."""
        found = []
        for p in a:
            total = number(0)
            for place, c in p.to_dict().items():
                n = min(int(place[i]) // k for i, k in powers.items())
                left = tuple(e - n * powers.get(i, 0) for i, e in enumerate(place))
                total = plus(total, times((RING.from_dict({left: c}), UNIT), whole(value, n)))
            found.append(total)
        return times(found[0], whole(found[1], -1))


def form(book: Book, term: int, names: Sequence[str] = ()) -> tuple[Form, int]:
    """The form of a term, these variables first, and the number of generators."""
    fine = 1
    while True:
        try:
            forms = Quotients(book, fine)
            for name in names:
                forms.of(book.line("var", name))
            return forms.of(term), len(forms.places)
        except Finer as more:
            (fine,) = more.args


def vanishes_identically(book: Book, term: int) -> bool:
    """Whether a term is proved to be 0 wherever it is defined."""
    try:
        return bool(form(book, term)[0][0].is_zero())
    except (Refused, ArithmeticError):
        return False


def polynomials(book: Book, term: int, names: Sequence[str]) -> list[dict[tuple[int, ...], fmpq]]:
    """Numerator and denominator of a rational function of these variables, by exponents."""
    found, generators = form(book, term, names)
    need(generators == len(names), "That is no rational function of the variables.")
    return [{tuple(map(int, e[: len(names)])): c for e, c in p.to_dict().items()} for p in found]
