"""Equal terms: as polynomials in variables, pi, inverses, logarithms, exponentials and roots.

Where a term is defined, its form has its value, and the denominators are not 0. (A logarithm of a
factor that is 0 may get any value: x log x has it times 0.)
"""

from math import comb, lcm
from typing import Any
from flint import Ordering, fmpq, fmpq_mpoly_ctx, fmpz
from .terms import Book, need, raised

# Most comparisons need few generators, and are much faster in the ring of few.
RINGS = tuple(fmpq_mpoly_ctx.get([f"z{i}" for i in range(n)], Ordering.lex) for n in (8, 40))


def power(p: Any, n: int) -> Any:
    """A whole power >= 0 of a polynomial, unless it is too large."""
    many = len(p) > 1 and (n > 500 or comb(len(p) + n - 1, n) > 50_000)
    need(not many and n * max((0, *p.degrees())) <= 2000, "An expansion is too large.")
    for c in p.coeffs() if len(p) == 1 else ():
        raised(c, n)
    return p**n


def times(p: Any, q: Any) -> Any:
    """A product of polynomials, unless it is too large."""
    need(len(p) * len(q) <= 100_000, "A product is too large.")
    return p * q


class Forms:
    """The forms of the terms of a book; exponentials are powers of exp(monomial / fine)."""

    def __init__(self, book: Book, fine: int, ring: Any) -> None:
        self.book, self.fine, self.ring = book, fine, ring
        self.number = ring.constant  # a polynomial without generators
        self.equations = {name: f.equation for name, f in book.functions.items()}
        # A new generator is larger than all before it: a relation gives a power of it by others.
        self.generators = ring.gens()[::-1]
        self.kinds: list[tuple[str, Any]] = []
        self.relations: dict[int, Any] = {}
        self.done: dict[int, Any] = {}
        self.positive: list[Any] = []  # polynomials that are >= 0 wherever both terms are defined

    def generator(self, kind: str, data: Any = None) -> Any:
        """The generator of a kind; its relation, if it has one, is a polynomial that is 0."""
        if (kind, data) not in self.kinds:
            place = len(self.kinds)
            new = self.generators[place]  # an IndexError if there are no more
            self.kinds.append((kind, data))
            if kind == "inverse":
                self.relations[place] = new * data - 1
            elif kind == "root":
                self.relations[place] = new ** data[0] - data[1]
            elif (equation := self.equations.get(kind)) is not None:
                self.relations[place] = equation(self, new, data[0])
        return self.generators[self.kinds.index((kind, data))]

    def lowered(self, p: Any, clear: bool = False) -> tuple[Any, list[tuple[Any, int]]]:
        """A form by the relations; if wanted, times powers of what it divides by."""
        below = []
        # The newest first: a relation speaks of older generators, whose powers it may raise.
        for place in sorted(self.relations, reverse=True):
            (kind, data), n = self.kinds[place], int(p.degrees()[-1 - place])
            if n > 0 and clear and kind == "inverse":
                below.append((data, n))
                p = times(p, power(data, n))
            p = p % self.relations[place] if n > 0 else p
            need(len(p) <= 5000, "A polynomial is too large.")
        return p, below

    def of(self, t: int) -> Any:
        """The form of a term."""
        if t not in self.done:
            self.done[t] = self.lowered(self.plain(*self.book.rows[t]))[0]
        return self.done[t]

    def plain(self, kind: str, *rest: Any) -> Any:
        """The form of a line."""
        if kind in ("sum", "prod"):
            total = self.number(kind == "prod")
            for u, n in rest[0]:
                if kind == "prod":
                    total = self.lowered(times(total, power(self.of(u), n)))[0]
                elif n:
                    total += self.number(n) * self.of(u)
            return total
        if kind in ("var", "pi"):
            return self.generator(kind, *rest)
        args = [self.of(u) for u in (rest[:1] if kind == "pow" else rest)]
        if kind == "pow":
            root, n = self.root(args[0], int(rest[1].q)), int(rest[1].p)
            return power(root, n) if n >= 0 else self.made(self.pieces(root), n)
        if kind == "log":
            return self.log(args[0])
        if kind == "xlogx":
            return args[0] if args[0] == 0 else times(args[0], self.log(args[0]))
        if kind == "exp":
            return self.exp(args[0])
        if kind == "tanh":
            square = self.exp(2 * args[0])
            return times(square - 1, self.made(self.pieces(square + 1), -1))
        return self.generator(kind, sorted(args, key=str) if kind == "max" else args)

    def pieces(self, p: Any) -> list[tuple[Any, int]]:
        """-1, primes and irreducible polynomials whose powers make up a form that is not 0."""
        p, below = self.lowered(p, clear=True)
        need(p != 0, "0 has no inverse and no logarithm.")
        need(len(p) <= 300 and sum(p.degrees()) <= 300, "A polynomial is too large to factor.")
        content, factors = p.factor()
        results = [(f, -n) for f, n in below]
        for f, n in factors:
            lead = f.leading_coefficient()
            content *= lead ** int(n)
            results.append((f / lead, int(n)))
        results += [(-1, 1)] if content < 0 else []
        for part, sign in ((content.p, 1), (content.q, -1)):
            whole = fmpz(abs(int(part)))
            # Large numbers are not factored, for the time of it has no bound; equalities may be
            # missed.
            primes = whole.factor() if whole < 1 << 64 else [(whole, 1)]
            results += [(int(prime), sign * int(k)) for prime, k in primes]
        return results

    def meaning(self, f: Any) -> tuple[str, Any]:
        """What a polynomial stands for, if it is a generator."""
        return self.kinds[self.generators.index(f)] if f in self.generators else ("", None)

    def made(self, pieces: list[tuple[Any, int]], n: int = 1) -> Any:
        """A power of the product of pieces."""
        total = self.number(1)
        for f, k in pieces:
            kind, data = self.meaning(f)
            if isinstance(f, int):
                total *= self.number(raised(fmpq(f), k * n))
            # 1/r = r^(m-1) / a for r^m = a: no root stays in a denominator, so equal terms agree.
            elif kind == "root" and k * n < 0:  # by a power of the root, and of what is below it
                below = self.made(self.pieces(data[1]), k * n)
                total = times(total, times(below, power(f, (1 - data[0]) * k * n)))
            else:
                base = f if k * n > 0 else self.generator("inverse", f)
                total = times(total, power(base, abs(k * n)))
        return self.lowered(total)[0]

    def log(self, p: Any) -> Any:
        """The sum of the log|f| of the pieces f."""
        total = self.number(0)
        for f, n in self.pieces(p):
            kind, data = self.meaning(f)
            if kind == "root":
                total += self.number(fmpq(n, data[0])) * self.log(data[1])
            elif f != -1:
                total += self.number(n) * (data if kind == "exp" else self.generator("log", f))
        return total

    def exp(self, p: Any) -> Any:
        """The product of the exponentials of the monomials."""
        total = self.number(1)
        for place, c in p.to_dict().items():
            n = c * self.fine
            whole = n.q == 1
            least = fmpq(1, self.fine) if whole else c
            unit = self.generator("exp", self.ring.from_dict({place: least}))
            total = times(total, self.made([(unit, int(n.p) if whole else 1)]))
        return total

    def root(self, p: Any, order: int) -> Any:
        """A root; those of primes and of pi are taken out."""
        if order == 1 or p == 0:
            return p
        total, rest = self.number(1), []
        for f, n in self.pieces(p):
            # Only factors that are surely > 0 may leave the root one by one.
            pi = self.meaning(f)[0] == "pi"
            if pi or f in self.positive or (isinstance(f, int) and f > 0):
                base = self.number(f) if isinstance(f, int) else f
                total = times(total, self.made([(self.generator("root", (order, base)), n)]))
            else:
                rest.append((f, n))
        inner = self.made(rest)
        return total if inner == 1 else times(total, self.generator("root", (order, inner)))


def same(book: Book, a: int, b: int, ring: Any = RINGS[0]) -> None:
    """Two terms are equal wherever both are defined, or `Refused` is raised."""
    term, inside = book.minus(a, b), book.inside
    sums = (book.items(u) for t in inside[term] if book.rows[t][0] == "exp" for u in inside[t])
    fine = lcm(*(int(c.q) for items in sums for _, c in items))
    forms = Forms(book, fine if fine <= 64 else 1, ring)
    rows = [book.rows[t] for t in inside[term]]
    # What a root or a logarithm is of is >= 0, unless it stands in a branch that does not count.
    below = [r[1] for r in rows if r[0] == "log" or (r[0] == "pow" and r[2].q > 1)]
    try:
        if all(row[0] != "if" for row in rows):
            for t in sorted(below, key=lambda t: len(inside[t])):
                forms.positive.append(forms.of(t))
            forms.done.clear()  # roots in these were made before all that they take out was known
        left = forms.lowered(forms.of(term), clear=True)[0]
        need(left == 0, "Two terms are not seen to be equal.")
    except IndexError:
        need(ring is not RINGS[-1], "There are too many functions to compare.")
        same(book, a, b, RINGS[-1])
