"""The bounds of an instance as a sequence that knows its strongest ones."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Self
from banditproof.theory.bound_words import Privacy
from banditproof.theory.one_horizon.horizon_bounds import HorizonBounds
from .bound import Bound
from .bound_groups import ordered
from .horizon_section import horizon_bounds
from .request import Request
from .strongest import Answer, answer, strongest


class AnsweredBounds(tuple[Bound, ...]):
    """All bounds of an instance, in groups, and the strongest of them for each kind of privacy."""

    request: Request

    def __new__(cls, rows: Iterable[Bound], request: Request) -> Self:
        table = super().__new__(cls, ordered(rows))
        table.request = request
        return table

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self), self.request

    @cached_property
    def at_horizons(self) -> tuple[HorizonBounds, ...]:
        """The bounds of a Bernoulli instance at the horizon for each budget; none without one.

        >>> from banditproof.theory import bounds
        >>> table = bounds(("0.8", "0.1"), eps="0.1", rho="0.01", horizon=1000)
        >>> [(str(found.eps), str(found.rho)) for found in table.at_horizons]
        [('1/10', 'None'), ('inf', '1/100')]
        """
        return tuple(horizon_bounds(self.request))

    @property
    def at_horizon(self) -> HorizonBounds | None:
        """Those for the first budget, as `best` is; None without a horizon."""
        return self.at_horizons[0] if self.at_horizons else None

    @cached_property
    def answers(self) -> tuple[Answer, ...]:
        """The strongest bounds for each kind of privacy that was asked about."""
        return tuple(answer(self, *asked) for asked in self.request.budgets.items())

    @property
    def best(self) -> Answer:
        """The strongest bounds for the first kind: eps-DP, then rho-zCDP, then no privacy."""
        return self.answers[0]

    def best_for(self, privacy: str) -> Answer:
        """The strongest bounds for "none", "pure" or "zcdp"; the budget of a kind must be given.

        >>> from banditproof.theory import bounds
        >>> bounds(("0.8", "0.1"), eps=1).best_for("none").regret.name
        'lower bound without privacy'
        """
        kinds = {Privacy.NONE: None, **self.request.budgets}
        if privacy not in kinds:
            known = " or ".join(repr(kind.value) for kind in kinds)
            raise ValueError(f"There are no bounds for {privacy!r}; give {known}, or its budget.")
        kind = Privacy(privacy)
        return answer(self, kind, kinds[kind])

    def strongest_for(self, bound: Bound) -> tuple[Privacy, ...]:
        """The kinds of privacy that were asked about for which a row is the strongest bound.

        A minimax bound is compared with those over the same class, another one with those of the
        instance.
        """
        return tuple(
            privacy
            for privacy in self.request.budgets
            if strongest(self, bound.quantity, privacy, bound.over) is bound
        )
