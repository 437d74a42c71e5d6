"""The symbols of statements: what each means, where it is defined, and what computes it.

The glossary is `symbols.toml`. A symbol is recognised in the tree of a formula, by a letter or a
name with its index and its star, and never as a part of another word.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, NamedTuple
from ..statements.claim_facts import ClaimFacts
from ..statements.documents import SHIPPED
from .formula_tree import Call, Fraction, Node, Root, Row, Scripts, Sign, tree
from .text_pieces import Formula, pieces

ANY = "□"
"""Stands for any index."""
NAMED = ("letter", "name", "function")
WORD = re.compile(r"[\w*]+(?:-[\w*]+)*")


class Atom(NamedTuple):
    """A letter or a name, what stands below it, and whether a star stands above it."""

    base: str
    below: str = ""
    star: bool = False


@dataclass(frozen=True)
class Symbol:
    """A symbol or a name that statements use, and what it means."""

    name: str
    means: str
    tex: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    defined: tuple[str, ...] = ()
    function: str = ""

    @property
    def written(self) -> str:
        """How a statement writes it first: a formula, or words."""
        return f"${self.tex[0].replace(chr(92) + 'square', 'a')}$" if self.tex else self.words[0]

    @cached_property
    def patterns(self) -> tuple[Atom, ...]:
        """The atom that each way of writing begins with."""
        return tuple(next(atoms(tree(latex))) for latex in self.tex)

    def belongs_to(self, facts: ClaimFacts) -> bool:
        """Whether it means this in the document, the chapter and the section of a claim."""
        section = ".".join(facts.section.split(",")[0].split(".")[:2])
        places = {facts.document} | {f"{facts.document} {n}" for n in (facts.chapter, section)}
        return not self.within or not places.isdisjoint(self.within)


@cache
def _file() -> dict[str, Any]:
    text = files(__package__).joinpath("symbols.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def glossary() -> tuple[Symbol, ...]:
    """All symbols, in the order of the file.

    >>> [symbol.function for symbol in glossary() if symbol.name == "private divergence"]
    ['banditproof.theory.d_eps']
    """
    entries = {name: facts for name, facts in _file().items() if name != "local"}
    return tuple(
        Symbol(
            name,
            facts["means"],
            **{key: tuple(facts.get(key, ())) for key in ("tex", "words", "defined")},
            within=tuple(facts.get("in", ())),
            function=facts.get("function", ""),
        )
        for name, facts in entries.items()
    )


@cache
def local_letters() -> frozenset[Atom]:
    """The letters that each statement binds or explains for itself."""
    return frozenset(atom for word in _file()["local"].split() for atom in atoms(tree(word)))


def symbols_of(facts: ClaimFacts) -> tuple[Symbol, ...]:
    """The symbols of the statement of a claim, in the order of the glossary.

    Of the ways in which a symbol is written, those of the statement come first. The claims of other
    papers have no symbols here: what they mean by a letter is not known.

    >>> from ..statements.index import text_index
    >>> [symbol.name for symbol in symbols_of(text_index()["bern.sec2.klinf"])][:2]
    ['divergence of Bernoulli laws', 'least divergence to a larger mean']
    """
    if facts.document not in {document.name for document in SHIPPED}:
        return ()
    entries = [symbol for symbol in glossary() if symbol.belongs_to(facts)]
    words, known = _words_of(facts.statement), atoms_of(facts.statement)
    present = {s.name for s in entries if any(f" {word} " in words for word in s.words)}
    for atom in known:
        present |= {symbol.name for symbol in named_by(atom, entries)}
    return tuple(_as_in(symbol, words, known) for symbol in entries if symbol.name in present)


def _as_in(symbol: Symbol, words: str, known: set[Atom]) -> Symbol:
    """A symbol whose ways of writing begin with those of a statement."""
    if len(symbol.tex) + len(symbol.words) == 1:
        return symbol
    fits = {
        latex: max((rank(atom, pattern) for atom in known), default=0)
        for latex, pattern in zip(symbol.tex, symbol.patterns, strict=True)
    }
    return replace(
        symbol,
        tex=tuple(sorted(symbol.tex, key=fits.__getitem__, reverse=True)),
        words=tuple(sorted(symbol.words, key=lambda word: f" {word} " not in words)),
    )


def named_by(atom: Atom, entries: list[Symbol]) -> list[Symbol]:
    """The entries that explain an atom: those of its own index before those of any index."""
    ranked = [(_rank(atom, symbol), symbol) for symbol in entries]
    best = max((rank for rank, _ in ranked), default=0)
    return [symbol for rank, symbol in ranked if rank == best > 0]


def _rank(atom: Atom, symbol: Symbol) -> int:
    fitting = [pattern for pattern in symbol.patterns if pattern.base == atom.base]
    return max(rank(atom, pattern) for pattern in fitting) if fitting else 0


def rank(atom: Atom, pattern: Atom) -> int:
    """How well a pattern fits an atom: 3 by its index, 2 by any index, 1 by its name; else 0.

    >>> rank(Atom("d", "ε"), Atom("d", "ε")), rank(Atom("μ", "a"), Atom("μ", "□"))
    (3, 2)
    >>> rank(Atom("d", "ε"), Atom("d")), rank(Atom("KL", "inf"), Atom("KL"))
    (0, 1)
    """
    if atom.base != pattern.base:
        return 0
    if pattern.below and atom.star == pattern.star:
        if atom.below == pattern.below or atom.below.startswith(f"{pattern.below},"):
            return 3
        if atom.below and pattern.below == ANY:
            return 2
    if pattern == Atom(atom.base) and len(atom.base) > 1:
        return 1  # a name is one with every index
    return 3 if atom == pattern else 0


def atoms_of(text: str) -> set[Atom]:
    """The letters and names of the formulas of a text.

    >>> sorted(atoms_of(r"With $d_\\varepsilon(\\mu_a,\\mu^\\star)\\le T^2$"))[:2]
    [Atom(base='T', below='', star=False), Atom(base='a', below='', star=False)]
    """
    formulas = (tree(piece.latex) for piece in pieces(text) if isinstance(piece, Formula))
    return {atom for formula in formulas for atom in atoms(formula)}


def atoms(node: Node) -> Iterator[Atom]:
    """The letters and names of a formula with their indices, then those inside of the indices."""
    match node:
        case Sign(text, kind):
            if kind in NAMED:
                yield Atom(text)
        case Row(parts) | Call(_, parts):
            for part in parts:
                yield from atoms(part)
        case Fraction(one, other) | Root(one, other):
            yield from atoms(one)
            yield from atoms(other)
        case Scripts(base, below, above):
            if isinstance(base, Sign) and base.kind in NAMED:
                yield Atom(base.text, _plain(below), _plain(above).startswith("*"))
            else:
                yield from atoms(base)
            for index in (below, above):  # one that is a name alone belongs to its letter
                if not isinstance(index, Sign) or len(index.text) == 1:
                    yield from atoms(index)


def _plain(node: Node) -> str:
    """An index as characters; stars of both kinds are one."""
    match node:
        case Sign(text, _):
            return "" if text == "′" else text.replace("⋆", "*")
        case Row(parts) | Call(_, parts):
            return "".join(map(_plain, parts))
        case Scripts(base, below, above):
            return f"{_plain(base)}{_plain(below)}{_plain(above)}"
        case Fraction(one, other) | Root(one, other):
            return f"{_plain(one)}/{_plain(other)}"


def _words_of(text: str) -> str:
    """The words outside of formulas, with blanks around each."""
    plain = " ".join(
        "" if isinstance(piece, Formula) else getattr(piece, "text", "") for piece in pieces(text)
    )
    return f" {' '.join(WORD.findall(plain))} "
