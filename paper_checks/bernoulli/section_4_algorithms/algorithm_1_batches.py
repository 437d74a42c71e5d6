"""Claims about the skeleton of Algorithm 1."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.algorithms import DPIMED, DPKLUCB, Play, Policy, RewardList, Sampled, play
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.release_ledger import release_fault
from banditproof.paper_checks.verdicts.vocabulary import misprinted, points, require, sampled
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.mechanisms import Laplace
from banditproof.verify.evidence import Grade
from banditproof.verify.mutants import nonconforming_policies as off_the_paper
from banditproof.verify.mutants import weak_noise
from . import wrong_index_policies as wrong

LastReward = Callable[[GeometricSchedule, int], int]
"""The last index of the range of rewards that the batch after phase m is printed to receive."""


def printed_range_end(schedule: GeometricSchedule, m: int) -> int:
    """n with the subscript m + B_(m+1), as the pull line and the sum line print it."""
    return schedule.pulls(m + schedule.batch(m + 1))


def meant_range_end(schedule: GeometricSchedule, m: int) -> int:
    """n_m + B_(m+1)."""
    return schedule.pulls(m) + schedule.batch(m + 1)


@checks("bern.alg1")
@mutant("range up to n_m + B_(m+1)", range_end=meant_range_end)
def skeleton_as_printed(range_end: LastReward = printed_range_end) -> Verdict:
    """The printed range of a batch has another length than the batch."""
    for first, m in product((1, 2), range(6)):
        schedule = GeometricSchedule(2, first)
        received, pulled = range_end(schedule, m) - schedule.pulls(m), schedule.batch(m + 1)
        if received != pulled:
            return misprinted(
                witness="With K = 2 and T = 3 the pull chosen at t = 3 ends at t = 4.",
                a=schedule.ratio,
                n_0=first,
                m=m,
                printed_range=f"{schedule.pulls(m) + 1}..{range_end(schedule, m)}",
                rewards_in_it=received,
                pulls_of_the_batch=pulled,
            )
    return points()


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
        due(abs(record.total - sums[arm]) <= 1e-9, f"The sum of arm {arm + 1} differs.")
    fault = release_fault(played, eps)
    due(fault is None, str(fault))


PolicyMaker = Callable[..., Policy[Any]]


@checks("bern.alg1.repaired")
@mutant("batch B_m", imed=off_the_paper.LateBatches)
@mutant("count of the next batch", imed=wrong.CountsTheNextBatch)
@mutant("forgets the earlier sums", klucb=wrong.ForgettingKLUCB)
@mutant("half the noise", imed=weak_noise.HalvedNoise)
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
        covered=f"{plays} plays of both algorithms with 2 to 4 arms, four schedules, all three tie "
        "rules and random noise, rebuilt from the ledger; the index is the subject of "
        "bern.alg1.klucb and bern.alg1.imed."
    )
