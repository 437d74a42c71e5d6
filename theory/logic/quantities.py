"""Theorems whose sentences say the statement: of which quantities, what is given, and the last one.

    theorem my.square
      where x in [0, 1]; y in (-inf, 4]
      1. $y$ is the square of $x$. :: y = x^2 -- given
      2. It is at most $x$. :: y <= x -- from 1
    qed

The statement is `forall x y. 0 <= x -> x <= 1 -> y <= 4 -> y = x^2 -> y <= x`. A quantity is a real
number unless `where` gives it a type, as in `P : Law 'a`; what is not named there is no variable.
"""

from __future__ import annotations
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from .arithmetic import relation
from .formulas import imp, quantified
from .library import Library
from .passages import Passage
from .proof_text import TheoremText
from .reading import Reader
from .searched_steps import State
from .sentences import GIVEN, LABELLED, WrongSentence, cut_apart, is_named_hypothesis, unquoted
from .simple_types import REAL
from .terms import App, Free, Lam, Term
from .tokens import KEYWORDS, WORD

BETWEEN = (",", ";")
BEGINS, SETS_OFF = re.compile(r"for\s"), re.compile(r";\s*for\s")
"""What stands in a reason before the conditions under which its sentence holds."""


@dataclass(frozen=True)
class Quantities:
    """The quantities of a theorem, and what is supposed of them."""

    variables: tuple[Free, ...]
    supposed: tuple[tuple[str, Term], ...]
    """What the ranges and conditions say, with the names of these facts: x_low, x_high, where1."""


@dataclass
class _Where:
    """Reads ranges, types and conditions between semicolons or commas."""

    reader: Reader

    def read(self) -> Quantities:
        """All that stands there."""
        reader, variables, supposed = self.reader, list[Free](), list[tuple[str, Term]]()
        conditions = list[Term]()
        while reader.next:
            if names := self._names():
                here, asked = self._declared(names)
                variables += here
                supposed += asked
            else:
                conditions.append(reader.condition())
            if reader.next and not reader.take(*BETWEEN):
                raise reader.error(f"; is expected before {reader.next!r}.")
        named = [(f"where{place}", said) for place, said in enumerate(conditions, 1)]
        return Quantities(tuple(variables), (*supposed, *named))

    def _names(self) -> list[str]:
        """The names of `a, b in` or `a, b :`; none where a condition stands."""
        tokens, at = self.reader.tokens, self.reader.at
        names = list[str]()
        while WORD.fullmatch(tokens[at]) and tokens[at] not in KEYWORDS:
            names.append(tokens[at])
            if tokens[at + 1] in ("in", ":"):
                return names
            if tokens[at + 1] != ",":
                break
            at += 2
        return []

    def _declared(self, names: Sequence[str]) -> tuple[list[Free], list[tuple[str, Term]]]:
        """Quantities, and the ends of their range."""
        reader, new = self.reader, list[str]()
        for place, _ in enumerate(names):
            if place:
                reader.need(",")
            name = reader.new_name()
            if name in (*reader.known, *new):
                raise reader.error(f"{name} stands here already; give it one range or type.", 1)
            new.append(name)
        t = reader.type() if reader.take(":") else REAL
        variables, ends = [Free(name, t) for name in new], list[list[tuple[str, Term]]]()
        if reader.take("in"):  # the ends speak of what stands before them
            begin = reader.places[reader.at]
            ends = reader.ends(variables)
            if any(holds_nowhere(asked) for asked in ends):
                message = "The range is empty; give the smaller end first."
                raise reader.passage.error(message, begin)
        reader.known |= {x.name: x for x in variables}
        return variables, [
            (f"{x.name}_{end}", said)
            for x, asked in zip(variables, ends, strict=False)
            for end, said in asked
        ]


def holds_nowhere(asked: Sequence[tuple[str, Term]]) -> bool:
    """Whether the ends of a range are numbers between which there is none."""
    relations = [relation(said) for _, said in asked]
    if len(relations) < 2 or None in relations:
        return False
    (low, first, _), (_, second, high) = (sides for sides in relations if sides is not None)
    state = State()
    below, above = state.real(low), state.real(high)
    if below.kind != "num" or above.kind != "num":
        return False
    strict = "<" in (first, second)
    return bool(above.value < below.value or (strict and above.value == below.value))


def conditions_of(
    where: Passage, library: Library, known: Mapping[str, Term], apart: bool = False
) -> list[Term]:
    """What is supposed of known quantities, as in `for x > 0, y in [0, 1]`."""
    reader = library.reader(where, known, apart)
    result = [reader.condition()]
    while reader.take(*BETWEEN):
        result.append(reader.condition())
    reader.end()
    return result


