"""Bounds of powers and of inverses, as tactics of a Coq proof."""

from __future__ import annotations
from fractions import Fraction
from typing import TYPE_CHECKING
from banditproof.theory.prover.kernel.terms import Term, made, power
from .spelling import rational, spelled, split_root

if TYPE_CHECKING:
    from .bounds import Context


def power_bound(context: Context, key: Term, high: bool) -> str:
    """The tactic for a bound of a power."""
    root = split_root(key)
    if root is not None and root[1] != 1:
        inner = made("pow", (root[0],), Fraction(root[1]))
        context.give_span(inner, context.span(key))
        return power_bound(context, inner, high)
    u = key.args[0]
    strict = context.is_open(key, high)
    word = "lt" if strict else "le"
    low, top = context.ends(u)
    if root is not None and key.value != Fraction(1, 2):
        return _root_bound(context, key, high)
    if root is not None:
        end = context.ends(key)[high]
        fact = context.fact(u, high)
        if high:
            inside = context.nonnegative(u) if strict else fact
            return f"apply sqrt_high_{word}; first [exact {inside} | lra]"
        return f"apply sqrt_low_{word}; clear - {fact}; lra" if end is not None else "lra"
    n = int(key.value)
    if n == 0:
        return "simpl; lra"
    if n < 0:
        return inverse_bound(context, key, power(u, -n), high)
    k, here, text = n // 2, context.span(u), spelled(u)
    end = top if high else low
    if n % 2:
        middle = f"({rational(end or Fraction(0))} ^ {n})"
        fact = context.fact(u, high)
        return context.through(key, high, middle, f"exact (pow_odd_{word} _ _ {k} {fact})")
    if here.positive(False):
        value = rational(end or Fraction(0))
        middle = f"({value} ^ {n})"
        bound, base = context.fact(u, high), context.nonnegative(u)
        pair = (text, value) if high else (value, text)
        lemma = f"pow_{word}_{word} {' '.join(pair)} {n - strict}"
        below = base if high else "ltac:(lra)"
        return context.through(key, high, middle, f"exact ({lemma} {below} {bound})")
    if here.negated().positive(False):
        opposite = low if high else top
        value = rational(opposite or Fraction(0))
        middle = f"({value} ^ {n})"
        bound, sign = context.fact(u, not high), context.nonpositive(u)
        pair = (value, text) if high else (text, value)
        lemma = f"pow_even_low_{word} {' '.join(pair)} {k - strict}"
        below = sign if high else "ltac:(lra)"
        return context.through(key, high, middle, f"exact ({lemma} {bound} {below})")
    if not high:
        return f"exact (pow_even_pos {spelled(u)} {k})"
    most = max(-(low or Fraction(0)), top or Fraction(0))
    facts = context.both(u)
    last = f"apply (pow_even_most _ {rational(most)} {k}); clear - {' '.join(facts)}; lra"
    return context.through(key, high, f"({rational(most)} ^ {n})", last)


def _root_bound(context: Context, key: Term, high: bool) -> str:
    """The tactic for a bound of a root of an order above 2."""
    u, order = key.args[0], key.value.denominator
    word, end = "lt" if context.is_open(key, high) else "le", context.ends(key)[high] or Fraction(0)
    if not high and end == 0:
        return (
            f"apply root_gt_0; exact {context.positive(u)}" if word == "lt" else "apply root_ge_0"
        )
    sign = f"{context.nonnegative(u)} " if high else ""
    fact = context.fact(u, high)
    bound = f"ltac:(clear - {fact}; simpl; lra)"
    lemma = f"root_{'high' if high else 'low'}_{word} {order} {rational(end)} {spelled(u)}"
    return f"exact ({lemma} ltac:(lia) ltac:(lra) {sign}{bound})"


def inverse_bound(context: Context, key: Term, inner: Term, high: bool) -> str:
    """The tactic for a bound of 1/inner."""
    if inner.kind == "num":
        return "lra"
    strict, text = context.is_open(key, high), spelled(inner)
    low, top = context.ends(inner)
    word = "lt" if strict else "le"
    if context.span(inner).positive(True):
        end, sign = (low if high else top), context.positive(inner)
        if end is None:
            return f"apply Rinv_0_lt_compat; exact {sign}"
        fact = context.fact(inner, not high)
        before = rational(end)
        args = f"{text} {before}"
        side = "ltac:(lra)" if high else sign
        last = f"exact ({'high' if high else 'low'}_inv_{word} {args} {side} {fact})"
        return context.through(key, high, f"(/ {before})", last)
    end, sign = (top if not high else low), context.negative(inner)
    if end is None:
        return f"apply Rinv_lt_0_compat; exact {sign}"
    fact = context.fact(inner, not high)
    lemma = f"{'low' if high else 'high'}_inv_{word}"
    sides = f"clear - {sign} {fact}; lra"
    return (
        f"rewrite (inv_of_opp {text} {sign}); "
        f"assert (K := {lemma} (- {text}) {rational(-end)} ltac:({sides}) ltac:({sides})); "
        "clear - K; lra"
    )
