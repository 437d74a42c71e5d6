"""Claims about releasing noisy cumulative sums again and again: Lemma E.1."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from math import inf

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.verify.evidence import Grade

Matrix = tuple[tuple[Fraction, ...], ...]
Releases = Callable[[tuple[int, ...]], tuple[Matrix, Matrix]]
"""From the times t_1 < ... < t_l = T + 1: outputs = first matrix * rewards + second * noises."""


def cumulative_sums(times: tuple[int, ...]) -> tuple[Matrix, Matrix]:
    """Output k is the sum of all rewards before t_(k+1), plus Y_1 + ... + Y_k."""
    horizon, outputs = times[-1] - 1, len(times) - 1
    rewards = tuple(
        tuple(Fraction(s < times[k + 1]) for s in range(1, horizon + 1)) for k in range(outputs)
    )
    noises = tuple(tuple(Fraction(p <= k) for p in range(outputs)) for k in range(outputs))
    return rewards, noises


def _fresh_on_prefixes(times: tuple[int, ...]) -> tuple[Matrix, Matrix]:
    """Wrong: raw prefix sums with one fresh noise each."""
    rewards, noises = cumulative_sums(times)
    return rewards, tuple(
        tuple(Fraction(p == k) for p in range(len(noises))) for k in range(len(noises))
    )


def _one_noise(times: tuple[int, ...]) -> tuple[Matrix, Matrix]:
    """Wrong: the same noise in every output."""
    rewards, noises = cumulative_sums(times)
    return rewards, tuple(tuple(Fraction(p == 0) for p in range(len(row))) for row in noises)


def _half_scale(times: tuple[int, ...]) -> tuple[Matrix, Matrix]:
    """Wrong: noise of scale 1/(2 eps)."""
    rewards, noises = cumulative_sums(times)
    return rewards, tuple(tuple(c / 2 for c in row) for row in noises)


def _solved(matrix: Matrix, right: tuple[Fraction, ...]) -> tuple[Fraction, ...] | None:
    """The solution of matrix * x = right by elimination; None if the matrix is singular."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(len(rows)):
        pivot = next((j for j in range(i, len(rows)) if rows[j][i]), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [c / rows[i][i] for c in rows[i]]
        for j in range(len(rows)):
            if j != i:
                rows[j] = [c - rows[j][i] * d for c, d in zip(rows[j], rows[i], strict=True)]
    return tuple(row[-1] for row in rows)


def largest_loss(releases: Releases, times: tuple[int, ...]) -> Fraction | float:
    """The largest log-density ratio over eps when one reward moves by at most 1, exact.

    Moving reward j by d is undone by moving the noises by d c, c = noises^(-1) rewards_j; the
    density of independent Laplace noises then changes by a factor of at most e^(eps |d c|_1),
    and by exactly that at noise 0.
    """
    rewards, noises = releases(times)
    worst: Fraction | float = Fraction(0)
    for column in zip(*rewards, strict=True):
        shift = _solved(noises, column)
        worst = max(worst, inf if shift is None else sum(map(abs, shift)))
    return worst


def _all_times(horizon: int) -> Iterator[tuple[int, ...]]:
    for count in range(horizon):
        for inner in combinations(range(2, horizon + 1), count):
            yield (1, *inner, horizon + 1)


def _density_fault(releases: Releases, source: random.Random) -> str | None:
    """A random output at which the log-density ratio of neighbours exceeds eps, if found."""
    times = source.choice(list(_all_times(5)))
    rewards, noises = releases(times)
    old = [Fraction(source.randrange(9), 8) for _ in range(5)]
    new = list(old)
    new[source.randrange(5)] = Fraction(source.randrange(9), 8)
    output = [Fraction(source.randrange(-30, 40), 7) for _ in rewards]

    def cost(data: list[Fraction]) -> Fraction | None:
        sums = [sum(c * r for c, r in zip(row, data, strict=True)) for row in rewards]
        found = _solved(noises, tuple(o - s for o, s in zip(output, sums, strict=True)))
        return None if found is None else sum(map(abs, found), Fraction(0))

    one, other = cost(old), cost(new)
    if one is None or other is None or other - one > 1:
        return f"Times {times}, rewards {old} and {new}, output {output}."
    return None


@claim(
    "bern.lemE.1",
    r"For $r\in[0,1]^T$ and $1=t_1<\dots<t_\ell=T+1$, $\ell\le T$: releasing "
    r"$\sum_{s<t_{k+1}}r_s+\sum_{p\le k}Y_p$ for $k=1,\dots,\ell-1$ with $(Y_1,\dots,Y_\ell)$ iid "
    r"$\mathrm{Lap}(1/\epsilon)$ is $\epsilon$-DP.",
    recorded="holds",
    doubts=("D19",),
    mutants={
        "fresh noise on raw prefixes": {"releases": _fresh_on_prefixes},
        "one noise for all": {"releases": _one_noise},
        "half the scale": {"releases": _half_scale},
    },
)
def continual_release(releases: Releases = cumulative_sums) -> Verdict:
    """The exact supremum of the loss for every choice of times up to T = 6; random outputs."""
    tried = 0
    for horizon in range(1, 7):
        for times in _all_times(horizon):
            loss = largest_loss(releases, times)
            tried += 1
            if loss != 1:
                return fails(
                    Grade.PROVED,
                    "The loss of the release is not eps.",
                    witness=f"T = {horizon}, times {times}: the largest loss is {loss} eps.",
                )
    source = random.Random(51)
    fault = next(filter(None, (_density_fault(releases, source) for _ in range(150))), None)
    if fault:
        return fails(Grade.PROVED, "A density ratio exceeds e^eps.", witness=fault)
    return holds(
        Grade.CERTIFIED,
        "The largest loss is exactly eps: one reward moves one noise by at most 1. The printed "
        "l <= T excludes T single rewards, where l = T + 1 (for T = 1 it excludes everything), "
        "and of Y_1, ..., Y_l only l - 1 are used (D19).",
        numbers={"choices of times": tried},
        covered=f"All {tried} choices of times up to T = 6, single rewards included; 150 random "
        "outputs and rewards in [0, 1], exact.",
        not_covered="Larger T; the matrix of the noises is unit triangular for all of them.",
    )