def divided_reason(why: Passage) -> tuple[Passage | None, Passage | None]:
    """A reason, and the conditions under which its sentence holds, which stand at its end.

    >>> why, where = divided_reason(Passage.of("from 2; for x > 0"))
    >>> why.text, where.text
    ('from 2', 'x > 0')
    """
    if found := BEGINS.match(why.text):
        return None, why.part(found.end())
    for found in why.marks(SETS_OFF):
        return why.part(0, found.start()), why.part(found.end())
    return why, None


def quantities_of(where: Passage, library: Library, apart: bool = False) -> Quantities:
    """The quantities that a `where` tells of.

    >>> from .library import standard_library
    >>> from .printing import shown
    >>> found = quantities_of(Passage.of("p, q in [0, 1); p < q"), standard_library(["numbers"]))
    >>> [x.name for x in found.variables], [f"{name}: {shown(t)}" for name, t in found.supposed]
    (['p', 'q'], ['p_low: 0 <= p', 'p_high: p < 1', 'q_low: 0 <= q', 'q_high: q < 1', \
'where1: p < q'])
    """
    return _Where(library.reader(where, {}, apart)).read()


@dataclass(frozen=True)
class Said:
    """What a sentence says behind its number, and how it is shown."""

    words: str
    formula: Passage | None
    reason: Passage | None
    """Without the conditions."""
    where: Passage | None
    """The conditions under which it holds, which stand at the end of its reason."""

    @classmethod
    def of(cls, rest: Passage) -> Said:
        """The parts of a sentence, without its number; raises Misread where it cannot be read."""
        try:
            parts = cut_apart(rest.text)
        except WrongSentence as wrong:
            raise rest.error(wrong.message, wrong.at) from None
        said = rest.text[parts.words]
        words = unquoted(said) if parts.in_quotes else " ".join(said.split())
        formula = rest.part(parts.formula.start, parts.formula.stop) if parts.formula else None
        if parts.reason is None:
            return cls(words, formula, None, None)
        return cls(words, formula, *divided_reason(rest.part(parts.reason.start)))

    @property
    def is_given(self) -> bool:
        """Whether it is a hypothesis."""
        return self.reason is not None and self.reason.text == GIVEN

    @property
    def is_supposed(self) -> bool:
        """Whether it rests on something outside of its proof, or is given in words."""
        if self.reason is None:
            return False
        in_words = self.is_given and self.formula is None
        return in_words or is_named_hypothesis(self.reason.text)

    def term(self, library: Library, known: Mapping[str, Term], apart: bool) -> Term | None:
        """The formula, under the conditions."""
        if self.formula is None:
            if self.where is not None:
                raise self.where.error("What holds under a condition has a formula behind ::.")
            return None
        formula = library.formula(self.formula, known, apart)
        where = [] if self.where is None else conditions_of(self.where, library, known, apart)
        for condition in reversed(where):
            formula = imp(condition, formula)
        return formula


def statement_of(theorem: TheoremText, library: Library, apart: bool = False) -> Term:
    """What the sentences of a theorem with a `where` say."""
    assert theorem.where is not None
    found = quantities_of(theorem.where, library, apart)
    known: dict[str, Term] = {x.name: x for x in found.variables}
    lines = [line for line in theorem.lines if line.column == theorem.lines[0].column]
    sentences = {line: _sentence(line) for line in lines}
    given = list[Term]()
    for line, sentence in sentences.items():
        if sentence is not None and sentence.is_given:
            said = sentence.term(library, known, apart)
            if said is not None:  # what is given in words is a hypothesis with a name
                need_other_letters(said, known, line)
                given.append(said)
    last = sentences[lines[-1]]
    if last is not None and last.is_given:
        raise lines[-1].error(f"The last sentence of {theorem.name} is given; it has to be shown.")
    formula = None if last is None else last.term(library, known, apart)
    if formula is None:
        raise lines[-1].error(
            f"The last sentence of {theorem.name} is to say what is shown, behind ::."
        )
    need_other_letters(formula, known, lines[-1])
    for supposed in reversed([*(said for _, said in found.supposed), *given]):
        formula = imp(supposed, formula)
    for x in reversed(found.variables):
        formula = quantified("forall", x, formula)
    return formula


def need_other_letters(said: Term, known: Mapping[str, Term], line: Passage) -> None:
    """Refuse a letter that a formula binds although it is a quantity of `where`.

    In print nobody could tell the one from the other.
    """
    bound = {one.hint for one in _functions(said)} & known.keys()
    if bound:
        name = min(bound)
        raise line.error(
            f"{name} is a quantity of `where`, and this sentence binds a letter of that name, "
            "which is another thing; give it another letter."
        )


def _functions(term: Term) -> Iterator[Lam]:
    """The functions, with their letters, of which a formula is made."""
    match term:
        case App(head, arg):
            yield from _functions(head)
            yield from _functions(arg)
        case Lam(_, body):
            yield term
            yield from _functions(body)


def _sentence(line: Passage) -> Said | None:
    """A sentence; None of a line that begins with a word."""
    label = LABELLED.match(line.text)
    return None if label is None else Said.of(line.part(label.end()))
