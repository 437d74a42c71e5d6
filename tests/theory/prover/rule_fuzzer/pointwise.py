"""Applications of the rules that speak of one point at a time: a claim, and a node of a proof."""

from typing import Any
from .material import NUMBERS, Dice, scaled, total
from .places import ORACLE, written

Application = tuple[Any, Any]
X, Y = ["x"], ["y"]


def span(dice: Dice, r: Any) -> Application:
    """A range shows the sign, with terms that are shown to be >= 0 or > 0 before."""
    names = dice.names()
    helps = []
    claim = dice.claim(r, dice.term(names, 3), names)
    for _ in range(dice.choice([0, 0, 1, 2])):
        strict = dice.random() < 0.5
        one = dice.signed(r, claim.of(r.book.read(dice.term(names, 1)), strict))
        helps.append({"term": written(r.book, one.term), "strict": strict, "proof": ORACLE})
    return claim, {"by": "span", "defined": helps}


def given(dice: Dice, r: Any) -> Application:
    """The term is an assumption, or looks like one."""
    names = dice.names()
    claim = dice.claim(r, "0", names)
    claim = claim.assume(r.book.read(dice.term(names, 2)), dice.random() < 0.5)
    place = dice.randrange(len(claim.given))
    term = written(r.book, claim.given[place][0])
    for _ in range(dice.choice([0, 1, 1, 2])):
        term = dice.rewritten(term)
    strict = claim.strict and (claim.given[place][1] or dice.random() < 0.3)
    return claim.of(r.book.read(term), strict), {"by": "given", "assumption": place}


def contradiction(dice: Dice, r: Any) -> Application:
    """An assumption is false everywhere, and shows anything."""
    names = dice.names()
    claim = dice.claim(r, dice.term(names, 2), names)
    strict = dice.random() < 0.5
    line = r.book.read(dice.term(names, 2))
    for sign in (1, -1):
        one = r.book.total((line, sign))
        if dice.says(r, claim.of(r.book.total((one, -1)), not strict)):
            break
    node = {"by": "contradiction", "assumption": len(claim.given), "proof": ORACLE}
    return claim.assume(one, strict), node


def sum_(dice: Dice, r: Any) -> Application:
    """A sum of products of terms that are >= 0, or nearly that sum."""
    names = dice.names()
    claim, parts, terms = dice.claim(r, "0", names), [], []
    for _ in range(dice.choice([0, 1, 1, 2])):
        strict = dice.random() < 0.5
        weight, term = (
            written(r.book, dice.signed(r, claim.of(r.book.read(dice.term(names, 2)), strict)).term)
            for _ in range(2)
        )
        parts.append(
            {"weight": weight, "term": term, "strict": strict, "positive": ORACLE, "proof": ORACLE}
        )
        terms.append(["mul", weight, term])
    whole = total(*terms)
    how = dice.random()
    whole = dice.rewritten(whole) if how < 0.4 else scaled(-1, whole) if how < 0.5 else whole
    return claim.of(r.book.read(whole), claim.strict), {"by": "sum", "parts": parts}


def split(dice: Dice, r: Any) -> Application:
    """A range in two parts; some terms have another sign at the place between alone."""
    names, at = dice.names(), dice.choice(NUMBERS)
    distance = ["abs", total(X, scaled(-1, at))]
    node = {"by": "split", "on": "x", "at": at, "low": ORACLE, "high": ORACLE}
    if dice.random() < 0.1:
        return dice.claim(r, distance, names, strict=True), node
    claim = dice.signed(r, dice.claim(r, dice.term(names, 2), names))
    return claim, {**node, "on": dice.choice(names)}


def cases(dice: Dice, r: Any) -> Application:
    """A term of either sign."""
    names = dice.names()
    claim = dice.signed(r, dice.claim(r, dice.term(names, 2), names))
    return claim, {"by": "cases", "term": dice.term(names, 2), "low": ORACLE, "high": ORACLE}


def branch(dice: Dice, r: Any, kind: str) -> Application:
    """A larger term, or a choice, anywhere in a term; a statement at its ends, too."""
    names = dice.names()
    one, two, three = (dice.term(names, 1) for _ in range(3))
    chosen = ["max", one, two] if kind == "max" else ["if", one, two, three]
    function = [dice.choice(["exp", "log", "xlogx", "pow"]), chosen]
    if function[0] == "pow":
        function.insert(1, dice.choice(["1/2", "2", "-1"]))
    term = dice.choice(
        [
            chosen,
            total(chosen, dice.term(names, 1)),
            ["mul", chosen, dice.term(names, 1)],
            function,
            total(function, scaled(-1, dice.choice([one, two, function]))),
        ]
    )
    line = r.book.read(term)
    claim = dice.claim(r, line, names, lenient=stated(r, line) and dice.random() < 0.4)
    node = {"by": "branch", "node": chosen, "first": ORACLE, "other": ORACLE}
    return (claim if claim.lenient else dice.signed(r, claim)), node


