"""The divergence d_eps of steps as a word of the logic, d_eps_by_min.

A relation of a step has no word d_eps: what it says is a sum of five terms, each of which has the
minimiser twice. The logic has the word, by a definition (`numbers.logic`), so that a step that uses
what is known of it need not look inside.
"""

from __future__ import annotations
from collections.abc import Iterator
from fractions import Fraction
from banditproof.theory.prover.functions import d_eps
from banditproof.theory.prover.kernel.terms import Term, add, mul, nodes, num, parts

WORD = "d_eps_by_min"
Divergence = tuple[Term, Term, Term]
"""x, y and how steep it is at most."""


def divergences(total: Term) -> tuple[Term, list[tuple[Fraction, Divergence]]]:
    """What remains of a sum without its divergences, and these with their coefficients.

    >>> from banditproof.theory.prover.notation import parse, written
    >>> rest, [(c, (x, y, most))] = divergences(parse("2*d_eps(x, 1-y, 3*eps) - h"))
    >>> written(rest), str(c), [written(t) for t in (x, y, most)]
    ('-1*h', '2', ['x', '1 + -1*y', '3*eps'])
    """
    found = list[tuple[Fraction, Divergence]]()
    for one in dict.fromkeys(_candidates(total)):
        own = dict(map(_scaled, parts("add", d_eps(*one))))
        there = dict(map(_scaled, parts("add", total)))
        ratios = {there.get(t, Fraction(0)) / c for t, c in own.items()}
        if len(ratios) == 1 and (ratio := ratios.pop()):
            found.append((ratio, one))
            total = add(*(mul(num(c), t) for t, c in there.items() if t not in own))
    return total, found


def _candidates(total: Term) -> Iterator[Divergence]:
    """What may be x, y and the slope, by the minimisers min(max(x, low), high) in a sum."""
    for node in nodes(total):
        if node.kind != "min" or node.args[0].kind != "max":
            continue
        x, low = node.args[0].args
        factors = parts("mul", low)
        below = [f.args[0] for f in factors if f.kind == "pow" and f.value == -1]
        above = [f for f in factors if not (f.kind == "pow" and f.value == -1)]
        slopes = {t.args[0]: None for d in below for t in nodes(d) if t.kind == "exp"}
        yield from ((x, mul(*above), most) for most in slopes)


def _scaled(term: Term) -> tuple[Term, Fraction]:
    """A term without the number in front of it, and that number."""
    if term.kind == "mul" and term.args[0].kind == "num":
        return mul(*term.args[1:]), term.args[0].value
    return term, Fraction(1)
