"""The first numbers that a policy releases: their law is that of their noise, moved by a reward.

Nothing was released before, so the decisions until then know no reward. The numbers leave together,
each with Gaussian noise that no other has, or there is one with Laplace noise. With d_i the
distances that a reward moves them by, mu^2 = sum_i d_i^2 / sigma_i^2, and s = d / b:

    Gaussian   rho = mu^2 / 2, Renyi alpha mu^2 / 2,
               delta = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu), no pure privacy
    Laplace    eps = s, delta = 1 - e^((eps - s)/2), Renyi log(alpha/(2 alpha - 1) e^((alpha - 1) s)
               + (alpha - 1)/(2 alpha - 1) e^(-alpha s)) / (alpha - 1)
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.theory.balls import ball
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP
from banditproof.theory.enclosure import INFINITE
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, Laplace
from .budget_breaks import Break, exceeds
from .declared_policies import DeclaredPolicy
from .neighbouring_inputs import Inputs
from .noise_densities import is_none
from .plain_fields import Refused, field, number
from .scripted_plays import Noises, Released, World, require_whole, world_of
from .stated_claim import StatedClaim
from .transcripts import summed_gaussian

ROUNDING = Fraction(1, 2**26)
"""By how much of its size a distance is made smaller, for the rounding of what was released."""


@dataclass(frozen=True)
class FirstRelease:
    """The law of the first released numbers; `order` is that at which zCDP is broken."""

    order: Fraction | None = None

    def broken(self, claim: StatedClaim, subject: Any, inputs: Inputs) -> Break:
        """What the law shows of the budget; Refused if that is within it."""
        if claim.output != "transcript":
            raise Refused("Released numbers are no part of the claimed output, the actions.")
        if not isinstance(subject, DeclaredPolicy):
            raise Refused("A table releases no numbers.")
        worlds = [world_of(subject, inputs, world, Noises([]), ()) for world in (0, 1)]
        require_whole(worlds[0], claim)
        if any(world.answers for world in worlds):
            raise Refused("The decisions before the first release are random.")
        firsts = [_first(world) for world in worlds]
        if len({tuple((e.time, e.arm, len(e.noises)) for e in first) for first in firsts}) > 1:
            raise Refused("The first releases of the two worlds have other shapes.")
        return _lost(firsts, worlds, claim.budget, self.order)

    def to_json(self) -> dict[str, Any]:
        """The event in plain JSON types."""
        return {"kind": "first release", "order": None if self.order is None else str(self.order)}

    @staticmethod
    def read(facts: Any) -> "FirstRelease":
        """The event of a JSON object."""
        order = field(facts, "order", "event")
        return FirstRelease(None if order is None else number(order, "order"))


def _first(world: World) -> list[Released]:
    """The numbers that leave first, together."""
    if not world.releases:
        raise Refused(f"Nothing is released within {len(world.play.actions)} rounds.")
    return [entry for entry in world.releases if entry.time == world.releases[0].time]


def _lost(
    firsts: Sequence[Sequence[Released]],
    worlds: Sequence[World],
    budget: Budget,
    order: Fraction | None,
) -> Break:
    used: set[int] = set()
    square, scales = Fraction(0), []
    for one, other in zip(*firsts, strict=True):
        moved = _distance(one, other)
        fresh = [k for k in one.noises if not is_none(worlds[0].laws[k])]
        if used & set(fresh):
            raise Refused("Two of the first numbers share a noise.")
        used |= set(fresh)
        laws = [worlds[0].laws[k] for k in fresh]
        if laws != [worlds[1].laws[k] for k in fresh]:
            raise Refused("The noise of the first numbers depends on a reward.")
        if not laws and moved:
            return _infinite(budget, "a number with a reward and no noise is released")
        if laws and all(type(law) is Gaussian for law in laws):
            square += moved**2 / exact(summed_gaussian(one, worlds[0], fresh).sigma_squared)
        elif len(laws) == 1 and isinstance(law := laws[0], Laplace) and len(firsts[0]) == 1:
            scales.append(moved / (exact(law.scale) * abs(one.noises[fresh[0]])))
        elif moved:
            raise Refused(f"The law of the number of round {one.time} is not known.")
    if scales:
        return _laplace(ball(scales[0]), budget, order)
    return _gaussian(ball(square).sqrt(), budget, order)


def _distance(one: Released, other: Released) -> Fraction:
    """How far apart two numbers are, less what rounding may have done."""
    size = 1 + max(abs(one.value), abs(other.value))
    return max(abs(one.value - other.value) - ROUNDING * size, Fraction(0))


def _infinite(budget: Budget, words: str) -> Break:
    if isinstance(budget, ApproxDP):
        return exceeds(arb(1), exact(budget.delta), words)
    allowed = budget.rho if isinstance(budget, ZCDP) else budget.eps
    if allowed == math.inf:
        raise Refused("The budget allows everything.")
    return Break(INFINITE, exact(allowed), words)


def _gaussian(mu: arb, budget: Budget, order: Fraction | None) -> Break:
    words = f"by a reward that moves the first numbers by {mu.str(6, radius=False)} deviations"
    if isinstance(budget, PureDP) and bool(mu > 0):
        return _infinite(budget, f"no eps is kept {words} of Gaussian noise")
    if isinstance(budget, ApproxDP):
        eps = ball(exact(budget.eps))
        shown = _phi(mu / 2 - eps / mu) - eps.exp() * _phi(-mu / 2 - eps / mu)
        return exceeds(shown, exact(budget.delta), words)
    if isinstance(budget, ZCDP):
        return exceeds(mu**2 / 2, exact(budget.rho), words)
    return exceeds(ball(exact(getattr(budget, "alpha", 1))) * mu**2 / 2, exact(budget.eps), words)


def _phi(x: arb) -> arb:
    """The normal distribution function."""
    root: arb = arb(2).sqrt()
    return (-x / root).erfc() / 2


def _laplace(s: arb, budget: Budget, order: Fraction | None) -> Break:
    words = f"by a reward that moves the first number by {s.str(6, radius=False)} scales"
    if isinstance(budget, PureDP):
        return exceeds(s, exact(budget.eps), words)
    if isinstance(budget, ApproxDP):
        shown = 1 - ((ball(exact(budget.eps)) - s) / 2).exp()
        return exceeds(shown, exact(budget.delta), words)
    wanted = order if isinstance(budget, ZCDP) else exact(budget.alpha)
    if wanted is None or wanted <= 1:
        raise Refused(f"The order of the witness is {wanted}; give one above 1.")
    alpha = ball(wanted)
    first = alpha / (2 * alpha - 1) * ((alpha - 1) * s).exp()
    renyi = (first + (alpha - 1) / (2 * alpha - 1) * (-alpha * s).exp()).log() / (alpha - 1)
    if isinstance(budget, ZCDP):
        return exceeds(renyi / alpha, exact(budget.rho), words)
    return exceeds(renyi, exact(budget.eps), words)
