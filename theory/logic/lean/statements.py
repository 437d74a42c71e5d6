"""A file of Lean 4 with the vocabulary of a theory and statements of theorems, without proofs."""

from __future__ import annotations
from collections.abc import Iterable, Mapping
from textwrap import fill
from banditproof.theory.logic.library import Library
from banditproof.theory.logic.simple_types import NAT, PROP, REAL, Type, type_variables
from banditproof.theory.logic.terms import App, Const, Free, Lam, Term
from .words import FIXED, INFIX, binders_of_types, name_in_lean, term_in_lean, type_in_lean

BUILT_IN = frozenset({*INFIX, *FIXED, "neg", "real", "if", "forall", "exists"})
"""The constants that are no words of the file."""
DEFINED = {
    "inf": "def inf (S : ℝ → Prop) : ℝ := sInf {v | S v}",
    "sum": "def sum (n : ℕ) (f : ℕ → ℝ) : ℝ := ∑ i ∈ Finset.range n, f i",
    "kl": "def kl (x y : ℝ) : ℝ := x * Real.log (x / y) + (1 - x) * Real.log ((1 - x) / (1 - y))",
    "xlogx": "def xlogx (x : ℝ) : ℝ := x * Real.log x",
    "erf": "def erf (x : ℝ) : ℝ := 2 / Real.sqrt Real.pi * ∫ t in (0 : ℝ)..x, Real.exp (-t ^ 2)",
    **{
        f"root{order}": f"def root{order} (x : ℝ) : ℝ := x ^ ((1 : ℝ) / {order})"
        for order in (3, 4, 8, 16)
    },
}
"""Constants that are defined by what mathlib has; they agree where the logic says what they are."""
HEAD = """Statements of banditproof in Lean 4: its words, its axioms, and theorems without proofs.

The theorems are proved in the logic of banditproof, and a second program, Coq, reads those proofs.
No Lean has read this file. The words of probability are constants with axioms, as in that logic;
each axiom names the theorem of mathlib, Lean or Coq that it is, so that who has Lean may put
mathlib's definitions in their places."""
BEGIN = """import Mathlib

set_option autoImplicit false
set_option linter.unusedVariables false

open Classical

noncomputable section

namespace Banditproof
"""
WIDTH = 100


def lean_file(library: Library, theorems: Mapping[str, Term]) -> str:
    """The text of a file that states some theorems, with the words that their statements need.

    >>> from banditproof.theory.logic.library import standard_library
    >>> library = standard_library(["numbers"])
    >>> formula = library.formula("forall x y. x <= y -> exp(x) <= exp(y)")
    >>> text = lean_file(library, {"my.rises": formula})
    >>> print(text[text.index("theorem my") : text.index("end Ban")].rstrip())
    theorem my.rises : ∀ x : ℝ, ∀ y : ℝ, (x ≤ y) → ((Real.exp x) ≤ (Real.exp y)) := by
      sorry
    """
    needed = _needed(library, theorems.values())
    axioms = {
        name: axiom
        for name, axiom in library.axioms.items()
        if _constants(axiom.statement) <= needed | BUILT_IN
    }
    blocks = [f"/-\n{HEAD}\n-/\n\n{BEGIN}"]
    sorts = _sorts(library, needed, theorems.values())
    blocks += [_wrapped(f"axiom {name_in_lean(name)} : {_kind(library, name)}") for name in sorts]
    blocks += [_declared(library, name) for name in library.theory.constants if name in needed]
    for name, axiom in axioms.items():
        about = f"/-- {axiom.source.rstrip('.')}. {axiom.agreement} -/" if axiom.source else ""
        words = f"{fill(about, WIDTH)}\n".lstrip("\n")
        blocks.append(f"{words}{_wrapped(f'axiom {_stated(name, axiom.statement)}')}")
    blocks += [
        f"{_wrapped(f'theorem {_stated(name, said)} := by')}  sorry\n"
        for name, said in theorems.items()
    ]
    return "\n".join([*blocks, "end Banditproof\n"])


def _wrapped(text: str) -> str:
    """The lines of a declaration; it goes on in deeper ones."""
    whole = fill(text, WIDTH, subsequent_indent="    ", break_long_words=False)
    return f"{whole}\n"


def _stated(name: str, said: Term) -> str:
    return f"{name_in_lean(name)}{binders_of_types(_variables(said))} : {term_in_lean(said)}"


def _kind(library: Library, name: str) -> str:
    return " → ".join(["Type"] * (library.theory.sorts[name] + 1))


def _declared(library: Library, name: str) -> str:
    """A constant of the file: defined by mathlib, defined in the logic, or with a type alone."""
    if name in DEFINED:
        return _wrapped(DEFINED[name])
    t = library.theory.constants[name]
    typed = f"{name_in_lean(name)}{binders_of_types(type_variables(t), nonempty=False)}"
    if name in library.theory.definitions:
        value, _ = library.theory.definitions[name]
        return _wrapped(f"def {typed} : {type_in_lean(t)} := {term_in_lean(value)}")
    return _wrapped(f"axiom {typed} : {type_in_lean(t)}")


def _needed(library: Library, formulas: Iterable[Term]) -> frozenset[str]:
    """The constants of formulas, and those of their definitions."""
    found, stack = set[str](), [*formulas]
    while stack:
        for name in _constants(stack.pop()) - BUILT_IN - found:
            found.add(name)
            if name in library.theory.definitions and name not in DEFINED:
                stack.append(library.theory.definitions[name][0])
    return frozenset(found)


def _sorts(library: Library, needed: Iterable[str], formulas: Iterable[Term]) -> list[str]:
    """The sorts of constants and formulas, besides propositions and numbers."""
    types = [library.theory.constants[name] for name in needed]
    types += [t for formula in formulas for t in _types(formula)]
    used = {head for t in types for head in _heads(t)}
    own = {PROP[0], REAL[0], NAT[0], "->"}
    return [name for name in library.theory.sorts if name in used and name not in own]


def _heads(t: Type) -> Iterable[str]:
    yield t[0]
    for part in t[1:]:
        yield from _heads(part)


def _constants(term: Term) -> frozenset[str]:
    """The names of the constants of a term, numbers left out."""
    match term:
        case App(head, arg):
            return _constants(head) | _constants(arg)
        case Lam(_, body):
            return _constants(body)
        case Const(name, _) if not name[0].isdigit():
            return frozenset([name])
    return frozenset()


def _types(term: Term) -> frozenset[Type]:
    match term:
        case App(head, arg):
            return _types(head) | _types(arg)
        case Lam(t, body):
            return frozenset([t]) | _types(body)
        case Const(_, t) | Free(_, t):
            return frozenset([t])
    return frozenset()


def _variables(term: Term) -> frozenset[str]:
    return frozenset[str]().union(*map(type_variables, _types(term)))
