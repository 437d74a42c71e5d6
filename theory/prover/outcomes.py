"""What became of a statement: proved, disproved, or undecided."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Literal
from banditproof.theory.enclosure import Enclosure
from .kernel.goals import Goal, Interval
from .kernel.rules import RULES
from .notation import written
from .statement import Statement
from .two_checks import check_twice, stored_goal

FORMAT = "banditproof proof"
VERSION = 1
"""What the file of a proof says first: what it is, and in which version of the format."""

Witness = Mapping[str, Fraction | Enclosure]


@dataclass(frozen=True)
class Proof:
    """A proof of a statement: a tree of rules, which the checker judges."""

    result: ClassVar[Literal["proved"]] = "proved"
    statement: Statement
    tree: Mapping[str, Any] = field(hash=False)
    seconds: float = field(default=0.0, compare=False)

    @property
    def rules(self) -> dict[str, int]:
        """How often each rule is used, the most used ones first."""
        return dict(Counter(rules_in(self.tree)).most_common())

    @property
    def size(self) -> int:
        """The number of steps."""
        return sum(self.rules.values())

    def check(self) -> tuple[str, ...]:
        """The rules beyond the core on which the proof rests; ValueError if it is refused."""
        return check_twice(self.statement.goal, self.tree)

    def to_json(self) -> dict[str, Any]:
        """The proof in JSON types, as it is stored in a file."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "claim": self.statement.claim,
            "domain": str(self.statement.domain),
            "goal": stored_goal(self.statement.goal),
            "proof": self.tree,
        }


@dataclass(frozen=True)
class Disproof:
    """A point of the domain at which a statement does not hold.

    The coordinates are exact, or enclosures of a point that is not rational. The value is that of
    the larger side minus the smaller one, as they were claimed (for ==, minus their distance); None
    where one is not defined.
    """

    result: ClassVar[Literal["disproved"]] = "disproved"
    statement: Statement
    witness: Witness = field(hash=False)
    value: Enclosure | None
    why: str
    seconds: float = field(default=0.0, compare=False)

    @property
    def sides(self) -> tuple[Enclosure, Enclosure] | None:
        """The values of both sides; None if one is not defined."""
        try:
            return self.statement.evaluate_sides(self.witness)
        except ValueError:
            return None


@dataclass(frozen=True)
class Undecided:
    """Neither a proof nor a counterexample was found in time; where the search stuck."""

    result: ClassVar[Literal["undecided"]] = "undecided"
    statement: Statement
    stuck: Goal
    tried: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    """What went wrong in a search, if anything did: a fault of ours."""
    seconds: float = field(default=0.0, compare=False)
    gap: Mapping[str, Fraction] | None = field(default=None, hash=False)
    """Where the statement has no value by the conventions, so that nothing proves it there."""

    @property
    def why(self) -> str:
        """Why nothing was found, if that is known."""
        if not self.gap:
            return ""
        place = ", ".join(f"{name} = {value}" for name, value in self.gap.items())
        return (
            f"At {place} the statement has a logarithm of 0 that has no meaning there; leave that "
            "end out of the domain, with a round bracket."
        )

    @property
    def box(self) -> dict[str, str]:
        """The box of the goal that the search could not settle."""
        return {name: shown_interval(where) for name, where in self.stuck.region}

    @property
    def open_goal(self) -> str:
        """What is to be shown on that box, as a text."""
        given = [f"{written(t)} {'>' if strict else '>='} 0" for t, strict in self.stuck.given]
        goal = f"{written(self.stuck.term)} {'>' if self.stuck.strict else '>='} 0"
        text = f"{goal} where {' and '.join(given)}" if given else goal
        return text.replace(" + -1*", " - ").replace(" + -", " - ")


def shown_interval(where: Interval) -> str:
    """An interval as a domain writes it."""
    low = "-inf" if where.lo is None else str(where.lo)
    high = "inf" if where.hi is None else str(where.hi)
    return f"{'[' if where.takes(False) else '('}{low}, {high}{']' if where.takes(True) else ')'}"


def rules_in(tree: Any) -> Iterator[str]:
    """The rule of each step of a tree."""
    if isinstance(tree, Mapping):
        rule = tree.get("by")
        if isinstance(rule, str) and rule in RULES:
            yield rule
        for part in tree.values():
            yield from rules_in(part)
    elif isinstance(tree, list | tuple):
        for part in tree:
            yield from rules_in(part)
