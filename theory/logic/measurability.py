"""The reason `measurable`: a function that is written out is measurable, part by part.

    have G: Measurable(fun (w : 'a). if(X(w) <= c, Y(w), 0) + 2) by measurable, mX, mY

Facts that are named, or known at the place, say it of the parts that are not written out. What is
found is made of the axioms and theorems of the library, and the kernel judges it as if each of its
lines were written.
"""

from __future__ import annotations
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial, reduce
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, TypeAlias
from .arithmetic import relation, spine
from .formulas import FALSE, binary, equation, sides
from .kernel import Theorem
from .laws import all_elim, and_elim, and_intro, imp_elim, refl, replace
from .matching import Matching
from .shapes import constant, parts, under
from .simple_types import NAT, PROP, REAL, Type, arrow
from .sizes import unknowns
from .terms import App, Const, Free, Lam, Refused, Term, lam, normal, occurs, opened
from .variables import fresh

if TYPE_CHECKING:
    from .reasons import Reasons

LESS_OR_EQUAL = constant("le", arrow(REAL, REAL, PROP))
ZERO, ONE = constant("0", REAL), constant("1", REAL)
Way: TypeAlias = Callable[[], Theorem]
Step: TypeAlias = Free | bool | None
"""A step into a formula: a variable of a binder, a side of a conjunction, behind a condition."""
Strand: TypeAlias = tuple[tuple[Free, ...], tuple[Step, ...], Term]
"""The variables before a part of a formula, the steps to it, and the part."""
BY_FORM = (
    "meas_whole", "meas_const", "meas_same", "meas_first", "meas_second", "meas_at", "meas_point",
    "meas_add", "meas_mul", "meas_sub", "meas_neg", "meas_exp", "meas_log", "quotient_measurable",
    "square_measurable", "meas_pow", "meas_abs", "meas_min", "meas_max", "meas_le", "meas_less",
    "meas_not", "meas_and", "meas_if", "meas_pair", "meas_pr", "meas_map", "steps_measurable",
)  # fmt: skip
"""What says of a form that it is measurable if its parts are."""
OF_CHOICES = ("if_low", "if_high")
"""What says of a choice that it lies on one side of a number."""
OVER_INDEX = {"sum": "meas_sum", "forall": "meas_all"}
OVER_LAW = {"E": "meas_mean", "mix": "meas_mix"}
"""The same of what binds a letter: the function that is bound gets two arguments."""


@dataclass(frozen=True)
class Side:
    """What a fact says of the size of a value: a bound, and how to show that it is one."""

    bound: Term
    shown: Way


