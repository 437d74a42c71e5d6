"""Terms and statements as people write them."""

from __future__ import annotations

import ast
from fractions import Fraction

from .kernel.terms import FUNCTIONS, ONE, PI, Term, add, made, mul, num, power, var

MACROS = {"kl": 2, "d_eps": 3, "sqrt": 1}


def log(term: Term) -> Term:
    """The natural logarithm."""
    return made("log", (term,))


def exp(term: Term) -> Term:
    """The exponential function."""
    return ONE if term is num(0) else made("exp", (term,))


def kl(p: Term, q: Term) -> Term:
    """The divergence of Bernoulli laws, with 0 log 0 = 0."""
    own = [made("xlogx", (x,)) for x in (p, ONE - p)]
    return add(*own, -(p * log(q)), -((ONE - p) * log(ONE - q)))


def d_eps(x: Term, y: Term, eps: Term) -> Term:
    """inf_z kl(z, y) + eps |x - z|: z is x, moved to where the slope of kl is at most eps."""
    low, high = (y * power(y + (ONE - y) * exp(sign * eps), -1) for sign in (ONE, num(-1)))
    z = made("min", (made("max", (x, low)), high))
    return kl(z, y) + eps * made("abs", (x - z,))


def parse(text: str) -> Term:
    """The term that a text in Python's notation means; ^ is read as a power.

    >>> print(written(parse("2*(p - q)^2 + sqrt(x)")))
    2*(p + -1*q)**2 + x**(1/2)
    """
    words = text.replace("^", "**").strip()
    try:
        tree = ast.parse(words, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ValueError(f"{text!r} is not an expression; give one such as kl(p, q).") from None
    return _read(tree, words)


def _read(node: ast.expr, text: str) -> Term:
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return num(Fraction(ast.get_source_segment(text, node) or "0"))
    if isinstance(node, ast.Name):
        return PI if node.id == "pi" else var(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        inner = _read(node.operand, text)
        return -inner if isinstance(node.op, ast.USub) else inner
    if isinstance(node, ast.BinOp):
        left, right = _read(node.left, text), _read(node.right, text)
        if isinstance(node.op, ast.Add | ast.Sub):
            return left + right if isinstance(node.op, ast.Add) else left - right
        if isinstance(node.op, ast.Mult):
            return left * right
        if isinstance(node.op, ast.Div):
            return left * power(right, -1)
        if isinstance(node.op, ast.Pow):
            return power(left, right.value) if right.kind == "num" else exp(right * log(left))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _call(node.func.id, [_read(a, text) for a in node.args])
    raise ValueError(f"{ast.unparse(node)!r} has no meaning here; give + - * / ** and functions.")


def _call(name: str, args: list[Term]) -> Term:
    wanted = MACROS.get(name, 2 if name in ("max", "min") else 1)
    if name not in FUNCTIONS and name not in MACROS:
        known = ", ".join((*FUNCTIONS, *MACROS))
        raise ValueError(f"{name} is not a known function; give one of {known}.")
    if len(args) != wanted:
        raise ValueError(f"{name} has {len(args)} arguments; give {wanted}.")
    if name == "sqrt":
        return power(args[0], Fraction(1, 2))
    if name == "exp":
        return exp(args[0])
    macro = {"kl": kl, "d_eps": d_eps}.get(name)
    return macro(*args) if macro else made(name, tuple(args))


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
        plain = base.kind in ("var", "pi", *FUNCTIONS)
        inner = written(base) if plain else f"({written(base)})"
        return f"{inner}**{n}" if n.denominator == 1 and n >= 0 else f"{inner}**({n})"
    return f"{term.kind}({', '.join(map(written, term.args))})"


__all__ = ["d_eps", "exp", "kl", "log", "mul", "parse", "written"]
