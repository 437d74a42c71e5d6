"""Terms as quotients of polynomials in generators: variables, pi, roots, logarithms, exponentials.

Logarithms of products become sums, exponentials of sums products, roots of products products of
roots, as far as signs are seen on the region. What is computed here is proved in Coq afterwards.
"""

from __future__ import annotations
from fractions import Fraction
from math import gcd, lcm, prod
from typing import Any, NamedTuple
from flint import Ordering, fmpq, fmpq_mpoly_ctx, fmpz
from banditproof.theory.prover.kernel.terms import Term, add, made, mul, nodes, num, power, rebuilt
from .bounds import Context, Undefined
from .spelling import NoExport

PLACES = 40
RING = fmpq_mpoly_ctx.get([f"z{i}" for i in range(PLACES)], Ordering.lex)
GENERATORS = RING.gens()[::-1]
SIZE = 2000
MOST_POWER = 200
"""An exponential of a larger multiple is an unknown by itself."""


class Quotient(NamedTuple):
    """A quotient of polynomials."""

    top: Any
    below: Any


class Piece(NamedTuple):
    """A factor that is > 0 on the region, as a term, and its exponent."""

    base: Term
    times: int


def _content(p: Any) -> fmpq:
    """The number by which a polynomial has to be divided to have whole coefficients."""
    rows = [Fraction(int(c.p), int(c.q)) for c in p.coeffs()]
    top, below = gcd(*(c.numerator for c in rows)), lcm(*(c.denominator for c in rows))
    return fmpq(top if p.leading_coefficient() > 0 else -top, below)


