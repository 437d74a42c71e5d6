"""The density of the noises behind one transcript, and its probability from below on a grid."""

from collections.abc import Sequence
from fractions import Fraction
from typing import get_args
from flint import arb
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.declaring import Declaring
from banditproof.theory.balls import ball, upper
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, Mechanism
from .declared_policies import DeclaredPolicy
from .noise_densities import BITS, CONTINUOUS, constant_of, log_density, scale_of
from .plain_fields import Refused
from .scripted_plays import Released, World

STEP_BITS = 34
"""A step of the grid is at least 2^-34 scales of the noise that a number has of its own."""
GRID_BITS = 32
"""Half a step of the grid is at most 2^-33 scales of the largest noise, with a bit to spare."""
FLOAT_BITS = 51
"""Each addition is right to 2^-52 of the sizes that are added, with a bit to spare."""


def roundings(world: World) -> list[Fraction]:
    """How far rounding may have moved each number, as far as its noises are known from numbers.

    A noise far out takes the last digits of what it is added to, and so does the grid, whose step
    follows the largest noise of a number: the number would be the same for other noises nearby.
    What is not known of a noise is not known of later numbers.
    """
    known: dict[int, arb] = {}
    result = []
    for entry, fresh in world.new_noises():
        parts = [ball(abs(c * world.noises[k])) for k, c in entry.noises.items()]
        size = sum(parts, ball(abs(entry.value)))
        error = (len(parts) + 2) * size / 2**FLOAT_BITS + _largest(entry, world) / 2**GRID_BITS
        for k, c in entry.noises.items():
            error += ball(abs(c)) * known.get(k, 0)
        known |= {k: error / ball(abs(entry.noises[k])) for k in fresh}
        result.append(upper(error))
    return result


def _largest(entry: Released, world: World) -> arb:
    """The scale of the largest continuous noise of a number."""
    scales = (
        ball(abs(c)) * scale_of(world.laws[k])
        for k, c in entry.noises.items()
        if type(world.laws[k]) in CONTINUOUS
    )
    return max(scales, key=upper, default=arb(0))


def gain_of(fresh: Sequence[int], entry: Released, world: World, rounding: Fraction) -> arb:
    """The log-density of the new noise of a number, which rounding may have moved so far."""
    if not fresh:
        return arb(0)
    value = sum((entry.noises[k] * world.noises[k] for k in fresh), Fraction(0))
    law: Mechanism = world.laws[fresh[0]]
    if len(fresh) > 1:
        law = summed_gaussian(entry, world, fresh)
    else:
        value = world.noises[fresh[0]]
        rounding /= abs(entry.noises[fresh[0]])
    if type(law) not in CONTINUOUS and 2 * rounding >= 1:
        raise Refused(f"The number of round {entry.time} has no digits for noise on the integers.")
    return log_density(law, value, Fraction(scale_of(law)) / 2**BITS + rounding)


def summed_gaussian(entry: Released, world: World, fresh: Sequence[int]) -> Gaussian:
    """The law of the sum of Gaussian noises in a number."""
    variances = (
        entry.noises[k] ** 2 * exact(law.sigma_squared)
        for k in fresh
        if isinstance(law := world.laws[k], Gaussian)
    )
    return Gaussian(sigma_squared=sum(variances, Fraction(0)))


def log_probability(world: World, subject: DeclaredPolicy) -> arb:
    """A lower bound of log P of a transcript: the density of each number, and a step of its grid.

    The grid of a number follows the largest of its noises, so that a step has 2^-34 scales of the
    new ones at least (`coarse_numbers`).
    """
    curator = subject.fresh().curator
    if type(curator) not in (Curator, *get_args(Declaring)):
        raise Refused("The grid of the numbers is known for the curators of this library alone.")
    if world.draws:
        raise Refused("Decisions draw, and so one transcript has several laws.")
    total = arb(0)
    for (entry, fresh), rounding in zip(world.new_noises(), roundings(world), strict=True):
        if not fresh:
            continue
        law = world.laws[fresh[0]]
        if len(fresh) > 1:
            law = summed_gaussian(entry, world, fresh)
        if type(law) not in CONTINUOUS:
            raise Refused("The probability of noise on the integers is no step of a grid.")
        scale = ball(Fraction(scale_of(law))) / 2**STEP_BITS
        total += gain_of(fresh, entry, world, rounding) + constant_of(law) + scale.log()
    return total
