"""A numbered step of a proof: what it says, its relation, and where that holds."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import ClassVar
from ..verdicts.step_facts import StepFacts
from .relations import Domain, Relation


class StepVerdict(StrEnum):
    """What a step turned out to be."""

    GIVEN = "given"
    PROVED = "proved"
    TEXTBOOK = "textbook"
    CLAIM = "claim"
    """It rests on a claim that is proved or derived."""
    WORDS = "words"
    """It is argued in words, or rests on a claim that is."""
    FAILED = "failed"
    UNDECIDED = "undecided"


STUCK = (StepVerdict.FAILED, StepVerdict.UNDECIDED)
"""The verdicts of a step at which a proof ends."""


@dataclass(frozen=True)
class Context:
    """What a step may use when it is checked."""

    id: str
    domain: Domain
    known: Mapping[int, tuple[Relation, ...]]
    """The relations of the steps that it uses."""

    def given(self) -> list[Relation]:
        """All these relations."""
        return [item for several in self.known.values() for item in several]


@dataclass(frozen=True)
class Step:
    """A numbered step: what it says, and its relation if it has one."""

    number: int
    says: str
    formula: str = ""
    uses: tuple[int, ...] = field(default=(), kw_only=True)
    """The numbers of the earlier steps that it uses."""
    where: str = field(default="", kw_only=True)
    """The ranges of its quantities, and conditions."""
    at: Mapping[int, Mapping[str, str]] = field(default_factory=dict, kw_only=True)
    """Terms for quantities of an earlier step: the step is used there, at these values."""

    kind: ClassVar[str]
    assumed: ClassVar[bool] = False
    """Whether it is a hypothesis or a definition, which is about its quantities alone."""
    joins: ClassVar[bool] = False
    """Whether it only joins the steps that it uses, each with its own ranges and conditions."""

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The claims and textbook facts that it rests on."""
        return ()

    @property
    def whole(self) -> str:
        """A quantity that is a whole number, for which only another quantity may be put."""
        return ""

    @property
    def counted(self) -> frozenset[str]:
        """The quantities that are whole numbers in what it cites."""
        return frozenset()

    @property
    def running(self) -> tuple[frozenset[str], frozenset[str]]:
        """The quantities that run through all outcomes, terms or members, and the fixed ones."""
        return frozenset(), frozenset()

    @property
    def among(self) -> Mapping[int, tuple[Relation, ...]]:
        """The steps that show what is said of all that runs, and the conditions on what runs."""
        return {}

    @property
    def margins(self) -> Mapping[str, tuple[int, ...]]:
        """The quantities that must be any number above 0 in some earlier steps."""
        return {}

    def fault(self, domain: Domain, assumed: Sequence[Relation]) -> str:
        """Why it may not stand on what other steps assume, from the verb on; empty if it may."""
        return ""

    @property
    def needed(self) -> tuple[int, ...]:
        """All earlier steps that it uses."""
        return self.uses

    @property
    def relations(self) -> tuple[Relation, ...]:
        """The relation that it states, if there is one."""
        return (Relation.of(self.formula),) if self.formula else ()

    @cached_property
    def names(self) -> frozenset[str]:
        """The quantities that it is about."""
        return frozenset[str]().union(*(relation.names for relation in self.relations))

    def facts(
        self, domain: Domain, verdict: StepVerdict | None = None, detail: str = ""
    ) -> StepFacts:
        """The step as data; of its domain, what is about the quantities of its relation."""
        return StepFacts(
            number=self.number,
            kind=self.kind if is_shipped(self) else "words",
            says=self.says,
            formula=self.formula,
            where=domain.about(self.names),
            uses=self.needed,
            rests_on=self.rests_on,
            verdict=None if verdict is None else verdict.value,
            detail=detail,
        )


@dataclass(frozen=True)
class ProgramStep(Step, ABC):
    """A step for which a program stands: of what it finds the kernel sees nothing."""

    @abstractmethod
    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """The verdict of the step and how it was found; raises if it fails or is not decided."""


def is_shipped(step: Step) -> bool:
    """Whether the class of a step is one of those of this folder, and none of somebody's own."""
    kind = type(step)
    folder = kind.__module__.rpartition(".")[0]
    named = vars(sys.modules[kind.__module__]).get(kind.__name__) if folder == __package__ else None
    # Neither a class that only says so nor a check put on the object is one of this folder.
    return named is kind and "check" not in vars(step)


def verdict_on(step: Step, context: Context) -> tuple[StepVerdict, str]:
    """What the program of a step says; of a class of somebody's own it is no more than words.

    Such a class decides by itself what it calls proved, so that nothing here has judged it.
    """
    name, check = type(step).__name__, getattr(step, "check", None)
    if check is None:
        raise ValueError(f"{name} is no step of this package, and has no check; give it one.")
    verdict, detail = check(context)
    if is_shipped(step) or verdict in STUCK:
        return StepVerdict(verdict), str(detail)
    return StepVerdict.WORDS, f"by the program of {name}: {detail}"
