"""Relations between reals that follow from others, by proofs in the core of the checker's rules.

Real terms are read with what is no arithmetic as unknown numbers. The functions of the logic are
total, those of the checker are not: each partial subterm needs a proof, under the premises that
stand before it, that it is defined. So nothing rests on a value of 1/0 or log(0).
"""

from __future__ import annotations
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeGuard
from flint import fmpq
from banditproof.theory.prover.checker.claims import Claim, Replay, Where
from banditproof.theory.prover.checker.functions import FUNCTIONS
from banditproof.theory.prover.checker.rules import DAMAGE, RULES
from banditproof.theory.prover.checker.terms import UNIT, Book
from banditproof.theory.working_precision import working_precision
from .simple_types import NAT, PROP, REAL, Type, arrow
from .terms import App, Const, Refused, Term, normal, require

ROOTS = MappingProxyType({"sqrt": 2, "root3": 3, "root4": 4, "root8": 8, "root16": 16})
"""The roots, with their orders."""
_ONE, _TWO = arrow(REAL, REAL), arrow(REAL, REAL, REAL)
SIGNATURE: Mapping[str, Type] = MappingProxyType(
    {
        **dict.fromkeys(("le", "lt"), arrow(REAL, REAL, PROP)),
        **dict.fromkeys(("add", "sub", "mul", "div", "min", "max", "kl"), _TWO),
        **dict.fromkeys(("neg", "abs", *FUNCTIONS, *ROOTS), _ONE),
        **dict.fromkeys(("nadd", "nmul"), arrow(NAT, NAT, NAT)),
        "pow": arrow(REAL, NAT, REAL),
        "real": arrow(NAT, REAL),
        "PI": REAL,
    }
)
"""The constants whose meaning is fixed here: those of the field of reals and its functions."""
TO_REAL = Const("real", SIGNATURE["real"])
NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")
BITS = 96
"""The precision of balls in a check; what is rounded outwards is right at any."""
INVERSE = fmpq(-1)


def _smaller(book: Book, x: int, y: int) -> int:
    """min(x, y) = -max(-x, -y)."""
    return book.total((book.line("max", book.total((x, -1)), book.total((y, -1))), -1))


def _divergence(book: Book, p: int, q: int) -> int:
    """kl(p, q) = p log p + (1 - p) log(1 - p) - p log q - (1 - p) log(1 - q), with 0 log 0 = 0."""
    other_p, other_q = book.minus(UNIT, p), book.minus(UNIT, q)
    return book.total(
        (book.line("xlogx", p), 1),
        (book.line("xlogx", other_p), 1),
        (book.times(p, book.line("log", q)), -1),
        (book.times(other_p, book.line("log", other_q)), -1),
    )


VALUES: Mapping[str, Callable[..., int]] = MappingProxyType(
    {
        **dict.fromkeys(("add", "nadd"), lambda book, x, y: book.total((x, 1), (y, 1))),
        **dict.fromkeys(("mul", "nmul"), lambda book, x, y: book.times(x, y)),
        "sub": lambda book, x, y: book.minus(x, y),
        "neg": lambda book, x: book.total((x, -1)),
        "div": lambda book, x, y: book.times(x, book.power(y, INVERSE)),
        "min": _smaller,
        "max": lambda book, x, y: book.line("max", x, y),
        "abs": lambda book, x: book.line("max", x, book.total((x, -1))),
        **{name: lambda book, x, of=name: book.line(of, x) for name in FUNCTIONS},
        "exp": lambda book, x: book.line("exp", x) if book.items(x) else UNIT,
        **{name: lambda book, x, k=k: book.power(x, fmpq(1, k)) for name, k in ROOTS.items()},
        "kl": _divergence,
        "PI": lambda book: book.line("pi"),
    }
)
"""What the functions of reals, and of natural numbers, are as lines of a book."""
POSITIVE, NONNEGATIVE, NONZERO = "> 0", ">= 0", "!= 0"
NEEDS: Mapping[str, Callable[..., list[tuple[int, str]]]] = MappingProxyType(
    {
        "div": lambda _, x, y: [(y, NONZERO)],
        "log": lambda _, x: [(x, POSITIVE)],
        **dict.fromkeys(("xlogx", *ROOTS), lambda _, x: [(x, NONNEGATIVE)]),
        "kl": lambda book, p, q: [
            (t, s) for x, s in ((p, NONNEGATIVE), (q, POSITIVE)) for t in (x, book.minus(UNIT, x))
        ],
    }
)
"""The signs without which a function is not defined."""


