"""Other forms of a term: its factors, what stands beside a function, its products."""

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, TypeVar
from banditproof.theory.prover.kernel.forms import NAMES, forms_of, parts_of
from banditproof.theory.prover.kernel.quotients import Form
from banditproof.theory.prover.kernel.spans import Box, KeptBox, Undefined, span
from banditproof.theory.prover.kernel.terms import (
    ONE,
    PI,
    ZERO,
    Term,
    add,
    made,
    mul,
    num,
    power,
    var,
)
from banditproof.theory.prover.notation import exp, log

MOST_PRODUCTS = 60
Result = TypeVar("Result")

_forms_of = lru_cache(maxsize=1 << 12)(forms_of)


@lru_cache(maxsize=1 << 12)
def _known_of(term: Term, box: KeptBox | None) -> dict[str, Any]:
    """What was worked out of a term on a box, which several tactics ask for."""
    return {}


class Rewriting:
    """The normal form of a term, and the way back from its generators to terms on a box."""

    def __init__(self, term: Term, box: Box | None) -> None:
        self.box, self.forms = box, _forms_of(term)
        self.top, self.below = self.forms.of(term)
        own = box is not None and not isinstance(box, KeptBox)
        self.known: dict[str, Any] = {} if own else _known_of(term, box)

    def _once(self, what: str, work: Callable[[], Result]) -> Result:
        if what not in self.known:
            self.known[what] = work()
        result: Result = self.known[what]
        return result

    def factors(self) -> tuple[Fraction, list[tuple[Term, int]]]:
        """A constant, and the irreducible factors with their powers."""
        return self._once("factors", lambda: self._factors_of((self.top, self.below)))

    def _factors_of(self, form: Form) -> tuple[Fraction, list[tuple[Term, int]]]:
        constant, result = Fraction(1), []
        for polynomial, sign in zip(form, (1, -1), strict=True):
            content, parts = parts_of(polynomial)
            constant *= Fraction(int(content.p), int(content.q)) ** sign
            result += [(self.term_of(part), sign * int(times)) for part, times in parts]
        return constant, result

    def short(self) -> Term:
        """The term as the product of its factors."""
        constant, result = self.factors()
        return mul(num(constant), *(power(f, n) for f, n in result)) if constant else ZERO

    def term_of(
        self, polynomial: Any, names: Mapping[str, Term] | None = None, below: Any = None
    ) -> Term:
        """The term that a polynomial in the generators means, over a monomial if one is given."""
        shift = (
            next(iter(below.to_dict())) if below is not None else (0,) * len(self.forms.generators)
        )
        used = [place for place, most in enumerate(polynomial.degrees()) if most or shift[place]]
        parts = []
        for exponents, coefficient in polynomial.to_dict().items():
            factors = [num(Fraction(int(coefficient.p), int(coefficient.q)))]
            exponent: list[Term] = []
            for place in used:
                count = int(exponents[place]) - int(shift[place])
                if not count:
                    continue
                one = self.meaning(NAMES[place]) if names is None else names[NAMES[place]]
                if one.kind == "exp":
                    exponent.append(num(count) * one.args[0])
                elif one.kind == "pow":
                    factors.append(power(one.args[0], one.value * count))
                else:
                    factors.append(power(one, count))
            if exponent:
                factors.append(exp(add(*exponent)))
            parts.append(mul(*factors))
        return add(*parts)

    def meaning(self, name: str) -> Term:
        """The term that a generator stands for."""
        return self._once(name, lambda: self._meaning(name))

    def _meaning(self, name: str) -> Term:
        key, means = self.forms.meaning[name]
        kind = key[0]
        if kind in ("var", "pi"):
            return PI if kind == "pi" else var(key[1])
        if kind == "log" and means is None:
            return log(num(key[1]))
        if kind == "log":
            inner = self.term_of(means)
            # A factor is known up to its sign only, and the logarithm needs the positive one.
            return log(-inner if self._negative(inner) else inner)
        if kind == "exp":
            return exp(self.quotient(means))
        if kind == "root":
            return power(self._radicand(means[1]), Fraction(1, means[0]))
        return made(kind, tuple(self.quotient(m) for m in means))

    def generators(self) -> list[str]:
        """The names of the generators that occur."""
        degrees = zip(self.top.degrees(), self.below.degrees(), strict=True)
        return [NAMES[place] for place, (a, b) in enumerate(degrees) if a or b]

    def with_names(self, names: Mapping[str, Term]) -> Term:
        """The term with other terms for its generators."""
        top, below = (self.term_of(part, names) for part in (self.top, self.below))
        return top if below is ONE else top * power(below, -1)

    def whole(self) -> Term:
        """The term as a quotient of sums."""
        return self._once("whole", lambda: self.quotient((self.top, self.below)))

    def _radicand(self, form: Form) -> Term:
        """What stands under a root, as a product of factors that are positive on the box."""
        constant, result = self._factors_of(form)
        parts = []
        for factor, times in result:
            # A root splits over positive factors only; an even power needs no sign.
            negative = times % 2 == 1 and self._negative(factor)
            constant = -constant if negative else constant
            parts.append(power(-factor if negative else factor, times))
        return mul(num(constant), *parts) if constant > 0 else self.quotient(form)

    def _negative(self, term: Term) -> bool:
        if self.box is None:
            return False
        try:
            return span(term, self.box).negated().positive(True)
        except Undefined:
            return False

    def quotient(self, form: Form) -> Term:
        """The term that a form means; a denominator's monomial goes to each part."""
        top, below = form
        content, result = parts_of(below)
        if len(result) == len(self.monomials(result)):
            return self.term_of(top / below.leading_coefficient(), below=below)
        single = self.forms.ring.constant(content)
        for factor, times in self.monomials(result):
            single *= factor ** int(times)
        several = [(f, int(n)) for f, n in result if len(f.to_dict()) > 1]
        over = [power(self.term_of(f), -n) for f, n in several]
        if len(single.to_dict()) == 1:
            top = top / single.leading_coefficient()
            single = single / single.leading_coefficient()
        return mul(self.term_of(top, below=single), *over)

    @staticmethod
    def monomials(found: list[tuple[Any, int]]) -> list[tuple[Any, int]]:
        """The factors that are generators."""
        return [(factor, times) for factor, times in found if len(factor.to_dict()) == 1]

    def parted(self) -> Term:
        """The term as a sum of a polynomial and of a proper quotient."""
        whole, left = divmod(self.top, self.below)
        return self.term_of(whole) + self.quotient(_lowest((left, self.below)))

    def beside(self) -> list[tuple[Term, Term, Term]]:
        """For each function L that occurs linearly, the term as c L + r: L, c and r."""
        results, degrees, undivided = [], self.top.degrees(), self.below.degrees()
        for place, (generator, known) in enumerate(self.forms.meaning.items()):
            if known[0][0] == "var" or degrees[place] != 1 or undivided[place]:
                continue
            if not self.meaning(generator).variables:
                continue
            with_it: dict[Any, Any] = {}
            rest: dict[Any, Any] = {}
            for exponents, value in self.top.to_dict().items():
                if exponents[place]:
                    with_it[(*exponents[:place], 0, *exponents[place + 1 :])] = value
                else:
                    rest[exponents] = value
            several = map(self.forms.ring.from_dict, (with_it, rest))
            beside, left = (self.quotient((part, self.below)) for part in several)
            results.append((self.meaning(generator), beside, left))
        return results


def _lowest(form: Form) -> Form:
    common = form[0].gcd(form[1])
    return form[0] / common, form[1] / common


def fresh_name(taken: Collection[str], wish: str) -> str:
    """The wish, with a number if it is taken.

    >>> fresh_name(["t", "t1"], "t")
    't2'
    """
    return next(n for n in (wish, *(f"{wish}{k}" for k in range(1, 99))) if n not in taken)


def products(term: Term) -> list[Term]:
    """The term as a sum of products without sums among their factors, as far as that is short."""
    parts = term.args if term.kind == "add" else (term,)
    results: list[Term] = []
    for part in parts:
        factors = part.args if part.kind == "mul" else (part,)
        choices = [f.args if f.kind == "add" else (f,) for f in factors]
        spread = [mul(*choice) for choice in product(*choices)]
        results += spread if len(spread) > 1 else [part]
        if len(results) > MOST_PRODUCTS:
            return list(parts)
    return results
