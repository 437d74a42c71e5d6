"""Real terms of the logic beside the expressions of the search, with a proof that both agree."""

from __future__ import annotations
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from banditproof.theory.logic.arithmetic import SIGNATURE, is_numeral, spine
from banditproof.theory.logic.searched_steps import State
from banditproof.theory.logic.simple_types import NAT, arrow
from banditproof.theory.logic.terms import Const, Term, normal
from banditproof.theory.prover.coq.spelling import named, spelled
from banditproof.theory.prover.kernel.terms import ONE
from banditproof.theory.prover.kernel.terms import Term as Expression
from .wording import FIXED

Add = Callable[[str, str], str]
PLAIN = frozenset({"add", "sub", "mul", "neg", "nadd", "nmul", "pow", "real", "PI"})
"""What is no function whose spelling may differ."""


@dataclass(frozen=True)
class Read:
    """A term: its text as stated, and with casts as numbers, and the expression of the search."""

    said: str
    text: str
    expression: Expression
    head: str = ""
    args: tuple[Read, ...] = ()


@dataclass
class Reals:
    """The terms of one step: its unknown numbers, in the order in which the checker names them."""

    state: State = field(default_factory=State)
    naturals: dict[Term, str] = field(default_factory=dict)
    """Whole numbers that stand under `real`, as variables."""
    own: dict[Term, str] = field(default_factory=dict)
    """Other unknown numbers, as variables."""
    casts: dict[str, str] = field(default_factory=dict)
    """The variable of the checker for the cast of a whole number."""
    numerals: dict[int, None] = field(default_factory=dict)
    known: dict[str, str] = field(default_factory=dict)
    """The hypotheses that texts are expressions."""
    sums: bool = False
    products_of_sums: bool = False

    def start(self) -> list[str]:
        """Steps that make casts of sums sums, and each cast of an unknown a variable."""
        again = "repeat " if self.products_of_sums else ""
        lines = [f"{again}rewrite ?plus_INR, ?mult_INR in *."] if self.sums else []
        for n in self.numerals:
            lines.append(
                f"assert (N_{n} : INR {n}%nat = {n}) by (rewrite INR_IZR_INZ; reflexivity). "
                f"rewrite ?N_{n} in *. clear N_{n}."
            )
        lines += [f"set ({v} := INR {n}) in *; clearbody {v}." for n, v in self.casts.items()]
        return lines

    def read(self, term: Term) -> Read:
        """A real term, as `State.real` reads it."""
        head, args = spine(term)
        name = head.name if isinstance(head, Const) else ""
        expression = self.state.real(term)
        if not args and name[:1].isdigit():
            value = Fraction(name)
            low = f"{value.numerator} / {value.denominator}"
            text = f"({low})" if value.denominator > 1 else str(value)
            return Read(text, text, expression)
        if name == "pow" and is_numeral(args[-1]):
            base, n = self.read(args[0]), args[1]
            assert isinstance(n, Const)
            said, text = (f"({one} ^ {n.name})" for one in (base.said, base.text))
            return Read(said, text, expression, "pow", (base,))
        if name == "real" and args:
            return self.whole(args[0], expression)
        if name not in SIGNATURE or name == "pow" or len(args) != _arity(name):
            self.own[normal(term)] = named(expression.value)
            return Read(named(expression.value), named(expression.value), expression)
        parts = tuple(map(self.read, args))
        said = " ".join([FIXED[name], *(part.said for part in parts)])
        text = " ".join([FIXED[name], *(part.text for part in parts)])
        both = (f"({said})", f"({text})") if parts else (said, text)
        return Read(*both, expression, name, parts)

    def whole(self, term: Term, expression: Expression) -> Read:
        """The cast of a whole number, which is stated as INR of a text, after what `start` does."""
        said, text = self._whole(term)
        return Read(f"(INR {said})", text, expression)

    def _whole(self, term: Term) -> tuple[str, str]:
        """A whole number, and its cast as a real."""
        head, args = spine(term)
        if is_numeral(term):
            self.numerals[int(term.name)] = None
            return f"{term.name}%nat", term.name
        if isinstance(head, Const) and head.name in ("nadd", "nmul") and len(args) == 2:
            self.sums = True
            self.products_of_sums |= head.name == "nmul" and any(
                spine(a)[0] == Const("nadd", arrow(NAT, NAT, NAT)) for a in args
            )
            (a, x), (b, y) = map(self._whole, args)
            sign = "+" if head.name == "nadd" else "*"
            return f"({FIXED[head.name]} {a} {b})", f"({x} {sign} {y})"
        n = self.naturals.setdefault(normal(term), f"n{len(self.naturals)}_")
        self.casts[n] = named(self.state.real(term, whole=True).value)
        return n, self.casts[n]

    def equal(self, add: Add, read: Read) -> str:
        """A hypothesis that a text is what the checker's expression says."""
        if read.text in self.known:
            return self.known[read.text]
        inner: list[str] = []
        for part in self.functions(read):
            inner.append(self._function(add, part))
        back = "".join(f"try rewrite {item}; " for item in inner)
        fact = add(f"{read.text} = {spelled(read.expression)}", f"{back}alike")
        self.known[read.text] = fact
        return fact

    def functions(self, read: Read) -> list[Read]:
        """The outermost functions of a text, of which the checker's spelling may differ."""
        if read.head in FIXED and read.head not in PLAIN:
            return [read]
        return [f for part in read.args for f in self.functions(part)]

    def _function(self, add: Add, read: Read) -> str:
        key = f"function {read.text}"
        if key in self.known:
            return self.known[key]
        inner = [self.equal(add, part) for part in read.args]
        back = "".join(f"try rewrite {item}; " for item in dict.fromkeys(inner))
        words = f"{back}alike"
        if read.head == "kl":
            p, q = (part.expression for part in read.args)
            minus = "".join(
                f"replace (1 - {spelled(x)}) with {spelled(ONE - x)} by ring; " for x in (p, q)
            )
            words = f"{back}unfold kl; {minus}alike"
        fact = add(f"{read.text} = {spelled(read.expression)}", words)
        self.known[key] = fact
        return fact

    def said(self, term: Term) -> str:
        """A relation about the variables of this step."""
        head, args = spine(term)
        assert isinstance(head, Const)
        if head.name == "imp":
            return f"({self.said(args[0])} -> False)"
        a, b = (self.read(side).said for side in args)
        return f"({a} = {b})" if head.name == "=" else f"({FIXED[head.name]} {a} {b})"


def _arity(name: str) -> int:
    t, number = SIGNATURE[name], 0
    while t[0] == "->":
        t, number = t[2], number + 1
    return number
