"""Random terms, and their values by mpmath, straight from the definition."""

from fractions import Fraction
import mpmath
from enclosure_checks import mpf
from hypothesis import strategies as st
from banditproof.theory.prover.kernel.terms import (
    FUNCTIONS,
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

X, Y = var("x"), var("y")


SMOOTH = ("log", "exp", "erf", "tanh", "xlogx", "lambertw")


FRACTIONS = st.fractions(min_value=-3, max_value=3, max_denominator=8)


EXPONENTS = st.sampled_from([2, 3, -1, -2, Fraction(1, 2), Fraction(-1, 2), Fraction(1, 3)])


def terms(functions: tuple[str, ...] = tuple(FUNCTIONS)) -> st.SearchStrategy[Term]:
    """Terms of x and y, deep enough to nest functions in powers in functions."""
    leaves = st.sampled_from([X, Y, PI]) | FRACTIONS.map(num)

    def larger(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
        calls = [
            st.tuples(*[inner] * FUNCTIONS[name]).map(lambda a, name=name: made(name, a))
            for name in functions
        ]
        sums = st.lists(inner, min_size=2, max_size=3)
        return st.one_of(
            sums.map(lambda a: add(*a)),
            sums.map(lambda a: mul(*a)),
            st.tuples(inner, EXPONENTS).map(lambda a: safe_power(*a)),
            *calls,
        )

    return st.recursive(leaves, larger, max_leaves=6)


def safe_power(base: Term, exponent: Fraction | int) -> Term:
    return power(base, exponent) if base is not ZERO else base


class NotReal(Exception):
    """The term is undefined at the point."""


def value(node: Term, at: dict[str, mpmath.mpf]) -> mpmath.mpf:
    """The value at a point, by mpmath, straight from the definition."""
    kind = node.kind
    if kind in ("num", "var", "pi"):
        if kind == "num":
            return mpf(node.value)
        return at[node.value] if kind == "var" else +mpmath.pi
    if kind == "if":
        return value(node.args[1 if value(node.args[0], at) >= 0 else 2], at)
    args = [value(a, at) for a in node.args]
    if kind in ("add", "mul"):
        return mpmath.fsum(args) if kind == "add" else mpmath.fprod(args)
    u = args[0]
    if kind == "pow":
        n = node.value
        if (n < 0 and u == 0) or (n.denominator > 1 and u < 0):
            raise NotReal
        return u ** (mpf(n)) if u else mpmath.mpf(n == 0)
    if (kind == "log" and u <= 0) or (kind == "xlogx" and u < 0):
        raise NotReal
    if kind == "lambertw" and u < -mpmath.exp(-1):
        raise NotReal
    if kind == "exp" and u > 2000:
        raise OverflowError
    plain = {
        "log": mpmath.log,
        "exp": mpmath.exp,
        "erf": mpmath.erf,
        "tanh": mpmath.tanh,
        "abs": abs,
        "xlogx": lambda v: v * mpmath.log(v) if v else mpmath.mpf(0),
        "lambertw": lambda v: mpmath.lambertw(v).real,
        "max": max,
        "min": min,
    }
    return plain[kind](*args)