def spine(term: Term) -> tuple[Term, list[Term]]:
    """The head of an application, and its arguments.

    >>> spine(App(Const("neg", _ONE), Const("2", REAL)))[1]
    [Const(name='2', type=('R',))]
    """
    args: list[Term] = []
    while isinstance(term, App):
        args.insert(0, term.arg)
        term = term.head
    return term, args


def is_numeral(term: Term) -> TypeGuard[Const]:
    """Whether a term is a numeral: 5 of the type N, 5 or 0.5 of the type R."""
    if not isinstance(term, Const) or not NUMBER.fullmatch(term.name):
        return False
    return term.type == REAL or (term.type == NAT and "." not in term.name)


def relation(term: Term) -> tuple[Term, str, Term] | None:
    """The sides and the sign of a <= b, a < b or a = b between reals; not a <= b is b < a."""
    head, args = spine(term)
    if not isinstance(head, Const) or len(args) != 2:
        return None
    if head.name in ("le", "lt"):
        return args[0], "<=" if head.name == "le" else "<", args[1]
    if head.name == "=" and head.type[1] == REAL:
        return args[0], "=", args[1]
    inner = relation(args[0]) if head.name == "imp" and args[1] == Const("False", PROP) else None
    if inner is None or inner[1] == "=":
        return None
    return inner[2], "<" if inner[1] == "<=" else "<=", inner[0]


def number_of(book: Book, term: int) -> fmpq | None:
    """The number that a line is; None for another line."""
    items = book.items(term)
    if len(items) > 1 or any(t != UNIT for t, _ in items):
        return None
    return items[0][1] if items else fmpq(0)


def linear_bound(book: Book, term: int) -> tuple[str, fmpq, bool] | None:
    """The variable, the bound that a x + b >= 0 sets, and whether it is an upper one."""
    rows = {t: c for t, c in book.items(term) if t != UNIT}
    if len(rows) != 1:
        return None
    ((t, lead),) = rows.items()
    if book.rows[t][0] != "var" or not lead:
        return None
    constant = dict(book.items(term)).get(UNIT, fmpq(0))
    return book.rows[t][1], -constant / lead, lead < 0


@dataclass
class State:
    """The premises so far, as lines of a book, and what must still be shown to be defined."""

    book: Book = field(default_factory=lambda: Book(FUNCTIONS))
    unknowns: dict[Term, str] = field(default_factory=dict)
    equal: dict[int, int] = field(default_factory=dict)
    given: list[tuple[int, bool]] = field(default_factory=list)
    needed: list[tuple[int, str]] = field(default_factory=list)

    def real(self, term: Term, whole: bool = False) -> int:
        """A real term, or the real number of a natural one, as a line."""
        book = self.book
        head, args = spine(term)
        if is_numeral(head):
            value = Fraction(head.name)
            return book.num(fmpq(value.numerator, value.denominator))
        name = head.name if isinstance(head, Const) else ""
        if name == "pow" and is_numeral(args[1]):
            return book.power(self.real(args[0]), fmpq(int(args[1].name)))
        if name == "real":
            return self.real(args[0], whole=True)
        if name not in VALUES:
            unknown = normal(App(TO_REAL, term) if whole else term)
            return book.line("var", self.unknowns.setdefault(unknown, f"v{len(self.unknowns)}"))
        values = [self.real(arg, whole) for arg in args]
        if name in NEEDS:
            self.needed += NEEDS[name](book, *values)
        return VALUES[name](book, *values)

    def claim(self, term: int, strict: bool) -> Claim | None:
        """The term >= 0, or > 0, under the premises; None if their ranges leave no number."""
        book = self.book
        term = book.put(term, self.equal)
        where = dict.fromkeys(self.unknowns.values(), Where(None, None))
        given = []
        for item, is_strict in self.given:
            if (bound := linear_bound(book, item)) is None:
                given.append((item, is_strict))
            else:
                name, at, high = bound
                where[name] = where[name].cut(at, high, is_strict)
        false = (self.known(t, POSITIVE if s else NONNEGATIVE) is False for t, s in given)
        if any(w.is_empty() for w in where.values()) or any(false):
            return None
        points = {
            book.line("var", n): book.num(w.lo)
            for n, w in where.items()
            if w.lo is not None and w.lo == w.hi
        }
        there = tuple(dict.fromkeys((book.put(t, points), s) for t, s in given))
        region = {n: w for n, w in where.items() if book.line("var", n) not in points}
        return Claim(book.put(term, points), strict, region, there)

    def known(self, term: int, sign: str) -> bool | None:
        """Whether a number has a sign; None for another term."""
        value = number_of(self.book, term)
        if value is None:
            return None
        return value != 0 if sign == NONZERO else value > 0 or (sign == NONNEGATIVE and not value)

    def obligations(self) -> list[tuple[int, str]]:
        """What must be shown for the terms read so far to be defined, each once."""
        needed, self.needed = dict.fromkeys(self.needed), []
        return [(term, sign) for term, sign in needed if not self.known(term, sign)]

    def premise(self, left: int, sign: str, right: int) -> None:
        """Take a relation whose sides are known to be defined."""
        book = self.book
        left, right = book.put(left, self.equal), book.put(right, self.equal)
        if sign != "=":
            self.given.append((book.minus(right, left), sign == "<"))
            return
        for a, b in ((left, right), (right, left)):
            if book.rows[a][0] == "var" and book.rows[a][1] not in book.names[b]:
                what = {a: b}
                self.equal = {k: book.put(v, what) for k, v in self.equal.items()} | what
                self.given = [(book.put(t, what), s) for t, s in self.given]
                return
        self.given += [(book.minus(right, left), False), (book.minus(left, right), False)]


