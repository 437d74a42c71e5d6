"""An earlier sentence at other values of the quantities that it is about.

    5. So it is with $x$ in its place. :: d <= kl(x, y) -- from 2; at 2: z=x; for x in [0, 1]

What the sentence supposes of these quantities, as their ranges and what is given of them, is shown
at the values. What it takes from a claim, and that the n of an induction is whole, is supposed once
more, at the values. A textbook fact, and what is said in words, tell of certain numbers, as does a
recursion of its sequence: a sentence that rests on such a one has no other values.
"""

from __future__ import annotations
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from .cited_texts import values_in
from .formulas import sides
from .kernel import Theorem
from .named_hypotheses import Supposing
from .outlines import Opened
from .passages import Passage
from .printing import shown
from .sentences import CLAIM, INDUCTION
from .terms import Free, Refused, Term, normal
from .variables import frees

SETS_OFF = re.compile(r";\s*at\s")
SENTENCE = re.compile(r"([\w']+)\s*:")
NAMED = re.compile(r"[\w']+")
AtValues = Mapping[str, Passage]
"""The terms at which sentences are used, by the numbers of these."""


def without_values(why: Passage) -> tuple[Passage, AtValues]:
    """A reason, and the terms at which it uses earlier sentences, which stand at its end.

    >>> why, at = without_values(Passage.of("from 2, 3; at 2: z=x, w=1; at 3: z"))
    >>> why.text, {number: terms.text for number, terms in at.items()}
    ('from 2, 3', {'2': 'z=x, w=1', '3': 'z'})
    """
    marks = [*why.marks(SETS_OFF)]
    if not marks:
        return why, {}
    ends = [*(mark.start() for mark in marks[1:]), len(why.text)]
    found: dict[str, Passage] = {}
    for mark, end in zip(marks, ends, strict=True):
        part = why.part(mark.end(), end)
        number = SENTENCE.match(part.text)
        if number is None:
            raise part.error(f"{part.text!r} was read; `at 5: x=1/2` was expected, with a number.")
        if number[1] in found:
            raise part.error(f"{number[1]} has values already; give them once.")
        found[number[1]] = part.part(number.end())
    return why.part(0, marks[0].start()), found


class AtOtherValues(Supposing):
    """Makes the theorem of a sentence at other values."""

    @contextmanager
    def with_values(self, at: AtValues, why: Passage, number: str, line: Passage) -> Iterator[None]:
        """Within the block some facts are those at other values."""
        named = [
            self.facts[name]
            for name in dict.fromkeys(NAMED.findall(why.text))
            if name in self.facts and name not in at
        ]
        moved = {
            name: self._at_values(name, values_in(terms), terms, [*named, *self.besides])
            for name, terms in at.items()
        }
        for one in [one for _, supposed in moved.values() for one in supposed]:
            self.opened.append(replace(one, number=number, place=line.place()))
        before, self.facts = self.facts, self.facts | {n: th for n, (th, _) in moved.items()}
        try:
            yield
        finally:
            self.facts = before

    def _at_values(
        self, name: str, texts: Mapping[str, Passage], terms: Passage, known: list[Theorem]
    ) -> tuple[Theorem, list[Opened]]:
        """A fact at values of some quantities, and what is supposed for it besides."""
        if name not in self.facts:
            raise terms.error(f"There is no sentence {name} above that says a formula.")
        fact, values = self.facts[name], dict[Free, Term]()
        for symbol, text in texts.items():
            x = self.known.get(symbol)
            if not isinstance(x, Free) or x not in (self.quantities or ()):
                raise text.error(f"{symbol} is no quantity of `where`, and has no other value.")
            if x not in frees(fact.conclusion).union(*map(frees, fact.hypotheses)):
                raise text.error(f"Sentence {name} says nothing of {symbol}; leave it out.")
            values[x] = self.as_type(self.number(text), x.type, text)
        supposed = [h for h in fact.hypotheses if frees(h) & values.keys()]
        supposed.sort(key=shown)
        th = fact
        for h in supposed:
            th = self.theory.imp_intro(h, th)
        for x in reversed(values):
            th = self.theory.all_intro(x, th)
        th = self.theory.instance(th, [*values.values()])
        opened = list[Opened]()
        for h in reversed(supposed):
            wanted = sides(th.conclusion, "imp")[0]
            one = next((one for one in self.opened if one.formula == h), None)
            if one is None:
                there = self._shown_there(name, wanted, terms, known)
            else:
                there = self._supposed_there(name, one, wanted, values)
                opened.append(self._named_there(one, wanted, values))
            th = self.theory.instance(th, (), there)
        return self.plain(th), opened

    def _shown_there(
        self, name: str, wanted: Term, terms: Passage, known: list[Theorem]
    ) -> Theorem:
        """What a sentence supposes of its quantities, at the values."""
        try:
            return self.premise(wanted, known)
        except Refused as gap:
            says = f"Sentence {name} supposes {shown(normal(wanted))} there, which is not shown."
            raise terms.error(f"{says} {gap}") from None

    def _supposed_there(
        self, name: str, one: Opened, wanted: Term, values: Mapping[Free, Term]
    ) -> Theorem:
        """What is supposed once more at the values; raises Refused of what tells of one number."""
        if one.kind not in (CLAIM, INDUCTION) or one.alone in values:
            told = frees(one.formula or wanted) if one.alone is None else {one.alone}
            x, value = next((x, value) for x, value in values.items() if x in told)
            raise Refused(
                f"Sentence {name} rests on {one.says}, which is about this {x.name} alone; say it "
                f"of {shown(value)} in a sentence of its own."
            )
        return self.hold_everywhere(wanted)

    def _named_there(self, one: Opened, wanted: Term, values: Mapping[Free, Term]) -> Opened:
        """The hypothesis that a claim says something at other values."""
        terms = ", ".join(f"{x.name} = {shown(value)}" for x, value in values.items())
        of_all = self.of_all_quantities(wanted)
        return replace(one, formula=wanted, name=f"{one.name}, there {terms}", of_all=of_all)
