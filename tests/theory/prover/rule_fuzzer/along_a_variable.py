"""Applications of the rules along one variable: slopes, limits at ends, least values."""

from typing import Any
from .material import NUMBERS, Dice, scaled, total
from .places import ORACLE, written
from .pointwise import Application
from .values import Term

X = ["x"]
INVERSE = ["pow", "-1", X]
CURVES = (
    X,
    scaled(-1, X),
    ["pow", "2", X],
    ["pow", "3", X],
    ["pow", "4", X],
    scaled(-1, ["pow", "2", X]),
    ["exp", X],
    scaled(-1, ["exp", scaled(-1, X)]),
    ["log", total("1", X)],
    ["mul", X, ["log", X]],
    ["xlogx", X],
    scaled(-1, ["xlogx", X]),
    INVERSE,
    ["pow", "1/2", X],
    ["pow", "3/2", X],
    ["log", X],
    ["tanh", X],
    scaled(-1, ["tanh", X]),
    ["exp", INVERSE],
    ["exp", scaled(-1, INVERSE)],
    ["mul", X, ["y"]],
    ["if", X, "1", "-1"],
    ["if", scaled(-1, X), "-1", "1"],
    ["if", total("-1", X), "-1", "1"],
)
ENDS = (("low", False), ("high", True))
FALLS = ("none", "exp", "erf")


def vanishing_part(dice: Dice, fall: str | None = None) -> dict[str, Any]:
    """A part that may vanish at an end."""
    fall = fall or dice.choice(FALLS)
    bounded = [
        "1",
        "-1",
        X,
        ["tanh", X],
        ["add", "1", X],
        ["exp", X],
        ["erf", X],
        ["exp", scaled(-1, X)],
    ]
    if dice.random() < 0.5:  # one that is likely to vanish
        return {
            "near": dice.choice(["1/8", "-1/8", "2", "-2"]),
            "power": dice.choice(["1", "1/2", "2"] if fall != "exp" else ["1", "0", "-1"]),
            "logs": dice.choice(["0", "0", "1"]),
            "order": dice.choice(["1", "1", "2", "1/2"]),
            "fixed": dice.choice(["1", "-1", "2"]),
            "bounded": dice.choice(["1", *bounded]),
            "scale": dice.choice(["1", "2", "1/2"]),
            "rate": dice.choice(["1", "1", ["add", "2", X]]),
            "fall": fall,
        }
    return {
        "near": dice.choice(["1/4", "1/8", "1/2", "2", "-1/4", "1/5", "-2"]),
        "power": dice.choice(["1", "1", "1/2", "2", "-1", "0", "-2"]),
        "logs": dice.choice(["0", "0", "1", "2", "-1"]),
        "order": dice.choice(["1", "1", "2", "-1", "1/2", "0"]),
        "fixed": dice.choice(["1", "-1", "2", X, INVERSE]),
        "bounded": dice.choice(bounded),
        "scale": dice.choice(["1", "1", "-1", "2", "1/2", "0", X]),
        "rate": dice.choice(["1", "1", "-1", ["add", "1", X], ["add", "2", X]]),
        "fall": fall,
    }


def limit_node(
    dice: Dice, r: Any, claim: Any, line: int, high: bool, turn: int = 0, fall: str | None = None
) -> dict[str, Any]:
    """A node of the limit of plus or minus a term: its own value, or a value, a rest, and parts."""
    if fall is None and dice.random() < 0.4:
        return {"proof": ORACLE}
    gone, parts = [], []
    for _ in range(dice.choice([1, 1, 2]) if fall or dice.random() < 0.6 else 0):
        part = vanishing_part(dice, fall)
        try:
            vanishing = dice.checker.find("vanishing")
            gone.append(written(r.book, vanishing(r, claim.inside("x"), "x", high, part)))
        except dice.checker.damage:
            continue
        parts.append(part)
    value = dice.choice(["0", "1", "2", "1/2", dice.term(["x"], 1)])
    sign = str(turn) if turn else dice.choice(["1", "-1"])
    if dice.random() < 0.4:  # what is left is 0 or simple: then the term should have been made so
        rest = dice.choice(["0", ["pow", "2", X]])
    else:
        whole = scaled(sign, written(r.book, line))
        rest = total(whole, scaled(-1, value), *(scaled(-1, g) for g in gone))
    return {"value": value, "rest": rest, "rest_proof": ORACLE, "vanishing": parts, "proof": ORACLE}


