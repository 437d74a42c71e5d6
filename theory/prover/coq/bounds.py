"""Bounds of a term on a region, as steps of a Coq proof: what the kernel's spans compute.

A bound of a term follows from bounds of its parts, by one theorem of `rules.v`. Only what is asked
for is written down.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.spans import Undefined
from banditproof.theory.prover.kernel.terms import Term, made, power
from .spelling import NO_EXPORT, NoExport, rational, spelled, split_root
from .term_spans import Key, TermSpans


class Context(TermSpans):
    """A lemma under proof: its region, and the bounds that are written down so far."""

    def __init__(self, goal: Goal, known: Mapping[Term, tuple[bool, str]] | None = None) -> None:
        super().__init__(goal, known)
        self.lines: list[str] = []
        self.added: dict[tuple[str, bool], str] = {}
        self.facts: dict[tuple[Key, str], str] = {}

    def add(self, statement: str, tactic: str, *, simplified: bool = False) -> str:
        """A hypothesis, which is new unless one says the same; INR of numerals may be computed."""
        key = (statement, simplified)
        if key not in self.added:
            name = self.added[key] = f"H_{len(self.lines)}"
            self.lines.append(
                f"assert ({name} : {statement}) by ({tactic})."
                + (f" simpl INR in {name}." if simplified else "")
            )
        return self.added[key]

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
        if key not in self.facts:
            below = self.span(term).negated().positive(True)
            fact = self.negative(term) if below else self.positive(term)
            how = f"apply Rlt_not_eq; exact {fact}" if below else f"apply Rgt_not_eq; exact {fact}"
            self.facts[key] = self.add(f"{spelled(term)} <> 0", how)
        return self.facts[key]

    def _sign(self, term: Term, form: str, holds: bool, high: bool) -> str:
        key = (term, form)
        if key not in self.facts:
            if not holds:
                raise NoExport(
                    f"The sign of {spelled(term)} is not seen from the bounds of its parts."
                )
            parts = None if high or term in self.known else self._by_parts(term, "<=" not in form)
            tactic = parts or self.linear([self.fact(term, high)])
            self.facts[key] = self.add(form.format(spelled(term)), tactic)
        return self.facts[key]

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
            product = reduce(lambda a, b: f"({lemma} _ _ {a} {b})", map(ask, term.args))
            return f"exact {product}"
        if kind == "pow" and self.span(term.args[0]).positive(strict or term.value < 0):
            root = split_root(term)
            base, n = (term.args[0], int(term.value)) if root is None else root
            if root is not None and n == 1:
                if term.value != Fraction(1, 2):
                    inside = self.positive(term.args[0]) if strict else ""
                    return f"apply root_gt_0; exact {inside}" if strict else "apply root_ge_0"
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
        if which not in self.facts:
            tactic = self._proof(key, high)
            self.facts[which] = self.add(self.stated(key, high), tactic)
        return self.facts[which]

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
        if known and not high and not self.unaided(key).positive(known[0]):
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
        a, b = self.part(key), node.args[last]
        if isinstance(a, Term) and a.kind == "num":
            return self.linear([self.fact(b, high == (a.value > 0))]) if a.value else "lra"
        statement = self.stated(key, high, "(a * b)")
        facts, binders, corners = [], [], []
        for name, part in (("a", a), ("b", b)):
            for top, end in zip((False, True), self.ends(part), strict=True):
                if end is not None:
                    facts.append(self.fact(part, top))
                    binders.append(self.stated(part, top, name))
        for first, second in ((False, high), (True, not high)):
            x, y = self.ends(a)[first], self.ends(b)[second]
            if x is not None and y is not None:
                left = f"({rational(x)} - a)" if first else f"(a - {rational(x)})"
                right = f"({rational(y)} - b)" if second else f"(b - {rational(y)})"
                inside = self.is_open(a, first) and self.is_open(b, second)
                corners.append(self._corner(left, right, inside))
        lemma = self.add(
            f"forall a b : R, {''.join(part + ' -> ' for part in binders)}{statement}",
            f"clear; intros a b; intros; {' '.join(corners)} lra",
        )
        return f"exact ({lemma} {self.text(a)} {self.text(b)} {' '.join(facts)})"

    @staticmethod
    def _corner(left: str, right: str, inside: bool) -> str:
        sign, lemma = ("<", "Rmult_lt_0_compat") if inside else ("<=", "Rmult_le_pos")
        return f"assert (0 {sign} {left} * {right}) by (apply {lemma}; lra);"

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
        word = "lt" if self.is_open(key, high) else "le"
        end = self.ends(u)[high]
        mine = self.ends(key)[high]
        if kind == "xlogx":
            return self._xlogx(key, high)
        if kind == "exp" and end is None:
            return "apply exp_pos"
        if kind in ("tanh", "erf") and abs(mine or 0) == 1:
            return f"apply {kind}_{'below' if high else 'above'}"
        fact = "" if u.kind == "num" else self.fact(u, high)
        value = rational(end or Fraction(0))
        how = {
            "log": ("ln", "ln_increasing" if word == "lt" else "ln_le_le", 1, "ln_1"),
            "exp": ("exp", "exp_increasing" if word == "lt" else "exp_le_le", 0, "exp_0"),
            "tanh": ("tanh", f"tanh_{word}_{word}", 0, "tanh_at_0"),
            "erf": ("erf", f"erf_{word}_{word}", 0, "erf_0"),
        }[kind]
        name, lemma, easy, at = how
        exact = end == easy and mine == (1 if kind == "exp" else 0)
        number = f"rewrite {at}; lra" if exact else "rewrite ?tanh_exp; number"
        if kind == "erf" and not exact:
            number = "unfold erf, bell; integral with (i_prec 128)"
        if u.kind == "num":
            return number
        sign = ""
        if kind == "log":
            sign = self.positive(u)
        last = f"apply {lemma}; first [exact {fact} | {'exact ' + sign if sign else 'lra'} | lra]"
        return self.through(key, high, f"({name} {value})", last, number)

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
            return self.through(key, high, middle, f"exact (xlogx_least {text} {sign})", "number")
        fact = self.fact(u, True)
        if (top or 0) <= 1:
            if self.is_open(key, True):
                both = f"clear - {fact} {self.positive(u)}; lra"
                return f"apply Rlt_le_trans with 0; [apply xlogx_between; {both} | lra]"
            both = f"clear - {fact} {sign}; lra"
            return f"apply Rle_trans with 0; [apply xlogx_below_one; {both} | lra]"
        end = rational(top or Fraction(0))
        if self.is_open(key, True):
            last = f"destruct (xlogx_high_lt {text} {end} {sign} {fact} ltac:(lra)) as [K|K]"
            return f"{last}; [apply Rlt_le_trans with ({end} * ln {end}); [exact K | number] | lra]"
        last = f"apply (xlogx_high {text} {end}); lra"
        return self.through(key, high, f"({end} * ln {end})", last, "number")

    # ---- powers, roots and inverses

    def _power(self, key: Term, high: bool) -> str:
        """The tactic for a bound of a power."""
        root = split_root(key)
        if root is not None and root[1] != 1:
            inner = made("pow", (root[0],), Fraction(root[1]))
            self.give_span(inner, self.span(key))
            return self._power(inner, high)
        u = key.args[0]
        strict = self.is_open(key, high)
        word = "lt" if strict else "le"
        low, top = self.ends(u)
        if root is not None and key.value != Fraction(1, 2):
            return self._root(key, high)
        if root is not None:
            end = self.ends(key)[high]
            fact = self.fact(u, high)
            if high:
                inside = self.nonnegative(u) if strict else fact
                return f"apply sqrt_high_{word}; first [exact {inside} | lra]"
            return f"apply sqrt_low_{word}; clear - {fact}; lra" if end is not None else "lra"
        n = int(key.value)
        if n == 0:
            return "simpl; lra"
        if n < 0:
            return self._inverse(key, power(u, -n), high)
        k, here, text = n // 2, self.span(u), spelled(u)
        end = top if high else low
        if n % 2:
            middle = f"({rational(end or Fraction(0))} ^ {n})"
            fact = self.fact(u, high)
            return self.through(key, high, middle, f"exact (pow_odd_{word} _ _ {k} {fact})")
        if here.positive(False):
            value = rational(end or Fraction(0))
            middle = f"({value} ^ {n})"
            bound, base = self.fact(u, high), self.nonnegative(u)
            pair = (text, value) if high else (value, text)
            lemma = f"pow_{word}_{word} {' '.join(pair)} {n - strict}"
            below = base if high else "ltac:(lra)"
            return self.through(key, high, middle, f"exact ({lemma} {below} {bound})")
        if here.negated().positive(False):
            opposite = low if high else top
            value = rational(opposite or Fraction(0))
            middle = f"({value} ^ {n})"
            bound, sign = self.fact(u, not high), self.nonpositive(u)
            pair = (value, text) if high else (text, value)
            lemma = f"pow_even_low_{word} {' '.join(pair)} {k - strict}"
            below = sign if high else "ltac:(lra)"
            return self.through(key, high, middle, f"exact ({lemma} {bound} {below})")
        if not high:
            return f"exact (pow_even_pos {spelled(u)} {k})"
        most = max(-(low or Fraction(0)), top or Fraction(0))
        facts = self.both(u)
        last = f"apply (pow_even_most _ {rational(most)} {k}); clear - {' '.join(facts)}; lra"
        return self.through(key, high, f"({rational(most)} ^ {n})", last)

    def _root(self, key: Term, high: bool) -> str:
        """The tactic for a bound of a root of an order above 2."""
        u, order = key.args[0], key.value.denominator
        word, end = "lt" if self.is_open(key, high) else "le", self.ends(key)[high] or Fraction(0)
        if not high and end == 0:
            return (
                f"apply root_gt_0; exact {self.positive(u)}" if word == "lt" else "apply root_ge_0"
            )
        sign = f"{self.nonnegative(u)} " if high else ""
        fact = self.fact(u, high)
        bound = f"ltac:(clear - {fact}; simpl; lra)"
        lemma = f"root_{'high' if high else 'low'}_{word} {order} {rational(end)} {spelled(u)}"
        return f"exact ({lemma} ltac:(lia) ltac:(lra) {sign}{bound})"

    def _inverse(self, key: Term, inner: Term, high: bool) -> str:
        """The tactic for a bound of 1/inner."""
        if inner.kind == "num":
            return "lra"
        strict, text = self.is_open(key, high), spelled(inner)
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
            return self.through(key, high, f"(/ {before})", last)
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


__all__ = ["Context", "Undefined"]
