"""Proofs that a characteristic time is at most, or at least, a number.

With w_1 = 1 / (1 + sum of x) or w_1 = beta, and w_a = w_1 x_a, every allocation gives

    T* <= 1 / (w_1 min_a C_a(1, x_a)).

A mixture puts a share q on an alternative whose cost is at most c_1 w_1 + c_a w_a for all weights:
a confusing mean l has (c_1, c_a) = (D_1(l), D_a(l)), and the total variation cost eps TV min(w_1,
w_a) has (0, eps TV) and (eps TV, 0). A minimum is at most the mean over the shares, so

    1 / T* <= max(sum of q c_1, max_a sum of q c_a over the alternatives with arm a) / sum of q,

and with w_1 = beta the maximum is replaced by its mean of weights beta, 1 - beta.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal
from flint import arb
from banditproof.theory.balls import ball
from .confusion import Confusion

Kind = Literal["mean", "best as other", "other as best"]
"""A confusing mean; or the law of the best arm replaced by the other's, or the reverse."""


@dataclass(frozen=True)
class Alternative:
    """One alternative of a mixture: its arm, what it changes, its place z, and its share.

    "best as other" costs w_1 eps TV, "other as best" costs w_a eps TV; "mean" costs the divergences
    to the common mean mu_1 - place (mu_1 - mu_a).
    """

    arm: int
    kind: Kind
    share: Fraction
    place: Fraction = Fraction(0)


@dataclass(frozen=True)
class Game:
    """The costs of all alternatives to the best arm, in balls.

    `flats` holds eps TV of each pair when privacy adds total variation costs, and `pairs` is empty
    when there are no others. `beta` is the fixed weight of the best arm, if any.
    """

    arms: tuple[int, ...]
    pairs: Mapping[int, Confusion]
    flats: Mapping[int, arb]
    beta: Fraction | None

    def best_weight(self, x: Mapping[int, Fraction]) -> Fraction:
        """The weight of the best arm."""
        return 1 / (1 + sum(x.values(), Fraction(0))) if self.beta is None else self.beta

    def cost(self, arm: int, x: Fraction, near: Fraction | None = None) -> arb:
        """A ball whose lower end is at most C_a(1, x); `near` is a place near the best one."""
        cost = self.pairs[arm].cost(x, near) if arm in self.pairs else arb("inf")
        if arm not in self.flats:
            return cost
        return arb.min(cost, self.flats[arm] * ball(min(x, Fraction(1))))

    def cost_from_above(self, arm: int, x: Fraction) -> arb:
        """A ball whose upper end is at least C_a(1, x): the price of one alternative."""
        cost = self.pairs[arm].cost_from_above(x) if arm in self.pairs else arb("inf")
        if arm not in self.flats:
            return cost
        return arb.min(cost, self.flats[arm] * ball(min(x, Fraction(1))))

    def from_above(
        self, x: Mapping[int, Fraction], places: Mapping[int, Fraction] | None = None
    ) -> arb:
        """A ball whose upper end is at least T*: the primal bound of an allocation.

        Any `places` give a bound, the best places of the costs the least one.
        """
        weight = self.best_weight(x)
        if self.beta is not None and weight * (1 + sum(x.values(), Fraction(0))) != 1:
            raise ValueError("The allocation does not sum to one; scale it.")
        least = arb("inf")
        for arm, share in x.items():
            least = arb.min(least, self.cost(arm, share, places[arm] if places else None))
        return 1 / (ball(weight) * least)

    def prices(self, alternative: Alternative) -> tuple[arb, arb]:
        """(c_1, c_a) of an alternative."""
        if alternative.kind == "mean":
            return self.pairs[alternative.arm].divergences(alternative.place)
        flat = self.flats[alternative.arm]
        return (arb(0), flat) if alternative.kind == "other as best" else (flat, arb(0))

    def from_below(self, mixture: Sequence[Alternative]) -> arb:
        """A ball whose lower end is at most T*: the dual bound of a mixture."""
        total, to_best = Fraction(0), arb(0)
        to_others: dict[int, arb] = {}
        for alternative in mixture:
            if alternative.share < 0:
                raise ValueError("A share of the mixture is negative; give shares >= 0.")
            first, second = self.prices(alternative)
            share = ball(alternative.share)
            total += alternative.share
            to_best += share * first
            to_others[alternative.arm] = to_others.get(alternative.arm, arb(0)) + share * second
        most = arb(0)
        for price in to_others.values():
            most = arb.max(most, price)
        if self.beta is None:
            return ball(total) / arb.max(to_best, most)
        return ball(total) / (ball(self.beta) * to_best + ball(1 - self.beta) * most)