def signs_node(dice: Dice, r: Any, claim: Any, line: int, depth: int) -> tuple[Any, str]:
    """A node, and the signs that it gives, which most often are as the oracle sees them."""
    book = r.book
    if depth == 0 or dice.random() < 0.2:
        strict, inside = dice.random() < 0.3, claim.inside("x")
        up, down = (dice.says(r, inside.of(book.total((line, s)), strict)) for s in (1, -1))
        negative = dice.random() < 0.5 if up == down else down
        return {"negative": negative, "strict": strict, "proof": ORACLE}, "-" if negative else "+"
    if dice.random() < 0.15:
        return weight_node(dice, r, claim, line, depth)
    below, result = signs_node(dice, r, claim, book.slope(line, "x"), depth - 1)
    node: dict[str, Any] = {"slope": below, "strict": dice.random() < 0.3}
    result = ("-" if result[0] == "+" else "+") + result
    for key, high in ENDS:
        if dice.random() < 0.65 and len(result) > 1:
            sign = 1 if result[-high] == "-" else -1
            node[key] = limit_node(dice, r, claim, line, high, sign)
            result = result[:-1] if high else result[1:]
    return node, result


def weight_node(dice: Dice, r: Any, claim: Any, line: int, depth: int) -> tuple[Any, str]:
    """A node of a term as a weight >= 0 times another one."""
    weights = ("1", "-1", X, ["pow", "2", X], ["exp", X], scaled(-1, ["exp", X]))
    book, weight = r.book, dice.choice([dice.term(["x"], 1), *weights])
    quotient = ["mul", written(book, line), ["pow", "-1", weight]]
    core = dice.choice([written(book, line), quotient, quotient, scaled(-1, quotient)])
    if not book.items(line):  # 0 is 0 times anything
        weight, core = "0", dice.choice(["1", X, ["exp", X]])
    below, result = signs_node(dice, r, claim, book.read(core), depth - 1)
    node = {"weight": weight, "core": core, "positive": ORACLE, "core signs": below}
    return {**node, "strict": dice.random() < 0.2}, result


def curve(dice: Dice, names: Any) -> Term:
    """A term with simple slopes, or any term."""
    if dice.random() < 0.2:
        return dice.term(names, 3)
    names_or_none = dice.choice(CURVES) if "y" in names else dice.choice(CURVES[:20])
    other = dice.choice(["0", "0", dice.choice(NUMBERS), dice.choice(CURVES[:20])])
    return total(names_or_none, other)


def slope(dice: Dice, r: Any) -> Application:
    """A term rises from one end, or falls to the other."""
    names = dice.choice([("x",), ("x",), ("x", "y")])
    high, steep = dice.random() < 0.5, dice.random() < 0.4
    claim = dice.claim(r, curve(dice, names), names, strict=dice.random() < 0.5)
    first = r.book.total((r.book.slope(claim.term, "x"), -1 if high else 1))
    if not dice.says(r, claim.inside("x").of(first, steep)):  # then minus the term may
        claim = claim.of(r.book.total((claim.term, -1)), claim.strict)
    node = {"by": "slope", "on": "x", "high": high, "strict": steep, "sign": ORACLE, "end": ORACLE}
    return claim, node


def slopes(dice: Dice, r: Any, depths: tuple[int, ...]) -> Application:
    """The signs of a term by those of slopes, as many as asked."""
    names = dice.choice([("x",), ("x",), ("x", "y")])
    claim = dice.claim(r, "0", names)
    for _ in range(3):  # a term that is defined on its range, if it is soon found
        line = r.book.read(curve(dice, names))
        try:
            r.range(claim.inside("x"), line)
        except dice.checker.damage:
            continue
        break
    claim = claim.of(line, claim.strict)
    for _ in range(4):
        node, result = signs_node(dice, r, claim, line, dice.choice(depths))
        if (result == "+" and "slope" in node) or dice.random() < 0.1:
            return claim, {"by": "signs", "on": "x", **node}
    raise dice.checker.refused("No signs were found.")


