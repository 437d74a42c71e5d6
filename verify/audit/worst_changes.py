"""Which change of one reward moves what is released the most: where a search begins.

A sum of rewards moves the most from one end of the range to the other. Several functions of one
reward may move the most between others: counts of classes at thresholds and just below them, x^2 at
0, where it turns; and x and x^2 together at a place inside that depends on their noises. So pairs
of rewards on a grid are compared, too, and the best ones are moved in smaller and smaller steps,
all of exact numbers.

A curator of unknown code may square, sort or round its rewards, and says nothing of its functions.
But without noise its numbers can be looked at, for one reward after the other.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import hypot
from typing import Any
from banditproof.algorithms.curators.named_releases import NamedReleases
from banditproof.algorithms.curators.private_choices import PrivateChoice
from banditproof.algorithms.curators.public_functions import PublicFunction, value_at
from banditproof.algorithms.curators.sparse_vector import SparseVector
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.exact import Number, exact
from banditproof.theory.mechanisms import Gaussian, Mechanism, NoNoise
from banditproof.verify.witnesses.neighbouring_inputs import Inputs
from banditproof.verify.witnesses.noise_densities import is_none, scale_of
from banditproof.verify.witnesses.scripted_plays import World

Change = tuple[Fraction, Fraction]
Size = Callable[[Change], float]
Player = Callable[[Inputs], World | None]
"""Plays a list of rewards without noise; None if that cannot be followed."""
NEAR = Fraction(1, 2**20)
"""How far below a threshold a reward is, as a fraction of the range."""
MOST_PLACES = 64
GRID = 16
"""Into how many parts the range is split, at whose ends rewards are compared."""
HALVINGS, REFINED = 12, 2
"""How often the steps of a refinement are halved, and how many pairs are refined."""
BETTER = 1.0001
"""By which factor a pair of inner rewards must be better."""


def worst_changes(policy: Policy[Any], space: RewardSpace, most: int = 3) -> list[Change]:
    """Some changes of one reward of a claim, those that move what is released the most first.

    >>> from banditproof.algorithms import DPIMED
    >>> worst_changes(DPIMED(arms=2, eps=1), RewardSpace.of("0:5"))
    [(Fraction(0, 1), Fraction(5, 1))]
    """
    curator = policy.curator
    functions, laws, clip = _declared(curator)
    if not functions:
        return [(space.lo, space.hi)]
    limits = [] if clip is None else [(exact(clip[0]), exact(clip[1]))]
    taken: dict[Fraction, list[Fraction]] = {}

    def values(x: Fraction) -> list[Fraction]:
        if x not in taken:
            read = policy.rewards.nearest(x) if policy.clips_rewards else x
            for low, high in limits:
                read = min(max(read, low), high)
            taken[x] = [Fraction(value_at(of, read)) for of in functions]
        return taken[x]

    def size(change: Change) -> float:
        moved = [float(b - a) for a, b in zip(*map(values, change), strict=True)]
        if isinstance(curator, PrivateChoice):
            return max(moved) - min(moved)
        return _moved_in_scales(moved, laws)

    return _worst_pairs(size, space, _places(functions, space, clip), most)


def measured_changes(play: Player, base: Inputs, space: RewardSpace, most: int = 3) -> list[Change]:
    """Some changes of the first reward of the first numbers, those that move them the most first.

    From one end of the rewards to the other, if the numbers are sums of multiples of rewards.
    """
    places = space.values or (space.lo, space.hi)
    world = play(base)
    first = world.releases[0] if world is not None and world.releases else None
    if world is None or first is None or None not in first.rewards.values():
        return [(space.lo, space.hi)]
    t, until = min(first.rewards), first.time
    laws: list[Mechanism | None] = []
    weights: list[float] = []
    for entry in world.releases:
        if entry.time == until:
            used = [k for k in entry.noises if not is_none(world.laws[k])]
            laws.append(world.laws[used[0]] if used else NoNoise())
            weights.append(float(abs(entry.noises[used[0]])) if used else 1.0)
    known: dict[Fraction, list[float]] = {}

    def numbers(x: Fraction) -> list[float]:
        if x not in known:
            rewards = (*base.left[: t - 1], x, *base.left[t:until])
            inputs = replace(base, left=rewards, right=rewards, contexts=base.contexts[:until])
            played = play(inputs)
            entries = [] if played is None else played.releases
            known[x] = [float(entry.value) for entry in entries if entry.time == until]
        return known[x]

    def size(change: Change) -> float:
        one, other = map(numbers, change)
        if not len(one) == len(other) == len(laws):
            return 0.0
        moved = [(b - a) / c for a, b, c in zip(one, other, weights, strict=True)]
        return _moved_in_scales(moved, laws)

    return _worst_pairs(size, space, places, most)


def _moved_in_scales(moved: Sequence[float], laws: Sequence[Mechanism | None]) -> float:
    """How far some numbers move: in the 1-norm of Laplace scales, the 2-norm of deviations.

    >>> from banditproof.theory.mechanisms import Laplace
    >>> gauss = Gaussian(sigma_squared=1)
    >>> _moved_in_scales([1, -2], [Laplace(2), Laplace(4)])
    1.0
    >>> _moved_in_scales([3, 4], [gauss, gauss])
    5.0
    """
    pairs = [(abs(x) / _scale(law), law) for x, law in zip(moved, laws, strict=True)]
    plain = sum(x for x, law in pairs if type(law) is not Gaussian)
    return plain + hypot(*(x for x, law in pairs if type(law) is Gaussian))


def _worst_pairs(
    size: Size, space: RewardSpace, places: Sequence[Fraction], most: int
) -> list[Change]:
    """The pairs of some places with the largest sizes; before them a better pair, if one is found.

    >>> _worst_pairs(lambda pair: float(abs(pair[0] - pair[1])), RewardSpace(), [0, 1], 3)
    [(0, 1)]
    >>> def between(pair):  # x - x^2 is largest in the middle
    ...     return float(abs(pair[1] - pair[1] ** 2 - pair[0] + pair[0] ** 2))
    >>> _worst_pairs(between, RewardSpace(), [Fraction(0), Fraction(1)], 1)
    [(Fraction(0, 1), Fraction(1, 2))]
    """
    known = sorted(combinations(places, 2), key=size, reverse=True)[:most]
    if space.values:
        return known
    grid = [space.lo + space.width * Fraction(k, GRID) for k in range(GRID + 1)]
    pairs = sorted(combinations(grid, 2), key=size, reverse=True)[:REFINED]
    best = max((_refined(pair, size, space) for pair in pairs), key=size)
    least = max(map(size, known), default=0.0)
    return [best, *known][:most] if size(best) > least * BETTER else known


def _refined(pair: Change, size: Size, space: RewardSpace) -> Change:
    """A pair that is moved as long as its size grows, in steps that are halved."""
    step = space.width / GRID
    for _ in range(HALVINGS):
        step /= 2
        moves = [(a, b) for a in (-step, 0, step) for b in (-step, 0, step)]
        near = [
            (pair[0] + a, pair[1] + b)
            for a, b in moves
            if space.lo <= pair[0] + a <= space.hi and space.lo <= pair[1] + b <= space.hi
        ]
        pair = max([pair, *near], key=size)
    return pair


def _declared(
    curator: Any,
) -> tuple[list[PublicFunction], list[Mechanism | None], tuple[Number, Number] | None]:
    """The functions of a reward that a curator sums, the laws of their noises, and its clipping.

    No functions for a curator whose sums are those of the rewards.
    """
    if type(curator) is NamedReleases:
        used = [(one.of, law) for one in curator.releases for law in one.laws[:1]]
        return [of for of, _ in used], [law for _, law in used], curator.clip
    if isinstance(curator, PrivateChoice) and curator.candidates:
        return list(curator.candidates), [None] * len(curator.candidates), None
    if type(curator) is SparseVector:
        return [curator.of], [None], None
    return [], [], None


def _scale(law: Mechanism | None) -> float:
    """The scale of a noise, 1 if there is none to compare with.

    That of a number without noise is so small that any move counts the most.
    """
    if law is None:
        return 1.0
    return scale_of(law) if type(law) is not NoNoise else 1e-9


def _places(
    functions: Sequence[PublicFunction], space: RewardSpace, clip: tuple[Number, Number] | None
) -> list[Fraction]:
    """Rewards of the claim at which functions turn or jump, and just below."""
    if space.values:
        return list(space.values)[:MOST_PLACES]
    jumps = [exact(t) for of in functions if not isinstance(of, str) for t, _ in of]
    near = [jump - space.width * NEAR for jump in jumps]
    inner = sorted({Fraction(0), *jumps, *near, *map(exact, clip or ())})
    return [space.lo, *(x for x in inner if space.lo < x < space.hi), space.hi][:MOST_PLACES]
