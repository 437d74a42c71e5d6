"""A proof by steps as the outline of a formal proof, from which a derivation can begin.

The theorem is about all quantities of the proof, as real numbers: under their ranges, and under
what is given, it says the steps that state the claim, as far as they have a relation. What the
prover shows is shown with the same hints; textbook facts and claims are named hypotheses at the
same terms, and so are programs and sentences without a relation. A program that no folder names is
an argument in words.
"""

from __future__ import annotations
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from textwrap import wrap
from banditproof.theory.logic.layout import WIDTH, laid_out
from banditproof.theory.logic.passages import quoted
from banditproof.theory.logic.spelling import bounds, formally, interval, spelled, variable
from banditproof.theory.prover.expressions import PRODUCT
from banditproof.theory.prover.kernel.goals import Interval
from banditproof.theory.prover.reading import read_expression
from ...textbook import PREFIX
from ..cited import Given, OnClaim, Textbook, Words
from ..extreme_points import ExtremePoints
from ..finite import Computed, Enumeration
from ..identity import Identity
from ..induction import Induction
from ..inequality import Inequality
from ..proof import Proof
from ..relations import Domain, Relation
from ..schemas import schema_of
from ..step import Step
from .lists import ALONE, written_pairs
from .reasons import written_reason
from .step_text import written_sentence

SHOWN = (Inequality, Identity, ExtremePoints)
"""The steps that the prover shows."""
PROGRAMS = (Computed, Enumeration)
NAMED = (Textbook, OnClaim, Words, Induction, *PROGRAMS)
"""The steps that rest on something outside of the proof, which theorems name as well."""
ANYWHERE = Interval(None, None)
ENDING = ".formal"
"""What is behind the ID of a proof in the name of its theorem."""


