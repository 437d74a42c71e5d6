"""Terms as people write them: a text becomes a term of the kernel, and a term a text."""

from collections.abc import Collection
from fractions import Fraction
from functools import lru_cache
from math import comb
from banditproof.theory.balls import working_precision
from .expressions import Expression, number
from .functions import ALIASES, KNOWN, choice, d_eps, exp, function, kl, log
from .kernel.goals import opposed
from .kernel.rules import BITS
from .kernel.spans import Undefined, span
from .kernel.terms import FUNCTIONS, ONE, PI, ZERO, Term, add, made, mul, nodes, num, power, var
from .reading import WORDS, read_expression

LOG_OF_ZERO = made("log", (ZERO,))
MOST_BITS = 4_000
"""The longest numerator or denominator of a number."""
MOST_PARTS = 4_000
"""The largest term, counted with repetitions, once its functions are written out."""
MOST_PRODUCTS = 20_000
"""The most products that appear when powers and products of sums are multiplied out."""
LARGEST_EXPONENT = 1_000
RESERVED = frozenset({"pi", *WORDS, *KNOWN, *ALIASES})
"""Names that variables cannot have; `e` can be a variable, and is Euler's number elsewhere."""


def parse(text: str, names: Collection[str] | None = None) -> Term:
    """The term that a text means; ^ is read as a power.

    With names, these are the variables, and what is defined nowhere is refused, as in a statement.
    Without, all names are variables.

    >>> print(written(parse("2*sqrt(3*x^2)")))
    2*(3*x^2)^(1/2)
    """
    return parsed(text, None if names is None else tuple(names))[0]


@lru_cache(1 << 14)
def parsed(text: str, names: tuple[str, ...] | None = None) -> tuple[Term, bool]:
    """The term that a text means, and whether it is collected."""
    return term_and_whether_collected(read_expression(text), names)


def term_of(one: Expression, names: Collection[str] | None = None) -> Term:
    """The term of an expression; with names, in these variables, else in any.

    >>> print(written(term_of(read_expression("e^(2*x)"), ["x"])))
    exp(2*x)
    """
    return _Maker(names).of(one)


def term_and_whether_collected(
    one: Expression, names: Collection[str] | None = None
) -> tuple[Term, bool]:
    """The term of an expression, and whether a sum in it took a logarithm from its like.

    Such a term says less than the expression: 2 log x - log x has no value at 0.

    >>> texts = "2*log(x) - log(x)", "log(x) - x"
    >>> [term_and_whether_collected(read_expression(text))[1] for text in texts]
    [True, False]
    """
    maker = _Maker(names)
    return maker.of(one), maker.collected


