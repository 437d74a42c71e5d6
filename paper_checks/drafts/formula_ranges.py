r"""Ranges and conditions of a statement: `p, q \in (0,1)`, `n \ge 1`, `0 < x \le y < 1`."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from .formula_expressions import ExpressionReader, letter
from .formula_tokens import Reader, Unread

RELATIONS = {r"\le": "<=", r"\ge": ">=", "<": "<", ">": ">", "=": "="}
COUNTED = frozenset("nmkKTNtijdMSLrs")
"""Letters that usually count something, though a statement may only say that they are >= 1."""

CONSTANTS = frozenset("cC")
"""Letters of constants: `with $c > 0$` often means that there is one."""


@dataclass
class Quantities:
    """What a statement says of its letters: their ranges, which are whole, what else is given."""

    ranges: dict[str, str] = field(default_factory=dict)
    """The range of each letter in the notation of the prover, such as `[0, 1]`."""
    whole: set[str] = field(default_factory=set)
    """Letters that are whole numbers, or may be by their name."""
    doubtful: set[str] = field(default_factory=set)
    """Letters that may be meant otherwise: a counterexample says nothing then."""
    conditions: list[str] = field(default_factory=list)
    defined: dict[str, str] = field(default_factory=dict)
    """Letters that are names of an expression, which is put for them."""

    @property
    def names(self) -> dict[str, str]:
        """The letters that may be used, each with what stands for it."""
        return {name: name for name in self.ranges} | self.defined

    @property
    def domain(self) -> str:
        """The ranges and conditions, as the prover reads them."""
        ranges = [f"{name} in {where}" for name, where in self.ranges.items()]
        return ", ".join([*ranges, *self.conditions])

    def add_range(self, name: str, where: str) -> None:
        """The range of a letter, which has none yet."""
        if name in self.ranges or name in self.defined:
            raise Unread(f"{name} has two ranges.")
        if name in ("e", "pi"):
            raise Unread(f"{name} is a letter here, and may be a number elsewhere.")
        self.ranges[name] = where
        if name.partition("_")[0] in COUNTED:
            self.whole.add(name)
        if name.partition("_")[0] in CONSTANTS:
            self.doubtful.add(name)


def split_at(signs: Sequence[str], *marks: str) -> list[list[str]]:
    """The parts between signs that stand in no bracket."""
    parts: list[list[str]] = [[]]
    depth = 0
    for sign in signs:
        depth += (sign in ("(", "[", "{", r"\{")) - (sign in (")", "]", "}", r"\}"))
        if sign in marks and depth == 0:
            parts.append([])
        else:
            parts[-1].append(sign)
    return parts


def is_membership(signs: Sequence[str]) -> bool:
    r"""Whether letters are said to lie in a set."""
    return r"\in" in signs


def read_membership(signs: Sequence[str], known: Quantities, kinds: frozenset[str]) -> None:
    r"""Read `p, q \in (0,1)`."""
    at = signs.index(r"\in")
    names = [_alone(part) for part in split_at(signs[:at], ",")]
    where, whole = _set(signs[at + 1 :])
    for name in names:
        known.add_range(name, _of_kinds(where, kinds))
        if whole or "integer" in kinds:
            known.whole.add(name)
        if "natural" in (where, *kinds):
            known.doubtful.add(name)


def read_bare(signs: Sequence[str], known: Quantities, kinds: frozenset[str]) -> None:
    """Read letters alone, whose range the words say: `positive integers n, m`."""
    if not kinds & {"real", "positive", "nonnegative"}:
        raise Unread("Letters have no range in the statement.")
    for part in split_at(signs, ","):
        known.add_range(name := _alone(part), _of_kinds("(-inf, inf)", kinds))
        if "integer" in kinds:
            known.whole.add(name)


def _of_kinds(where: str, kinds: frozenset[str]) -> str:
    if where == "natural":
        return "[1, inf)" if "positive" in kinds else "[0, inf)"
    if where != "(-inf, inf)":
        if kinds & {"positive", "nonnegative"}:
            raise Unread("A range and the sign of a number are not read together.")
        return where
    if "positive" in kinds:
        return "[1, inf)" if "integer" in kinds else "(0, inf)"
    return "[0, inf)" if "nonnegative" in kinds else where


def read_condition(signs: Sequence[str], known: Quantities, kinds: frozenset[str]) -> None:
    r"""Read `x, y > 0`, `0 < p \le q < 1`, `p < q`, or `v = p(1-p)`, which defines `v`."""
    sides, relations = chain(signs)
    if relations == ["="]:
        _define(sides, known)
        return
    if "=" in relations:
        raise Unread("A condition with = is not read.")
    listed = [split_at(side, ",") for side in sides]
    letters = {at: [name_of(part) for part in parts] for at, parts in enumerate(listed)}
    bounds = {at: number_of(side) for at, side in enumerate(sides) if len(listed[at]) == 1}
    fresh = {name for name in names_of(letters) if name not in known.names}
    for at, names in letters.items():
        if not all(names):
            continue
        for name in names:
            if name and name not in known.ranges and name not in known.defined:
                _range_in_chain(name, at, relations, bounds, known, kinds)
    unknown = [at for at in letters if bounds.get(at) is None]
    if len(unknown) == 1 and set(letters[unknown[0]]) <= fresh:
        return  # x, y > 0 or 0 < x < 1: the ranges say it
    if len(sides) == 2 and any(len(parts) > 1 for parts in listed):
        at = next(at for at, parts in enumerate(listed) if len(parts) > 1)
        texts = [_chain_text(_put(sides, at, part), relations, known) for part in listed[at]]
    elif any(len(parts) > 1 for parts in listed):
        if len(sides) != 3 or len(listed[1]) == 1:
            raise Unread("A list in a chain is not read.")
        texts = [_chain_text(_put(sides, 1, part), relations, known) for part in listed[1]]
    else:
        texts = [_chain_text(sides, relations, known)]
    known.conditions += texts


def names_of(letters: dict[int, list[str]]) -> set[str]:
    """The letters that stand alone in the sides of a chain."""
    return {name for names in letters.values() if all(names) for name in names}


def _put(sides: list[list[str]], at: int, part: list[str]) -> list[list[str]]:
    return [*sides[:at], part, *sides[at + 1 :]]


def _chain_text(sides: list[list[str]], relations: list[str], known: Quantities) -> str:
    texts = [expression(side, known.names) for side in sides]
    shown = [word for pair in zip(texts, [*relations, ""], strict=True) for word in pair]
    return " ".join(shown).strip()


def _range_in_chain(
    name: str,
    at: int,
    relations: list[str],
    bounds: dict[int, Fraction | None],
    known: Quantities,
    kinds: frozenset[str],
) -> None:
    """The range of a letter between the numbers of its chain; the chain stays a condition."""
    low = high = None
    for place, bound in bounds.items():
        between = relations[min(place, at) : max(place, at)]
        if bound is None:
            continue
        if all(relation[0] == between[0][0] for relation in between):
            closed = all(len(relation) == 2 for relation in between)
            below = (between[0][0] == "<") == (place < at)
            end = (bound, closed)
            if below:
                low = end if low is None else max(low, (bound, closed))
            else:
                high = end if high is None else min(high, (bound, closed))
    if low is None and high is None:
        raise Unread(f"{name} has no range in the statement.")
    if low is None and "positive" in kinds:
        low = (Fraction(0), False)
    if low is None or (high is None and not _usual_from(low[0])):
        known.doubtful.add(name)
    first = "(-inf" if low is None else f"{'[' if low[1] else '('}{low[0]}"
    last = "inf)" if high is None else f"{high[0]}{']' if high[1] else ')'}"
    known.add_range(name, f"{first}, {last}")
    if "integer" in kinds:
        known.whole.add(name)


def _usual_from(low: Fraction) -> bool:
    """Whether a range without an upper end is usual: from 0, 1 or another whole number."""
    return low.denominator == 1


def _define(sides: list[list[str]], known: Quantities) -> None:
    name = name_of(sides[0])
    if not name or name in known.ranges or name in known.defined:
        raise Unread("A condition with = that defines no letter is not read.")
    if name in ("e", "pi"):
        raise Unread(f"{name} is a letter here, and may be a number elsewhere.")
    known.defined[name] = f"({expression(sides[1], known.names)})"


def chain(signs: Sequence[str]) -> tuple[list[list[str]], list[str]]:
    """The sides of a chain, and the relations between them."""
    sides = split_at(signs, *RELATIONS)
    relations, depth = [], 0
    for sign in signs:
        depth += (sign in ("(", "[", "{", r"\{")) - (sign in (")", "]", "}", r"\}"))
        if sign in RELATIONS and depth == 0:
            relations.append(RELATIONS[sign])
    if not relations:
        raise Unread(f"{' '.join(signs)} is no relation.")
    return sides, relations


def expression(signs: Sequence[str], names: dict[str, str]) -> str:
    """An expression in the notation of the prover."""
    reader = ExpressionReader(signs, names)
    text = reader.side()
    reader.end()
    return text


def name_of(signs: Sequence[str]) -> str:
    """The letter that stands alone; empty if it is something else."""
    reader = Reader(signs)
    try:
        name = letter(reader)
    except Unread:
        return ""
    return "" if reader.next else name


def _alone(signs: Sequence[str]) -> str:
    name = name_of(signs)
    if not name:
        raise Unread(f"{' '.join(signs) or 'nothing'} is no letter.")
    return name


def number_of(signs: Sequence[str]) -> Fraction | None:
    """The value of a number or a fraction of two; None for anything else."""
    try:
        text = expression(signs, {})
    except Unread:
        return None
    above, _, below = text.replace("(", "").replace(")", "").partition("/")
    try:
        return Fraction(above) / Fraction(below or 1)
    except (ValueError, ZeroDivisionError):
        return None


SETS = {
    (r"\mathbb", "R"): ("(-inf, inf)", False),
    (r"\mathbb", "R", "_", "+"): ("positive part", False),
    (r"\mathbb", "N"): ("natural", True),
    (r"\mathbb", "Z"): ("(-inf, inf)", True),
    (r"\mathbb", "N", "^", "*"): ("[1, inf)", True),
    (r"\mathbb", "R", "_", ">", "0"): ("(0, inf)", False),
    (r"\mathbb", "R", "_", r"\ge", "0"): ("[0, inf)", False),
    (r"\mathbb", "N", "_", ">", "0"): ("[1, inf)", True),
    (r"\mathbb", "N", "_", r"\ge", "1"): ("[1, inf)", True),
    (r"\mathbb", "Z", "_", r"\ge", "1"): ("[1, inf)", True),
}


def _set(signs: Sequence[str]) -> tuple[str, bool]:
    """A range in the notation of the prover, and whether its numbers are whole."""
    plain = tuple(sign for sign in signs if sign not in ("{", "}"))
    if plain in SETS and SETS[plain][0] != "positive part":
        return SETS[plain]
    if len(signs) < 5 or signs[0] not in ("(", "[") or signs[-1] not in (")", "]"):
        raise Unread(f"The set {' '.join(signs)} is not read.")
    ends = split_at(signs[1:-1], ",")
    if len(ends) != 2:
        raise Unread(f"The set {' '.join(signs)} is not read.")
    first, last = (_end(end) for end in ends)
    if (signs[0] == "[" and "inf" in first) or (signs[-1] == "]" and "inf" in last):
        raise Unread("An infinite end belongs to no range.")
    return f"{signs[0]}{first}, {last}{signs[-1]}", False


def _end(signs: Sequence[str]) -> str:
    if signs and signs[-1] == r"\infty":
        sign = "".join(signs[:-1])
        if sign in ("", "+", "-"):
            return "-inf" if sign == "-" else "inf"
    return expression(signs, {})
