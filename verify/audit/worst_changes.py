"""Which change of one reward moves public functions of it the most: where a search begins.

A sum of rewards moves the most from one end of the range to the other. Several functions of one
reward may move the most between others, as counts of classes do: at thresholds, just below them,
and at 0, where x^2 turns, the functions take all values that they take, or come close to them.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any
from banditproof.algorithms.curators.named_releases import NamedReleases
from banditproof.algorithms.curators.private_choices import PrivateChoice
from banditproof.algorithms.curators.public_functions import Of, value_at
from banditproof.algorithms.curators.sparse_vector import SparseVector
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.exact import Number, exact
from banditproof.theory.mechanisms import Mechanism
from banditproof.verify.witnesses.noise_densities import scale_of

Change = tuple[Fraction, Fraction]
NEAR = Fraction(1, 2**20)
"""How far below a threshold a reward is, as a fraction of the range."""
MOST_PLACES = 64


def worst_changes(policy: Policy[Any], space: RewardSpace, most: int = 3) -> list[Change]:
    """Some changes of one reward of a claim, those that move what is released the most first.

    >>> from banditproof.algorithms import DPIMED
    >>> worst_changes(DPIMED(arms=2, eps=1), RewardSpace.of("0:5"))
    [(Fraction(0, 1), Fraction(5, 1))]
    """
    curator = policy.curator
    functions, scales, clip = _declared(curator)
    if not functions:
        return [(space.lo, space.hi)]
    places = _places(functions, space, clip)
    limits = [(policy.rewards.lo, policy.rewards.hi)] if policy.clips_rewards else []
    limits += [] if clip is None else [(exact(clip[0]), exact(clip[1]))]
    taken = {}
    for x in places:
        read = x
        for low, high in limits:
            read = min(max(read, low), high)
        taken[x] = [Fraction(value_at(of, read)) for of in functions]

    def size(change: Change) -> float:
        pairs = zip(taken[change[0]], taken[change[1]], strict=True)
        moved = [float(b - a) / scale for (a, b), scale in zip(pairs, scales, strict=True)]
        if isinstance(curator, PrivateChoice):
            return max(moved) - min(moved)
        return sum(map(abs, moved))

    return sorted(combinations(places, 2), key=size, reverse=True)[:most]


def _declared(curator: Any) -> tuple[list[Of], list[float], tuple[Number, Number] | None]:
    """The functions of a reward that a curator sums, the scales of their noises, and its clipping.

    No functions for a curator whose sums are those of the rewards.
    """
    if type(curator) is NamedReleases:
        used = [(one.of, _scale(law)) for one in curator.releases for law in one.laws[:1]]
        return [of for of, _ in used], [scale for _, scale in used], curator.clip
    if isinstance(curator, PrivateChoice) and curator.candidates:
        return list(curator.candidates), [1.0] * len(curator.candidates), None
    if type(curator) is SparseVector:
        return [curator.of], [1.0], None
    return [], [], None


def _scale(law: Mechanism) -> float:
    """The scale of a noise; that of none is so small that any move counts the most."""
    return scale_of(law) if type(law).__name__ != "NoNoise" else 1e-9


def _places(
    functions: Sequence[Of], space: RewardSpace, clip: tuple[Number, Number] | None
) -> list[Fraction]:
    """Rewards of the claim at which functions turn or jump, and just below."""
    if space.values:
        return list(space.values)[:MOST_PLACES]
    jumps = [exact(t) for of in functions if not isinstance(of, str) for t, _ in of]
    near = [jump - space.width * NEAR for jump in jumps]
    inner = sorted({Fraction(0), *jumps, *near, *map(exact, clip or ())})
    return [space.lo, *(x for x in inner if space.lo < x < space.hi), space.hi][:MOST_PLACES]
