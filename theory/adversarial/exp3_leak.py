"""EXP3 leaks: two neighbouring loss sequences after which it ends at opposite arms.

Two arms, the actions 2, 1, 2, 1, ... are forced. All losses are 1, but for that of arm 2 in round
1, which is 0 in the first world and 1 in the second. One observed loss sets the log-odds x_3 apart
from y_3 by about 4 eta, and each pair of rounds moves them further: P_t(2) -> 1 - gamma/2 and
P'_t(2) -> gamma/2. Faster Rates for Private Adversarial Bandits, Appendix G.1 and Figure 1.

The second world makes one step more, and the two kinds of steps are mirror images: y_t = -x_{t+1},
so P'_t(2) = 1 - P_{t+1}(2) for every eta > 0 and 0 < gamma < 1. So the log-ratio of the actions
telescopes, and stays in (-log(2 - gamma), log(1 / gamma)); where only arm 2 is played from some
round on, it grows by almost log(2 / gamma - 1) in each round. Claims `adv.secG1`,
`adv.secG1.mirror` and `adv.fig1`.
"""

from __future__ import annotations
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, repeat
import numpy as np
from flint import arb
from banditproof.theory.balls import (
    MoreBits,
    at_growing_precision,
    ball,
    enclose,
    sufficient,
    working_precision,
)
from banditproof.theory.domains import Array
from banditproof.theory.enclosure import ONE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact_count, exact_probability
from . import exp3_leak_kernels as kernels
from .exp3_paths import Step, checked_rates, log_ratio_along, odds_along, odds_law

MOST_ROUNDS = 10**8
"""The longest run, of some minutes and one gigabyte."""


def alternating(rounds: int, neighbour: bool = False) -> Iterator[Step]:
    """The forced actions with their observed losses, in the first world or in its neighbour.

    >>> list(alternating(3)) == [(2, 0), (1, 1), (2, 1)]
    True
    """
    first = Fraction(1 if neighbour else 0)
    return ((2 - t % 2, first if t == 0 else Fraction(1)) for t in range(rounds))


def _rates(eta: Number, gamma: Number) -> tuple[Fraction, Fraction]:
    rates = checked_rates(eta, gamma)
    if rates[1] == 1:
        raise ValueError(
            f"gamma is {gamma}, so that the actions do not depend on the losses; give less than 1."
        )
    return rates


def _rounds(rounds: Number, least: int = 0) -> int:
    count = exact_count("rounds", rounds, least=least)
    if count > MOST_ROUNDS:
        raise ValueError(f"There are {count} rounds; give at most {MOST_ROUNDS}.")
    return count


def leak_curves(eta: Number, gamma: Number, rounds: int) -> tuple[Array, Array]:
    """Return P_t(2) and P'_t(2) for t = 1, ..., rounds: the two curves of Figure 1.

    >>> first, second = leak_curves("0.01", "0.01", 10_000)
    >>> round(float(first[-1]), 6), round(float(second[-1]), 6)
    (0.995, 0.005)
    """
    rates, count = _rates(eta, gamma), _rounds(rounds, least=1)
    run = kernels.leak_curve.for_work(0.5 * count)
    left, right = (
        run(float(rates[0]), float(rates[1]), first, np.empty(count)) for first in (0.0, 1.0)
    )
    return np.asarray(left), np.asarray(right)


def leak_probabilities(
    eta: Number, gamma: Number, at: Sequence[int], neighbour: bool = False, digits: int = 12
) -> tuple[Enclosure, ...]:
    """Enclose P_t(2), or P'_t(2) in the neighbour's world, in the given rounds, in any order.

    Each world is followed by its own recursion: the mirror identity is not used.

    >>> one, two = leak_probabilities("1e-4", "1e-4", [3, 4], digits=20)
    >>> f"{float(one - Fraction(1, 2)):.10e} {float(two - Fraction(1, 2)):.10e}"
    '4.9994999833e-05 4.9985002333e-09'
    """
    rates, wanted = _rates(eta, gamma), {_rounds(t, least=1) for t in at}
    last = max(wanted, default=0)

    def evaluate(_: int) -> tuple[Enclosure, ...]:
        path = odds_along(*rates, alternating(max(last - 1, 0), neighbour))
        results = {
            t: sufficient(Enclosure.of(odds_law(x, rates[1])[1]), digits)
            for t, x in enumerate(path, start=1)
            if t in wanted
        }
        return tuple(results[int(t)] for t in at)

    return at_growing_precision(evaluate, digits)


