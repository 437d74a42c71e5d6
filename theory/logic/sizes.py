"""Arithmetic steps: which relations are used besides the named ones."""

from __future__ import annotations
from collections.abc import Callable
from functools import cached_property, lru_cache, partial
from .arithmetic import NEEDS, TO_REAL, relation, spine
from .certificates import Search
from .context import Context
from .formulas import FALSE, binary, equation, imp
from .kernel import Theorem
from .laws import all_elim, and_elim, excluded_middle, false_elim, imp_elim, or_elim, refl, replace
from .matching import Matching
from .searched_steps import State
from .shapes import parts, under
from .simple_types import NAT, PROP, REAL, arrow
from .terms import App, Const, Free, Lam, Refused, Term, lam, opened
from .variables import fresh

PARTIAL = frozenset(NEEDS)
LESS, AT_MOST = Const("lt", arrow(REAL, REAL, PROP)), Const("le", arrow(REAL, REAL, PROP))
SUMS = frozenset({"add", "sub", "mul", "div", "neg", "pow"})


def generalised(th: Theorem) -> tuple[list[Free], list[Term], Term]:
    """The variables, the premises and the conclusion of forall x. A -> ... -> B."""
    said, holes, premises = th.conclusion, list[Free](), list[Term]()
    while True:
        if body := under(said, "forall"):
            holes.append(fresh(body.type, body.hint))
            said = opened(body.body, holes[-1])
        elif (pair := parts(said, "imp")) and pair[1] != FALSE:
            premises.append(pair[0])
            said = pair[1]
        else:
            return holes, premises, said


class Sizes(Context):
    """Arithmetic under the facts that are named, and under what is known of the sizes of terms."""

    def pattern(self, name: str) -> tuple[list[Free], list[Term], Term]:
        """The variables, the premises and the conclusion of an axiom, worked out once."""
        if name not in self.library.patterns:
            self.library.patterns[name] = generalised(self.library.use(name))
        return self.library.patterns[name]

    def relations(self, th: Theorem) -> list[Theorem]:
        """The relations between reals in a conjunction."""
        if parts(th.conclusion, "and"):
            both = (and_elim(th, second) for second in (False, True))
            return [r for part in both for r in self.relations(self.plain(part))]
        return [th] if relation(th.conclusion) else []

    def by_arithmetic(
        self, claim: Term, named: list[Theorem], search: Search | None = None
    ) -> Theorem:
        """A relation that follows from named facts and the sizes of what they and it are about."""
        try:
            return self._by_sizes_of(claim, named, search)
        except Refused:
            otherwise = self._otherwise(claim, named, search)
            if otherwise is None:
                raise
        return otherwise()

    def _otherwise(
        self, claim: Term, named: list[Theorem], search: Search | None
    ) -> Callable[[], Theorem] | None:
        """Another way to a relation, if it or a fact has a form that the prover does not see."""
        of_reals = [self._of_reals(th) for th in named]
        if of_reals != named:
            return partial(self.by_arithmetic, claim, of_reals, search)
        head, sides = spine(claim)
        relates = isinstance(head, Const) and head.name in ("le", "lt")
        if relates and (_has_sides(sides[1], "min") or _has_sides(sides[0], "max")):
            return partial(self._on_each_side, claim, named)
        apart = next((th for th in named if _unequal(th.conclusion)), None)
        others = [th for th in named if th is not apart]
        return partial(self._on_both_sides, claim, apart, others) if apart else None

    def _of_reals(self, th: Theorem) -> Theorem:
        """The equation between reals from one between whole numbers; any other fact as it is."""
        pair = parts(th.conclusion, "=")
        if pair is None or self.theory.type_of(pair[0]) != NAT:
            return th
        n, left = fresh(NAT), App(TO_REAL, pair[0])
        pattern = lam(n, equation(left, App(TO_REAL, n), REAL))
        return replace(th, pattern, refl(self.theory, left))

    def _on_each_side(self, claim: Term, named: list[Theorem]) -> Theorem:
        """s < min(a, b) from s < a and s < b, by a step on plain letters; max(a, b) < s alike."""
        head, sides = spine(claim)
        place = int(_has_sides(sides[1], "min"))
        other, (least, each) = sides[1 - place], spine(sides[place])

        def related(a: Term, b: Term) -> Term:
            return binary(head, a, b) if place else binary(head, b, a)

        wanted = [related(other, side) for side in each]
        shown = [self._shown_by_one_or_all(said, named) for said in wanted]
        letters = [fresh(REAL) for _ in range(3)]
        given = [self.theory.assume(related(letters[0], x)) for x in letters[1:]]
        th = self._by_sizes_of(related(letters[0], binary(least, *letters[1:])), given, None)
        for fact in reversed(given):
            th = self.theory.imp_intro(fact.conclusion, th)
        for x in reversed(letters):
            th = self.theory.all_intro(x, th)
        return self.theory.instance(th, (other, *each), *shown)

    def _shown_by_one_or_all(self, claim: Term, named: list[Theorem]) -> Theorem:
        """A relation that a fact says, that needs none, or that follows from all of them."""
        for th in named:
            if th.conclusion == claim:
                return th
        try:
            return self.by_arithmetic(claim, named)
        except Refused:
            return self.by_arithmetic(claim, [])

    def _on_both_sides(self, claim: Term, apart: Theorem, others: list[Theorem]) -> Theorem:
        """A relation that follows from a < b, and from b < a, where a != b is known."""
        a, b = _unequal(apart.conclusion) or (FALSE, FALSE)
        below, above = binary(LESS, a, b), binary(LESS, b, a)
        cases = [
            self.by_arithmetic(claim, [self.theory.assume(case), *others])
            for case in (below, above)
        ]
        neither = [self.theory.assume(imp(t, FALSE)) for t in (below, above)]
        equal = self.by_arithmetic(equation(a, b, REAL), neither)
        wrong = false_elim(imp_elim(apart, equal), claim)
        middle = excluded_middle(self.theory, above)
        rest = or_elim(middle, cases[1], wrong)
        return or_elim(excluded_middle(self.theory, below), cases[0], rest)

    def _by_sizes_of(self, claim: Term, named: list[Theorem], search: Search | None) -> Theorem:
        used = [r for th in named for r in self.relations(th)]
        if claim == FALSE:
            if not used:
                raise Refused("Name the relations that contradict each other.")
            opposite = self.by_arithmetic(imp(used[-1].conclusion, FALSE), used[:-1])
            return imp_elim(opposite, used[-1])
        numbers = frozenset[Term]().union(*map(unknowns, [*(r.conclusion for r in used), claim]))
        sizes = [
            r for th in self.all for r in self._ranges(th) if unknowns(r.conclusion) <= numbers
        ]
        for term in sorted(numbers, key=str):
            sizes += self._sizes_of(term)
        premises = [*{r.conclusion: r for r in (*sizes, *used)}.values()]
        premises.sort(key=lambda r: _order(r.conclusion))
        conclusions = [p.conclusion for p in premises]
        return self.theory.arith(premises, claim, self.certificates.of(conclusions, claim, search))

    def _ranges(self, th: Theorem) -> list[Theorem]:
        """The relations between a number and a term that is no sum, worked out once for a fact."""
        if th not in self.ranges:
            self.ranges[th] = [r for r in self.relations(th) if _is_range(r.conclusion)]
        return self.ranges[th]

    def _sizes_of(self, term: Term) -> list[Theorem]:
        """What is always known of the size of a term."""
        found = []
        head, args = spine(term)
        if head == TO_REAL and "real_nonneg" in self.theory.axioms:
            found.append(all_elim(self.library.use("real_nonneg"), args[0]))
        for name, holes, sides in self._always:
            for side in sides:
                matching = Matching(holes)
                if matching.match(side, term) and (values := matching.complete()):
                    th = self.library.use(name, matching.types)
                    found.append(all_elim(th, *(values[hole.name] for hole in holes)))
        return found

    @cached_property
    def _always(self) -> list[tuple[str, list[Free], list[Term]]]:
        """The relations that hold always and are tried unnamed, with the sides to be matched."""
        found = []
        for name in self.auto:
            holes, premises, said = self.pattern(name)
            if not premises and (relates := relation(said)):
                sides = [s for s in (relates[0], relates[2]) if not isinstance(s, Free)]
                found.append((name, holes, [s for s in sides if not _is_number(s)]))
        return found


