"""Do linear conditions contradict each other? Decided exactly, one variable after another."""

from collections.abc import Sequence
from fractions import Fraction
from .kernel.terms import Term

MOST = 400
"""So many conditions are combined; beyond, no contradiction is claimed."""
Linear = tuple[dict[str, Fraction], Fraction, bool]


def linear(term: Term, strict: bool) -> Linear | None:
    """The coefficients and the constant of a linear term; None for another one."""
    results: dict[str, Fraction] = {}
    constant = Fraction(0)
    for part in term.args if term.kind == "add" else (term,):
        factors = part.args if part.kind == "mul" else (part,)
        value = factors[0].value if factors[0].kind == "num" else Fraction(1)
        rest = [f for f in factors if f.kind != "num"]
        if not rest:
            constant += value
        elif len(rest) == 1 and rest[0].kind == "var":
            results[rest[0].value] = results.get(rest[0].value, Fraction(0)) + value
        else:
            return None
    return results, constant, strict


def contradictory(conditions: Sequence[tuple[Term, bool]]) -> bool:
    """Whether the linear ones among terms >= 0 (> 0 if strict) hold nowhere together.

    By Fourier and Motzkin: two conditions whose coefficients of a variable have different signs
    are added so that it cancels, until no variable is left.

    >>> from .notation import parse
    >>> contradictory([(parse("q - p"), True), (parse("p - q"), False)])
    True
    >>> contradictory([(parse("q - p"), False), (parse("p - q"), False)])
    False
    """
    rows = [row for row in (linear(*condition) for condition in conditions) if row is not None]
    for name in sorted({name for row in rows for name in row[0]}):
        lower = [row for row in rows if row[0].get(name, 0) > 0]
        upper = [row for row in rows if row[0].get(name, 0) < 0]
        rows = [row for row in rows if not row[0].get(name, 0)]
        rows += [_without(name, a, b) for a in lower for b in upper]
        if len(rows) > MOST:
            return False
    return any(constant < 0 or (constant == 0 and strict) for _, constant, strict in rows)


def _without(name: str, a: Linear, b: Linear) -> Linear:
    """The sum of positive multiples of two conditions in which a variable cancels."""
    times_a, times_b = -b[0][name], a[0][name]
    both = {
        other: times_a * a[0].get(other, Fraction(0)) + times_b * b[0].get(other, Fraction(0))
        for other in {*a[0], *b[0]} - {name}
    }
    return both, times_a * a[1] + times_b * b[1], a[2] or b[2]