def to_show(premises: Sequence[Term], goal: Term, state: State) -> Iterator[list[Claim]]:
    """What is to be shown, in its order: each time one of some claims."""
    book = state.book

    def claimed(strict: bool, *terms: int) -> Iterator[list[Claim]]:
        claims = [claim for term in terms if (claim := state.claim(term, strict)) is not None]
        if claims:  # what is claimed of no numbers at all is true
            yield claims

    for place, item in enumerate((*premises, goal)):
        sides = relation(item)
        if sides is None:
            raise Refused("That is no relation between reals.")
        left, right = state.real(sides[0]), state.real(sides[2])
        for term, sign in state.obligations():
            terms = (term, book.total((term, -1))) if sign == NONZERO else (term,)
            yield from claimed(sign != NONNEGATIVE, *terms)
        if place < len(premises):
            state.premise(left, sides[1], right)
            continue
        yield from claimed(sides[1] == "<", book.minus(right, left))
        if sides[1] == "=":
            yield from claimed(False, book.minus(left, right))


def is_plain(found: object) -> bool:
    """Whether nothing in a proof can be another thing each time it is looked at.

    >>> is_plain({"by": "span", "defined": []}), is_plain({"by": range(3)})
    (True, False)
    """
    if type(found) is dict:
        return all(type(key) is str and is_plain(part) for key, part in found.items())
    if type(found) is list or type(found) is tuple:
        return all(map(is_plain, found))
    return found is None or type(found) in (str, int, float, bool)


def certify(premises: Sequence[Term], goal: Term, certificate: Sequence[Any]) -> None:
    """Raise Refused unless a certificate shows the goal under the premises.

    For each thing to show it has the place of the claim that is shown, and a proof of it.
    """
    require(type(certificate) in (list, tuple), "A certificate is a list.")
    left, state = list(certificate), State()
    for claims in to_show(premises, goal, state):
        require(left, "The certificate ends too soon.")
        require(type(left[0]) in (list, tuple) and len(left[0]) == 2, "A claim and a proof belong.")
        place, proof = left.pop(0)
        require(isinstance(place, int) and 0 <= place < len(claims), "There is no such claim.")
        replay = Replay(state.book, RULES)
        try:
            require(is_plain(proof), "A proof is made of plain lists, texts and numbers.")
            with working_precision(BITS):
                replay.check(claims[place], proof)
        except DAMAGE as error:
            path = ".".join(map(str, replay.trail)) or "the root"
            raise Refused(f"The proof is refused at {path}: {error}") from None
    require(not left, "The certificate is longer than what it shows.")
