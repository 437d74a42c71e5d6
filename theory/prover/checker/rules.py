"""The rules of the judge, one row each: a small theorem, its conditions, its proof in Coq."""

from dataclasses import replace
from typing import Any
from .along import least, slope
from .claims import ENDS, Claim, Replay, Where, flag
from .identities import same
from .rows import Row, proved
from .terms import NIL, need

DAMAGE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""The exceptions that a damaged proof can raise."""


def span(r: Replay, claim: Claim, node: Any) -> None:
    """The range of the term shows its sign."""
    need(r.defined(claim, node).above(claim.strict), "The range does not show the sign.")


def assumption(claim: Claim, node: Any) -> tuple[int, bool]:
    """The assumption that a node names by its number."""
    place = node["assumption"]
    need(type(place) is int and 0 <= place < len(claim.given), "There is no such assumption.")
    return claim.given[place]


def given(r: Replay, claim: Claim, node: Any) -> None:
    """The claim is one of the assumptions."""
    term, strict = assumption(claim, node)
    need(strict or not claim.strict, "The assumption is not strict.")
    same(r.book, claim.term, term)
    r.defined(claim, node)


def contradiction(r: Replay, claim: Claim, node: Any) -> None:
    """An assumption is false everywhere, so that anything follows."""
    term, strict = assumption(claim, node)
    r.check(claim.of(r.book.total((term, -1)), not strict), node, "proof")


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
    """An interval is split in two parts; the point of division belongs to the first."""
    for key, part in zip(("low", "high"), claim.region[node["on"]].parts(node["at"]), strict=True):
        r.check(claim.at(node["on"], part), node, key)


def cases(r: Replay, claim: Claim, node: Any) -> None:
    """Two cases: a term is <= 0, or it is >= 0."""
    term = r.book.read(node["term"])
    r.range(claim, term)
    r.check(claim.assume(r.book.total((term, -1))), node, "low")
    r.check(claim.assume(term), node, "high")


def branch(r: Replay, claim: Claim, node: Any) -> None:
    """max(a, b) is a or b, and the value of an `if` is that of one of its branches."""
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
    """The term is g(psi(x)), and g(t) >= 0 for all t in a range that contains psi(x)."""
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
    """The claim holds inside of an interval, and at each of its ends that belongs to it.

    At an end, 0 log 0 = 0 and -c log 0 is infinite in a sum as stated, without collected terms.
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


ROWS = (
    Row(
        name="span",
        premises="none, or terms >= 0 (> 0) that help to show that the term is defined",
        sides="each part of the term has a range on the box",
        conclusion="the term has a sign that its range shows",
        theorems=("rule_span", "rule_span_known"),
        check=span,
    ),
    Row(
        name="given",
        premises="none",
        sides="the term is defined, and equal to an assumption, which is strict if the claim is",
        conclusion="the term >= 0 (> 0)",
        theorems=("rule_given",),
        check=given,
    ),
    Row(
        name="contradiction",
        premises="minus an assumption is > 0 (>= 0 if that is strict)",
        sides="it is an assumption",
        conclusion="anything",
        theorems=("rule_given_false",),
        check=contradiction,
    ),
    Row(
        name="sum",
        premises="weights >= 0 and terms >= 0 (both > 0 in one part, for a strict claim)",
        sides="the term is defined, and equal to the sum of the products",
        conclusion="the term >= 0 (> 0)",
        theorems=("rule_sum",),
        check=sum_,
    ),
    Row(
        name="split",
        premises="the claim on v <= c, and on v > c",
        sides="c lies between the ends of v",
        conclusion="the claim on all of v",
        theorems=("rule_split",),
        check=split,
    ),
    Row(
        name="cases",
        premises="the claim where a term is <= 0, and where it is >= 0",
        sides="the term is defined",
        conclusion="the claim",
        theorems=("rule_cases",),
        check=cases,
    ),
    Row(
        name="branch",
        premises="the claim with a for max(a, b) where a >= b, and with b where a < b",
        sides="a - b is defined (the condition, for a choice)",
        conclusion="the claim with max(a, b) (or with the choice)",
        theorems=("rule_branch_max", "rule_branch_if"),
        check=branch,
    ),
    Row(
        name="instance",
        premises="psi(x) lies in E; g >= 0 (> 0) on E",
        sides="the term and psi are defined; the term is g(psi(x)); no range of E is empty",
        conclusion="the term >= 0 (> 0)",
        theorems=("rule_instance",),
        check=instance,
    ),
    Row(
        name="ends",
        premises="the claim between the ends of v, and at each end that v takes",
        sides="a part 0 log 0 of a sum that was stated is left out at an end, as its limit is 0",
        conclusion="the claim on all of v",
        theorems=("rule_ends", "rule_zero_log_zero"),
        check=ends,
    ),
    Row(
        name="slope",
        premises="the slope >= 0 inside and the term >= 0 (> 0) at the low end, or mirrored",
        sides="v has an inside; the term is defined on all of v and at the end, its slope inside",
        conclusion="the term >= 0 (> 0)",
        theorems=("rule_rising", "rule_falling", "rule_along_all"),
        check=slope,
    ),
    Row(
        name="least",
        premises="lo <= m <= hi; the term >= 0 (> 0) at m; (v - m) slope >= 0, or the second "
        "slope >= 0 and the slope 0 at m",
        sides="the term, and the slopes inside, are defined",
        conclusion="the term >= 0 (> 0)",
        theorems=("rule_least", "rule_least_convex", "rule_along_all"),
        check=least,
    ),
)
RULES = proved(ROWS)
"""The rules that a step of a formal proof may use."""
