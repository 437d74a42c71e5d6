"""The regret at each horizon: what algorithms pay, what every policy pays, and the limit."""

from __future__ import annotations
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from banditproof.algorithms.catalogue import make_policy
from banditproof.theory import certify, regret_coefficient
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import exact
from banditproof.theory.instances import BernoulliBandit
from banditproof.theory.one_horizon import bounds_at_horizon
from .regret_law import on_the_integers, regret_laws

SHOWN = ("dp-imed", "dp-klucb", "adap-klucb")
"""The algorithms of the figure."""
RELIABLE = Fraction(99, 100)
TAIL = 1e-12
"""The tails that are cut; a picture needs fewer digits."""


@dataclass(frozen=True)
class RegretPanel:
    """The curves of one budget: proved means of algorithms, lower bounds, the limit.

    `everywhere` bounds the larger regret of the instance and a neighbour, `reliable` the regret
    here of policies that find a better arm in 99 of 100 worlds; None where there is no neighbour.
    """

    eps: Fraction
    horizons: tuple[int, ...]
    algorithms: dict[str, tuple[Enclosure, ...]]
    everywhere: tuple[float | None, ...]
    reliable: tuple[float | None, ...]
    limit: tuple[float, ...]


def horizon_grid(last: int, points: int, first: int = 10) -> tuple[int, ...]:
    """Horizons from `first` to the last one, evenly spaced in the logarithm.

    >>> horizon_grid(10**4, 4)
    (10, 100, 1000, 10000)
    """
    growth = math.log(last / first) / (points - 1)
    inner = {round(first * math.exp(growth * k)) for k in range(points - 1)}
    return tuple(sorted(inner | {last}))


def regret_panel(
    bandit: BernoulliBandit,
    eps: Fraction,
    horizons: Sequence[int],
    advance: Callable[[], None] = lambda: None,
) -> RegretPanel:
    """The curves of a budget, for two arms of different means.

    >>> panel = regret_panel(BernoulliBandit(("0.9", "0.1")), Fraction(1), (10, 100))
    >>> panel.everywhere[1] < 2 < 6 < panel.algorithms["dp-imed"][1].lower
    True
    """
    algorithms = {}
    for name in SHOWN:
        policy = on_the_integers(make_policy(name, 2, eps=eps))
        laws = regret_laws(policy, bandit, horizons, TAIL)
        algorithms[name] = tuple(law.mean for law in laws)
        advance()
    below = [
        bounds_at_horizon(bandit.exact_means, t, eps, reliability=[RELIABLE]) for t in horizons
    ]
    factor = float(certify(regret_coefficient, bandit.exact_means, eps))
    return RegretPanel(
        exact(eps),
        tuple(horizons),
        algorithms,
        tuple(bounds.regret for bounds in below),
        tuple(bounds.reliable[0].regret if bounds.reliable else None for bounds in below),
        tuple(factor * math.log(t) for t in horizons),
    )
