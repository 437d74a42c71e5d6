"""The steps of a proof as sequents: what each says, under hypotheses that have labels."""

from __future__ import annotations
from collections.abc import Callable
from dataclasses import dataclass, field
from banditproof.theory.logic.development import nothing_collected
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.laws import and_elim, and_intro
from banditproof.theory.logic.variables import frees
from ..instances import require_at_instances
from ..proof import Proof
from ..step import Step
from .by_arithmetic import ByArithmetic
from .deep_terms import deeply_nested
from .formulas import is_relation
from .kinds_of_hypotheses import Kind, Label
from .open_words import ClosedStep
from .verdicts import BY_PROGRAMS


@dataclass
class Sequents(ByArithmetic):
    """One proof, whose steps are judged one after the other."""

    cited: Callable[[Proof], Sequents] = field(kw_only=True)
    """The sequents of another proof, which a step cites."""
    closed_steps: dict[int, ClosedStep] = field(default_factory=dict, kw_only=True)
    """The theorems of its steps, as other proofs cite them."""

    def judge_all(self, sequent_of: Callable[[Sequents, Step], Theorem], whole: bool) -> None:
        """A sequent for each step; a refused one is a hypothesis for those that use it.

        If it is not the `whole`, this ends at the first step that is refused.
        """
        real = self.proof.instances if self.programs else None
        cases = tuple(real()) if real else ()
        for step in self.proof.steps:
            self.at = step
            try:
                require_at_instances(step, self.domain(step), cases)
                self.facts[step.number] = self._with_words(step, sequent_of(self, step))
            except Exception as wrong:  # a broken step must not pass for one that holds
                kind = "" if isinstance(wrong, ValueError) else f"{type(wrong).__name__}: "
                self.faults[step.number] = f"{kind}{wrong}"
                says = f"{step.says} ({self.faults[step.number]})"
                label = Label(Kind.REFUSED, says, self.proof.id, step.number)
                self.facts[step.number] = self.open(self.in_place_of(step), label)
                if not whole:
                    return

    def _with_words(self, step: Step, th: Theorem) -> Theorem:
        """A sequent with all that its step rests on, though no arithmetic needs a sentence.

        Of relations those that are needed are left. What a program shows, or words argue for, and
        what only joins others, rests on all that it names.
        """
        whole = step.joins or step.kind in BY_PROGRAMS
        for number in step.needed:
            fact = self.facts[number]
            if (whole or not is_relation(fact.conclusion)) and not fact.hypotheses <= th.hypotheses:
                th = and_elim(and_intro(th, fact), second=False)
        return th

    @property
    def stated(self) -> tuple[int, ...]:
        """The steps that state the claim or a part of it."""
        last = self.proof.steps[-1]
        return tuple(sorted({*self.proof.parts, *(last.uses if last.joins else (last.number,))}))

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
        with deeply_nested(), nothing_collected():
            return self._accepted(self.closed(number), number)

    def _accepted(self, closed: Theorem, number: int) -> Theorem:
        theory = self.theory
        name = f"{self.proof.id}.step{number}"
        while name in theory.statements and theory.statements[name] != closed.conclusion:
            name += "'"  # of another proof with this ID
        if name not in theory.statements:
            theory.register(name, closed.conclusion)
            theory.accept(name, closed)
        return theory.theorems[name]
