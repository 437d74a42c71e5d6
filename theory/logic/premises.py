"""Premises of facts: shown by named facts, the context, arithmetic, or facts marked auto."""

from __future__ import annotations
from collections.abc import Sequence
from .arithmetic import relation
from .formulas import FALSE
from .kernel import Theorem
from .laws import all_elim, and_intro, imp_elim, refl
from .matching import Matching
from .printing import shown, told_apart
from .shapes import parts, under
from .sizes import Sizes
from .terms import Refused, Term, normal, opened
from .variables import fresh

DEPTH = 8
"""How many facts marked auto may be used behind each other."""


class Premises(Sizes):
    """Shows what a fact asks for before it can be used."""

    def discharged(self, th: Theorem, named: Sequence[Theorem], claim: Term | None) -> Theorem:
        """A theorem without the premises that can be shown; one that says the claim stays."""
        th = self.plain(th)
        while (pair := parts(th.conclusion, "imp")) and th.conclusion != claim and pair[1] != FALSE:
            others = [other for other in named if other is not th]
            th = imp_elim(th, self.premise(pair[0], others))
        return th

    def premise(self, wanted: Term, named: Sequence[Theorem]) -> Theorem:
        """A theorem of a premise."""
        plain = normal(wanted)
        for th in (*named, *self.all):
            if th.conclusion == plain:
                return self.theory.convert(th, wanted)
        if pair := parts(plain, "and"):
            both = and_intro(*(self.premise(part, named) for part in pair))
            return self.theory.convert(both, wanted)
        if relation(plain):
            useful = [th for th in named if self.relations(th)]
            try:
                return self.theory.convert(self.by_arithmetic(plain, useful), wanted)
            except Refused as error:
                raise Refused(f"The premise {shown(plain)} is not shown: {error}") from None
        if self.by_parts is not None and self.by_parts.shows(plain):
            return self.theory.convert(self.by_parts.shown(plain), wanted)
        pair = parts(plain, "=")
        itself = refl(self.theory, pair[0]) if pair and pair[0] == pair[1] else None
        shown_by_itself = itself or self.automatic(plain)
        if shown_by_itself is not None:
            return self.theory.convert(shown_by_itself, wanted)
        premise = told_apart(plain, *(th.conclusion for th in named))[0]
        raise Refused(f"The premise {premise} is not shown.")

    def automatic(self, wanted: Term, depth: int = DEPTH) -> Theorem | None:
        """A theorem by the context, by arithmetic, and by the facts that are marked auto."""
        for th in self.all:
            if th.conclusion == wanted:
                return th
        if body := under(wanted, "forall"):
            x = fresh(body.type, body.hint)
            inner = self.automatic(normal(opened(body.body, x)), depth)
            return inner and self.theory.convert(self.theory.all_intro(x, inner), wanted)
        pair = parts(wanted, "imp")
        if pair and pair[1] != FALSE:
            return self._automatic_implication(*pair, depth)
        if relation(wanted):
            return self._backchained(wanted, depth) or self._by_sizes(wanted, [])
        if depth == 0:
            return None
        if pair := parts(wanted, "and"):
            first, second = (self.automatic(part, depth) for part in pair)
            return first and second and and_intro(first, second)
        return self._backchained(wanted, depth)

    def _automatic_implication(self, given: Term, then: Term, depth: int) -> Theorem | None:
        with self.block():
            fact = self.add("", self.theory.assume(given))
            if relation(then):
                inner = self._by_sizes(then, [fact] if self.relations(fact) else [])
            else:
                inner = self.automatic(then, depth)
        return inner and self.theory.imp_intro(given, inner)

    def _by_sizes(self, wanted: Term, named: list[Theorem]) -> Theorem | None:
        try:
            return self.by_arithmetic(wanted, named)
        except Refused:
            return None

    def _backchained(self, wanted: Term, depth: int) -> Theorem | None:
        """A theorem by one fact marked auto whose conclusion is the wanted one."""
        if depth == 0:
            return None
        for name in self.auto:
            holes, _, said = self.pattern(name)
            matching = Matching(holes)
            values = matching.complete() if matching.match(said, wanted) else None
            if values is None:
                continue
            th = self.library.use(name, matching.types)
            th = all_elim(th, *(values[hole.name] for hole in holes))
            result = self._without_premises(th, wanted, depth - 1)
            if result is not None:
                return result
        return None

    def _without_premises(self, th: Theorem, wanted: Term, depth: int) -> Theorem | None:
        while (
            (pair := parts(th.conclusion, "imp")) and pair[1] != FALSE and th.conclusion != wanted
        ):
            inner = self.automatic(normal(pair[0]), depth)
            if inner is None:
                return None
            th = imp_elim(th, inner)
        return th if th.conclusion == wanted else None
