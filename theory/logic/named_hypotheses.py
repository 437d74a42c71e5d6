"""Named hypotheses: textbook facts and claims that a sentence rests on, at its terms.

1. The noise is independent of the rewards. -- given                  in words
2. The chance is at most $m/n$: :: p*n <= m -- textbook markov (1, {n > 0}); with a=n
3. Each loss is at most 1. :: x <= 1 -- claim my.lem2 (4); with y=x
4. So is their sum, by symmetry. :: s <= 1 -- words "As for the first arm."
5. All sums of three are. :: t <= 2 -- computed sums.of_three

A fact says something of numbers that are what its words say, and not of all numbers: so it is
supposed of the quantities of the theorem, as `where` supposes their ranges, and it is no theorem
for itself. What is supposed is an instance of what the fact says in symbols. The brackets hold what
shows each of its hypotheses: the number of a fact, or a relation, which is shown here.
"""

from __future__ import annotations
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol
from .arithmetic import relation as sides_of
from .cited_texts import COMMA, Cited, relation_in, values_in
from .formulas import binary, equation, imp, quantified
from .kernel import Theorem
from .laws import imp_elim
from .outlines import Opened, in_general
from .passages import Misread, Passage
from .printing import shown
from .quantities import Said, conditions_of, need_other_letters
from .reasons import Reasons
from .sentences import COMPUTED, GIVEN, PROGRAMS, TEXTBOOK, WORDS
from .shapes import constant, parts
from .simple_types import REAL, arrow
from .sizes import AT_MOST, LESS
from .spelling import formally, variable
from .terms import Const, Free, Refused, Term, lam, normal, opened
from .variables import frees

SEMICOLON = re.compile(";")
SAID_TWICE = "There is a sentence {} already; give this one another number."
OPTIONS = ("with", "over", "which", "from")
NAME = re.compile(r"[^\W\d]\w*")
FUNCTION = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)+")
"""A module and a function of it."""
ZERO, ONE = constant("0", REAL), constant("1", REAL)
TIMES = Const("mul", arrow(REAL, REAL, REAL))


@dataclass(frozen=True)
class Form:
    """What a fact, or a step of a claim, says of its symbols, in the notation of the prover."""

    name: str
    conclusions: tuple[str, ...]
    """Relations; without any, it says something in words alone."""
    hypotheses: tuple[str, ...] = ()
    """What it asks for, in words, each of which a sentence names what shows it."""
    patterns: Mapping[str, str] = field(default_factory=dict)
    """The relations among these."""
    symbols: frozenset[str] = frozenset()
    """The symbols for which terms may be put."""
    varying: frozenset[str] = frozenset()
    """Those that are another number for each outcome, term or member."""
    margins: tuple[str, ...] = ()
    """Those that are every number above 0."""
    supposed: tuple[str, ...] = ()
    """Relations that are shown at the terms, without being named."""


class Forms(Protocol):
    """Where facts and claims are looked up; each raises Misread of one that is not known."""

    def fact(self, name: Passage) -> Form:
        """A textbook fact."""

    def claim(self, name: Passage, step: Passage | None) -> Form:
        """A claim, or what a step of its proof says."""


@dataclass(frozen=True)
class _Reason:
    """The parts of a reason such as `textbook markov (1, {n > 0}); with a=n; over N; from 3`."""

    word: str
    cited: Cited
    options: Mapping[str, Passage]

    @classmethod
    def of(cls, why: Passage) -> _Reason:
        first, *rest = why.split_at(SEMICOLON)
        options: dict[str, Passage] = {}
        for part in rest:
            if part.word not in OPTIONS:
                words = ", ".join((*OPTIONS, "for"))
                raise part.error(f"{part.text!r} is no part of such a reason; {words} begin one.")
            if part.word in options:
                raise part.error(f"{part.word} stands here twice; give it once.")
            options[part.word] = part.after(part.word)
        what = first.after(first.word)
        whole = first.word in (GIVEN, WORDS, *PROGRAMS)
        return cls(first.word, Cited(what, (), False) if whole else Cited.of(what), options)

    @property
    def name(self) -> Passage:
        """What is cited, or why it is so in words."""
        return self.cited.name

    def items(self, option: str) -> list[Passage]:
        """What stands behind an option, between commas."""
        return self.options[option].split_at(COMMA) if option in self.options else []


