"""Calibrators of Gaussian noise that answer with too little of it.

The judge encloses the exact privacy curve of the noise that is answered, so it trusts no formula.
"""

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal
from banditproof.theory.accounting import Composition, GaussianLoss, composed_delta
from banditproof.theory.exact import exact
from banditproof.verify.evidence import Grade
from .entry import Engine, Judge, Judgement, described, held, refuted

GOALS = ((0.5, 1e-5), (1.0, 1e-6), (4.0, 1e-3), (12.0, 1e-6))
"""Pairs (eps, delta) for which a Gaussian noise is asked."""
SAFE = 1 + 1e-9
"""A calibrator in floats may be this much too careful."""


def normal_below(x: float) -> float:
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
        return normal_below(half - shift) - math.exp(eps) * normal_below(other)

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
            result = composed_delta(
                Composition(((subject.releases, GaussianLoss(1 / sigma**2)),)), eps
            )
            if not result.hi <= exact(delta):
                why = f"sigma = {float(sigma):.6g} is offered for eps = {eps:g}, delta = {delta:g}."
                return refuted(Grade.PROVED, result, why)
        return held(Grade.POINTS, result, f"All {len(goals)} goals are met.")

    return judge


CLAIM = "the noise meets (eps, delta)"
_entry = partial(described, engine=Engine.ACCOUNTING, claim=CLAIM, judge=calibration_judge())
EXACT = GaussianCalibrator()
COMPOSED = replace(EXACT, releases=16)

ENTRIES = (
    _entry("variance for standard deviation", replace(EXACT, answers="variance"), EXACT),
    _entry("sign in the analytic Gaussian mechanism", replace(EXACT, formula="wrong sign"), EXACT),
    _entry("classical Gaussian noise beyond eps = 1", replace(EXACT, formula="classical"), EXACT),
    _entry(
        "calibration that overshoots",
        replace(EXACT, end="unsafe", precision=1e-3),
        replace(EXACT, precision=1e-3),
    ),
    _entry("noise of a composition grows too slowly", replace(COMPOSED, power=0.25), COMPOSED),
)
