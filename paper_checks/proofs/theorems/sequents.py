"""The steps of a proof as sequents: what each says, under hypotheses that have labels."""

from __future__ import annotations
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias
from banditproof.theory.logic.development import nothing_collected
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.laws import and_elim, and_intro
from banditproof.theory.logic.variables import frees
from ...verdicts.vocabulary import Undecided
from ..cited import OnClaim, Textbook
from ..instances import Instance, require_at_instances
from ..proof import Proof
from ..schemas import schema_of
from ..step import ProgramStep, Step, is_shipped
from .by_arithmetic import ByArithmetic
from .deep_terms import deeply_nested
from .formulas import is_relation
from .kinds_of_hypotheses import SETTINGS, Kind, Label
from .open_words import ClosedStep
from .particular_quantities import require_end_of_citations, require_one_sequence
from .settings import with_settings

SequentOf: TypeAlias = "Callable[[Sequents, Step], Theorem]"


@dataclass
class Sequents(ByArithmetic):
    """One proof, whose steps are judged one after the other."""

    cited: Callable[[Proof, int], Sequents] = field(kw_only=True)
    """The sequents of another proof, of which a step cites one."""
    linked: bool = field(default=True, kw_only=True)
    """Whether the theorems of cited steps are taken in; else what these steps say stays open."""
    closed_steps: dict[int, ClosedStep] = field(default_factory=dict, kw_only=True)
    """The theorems of its steps, as other proofs cite them."""
    details: dict[int, str] = field(default_factory=dict, kw_only=True)
    """How steps were shown, in words."""
    raised: dict[int, Exception] = field(default_factory=dict, kw_only=True)
    """What ended the judgement of a step that is refused."""
    names: dict[str, None] = field(default_factory=dict, kw_only=True)
    """The names of its theorems that the kernel has accepted."""

    def judge(self, steps: Iterable[Step], sequent_of: SequentOf, whole: bool = True) -> None:
        """A sequent for each step; a refused one is a hypothesis for those that use it.

        If it is not the `whole`, this ends at the first step that is refused.
        """
        for step in steps:
            if step.number in self.facts:
                continue
            self.at = step
            try:
                require_end_of_citations(self.proof, step)
                require_at_instances(step, self.domain(step), self._cases)
                require_one_sequence(self.proof, step)
                self.grounds = []
                th = self._with_words(step, self._on_grounds(sequent_of(self, step)))
                if not (step.assumed or step.joins):
                    th = with_settings(self, step, th, self.domain(step))
                self.facts[step.number] = th
            except Exception as wrong:  # a broken step must not pass for one that holds
                plain = isinstance(wrong, ValueError | Undecided)
                kind = "" if plain else f"{type(wrong).__name__}: "
                self.raised[step.number] = wrong
                self.faults[step.number] = f"{kind}{wrong}"
                self.suppose(step, f"{step.says} ({self.faults[step.number]})")
                if not whole:
                    return

    def suppose(self, step: Step, why: str) -> None:
        """Take what a step says as a hypothesis, which is no more than that."""
        label = Label(Kind.REFUSED, why, self.proof.id, step.number)
        self.facts[step.number] = self.open(self.in_place_of(step), label)

    @cached_property
    def _cases(self) -> tuple[Instance, ...]:
        real = self.proof.instances if self.programs else None
        return tuple(real()) if real else ()

    def begin_as(self, other: Sequents) -> None:
        """Take over the first steps of another proof, as far as they are the same ones.

        What a step is shown to say is decided by it, and by those before it.
        """
        if self.proof.instances is not other.proof.instances:
            return
        for step, theirs in zip(self.proof.steps, other.proof.steps, strict=False):
            known = step.number in other.facts and step.number not in other.faults
            if step is not theirs or not known or self.domain(step) != other.domain(theirs):
                return
            said = other.facts[step.number]
            within = {key: th for key, th in other.memberships.items() if key[1] == said.conclusion}
            labels = {
                h: other.labels[h]
                for h in said.hypotheses.union(*(th.hypotheses for th in within.values()))
            }
            if any(label.step > step.number for label in labels.values()):
                return  # a later step of the other proof gives what is a range of this one
            self.facts[step.number] = said
            self.memberships.update(within)
            for h, label in labels.items():
                self.labels.setdefault(h, label)
            if step.number in other.details:
                self.details[step.number] = other.details[step.number]
            if step.number in other.noted:
                self.noted[step.number] = other.noted[step.number]

    def _on_grounds(self, th: Theorem) -> Theorem:
        """A sequent under all that shows that its terms are defined."""
        for ground in self.grounds:
            if not ground.hypotheses <= th.hypotheses:
                th = and_elim(and_intro(th, ground), second=False)
        return th

    def _with_words(self, step: Step, th: Theorem) -> Theorem:
        """A sequent with all that its step rests on, though no arithmetic needs a sentence.

        Only arithmetic shows of a relation that it is not needed. A sentence, what is given, or
        read from a claim, what a program shows, or words argue for, rests on all that it names. So
        does a textbook fact with a hypothesis in words, and what joins others, as the cases of an
        argument are joined. Each of them is said where it holds, and its case is not supposed; but
        what a program shows, or is read from a claim, is to hold wherever the step does. That a
        join shows another step, whatever the cases of its parts, is said in words, and stays open.
        """
        read = isinstance(step, OnClaim) and not step.of_step
        anywhere = isinstance(step, ProgramStep) or read
        told = anywhere or step.assumed or not is_shipped(step) or self._read_in_words(step)
        whole = step.joins or told or not is_relation(th.conclusion)
        domain = self.domain(step)
        inside = step.hypotheses.values() if isinstance(step, Textbook) else ()
        in_cases = False
        for number in step.needed:
            fact, sentence = self.facts[number], not is_relation(self.facts[number].conclusion)
            if not (sentence or (whole and number not in inside)):
                continue
            for h in sorted(fact.hypotheses, key=self.order) if whole and not anywhere else ():
                if self.labels[h].kind in SETTINGS:
                    fact = self.theory.imp_intro(h, fact)
                    item = self.relations.get(h)
                    in_cases |= item is None or not domain.says(item)
            if not fact.hypotheses <= th.hypotheses:
                th = and_elim(and_intro(th, fact), second=False)
        if step.joins and in_cases and self._shows_another(step):
            everywhere = self.open(self.said_by(step), self.label(Kind.WORDS, step.says, step))
            th = and_elim(and_intro(th, everywhere), second=False)
        return th

    def _read_in_words(self, step: Step) -> bool:
        """Whether people read that a hypothesis of a textbook fact is met, which is in words."""
        return isinstance(step, Textbook) and not (
            step.hypotheses.keys() <= schema_of(step.fact).patterns.keys()
        )

    def _shows_another(self, step: Step) -> bool:
        """Whether another step than a join of parts rests on a step."""
        return any(step.number in one.needed and not one.joins for one in self.proof.steps)

    @property
    def stated(self) -> tuple[int, ...]:
        """The steps that state the claim or a part of it."""
        return self.proof.stating

    def left_open(self, number: int) -> tuple[Label, ...]:
        """What the sequent of a step leaves open, in its order, each with its own place."""
        labels = [self.labels[h] for h in sorted(self.facts[number].hypotheses, key=self.order)]
        return tuple(dict.fromkeys(one for label in labels for one in label.leaves))

    def closed(self, number: int) -> Theorem:
        """The theorem of a step without hypotheses, for all quantities."""
        th = self.facts[number]
        for h in sorted(th.hypotheses, key=self.order, reverse=True):
            th = self.theory.imp_intro(h, th)
        for x in sorted(frees(th.conclusion), key=lambda x: x.name, reverse=True):
            th = self.theory.all_intro(x, th)
        return th

    def accepted(self, number: int) -> Theorem:
        """The closed theorem of a step, which the kernel accepts under a name of its own."""
        return self.theory.theorems[self.accepted_as(number)]

    def accepted_as(self, number: int) -> str:
        """The name under which the kernel accepts the closed theorem of a step."""
        with deeply_nested(), nothing_collected():
            return self.accept(self.closed(number), f"step{number}")

    def accept(self, closed: Theorem, what: str) -> str:
        """Let the kernel accept a theorem of this proof; its name there."""
        theory = self.theory
        name = f"{self.proof.id}.{what}"
        while name in theory.statements and theory.statements[name] != closed.conclusion:
            name += "'"  # of another proof with this ID
        if name not in theory.statements:
            theory.register(name, closed.conclusion)
            theory.accept(name, closed)
        self.names[name] = None
        return name
