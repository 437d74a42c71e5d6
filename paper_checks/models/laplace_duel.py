"""The law of the actions of Algorithm 7 on two arms with an index "private mean plus width".

At each decision the two private means are independent but for the history: the one that was just
drawn has its Laplace law, and the other has a density on the line, times the probability of the
actions before. To play the new one again multiplies that density by a tail; to play the other one
turns the law of the new one into such a density. All of it is sums of c x^k e^(r x) between cuts.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple
from flint import arb
from banditproof.theory.balls import ball, working_precision
from .exponential_pieces import Pieces, laplace_density, laplace_survival

Width = Callable[[int, int], arb]
"""The width of the index of an arm, from the samples of its mean and the round."""
Actions = tuple[int, ...]


class Duel(NamedTuple):
    """An algorithm: its width, the rate of the noise of a sum (1/scale), and the horizon."""

    width: Width
    rate: Fraction
    horizon: int


class _State(NamedTuple):
    actions: Actions
    sums: tuple[int, ...]
    pulls: tuple[int, int]
    fresh: int
    """The arm whose mean was just drawn."""
    own: tuple[int, Fraction]
    """Its samples, and their mean."""
    other: tuple[int, Pieces]
    """The samples of the other arm, and the density of its mean with the history."""


def adap_ucb_duel(
    eps: Fraction, beta: Fraction, horizon: int, noise: Fraction = Fraction(1)
) -> Duel:
    """AdaP-UCB with `noise` times its noise; the width is that of (5.1), n = max(1, N/2)."""

    def width(n: int, t: int) -> arb:
        level = ball(beta) * arb(t).log()
        return (level / (2 * n)).sqrt() + level / ball(eps * n)

    return Duel(width, eps / noise, horizon)


def law(duel: Duel) -> dict[tuple[Actions, tuple[int, ...]], arb]:
    """The probability of each sequence of actions, in balls, by the sums that are released.

    Rewards are 0 or 1, and a sum is that of one of the first pulls or of an episode that ends
    before the last round; the others are not read.
    """
    sizes: dict[tuple[int, ...], arb] = {}
    results: dict[tuple[Actions, tuple[int, ...]], arb] = {}
    for left, right in product((0, 1), repeat=2):
        first = laplace_density(duel.rate, Fraction(left), sizes)
        start = _State((0, 1), (left, right), (1, 1), 1, (1, Fraction(right)), (1, first))
        results.update(_played(duel, start, sizes))
    return results


def _played(
    duel: Duel, state: _State, sizes: dict[tuple[int, ...], arb]
) -> Iterator[tuple[tuple[Actions, tuple[int, ...]], arb]]:
    t = len(state.actions) + 1
    (n, mean), (m, density) = state.own, state.other
    name = (t, n, m)
    sizes[name] = arb(0) if n == m else duel.width(m, t) - duel.width(n, t)
    # the new mean y is played again if y >= x + shift for the mean x of the other arm
    tail, beyond = laplace_survival(duel.rate * n, mean, sizes), density.above()
    if n != m:
        tail, beyond = tail.seen_from(name, 1), beyond.seen_from(name, -1)
    turned = laplace_density(duel.rate * n, mean, sizes).times(beyond)
    for arm, kept in ((state.fresh, (m, density.times(tail))), (1 - state.fresh, (n, turned))):
        size = state.pulls[arm]
        actions = (*state.actions, *(arm,) * min(size, duel.horizon + 1 - t))
        if len(actions) == duel.horizon:
            yield (actions, state.sums), kept[1].mass()
            continue
        grown = tuple(k + size * (a == arm) for a, k in enumerate(state.pulls))
        for total in range(size + 1):
            own = size, Fraction(total, size)
            sums = (*state.sums, total)
            after = _State(actions, sums, (grown[0], grown[1]), arm, own, kept)
            yield from _played(duel, after, sizes)


@cache
def largest_loss(duel: Duel) -> tuple[arb, str]:
    """The log-ratio of a sequence of actions on neighbours with the largest upper end, and where.

    Lists of rewards that differ in one round have sums that differ by 1 in one place, or not.
    """
    with working_precision(256):
        masses = law(duel)
        best, where = arb(0), ""
        for (actions, sums), mass in masses.items():
            for j, total in enumerate(sums):
                other = masses.get((actions, (*sums[:j], total + 1, *sums[j + 1 :])))
                if other is not None:
                    loss = abs((mass / other).log())
                    if loss.upper() > best.upper():
                        best, where = loss, f"actions {actions}, sums {sums}, sum {j + 1}"
    return best, where