@dataclass
class Supposing(Reasons):
    """Makes a theorem of a sentence that rests on something outside of its proof."""

    forms: Forms | None = None
    quantities: tuple[Free, ...] | None = field(default=None, init=False)
    """Those of the theorem, of which named hypotheses are supposed; None if it is a formula."""
    everywhere: set[Term] = field(default_factory=set, init=False)
    """The hypotheses about these that hold everywhere in the proof."""
    in_words: set[str] = field(default_factory=set, init=False)
    """The numbers of sentences that say no formula, on which others may rest."""
    opened: list[Opened] = field(default_factory=list, init=False)
    """The sentences that are not shown, which are hypotheses of the theorem."""

    @contextmanager
    def block(self) -> Iterator[None]:
        """What is named or said inside ends with the block."""
        before = self.in_words.copy()
        try:
            with super().block():
                yield
        finally:
            self.in_words = before

    def add(self, name: str, th: Theorem) -> Theorem:
        """Take a fact, under a name that no sentence in words has."""
        if name in self.in_words:
            raise Refused(SAID_TWICE.format(name))
        return super().add(name, th)

    def suppose(
        self, number: str, said: Said, formula: Term | None, line: Passage
    ) -> Theorem | None:
        """The theorem of a sentence by a named hypothesis; None if it says no formula."""
        why = said.reason
        assert why is not None
        if self.quantities is None:
            raise why.error(
                "What is supposed of numbers stands in a theorem whose quantities are below "
                "`where`; in another one `open` leaves a sentence to be shown."
            )
        reason = _Reason.of(why)
        if reason.word == GIVEN:
            self.leave_open(number, said, line, None, reason.word)
            return None
        form = self._form(reason)
        values, runs = self._values(reason), self._running(reason)
        moving = self._moving(runs)
        named, among = [*self._named_facts(reason), *self.besides], self._among(reason, runs)
        items = self._items(reason, form, [*named, *among])
        if formula is None:
            self.leave_open(number, said, line, None, reason.word, _named(form, values))
            return None
        if not form.conclusions and (reason.word == TEXTBOOK or reason.cited.has_brackets):
            raise reason.name.error(
                f"{form.name} says no relation; leave out what stands behind ::."
            )
        need_other_letters(formula, {x.name: x for x in self.quantities}, line)
        self._require_fitting(form, values, runs, moving)
        wanted = normal(formula)
        premises = [
            self._premise(form, pattern, values, [*facts, *named, *among])
            for pattern, facts in items
        ]
        for symbol in form.margins:
            self._require_every(self._term_of(symbol, values), runs, premises, named)
        premises = [self._for_all_that_runs(th, moving) for th in premises]
        premises += [self._premise(form, text, values, named) for text in form.supposed]
        conclusion = self._that_says(wanted, form, values)
        if bound := frees(conclusion) & moving:
            raise Refused(f"{_running_among(bound, runs)}, and is in the conclusion.")
        general, th = self.supposed_rule(premises, conclusion)
        self.leave_open(number, said, line, general, reason.word, _named(form, values))
        for premise in premises:
            th = self.plain(imp_elim(th, premise))
        return th if conclusion == wanted else self.by_arithmetic(wanted, [th])

    def _form(self, reason: _Reason) -> Form:
        """What a reason names."""
        if reason.word != TEXTBOOK:
            without = reason.word in (WORDS, *PROGRAMS)
            words = ("over", "which", *(["with"] if without else []))
            for word in words:
                if word in reason.options:
                    what = reason.options[word]
                    raise what.error(f"{word} does not fit behind {reason.word}; leave it out.")
        if reason.word == WORDS:
            if not reason.name.unquoted():
                raise reason.name.error("Nothing stands between the quotes; say why it is so.")
            return Form("", ())
        if reason.word in PROGRAMS:
            return Form(_programs(reason), ())
        if self.forms is None:
            raise reason.name.error("No textbook facts and no claims are known here.")
        if reason.word == TEXTBOOK:
            return self.forms.fact(reason.name)
        step = None
        if reason.cited.has_brackets:
            if len(reason.cited.inside) != 1:
                raise reason.name.error("One step of a claim is cited, as in `claim my.lem2 (4)`.")
            step = reason.cited.inside[0]
        return self.forms.claim(reason.name, step)

    def _items(
        self, reason: _Reason, form: Form, named: Sequence[Theorem]
    ) -> list[tuple[str, list[Theorem]]]:
        """The relations that a fact asks for, each with what is named for it."""
        if reason.word != TEXTBOOK:
            return []
        ways = reason.cited.shown(form.hypotheses)
        asked = list[tuple[str, list[Theorem]]]()
        for title in form.hypotheses:
            how, pattern = ways.get(title), form.patterns.get(title)
            if how is None:
                raise reason.name.error(f"What shows that {title}? Name it in the brackets.")
            if pattern is None and how.text.startswith("{"):
                raise how.error(f"{title} is no relation; name the sentence that says it.")
            facts = self._shown_for(how, named)
            if pattern is not None:
                if not facts:
                    raise how.error(f"{title} is a relation, and {how.text} says none.")
                asked.append((pattern, facts))
        return asked

    def _shown_for(self, how: Passage, named: Sequence[Theorem]) -> list[Theorem]:
        """The fact that is named, or that a relation in { } says; none of a sentence in words."""
        if (relation := relation_in(how)) is not None:
            said = normal(self.term(relation))
            try:
                return [self.by_arithmetic(said, [*named])]
            except Refused as error:
                why = str(error).rstrip(".")
                raise how.error(
                    f"{how.text} is not shown: {why}. The number of a fact that says it may stand "
                    "here instead, or behind `from`."
                ) from None
        if how.text in self.in_words:
            return []
        fact = self._item(how)
        try:
            return [self.discharged(fact, [*named], None)]
        except Refused:  # it holds under a condition, as what it is to show may do
            return [fact]

    def _named_facts(self, reason: _Reason) -> list[Theorem]:
        """The facts behind `from`, without sentences in words."""
        items = reason.items("from")
        return [self._item(item) for item in items if item.text not in self.in_words]

    def _values(self, reason: _Reason) -> dict[str, Term]:
        """The terms that are put for symbols."""
        if "with" not in reason.options:
            return {}
        found = values_in(reason.options["with"])
        return {symbol: self.number(term) for symbol, term in found.items()}

    def _at(self, form: Form, text: str, values: Mapping[str, Term]) -> Term:
        """A relation at the terms for its symbols; a symbol without one is a quantity here."""
        symbols = NAME.findall(text)
        words = self.theory.constants
        names = {symbol: variable(symbol, words) for symbol in symbols}
        known = {**self.known, **{names[s]: values[s] for s in symbols if s in values}}
        try:
            return self.library.formula(Passage.of(formally(text, names)), known, self.apart)
        except Misread as wrong:
            what = f"{form.name} says {text}"
            raise Refused(f"{what}, in which a symbol has no value. {wrong.message}") from None

    def _premise(
        self, form: Form, pattern: str, values: Mapping[str, Term], facts: Sequence[Theorem]
    ) -> Theorem:
        """A relation that a fact asks for, at the terms."""
        wanted = normal(self._at(form, pattern, values))
        return self.premise(wanted, facts)

    def _running(self, reason: _Reason) -> frozenset[Free]:
        """The quantities behind `over`, which run through all outcomes, terms or members."""
        found = set[Free]()
        for part in reason.items("over"):
            x = self.known.get(part.name)
            if not isinstance(x, Free):
                raise part.error(f"{part.text} is no quantity that could run through all values.")
            found.add(x)
        return frozenset(found)

    def _term_of(self, symbol: str, values: Mapping[str, Term]) -> Term | None:
        """What is put for a symbol: its value, or the quantity of its name."""
        return values.get(symbol) or self.known.get(variable(symbol, self.theory.constants))

    def _moving(self, runs: Collection[Free]) -> frozenset[Free]:
        """What runs, and what is tied to it, by an equation or as a variable of the proof.

        Of s = 2*N there is another s for each N, and so there is of an s that was obtained.
        """
        moving, grown = {*runs}, bool(runs)
        supposed = frozenset[Term]().union(*(th.hypotheses for th in (*self.all, *self.besides)))
        while grown:
            before = len(moving)
            for h in supposed:
                left, right = parts(h, "=") or (h, h)
                if not frees(h) & moving:
                    continue
                moving |= frees(h).difference(self.quantities or ())
                if isinstance(left, Free) and frees(right) & moving:
                    moving.add(left)
                elif isinstance(right, Free) and frees(left) & moving:
                    moving.add(right)
            grown = len(moving) > before
        return frozenset(moving)

    def _require_fitting(
        self, form: Form, values: Mapping[str, Term], runs: Collection[Free], tied: Collection[Free]
    ) -> None:
        """What runs is in the terms for symbols that vary, and in no other one."""
        if strange := sorted(values.keys() - form.symbols):
            raise Refused(f"{form.name} has no symbol {strange[0]}; leave it out.")
        moving = set[Free]()
        for symbol in sorted(form.symbols):
            term = self._term_of(symbol, values)
            free = set() if term is None else frees(term)
            if symbol in form.varying:
                moving |= free
            elif symbol not in form.margins and (bound := free & {*tied}):
                raise Refused(f"{_running_among(bound, runs)}, and is in the term for {symbol}.")
        if form.margins:  # what is said of each small margin may be of the same numbers
            terms = (self._term_of(symbol, values) for symbol in form.symbols - form.varying)
            moving = moving.difference(*(frees(term) for term in terms if term is not None))
        if moving and not moving & {*tied}:
            listed = ", ".join(sorted(x.name for x in moving))
            raise Refused(f"Say behind `over` what runs: {listed}, or some of it.")

    def _among(self, reason: _Reason, runs: Collection[Free]) -> list[Theorem]:
        """The conditions behind `which`, under which what runs is all that there is."""
        piece = reason.options.get("which")
        if piece is None:
            return []
        said = conditions_of(piece, self.library, self.known, self.apart)
        if any(not frees(one) & {*runs} for one in said):
            raise piece.error("Behind `which` stand conditions on what runs.")
        return [self.plain(self.theory.assume(one)) for one in said]

    def _require_every(
        self,
        term: Term | None,
        runs: Collection[Free],
        premises: Sequence[Theorem],
        named: Sequence[Theorem],
    ) -> None:
        """The term of a margin is what runs times a number above 0, and any number above 0 then."""
        found = [] if term is None else sorted(frees(term) & {*runs}, key=lambda x: x.name)
        if term is None or len(found) != 1:
            raise Refused("A margin is any number above 0; put a quantity that runs.")
        (x,) = found
        factor = normal(opened(lam(x, term).body, ONE))
        if term != x:
            self.by_arithmetic(equation(term, binary(TIMES, factor, x), REAL), [])
            self.by_arithmetic(binary(LESS, ZERO, factor), [*named])
        fixed = [th for th in named if not (frees(th.conclusion) | _frees_of(th)) & {*runs}]
        for h in sorted({h for th in premises for h in th.hypotheses}, key=shown):
            if x in frees(h) and not self._leaves_small(x, h, fixed):
                raise Refused(
                    f"It is not shown of every {x.name} above 0, but of the one that is given, "
                    f"or only where {shown(h)}."
                )

    def _leaves_small(self, x: Free, said: Term, fixed: Sequence[Theorem]) -> bool:
        """Whether a hypothesis leaves x all small numbers above 0, as far as its form shows it.

        What is given of x and of other quantities is given of each x.
        """
        if sides := parts(said, "="):
            return isinstance(sides[0], Free) and sides[0] != x and sides[1] != x
        found = sides_of(said)
        if found is None:
            return True
        left, _, right = found
        if x not in (left, right):
            return frees(said) != {x}
        end = binary(LESS, ZERO, right) if left == x else binary(AT_MOST, left, ZERO)
        try:
            self.by_arithmetic(normal(end), [*fixed])
        except Refused:
            return False
        return True

    def _for_all_that_runs(self, th: Theorem, runs: Collection[Free]) -> Theorem:
        """A premise for all values of what runs, and of what is defined by that.

        What is supposed of these stands within the premise.
        """
        running = {*runs}
        for h in sorted(th.hypotheses, key=shown, reverse=True):
            if frees(h) & running:
                th = self.theory.imp_intro(h, th)
        for x in sorted(running & frees(th.conclusion), key=lambda x: x.name, reverse=True):
            th = self.theory.all_intro(x, th)
        return th

    def _that_says(self, wanted: Term, form: Form, values: Mapping[str, Term]) -> Term:
        """What a fact says at these terms that is the sentence, or from which it follows."""
        said, wrong = list[Term](), None
        for text in form.conclusions:
            try:
                said.append(normal(self._at(form, text, values)))
            except Refused as lack:  # of another conclusion, which has other symbols
                wrong = lack
        if not form.conclusions or wanted in said:
            return wanted
        if not said and wrong is not None:
            raise wrong
        for one in said:
            try:
                self.by_arithmetic(wanted, [self.theory.assume(one)])
            except Refused:
                continue
            return one
        says = " or ".join(map(shown, said))
        raise Refused(f"At these terms {form.name} says something else: {says}.")

    def supposed_rule(self, premises: Sequence[Theorem], conclusion: Term) -> tuple[Term, Theorem]:
        """The hypothesis that premises imply a conclusion, of the quantities of the theorem.

        Besides it, that implication at this place.
        """
        assert self.quantities is not None
        rule = conclusion
        for th in reversed(premises):
            rule = imp(th.conclusion, rule)
        variables = [x for x in self.known.values() if isinstance(x, Free)]
        general, th = in_general(
            self.theory, rule, self._local(rule), variables, but=self.quantities
        )
        self.hold_everywhere(general)
        return general, th

    def hold_everywhere(self, said: Term) -> Theorem:
        """A hypothesis about the quantities, which holds everywhere in the proof."""
        th = self.theory.assume(said)
        self.everywhere |= th.hypotheses
        return th

    def _local(self, rule: Term) -> list[Term]:
        """What is supposed at this place alone, of no variables or of those of the rule."""
        assert self.quantities is not None
        here = dict.fromkeys(
            h
            for th in self.all
            for h in sorted(th.hypotheses, key=shown)
            if h not in self.everywhere
        )
        own, before = frees(rule).difference(self.quantities), frozenset[Free]()
        while own != before:
            before = own
            for h in here:
                theirs = frees(h).difference(self.quantities)
                own |= theirs if theirs & own else frozenset()
        return [h for h in here if frees(h).difference(self.quantities) <= own]

    def leave_open(
        self,
        number: str,
        said: Said,
        line: Passage,
        formula: Term | None,
        kind: str,
        name: str = "",
        alone: Free | None = None,
    ) -> None:
        """Note what the theorem rests on."""
        if number in self.in_words or (formula is None and number in self.facts):
            raise line.error(SAID_TWICE.format(number))
        of_all = None if formula is None else self.of_all_quantities(formula)
        self.opened.append(
            Opened(number, said.words, line.place(), formula, kind, name, of_all, alone)
        )
        if formula is None:
            self.in_words.add(number)

    def of_all_quantities(self, said: Term) -> Term:
        """A named hypothesis of all quantities, under what the statement supposes of them here."""
        assert self.quantities is not None
        named = {one.formula for one in self.opened}
        here = dict.fromkeys(h for th in self.all for h in sorted(th.hypotheses, key=shown))
        for h in reversed([h for h in here if h in self.everywhere and h not in named]):
            said = imp(h, said)
        for x in reversed(self.quantities):
            said = quantified("forall", x, said)
        return said


