"""A numbered step of a proof as data; the text beside each field describes it in the schema."""

from __future__ import annotations
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

KINDS = {
    **dict.fromkeys(
        ("identity", "inequality", "induction", "extreme points", "computed", "enumeration"),
        "by machine",
    ),
    **dict.fromkeys(("given", "assumed"), "assumed"),
    "textbook": "textbook",
    "claim": "cited",
    "words": "in words",
}
"""How a step of each kind is shown; what only joins steps is not counted."""


def composition(steps: Iterable[StepFacts]) -> str:
    """How many steps a proof has of which kind, in one line.

    >>> given, shown = (
    ...     StepFacts(number=n, kind=kind, says="So.", formula="", where="", uses=(), rests_on=())
    ...     for n, kind in ((1, "given"), (2, "inequality"))
    ... )
    >>> composition([given, shown])
    '2 steps: 1 by machine, 1 assumed'
    """
    counted = Counter(KINDS[step.kind] for step in steps if step.kind in KINDS)
    total = sum(counted.values())
    kinds = ", ".join(
        f"{counted[how]} {how}" for how in dict.fromkeys(KINDS.values()) if counted[how]
    )
    return f"{total} step{'s' * (total != 1)}: {kinds}"


def left_open_by(steps: Iterable[StepFacts]) -> tuple[str, ...]:
    """What the steps that state a claim stand under, each once.

    >>> facts = {"kind": "inequality", "says": "", "formula": "", "where": "", "uses": ()}
    >>> left_open_by(StepFacts(number=n, rests_on=(), leaves_open=("given x <= 1: step 1 of my.a",),
    ...     **facts) for n in (2, 3))
    ('given x <= 1: step 1 of my.a',)
    """
    return tuple(dict.fromkeys(one for step in steps for one in step.leaves_open))


def stated_by(steps: Sequence[StepFacts]) -> str:
    """The steps that state a claim together, in words; empty if the last one does alone.

    >>> facts = {"kind": "inequality", "says": "", "formula": "", "where": "", "uses": ()}
    >>> steps = [StepFacts(number=n, rests_on=(), states=n > 1, **facts) for n in (1, 2, 3)]
    >>> stated_by(steps), stated_by(steps[:2])
    ('steps 2 and 3 together', '')
    """
    numbers = [str(step.number) for step in steps if step.states]
    if len(numbers) < 2:
        return ""
    return f"steps {', '.join(numbers[:-1])} and {numbers[-1]} together"


@dataclass(frozen=True, kw_only=True)
class StepFacts:
    """A numbered step of a proof."""

    number: Annotated[int, "The number of the step, from 1."]
    kind: Annotated[str, "Identity, inequality, textbook, claim, words, ..."]
    says: Annotated[str, "What the step says, in words and LaTeX."]
    formula: Annotated[str, "Its relation in the prover's notation; empty if it has none."]
    where: Annotated[str, "The ranges of its quantities, and conditions on them."]
    uses: Annotated[tuple[int, ...], "The earlier steps that it uses."]
    rests_on: Annotated[tuple[str, ...], "The claims and textbook facts that it rests on."]
    verdict: Annotated[str | None, "What it turned out to be in a run; null without one."] = None
    detail: Annotated[str, "How that was found; empty without a run."] = ""
    under: Annotated[
        str, "What it was shown under besides: ranges of other quantities, and conditions on them."
    ] = ""
    leaves_open: Annotated[
        tuple[str, ...], "What it stands under, by name and place, if it states the claim."
    ] = ()
    states: Annotated[bool, "Whether it states the claim or a part of it, as a run sees it."] = (
        False
    )

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The ranges, where they were left to be read later."""
            if name != "where" or "_where" not in vars(self):
                raise AttributeError(f"the facts of a step have no {name!r}")
            vars(self)["where"] = vars(self).pop("_where")()
            return vars(self)["where"]

    @classmethod
    def with_ranges_later(cls, where: Callable[[], str], **facts: Any) -> StepFacts:
        """The facts of a step whose ranges are read when they are asked for.

        >>> step = StepFacts.with_ranges_later(lambda: "x in [0, 1]", number=1)
        >>> step.number, step.where
        (1, 'x in [0, 1]')
        """
        step = cls.__new__(cls)
        vars(step).update(facts, _where=where)
        return step

    @property
    def holds_where(self) -> str:
        """Its ranges and conditions, and after a semicolon those of other quantities.

        >>> StepFacts(number=2, kind="inequality", says="So.", formula="y <= 1", uses=(1,),
        ...     where="y in [0, 1]", under="x < 1", rests_on=()).holds_where
        'y in [0, 1]; where x < 1'
        """
        return "; ".join(filter(None, (self.where, f"where {self.under}" if self.under else "")))

    @property
    def formula_where(self) -> str:
        """Its relation with all that it stands under.

        >>> facts = {"number": 2, "kind": "inequality", "says": "So.", "uses": (), "rests_on": ()}
        >>> print(StepFacts(**facts, formula="1 <= 2", where="", under="x < 1").formula_where)
        1 <= 2, where x < 1
        >>> print(StepFacts(**facts, formula="y <= 2", where="y in [0, 1]").formula_where)
        y <= 2 for y in [0, 1]
        """
        if not self.where:
            return f"{self.formula}, where {self.under}" if self.under else self.formula
        return f"{self.formula} for {self.holds_where}"

    @property
    def how(self) -> str:
        """Its kind in words: what is given is assumed."""
        return "assumed" if self.kind == "given" else self.kind

    @property
    def how_shown(self) -> str:
        """Its kind, what it uses, what it turned out to be, and how.

        >>> step = StepFacts(number=3, kind="inequality", says="So.", formula="x <= 1", where="",
        ...     uses=(1, 2), rests_on=("my.lem1",), verdict="proved")
        >>> step.how_shown
        'inequality, by steps 1, 2, my.lem1: proved'
        """
        steps = [f"step{'s' * (len(self.uses) > 1)} {', '.join(map(str, self.uses))}"]
        support = ", ".join((*steps * bool(self.uses), *self.rests_on))
        verdict = "" if self.verdict in (None, self.kind) else f": {self.verdict}"
        detail = f", {self.detail}".rstrip(".") if self.detail else ""
        return f"{self.how}{f', by {support}' if support else ''}{verdict}{detail}"

    def to_json(self) -> dict[str, Any]:
        """The step in JSON types."""
        return asdict(self)

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> StepFacts:
        """The step as it was written."""
        lists = {name: tuple(value) for name, value in facts.items() if isinstance(value, list)}
        return cls(**{**facts, **lists})
