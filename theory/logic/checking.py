"""Proofs as text: fix, assume, let, obtain, have, claim, cases, take, unfold, split, show.

Each line becomes rules of the kernel, which alone makes theorems. A line that begins with `claim`
is followed by the lines of its proof, which end with `show`; so are the two cases of `cases`. A
line that begins with a number is a sentence, which says in words what it does:

1. The pulls have a mean. :: Int(P, N) -- given                     assume
2. The chance of $n$ pulls :: p := Pr[w ~ P](n <= N(w))             let
3. is small. :: n*p <= E(P, N) -- markov(P, N, n), 1                have
4. More pulls are rarer. :: Pr[w ~ P](n < N(w)) <= p                claim, with deeper lines below
5. And so is the other arm's. :: Pr[w ~ P](n <= M(w)) <= p -- open  not shown yet
"""

from __future__ import annotations
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from .formulas import FALSE, OR, below, binary, equation, imp, quantified, sides
from .inductions import Induction, InductionText
from .kernel import Theorem
from .laws import (
    and_intro,
    ex_elim,
    ex_intro,
    excluded_middle,
    imp_elim,
    joined,
    or_elim,
    or_intro,
    refl,
)
from .other_values import AtOtherValues, without_values
from .outlines import Opened, discharged, in_general
from .passages import Misread, Passage
from .printing import shown, told_apart
from .proof_text import WORDS
from .quantities import Quantities, Said, conditions_of
from .reasons import UNKNOWN_FACT
from .sentences import ALL_OF, IDENTITY, INDUCTION, LABELLED, OPEN
from .shapes import parts, under
from .terms import Free, Refused, Term, normal, opened
from .variables import fresh

NAMES = re.compile(r"[\w' ]*", re.ASCII)
NOTHING_CALLED = re.compile(r"Nothing is called ([\w']+)\.")


