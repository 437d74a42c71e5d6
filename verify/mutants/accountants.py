"""Accountants and calibrators that promise less loss than a mechanism has.

A calibrator answers with a noise, an accountant with eps or delta of a composition; the judge
encloses the exact privacy curve of what was answered, so no formula is trusted on either side.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from banditproof.theory.accounting import (
    Composition,
    GaussianLoss,
    LaplaceLoss,
    RandomisedResponseLoss,
    composed_delta,
    renyi_divergence,
)
from banditproof.theory.budgets import ApproxDP
from banditproof.theory.exact import exact
from banditproof.verify.evidence import Grade

from .entry import OWN, Engine, Entry, Judge, Judgement, accepted, rejected
from .finite_law_judge import finite_law_judge

GOALS = ((0.5, 1e-5), (1.0, 1e-6), (4.0, 1e-3), (12.0, 1e-6))
"""Pairs (eps, delta) for which a Gaussian noise is asked."""
SAFE = 1 + 1e-9
"""A calibrator in floats may be this much too careful."""


def _normal_below(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2


@dataclass(frozen=True)
class GaussianCalibrator:
    """The noise that makes `releases` Gaussian releases of sensitivity 1 (eps, delta)-DP."""

    formula: Literal["exact", "wrong sign", "classical"] = "exact"
    end: Literal["safe", "unsafe"] = "safe"
    answers: Literal["deviation", "variance"] = "deviation"
    releases: int = 1
    power: float = 0.5
    precision: float = 1e-12

    def _delta(self, eps: float, sigma: float) -> float:
        half, shift = 1 / (2 * sigma), eps * sigma
        other = half - shift if self.formula == "wrong sign" else -half - shift
        return _normal_below(half - shift) - math.exp(eps) * _normal_below(other)

    def noise(self, eps: float, delta: float) -> float:
        """The noise that is put into the mechanism as its standard deviation."""
        if self.formula == "classical":
            return math.sqrt(2 * math.log(1.25 / delta)) / eps * SAFE
        low, high = 1e-3, 1e3
        while high / low > 1 + self.precision:
            middle = math.sqrt(low * high)
            low, high = (low, middle) if self._delta(eps, middle) <= delta else (middle, high)
        sigma = (high if self.end == "safe" else low) * math.pow(self.releases, self.power)
        return (sigma if self.answers == "deviation" else sigma**2) * SAFE


def calibration_judge(goals: tuple[tuple[float, float], ...] = GOALS) -> Judge:
    """Whether the calibrated Gaussian releases meet every goal, by their enclosed curve."""

    def judge(subject: GaussianCalibrator) -> Judgement:
        for eps, delta in goals:
            sigma = exact(subject.noise(eps, delta))
            found = composed_delta(
                Composition(((subject.releases, GaussianLoss(1 / sigma**2)),)), eps
            )
            if not found.hi <= exact(delta):
                why = f"sigma = {float(sigma):.6g} is offered for eps = {eps:g}, delta = {delta:g}."
                return rejected(Grade.CERTIFIED, found, why)
        return accepted(Grade.CERTIFIED, found, f"All {len(goals)} goals are met.")

    return judge


@dataclass(frozen=True)
class PureAccountant:
    """delta at eps of k releases that are eps0-DP each, at worst k randomised responses."""

    delta: Callable[[int, float, float], float]


def pure_curve_judge(subject: PureAccountant) -> Judgement:
    """Whether the answered delta is never below the exact one of k randomised responses."""
    for k, size, eps in ((8, 0.26, 0.9), (20, 0.1, 0.7), (50, 0.1, 1.5), (50, 0.1, 3.0)):
        loss = RandomisedResponseLoss(exact(size))
        found = composed_delta(Composition(((k, loss),)), eps)
        answer = subject.delta(k, size, eps)
        if not found.hi <= exact(answer):
            why = f"delta = {answer:.6g} is answered for {k} x {size:g}-DP at eps = {eps:g}."
            return rejected(Grade.CERTIFIED, found, why)
    return accepted(Grade.CERTIFIED, found, "No answer is below the exact curve.")


@dataclass(frozen=True)
class LossOnAGrid:
    """Rounds the loss of a randomised response to a grid and sums the convolved law."""

    up: bool = True
    step: float = 0.05

    def __call__(self, k: int, size: float, eps: float) -> float:
        """delta of the law on the grid, in floats with a margin."""
        choose = math.ceil if self.up else round
        high = choose(size / self.step - 1e-9) * self.step
        low = choose(-size / self.step - 1e-9) * self.step
        truth = 1 / (1 + math.exp(-size))
        total = 0.0
        for hits in range(k + 1):
            loss = hits * high + (k - hits) * low
            if loss > eps:
                mass = math.comb(k, hits) * truth**hits * (1 - truth) ** (k - hits)
                total += mass * -math.expm1(eps - loss)
        return total * SAFE


def central_limit_delta(k: int, size: float, eps: float) -> float:
    """delta of the Gaussian with the mean and variance of k losses: a limit, and no bound."""
    mean = size * math.tanh(size / 2)
    mu = math.sqrt(2 * k * mean)
    return _normal_below(mu / 2 - eps / mu) - math.exp(eps) * _normal_below(-mu / 2 - eps / mu)


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
        found = composed_delta(Composition(((k, loss),)), eps)
        if not found.hi <= exact(delta):
            why = f"eps = {eps:.6g} is answered for {k} x {size:g}-DP at delta = {delta:g}."
            return rejected(Grade.CERTIFIED, found, why)
    return accepted(Grade.CERTIFIED, found, "No answer is below the exact curve.")


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
        found = renyi_divergence(Composition(((1, LaplaceLoss(exact(eps))),)), alpha)
        answer = subject.value(alpha, eps)
        if not found.lo - exact(1e-12) <= exact(answer) <= found.hi + exact(1e-12):
            why = f"D_{alpha:g} = {answer:.6g} is answered for Laplace noise of eps = {eps:g}."
            return rejected(Grade.CERTIFIED, found, why)
    return accepted(Grade.CERTIFIED, found, "All answers are the divergence up to 1e-12.")


ROUNDS = 8
PROMISED = ApproxDP(1, Fraction(1, 100))


@dataclass(frozen=True)
class LeakyRounds:
    """Each of 8 rounds publishes the datum with a small probability, and nothing otherwise."""

    chance: Fraction

    def law(self, data: int) -> dict[object, Fraction]:
        """What an observer knows after all rounds."""
        nothing = (1 - self.chance) ** ROUNDS
        return {"nothing": nothing, data: 1 - nothing}


def _entry(
    name: str, defect: str, source: str, claim: str, subjects: tuple[object, object], judge: Judge
) -> Entry:
    return Entry(name, defect, source, Engine.ACCOUNTING, claim, *subjects, judge)


EXACT = GaussianCalibrator()
COMPOSED = replace(EXACT, releases=16)
SOUND = "the noise meets (eps, delta)"
NEVER_BELOW = "delta is never below the exact one"

ENTRIES = (
    _entry(
        "variance for standard deviation",
        "The calibrated scale is squared on its way into the Gaussian sampler.",
        "smartnoise-core#316",
        SOUND,
        (replace(EXACT, answers="variance"), EXACT),
        calibration_judge(),
    ),
    _entry(
        "sign in the analytic Gaussian mechanism",
        "Phi(+1/(2 sigma) - eps sigma) stands in the term that is subtracted.",
        "smartnoise-core#316",
        SOUND,
        (replace(EXACT, formula="wrong sign"), EXACT),
        calibration_judge(),
    ),
    _entry(
        "classical Gaussian noise beyond eps = 1",
        "sqrt(2 log(1.25/delta))/eps is used without its range of eps.",
        "thesis, Gaussian mechanism as printed",
        SOUND,
        (replace(EXACT, formula="classical"), EXACT),
        calibration_judge(),
    ),
    _entry(
        "calibration that overshoots",
        "The search returns the end of its interval at which the budget is exceeded.",
        "opacus#346",
        SOUND,
        (replace(EXACT, end="unsafe", precision=1e-3), replace(EXACT, precision=1e-3)),
        calibration_judge(),
    ),
    _entry(
        "noise of a composition grows too slowly",
        "The noise of k releases is sigma k^(1/4) instead of sigma k^(1/2).",
        OWN,
        SOUND,
        (replace(COMPOSED, power=0.25), COMPOSED),
        calibration_judge(),
    ),
    _entry(
        "central limit instead of a bound",
        "The composition is replaced by its Gaussian limit, which is below the truth.",
        "opacus#400",
        NEVER_BELOW,
        (PureAccountant(central_limit_delta), PureAccountant(exact_delta)),
        pure_curve_judge,
    ),
    _entry(
        "pessimistic bound that rounds to nearest",
        "Losses are rounded to the nearest point of the grid instead of up.",
        "dp_accounting 0.6.0, bounds below the truth",
        NEVER_BELOW,
        (PureAccountant(LossOnAGrid(up=False)), PureAccountant(LossOnAGrid())),
        pure_curve_judge,
    ),
    _entry(
        "odometer without its logarithm",
        "The factor log(1/delta) under the root is lost (upstream another log was, with less eps "
        "left; this is the direction that breaks privacy).",
        "smartnoise-sdk#621",
        "eps is never below the exact one",
        (AdvancedComposition(forgets_log=True), AdvancedComposition()),
        odometer_judge,
    ),
    _entry(
        "Renyi code that is not the theorem",
        "The weights alpha/(2 alpha - 1) and (alpha - 1)/(2 alpha - 1) are exchanged.",
        "Private_kNN#3",
        "the Renyi divergence of Laplace noise",
        (LaplaceRenyi(swapped=True), LaplaceRenyi()),
        renyi_judge,
    ),
    Entry(
        "delta spent in each round",
        "Each of 8 rounds may fail with probability delta, which is the budget of the horizon.",
        "field notes on bandits",
        Engine.EXACT_LAW,
        PROMISED,
        LeakyRounds(Fraction(1, 100)),
        LeakyRounds(Fraction(1, 800)),
        finite_law_judge(((0, 1),), PROMISED),
    ),
)
