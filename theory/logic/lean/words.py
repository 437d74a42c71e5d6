"""Types, terms and names of the logic as Lean 4 writes them.

Numbers are those of mathlib, and so is what is fixed in the logic; every other constant is a word
of the file. Brackets stand wherever an operator stands in another one, so that nothing depends on
how tightly Lean binds them. Types of Lean may be empty, and those of the logic are not: a theorem
has an instance of `Nonempty` for each type variable.
"""

from __future__ import annotations
import re
from collections.abc import Iterable
from banditproof.theory.logic.arithmetic import is_numeral, spine
from banditproof.theory.logic.formulas import FALSE
from banditproof.theory.logic.printing import names_in
from banditproof.theory.logic.simple_types import NAT, PROP, REAL, Type, is_variable
from banditproof.theory.logic.terms import Bound, Const, Free, Lam, Refused, Term, opened

INFIX = {
    "imp": "→", "or": "∨", "and": "∧", "le": "≤", "lt": "<", "=": "=", "add": "+", "nadd": "+",
    "sub": "-", "mul": "*", "nmul": "*", "div": "/", "pow": "^",
}  # fmt: skip
FIXED = {
    "exp": "Real.exp", "log": "Real.log", "sqrt": "Real.sqrt", "tanh": "Real.tanh", "abs": "abs",
    "min": "min", "max": "max", "PI": "Real.pi", "False": "False",
}  # fmt: skip
"""What mathlib has, by its word there."""
BINDERS = {"forall": "∀", "exists": "∃"}
OWN_TYPES = {PROP: "Prop", REAL: "ℝ", NAT: "ℕ"}
LETTERS = {"'a": "α", "'b": "β", "'c": "γ", "'d": "δ"}
RESERVED = frozenset(
    re.findall(
        r"\w+",
        """
        abbrev at axiom by calc class def deriving do else end example exists export extends
        false for forall from fun have if import in induction inductive infix instance let
        local macro match mutual namespace nomatch noncomputable notation opaque open partial
        prefix private protected rec return section set show structure suffices syntax
        termination then theorem this true universe unsafe variable where with
        """,
    )
)
"""Words that Lean reads as its own."""
PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_']*\Z", re.ASCII)


def name_in_lean(name: str) -> str:
    """The name of a constant or a theorem; what Lean cannot read as a name stands in « ».

    >>> name_in_lean("bern.thm4.3"), name_in_lean("induction"), name_in_lean("sum_next")
    ('bern.thm4.«3»', '«induction»', 'sum_next')
    """
    parts = name.split(".")
    return ".".join(p if PLAIN.match(p) and p not in RESERVED else f"«{p}»" for p in parts)


def variable_in_lean(name: str) -> str:
    """The name of a bound variable.

    >>> variable_in_lean("w'"), variable_in_lean("at"), variable_in_lean("x%3")
    ("w'", 'at_', 'x')
    """
    stem = name.partition("%")[0] or "x"
    return f"{stem}_" if stem in RESERVED else stem


def type_variable(name: str) -> str:
    """The name of a type variable.

    >>> type_variable("'a"), type_variable("'state")
    ('α', 'τ_state')
    """
    return LETTERS.get(name, f"τ_{name[1:]}")


def type_in_lean(t: Type, apart: bool = False) -> str:
    """A type; `apart` puts brackets around one of several words.

    >>> type_in_lean(("->", ("->", ("N",), ("R",)), ("Law", ("'a",))))
    '(ℕ → ℝ) → Law α'
    """
    if is_variable(t):
        return type_variable(t[0])
    if t in OWN_TYPES:
        return OWN_TYPES[t]
    if t[0] == "->":
        text = f"{type_in_lean(t[1], apart=True)} → {type_in_lean(t[2])}"
    elif len(t) == 1:
        return name_in_lean(t[0])
    else:
        text = " ".join([name_in_lean(t[0]), *(type_in_lean(a, apart=True) for a in t[1:])])
    return f"({text})" if apart else text