@dataclass
class Measuring:
    """Shows that functions are measurable, at one place of a proof."""

    reasons: Reasons
    named: Sequence[Theorem] = ()
    failed: dict[Term, str] = field(default_factory=dict)
    found: dict[Term, Theorem] = field(default_factory=dict)
    name: ClassVar[str] = "measurable"
    words: ClassVar[tuple[str, ...]] = ("Measurable",)
    """What is said of functions that are shown part by part."""

    def claimed(self, claim: Term) -> Theorem:
        """The theorem of a claim that the reason is about; raises Refused at what is not shown."""
        if not self.is_about(claim):
            said = " and ".join(f"{word}(...)" for word in self.words)
            raise Refused(f"`{self.name}` shows {said}; something else is claimed here.")
        return self.shown(claim)

    def is_about(self, claim: Term) -> bool:
        """Whether all that a formula says, of all that runs and under conditions, is shown here."""
        if body := under(claim, "forall"):
            return self.is_about(body.body)
        if pair := parts(claim, "and"):
            return all(map(self.is_about, pair))
        pair = parts(claim, "imp")
        return self.is_about(pair[1]) if pair else _said_of(claim) in self.words

    def shows(self, premise: Term) -> bool:
        """Whether a premise has parts, or is one that may be shown here."""
        has_parts = under(premise, "forall") or parts(premise, "and") or parts(premise, "imp")
        return bool(has_parts) or _said_of(premise) in self.words

    def shown(self, claim: Term) -> Theorem:
        """A theorem of what is claimed of functions, of all that runs and of each part."""
        theory, plain = self.reasons.theory, normal(claim)
        known = (th for th in (*self.named, *self.reasons.all) if th.conclusion == plain)
        if (fact := next(known, None)) is not None:
            th = fact
        elif body := under(plain, "forall"):
            x = fresh(body.type, body.hint)
            th = theory.all_intro(x, self.shown(opened(body.body, x)))
        elif pair := parts(plain, "and"):
            th = and_intro(*map(self.shown, pair))
        elif (pair := parts(plain, "imp")) and pair[1] != FALSE:
            th = theory.imp_intro(pair[0], self._under(*pair))
        elif _said_of(plain) in self.words:
            th = self._part(plain)
        else:
            th = self._premise(plain)
        return theory.convert(th, claim)

    def _under(self, given: Term, then: Term) -> Theorem:
        """What follows from a condition, under which more is known."""
        before = self.failed, self.found
        self.failed, self.found = {}, {}
        try:
            with self.reasons.block():
                self.reasons.add("", self.reasons.theory.assume(given))
                return self.shown(then)
        finally:
            self.failed, self.found = before

    def _premise(self, wanted: Term) -> Theorem:
        """What is asked of parts besides: a fact at values, or as any premise is shown."""
        rules = self._from_rules(wanted, OF_CHOICES) if relation(wanted) else ()
        for way in chain(self._from_facts(wanted), rules):
            with suppress(Refused):
                return way()
        if relation(wanted) is None:
            return self.reasons.premise(wanted, self.named)
        sizes = [th for term in sorted(unknowns(wanted), key=str) for th in self._sizes_of(term)]
        return self.reasons.premise(wanted, [*self.named, *sizes])

    def _sizes_of(self, term: Term) -> Iterator[Theorem]:
        """What facts say at values of the size of a number, where they have no conditions."""
        for low in (True, False):
            for side in self.sides_of(term, low):
                with suppress(Refused):
                    yield side.shown()
        head, _ = spine(term)
        if isinstance(head, Const) and head.name == "if":
            for said in binary(LESS_OR_EQUAL, ZERO, term), binary(LESS_OR_EQUAL, term, ONE):
                with suppress(Refused):
                    yield self.shown(said)

    def sides_of(self, value: Term, low: bool) -> Iterator[Side]:
        """What facts say of the size of a value from below, or from above."""
        always = self.reasons.library.use("real_nonneg")
        for th in (*self.named, *self.reasons.all, always):
            for holes, steps, said in strands(th.conclusion):
                if not holes or (ends := relation(said)) is None or ends[1] == "=":
                    continue
                bound, term = (ends[0], ends[2]) if low else (ends[2], ends[0])
                matching = Matching(holes)
                if term in holes or not matching.match(term, value):
                    continue
                if (found := matching.complete()) is not None:
                    values = {hole: found[hole.name] for hole in holes}
                    yield Side(_put_in(bound, values), partial(self._along, th, steps, values))

    def _part(self, wanted: Term) -> Theorem:
        if wanted in self.found:
            return self.found[wanted]
        if wanted in self.failed:
            raise Refused(self.failed[wanted])
        from .printing import shown

        first = ""
        self.failed[wanted] = f"Nothing known here says {shown(wanted)}."  # within itself, neither
        for way in self._ways(wanted):
            try:
                th = way()
            except Refused as error:
                first = first or str(error)
            else:
                del self.failed[wanted]
                self.found[wanted] = th
                return th
        self.failed[wanted] = first or self.failed[wanted]
        raise Refused(self.failed[wanted])

    def _from_facts(self, wanted: Term) -> Iterator[Way]:
        """A part of a fact that is the wanted formula at some values."""
        for th in (*self.named, *self.reasons.all):
            for holes, steps, said in strands(th.conclusion):
                if (there := matched(holes, said, wanted)) is not None:
                    yield partial(self._along, th, steps, dict(zip(holes, there[0], strict=True)))

    def _from_rules(self, wanted: Term, names: Iterable[str]) -> Iterator[Way]:
        """A rule for the form of a function."""
        for name in names:
            holes, _, said = self._pattern(name)
            if (there := matched(holes, said, wanted)) is not None:
                values, types = there
                yield partial(self._without_premises, self.reasons.library.use(name, types), values)

    def _ways(self, wanted: Term) -> Iterator[Way]:
        """What may give the theorem: a fact, a rule for the form of a function, a composition."""
        yield from self._from_facts(wanted)
        function = spine(wanted)[1][0]
        sequences = ["meas_sequence"] if _is_written_out(function) else []
        yield from self._from_rules(wanted, (*BY_FORM, *sequences))
        x, value = self._at_a_value(function)
        yield from self._bound(x, value)
        if isinstance(value, App):
            yield from self._composed(x, value)

    def _at_a_value(self, function: Term) -> tuple[Free, Term]:
        """A new variable, and what a function is there."""
        x = fresh(self.reasons.theory.type_of(function)[1], "w")
        return x, normal(App(function, x))

    def _pattern(self, name: str) -> tuple[list[Free], list[Term], Term]:
        """What a rule says; nothing if it is not known here, or if its own proof is at hand."""
        library = self.reasons.library
        try:
            if library.resolve is not None:
                library.resolve(name)
            return self.reasons.pattern(name)
        except Refused:
            return [], [], FALSE

    def _bound(self, x: Free, value: Term) -> Iterator[Way]:
        """A sum, a mean, or what else is asked of a function of two arguments."""
        head, args = spine(value)
        name = head.name if isinstance(head, Const) else ""
        if name in OVER_INDEX and isinstance(args[-1], Lam) and args[-1].type == NAT:
            k = fresh(NAT, args[-1].hint)
            each = lam(k, lam(x, normal(App(args[-1], k))))
            if not any(occurs(x, arg) for arg in args[:-1]):
                yield partial(self._by, OVER_INDEX[name], each, *args[:-1])
        if name in OVER_LAW and len(args) == 2:
            yield partial(self._by, OVER_LAW[name], *(lam(x, arg) for arg in args))

    def _composed(self, x: Free, value: App) -> Iterator[Way]:
        """G(F(w)), where F(w) is all that depends on w, or a function that is taken somewhere."""
        head, args = spine(value)
        inside = [n for n, arg in enumerate(args) if occurs(x, arg)]
        is_pair = isinstance(head, Const) and head.name == "pair"
        if len(inside) == 2 and not occurs(x, head) and not is_pair:
            yield partial(self._of_two, x, head, args, inside)
            return
        alone = len(inside) == 1 and not occurs(x, head)
        if alone and args[inside[0]] != x:
            inner = args[inside[0]]
            outer = self._taken(inner, lambda y: _applied(head, args, {inside[0]: y}))
        elif not occurs(x, value.arg) and value.head != x:
            inner, outer = value.head, self._taken(value.head, lambda y: App(y, value.arg))
        else:
            return
        if _is_kept(self.reasons.theory.type_of(inner)):
            yield partial(self._by, "meas_then", lam(x, inner), outer)

    def _of_two(self, x: Free, head: Term, args: list[Term], places: Sequence[int]) -> Theorem:
        """A function of two arguments at both: that of their pair, whose parts they are."""
        theory, (first, second) = self.reasons.theory, places
        a, b = args[first], args[second]
        t, s = map(theory.type_of, (a, b))
        both = ("Pair", t, s)
        pair = App(App(constant("pair", arrow(t, s, both)), a), b)
        fst, snd = constant("fst", arrow(both, t)), constant("snd", arrow(both, s))

        def at(u: Term, v: Term) -> Term:
            return _applied(head, args, {first: u, second: v})

        outer = self._taken(pair, lambda z: at(App(fst, z), App(snd, z)))
        of_pair = self._by("meas_then", lam(x, pair), outer)
        # the kernel does not know fst(pair(a, b)) = a: each part is put in by its equation
        left = at(App(fst, pair), App(snd, pair))
        y, z = fresh(t, "y"), fresh(s, "z")
        equal = refl(theory, left)
        for name, hole, right in (
            ("pair_first", y, at(y, App(snd, pair))),
            ("pair_second", z, at(a, z)),
        ):
            pattern = lam(hole, equation(left, right, theory.type_of(right)))
            equal = replace(self._by(name, a, b), pattern, equal)
        alike = self.reasons.plain(theory.all_intro(x, equal))
        th = self._named("meas_alike", lam(x, left), lam(x, at(a, b)))
        return self.reasons.plain(imp_elim(imp_elim(th, alike), of_pair))

    def _by(self, name: str, *values: Term) -> Theorem:
        """A theorem of the library at terms, without its premises."""
        return self._without_premises(self._named(name, *values))

    def _named(self, name: str, *values: Term) -> Theorem:
        if self._pattern(name)[2] == FALSE:
            raise Refused(f"{name} is not known here.")
        types = self.reasons.types_given(name, values)
        return all_elim(self.reasons.library.use(name, types), *values)

    def _along(self, th: Theorem, steps: Sequence[Step], values: Mapping[Free, Term]) -> Theorem:
        """What a fact says at the end of some steps into it."""
        for step in steps:
            th = self.reasons.plain(th)
            if isinstance(step, Free):
                th = all_elim(th, values[step])
            elif step is None:
                th = imp_elim(th, self.shown(sides(th.conclusion, "imp")[0]))
            else:
                th = and_elim(th, step)
        return self.reasons.plain(th)

    def _without_premises(self, th: Theorem, values: Sequence[Term] = ()) -> Theorem:
        """A theorem at values, of which the first ones may be behind premises."""
        for value in values:
            th = all_elim(self._without_premises(th), value)
        while (pair := parts(th.conclusion, "imp")) and pair[1] != FALSE:
            th = imp_elim(th, self.shown(pair[0]))
        return self.reasons.plain(th)

    def _taken(self, inner: Term, of: Callable[[Free], Term]) -> Term:
        """The function that a term is of what stands in the place of another one."""
        y = fresh(self.reasons.theory.type_of(inner), "y")
        return normal(lam(y, of(y)))


