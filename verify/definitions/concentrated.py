"""The exact Renyi and zCDP constants of a finite policy in each notion and reading.

rho = sup over alpha > 1, neighbours and adversaries of D_alpha(View || View') / alpha. A moment
sum of P^alpha P'^(1-alpha) separates over the extensions of a prefix like delta does, so its
maximum is found by the same backward induction; kernels in the interactive model need constant
queries only (open-loop theorem).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
import flint
from flint import arb
from banditproof.theory.accounting.order_supremum import Supremum, supremum_over_orders
from banditproof.theory.balls import ball, enclose, working_precision
from banditproof.theory.enclosure import INFINITE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact
from banditproof.verify.exact_laws.law_divergences import Ratio, kl_divergence, log_moments
from .backward_induction import Played, Witness, played
from .finite_machine import Finite
from .finite_policy import FinitePolicy
from .notions import Notion
from .open_loop import OpenLoop, OpenLoopTree
from .pure_loss import pure_ratio


def _larger(x: arb, y: arb) -> arb:
    return x.max(y)


def _leaf(alpha: Fraction) -> Callable[[int, int], arb]:
    """l^alpha r^(1-alpha), or l log(l/r) at order 1."""
    order = ball(alpha)

    def moment(left: int, right: int) -> arb:
        # Also where both are 0. Only one cannot be 0: then the pure loss is infinite, which is
        # settled before.
        if left == right:
            return arb(left)
        return (order * arb(left).log() + (1 - order) * arb(right).log()).exp()

    def divergence(left: int, right: int) -> arb:
        return arb(0) if left == right else left * ball(Fraction(left, right)).log()

    return divergence if alpha == 1 else moment


@dataclass(frozen=True)
class OpenLoopCumulants:
    """K(alpha) of a kernel in the interactive model: the worst constant queries at each order."""

    policy: FinitePolicy
    ratio: Fraction

    def at(self, alpha: Fraction) -> arb:
        """The largest sum over rounds of log sum p^alpha q^(1-alpha)."""
        return self._worst(alpha).value

    def slope_at_one(self) -> arb:
        """The largest sum over rounds of KL divergences."""
        return self._worst(Fraction(1)).value

    def largest_log_ratio(self) -> arb:
        """log of e^eps."""
        return ball(self.ratio).log()

    def witness(self, order: Fraction) -> Witness:
        """The constant queries that are worst at an order, up to the width of balls."""
        result = self._worst(order)
        shown = [
            (label, x, y) for (label, x), (_, y) in zip(result.left, result.right, strict=True)
        ]
        challenge = next(t for t, (_, x, y) in enumerate(shown, 1) if x != y)
        width = range(self.policy.arms)
        return Witness(
            Notion.INTERACTIVE,
            challenge,
            tuple((x,) * self.policy.arms for _, x, _ in shown),
            tuple((y,) * self.policy.arms for _, _, y in shown),
            {
                prefix: choice
                for t, choice in enumerate(shown, 1)
                for prefix in product(width, repeat=t)
            },
        )

    @cached_property
    def _tree(self) -> OpenLoopTree:
        return OpenLoopTree.of(self.policy)

    @cached_property
    def _moments(self) -> dict[int, list[Callable[[Fraction], arb]]]:
        """By working precision, log sum p^alpha q^(1-alpha) of each pair of laws of a round."""
        return {}

    def _gains(self, order: Fraction) -> list[arb]:
        """log of the moment of each pair of laws, or their KL divergence at order 1."""
        if order == 1:
            return [kl_divergence(*pair) for pair in self._tree.pairs]
        bits = flint.ctx.prec
        if bits not in self._moments:
            self._moments[bits] = [log_moments(*pair) for pair in self._tree.pairs]
        return [moment(order) for moment in self._moments[bits]]

    def _worst(self, order: Fraction) -> OpenLoop[arb]:
        result = self._tree.largest(
            self._gains(order), lambda x, y: x + y, _larger, lambda x: float(x.mid())
        )
        if result is None:
            raise ValueError("Nothing is ever shown, so there is no worst case.")
        return result


@dataclass(frozen=True)
class GameCumulants:
    """K(alpha) of the joint laws of all games of a notion, by backward induction at each order."""

    games: Played
    ratio: Fraction

    def at(self, alpha: Fraction) -> arb:
        """log of the largest sum of l^alpha r^(1-alpha)."""
        return self._largest(alpha).log()

    def slope_at_one(self) -> arb:
        """The largest sum of l log(l / r)."""
        return self._largest(Fraction(1))

    def largest_log_ratio(self) -> arb:
        """log of e^eps."""
        return ball(self.ratio).log()

    def witness(self, order: Fraction) -> Witness:
        """The adversary that is worst at an order, up to the width of balls."""
        values = self.games.graph.values(_leaf(order), _larger, arb(0))
        worth = [float((m * values[node]).mid()) for _, (m, node) in self.games.roots]
        return self.games.witness(worth.index(max(worth)), values)

    def _largest(self, order: Fraction) -> arb:
        graph = self.games.graph
        values = graph.values(_leaf(order), _larger, arb(0))
        result: arb | None = None
        for multiplier, node in {root for _, root in self.games.roots}:
            value = multiplier * values[node]
            result = value if result is None else result.max(value)
        # The leaves are whole multiples of 1 / total, and the moment is homogeneous of degree 1 in
        # them.
        return arb(0) if result is None else result / graph.policy.total


def cumulants(policy: Finite, notion: Notion, ratio: Fraction) -> OpenLoopCumulants | GameCumulants:
    """The largest log-moments of a policy whose pure loss is finite."""
    if isinstance(policy, FinitePolicy) and notion is Notion.INTERACTIVE:
        return OpenLoopCumulants(policy, ratio)
    return GameCumulants(played(policy, notion), ratio)


def renyi_constant(policy: Finite, notion: Notion, alpha: Number, digits: int = 15) -> Enclosure:
    """The largest D_alpha over all neighbours and adversaries of a notion, for alpha >= 1.

    Order 1 is the Kullback-Leibler divergence and order inf the pure loss eps.

    >>> from .witness_policies import concentrated_gap
    >>> print(renyi_constant(concentrated_gap(), Notion.TABLE, "inf", digits=10))  # log(10)
    2.3025850929940[4..5]
    """
    top = alpha == math.inf or alpha == "inf"
    order = Fraction(1) if top else exact(alpha)
    if order < 1:
        raise ValueError(f"alpha is {alpha}; give an order in [1, inf].")
    ratio = pure_ratio(policy, notion)
    trivial = _trivial(ratio)
    if trivial is not None:
        return trivial
    if top:
        return enclose(lambda: ball(Fraction(ratio)).log(), digits)
    family = cumulants(policy, notion, Fraction(ratio))
    if order == 1:
        return enclose(family.slope_at_one, digits)
    return enclose(lambda: family.at(order) / ball(order - 1), digits)


def _trivial(ratio: Ratio) -> Enclosure | None:
    """0 if nothing leaks, infinity if something is possible in one world only."""
    if isinstance(ratio, float):
        return INFINITE
    return ZERO if ratio == 1 else None


def zcdp_supremum(policy: Finite, notion: Notion, digits: int = 12) -> Supremum:
    """The smallest rho at which the policy is rho-zCDP, with an order that nearly attains it.

    >>> from .witness_policies import concentrated_gap
    >>> for notion in (Notion.VIEW, Notion.TABLE):
    ...     print(zcdp_supremum(concentrated_gap(), notion, 6).value)
    0.327745[2..5]
    0.399099[6..9]
    """
    ratio = pure_ratio(policy, notion)
    trivial = _trivial(ratio)
    if trivial is not None:
        return Supremum(trivial, Fraction(1))
    return supremum_over_orders(cumulants(policy, notion, Fraction(ratio)), digits)


def zcdp_constant(policy: Finite, notion: Notion, digits: int = 12) -> Enclosure:
    """The smallest rho at which the policy is rho-zCDP in a notion, certified."""
    return zcdp_supremum(policy, notion, digits).value


def zcdp_witness(policy: Finite, notion: Notion, order: Number) -> Witness | None:
    """An adversary whose D_alpha is the largest at an order, up to the width of balls.

    None if nothing leaks, or if the constant is infinite: then `pure_loss` names the event.
    """
    ratio = pure_ratio(policy, notion)
    if _trivial(ratio) is not None:
        return None
    with working_precision(128):
        return cumulants(policy, notion, Fraction(ratio)).witness(exact(order))
