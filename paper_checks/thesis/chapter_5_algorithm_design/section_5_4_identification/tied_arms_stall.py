"""Claims about Algorithm 10 where suboptimal arms tie: many runs stall."""

from functools import cache
from typing import Any
from banditproof.algorithms import StoppingTimes, make_policy, simulate_identification
from banditproof.paper_checks.checking import Verdict, checks, mutant, undecided
from banditproof.paper_checks.verdicts.vocabulary import need, statistical
from banditproof.theory import BernoulliBandit
from banditproof.verify.evidence import Grade

TIED = (("0.95", "0.9", "0.9", "0.9", "0.5"), ("0.75", "0.7", "0.7", "0.7", "0.7"))
APART = (("0.9", "0.6", "0.3"), ("0.9", "0.6", "0.3"))
RUNS, LONGEST, TYPICAL = 400, 3 * 10**6, 6 * 10**5
SURE = 1 - 2e-8
"""The confidence of the limits of Clopper and Pearson: each side is missed with chance 1e-8."""


@cache
def stalled(
    name: str, means: tuple[str, ...], longest: int, runs: int = RUNS, **settings: Any
) -> StoppingTimes:
    """Runs at eps = 1 and delta = 0.01 until they are cut off."""
    policy = make_policy(name, len(means), eps=1, delta="0.01", **settings)
    return simulate_identification(policy, BernoulliBandit(means), runs, 54, longest=longest)


def chance_of_a_cut(found: StoppingTimes) -> float:
    """The lower limit of the probability that a run is cut off."""
    from scipy.special import betaincinv

    cut = found.capped
    low = betaincinv(cut, found.runs - cut + 1, (1 - SURE) / 2) if cut else 0.0
    return float(low)


@checks("thesis.rem.stall")
@mutant("clipped means", settings={"clipped": True})
@mutant("a bonus with log n", settings={"bonus": "time"})
@mutant("distinct means", instances=APART)
@mutant("sharper: with probability 0.2", least=0.2)
def runs_stall(
    least: float = 0.01,
    instances: tuple[tuple[str, ...], ...] = TIED,
    settings: dict[str, Any] | None = None,
) -> Verdict:
    """Runs that are cut off, with and without the cures."""
    cut: dict[str, Any] = {}
    for name in ("adap-tt", "adap-tt-star"):
        for means in instances:
            result = stalled(name, means, LONGEST, **(settings or {}))
            low, label = chance_of_a_cut(result), f"{name}, {means[0]}"
            case: dict[str, Any] = {"policy": name, "means": means, "cut_off": result.capped}
            need(result.quantile(0.5) < TYPICAL, "The median is larger", **case)
            need(low >= least, "Stalls are not certain", **case)
            cured = [stalled(name, means, LONGEST, 60, **cure).capped for cure in CURES]
            cut[label] = (result.capped, low, result.quantile(0.5), *cured)
    return statistical(
        numbers={
            "cut off of 400, lower limit, median, cut off of 60 if clipped, with log n": cut,
            "false alarm at most": 4e-8,
        },
        covered=f"{RUNS} runs of both policies on both instances, cut off at 3e6.",
    )


CURES: tuple[dict[str, Any], ...] = ({"clipped": True}, {"bonus": "time"})


@checks("thesis.rem.stall.infinite")
def infinite_mean(instances: tuple[tuple[str, ...], ...] = TIED) -> Verdict:
    """How many runs that are not over after 1e6 samples are not over after 16 times as many."""
    rest: dict[str, Any] = {}
    for means in instances:
        early, late = (stalled("adap-tt", means, 10**6 * factor, 100).capped for factor in (1, 16))
        need(early > 0, "No run stalls", means=means)
        rest[means[0]] = (early, late)
    return undecided(
        "The mean is infinite if a stalled run survives each doubling of its samples with a "
        "probability above 1/2. Most runs that last 1e6 samples last 1.6e7.",
        numbers={"of 100 runs, beyond 1e6 and beyond 1.6e7": rest},
        grade=Grade.STATISTICAL,
        covered="100 runs on each instance at eps = 1.",
        not_covered="A proof: a bound below 1/2 of the probability that one doubling lets the arm "
        "be a challenger, uniformly in the phase, and that no stop comes before.",
    )