def _programs(reason: _Reason) -> str:
    """The functions that a reason names, which nothing here imports."""
    name, words = reason.name, reason.name.text.split()
    if reason.word == COMPUTED:
        if len(words) != 1 or not FUNCTION.fullmatch(words[0]):
            raise name.error(
                f"{name.text!r} was read; a function was expected, as `module.function` of the "
                "folder of the proof."
            )
        return words[0]
    if len(words) != 3 or not (words[0].isdecimal() and all(map(FUNCTION.fullmatch, words[1:]))):
        raise name.error(
            f"{name.text!r} was read; `COUNT cases holds` was expected: a number, two functions."
        )
    return f"{words[2]} in {words[0]} cases of {words[1]}"


def _frees_of(th: Theorem) -> frozenset[Free]:
    """The variables of what a theorem supposes."""
    return frozenset[Free]().union(*(frees(h) for h in th.hypotheses))


def _running_among(bound: Collection[Free], runs: Collection[Free]) -> str:
    """The first of some quantities, and that it runs, or is tied to what does."""
    if here := {*bound} & {*runs}:
        return f"{min(x.name for x in here)} runs through all of them"
    through = ", ".join(sorted(x.name for x in runs))
    return f"{min(x.name for x in bound)} is tied to {through}, which runs through all of them"


def _named(form: Form, values: Mapping[str, Term]) -> str:
    """What is cited, and the terms that are put for symbols."""
    printed = {symbol: shown(term) for symbol, term in values.items()}
    terms = ", ".join(f"{a} = {b}" if a != b else a for a, b in printed.items())
    return f"{form.name}{f' at {terms}' if terms else ''}"
