"""The boxes of the learners for adversarial losses, written anew from their lines."""

import math
from collections.abc import Iterator, Sequence
from typing import Protocol
from .unit_noise import Drawn, Shown, Table

Row = Sequence[float]


class Box(Protocol):
    """A learner with bandit feedback: it draws an arm, and observes the loss of that arm."""

    def act(self, draws: Iterator[float], units: Iterator[float]) -> int:
        """An arm, from uniform numbers or from noises of scale 1."""

    def observe(self, arm: int, loss: float, units: Iterator[float]) -> None:
        """The loss that is reported of the arm."""


def arm_at(law: Row, u: float) -> int:
    """The first arm up to which a law sums to more than u."""
    return next(i for i in range(len(law)) if u < math.fsum(law[: i + 1]))


def softened(losses: Row, eta: float) -> list[float]:
    """The law proportional to exp(-eta L)."""
    weights = [math.exp(-eta * (loss - min(losses))) for loss in losses]
    return [weight / math.fsum(weights) for weight in weights]


class Exp3Box:
    """Algorithm 3: P = (1 - gamma) w/sum w + gamma/K, and the loss of an arm divided by P."""

    def __init__(self, arms: int, eta: float, gamma: float) -> None:
        self.eta, self.gamma = eta, gamma
        self.losses = [0.0] * arms

    def law(self) -> list[float]:
        """P, mixing included."""
        share = self.gamma / len(self.losses)
        return [(1 - self.gamma) * p + share for p in softened(self.losses, self.eta)]

    def act(self, draws: Iterator[float], units: Iterator[float]) -> int:
        """An arm of P."""
        return arm_at(self.law(), next(draws))

    def observe(self, arm: int, loss: float, units: Iterator[float]) -> None:
        """The estimated loss of the arm grows."""
        self.losses[arm] += loss / self.law()[arm]


class FtplBox:
    """Algorithm 4 as it is meant: arg min (L + Z), and draws until it is the arm, at most M."""

    def __init__(self, arms: int, eta: float, limit: int) -> None:
        self.eta, self.limit = eta, limit
        self.losses = [0.0] * arms

    def act(self, draws: Iterator[float], units: Iterator[float]) -> int:
        """The least sum with noise Lap(1/eta)."""
        sums = [loss + next(units) / self.eta for loss in self.losses]
        return sums.index(min(sums))

    def observe(self, arm: int, loss: float, units: Iterator[float]) -> None:
        """The loss counts as often as there were draws."""
        number = 1
        while self.act(units, units) != arm and number < self.limit:
            number += 1
        self.losses[arm] += loss * number


Advice = Sequence[Table]
"""The advice of the rounds of a cycle: a law on the arms for each expert."""
ADVICE: Advice = (
    ((0.75, 0.25), (0.25, 0.75), (0.5, 0.5)),
    ((0.125, 0.875), (0.625, 0.375), (0.875, 0.125)),
    ((0.375, 0.625), (0.25, 0.75), (0.875, 0.125)),
)
"""Three experts on two arms, none of whom is ever certain."""


def in_batches(box: Box, of: Drawn, tau: int, scale: float, advice: Advice | None = None) -> Shown:
    """Algorithm 1: one choice for tau rounds, then the mean of their losses plus Lap(scale).

    The choice is an arm; with advice (Algorithm 5) it is an expert, whose arm is drawn each round.
    """
    draws, units = iter(of.uniforms), iter(of.noises)
    arms: list[int] = []
    releases = []
    last: tuple[int, float] | None = None
    for start in range(0, len(of.losses), tau):
        if last is not None:
            box.observe(*last, units)
        choice, seen = box.act(draws, units), []
        for t in range(start, min(start + tau, len(of.losses))):
            rows = () if advice is None else advice[t % len(advice)]
            arms.append(arm_at(rows[choice], next(draws)) if rows else choice)
            seen.append(of.losses[t][arms[-1]])
        if len(seen) == tau:
            last = choice, math.fsum(seen) / tau + scale * next(units)
            releases.append((tuple(range(start + 1, start + tau + 1)), last[1]))
    return Shown(tuple(arms), tuple(releases))


def advised(losses: Row, rows: Table, eta: float, gamma: float) -> list[float]:
    """Q = (1 - gamma) sum_j P(j) mu_j + gamma/K for the losses of the experts so far."""
    shares, arms = softened(losses, eta), len(rows[0])
    means = [
        math.fsum(p * row[i] for p, row in zip(shares, rows, strict=True)) for i in range(arms)
    ]
    return [(1 - gamma) * mean + gamma / arms for mean in means]


def local_exp4(of: Drawn, advice: Advice, eta: float, gamma: float, eps: float) -> Shown:
    """Algorithm 6: each loss has noise Lap(1/eps), and is then divided by Q."""
    draws, units, losses = iter(of.uniforms), iter(of.noises), [0.0] * len(advice[0])
    arms, releases = [], []
    for t, row in enumerate(of.losses):
        rows = advice[t % len(advice)]
        law = advised(losses, rows, eta, gamma)
        arm = arm_at(law, next(draws))
        noisy = row[arm] + next(units) / eps
        losses = [x + mu[arm] * noisy / law[arm] for x, mu in zip(losses, rows, strict=True)]
        arms.append(arm)
        releases.append(((t + 1,), noisy))
    return Shown(tuple(arms), tuple(releases))


def batched_exp4(
    of: Drawn, advice: Advice, eta: float, gamma: float, tau: int, scale: float
) -> Shown:
    """Algorithm 2: the weights of a batch stand still, and each mean has noise of its scale."""
    draws, units, losses = iter(of.uniforms), iter(of.noises), [0.0] * len(advice[0])
    totals, arms, releases = [0.0] * len(losses), [], []
    for t, row in enumerate(of.losses, 1):
        rows = advice[(t - 1) % len(advice)]
        law = advised(losses, rows, eta, gamma)
        arm = arm_at(law, next(draws))
        arms.append(arm)
        totals = [x + mu[arm] * row[arm] / law[arm] for x, mu in zip(totals, rows, strict=True)]
        if t % tau == 0:
            means = [x / tau + scale * next(units) for x in totals]
            losses = [x + mean for x, mean in zip(losses, means, strict=True)]
            totals = [0.0] * len(losses)
            releases += [(tuple(range(t - tau + 1, t + 1)), mean) for mean in means]
    return Shown(tuple(arms), tuple(releases))
