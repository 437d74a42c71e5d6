"""A Coq file under construction: lemmas, one per goal, and how a proof uses one."""

from __future__ import annotations
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import Term, nodes, num, read, replaced, var
from .bounds import Context
from .calculus import as_function, continuity, derivative
from .identities import equation, side_conditions
from .spelling import NoExport, compared, named, rational, spelled, split_root

Node = Mapping[str, Any]
Finite = tuple[tuple[Term, Term], ...]
"""Pairs u, c: where u = 0 also c = 0, so that c log u is 0 and not infinite."""
ENDS = ((False, "low"), (True, "high"))
ATOMS = ("log", "exp", "tanh", "xlogx", "max", "min", "abs", "if", "pow")
MOST = 4000
"""The largest number of lemmas of one file."""


@dataclass(frozen=True)
class Lemma:
    """A lemma: its name, and the names of its variables in the prover."""

    name: str
    variables: tuple[str, ...]

    def use(self, where: Mapping[str, str] | None = None) -> str:
        """The tactic that applies it, with texts in place of variables."""
        args = [(where or {}).get(v) or named(v) for v in self.variables]
        return f"apply ({' '.join([self.name, *args])}); side"


def hypotheses(goal: Goal, finite: Finite = ()) -> list[str]:
    """What a goal supposes: its region, its assumptions, and where c log u is finite."""
    results = []
    for name, where in goal.region:
        if where.lo is not None:
            results.append(f"{rational(where.lo)} {'<' if where.lo_open else '<='} {named(name)}")
        if where.hi is not None:
            results.append(f"{named(name)} {'<' if where.hi_open else '<='} {rational(where.hi)}")
    results += [compared(term, strict) for term, strict in goal.given]
    return results + [f"({spelled(u)} = 0 -> {spelled(c)} = 0)" for u, c in finite]