def leak_crossing(eta: Number, gamma: Number, level: Number, most: int = 10**7) -> tuple[int, int]:
    """Return the first rounds at which P_t(2) > level and P'_t(2) < 1 - level, decided in balls.

    Raises ValueError if a world does not cross within `most` rounds.

    >>> leak_crossing("0.01", "0.01", "0.75")
    (477, 476)
    """
    rates, height = _rates(eta, gamma), exact_probability("level", level)
    if not Fraction(1, 2) < height < 1 - rates[1] / 2:
        raise ValueError(f"The level is {level}; give a number between 1/2 and 1 - gamma / 2.")
    limit = _rounds(most, least=1)

    def crossing(neighbour: bool) -> int:
        border = ball(height)
        for t, x in enumerate(odds_along(*rates, alternating(limit, neighbour)), start=1):
            # The path has one entry more than there are steps: the odds after the last one.
            if t > limit:
                break
            chance = odds_law(x, rates[1])[0 if neighbour else 1]
            if chance > border:
                return t
            # Neither above nor below: the ball still straddles the level.
            if not chance <= border:
                raise MoreBits
        raise ValueError(
            f"P_t(2) does not cross {level} within {limit} rounds; give more rounds, or a lower "
            "level."
        )

    return at_growing_precision(lambda _: (crossing(False), crossing(True)), 12)


def _telescoped(rates: tuple[Fraction, Fraction], rounds: int) -> arb:
    *_, last = odds_along(*rates, alternating(rounds))
    first, second = odds_law(last, rates[1])
    return -(2 * (first if rounds % 2 else second)).log()


def leak_loss(eta: Number, gamma: Number, rounds: int, digits: int = 12) -> Enclosure:
    """Enclose the log-ratio of the forced actions after so many rounds, by its closed form.

    It is -log(2 (1 - P_{T+1}(2))) for an odd T and -log(2 P_{T+1}(2)) for an even one: a number of
    (-log(2 - gamma), log(1 / gamma)), whatever T. Claim `adv.secG1.mirror`.

    >>> [round(float(leak_loss("0.1", "0.5", rounds)), 6) for rounds in (100, 101)]
    [-0.403843, 0.687606]
    """
    rates, count = _rates(eta, gamma), _rounds(rounds)
    return ZERO if count <= 1 else enclose(lambda: _telescoped(rates, count), digits)


def summed_leak_loss(eta: Number, gamma: Number, rounds: int, digits: int = 12) -> Enclosure:
    """Enclose the same log-ratio round by round, from both recursions.

    >>> apart = summed_leak_loss("0.1", "0.5", 7)
    >>> bool(abs(apart - leak_loss("0.1", "0.5", 7)) < Fraction(1, 10**12))
    True
    """
    rates, count = _rates(eta, gamma), _rounds(rounds)
    if count <= 1:
        return ZERO
    return enclose(
        lambda: log_ratio_along(*rates, alternating(count), alternating(count, True)), digits
    )


def leak_range(gamma: Number, digits: int = 12) -> Enclosure:
    """Enclose the range (-log(2 - gamma), log(1 / gamma)) of the log-ratio of the forced actions.

    Both ends are approached, the lower one after an even number of rounds.

    >>> found = leak_range("0.01")
    >>> round(float(found.lo), 6), round(float(found.hi), 6)
    (-0.688135, 4.60517)
    """
    share = _rates(1, gamma)[1]
    low = enclose(lambda: -ball(2 - share).log(), digits)
    high = enclose(lambda: -ball(share).log(), digits)
    return Enclosure.of(low, high)


