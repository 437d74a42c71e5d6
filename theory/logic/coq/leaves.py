"""Steps of arithmetic as lemmas of Coq: what is to be shown, and the proof that was found.

A step is read as the search reads it: what is no arithmetic is an unknown number. Each relation is
shown to say what the expression of it says, equations are put in, and the exporter of proofs of
inequalities writes the rest. All functions are total on both sides, and no value of 1/0 is used.
"""

from __future__ import annotations
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from banditproof.theory.logic.arithmetic import relation
from banditproof.theory.logic.formulas import FALSE
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.searched_steps import FOUND, State, to_show
from banditproof.theory.logic.shapes import parts
from banditproof.theory.logic.terms import Term
from banditproof.theory.prover.coq.script import ATOMS, Node, Script, hypotheses
from banditproof.theory.prover.coq.spelling import NoExport, compared, named, spelled
from banditproof.theory.prover.coq.steps import STEPS
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import Term as Expression
from banditproof.theory.prover.kernel.terms import nodes, num, replaced, var
from banditproof.theory.prover.narrowing import linear_bound
from .lemmas import Lemmas
from .reals import Reals
from .wording import Scope, letter


@dataclass
class Leaf:
    """The core of one step: a lemma about unknown numbers."""

    premises: tuple[Term, ...]
    goal: Term
    lines: list[str] = field(default_factory=list)
    shown_before: dict[str, str] = field(default_factory=dict)
    """The hypotheses that were added, by what they say."""
    script: Script = field(default_factory=lambda: Script(STEPS))
    equal: dict[Expression, tuple[Expression, str]] = field(default_factory=dict)
    """For a variable that an equation replaces: by what, and the hypothesis that says so."""
    given: list[tuple[Expression, bool, str]] = field(default_factory=list)
    points: dict[Expression, tuple[Expression, str]] = field(default_factory=dict)
    """The variables that two bounds make numbers, with the hypotheses that say so."""

    def add(self, statement: str, tactic: str) -> str:
        """A hypothesis, which is new unless one says the same."""
        if statement not in self.shown_before:
            name = self.shown_before[statement] = f"K{len(self.lines)}_"
            self.lines.append(f"assert ({name} : {statement}) by ({tactic}).")
        return self.shown_before[statement]

    def placed(self, term: Expression, what: Mapping[Expression, tuple[Expression, str]]) -> str:
        """A hypothesis that a term is what it becomes with other terms in place of variables."""
        by = {old: new for old, (new, _) in what.items()}
        texts = {old: spelled(new) for old, new in by.items()}
        inner: list[str] = []

        def back() -> str:
            return "".join(f"try rewrite {item}; " for item in reversed(inner))

        for node in nodes(term):
            raw, norm = spelled(node, atoms=texts), spelled(replaced(node, by))
            if node.kind in ATOMS and raw != norm:
                # the factors of x log x may both be written otherwise
                how = "first [alike | f_equal; alike]" if node.kind == "xlogx" else "alike"
                inner.append(self.add(f"{raw} = {norm}", f"{back()}{how}"))
        whole = spelled(replaced(term, by))
        raw = self.add(f"{spelled(term, atoms=texts)} = {whole}", f"{back()}alike")
        equations = "".join(
            f"try rewrite {why}; " for old, (_, why) in what.items() if old.value in term.variables
        )
        return self.add(f"{spelled(term)} = {whole}", f"{equations}exact {raw}")

    def put(self, what: Mapping[Expression, tuple[Expression, str]]) -> None:
        """Put terms in place of variables in all that is known."""
        names = {old.value for old in what}
        by = {old: new for old, (new, _) in what.items()}
        for old, (new, why) in list(self.equal.items()):
            if names & new.variables:
                equation = self.placed(new, what)
                moved = replaced(new, by)
                fact = self.add(
                    f"{spelled(old)} = {spelled(moved)}", f"rewrite {why}; exact {equation}"
                )
                self.equal[old] = (moved, fact)
        for place, (term, strict, why) in enumerate(self.given):
            if names & term.variables:
                equation = self.placed(term, what)
                moved = replaced(term, by)
                # not `rewrite <-`, which would replace each 0 where a term becomes 0
                words = f"exact (eq_ind _ ({'Rlt' if strict else 'Rle'} 0) {why} _ {equation})"
                fact = self.add(compared(moved, strict), words)
                self.given[place] = (moved, strict, fact)

    def side(self, term: Expression, why: str) -> tuple[Expression, str]:
        """A side of a relation after the equations, from a hypothesis of what it is."""
        if not any(old.value in term.variables for old in self.equal):
            return term, why
        by = {old: new for old, (new, _) in self.equal.items()}
        equation = self.placed(term, self.equal)
        return replaced(term, by), self.add_chain(why, equation)

    def add_chain(self, first: str, second: str) -> str:
        """a = c from a = b and b = c."""
        name = f"K{len(self.lines)}_"
        self.lines.append(f"assert ({name} := eq_trans {first} {second}).")
        return name

    def premise(self, name: str, sign: str, sides: tuple[tuple[Expression, str], ...]) -> None:
        """Take a relation, as the kernel does."""
        (a, why_a), (b, why_b) = (self.side(*one) for one in sides)
        if sign != "=":
            strict = sign == "<"
            words = f"clear - {name} {why_a} {why_b}; lra"
            self.given.append((b - a, strict, self.add(compared(b - a, strict), words)))
            return
        forward = f"exact (eq_trans (eq_sym {why_a}) (eq_trans {name} {why_b}))"
        backward = f"exact (eq_trans (eq_sym {why_b}) (eq_trans (eq_sym {name}) {why_a}))"
        for left, right, how in ((a, b, forward), (b, a, backward)):
            if left.kind == "var" and left.value not in right.variables:
                fact = self.add(f"{spelled(left)} = {spelled(right)}", how)
                self.put({left: (right, fact)})
                self.equal[left] = (right, fact)
                return
        both = self.add(f"{spelled(a)} = {spelled(b)}", forward)
        for term in (b - a, a - b):
            fact = self.add(compared(term, False), f"clear - {both}; lra")
            self.given.append((term, False, fact))

    def last(
        self, signs: list[tuple[Expression, bool]], goals: list[tuple[Goal, Node]]
    ) -> list[str]:
        """Hypotheses that terms are >= 0, or > 0, by the last proofs of a certificate."""
        state = State(equal={old.value: new for old, (new, _) in self.equal.items()})
        state.given = [(term, strict) for term, strict, _ in self.given]
        real = [state.goal(term, strict) is not None for term, strict in signs]
        rest, facts = goals[len(goals) - sum(real) :], list[str]()
        for (term, strict), there in zip(signs, real, strict=True):
            goal, tree = rest.pop(0) if there else (None, {})
            equal = self.add(f"{spelled(term)} = {spelled(term)}", "reflexivity")
            moved, why = self.side(term, equal)
            facts += [why, self.shown(goal, moved, strict, tree)]
        return facts

    def shown(self, goal: Goal | None, term: Expression, strict: bool, tree: Node) -> str:
        """A hypothesis that a term is >= 0, or > 0, by the proof of the checker."""
        facts = " ".join(why for _, _, why in self.given)
        if goal is None:
            return self.add(compared(term, strict), f"exfalso; clear - {facts}; lra")
        lemma = self.script.prove(goal, tree)
        points = {}
        known = dict(goal.region)
        for name in sorted(term.variables.union(*(t.variables for t, _, _ in self.given))):
            value = self.fixed(name) if name not in known else None
            if value is not None:
                fact = self.add(f"{named(name)} = {spelled(num(value))}", f"clear - {facts}; lra")
                points[var(name)] = (num(value), fact)
        if points:
            self.put(points)
            self.points.update(points)
        fixed = {old: new for old, new in self.points.items() if old.value in term.variables}
        equation = self.placed(term, fixed) if fixed else ""
        asked = [
            self.add(one, f"first [assumption | clear - {facts}; lra]") for one in hypotheses(goal)
        ]
        names = [named(name) for name, _ in goal.region]
        words = f"({' '.join([lemma.name, *names, *asked])})"
        if equation:
            words = f"(eq_ind_r ({'Rlt' if strict else 'Rle'} 0) {words} {equation})"
        return self.add(compared(term, strict), f"exact {words}")

    def fixed(self, name: str) -> Fraction | None:
        """The number that a variable is, if two bounds say so."""
        ends: dict[bool, list[Fraction]] = {False: [], True: []}
        for item, _, _ in self.given:
            bound = linear_bound(item)
            if bound is not None and bound[0] == name:
                ends[bound[2]].append(bound[1])
        if not (ends[False] and ends[True]):
            return None
        return max(ends[False]) if max(ends[False]) == min(ends[True]) else None


