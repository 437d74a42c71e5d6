"""A step by induction: the axiom of induction, on j in n = start + j.

The step assumes a relation at a real n, and a recursion names a quantity whose value at n + 1 it
gives. Here that quantity is a sequence, and so is each name that varies with n: all that the
statement does not name.
"""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, reduce
from banditproof.theory.logic.formulas import binary, equation, quantified
from banditproof.theory.logic.hints import Hint
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.laws import joined, parted
from banditproof.theory.logic.shapes import all_of, constant, parts
from banditproof.theory.logic.simple_types import NAT, REAL, arrow
from banditproof.theory.logic.terms import App, Free, Refused, Term, lam, normal, opened
from banditproof.theory.logic.variables import frees, put
from banditproof.theory.prover.kernel.terms import ONE, var
from banditproof.theory.prover.kernel.terms import Term as Expression
from banditproof.theory.prover.notation import parse
from ..induction import Induction, without
from ..relations import Domain, Relation
from .formulas import bounds, formula, op, quantity, term
from .hints_of_steps import weighted
from .kinds_of_hypotheses import Kind, Label
from .other_values import used
from .particular_quantities import described_below
from .sequents import Sequents
from .settings import with_settings

ZERO_, ONE_ = constant("0", NAT), constant("1", NAT)


def induction(proof: Sequents, step: Induction, domain: Domain) -> Theorem:
    """The relation of a step for every whole number from the start on."""
    return _OneInduction(proof, step, domain).proved()


def _require_start(step: Induction, domain: Domain) -> None:
    """The relation names what varies, whose range is that of whole numbers from the start on."""
    where, begin = domain.ranges[step.variable], parse(step.start)
    if step.relations[0].names.isdisjoint({step.variable, step.sequence}):
        raise Refused(
            f"The relation of the induction names neither {step.variable} nor a quantity that a "
            "recursion gives; say it without an induction."
        )
    if where.hi is not None:
        raise Refused(f"The range of {step.variable} ends; an induction has no end.")
    if begin.kind == "num" and Fraction(begin.value).denominator > 1:
        raise Refused(
            f"The induction starts at {step.variable} = {step.start}, which is no whole number; "
            f"say it of a whole number, of which {step.variable} is a term."
        )
    if begin.kind != "num" or where.lo_open or where.lo != Fraction(begin.value):
        raise Refused(
            f"The induction starts at {step.variable} = {step.start}, and the range of "
            f"{step.variable} at {where.lo}; give it the range [{step.start},inf)."
        )