def weight(dice: Dice, r: Any) -> Application:
    """The signs of a slope are those of another term, times a weight."""
    names = dice.choice([("x",), ("x",), ("x", "y")])
    shape = dice.choice(["0", "1", ["y"]]) if dice.random() < 0.15 else curve(dice, names)
    claim = dice.claim(r, shape, ("x", "y"), strict=dice.random() < 0.5)
    line = claim.term
    below, result = weight_node(dice, r, claim, r.book.slope(line, "x"), dice.choice([1, 1, 2]))
    node: dict[str, Any] = {"slope": below, "strict": dice.random() < 0.1}
    result = ("-" if result[0] == "+" else "+") + result
    for key, high in ENDS:
        if len(result) > 1 and dice.random() < 0.8 and result[-high] == "-":
            node[key] = limit_node(dice, r, claim, line, high, 1)
            result = result[:-1] if high else result[1:]
    return claim, {"by": "signs", "on": "x", **node}


def with_parts(dice: Dice, r: Any, fall: str) -> Application:
    """A value and a part that vanishes at an end, put together; its slope has one sign."""
    high, endless = dice.random() < 0.5, dice.random() < 0.5
    claim = dice.claim(r, "0", dice.choice([("x",), ("x",), ("x", "y")]))
    ranges = [w for w in RANGES_BY_END[high] if (w[high] is None) == endless]
    claim = claim.at("x", dice.checker.Where.read(dice.choice(ranges)))
    part = vanishing_part(dice, fall)
    near = {(False, False): "1/8", (False, True): "-2", (True, False): "1/2", (True, True): "2"}
    if dice.random() < 0.7:
        part["near"] = near[high, endless]
    vanishing = dice.checker.find("vanishing")
    # The slope is >= 0 from a low end, or <= 0 up to a high one: by the sign of a factor.
    signs = ["-1", "1"] if dice.random() < 0.5 else ["1", "-1"]
    if isinstance(part["fixed"], list):
        signs = [part["fixed"]]
    for part["fixed"] in signs:
        gone = vanishing(r, claim.inside("x"), "x", high, part)
        turned = r.book.total((r.book.slope(gone, "x"), -1 if high else 1))
        if dice.says(r, claim.inside("x").of(turned)):
            break
    value, rest = dice.choice(["0", "1", "2"]), dice.choice(["0", "0", ["pow", "2", X], "-1"])
    line = r.book.read(total(value, rest, written(r.book, gone)))
    claim = claim.of(line, claim.strict)
    below = {"negative": high, "strict": dice.random() < 0.3, "proof": ORACLE}
    end = {"value": value, "rest": rest, "rest_proof": ORACLE, "vanishing": [part]}
    node = {"slope": below, ("high" if high else "low"): {**end, "proof": ORACLE}}
    return claim, {"by": "signs", "on": "x", **node}


RANGES_BY_END: dict[bool, tuple[Any, ...]] = {
    False: (
        ("0", "1", True, True),
        ("0", "1/8", True, True),
        ("0", "1/4", False, False),
        ("0", "1/2", True, False),
        ("0", "1/4", False, True),
        ("0", None, True, True),
        ("-1", "0", False, True),
        (None, "-1", True, False),
        (None, "0", True, True),
        (None, None, True, True),
    ),
    True: (
        ("0", "1", True, True),
        ("1/3", "1", False, False),
        ("-1", "0", False, True),
        ("-1/8", "0", True, True),
        (None, "1", True, True),
        ("0", None, True, True),
        ("1", None, False, True),
        (None, None, True, True),
    ),
}


def least_value(dice: Dice, r: Any, convex: bool) -> Application:
    """A term is least at a place, or it may not be."""
    names = dice.choice([("x",), ("x", "y")])
    places: list[Term] = ["0", "1", "1/2", "1/3", "-1/2"]
    at = dice.choice([*places, ["y"], dice.term(["y"], 1)] if len(names) > 1 else places)
    others = [name for name in names if name != "x"]
    term = dice.term(names, 3)
    if dice.random() < 0.6:
        distance = ["pow", dice.choice(["2", "4", "3"]), ["add", X, scaled(-1, at)]]
        shape = [distance, ["exp", distance], scaled(-1, distance), ["max", distance, "1"]]
        term = total(dice.choice(shape), dice.term(others, 1))
    node = {"on": "x", "at": at, "convex": convex, "sign": ORACLE, "touch": ORACLE}
    claim = dice.signed(r, dice.claim(r, term, names))
    return claim, {"by": "least", **node, "low": ORACLE, "high": ORACLE}