def term_in_lean(term: Term, apart: bool = False) -> str:
    """A closed term; `apart` puts brackets around one of several words.

    >>> from banditproof.theory.logic.library import Library
    >>> formula = Library().formula("forall (x : R) (n : N). 0 < x -> not x^(n + 1) <= real(n)")
    >>> print(term_in_lean(formula))
    ∀ x : ℝ, ∀ n : ℕ, ((0 : ℝ) < x) → (¬((x ^ (n + (1 : ℕ))) ≤ (n : ℝ)))
    """
    text = _text(term)
    return f"({text})" if apart and not _is_word(text) else text


def _is_word(text: str) -> bool:
    """Whether a text is one word, or stands in brackets of its own."""
    if re.fullmatch(r"[^\s()¬-]+", text):
        return True
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return place == len(text) - 1 and text[0] == "("
    return False


def _text(term: Term) -> str:
    match term:
        case Lam():
            name, body = _opened(term)
            return f"fun {name} : {type_in_lean(term.type)} => {_text(body)}"
        case Free(name, _):
            return name
        case Const() if is_numeral(term):
            return f"({term.name} : {OWN_TYPES[term.type]})"
        case Bound():
            raise Refused("A bound variable has no binder.")
    head, args = spine(term)
    name = head.name if isinstance(head, Const) else ""
    if name in BINDERS and len(args) == 1 and isinstance(args[0], Lam):
        variable, body = _opened(args[0])
        return f"{BINDERS[name]} {variable} : {type_in_lean(args[0].type)}, {_text(body)}"
    if name == "imp" and args[1:] == [FALSE]:
        return f"¬{term_in_lean(args[0], apart=True)}"
    if name in INFIX and len(args) == 2:
        chained = name == "imp" and _goes_on(args[1])
        left, right = term_in_lean(args[0], apart=True), term_in_lean(args[1], not chained)
        return f"{left} {INFIX[name]} {right}"
    if name == "neg" and len(args) == 1:
        return f"-{term_in_lean(args[0], apart=True)}"
    if name == "real" and len(args) == 1:
        inner = args[0]
        plain = isinstance(inner, Free)
        return f"({_text(inner)} : ℝ)" if plain else f"(({_text(inner)} : ℕ) : ℝ)"
    if name == "if" and len(args) == 3:
        decided, yes, no = (term_in_lean(a, apart=True) for a in args)
        return f"if {decided} then {yes} else {no}"
    word = _head(head) if isinstance(head, Const) else term_in_lean(head, apart=True)
    return " ".join([word, *(term_in_lean(a, apart=True) for a in args)])


def _goes_on(term: Term) -> bool:
    """Whether a formula may stand without brackets at the end of an implication."""
    head, args = spine(term)
    name = head.name if isinstance(head, Const) else ""
    return (name == "imp" and args[1:] != [FALSE]) or name in BINDERS


def _head(constant: Const) -> str:
    """A constant in the place of a function."""
    name = constant.name
    if name in FIXED:
        return FIXED[name]
    if name in INFIX or name in ("neg", "real", "if", *BINDERS):
        raise Refused(f"{name} stands alone; write it as a function of its arguments.")
    return name_in_lean(name)


def _opened(function: Lam) -> tuple[str, Term]:
    """The body of a function at its variable, under a name that nothing in it has."""
    name = variable_in_lean(function.hint or "x")
    while name in names_in(function.body) or name in FIXED.values():
        name += "'"
    return name, opened(function.body, Free(name, function.type))


def binders_of_types(names: Iterable[str], nonempty: bool = True) -> str:
    """The type variables of a statement, with a space before them; nothing if there are none.

    >>> binders_of_types(["'a"])
    ' {α : Type} [Nonempty α]'
    """
    words = [type_variable(name) for name in sorted(names)]
    if not words:
        return ""
    given = "".join(f" [Nonempty {word}]" for word in words) if nonempty else ""
    return f" {{{' '.join(words)} : Type}}{given}"
