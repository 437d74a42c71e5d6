"""Algorithm 7 of the thesis as a box: its episodes, and its indices under pure DP in balls."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple
from flint import arb
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.balls import ball


class Episode(NamedTuple):
    """An episode: its first round, its arm, its rounds, and the pulls of all arms before it."""

    start: int
    arm: int
    rounds: int
    pulls: tuple[int, ...]
    last: tuple[range, ...]
    """The rounds of the last episode of each arm before it."""


Decide = Callable[[int, tuple[int, ...], tuple[range, ...]], int]
"""The arm of an episode, from its first round, the pulls and the last episodes of all arms."""
Length = Callable[[int], int]
"""The rounds of an episode, from the pulls of its arm."""
Samples = Callable[[int], Fraction]
"""The samples of a mean, from the pulls of its arm."""
Index = Callable[[Fraction, Fraction, int, Fraction, Fraction], arb]
"""The index from the mean, its samples n, the round t, eps and beta."""


def doubled(pulls: int) -> int:
    """As many rounds as the arm had pulls."""
    return pulls


def real_samples(pulls: int) -> Fraction:
    """max(1, N/2), the rounds of the last episode."""
    return max(Fraction(1), Fraction(pulls, 2))


def episodes(
    arms: int, horizon: int, decide: Decide, length: Length = doubled
) -> Iterator[Episode]:
    """The episodes after the first pulls; the last one may end after the horizon.

    >>> [(e.start, e.arm, e.rounds) for e in episodes(2, 10, lambda t, n, last: t % 2)]
    [(3, 1, 1), (4, 0, 1), (5, 1, 2), (7, 1, 4)]
    """
    pulls, last = [1] * arms, [range(a + 1, a + 2) for a in range(arms)]
    t = arms + 1
    while t <= horizon:
        arm = decide(t, tuple(pulls), tuple(last))
        size = length(pulls[arm])
        yield Episode(t, arm, size, tuple(pulls), tuple(last))
        last[arm] = range(t, t + size)
        pulls[arm] += size
        t += size


def all_plays(
    arms: int, horizon: int, length: Length = doubled, made: tuple[int, ...] = ()
) -> Iterator[list[Episode]]:
    """The plays of all sequences of decisions.

    >>> sum(1 for _ in all_plays(2, 6))
    8
    """
    choices = iter(made)
    results = []
    for episode in episodes(arms, horizon, lambda *_: next(choices, -1), length):
        if episode.arm < 0:
            for arm in range(arms):
                yield from all_plays(arms, horizon, length, (*made, arm))
            return
        results.append(episode)
    yield results


def adap_ucb_index(mean: Fraction, n: Fraction, t: int, eps: Fraction, beta: Fraction) -> arb:
    """mean + sqrt(beta log t / (2n)) + beta log t / (eps n), the thesis's (5.1)."""
    level = ball(beta) * arb(t).log()
    return ball(mean) + (level / (2 * ball(n))).sqrt() + level / ball(eps * n)


def adap_klucb_index(mean: Fraction, n: Fraction, t: int, eps: Fraction, beta: Fraction) -> arb:
    """-log(1 - q) of q = max { q in [0,1] : d(x, q) <= beta log t / n }, the thesis's (5.2).

    x is the shifted and clipped mean; infinite exactly where x is 1, else a ball around the root,
    by bisection. Indices may be within 1e-18 of 1, so that their own order is harder to see.
    """
    level = ball(beta) * arb(t).log() / ball(n)
    x = ball(mean) + level / ball(eps)
    if x >= 1:
        return arb("inf")
    if x <= 0:
        return level
    need(x < 1 and x > 0, "The shifted mean is too close to an end", mean=mean, n=n, t=t)
    entropy = -x * x.log() - (1 - x) * (1 - x).log()
    low, high = arb(0), ((level + entropy) / (1 - x)).upper()
    for _ in range(70):
        y = ((low + high) / 2).mid()
        q = 1 - (-y).exp()
        d = x * (x / q).log() + (1 - x) * ((1 - x).log() + y)
        if q <= x or d <= level:
            low = y
        elif q > x and d > level:
            high = y
        else:
            break
    return low.union(high)


def ahead(indices: Sequence[arb], **case: object) -> int:
    """The first arm of the largest index; only infinite indices are equal, others distinguished."""
    best = max(range(len(indices)), key=lambda a: (float(indices[a].mid()), -a))
    for arm, other in enumerate(indices):
        tie = arm > best and not other.is_finite()
        need(arm == best or tie or indices[best] > other, "Two indices are close", **case)
    return best


def replay(
    means: Sequence[Fraction],
    horizon: int,
    index: Index,
    eps: Fraction,
    beta: Fraction = Fraction(31, 10),
    length: Length = doubled,
    samples: Samples = real_samples,
) -> list[Episode]:
    """The episodes with each private mean replaced by the true one, the first arm at ties."""

    def decide(t: int, pulls: tuple[int, ...], last: tuple[range, ...]) -> int:
        results = [
            index(mean, samples(n), t, eps, beta) for mean, n in zip(means, pulls, strict=True)
        ]
        return ahead(results, t=t)

    return list(episodes(len(means), horizon, decide, length))


def counts(played: Sequence[Episode], horizon: int) -> tuple[int, ...]:
    """The pulls of all arms up to the horizon, where the last episode is cut."""
    pulls = list(played[-1].pulls)
    pulls[played[-1].arm] += horizon + 1 - played[-1].start
    return tuple(pulls)
