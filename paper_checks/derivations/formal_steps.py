"""A formal theorem from the steps of a written proof, where all are relations between numbers.

Ranges, conditions and hypotheses become premises, each other step a fact by the steps that it
names. Such a theorem is about the numbers of the steps: whether it says what the claim says, a
reader decides.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from banditproof.theory.logic.spelling import bounds, formally, variable
from banditproof.theory.prover.kernel.goals import Interval
from ..proofs.proof import Proof
from ..proofs.relations import Domain, Relation
from ..proofs.step import Step
from .developments import development_of

SHOWN = ("inequality", "identity")
"""The kinds of steps that are a step of arithmetic in the logic, too."""


class NoTheorem(ValueError):
    """The steps are no theorem about numbers, and why."""


@dataclass(frozen=True)
class StatedPart:
    """One of the steps that state a claim, with what it needs of the proof."""

    proof: Proof
    number: int

    @cached_property
    def needed(self) -> tuple[Step, ...]:
        """The steps with relations that it uses, and itself."""
        return tuple(step for step in self.proof.down_from(self.number) if step.formula)

    @cached_property
    def domain(self) -> Domain:
        """Where it holds."""
        return self.proof.stated(self.number)[1]

    @cached_property
    def ranges(self) -> Mapping[str, Interval]:
        """The quantities of its steps and conditions, with their ranges."""
        names = frozenset[str]().union(*(step.names for step in self.needed))
        names = names.union(*(Relation.of(text).names for text in self.domain.conditions_on(names)))
        return {name: where for name, where in self.domain.ranges.items() if name in names}

    def require(self) -> None:
        """Raise NoTheorem if a step is no relation, has other ranges, or assumes more."""
        stated = self.proof.step(self.number)
        if stated.assumed or not stated.formula:
            raise NoTheorem(f"step {self.number} shows no relation")
        for step in self.proof.down_from(self.number):
            if not step.assumed and step.kind not in SHOWN:
                raise NoTheorem(f"step {step.number} is of the kind {step.kind}")
            domain = self.proof.scope.domain(step)
            own = set(domain.conditions_on(step.names)) - set(self.domain.conditions)
            moved = [v for v in step.names if domain.ranges.get(v) != self.ranges.get(v)]
            if step.at or own or moved:
                raise NoTheorem(f"step {step.number} has ranges of its own")
        for step in self.needed:
            if step.assumed and Relation.of(step.formula).definition is None:
                raise NoTheorem(
                    f"step {step.number} assumes what defines no quantity; a condition on numbers "
                    "belongs to their ranges, and all else is for a formula of its own"
                )
        if self.proof.wholes(self.number):
            raise NoTheorem(f"step {self.number} is about whole numbers")

    @cached_property
    def premises(self) -> Mapping[str, str]:
        """What it assumes, by names: ranges, conditions, and the hypotheses by their numbers."""
        conditions = self.domain.conditions_on(self.ranges.keys())
        return {
            **self._ends,
            **{f"given_{n}": _formula(text) for n, text in enumerate(conditions, 1)},
            **{str(step.number): _formula(step.formula) for step in self.needed if step.assumed},
        }

    @cached_property
    def _ends(self) -> Mapping[str, str]:
        """The ends of the ranges, by the names of the facts."""
        return {
            fact: said
            for name, where in self.ranges.items()
            for fact, said in bounds(quantity(name), where).items()
        }

    @property
    def statement(self) -> str:
        """Its formula."""
        relations = [*self.premises.values(), _formula(self.needed[-1].formula)]
        bound = " ".join(f"({quantity(name)} : R)" for name in self.ranges)
        return f"{f'forall {bound}. ' if bound else ''}{' -> '.join(relations)}"

    @property
    def lines(self) -> Iterator[str]:
        """The lines of its proof."""
        if self.ranges:
            yield f"fix {' '.join(map(quantity, self.ranges))}"
        if self.premises:
            yield f"assume {', '.join(self.premises)}"
        for step in self.needed:
            if not step.assumed:
                reason = f" by {', '.join(self._facts(step))}".removesuffix(" by ")
                stated = f"have {step.number}: {_formula(step.formula)}"
                yield f"{'show' if step.number == self.number else stated}{reason}"

    def _facts(self, step: Step) -> Iterator[str]:
        """The steps that a step uses, and the ranges of their names."""
        used = [other for other in self.needed if other.number in step.needed]
        yield from (str(other.number) for other in used)
        names = step.names.union(*(other.names for other in used))
        for name, where in self.ranges.items():
            yield from (bounds(quantity(name), where) if name in names else ())
        yield from (name for name in self.premises if name.startswith("given_"))


def formal_text(proof: Proof) -> str:
    """The theorem that the steps of a proof state, for a `.proof` file; raises NoTheorem.

    >>> from ..proofs.text.locating import written_proof
    >>> print(formal_text(written_proof("zcdp.rem11.sharper.repaired")).partition("qed")[0].strip())
    theorem zcdp.rem11.sharper.repaired: forall (m : R) (tau : R) (eps : R). 0 <= m -> 0 <= tau -> \
tau <= 1 -> 0 <= eps -> eps*(m + 1 - tau) <= 12 -> eps^2/2*(m^2 + m*(1 - tau)) <= 6*eps*m
      fix m tau eps
      assume m_low, tau_low, tau_high, eps_low, given_1
      show by m_low, tau_low, tau_high, eps_low, given_1
    """
    last = proof.steps[-1]
    numbers = sorted({*proof.parts, *(last.uses if last.joins else (last.number,))})
    parts = [StatedPart(proof, number) for number in numbers]
    for part in parts:
        part.require()
    if proof.case.lack:
        raise NoTheorem(proof.case.lack.removesuffix("."))
    joined = parts[0].statement
    if len(parts) > 1:
        joined = " and ".join(f"({part.statement})" for part in parts)
    lines = [f"theorem {proof.id}: {joined}"]
    for part in parts:
        lines += ["  split"] * (part is not parts[-1])
        lines += [f"  {line}" for line in part.lines]
    return "\n".join([*lines, "qed", ""])


def quantity(name: str) -> str:
    """The variable of a quantity."""
    return variable(name, development_of(None).library.theory.constants)


def _formula(text: str) -> str:
    return formally(text, {name: quantity(name) for name in Relation.of(text).names})
