"""Terms in print: as they are written in files, in Unicode, and in LaTeX."""

from __future__ import annotations
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from .arithmetic import is_numeral, spine
from .formulas import FALSE
from .shapes import under
from .simple_types import NAT, REAL, Type
from .terms import App, Bound, Const, Free, Lam, Term, opened
from .tokens import type_text, usual_type

LOOSEST, IMPLIES, EITHER, BOTH, RELATION, SUM, PRODUCT, POWER, ATOM = 0, 1, 2, 3, 4, 5, 6, 8, 9
INFIX = {
    "imp": IMPLIES, "or": EITHER, "and": BOTH, "le": RELATION, "lt": RELATION, "=": RELATION,
    "add": SUM, "nadd": SUM, "sub": SUM, "mul": PRODUCT, "nmul": PRODUCT, "div": PRODUCT,
    "pow": POWER,
}  # fmt: skip
LEFT_APART = {"imp", "or", "and", "le", "lt", "=", "pow"}
"""Operators whose left side needs brackets at the same level."""
RIGHT_APART = {"sub", "div", "le", "lt", "=", "add", "nadd", "mul", "nmul", "pow"}
WHOLE = frozenset("nmkijKTta")
"""The letters that usually stand for whole numbers."""
OVER_LAW, OVER_RANGE, OVER_INDEX = (
    ("E", "Pr", "Int", "Event"),
    ("sum",),
    ("LimInf", "LimSup", "Lim"),
)


@dataclass(frozen=True)
class Style:
    """The signs of one way to print."""

    signs: Mapping[str, str]
    names: Mapping[str, str] = field(default_factory=dict)
    latex: bool = False
    types: bool = False
    """Whether a binder shows the type of a letter that does not usually have it."""
    hints: bool = True
    """Whether bound variables have the names of their texts: one of two equal terms may stand for
    the other, so that what must not depend on that has names by their places alone."""
    whole: bool = False
    """Whether whole numbers are told from real ones: `real(n)`, and `(0 : N)`."""

    def name(self, word: str) -> str:
        """A name; in LaTeX its digits are an index."""
        stem = word.partition("%")[0]
        return self.names.get(stem, stem)


PLAIN = Style(
    {
        "imp": " -> ", "or": " or ", "and": " and ", "le": " <= ", "lt": " < ", "=": " = ",
        "add": " + ", "nadd": " + ", "sub": " - ", "mul": " * ", "nmul": " * ", "div": " / ",
        "pow": "^", "neg": "-", "not": "not ", "forall": "forall", "exists": "exists", "fun": "fun",
        "~": " ~ ", "!=": " != ", "dot": ". ",
    },
    types=True,
)  # fmt: skip
IN_FULL = replace(PLAIN, whole=True)
BY_PLACES = replace(PLAIN, hints=False)
GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eps": "ε", "eta": "η", "lambda": "λ",
    "mu": "μ", "nu": "ν", "pi": "π", "rho": "ρ", "sigma": "σ", "theta": "θ",
}  # fmt: skip
UNICODE = Style(
    {
        **PLAIN.signs, "imp": " → ", "or": " ∨ ", "and": " ∧ ", "le": " ≤ ", "mul": "·",
        "nmul": "·", "not": "¬", "forall": "∀", "exists": "∃", "fun": "λ", "~": " ∼ ", "!=": " ≠ ",
        "sub": " − ", "neg": "−",
    },
    GREEK,
)  # fmt: skip
LATEX = Style(
    {
        **PLAIN.signs, "imp": r" \Rightarrow ", "or": r" \lor ", "and": r" \land ", "le": r" \le ",
        "mul": r"\,", "nmul": r"\,", "not": r"\lnot ", "forall": r"\forall", "exists": r"\exists",
        "fun": r"\lambda", "~": r" \sim ", "!=": r" \ne ", "dot": r".\ ",
    },
    {word: rf"\{'varepsilon' if word == 'eps' else word}" for word in GREEK},
    latex=True,
)  # fmt: skip


def shown(term: Term, style: Style = PLAIN, letters: Mapping[str, Type] | None = None) -> str:
    """A term in print; in the plain style it can be read again.

    A binder shows the type of what is not of the usual type of its letter, if `letters` says that.

    >>> from .library import Library
    >>> term = Library().formula("forall (x : R). 0 < x -> not x*x <= 0")
    >>> print(shown(term))
    forall x. 0 < x -> not x * x <= 0
    >>> print(shown(term, UNICODE))
    ∀ x. 0 < x → ¬x·x ≤ 0
    """
    return _Printer(style, letters).at(term, LOOSEST)


def told_apart(*terms: Term) -> list[str]:
    """Terms in print; if two that differ print alike, whole numbers are told from real ones.

    >>> from .library import Library
    >>> texts = "forall (n : N). n = 0", "forall (n : N). real(n) = 0"
    >>> whole, of_reals = map(Library().formula, texts)
    >>> print(*told_apart(whole, whole), *told_apart(whole, of_reals), sep="; ")
    forall n. n = 0; forall n. n = 0; forall n. n = (0 : N); forall n. real(n) = 0
    """
    plain = [shown(term) for term in terms]
    return plain if len(set(plain)) == len(set(terms)) else [shown(t, IN_FULL) for t in terms]