@dataclass
class _OneInduction:
    proof: Sequents
    step: Induction
    domain: Domain
    varying: dict[Free, Term] = field(default_factory=dict)
    """What stands for each quantity that varies with j."""

    def __post_init__(self) -> None:
        step = self.step
        _require_start(step, self.domain)
        self.theory, (self.stated,) = self.proof.theory, step.relations
        self.j = Free(f"{step.variable}.whole.{step.number}", NAT)
        self.n = quantity(step.variable)
        self.start = parse(step.start)
        self.sequence = step.sequence
        self.names = [step.variable, *([step.sequence] if step.sequence else [])]
        self.alone = reduce(without, self.names, self.domain)
        self.known = [*used(self.proof, step, self.domain).values()]
        self.held = [self.stated]
        if self.sequence:
            self.held += self.domain.membership(self.sequence, var(self.sequence))
        for text in (step.first, step.following) if step.sequence else ():
            self.proof.require_words_defined(term(parse(text)), self.domain, self.known)
        self.begin = formula(Relation(var(step.variable), ">=", self.start))

    def proved(self) -> Theorem:
        """The relation at n, which is start + j."""
        T, j, step, proof = self.theory, self.j, self.step, self.proof
        # what varies with n is no quantity any more where it is lifted: it is looked at before
        bases, steps = (
            [with_settings(proof, step, th, self.domain) for th in some]
            for some in (self._bases(), self._steps())
        )
        self._let_vary(steps)
        held = [put(formula(item), self.varying) for item in self.held]
        everything = lam(j, all_of(held))
        base = joined([self._base(f, b) for f, b in zip(held, bases, strict=True)])
        hypothesis = T.assume(all_of(held))
        each = parted(hypothesis, len(held))
        nonnegative = T.instance(T.use("real_nonneg"), [j])
        ends = [self._next(f, s, each, nonnegative) for f, s in zip(held, steps, strict=True)]
        inner = T.all_intro(j, T.imp_intro(hypothesis.conclusion, joined(ends)))
        th = T.instance(T.use("induction"), [everything], T.convert(base), T.convert(inner))
        th = parted(T.instance(th, [j]), len(held))[0]
        whole = proof.label(Kind.WHOLE, step.variable, step)
        places = [nonnegative, proof.open(equation(self.n, self.varying[self.n], REAL), whole)]
        if self.sequence:
            value = equation(quantity(self.sequence), self.varying[quantity(self.sequence)], REAL)
            places.append(proof.open(value, self._recursion))
        return proof.arith(proof.said_by(step), [*places, th], self.domain)

    @cached_property
    def _recursion(self) -> Label:
        step = self.step
        law = f"{step.sequence} = {step.first}, then {step.following}"
        return self.proof.label(Kind.RECURSION, law, step)

    def _moved(self, text: str, there: Expression) -> list[Relation]:
        value = {self.sequence: parse(text)} if text else {}
        return [item.with_values({**value, self.step.variable: there}) for item in self.held]

    def _bases(self) -> list[Theorem]:
        """What is held, at the start."""
        known = [th for th in self.known if self.n not in frees(th.conclusion)]
        return [
            self.proof.arith(formula(item), known, self.alone)
            for item in self._moved(self.step.first, self.start)
        ]

    def _steps(self) -> list[Theorem]:
        """What is held, at n + 1, from what is held at n."""
        proof, step = self.proof, self.step
        at_n = [self.theory.assume(formula(item)) for item in self.held]
        begin = proof.open(self.begin, self._range(step.variable))
        more, hint = [begin, *at_n, *self.known], self._hint(at_n[0])
        return [
            proof.arith(formula(item), more, self.domain, None if place else hint)
            for place, item in enumerate(self._moved(step.following, var(step.variable) + ONE))
        ]

    def _hint(self, at_n: Theorem) -> Hint | None:
        if not self.step.weight:
            return None
        return weighted([(self.step.weight, at_n)], self.step.rest, ())

    def _let_vary(self, steps: Sequence[Theorem]) -> None:
        """n is start + j, and what the statement does not name becomes a sequence."""
        step = self.step
        real = App(op("real"), self.j)
        self.varying[self.n] = binary(op("add"), term(self.start), real)
        fixed, found = set(self.stated.names), set[Free]()
        if self.sequence:
            self._vary(quantity(self.sequence))
            fixed |= parse(step.first).variables
            found |= frees(term(parse(step.following)))
        for th in steps:
            found.update(*(frees(h) for h in th.hypotheses))
        for x in sorted(found, key=lambda x: x.name):
            if x.type == REAL and x.name not in fixed and x not in self.varying:
                self._vary(x)

    def _vary(self, x: Free) -> None:
        name = f"{x.name}.terms.{self.step.number}"  # another induction has a sequence of its own
        self.varying[x] = App(Free(name, arrow(NAT, REAL)), self.j)

    def _at(self, what: Term, place: Term) -> Term:
        """A formula about j at another place."""
        return normal(opened(lam(self.j, what).body, place))

    def _sequence_at(self, place: Term) -> Term:
        return self._at(self.varying[quantity(self.sequence)], place)

    def _base(self, held: Term, shown: Theorem) -> Theorem:
        """What is held, for j = 0."""
        known = [shown]
        if self.sequence:
            first = equation(self._sequence_at(ZERO_), term(parse(self.step.first)), REAL)
            known.insert(0, self.proof.open(first, self._recursion))
        return self.proof.arith(self._at(held, ZERO_), known, self.alone)

    def _next(
        self, held: Term, shown: Theorem, each: Sequence[Theorem], nonnegative: Theorem
    ) -> Theorem:
        """What is held, for j + 1."""
        proof, theory = self.proof, self.theory
        th, out = proof.general(shown, [*self.varying])
        th = theory.instance(th, [*self.varying.values()])
        for hypothesis in out:
            pair = parts(th.conclusion, "imp")
            assert pair is not None
            need = pair[0]
            same = next((one for one in each if one.conclusion == normal(need)), None)
            if same is None and hypothesis == self.begin:
                same = proof.arith(need, [nonnegative], self.alone)
            if same is None:
                self._require_each(hypothesis, proof.labels[hypothesis])
            if same is None:
                same = self._every(need, proof.labels[hypothesis])
            th = theory.instance(th, (), same)
        following = binary(op("nadd"), self.j, ONE_)
        known = [nonnegative, *self._ranges()]
        if self.sequence:
            after = put(term(parse(self.step.following)), self.varying)
            law = equation(self._sequence_at(following), after, REAL)
            known.append(self._every(law, self._recursion))
        return proof.arith(self._at(held, following), [*known, th], self.alone)

    def _require_each(self, hypothesis: Term, label: Label) -> None:
        """What a fact, or words, tell of n and of what stays the same, is said of one n."""
        if label.kind not in (Kind.TEXTBOOK, Kind.ARGUED, Kind.CLAIM, Kind.CITED):
            return
        names = {x.name for x in frees(hypothesis)}
        varying = names & {x.name for x in self.varying}
        told = names & described_below(self.proof.proof, self.step.number).keys()
        if varying and varying <= set(self.names) and told - varying:
            raise Refused(
                f"{label} speaks of {min(varying)} and of {min(told - varying)}, which stays the "
                f"same for every {self.step.variable}."
            )

    def _ranges(self) -> list[Theorem]:
        """The ranges of the names that became sequences."""
        lifted = [x.name for x in self.varying if x.name not in self.names]
        ranges = self.domain.ranges
        return [
            self._every(put(bound, self.varying), self._range(name))
            for name in lifted
            if name in ranges
            for bound in bounds(name, ranges[name])
        ]

    def _range(self, name: str) -> Label:
        return self.proof.label_of_range(self.domain, name)

    def _every(self, what: Term, label: Label) -> Theorem:
        """A hypothesis for every j, at j."""
        if label != self._recursion:
            label = label.for_every(self.step.variable)
        th = self.proof.open(quantified("forall", self.j, what), label)
        return self.theory.instance(th, [self.j])
