"""Terms, ranges and claims at random, among them empty insides, poles, jumps and contradictions."""

import random
from typing import Any
from .checkers import Checker
from .places import ORACLE, Oracle, Places, written
from .values import Term

NUMBERS = ("0", "1", "-1", "2", "-2", "1/2", "-1/2", "1/3", "3")
EXPONENTS = ("-2", "-1", "-1/2", "0", "1/2", "3/2", "2", "3", "1/3")
FUNCTIONS = ("exp", "exp", "erf", "tanh", "xlogx", "lambertw", *["log"] * 4)
RANGES: tuple[tuple[str | None, str | None, bool, bool], ...] = (
    ("0", "0", False, False),
    ("1", "1", False, False),
    ("1/3", "1/3", False, False),
    ("0", "1", True, True),
    ("0", "1", False, False),
    ("0", "1", True, False),
    ("0", "1", False, True),
    ("0", None, True, True),
    ("0", None, False, True),
    (None, None, True, True),
    (None, "0", True, False),
    ("-1", "1", False, False),
    ("-1", "0", False, True),
    ("1/3", "2", True, False),
    ("1", None, False, True),
    ("-1/2", "1/2", True, True),
    ("0", "1/4", True, True),
    (None, "-1", True, True),
)


def total(*parts: Term) -> Term:
    """A sum."""
    return ["add", *parts] if parts else "0"


def scaled(c: Any, term: Term) -> Term:
    """A multiple."""
    return ["mul", str(c), term]


