"""Theorems of the kernel as lemmas of Coq, each rule as a term that Coq checks.

A theorem that is not a mere instance is one lemma about its free variables and type variables,
under its hypotheses. What it says is what the kernel holds of it, so that a theorem that no rule
made has a lemma that Coq refuses.
"""

from __future__ import annotations
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from banditproof.theory.logic.formulas import LAWS
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.terms import Free, Refused, Term, require
from .wording import EVERYTHING, Scope, Wording, letter, within, word

SHORT = frozenset({"assume", "use", "instance"})
"""Rules whose terms stand inside of those that use them."""


@dataclass(frozen=True)
class Lemma:
    """A lemma: its name, and over what it is stated."""

    name: str
    hypotheses: tuple[Term, ...]
    frees: tuple[Free, ...]
    types: frozenset[str]


@dataclass
class Lemmas:
    """The lemmas of one file, in their order."""

    wording: Wording
    leaf: Callable[[Lemmas, Theorem, str], str]
    """Writes the lemma of a step of arithmetic under a name: what proves it, or an axiom."""
    lines: list[str] = field(default_factory=list)
    cores: list[str] = field(default_factory=list)
    """The cores of steps of arithmetic, which know nothing of the theory."""
    made: dict[int, Lemma] = field(default_factory=dict)
    kept: list[Theorem] = field(default_factory=list)
    cited: dict[str, None] = field(default_factory=dict)
    """The axioms and theorems that are used, each once."""
    fresh: count[int] = field(default_factory=count)

    def of(self, theorem: Theorem) -> Lemma:
        """The lemma of a theorem, after those of what it was made of."""
        stack = [(theorem, False)]
        while stack:
            th, ready = stack.pop()
            if id(th) in self.made:
                continue
            if ready:
                if th.rule not in SHORT or th is theorem:
                    self._write(th)
            else:
                stack.append((th, True))
                stack += [(part, False) for part in reversed(th.using)]
        return self.made[id(theorem)]

    def statement(self, th: Theorem, premises: tuple[Term, ...]) -> tuple[str, Lemma]:
        """The statement of a theorem under premises, and over what it is stated."""
        terms = (*premises, th.conclusion)
        w = self.wording
        inside = [within(t) for t in terms]
        variables = tuple(dict.fromkeys(x for _, frees in inside for x in frees))
        types = frozenset[str]().union(*(types for types, _ in inside))
        text = w.binder(types)
        text += "".join(f"forall {w.free(x)} : {w.type(x.type, EVERYTHING)}, " for x in variables)
        text += " -> ".join(w.term(t, EVERYTHING) for t in terms)
        return text, Lemma("", premises, variables, types)

    def _write(self, th: Theorem) -> None:
        hypotheses = tuple(sorted(th.hypotheses, key=in_order))
        text, over = self.statement(th, hypotheses)
        name = f"L{len(self.made)}"
        lemma = Lemma(name, hypotheses, over.frees, over.types)
        scope = Scope(lemma.types, frozenset(lemma.frees))
        known = {h: f"h{i}" for i, h in enumerate(hypotheses)}
        proof = self._made(th, known, scope)
        intros = [w for n in sorted(lemma.types) for w in (letter("T", n), letter("i", n))]
        intros += [*map(self.wording.free, lemma.frees), *known.values()]
        start = f"intros {' '.join(intros)}; " if intros else ""
        self.lines.append(f"Lemma {name} : {text}.\nProof. {start}exact {proof}. Qed.")
        self.made[id(th)] = lemma
        self.kept.append(th)  # its id stays its own

    def use(self, th: Theorem, known: Mapping[Term, str], scope: Scope) -> str:
        """The term of a theorem where some hypotheses are known."""
        lemma = self.made.get(id(th))
        if lemma is None:
            return self._made(th, known, scope)
        words = self.wording.instance(lemma.types, {}, scope)
        words += [self.wording.term(x, scope) for x in lemma.frees]
        missing = [h for h in lemma.hypotheses if h not in known]
        require(not missing, "A theorem rests on a hypothesis that is not known there.")
        return _applied(f"@{lemma.name}", [*words, *(known[h] for h in lemma.hypotheses)])

    def _made(self, th: Theorem, known: Mapping[Term, str], scope: Scope) -> str:
        w, u, data = self.wording, th.using, th.data

        def use(n: int, more: Mapping[Term, str] | None = None, below: Scope = scope) -> str:
            return self.use(u[n], {**known, **(more or {})}, below)

        def term(t: Term) -> str:
            return w.term(t, scope)

        match th.rule:
            case "assume":
                require(th.conclusion in known, "An assumption is not known there.")
                return known[th.conclusion]
            case "imp_intro":
                k = f"k{next(self.fresh)}"
                return f"(fun {k} : {term(data)} => {use(0, {data: k})})"
            case "all_intro":
                here = f"{w.free(data)} : {w.type(data.type, scope)}"
                return f"(fun {here} => {use(0, None, scope.under(data))})"
            case "instance":
                return _applied(use(0), [*map(term, data), *map(use, range(1, len(u)))])
            case "convert":
                return f"({use(0)} : {term(th.conclusion)})"
            case "use":
                return self._cited(data[0], data[1], scope)
            case "arith":
                return self._leaf(th, known, scope)
        raise Refused(f"{th.rule} is no rule.")

    def _cited(self, name: str, by: Mapping[str, tuple[str, ...]], scope: Scope) -> str:
        theory = self.wording.signature
        said = theory.axioms.get(name, theory.statements.get(name))
        if said is None:
            raise Refused(f"{name} is neither an axiom nor stated.")
        kind = "law" if name in LAWS else "ax" if name in theory.axioms else "thm"
        if kind != "law":
            self.cited[name] = None
        types, _ = within(said)
        return _applied(f"@{kind}_{word(name)}", self.wording.instance(types, by, scope))

    def _leaf(self, th: Theorem, known: Mapping[Term, str], scope: Scope) -> str:
        name = f"leaf_{len(self.made)}"
        self.lines.append(self.leaf(self, th, name))
        _, over = self.statement(th, tuple(p.conclusion for p in th.using))
        words = self.wording.instance(over.types, {}, scope)
        words += [self.wording.term(x, scope) for x in over.frees]
        return _applied(f"@{name}", [*words, *(self.use(p, known, scope) for p in th.using)])


def in_order(hypothesis: Term) -> tuple[str, list[int]]:
    """A key by which hypotheses have one order in all runs: texts, then the age of variables.

    The number behind % in a name differs from run to run; it is larger for a newer variable.

    >>> from banditproof.theory.logic.simple_types import REAL
    >>> in_order(Free("x%40", REAL))[1]
    [40]
    """
    text = repr(hypothesis)
    return re.sub(r"%\d+", "%", text), [*map(int, re.findall(r"%(\d+)", text))]


def _applied(function: str, words: list[str]) -> str:
    return f"({' '.join([function, *words])})"
