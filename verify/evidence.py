"""What a check returns: how strong it is, its numbers, and the witness that it found."""

import math
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum, StrEnum
from fractions import Fraction
from typing import Any
from banditproof.theory.enclosure import Enclosure


class Grade(StrEnum):
    """How strong a piece of evidence is; sorted, the strongest comes first.

    `proved`: the whole stated domain by machine: symbolic, exact, exhaustive, or in balls over the
    domain; a counterexample or a single number in exact arithmetic or balls is a proof too.
    `derived`: a conclusion that a logic with quantifiers and probability derives from named axioms;
    nothing has it yet. `outlined`: numbered steps, whose inequalities a machine checks; people read
    what the names mean, the quantifiers and the probability. `points`: rigorous at finitely many
    points, the rest in words. `sampled`: random points, none violates. `statistical`: a test with
    its level and the number of runs. `cited`: a theorem of another paper, not proved again.

    >>> sorted([Grade.CITED, Grade.PROVED, Grade.SAMPLED])[0], Grade.OUTLINED < Grade.POINTS
    (<Grade.PROVED: 'proved'>, True)
    """

    PROVED = "proved"
    DERIVED = "derived"
    OUTLINED = "outlined"
    POINTS = "points"
    SAMPLED = "sampled"
    STATISTICAL = "statistical"
    CITED = "cited"

    @property
    def rank(self) -> int:
        """0 for the strongest grade, and one more for each weaker one."""
        return list(Grade).index(self)

    # A grade is also a string, whose alphabetical order would be meaningless here.
    def __lt__(self, other: str) -> bool:
        return self.rank < Grade(other).rank

    def __le__(self, other: str) -> bool:
        return self.rank <= Grade(other).rank

    def __gt__(self, other: str) -> bool:
        return self.rank > Grade(other).rank

    def __ge__(self, other: str) -> bool:
        return self.rank >= Grade(other).rank


class JudgedBy(StrEnum):
    """Who gave a grade, the most trusted first.

    `banditproof`: a process that has imported nothing but this package and its libraries.
    `program`: a program of somebody else's folder, or a process that has imported one, in which
    nobody can say what judges. `record`: the folder's text, of which nothing was run. `check`: the
    check that returns it, whoever wrote that; whatever runs it says whose check it is, since no
    result can be shown with this word.
    """

    BANDITPROOF = "banditproof"
    PROGRAM = "program"
    RECORD = "record"
    CHECK = "check"


def least(judges: Iterable[JudgedBy]) -> JudgedBy:
    """Who gave the grade of a conclusion that rests on all the given ones: the least trusted.

    >>> least([JudgedBy.BANDITPROOF, JudgedBy.PROGRAM]).value, least([]).value
    ('program', 'banditproof')
    """
    return max(judges, key=list(JudgedBy).index, default=JudgedBy.BANDITPROOF)


def weakest(grades: Iterable[Grade]) -> Grade:
    """The grade of a conclusion that rests on all the given ones.

    >>> weakest([Grade.PROVED, Grade.STATISTICAL, Grade.POINTS]).value
    'statistical'
    """
    return max(grades)


@dataclass(frozen=True)
class Evidence:
    """What a check found: `numbers` by name, and a `witness` that a reader can re-run.

    The witness is a sentence; `case` holds its values by name, as texts, where it has any. A ball
    among the numbers becomes an enclosure, which can be sent to another process.

    Who makes one says who gives the grade; there is no default that could be the wrong one.

    >>> found = Evidence(Grade.PROVED, {"ratio": Fraction(1, 3)}, judged_by=JudgedBy.CHECK)
    >>> found.to_json()["numbers"]
    {'ratio': '1/3'}
    """

    grade: Grade
    numbers: Mapping[str, Any] = field(default_factory=dict)
    witness: str | None = None
    seconds: float = 0.0
    case: Mapping[str, str] = field(default_factory=dict)
    judged_by: JudgedBy = field(kw_only=True)

    def __post_init__(self) -> None:
        numbers = {name: _enclosed(number) for name, number in self.numbers.items()}
        object.__setattr__(self, "numbers", numbers)

    def to_json(self) -> dict[str, Any]:
        """The evidence in plain JSON types."""
        return fields_as_json(self)


def _enclosed(number: Any) -> Any:
    """A number, or the enclosure of a ball, also inside of tuples and lists."""
    flint = sys.modules.get("flint")  # whoever gives a ball has imported it
    if flint is not None and isinstance(number, flint.arb):
        from banditproof.theory.balls import lower, upper

        return Enclosure(lower(number), upper(number)) if number.is_finite() else str(number)
    if type(number) in (tuple, list):
        return type(number)(_enclosed(item) for item in number)
    return number


def fields_as_json(result: Any) -> dict[str, Any]:
    """The fields of a dataclass in plain JSON types, in their order."""
    return {field.name: jsonable(getattr(result, field.name)) for field in fields(result)}


def jsonable(value: Any) -> Any:
    """A value in plain JSON types, without rounding.

    Fractions become strings, enclosures {"lo", "hi"} with decimal strings rounded outwards,
    infinite floats the strings "inf" and "-inf", tuples and sets lists, arrays nested lists, and
    enumerations their values.

    >>> jsonable({"law": (Fraction(1, 3), 0.5), "grade": Grade.PROVED, "eps": math.inf})
    {'law': ['1/3', 0.5], 'grade': 'proved', 'eps': 'inf'}
    """
    if isinstance(value, Enum):
        return jsonable(value.value)
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Enclosure):
        return value.to_json()
    if isinstance(value, float):
        if math.isnan(value):
            raise ValueError("A number of the evidence is NaN; give a number.")
        return float(value) if math.isfinite(value) else ("inf" if value > 0 else "-inf")
    if isinstance(value, Mapping):
        return {str(jsonable(key)): jsonable(item) for key, item in value.items()}
    if isinstance(value, Iterable) and not hasattr(value, "tolist"):
        return [jsonable(item) for item in value]
    if hasattr(value, "tolist"):  # a NumPy scalar or array
        return jsonable(value.tolist())
    raise ValueError(f"{value!r} has no JSON form; give numbers, strings or collections of them.")
