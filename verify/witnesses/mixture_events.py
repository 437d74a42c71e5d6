"""The law of some released numbers over all coins of the curator, which is a mixture.

A curator may keep a reward by a coin that nobody sees. Then a released number is its noise around
one of several centres. For the numbers at some places of the transcript, whose rounds and arms
depend on no number, the law in either world is a sum over all ways in which the coins fall. Merging
outcomes never raises what a budget bounds: so cells (`mixture_cells`) show a lower bound, and the
finer they are, the nearer it is.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from random import SystemRandom
from typing import Any
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Laplace, Mechanism
from .between import Box, OpenQuestion
from .budget_breaks import Break, require_break
from .curator_coins import Coins, Script, in_all_ways
from .declared_policies import DeclaredPolicy, require_releases
from .mixture_cells import Center, Mixture, Way, cells_of
from .moved_numbers import require_centers, scripts_in
from .neighbouring_inputs import Inputs
from .noise_densities import CONTINUOUS, is_none
from .path_densities import summed_gaussian
from .plain_fields import Refused, Unreadable, field, items, number, whole
from .scripted_plays import REPEATS, World, require_used, require_whole, world_of
from .stated_claim import StatedClaim
from .thinned_sums import ThinnedSums

MOST_PLACES = 3


@dataclass(frozen=True)
class MixtureEvent:
    """The law of the numbers at some places; `order` is that at which zCDP breaks."""

    places: tuple[int, ...]
    order: Fraction | None = None

    def broken(self, claim: StatedClaim, subject: Any, inputs: Inputs) -> Break:
        """What the law shows of the budget; Refused if that is within it."""
        subject = require_releases(claim, subject)
        left, right, ends = mixtures_of(claim, subject, inputs, self.places)
        cells = cells_of(left, right, claim.budget, self.order, ends)
        return require_break(cells, claim.budget, self.order)

    def to_json(self) -> dict[str, Any]:
        """The event in plain JSON types."""
        order = None if self.order is None else str(self.order)
        return {"kind": "mixture", "places": list(self.places), "order": order}

    @staticmethod
    def read(facts: Any) -> "MixtureEvent":
        """The event of a JSON object."""
        order = field(facts, "order", "event")
        places = tuple(
            whole(place, "place of a number")
            for place in items(field(facts, "places", "event"), "places")
        )
        if not 1 <= len(places) <= MOST_PLACES or list(places) != sorted({*places}):
            raise Unreadable(
                f"The event has the places {list(places)}; give 1 to {MOST_PLACES} places of "
                "released numbers, the first one first."
            )
        return MixtureEvent(places, None if order is None else number(order, "order"))


def mixtures_of(
    claim: StatedClaim, subject: DeclaredPolicy, inputs: Inputs, places: Sequence[int]
) -> tuple[Mixture, Mixture, tuple[float, float]]:
    """The laws of the numbers at some places in both worlds, and the ends that clip them.

    Refused if there are no coins, or a decision depends on what is released before.
    """
    plays = _Plays(subject, inputs, places)
    worlds = []
    for side in (0, 1):
        mixture: defaultdict[Way, Fraction] = defaultdict(Fraction)
        for coins, world in in_all_ways(partial(plays.made, side)):
            plays.require_followed(side, coins.script, world, claim)
            mixture[tuple(_center(world, place) for place in _apart(world, places))] += (
                coins.probability
            )
        worlds.append(dict(mixture))
    if not plays.tossed:
        raise Refused("The curator draws nothing but noise.")
    plays.require_repeated()
    return worlds[0], worlds[1], plays.ends


class _Plays:
    """Plays of both worlds, for each way in which coins fall, all with the same pulls."""

    def __init__(self, subject: DeclaredPolicy, inputs: Inputs, places: Sequence[int]) -> None:
        self.subject, self.inputs, self.places = subject, inputs, places
        curator = subject.fresh().curator
        self.declared = curator if type(curator) is DeclaredSums else None
        limits = None if self.declared is None else self.declared.bounds
        self.ends = (-math.inf, math.inf)
        if limits is not None:
            self.ends = float(exact(limits[0])), float(exact(limits[1]))
        self.tossed = False
        self.known: dict[tuple[int, Script], World] = {}
        self.pulls: Any = None

    def made(self, side: int, script: Script) -> tuple[Coins, World]:
        """A play whose policy learns of no number more than that it was released."""
        coins, world = self._played(side, script, (), Box({}))
        self.known[side, coins.script] = world
        self.tossed = self.tossed or bool(coins.taken)
        return coins, world

    def _played(
        self, side: int, script: Script, values: Sequence[float], box: Box | None
    ) -> tuple[Coins, World]:
        coins, own = Coins(script, values), None
        if self.declared is not None:
            own = ThinnedSums(self.declared, coins, self.places)
        try:
            return coins, world_of(self.subject, self.inputs, side, coins, (), box, own)
        except OpenQuestion:
            raise Refused("A decision depends on what was released before.") from None

    def require_followed(self, side: int, script: Script, world: World, claim: StatedClaim) -> None:
        """Refused unless pulls are the same in all plays, and numbers follow their noises."""
        require_used(world)
        require_whole(world, claim)
        if world.draws:
            raise Refused("Decisions draw, and so one transcript has several laws.")
        shown = world.play.pulls, [(one.time, one.arm) for one in world.releases]
        self.pulls = self.pulls or shown
        if shown != self.pulls:
            raise Refused("What is played depends on coins of the curator, or on rewards.")
        for values in scripts_in(world, {}):
            coins, again = self._played(side, script, values, None)
            if coins.script != script or again.play.pulls != world.play.pulls:
                raise Refused("What is played depends on the numbers themselves.")
            require_centers(world, again)
            if self.declared is not None:  # its numbers are made here, and follow their noises
                break

    def require_repeated(self) -> None:
        """Refused if plays differ when they are made again, in an order that nobody foresees."""
        chance = SystemRandom()
        for key in chance.choices([*self.known], k=2 * REPEATS):
            _, again = self._played(*key, (), Box({}))
            if (again.releases, again.laws) != (self.known[key].releases, self.known[key].laws):
                raise Refused("The policy does not repeat itself: it draws numbers of its own.")


def _apart(world: World, places: Sequence[int]) -> Sequence[int]:
    """The places, if each has noise that no other one has."""
    if places[-1] >= len(world.releases):
        raise Refused(f"The play has {len(world.releases)} numbers, none at place {places[-1]}.")
    noises = [
        {k for k in world.releases[place].noises if not is_none(world.laws[k])} for place in places
    ]
    if len(set().union(*noises)) < sum(map(len, noises)):
        raise Refused("Two numbers share a noise.")
    return places


def _center(world: World, place: int) -> Center:
    """A number without noise, with the law of all its noise together."""
    entry = world.releases[place]
    used = [k for k in entry.noises if not is_none(world.laws[k])]
    if not used:
        return Center(entry.value, None)
    if len(used) > 1:  # Refused below unless all are Gaussian
        if not all(hasattr(world.laws[k], "sigma_squared") for k in used):
            raise Refused(f"The number of round {entry.time} has several noises.")
        return Center(entry.value, summed_gaussian(entry, world, used))
    law, weight = world.laws[used[0]], abs(entry.noises[used[0]])
    if type(law) not in CONTINUOUS:
        raise Refused(f"The number of round {entry.time} has noise on the integers.")
    scaled: Mechanism
    if isinstance(law, Laplace):
        scaled = Laplace(exact(law.scale) * weight)
    else:
        scaled = summed_gaussian(entry, world, used)
    return Center(entry.value, scaled)
