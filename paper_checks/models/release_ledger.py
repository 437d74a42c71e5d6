"""What the ledger of a play must show: one release per reward, fresh noise, and no more of it."""

from fractions import Fraction
from banditproof.algorithms import Play
from banditproof.theory import Number, exact
from banditproof.theory.mechanisms import Laplace


def release_fault(played: Play, eps: Number) -> str | None:
    """The first reason why the releases of a play do not compose in parallel to eps-DP, if any.

    Every reward enters at most one release; every release has exactly one Laplace noise, which no
    other release uses; and sensitivity / scale is eps: no noise is left out, and none is wasted.

    >>> from banditproof.algorithms import DPIMED, RewardList, Silent, play
    >>> release_fault(play(DPIMED(arms=2, eps=1), RewardList([1, 0, 1, 1]), 4, Silent()), 1)
    >>> release_fault(play(DPIMED(arms=2, eps=1), RewardList([1, 0, 1, 1]), 4, Silent()), "1/2")
    'The release at t = 1 has sensitivity 1 and scale 1.'
    """
    seen: set[int] = set()
    used: set[int] = set()
    for release in played.ledger.releases:
        at = f"The release at t = {release.time}"
        if seen & release.rewards.keys():
            return f"{at} uses the reward of t = {min(seen & release.rewards.keys())} again."
        seen |= release.rewards.keys()
        if len(release.noises) != 1 or used & release.noises.keys():
            return f"{at} has the noises {sorted(release.noises)}, not one fresh one."
        used |= release.noises.keys()
        mechanism, size = release.mechanism, abs(next(iter(release.noises.values())))
        if not isinstance(mechanism, Laplace):
            return f"{at} has the noise {mechanism}."
        scale = exact(mechanism.scale) * Fraction(size)
        if Fraction(release.sensitivity) != exact(eps) * scale:
            return f"{at} has sensitivity {release.sensitivity} and scale {scale}."
    return None
