"""Are two terms equal wherever both are defined? Decided by a normal form, never by points.

The form is a quotient of polynomials over Q in generators: variables, pi, log|f| of irreducible
factors f, exp of monomials, roots, and other functions of forms. Equal forms prove equality.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any
from flint import Ordering, fmpq, fmpq_mpoly_ctx, fmpz
from . import quotients
from .quotients import Form
from .terms import Rejected, Term, nodes, var

FEW, MOST = 12, 40
"""The generators of the two rings. What is worked out in few is up to five times as fast."""
MOST_BITS = 100
"""Of larger numbers only the small primes are looked for; what is left counts as one."""
SMALL = 1 << 12
NAMES = [f"g{i}" for i in range(MOST)]
SMALL_RING, RING = (fmpq_mpoly_ctx.get(NAMES[:size], Ordering.lex) for size in (FEW, MOST))
FACTORED: dict[tuple[int, str], tuple[Any, list[tuple[Any, int]]]] = {}
MOST_FACTORED = 1 << 14


def parts_of(polynomial: Any) -> tuple[Any, list[tuple[Any, int]]]:
    """The content and the irreducible factors of a polynomial, worked out once for each text."""
    if polynomial.is_one():
        return fmpq(1), []
    # Polynomials have no hash, and to write one takes a fiftieth of the time of factoring it.
    key = polynomial.context().nvars(), str(polynomial)
    if key not in FACTORED:
        if len(FACTORED) == MOST_FACTORED:
            FACTORED.clear()
        FACTORED[key] = polynomial.factor()
    return FACTORED[key]


def _factors(a: Form) -> Iterator[tuple[Any, int]]:
    """The primes of the content, -1, and the irreducible polynomials, with their powers."""
    if a[0].is_zero():
        raise ZeroDivisionError("0 has no factors.")
    for polynomial, sign in ((a[0], 1), (a[1], -1)):
        content, result = parts_of(polynomial)
        for factor, count in result:
            lead = factor.leading_coefficient()
            # Factors are made monic, so that f and 2 f share the generator log|f|.
            content *= lead ** int(count)
            yield factor / lead, sign * int(count)
        if content < 0:
            yield -1, 1
        for whole, direction in ((content.p, sign), (content.q, -sign)):
            number = fmpz(abs(int(whole)))
            # A factor that stays composite is a generator more: equalities may be missed, none is
            # invented.
            small = None if number.bit_length() <= MOST_BITS else SMALL
            for prime, count in number.factor(trial_limit=small):
                yield int(prime), direction * int(count)


class Forms:
    """The normal forms of some terms, in common generators of a ring."""

    def __init__(self, ring: Any, terms: Sequence[Term]) -> None:
        self.ring, self.generators, self.unit = ring, ring.gens(), ring.constant(1)
        exponents = [e for t in terms for e in nodes(t) if e.kind in ("exp", "tanh")]
        values = [n.value for e in exponents for n in nodes(e) if isinstance(n.value, Fraction)]
        # exp(x/2) and exp(x/3) are powers of exp(x/6), which shows that they depend on each other.
        result = lcm(*(value.denominator for value in values))
        self.fineness = result if result <= 64 else 1
        """Exponentials are powers of exp(monomial / fineness)."""
        self.known: dict[Any, Any] = {}
        self.meaning: dict[str, tuple[Any, Any]] = {}
        self.relations: list[tuple[dict[int, int], Form]] = []
        """Monomials, as the powers of generators by place, and the forms that they equal."""
        self.forms: dict[Term, Form] = {}
        for term in terms:
            self.of(term)

    def constant(self, value: Fraction | int) -> Form:
        """The form of a number."""
        return self.ring.constant(fmpq(*value.as_integer_ratio())), self.unit

    def generator(self, *key: Any, means: Any = None) -> Form:
        """The generator of a key, a new one if it has none."""
        if key not in self.known:
            place = len(self.known)
            if place == len(self.generators):
                raise OverflowError(f"A comparison needs more than {place} generators.")
            self.known[key] = self.generators[place]
            self.meaning[NAMES[place]] = (key, means)
        return self.known[key], self.unit

    def of(self, term: Term) -> Form:
        """The normal form of a term."""
        if term not in self.forms:
            form = self._of(term, [self.of(a) for a in term.args])
            # A newer relation brings in older generators only: one pass from the newest lowers them
            # all.
            for monomial, value in reversed(self.relations):
                form = self._lowered(form, monomial, value)
            self.forms[term] = form
        return self.forms[term]

    def _of(self, term: Term, args: list[Form]) -> Form:
        kind = term.kind
        if kind in ("add", "mul"):
            total = args[0]
            for a in args[1:]:
                total = quotients.plus(total, a) if kind == "add" else quotients.times(total, a)
            return total
        if kind in ("num", "var", "pi"):
            return self.constant(term.value) if kind == "num" else self.generator(kind, term.value)
        a = args[0]
        if kind == "pow":
            root = a if term.value.denominator == 1 else self._root(a, term.value.denominator)
            return quotients.power(root, term.value.numerator)
        if kind == "log":
            return self._log(a)
        if kind == "xlogx":
            return a if a[0].is_zero() else quotients.times(a, self._log(a))
        if kind == "exp":
            return self._exp(a)
        if kind == "tanh":
            # tanh z = 1 - 2 / (e^2z + 1).
            below = quotients.plus(quotients.power(self._exp(a), 2), self.constant(1))
            second = quotients.times(self.constant(-2), quotients.power(below, -1))
            return quotients.plus(self.constant(1), second)
        if kind in ("max", "min"):
            args.sort(key=str)
        fresh = (kind, str(args)) not in self.known
        result = self.generator(kind, str(args), means=args)
        if kind == "lambertw" and fresh:  # w exp(w) is the argument
            places = [self.generators.index(g) for g, _ in (self._exp_of(*result), result)]
            self.relations.append(({places[0]: self.fineness, places[1]: 1}, a))
        return result

    def _log(self, a: Form) -> Form:
        """The sum of log|f| over the factors f of a positive quotient."""
        total = self.constant(0)
        for factor, count in _factors(a):
            key, means = self.meaning.get(str(factor), ((None,), None))
            # The quotient is positive, so the signs of its factors cancel in the sum of log|f|.
            if factor == -1:
                continue
            if isinstance(factor, int):
                one = self.generator("log", factor)
            elif key[0] == "exp":
                one = means
            elif key[0] == "root":
                one = quotients.times(self.constant(Fraction(1, means[0])), self._log(means[1]))
            else:
                one = self.generator("log", str(factor), means=factor)
            total = quotients.plus(total, quotients.times(self.constant(count), one))
        return total

    def _exp_of(self, monomial: Any, below: Any) -> Form:
        unit = quotients.reduced(monomial / self.fineness, below)
        return self.generator("exp", str(unit), means=unit)

    def _exp(self, a: Form) -> Form:
        total = self.constant(1)
        for monomial, coefficient in a[0].to_dict().items():
            value = Fraction(int(coefficient.p), int(coefficient.q)) * self.fineness
            if value.denominator > 1:
                one = quotients.reduced(self.ring.from_dict({monomial: coefficient}), a[1])
                total = quotients.times(total, self.generator("exp", str(one), means=one))
            else:
                one = self._exp_of(self.ring.from_dict({monomial: fmpq(1)}), a[1])
                total = quotients.times(total, quotients.power(one, int(value)))
        return total

    def _root(self, a: Form, order: int) -> Form:
        """A root; those of primes and of pi, which are positive, are taken out."""
        if a[0].is_zero():
            return a
        total, rest = self.constant(1), self.constant(1)
        for factor, count in _factors(a):
            whole = isinstance(factor, int)
            one = self.constant(factor) if whole else (factor, self.unit)
            is_pi = self.meaning.get(str(factor), (None,))[0] == ("pi", None)
            # The root of a product is that of its factors if they are >= 0, which is known of these
            # alone.
            if is_pi or (whole and factor > 0):
                total = quotients.times(total, quotients.power(self._one_root(one, order), count))
            else:
                rest = quotients.times(rest, quotients.power(one, count))
        return quotients.times(total, self._one_root(rest, order))

    def _one_root(self, a: Form, order: int) -> Form:
        if a == self.constant(1):
            return a
        fresh = ("root", order, str(a)) not in self.known
        result = self.generator("root", order, str(a), means=(order, a))
        if fresh:
            self.relations.append(({self.generators.index(result[0]): order}, a))
        return result

    def _lowered(self, form: Form, powers: dict[int, int], value: Form) -> Form:
        """The form with a monomial replaced by what it equals."""
        degrees = [polynomial.degrees() for polynomial in form]
        # Most forms are done: no monomial is large enough in all places of the relation.
        if all(any(degree[place] < n for place, n in powers.items()) for degree in degrees):
            return form
        parts = []
        for polynomial in form:
            total = self.constant(0)
            for monomial, coefficient in polynomial.to_dict().items():
                times = min(monomial[place] // n for place, n in powers.items())
                kept = tuple(n - times * powers.get(place, 0) for place, n in enumerate(monomial))
                one = (self.ring.from_dict({kept: coefficient}), self.unit)
                total = quotients.plus(total, quotients.times(one, quotients.power(value, times)))
            parts.append(total)
        return quotients.times(parts[0], quotients.power(parts[1], -1))


def forms_of(*terms: Term) -> Forms:
    """The normal forms of some terms, in few generators if these are enough."""
    try:
        return Forms(SMALL_RING, terms)
    except OverflowError:
        return Forms(RING, terms)


@lru_cache(maxsize=1 << 12)
def is_zero(term: Term) -> bool:
    """Whether a term is proved to be 0 wherever it is defined.

    >>> from .terms import num, power, var
    >>> x = var("x")
    >>> is_zero(power(x + num(1), 2) - power(x, 2) - num(2) * x - num(1)), is_zero(x)
    (True, False)
    """
    try:
        return bool(forms_of(term).of(term)[0].is_zero())
    except ArithmeticError:
        return False


def quotient(term: Term, names: Sequence[str]) -> list[dict[tuple[int, ...], Fraction]]:
    """The coefficients of numerator and denominator of a rational function, by exponents.

    Raises `Rejected` for another term.
    """
    # The variables get the first generators, so that exponents stand in the order of the names.
    forms = forms_of(*map(var, names), term)
    if len(forms.known) > len(names):
        raise Rejected("That is not a rational function of these variables.")
    return [
        {
            tuple(map(int, e[: len(names)])): Fraction(int(c.p), int(c.q))
            for e, c in polynomial.to_dict().items()
        }
        for polynomial in forms.of(term)
    ]
