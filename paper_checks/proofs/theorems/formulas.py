"""Relations and ranges of steps as formulas of the logic."""

from __future__ import annotations
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, reduce
from banditproof.theory.logic.arithmetic import NEEDS, ROOTS, SIGNATURE, relation, spine
from banditproof.theory.logic.formulas import binary, equation
from banditproof.theory.logic.shapes import constant
from banditproof.theory.logic.simple_types import NAT, PROP, REAL, arrow
from banditproof.theory.logic.terms import App, Const, Free, Refused, Term
from banditproof.theory.prover.kernel.goals import Interval
from banditproof.theory.prover.kernel.terms import ZERO
from banditproof.theory.prover.kernel.terms import Term as Expression
from ..relations import Relation
from .defined_words import WORD, divergences

DIVERGENCE = constant(WORD, arrow(REAL, REAL, REAL, REAL))
ROOT_OF = {order: name for name, order in ROOTS.items()}


def op(name: str) -> Const:
    """A constant of arithmetic."""
    return constant(name, SIGNATURE[name])


def quantity(name: str) -> Free:
    """The variable of a quantity; all are real numbers."""
    return Free(name, REAL)


def said(place: str) -> Free:
    """What a sentence says: a proposition of which the kernel knows nothing."""
    return Free(f"said.{place}", PROP)


def numeral(value: Fraction) -> Term:
    """A rational number."""
    if value < 0:
        return App(op("neg"), numeral(-value))
    top = constant(str(value.numerator), REAL)
    if value.denominator == 1:
        return top
    return binary(op("div"), top, constant(str(value.denominator), REAL))


@cache
def term(one: Expression) -> Term:
    """A term of the prover as one of the logic.

    >>> from banditproof.theory.logic.printing import shown
    >>> from banditproof.theory.prover.notation import parse
    >>> shown(term(parse("2*x - sqrt(y)/3")))
    'x * 2 + sqrt(y) * (-(1 / 3))'
    """
    kind = one.kind
    if kind == "num":
        return numeral(Fraction(one.value))
    if kind == "var":
        return quantity(str(one.value))
    if kind == "pi":
        return op("PI")
    if kind == "pow":
        return _power(term(one.args[0]), Fraction(one.value))
    args = one.args
    if kind == "mul" and args[0].kind == "num":
        args = (*args[1:], args[0])  # a number in front of a sum would be multiplied out
    if kind == "add" and (found := _sum_with_divergences(one)) is not None:
        return found
    if kind in ("add", "mul", "min", "max"):
        return reduce(lambda a, b: binary(op(kind), a, b), map(term, args))
    if len(args) == 1 and kind in SIGNATURE:
        return App(op(kind), term(args[0]))
    raise Refused(f"The logic has no {kind}.")


def _sum_with_divergences(one: Expression) -> Term | None:
    """A sum in which divergences d_eps are words; None if it has none."""
    rest, found = divergences(one)
    if not found:
        return None
    summands = [] if rest is ZERO else [term(rest)]
    for coefficient, divergence in found:
        x, y, most = map(term, divergence)
        word = App(App(App(DIVERGENCE, x), y), most)
        summands.append(word if coefficient == 1 else binary(op("mul"), word, numeral(coefficient)))
    return reduce(lambda a, b: binary(op("add"), a, b), summands)


def _power(base: Term, exponent: Fraction) -> Term:
    if exponent < 0:
        return binary(op("div"), constant("1", REAL), _power(base, -exponent))
    if exponent.denominator > 1:
        if exponent.denominator not in ROOT_OF:
            raise Refused(f"The logic has no root of the order {exponent.denominator}.")
        base = App(op(ROOT_OF[exponent.denominator]), base)
    if exponent.numerator == 1:
        return base
    return binary(op("pow"), base, constant(str(exponent.numerator), NAT))


@cache
def formula(one: Relation) -> Term:
    """A relation of a step as a formula.

    >>> from banditproof.theory.logic.printing import shown
    >>> shown(formula(Relation.of("x >= 2*y")))
    'y * 2 <= x'
    """
    left, right = term(one.left), term(one.right)
    if one.sign == "=":
        return equation(left, right, REAL)
    if ">" in one.sign:
        left, right = right, left
    return binary(op("lt" if one.strict else "le"), left, right)


def has_formula(one: Relation) -> bool:
    """Whether the logic has words for a relation.

    >>> has_formula(Relation.of("x <= y")), has_formula(Relation.of("lambertw(x) <= y"))
    (True, False)
    """
    try:
        formula(one)
    except Refused:
        return False
    return True


@cache
def bounds(name: str, where: Interval) -> tuple[Term, ...]:
    """The formulas that say a range."""
    return tuple(_bounds(quantity(name), where))


def _bounds(x: Free, where: Interval) -> Iterator[Term]:
    if where.lo is not None:
        yield binary(op("lt" if where.lo_open else "le"), numeral(where.lo), x)
    if where.hi is not None:
        yield binary(op("lt" if where.hi_open else "le"), x, numeral(where.hi))


def is_partial(one: Term) -> bool:
    """Whether a term has a function that is not defined everywhere.

    >>> is_partial(formula(Relation.of("x <= 1/y"))), is_partial(formula(Relation.of("x <= y")))
    (True, False)
    """
    head, args = spine(one)
    return (isinstance(head, Const) and head.name in NEEDS) or any(map(is_partial, args))


def is_relation(one: Term) -> bool:
    """Whether a formula is a relation between real numbers."""
    return relation(one) is not None


def words_in(one: Term) -> Iterator[Term]:
    """The terms of a formula that begin with a defined word.

    >>> from banditproof.theory.logic.printing import shown
    >>> [*map(shown, words_in(formula(Relation.of("d_eps(x, y, eps) + d_eps(w, y, eps) <= 1"))))]
    ['d_eps_by_min(w, y, eps)', 'd_eps_by_min(x, y, eps)']
    """
    head, args = spine(one)
    if head == DIVERGENCE and len(args) == 3:
        yield one
    for part in args:
        yield from words_in(part)


def names_of(variables: Iterable[Free]) -> set[str]:
    """The names of variables."""
    return {x.name for x in variables}
