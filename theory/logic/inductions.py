"""A sentence by induction over whole numbers, and what a theorem supposes for it.

    4. So is their sum. :: s <= n*c -- induction n from 0; next s = 0 then s + r; from 3

Here n and s are real numbers. The theorem supposes that n is whole, and that s is the term at n of
a sequence which begins with 0 and goes on with s + r. Whatever else changes with n, as r does, is a
sequence, too: what the named sentences suppose of r is supposed of each of its terms. All that the
relation and the first term name stays the same.
"""

from __future__ import annotations
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from .arithmetic import SIGNATURE, TO_REAL, relation
from .certificates import Search
from .formulas import below, binary, equation, quantified
from .kernel import Theorem
from .laws import ex_elim, joined, parted
from .outlines import Opened
from .passages import Passage
from .printing import shown
from .sentences import CLAIM, INDUCTION
from .shapes import all_of, constant
from .simple_types import NAT, REAL, arrow
from .terms import App, Const, Free, Refused, Term, lam, normal, opened
from .variables import frees, fresh, put

if TYPE_CHECKING:
    from .named_hypotheses import Supposing

START = re.compile(r"([^\W\d][\w']*)\s+from\s+")
NEXT = re.compile(r"([^\W\d][\w']*)\s+=\s")
OPTIONS = ("next", "weight", "leaving", "from")
AT_MOST, ADD, NEXT_WHOLE = (Const(name, SIGNATURE[name]) for name in ("le", "add", "nadd"))
WHOLE_ZERO, WHOLE_ONE = constant("0", NAT), constant("1", NAT)
ZERO, ONE = constant("0", REAL), constant("1", REAL)


@dataclass(frozen=True)
class InductionText:
    """The parts of a reason such as `induction n from 0; next s = 0 then s + r; from 3`."""

    variable: Passage
    start: Passage
    sequence: Passage | None
    first: Passage | None
    following: Passage | None
    options: Mapping[str, Passage]

    @classmethod
    def of(cls, why: Passage) -> InductionText:
        """The parts of a reason that begins with `induction`."""
        begin, *rest = why.split(";")
        begin = begin.after(INDUCTION)
        options: dict[str, Passage] = {}
        for part in rest:
            if part.word not in OPTIONS or part.word in options:
                words = ", ".join(OPTIONS)
                raise part.error(
                    f"{part.text!r} is no part of an induction; {words} begin one each."
                )
            options[part.word] = part.after(part.word)
        match = START.match(begin.text)
        if match is None:
            raise begin.error(f"{begin.text!r} was read; `n from 1` was expected.")
        variable, start = begin.part(match.start(1), match.end(1)), begin.part(match.end())
        if "next" not in options:
            return cls(variable, start, None, None, None, options)
        law = options["next"]
        named = NEXT.match(law.text)
        first, following = law.part(named.end()).divided("then") if named else (law, None)
        if named is None or following is None:
            raise law.error(f"{law.text!r} was read; `s = first then following` was expected.")
        sequence = law.part(named.start(1), named.end(1))
        return cls(variable, start, sequence, first, following, options)

    @property
    def facts(self) -> list[Passage]:
        """What the reason names."""
        return self.options["from"].split(",") if "from" in self.options else []


