"""Terms as Coq writes them, over its real numbers."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from banditproof.theory.prover.kernel.terms import Term, made, power

WORDS = (
    "as at cofix else end exists exists2 fix for forall fun if IF in let match mod return Set "
    "Prop SProp Type then using where with by R IZR INR PI exp ln sqrt tanh sinh cosh pow "
    "Rabs Rmax Rmin xlogx root lim cont Rle_dec rise fall valley anchor concave same side "
    "nonzero number plus mult statement"
)
"""What means something to Coq, to its library, or to the rules."""
TAKEN = frozenset(WORDS.split())
NO_EXPORT = {
    "erf": "Coq's library of real numbers has no error function",
    "lambertw": "Coq's library of real numbers has no function of Lambert",
}


class NoExport(ValueError):
    """A statement or a step that has no form in Coq."""


@lru_cache(1 << 12)
def named(variable: str) -> str:
    """The name of a variable in Coq.

    >>> named("p"), named("exp"), named("fun")
    ('p', 'exp_', 'fun_')
    """
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", variable):
        return "v" + variable.encode().hex()
    # Tactics have names such as B, B_, K0 and t_ for themselves.
    internal = re.fullmatch(r"[A-Z]+_?\d*|[a-z]\d+|.*_|.*_v", variable)
    return variable + ("_" if variable in TAKEN else "_v" if internal else "")


def rational(value: Fraction) -> str:
    """A rational number."""
    if value.denominator > 1:
        return f"({value.numerator} / {value.denominator})"
    return str(value.numerator) if value >= 0 else f"({value.numerator})"


def split_root(term: Term) -> tuple[Term, int] | None:
    """The root u^(1/m) and k for a power u^(k/m); None for a whole power."""
    if term.value.denominator == 1:
        return None
    return power(term.args[0], Fraction(1, term.value.denominator)), term.value.numerator


def rooted(text: str, order: int) -> str:
    """A root of a term."""
    return f"(sqrt {text})" if order == 2 else f"(root {order} {text})"


def spelled(
    term: Term,
    where: Mapping[str, str] | None = None,
    *,
    whole: bool = False,
    atoms: Mapping[Term, str] | None = None,
) -> str:
    """A term in Coq, with texts in place of some variables, or of some terms.

    x log x is spelled out, so that tactics see its parts; with `whole` it is `xlogx x`.

    >>> from banditproof.theory.prover.notation import parse
    >>> spelled(parse("sqrt(x) - 2"))
    '((-2) + (sqrt x))'
    """
    known: dict[Term, str] = dict(atoms or {})

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
            u = of(node.args[0])
            log = known.get(made("log", node.args)) or f"ln {u}"
            return f"({u} * {log})"
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
            base = known.get(root[0]) or rooted(of(node.args[0]), root[0].value.denominator)
        up = base if abs(n) == 1 else f"({base} ^ {abs(n)})"
        return up if n > 0 else f"(/ {up})" if n < 0 else f"({base} ^ 0)"

    return of(term)


def compared(term: Term, strict: bool, where: Mapping[str, str] | None = None) -> str:
    """That a term is >= 0, or > 0."""
    return f"0 {'<' if strict else '<='} {spelled(term, where)}"
