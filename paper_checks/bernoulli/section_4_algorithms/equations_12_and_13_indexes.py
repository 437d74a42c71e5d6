"""Claims about the two indexes of Algorithm 1: (12) of DP-KLUCB and (13) of DP-IMED."""

import math
import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any
from banditproof.algorithms import DPIMED, DPKLUCB, Pull, RewardCycles, Silent, play
from banditproof.algorithms.regret.phased_index import ArmRecord, PrivateIndexPolicy
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, require, sampled
from banditproof.theory import Enclosure, certify, d_eps, d_eps_lcb, d_eps_ucb, kl_ucb
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.enclosure import ONE
from banditproof.verify.exact_laws.first_decision import FirstDecision
from banditproof.verify.mutants import nonconforming_policies as off_the_paper
from ..appendix_f_regret.indexed_paths import Arm, Score, imed_scores, klucb_scores, logarithm, path
from . import wrong_index_policies as wrong
from .first_decision_law import require_laws

PolicyClass = type[PrivateIndexPolicy]

CYCLES = ((1, 1, 1, 0), (0, 1, 0, 0))
"""The rewards of two arms, again and again."""
TRACES: dict[Score, tuple[tuple[str, str, str], ...]] = {
    imed_scores: (
        ("1", "2", "1x1 2x1 1x2 2x2 1x4 1x8 2x4 1x16 1x32 1x64 2x8 1x128 1x256"),
        ("0.25", "2", "1x1 2x1 1x2 2x2 1x4 2x4 1x8 1x16 2x8 1x32 1x64 2x16 1x128 1x256"),
        (
            "1",
            "1.1",
            "1x1 2x1 1x2 2x2 1x1 1x1 1x2 1x1 2x1 1x2 1x2 1x2 1x2 1x3 1x3 2x1 1x3 1x3 1x4 1x4 1x5 "
            "1x5 1x6 2x2 1x6",
        ),
    ),
    klucb_scores: (
        ("1", "2", "1x1 2x1 1x2 1x4 1x8 2x2 2x4 1x16 1x32 2x8 1x64 1x128 1x256"),
        ("0.25", "2", "1x1 2x1 1x2 1x4 1x8 1x16 1x32 1x64 2x2 2x4 2x8 2x16 1x128 2x32"),
    ),
}
"""Budget, batch ratio, and the arms (counted from 1) with their batches, without noise."""