def _whole_root(number: fmpq, order: int) -> fmpq:
    """The largest rational number whose power of an order is a factor of a number."""
    sides = []
    for whole in (abs(int(number.p)), int(number.q)):
        primes = fmpz(whole).factor() if whole > 1 else []
        sides.append(prod(int(q) ** (int(k) // order) for q, k in primes))
    return fmpq(*sides)


class NormalForms:
    """The normal forms of some terms on the region of a context."""

    def __init__(self, context: Context, terms: list[Term]) -> None:
        self.context = context
        self.fine: dict[Term, int] = {}
        for _ in range(2):
            # The first round finds how finely each exponent is divided, the second one uses it.
            self.generators: list[Term] = []
            self.relations: dict[int, tuple[int, Any]] = {}
            self.known: dict[Term, Quotient] = {}
            self.factored: dict[Term, tuple[int, list[Piece]]] = {}
            self.exponents: dict[Term, list[tuple[Term, int]]] = {}
            for node in dict.fromkeys(n for term in terms for n in nodes(term)):
                self.value(node)

    def generator(self, term: Term) -> Quotient:
        """A term as an unknown of the polynomials."""
        if term not in self.generators:
            if len(self.generators) == PLACES:
                raise NoExport("There are too many functions to compare.")
            self.generators.append(term)
        return Quotient(GENERATORS[self.generators.index(term)], RING.constant(1))

    def root_of(self, base: Term, order: int) -> Quotient:
        """A root as an unknown with a relation."""
        result = self.generator(power(base, Fraction(1, order)))
        place = self.generators.index(power(base, Fraction(1, order)))
        inner = self.value(base)
        if inner.below == 1 and place not in self.relations:
            self.relations[place] = (order, GENERATORS[place] ** order - inner.top)
        return result

    def reduced(self, top: Any, below: Any) -> Quotient:
        """A quotient without common factors, by the relations of the roots."""
        for place in sorted(self.relations, reverse=True):
            order, relation = self.relations[place]
            for one in (top, below):
                if int(one.degrees()[-1 - place]) >= order and len(one) > SIZE:
                    raise NoExport("A polynomial is too large.")
            top = top % relation if int(top.degrees()[-1 - place]) >= order else top
            below = below % relation if int(below.degrees()[-1 - place]) >= order else below
        if below == 0 or len(top) > SIZE or len(below) > SIZE:
            raise NoExport("A quotient has no normal form.")
        common = top.gcd(below)
        if common != 1 and common != 0:
            top, below = top / common, below / common
        lead = below.leading_coefficient()
        return Quotient(top / lead, below / lead)

    def rationalised(self, a: Quotient) -> Quotient:
        """A quotient without a root of a number below: 1 / sqrt(2) is sqrt(2) / 2."""
        for place, (order, relation) in self.relations.items():
            root, exponent = GENERATORS[place], int(a.below.degrees()[-1 - place])
            number = root**order - relation
            if exponent and number.is_constant() and a.below % root**exponent == 0:
                rest = a.below / root**exponent * number
                return self.rationalised(self.reduced(a.top * root ** (order - exponent), rest))
        return a

    def argument(self, node: Term) -> Term:
        """The normal form of an argument of a function of which no more is known."""
        return self.term(self.rationalised(self.value(node)))

    def value(self, node: Term) -> Quotient:
        """The normal form of a term."""
        if node not in self.known:
            self.known[node] = self._value(node)
        return self.known[node]

    def _value(self, node: Term) -> Quotient:
        kind = node.kind
        if kind == "num":
            q = node.value
            return Quotient(RING.constant(fmpq(q.numerator, q.denominator)), RING.constant(1))
        if kind in ("var", "pi"):
            return self.generator(node)
        if kind == "add":
            total = Quotient(RING.constant(0), RING.constant(1))
            for a in map(self.value, node.args):
                both = total.top * a.below + a.top * total.below
                total = self.reduced(both, total.below * a.below)
            return total
        if kind == "mul":
            total = Quotient(RING.constant(1), RING.constant(1))
            for a in map(self.value, node.args):
                total = self.reduced(total.top * a.top, total.below * a.below)
            return total
        if kind == "pow":
            n, order = node.value.numerator, node.value.denominator
            base = node.args[0]
            a = self.value(base) if order == 1 else self.root(power(base, Fraction(1, order)))
            return self.raised(a, n)
        if kind == "log":
            return self.logarithm(node)
        if kind == "xlogx":
            a, b = self.value(node.args[0]), self.logarithm(made("log", node.args))
            return self.reduced(a.top * b.top, a.below * b.below)
        if kind == "exp":
            return self.exponential(node)
        if kind == "tanh":
            square = self.exponential(made("exp", (num(2) * node.args[0],)))
            return self.reduced(square.top - square.below, square.top + square.below)
        # Other functions are equal where their arguments are, of max and min in any order.
        args = [self.argument(a) for a in node.args]
        if kind in ("max", "min"):
            args.sort(key=lambda a: a.rank)
        return self.generator(rebuilt(kind, args))

    def raised(self, a: Quotient, n: int) -> Quotient:
        """A whole power."""
        if abs(n) * max(len(a.top), len(a.below)) > SIZE:
            raise NoExport("A power is too large.")
        top, below = (a.top, a.below) if n >= 0 else (a.below, a.top)
        return self.reduced(top ** abs(n), below ** abs(n))

    def polynomial(self, p: Any) -> Term:
        """A polynomial as a term."""
        rows = []
        for powers, c in p.to_dict().items():
            factors = [num(Fraction(int(c.p), int(c.q)))]
            for place, e in enumerate(reversed(powers)):
                if e:
                    factors.append(power(self.generators[place], int(e)))
            rows.append(mul(*factors))
        return add(*rows)

    def term(self, a: Quotient) -> Term:
        """A normal form as a term."""
        top = self.polynomial(a.top)
        if a.below == 1:
            return top
        c, factors = a.below.factor()
        results = [power(self.polynomial(f), -int(n)) for f, n in factors]
        return mul(num(1 / Fraction(int(c.p), int(c.q))), top, *results)

    def pieces(self, u: Term) -> tuple[int, list[Piece]]:
        """A sign, and factors that are > 0 on the region, whose product with it is a term."""
        a = self.value(u)
        sign, results = 1, []
        for p, direction in ((a.top, 1), (a.below, -1)):
            if p == 0:
                raise NoExport("0 has no factors.")
            content, factors = p.factor()
            for f, count in factors:
                bases, lead, negative = self.signed_factors(f)
                content *= lead ** int(count)
                sign = -sign if negative and int(count) % 2 else sign
                results += [Piece(base, direction * int(count) * n) for base, n in bases]
            sign = -sign if content < 0 else sign
            for whole, way in ((abs(int(content.p)), 1), (int(content.q), -1)):
                primes = fmpz(whole).factor() if whole > 1 else []
                results += [Piece(num(int(q)), direction * way * int(k)) for q, k in primes]
        joined: dict[Term, int] = {}
        for piece in results:
            joined[piece.base] = joined.get(piece.base, 0) + piece.times
        return sign, [Piece(base, n) for base, n in joined.items() if n]

    def signed_factors(self, f: Any) -> tuple[list[Piece], fmpq, bool]:
        """Factors that are > 0, a number, and whether the polynomial is < 0, which they make.

        They are one term, or a quotient that has the polynomial above and what is below it.
        """
        try:
            base, number, negative = self.signed(f)
            return [Piece(-base if negative else base, 1)], number, negative
        except NoExport:
            lead = _content(f)
            for node, (top, below) in list(self.known.items()):
                if below == 1 or node.kind not in ("add", "mul") or top == 0:
                    continue
                own = _content(top)
                if top / own != f / lead:
                    continue
                span = self.context.span(node)
                negative = span.negated().positive(True)
                if not negative and not span.positive(True):
                    continue
                number, results = lead / own, [Piece(-node if negative else node, 1)]
                content, factors = below.factor()
                for g, count in factors:
                    base, part, less = self.signed(g)
                    results.append(Piece(-base if less else base, int(count)))
                    number *= part ** int(count)
                    negative ^= less and int(count) % 2 == 1
                return results, number * content, negative
            raise

    def signed(self, f: Any) -> tuple[Term, fmpq, bool]:
        """A term and a number whose product is a polynomial, and whether the term is < 0.

        It is the polynomial without the number, or a term with this normal form and a sign.
        """
        lead = _content(f)
        terms = [(self.polynomial(f / lead), lead)]
        for node, (top, below) in list(self.known.items()):
            if below == 1 and node.kind in ("add", "mul") and top != 0:
                own = _content(top)
                if top / own == f / lead:
                    terms.append((node, lead / own))
        for term, number in terms:
            span = self.context.span(term)
            for negative, one in ((False, span), (True, span.negated())):
                if one.positive(True):
                    return term, number, negative
        raise NoExport("The sign of a factor is not seen.")

    def logarithm(self, node: Term) -> Quotient:
        """A logarithm as a sum."""
        u = node.args[0]
        try:
            sign, found = self.pieces(u)
        except (NoExport, Undefined):
            sign, found = -1, []
        if sign < 0:
            return self.generator(made("log", (self.term(self.value(u)),)))
        self.factored[node] = (sign, found)
        total = Quotient(RING.constant(0), RING.constant(1))
        for base, n in found:
            a = self.log_of(base)
            total = self.reduced(total.top * a.below + n * a.top * total.below,
                                 total.below * a.below)  # fmt: skip
        return total

    def log_of(self, base: Term) -> Quotient:
        """The logarithm of a factor."""
        if base.kind == "exp":
            return self.value(base.args[0])
        if base.kind == "pow" and base.value.numerator == 1:
            a = self.log_of(base.args[0]) if base.args[0].kind != "num" else self.value(
                made("log", (base.args[0],)))  # fmt: skip
            return Quotient(a.top / int(base.value.denominator), a.below)
        return self.generator(made("log", (base,)))

    def root(self, node: Term) -> Quotient:
        """A root of a product as a product of roots."""
        u, order = node.args[0], node.value.denominator
        a = self.value(u)
        if a.top == 0:
            return a
        try:
            sign, found = self.pieces(u)
        except (NoExport, Undefined):
            sign, found = -1, []
        if sign < 0:
            out = _whole_root(_content(a.top) / _content(a.below), order)
            inner = self.root_of(self.term(self.reduced(a.top / out**order, a.below)), order)
            return self.reduced(out * inner.top, inner.below)
        total, kept = Quotient(RING.constant(1), RING.constant(1)), []
        for base, n in found:
            whole, rest = n // order, n % order
            b = self.raised(self.value(base), whole)
            total = self.reduced(total.top * b.top, total.below * b.below)
            kept.append(Piece(base, whole))
            if rest:
                if base.kind == "exp":
                    half = made("exp", (num(Fraction(1, order)) * base.args[0],))
                    r = self.value(half)
                else:
                    r = self.root_of(base, order)
                r = self.raised(r, rest)
                total = self.reduced(total.top * r.top, total.below * r.below)
        return total

    def exponential(self, node: Term) -> Quotient:
        """An exponential of a sum as a product."""
        a = self.value(node.args[0])
        below = self.term(Quotient(RING.constant(1), a.below))
        total, rows = Quotient(RING.constant(1), RING.constant(1)), []
        for powers, c in a.top.to_dict().items():
            unit = self.polynomial(RING.from_dict({powers: 1})) * below
            n, fine = Fraction(int(c.p), int(c.q)), 1
            if unit.kind == "log" and n.denominator <= 2:
                base = unit.args[0]
                b = self.value(base) if n.denominator == 1 else self.root_of(base, 2)
                rows.append((base if n.denominator == 1 else power(base, Fraction(1, 2)),
                             n.numerator))  # fmt: skip
                b = self.raised(b, n.numerator)
            else:
                fine = self.fine[unit] = lcm(self.fine.get(unit, 1), n.denominator)
                large = abs(n * fine) > MOST_POWER
                small = made("exp", (num(n if large else Fraction(1, fine)) * unit,))
                rows.append((small, 1 if large else int(n * fine)))
                b = self.raised(self.generator(small), rows[-1][1])
            total = self.reduced(total.top * b.top, total.below * b.below)
        self.exponents[node] = rows
        return total