def leaf_of(lemmas: Lemmas, th: Theorem, name: str) -> str:
    """The lemma of a step of arithmetic; raises NoExport if a part of it has no form in Coq."""
    premises = tuple(p.conclusion for p in th.using)
    reals = Reals()
    leaf = Leaf(premises, th.conclusion)
    chosen = [*zip(to_show(premises, th.conclusion, State()), th.data, strict=True)]
    if not all(FOUND in proof for _, (_, proof) in chosen):
        raise NoExport("A certificate has no proof of the search, which is what Coq is shown.")
    goals = [(goals[place], proof[FOUND]) for goals, (place, proof) in chosen]
    relations = [relation(p) for p in (*premises, th.conclusion)]
    for place, sides in enumerate(relations):
        if sides is None:
            raise NoExport("That is no relation between reals.")
        a, b = reals.read(sides[0]), reals.read(sides[2])
        both = tuple((one.expression, reals.equal(leaf.add, one)) for one in (a, b))
        if place < len(premises):
            said = _plain(leaf, f"P{place}_", premises[place])
            leaf.premise(said, sides[1], both)
            continue
        (left, why_left), (right, why_right) = both
        signs = [(right - left, sides[1] == "<")]
        signs += [(left - right, False)] if sides[1] == "=" else []
        facts = [why_left, why_right, *leaf.last(signs, goals)]
        if _negated(th.conclusion):
            leaf.lines.append("intro N_.")
            facts.append("N_")
        leaf.lines.append(f"clear - {' '.join(facts)}; lra.")
    return _text(lemmas, th, name, reals, leaf)


