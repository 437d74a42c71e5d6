"""The exact pure loss e^eps of a finite policy in each notion and reading."""

from __future__ import annotations

import math
from fractions import Fraction

from .finite_machine import Finite
from .finite_policy import FinitePolicy
from .game_values import PlayGraph
from .games import path_games
from .notions import Notion
from .open_loop import KernelLaw, largest_sum
from .unfolding import unfolded

Ratio = Fraction | float
"""A likelihood ratio: a fraction, or plus infinity."""


def ratio_of_laws(left: KernelLaw, right: KernelLaw) -> Ratio:
    """The largest left / right; infinite if the right has no mass where the left has some.

    >>> ratio_of_laws((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 3), Fraction(2, 3)))
    Fraction(3, 2)
    """
    best: Ratio = Fraction(0)
    for p, q in zip(left, right, strict=True):
        if p:
            best = max(best, p / q if q else math.inf)
    return best


def pure_ratio(policy: Finite, notion: Notion) -> Ratio:
    """The largest Pr(actions) / Pr'(actions) over all neighbours and adversaries: e^eps, exactly.

    An event of one action sequence is the worst, and along one sequence lists, tables and trees
    show the same pairs of lists; so View, Table and adaptive have one and the same loss, in either
    reading. For the interactive model a kernel is judged by constant queries (open-loop theorem), a
    machine by its joint law under free labels.

    >>> from .finite_policy import FinitePolicy
    >>> rule = lambda h: (Fraction(2, 3), Fraction(1, 3)) if h and h[0] == (0, 1) else (0.5, 0.5)
    >>> policy = FinitePolicy.from_rule(2, 2, rule)
    >>> pure_ratio(policy, Notion.VIEW), pure_ratio(policy, Notion.INTERACTIVE)
    (Fraction(3, 2), Fraction(3, 2))
    """
    if isinstance(policy, FinitePolicy) and notion is Notion.INTERACTIVE:
        found: Ratio | None = largest_sum(policy, ratio_of_laws, lambda x, y: x * y, max)
        return Fraction(1) if found is None else found
    return ratio_along_paths(policy, foreign=notion is Notion.INTERACTIVE)


def ratio_along_paths(policy: Finite, *, foreign: bool) -> Ratio:
    """The largest ratio along single action sequences, with free rewards and perhaps labels."""
    graph = PlayGraph(unfolded(policy, foreign=foreign))
    letters = len(policy.rewards)
    games = path_games(policy.arms, policy.horizon, letters, foreign=foreign)
    roots = [graph.root(game)[1] for game in games] if letters > 1 else []
    largest = graph.largest(lambda p, q: Fraction(p, q) if q else math.inf)
    return max((largest[node] for node in roots), default=Fraction(1))