@dataclass
class Checker(AtOtherValues):
    """The proof of one statement, line by line."""

    lines: Sequence[Passage] = ()
    at: int = 0
    stop_before: int = 0
    """A line of the file before which `seen` is noted."""
    seen: str = field(default="", init=False)

    def prove(self, statement: Term, where: Quantities | None = None) -> Theorem:
        """The theorem that the lines prove; raises Misread at a line that does not hold.

        With quantities, the statement is about these, which the lines may name at once.
        """
        th = self._of_quantities(statement, where) if where else self._lines(statement)
        if self.at < len(self.lines):
            raise self.lines[self.at].error("The proof has ended before this line.")
        return th

    def _lines(self, goal: Term) -> Theorem:
        """What proves a goal from the next lines."""
        if self.at >= len(self.lines):
            last = self.lines[-1] if self.lines else Passage.of("")
            raise last.error(f"The proof ends before this is shown: {shown(goal)}")
        line = self.lines[self.at]
        if self.stop_before and line.row >= self.stop_before and not self.seen:
            self.seen = self.known_here(goal)
        self.at += 1
        label = LABELLED.match(line.text)
        word: Callable[[Term, Passage], Theorem] | None = getattr(self, f"do_{line.word}", None)
        try:  # each line is a call within that of the line before: no more frames than needed
            if label:
                return self._sentence(goal, line, label[1])
            if line.word not in WORDS or word is None:
                words = ", ".join(WORDS)
                raise line.error(
                    f"A line begins with a number or one of {words}, not {line.word!r}."
                )
            return word(goal, line.after(line.word))
        except Misread as error:
            raise _with_hint(error, goal) from None
        except Refused as error:
            raise _with_hint(line.error(str(error)), goal) from None
        except RecursionError:
            raise line.error("The formulas are nested too deeply.") from None

    def _of_quantities(self, statement: Term, where: Quantities) -> Theorem:
        """A theorem about all quantities, under what is supposed of them."""
        goal = statement
        for x in where.variables:
            goal = opened(below(goal, "forall").body, self.new(x.name, x.type))
        self.quantities = where.variables
        for name, said in where.supposed:
            goal = sides(goal, "imp")[1]
            self.add(name, self.hold_everywhere(said))
        th = self._lines(goal)
        th = discharged(th, (one for one in self.opened if not one.in_general))
        for _, said in reversed(where.supposed):
            th = self.theory.imp_intro(said, th)
        for x in reversed(where.variables):
            th = self.theory.all_intro(x, th)
        return th

    def known_here(self, goal: Term) -> str:
        """What is known and wanted, as text."""
        opened = {one.formula for one in self.opened if one.formula is not None}
        facts = [
            f"  {name}: {shown(th.conclusion)}{' (open)' * bool(th.hypotheses & opened)}"
            for name, th in self.facts.items()
        ]
        return "\n".join(["known:", *facts, "wanted:", f"  {shown(goal)}"])

    # sentences

    def _sentence(self, goal: Term, line: Passage, number: str) -> Theorem:
        said = Said.of(line.after(f"{number}."))
        name, value = said.formula.divided(":=") if said.formula else (line, None)
        if value is not None:
            if why := said.reason or said.where:
                raise why.error("A definition needs no reason.")
            return self._defined(goal, name.text, value, [name.text, number])
        formula = said.term(self.library, self.known, self.apart)
        if said.is_given and not (said.is_supposed and self.quantities is not None):
            if self.quantities is not None and line.column == self.lines[0].column:
                self.hold_everywhere(sides(goal, "imp")[0])
            return self._given(goal, number, formula, said.formula)
        th = self._theorem_of(number, said, formula, line)
        if th is None:  # it is said in words
            return self._lines(goal)
        self.add(number, th)
        return self._ended(goal, line, th) or self._lines(goal)

    def _theorem_of(
        self, number: str, said: Said, formula: Term | None, line: Passage
    ) -> Theorem | None:
        """What a sentence says, under its conditions; None if that is no formula."""
        if said.reason is not None and said.reason.text == OPEN:
            return self._not_shown(number, said.words, formula and normal(formula), line)
        if said.reason is None and said.where is None and formula is None:
            raise line.error("The sentence has neither a formula behind :: nor a reason behind --.")
        why, at = (None, {}) if said.reason is None else without_values(said.reason)

        def shown_here(one: Term | None) -> Theorem | None:
            if not at or why is None:
                return self._reasoned(number, said, one, why, line)
            with self.with_values(at, why, number, line):
                return self._reasoned(number, said, one, why, line)

        if said.where is not None:
            return self._shown_where(said, line, shown_here)
        return shown_here(formula)

    def _reasoned(
        self, number: str, said: Said, formula: Term | None, why: Passage | None, line: Passage
    ) -> Theorem | None:
        """What a sentence says by a reason, which may name something outside of the proof."""
        if why is not None and why.word == INDUCTION and said.is_supposed:
            return self._inducted(number, said, formula, why, line)
        if said.is_supposed:
            return self.suppose(number, replace(said, reason=why), formula, line)
        return self._shown_by(formula, why, line)

    def _inducted(
        self, number: str, said: Said, formula: Term | None, why: Passage, line: Passage
    ) -> Theorem:
        """A relation for each whole number, where the theorem supposes that there are sequences."""
        if self.quantities is None or formula is None:
            raise why.error(
                "A sentence by induction states a relation, in a theorem whose quantities are "
                "below `where`; `induction(S), zero, step` shows what is about whole numbers."
            )
        text = InductionText.of(why)
        facts = [self._item(item) for item in text.facts if item.text not in self.in_words]
        known = [self.discharged(th, self.besides, None) for th in facts]
        one = Induction(self, text, normal(formula), [*known, *self.besides])
        th, general = one.proved()
        self.leave_open(number, said, line, general, INDUCTION, one.name, one.s)
        return th

    def _shown_by(self, formula: Term | None, why: Passage | None, line: Passage) -> Theorem:
        """A theorem by a reason, or by the deeper lines below a sentence."""
        formula = None if formula is None else normal(formula)
        if why is None and formula is not None and self._is_above_a_block(line):
            with self.block():
                return self._lines(formula)
        if why is not None and (begin := ALL_OF.match(why.text)) is not None:
            return self._all_of(formula, why.part(begin.end()))
        if why is not None:
            why = self._without_identity(formula, why)
        if why is not None and why.word in ("by", "from"):
            why = why.after(why.word)
        return self.by_reason(formula, why)

    def _all_of(self, formula: Term | None, numbers: Passage) -> Theorem:
        """What some sentences say together; those in words say no formula."""
        named = [item for item in numbers.split(",") if item.text not in self.in_words]
        if not named:
            raise numbers.error("`all of` joins sentences that say something behind ::.")
        together = joined([self._item(item) for item in named])
        if formula is None or formula == together.conclusion:
            return together
        return self.by_reason(formula, numbers)

    def _without_identity(self, formula: Term | None, why: Passage) -> Passage | None:
        """A reason without the word that says of an equation that it needs no other one."""
        first, rest = why.divided(";")
        if first.text != IDENTITY or IDENTITY in self.facts:
            return why
        if formula is None or parts(formula, "=") is None:
            raise why.error("An identity is an equation; give two terms with = behind ::.")
        return rest

    def _shown_where(
        self, said: Said, line: Passage, shown_by: Callable[[Term], Theorem | None]
    ) -> Theorem:
        """A theorem that holds under conditions, which its reason need not name."""
        if said.formula is None or said.where is None:
            raise line.error("What holds under a condition has a formula behind ::.")
        where = conditions_of(said.where, self.library, self.known, self.apart)
        with self.block():
            before, self.besides = self.besides, [*self.besides]
            for condition in where:
                self.besides.append(self.add("", self.theory.assume(condition)))
            self._take_what_holds_there()
            try:
                th = shown_by(self.term(said.formula))
            finally:
                self.besides = before
        assert th is not None  # there is a formula
        for condition in reversed(where):
            th = self.theory.imp_intro(condition, th)
        return th

    def _take_what_holds_there(self) -> None:
        """Take what is known under conditions, where these are known."""
        there = {th.conclusion: th for th in self.besides}
        for th in [*self.all]:
            under_fewer = th
            while (pair := parts(under_fewer.conclusion, "imp")) and pair[0] in there:
                under_fewer = imp_elim(under_fewer, there[pair[0]])
            if under_fewer is not th:
                self.add("", under_fewer)

    def _is_above_a_block(self, line: Passage) -> bool:
        return self.at < len(self.lines) and self.lines[self.at].column > line.column

    def _ended(self, goal: Term, line: Passage, th: Theorem) -> Theorem | None:
        """What is to be shown, if the last sentence of a block says that."""
        last = self.at == len(self.lines) or self.lines[self.at].column < line.column
        if not last:
            return None
        if normal(th.conclusion) != normal(goal):
            wanted, other = told_apart(goal, th.conclusion)
            raise Refused(f"What is to be shown is {wanted}; the last sentence says {other}")
        return self.theory.convert(th, goal)

    def _given(
        self, goal: Term, number: str, said: Term | None, formula: Passage | None
    ) -> Theorem:
        """A hypothesis of what is to be shown."""
        pair = parts(goal, "imp")
        if pair is None:
            raise _without_hypothesis(goal)
        if said is not None and formula is not None and normal(said) != normal(pair[0]):
            raise formula.error(f"What is given is {told_apart(pair[0], said)[0]}.")
        self.add(number, self.theory.assume(pair[0]))
        return self.theory.imp_intro(pair[0], self._lines(pair[1]))

    def _not_shown(self, number: str, words: str, said: Term | None, line: Passage) -> Theorem:
        """The theorem of what is open, for all that the place is about."""
        if said is None:
            raise Refused("What is open is a formula; write it behind ::.")
        known = {one.formula for one in self.opened if one.in_general}
        supposed = dict.fromkeys(
            h for th in self.all for h in sorted(th.hypotheses, key=shown) if h not in known
        )
        variables = [x for x in self.known.values() if isinstance(x, Free)]
        general, th = in_general(self.theory, said, supposed, variables)
        self.opened.append(Opened(number, words, line.place(), general))
        return th

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
            raise items[0].error(str(_without_hypothesis(goal)))
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
            letters = self.library.reader(variables, {}, self.apart)
            xs = [Free(name, letters.letter(name)) for name in names]
            known = {**self.known, **{x.name: x for x in xs}}
            claim = self.library.formula(said, known, self.apart)
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
        return self._defined(goal, name.text, said, [name.text])

    def _defined(self, goal: Term, name: str, said: Passage, facts: list[str]) -> Theorem:
        """A new variable that is equal to a term, and the names of that equation."""
        value = self.term(said)
        t = self.theory.type_of(value)
        x = self.new(name, t)
        exists = quantified("exists", x, equation(x, value, t))
        given = self.theory.assume(equation(x, value, t))
        for fact in facts:
            self.add(fact, given)
        th = ex_intro(exists, value, refl(self.theory, value))
        return ex_elim(x, th, self._lines(goal))

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
        shown_cases = list[Theorem]()
        for (name, part), formula in zip(named, formulas, strict=True):
            with self.block():
                self.add(name.text if part else "", self.theory.assume(formula))
                if self.at >= len(self.lines) and shown_cases:
                    raise self.lines[-1].error(
                        f"The proof ends before this is shown: {shown(goal)}. The second case has "
                        "no lines: the first one took all of them; a line `show` ends it."
                    )
                shown_cases.append(self._lines_of_case(goal, named, not shown_cases))
        return or_elim(th, *shown_cases)

    def _lines_of_case(
        self, goal: Term, named: Sequence[tuple[Passage, Passage | None]], first: bool
    ) -> Theorem:
        """What proves a goal in one of two cases; the fact of the other one is not known there."""
        try:
            return self._lines(goal)
        except Misread as error:
            (here, _), (other, formula) = named if first else reversed(named)
            if formula and error.message.startswith(f"{UNKNOWN_FACT} {other.text}."):
                why = f"it is the other case, and this is the case {here.text}"
                ends = "; `show` ends the first case, and the second begins below it" * first
                raise error.saying(f"{UNKNOWN_FACT} {other.text}: {why}{ends}.") from None
            raise

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


def _with_hint(error: Misread, goal: Term) -> Misread:
    """The error about a name that a `forall` of what is to be shown binds, with the missing line.

    Lines are calls within those before: only the innermost one, where the error begins, adds it.
    """
    body, found = under(goal, "forall"), NOTHING_CALLED.fullmatch(error.message)
    if body is None or found is None or error.seen:
        error.seen = True
        return error
    names = list[str]()
    while body is not None:
        names.append(body.hint)
        body = under(body.body, "forall")
    error.seen = True
    if found[1] not in names:
        return error
    fixed = " ".join(names[: names.index(found[1]) + 1])
    what = f"What is to be shown begins with `forall {fixed}`; a line `fix {fixed}` names it first."
    result = error.saying(f"{error.message} {what}")
    result.seen = True
    return result


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


def _without_hypothesis(goal: Term) -> Refused:
    hint = "; `fix` its variables first" if under(goal, "forall") else ""
    return Refused(f"What is to be shown has no hypothesis: {shown(goal)}{hint}")