def leak_per_round(gamma: Number, digits: int = 12) -> Enclosure:
    """Enclose log(2 / gamma - 1), the supremum of |log(P_t(2) / P'_t(2))|: it does not grow with T.

    >>> print(leak_per_round("1e-4"))
    9.903437551286086[1..4]
    """
    share = _rates(1, gamma)[1]
    return enclose(lambda: ball(2 / share - 1).log(), digits)


def _one_sided(count: int, more: int, neighbour: bool) -> Iterable[Step]:
    return chain(alternating(count, neighbour), repeat((2, Fraction(1)), more))


def one_sided_loss(
    eta: Number, gamma: Number, rounds: int, more: int, digits: int = 9
) -> Enclosure:
    """Enclose the log-ratio where arm 2 alone is played in `more` rounds after alternating ones.

    Each of these adds almost log(2 / gamma - 1), until the accumulated log-odds are used up: about
    x / eta rounds. So one changed loss costs a total that grows with the horizon.

    >>> [round(float(one_sided_loss("0.01", "0.01", 700, more))) for more in (0, 10, 100)]
    [-1, 52, 529]
    """
    rates, count, rest = _rates(eta, gamma), _rounds(rounds), _rounds(more)
    if count + rest <= 1:
        return ZERO
    return enclose(
        lambda: log_ratio_along(
            *rates, _one_sided(count, rest, False), _one_sided(count, rest, True)
        ),
        digits,
    )


def one_sided_curve(eta: Number, gamma: Number, rounds: int, more: int) -> Array:
    """Return the log-ratio after each of the `more` rounds in which only arm 2 is played.

    >>> curve = one_sided_curve("0.01", "0.01", 700, 100)
    >>> round(float(curve[99])), len(curve)
    (529, 100)
    """
    rates, count, rest = _rates(eta, gamma), _rounds(rounds), _rounds(more, least=1)
    run = kernels.one_sided_losses.for_work(1.0 * (count + rest))
    return np.asarray(run(float(rates[0]), float(rates[1]), count, np.empty(rest)))


def log_odds(
    eta: Number, gamma: Number, rounds: int, neighbour: bool = False, digits: int = 12
) -> Enclosure:
    """Enclose log(w(2) / w(1)) before round `rounds`; 0 before the first one.

    The log of the ratio of the two worlds' weight ratios is the difference of theirs; it grows
    without limit, while that of the probabilities is at most log(2 / gamma - 1).

    >>> apart = log_odds("0.01", "0.01", 500) - log_odds("0.01", "0.01", 500, neighbour=True)
    >>> round(float(apart), 3), round(float(leak_per_round("0.01")), 3)
    (3.016, 5.293)
    """
    rates, count = _rates(eta, gamma), _rounds(rounds, least=1)

    def evaluate() -> arb:
        *_, last = odds_along(*rates, alternating(count - 1, neighbour))
        return last

    # These odds are exactly 0 (a loss of 0 changes no weight), and no precision gives relative
    # digits of 0.
    return ZERO if count == 1 or (count == 2 and not neighbour) else enclose(evaluate, digits)


def mirror_gap(eta: Number, gamma: Number, rounds: int, bits: int = 256) -> Enclosure:
    """Enclose the largest |P'_t(2) - (1 - P_{t+1}(2))| of the first rounds: it contains 0.

    Its upper end is the width of balls of so many bits, as the two numbers are equal.

    >>> gap = mirror_gap("0.1", "0.5", 50)
    >>> gap.contains(0), gap.hi < Fraction(1, 10**60)
    (True, True)
    """
    rates, count = _rates(eta, gamma), _rounds(rounds, least=1)
    widest = ZERO
    with working_precision(bits):
        first = odds_along(*rates, alternating(count))
        second = odds_along(*rates, alternating(count, True))
        next(first)
        for x, y in zip(first, second, strict=False):
            ahead, own = odds_law(x, rates[1])[0], odds_law(y, rates[1])[1]
            widest = Enclosure.max(widest, Enclosure.of(abs(own - ahead)), ZERO)
    return Enclosure.min(widest, ONE)