def stated(r: Any, line: int) -> bool:
    """Whether 0 log 0 may have a meaning in a term, as `recheck` decides it."""
    book = r.book
    kept = all(c for t in book.inside[line] for _, c in book.items(t))
    return kept and not book.collected and book.line("log", book.num(0)) not in book.inside[line]


def instance(dice: Dice, r: Any) -> Application:
    """A term at terms in place of its variables, some of which may be names of the claim."""
    names, book = dice.names(), r.book
    inner = dice.choice([("z",), ("x",), ("z", "w"), ("x", "z"), ("y", "x")])
    claim = dice.claim(r, "0", names)
    meaning = {
        name: dice.choice([*([name] for name in names), *NUMBERS, dice.term(names, 2)])
        for name in inner
        if dice.random() < 0.95
    }
    where = {name: dice.where() for name in inner}
    for name in meaning:  # most often a range in which the place lies
        line = book.read(meaning[name])
        for _ in range(6):
            lo, hi, *_ = where[name] = dice.where()
            ends = [] if lo is None else [book.minus(line, book.read(lo))]
            ends += [] if hi is None else [book.minus(book.read(hi), line)]
            if all(dice.says(r, claim.of(end)) for end in ends):
                break
    outer = dice.term(inner, 2)
    given = [[dice.term(inner, 1), dice.random() < 0.3] for _ in range(dice.choice([0, 0, 1]))]
    what = {book.line("var", name): book.read(place) for name, place in meaning.items()}
    read = dice.checker.Where.read
    new = dice.checker.Claim(
        book.read(outer), claim.strict, {n: read(w) for n, w in where.items()},
        tuple((book.read(t), s) for t, s in given),
    )  # fmt: skip
    outer_line = dice.signed(r, new).term
    term = book.put(outer_line, what)
    if dice.random() < 0.2:
        term = book.read(dice.rewritten(written(book, term)))
    return claim.of(term, claim.strict), {
        "by": "instance",
        "with": meaning,
        "where": {name: list(place) for name, place in where.items()},
        "given": given,
        "term": written(book, outer_line),
        "shown": [ORACLE] * 12,
        "proof": ORACLE,
    }


LOGS = (
    ["mul", X, ["log", X]],
    ["log", X],
    ["mul", X, ["log", Y]],
    ["mul", "-1", X, ["log", Y]],
    ["mul", "-1", ["log", X]],
    ["mul", "-1", ["log", ["mul", "2", X]]],
    ["log", ["mul", X, Y]],
    ["mul", ["add", X, "-1"], ["log", X]],
    ["xlogx", X],
    ["mul", ["pow", "-1", X], ["log", X]],
    ["mul", Y, ["log", X]],
    ["mul", "-1", ["pow", "2", Y], ["log", X]],
    ["mul", "-1", ["log", X], ["log", X]],
    ["max", ["log", X], "-1"],
    ["if", X, ["log", X], Y],
)


def ends(dice: Dice, r: Any, below: Any = ORACLE) -> Application:
    """The inside and both ends, where a statement may have logarithms of 0."""
    if dice.random() < 0.6:
        names: tuple[str, ...] = ("x", "y")
        many = range(dice.choice([1, 2, 3]))
        term = total(*(dice.choice(LOGS) for _ in many), dice.choice(NUMBERS))
    else:
        names = dice.names()
        term = dice.term(names, 2)
    r.book.collected = False
    line = r.book.read(term)
    lenient = stated(r, line) and dice.random() < 0.7
    claim = dice.claim(r, line, names, lenient=lenient)
    if not lenient and dice.random() < 0.7:
        claim = dice.signed(r, claim)
    if "y" in names and dice.random() < 0.4:
        below = {"by": "ends", "on": "y", "inside": ORACLE, "low": below, "high": below}
    return claim, {"by": "ends", "on": "x", "inside": ORACLE, "low": below, "high": below}


def infinite(dice: Dice, r: Any) -> Application:
    """A sum with -c log 0 at an end."""
    return ends(dice, r, {"by": "infinite"})
