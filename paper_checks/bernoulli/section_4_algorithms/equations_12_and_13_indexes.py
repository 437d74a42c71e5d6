"""Claims about the two indexes of Algorithm 1: (12) of DP-KLUCB and (13) of DP-IMED."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Literal

from banditproof.algorithms import DPIMED, DPKLUCB, Pull, Silent
from banditproof.algorithms.phased_index import ArmRecord, PrivateIndexPolicy, Records
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory import Enclosure, certify, d_eps, d_eps_lcb, d_eps_ucb, kl_ucb
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.first_decision import FirstDecision

from . import wrong_index_policies as wrong
from .first_decision_law import laws_are_as_stated
from .index_traces import (
    DP_IMED_PATHS,
    DP_KLUCB_PATHS,
    Index,
    Path,
    decisions,
    imed_index,
    klucb_index,
    log_time,
)

PolicyClass = type[PrivateIndexPolicy]


def _random_records(source: random.Random, count: int) -> Iterator[tuple[Records, int, str]]:
    """Records of three arms with rational means inside and outside [0, 1], a time, a budget."""
    for _ in range(count):
        records = []
        for _ in range(3):
            pulls = source.choice((1, 2, 3, 7, 15, 63, 255))
            total = Fraction(source.randrange(-pulls * 8 // 4, pulls * 8 * 5 // 4 + 8), 8)
            records.append(ArmRecord(1, pulls, float(total)))
        yield tuple(records), source.randrange(4, 5000), source.choice(("0.25", "1", "3"))


def _index_fault(policy: PolicyClass, index: Index) -> str | None:
    """Where the scores of a policy differ from the enclosed index, if anywhere."""
    for records, t, eps in _random_records(random.Random(7), 25):
        scores = policy(arms=3, eps=eps).scores(records, t)
        for score, value in zip(scores, index(records, t, eps), strict=True):
            exactly = value.width == 0 and score == float(value)
            if not exactly and (value.width == 0 or not math.isclose(score, value, rel_tol=1e-11)):
                return f"At {records}, t = {t}, eps = {eps} the index is {value}, not {score}."
    return None


def _path_fault(
    policy: PolicyClass, paths: tuple[Path, ...], index: Index
) -> tuple[str | None, list[float]]:
    """Where a policy leaves a path, or a path the enclosed indexes; and the smallest gaps."""
    gaps = []
    for path in paths:
        where = f"eps = {path.eps}, ratio {path.ratio}"
        played = path.played(policy)
        if played != path.trace:
            pairs = zip(played, path.trace, strict=False)
            left = next((pair for pair in pairs if pair[0] != pair[1]), (played, path.trace))
            return f"{where}: the policy plays {left[0]}, the trace says {left[1]}.", []
        arms = {t: arm for t, arm, _ in path.trace}
        found = list(decisions(path, index))
        for t, arm, _ in found:
            if arms[t] != arm:
                return f"{where}: at t = {t} the index asks for arm {arm}.", []
        gaps.append(round(float(min(gap for _, _, gap in found if gap is not None)), 5))
    return None, gaps


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


def _almost_saturated(x: Fraction, level: Fraction, eps: Fraction) -> Enclosure:
    right, top = private_ucb(x, level, eps), 1 - Fraction(1, 10**12)
    return Enclosure(min(right.lo, top), min(right.hi, top))


def _definition_fault(ucb: Ucb) -> str | None:
    """Where a function is not the largest mean within the level, if anywhere."""
    for *point, value in REFERENCES:
        x, level, eps = map(Fraction, point)
        found = ucb(x, level, eps)
        if abs(Fraction(found.lo) - Fraction(value)) > Fraction(1, 10**15):
            return f"At x = {x}, level {level}, eps = {eps} it is {found}, not {value}."
    means = ("0", "1/10", "1/2", "3/4", "1")
    for a, b, c in product(means, ("1/100", "1/10", "1/2", "2"), ("1/4", "1", "3")):
        x, level, eps = Fraction(a), Fraction(b), Fraction(c)
        found = ucb(x, level, eps)
        where = f"At x = {x}, level {level}, eps = {eps}: {found}"
        if (found == Enclosure(Fraction(1), Fraction(1))) != (level >= eps * (1 - x)):
            return f"{where}; it is 1 exactly when level >= eps (1 - x)."
        if found.lo < x or certify(d_eps, x, Fraction(found.lo), eps).lo > level:
            return f"{where} is further than the level."
        if found.hi < 1 and certify(d_eps, x, Fraction(found.hi), eps).hi < level:
            return f"{where} is not the largest."
        if ucb(x, level, 2 * eps).lo > found.hi:
            return f"{where} grows with eps."
    return None


def _last_saturated(t: int, x: Fraction, eps: Fraction) -> int:
    """The largest n with log t >= n eps (1 - x)."""
    log_t = log_time(t)
    low, high = (math.floor(end / (eps * (1 - x))) for end in (log_t.lo, log_t.hi))
    if low != high:
        raise ArithmeticError("log t meets a multiple of eps (1 - x).")
    return low


@claim(
    "bern.alg1.klucb",
    r"DP-KLUCB pulls an arm that maximises $\bar\mu_i(t)=\max\{\mu: d_\epsilon([\tilde\mu_{i,m_i}]"
    r"_0^1,\mu)\le \log t/n_{m_i}\}$, $t$ being the round of its next pull.",
    recorded="holds",
    doubts=("D27",),
    mutants={
        "index without privacy": {"ucb": lambda x, b, eps: certify(kl_ucb, x, b)},
        "lower side": {"ucb": lambda x, b, eps: certify(d_eps_lcb, x, b, eps)},
        "never quite 1": {"ucb": _almost_saturated},
        "clock one round early": {"policy": wrong.EarlyClock},
        "bisection that misses 1": {"policy": wrong.NotSaturated},
        "policy without privacy in its index": {"policy": wrong.NoPrivacyInTheIndex},
        "forgetting": {"policy": wrong.ForgettingKLUCB},
    },
)
def klucb_index_is_as_printed(ucb: Ucb = private_ucb, policy: PolicyClass = DPKLUCB) -> Verdict:
    """The certified index, its exact saturation, the policy's scores, and two traces."""
    path_fault, gaps = _path_fault(policy, DP_KLUCB_PATHS, klucb_index)
    fault = _definition_fault(ucb) or _index_fault(policy, klucb_index) or path_fault
    if fault:
        return fails(Grade.CERTIFIED, "The index is not (12).", witness=fault)
    saturated = {
        eps: _last_saturated(10**6, Fraction(3, 4), Fraction(eps)) for eps in ("0.01", "0.25", "1")
    }
    if saturated != {"0.01": 5526, "0.25": 221, "1": 55} or log_time(3).lo <= 1:
        return fails(
            Grade.CERTIFIED,
            "The index saturates elsewhere.",
            witness=f"t = 10^6, mean 3/4: up to n = {saturated}.",
        )
    return holds(
        Grade.CERTIFIED,
        "The maximum exists, and is exactly 1 while log t >= n eps (1 - [mean]), whatever the "
        "data: at t = 10^6 and mean 3/4 up to n = 5526, 221, 55 for eps = 0.01, 0.25, 1, and at "
        "t = 3, eps = 1 for every arm. Arms tie there, and the paper names no tie rule (D27).",
        numbers={"smallest gaps of the traces": gaps, "last saturated n": saturated},
        covered="The definition at 64 points in balls, the policy's scores on 75 random records, "
        "and every decision of two traces, ties to the lowest arm.",
        not_covered="Other records; the policy computes in floats, here within 1e-11.",
    )


