"""Bounds of a term on a region, as steps of a Coq proof: what the kernel's spans compute.

A bound of a term follows from bounds of its parts, by one theorem of `rules.v`. Ends that are not
exact are rounded outwards to 60 bits. Only what is asked for is written down.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce

from flint import arb

from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.spans import (
    INF,
    Span,
    Undefined,
    exactly,
    plus,
    rounded,
    span,
    times,
)
from banditproof.theory.prover.kernel.terms import Term, made, power, var

from .spelling import NO_EXPORT, NoExport, rational, spelled, split_root

BITS = 60
Key = Term | tuple[Term, int]
"""A term, or the product of the first factors of one."""


def _end(value: arb, high: bool) -> Fraction | None:
    if not value.is_finite():
        return None
    mantissa, exponent = (int(part) for part in value.man_exp())
    excess = abs(mantissa).bit_length() - BITS
    if excess > 0 and exponent < 0:
        mantissa = -(-mantissa >> excess) if high else mantissa >> excess
        exponent += excess
    return mantissa * Fraction(2) ** exponent


def _short(a: Span) -> Span:
    low, high = _end(a.lo, False), _end(a.hi, True)
    return Span(
        -INF if low is None else _exact(low),
        INF if high is None else _exact(high),
        a.lo_open,
        a.hi_open,
    )


def _exact(value: Fraction) -> arb:
    return exactly(value).lo


class Context:
    """A lemma under proof: its region, and the bounds that are written down so far."""

    def __init__(self, goal: Goal, known: Mapping[Term, tuple[bool, str]] | None = None) -> None:
        self.goal = goal
        self.lines: list[str] = []
        self.known = dict(known or {})
        self.stated_roots: set[str] = set()
        self._spans: dict[Key, Span] = {}
        self._facts: dict[tuple[Key, str], str] = {}

    def add(self, statement: str, tactic: str, *, simplified: bool = False) -> str:
        """The name of a new hypothesis, proved by a tactic; INR of numerals may be computed."""
        name = f"H_{len(self.lines)}"
        self.lines.append(
            f"assert ({name} : {statement}) by ({tactic})."
            + (f" simpl INR in {name}." if simplified else "")
        )
        return name

    def text(self, key: Key) -> str:
        """What a key means, in Coq."""
        if isinstance(key, Term):
            return spelled(key)
        node, last = key
        return "(" + " * ".join(spelled(a) for a in node.args[: last + 1]) + ")"

    def span(self, key: Key) -> Span:
        """The span of a term, computed from the rounded spans of its parts."""
        if key not in self._spans:
            self._spans[key] = _short(self._span(key))
            known = isinstance(key, Term) and self.known.get(key)
            here = self._spans[key]
            if known and not here.positive(known[0]):
                self._spans[key] = Span(_exact(Fraction(0)), here.hi, known[0], here.hi_open)
        return self._spans[key]

    def _span(self, key: Key) -> Span:
        if not isinstance(key, Term):
            node, last = key
            return times(self.span(self._part(key)), self.span(node.args[last]))
        kind = key.kind
        if kind == "var":
            return self.goal.where(key.value).span
        if kind == "num":
            return exactly(key.value)
        if kind == "pi":
            return rounded(arb.pi())
        if kind == "add":
            return reduce(plus, map(self.span, key.args))
        if kind == "mul":
            return self.span((key, len(key.args) - 1))
        parts, box = [], {}
        for place, argument in enumerate(key.args):
            parts.append(var(str(place)))
            box[str(place)] = self.span(argument)
        return span(made(kind, tuple(parts), key.value), box)

    @staticmethod
    def _part(key: tuple[Term, int]) -> Key:
        node, last = key
        return node.args[0] if last == 1 else (node, last - 1)

    # ---- what is asked for

    def positive(self, term: Term) -> str:
        """A hypothesis that a term is > 0."""
        return self._sign(term, "0 < {}", self.span(term).positive(True), False)

    def nonnegative(self, term: Term) -> str:
        """A hypothesis that a term is >= 0."""
        return self._sign(term, "0 <= {}", self.span(term).positive(False), False)

    def negative(self, term: Term) -> str:
        """A hypothesis that a term is < 0."""
        return self._sign(term, "{} < 0", self.span(term).negated().positive(True), True)

    def nonpositive(self, term: Term) -> str:
        """A hypothesis that a term is <= 0."""
        return self._sign(term, "{} <= 0", self.span(term).negated().positive(False), True)

    def nonzero(self, term: Term) -> str:
        """A hypothesis that a term is not 0."""
        key = (term, "nonzero")
        if key not in self._facts:
            below = self.span(term).negated().positive(True)
            fact = self.negative(term) if below else self.positive(term)
            how = f"apply Rlt_not_eq; exact {fact}" if below else f"apply Rgt_not_eq; exact {fact}"
            self._facts[key] = self.add(f"{spelled(term)} <> 0", how)
        return self._facts[key]

    def _sign(self, term: Term, form: str, holds: bool, high: bool) -> str:
        key = (term, form)
        if key not in self._facts:
            if not holds:
                raise NoExport(
                    f"The sign of {spelled(term)} is not seen from the bounds of its parts."
                )
            parts = None if high or term in self.known else self._by_parts(term, "<=" not in form)
            tactic = parts or self.linear([self.fact(term, high)])
            self._facts[key] = self.add(form.format(spelled(term)), tactic)
        return self._facts[key]

    def _by_parts(self, term: Term, strict: bool) -> str | None:
        """A tactic for a sign that follows from the signs of the parts, without numbers."""
        kind, ask = term.kind, self.positive if strict else self.nonnegative
        if kind == "exp":
            return "apply exp_pos" if strict else "apply Rlt_le, exp_pos"
        if kind == "pi":
            return "exact PI_RGT_0" if strict else "apply Rlt_le, PI_RGT_0"
        if kind in ("add", "mul") and all(self.span(a).positive(False) for a in term.args):
            if kind == "add":
                asks = [a for a in term.args if a.kind != "num"]
                signs = [
                    self.positive(a) if self.span(a).positive(True) else self.nonnegative(a)
                    for a in asks
                ]
                return self.linear(signs)
            lemma = "Rmult_lt_0_compat" if strict else "Rmult_le_pos"
            if strict and not all(self.span(a).positive(True) for a in term.args):
                return None
            found = reduce(lambda a, b: f"({lemma} _ _ {a} {b})", map(ask, term.args))
            return f"exact {found}"
        if kind == "pow" and self.span(term.args[0]).positive(strict or term.value < 0):
            root = split_root(term)
            base, n = (term.args[0], int(term.value)) if root is None else root
            if root is not None and n == 1:
                inside = ask(term.args[0])
                return f"apply sqrt_lt_R0; exact {inside}" if strict else "apply sqrt_pos"
            if n < 0:
                inside = self.positive(power(base, -n))
                inverse = f"(Rinv_0_lt_compat _ {inside})"
                return f"exact {inverse}" if strict else f"apply Rlt_le; exact {inverse}"
            return f"apply pow_{'lt' if strict else 'le'}; exact {ask(base)}"
        return None

    @staticmethod
    def linear(facts: list[str]) -> str:
        """The tactic that uses some hypotheses and linear arithmetic."""
        return f"clear - {' '.join(facts)}; lra" if facts else "clear; lra"

    def fact(self, key: Key, high: bool) -> str:
        """A hypothesis with the lower or the upper bound of a term."""
        which = (key, "high" if high else "low")
        if which not in self._facts:
            tactic = self._proof(key, high)
            self._facts[which] = self.add(self.stated(key, high), tactic)
        return self._facts[which]

    def stated(self, key: Key, high: bool, text: str = "") -> str:
        """The bound of a term, as a statement."""
        here = self.span(key)
        end = _end(here.hi if high else here.lo, high)
        if end is None:
            raise NoExport(f"{self.text(key)} has no bound on the region.")
        sign = "<" if (here.hi_open if high else here.lo_open) else "<="
        words = (text or self.text(key), rational(end))
        return f"{words[0]} {sign} {words[1]}" if high else f"{words[1]} {sign} {words[0]}"

    def ends(self, key: Key) -> tuple[Fraction | None, Fraction | None]:
        """The ends of the span."""
        here = self.span(key)
        return _end(here.lo, False), _end(here.hi, True)

    def both(self, key: Key) -> list[str]:
        """The hypotheses with the finite bounds of a term."""
        return [
            self.fact(key, high)
            for high, end in zip((False, True), self.ends(key), strict=True)
            if end is not None
        ]

    # ---- how a bound follows

    def _proof(self, key: Key, high: bool) -> str:
        if not isinstance(key, Term):
            return self._product(key, high)
        known = self.known.get(key)
        if known and not high and not self._span(key).positive(known[0]):
            return known[1]
        kind = key.kind
        if kind in NO_EXPORT:
            raise NoExport(f"{kind} has no export to Coq: {NO_EXPORT[kind]}.")
        if kind in ("num", "var"):
            return "lra" if kind == "var" else "clear; lra"
        if kind == "pi":
            return "number"
        if kind == "add":
            used = [self.fact(a, high) for a in key.args if a.kind != "num"]
            return self.linear(used)
        if kind == "mul":
            return f"exact {self.fact((key, len(key.args) - 1), high)}"
        if kind == "pow":
            return self._power(key, high)
        if kind in ("max", "min", "abs", "if"):
            return self._branches(key, high)
        return self._function(key, high)

    def _product(self, key: tuple[Term, int], high: bool) -> str:
        node, last = key
        a, b = self._part(key), node.args[last]
        if isinstance(a, Term) and a.kind == "num":
            return self.linear([self.fact(b, high == (a.value > 0))]) if a.value else "lra"
        statement = self.stated(key, high, "(a * b)")
        facts, binders, corners = [], [], []
        for name, part in (("a", a), ("b", b)):
            for top, end in zip((False, True), self.ends(part), strict=True):
                if end is not None:
                    facts.append(self.fact(part, top))
                    binders.append(self.stated(part, top, name))
        for one, other in ((False, high), (True, not high)):
            x, y = self.ends(a)[one], self.ends(b)[other]
            if x is not None and y is not None:
                left = f"({rational(x)} - a)" if one else f"(a - {rational(x)})"
                right = f"({rational(y)} - b)" if other else f"(b - {rational(y)})"
                corners.append(self._corner(left, right, self._open(a, one), self._open(b, other)))
        lemma = self.add(
            f"forall a b : R, {''.join(part + ' -> ' for part in binders)}{statement}",
            f"clear; intros a b; intros; {' '.join(corners)} lra",
        )
        return f"exact ({lemma} {self.text(a)} {self.text(b)} {' '.join(facts)})"

    def _open(self, key: Key, high: bool) -> bool:
        here = self.span(key)
        return here.hi_open if high else here.lo_open

    @staticmethod
    def _corner(left: str, right: str, one: bool, other: bool) -> str:
        sign, lemma = ("<", "Rmult_lt_0_compat") if one and other else ("<=", "Rmult_le_pos")
        return f"assert (0 {sign} {left} * {right}) by (apply {lemma}; lra);"

    def _through(self, key: Key, high: bool, middle: str, last: str, first: str = "lra") -> str:
        """A bound by way of a number between."""
        here = self.span(key)
        strict = here.hi_open if high else here.lo_open
        lemma = ("Rlt_le_trans" if high else "Rle_lt_trans") if strict else "Rle_trans"
        steps = f"[{last} | {first}]" if high else f"[{first} | {last}]"
        return f"apply {lemma} with {middle}; {steps}"

    def _power(self, key: Term, high: bool) -> str:
        root = split_root(key)
        if root is not None and key.value != Fraction(1, 2):
            inner = made("pow", (root[0],), Fraction(root[1]))
            self._spans.setdefault(inner, self.span(key))
            return self._power(inner, high)
        u = key.args[0]
        strict = self._open(key, high)
        word = "lt" if strict else "le"
        low, top = self.ends(u)
        if key.value == Fraction(1, 2):
            end = self.ends(key)[high]
            fact = self.fact(u, high)
            if high:
                return f"apply sqrt_high_{word}; lra"
            return f"apply sqrt_low_{word}; clear - {fact}; lra" if end is not None else "lra"
        n = int(key.value)
        if n < 0:
            return self._inverse(key, power(u, -n), high)
        k, here, text = n // 2, self.span(u), spelled(u)
        end = top if high else low
        if n % 2:
            middle = f"({rational(end or Fraction(0))} ^ {n})"
            fact = self.fact(u, high)
            return self._through(key, high, middle, f"exact (pow_odd_{word} _ _ {k} {fact})")
        if here.positive(False):
            value = rational(end or Fraction(0))
            middle = f"({value} ^ {n})"
            bound, base = self.fact(u, high), self.nonnegative(u)
            pair = (text, value) if high else (value, text)
            lemma = f"pow_{word}_{word} {' '.join(pair)} {n - strict}"
            below = base if high else "ltac:(lra)"
            return self._through(key, high, middle, f"exact ({lemma} {below} {bound})")
        if here.negated().positive(False):
            other = low if high else top
            value = rational(other or Fraction(0))
            middle = f"({value} ^ {n})"
            bound, sign = self.fact(u, not high), self.nonpositive(u)
            pair = (value, text) if high else (text, value)
            lemma = f"pow_even_low_{word} {' '.join(pair)} {k - strict}"
            below = sign if high else "ltac:(lra)"
            return self._through(key, high, middle, f"exact ({lemma} {bound} {below})")
        if not high:
            return f"exact (pow_even_pos {spelled(u)} {k})"
        most = max(-(low or Fraction(0)), top or Fraction(0))
        facts = self.both(u)
        last = f"apply (pow_even_most _ {rational(most)} {k}); clear - {' '.join(facts)}; lra"
        return self._through(key, high, f"({rational(most)} ^ {n})", last)

    def _inverse(self, key: Term, inner: Term, high: bool) -> str:
        if inner.kind == "num":
            return "lra"
        strict, text = self._open(key, high), spelled(inner)
        low, top = self.ends(inner)
        word = "lt" if strict else "le"
        if self.span(inner).positive(True):
            end, sign = (low if high else top), self.positive(inner)
            if end is None:
                return f"apply Rinv_0_lt_compat; exact {sign}"
            fact = self.fact(inner, not high)
            before = rational(end)
            args = f"{text} {before}"
            side = "ltac:(lra)" if high else sign
            last = f"exact ({'high' if high else 'low'}_inv_{word} {args} {side} {fact})"
            return self._through(key, high, f"(/ {before})", last)
        end, sign = (top if not high else low), self.negative(inner)
        if end is None:
            return f"apply Rinv_lt_0_compat; exact {sign}"
        fact = self.fact(inner, not high)
        lemma = f"{'low' if high else 'high'}_inv_{word}"
        sides = f"clear - {sign} {fact}; lra"
        return (
            f"rewrite (inv_of_opp {text} {sign}); "
            f"assert (K := {lemma} (- {text}) {rational(-end)} ltac:({sides}) ltac:({sides})); "
            "clear - K; lra"
        )

    def _branches(self, key: Term, high: bool) -> str:
        if key.kind == "if":
            facts = [f for a in key.args for f in self.both(a)]
            return f"clear - {' '.join(facts)}; destruct (Rle_dec _ _); lra"
        facts = [f for a in key.args for f in self.both(a)]
        unfold = {
            "max": "unfold Rmax; destruct (Rle_dec _ _)",
            "min": "unfold Rmin; destruct (Rle_dec _ _)",
            "abs": "unfold Rabs; destruct (Rcase_abs _)",
        }[key.kind]
        return (f"clear - {' '.join(facts)}; " if facts else "") + f"{unfold}; lra"

    def _function(self, key: Term, high: bool) -> str:
        kind, u = key.kind, key.args[0]
        word = "lt" if self._open(key, high) else "le"
        end = self.ends(u)[high]
        mine = self.ends(key)[high]
        if kind == "xlogx":
            return self._xlogx(key, high)
        if kind == "exp" and end is None:
            return "apply exp_pos"
        if kind == "tanh" and abs(mine or 0) == 1:
            return "apply tanh_below" if high else "apply tanh_above"
        fact = "" if u.kind == "num" else self.fact(u, high)
        value = rational(end or Fraction(0))
        how = {
            "log": ("ln", "ln_increasing" if word == "lt" else "ln_le_le", 1, "ln_1"),
            "exp": ("exp", "exp_increasing" if word == "lt" else "exp_le_le", 0, "exp_0"),
            "tanh": ("tanh", f"tanh_{word}_{word}", 0, "tanh_at_0"),
        }[kind]
        name, lemma, easy, at = how
        exact = end == easy and mine == (1 if kind == "exp" else 0)
        number = f"rewrite {at}; lra" if exact else "rewrite ?tanh_exp; number"
        if u.kind == "num":
            return number
        sign = ""
        if kind == "log":
            sign = self.positive(u)
        last = f"apply {lemma}; first [exact {fact} | {'exact ' + sign if sign else 'lra'} | lra]"
        return self._through(key, high, f"({name} {value})", last, number)

    def _xlogx(self, key: Term, high: bool) -> str:
        u = key.args[0]
        text, sign = spelled(u), self.nonnegative(u)
        low, top = self.ends(u)
        if u.kind == "num":
            return "rewrite ?ln_1; first [lra | number]"
        if not high:
            middle = "(- exp (-1))"
            if (low or 0) >= 1:
                inner = u * made("log", (u,))
                return f"exact {self.fact(inner, False)}"
            return self._through(key, high, middle, f"exact (xlogx_least {text} {sign})", "number")
        fact = self.fact(u, True)
        if (top or 0) <= 1:
            if self._open(key, True):
                both = f"clear - {fact} {self.positive(u)}; lra"
                return f"apply Rlt_le_trans with 0; [apply xlogx_between; {both} | lra]"
            both = f"clear - {fact} {sign}; lra"
            return f"apply Rle_trans with 0; [apply xlogx_below_one; {both} | lra]"
        end = rational(top or Fraction(0))
        if self._open(key, True):
            last = f"destruct (xlogx_high_lt {text} {end} {sign} {fact} ltac:(lra)) as [K|K]"
            return f"{last}; [apply Rlt_le_trans with ({end} * ln {end}); [exact K | number] | lra]"
        last = f"apply (xlogx_high {text} {end}); lra"
        return self._through(key, high, f"({end} * ln {end})", last, "number")


__all__ = ["Context", "Undefined"]
