"""Theorems that are proved when they are asked for, each under the ones that its proof cites."""

from __future__ import annotations
import gc
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any
from .certificates import Certificates
from .checking import Checker
from .formulas import LAWS
from .kernel import Theorem
from .library import Library
from .named_hypotheses import Forms
from .outlines import OUTLINE, Opened, discharged
from .passages import Misread, Passage
from .proof_text import TheoremText
from .quantities import Quantities, quantities_of, statement_of
from .simple_types import Type
from .terms import App, Const, Lam, Refused, Term

StoredOf = Callable[[str], Mapping[str, Sequence[Any]]]
SECONDS = 8.0
NAME = re.compile(r"[A-Za-z_][\w'.-]*", re.ASCII)
"""What may be the name of a theorem."""
FROZEN: list[int] = []
"""How many objects somebody else had frozen, once that has been seen."""


def nothing_stored(name: str) -> Mapping[str, Sequence[Any]]:
    """No certificates."""
    return {}


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Terms and theorems form no circles, so that a search for garbage among them finds none."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            if not FROZEN and (frozen := gc.get_freeze_count()):
                FROZEN.append(frozen)  # counting them again would take longer than a small proof
            gc.freeze()  # so that what is new is not searched, either
            if not FROZEN:
                gc.unfreeze()
            gc.enable()


def constants_in(term: Term) -> frozenset[str]:
    """The names of the constants of a term."""
    match term:
        case Const(name, _):
            return frozenset([name])
        case App(head, arg):
            return constants_in(head) | constants_in(arg)
        case Lam(_, body):
            return constants_in(body)
    return frozenset()


@dataclass(frozen=True)
class Derivation:
    """An accepted theorem, what it rests on, and the certificates of its arithmetic.

    If sentences of its proof are not shown, the theorem says that they imply the statement.
    """

    name: str
    statement: Term
    """What is to be proved."""
    theorem: Theorem
    axioms: tuple[str, ...]
    cited: tuple[str, ...]
    """Statements that have no formal proof yet, and were taken as axioms."""
    certificates: Certificates
    of_folder: tuple[str, ...] = ()
    """Those of the axioms that a folder states."""
    letters: Mapping[str, Type] = field(default_factory=dict)
    """The letters whose types print leaves out."""
    opened: tuple[Opened, ...] = ()
    """The sentences that are not shown."""
    words_of_folder: tuple[tuple[str, Term], ...] = ()
    """The words of its statement that a folder defines, with what they mean, and theirs in turn."""

    @property
    def as_cited(self) -> Derivation:
        """The same, with what it leaves open as who cites it supposes that."""
        return replace(self, opened=tuple(one.as_cited for one in self.opened))

    @property
    def accepted_as(self) -> str:
        """The name under which the kernel has the theorem."""
        return f"{self.name}{OUTLINE}" if self.opened else self.name