def _said_of(formula: Term) -> str:
    """The word that a formula says of a function; empty if it begins with none."""
    head, _ = spine(formula)
    return head.name if isinstance(head, Const) else ""


def matched(
    holes: Sequence[Free], said: Term, wanted: Term
) -> tuple[list[Term], Mapping[str, Type]] | None:
    """The values of all holes, and the types, at which one formula is another."""
    matching = Matching(holes)
    if not matching.match(said, wanted) or (values := matching.complete()) is None:
        return None
    return [values[hole.name] for hole in holes], matching.types


def _put_in(term: Term, values: Mapping[Free, Term]) -> Term:
    for hole, value in values.items():
        term = opened(lam(hole, term).body, value)
    return normal(term)


@lru_cache(1 << 14)
def strands(said: Term) -> tuple[Strand, ...]:
    """The parts of a formula below its binders, conditions and conjunctions."""
    return tuple(_strands(said, (), ()))


def _strands(said: Term, holes: tuple[Free, ...], steps: tuple[Step, ...]) -> Iterator[Strand]:
    pair = parts(said, "imp")
    if body := under(said, "forall"):
        x = fresh(body.type, body.hint)
        yield from _strands(opened(body.body, x), (*holes, x), (*steps, x))
    elif pair and pair[1] != FALSE:
        yield from _strands(pair[1], holes, (*steps, None))
    elif pair := parts(said, "and"):
        for second in (False, True):
            yield from _strands(pair[second], holes, (*steps, second))
    else:
        yield holes, steps, said


def _applied(head: Term, args: Sequence[Term], other: Mapping[int, Term]) -> Term:
    """A function at arguments, some of which are others."""
    return reduce(App, (other.get(n, arg) for n, arg in enumerate(args)), head)


def _is_written_out(function: Term) -> bool:
    """Whether a function gives sequences that are written out."""
    return isinstance(function, Lam) and isinstance(function.body, Lam)


def _is_kept(t: Type) -> bool:
    """Whether a value of a type may be what a measurable function takes: no predicate is."""
    return bool(t[0] != "->" or (t[1] == NAT and t[2] != PROP))
