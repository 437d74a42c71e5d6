"""Claims about Definition 5: designs, their G-value, and their core set."""

from collections.abc import Callable, Collection
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import misprinted, need, proved
from banditproof.theory.designs import g_value

Design = dict[tuple[int, int], Fraction]
HEXAGON = ((1, 0), (0, 1), (1, 1))
"""Three lines of the plane, in coordinates in which they are the diagonals of a hexagon."""
UNIFORM: Design = {action: Fraction(1, 3) for action in HEXAGON} | {(2, 1): Fraction(0)}


def norms_of_axes(d: int) -> Fraction:
    """max |a|^2 in the norm of V(pi)^-1, for the uniform design on the axes: 1 / (1 / d)."""
    result = g_value([[int(i == j) for j in range(d)] for i in range(d)], [Fraction(1, d)] * d)
    need(result == 1 / Fraction(1, d), "The two routes differ", found=result)
    return result


@checks("zcdp.def5.g")
@mutant("the square", power=2)
def g_without_a_square(power: int = 1) -> Verdict:
    """Theorem 2 says g = d of an optimal design, and so does the proof of Corollary 1."""
    for d in (1, 4, 9):
        square = norms_of_axes(d)
        root = {1: 1, 4: 2, 9: 3}[d] if power == 1 else square
        need(root**2 == square or power == 2, "The root differs", d=d)
        if root != d:
            return misprinted(actions="the axes", d=d, g=root)
    return proved(universal=None)


def of_the_design(design: Design) -> Collection[Any]:
    """{a in pi: pi(a) != 0}, as printed: a function is the set of its pairs (a, pi(a))."""
    weights: dict[Any, Fraction] = {**design}
    return [pair for pair in weights.items() if weights.get(pair, Fraction(0)) != 0]


def of_the_actions(design: Design) -> Collection[Any]:
    """{a in A: pi(a) != 0}."""
    return [action for action in design if design[action] != 0]


@checks("zcdp.def5.support")
@mutant("of the actions", core=of_the_actions)
def core_set(core: Callable[[Design], Collection[Any]] = of_the_design) -> Verdict:
    """The weights of the core set have the sum 1."""
    result = core(UNIFORM)
    total = sum((UNIFORM.get(a, Fraction(0)) for a in result), Fraction(0))
    if total != 1:
        return misprinted(members=len(result), weight=total)
    return proved(universal=None)
