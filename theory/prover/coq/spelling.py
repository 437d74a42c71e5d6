"""Terms as Coq writes them, over its real numbers."""

import re
from collections.abc import Mapping
from fractions import Fraction

from banditproof.theory.prover.kernel.terms import Term, power

TAKEN = frozenset(
    [
        "as",
        "at",
        "cofix",
        "else",
        "end",
        "exists",
        "exists2",
        "fix",
        "for",
        "forall",
        "fun",
        "if",
        "IF",
        "in",
        "let",
        "match",
        "mod",
        "return",
        "Set",
        "Prop",
        "SProp",
        "Type",
        "then",
        "using",
        "where",
        "with",
        "by",
        "R",
        "IZR",
        "INR",
        "PI",
        "exp",
        "ln",
        "sqrt",
        "tanh",
        "sinh",
        "cosh",
        "pow",
        "Rabs",
        "Rmax",
        "Rmin",
        "xlogx",
        "lim",
        "cont",
        "Rle_dec",
        "rise",
        "fall",
        "valley",
        "anchor",
        "concave",
        "same",
        "side",
        "nonzero",
        "number",
        "plus",
        "mult",
        "statement",
    ]
)
NO_EXPORT = {
    "erf": "Coq's library of real numbers has no error function",
    "lambertw": "Coq's library of real numbers has no function of Lambert",
}


class NoExport(ValueError):
    """A statement or a step that has no form in Coq."""


def named(variable: str) -> str:
    """The name of a variable in Coq.

    >>> named("p"), named("exp"), named("fun")
    ('p', 'exp_', 'fun_')
    """
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", variable):
        return "v" + variable.encode().hex()
    internal = re.fullmatch(r"[A-Z]+_?\d*|[a-z]\d+|.*_", variable)
    return variable + "_" if variable in TAKEN or internal else variable


def rational(value: Fraction) -> str:
    """A rational number."""
    if value.denominator > 1:
        return f"({value.numerator} / {value.denominator})"
    return str(value.numerator) if value >= 0 else f"({value.numerator})"


def split_root(term: Term) -> tuple[Term, int] | None:
    """u and k for a power u^(k/2); None for a whole power."""
    if term.value.denominator == 1:
        return None
    if term.value.denominator > 2:
        raise NoExport(
            f"A root of order {term.value.denominator} has no export to Coq; "
            "square roots and whole powers have one."
        )
    return power(term.args[0], Fraction(1, 2)), term.value.numerator


def spelled(term: Term, where: Mapping[str, str] | None = None, *, whole: bool = False) -> str:
    """A term in Coq, with texts in place of some variables.

    x log x is spelled out, so that tactics see its parts; with `whole` it is `xlogx x`.

    >>> from banditproof.theory.prover.notation import parse
    >>> spelled(parse("sqrt(x) - 2"))
    '((-2) + (sqrt x))'
    """
    known: dict[Term, str] = {}

    def of(node: Term) -> str:
        if node not in known:
            known[node] = written(node)
        return known[node]

    def written(node: Term) -> str:
        kind = node.kind
        if kind == "num":
            return rational(node.value)
        if kind == "var":
            return (where or {}).get(node.value) or named(node.value)
        if kind == "pi":
            return "PI"
        if kind in ("add", "mul"):
            return "(" + (" + " if kind == "add" else " * ").join(map(of, node.args)) + ")"
        if kind == "pow":
            return raised(node)
        if kind == "xlogx" and not whole:
            return f"({of(node.args[0])} * ln {of(node.args[0])})"
        if kind in NO_EXPORT:
            raise NoExport(f"{kind} has no export to Coq: {NO_EXPORT[kind]}.")
        inner = [of(a) for a in node.args]
        if kind == "if":
            return f"(if Rle_dec 0 {inner[0]} then {inner[1]} else {inner[2]})"
        words = {"log": "ln", "max": "Rmax", "min": "Rmin", "abs": "Rabs"}
        return f"({words.get(kind, kind)} {' '.join(inner)})"

    def raised(node: Term) -> str:
        root = split_root(node)
        base, n = (of(node.args[0]), int(node.value)) if root is None else ("", root[1])
        if root is not None:
            base = f"(sqrt {of(node.args[0])})"
        up = base if abs(n) == 1 else f"({base} ^ {abs(n)})"
        return up if n > 0 else f"(/ {up})" if n < 0 else f"({base} ^ 0)"

    return of(term)


def compared(term: Term, strict: bool, where: Mapping[str, str] | None = None) -> str:
    """That a term is >= 0, or > 0."""
    return f"0 {'<' if strict else '<='} {spelled(term, where)}"