class _Printer:
    def __init__(self, style: Style, letters: Mapping[str, Type] | None) -> None:
        self.style, self.letters = style, letters

    def at(self, term: Term, least: int) -> str:
        """A term, in brackets unless it binds as tightly as its place asks for."""
        level, text = self.leveled(term)
        return text if level >= least else f"({text})"

    def leveled(self, term: Term) -> tuple[int, str]:
        signs = self.style.signs
        if isinstance(term, Free | Const):
            word = self._word(term.name)
            whole = self.style.whole and is_numeral(term) and term.type == NAT
            return ATOM, f"({word} : N)" if whole else word
        if isinstance(term, Bound):
            return ATOM, f"#{term.index}"
        if isinstance(term, Lam):
            name, body = self._opened(term)
            name = self._with_type(name, term.type)
            return LOOSEST, f"{signs['fun']} {name}{signs['dot']}{self.at(body, LOOSEST)}"
        head, args = spine(term)
        name = head.name if isinstance(head, Const) else ""
        if name == "imp" and args[1:] == [FALSE]:
            return self._negation(args[0])
        if name in INFIX and len(args) == 2:
            return self._infix(name, *args)
        if name == "real" and len(args) == 1 and not self.style.whole:
            return self.leveled(args[0])
        if name == "neg" and len(args) == 1:
            return PRODUCT, f"{signs['neg']}{self.at(args[0], PRODUCT + 1)}"
        if name in ("forall", "exists") and len(args) == 1:
            return self._quantifier(name, term)
        if name and args and (bound := self._binding(name, args)):
            return ATOM, bound
        listed = ", ".join(self.at(a, LOOSEST) for a in args)
        return ATOM, f"{self.at(head, ATOM)}({listed})"

    def _word(self, word: str) -> str:
        text = self.style.name(word)
        plain = self.style.latex and text.isidentifier() and len(text) > 1
        return rf"\mathrm{{{text.replace('_', chr(92) + '_')}}}" if plain else text

    def _negation(self, term: Term) -> tuple[int, str]:
        head, args = spine(term)
        if isinstance(head, Const) and head.name == "=" and len(args) == 2:
            left, right = (self.at(a, SUM) for a in args)
            return RELATION, f"{left}{self.style.signs['!=']}{right}"
        return BOTH + 0, f"{self.style.signs['not']}{self.at(term, RELATION)}"

    def _infix(self, name: str, a: Term, b: Term) -> tuple[int, str]:
        level = INFIX[name]
        if self.style.latex and name == "div":
            return PRODUCT, rf"\frac{{{self.at(a, LOOSEST)}}}{{{self.at(b, LOOSEST)}}}"
        if self.style.latex and name == "pow":
            return POWER, f"{self.at(a, ATOM)}^{{{self.at(b, LOOSEST)}}}"
        left = self.at(a, level + (name in LEFT_APART))
        right = self.at(b, level + (name in RIGHT_APART))
        return level, f"{left}{self.style.signs[name]}{right}"

    def _quantifier(self, name: str, term: Term) -> tuple[int, str]:
        """forall x y (P : Law R). ..., with one sign for several variables."""
        names: list[str] = []
        while body := under(term, name):
            word, term = self._opened(body)
            names.append(self._with_type(word, body.type))
        sign = self.style.signs[name]
        return LOOSEST, f"{sign} {' '.join(names)}{self.style.signs['dot']}{self.at(term, LOOSEST)}"

    def _binding(self, name: str, args: list[Term]) -> str:
        """E[w ~ P](...), sum[i < n](...), LimInf[T](..., c); empty for another constant."""
        first = 0 if name in OVER_INDEX else 1
        if name not in (*OVER_LAW, *OVER_RANGE, *OVER_INDEX) or len(args) != 2:
            return ""
        function = args[first]
        if not isinstance(function, Lam):
            return ""
        word, body = self._opened(function)
        word, over = self._word(word), ""
        if name in OVER_LAW:
            over = self.style.signs["~"] + self.at(args[0], SUM)
        elif name in OVER_RANGE:
            over = f" < {self.at(args[0], SUM)}"
        more = "" if first else f", {self.at(args[1], LOOSEST)}"
        return f"{self._word(name)}[{word}{over}]({self.at(body, LOOSEST)}{more})"

    def _with_type(self, name: str, t: Type) -> str:
        if self.letters is None:
            usual = NAT if name.rstrip("0123456789'") in WHOLE else REAL
            plain = t == usual or not self.style.types
        else:
            known = usual_type(self.letters, name)
            plain = known == t
        word = self._word(name)
        return word if plain else f"({word} : {type_text(t)})"

    def _opened(self, function: Lam) -> tuple[str, Term]:
        """The body of a function at its variable, under a name that nothing in it has."""
        name = (function.hint if self.style.hints else "") or "x"
        while name in names_in(function.body):
            name += "'"
        return name, opened(function.body, Free(name, function.type))


@lru_cache(1 << 13)
def names_in(term: Term) -> frozenset[str]:
    """The names of the free variables and the constants of a term."""
    match term:
        case App(head, arg):
            return names_in(head) | names_in(arg)
        case Lam(_, body):
            return names_in(body)
        case Free(name, _) | Const(name, _):
            return frozenset([name])
    return frozenset()
