"""Wrong stopping rules, which name a wrong arm too often, or stop elsewhere than the paper says.

A threshold that is too small is refuted by delta-correctness where its error can be seen; by the
certified thresholds, and by the pulls of a noise-free play, where it is too rare for that.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from banditproof.algorithms.engines.per_step import play
from banditproof.algorithms.identification.private_top_two import AdaPTT, ArmState, TopTwoRecord
from banditproof.algorithms.identification.stopping_rules import (
    GaussianThreshold,
    PrivateThreshold,
    StoppingRule,
)
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.randomness import Randomness, Silent
from banditproof.algorithms.rewards import RewardCycles
from banditproof.theory import Number, certify
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import DiscreteLaplace
from banditproof.theory.stopping.gaussian_threshold import gaussian_threshold
from banditproof.theory.stopping.private_thresholds import threshold_adap_tt
from banditproof.verify.delta_correctness.report import delta_correctness
from banditproof.verify.evidence import Grade
from .entry import Engine, Entry, Judgement, Outcome, described, not_refuted, refuted
from .noisy_race import BASEL, NoisyRace, Runner, Runners

THESIS = "Privacy-Utility Trade-offs in Sequential Decision-Making, Algorithm 10 and (5.11)"


class NoRoomForNoise(NoisyRace):
    """Leaves no room for the noise of a private mean in its width."""

    def width(self, arm: Runner) -> float:
        level = math.log(4 * self.arms * BASEL * arm.phases**2 / float(exact(self.delta)))
        return math.sqrt(level / (2 * arm.samples))


class SomeRivalBeaten(NoisyRace):
    """Stops when its best arm beats some rival, not all of them: max for min."""

    def is_above(self, state: Runners, best: int) -> bool:
        return any(self.beats(state[best], arm) for k, arm in enumerate(state) if k != best)


@dataclass(frozen=True)
class CorrectnessJudge:
    """What delta-correctness says of a race on some means, exactly or from 200 runs."""

    delta: Number
    means: tuple[str, ...]
    best: int | None = None
    horizon: int | None = None
    sampling: tuple[str, ...] = ("its own",)

    def __call__(self, subject: Any) -> Judgement:
        result = delta_correctness(subject, **vars(self), runs=200)
        outcomes: dict[str, Outcome] = {"holds": "held", "fails": "refuted"}
        verdict = outcomes.get(result.verdict, "not refuted")
        return Judgement(verdict, result.grade, result.worst.error, result.sentence)


class GaussianAlone(AdaPTT):
    """Stops by the threshold C_G of means without privacy, at its private means."""

    def _stopping(self) -> StoppingRule:
        return StoppingRule(super()._stopping().cost, GaussianThreshold(self.arms, self.delta))


@dataclass(frozen=True)
class _Altered(PrivateThreshold):
    """(5.11) with another exponent of k, and another share of the risk for the rewards."""

    exponent: float = 2
    share: float = 2

    def at(self, gap: float, first: int, second: int) -> float:
        eps, delta, s, sigma = self._numbers
        zeta = sum(k**-s for k in range(1, 2000)) + 2000 ** (1 - s) / (s - 1)
        powers = [(math.log2(w) + 2) ** self.exponent for w in (first, second)]
        risk = delta / (self.share * zeta**2 * powers[0] * powers[1])
        noise = sum(
            math.log(2 * self.arms * zeta * power / delta) ** 2 / w
            for power, w in zip(powers, (first, second), strict=True)
        )
        gaussian = float(gaussian_threshold(first, second, self.arms, risk))
        return 2 * gaussian + noise / (eps * sigma) ** 2


def _altered(policy: AdaPTT, exponent: float, share: float) -> StoppingRule:
    given = policy.arms, policy.delta, policy.eps, policy.s, policy.sigma
    rule = AdaPTT(*given[:3], s=policy.s, sigma=policy.sigma).stopping
    return StoppingRule(rule.cost, _Altered(*given, exponent, share))


class NoExponent(AdaPTT):
    """Spreads the risk over phases by 1/k without the exponent s, whose sum is infinite."""

    def _stopping(self) -> StoppingRule:
        return _altered(self, 1, 2)


class WholeRisk(AdaPTT):
    """Spends the whole risk delta on the rewards and half of it on the noise: no delta/2."""

    def _stopping(self) -> StoppingRule:
        return _altered(self, 2, 1)


class CountsAllPulls(AdaPTT):
    """Stops by costs and thresholds of all pulls, not of the samples behind the private means."""

    def _answer(self, arms: list[ArmState]) -> int | None:
        if not all(arm.phases for arm in arms):
            return None
        return self.stopping.recommends([arm.mean for arm in arms], [arm.pulls for arm in arms])


class SomeThresholdReached(AdaPTT):
    """Stops when the cost against some rival reaches its threshold, not against all of them."""

    def _answer(self, arms: list[ArmState]) -> int | None:
        means, samples = [arm.mean for arm in arms], [arm.samples for arm in arms]
        if not all(arm.phases for arm in arms):
            return None
        best = means.index(max(means))
        pairs = ((best, k) for k in range(len(arms)) if k != best)
        return best if any(self._is_clear(means, samples, *pair) for pair in pairs) else None

    def _is_clear(
        self, means: Sequence[float], samples: Sequence[int], best: int, other: int
    ) -> bool:
        gap, sizes = means[best] - means[other], (samples[best], samples[other])
        rule = self.stopping
        return rule.cost(gap, *sizes) >= rule.threshold.at(gap, *sizes)


class ReleasesByHalves(AdaPTT):
    """Releases when the pulls of an arm have grown by half, and not when they have doubled."""

    def decide(self, state: TopTwoRecord, t: int, randomness: Randomness) -> Pull:
        place, _ = self.choose(state)
        pulls = state.arms[place].pulls + 1
        odd = pulls // (pulls & -pulls)  # 1, 2, 3, 4, 6, 8, 12, ... pulls
        return Pull(place, 1, releases=odd in (1, 3))


TRACE_MEANS = (0.9, 0.6, 0.3)
TRACE_PULLS = (2048, 1781, 270)
"""The pulls of AdaP-TT at eps = 1, delta = 0.1 if all private means are true (alg10.trace)."""


def trace_judge(policy: AdaPTT) -> Judgement:
    """Whether a noise-free play stops with the pulls of `thesis.alg10.trace`."""
    rewards = RewardCycles([(mean,) for mean in TRACE_MEANS])
    played = play(policy, rewards, 6000, Silent())
    pulls = played.counts(3)
    if (pulls, played.recommended) == (TRACE_PULLS, 0):
        return not_refuted(Grade.SAMPLED, "A noise-free play stops where Algorithm 10 does.")
    end = "is still running" if played.recommended is None else "stops"
    why = f"A noise-free play {end} with {pulls} pulls; Algorithm 10 has {TRACE_PULLS}."
    return refuted(Grade.PROVED, None, why)


SAMPLES = ((1, 1), (4, 64), (64, 64), (1024, 256))


def threshold_judge(policy: AdaPTT) -> Judgement:
    """Whether the threshold is the certified (5.11) at some samples of two arms."""
    for first, second in SAMPLES:
        result = policy.stopping.threshold.at(0.1, first, second)
        given = first, second, policy.arms, policy.eps, policy.delta, policy.s
        meant = certify(threshold_adap_tt, *given, digits=12)
        if abs(result - float(meant)) > 1e-9 * float(meant):
            why = f"The threshold at {first} and {second} samples is {result:.6g}, not {meant}."
            return refuted(Grade.PROVED, None, why)
    return not_refuted(Grade.POINTS, f"The threshold is certified at {len(SAMPLES)} points.")


TRACED = "thesis.alg10.trace for more instances, and the engines compared draw for draw"
CERTIFIED = "the float threshold against its enclosure on the whole domain, as tests of theory do"
HALF = DiscreteLaplace("1/2")
LOG_2 = "0.6931"


def _paper(name: str, kind: type[AdaPTT], judge: Any, mend: str) -> Entry:
    arms, delta = 3, "0.1"
    return described(
        name,
        kind(arms, delta),
        AdaPTT(arms, delta),
        source=THESIS,
        engine=Engine.CONFORMANCE,
        claim="the stopping rule of AdaP-TT",
        judge=judge,
        expected=("refuted", "not refuted"),
        mend=mend,
    )


def _wrong(name: str, mutant: Any, reference: Any, judge: CorrectnessJudge) -> Entry:
    claim = f"stops with a wrong arm with probability at most {judge.delta}"
    return described(name, mutant, reference, engine=Engine.CORRECTNESS, claim=claim, judge=judge)


TIED = CorrectnessJudge("0.1", ("0.5", "0.5"), best=0, horizon=4)
ANY_RULE = CorrectnessJudge(
    "0.1", ("0.55", "0.45"), horizon=150, sampling=("in turn", "worst looking")
)
THREE = CorrectnessJudge("0.1", ("0.9", "0.9", "0"), best=0, horizon=200)
ENTRIES = (
    _wrong(
        "no room for noise in a stopping rule, exactly",
        NoRoomForNoise(eps=LOG_2, noise=HALF),
        NoisyRace(eps=LOG_2, noise=HALF),
        TIED,
    ),
    _wrong(
        "no room for noise in a stopping rule, any sampling rule",
        NoRoomForNoise(eps="0.1"),
        NoisyRace(eps="0.1"),
        ANY_RULE,
    ),
    _wrong(
        "max for min over the rivals in a stopping rule",
        SomeRivalBeaten(arms=3, eps=10),
        NoisyRace(arms=3, eps=10),
        THREE,
    ),
    _wrong(
        "threshold C_G alone for private means",
        GaussianAlone(2, "0.1", eps="0.02"),
        AdaPTT(2, "0.1", eps="0.02"),
        CorrectnessJudge("0.1", ("0.55", "0.45"), horizon=200),
    ),
    _paper("threshold without the exponent s", NoExponent, threshold_judge, CERTIFIED),
    _paper("threshold without its delta/2", WholeRisk, threshold_judge, CERTIFIED),
    _paper("all pulls for samples in a stopping rule", CountsAllPulls, trace_judge, TRACED),
    _paper("some threshold for all in a stopping rule", SomeThresholdReached, trace_judge, TRACED),
    _paper("release of AdaP-TT when not doubled", ReleasesByHalves, trace_judge, TRACED),
)