@dataclass(frozen=True)
class FormalOutline:
    """The outline of a proof by steps, of which some sentences may be left open besides."""

    proof: Proof
    constants: Collection[str]
    """The words of the logic, which no variable may have as its name."""
    not_shown: frozenset[int] = frozenset()
    """Steps that the prover shows, and that are left open here."""

    @property
    def name(self) -> str:
        """The name of its theorem."""
        return f"{self.proof.id}{ENDING}"

    @property
    def text(self) -> str:
        """The theorem with its proof; raises ValueError where it has no form.

        >>> from ..inequality import Inequality
        >>> steps = Given(1, "Let", "y = x^2"), Inequality(2, "So.", "y <= x", uses=(1,))
        >>> print(FormalOutline(Proof("my.square", steps, "x in [0,1]"), ()).text, end="")
        theorem my.square.formal
          where x in [0, 1]; y in (-inf, inf)
          1. Let :: y = x^2 -- given
          2. So. :: y <= x -- from 1
        qed
        """
        if not self._concluded:
            raise ValueError(
                f"No step of {self.proof.id} that states the claim has a relation, so that there "
                "is nothing to derive of numbers; write its statement as a formula."
            )
        rows = [f"theorem {self.name}"]
        rows += [f"  where {self._where}"] if self._where else []
        rows += [row for step in self.proof.steps for row in self._rows(step)]
        if self._concluded != (len(self.proof.steps),):
            numbers = ", ".join(map(str, self._concluded))
            said = " and ".join(_closed(self._said[number]) for number in self._concluded)
            rows.append(
                f"  {len(self.proof.steps) + 1}. What is stated. :: {said} -- from {numbers}"
            )
        return laid_out("\n".join([*rows, "qed", ""]), self.name)

    @cached_property
    def _concluded(self) -> tuple[int, ...]:
        """The steps with a relation, or that join some, which state the claim together."""
        numbers = sorted({*self.proof.parts, len(self.proof.steps)})
        return tuple(number for number in numbers if number in self._said)

    @property
    def without_formula(self) -> tuple[int, ...]:
        """The steps that state the claim or a part of it, of which the theorem says nothing."""
        return tuple(number for number in self.proof.stating if number not in self._said)

    @property
    def left_open(self) -> tuple[int, ...]:
        """The steps that the theorem rests on without showing them, in words or with a relation."""
        return tuple(
            step.number
            for step in self.proof.steps
            if step.number in self._has_a_number
            and (self._is_open(step) or step.number not in self._said)
        )

    def _is_open(self, step: Step) -> bool:
        if isinstance(step, Given) or step.joins:
            return False
        return not isinstance(step, SHOWN) or step.number in self.not_shown

    # quantities, and where they lie

    @cached_property
    def _quantities(self) -> list[str]:
        """All names, those of the proof's own ranges first and in their order."""
        domains = (self.proof.scope.domain(step) for step in self.proof.steps)
        named = sorted(frozenset[str]().union(*(step.names for step in self.proof.steps)))
        others = (name for domain in domains for name in domain.ranges)
        return list(dict.fromkeys([*Domain(self.proof.where).ranges, *others, *named]))

    @cached_property
    def _names(self) -> dict[str, str]:
        """The names of the variables, which are none of the words of the logic."""
        return {name: variable(name, self.constants) for name in self._quantities}

    @cached_property
    def _everywhere(self) -> dict[str, Interval]:
        """The ranges that a quantity has in all steps that give it one."""
        ranges = self.proof.scope.ranges_of_steps
        return {name: next(iter(some)) for name, some in ranges.items() if len(some) == 1}

    @property
    def _where(self) -> str:
        """Ranges and conditions that hold everywhere; a quantity with several ranges is any."""
        groups: list[tuple[str, list[str]]] = []
        for name in self._quantities:
            where = interval(self._everywhere.get(name, ANYWHERE))
            if not groups or groups[-1][0] != where:
                groups.append((where, []))
            groups[-1][1].append(self._names[name])
        ranges = [f"{', '.join(names)} in {where}" for where, names in groups]
        conditions = map(self._formula, Domain(self.proof.where).conditions)
        return "; ".join([*ranges, *conditions])

    def _own(self, step: Step) -> list[str]:
        """What a step supposes of its quantities that is not supposed everywhere."""
        domain, everywhere = self.proof.scope.domain(step), Domain(self.proof.where).conditions
        own = [self._formula(text) for text in domain.conditions if text not in everywhere]
        for name, where in domain.ranges.items():
            if name not in self._everywhere:
                own += bounds(self._names[name], where).values()
        return own

    # sentences

    def _formula(self, text: str) -> str:
        return formally(text, self._names)

    @cached_property
    def _said(self) -> dict[int, str]:
        """What each step says, if that is a relation, under what it alone supposes."""
        said: dict[int, str] = {}
        for step in self.proof.steps:
            if step.joins:
                parts = [_closed(said[number]) for number in step.uses if number in said]
                if parts:
                    said[step.number] = " and ".join(parts)
            elif step.formula:
                said[step.number] = " -> ".join([*self._own(step), self._formula(step.formula)])
        return said

    @cached_property
    def _has_a_number(self) -> frozenset[int]:
        """The steps that are sentences of the theorem, and no comments."""
        rest = (s.number for s in self.proof.steps if not s.joins)
        return frozenset({*self._said, *rest})

    def _is_named(self, step: Step) -> bool:
        """Whether what a step rests on is a hypothesis with a name."""
        if not isinstance(step, NAMED) or step.number in self.not_shown:
            return False
        if isinstance(step, Induction):
            return all(name in self._names for name in (step.variable, step.sequence) if name)
        if isinstance(step, PROGRAMS):
            return _why(step) != step.kind
        if isinstance(step, Textbook):
            shown_by = (how for how in step.hypotheses.values() if isinstance(how, int))
            return self._has_a_number.issuperset(shown_by)
        return True

    def _rows(self, step: Step) -> Iterator[str]:
        words = written_sentence(step.says.replace("#", "no. "))
        if step.number not in self._said:
            if step.number in self._has_a_number:
                why = "given" if isinstance(step, Given) else self._outside(step)
                yield f"  {step.number}. {words} -- {why}"
            else:
                yield from _comment(f"{step.number}. {words}")
            return
        formula = self._said[step.number] if step.joins else self._formula(step.formula)
        if not self._is_open(step):
            why = self._reason(step)
        elif isinstance(step, SHOWN):
            yield from _comment(f"{step.number}: not found here, {self._reason(step)}")
            why = "open"
        else:
            why = self._outside(step)
        where = [] if step.joins else self._own(step)
        reason = "; ".join(filter(None, (why, f"for {', '.join(where)}" if where else "")))
        yield f"  {step.number}. {words} :: {formula}{f' -- {reason}' if reason else ''}"

    def _outside(self, step: Step) -> str:
        """What a step rests on besides the proof: by its name, or in words."""
        if self._is_named(step):
            return self._named_reason(step)
        return f"words {quoted(_why(step))}"

    def _reason(self, step: Step) -> str:
        """The reason of a step that is given, or shown here with the same hints."""
        if isinstance(step, Given):
            return "given"
        if step.joins:
            return f"from {', '.join(self._used_steps(step))}"
        hints, used = [*self._hints(step)], self._used(step)
        facts = [f"from {', '.join(used)}"] if used else []
        return "; ".join([*hints, *facts, *self._other_values(step)])

    def _other_values(self, step: Step) -> Iterator[str]:
        """The values at which it uses earlier steps that say a relation."""
        for number, values in step.at.items():
            if number in self._said:
                terms = {self._names[x]: self._formula(text) for x, text in values.items()}
                yield f"at {number}: {written_pairs(terms)}"

    def _used_steps(self, step: Step) -> list[str]:
        """The steps that it uses and that say a relation."""
        return [str(number) for number in step.uses if number in self._said]

    def _used(self, step: Step) -> list[str]:
        """The steps that it uses, and the conditions and ends of ranges that are about it."""
        used = self._used_steps(step)
        about = frozenset(step.names).union(*(self.proof.step(n).names for n in step.needed))
        if isinstance(step, (Textbook, OnClaim)):
            terms = map(read_expression, step.instance.values())
            about = about.union(*(term.names for term in terms))
        used += [name for name, said in self._conditions.items() if said & about]
        known = sorted(about & self._names.keys())  # pi is no quantity
        return [*used, *(fact for name in known for fact in self._fractional_ends(name))]

    def _named_reason(self, step: Step) -> str:
        """What a step rests on, as a theorem names it."""
        if isinstance(step, Induction):
            return "; ".join([*self._induction(step), *self._other_values(step)])
        parts = [self._cited(step)]
        if isinstance(step, (Textbook, OnClaim)):
            if step.instance:
                values = {name: self._formula(text) for name, text in step.instance.items()}
                values |= dict.fromkeys(self._without_value(step), "0")
                parts.append(f"with {written_pairs(values)}")
            if isinstance(step, Textbook) and step.over:
                parts.append(f"over {', '.join(self._names.get(n, n) for n in step.over)}")
            if isinstance(step, Textbook) and step.which:
                conditions = map(self._formula, Domain(step.which).conditions)
                parts.append(f"which {', '.join(conditions)}")
            if step.formula and (used := self._used(step)):
                parts.append(f"from {', '.join(used)}")
        return "; ".join([*parts, *self._other_values(step)])

    def _induction(self, step: Induction) -> Iterator[str]:
        """The parts of an induction."""
        yield f"induction {self._names[step.variable]} from {step.start}"
        if step.sequence:
            first, following = map(self._formula, (step.first, step.following))
            yield f"next {self._names[step.sequence]} = {first} then {following}"
        if step.weight:
            yield f"weight {self._formula(step.weight)}"
        if step.rest:
            yield f"leaving {self._formula(step.rest)}"
        if used := self._used(step):
            yield f"from {', '.join(used)}"

    def _without_value(self, step: Textbook | OnClaim) -> list[str]:
        """The symbols of premises that a step says nothing of, as of Z in b*Z with b = 0."""
        if isinstance(step, OnClaim):
            return []
        relations = map(Relation.of, schema_of(step.fact).patterns.values())
        symbols = frozenset[str]().union(*(relation.names for relation in relations))
        return sorted(symbols.difference(step.instance, self._names))

    def _cited(self, step: Step) -> str:
        if isinstance(step, Words):
            return f"words {quoted(step.why)}"
        if isinstance(step, PROGRAMS):
            return written_reason(step, None).partition(";")[0]
        if isinstance(step, OnClaim):
            return f"claim {step.claim}{f' ({step.of_step})' if step.of_step else ''}"
        assert isinstance(step, Textbook)
        ways = [step.hypotheses.get(name) for name in schema_of(step.fact).hypotheses]
        inside = f" ({', '.join(map(self._shown_by, ways))})" if ways else ""
        return f"textbook {step.fact.removeprefix(PREFIX)}{inside}"

    def _shown_by(self, how: int | str | None) -> str:
        """What shows a hypothesis of a fact: a step, or a relation."""
        if how is None:
            return "_"
        return str(how) if isinstance(how, int) else f"{{{self._formula(how)}}}"

    def _fractional_ends(self, name: str) -> Iterator[str]:
        """The facts about ends of a range that a reason has to name: a quotient is a term."""
        ends = bounds(self._names[name], self._everywhere.get(name, ANYWHERE))
        yield from (fact for fact, said in ends.items() if "/" in said)

    @cached_property
    def _conditions(self) -> dict[str, frozenset[str]]:
        """The quantities of the conditions that hold everywhere; ranges need no name."""
        conditions = Domain(self.proof.where).conditions
        return {f"where{n}": Relation.of(text).names for n, text in enumerate(conditions, 1)}

    def _weight(self, text: str) -> str:
        return spelled(read_expression(text), self._names, PRODUCT)

    def _hints(self, step: Step) -> Iterator[str]:
        if not isinstance(step, Inequality):
            return
        if step.weights:
            yield "by " + " + ".join(
                f"({number})" if weight == ALONE else f"{self._weight(weight)}*({number})"
                for number, weight in step.weights.items()
            )
        if step.rest:
            yield f"leaving {self._formula(step.rest)}"
        if step.positive:
            yield f"positive {', '.join(map(self._formula, step.positive))}"
        if step.monotone is not None:
            function, larger, smaller = step.monotone
            yield f"through {function}: {self._formula(larger)} >= {self._formula(smaller)}"
        if step.apart:
            yield f"apart {self._names[step.apart]}"


def _comment(text: str) -> Iterator[str]:
    yield from wrap(
        " ".join(text.split()),
        WIDTH,
        initial_indent="  # ",
        subsequent_indent="  #     ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _closed(formula: str) -> str:
    """A formula as a part of another one."""
    return f"({formula})" if " -> " in formula or " and " in formula else formula


def _why(step: Step) -> str:
    """The reason of a step that stays open."""
    try:
        return written_reason(step, None).replace("#", "no. ") or step.kind
    except ValueError:  # a step that texts do not have, or a program of another folder
        return step.kind
