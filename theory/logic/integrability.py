"""The reason `integrable`: a function that is written out has a mean, part by part.

    have X: Int[w ~ P](2 * X(w) + if(A(w), Y(w), 0)) by integrable
    have e: E[w ~ P](X(w) + Y(w)) = E(P, X) + E(P, Y) by mean_add(P, X, Y), integrable

A sum, a multiple or a difference has a mean if its parts have; what is measurable and bounded has
one, and so has what lies between 0 and what has one. That a part is bounded, facts say, or its own
parts. Beside a fact, the reason shows what the fact asks for. As of `measurable`, the kernel judges
what is found as if each of its lines were written.
"""

from __future__ import annotations
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import ClassVar
from .arithmetic import spine
from .formulas import binary
from .kernel import Theorem
from .laws import imp_elim
from .measurability import LESS_OR_EQUAL, Measuring, Side, Way
from .simple_types import NAT
from .terms import App, Const, Free, Lam, Refused, Term, lam, normal, occurs
from .variables import fresh

INTEGRABLE_BY_FORM = (
    "int_const", "int_add", "int_sub", "int_neg", "int_scaled", "int_times", "int_over", "coin_int",
    "int_point", "int_map",
)  # fmt: skip
"""What says of a form that it has a mean if its parts have."""
INTEGRABLE_BESIDES = ("int_of_mix", "int_product", "int_factor")
"""The same, tried if the function is not bounded."""
BOUNDED_BY_FORM = (
    "bounded_const", "bounded_add", "bounded_sub", "bounded_neg", "bounded_mul", "bounded_pow",
    "bounded_over", "bounded_if", "bounded_exp", "bounded_abs", "bounded_min", "bounded_max",
    "bounded_pr", "bounded_mean",
)  # fmt: skip
"""What says of a form that it is bounded if its parts are."""


@dataclass
class Integrating(Measuring):
    """Shows that functions have means, are bounded or measurable, at one place of a proof."""

    name: ClassVar[str] = "integrable"
    words: ClassVar[tuple[str, ...]] = ("Int", "Bounded", "Measurable")

    def _ways(self, wanted: Term) -> Iterator[Way]:
        head, args = spine(wanted)
        if isinstance(head, Const) and head.name == "Measurable":
            yield from super()._ways(wanted)
            return
        yield from self._from_facts(wanted)
        x, value = self._at_a_value(args[-1])
        if len(args) == 2:
            yield from self._with_a_mean(wanted, args[0], args[1], x, value)
        else:
            yield from self._within_bounds(wanted, args[0], x, value)

    def _with_a_mean(
        self, wanted: Term, law: Term, function: Term, x: Free, value: Term
    ) -> Iterator[Way]:
        """A sum of parts, what is bounded, a product with what is bounded, and what lies below."""
        yield from self._from_rules(wanted, INTEGRABLE_BY_FORM)
        if each := _summed(x, value):
            yield partial(self._by, "int_sums", law, *each)
        yield partial(self._bounded, wanted, law, function)
        yield from self._from_rules(wanted, INTEGRABLE_BESIDES)
        for high in self.sides_of(value, low=False):
            if occurs(x, high.bound):
                yield partial(self._by, "int_within", law, function, lam(x, high.bound))

    def _bounded(self, wanted: Term, law: Term, function: Term) -> Theorem:
        from .printing import shown

        try:
            return self._by("int_of_bounded", law, function)
        except Refused as error:
            said = f"Nothing known here says {shown(wanted)}, nor that it is measurable and bounded"
            raise Refused(f"{said}: {error}") from None

    def _within_bounds(self, wanted: Term, function: Term, x: Free, value: Term) -> Iterator[Way]:
        """Between numbers by facts, parts that are bounded, and between what is bounded."""
        below, above = ([*self.sides_of(value, low)] for low in (True, False))
        alike = [[s for s in ends if not occurs(x, s.bound)] for ends in (below, above)]
        if all(alike):
            yield partial(self._between, function, x, value, *alike)
        yield from self._from_rules(wanted, BOUNDED_BY_FORM)
        if each := _summed(x, value):
            yield partial(self._by, "bounded_sum", *each)
        head, args = spine(value)
        if isinstance(head, Const) and head.name == "div":
            for low in self.sides_of(args[1], low=True):
                if not occurs(x, low.bound):
                    over = lam(x, args[0]), lam(x, args[1]), low.bound
                    yield partial(self._by, "bounded_quotient", *over)
        if isinstance(value, App) and value.arg != x and not occurs(x, value.head):
            yield partial(self._by, "bounded_then", lam(x, value.arg), value.head)
        for low, high in product(below, above):
            if occurs(x, low.bound) or occurs(x, high.bound):
                ends = lam(x, low.bound), lam(x, high.bound)
                yield partial(self._by, "bounded_within", function, *ends)

    def _between(
        self, function: Term, x: Free, value: Term, below: list[Side], above: list[Side]
    ) -> Theorem:
        """A function is bounded since facts say so of each of its values."""
        low, at_least = self._first(below, lambda bound: binary(LESS_OR_EQUAL, bound, value))
        high, at_most = self._first(above, lambda bound: binary(LESS_OR_EQUAL, value, bound))
        th = self._named("bounded_between", function, low, high)
        for side in (at_least, at_most):
            th = imp_elim(th, self.reasons.plain(self.reasons.theory.all_intro(x, side)))
        return self.reasons.plain(th)

    def _first(self, sides: list[Side], said: Callable[[Term], Term]) -> tuple[Term, Theorem]:
        """The first bound that can be shown, and the theorem that it is one."""
        refused = Refused("No bound is known.")
        for side in sides:
            try:
                th, wanted = side.shown(), said(side.bound)
                if th.conclusion != wanted:  # it is strict
                    th = self.reasons.by_arithmetic(wanted, [th])
                return side.bound, th
            except Refused as error:
                refused = error
        raise refused


def _summed(x: Free, value: Term) -> tuple[Term, Term] | None:
    """F and n of sum[i < n](F(i, w)), where n does not depend on w."""
    head, args = spine(value)
    if isinstance(head, Const) and head.name == "sum" and not occurs(x, args[0]):
        k = fresh(NAT, args[1].hint if isinstance(args[1], Lam) else "i")
        return lam(k, lam(x, normal(App(args[1], k)))), args[0]
    return None
