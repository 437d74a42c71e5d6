"""By how much a reward moves the noises behind the same released numbers, as the ledger says."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import SystemRandom
from typing import Any
from flint import arb
from banditproof.theory.balls import ball
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, Laplace, Mechanism
from .between import WHOLE, Interval
from .noise_densities import CONTINUOUS, is_none, scale_of
from .path_densities import summed_gaussian
from .plain_fields import Refused
from .scripted_plays import Released, World, require_used
from .shifted_noises import Ends, Shifted
from .transcripts import ROUNDING, NewNoises

FAR = 32
"""How many scales from 0 numbers still follow their noise."""


@dataclass(frozen=True)
class Moved:
    """The noises in a box that a reward moves, and the probability that the others lie in it."""

    mass: arb
    shifted: tuple[Shifted, ...]
    laws: tuple[Any, ...]
    """What each number is made of: round, arm, value without noise, new noise, and shift."""
    bare: bool = False
    """Whether what the box shows cannot happen in the right world."""


def moved_numbers(left: World, right: World, intervals: Mapping[int, Interval]) -> Moved:
    """How both worlds without noise differ; Refused where their laws are not those of a shift.

    A noise with the weight c is moved by (d - what earlier noises of the number account for) / c,
    where d is the distance of the two numbers.
    """
    require_used(left)
    require_used(right)
    noises = NewNoises()
    shifts: dict[int, Fraction] = {}
    mass, square, bare = arb(1), Fraction(0), False
    shifted: list[Shifted] = []
    laws: list[Any] = []
    for place, one in enumerate(left.releases):
        other, twin = (*right.releases[place : place + 1], one)[0], right
        if (one.time, one.arm) != (other.time, other.arm):
            other = one  # the actions differ before, and the left world alone goes on
        if other is one:
            twin = left
        fresh = noises.of(one, other, left, twin)
        earlier = [k for k in one.noises if k not in fresh and not is_none(left.laws[k])]
        left_over = one.value - other.value
        left_over -= sum((one.noises[k] * shifts[k] for k in earlier), Fraction(0))
        moved = _less_rounding(left_over, one, other)
        law = _law(one, left, fresh)
        laws.append((one.time, one.arm, one.value, law, tuple(earlier), moved))
        if law is None:
            bare = bare or moved != 0
            continue
        weight = one.noises[fresh[0]] if len(fresh) == 1 else Fraction(1)
        shifts[fresh[0]] = left_over / weight
        ends = _ends(intervals.get(place, WHOLE), one, law, weight)
        if ends != (None, None) and earlier:
            raise Refused(f"A decision depends on a number of round {one.time} with earlier noise.")
        if not moved and ends == (None, None):
            continue
        unit = _unit(law, one)
        if type(law) is Gaussian and ends == (None, None):
            square += (moved / weight) ** 2 / exact(law.sigma_squared)
            continue
        noise = _turned(ball(moved / weight) / _scale(law), ends, unit)
        if moved:
            shifted.append(noise)
        else:
            mass *= noise.moment(arb(1))
    if square:
        shifted.append(Shifted("normal", ball(square).sqrt()))
    return Moved(mass, tuple(shifted), tuple(laws), bare)


def _less_rounding(distance: Fraction, one: Released, other: Released) -> Fraction:
    """A distance, less what rounding may have done."""
    size = ROUNDING * (1 + max(abs(one.value), abs(other.value)))
    return max(distance - size, Fraction(0)) if distance > 0 else min(distance + size, Fraction(0))


def _law(entry: Released, world: World, fresh: Sequence[int]) -> Mechanism | None:
    """The law of the new noise of a number, several Gaussian ones together."""
    if len(fresh) > 1:
        return summed_gaussian(entry, world, fresh)
    return world.laws[fresh[0]] if fresh else None


def _unit(law: Mechanism, entry: Released) -> Any:
    if type(law) not in CONTINUOUS:
        raise Refused(f"The law of the number of round {entry.time} is not known.")
    return "normal" if type(law) is Gaussian else "Laplace"


def _scale(law: Mechanism) -> arb:
    if isinstance(law, Laplace):
        return ball(exact(law.scale))
    assert isinstance(law, Gaussian)
    return ball(exact(law.sigma_squared)).sqrt()


def _ends(interval: Interval, entry: Released, law: Mechanism, weight: Fraction) -> Ends:
    """The interval of a number as one of its noise, in scales."""
    if interval == WHOLE:
        return None, None
    _unit(law, entry)
    low, high = (
        (ball(Fraction(end) - entry.value) / ball(weight) / _scale(law))
        if math.isfinite(end)
        else None
        for end in interval
    )
    return (low, high) if weight > 0 else (high, low)


def _turned(shift: arb, ends: Ends, unit: Any) -> Shifted:
    """A noise whose right world has the larger value, which is turned if it is not so."""
    if bool(shift >= 0):
        return Shifted(unit, shift, ends)
    low, high = (None if end is None else -end for end in ends)
    return Shifted(unit, -shift, (high, low))


def scripts_in(world: World, intervals: Mapping[int, Interval]) -> Iterator[list[float]]:
    """Noises with which the numbers of a play lie near both ends of their intervals, and inside."""
    laws = [k for k, law in enumerate(world.laws) if not is_none(law)]
    chance = SystemRandom()
    for share in (1 / 64, 63 / 64, None, None):
        values: dict[int, float] = {}
        for place, (entry, fresh) in enumerate(world.new_noises()):
            if not fresh:
                continue
            scale, weight = scale_of(world.laws[fresh[0]]), float(entry.noises[fresh[0]])
            low, high = intervals.get(place, WHOLE)
            far = 2.0 ** math.ceil(math.log2(FAR * scale * abs(weight)))
            low = min(float(entry.value), high) - far if low == -math.inf else low
            high = max(float(entry.value), low) + far if high == math.inf else high
            wanted = low + (high - low) * (chance.random() if share is None else share)
            value = (wanted - float(entry.value)) / weight
            whole = type(world.laws[fresh[0]]) not in CONTINUOUS
            values |= dict.fromkeys(fresh, 0.0)
            values[fresh[0]] = round(value) if whole else value
        yield [values.get(k, 0.0) for k in laws]


def require_centers(plain: World, far: World) -> None:
    """Refused if a number does not follow its noises, or their laws depend on what they are."""
    require_used(far)
    if len(plain.releases) != len(far.releases):
        raise Refused("The number of releases depends on their noise.")
    for one, other in zip(plain.releases, far.releases, strict=True):
        wanted = sum((c * far.noises[k] for k, c in one.noises.items()), Fraction(0))
        error = abs(other.value - one.value - wanted)
        same = (one.time, one.arm, one.noises) == (other.time, other.arm, other.noises)
        if any(plain.laws[k] != far.laws[k] for k in one.noises if same):
            raise Refused(f"The law of the noise of round {one.time} depends on earlier noise.")
        if not same or error > (1 + abs(one.value) + abs(wanted)) / 2**30:
            raise Refused(f"The number of round {one.time} does not move with its noise.")