TIE_RULES: tuple[Literal["first", "random"], ...] = ("first", "random")
FIRST_LOSSES = {
    "eps = 1, ties first": 0.666157,
    "eps = 1, ties random": 0.594535,
    "eps = 0.25, ties first": 0.206453,
    "eps = 0.25, ties random": 0.132217,
}
"""The largest log-ratio of the first decision of two arms pulled once."""


def _first_decision_fault(policy: PolicyClass) -> str | None:
    """After one pull of each of two arms, the larger clipped noisy reward must win."""
    values = (-1.5, 0.0, 0.25, 0.7, 1.0, 2.5)
    for one, two in product(values, values):
        clipped = [min(max(v, 0.0), 1.0) for v in (one, two)]
        for ties, tied in (("first", 0), ("last", 1)):
            made: Any = policy(arms=2, eps="0.5", ties=ties)  # type: ignore[arg-type]
            state = made.learn(made.learn(made.start(), Pull(0, 1), one), Pull(1, 1), two)
            expected = tied if clipped[0] == clipped[1] else int(clipped[1] > clipped[0])
            if made.decide(state, 3, Silent()).arm != expected:
                return f"Released sums {one} and {two}: the next arm should be {expected + 1}."
    return None


@claim(
    "bern.alg1.imed",
    r"DP-IMED pulls an arm that minimises $I_i(t)=n_{m_i}\,d_\epsilon([\tilde\mu_{i,m_i}]_0^1,"
    r"[\tilde\mu^*(t)]_0^1)+\log n_{m_i}$, $\tilde\mu^*(t)=\max_j\tilde\mu_{j,m_j}$.",
    recorded="holds",
    doubts=("D27",),
    mutants={
        "largest index": {"policy": wrong.LargestIndex},
        "log of the phase": {"policy": wrong.LogOfPhase},
        "clips the sum": {"policy": wrong.ClipsTheSum},
        "forgetting": {"policy": wrong.ForgettingIMED},
        "batch B_m": {"policy": wrong.SameBatchAgain},
        "count of the next batch": {"policy": wrong.CountsTheNextBatch},
        "arguments exchanged": {"policy": wrong.ArgumentsExchanged},
    },
)
def imed_index_is_as_printed(policy: PolicyClass = DPIMED) -> Verdict:
    """The policy's scores, three traces, and the law of the first decision under Laplace noise."""
    path_fault, gaps = _path_fault(policy, DP_IMED_PATHS, imed_index)
    fault = path_fault or _index_fault(policy, imed_index) or _first_decision_fault(policy)
    if fault:
        return fails(Grade.CERTIFIED, "The index is not (13).", witness=fault)
    if not laws_are_as_stated():
        return fails(
            Grade.PROVED,
            "The law of the first decision is another one.",
            witness="Two arms, one pull each: the closed forms of a tie and of each arm ahead.",
        )
    losses = {
        f"eps = {eps}, ties {ties}": FirstDecision("dp-imed", eps, ties).loss()
        for eps, ties in product(("1", "0.25"), TIE_RULES)
    }
    for name, known in FIRST_LOSSES.items():
        if abs(float(losses[name]) - known) > 1e-6:
            return fails(
                Grade.CERTIFIED,
                "The privacy loss of the first decision is another one.",
                witness=f"{name}: {losses[name]}, not {known}.",
            )
    return holds(
        Grade.CERTIFIED,
        "The leader's index is log n, every index is finite also at a best mean of 1, and the "
        "first decision of two arms takes the larger clipped noisy reward; arms tie with "
        "probability (1 + e^(-2 eps))/4 or e^(-eps)/2, so the tie rule matters here too (D27).",
        numbers={
            "smallest gaps of the traces": gaps,
            "log-ratio of the first decision": {k: round(float(v), 6) for k, v in losses.items()},
        },
        covered="The policy's scores on 75 random records, every decision of three traces, the "
        "law of the first decision symbolically, its log-ratio at eps = 1 and 0.25 in balls.",
        not_covered="Other records; the policy computes in floats, here within 1e-11.",
    )
