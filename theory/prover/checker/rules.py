"""The rules, each a small theorem, and the check of a proof by them."""

from dataclasses import replace
from typing import Any
from banditproof.theory.balls import working_precision
from .along import along
from .claims import ENDS, Claim, Replay, Where, flag
from .identities import same
from .ranges import exact, minus, times
from .terms import NIL, Refused, need

DAMAGE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)


def span(r: Replay, claim: Claim, node: Any) -> None:
    """The range of the term has the sign."""
    need(r.defined(claim, node).above(claim.strict), "The range does not show the sign.")


def given(r: Replay, claim: Claim, node: Any) -> None:
    """The term is an assumption; or an assumption is false everywhere, and shows anything."""
    place = node["assumption"]
    need(type(place) is int and 0 <= place < len(claim.given), "There is no such assumption.")
    term, strict = claim.given[place]
    if "proof" in node:
        r.check(claim.of(r.book.total((term, -1)), not strict), node, "proof")
        return
    need(strict or not claim.strict, "The assumption is not strict.")
    same(r.book, claim.term, term)
    r.defined(claim, node)


def sum_(r: Replay, claim: Claim, node: Any) -> None:
    """The term is a sum of products of terms that are >= 0 (> 0 once, for a strict claim)."""
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
    same(r.book, claim.term, total)


def split(r: Replay, claim: Claim, node: Any) -> None:
    """An interval in two parts; the point between belongs to the first."""
    for key, part in zip(("low", "high"), claim.region[node["on"]].parts(node["at"]), strict=True):
        r.check(claim.at(node["on"], part), node, key)


def cases(r: Replay, claim: Claim, node: Any) -> None:
    """A term is <= 0 or >= 0."""
    term = r.book.read(node["term"])
    r.range(claim, term)
    r.check(claim.assume(r.book.total((term, -1))), node, "low")
    r.check(claim.assume(term), node, "high")


def branch(r: Replay, claim: Claim, node: Any) -> None:
    """The larger of two terms is one of them; a choice is one of its branches."""
    book, t = r.book, r.book.read(node["node"])
    kind, *args = book.rows[t]
    need(kind in ("max", "if"), "That term has no branches.")
    condition, *values = args if kind == "if" else (book.minus(*args), *args)
    r.defined(claim.of(condition), node, "condition defined")
    plain = book.line("log", book.num(0)) not in book.inside[claim.term]
    assumed = ((condition, False), (book.total((condition, -1)), True))
    for key, value, case in zip(("first", "other"), values, assumed, strict=True):
        lenient = claim.lenient and plain and not r.collects(claim.term, {t: value})
        new = replace(claim, term=book.put(claim.term, {t: value}), lenient=lenient)
        r.check(new.assume(*case), node, key)


def instance(r: Replay, claim: Claim, node: Any) -> None:
    """The term is another one, g, at t = psi(x), and g >= 0 wherever t may lie."""
    book, shown = r.book, list[tuple[int, bool]]()
    r.defined(claim, node)
    meaning = {book.line("var", name): book.read(value) for name, value in node["with"].items()}
    region = {name: Where.read(place) for name, place in node["where"].items()}
    given = tuple((book.read(t), flag(strict)) for t, strict in node["given"])
    new = Claim(book.read(node["term"]), claim.strict, region, given)
    for name in region:
        value = book.put(book.line("var", name), meaning)
        r.range(claim, value)
        for _, high in ENDS:
            end, taken = new.end(name, high)
            shown += [(r.beyond(value, end, high), not taken)] if end is not None else []
    shown += [(book.put(term, meaning), strict) for term, strict in given]
    for i, item in enumerate(shown):
        r.check(claim.of(*item), node, "shown", i)
    same(r.book, claim.term, book.put(new.term, meaning))
    r.check(new, node, "proof")


def ends(r: Replay, claim: Claim, node: Any) -> None:
    """The inside, and the ends that are taken, each with its number for the variable.

    There 0 log 0 = 0 in a sum that was stated, and -c log 0 is infinite, unless it is collected.
    """
    name, book, nil = node["on"], r.book, r.book.line("log", r.book.num(0))
    r.check(claim.inside(name), node, "inside")
    for key, high in ENDS:
        end, taken = claim.end(name, high)
        if end is None or not taken:
            continue
        what = {book.line("var", name): book.num(end)}
        there = r.put(claim, name, book.num(end), claim.term)
        if claim.lenient:
            parts = [book.put(book.total(item), what) for item in book.items(claim.term)]
            kept = [(t, 1) for t in parts if book.items(t) != ((nil, NIL),)]
            lenient = not r.collects(claim.term, what)
            there = replace(there, term=book.total(*kept), lenient=lenient)
        r.check(there, node, key)


def infinite(r: Replay, claim: Claim, node: Any) -> None:
    """A sum of parts that are defined and of -c log 0 with c > 0."""
    book, nil = r.book, r.book.line("log", r.book.num(0))
    need(claim.lenient and nil in book.inside[claim.term], "The statement has no log 0 at an end.")
    for t, c in book.items(claim.term):
        factors = dict(book.factors(t))
        if factors.pop(nil, 0) == 1:
            sign = times(exact(c), r.range(claim, book.product(*factors.items())))
            need(minus(sign).above(True), "Not all -c log 0 have c > 0.")
        else:
            r.range(claim, t)


ALL = (span, given, sum_, split, cases, branch, instance, along, ends, infinite)
RULES = {rule.__name__.rstrip("_"): rule for rule in ALL}


def recheck(goal: Any, proof: Any, bits: int = 96) -> None:
    """Raise ValueError unless a proof, as read from JSON, proves a goal.

    A goal has a term, `strict`, the region, [name, lo, hi, lo_open, hi_open] for each variable, and
    what is given, [term, strict] for each assumption. If it is `plain`, log 0 has no meaning.

    >>> goal = {"term": ["log", ["add", "1", ["x"]]], "strict": True,
    ...         "region": [["x", "0", None, True, True]], "given": []}
    >>> recheck(goal, {"by": "span"})
    """
    replay = Replay(RULES)
    book, region = replay.book, dict[str, Where]()
    claim = None
    try:
        with working_precision(bits):
            for name, *data in goal["region"]:
                need(isinstance(name, str) and name not in region, "A variable needs one range.")
                region[name] = Where.read(data)
            term, strict = book.read(goal["term"]), flag(goal["strict"])
            left = all(c for t in book.inside[term] for _, c in book.items(t))  # no log x - log x
            lenient = left and not (book.collected or flag(goal.get("plain", False)))
            given = tuple((book.read(t), flag(strict)) for t, strict in goal["given"])
            used = (book.names[t] for t, _ in ((term, strict), *given))
            need(all(names <= set(region) for names in used), "A variable has no range.")
            lenient = lenient and book.line("log", book.num(0)) not in book.inside[term]
            claim = Claim(term, strict, region, given, lenient)
            replay.check(claim, proof)
    except DAMAGE as bad:
        path = ".".join(map(str, replay.trail)) or "the root"
        wrong = "A part is missing, is not what the rule needs, or is nested too deeply."
        reason = str(bad) if isinstance(bad, Refused) else wrong
        place = f"Rule {replay.by!r:.40} at {path}" if claim else "In the goal"
        raise Refused(f"{place}: {reason}") from None
