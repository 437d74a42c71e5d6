"""Relations of steps by arithmetic: under which hypotheses, and by which stored proofs."""

from __future__ import annotations
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from banditproof.theory.logic.formulas import equation
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.laws import refl
from banditproof.theory.logic.shapes import parts
from banditproof.theory.logic.simple_types import REAL
from banditproof.theory.logic.terms import Free, Refused, Term, normal
from banditproof.theory.logic.variables import frees
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import read
from ..relations import Domain, Relation
from ..store import stored_proofs
from .arithmetic import Arithmetic, BeyondTheCore, Hint, NotDefined, Stored
from .defined_words import WORD
from .formulas import is_partial, is_relation, names_of, quantity, words_in
from .hypotheses import Hypotheses
from .kinds_of_hypotheses import Kind
from .renamed_proofs import Node, defined_within


@dataclass
class ByArithmetic(Hypotheses):
    """One proof, whose relations are shown by the judge of inequalities."""

    arithmetic: Arithmetic = field(default_factory=Arithmetic)

    @cached_property
    def stored(self) -> Mapping[str, Stored]:
        """The stored proofs of the steps, by the names of their goals without the last number."""
        results: dict[str, list[tuple[Goal, Node]]] = {}
        for key, pair in stored_proofs(self.proof.id).items():
            results.setdefault(_name_of(key), []).append(pair)
        return results

    @cached_property
    def all_stored(self) -> Stored:
        """All stored proofs, and those in them that a term is defined."""
        results = list[tuple[Goal, Node]]()
        for goal, tree in stored_proofs(self.proof.id).values():
            results.append((goal, tree))
            for part in defined_within(tree):
                term = read(part["term"])
                results.append((Goal(term, part["strict"], goal.region, goal.given), part["proof"]))
        return results

    def arith(
        self, goal: Term, using: Sequence[Theorem], domain: Domain, name: str = "",
        hint: Hint | None = None,
    ) -> Theorem:  # fmt: skip
        """A relation by arithmetic, under ranges, conditions and some sequents.

        `name` is that of stored proofs. Defined words are opened where they matter.
        """
        goal, stored = normal(goal), self.stored.get(_name_of(name), ()) if name else ()
        used = [th for th in using if is_relation(th.conclusion)]
        words = list(dict.fromkeys(
            word for one in (goal, *(th.conclusion for th in used)) for word in words_in(one)
        ))  # fmt: skip
        # which divergences are opened: none, each one by itself, or all
        tried = [(), *((word,) for word in words if len(words) > 1), tuple(words)] if words else []
        for which in tried:
            known = [*map(self._definition, which), *used]
            try:
                own = stored if len(which) == len(words) else ()
                return self._by_arithmetic(goal, known, domain, own, None, search=False)
            except Refused:
                continue
        return self._by_arithmetic(goal, used, domain, stored, hint)

    def _definition(self, word: Term) -> Theorem:
        """A defined term is what its definition says."""
        value = normal(word, {WORD: self.theory.definitions[WORD]})
        return self.theory.convert(refl(self.theory, word), equation(word, value, REAL), [WORD])

    def _by_arithmetic(
        self, goal: Term, used: Sequence[Theorem], domain: Domain, stored: Stored,
        hint: Hint | None, *, search: bool = True,
    ) -> Theorem:  # fmt: skip
        """A relation from relations that are used; what bears on nothing of it is tried last."""
        beyond: tuple[BeyondTheCore, list[Theorem]] | None = None
        ways = self._ways(goal, used, domain)
        for place, (some, names) in enumerate(ways, 1):
            premises = list(dict.fromkeys([*self.within(domain, names), *some]))
            for th in premises:
                if th.conclusion == goal:
                    return th
            last = place == len(ways)
            try:
                try:
                    found = self._certificate(premises, goal, stored, hint, last and search)
                except NotDefined:
                    # what stands before a term shows that it is defined: what divides comes last
                    premises.sort(key=lambda th: is_partial(th.conclusion))
                    found = self._certificate(premises, goal, stored, hint, last and search)
            except BeyondTheCore as wider:
                beyond = beyond or (wider, premises)
                continue
            except Refused:
                if last and beyond is None:
                    raise
                continue
            return self.theory.arith(premises, goal, found)
        assert beyond is not None
        return self._beyond(goal, *beyond)

    def _certificate(
        self, premises: Sequence[Theorem], goal: Term, stored: Stored, hint: Hint | None,
        search: bool,
    ) -> list[Any]:  # fmt: skip
        said = [th.conclusion for th in premises]
        return self.arithmetic.certificate(
            said, goal, stored, hint, search=search, others=self.all_stored
        )

    def _ways(
        self, goal: Term, used: Sequence[Theorem], domain: Domain
    ) -> list[tuple[Sequence[Theorem], set[str]]]:
        """What is tried as premises, and of which quantities the ranges; the last is searched for.

        A name that is defined needs no range, most times. A stored proof may speak of what stands
        in any condition, and is then one of a goal with all these quantities.
        """
        here = frees(goal).union(map(quantity, domain.ranges))
        bearing = [th for th in used if all(x in here for x in _reals(th.conclusion))]
        conditions = set[str]().union(*(Relation.of(text).names for text in domain.conditions))
        ways: list[tuple[Sequence[Theorem], set[str]]] = []
        for some in (bearing, used) if len(bearing) < len(used) else (used,):
            names = names_of(x for t in (goal, *(th.conclusion for th in some)) for x in frees(t))
            plain = _defined_by(some)
            wide = [names | conditions] if not conditions <= names else []
            apart = [names - plain] if plain else []
            ways += [(some, each) for each in (*apart, *wide, names)]
        return ways

    def _beyond(self, goal: Term, wider: BeyondTheCore, premises: list[Theorem]) -> Theorem:
        """What rules beyond the core show stays open: the relation, under its premises."""
        label = self.label(Kind.BEYOND, ", ".join(wider.rules), self.at)
        return self.from_open(premises, goal, label)


def _name_of(key: str) -> str:
    """The name of a stored goal without its last number, which may be another one here."""
    key = key.removesuffix(".reverse")
    return key if key.isdigit() else key.rpartition("-")[0]


def _reals(one: Term) -> set[Free]:
    """The real variables of a term."""
    return {x for x in frees(one) if x.type == REAL}


def _defined_by(used: Iterable[Theorem]) -> set[str]:
    """The names that equations among some sequents define."""
    found = set()
    for th in used:
        sides = parts(th.conclusion, "=")
        if sides and isinstance(sides[0], Free) and sides[0] not in frees(sides[1]):
            found.add(sides[0].name)
    return found