@dataclass
class Script:
    """The lemmas that were written so far."""

    rules: Mapping[str, Callable[[Script, Goal, Finite, Node], list[str]]]
    text: list[str] = field(default_factory=list)
    known: dict[Any, Lemma] = field(default_factory=dict)

    def lemma(self, goal: Goal, finite: Finite, conclusion: str, lines: list[str]) -> Lemma:
        """Write a lemma with its proof."""
        names = tuple(name for name, _ in goal.region)
        supposed = hypotheses(goal, finite)
        result = Lemma(f"g{len(self.text)}", names)
        binder = f"forall {' '.join(map(named, names))} : R,\n  " if names else ""
        arrows = "".join(f"{item} -> " for item in supposed)
        intros = " ".join([*map(named, names), *(f"G_{i}" for i in range(len(supposed)))])
        start = f"intros {intros}." if intros else "idtac."
        if len(self.text) >= MOST:
            raise NoExport(
                f"The proof has more than {MOST} steps, which is too long for an export."
            )
        body = "\n".join([start, *lines])
        self.text.append(
            f"Lemma {result.name} : {binder}{arrows}{conclusion}.\nProof.\n{body}\nQed.\n"
        )
        return result

    def prove(self, goal: Goal, proof: Node, finite: Finite = ()) -> Lemma:
        """The lemma that says a goal, with the proof in Coq of its tree."""
        key = (goal, finite, json.dumps(proof, sort_keys=True))
        if key not in self.known:
            rule = self.rules.get(proof["by"])
            if rule is None:
                raise NoExport(f"The rule {proof['by']!r} has no export to Coq.")
            lines = rule(self, goal, finite, proof)
            self.known[key] = self.lemma(goal, finite, compared(goal.term, goal.strict), lines)
        return self.known[key]

    def context(self, goal: Goal, proof: Node, key: str = "defined") -> Context:
        """A lemma to be proved, in which some terms have a proved sign."""
        known: dict[Term, tuple[bool, str]] = {}
        for part in proof.get(key, ()):
            term, strict = read(part["term"]), bool(part["strict"])
            known[term] = (strict, self.prove(goal.of(term, strict), part["proof"]).use())
        return Context(goal, known)

    def slope(self, goal: Goal, proof: Node, name: str, term: Term, first: Term, key: str) -> Lemma:
        """The lemma that a term has a slope in a variable, in a region."""
        context = self.context(goal.of(first), proof, key)
        self._also_known(context, goal.of(term), proof, "defined")
        proved = derivative(context, term, name)
        variable = named(name)
        statement = f"lim {as_function(term, name)} {variable} {spelled(first)}"
        side_conditions(context, (term, first))
        context.lines.append(f"apply (D_eq {proved}).")
        return self.lemma(goal, (), statement, [*context.lines, "same."])

    def _also_known(self, context: Context, goal: Goal, proof: Node, key: str) -> None:
        context.known.update(self.context(goal, proof, key).known)

    def continuous(self, goal: Goal, proof: Node, name: str, term: Term, key: str) -> Lemma:
        """The lemma that a term is continuous in a variable, in a region."""
        context = self.context(goal.of(term), proof, key)
        proved = continuity(context, term, name)
        statement = f"cont {as_function(term, name)} {named(name)}"
        return self.lemma(goal, (), statement, [*context.lines, f"exact {proved}."])

    def continuous_at(
        self, goal: Goal, proof: Node, name: str, at: Term, term: Term, key: str = ""
    ) -> Lemma:
        """The lemma that a term is continuous in a variable at a value, which others may give."""
        there = goal.without(name, at, term)
        context = self.context(there, proof, key)
        proved = continuity(context, term, name, at)
        statement = f"cont {as_function(term, name)} {spelled(at)}"
        return self.lemma(there, (), statement, [*context.lines, f"exact {proved}."])

    def value_at(
        self, goal: Goal, name: str, at: Term, term: Term, strict: bool, proof: Node
    ) -> Lemma:
        """The lemma that a term is >= 0 (> 0) with a value in place of a variable, as it stands."""
        there = goal.without(name, at, term)
        child = self.prove(there.of(there.term, strict), proof)
        sign = "<" if strict else "<="
        lines = self.placed(there, name, at, term)
        wanted = spelled(term, {name: spelled(at)})
        lines += [f"try rewrite V; {child.use()}."]
        return self.lemma(there, (), f"0 {sign} {wanted}", lines)

    def placed(
        self, there: Goal, name: str, at: Term, term: Term, result: Term | None = None
    ) -> list[str]:
        """Steps to V: a term with a text in place of a variable is what the prover makes of it.

        Values of functions are compared first, from the inside out.
        """
        return self.moved(Context(there), term, {var(name): at}, result)

    @staticmethod
    def moved(
        context: Context, term: Term, what: Mapping[Term, Term], result: Term | None = None
    ) -> list[str]:
        """Steps to V: a term with texts in place of terms is what the prover makes of it."""
        known: list[str] = []
        atoms = {old: spelled(new) for old, new in what.items()}
        for node in nodes(term):
            if node.kind not in ATOMS or node in what:
                continue
            value = replaced(node, what)
            raw, norm = spelled(node, atoms=atoms), spelled(value)
            if raw != norm:
                with suppress(NoExport, ValueError):
                    side_conditions(context, (value,))
                inner = "".join(f"rewrite ?{item}; " for item in reversed(known))
                known.append(context.add(f"{raw} = {norm}", f"{inner}same_parts"))
        with suppress(NoExport, ValueError):
            side_conditions(context, (replaced(term, what),))
        text = spelled(result or replaced(term, what))
        inner = "".join(f"rewrite ?{item}; " for item in reversed(known))
        raw = spelled(term, atoms=atoms)
        return [
            *context.lines,
            f"assert (V : {raw} = {text}) by first [same | {inner}same_numbers].",
        ]

    def assumptions_placed(self, goal: Goal, there: Goal, name: str, at: Term) -> list[str]:
        """Steps to the assumptions at a value of a variable, as the prover writes them."""
        lines = []
        for place, ((term, strict), (moved, _)) in enumerate(
            zip(goal.given, there.given, strict=True)
        ):
            if name in term.variables and moved.kind != "num":
                wanted = compared(moved, strict)
                lines += [
                    f"assert (W_{place} : {wanted}).",
                    "{ " + " ".join(self.placed(there, name, at, term, moved)),
                    "first [assumption | rewrite <- V; assumption]. }",
                ]
        return lines

    def equal(self, goal: Goal, proof: Node, left: Term, right: Term) -> Lemma:
        """The lemma that two terms are equal in a region."""
        context = self.context(goal, proof)
        name = equation(context, left, right)
        return self.lemma(
            goal, (), f"{spelled(left)} = {spelled(right)}", [*context.lines, f"exact {name}."]
        )

    def zero_at(self, goal: Goal, name: str, at: Term, term: Term) -> Lemma:
        """The lemma that a term is 0 with a value in place of a variable, as it stands."""
        there = goal.without(name, at, term)
        zero = self.equal(there, {}, there.term, num(0))
        lines = self.placed(there, name, at, term)
        wanted = spelled(term, {name: spelled(at)})
        return self.lemma(there, (), f"{wanted} = 0", [*lines, f"try rewrite V; {zero.use()}."])

    def denominators(
        self, context: Context, goal: Goal, term: Term, proof: Node, finite: Finite
    ) -> None:
        """What a term divides by is not 0 where its sign was proved, case by case."""
        for node in nodes(term):
            if node.kind != "pow" or node.value >= 0:
                continue
            base = node.args[0]
            root = split_root(node)
            base = base if root is None else root[0]
            with suppress(NoExport, ValueError):
                context.nonzero(base)
                continue
            for sign in (base, -base):
                try:
                    child = self.prove(goal.of(sign, True), same_cases(proof), finite)
                except (NoExport, ValueError, KeyError):
                    continue
                fact = context.add(compared(sign, True), child.use())
                words = f"clear - {fact}; lra"
                context.facts[base, "nonzero"] = context.add(f"{spelled(base)} <> 0", words)
                break


def same_cases(proof: Node) -> dict[str, Any]:
    """The cases of a proof, with the bounds of the parts in each."""
    by = proof["by"]
    if by in ("ends", "split", "cases"):
        keys = [key for key in ("inside", "low", "high") if key in proof]
        return {**proof, **{key: same_cases(proof[key]) for key in keys}}
    if by == "empty":
        return dict(proof)
    return {"by": "span", **{key: proof[key] for key in ("defined",) if key in proof}}