@dataclass
class Development:
    """A library, statements, and proofs; each proof may cite every other, but for circles."""

    library: Library
    proofs: dict[str, TheoremText] = field(default_factory=dict)
    statements: dict[str, Passage] = field(default_factory=dict)
    stored: StoredOf = nothing_stored
    seconds: float = SECONDS
    """How long a certificate that is not stored is searched for."""
    derived: dict[str, Derivation] = field(default_factory=dict)
    cited: list[str] = field(default_factory=list)
    forms: Forms | None = None
    """Where textbook facts and claims are looked up that a sentence names."""
    shipped: frozenset[str] = frozenset()
    """What was there before a folder, whose words it does not know."""
    _open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.library.resolve = self.supply

    def take(self, texts: Iterable[tuple[str, str]]) -> None:
        """Take in what a folder declares in files and their texts, beside what is there."""
        self.library.settle()
        self.shipped = frozenset((*self.proofs, *self.statements))
        for file, text in texts:
            self.library.load_text(text, file, file.partition(".")[0])
            for name in self.proofs.keys() & self.library.of_folder:
                place = self.proofs[name].head.place()
                raise Refused(f"{file}: {name} is the name of a theorem, at {place}.")

    def add(self, theorems: Iterable[TheoremText]) -> None:
        """Take theorems, each name once."""
        for item in theorems:
            if item.name.endswith(OUTLINE):
                message = f"The name {item.name} ends in {OUTLINE}, as those of outlines do; take"
                raise item.head.error(f"{message} another one.")
            if item.name in self.proofs:
                place = self.proofs[item.name].head.place()
                raise item.head.error(f"The theorem {item.name} stands elsewhere already: {place}.")
            says = item.statement is not None or item.where is not None
            if says and item.name in self.statements:
                raise item.head.error(f"The statement of {item.name} stands elsewhere already.")
            if item.name in self.library.axioms or item.name in LAWS:
                kind = "a law of the logic" if item.name in LAWS else "an axiom"
                raise item.head.error(f"{item.name} is the name of {kind}; take another one.")
            self.proofs[item.name] = item

    def statement(self, name: str) -> Term | None:
        """The formula of a statement, from its text; None if there is none."""
        proof = self.proofs.get(name)
        if proof is not None and proof.where is not None:
            try:
                return statement_of(proof, self.library, apart=name in self.shipped)
            except RecursionError:
                raise proof.head.error("The formulas are nested too deeply.") from None
        said = self._said(name)
        return None if said is None else self.library.formula(said, apart=name in self.shipped)

    def _said(self, name: str) -> Passage | None:
        proof = self.proofs.get(name)
        return (proof.statement if proof else None) or self.statements.get(name)

    def supply(self, name: str) -> None:
        """Prove what a proof cites, or take it as an axiom if it has a statement and no proof."""
        theory = self.library.theory
        if name in theory.theorems or name in theory.axioms:
            return
        if name in self.proofs:
            self.derive(name)  # that of an outline is an axiom then
        elif (formula := self.statement(name)) is not None:
            theory.axiom(name, formula)
            self.cited.append(name)

    def derive(self, name: str) -> Derivation:
        """The derivation of a theorem; raises Misread at the line that does not hold.

        What its proof names is derived first, so that proofs are not read within one another.
        """
        for other in self._named_in(name):
            with suppress(Refused):  # which is said where the proof cites it
                self._derive(other)
        return self._derive(name)

    def _named_in(self, name: str) -> Iterator[str]:
        """The theorems that a proof names and that are not derived, each behind what it names."""
        begun = {*self.derived, *self._open, name}
        stack = [(name, self._words(name))]
        while stack:
            one, words = stack[-1]
            other = next((word for word in words if word not in begun), None)
            if other is not None:
                begun.add(other)
                stack.append((other, self._words(other)))
            else:
                stack.pop()
                if one != name:
                    yield one

    def _words(self, name: str) -> Iterator[str]:
        """The names of theorems in the text of a proof, some of which may be names of its facts."""
        text = self.proofs[name].text if name in self.proofs else ""
        return (word for word in NAME.findall(text) if word in self.proofs)

    def _derive(self, name: str) -> Derivation:
        if name in self.derived:
            return self.derived[name]
        proof = self.proofs.get(name)
        if proof is None:
            raise Refused(f"There is no formal proof of {name}.")
        if name in self._open:
            circle = " -> ".join([*self._open[self._open.index(name) :], name])
            raise proof.head.error(f"The proofs cite each other in a circle: {circle}.")
        formula = self._formula(proof)
        self._open.append(name)
        opened: tuple[Opened, ...] = ()
        try:
            checker = self._checker(proof)
            with nothing_collected():
                theorem = checker.prove(formula, self._quantities(proof))
                opened = tuple(checker.opened)
                theorem = discharged(theorem, (one for one in opened if one.in_general))
        finally:
            self._open.pop()
        try:
            self._accept(name, formula, theorem, outline=bool(opened))
        except Misread:
            raise
        except Refused as error:
            raise proof.head.error(str(error)) from None
        self.derived[name] = self._derivation(name, formula, theorem, checker.certificates, opened)
        return self.derived[name]

    def _accept(self, name: str, formula: Term, theorem: Theorem, outline: bool) -> None:
        """Take a theorem; what an outline is to show is cited as what has no proof yet."""
        theory = self.library.theory
        if outline:
            theory.axiom(name, formula)
            self.cited.append(name)
            name, formula = f"{name}{OUTLINE}", theorem.conclusion
        theory.register(name, formula)
        theory.accept(name, theorem)

    def with_cited(self, name: str) -> tuple[Derivation, ...]:
        """The derivation of a theorem that was derived, and those that it cites in turn.

        What these leave open is supposed at the terms of who cites them, and so of all quantities.
        """
        names = [name]
        for one in names:  # which grows
            if one in self.derived:
                names += [other for other in self.derived[one].cited if other not in names]
        found = (self.derived[one] for one in names if one in self.derived)
        return tuple(one if one.name == name else one.as_cited for one in found)

    def all_open(self, name: str) -> tuple[Opened, ...]:
        """The open sentences of a proof, and those of all outlines that it cites."""
        opened = (one for derivation in self.with_cited(name) for one in derivation.opened)
        return tuple(dict.fromkeys(opened))

    def _derivation(
        self,
        name: str,
        formula: Term,
        theorem: Theorem,
        certificates: Certificates,
        opened: tuple[Opened, ...],
    ) -> Derivation:
        cited = tuple(sorted(theorem.axioms.intersection(self.cited)))
        axioms = tuple(sorted(theorem.axioms.difference(cited)))
        library = self.library
        own = tuple(axiom for axiom in axioms if axiom in library.of_folder)
        letters = library.usual or library.letters
        words = tuple(self._words_of_folder(formula))
        return Derivation(
            name, formula, theorem, axioms, cited, certificates, own, letters, opened, words
        )

    def _words_of_folder(self, formula: Term) -> Iterator[tuple[str, Term]]:
        """The words in a formula that a folder defines, each before those in its definition."""
        library, left, seen = self.library, [formula], set[str]()
        if not library.usual:
            return
        while left:
            for name in sorted(constants_in(left.pop(0)) - seen - library.shipped):
                seen.add(name)
                if name in library.theory.definitions:
                    value, _ = library.theory.definitions[name]
                    left.append(value)
                    yield name, value

    def known_before(self, file: str, line: int) -> str:
        """What is known and wanted before a line of a file, as text."""
        for proof in self.proofs.values():
            first, last = proof.head.row, proof.head.row + proof.text.count("\n")
            if proof.head.file == file and first <= line <= last:
                checker = self._checker(proof, line)
                try:
                    checker.prove(self._formula(proof), self._quantities(proof))
                except Refused:
                    if not checker.seen:
                        raise
                return checker.seen or "The proof has ended before this line."
        raise Refused(f"No theorem of {file} has a line {line}.")

    def _checker(self, proof: TheoremText, stop_before: int = 0) -> Checker:
        certificates = Certificates(self.stored(proof.name), self.seconds)
        return Checker(
            self.library,
            certificates,
            apart=proof.name in self.shipped,
            forms=self.forms,
            lines=proof.lines,
            stop_before=stop_before,
        )

    def _quantities(self, proof: TheoremText) -> Quantities | None:
        """The quantities of which the sentences of a proof speak, if these say its statement."""
        if proof.where is None:
            return None
        return quantities_of(proof.where, self.library, apart=proof.name in self.shipped)

    def _formula(self, proof: TheoremText) -> Term:
        """What a proof is to show."""
        formula = self.statement(proof.name)
        if formula is None:
            raise proof.head.error(f"{proof.name} has a proof and no formal statement.")
        return formula
