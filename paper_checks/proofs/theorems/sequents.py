"""The steps of a proof as sequents: what each says, under hypotheses that have labels."""

from __future__ import annotations
import sys
from dataclasses import dataclass, field
from banditproof.theory.logic.kernel import Theorem, Theory
from banditproof.theory.logic.library import standard_library
from banditproof.theory.logic.variables import frees
from ..instances import require_at_instances
from ..proof import Proof
from ..relations import Domain
from ..step import Step
from .arithmetic import Arithmetic
from .by_arithmetic import ByArithmetic
from .open_hypotheses import Kind, Label

DEPTH = 100_000
"""How deeply terms may be nested: a closed theorem has up to 200 hypotheses before it."""


@dataclass
class Judge:
    """A theory with the numbers of the library, in which proofs by steps are judged."""

    theory: Theory = field(default_factory=lambda: standard_library(["numbers"]).theory)
    arithmetic: Arithmetic = field(default_factory=Arithmetic)
    known: dict[int, Sequents] = field(default_factory=dict)
    """The proofs that were judged, each kept with its sequents, so that its id stays its own."""

    def __post_init__(self) -> None:
        sys.setrecursionlimit(max(sys.getrecursionlimit(), DEPTH))

    def of(self, proof: Proof, whole: bool = True) -> Sequents:
        """The sequents of a proof, worked out once; up to its first fault, if not the `whole`."""
        if id(proof) not in self.known:
            one = Sequents(self.theory, proof, arithmetic=self.arithmetic, judge=self)
            self.known[id(proof)] = one
            one.judge_all(whole)
            if one.faults and not whole:
                return self.known.pop(id(proof))
        return self.known[id(proof)]


@dataclass
class Sequents(ByArithmetic):
    """One proof, whose steps are judged one after the other."""

    judge: Judge = field(kw_only=True)

    def judge_all(self, whole: bool = True) -> None:
        """A sequent for each step; a refused one is a hypothesis for those that use it.

        If it is not the `whole`, this ends at the first step that is refused.
        """
        from .steps import sequent_of

        cases = tuple(self.proof.instances()) if self.proof.instances else ()
        for step in self.proof.steps:
            self.at = step
            try:
                require_at_instances(step, self.domain(step), cases)
                self.facts[step.number] = sequent_of(self, step)
            except Exception as wrong:  # a broken step must not pass for one that holds
                kind = "" if isinstance(wrong, ValueError) else f"{type(wrong).__name__}: "
                self.faults[step.number] = f"{kind}{wrong}"
                label = Label(Kind.REFUSED, step.says, self.proof.id, step.number)
                self.facts[step.number] = self.open(self.in_place_of(step), label)
                if not whole:
                    return

    def used(self, step: Step, domain: Domain) -> dict[int, Theorem]:
        """The sequents of the steps that a step uses, at the values at which it uses them."""
        from .other_values import at_values

        numbers = sorted(step.needed, key=lambda n: (not self.proof.step(n).assumed, n))
        return {
            n: at_values(self, step, n, domain) if n in step.at else self.facts[n] for n in numbers
        }

    @property
    def stated(self) -> tuple[int, ...]:
        """The steps that state the claim or a part of it."""
        last = self.proof.steps[-1]
        return tuple(sorted({*self.proof.parts, *(last.uses if last.joins else (last.number,))}))

    def left_open(self, number: int) -> tuple[Label, ...]:
        """What the sequent of a step leaves open, in its order."""
        hypotheses = sorted(self.facts[number].hypotheses, key=self.order)
        return tuple(dict.fromkeys(self.labels[h] for h in hypotheses))

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
        closed, theory = self.closed(number), self.theory
        name = f"{self.proof.id}.step{number}"
        while name in theory.statements and theory.statements[name] != closed.conclusion:
            name += "'"  # of another proof with this ID
        if name not in theory.statements:
            theory.register(name, closed.conclusion)
            theory.accept(name, closed)
        return theory.theorems[name]