@dataclass
class Induction:
    """An induction in a proof, with what the theorem has to suppose for it."""

    proof: Supposing
    why: InductionText
    said: Term
    known: Sequence[Theorem]
    """What the reason names, and the conditions of the sentence."""
    varying: dict[Free, Free] = field(default_factory=dict)
    """The sequence of each quantity that changes with n, but for n itself."""
    each: list[Term] = field(default_factory=list)
    """What is supposed of every term of these sequences."""
    of_all: list[Term] = field(default_factory=list)
    """What a claim says of all numbers."""

    def __post_init__(self) -> None:
        why, proof = self.why, self.proof
        self.theory = proof.theory
        self.n = self._quantity(why.variable)
        self.start = proof.term(why.start)
        if not (isinstance(self.start, Const) and self.start.name.isdecimal()):
            raise why.start.error(
                f"An induction starts at a whole number such as 0 or 1, not at {why.start.text}."
            )
        self.s = None if why.sequence is None else self._quantity(why.sequence)
        if self.s == self.n and why.sequence is not None:
            raise why.sequence.error(f"{self.n.name} counts, and is no sequence of its own.")
        self.first = None if why.first is None else self._number(why.first)
        self.following = None if why.following is None else self._number(why.following)
        if self.n not in frees(self.said) and (self.s is None or self.s not in frees(self.said)):
            raise why.variable.error(
                f"The sentence names neither {why.variable.text} nor a quantity that a recursion "
                "gives; say it without an induction."
            )

    def _quantity(self, name: Passage) -> Free:
        x = self.proof.known.get(name.text)
        if not isinstance(x, Free) or x not in (self.proof.quantities or ()) or x.type != REAL:
            raise name.error(f"{name.text} is no real quantity of `where`.")
        return x

    def _number(self, text: Passage) -> Term:
        return self.proof.number(text)

    @property
    def name(self) -> str:
        """What the theorem supposes, in words."""
        n, start = self.why.variable.text, self.why.start.text
        if self.s is None or self.first is None or self.following is None:
            return f"{n} is a whole number from {start} on"
        law = f"{self.s.name} = {shown(self.first)} at {n} = {start}, then {shown(self.following)}"
        supposed = {*self.each, *self.of_all}
        told = [one.number for one in self.proof.opened if one.formula in supposed]
        with_these = f", with what {' and '.join(told)} says" if told else ""
        return f"{law}, for each whole {n}{with_these}"

    # the first case and the step, about real numbers

    def proved(self) -> tuple[Theorem, Term]:
        """The sentence, and what it supposes of the quantities."""
        held = [self.said]
        bases: dict[Term, Theorem] = {}
        steps: dict[Term, Theorem] = {}
        while missing := [one for one in held if one not in steps]:
            for one in missing:
                bases[one], steps[one] = self._base(one), self._step(one, held)
            held += [h for h in self._of_the_sequence(steps.values()) if h not in held]
        self._find_what_varies(held, steps.values())
        general, supposed = self.proof.supposed_rule((), self._hypothesis())
        return self._eliminated(supposed, held, bases, steps), general

    def _moved(self, said: Term, n: Term, s: Term | None) -> Term:
        """A formula at another n, and another term of the sequence."""
        values = {self.n: n}
        if self.s is not None and s is not None:
            values[self.s] = s
        return normal(put(said, values))

    def _base(self, said: Term) -> Theorem:
        """What is held, at the start."""
        changing = {self.n, self.s}
        known = [th for th in self.known if not frees(th.conclusion) & changing]
        th = self.proof.by_arithmetic(self._moved(said, self.start, self.first), known)
        if told := [h for h in th.hypotheses if frees(h) & changing]:
            raise Refused(f"The first case stands on {shown(told[0])}, which is about another n.")
        return th

    def _step(self, said: Term, held: Sequence[Term]) -> Theorem:
        """What is held, at n + 1, from what is held at n."""
        begun = self.theory.assume(binary(AT_MOST, self.start, self.n))
        at_n = [self.theory.assume(one) for one in held]
        goal = self._moved(said, binary(ADD, self.n, ONE), self.following)
        search = self._search(at_n[0]) if said == self.said else None
        return self.proof.by_arithmetic(goal, [begun, *at_n, *self.known], search)

    def _search(self, at_n: Theorem) -> Search | None:
        """The search for a combination with the relation at n, if the reason gives its weight."""
        if "weight" not in self.why.options:
            return None
        weights = [(self._number(self.why.options["weight"]), at_n)]
        return self.proof.searched(
            {word: text for word, text in self.why.options.items() if word == "leaving"}, weights
        )

    # what varies

    def _of_the_sequence(self, steps: Iterable[Theorem]) -> list[Term]:
        """What the step supposes of the term at n alone, such as its range: it is held as well."""
        if self.s is None:
            return []
        mine = {self.s}
        named = {one.formula for one in self.proof.opened}
        found = dict.fromkeys(
            h
            for th in steps
            for h in sorted(th.hypotheses, key=shown)
            if frees(h) == mine and relation(h) and h not in named
        )
        return [*found]

    def _find_what_varies(self, held: Sequence[Term], steps: Iterable[Theorem]) -> None:
        """What becomes a sequence, and what is supposed of each of its terms."""
        fixed = frees(self.said) | (frees(self.first) if self.first else frozenset())
        fixed -= {self.n, self.s}
        supposed = dict.fromkeys(h for th in steps for h in sorted(th.hypotheses, key=shown))
        names = frozenset[Free]().union(*map(frees, supposed))
        names |= frees(self.following) if self.following else frozenset()
        if self.s is not None:
            names |= {self.s}
        for x in sorted(names - fixed - {self.n}, key=lambda x: x.name):
            if x.type == REAL:
                self.varying[x] = fresh(arrow(NAT, REAL), x.name)
        changing = {self.n, *self.varying}
        named = {one.formula: one for one in self.proof.opened}
        for h in supposed:
            if h in held or not frees(h) & changing:
                continue
            if h in named and named[h].kind == CLAIM:
                self.of_all.append(h)
            elif frees(h) & changing != {self.n} or h in named:
                self._require_of_each(named.get(h), changing)
                self.each.append(h)
        self.each += [h for h in self._ranges() if h not in (*held, *self.each)]

    def _ranges(self) -> list[Term]:
        """The ranges of what varies, by which the terms of a recursion are defined."""
        ends = (f"{x.name}_{end}" for x in self.varying for end in ("low", "high"))
        known = [self.proof.facts[name] for name in ends if name in self.proof.facts]
        said = dict.fromkeys(th.conclusion for th in (*known, *self.proof.besides))
        return [one for one in said if any(frees(one) == {x} for x in self.varying if x != self.s)]

    def _changing_in(self, said: Term) -> list[Free]:
        """What changes with n in a formula."""
        return [x for x in (self.n, *self.varying) if x in frees(said)]

    def _require_of_each(self, one: Opened | None, changing: set[Free]) -> None:
        """What a fact, or words, tell of n and of what stays the same, is said of one n."""
        if one is None or one.formula is None or one.kind == INDUCTION:
            return
        told = frees(one.formula)
        if told & changing <= {self.n, self.s} and told - {*changing}:
            other = min(x.name for x in told - {*changing})
            raise Refused(
                f"{one.says} speaks of {min(x.name for x in told & {*changing})} and of {other}, "
                f"which stays the same for every {self.n.name}."
            )

    # what the theorem supposes

    def _after_start(self, place: Term) -> Term:
        """The number that is so many above the start."""
        real = App(TO_REAL, place)
        return real if self.start == ZERO else binary(ADD, self.start, real)

    def _at(self, said: Term, place: Term) -> Term:
        """A formula, or a term, with the terms at a whole number in the place of what varies."""
        values: dict[Free, Term] = {self.n: self._after_start(place)}
        values |= {x: App(terms, place) for x, terms in self.varying.items()}
        return normal(put(said, values))

    def _hypothesis(self) -> Term:
        """That n is whole, and that there are such sequences."""
        self.j, i = fresh(NAT, "j"), fresh(NAT, "i")
        following = binary(NEXT_WHOLE, i, WHOLE_ONE)
        said = [equation(self.n, self._after_start(self.j), REAL)]
        if self.s is not None and self.first is not None and self.following is not None:
            terms = self.varying[self.s]
            said.append(equation(self.s, App(terms, self.j), REAL))
            said.append(equation(App(terms, WHOLE_ZERO), self.first, REAL))
            after = equation(App(terms, following), self._at(self.following, i), REAL)
            said.append(quantified("forall", i, after))
        said += [quantified("forall", i, self._at(h, i)) for h in self.each]
        for everywhere in self.of_all:
            for x in self._changing_in(everywhere):
                everywhere = quantified("forall", x, everywhere)
            said.append(everywhere)
        body = all_of(said)
        for x in (*reversed(self.varying.values()), self.j):
            body = quantified("exists", x, body)
        return normal(body)

    def _eliminated(
        self,
        supposed: Theorem,
        held: Sequence[Term],
        bases: Mapping[Term, Theorem],
        steps: Mapping[Term, Theorem],
    ) -> Theorem:
        """The sentence, from the sequences that there are."""
        order = [self.j, *self.varying.values()]
        chain, body = list[Theorem](), supposed
        for x in order:
            inner = opened(below(body.conclusion, "exists").body, x)
            chain.append(body)
            body = self.theory.assume(inner)
        th = self._inducted(parted(body), held, bases, steps)
        for x, exists in zip(reversed(order), reversed(chain), strict=True):
            th = ex_elim(x, exists, th)
        return th

    def _inducted(
        self,
        facts: Sequence[Theorem],
        held: Sequence[Term],
        bases: Mapping[Term, Theorem],
        steps: Mapping[Term, Theorem],
    ) -> Theorem:
        """The sentence at n, which is a whole number from the start on."""
        theory, proof, i = self.theory, self.proof, fresh(NAT, "i")
        equations, rest = [facts[0]], [*facts[1:]]
        law: list[Theorem] = []
        begins: list[Theorem] = []
        if self.s is not None:
            equations.append(rest.pop(0))
            begins, law = [rest.pop(0)], [theory.instance(rest.pop(0), [i])]
        each = {self._at(h, i): theory.instance(rest.pop(0), [i]) for h in self.each}
        of_all = [
            theory.instance(rest.pop(0), [self._at(x, i) for x in reversed(self._changing_in(h))])
            for h in self.of_all
        ]
        everything = lam(i, all_of([self._at(one, i) for one in held]))
        base = joined(
            [proof.by_arithmetic(self._at(one, WHOLE_ZERO), [bases[one], *begins]) for one in held]
        )
        hypothesis = theory.assume(all_of([self._at(one, i) for one in held]))
        here = {th.conclusion: th for th in (*parted(hypothesis, len(held)), *of_all)}
        here |= {proof.plain(th).conclusion: proof.plain(th) for th in each.values()}
        whole = theory.instance(theory.use("real_nonneg"), [i])
        after = [
            proof.by_arithmetic(
                self._at(one, binary(NEXT_WHOLE, i, WHOLE_ONE)),
                [self._at_whole(steps[one], i, here, whole), *law, whole, *each.values()],
            )
            for one in held
        ]
        step = theory.all_intro(i, theory.imp_intro(hypothesis.conclusion, joined(after)))
        th = theory.instance(
            theory.use("induction"), [everything], theory.convert(base), theory.convert(step)
        )
        at_j = parted(theory.instance(th, [self.j]), len(held))[0]
        return proof.by_arithmetic(normal(self.said), [at_j, *equations])

    def _at_whole(
        self, th: Theorem, i: Free, here: Mapping[Term, Theorem], whole: Theorem
    ) -> Theorem:
        """A step at a whole number, with what it supposes there."""
        theory = self.theory
        changing = [self.n, *self.varying]
        supposed = sorted((h for h in th.hypotheses if frees(h) & {*changing}), key=shown)
        for h in supposed:
            th = theory.imp_intro(h, th)
        for x in reversed(changing):
            th = theory.all_intro(x, th)
        th = theory.instance(th, [self._at(x, i) for x in changing])
        for h in reversed(supposed):
            wanted = self._at(h, i)
            shown_here = here.get(wanted)
            if shown_here is None:
                shown_here = self.proof.by_arithmetic(wanted, [whole])
            th = theory.instance(th, (), shown_here)
        return th
