"""Expressions from SymPy, and as SymPy: exact numbers, real symbols, functions of statements."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any
import sympy
from .expressions import Expression, number
from .functions import ALIASES, KNOWN
from .reading import RELATIONS

_BY_CLASS = {
    sympy.log: "log",
    sympy.exp: "exp",
    sympy.erf: "erf",
    sympy.erfc: "erfc",
    sympy.tanh: "tanh",
    sympy.sinh: "sinh",
    sympy.cosh: "cosh",
    sympy.Abs: "abs",
    sympy.Min: "min",
    sympy.Max: "max",
    sympy.LambertW: "lambertw",
}
_KINDS = {"<": sympy.Lt, ">": sympy.Gt, "<=": sympy.Le, ">=": sympy.Ge, "=": sympy.Eq}
_RELATIONS = {
    sympy.StrictLessThan: "<",
    sympy.StrictGreaterThan: ">",
    sympy.LessThan: "<=",
    sympy.GreaterThan: ">=",
    sympy.Equality: "=",
}


def sides_of(claim: Any) -> tuple[Expression, str, Expression]:
    """The sides and the relation of a SymPy relation; an expression stands for itself >= 0.

    >>> x = sympy.Symbol("x")
    >>> left, relation, right = sides_of(sympy.log(1 + x) <= x)
    >>> print(left, relation, right)
    log(x + 1) <= x
    """
    result = sympy.sympify(claim)
    if result in (sympy.true, sympy.false):
        raise ValueError(
            f"SymPy has made {result} of the statement; give the two sides, or an expression that "
            "is to be >= 0."
        )
    if isinstance(result, sympy.core.relational.Relational):
        return expression_of(result.lhs), _relation(result, "="), expression_of(result.rhs)
    return expression_of(result), ">=", number(0)


def expression_of(found: Any) -> Expression:
    """The expression of a SymPy expression; raises ValueError for what has no meaning here.

    >>> p = sympy.Symbol("p")
    >>> print(expression_of(2 * sympy.sqrt(p) - p / 3 + sympy.Function("kl")(p, 1)))
    2*p^0.5 - p/3 + kl(p, 1)
    """
    if isinstance(found, sympy.Rational | sympy.Float):
        value = sympy.Rational(found)
        return number(Fraction(int(value.p), int(value.q)))
    if found in (sympy.pi, sympy.E):
        return Expression("name", (), "pi" if found == sympy.pi else "e")
    if isinstance(found, sympy.Symbol):
        return Expression("name", (), _name(found))
    args = found.args
    if isinstance(found, sympy.Add):
        return Expression("sum", tuple(map(expression_of, found.as_ordered_terms())))
    if isinstance(found, sympy.Mul):
        return _product(found)
    if isinstance(found, sympy.Pow):
        return _power(expression_of(found.base), found.exp)
    if isinstance(found, sympy.Piecewise):
        return _piecewise(found)
    name = _BY_CLASS.get(found.func) or (
        found.func.__name__ if isinstance(found, sympy.Function) else ""
    )
    name = ALIASES.get(name, name)
    if name not in KNOWN or (name == "lambertw" and len(args) > 1) or not found.is_commutative:
        raise ValueError(
            f"{found} has no meaning here; give real numbers, symbols, + - * / **, and "
            f"{', '.join(KNOWN)}."
        )
    return Expression("call", tuple(map(expression_of, args)), name)


def _name(symbol: Any) -> str:
    name = str(symbol.name)
    letters = name.replace("_", "a")
    if not (letters.isascii() and letters.isalnum() and name[0].isalpha()):
        raise ValueError(f"The symbol {name} is no word; give letters, digits and underscores.")
    return name


def _relation(found: Any, *others: str) -> str:
    relation = _RELATIONS.get(type(found))
    if relation not in (*RELATIONS, *others):
        raise ValueError(f"{found} is no inequality; give one with >=, >, <= or <.")
    return relation


def _product(found: Any) -> Expression:
    coefficient, rest = found.as_coeff_Mul()
    if coefficient.is_number and coefficient < 0:
        return Expression("negative", (expression_of(sympy.Mul(-coefficient, rest)),))
    factors = []
    for factor in found.as_ordered_factors():
        below = isinstance(factor, sympy.Pow) and factor.exp.could_extract_minus_sign()
        if isinstance(factor, sympy.Rational) and factor.q != 1:
            factors += [number(int(factor.p))] if factor.p != 1 else []
            factors.append(Expression("inverse", (number(int(factor.q)),)))
        elif below:
            base = expression_of(factor.base)
            factors.append(Expression("inverse", (_power(base, -factor.exp),)))
        else:
            factors.append(expression_of(factor))
    factors.sort(key=lambda item: item.head == "inverse")
    if factors[0].head == "inverse":
        factors.insert(0, number(1))
    return factors[0] if len(factors) == 1 else Expression("product", tuple(factors))


def _power(base: Expression, exponent: Any) -> Expression:
    if exponent == 1:
        return base
    return Expression("power", (base, expression_of(exponent)))


def _piecewise(found: Any) -> Expression:
    *cases, (last, condition) = found.args
    if condition != sympy.true:
        raise ValueError(f"{found} has no value elsewhere; give one with the condition True.")
    result = expression_of(last)
    for value, condition in reversed(cases):
        if not isinstance(condition, sympy.core.relational.Relational):
            raise ValueError(f"The condition {condition} is no inequality; give one relation.")
        sides = (expression_of(value), expression_of(condition.lhs), expression_of(condition.rhs))
        result = Expression("choice", (*sides, result), _relation(condition))
    return result


def sympy_of(one: Expression) -> Any:
    """The SymPy expression, in real symbols; kl, d_eps and the like are written out.

    >>> from .reading import read_expression
    >>> sympy_of(read_expression("x^2/2 - normal_cdf(0)"))
    x**2/2 - 1/2
    """
    head, value = one.head, one.value
    if head == "number":
        return sympy.Rational(value.numerator, value.denominator)
    if head == "name":
        constants = {"pi": sympy.pi, "e": sympy.E}
        return constants.get(value) or sympy.Symbol(value, real=True)
    args = [sympy_of(a) for a in one.args]
    if head in ("sum", "product"):
        return (sympy.Add if head == "sum" else sympy.Mul)(*args)
    if head == "negative":
        return -args[0]
    if head == "inverse":
        return 1 / args[0]
    if head == "power":
        return args[0] ** args[1]
    if head == "choice":
        first, left, right, other = args
        return _choice(first, relational(left, value, right), other)
    return _FUNCTIONS[ALIASES.get(value, value)](*args)


def _choice(first: Any, condition: Any, other: Any) -> Any:
    """The first expression where a relation holds, the other elsewhere; between numbers, the one.

    >>> from .reading import read_expression
    >>> sympy_of(read_expression("x if 1 < 2 else 0"))
    x
    """
    if not condition.free_symbols:  # a condition that SymPy may decide is no separate case
        condition = condition.func(*condition.args)
    if condition in (sympy.true, sympy.false):
        return first if condition == sympy.true else other
    return sympy.Piecewise((first, condition), (other, True))


def relational(left: Any, relation: str, right: Any) -> Any:
    """The inequality, which SymPy does not decide at once."""
    return _KINDS[relation](left, right, evaluate=False)


def _xlogx(x: Any) -> Any:
    if x.is_number:
        return sympy.Integer(0) if x == 0 else x * sympy.log(x)
    return sympy.Piecewise((0, sympy.Eq(x, 0)), (x * sympy.log(x), True))


def _kl(p: Any, q: Any) -> Any:
    own = _xlogx(p) + _xlogx(1 - p)
    return own - p * sympy.log(q) - (1 - p) * sympy.log(1 - q)


def _d_eps(x: Any, y: Any, eps: Any) -> Any:
    low, high = (y / (y + (1 - y) * sympy.exp(sign * eps)) for sign in (1, -1))
    z = sympy.Min(sympy.Max(x, low), high)
    return _kl(z, y) + eps * sympy.Abs(x - z)


_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    **{name: kind for kind, name in _BY_CLASS.items()},
    "sqrt": sympy.sqrt,
    "xlogx": _xlogx,
    "entropy": lambda p: -_xlogx(p) - _xlogx(1 - p),
    "kl": _kl,
    "d_eps": _d_eps,
    "normal_cdf": lambda x: (1 + sympy.erf(x / sympy.sqrt(2))) / 2,
    "normal_pdf": lambda x: sympy.exp(-(x**2) / 2) / sympy.sqrt(2 * sympy.pi),
}
