"""The rules of stored proofs, checked again by other means than the kernel's."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from banditproof.theory.balls import working_precision

from .book import Refused, need, rational
from .claims import ENDS, Claim, Where, flag, interval
from .conventions import ends, infinite
from .polynomials import bernstein, sturm
from .ranges import plus, times
from .replay import MINUS, Replay, Rule
from .shapes import bottom, concave, hill, inflection, slope


def _span(r: Replay, claim: Claim, node: Any) -> None:
    need(r.defined(claim, node).above(claim.strict), "The range does not show the sign.")


def _assumption(claim: Claim, node: Any) -> tuple[int, bool]:
    place = node["assumption"]
    need(type(place) is int and 0 <= place < len(claim.given), "There is no such assumption.")
    return claim.given[place]


def _empty(r: Replay, claim: Claim, node: Any) -> None:
    term, strict = _assumption(claim, node)
    if "proof" in node:
        r.check(claim.of(r.book.total((term, -1)), not strict), node, "proof")
    else:
        need(r.range(claim, term).below(not strict), "The assumption may hold.")


def _given(r: Replay, claim: Claim, node: Any) -> None:
    term, strict = _assumption(claim, node)
    need(strict or not claim.strict, "The assumption is not strict.")
    r.same(claim.term, term)
    r.defined(claim, node)


def _lemma(r: Replay, claim: Claim, node: Any) -> None:
    book, name, u = r.book, node["name"], r.book.read(node["u"])
    need(not claim.strict and name in ("log below", "log above", "exp"), "That is no such lemma.")
    f, one = book.line(name[:3], u), book.num(1)
    if name == "exp":
        known = book.total((f, 1), (one, -1), (u, -1))
    elif name == "log below":
        known = book.total((u, 1), (one, -1), (f, -1))
    else:
        known = book.total((f, 1), (one, -1), (book.power(u, MINUS), 1))
    r.range(claim, known)
    r.same(claim.term, known)
    r.defined(claim, node)


def _sum(r: Replay, claim: Claim, node: Any) -> None:
    r.defined(claim, node)
    total, strict = r.book.num(0), claim.strict
    for i, part in enumerate(node["parts"]):
        weight, term = r.book.read(part["weight"]), r.book.read(part["term"])
        positive = flag(part.get("strict", False))
        r.check(claim.of(weight, positive), node, "parts", i, "positive")
        r.check(claim.of(term, positive), node, "parts", i, "proof")
        total = r.book.total((total, 1), (r.book.times(weight, term), 1))
        strict = strict and not positive
    need(not strict, "No part is strict.")
    r.same(claim.term, total)


def _split(r: Replay, claim: Claim, node: Any) -> None:
    name, at = node["on"], rational(node["at"])
    where = claim.region[name]
    need(where.surrounds(at), "The point is not inside.")
    r.check(claim.at(name, where._replace(hi=at, hi_open=False)), node, "low")
    r.check(claim.at(name, where._replace(lo=at, lo_open=True)), node, "high")


def _cases(r: Replay, claim: Claim, node: Any) -> None:
    term = r.book.read(node["term"])
    r.range(claim, term)
    r.check(claim.assume(r.book.total((term, -1))), node, "low")
    r.check(claim.assume(term), node, "high")


def _taylor(r: Replay, claim: Claim, node: Any) -> None:
    book, second = r.book, flag(node.get("second", False))
    claim = replace(claim, given=(), lenient=False)
    r.defined(claim, node)
    centre, away = dict[str, Where](), dict[str, int]()
    for name, (lo, hi, *_) in claim.region.items():
        if lo is None or hi is None:
            raise Refused("The box is not bounded.")
        middle = (lo + hi) / 2
        centre[name] = Where(middle, middle, False, False)
        away[name] = book.minus(book.line("var", name), book.num(middle))
    there, names = replace(claim, region=centre), sorted(book.names[claim.term])
    total = r.range(there, claim.term)
    for name in names:
        first = book.slope(claim.term, name)
        total = plus(
            total, times(r.range(there if second else claim, first), r.range(claim, away[name]))
        )
        for other in names if second else ():
            bend = r.range(claim, book.total((book.slope(first, other), Fraction(1, 2))))
            total = plus(total, times(bend, r.range(claim, book.times(away[name], away[other]))))
    need(total.above(claim.strict), "Taylor's formula does not show the sign.")


def _monotone(r: Replay, claim: Claim, node: Any) -> None:
    book, kind, a, b = r.book, node["function"], r.book.read(node["a"]), r.book.read(node["b"])
    if kind == "root":
        order = node["order"]
        need(type(order) is int and order > 1, "The order of a root is a whole number above 1.")
        one, two = (book.power(u, Fraction(1, order)) for u in (a, b))
    else:
        need(kind in ("log", "exp", "erf", "tanh", "lambertw"), "That function is not listed.")
        one, two = book.line(kind, a), book.line(kind, b)
    for term in (claim.term, one, two):
        r.defined(claim.of(term), node)
    r.same(claim.term, book.minus(one, two))
    r.check(claim.of(book.minus(a, b), claim.strict), node, "proof")


def _inverse(r: Replay, claim: Claim, node: Any) -> None:
    book, kind, a, b = r.book, node["function"], r.book.read(node["a"]), r.book.read(node["b"])
    need(kind in ("log", "square"), "That function is not listed.")
    for term in (claim.term, a, b):
        r.defined(claim.of(term), node)
    r.same(claim.term, book.minus(a, b))
    if kind == "log":
        one, two = book.line("log", a), book.line("log", b)
    else:
        r.check(claim.of(a), node, "positive")
        one, two = book.times(a, a), book.times(b, b)
    r.check(claim.of(book.minus(one, two), claim.strict), node, "proof")


def _instance(r: Replay, claim: Claim, node: Any) -> None:
    book, given = r.book, list[tuple[int, bool]]()
    r.defined(claim, node)
    meaning = {book.line("var", name): book.read(value) for name, value in node["with"].items()}
    region = {name: interval(place) for name, place in node["where"].items()}
    new = Claim(book.read(node["term"]), claim.strict, region)
    for name in region:
        value = meaning.get(book.line("var", name), book.line("var", name))
        r.range(claim, value)
        for key, high in ENDS:
            end, taken = new.end(name, high)
            if end is not None:
                r.check(claim.of(r.beyond(value, end, high), not taken), node, "inside", name, key)
    for i, part in enumerate(node.get("given", ())):
        term, strict = book.read(part["term"]), flag(part["strict"])
        r.check(claim.of(book.put(term, meaning), strict), node, "given", i, "proof")
        given.append((term, strict))
    r.same(claim.term, book.put(new.term, meaning))
    r.check(replace(new, given=tuple(given)), node, "proof")


def _branch(r: Replay, claim: Claim, node: Any) -> None:
    book, t = r.book, r.book.read(node["node"])
    kind, *args = book.rows[t]
    need(kind in ("max", "min", "abs", "if"), "That term has no branches.")
    if kind == "if":
        condition, *values = args
    else:
        values = args if len(args) == 2 else [args[0], book.total((args[0], -1))]
        condition = book.minus(values[0], values[1], -1 if kind == "min" else 1)
    r.defined(claim.of(condition), node, "condition defined")
    need(len(node["cases"]) == 2, "There are two cases.")
    plain = book.line("log", book.num(0)) not in book.inside[claim.term]
    claim = replace(claim, lenient=claim.lenient and plain)
    conditions = ((condition, False), (book.total((condition, -1)), kind == "if"))
    for i, (value, case) in enumerate(zip(values, conditions, strict=True)):
        r.check(
            replace(claim.assume(*case), term=book.put(claim.term, {t: value})), node, "cases", i
        )


RULES: dict[str, Rule] = {
    "span": _span,
    "empty": _empty,
    "given": _given,
    "lemma": _lemma,
    "sum": _sum,
    "split": _split,
    "cases": _cases,
    "ends": ends,
    "infinite": infinite,
    "taylor": _taylor,
    "slope": slope,
    "concave": concave,
    "bottom": bottom,
    "inflection": inflection,
    "monotone": _monotone,
    "inverse": _inverse,
    "hill": hill,
    "instance": _instance,
    "branch": _branch,
    "Bernstein": bernstein,
    "Sturm": sturm,
}


def recheck(goal: Any, proof: Any, bits: int = 96) -> None:
    """Raise ValueError unless a proof, as read from JSON, proves a goal.

    A goal has a term, `strict`, the region, [name, [lo, hi, lo_open, hi_open]] for each variable
    (the inner brackets may be left out), and what is given, [term, strict] for each assumption.

    >>> goal = {"term": ["log", ["add", "1", ["x"]]], "strict": True,
    ...         "region": [["x", ["0", None, True, True]]], "given": []}
    >>> recheck(goal, {"by": "span"})
    """
    replay = Replay(RULES)
    book, region = replay.book, dict[str, Where]()
    try:
        with working_precision(bits):
            for name, *data in goal["region"]:
                need(isinstance(name, str) and name not in region, "A variable needs one range.")
                region[name] = interval(data[0] if len(data) == 1 else data)
            given = tuple((book.read(t), flag(strict)) for t, strict in goal["given"])
            term, strict = book.read(goal["term"]), flag(goal["strict"])
            lenient = book.line("log", book.num(0)) not in book.inside[term]
            replay.check(Claim(term, strict, region, given, lenient), proof)
    except (
        ValueError,
        TypeError,
        LookupError,
        AttributeError,
        ArithmeticError,
        RecursionError,
    ) as bad:
        path = ".".join(map(str, replay.trail)) or "the root"
        reason = str(bad) if isinstance(bad, Refused) else f"The proof is damaged: {bad!r}."
        raise Refused(f"Rule {replay.by!r:.40} at {path}: {reason}") from None
