"""What is known at a place of a proof: facts with their names, variables, and abbreviations."""

from __future__ import annotations
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from .arithmetic import TO_REAL
from .certificates import Certificates
from .kernel import Theorem, Theory
from .laws import and_elim
from .library import Library
from .passages import Passage
from .printing import shown
from .shapes import constant, parts
from .simple_types import NAT, REAL, Type
from .terms import App, Const, Free, Refused, Term
from .tokens import Numeral, type_text

if TYPE_CHECKING:
    from .measurability import Measuring


@dataclass
class Context:
    """The facts and names of the blocks that are open."""

    library: Library
    certificates: Certificates
    facts: dict[str, Theorem] = field(default_factory=dict)
    all: list[Theorem] = field(default_factory=list)
    """All facts, also those without a name."""
    known: dict[str, Term] = field(default_factory=dict)
    apart: bool = False
    """Whether the words of a folder are not known, since the proof is a shipped one."""
    by_parts: Measuring | None = field(default=None, init=False)
    """What shows functions measurable, or integrable, part by part, if a reason asks for it."""
    besides: list[Theorem] = field(default_factory=list, init=False)
    """What each reason may use without naming it: the conditions of the sentence."""
    ranges: dict[Theorem, list[Theorem]] = field(default_factory=dict)
    """The relations of facts that bound a single term by a number."""

    @property
    def auto(self) -> list[str]:
        """What may be tried without being named: in a shipped proof, nothing of a folder."""
        library = self.library
        return [name for name in library.auto if not (self.apart and name in library.of_folder)]

    @property
    def theory(self) -> Theory:
        """The theory whose rules are used."""
        return self.library.theory

    @contextmanager
    def block(self) -> Iterator[None]:
        """What is named inside ends with the block."""
        before = self.facts.copy(), self.all.copy(), self.known.copy()
        try:
            yield
        finally:
            self.facts, self.all, self.known = before

    def plain(self, th: Theorem) -> Theorem:
        """A theorem whose conclusion is in normal form."""
        if not th.conclusion.reducible:
            return th
        plain = self.theory.convert(th)
        return th if plain.conclusion == th.conclusion else plain

    def add(self, name: str, th: Theorem) -> Theorem:
        """Take a fact, under a name unless that is empty."""
        th = self.plain(th)
        if name in self.facts:
            said = shown(self.facts[name].conclusion)
            raise Refused(f"There is a fact {name} already: {said}. Give this one another name.")
        if name:
            self.facts[name] = th
        self.all.append(th)
        return th

    def add_parts(self, names: list[str], th: Theorem) -> None:
        """Take the parts of a conjunction, one for each name; the last one has the rest."""
        if len(names) < 2:
            self.add(names[0] if names else "", th)
            return
        th = self.plain(th)
        if parts(th.conclusion, "and") is None:
            raise Refused(f"There are {len(names)} names, and fewer parts.")
        self.add(names[0], and_elim(th, second=False))
        self.add_parts(names[1:], and_elim(th, second=True))

    def new(self, name: str, t: Type) -> Free:
        """A variable with a name that nothing has yet."""
        self.need_new(name)
        x = Free(name, t)
        self.known[name] = x
        return x

    def need_new(self, name: str) -> None:
        """Refuse a name that is taken, or that is none."""
        if not name.isidentifier() and not name.replace("'", "").isidentifier():
            raise Refused(f"{name!r} is no name.")
        constants = self.library.shipped if self.apart else self.theory.constants
        if name in self.known or name in constants:
            raise Refused(f"The name {name} is taken {self._taken_by(name)}; take another one.")

    def _taken_by(self, name: str) -> str:
        """By what a name is taken."""
        known = self.known.get(name)
        if isinstance(known, Free):
            return f"by a variable of this place, of the type {type_text(known.type)}"
        if known is not None:
            return f"by an abbreviation of this place, {shown(known)}"
        return "by a word of all formulas, which `banditproof axioms --words` lists"

    def term(self, passage: Passage) -> Term:
        """A term, a number being a real one."""
        result = self.library.term(passage, self.known, self.apart)
        return Const(result.text, REAL) if isinstance(result, Numeral) else result

    def value(self, passage: Passage, t: Type) -> Term:
        """A term of a type; a natural number stands for a real one, too."""
        return self.as_type(self.library.term(passage, self.known, self.apart), t, passage)

    def as_type(self, result: Term | Numeral, t: Type, passage: Passage) -> Term:
        """What was read as a term of a type, or as a real number from a natural one."""
        if isinstance(result, Numeral):
            if t not in (REAL, NAT) or (t == NAT and "." in result.text):
                raise passage.error(f"{result.text} is a number, which cannot stand here.")
            return constant(result.text, t)
        if t == REAL and self.theory.type_of(result) == NAT:
            return App(TO_REAL, result)
        return result