def _has_sides(term: Term, name: str) -> bool:
    """Whether a term is min(a, b), or max(a, b), as the name says."""
    head, args = spine(term)
    return isinstance(head, Const) and head.name == name and len(args) == 2


def _unequal(term: Term) -> tuple[Term, Term] | None:
    """a and b of a != b between reals."""
    pair = parts(term, "imp")
    sides = relation(pair[0]) if pair and pair[1] == FALSE else None
    return (sides[0], sides[2]) if sides and sides[1] == "=" else None


@lru_cache(1 << 12)
def unknowns(term: Term) -> frozenset[Term]:
    """The unknown numbers of a relation."""
    state, sides = State(), relation(term)
    if sides:
        state.real(sides[0]), state.real(sides[2])
    return frozenset(state.unknowns)


def _is_number(term: Term) -> bool:
    head, args = spine(term)
    if not isinstance(head, Const):
        return False
    return head.name[0].isdigit() or (
        head.name in ("neg", "div") and all(_is_number(a) for a in args)
    )


def _is_single(term: Term) -> bool:
    head, _ = spine(term)
    return not (isinstance(head, Const) and head.name in SUMS) and not _is_number(term)


@lru_cache(1 << 12)
def _is_partial(term: Term) -> bool:
    match term:
        case App(head, arg):
            return _is_partial(head) or _is_partial(arg)
        case Lam(_, body):
            return _is_partial(body)
    return isinstance(term, Const) and term.name in PARTIAL


def _is_range(term: Term) -> bool:
    """Whether a relation is one between a number and a single term."""
    sides = relation(term)
    if sides is None or sides[1] == "=" or _is_partial(term):
        return False
    a, _, b = sides
    return (_is_number(a) and _is_single(b)) or (_is_number(b) and _is_single(a))


def is_range_by_quotient(term: Term) -> bool:
    """Whether a relation bounds a single term by a number that is a quotient.

    Such a range is a premise of a step only where its reason names it: an end like 1/3 has to be
    shown to be defined first.
    """
    sides = relation(term)
    if sides is None or sides[1] == "=":
        return False
    for number, single in (sides[::2], sides[::-2]):
        if _is_number(number) and _is_partial(number) and not _is_partial(single):
            return _is_single(single)
    return False


def _order(term: Term) -> int:
    """Ranges come first, and what is not defined everywhere comes last."""
    sides = relation(term)
    if _is_partial(term):
        return 3 if sides and sides[1] == "=" else 2
    return 0 if _is_range(term) else 1
