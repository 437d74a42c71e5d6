"""Variants of formal theorems and of their proofs, nearly all of which the kernel must refuse.

A factor 2 or 1/2 on a side of a comparison, < for <= (in a hypothesis <= for <), a hypothesis left
out, neighbouring quantifiers exchanged, a line of the proof left out. The proof stays as it is, but
for what names a fact that is gone. A variant that is accepted is weaker, or true for a reason, or
its line is not needed.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from time import process_time
from banditproof.theory.logic.certificates import Certificates, Node, Search
from banditproof.theory.logic.checking import Checker
from banditproof.theory.logic.development import Development
from banditproof.theory.logic.formulas import FALSE, binary, imp
from banditproof.theory.logic.passages import Passage
from banditproof.theory.logic.printing import shown
from banditproof.theory.logic.searched_steps import State
from banditproof.theory.logic.sentences import GIVEN, LABELLED
from banditproof.theory.logic.shapes import parts, under
from banditproof.theory.logic.simple_types import REAL, arrow
from banditproof.theory.logic.terms import App, Bound, Const, Lam, Refused, Term
from banditproof.theory.prover.kernel.goals import Goal

SECONDS = 2.0
"""How long a step of arithmetic that the proof does not have is searched for."""
TOGETHER = 8.0
"""How long all such searches of one variant take, since a reason may try many premises in turn.

