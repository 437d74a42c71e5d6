"""Lengths and radii of the epochs, in balls: what several claims of this folder compute with."""

from fractions import Fraction
from math import ceil, log2
from flint import arb
from banditproof.claims import need
from banditproof.theory.balls import ball, working_precision


def logarithm(factor: int, arms: int, epoch: int, beta: Fraction) -> arb:
    """log(factor S e^2 / beta): factor 8 for the rewards, 4 for the noise."""
    return ball(factor * arms * epoch**2 / beta).log()


def length(arms: int, epoch: int, beta: Fraction, eps: Fraction) -> int:
    """R, the first whole number above 32 log(8Se^2/beta)/D^2 and 8 log(4Se^2/beta)/(eps D).

    >>> length(5, 1, Fraction(1, 100), Fraction(1)), length(2, 1, Fraction(1, 100), Fraction(1))
    (1062, 945)
    """
    with working_precision(96):
        rewards = 32 * 4**epoch * logarithm(8, arms, epoch, beta)
        noise = 8 * 2**epoch * logarithm(4, arms, epoch, beta) / ball(eps)
        below = rewards.max(noise).floor().unique_fmpz()
    need(below is not None, "The whole part is not decided", arms=arms, epoch=epoch)
    return int(below) + 1


def radii(arms: int, epoch: int, beta: Fraction, eps: Fraction) -> tuple[arb, arb]:
    """h of the mean of the rewards, and c of the noise."""
    pulls = length(arms, epoch, beta, eps)
    h = (logarithm(8, arms, epoch, beta) / (2 * pulls)).sqrt()
    return h, logarithm(4, arms, epoch, beta) / ball(eps * pulls)


def last_epoch(gap: Fraction) -> int:
    """The first e >= 1 with 2^-e <= gap.

    >>> [last_epoch(Fraction(gap)) for gap in ("1", "1/2", "0.49", "1/4")]
    [1, 1, 2, 2]
    """
    guess = max(1, ceil(log2(1 / gap)) - 1)
    return next(e for e in range(guess, guess + 3) if Fraction(1, 2**e) <= gap)
