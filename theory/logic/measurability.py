"""The reason `measurable`: a function that is written out is measurable, part by part.

    have G: Measurable(fun (w : 'a). if(X(w) <= c, Y(w), 0) + 2) by measurable, mX, mY

Facts that are named, or known at the place, say it of the parts that are not written out. What is
found is made of the axioms and theorems of the library, and the kernel judges it as if each of its
lines were written.
"""

from __future__ import annotations
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from typing import TYPE_CHECKING
from .arithmetic import spine
from .formulas import FALSE, equation
from .kernel import Theorem
from .laws import all_elim, and_elim, and_intro, imp_elim, refl, replace
from .matching import Matching
from .shapes import constant, parts, under
from .simple_types import NAT, PROP, Type, arrow
from .sizes import generalised
from .terms import App, Const, Free, Lam, Refused, Term, lam, normal, occurs, opened
from .variables import fresh

if TYPE_CHECKING:
    from .reasons import Reasons

BY_FORM = (
    "meas_whole", "meas_const", "meas_same", "meas_first", "meas_second", "meas_at", "meas_point",
    "meas_add", "meas_mul", "meas_sub", "meas_neg", "meas_exp", "meas_log", "quotient_measurable",
    "square_measurable", "meas_le", "meas_less", "meas_not", "meas_and", "meas_if", "meas_pair",
    "meas_pr", "meas_map",
)  # fmt: skip
"""What says of a form that it is measurable if its parts are."""
OVER_INDEX = {"sum": "meas_sum", "forall": "meas_all"}
OVER_LAW = {"E": "meas_mean", "mix": "meas_mix"}
"""The same of what binds a letter: the function that is bound gets two arguments."""


@dataclass
class Measuring:
    """Shows that functions are measurable, at one place of a proof."""

    reasons: Reasons
    named: Sequence[Theorem]
    failed: dict[Term, str] = field(default_factory=dict)

    def shown(self, claim: Term) -> Theorem:
        """A theorem of what is claimed to be measurable, of all that runs and of each part."""
        theory, plain = self.reasons.theory, normal(claim)
        if body := under(plain, "forall"):
            x = fresh(body.type, body.hint)
            th = theory.all_intro(x, self.shown(opened(body.body, x)))
        elif pair := parts(plain, "and"):
            th = and_intro(*map(self.shown, pair))
        elif _function_in(plain) is None:
            th = self.reasons.premise(plain, self.named)
        else:
            th = self._measured(plain)
        return theory.convert(th, claim)

    def _measured(self, wanted: Term) -> Theorem:
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
                return th
        self.failed[wanted] = first or self.failed[wanted]
        raise Refused(self.failed[wanted])

    def _ways(self, wanted: Term) -> Iterator[Callable[[], Theorem]]:
        """What may give the theorem: a fact, a rule for the form of a function, a composition."""
        for th in (*self.named, *self.reasons.all):
            holes, _, said = generalised(th)
            for at, part in _conjuncts(said):
                if (there := _matched(holes, part, wanted)) is not None:
                    yield partial(self._at, th, there[0], at)
        function = _function_in(wanted)
        assert function is not None
        sequences = ["meas_sequence"] if _is_written_out(function) else []
        for name in (*BY_FORM, *sequences):
            holes, _, said = self._pattern(name)
            if (there := _matched(holes, said, wanted)) is not None:
                values, types = there
                yield partial(self._at, self.reasons.library.use(name, types), values)
        x = fresh(self.reasons.theory.type_of(function)[1], "w")
        value = normal(App(function, x))
        yield from self._bound(x, value)
        if isinstance(value, App):
            yield from self._composed(x, value)

    def _pattern(self, name: str) -> tuple[list[Free], list[Term], Term]:
        """What a rule says; nothing if it is not known here, or if its own proof is at hand."""
        library = self.reasons.library
        try:
            if library.resolve is not None:
                library.resolve(name)
            return self.reasons.pattern(name)
        except Refused:
            return [], [], FALSE

    def _bound(self, x: Free, value: Term) -> Iterator[Callable[[], Theorem]]:
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

    def _composed(self, x: Free, value: App) -> Iterator[Callable[[], Theorem]]:
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

    def _at(self, th: Theorem, values: Sequence[Term], at: Sequence[bool] = ()) -> Theorem:
        """The part of a fact that is wanted, at values and without its premises."""
        for value in values:
            th = all_elim(self._without_premises(th), value)
        th = self._without_premises(th)
        for second in at:
            th = and_elim(th, second)
        return self.reasons.plain(th)

    def _without_premises(self, th: Theorem) -> Theorem:
        while (pair := parts(th.conclusion, "imp")) and pair[1] != FALSE:
            th = imp_elim(th, self.shown(pair[0]))
        return self.reasons.plain(th)

    def _taken(self, inner: Term, of: Callable[[Free], Term]) -> Term:
        """The function that a term is of what stands in the place of another one."""
        y = fresh(self.reasons.theory.type_of(inner), "y")
        return normal(lam(y, of(y)))


def measured(reasons: Reasons, claim: Term, named: Sequence[Theorem]) -> Theorem:
    """The theorem of a claim that something is measurable; raises Refused at what is not."""
    said = claim
    while body := under(said, "forall"):
        said = body.body
    if _function_in(said) is None and parts(said, "and") is None:
        raise Refused("`measurable` shows Measurable(...); something else is claimed here.")
    return Measuring(reasons, named).shown(claim)


def _function_in(said: Term) -> Term | None:
    """F of Measurable(F); None of another formula."""
    match said:
        case App(Const("Measurable", _), function):
            return function
    return None


def _matched(
    holes: Sequence[Free], said: Term, wanted: Term
) -> tuple[list[Term], Mapping[str, Type]] | None:
    """The values of all holes, and the types, at which one formula is another."""
    matching = Matching(holes)
    if not matching.match(said, wanted) or (values := matching.complete()) is None:
        return None
    return [values[hole.name] for hole in holes], matching.types


def _conjuncts(said: Term, at: tuple[bool, ...] = ()) -> Iterator[tuple[tuple[bool, ...], Term]]:
    """The parts of a conjunction that say something measurable, each with the way to it."""
    if pair := parts(said, "and"):
        for second in (False, True):
            yield from _conjuncts(pair[second], (*at, second))
    elif _function_in(said) is not None:
        yield at, said


def _applied(head: Term, args: Sequence[Term], other: Mapping[int, Term]) -> Term:
    """A function at arguments, some of which are others."""
    return reduce(App, (other.get(n, arg) for n, arg in enumerate(args)), head)


def _is_written_out(function: Term) -> bool:
    """Whether a function gives sequences that are written out."""
    return isinstance(function, Lam) and isinstance(function.body, Lam)


def _is_kept(t: Type) -> bool:
    """Whether a value of a type may be what a measurable function takes: no predicate is."""
    return bool(t[0] != "->" or (t[1] == NAT and t[2] != PROP))
