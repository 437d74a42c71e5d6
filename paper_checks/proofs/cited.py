"""Steps that stand on something else: a hypothesis, a textbook theorem, a claim, or words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar
from banditproof.verify.evidence import Grade
from ..verdicts.verdict import Outcome
from ..verdicts.vocabulary import Undecided
from .relations import Domain, Relation
from .schemas import schema_of
from .schemas.schema import Schema
from .step import Context, ProgramStep, Step, StepVerdict

if TYPE_CHECKING:
    from .proof import Proof

USABLE = (Outcome.HOLDS.value, Outcome.DEFINITION.value, Outcome.HOLDS_VACUOUSLY.value)


@dataclass(frozen=True)
class Given(Step):
    """A hypothesis of the statement, or a definition: what it says needs no proof.

    A term that a definition gives a name lies in the range of that name, which is shown.
    """

    kind: ClassVar[str] = "given"
    assumed: ClassVar[bool] = True


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

    @property
    def discharged(self) -> str:
        """The hypotheses, each with what shows it."""
        results = [
            f"{name} ({f'step {how}' if isinstance(how, int) else 'a proof'})"
            for name, how in self.hypotheses.items()
        ]
        if self.over:
            which = f" with {self.which}" if self.which else ""
            results.append(f"for every {', '.join(self.over)}{which}")
        return "; ".join(results)

    @property
    def described(self) -> frozenset[str]:
        """The quantities of which the words for its symbols tell what they are."""
        return (self.names | self._quantities(self.instance)).difference(self.over)

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

    def cited_as(self, grade: Grade) -> str:
        """How a claim of this grade is cited."""
        verdict = self.verdict_by(grade)
        shown = f", as its step {self.of_step} shows" if self.of_step else ""
        if verdict == StepVerdict.PROVED:
            return f"by machine{shown}"
        return f"{'' if verdict == StepVerdict.CLAIM else 'the claim is '}{grade.value}{shown}"

    def verdict_by(self, grade: Grade) -> StepVerdict:
        """The verdict of a step that cites the claim, by the grade that the claim has."""
        if grade == Grade.PROVED and self._has_proof:
            return StepVerdict.PROVED
        return StepVerdict.CLAIM if grade <= Grade.OUTLINED else StepVerdict.WORDS

    @property
    def counted(self) -> frozenset[str]:
        """The quantities that an induction of the claim's proof counts, by what they are here."""
        proof = self.cited_proof
        return self.here(proof.wholes(self.of_step), proof) if proof else frozenset()

    @property
    def cited_proof(self) -> "Proof | None":
        """The proof of which it cites a step."""
        return self.proof_there if self.of_step else None

    @property
    def proof_there(self) -> "Proof | None":
        """The proof of the claim, without loading a program for it where it is a text."""
        from ..statements.claim import REGISTERED
        from ..statements.completed import declared
        from ..statements.documents import document_of_id
        from ..statements.registry import find

        if self.claim in REGISTERED:
            return REGISTERED[self.claim].proof
        # proofs are read from texts as objects of this class: the reader comes when it is asked
        locating = import_module("banditproof.paper_checks.proofs.text.locating")
        document, text = document_of_id(self.claim), declared(self.claim)
        if text is not None and not text.by_proof:
            return None
        if document is None or (self.claim, "") not in locating.places_of(document):
            return find(self.claim).proof
        proof: Proof = locating.written_proof(self.claim)
        return proof

    def here(self, names: frozenset[str], cited: "Proof") -> frozenset[str]:
        """The quantities that stand here for some of those of which the cited step speaks."""
        from banditproof.theory.prover.notation import parse

        stated, where = cited.stated(self.of_step)
        named = names & where.tied_to(stated.names)
        values = {name: parse(text) for name, text in self.instance.items()}
        return frozenset(x for n in named for x in (values[n].variables if n in values else {n}))

    @property
    def _has_proof(self) -> bool:
        return self.proof_there is not None


@dataclass(frozen=True)
class Words(ProgramStep):
    """What remains an argument in words: a proof with such a step is `points`."""

    why: str = field(kw_only=True)

    kind: ClassVar[str] = "words"

    @property
    def described(self) -> frozenset[str]:
        """The quantities for which it argues."""
        return self.names

    def check(self, context: Context) -> tuple[StepVerdict, str]:
        """There is nothing to check; the argument stands as it is written."""
        return StepVerdict.WORDS, self.why