class Dice(random.Random):
    """A source of terms, ranges and claims for one checker; a seed gives the same ones again."""

    def __init__(self, seed: str, checker: Checker) -> None:
        super().__init__(seed)
        self.checker = checker
        self.sure = Oracle(Places(seed), checker.refused)

    def names(self) -> tuple[str, ...]:
        """The variables of a claim."""
        return self.choice([("x",), ("x",), ("x", "y"), ("x", "y"), ("x", "y", "z")])

    def term(self, names: Any, depth: int = 2) -> Term:
        """A term of some variables, as it is read: with |a| and min, too."""
        if depth == 0 or self.random() < 0.15:
            return [self.choice(names)] if names and self.random() < 0.7 else self.choice(NUMBERS)
        kind = self.random()
        one = self.term(names, depth - 1)
        if kind < 0.3:
            return ["add", one, self.term(names, depth - 1)]
        if kind < 0.52:
            return ["mul", one, self.term(names, depth - 1)]
        if kind < 0.7:
            return ["pow", self.choice(EXPONENTS), one]
        if kind < 0.75:
            return [self.choice(["max", "max", "min"]), one, self.term(names, depth - 1)]
        if kind < 0.78:
            return ["if", one, self.term(names, depth - 1), self.term(names, depth - 1)]
        return ["abs", one] if kind < 0.8 else [self.choice(FUNCTIONS), one]

    def where(self) -> Any:
        """A range as in JSON."""
        return self.choice(RANGES)

    def claim(self, r: Any, term: Term | int, names: Any, **known: Any) -> Any:
        """A claim about a term: its box, what is given, perhaps contradictory, its strictness."""
        region = {name: self.checker.Where.read(self.where()) for name in names}
        many = self.choice([0, 0, 0, 1, 2])
        given = tuple(
            (r.book.read(self.term(list(names), 1)), self.random() < 0.3) for _ in range(many)
        )
        strict = known.get("strict", self.random() < 0.3)
        line = term if isinstance(term, int) else r.book.read(term)
        return self.checker.Claim(line, strict, region, given, known.get("lenient", False))

    def says(self, r: Any, claim: Any) -> bool:
        """Whether a claim looks true."""
        try:
            self.sure(r, claim, ORACLE)
        except self.checker.damage:
            return False
        return True

    def signed(self, r: Any, claim: Any) -> Any:
        """A claim about a term or minus the term, whichever looks true."""
        if self.says(r, claim):
            return claim
        return claim.of(r.book.total((claim.term, -1)), claim.strict)

    def rewritten(self, term: Term) -> Term:
        """Another way to write a term, right or nearly so."""
        if isinstance(term, str):
            return term
        kind, *rest = term
        if rest and self.random() < 0.5:
            i = self.randrange(len(rest))
            if not (kind == "pow" and i == 0):
                return [kind, *rest[:i], self.rewritten(rest[i]), *rest[i + 1 :]]
        special = self.by_a_law(kind, rest)
        if special is not None:
            return special
        one, two = self.term(["x"], 1), self.term(["x"], 1)
        return self.choice(
            [
                ["mul", term, ["pow", "-1", one], one],
                ["pow", "1/2", ["pow", "2", term]],
                total(term, two, scaled(-1, two)),
            ]
        )

    def by_a_law(self, kind: str, rest: list[Any]) -> Term:
        """A term by a law of its function, which may want a condition that is not met."""
        inner = rest[-1] if rest and isinstance(rest[-1], list) else [None]
        if kind == "pow" and inner[0] is not None:
            n, half = rest[0], lambda k: str(self.fraction(rest[0]) * self.fraction(k))
            laws = {
                "pow": lambda: ["pow", half(inner[1]), inner[2]],
                "mul": lambda: ["mul", *(["pow", n, u] for u in inner[1:])],
                "exp": lambda: ["exp", ["mul", n, inner[1]]],
            }
            below = str(self.fraction(n) - 1)
            return (
                laws[inner[0]]()
                if inner[0] in laws
                else self.choice(
                    [
                        ["mul", inner, ["pow", below, inner]],
                        ["pow", "1/2", ["pow", half("2"), inner]],
                        ["exp", ["mul", n, ["log", inner]]],
                    ]
                )
            )
        if kind == "log" and inner[0] in ("mul", "pow", "exp"):
            return {
                "mul": lambda: total(*(["log", u] for u in inner[1:])),
                "pow": lambda: ["mul", inner[1], ["log", inner[2]]],
                "exp": lambda: inner[1],
            }[inner[0]]()
        if kind == "exp" and inner[0] is not None:
            if inner[0] == "add":
                return ["mul", *(["exp", u] for u in inner[1:])]
            return (
                inner[1]
                if inner[0] == "log"
                else self.choice(
                    [
                        ["exp", scaled(-1, inner)],
                        ["pow", "-1", ["exp", scaled(-1, inner)]],
                        ["pow", "2", ["exp", scaled("1/2", inner)]],
                    ]
                )
            )
        if kind == "xlogx":
            return ["mul", rest[0], ["log", rest[0]]]
        if kind == "tanh":
            square = ["exp", ["mul", "2", rest[0]]]
            return ["mul", ["add", square, "-1"], ["pow", "-1", ["add", square, "1"]]]
        if kind in ("max", "min"):
            other = total(rest[0], [kind, "0", total(rest[1], scaled(-1, rest[0]))])
            return self.choice([[kind, rest[1], rest[0]], other, rest[0]])
        if kind == "if":
            return self.choice([["if", scaled(-1, rest[0]), rest[2], rest[1]], rest[1]])
        if kind == "lambertw":
            return ["mul", rest[0], ["exp", scaled(-1, [kind, *rest])]]
        if kind == "mul" and len(rest) > 1 and isinstance(rest[1], list) and rest[1][0] == "add":
            return ["add", *(["mul", rest[0], u, *rest[2:]] for u in rest[1][1:])]
        return None

    @staticmethod
    def fraction(text: str) -> Any:
        """The number of a text."""
        from flint import fmpq

        return fmpq(text)


def text_of(r: Any, claim: Any) -> dict[str, Any]:
    """A claim as a goal in JSON."""
    return {
        "term": written(r.book, claim.term),
        "strict": claim.strict,
        "lenient": claim.lenient,
        "region": [
            [name, *(None if e is None else str(e) for e in (w.lo, w.hi)), w.lo_open, w.hi_open]
            for name, w in claim.region.items()
        ],
        "given": [[written(r.book, t), strict] for t, strict in claim.given],
    }