class _Maker:
    """The terms of expressions, none of which may become too large."""

    def __init__(self, names: Collection[str] | None) -> None:
        self.names = names
        self.sizes: dict[Term, tuple[int, int]] = {}
        self.collected = False

    def of(self, one: Expression) -> Term:
        args = [self.of(a) for a in one.args]
        result = self._of(one, args)
        self.collected = self.collected or (one.head == "sum" and opposed(args))
        if self.names is not None and result.partial and not result.variables:
            _require_defined(result, str(one))
        parts, products = self.size(result)
        if parts > MOST_PARTS or products > MOST_PRODUCTS:
            raise ValueError(
                "The statement is too long once it is written out; give a shorter one."
            )
        return result

    def size(self, term: Term) -> tuple[int, int]:
        """How many parts a term has, and how many products when it is multiplied out.

        In a statement, its parts without variables are defined, but for the log 0 in kl(p, 0).
        """
        if term not in self.sizes:
            constant = term.partial and not term.variables
            if self.names is not None and constant and LOG_OF_ZERO not in nodes(term):
                _require_defined(term, written(term))
            below = [self.size(a) for a in term.args]
            parts, products = 1 + sum(p for p, _ in below), 1
            if term.kind == "add":
                products = sum(m for _, m in below)
            elif term.kind == "mul":
                for _, m in below:
                    products *= m
            elif term.kind == "pow":
                times = max(abs(term.value.numerator), 1)
                products = comb(below[0][1] + times - 1, times) if below[0][1] > 1 else 1
            elif term.kind == "num":
                self._require_short(term.value)
            self.sizes[term] = parts, products
        return self.sizes[term]

    def _require_short(self, value: Fraction) -> None:
        if max(abs(value.numerator), value.denominator).bit_length() > MOST_BITS:
            raise ValueError(
                f"A number has more than {MOST_BITS} binary digits; give one nearer to 1."
            )

    def _of(self, one: Expression, args: list[Term]) -> Term:
        head, value = one.head, one.value
        if head == "number":
            return num(value)
        if head == "name":
            return self._name(value)
        if head in ("sum", "product"):
            return add(*args) if head == "sum" else mul(*args)
        if head == "negative":
            return -args[0]
        if head == "inverse":
            return power(args[0], -1)
        if head == "power":
            return self._power(*args)
        if head == "call":
            if self.names is not None and value in self.names:
                raise ValueError(
                    f"{value} is a variable, and no function; for a product write "
                    f"{value}*({', '.join(map(str, one.args))})."
                )
            return function(value, len(args)).term(*args)
        first, left, right, other = args
        above = left - right if value in (">=", ">") else right - left
        return choice(above, value in ("<", ">"), first, other)

    def _name(self, name: str) -> Term:
        if name == "pi":
            return PI
        if self.names is None or name in self.names:
            if name in RESERVED:
                raise ValueError(f"{name} is the name of a function; give its arguments.")
            return var(name)
        if name == "e":
            return exp(ONE)
        if name in RESERVED:
            raise ValueError(f"{name} is the name of a function; give its arguments.")
        raise ValueError(f"{name} has no range; give one in the domain, such as {name} in [0, 1].")

    def _power(self, base: Term, exponent: Term) -> Term:
        if exponent.kind != "num":
            return exp(exponent * (base.args[0] if base.kind == "exp" else log(base)))
        n = exponent.value
        if max(abs(n.numerator), n.denominator) > LARGEST_EXPONENT:
            raise ValueError(
                f"The exponent {n if n.denominator.bit_length() < 50 else 'of a power'} has more "
                f"than {LARGEST_EXPONENT} above or below; give a simpler one."
            )
        if base.kind == "num":
            ends = abs(base.value.numerator), base.value.denominator
            if max(ends).bit_length() * abs(n.numerator) > MOST_BITS * n.denominator:
                raise ValueError(
                    f"A power has more than {MOST_BITS} binary digits; give a number nearer to 1."
                )
        return power(base, n)


def _require_defined(term: Term, text: str) -> None:
    with working_precision(BITS):
        try:
            span(term, {})
        except Undefined as reason:
            raise ValueError(f"{text} is not defined: {reason}; give another term.") from None


def written(term: Term) -> str:
    """A text that `parse` reads as the same term."""
    if term.kind == "num":
        return str(term.value) if term.value.denominator == 1 else f"({term.value})"
    if term.kind in ("var", "pi"):
        return str(term.value or "pi")
    if term.kind == "add":
        return " + ".join(map(written, term.args))
    if term.kind == "mul":
        return "*".join(f"({written(a)})" if a.kind == "add" else written(a) for a in term.args)
    if term.kind == "pow":
        base, n = term.args[0], term.value
        plain = base.kind in ("var", "pi", *FUNCTIONS) and base.kind != "if"
        inner = written(base) if plain else f"({written(base)})"
        return f"{inner}^{n}" if n.denominator == 1 and n >= 0 else f"{inner}^({n})"
    if term.kind == "if":
        condition, first, other = map(written, term.args)
        return f"(({first}) if {condition} >= 0 else ({other}))"
    return f"{term.kind}({', '.join(map(written, term.args))})"


def expression_of(term: Term) -> Expression:
    """The expression of a term, from which the same term is made: what `written` says.

    >>> print(expression_of(parse("2*sqrt(3*x^2) - if_any")))
    -1*if_any + 2*(3*x^2)^0.5
    """
    if term.kind == "num":
        return number(term.value)
    if term.kind in ("var", "pi"):
        return Expression("name", (), term.value or "pi")
    args = tuple(map(expression_of, term.args))
    if term.kind == "pow":
        return Expression("power", (*args, number(term.value)))
    if term.kind == "if":
        condition, first, other = args
        return Expression("choice", (first, condition, number(0), other), ">=")
    if term.kind in ("add", "mul"):
        return Expression("sum" if term.kind == "add" else "product", args)
    return Expression("call", args, term.kind)


__all__ = ["d_eps", "exp", "kl", "log", "made", "mul", "parse", "term_of", "written"]
