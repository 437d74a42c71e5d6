"""Attacks on what the rules compute with: terms, equalities, ranges, slopes, and limits at ends.

Each returns None if nothing false was seen, or what was: a report.
"""

from collections.abc import Iterator
from typing import Any
from flint import arb, ctx, fmpq
from .along_a_variable import CURVES, limit_node, vanishing_part
from .material import NUMBERS, RANGES, Dice, text_of, total
from .places import Places, written
from .values import UNDEFINED, Value, value

PRECISION = 160
FAR = 900
"""The bits of balls beside an end, 2^-400 away from it."""
Report = dict[str, Any] | None


def differ(a: Value, b: Value) -> bool:
    """Whether two values are surely different; to be undefined is a value, too."""
    if a is None or b is None:
        return False
    if a is UNDEFINED or b is UNDEFINED:
        return a is not b
    return not (a - b).contains(0)


def same(dice: Dice, r: Any, bits: int) -> Report:
    """Terms that are equal have equal values wherever both have any."""
    names = ["x", "y"]
    one = other = dice.term(names, 3)
    for _ in range(dice.choice([1, 1, 2, 3])):
        other = dice.rewritten(other)
    left, right = r.book.read(one), r.book.read(other)
    if left == right:
        raise dice.checker.refused("They are the same line.")
    dice.checker.find("same")(r.book, left, right)
    for _ in range(30):
        point = {name: fmpq(dice.randrange(-48, 49), 16) for name in names}
        a, b = value(one, point), value(other, point)
        if isinstance(a, arb) and isinstance(b, arb) and differ(a, b):
            return {"one": one, "other": other, "point": point, "values": [a, b]}
    return None


def read_and_put(dice: Dice, r: Any, bits: int) -> Report:
    """What is read of a text, and put for a variable, keeps values, and where there are any."""
    term, place = dice.term(["x", "y"], 3), dice.term(["x", "y"], 1)
    book = r.book
    line, inner = book.read(term), book.read(place)
    there = book.put(line, {book.line("var", "x"): inner})
    for _ in range(10):
        point = {name: fmpq(dice.randrange(-8, 9), 4) for name in ("x", "y")}
        plain, read = value(term, point), value(written(book, line), point)
        if differ(plain, read):
            return {"read": term, "point": point, "values": [plain, read]}
        at = value(place, point)
        if not isinstance(at, arb) or not at.is_exact():
            continue
        mantissa, exponent = at.man_exp()
        moved = {**point, "x": fmpq(int(mantissa)) * fmpq(2) ** int(exponent)}
        plain, read = value(term, moved), value(written(book, there), point)
        if differ(plain, read):
            return {"read": term, "x": place, "point": point, "values": [plain, read]}
    return None


def ranges(dice: Dice, r: Any, bits: int) -> Report:
    """A range holds all values of a term, which has one everywhere; an open end is none."""
    claim = dice.claim(r, dice.term(names := dice.names(), 3), names)
    ctx.prec = bits
    try:
        found = r.range(claim, claim.term)
    finally:
        ctx.prec = PRECISION
    for point in dice.sure.places.points(claim.region):
        v = value(written(r.book, claim.term), point)
        low = isinstance(v, arb) and (v < found.lo or (found.lo_open and v == found.lo))
        high = isinstance(v, arb) and (v > found.hi or (found.hi_open and v == found.hi))
        if v is UNDEFINED or low or high:
            return {"goal": text_of(r, claim), "point": point, "value": v, "range": found}
    return None


def slope(dice: Dice, r: Any, bits: int) -> Report:
    """A derivative is the limit of quotients where it and the term around have values."""
    term = dice.choice([dice.term(["x"], 3), dice.choice(CURVES[:20])])
    first = written(r.book, r.book.slope(r.book.read(term), "x"))
    for _ in range(6):
        x = fmpq(dice.randrange(-64, 65), 32)
        v, gaps = value(first, {"x": x}), []
        for h in (fmpq(1, 2**30), fmpq(1, 2**40)):
            a, b = value(term, {"x": x + h}), value(term, {"x": x - h})
            if isinstance(v, arb) and isinstance(a, arb) and isinstance(b, arb):
                gaps.append(abs((a - b) / arb(2 * h) - v))
        if len(gaps) == 2 and all(gap > abs(v) * 1e-4 + 1e-4 for gap in gaps):
            return {"term": term, "slope": first, "x": x, "value": v}
    return None


