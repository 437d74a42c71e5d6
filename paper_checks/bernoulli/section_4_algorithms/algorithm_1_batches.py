"""Claims about the batch schedule (14) and the skeleton of Algorithm 1."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.algorithms import DPIMED, DPKLUCB, Play, Policy, RewardList, Sampled, play
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.release_ledger import release_fault
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, needs_repair, require, sampled
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.mechanisms import Laplace
from banditproof.verify.evidence import Grade
from banditproof.verify.mutants import off_the_paper, weak_noise

from . import wrong_index_policies as wrong

Pulls = Callable[[Fraction, int, int], int]
"""n_m as a function of the batch ratio, the first batch and m."""

BATCH_RATIOS = tuple(map(Fraction, ("1.01", "1.1", "1.2", "1.5", "1.75", "2", "2.5", "3", "7")))


def scheduled(ratio: Fraction, first: int, m: int) -> int:
    """n_m of the library."""
    return GeometricSchedule(ratio, first).pulls(m)


def _require_batches(pulls: Pulls, ratio: Fraction, first: int, phases: int) -> None:
    """The facts about n_m and B_m of a schedule, in exact arithmetic."""
    power, total, before = Fraction(1), Fraction(first), 0
    for m in range(phases):
        n, grown = pulls(ratio, first, m), pulls(ratio, first, m + 1)
        batch = n - before
        facts = {
            "n_m is the ceiling of n_0 (1 + a + ... + a^m)": total <= n < total + 1,
            "B_m = n_0 a^m for integer a": ratio.denominator > 1 or batch == first * power,
            "1 <= B_m": batch >= 1,
            "B_m <= n_0 a^m + 1 <= 2 n_0 a^m (36)": batch <= first * power + 1,
            "n_(m+1) <= a n_m + n_0 + 1": grown <= ratio * n + first + 1,
            # the step of Proof F.10 that fails exactly here
            "B_(m+1) <= a n_m unless m = 0 and a n_0 is not whole": (
                (grown - n <= ratio * n) == (m > 0 or (ratio * first).denominator == 1)
            ),
        }
        for fact, true in facts.items():
            finding = f"It is not true that {fact}."
            require(true, finding, Grade.PROVED, a=ratio, n_0=first, m=m, n_m=n, grown=grown)
        power *= ratio
        total += first * power
        before = n


@claim(
    "bern.eq14",
    r"$B_m=\lceil n_0\frac{\alpha^{m+1}-1}{\alpha-1}\rceil-\lceil n_0\frac{\alpha^m-1}{\alpha-1}"
    r"\rceil$, which is $n_0\alpha^m$ for integer $\alpha$; $n_m\le n_0\frac{\alpha^{m+1}-1}"
    r"{\alpha-1}+1$ (35) and $B_m\le 2n_0\alpha^m$ (36).",
    recorded="holds",
    doubts=("D7",),
    mutants={
        "ceilings of floats": {
            "pulls": lambda a, first, m: math.ceil(
                first * (float(a) ** (m + 1) - 1) / (float(a) - 1)
            )
        },
        "floor": {"pulls": lambda a, first, m: math.floor(first * (a ** (m + 1) - 1) / (a - 1))},
        "each batch rounded": {
            "pulls": lambda a, first, m: sum(math.ceil(first * a**j) for j in range(m + 1))
        },
        "one phase late": {"pulls": lambda ratio, first, m: scheduled(ratio, first, m + 1)},
    },
)
def batch_schedule(pulls: Pulls = scheduled) -> Verdict:
    """All facts for nine ratios, five first batches and many phases, in exact arithmetic."""
    phases = 0
    for ratio, first in product(BATCH_RATIOS, (1, 2, 3, 4, 5)):
        # long schedules for the ratios with short fractions, where floats go wrong late
        length = 400 if first == 4 and ratio.denominator <= 2 else 60
        _require_batches(pulls, ratio, first, length)
        phases += length
    return certified(
        "All stated facts hold. B_(m+1) <= a n_m, used in Proof F.10, fails exactly at m = 0 when "
        "a n_0 is not whole (a = 1.1, n_0 = 1: B_1 = 2) and never later.",
        covered=f"{phases} phases of 45 schedules, up to m = 400, in rational arithmetic.",
        not_covered="Other ratios; the ceiling gives (35) and (36) for all of them.",
    )


LastReward = Callable[[GeometricSchedule, int], int]
"""The last index of the range of rewards that the batch after phase m is printed to receive."""


def printed_range_end(schedule: GeometricSchedule, m: int) -> int:
    """n with the subscript m + B_(m+1), as the pull line and the sum line print it."""
    return schedule.pulls(m + schedule.batch(m + 1))


def meant_range_end(schedule: GeometricSchedule, m: int) -> int:
    """n_m + B_(m+1)."""
    return schedule.pulls(m) + schedule.batch(m + 1)


@claim(
    "bern.alg1",
    r"Algorithm 1: pull each arm $B_0$ times; while $t\le T$ pull the arm $i$ of the best index "
    r"$B_{m_i+1}$ times, receive $\{X_{i,n}\}$ for $n=n_{m_i}+1,\dots,n_{m_i+B_{m_i+1}}$, add them "
    r"and a fresh $\mathrm{Lap}(1/\epsilon)$ to the noisy sum, then update $m_i$, $n_{m_i}$, $t$.",
    recorded="holds-with-repair",
    repaired_by="bern.alg1.repaired",
    doubts=("D21", "D27"),
    mutants={"range up to n_m + B_(m+1)": {"range_end": meant_range_end}},
)
def skeleton_as_printed(range_end: LastReward = printed_range_end) -> Verdict:
    """The printed range of a batch has another length than the batch."""
    for first, m in product((1, 2), range(6)):
        schedule = GeometricSchedule(2, first)
        received, pulled = range_end(schedule, m) - schedule.pulls(m), schedule.batch(m + 1)
        if received != pulled:
            return needs_repair(
                "The range of a batch prints n with subscript m + B_(m+1) for n_m + B_(m+1); "
                "also the last batch runs past T, and ties are left open.",
                f"a = 2, n_0 = {first}, m = {m}: the printed range is {schedule.pulls(m) + 1}.."
                f"{range_end(schedule, m)}, {received} rewards, but the arm is pulled {pulled} "
                "times. With K = 2 and T = 3 the pull chosen at t = 3 ends at t = 4.",
                grade=Grade.PROVED,
            )
    return certified("Each range has as many rewards as the batch has pulls.")


def _require_skeleton(policy: Policy[Any], eps: Fraction, played: Play, horizon: int) -> None:
    """Rebuild the play from its releases alone: times, batches, counts, sums, truncation."""
    schedule: GeometricSchedule = policy.schedule  # type: ignore[attr-defined]
    phases, sums, t = [0] * policy.arms, [0.0] * policy.arms, 1
    releases = list(played.ledger.releases)
    case: dict[str, Any] = {"policy": type(policy).__name__, "a": schedule.ratio, "K": policy.arms}

    def due(true: bool, finding: str) -> None:
        require(true, finding, Grade.PROVED, **case)

    for number, (time, arm, count) in enumerate(played.pulls):
        case |= {"pull": number + 1, "t": time, "arm": arm + 1, "count": count}
        due(time == t, "A pull starts at another round.")
        due(count == schedule.batch(phases[arm]), "A pull is not the next batch of its arm.")
        due(number >= policy.arms or arm == number, "An arm has no first batch in its turn.")
        due(set(played.actions[t - 1 : t - 1 + count]) == {arm}, "A pull is not played.")
        t += count
        if t - 1 > horizon:
            break
        release = releases.pop(0)
        due(sorted(release.rewards) == list(range(time, t)), "A release has other rewards.")
        due(release.mechanism == Laplace(1 / eps), "The noise is not Lap(1/eps).")
        phases[arm] += 1
        sums[arm] += release.value
    due(not releases, "There are releases too many.")
    due(len(played.actions) == horizon, "The play has another length than T.")
    for arm, record in enumerate(played.state):
        right = (phases[arm], schedule.pulls(phases[arm] - 1) if phases[arm] else 0)
        due(record[:2] == right, f"Arm {arm + 1} ends with {record}, not with {right}.")
        due(abs(record.total - sums[arm]) <= 1e-9, f"The sum of arm {arm + 1} is another one.")
    fault = release_fault(played, eps)
    due(fault is None, str(fault))


PolicyMaker = Callable[..., Policy[Any]]


@claim(
    "bern.alg1.repaired",
    r"Algorithm 1 with the range $n_{m_i}+1,\dots,n_{m_i}+B_{m_i+1}$, any tie rule that reads no "
    r"data, and the last batch cut at $T$ without a release: each reward enters one released "
    r"partial sum with one fresh $\mathrm{Lap}(1/\epsilon)$.",
    recorded="holds",
    doubts=("D21", "D27"),
    title="the skeleton of DP-KLUCB and DP-IMED, with its misprints read as meant",
    mutants={
        "batch B_m": {"imed": off_the_paper.LateBatches},
        "count of the next batch": {"imed": wrong.CountsTheNextBatch},
        "forgets the earlier sums": {"klucb": wrong.ForgettingKLUCB},
        "half the noise": {"imed": weak_noise.HalvedNoise},
    },
)
def skeleton(klucb: PolicyMaker = DPKLUCB, imed: PolicyMaker = DPIMED) -> Verdict:
    """Plays on random rewards, rebuilt round by round from their ledgers."""
    source, plays = random.Random(14), 0
    schedules, sizes = (("2", 1), ("1.1", 1), ("1.5", 2), ("3", 1)), ((2, 37), (3, 50), (4, 9))
    for make, (ratio, first), (arms, horizon) in product((klucb, imed), schedules, sizes):
        eps = Fraction(source.choice(("0.25", "1", "3")))
        ties = source.choice(("first", "last", "random"))
        made = make(arms=arms, eps=eps, schedule=GeometricSchedule(ratio, first), ties=ties)
        rewards = RewardList([source.choice((0, 1, 0.5)) for _ in range(horizon)])
        played = play(made, rewards, horizon, Sampled(source.randrange(10**9)))
        _require_skeleton(made, eps, played, horizon)
        plays += 1
    return sampled(
        "Batches, times, counts, sums and releases are those of Algorithm 1; the last batch is cut "
        "at T and releases nothing.",
        covered=f"{plays} plays of both algorithms with 2 to 4 arms, four schedules, all three tie "
        "rules and random noise, rebuilt from the ledger; the index is the subject of "
        "bern.alg1.klucb and bern.alg1.imed.",
        not_covered="Horizons below K B_0, which the paper excludes silently.",
    )
