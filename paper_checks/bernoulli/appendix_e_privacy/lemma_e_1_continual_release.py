"""Claims about releasing noisy cumulative sums again and again: Lemma E.1."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from math import inf
from flint import fmpq, fmpq_mat
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
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


def _with_noises(weight: Callable[[int, int], Fraction | int]) -> Releases:
    """The same sums of rewards with another weight of noise p in output k."""

    def releases(times: tuple[int, ...]) -> tuple[Matrix, Matrix]:
        rewards, outputs = cumulative_sums(times)[0], range(len(times) - 1)
        return rewards, tuple(tuple(Fraction(weight(k, p)) for p in outputs) for k in outputs)

    return releases


def _solved(matrix: Matrix, right: tuple[Fraction, ...]) -> tuple[Fraction, ...] | None:
    """The solution of matrix * x = right ; None if the matrix is singular."""
    left, size = [fmpq(c.numerator, c.denominator) for row in matrix for c in row], len(matrix)
    square = fmpq_mat(size, size, left)
    if square.det() == 0:
        return None
    column = fmpq_mat(size, 1, [fmpq(c.numerator, c.denominator) for c in right])
    return tuple(Fraction(int(c.p), int(c.q)) for c in square.solve(column).entries())


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


def all_times(horizon: int) -> Iterator[tuple[int, ...]]:
    """All choices 1 = t_1 < ... < t_l = T + 1."""
    for count in range(horizon):
        for inner in combinations(range(2, horizon + 1), count):
            yield (1, *inner, horizon + 1)


def _require_density_ratio(releases: Releases, source: random.Random) -> None:
    """At a random output the log-density ratio of random neighbours is at most eps."""
    times = source.choice(list(all_times(5)))
    rewards, noises = releases(times)
    old = [Fraction(source.randrange(9), 8) for _ in range(5)]
    new = list(old)
    new[source.randrange(5)] = Fraction(source.randrange(9), 8)
    output = [Fraction(source.randrange(-30, 40), 7) for _ in rewards]

    def cost(data: list[Fraction]) -> Fraction:
        sums = [sum(c * r for c, r in zip(row, data, strict=True)) for row in rewards]
        result = _solved(noises, tuple(o - s for o, s in zip(output, sums, strict=True)))
        return Fraction(-2 if result is None else sum(map(abs, result)))

    first, second = cost(old), cost(new)
    case = {"times": times, "rewards": old, "others": new, "output": output}
    finding = "A density ratio exceeds e^eps."
    require(min(first, second) >= 0 and second - first <= 1, finding, Grade.PROVED, **case)


@checks("bern.lemE.1")
@mutant("fresh noise on raw prefixes", releases=_with_noises(lambda k, p: k == p))
@mutant("one noise for all", releases=_with_noises(lambda k, p: p == 0))
@mutant("half the scale", releases=_with_noises(lambda k, p: Fraction(p <= k, 2)))
@mutant("sharper: 0.99 eps", allowed=Fraction(99, 100))
def continual_release(
    releases: Releases = cumulative_sums, allowed: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The proof; the exact supremum of the loss for every choice of times up to T = 6 is eps."""
    sides = Sides()
    choices = [(horizon, times) for horizon in range(1, 7) for times in all_times(horizon)]
    for horizon, times in choices:
        loss = largest_loss(releases, times)
        finding = "The loss of the release is above eps."
        require(loss < inf, finding, Grade.PROVED, T=horizon, times=times, loss_over_eps=loss)
        sides.at_most(Fraction(loss), allowed, finding, T=horizon, times=times)
    source = random.Random(51)
    for _ in range(150):
        _require_density_ratio(releases, source)
    return proof.verdict(
        instances=f"All {len(choices)} choices of times up to T = 6, single rewards included; 150 "
        "random outputs and rewards in [0, 1].",
        sharpness=sides.sharpness,
    )
