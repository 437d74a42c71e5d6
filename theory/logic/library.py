"""Texts of sorts, constants, definitions and axioms, and the theory that they make.

sort Law 1
const Pr : Law 'a -> ('a -> Prop) -> R
let P Q : Law 'a
def LimInf := fun f. fun c. forall r > 0. exists T0. forall T >= T0. c - r <= f(T)
axiom pr_low [auto]: forall (P : Law 'a) (A : 'a -> Prop). 0 <= Pr(P, A)
  source: mathlib MeasureTheory.measureReal_nonneg, Mathlib/MeasureTheory/Measure/Real.lean
  agreement: Pr is the outer measure, as there.
  seen: mathlib4 at 93594942
  read: by a second reader
"""

from __future__ import annotations
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any
from .kernel import Theorem, Theory
from .passages import Misread, Passage, joined_rows
from .reading import Reader
from .simple_types import NAT, PROP, REAL, Type
from .terms import NONE, App, Const, Definitions, Free, Lam, Refused, Term, occurs, opened
from .tokens import Numeral, type_text

ARITIES = ("", *"0123456789")
TEXTBOOK = "textbook."
"""How the names of facts begin that steps of proofs cite."""
KEYS = ("source", "agreement", "seen", "unrefuted", "read")
HEAD = re.compile(r"([A-Za-z_][\w.']*)\s*(\[auto\])?\s*:", re.ASCII)
KEY = re.compile(rf"\s({'|'.join(KEYS)}):")
TEXTS = Path(__file__).with_name("library")
LAYERS = ("numbers", "sums", "probability", "divergences", "concentration", "privacy")
"""The texts of this folder in their order."""
_TOLD: dict[tuple[Any, ...], tuple[Term, ...]] = {}
"""The terms of a text that was read before, after the same declarations."""


@dataclass(frozen=True)
class Axiom:
    """What is taken to be true: its statement, where it is proved, and who compared both."""

    name: str
    statement: Term
    layer: str
    source: str = ""
    agreement: str = ""
    seen: str = ""
    """The version of the source in which its statement was looked up; empty if it was not."""
    unrefuted: str = ""
    """Its hypotheses, counted from 1, whose deletion no finite model refutes, and why."""
    read: str = ""


