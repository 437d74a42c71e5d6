"""Relations of steps by arithmetic: under which hypotheses, and by which certificates."""

from __future__ import annotations
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from banditproof.theory.logic.arithmetic import relation, spine
from banditproof.theory.logic.formulas import binary, equation
from banditproof.theory.logic.hints import Hint
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.laws import refl
from banditproof.theory.logic.printing import shown
from banditproof.theory.logic.shapes import parts
from banditproof.theory.logic.simple_types import REAL
from banditproof.theory.logic.terms import Free, Refused, Term, normal
from banditproof.theory.logic.variables import frees
from banditproof.theory.prover.kernel.goals import Goal
from ..relations import Domain, Relation
from .arithmetic import Arithmetic, BeyondTheCore, Effort, NotDefined, Part, is_at_sight
from .defined_words import WORD
from .formulas import is_partial, is_relation, names_of, numeral, op, quantity, words_in
from .hypotheses import Hypotheses
from .kept_certificates import Kept, key_of
from .kinds_of_hypotheses import Kind

ZERO = numeral(Fraction(0))


@dataclass
class ByArithmetic(Hypotheses):
    """One proof, whose relations are shown by the judge of inequalities."""

    arithmetic: Arithmetic = field(default_factory=Arithmetic)

    kept: Kept = field(default_factory=dict)
    """Certificates that are kept for it."""
    noted: dict[int, dict[Goal, Part]] = field(default_factory=dict)
    """What each of its steps rests on: goals with their proofs."""
    grounds: list[Theorem] = field(default_factory=list)
    """What shows that the terms of the step in judgement are defined, and lie where they are to.

    The step stands under its hypotheses as well.
    """
    meaningful: dict[tuple[Term, Domain, frozenset[Theorem]], tuple[Theorem, ...]] = field(
        default_factory=dict
    )
    """Why words are defined, by the words, the place, and what was known there."""

    def arith(
        self, goal: Term, using: Sequence[Theorem], domain: Domain, hint: Hint | None = None,
        effort: Effort = Effort.LONG,
    ) -> Theorem:  # fmt: skip
        """A relation by arithmetic, under ranges, conditions and some sequents.

        Defined words are opened where they matter, and have a meaning where they stand. What is
        known comes before any search.
        """
        goal = normal(goal)
        self.require_words_defined(goal, domain, using)
        used = [th for th in using if is_relation(th.conclusion)]
        words = list(dict.fromkeys(
            word for one in (goal, *(th.conclusion for th in used)) for word in words_in(one)
        ))  # fmt: skip
        # which divergences are opened: none, each one by itself, or all, and then a fault is one
        some = [(word,) for word in words if len(words) > 1]
        tried = [
            [*map(self._definition, which), *used]
            for which in dict.fromkeys(((), *some, tuple(words)))
        ]
        for at_most in (Effort.NONE, Effort.QUICK) if words else (Effort.NONE,):
            for known in tried:
                try:
                    return self._by_arithmetic(goal, known, domain, hint, min(at_most, effort))
                except Refused:
                    continue
        *some_opened, opened = tried
        for known in some_opened:
            try:
                return self._by_arithmetic(goal, known, domain, hint, effort)
            except Refused:
                continue
        return self._by_arithmetic(goal, opened, domain, hint, effort)

    def require_defined(
        self, one: Term, domain: Domain, using: Sequence[Theorem] = (), what: str = ""
    ) -> None:
        """Refuse a term or a relation that is not seen to be defined in a domain.

        What is true of all numbers is shown without a look at the terms that are put for them, and
        defined words are seldom opened.
        """
        self.require_words_defined(one, domain, using, what)
        sides = relation(one)
        terms = (sides[0], sides[2]) if sides else (one,)
        for value in dict.fromkeys(filter(is_partial, terms)):
            self._require(equation(value, value, REAL), domain, using, what or shown(value))

    def require_words_defined(
        self, one: Term, domain: Domain, using: Sequence[Theorem] = (), what: str = ""
    ) -> None:
        """Refuse d_eps(x, y, eps) unless eps >= 0 and all its terms are defined.

        Arithmetic takes an unopened word for any number, and does not look inside.
        """
        for word in dict.fromkeys(words_in(one)):
            key = word, domain, frozenset(using)
            if key not in self.meaningful:
                value = self._value(word)
                *_, eps = spine(word)[1]
                before, self.grounds = self.grounds, []
                try:
                    for goal in (binary(op("le"), ZERO, eps), equation(value, value, REAL)):
                        self._require(normal(goal), domain, using, what or shown(word))
                    self.meaningful[key] = tuple(self.grounds)
                finally:
                    self.grounds = before
            self.grounds += self.meaningful[key]

    def _require(self, goal: Term, domain: Domain, using: Sequence[Theorem], what: str) -> None:
        try:
            self.require(goal, using, domain)
        except Refused as gap:
            raise Refused(f"{what} is not seen to be defined here. {gap}") from None

    def require(self, goal: Term, using: Sequence[Theorem], domain: Domain) -> None:
        """Refuse the step in judgement unless a relation is shown, on which it then rests.

        What ranges and conditions show at sight needs nothing else.
        """
        try:
            th = self.arith(goal, (), domain, effort=Effort.NONE)
        except Refused:
            th = self.arith(goal, using, domain)
        self.grounds.append(th)

    def _value(self, word: Term) -> Term:
        return normal(word, {WORD: self.theory.definitions[WORD]})

    def _definition(self, word: Term) -> Theorem:
        """A defined term is what its definition says."""
        equal = equation(word, self._value(word), REAL)
        return self.theory.convert(refl(self.theory, word), equal, [WORD])

    def _by_arithmetic(
        self, goal: Term, used: Sequence[Theorem], domain: Domain, hint: Hint | None, effort: Effort
    ) -> Theorem:
        """A relation from relations that are used; what bears on nothing of it is tried last."""
        beyond: tuple[BeyondTheCore, list[Theorem]] | None = None
        ways = self._ways(goal, used, domain)
        for place, (some, names) in enumerate(ways, 1):
            supposed = self.within(domain, names)
            premises = list(dict.fromkeys([*supposed, *some]))
            # a step stands under what shows that its terms are defined, and a condition does not
            for th in some if is_partial(goal) else premises:
                if th.conclusion == goal:
                    return th
            last = place == len(ways)
            try:
                try:
                    return self._shown(premises, goal, hint, min(effort, 1 + last))
                except NotDefined:
                    # what stands before a term shows that it is defined: what divides comes last
                    premises.sort(key=lambda th: is_partial(th.conclusion))
                    return self._shown(premises, goal, hint, min(effort, 1 + last))
            except BeyondTheCore as wider:
                beyond = beyond or (wider, premises)
                continue
            except Refused:
                if last and beyond is None:
                    raise
                continue
        assert beyond is not None
        self._note(beyond[0].parts)
        return self._beyond(goal, *beyond)

    def _shown(
        self, premises: Sequence[Theorem], goal: Term, hint: Hint | None, effort: int
    ) -> Theorem:
        said = tuple(th.conclusion for th in premises)
        if (shown := self._shown_before(premises, said, goal)) is not None:
            return shown
        for _ in range(2):
            parts = self.arithmetic.certificate(said, goal, self.kept, hint, Effort(effort))
            try:
                certificate = [[part.place, part.proved.written] for part in parts]
                th = self.theory.arith(premises, goal, certificate)
            except Refused:
                if not self.arithmetic.recheck(parts):
                    raise
            else:
                self._note(parts)
                if not any(part.proved.searched for part in parts):  # it may be kept by then
                    self.arithmetic.theorems[said, goal] = th, parts
                return th
        raise Refused("What is kept of it is no proof, and none is found.")

    def _shown_before(
        self, premises: Sequence[Theorem], said: tuple[Term, ...], goal: Term
    ) -> Theorem | None:
        """The theorem of an earlier step, maybe of another proof, that is the same in all."""
        th, parts = self.arithmetic.theorems.get((said, goal), (None, ()))
        if th is None or th.theory is not self.theory:
            return None
        if th.hypotheses != frozenset[Term]().union(*(one.hypotheses for one in premises)):
            return None
        if th.axioms != frozenset[str]().union(*(one.axioms for one in premises)):
            return None
        self._note(parts)
        return th

    def _note(self, parts: Sequence[Part]) -> None:
        number = self.at.number if self.at else 0
        self.noted.setdefault(number, {}).update((part.goal, part) for part in parts)

    @property
    def used(self) -> Kept:
        """The certificates that its steps rest on, but for what is seen at first sight, by keys."""
        return {
            key_of(goal): part.proved.tree
            for some in self.noted.values()
            for goal, part in some.items()
            if not is_at_sight(goal, part.proved.tree)
        }

    def _ways(
        self, goal: Term, used: Sequence[Theorem], domain: Domain
    ) -> list[tuple[Sequence[Theorem], set[str]]]:
        """What is tried as premises, and of which quantities the ranges; the last is searched for.

        A name that is defined needs no range, most times. What stands in any condition may matter,
        and the goal then has all these quantities.
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
