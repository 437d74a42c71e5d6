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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.theory.balls import ball
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP
from banditproof.theory.enclosure import INFINITE
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, Laplace, Mechanism
from .budget_breaks import Break, exceeds
from .declared_policies import DeclaredPolicy
from .neighbouring_inputs import Inputs
from .noise_densities import is_none, scale_of
from .plain_fields import Refused, field, number
from .scripted_plays import (
    Noises,
    Released,
    World,
    in_both_worlds,
    require_used,
    require_whole,
    world_of,
)
from .stated_claim import StatedClaim
from .transcripts import summed_gaussian

MOST_PATHS = 64
FAR = 32
"""How many scales from 0 the first numbers still follow their noise."""
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
        return _broken([*_paths(claim, subject, inputs)], claim.budget, self.order)

    def to_json(self) -> dict[str, Any]:
        """The event in plain JSON types."""
        return {"kind": "first release", "order": None if self.order is None else str(self.order)}

    @staticmethod
    def read(facts: Any) -> "FirstRelease":
        """The event of a JSON object."""
        order = field(facts, "order", "event")
        return FirstRelease(None if order is None else number(order, "order"))


@dataclass(frozen=True)
class _Path:
    """The numbers on one way to the first release: how far they move, in deviations or scales.

    `weight` is the probability that the decisions, which know no reward, take this way.
    """

    weight: Fraction
    square: Fraction = Fraction(0)
    scales: Fraction = Fraction(0)
    bare: bool = False
    """Whether a number moves that has no noise."""


def _paths(claim: StatedClaim, subject: DeclaredPolicy, inputs: Inputs) -> Iterator[_Path]:
    """Every way to the first release, by all that decisions may draw before."""
    waiting: list[tuple[tuple[int, int], ...]] = [()]
    steps = 0
    while waiting:
        drawn = waiting.pop()
        answers = [(place + 0.5) / width for place, width in drawn]
        worlds = _played(subject, inputs, answers)
        require_whole(worlds[0], claim)
        for far in (-FAR, FAR):
            _require_linear(worlds[0], world_of(subject, inputs, 0, _Far(far), answers))
        widths, steps = worlds[0].widths, steps + 1
        if widths != worlds[1].widths or None in widths or steps > MOST_PATHS:
            raise Refused("The decisions before the first release draw too much.")
        for k, width in enumerate(widths[len(drawn) :], len(drawn)):
            before = (*drawn, *((0, w or 1) for w in widths[len(drawn) : k]))
            waiting += [(*before, (place, width or 1)) for place in range(1, width or 1)]
        yield _moved(worlds, Fraction(1, math.prod(width or 1 for width in widths)))


def _played(
    subject: DeclaredPolicy, inputs: Inputs, answers: Sequence[float]
) -> tuple[World, World]:
    """Both worlds without noise, where decisions draw these answers."""
    return in_both_worlds(lambda k: world_of(subject, inputs, k, Noises([]), answers))


class _Far(Noises):
    """Every noise is so many scales from 0."""

    def __init__(self, far: int) -> None:
        super().__init__(())
        self.far = far

    def value_of(self, mechanism: Mechanism) -> float:
        """The value of a noise."""
        return self.far * 2.0 ** math.ceil(math.log2(scale_of(mechanism)))


def _require_linear(world: World, far: World) -> None:
    """Refused if a first number does not follow its noise far out, as one that is clipped."""
    require_used(world)
    for one, other in zip(_first(world), _first(far), strict=False):
        wanted = sum((c * far.noises[k] for k, c in one.noises.items()), Fraction(0))
        error = abs(other.value - one.value - wanted)
        if error > (1 + abs(one.value) + abs(wanted)) / 2**30:
            raise Refused(f"The number of round {one.time} does not move with its noise.")


def _first(world: World) -> list[Released]:
    """The numbers that leave first, together."""
    if not world.releases:
        raise Refused(f"Nothing is released within {len(world.play.actions)} rounds.")
    return [entry for entry in world.releases if entry.time == world.releases[0].time]


