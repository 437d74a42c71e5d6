"""The laws of the logic as rules: each at its propositions, from theorems, in a form that is asked.

The kernel gives instances in normal form. What a rule here shows is written as its parts were.
"""

from __future__ import annotations
from collections.abc import Sequence
from functools import lru_cache, reduce
from .formulas import AND, FALSE, OR, below, binary, equation, imp, sides
from .kernel import Theorem, Theory
from .shapes import parts
from .simple_types import Type
from .terms import Free, Lam, Term, lam, opened


@lru_cache(1 << 9)
def _law(theory: Theory, name: str, types: tuple[tuple[str, Type], ...]) -> Theorem:
    """A law at some types; the same theorem each time."""
    return theory.use(name, dict(types))


def _instance(
    theory: Theory, name: str, values: Sequence[Term], said: Term | None, *using: Theorem,
    **types: Type,
) -> Theorem:  # fmt: skip
    """A law at some values, as it is to be written; the types are those of 'a and 'b."""
    law = _law(theory, name, tuple((f"'{variable}", t) for variable, t in types.items()))
    th = theory.instance(law, values, *using)
    return th if said is None or th.conclusion == said else theory.convert(th, said)


def imp_elim(th: Theorem, of: Theorem) -> Theorem:
    """From A -> B and A: B."""
    return th.theory.instance(th, (), of)


def all_elim(th: Theorem, *values: Term) -> Theorem:
    """From forall x y. A: A at some values."""
    return th.theory.instance(th, values)


def and_intro(a: Theorem, b: Theorem) -> Theorem:
    """From A and from B: A and B."""
    values = a.conclusion, b.conclusion
    return _instance(a.theory, "and_intro", values, binary(AND, *values), a, b)


def and_elim(th: Theorem, second: bool) -> Theorem:
    """From A and B: one of them."""
    pair = sides(th.conclusion, "and")
    return _instance(th.theory, "and_right" if second else "and_left", pair, pair[second], th)


def joined(theorems: Sequence[Theorem]) -> Theorem:
    """From A, from B, ...: A and B and ..."""
    *some, last = theorems
    return reduce(lambda rest, th: and_intro(th, rest), reversed(some), last)


def parted(th: Theorem, many: int = 0) -> list[Theorem]:
    """From A and B and ...: each of them, the last with the rest if so many are asked for."""
    found = list[Theorem]()
    while parts(th.conclusion, "and") and len(found) + 1 != many:
        found.append(and_elim(th, second=False))
        th = and_elim(th, second=True)
    return [*found, th]


def or_intro(th: Theorem, other: Term, second: bool) -> Theorem:
    """From one of A and B: A or B."""
    pair = (other, th.conclusion) if second else (th.conclusion, other)
    return _instance(th.theory, "or_right" if second else "or_left", pair, binary(OR, *pair), th)


def or_elim(th: Theorem, first: Theorem, second: Theorem) -> Theorem:
    """From A or B, and from C under each of them: C."""
    theory, pair, said = th.theory, sides(th.conclusion, "or"), first.conclusion
    ways = map(theory.imp_intro, pair, (first, second))
    return _instance(theory, "or_elim", (*pair, said), said, th, *ways)


def false_elim(th: Theorem, a: Term) -> Theorem:
    """From False: A."""
    return _instance(th.theory, "false_elim", (a,), a, th)


def excluded_middle(theory: Theory, a: Term) -> Theorem:
    """A or not A."""
    return _instance(theory, "excluded_middle", (a,), binary(OR, a, imp(a, FALSE)))


def ex_intro(statement: Term, value: Term, th: Theorem) -> Theorem:
    """From A at a value: exists x. A."""
    body = below(statement, "exists")
    return _instance(th.theory, "ex_intro", (body, value), statement, th, a=body.type)


def ex_elim(x: Free, th: Theorem, then: Theorem) -> Theorem:
    """From exists x. A, and from B under A at a variable that nothing else has: B."""
    theory, body, said = th.theory, below(th.conclusion, "exists"), then.conclusion
    each = theory.all_intro(x, theory.imp_intro(opened(body.body, x), then))
    return _instance(theory, "ex_elim", (body, said), said, th, each, a=body.type)


def refl(theory: Theory, a: Term) -> Theorem:
    """a = a."""
    t = theory.type_of(a)
    return _instance(theory, "refl", (a,), equation(a, a, t), a=t)


def replace(equal: Theorem, pattern: Lam, th: Theorem) -> Theorem:
    """From a = b and P(a): P(b), in normal form."""
    pair = sides(equal.conclusion, "=")
    return _instance(th.theory, "replace", (pattern, *pair), None, equal, th, a=pattern.type)


def extensional(x: Free, th: Theorem) -> Theorem:
    """From a = b, where no hypothesis has x: (fun x. a) = (fun x. b), in normal form."""
    theory, pair = th.theory, sides(th.conclusion, "=")
    functions, t = [lam(x, side) for side in pair], theory.type_of(pair[0])
    return _instance(theory, "extensional", functions, None, theory.all_intro(x, th), a=x.type, b=t)
