"""Terms along one variable: the signs of their slopes, limits at both ends, and a least value."""

from dataclasses import replace
from typing import Any
from .claims import ENDS, Claim, Replay, flag
from .identities import same
from .terms import NIL, UNIT, need, rational


def along(r: Replay, claim: Claim, node: Any) -> None:
    """The term is >= 0 by its signs along a variable, or as its least value is.

    Assumptions on the variable are dropped, so that all of its interval counts.
    """
    name = node["on"]
    free = tuple(g for g in claim.given if name not in r.book.names[g[0]])
    claim = replace(claim, given=free)
    r.defined(claim, node)
    if "at" in node:
        bottom(r, claim, name, node)
    else:
        need(not {"proof", "weight"} & set(node), "What has no slope may jump at an end.")
        need(signs(r, claim, name, node) == "+", "The term may be negative.")


def signs(r: Replay, claim: Claim, name: str, node: Any) -> str:
    """The signs of a term inside an interval, from its beginning: + for >= 0 (> 0 if strict).

    A term whose slope is >= 0 and then <= 0 is <= 0, then >= 0, then <= 0, where each part may be
    missing; the first one is if the limit at the beginning is >= 0. And so for other signs.
    """
    book, inside = r.book, claim.inside(name)
    if "proof" in node:
        sign = -1 if flag(node["negative"]) else 1
        r.check(inside.of(book.total((claim.term, sign)), claim.strict), node, "proof")
        return "+" if sign == 1 else "-"
    if "weight" in node:
        weight, core = (inside.of(book.read(node[key])) for key in ("weight", "core"))
        same(r.book, claim.term, book.times(weight.term, core.term))
        r.check(weight, node, "positive")
        r.defined(core, node)
        need(not claim.strict, "A product is not seen to be strict.")
        return signs(r, core, name, node["core signs"])
    below = node["slope"]
    first = inside.of(book.slope(claim.term, name), flag(below.get("strict", False)))
    if "proof" not in below:
        r.defined(first, below)
    result = signs(r, first, name, below)
    # One strict sign on all of the interval: the term is off its limit at an end that is not taken.
    steep = first.strict and len(result) == 1
    result = ("-" if result[0] == "+" else "+") + result
    for key, high in ENDS:
        if key in node:
            strict = claim.strict and (claim.end(name, high)[1] or not steep)
            # A sign at the beginning or end is struck out if the limit at that end contradicts it.
            turned = book.total((claim.term, 1 if result[-high] == "-" else -1))
            limit(r, claim.of(turned, strict), name, high, node[key])
            result = result[:-1] if high else result[1:]
    return result


def limit(r: Replay, claim: Claim, name: str, high: bool, node: Any) -> None:
    """The lower limit of a term at an end is >= 0 (> 0 if strict).

    It is the sum of one that is continuous up to the end, one that is >= 0, and what vanishes.
    """
    # All that is shown of the parts is shown inside, from where the limit is taken.
    need(claim.region[name].has_inside(), "A range of one point has no inside.")
    book, inside, value = r.book, claim.inside(name), claim.term
    end, _ = claim.end(name, high)
    if "value" in node:
        value, rest = book.read(node["value"]), book.read(node["rest"])
        gone = [vanishing(r, inside, name, high, part) for part in node["vanishing"]]
        same(r.book, claim.term, book.total(*((t, 1) for t in (value, rest, *gone))))
        r.range(inside, value)
        r.check(inside.of(rest), node, "rest_proof")
    jumps = (book.rows[t][0] == "if" and name in book.names[t] for t in book.inside[value])
    need(not any(jumps), "A term with branches may jump at an end.")
    need(end is not None or name not in book.names[value], "The end is infinite.")
    there = r.put(claim, name, book.num(end or 0), value)
    r.check(there, node, "proof")


def vanishing(r: Replay, claim: Claim, name: str, high: bool, node: Any) -> int:
    """c b s^n |log s|^k tends to 0 as s > 0 does, if c is fixed, b bounded near 0, and n > 0.

    So it does for every n times exp(-u) or 1 - erf(u), if u = d a / s^m with d > 0 fixed, a above
    a number > 0, and m > 0. For n > 0 it does times 1 - erf(u) for any u, which is at most 2, but
    not times exp(-u), which has no bound where u falls. Here s is the distance from the end, or
    1 / |v| if that is infinite.
    """
    book, (end, _), v = r.book, claim.end(name, high), r.book.line("var", name)
    # A limit asks only what happens from some place on: b and a are bounded there alone.
    claim = claim.at(name, claim.region[name].parts(node["near"])[high])
    n, k, m = (rational(node[key]) for key in ("power", "logs", "order"))
    c, b, d, a = (book.read(node[key]) for key in ("fixed", "bounded", "scale", "rate"))
    # At an infinite end this is v or -v, which is 1/s: `turn` inverts the powers below.
    s = r.beyond(v, end or NIL, high != (end is None))
    turn = -1 if end is None else 1
    u = book.times(d, a, book.power(s, -turn * m))
    fall = {
        "none": book.num(1),
        "exp": book.line("exp", book.total((u, -1))),
        "erf": book.total((UNIT, 1), (book.line("erf", u), -1)),
    }[node["fall"]]
    logs = book.power(book.line("log", s), k)
    term = book.times(c, b, book.power(s, turn * n), logs, fall)
    r.range(claim, term)
    size, rate = r.range(claim, b), r.range(claim, a)
    fast = node["fall"] != "none" and m > 0 and bool(rate.lo > 0)
    fast = fast and r.range(claim, d).above(True)
    need(name not in book.names[c] | book.names[d], "A factor is not fixed.")
    need(size.lo.is_finite() and size.hi.is_finite(), "A factor may be unbounded.")
    need(fast or (n > 0 and node["fall"] != "exp"), "A part may not vanish.")
    return term


def bottom(r: Replay, claim: Claim, name: str, node: Any) -> None:
    """The term is least at a place: it is convex and flat there, or (v - place) slope >= 0."""
    book, at, first = r.book, r.book.read(node["at"]), r.book.slope(claim.term, name)
    inside, there = claim.inside(name), r.put(claim, name, at, claim.term)
    r.defined(inside.of(first), node, "slope 1")
    if flag(node["convex"]):
        flat, shown = r.put(claim, name, at, first), book.slope(first, name)
        r.defined(flat, node, "flat defined")
        same(r.book, flat.term, book.num(0))
        r.defined(inside.of(shown), node, "slope 2")
    else:
        shown = book.times(book.minus(book.line("var", name), at), first)
    r.check(inside.of(shown), node, "sign")
    r.defined(there, node, "bottom defined")
    # The place must lie in the closed interval: only there the signs of the slope are known.
    for key, high in ENDS:
        end, _ = claim.end(name, high)
        if end is not None:
            r.check(there.of(r.beyond(at, end, high)), node, key)
    r.check(there, node, "touch")