def _moved(worlds: Sequence[World], weight: Fraction) -> _Path:
    """How far a reward moves the first numbers on one way."""
    firsts = [_first(world) for world in worlds]
    if len({tuple((e.time, e.arm, len(e.noises)) for e in first) for first in firsts}) > 1:
        raise Refused("The first releases of the two worlds have other shapes.")
    used: set[int] = set()
    square = scales = Fraction(0)
    for one, other in zip(*firsts, strict=True):
        moved = _distance(one, other)
        fresh = [k for k in one.noises if not is_none(worlds[0].laws[k])]
        laws = [worlds[0].laws[k] for k in fresh]
        if used & set(fresh) or laws != [worlds[1].laws[k] for k in fresh]:
            raise Refused("The first numbers share a noise, or its law depends on a reward.")
        used |= set(fresh)
        if not laws and moved:
            return _Path(weight, bare=True)
        if laws and all(type(law) is Gaussian for law in laws):
            square += moved**2 / exact(summed_gaussian(one, worlds[0], fresh).sigma_squared)
        elif len(laws) == 1 and isinstance(law := laws[0], Laplace) and len(firsts[0]) == 1:
            scales = moved / (exact(law.scale) * abs(one.noises[fresh[0]]))
        elif moved:
            raise Refused(f"The law of the number of round {one.time} is not known.")
    return _Path(weight, square, scales)


def _distance(one: Released, other: Released) -> Fraction:
    """How far apart two numbers are, less what rounding may have done."""
    size = 1 + max(abs(one.value), abs(other.value))
    return max(abs(one.value - other.value) - ROUNDING * size, Fraction(0))


def _broken(paths: Sequence[_Path], budget: Budget, order: Fraction | None) -> Break:
    """What the ways show together; they are part of the output."""
    if isinstance(budget, ApproxDP):
        eps = ball(exact(budget.eps))
        shown = sum((ball(path.weight) * _delta(path, eps) for path in paths), arb(0))
        return exceeds(shown, exact(budget.delta), "of what the first numbers show")
    allowed = budget.rho if isinstance(budget, ZCDP) else budget.eps
    if allowed == math.inf:
        raise Refused("The budget allows everything.")
    bound: Fraction = exact(allowed)
    if any(path.bare for path in paths):
        return Break(INFINITE, bound, "a number with a reward and no noise is released")
    if isinstance(budget, PureDP) or (not isinstance(budget, ZCDP) and budget.alpha == math.inf):
        if any(path.square for path in paths):
            return Break(INFINITE, bound, "no eps is kept by Gaussian noise")
        most = max(path.scales for path in paths)
        return exceeds(ball(most), bound, "scales of the noise, by which a reward moves a number")
    wanted = order if isinstance(budget, ZCDP) else exact(budget.alpha)
    if wanted is None or wanted <= 1:
        raise Refused(f"The order of the witness is {wanted}; give one above 1.")
    alpha = ball(wanted)
    total = sum((ball(path.weight) * _moment(path, alpha) for path in paths), arb(0))
    divergence = total.log() / (alpha - 1)
    shown = divergence / alpha if isinstance(budget, ZCDP) else divergence
    return exceeds(shown, bound, f"at order {wanted}, of the first numbers")


def _delta(path: _Path, eps: arb) -> arb:
    """The smallest delta of a way at an eps."""
    if path.bare:
        return arb(1)
    if path.square:
        mu = ball(path.square).sqrt()
        return _phi(mu / 2 - eps / mu) - eps.exp() * _phi(-mu / 2 - eps / mu)
    return (1 - ((eps - ball(path.scales)) / 2).exp()).max(arb(0))


def _phi(x: arb) -> arb:
    """The normal distribution function."""
    root: arb = arb(2).sqrt()
    return (-x / root).erfc() / 2


def _moment(path: _Path, alpha: arb) -> arb:
    """e^((alpha - 1) D_alpha) of a way."""
    gaussian: arb = ((alpha - 1) * alpha * ball(path.square) / 2).exp()
    s = ball(path.scales)
    laplace = alpha / (2 * alpha - 1) * ((alpha - 1) * s).exp()
    laplace += (alpha - 1) / (2 * alpha - 1) * (-alpha * s).exp()
    return gaussian * laplace