@dataclass
class Library:
    """A theory with the sorts of its letters, and what its axioms rest on."""

    theory: Theory = field(default_factory=Theory)
    letters: dict[str, Type] = field(default_factory=dict)
    axioms: dict[str, Axiom] = field(default_factory=dict)
    auto: list[str] = field(default_factory=list)
    """The axioms and theorems that may be tried without being named."""
    patterns: dict[str, tuple[list[Free], list[Term], Term]] = field(default_factory=dict)
    """The axioms marked auto: their variables, premises and conclusions."""
    instances: dict[tuple[Any, ...], Theorem] = field(default_factory=dict)
    """Axioms and theorems, by their names and types."""
    usual: dict[str, Type] = field(default_factory=dict)
    """The letters of the shipped texts, once a folder adds its own."""
    shipped: frozenset[str] = frozenset()
    """The constants of the shipped texts, once a folder adds its own."""
    of_folder: list[str] = field(default_factory=list)
    """The axioms of the folder."""
    resolve: Callable[[str], None] | None = None
    """Asked for each name that a proof cites, before it is used."""
    told: Iterator[Term] | None = None
    """The terms of the text that is taken in, if it was read before."""
    read: list[Term] = field(default_factory=list)
    """Those that were read of it so far."""

    def settle(self) -> None:
        """Whatever is taken in from now on belongs to a folder."""
        self.usual = self.letters.copy()
        self.shipped = frozenset(self.theory.constants)

    def reader(self, passage: Passage, known: Mapping[str, Term], apart: bool = False) -> Reader:
        """A reader of a passage in which some names are known; `apart` knows no folder."""
        if not apart:
            return Reader(passage, self.theory, self.letters, known)
        return Reader(passage, self.theory, self.usual, known, self.shipped)

    def term(
        self, passage: Passage | str, known: Mapping[str, Term] | None = None, apart: bool = False
    ) -> Term | Numeral:
        """The formula or term of a passage; `apart` does not know the words of a folder."""
        passage = Passage.of(passage) if isinstance(passage, str) else passage
        reader = self.reader(passage, known or {}, apart)
        result = reader.formula()
        reader.end()
        return result

    def use(self, name: str, types: Mapping[str, Type] = MappingProxyType({})) -> Theorem:
        """An axiom or an accepted theorem at some types, made once."""
        key = (name, *types.items())
        if key not in self.instances:
            self.instances[key] = self.theory.use(name, types)
        return self.instances[key]

    def formula(
        self, passage: Passage | str, known: Mapping[str, Term] | None = None, apart: bool = False
    ) -> Term:
        """The formula of a passage, which is no number."""
        result = self.term(passage, known, apart)
        if isinstance(result, Numeral):
            raise Refused(f"{result.text} is no formula.")
        return result

    def type(self, passage: Passage) -> Type:
        """The type of a passage."""
        reader = self.reader(passage, {})
        result = reader.type()
        reader.end()
        return result

    def definitions(self, names: Iterable[str]) -> Definitions:
        """Some definitions by their names."""
        known = self.theory.definitions
        for name in names:
            if name not in known:
                raise Refused(f"{name} is not defined.")
        return {name: known[name] for name in names} or NONE

    def load(self, path: Path) -> None:
        """Take in a text, whose terms are read once by each process.

        They follow from the text and from what was declared before it.
        """
        text, declared = path.read_text("utf-8"), (self.theory.constants, self.theory.sorts)
        before = (frozenset(known.items()) for known in (*declared, self.letters))
        key = (text, *before)
        self.told = iter(_TOLD[key]) if key in _TOLD else None
        self.read = []
        try:
            self.load_text(text, path.name, path.stem)
        finally:
            self.told = None
        _TOLD.setdefault(key, tuple(self.read))

    def load_text(self, text: str, file: str, layer: str) -> None:
        """Take in the lines of a text; raises Misread where one is wrong."""
        lines, _ = joined_rows(enumerate(text.split("\n"), 1), file)
        for line in lines:
            try:
                self._declare(line.whole, layer)
            except Misread:
                raise
            except Refused as error:
                raise line.whole.error(str(error)) from None

    def _declare(self, line: Passage, layer: str) -> None:
        rest = line.after(line.word)
        match line.word:
            case "sort":
                name, _, arity = rest.text.partition(" ")
                if arity not in ARITIES:
                    raise rest.error(
                        f"A sort takes up to 9 types, as in Pair 2; {name} has {arity}."
                    )
                self.theory.sort(self._name(rest.part(0, len(name))), int(arity or 0))
            case "let":
                names, t = rest.divided(":")
                if t is None:
                    raise rest.error("let NAMES : SORT is expected.")
                self._let(names, self.type(t))
            case "const":
                names, t = rest.divided(":")
                if t is None:
                    raise rest.error("const NAME : TYPE is expected.")
                self.theory.constant(self._name(names), self.type(t))
            case "def":
                names, value = rest.divided(":=")
                if value is None:
                    raise rest.error("def NAME := VALUE is expected.")
                said = self._said(value, self.term)
                self.theory.define(self._name(names), said)
            case "axiom":
                self._axiom(rest, layer)
            case word:
                raise line.error(
                    f"A line begins with sort, const, let, def or axiom, not {word!r}."
                )

    def _said(self, passage: Passage, read: Callable[[Passage], Term | Numeral]) -> Term:
        """What a declaration says: a term, a number being a real one."""
        if self.told is not None:
            return next(self.told)
        said = read(passage)
        self.read.append(Const(said.text, REAL) if isinstance(said, Numeral) else said)
        return self.read[-1]

    def _names(self, passage: Passage) -> list[str]:
        """Names that stand in formulas."""
        reader = self.reader(passage, {})
        names = [reader.name()]
        while reader.next:
            names.append(reader.name())
        return names

    def _name(self, passage: Passage) -> str:
        name, *more = self._names(passage)
        if more:
            raise passage.error("One name is expected here.")
        return name

    def _let(self, names: Passage, t: Type) -> None:
        for name in self._names(names):
            known = self.letters.setdefault(name, t)
            if known != t:
                usual, other = type_text(known), type_text(t)
                raise names.error(
                    f"The letter {name} has the type {usual}; write ({name} : {other}) where it "
                    "has another one."
                )

    def _axiom(self, rest: Passage, layer: str) -> None:
        head = HEAD.match(rest.text)
        if head is None:
            raise rest.error("axiom NAME: FORMULA is expected.")
        marks = [*KEY.finditer(rest.text)]
        ends = [*(m.start() for m in marks[1:]), len(rest.text)]
        facts = {
            m[1]: " ".join(rest.text[m.end() : end].split())
            for m, end in zip(marks, ends, strict=False)
        }
        said = rest.part(head.end(), marks[0].start() if marks else None)
        statement = self._said(said, self.formula)
        if not facts.get("source"):
            raise rest.error(f"The axiom {head[1]} names no source.")
        if head[1].startswith(TEXTBOOK) and not speaks_of_functions(statement):
            raise rest.error(
                f"The axiom {head[1]} speaks of any numbers, and nothing says what they are "
                "numbers of, so that it may be false; state it of a law or a function."
            )
        self.theory.axiom(head[1], statement)
        self.axioms[head[1]] = Axiom(head[1], statement, layer, **facts)
        if self.usual:
            self.of_folder.append(head[1])
        if head[2]:
            self.auto.append(head[1])


def speaks_of_functions(statement: Term) -> bool:
    """Whether a formula is about a function, a law or another value that is no number.

    A fact about numbers that belong together, such as a mean and a chance, is no fact about all
    numbers: `x*p <= v` for all of them gives 2 <= 1.

    >>> numbers = standard_library(["numbers"])
    >>> texts = "forall x p v. x*p <= v", "forall f n. f(n) <= f(n + 1) -> f(0) <= f(n)"
    >>> [speaks_of_functions(numbers.formula(text)) for text in texts]
    [False, True]
    """
    match statement:
        case App(head, arg):
            return speaks_of_functions(head) or speaks_of_functions(arg)
        case Lam(t, body):
            named = Free("%", t)
            inner = opened(body, named)
            about = t not in (REAL, NAT, PROP) and occurs(named, inner)
            return about or speaks_of_functions(inner)
    return False


def standard_library(layers: Iterable[str] = LAYERS) -> Library:
    """The library of this folder.

    >>> "numbers" in {axiom.layer for axiom in standard_library(["numbers"]).axioms.values()}
    True
    """
    library = Library()
    for layer in layers:
        if (TEXTS / f"{layer}.logic").is_file():
            library.load(TEXTS / f"{layer}.logic")
    return library
