"""Accountants that promise less loss than a composition has.

An accountant answers with eps or delta of a composition; the judge encloses the exact privacy
curve, so no formula is trusted on either side.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Literal
from banditproof.theory import Enclosure
from banditproof.theory.accounting import (
    Composition,
    LaplaceLoss,
    RandomisedResponseLoss,
    composed_delta,
    renyi_divergence,
)
from banditproof.theory.budgets import ApproxDP
from banditproof.theory.exact import exact
from banditproof.verify.evidence import Grade
from .calibrators import SAFE, normal_below
from .entry import Engine, Judge, Judgement, described, held, refuted
from .finite_law_judge import finite_law_entry

PureAccountant = Callable[[int, float, float], float]
"""delta at eps of k releases that are eps0-DP each, at worst k randomised responses."""
CURVE_POINTS = ((8, 0.26, 0.9), (20, 0.12, 0.7), (50, 0.1, 1.5), (50, 0.13, 3.0))
"""Pairs (k, eps0) and the eps at which delta is asked; some losses are between points of a grid."""


def pure_curve_judge(never: Literal["below", "above"]) -> Judge:
    """Whether no answered delta is below (or above) the exact one of k randomised responses."""

    def judge(subject: PureAccountant) -> Judgement:
        for k, size, eps in CURVE_POINTS:
            loss = RandomisedResponseLoss(exact(size))
            result = composed_delta(Composition(((k, loss),)), eps)
            answer = Enclosure.of(subject(k, size, eps))
            if not (result <= answer if never == "below" else result >= answer):
                said = f"delta {'=' if never == 'below' else '>='} {float(answer):.6g}"
                why = f"{said} is answered for {k} x {size:g}-DP at eps = {eps:g}."
                return refuted(Grade.PROVED, result, why)
        return held(Grade.POINTS, result, f"No answer is {never} the exact curve.")

    return judge


@dataclass(frozen=True)
class LossOnAGrid:
    """Rounds the loss of a randomised response to a grid and sums the convolved law."""

    rounds: Literal["up", "to nearest", "down"] = "up"
    step: float = 0.05
    margin: float = SAFE

    def __call__(self, k: int, size: float, eps: float) -> float:
        """delta of the law on the grid, in floats with a margin."""
        high, low = self._rounded(size), self._rounded(-size)
        truth = 1 / (1 + math.exp(-size))
        total = 0.0
        for hits in range(k + 1):
            loss = hits * high + (k - hits) * low
            if loss > eps:
                mass = math.comb(k, hits) * truth**hits * (1 - truth) ** (k - hits)
                total += mass * -math.expm1(eps - loss)
        return total * self.margin

    def _rounded(self, loss: float) -> float:
        """The loss on the grid; one that is on the grid up to rounding stays there."""
        steps = loss / self.step
        if self.rounds == "to nearest" or abs(steps - round(steps)) < 1e-9:
            return round(steps) * self.step
        return (math.ceil if self.rounds == "up" else math.floor)(steps) * self.step


def central_limit_delta(k: int, size: float, eps: float) -> float:
    """delta of the Gaussian with the mean and variance of k losses: a limit, and not a bound."""
    mean = size * math.tanh(size / 2)
    mu = math.sqrt(2 * k * mean)
    return normal_below(mu / 2 - eps / mu) - math.exp(eps) * normal_below(-mu / 2 - eps / mu)


def exact_delta(k: int, size: float, eps: float) -> float:
    """The binomial sum itself."""
    return LossOnAGrid(step=size)(k, size, eps)


@dataclass(frozen=True)
class AdvancedComposition:
    """eps of k eps0-DP releases at delta: eps0 sqrt(2 k log(1/delta)) + k eps0 (e^eps0 - 1)."""

    forgets_log: bool = False

    def eps(self, k: int, size: float, delta: float) -> float:
        """The total eps by the printed formula."""
        log = 1.0 if self.forgets_log else math.log(1 / delta)
        return size * math.sqrt(2 * k * log) + k * size * math.expm1(size)


def odometer_judge(subject: AdvancedComposition) -> Judgement:
    """Whether the answered eps is never below the exact one of k randomised responses."""
    for k, size, delta in ((30, 0.1, 1e-6), (100, 0.05, 1e-3), (100, 0.1, 1e-6)):
        loss = RandomisedResponseLoss(exact(size))
        eps = subject.eps(k, size, delta)
        result = composed_delta(Composition(((k, loss),)), eps)
        if not result.hi <= exact(delta):
            why = f"eps = {eps:.6g} is answered for {k} x {size:g}-DP at delta = {delta:g}."
            return refuted(Grade.PROVED, result, why)
    return held(Grade.POINTS, result, "No answer is below the exact curve.")


@dataclass(frozen=True)
class LaplaceRenyi:
    """D_alpha of Laplace noise of scale 1/eps, by its closed form."""

    swapped: bool = False

    def value(self, alpha: float, eps: float) -> float:
        """log(a e^((alpha-1) eps) + (1-a) e^(-alpha eps)) / (alpha-1), a = alpha / (2 alpha-1)."""
        a = alpha / (2 * alpha - 1)
        weight = 1 - a if self.swapped else a
        inside = weight * math.exp((alpha - 1) * eps) + (1 - weight) * math.exp(-alpha * eps)
        return math.log(inside) / (alpha - 1)


def renyi_judge(subject: LaplaceRenyi) -> Judgement:
    """Whether the formula is the divergence, enclosed from the law of the loss, up to rounding."""
    for alpha, eps in ((2.0, 1.0), (1.5, 0.5), (8.0, 0.25)):
        result = renyi_divergence(Composition(((1, LaplaceLoss(exact(eps))),)), alpha)
        answer = subject.value(alpha, eps)
        if not result.lo - exact(1e-12) <= exact(answer) <= result.hi + exact(1e-12):
            why = f"D_{alpha:g} = {answer:.6g} is answered for Laplace noise of eps = {eps:g}."
            return refuted(Grade.PROVED, result, why)
    return held(Grade.POINTS, result, "All answers are the divergence up to 1e-12.")


ROUNDS = 8


@dataclass(frozen=True)
class LeakyRounds:
    """Each of 8 rounds publishes the datum with a small probability, and nothing otherwise."""

    chance: Fraction

    def law(self, data: int) -> dict[object, Fraction]:
        """What an observer knows after all rounds."""
        nothing = (1 - self.chance) ** ROUNDS
        return {"nothing": nothing, data: 1 - nothing}


_entry = partial(described, engine=Engine.ACCOUNTING)
_pessimist = partial(
    _entry, claim="delta is never below the exact one", judge=pure_curve_judge("below")
)

ENTRIES = (
    _pessimist("central limit instead of a bound", central_limit_delta, exact_delta),
    _pessimist(
        "pessimistic bound that rounds to nearest", LossOnAGrid("to nearest"), LossOnAGrid()
    ),
    _entry(
        "optimistic bound that rounds to nearest",
        LossOnAGrid("to nearest", margin=1 / SAFE),
        LossOnAGrid("down", margin=1 / SAFE),
        claim="delta is never above the exact one",
        judge=pure_curve_judge("above"),
    ),
    _entry(
        "odometer without its logarithm",
        AdvancedComposition(forgets_log=True),
        AdvancedComposition(),
        claim="eps is never below the exact one",
        judge=odometer_judge,
    ),
    _entry(
        "Renyi code that is not the theorem",
        LaplaceRenyi(swapped=True),
        LaplaceRenyi(),
        claim="the Renyi divergence of Laplace noise",
        judge=renyi_judge,
    ),
    finite_law_entry(((0, 1),), ApproxDP(1, Fraction(1, 100)))(
        "delta spent in each round", LeakyRounds(Fraction(1, 100)), LeakyRounds(Fraction(1, 800))
    ),
)
