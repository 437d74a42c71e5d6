"""The law of DP-IMED's first decision between two arms pulled once, under Laplace noise.

The larger clipped noisy reward wins. For a reward r the number [r + Lap(1/eps)]_0^1 has an atom
at 0, an atom at 1, and a density between them; two of them give everything in closed form.
"""

from collections.abc import Callable
from functools import cache
from typing import Any
from banditproof.paper_checks.models.symbolic_identities import require_zero

Rewards = tuple[int, int]
Three = tuple[Any, Any, Any]
"""The probabilities of a tie, of arm 1 strictly ahead, and of arm 2 strictly ahead."""


def law_of_first_decision(rewards: Rewards, eps: Any, exp: Callable[[Any], Any]) -> Three:
    """The closed forms, for any arithmetic that knows exp.

    >>> import math
    >>> tie, one, two = law_of_first_decision((0, 1), 1.0, math.exp)
    >>> round(tie, 12), round(one, 12), tie + one + two
    (0.183939720586, 0.183939720586, 1.0)
    """
    if rewards[0] == rewards[1]:
        tie = (1 + exp(-2 * eps)) / 4
        return tie, (1 - tie) / 2, (1 - tie) / 2
    tie, behind = exp(-eps) / 2, exp(-eps) * (1 + eps) / 4
    ahead = 1 - exp(-eps) * (3 + eps) / 4
    return (tie, behind, ahead) if rewards[0] == 0 else (tie, ahead, behind)


Law = Callable[[Rewards, Any, Callable[[Any], Any]], Three]


def _clipped_parts(reward: int, eps: Any, x: Any) -> tuple[Any, Any, Any]:
    """The atoms at 0 and 1 and the density between of a clipped noisy reward, in sympy."""
    import sympy as sp

    near, far = sp.Rational(1, 2), sp.exp(-eps) / 2
    if reward == 0:
        return near, far, eps / 2 * sp.exp(-eps * x)
    return far, near, eps / 2 * sp.exp(-eps * (1 - x))


@cache
def _ahead(one: int, two: int) -> Any:
    """Pr[clipped noisy `one` > clipped noisy `two`], integrated symbolically."""
    import sympy as sp

    eps, x, u = sp.symbols("epsilon x u", positive=True)
    _, top, density = _clipped_parts(one, eps, x)
    zero, full, below = _clipped_parts(two, eps, u)
    cumulative = zero + sp.integrate(sp.expand(below), (u, 0, x))
    inside = sp.integrate(sp.expand(sp.expand(density) * cumulative), (x, 0, 1))
    return top * (1 - full) + inside


def require_laws(law: Law = law_of_first_decision) -> None:
    """Integrate the two clipped laws symbolically, and compare with the closed forms."""
    import sympy as sp

    eps, x = sp.symbols("epsilon x", positive=True)

    def tied(one: int, two: int) -> Any:
        (a, b, _), (c, d, _) = _clipped_parts(one, eps, x), _clipped_parts(two, eps, x)
        return a * c + b * d

    for rewards in ((0, 0), (0, 1), (1, 0), (1, 1)):
        tie, first, second = law(rewards, eps, sp.exp)
        require_zero(
            tie=tied(*rewards) - tie,
            first_ahead=_ahead(*rewards) - first,
            second_ahead=_ahead(*rewards[::-1]) - second,
        )
