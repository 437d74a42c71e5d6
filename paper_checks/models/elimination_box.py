"""The elimination by optimal designs on orthogonal actions, played beside the library's."""

import math
from collections.abc import Callable
from fractions import Fraction
from banditproof.algorithms import RewardCycles, play
from banditproof.algorithms.linear.phased_elimination import Phase, PhasedElimination
from banditproof.algorithms.policy import Pull
from banditproof.paper_checks.verdicts.vocabulary import require
from .unit_noise import UnitNoise

AXES = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
CYCLES = ((1,), (1, 1, 1, 1, 0), (1, 1, 0, 0, 0), (-1, 0, 0))
"""The means are 1, 0.8, 0.4 and -1/3: the last arm leaves after one phase, the third after two."""
DELTA = Fraction(1, 2)
UNITS = (0.25, -1.5, 1.0, 0.75, -0.5, 2.0, 1.25, -1.0, 0.5, 1.5, -0.75, 0.125)
Width = Callable[[int, float], float]
"""What stands under the root of the private part of a length, from d and a logarithm."""
Made = Callable[[], PhasedElimination]
"""A policy on the axes, at delta = 1/2."""
Play = tuple[tuple[tuple[int, int, int], ...], tuple[float, ...]]
"""The pulls (first round, arm, rounds), and the released numbers."""


def box(width: Width, price: Fraction, horizon: int) -> Play:
    """Phases of c = 8 d 4^l L + 2 d 2^l sqrt(2 w price) plays, L = log(4 K l (l+1)/delta).

    On axes the optimal design is uniform: each arm that is left is played c/r times, its sum has
    noise of the variance 2 price (that of a gone arm is noise alone), and it stays if its mean is
    within 2 2^-l of the best.
    """
    d, left, t, phase, units = len(AXES), list(range(len(AXES))), 1, 1, iter(UNITS)
    pulls: list[tuple[int, int, int]] = []
    numbers: list[float] = []
    before = [0] * d
    while t <= horizon:
        log = math.log(4 * d * phase * (phase + 1) / DELTA)
        length = 8 * d * 4**phase * log + 2 * d * 2**phase * math.sqrt(2 * width(d, log) * price)
        plays = math.ceil(length / len(left))
        for arm in left:
            pulls.append((t, arm, plays))
            t += plays
        if t > horizon + 1:
            break
        means = {}
        for arm, cycle in enumerate(CYCLES):
            played = plays if arm in left else 0
            seen = (cycle[n % len(cycle)] for n in range(before[arm], before[arm] + played))
            numbers.append(sum(seen) + math.sqrt(2 * price) * next(units))
            means[arm] = numbers[-1] / plays
            before[arm] += played
        best = max(means[arm] for arm in left)
        left = [arm for arm in left if best - means[arm] <= 2 / 2**phase]
        phase += 1
    return tuple(pulls), tuple(numbers)


class SkipsAPhase(PhasedElimination):
    """Wrong: the number of the phase grows by two."""

    def learn(self, state: Phase, pull: Pull, released: tuple[float, ...] | None) -> Phase:
        """The next phase but one."""
        following = super().learn(state, pull, released)
        return following._replace(number=following.number + 1)


class LongPhases(PhasedElimination):
    """Wrong: phases of twice the length."""

    def phase_length(self, phase: int) -> float:
        """2 c."""
        return 2 * super().phase_length(phase)


def follows_the_phases(policy: PhasedElimination, width: Width, price: Fraction) -> int:
    """Require that a policy plays the phases of the box; return how many rounds there were."""
    rounds = 12_000
    played = play(policy, RewardCycles(CYCLES), rounds, UnitNoise(UNITS))
    pulls, numbers = box(width, price, rounds)
    expected = tuple(pull for pull in pulls if pull[0] <= rounds)
    same = tuple(tuple(pull) for pull in played.pulls) == expected
    require(same, "The library plays other phases than the box.", pulls=played.pulls, due=expected)
    given = [float(release.value) for release in played.ledger.releases]
    near = len(given) == len(numbers) and all(
        abs(x - y) < 1e-6 * (1 + abs(y)) for x, y in zip(given, numbers, strict=True)
    )
    require(near, "The library releases other numbers.", given=tuple(given), due=numbers)
    return rounds
