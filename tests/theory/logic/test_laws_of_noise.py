"""Axioms that there is noise of a law with a density: true of that law, and of no edited formula.

No finite law has these translations, so that the finite models cannot speak of the axioms. Here
each formula is evaluated with the law by its density: means are integrals by Gauss and Legendre on
pieces of the length 1/2, at whose ends all kinks and jumps stand.
"""

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any
import numpy as np
import pytest
from banditproof.paper_checks.derivations.formal_folders import WORDS
from banditproof.theory.logic.library import Library, standard_library
from banditproof.theory.logic.simple_types import REAL
from banditproof.theory.logic.terms import App, Bound, Const, Lam, Term

Function = Callable[[Any], Any]
NODES, WEIGHTS = np.polynomial.legendre.leggauss(24)
FAR = 40
ENDS = np.arange(-FAR, FAR + 0.5, 0.5)
POINTS = np.concatenate([(a + b) / 2 + (b - a) / 2 * NODES for a, b in pairwise(ENDS)])
MASSES = np.concatenate([(b - a) / 2 * WEIGHTS for a, b in pairwise(ENDS)])
NUMBERS = (-1.5, -0.5, 0.0, 0.5, 1.0, 2.5)
FUNCTIONS: tuple[Function, ...] = (
    np.ones_like, np.tanh, lambda x: np.sin(3 * x + 1), lambda x: np.where(x > 0.5, 1.0, 0.0),
    lambda x: 1 / (1 + (x - 1) ** 2), lambda x: np.where(x <= -1, 2.0, np.cos(x)),
)  # fmt: skip
"""Bounded measurable functions."""
DENSITIES = {
    "laplace_law": np.exp(-np.abs(POINTS)) / 2,
    "normal_noise": np.exp(-(POINTS**2) / 2) / math.sqrt(2 * math.pi),
}
ARITHMETIC: dict[str, Function] = {
    "add": lambda a: lambda b: a + b,
    "sub": lambda a: lambda b: a - b,
    "mul": lambda a: lambda b: a * b,
    "div": lambda a: lambda b: a / b,
    "pow": lambda a: lambda n: a**n,
    "neg": lambda a: -a,
    "abs": np.abs,
    "exp": np.exp,
    "sqrt": math.sqrt,
}
EDITS = {
    "laplace_law": [
        ("exp(abs(x) - abs(x - u))", "exp(abs(x) - abs(x + u))"),
        ("exp(abs(x) - abs(x - u))", "exp(abs(x - u) - abs(x))"),
        ("exp(abs(x) - abs(x - u))", "exp((abs(x) - abs(x - u)) / 2)"),
        ("* exp(abs(x) - abs(x - u))", "+ exp(abs(x) - abs(x - u))"),
        ("Y(x + u)", "Y(x - u)"),
        ("Y(x + u)", "Y(2 * x + u)"),
    ],
    "normal_noise": [
        ("u * x - u^2 / 2))", "u * x + u^2 / 2))"),
        ("u * x - u^2 / 2))", "u * x - u^2))"),
        ("u * x - u^2 / 2))", "2 * u * x - u^2 / 2))"),
        ("E[x ~ G(u)](x) = u", "E[x ~ G(u)](x) = 2 * u"),
        ("y + u)", "y - u)"),
        ("y + u)", "2 * y + u)"),
        ("sqrt(2 / PI)", "sqrt(1 / PI)"),
        ("E[y ~ L](abs(y))", "E[y ~ L](y)"),
    ],
}
"""For each axiom edits of the definition that it speaks of, each false of all noise."""


def values(term: Term, bound: tuple[Any, ...], library: Library, density: Any) -> Any:
    """The value of a term; a law is its integral, a proposition holds for all that is drawn."""

    def of(part: Term, *more: Any) -> Any:
        return values(part, (*more, *bound), library, density)

    match term:
        case Bound(index):
            return bound[index]
        case Lam(_, body):
            return lambda x: of(body, x)
        case App(Const("exists"), Lam(_, body)):
            return of(body, lambda f: float(np.sum(f(POINTS) * density * MASSES)))
        case App(Const("forall"), Lam(t, body)):
            return all(of(body, x) for x in (NUMBERS if t == REAL else FUNCTIONS))
        case App(App(Const("imp"), _), then):  # the functions that are drawn satisfy all premises
            return of(then)
        case App(App(Const("and"), a), b):
            return of(a) and of(b)
        case App(App(Const("="), a), b):
            return abs(of(a) - of(b)) < 1e-9
        case App(App(Const("E"), law), f):
            return of(law)(of(f))
        case App(App(Const("Int"), law), f):
            return math.isfinite(of(law)(lambda x: np.abs(of(f)(x))))
        case App(App(Const("map"), law), f):
            return lambda g: of(law)(lambda x: g(of(f)(x)))
        case App(head, arg):
            return of(head)(of(arg))
        case Const("PI"):
            return math.pi
        case Const(name) if name in ARITHMETIC:
            return ARITHMETIC[name]
        case Const(name) if name in library.theory.definitions:
            return values(library.theory.definitions[name][0], (), library, density)
        case Const(name, t):
            return float(name) if t == REAL else int(name)
    raise AssertionError(term)


def holds(axiom: str, old: str = "", new: str = "") -> bool:
    """Whether an axiom is true of its law, with an edit of the definition that it speaks of."""
    library, edited = standard_library(), 0
    for file in sorted(WORDS.glob("*.logic")):
        text = file.read_text("utf-8")
        lines = text.splitlines(keepends=True)
        for n, line in enumerate(lines):
            if old and line.startswith(("def Unit", "def NormalNoise", "  Int[x ~ G(0)]")):
                edited += line.count(old)
                lines[n] = line.replace(old, new)
        library.load_text("".join(lines), file.name, file.stem)
    assert bool(old) == bool(edited)
    return bool(values(library.axioms[axiom].statement, (), library, DENSITIES[axiom]))


@pytest.mark.parametrize("axiom", EDITS)
def test_there_is_noise_of_this_law(axiom: str) -> None:
    assert holds(axiom)


@pytest.mark.parametrize(
    ("axiom", "old", "new"), [(axiom, *edit) for axiom, edits in EDITS.items() for edit in edits]
)
def test_no_edited_formula_is_true_of_it(axiom: str, old: str, new: str) -> None:
    assert not holds(axiom, old, new)
