"""The judge of proofs by steps that is the kernel: one theory, and what was found in it."""

from __future__ import annotations
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache
from banditproof.theory.logic.development import nothing_collected
from banditproof.theory.logic.kernel import Theory
from banditproof.theory.logic.library import standard_library
from banditproof.verify.evidence import Grade
from ...verdicts.step_facts import StepFacts
from ...verdicts.vocabulary import Counterexample
from ..proof import Proof
from ..step import Step
from .arithmetic import Arithmetic
from .deep_terms import deeply_nested
from .kept_certificates import kept_of
from .points_against import FalseStep
from .sequents import Sequents
from .steps import sequent_of
from .verdicts import verdicts_of


@dataclass
class Judge:
    """A theory with the numbers of the library, in which proofs by steps are judged."""

    theory: Theory = field(default_factory=lambda: standard_library(["numbers"]).theory)
    arithmetic: Arithmetic = field(default_factory=Arithmetic)
    programs: bool = True
    """Whether the programs of steps and of real cases run; else the former stay open unseen."""
    linked: bool = True
    """Whether theorems of cited steps are taken in, and stand on what their own proofs leave open.

    Else each proof is judged by itself, as its claim is checked by itself.
    """
    known: dict[int, Sequents] = field(default_factory=dict)
    """The proofs that were judged, each kept with its sequents, so that its id stays its own."""
    cited: dict[int, Sequents] = field(default_factory=dict)
    """The proofs of which a step was cited, and whose programs did not run for that."""
    latest: dict[str, Sequents] = field(default_factory=dict)
    """The last one of each ID, with which changed ones have their first steps in common."""

    def of(self, proof: Proof, whole: bool = True) -> Sequents:
        """The sequents of a proof, worked out once; up to its first fault, if not the `whole`."""
        one = self._begun(proof)
        with deeply_nested(), nothing_collected():
            one.judge(proof.steps, sequent_of, whole)
        if one.faults and not whole:
            self.known.pop(id(proof))
        return one

    def for_step(self, proof: Proof, number: int) -> Sequents:
        """The sequents of the steps that one of a proof rests on, which is cited.

        What a program finds there stays open, and the recorded verdict answers for it.
        """
        one = self.known.get(id(proof))
        if one is None or number not in one.facts:
            one = self.cited.setdefault(id(proof), self._sequents(proof, programs=False))
            one.judge(proof.down_from(number), sequent_of)
        return one

    def cited_by(self, one: Sequents) -> tuple[Sequents, ...]:
        """The proofs under whose hypotheses stands what a linked one states."""
        ids = {label.of for number in one.stated for label in one.left_open(number)}
        known = (*self.known.values(), *self.cited.values())
        return tuple(other for other in known if other.proof.id in ids - {one.proof.id})

    def with_changes(self, before: Sequents, changed: Proof, numbers: Collection[int]) -> Sequents:
        """A changed proof, of which some steps are judged again, up to the first fault.

        The others are as they were; what a changed one of these says is a hypothesis.
        """
        one = self._sequents(changed)
        one.labels.update(before.labels)
        one.memberships.update(before.memberships)
        for step, was in zip(changed.steps, before.proof.steps, strict=True):
            if step.number in numbers:
                continue
            if step is was:
                one.facts[step.number] = before.facts[step.number]
            elif not step.assumed:
                one.suppose(step, step.says)
        with deeply_nested():
            one.judge(changed.steps, sequent_of, whole=False)
        return one

    def _begun(self, proof: Proof) -> Sequents:
        """The sequents of a proof that was judged, or is to be."""
        if id(proof) not in self.known:
            self.known[id(proof)] = self._sequents(proof)
            if proof.id in self.latest:
                self.known[id(proof)].begin_as(self.latest[proof.id])
            self.latest[proof.id] = self.known[id(proof)]
        return self.known[id(proof)]

    def _sequents(self, proof: Proof, programs: bool | None = None) -> Sequents:
        return Sequents(
            self.theory,
            proof,
            arithmetic=self.arithmetic,
            kept=kept_of(proof.id),
            programs=self.programs if programs is None else programs,
            cited=self.for_step,
            linked=self.linked,
        )


@cache
def judge() -> Judge:
    """The judge of this process, of each proof by itself."""
    return Judge(linked=False)


def judgement_of(proof: Proof) -> tuple[tuple[StepFacts, ...], Step | None, Counterexample | None]:
    """The steps with their verdicts, the one that is refused, and a case in which it is false."""
    judged = judge().of(proof, whole=False)
    results = tuple(verdicts_of(judged))
    stuck = next((step for step in proof.steps if step.number in judged.faults), None)
    shown = None if stuck is None else judged.raised[stuck.number]
    if isinstance(shown, FalseStep):
        wrong = f"The statement is false. {shown}"  # what it says is not what was found
        shown = Counterexample(wrong, dict(shown.values), Grade.PROVED)
    return results, stuck, shown if isinstance(shown, Counterexample) else None


@cache
def reader() -> Judge:
    """One that links proofs and runs no program, for those who ask what a theorem rests on."""
    return Judge(programs=False)