def _negated(term: Term) -> bool:
    pair = parts(term, "imp")
    return pair is not None and pair[1] == FALSE


def _plain(leaf: Leaf, name: str, term: Term) -> str:
    """A premise without its negation."""
    if not _negated(term):
        return name
    leaf.lines.append(f"first [apply Rnot_le_lt in {name} | apply Rnot_lt_le in {name}].")
    return name


def _text(lemmas: Lemmas, th: Theorem, name: str, reals: Reals, leaf: Leaf) -> str:
    statement, over = lemmas.statement(th, leaf.premises)
    scope = Scope(over.types, frozenset(over.frees))
    whole = " -> ".join(reals.said(t) for t in (*leaf.premises, leaf.goal))
    unknowns = [*reals.naturals.values(), *reals.own.values()]
    binder = "".join(f"forall {n} : nat, " for n in reals.naturals.values())
    binder += "".join(f"forall {v} : R, " for v in reals.own.values())
    intros = " ".join([*unknowns, *(f"P{i}_" for i in range(len(leaf.premises)))])
    lemmas.cores += [
        f"Module A_{name}.",
        *leaf.script.text,
        f"Lemma core : {binder}{whole}.",
        f"Proof. {f'intros {intros}.' if intros else ''}",
        *reals.start(),
        *leaf.lines,
        "Qed.",
        f"End A_{name}.",
    ]
    values = [lemmas.wording.term(t, scope) for t in (*reals.naturals, *reals.own)]
    words = [w for n in sorted(over.types) for w in (letter("T", n), letter("i", n))]
    words += [*map(lemmas.wording.free, over.frees), *(f"P{i}_" for i in range(len(leaf.premises)))]
    applied = " ".join([f"A_{name}.core", *values, *(f"P{i}_" for i in range(len(leaf.premises)))])
    start = f"intros {' '.join(words)}; " if words else ""
    return f"Lemma {name} : {statement}.\nProof. {start}exact ({applied}). Qed."