Of 400 accepted variants drawn at random each is accepted within 5 s, nearly all within one.
"""
ZERO = Const("0", REAL)
Change = Callable[[Term, int], Iterator[tuple[str, Term]]]
"""Changed terms in the place of one, where 1 is to be shown, -1 is known, and 0 is neither."""
SIGNS = {1: {"le": "lt"}, -1: {"lt": "le"}, 0: {"le": "lt", "lt": "le"}}


@dataclass
class OfOneVariant(Certificates):
    """Certificates whose searches share their time."""

    seconds: float = SECONDS
    left: float = TOGETHER

    def _tree(self, goal: Goal, search: Search | None, state: State, alone: bool) -> Node | None:
        if self.left <= 0:
            raise Refused("No time is left for a search.")
        self.seconds = self.combining = min(SECONDS, self.left)
        begin = process_time()
        try:
            return super()._tree(goal, search, state, alone)
        finally:
            self.left -= process_time() - begin


@dataclass(frozen=True)
class Variant:
    """What was changed, and what came of it."""

    what: str
    statement: Term
    lines: tuple[Passage, ...]


def content_of(development: Development, name: str) -> str:
    """A digest of a theorem and its proof."""
    proof, stated = development.proofs[name], development.statement(name)
    words = " ".join(f"{stated and shown(stated)} {proof.text}".split())
    return sha256(words.encode()).hexdigest()[:12]


def is_accepted(development: Development, name: str, variant: Variant) -> bool:
    """Whether the kernel accepts a variant of a theorem."""
    certificates = OfOneVariant(development.stored(name))
    try:
        checker = Checker(development.library, certificates, lines=variant.lines)
        th = checker.prove(variant.statement)
    except Refused:
        return False
    return th.conclusion == variant.statement and not th.hypotheses


def variants_of(development: Development, name: str) -> Iterator[Variant]:
    """All variants of a theorem."""
    statement, lines = development.statement(name), development.proofs[name].lines
    assert statement is not None
    for change in (compared, exchanged):
        for number, (what, term) in enumerate(_everywhere(statement, change, 1), 1):
            yield Variant(f"{what} ({change.__name__} {number})", term, lines)
    for number, (term, stated) in enumerate(_hypotheses(statement)):
        fewer = _without_hypothesis(lines, number)
        if fewer is not None:
            yield Variant(f"without {stated}", term, fewer)
    for number, line in enumerate(lines):
        rest = _without_lines(lines, number)
        if rest:
            yield Variant(f"without line {number + 1}: {line.text[:60]}", statement, rest)


# statements


def _everywhere(term: Term, change: Change, sign: int) -> Iterator[tuple[str, Term]]:
    yield from change(term, sign)
    match term:
        case App(App(Const("imp"), a) as head, b):
            yield from ((w, imp(new, b)) for w, new in _everywhere(a, change, -sign))
            yield from ((w, App(head, new)) for w, new in _everywhere(b, change, sign))
        case App(head, arg):
            kept = isinstance(head, Const) and head.name in ("forall", "exists", "and", "or")
            inner = sign if kept or (isinstance(head, App) and _joins(head)) else 0
            yield from ((w, App(new, arg)) for w, new in _everywhere(head, change, inner))
            yield from ((w, App(head, new)) for w, new in _everywhere(arg, change, inner))
        case Lam(t, body):
            inner_terms = _everywhere(body, change, sign)
            yield from ((w, Lam(t, new, term.hint)) for w, new in inner_terms)


def _joins(head: App) -> bool:
    return isinstance(head.head, Const) and head.head.name in ("and", "or")


def compared(term: Term, sign: int) -> Iterator[tuple[str, Term]]:
    """A comparison with factors, or with the other sign."""
    match term:
        case App(App(Const("le" | "lt" | "=" as name, t) as op, a), b) if t[1] == REAL:
            for other in filter(None, [SIGNS[sign].get(name)]):
                yield f"{other}: {shown(term)}", binary(Const(other, t), a, b)
            for factor in ("2", "0.5") if ZERO not in (a, b) else ():
                times = App(Const("mul", arrow(REAL, REAL, REAL)), Const(factor, REAL))
                yield f"left side times {factor}: {shown(term)}", binary(op, App(times, a), b)
                yield f"right side times {factor}: {shown(term)}", binary(op, a, App(times, b))


def exchanged(term: Term, sign: int) -> Iterator[tuple[str, Term]]:
    """exists y. forall x for forall x. exists y, also with conditions between; and back."""
    for outer, inner, link in (("forall", "exists", "imp"), ("exists", "forall", "and")):
        body = under(term, outer)
        pair = parts(body.body, link) if body else None
        below = body and under(pair[1] if pair else body.body, inner)
        if body and below and isinstance(term, App) and isinstance(term.head, Const):
            stated = _swapped(below.body)
            if pair:
                stated = App(App(Const(link, ("->", *IMP_TYPE)), _lifted(pair[0])), stated)
            new = App(_quantifier(outer, body), Lam(body.type, stated, body.hint))
            yield (
                f"{outer} {inner}",
                App(_quantifier(inner, below), Lam(below.type, new, below.hint)),
            )


IMP_TYPE = arrow(("Prop",), ("Prop",), ("Prop",))[1:]


def _quantifier(name: str, body: Lam) -> Const:
    return Const(name, arrow(arrow(body.type, ("Prop",)), ("Prop",)))


def _swapped(term: Term, depth: int = 0) -> Term:
    return _renumbered(term, depth, lambda i: {0: 1, 1: 0}.get(i, i))


def _lifted(term: Term, depth: int = 0) -> Term:
    return _renumbered(term, depth, lambda i: i + (i > 0))


def _renumbered(term: Term, depth: int, number: Callable[[int], int]) -> Term:
    match term:
        case Bound(i):
            return Bound(depth + number(i - depth)) if i >= depth else term
        case App(f, x):
            return App(_renumbered(f, depth, number), _renumbered(x, depth, number))
        case Lam(t, body):
            return Lam(t, _renumbered(body, depth + 1, number), term.hint)
    return term


def _hypotheses(term: Term) -> Iterator[tuple[Term, str]]:
    """The statement without one of its hypotheses, and that one."""
    body, pair = under(term, "forall"), parts(term, "imp")
    if body and isinstance(term, App):
        for new, stated in _hypotheses(body.body):
            yield App(term.head, Lam(body.type, new, body.hint)), stated
    elif pair and pair[1] != FALSE:
        yield pair[1], shown(pair[0])
        yield from ((imp(pair[0], new), stated) for new, stated in _hypotheses(pair[1]))


# proofs


def _without_hypothesis(lines: Sequence[Passage], number: int) -> tuple[Passage, ...] | None:
    """The lines that do not assume the hypothesis of a number; None if that has no line."""
    for at, line in enumerate(lines):
        sentence = LABELLED.match(line.text)
        if not sentence and line.word not in ("fix", "assume", "have", "write", "let"):
            return None
        if sentence and _is_given(line):
            if number == 0:
                return (*lines[:at], *_unnamed(lines[at + 1 :], [sentence[1]]))
            number -= 1
            continue
        items = line.after("assume").split(",") if line.word == "assume" else []
        if number < len(items):
            rest = [item.text for n, item in enumerate(items) if n != number]
            new = [_put(line, f"assume {', '.join(rest)}")] if rest else []
            gone = items[number].divided(":")[0].text
            return (*lines[:at], *new, *_unnamed(lines[at + 1 :], [gone]))
        number -= len(items)
    return None


def _without_lines(lines: Sequence[Passage], at: int) -> tuple[Passage, ...]:
    """The lines without one; a claim goes with its proof, and a name with what it names."""
    line, end = lines[at], at + 1
    gone: list[str] = []
    if sentence := LABELLED.match(line.text):
        gone = [sentence[1]]
    if sentence or line.word == "claim":
        while end < len(lines) and lines[end].column > line.column:
            end += 1
    if line.word in ("have", "claim", "let", "obtain"):
        head = re.split(r" by |:", line.after(line.word).text)[0]
        gone = head.partition(" with ")[2].split() if line.word == "obtain" else head.split()
    return (*lines[:at], *_unnamed(lines[end:], gone))


def _unnamed(lines: Sequence[Passage], gone: Sequence[str]) -> tuple[Passage, ...]:
    """The lines without facts of some names among their reasons."""
    return tuple(_unnamed_line(line, gone) for line in lines)


def _unnamed_line(line: Passage, gone: Sequence[str]) -> Passage:
    mark = "--" if LABELLED.match(line.text) else "by"
    stated, why = line.divided(mark)
    items = why.split(",") if why else []
    kept = [item.text for item in items if item.text not in gone]
    if why is None or len(kept) == len(items):
        return line
    return _put(line, f"{stated.text} {mark} {', '.join(kept)}" if kept else stated.text)


def _put(line: Passage, text: str) -> Passage:
    return Passage.of(" " * (line.column - 1) + text, line.file, line.row).part(0)


def _is_given(sentence: Passage) -> bool:
    why = sentence.divided("--")[1]
    return why is not None and why.text == GIVEN