def _require_scores(policy: PolicyClass, index: Score) -> None:
    """The scores of a policy are the enclosed indexes, on random records of three arms."""
    source = random.Random(7)
    for _ in range(25):
        records = []
        for _ in range(3):
            pulls = source.choice((1, 2, 3, 7, 15, 63, 255))
            eighths = source.randrange(-pulls * 8 // 4, pulls * 8 * 5 // 4 + 8)
            records.append(ArmRecord(1, pulls, eighths / 8))  # the mean may leave [0, 1]
        t, eps = source.randrange(4, 5000), source.choice(("0.25", "1", "3"))
        arms = [Arm(1, r.pulls, Fraction(r.total) / r.pulls) for r in records]
        scores = policy(arms=3, eps=eps).scores(tuple(records), t)
        for score, value in zip(scores, index(arms, t, Fraction(eps)), strict=True):
            exact = value.width == 0 and score == float(value)
            right = exact or (value.width > 0 and math.isclose(score, value, rel_tol=1e-11))
            finding = "The score of the policy is not the index."
            require(right, finding, records=records, t=t, eps=eps, index=value, score=score)


def _require_traces(policy: PolicyClass, index: Score) -> None:
    """The policy plays the traces, and so do the enclosed indexes with the sums of the cycles."""

    def mean(schedule: GeometricSchedule, arm: int, phase: int) -> Fraction:
        pulls = schedule.pulls(phase)
        return Fraction(sum(CYCLES[arm][n % 4] for n in range(pulls)), pulls)

    for eps, ratio, trace in TRACES[index]:
        schedule = GeometricSchedule(ratio)
        pulls = [tuple(map(int, pull.split("x"))) for pull in trace.split()]
        last = 1 + sum(count for _, count in pulls[:-1])
        made: Any = policy(arms=2, eps=eps, schedule=schedule, ties="first")
        played = play(made, RewardCycles(CYCLES), last, Silent()).pulls
        case: dict[str, Any] = {"eps": eps, "ratio": ratio, "trace": trace}
        followed = [(arm + 1, count) for _, arm, count in played] == pulls
        require(followed, "The policy leaves the trace.", **case, played=played)
        means = [partial(mean, schedule, arm) for arm in (0, 1)]
        decisions, _ = path(means, schedule, Fraction(eps), last, index)
        asked = [decision.chosen + 1 for decision in decisions]
        chosen = [arm for arm, _ in pulls[2:]]
        require(asked == chosen, "The index asks for other arms.", **case, asked=asked)


Ucb = Callable[[Fraction, Fraction, Fraction], Enclosure]
"""The largest mean within a level of x, as a function of x, the level and eps."""

REFERENCES = (
    ("1/2", "1/10", "1", "0.712878631455824"),
    ("1/2", "1/10", "1/4", "0.910870228377271"),
    ("1/5", "1/50", "3", "0.287302339241422"),
    ("9/10", "1/20", "3/5", "0.987775286151595"),
)


def private_ucb(x: Fraction, level: Fraction, eps: Fraction) -> Enclosure:
    """max { q in [0, 1] : d_eps(x, q) <= level }, enclosed."""
    return certify(d_eps_ucb, x, level, eps, digits=20)


def _require_definition(ucb: Ucb) -> None:
    """The function is the largest mean within the level."""
    for x, level, eps, known in (map(Fraction, reference) for reference in REFERENCES):
        result = ucb(x, level, eps)
        near = abs(result.lower - known) <= Fraction(1, 10**15)
        require(near, "The index has another value.", x=x, level=level, eps=eps, found=result)
    means = ("0", "1/10", "1/2", "3/4", "1")
    for given in product(means, ("1/100", "1/10", "1/2", "2"), ("1/4", "1", "3")):
        x, level, eps = map(Fraction, given)
        result = ucb(x, level, eps)
        case: dict[str, Any] = {"x": x, "level": level, "eps": eps, "found": result}
        saturates = (result == ONE) == (level >= eps * (1 - x))
        require(saturates, "The index is not 1 exactly when level >= eps (1 - x).", **case)
        inside = result.lo >= x and certify(d_eps, x, result.lower, eps).lo <= level
        require(inside, "The index is further than the level.", **case)
        largest = result.hi >= 1 or certify(d_eps, x, result.upper, eps).hi >= level
        require(largest, "The index is not the largest mean within the level.", **case)
        require(ucb(x, level, 2 * eps).lo <= result.hi, "The index grows with eps.", **case)


def _last_saturated(t: int, x: Fraction, eps: Fraction) -> int:
    """The largest n with log t >= n eps (1 - x)."""
    last = logarithm(t) / (eps * (1 - x))
    low, high = math.floor(last.lower), math.floor(last.upper)
    need(low == high, "log t meets a multiple of eps (1 - x).")
    return low


@checks("bern.alg1.klucb")
@mutant("index without privacy", ucb=lambda x, b, eps: certify(kl_ucb, x, b))
@mutant("lower side", ucb=lambda x, b, eps: certify(d_eps_lcb, x, b, eps))
@mutant(
    "never quite 1",
    ucb=lambda x, b, eps: Enclosure.min(private_ucb(x, b, eps), 1 - Fraction(1, 10**12)),
)
@mutant("clock one round early", policy=wrong.EarlyClock)
@mutant("bisection that misses 1", policy=wrong.NotSaturated)
@mutant("policy without privacy in its index", policy=wrong.NoPrivacyInTheIndex)
@mutant("forgetting", policy=wrong.ForgettingKLUCB)
def klucb_index_is_as_printed(ucb: Ucb = private_ucb, policy: PolicyClass = DPKLUCB) -> Verdict:
    """The certified index, its exact saturation, the policy's scores, and two traces."""
    _require_definition(ucb)
    _require_scores(policy, klucb_scores)
    _require_traces(policy, klucb_scores)
    for eps, known in (("0.01", 5526), ("0.25", 221), ("1", 55)):
        last = _last_saturated(10**6, Fraction(3, 4), Fraction(eps))
        require(last == known, "The index saturates elsewhere.", eps=eps, last=last)
    require(logarithm(3) > 1, "At t = 3 and eps = 1 an arm pulled once is not saturated.")
    return sampled()


def _require_first_decision(policy: PolicyClass) -> None:
    """After one pull of each of two arms, the larger clipped noisy reward must win."""
    values = (-1.5, 0.0, 0.25, 0.7, 1.0, 2.5)
    for first, second, ties in product(values, values, ("first", "last")):
        left, right = (min(max(v, 0.0), 1.0) for v in (first, second))
        made: Any = policy(arms=2, eps="0.5", ties=ties)  # type: ignore[arg-type]
        state = made.learn(made.learn(made.start(), Pull(0, 1), first), Pull(1, 1), second)
        expected = right > left or (right == left and ties == "last")
        chosen = made.decide(state, 3, Silent()).arm
        require(chosen == expected, "The other arm is due.", one=first, two=second, ties=ties)


FIRST_LOSSES = {
    ("1", "first"): "0.666157",
    ("1", "random"): "0.594535",
    ("0.25", "first"): "0.206453",
    ("0.25", "random"): "0.132217",
}
"""The largest log-ratio of the first decision of two arms pulled once, by eps and tie rule."""


@checks("bern.alg1.imed")
@mutant("largest index", policy=off_the_paper.WrongSide)
@mutant("log of the phase", policy=wrong.LogOfPhase)
@mutant("clips the sum", policy=wrong.ClipsTheSum)
@mutant("forgetting", policy=wrong.ForgettingIMED)
@mutant("batch B_m", policy=off_the_paper.LateBatches)
@mutant("count of the next batch", policy=wrong.CountsTheNextBatch)
@mutant("arguments exchanged", policy=wrong.ArgumentsExchanged)
def imed_index_is_as_printed(policy: PolicyClass = DPIMED) -> Verdict:
    """The policy's scores, three traces, and the law of the first decision under Laplace noise."""
    _require_traces(policy, imed_scores)
    _require_scores(policy, imed_scores)
    _require_first_decision(policy)
    require_laws()
    for (eps, ties), known in FIRST_LOSSES.items():
        loss = FirstDecision("dp-imed", eps, ties).loss()  # type: ignore[arg-type]
        finding = "The privacy loss of the first decision differs."
        require(abs(loss - Fraction(known)) <= Fraction(1, 10**6), finding, loss=loss)
    return sampled()
