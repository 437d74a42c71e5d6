"""Steps that stand on something else: a hypothesis, a textbook theorem, a claim, or words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar
from banditproof.verify.evidence import Grade
from ..statements.recorded_verdicts import standing
from ..verdicts.verdict import Outcome
from ..verdicts.vocabulary import Undecided
from .goals_of_relations import goals
from .relations import Domain, Relation, may_be_whole, with_definitions
from .schemas import schema_of
from .schemas.schema import Schema
from .step import Context, Step, StepVerdict
from .store import Refuted, settle_each
from .suppositions import supposed

USABLE = (Outcome.HOLDS.value, Outcome.DEFINITION.value, Outcome.HOLDS_VACUOUSLY.value)


@dataclass(frozen=True)
class Given(Step):
    """A hypothesis of the statement, or a definition: what it says needs no proof.

    A term that a definition gives a name lies in the range of that name, which is shown.
    """

    kind: ClassVar[str] = "given"
    assumed: ClassVar[bool] = True

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """A hypothesis stands as it is; the term of a definition lies in its range."""
        from banditproof.theory.prover.notation import written

        for item in self.relations:
            if item.definition:
                name, value = item.definition
                for place, within in enumerate(context.domain.membership(name, value)):
                    relation, rest = with_definitions(within, context.given())
                    stored = context.name(self.number, f"range-{place}")
                    try:
                        settle_each(goals(relation, context.domain, rest), stored)
                    except Refuted as point:
                        range_end = f"{within.sign} {written(within.right)}"
                        wrong = f"The term of {name} is not always {range_end}. {point}"
                        raise Refuted(wrong, point.values) from None
        return StepVerdict.GIVEN, ""


@dataclass(frozen=True)
class Assumed(Given):
    """A hypothesis of a lemma; a proof that takes the lemma in has shown it in a step."""


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
    which: str = field(default="", kw_only=True)
    """The conditions that say which values they run through."""

    kind: ClassVar[str] = "textbook"

    @property
    def needed(self) -> tuple[int, ...]:
        """The steps that it uses, those that discharge hypotheses among them."""
        numbers = [how for how in self.hypotheses.values() if isinstance(how, int)]
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
                if name not in schema.patterns:
                    raise Undecided(f"{name!r} is no relation; give the step that shows it.")
                relation, rest = with_definitions(Relation.of(reason), context.given())
                goal_name = context.name(self.number, f"hypothesis-{place}")
                settle_each(goals(relation, context.domain, rest), goal_name)
            elif not reason:
                raise Undecided(f"Nothing discharges {name!r}.")
        strange = self.instance.keys() - schema.fixed - schema.varying - set(schema.margins)
        if strange:
            raise Undecided(f"{self.fact} has no symbol {min(strange)!r}; leave it out.")
        values = {name: parse(text) for name, text in self.instance.items()}
        for name, pattern in schema.patterns.items():
            wanted, how = Relation.of(pattern).with_values(values), self.hypotheses[name]
            shown = context.known[how] if isinstance(how, int) else (Relation.of(how),)
            if not any(item.says_the_same_as(wanted) for item in shown):
                raise Undecided(f"What discharges {name!r} says something else than {wanted}.")
        self.require_free(schema)
        self._require_margins(schema, context)
        theirs = [Relation.of(conclusion).with_values(values) for conclusion in schema.conclusions]
        for stated in self.relations:
            if not any(stated.says_the_same_as(their) for their in theirs):
                sentence = " and ".join(map(str, theirs)) or "no relation"
                raise Undecided(f"{self.formula} is not what {self.fact} says here: {sentence}.")
        discharged = [
            f"{name} ({f'step {how}' if isinstance(how, int) else 'a proof'})"
            for name, how in self.hypotheses.items()
        ]
        if self.over:
            which = f" with {self.which}" if self.which else ""
            discharged.append(f"for every {', '.join(self.over)}{which}")
        return StepVerdict.TEXTBOOK, "; ".join(discharged)

    @property
    def running(self) -> tuple[frozenset[str], frozenset[str]]:
        """What runs, as `over` says, and the quantities of the fixed symbols."""
        return frozenset(self.over), self._quantities(schema_of(self.fact).fixed)

    @property
    def among(self) -> Mapping[int, tuple[Relation, ...]]:
        """The steps that discharge a relation, and the conditions on what runs through it."""
        schema = schema_of(self.fact)
        stated = tuple(Relation.of(text) for text in Domain(self.which).conditions)
        reasons = (self.hypotheses.get(name) for name in schema.patterns)
        return {how if isinstance(how, int) else self.number: stated for how in reasons if how}

    def _quantities(self, symbols: Iterable[str]) -> frozenset[str]:
        """The quantities in what is put for symbols."""
        from banditproof.theory.prover.notation import parse

        terms = (parse(self.instance.get(symbol, symbol)) for symbol in symbols)
        return frozenset[str]().union(*(term.variables for term in terms))

    def require_free(self, schema: Schema) -> None:
        """What runs through all outcomes, terms, members or margins is in no fixed symbol."""
        fixed, varying = self._quantities(schema.fixed), self._quantities(schema.varying)
        bound = sorted(fixed.intersection(self.over))
        if bound:
            raise Undecided(f"{bound[0]} runs through all of them, and is in a term for one.")
        moving = varying if not schema.margins else varying - fixed
        if moving and not moving.intersection(self.over):
            raise Undecided(f"Say in `over` what runs: {', '.join(sorted(moving))} or some of it.")

    def _require_margins(self, schema: Schema, context: Context) -> None:
        """A margin is a variable that runs, times what is fixed and above 0."""
        from banditproof.theory.prover.kernel.forms import is_zero
        from banditproof.theory.prover.kernel.terms import ONE, ZERO, replaced, var
        from banditproof.theory.prover.notation import parse

        for place, symbol in enumerate(schema.margins):
            term = parse(self.instance.get(symbol, symbol))
            names = term.variables.intersection(self.over)
            # c times any number above 0 is any number above 0, if c > 0 is fixed: linear, and
            # nothing besides.
            factor = replaced(term, {var(name): ONE for name in names})
            if len(names) != 1 or not is_zero(term - factor * var(*names)):
                raise Undecided(f"{symbol} of {self.fact} is any number above 0; put a variable.")
            relation, rest = with_definitions(Relation(factor, ">", ZERO), context.given())
            goal_name = context.name(self.number, f"margin-{place}")
            settle_each(goals(relation, context.domain, rest), goal_name)

    @property
    def margins(self) -> Mapping[str, tuple[int, ...]]:
        """The quantities that are any number above 0, each with the steps that say it of them."""
        schema = schema_of(self.fact)
        return {
            name: tuple(
                how if isinstance(how := self.hypotheses.get(stated), int) else self.number
                for stated, pattern in schema.patterns.items()
                if symbol in Relation.of(pattern).names
            )
            for symbol in schema.margins
            for name in self._quantities((symbol,)).intersection(self.over)
        }


@dataclass(frozen=True)
class OnClaim(Step):
    """What another claim says; it holds as recorded, and its grade decides this step's verdict.

    With `of_step` the relation is the one that this step of the claim's proof shows, with the terms
    of `instance` in place of its quantities, which lie where it was shown and meet all that it
    supposes of them alone. What it assumes of other quantities says what the names mean; whoever
    cites it gives the names this meaning. A relation may be
    cited without a step only of a claim without such a proof. What that one says, with a relation
    or without, is read from its words, and gives no more than outlined.
    """

    claim: str = field(kw_only=True)
    of_step: int = field(default=0, kw_only=True)
    instance: Mapping[str, str] = field(default_factory=dict, kw_only=True)

    kind: ClassVar[str] = "claim"

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The claim."""
        return (self.claim,)

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """The claim holds; one that is argued in words gives no more than words."""
        outcome, grade, _ = standing(self.claim)
        if outcome not in USABLE or grade is None:
            raise Undecided(f"{self.claim} is {outcome}, and cannot be used.")
        self._require_named()
        sentence = self._require_said(context) if self.of_step else ""
        verdict = self.verdict_by(Grade(grade))
        if verdict == StepVerdict.PROVED:
            return verdict, f"by machine{sentence}"
        says = grade if verdict == StepVerdict.CLAIM else f"the claim is {grade}"
        return verdict, f"{says}{sentence}"

    def verdict_by(self, grade: Grade) -> StepVerdict:
        """The verdict of a step that cites the claim, by the grade that the claim has."""
        if grade == Grade.PROVED and self._has_proof:
            return StepVerdict.PROVED
        return StepVerdict.CLAIM if grade <= Grade.OUTLINED else StepVerdict.WORDS

    @property
    def _has_proof(self) -> bool:
        from ..statements.registry import find

        return find(self.claim).proof is not None

    def _require_named(self) -> None:
        """A relation of a claim with a proof is one of its steps, which is named."""
        if self.formula and not self.of_step and self._has_proof:
            raise Undecided(f"Name the step of the proof of {self.claim} that says {self.formula}.")

    def _require_said(self, context: Context) -> str:
        """The claim's proof shows the relation in that step, where the quantities lie."""
        from banditproof.theory.prover.notation import parse
        from ..statements.registry import find

        proof = find(self.claim).proof
        if proof is None:
            raise ValueError(f"The proof of {self.claim} is no object; it has no step to name.")
        step, where = proof.stated(self.of_step)
        for name in proof.wholes(self.of_step) & set(self.instance):
            if not may_be_whole(parse(self.instance[name])):
                fraction = f"{self.instance[name]} need not be one"
                raise Undecided(f"{name} is a whole number there, and {fraction}.")
        values = {name: parse(text) for name, text in self.instance.items()}
        theirs = [item.with_values(values) for item in step.relations]
        for stated in self.relations:
            if not any(stated.says_the_same_as(their) for their in theirs):
                sentence = " and ".join(map(str, theirs)) or "no relation"
                raise Undecided(
                    f"{self.formula} is not what step {self.of_step} there says: {sentence}."
                )
        # Where the other proof showed it: its ranges, and what it supposes of these names.
        wanted = [
            within
            for name in sorted(where.tied_to(step.names))
            for within in where.membership(name, values.get(name, parse(name)))
        ]
        wanted += [item.with_values(values) for item in supposed(proof, self.of_step)]
        for place, item in enumerate(wanted, 1):
            relation, rest = with_definitions(item, context.given())
            if relation != item and context.domain.says(item):
                relation, rest = item, []  # no need to look at what its names mean
            goal_name = context.name(self.number, f"within-{place}")
            try:
                settle_each(goals(relation, context.domain, rest), goal_name)
            except (Undecided, Refuted) as gap:  # where this is false, what is stated need not be
                lack = f"Step {self.of_step} there supposes {item}, which is not shown here."
                raise Undecided(f"{lack} {gap}") from None
        return f", as its step {self.of_step} shows"


@dataclass(frozen=True)
class Words(Step):
    """What remains an argument in words: a proof with such a step is `points`."""

    why: str = field(kw_only=True)

    kind: ClassVar[str] = "words"

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """There is nothing to check; the argument stands as it is written."""
        return StepVerdict.WORDS, self.why
