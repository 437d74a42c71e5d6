"""Laws of thinned numbers that break a claim: which reward, and which numbers it enters by a coin.

The law of the first numbers that a reward enters is a mixture over the coins of the curator, as
long as no decision depends on numbers before. The checker splits it into cells, which decide.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, get_args
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.curators.declaring import Declaring
from banditproof.theory.balls import working_precision
from banditproof.theory.exact import exact
from banditproof.verify.witnesses.budget_breaks import require_break
from banditproof.verify.witnesses.curator_coins import Coins
from banditproof.verify.witnesses.mixture_cells import cells_of
from banditproof.verify.witnesses.mixture_events import MOST_PLACES, MixtureEvent, mixtures_of
from banditproof.verify.witnesses.neighbouring_inputs import Inputs
from banditproof.verify.witnesses.plain_fields import Refused
from banditproof.verify.witnesses.scripted_plays import world_of
from banditproof.verify.witnesses.thinned_sums import ThinnedSums
from banditproof.verify.witnesses.witness import Witness
from .chosen_noises import ROUNDS, Search
from .law_witnesses import ENOUGH, orders
from .witnessed import stated

LARGEST_ORDER = Fraction(1000)
"""The largest order at which zCDP is compared: a coin of probability q costs -log q/999 there."""
TOSSES = 16
"""In how many plays the coins fall at random, to see which rewards they keep."""
TRIED = 4
"""Of how many rewards the laws are compared: the first ones, and the one in most numbers."""


def mixture_witnesses(search: Search) -> Iterator[Witness]:
    """Proposals in which a reward enters numbers by a coin, the short ones first."""
    if not tosses(search.facts.policy.curator):
        return
    most = search.claim.horizon
    tried: set[Any] = set()
    for rounds in sorted({min(rounds, most or rounds) for rounds in ROUNDS}):
        released = False
        for inputs in search.bases(rounds):
            entered = _entered(search, inputs)
            if entered is None:
                return
            released = released or bool(entered)
            for t, numbers in entered.items():
                several = tuple(sorted([*numbers][:MOST_PLACES]))
                for places in dict.fromkeys((several, tuple(numbers)[:1])):
                    for changed in search.changed(inputs, t, max(numbers[k] for k in places)):
                        if search.over():
                            return
                        yield from _laws(search, changed, places, tried)
        if released:  # longer plays begin in the same way
            return


def tosses(curator: Curator) -> bool:
    """Whether a curator may draw more than noise: if it thins its sums, or is code of its own.

    >>> from banditproof.theory.mechanisms import Gaussian
    >>> noise = Gaussian(sigma_squared=1)
    >>> tosses(DeclaredSums(noise)), tosses(DeclaredSums(noise, rate="0.5"))
    (False, True)
    """
    if type(curator) is DeclaredSums:
        return exact(curator.rate) != 1
    return type(curator) not in (Curator, *get_args(Declaring))


class _Tossed(Coins):
    """Coins that fall at random, so that what they decide is seen."""

    def __init__(self, chance: Random) -> None:
        super().__init__(())
        self.chance, self.tossed = chance, False

    def branch(self, chances: Sequence[Fraction]) -> int:
        """A place, each as likely as any other one."""
        self.tossed = True
        return self.chance.randrange(len(chances))


def _entered(search: Search, inputs: Inputs) -> Mapping[int, dict[int, int]] | None:
    """For some rewards the numbers that leave when they do, and the rounds of these.

    The numbers that a reward itself enters come first. None if numbers leave and
    no coin falls.
    """
    found: dict[int, dict[int, int]] = {}
    together: dict[int, dict[int, int]] = {}
    chance, curator = Random(1), search.facts.policy.curator
    declared = curator if type(curator) is DeclaredSums else None
    tossed = declared is not None
    for _ in range(1 if declared else TOSSES):
        coins = _Tossed(chance)
        own = ThinnedSums(declared, coins, ()) if declared else None
        try:
            world = world_of(search.subject, inputs, 0, coins, (), None, own)
        except Refused:
            continue
        tossed = tossed or coins.tossed
        behind = [list(one.rewards) for one in world.releases] if own is None else own.entered
        for place, (one, rounds) in enumerate(zip(world.releases, behind, strict=True)):
            together.setdefault(one.time, {})[place] = one.time
            for t in rounds:
                found.setdefault(t, {})[place] = one.time
    if found and not tossed:
        return None
    for t, numbers in found.items():
        for time in sorted({*numbers.values()}):
            found[t] = {**found[t], **together[time]}
    first = sorted(found, key=lambda t: min(found[t].values()))[: TRIED - 1]
    often = max(found, key=lambda t: len(found[t]), default=None)
    return {t: found[t] for t in dict.fromkeys([*first, *([often] if often else [])])}


def _laws(
    search: Search, changed: Inputs, places: tuple[int, ...], tried: set[Any]
) -> Iterator[Witness]:
    """The law of some numbers as a witness, in the direction and at an order at which it breaks."""
    claim = stated(search.claim)
    budget = claim.budget
    with suppress(Refused), working_precision(ENOUGH):
        left, right, ends = mixtures_of(claim, search.subject, changed, places)
        turned = replace(changed, left=changed.right, right=changed.left)
        for inputs, one, other in ((changed, left, right), (turned, right, left)):
            key = frozenset(one.items()), frozenset(other.items())
            if key in tried:  # rewards of one batch are often alike
                continue
            tried.add(key)
            for order in (min(order, LARGEST_ORDER) if order else None for order in orders(budget)):
                cells = cells_of(one, other, budget, order, ends)
                with suppress(Refused):
                    require_break(cells, budget, order)
                    yield Witness(claim, search.subject, inputs, MixtureEvent(places, order))
                    break
