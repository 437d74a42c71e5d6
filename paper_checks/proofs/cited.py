"""Steps that stand on something else: a hypothesis, a textbook theorem, a claim, or words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from banditproof.verify.evidence import Grade

from ..verdict import Outcome
from ..vocabulary import Undecided
from .relations import Relation, goals, with_definitions
from .schemas import schema_of
from .standing import standing
from .step import Context, Step, StepVerdict
from .store import settle

USABLE = (Outcome.HOLDS.value, Outcome.HOLDS_VACUOUSLY.value)


@dataclass(frozen=True)
class Given(Step):
    """A hypothesis of the statement, or a definition: what it says needs no proof.

    A term that a definition gives a name lies in the range of that name, which is shown.
    """

    kind: ClassVar[str] = "given"
    assumed: ClassVar[bool] = True

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """A hypothesis stands as it is; the term of a definition lies in its range."""
        for one in self.relations:
            if one.definition:
                name, value = one.definition
                for place, within in enumerate(context.domain.membership(name, value)):
                    relation, rest = with_definitions(within, context.given())
                    for goal in goals(relation, context.domain, rest):
                        settle(goal, context.name(self.number, f"range-{place}"))
        return StepVerdict.GIVEN, ""


@dataclass(frozen=True)
class Textbook(Step):
    """A textbook theorem for the case at hand, with its hypotheses discharged one by one.

    The theorem is one of `schemas`. `hypotheses` gives each hypothesis by its name the
    number of the step that shows it, or a relation, which the prover shows. `instance` gives a term
    for each symbol; the step's relation is the conclusion, and the steps that discharge hypotheses
    state these.
    """

    fact: str = field(kw_only=True)
    hypotheses: Mapping[str, int | str] = field(default_factory=dict, kw_only=True)
    instance: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    over: tuple[str, ...] = field(default=(), kw_only=True)
    """The quantities that run through all members, terms, outcomes or margins of the hypotheses."""

    kind: ClassVar[str] = "textbook"

    @property
    def needed(self) -> tuple[int, ...]:
        """The steps that it uses, those that discharge hypotheses among them."""
        numbers = [one for one in self.hypotheses.values() if isinstance(one, int)]
        return tuple(dict.fromkeys((*self.uses, *numbers)))

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The textbook fact."""
        return (schema_of(self.fact).fact,)

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """Every hypothesis is discharged, and the relation is the theorem's conclusion."""
        from banditproof.theory.prover.notation import parse

        schema = schema_of(self.fact)
        open_ones = set(schema.hypotheses) - set(self.hypotheses)
        if open_ones:
            raise Undecided(f"The hypothesis {min(open_ones)!r} of {self.fact} is not discharged.")
        unknown = set(self.hypotheses) - set(schema.hypotheses)
        if unknown:
            raise ValueError(f"{self.fact} has no hypothesis {min(unknown)!r}.")
        for place, (name, reason) in enumerate(self.hypotheses.items(), 1):
            if isinstance(reason, str):
                relation, rest = with_definitions(Relation.of(reason), context.given())
                for goal in goals(relation, context.domain, rest):
                    settle(goal, context.name(self.number, f"hypothesis-{place}"))
            elif not reason:
                raise Undecided(f"Nothing discharges {name!r}.")
        values = {name: parse(text) for name, text in self.instance.items()}
        for name, pattern in schema.patterns.items():
            wanted, how = Relation.of(pattern).with_values(values), self.hypotheses[name]
            shown = context.known[how] if isinstance(how, int) else (Relation.of(how),)
            if not any(one.says_the_same_as(wanted) for one in shown):
                raise Undecided(f"What discharges {name!r} says something else.")
        theirs = [Relation.of(one).with_values(values) for one in schema.conclusions]
        for own in self.relations:
            bound = sorted(own.names.intersection(self.over))
            if bound:
                raise Undecided(f"{self.formula} is about one {bound[0]}, which runs through all.")
            if not any(own.says_the_same_as(one) for one in theirs):
                raise Undecided(f"{self.formula} is not what {self.fact} says here.")
        discharged = [
            f"{name} ({f'step {how}' if isinstance(how, int) else 'a proof'})"
            for name, how in self.hypotheses.items()
        ]
        return StepVerdict.TEXTBOOK, "; ".join(discharged)


@dataclass(frozen=True)
class OnClaim(Step):
    """What another claim says; it holds as recorded, and its grade decides this step's verdict."""

    claim: str = field(kw_only=True)

    kind: ClassVar[str] = "claim"

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The claim."""
        return (self.claim,)

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """The claim holds; one that is argued in words gives no more than words."""
        outcome, grade = standing(self.claim)
        if outcome not in USABLE or grade is None:
            raise Undecided(f"{self.claim} is {outcome}, and cannot be used.")
        if grade == Grade.PROVED.value:
            return StepVerdict.PROVED, "by machine"
        if grade == Grade.DERIVED.value:
            return StepVerdict.CLAIM, "derived"
        return StepVerdict.WORDS, f"the claim is {grade}"


@dataclass(frozen=True)
class Words(Step):
    """What remains an argument in words: a proof with such a step is `points`, never `derived`."""

    why: str = field(kw_only=True)

    kind: ClassVar[str] = "words"

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """There is nothing to check; the argument stands as it is written."""
        return StepVerdict.WORDS, self.why
