"""Are two terms equal wherever both are defined? Decided by a normal form, never by points.

The form is a quotient of polynomials over Q in generators: variables, pi, log|f| of irreducible
factors f, exp of monomials, roots, and other functions of forms. Equal forms prove equality.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx, fmpz

from .terms import Term, nodes

MOST = 40
Form = tuple[Any, Any]
CONTEXT = fmpq_mpoly_ctx.get([f"g{i}" for i in range(MOST)], Ordering.lex)
UNIT = CONTEXT.constant(1)


def _constant(value: Fraction | int) -> Form:
    number = Fraction(value)
    return CONTEXT.constant(fmpq(number.numerator, number.denominator)), UNIT


def _reduced(top: Any, below: Any) -> Form:
    common = top.gcd(below)
    top, below = top / common, below / common
    return top / below.leading_coefficient(), below / below.leading_coefficient()


def _plus(a: Form, b: Form) -> Form:
    return _reduced(a[0] * b[1] + b[0] * a[1], a[1] * b[1])


def _times(a: Form, b: Form) -> Form:
    return _reduced(a[0] * b[0], a[1] * b[1])


def _power(a: Form, n: int) -> Form:
    if n < 0 and a[0].is_zero():
        raise ZeroDivisionError("The inverse of 0.")
    return _reduced(a[1] ** -n, a[0] ** -n) if n < 0 else (a[0] ** n, a[1] ** n)


class Forms:
    """The normal forms of some terms, in common generators."""

    def __init__(self, *terms: Term) -> None:
        exponents = [e for t in terms for e in nodes(t) if e.kind in ("exp", "tanh")]
        values = [n.value for e in exponents for n in nodes(e) if isinstance(n.value, Fraction)]
        found = lcm(*(value.denominator for value in values))
        self.fineness = found if found <= 64 else 1
        """Exponentials are powers of exp(monomial / fineness)."""
        self.known: dict[Any, Any] = {}
        self.meaning: dict[str, tuple[Any, Any]] = {}
        self.roots: list[tuple[Any, int, Form]] = []
        self.forms: dict[Term, Form] = {}

    def generator(self, *key: Any, means: Any = None) -> Form:
        """The generator of a key, a new one if it has none."""
        if key not in self.known:
            if len(self.known) == MOST:
                raise ArithmeticError(f"A comparison needs more than {MOST} generators.")
            self.known[key] = CONTEXT.gens()[len(self.known)]
            self.meaning[str(self.known[key])] = (key, means)
        return self.known[key], UNIT

    def of(self, term: Term) -> Form:
        """The normal form of a term."""
        if term not in self.forms:
            form = self._of(term, [self.of(a) for a in term.args])
            for generator, order, radicand in reversed(self.roots):
                form = _lowered(form, generator, order, radicand)
            self.forms[term] = form
        return self.forms[term]

    def _of(self, term: Term, args: list[Form]) -> Form:
        kind = term.kind
        if kind in ("add", "mul"):
            total = args[0]
            for a in args[1:]:
                total = _plus(total, a) if kind == "add" else _times(total, a)
            return total
        if kind in ("num", "var", "pi"):
            return _constant(term.value) if kind == "num" else self.generator(kind, term.value)
        a = args[0]
        if kind == "pow":
            root = a if term.value.denominator == 1 else self._root(a, term.value.denominator)
            return _power(root, term.value.numerator)
        if kind == "log":
            return self._log(a)
        if kind == "xlogx":
            return a if a[0].is_zero() else _times(a, self._log(a))
        if kind == "exp":
            return self._exp(a)
        if kind == "tanh":
            square = _power(self._exp(a), 2)
            return _times(_plus(square, _constant(-1)), _power(_plus(square, _constant(1)), -1))
        if kind in ("max", "min"):
            args.sort(key=str)
        return self.generator(kind, str(args), means=args)

    def _log(self, a: Form) -> Form:
        """The sum of log|f| over the factors f of a positive quotient."""
        if a[0].is_zero():
            raise ZeroDivisionError("The logarithm of 0.")
        total = _constant(0)
        for polynomial, sign in ((a[0], 1), (a[1], -1)):
            content, factors = polynomial.factor()
            total = _plus(total, self._log_number(content, sign))
            for factor, count in factors:
                lead = factor.leading_coefficient()
                one = _plus(self._log_factor(factor / lead), self._log_number(lead, 1))
                total = _plus(total, _times(_constant(sign * int(count)), one))
        return total

    def _log_number(self, value: Any, sign: int) -> Form:
        total = _constant(0)
        for whole, direction in ((value.p, sign), (value.q, -sign)):
            for prime, count in fmpz(abs(int(whole))).factor():
                one = self.generator("log", int(prime))
                total = _plus(total, _times(_constant(direction * int(count)), one))
        return total

    def _log_factor(self, factor: Any) -> Form:
        key, means = self.meaning.get(str(factor), ((None,), None))
        if key[0] == "exp":
            return means
        if key[0] == "root":
            return _times(_constant(Fraction(1, means[0])), self._log(means[1]))
        return self.generator("log", str(factor), means=factor)

    def _exp(self, a: Form) -> Form:
        if not a[1].is_constant():
            return self.generator("exp", str(a), means=a)
        total = _constant(1)
        for monomial, coefficient in a[0].to_dict().items():
            value = Fraction(int(coefficient.p), int(coefficient.q))
            fine = self.fineness if self.fineness % value.denominator == 0 else value.denominator
            unit = (CONTEXT.from_dict({monomial: fmpq(1, fine)}), UNIT)
            one = self.generator("exp", str(unit), means=unit)
            total = _times(total, _power(one, int(value * fine)))
        return total

    def _root(self, a: Form, order: int) -> Form:
        """A root; those of primes and of pi, which are positive, are taken out."""
        if a[0].is_zero():
            return a
        total, rest = _constant(1), _constant(1)
        for polynomial, sign in ((a[0], 1), (a[1], -1)):
            content, factors = polynomial.factor()
            for whole, direction in ((int(content.p), sign), (int(content.q), -sign)):
                rest = _times(rest, _constant(-1 if whole < 0 else 1))
                for prime, count in fmpz(abs(whole)).factor():
                    root = self._one_root(_constant(int(prime)), order)
                    total = _times(total, _power(root, direction * int(count)))
            for factor, count in factors:
                one, times = (factor, UNIT), sign * int(count)
                if self.meaning.get(str(factor), (None,))[0] == ("pi", None):
                    total = _times(total, _power(self._one_root(one, order), times))
                else:
                    rest = _times(rest, _power(one, times))
        return _times(total, self._one_root(rest, order))

    def _one_root(self, a: Form, order: int) -> Form:
        if a == _constant(1):
            return a
        for known, kept_order, kept in self.roots:
            if kept_order == order and kept == a:
                return known, UNIT
        found = self.generator("root", len(self.roots), means=(order, a))
        self.roots.append((found[0], order, a))
        return found


def _lowered(form: Form, generator: Any, order: int, radicand: Form) -> Form:
    """The form with r^order replaced by what r is the root of."""
    place = CONTEXT.gens().index(generator)
    if max(polynomial.degrees()[place] for polynomial in form) < order:
        return form
    parts = []
    for polynomial in form:
        total = _constant(0)
        for monomial, coefficient in polynomial.to_dict().items():
            times, left = divmod(monomial[place], order)
            kept = (*monomial[:place], left, *monomial[place + 1 :])
            one = (CONTEXT.from_dict({kept: coefficient}), UNIT)
            total = _plus(total, _times(one, _power(radicand, times)))
        parts.append(total)
    return _times(parts[0], _power(parts[1], -1))


def is_zero(term: Term) -> bool:
    """Whether a term is proved to be 0 wherever it is defined.

    >>> from .terms import num, power, var
    >>> x = var("x")
    >>> is_zero(power(x + num(1), 2) - power(x, 2) - num(2) * x - num(1)), is_zero(x)
    (True, False)
    """
    try:
        return bool(Forms(term).of(term)[0].is_zero())
    except (ZeroDivisionError, ArithmeticError):
        return False