def continuity(dice: Dice, r: Any, bits: int) -> Report:
    """Where a term is called continuous, its values beside a place tend to the one there."""
    term = dice.choice([dice.term(["x"], 3), dice.choice(CURVES[:19]), dice.choice(CURVES[21:])])
    dice.checker.find("continuous")(r.book, r.book.read(term), "x")
    at, turn = fmpq(dice.choice(NUMBERS)), dice.choice([1, -1])
    ctx.prec = FAR
    try:
        there = value(term, {"x": at})
        near = [value(term, {"x": at + turn * fmpq(1, 2**k)}) for k in (150, 250, 400)]
    finally:
        ctx.prec = PRECISION
    if not isinstance(there, arb):
        return None
    # a jump is far beside the value: exp(exp(9)) moves by 10^3400 within 2^-400
    jump = (1 + abs(there)) * 1e-3
    if all(isinstance(v, arb) and abs(v - there) > jump for v in near):
        return {"term": term, "at": at, "value": there, "beside": near}
    return None


def towards(where: Any, high: bool) -> Iterator[fmpq]:
    """Points beside an end, or far out if it is infinite."""
    end, turn = (where.hi, -1) if high else (where.lo, 1)
    for k in (150, 250, 400):
        yield end + turn * fmpq(1, 2**k) if end is not None else -turn * fmpq(2) ** k


def beside(r: Any, claim: Any, line: int, high: bool) -> list[Value]:
    """The values of a line beside an end of x."""
    ctx.prec = FAR
    try:
        others = {name: next(iter(Places("").along(w))) for name, w in claim.region.items()}
        places = towards(claim.region["x"], high)
        return [value(written(r.book, line), {**others, "x": x}) for x in places]
    finally:
        ctx.prec = PRECISION


def vanishing(dice: Dice, r: Any, bits: int, fall: str) -> Report:
    """What the list of limits accepts tends to 0; an overflow of exp is no ball, and far from 0."""
    claim, high = dice.claim(r, "0", ("x",)), dice.random() < 0.5
    part = vanishing_part(dice, fall)
    ctx.prec = bits
    try:
        line = dice.checker.find("vanishing")(r, claim.inside("x"), "x", high, part)
    finally:
        ctx.prec = PRECISION
    sizes = beside(r, claim, line, high)
    large = [not isinstance(s, arb) or abs(s) > 1e-3 for s in sizes]
    if all(large) and any(isinstance(s, arb) for s in sizes):
        return {"goal": text_of(r, claim), "high": high, "part": part, "values": sizes}
    return None


def limit(dice: Dice, r: Any, bits: int, high: bool, endless: bool) -> Report:
    """Where a limit is accepted, the term is not below 0 beside the end."""
    claim = dice.claim(r, "0", ("x",))
    ranges = [where for where in RANGES if (where[high] is None) == endless]
    claim = claim.at("x", dice.checker.Where.read(dice.choice(ranges)))
    shapes = [*CURVES[:20], *CURVES[21:], dice.term(["x"], 2)]
    term = dice.choice([dice.choice(shapes), total(dice.choice(shapes), dice.choice(shapes))])
    claim = dice.checker.Claim(r.book.read(term), claim.strict, claim.region)
    node = limit_node(dice, r, claim, claim.term, high, 1)
    r.range(claim.inside("x"), claim.term)
    ctx.prec = bits
    try:
        dice.checker.find("limit")(r, claim, "x", high, node)
    finally:
        ctx.prec = PRECISION
    lo, hi, *_ = claim.region["x"]
    point = lo is not None and lo == hi
    sizes = [value(term, {"x": lo})] if point else beside(r, claim, claim.term, high)
    if all(isinstance(s, arb) and s < -1e-6 for s in sizes):
        return {"goal": text_of(r, claim), "high": high, "node": node, "values": sizes}
    return None
