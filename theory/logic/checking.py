"""Proofs as text: fix, assume, let, obtain, have, claim, cases, take, unfold, split, show.

Each line becomes rules of the kernel, which alone makes theorems. A line that begins with `claim`
is followed by the lines of its proof, which end with `show`; so are the two cases of `cases`.
"""

from __future__ import annotations
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from .formulas import FALSE, OR, binary, equation, imp, quantified
from .kernel import Theorem
from .laws import and_intro, ex_elim, ex_intro, excluded_middle, or_elim, or_intro, refl
from .passages import Misread, Passage
from .printing import shown, told_apart
from .proof_text import WORDS
from .reasons import Reasons
from .shapes import parts, under
from .terms import Free, Refused, Term, normal, opened
from .variables import fresh

NAMES = re.compile(r"[\w' ]*", re.ASCII)


@dataclass
class Checker(Reasons):
    """The proof of one statement, line by line."""

    lines: Sequence[Passage] = ()
    at: int = 0
    stop_before: int = 0
    """A line of the file before which `seen` is noted."""
    seen: str = field(default="", init=False)

    def prove(self, statement: Term) -> Theorem:
        """The theorem that the lines prove; raises Misread at a line that does not hold."""
        th = self._lines(statement)
        if self.at < len(self.lines):
            raise self.lines[self.at].error("The proof has ended before this line.")
        return th

    def _lines(self, goal: Term) -> Theorem:
        """What proves a goal from the next lines."""
        if self.at >= len(self.lines):
            last = self.lines[-1] if self.lines else Passage.of("")
            raise last.error(f"The proof ends before this is shown: {shown(goal)}")
        line = self.lines[self.at]
        if self.stop_before and line.lines[0][1] >= self.stop_before and not self.seen:
            self.seen = self.known_here(goal)
        self.at += 1
        word: Callable[[Term, Passage], Theorem] | None = getattr(self, f"do_{line.word}", None)
        if line.word not in WORDS or word is None:
            raise line.error(f"A line begins with one of {', '.join(WORDS)}, not {line.word!r}.")
        try:
            return word(goal, line.after(line.word))
        except Misread:
            raise
        except Refused as error:
            raise line.error(str(error)) from None
        except RecursionError:
            raise line.error("The formulas are nested too deeply.") from None

    def known_here(self, goal: Term) -> str:
        """What is known and wanted, as text."""
        facts = [f"  {name}: {shown(th.conclusion)}" for name, th in self.facts.items()]
        return "\n".join(["known:", *facts, "wanted:", f"  {shown(goal)}"])

    # variables and hypotheses

    def do_fix(self, goal: Term, rest: Passage) -> Theorem:
        return self._fixed(goal, rest.text.split())

    def _fixed(self, goal: Term, names: list[str]) -> Theorem:
        if not names:
            return self._lines(goal)
        body = under(goal, "forall")
        if body is None:
            hint = "; `assume` its premise first" if parts(goal, "imp") else ""
            raise Refused(f"What is to be shown begins with no forall: {shown(goal)}{hint}")
        x = self.new(names[0], body.type)
        return self.theory.all_intro(x, self._fixed(opened(body.body, x), names[1:]))

    def do_assume(self, goal: Term, rest: Passage) -> Theorem:
        return self._assumed(goal, rest.split(","))

    def _assumed(self, goal: Term, items: list[Passage]) -> Theorem:
        """assume h, k: A"""
        if not items:
            return self._lines(goal)
        pair = parts(goal, "imp")
        if pair is None:
            raise items[0].error(f"What is to be shown has no hypothesis: {shown(goal)}")
        name, said = items[0].divided(":")
        if said is not None and normal(self.term(said)) != normal(pair[0]):
            raise said.error(f"The hypothesis is {told_apart(pair[0], self.term(said))[0]}.")
        self.add(name.text, self.theory.assume(pair[0]))
        return self.theory.imp_intro(pair[0], self._assumed(pair[1], items[1:]))

    # facts

    def do_have(self, goal: Term, rest: Passage) -> Theorem:
        names, said, why = _stated(rest)
        th = self.by_reason(None if said is None else self.term(said), why)
        self.add_parts(names, th)
        return self._lines(goal)

    def do_obtain(self, goal: Term, rest: Passage) -> Theorem:
        """obtain x y with h: A by ..."""
        variables, more = rest.divided("with")
        facts, said, why = _stated(more) if more else ([], None, None)
        if more is None:
            variables, _, why = _stated_names(rest)
        names = variables.text.split()
        claim = None
        if said is not None:
            xs = [Free(name, self.library.reader(variables, {}).letter(name)) for name in names]
            claim = self.library.formula(said, {**self.known, **{x.name: x for x in xs}})
            for x in reversed(xs):
                claim = quantified("exists", x, claim)
        return self._obtained(goal, self.by_reason(claim, why), names, facts)

    def _obtained(self, goal: Term, th: Theorem, names: list[str], facts: list[str]) -> Theorem:
        if not names:
            self.add_parts(facts, th)
            return self._lines(goal)
        body = under(th.conclusion, "exists")
        if body is None:
            raise Refused(f"That says of nothing that it exists: {shown(th.conclusion)}")
        x = self.new(names[0], body.type)
        given = self.theory.assume(opened(body.body, x))
        return ex_elim(x, th, self._obtained(goal, given, names[1:], facts))

    def do_write(self, goal: Term, rest: Passage) -> Theorem:
        """write s := t is an abbreviation, which the kernel never sees."""
        name, said = rest.divided(":=")
        if said is None:
            raise rest.error("write NAME := TERM is expected.")
        self.need_new(name.text)
        self.known[name.text] = self.term(said)
        return self._lines(goal)

    def do_let(self, goal: Term, rest: Passage) -> Theorem:
        """let s := t gives a new s with s = t, which is the fact s."""
        name, said = rest.divided(":=")
        if said is None:
            raise rest.error("let NAME := TERM is expected.")
        value = self.term(said)
        t = self.theory.type_of(value)
        x = Free(name.text, t)
        exists = quantified("exists", x, equation(x, value, t))
        th = ex_intro(exists, value, refl(self.theory, value))
        return self._obtained(goal, th, [name.text], [name.text])

    def do_claim(self, goal: Term, rest: Passage) -> Theorem:
        """claim h: A, and its proof in the next lines."""
        name, said = rest.divided(":")
        if said is None:
            raise rest.error("claim NAME: FORMULA is expected.")
        formula = normal(self.term(said))
        with self.block():
            th = self._lines(formula)
        self.add(name.text, th)
        return self._lines(goal)

    # what is to be shown

    def do_take(self, goal: Term, rest: Passage) -> Theorem:
        body = under(goal, "exists")
        if body is None:
            raise Refused(f"What is to be shown begins with no exists: {shown(goal)}")
        # each type has a value: `take` alone takes one of which nothing is known
        value = self.value(rest, body.type) if rest.text else fresh(body.type, body.hint)
        wanted = opened(body.body, value)
        inner = self.theory.convert(self._lines(normal(wanted)), wanted)
        return ex_intro(goal, value, inner)

    def do_unfold(self, goal: Term, rest: Passage) -> Theorem:
        names = rest.text.split()
        inner = normal(goal, self.library.definitions(names))
        return self.theory.convert(self._lines(inner), goal, names)

    def do_split(self, goal: Term, rest: Passage) -> Theorem:
        pair = parts(goal, "and")
        if pair is None:
            raise Refused(f"What is to be shown is no conjunction: {shown(goal)}")
        with self.block():
            first = self._lines(pair[0])
        return and_intro(first, self._lines(pair[1]))

    def do_cases(self, goal: Term, rest: Passage) -> Theorem:
        """cases a: A | b: B by ..., and the lines of each."""
        said, why = rest.divided("by")
        both = said.split("|")
        if len(both) != 2:
            raise rest.error("cases NAME: FORMULA | NAME: FORMULA is expected.")
        named = [part.divided(":") for part in both]
        formulas = [self.term(part or name) for name, part in named]
        either = binary(OR, *formulas)
        th = self.by_reason(either, why) if why else self._either(*formulas)
        if th.conclusion != either:
            th = self.theory.convert(th, either)
        shown_cases = []
        for (name, part), formula in zip(named, formulas, strict=True):
            with self.block():
                self.add(name.text if part else "", self.theory.assume(formula))
                shown_cases.append(self._lines(goal))
        return or_elim(th, *shown_cases)

    def _either(self, a: Term, b: Term) -> Theorem:
        """A or B, where B is not A, or follows from that by arithmetic."""
        opposite = imp(a, FALSE)
        then = self.theory.assume(opposite)
        if normal(b) != normal(opposite):
            then = self.by_arithmetic(normal(b), [self.plain(then)])
        then = self.theory.convert(then, b)
        first = or_intro(self.theory.assume(a), b, second=False)
        second = or_intro(then, a, second=True)
        return or_elim(excluded_middle(self.theory, a), first, second)

    def do_show(self, goal: Term, rest: Passage) -> Theorem:
        said, why = rest.divided("by") if rest.text else (rest, None)
        if said.text and said.text != "by" and normal(self.term(said)) != normal(goal):
            raise said.error(f"What is to be shown is {told_apart(goal, self.term(said))[0]}")
        return self.theory.convert(self.by_reason(goal, why), goal)


def _stated(rest: Passage) -> tuple[list[str], Passage | None, Passage | None]:
    """The names, the formula and the reason of `h k: A by ...`."""
    said, why = rest.divided("by")
    if NAMES.fullmatch(said.text):
        return said.text.split(), None, why
    names, formula = said.divided(":")
    if formula is None or not NAMES.fullmatch(names.text):
        return [], said, why
    return names.text.split(), formula, why


def _stated_names(rest: Passage) -> tuple[Passage, None, Passage | None]:
    names, why = rest.divided("by")
    return names, None, why
