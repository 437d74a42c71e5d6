"""Claims about Algorithm 10: the box of the private Top Two rule, and its privacy."""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any
import numpy as np
from banditproof.algorithms import AdaPTT, AdaPTTStar, RewardStacks, play
from banditproof.algorithms.identification.private_top_two import PrivateTopTwo, TopTwoRecord
from banditproof.algorithms.policy import Pull
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.release_ledger import release_fault
from banditproof.paper_checks.models.unit_noise import UnitNoise
from banditproof.paper_checks.verdicts.vocabulary import misprinted, points, require
from banditproof.theory import exact
from banditproof.theory.mechanisms import Laplace
from banditproof.theory.stopping.private_thresholds import threshold_adap_tt, threshold_adap_tt_star
from .wrong_top_two_rules import (
    AllPulls,
    ChallengesOnSamples,
    CountsTheBoundsOnce,
    KeepsOldMean,
    ReleasesLate,
    StopsOnPulls,
    Untracked,
)

Rules = tuple[type[PrivateTopTwo], type[PrivateTopTwo]]
Stacks = Sequence[Sequence[int]]


@cache
def _level(star: bool, gap: float, rest: tuple[int, int, int, float, float]) -> float:
    """The threshold, which changes with the phases alone."""
    return float(threshold_adap_tt_star(gap, *rest) if star else threshold_adap_tt(*rest))


def box(
    stacks: Stacks, noises: Sequence[float], delta: float, eps: float, star: bool, longest: int
) -> tuple[list[int], int | None]:
    """The lines of the box, with the first means private; beta = 1/2, s = 2, sigma = 1/2."""
    arms, fresh = len(stacks), iter(noises)
    counts, starts, phases, samples = ([1] * arms for _ in range(4))
    means = [stacks[a][0] + next(fresh) for a in range(arms)]  # what the print leaves out
    led, leads = [[0] * arms for _ in range(arms)], [0] * arms
    actions = list(range(arms))

    def cost(a: int, b: int, counts: Sequence[int]) -> float:
        gap = max(means[a] - means[b], 0.0)
        return gap * (min(3 * eps, gap) if star else gap) / (0.5 * (1 / counts[a] + 1 / counts[b]))

    def level(a: int, b: int) -> float:
        rest = (samples[a], samples[b], arms, eps, delta)
        gap = max(means[a] - means[b], 0.0)
        return _level(star, gap, rest)

    while True:
        for a in range(arms):
            if counts[a] >= 2 * starts[a]:
                phases[a] += 1
                samples[a] = counts[a] - starts[a]
                total = sum(stacks[a][starts[a] : counts[a]])
                means[a] = (total + next(fresh)) / samples[a]
                starts[a] = counts[a]
        best = max(range(arms), key=lambda a: (means[a], -a))
        if all(cost(best, b, samples) >= level(best, b) for b in range(arms) if b != best):
            return actions, best
        if len(actions) == longest:
            return actions, None
        bonus = [math.sqrt(k / n) + k / (eps * n) for k, n in zip(phases, samples, strict=True)]
        leader = max(range(arms), key=lambda a: (means[a] + bonus[a], -a))
        rivals = [a for a in range(arms) if a != leader]
        challenger = min(rivals, key=lambda a: (cost(leader, a, counts), a))
        pulled = leader if led[leader][leader] <= (leads[leader] + 1) / 2 else challenger
        counts[pulled] += 1
        led[leader][pulled] += 1
        leads[leader] += 1
        actions.append(pulled)


def compared(rules: Rules) -> int:
    """Plays on random bits and noises of 2^-20; how many rounds there were."""
    rng, rounds = np.random.default_rng(510), 0
    for number in range(12):
        star, arms, eps = bool(number % 2), 2 + number % 3, (0.25, 1.0, 8.0)[number // 2 % 3]
        delta, longest = (0.3, 0.05)[number // 6], 300
        means = rng.permutation(np.linspace(0.98, 0.02, arms))
        stacks = [(rng.random(longest) < mean).astype(int).tolist() for mean in means]
        noises = (np.rint(rng.laplace(0, 1 / eps, 60) * 2**20) / 2**20).tolist()
        actions, answer = box(stacks, noises, delta, eps, star, longest)
        policy = rules[star](arms, Fraction(delta), Fraction(eps))
        units = UnitNoise([noise * eps for noise in noises])
        played = play(policy, RewardStacks(stacks), longest, units)
        same = played.actions == tuple(actions) and played.recommended == answer
        case: dict[str, Any] = {"K": arms, "eps": eps, "delta": delta, "play": number}
        require(same, "The policy is not the box.", **case)
        rounds += len(actions)
    return rounds


class TwiceTheNoise(AdaPTT):
    """Wrong: Lap(2/eps)."""

    def mechanism(self, state: TopTwoRecord, pull: Pull) -> Laplace:
        """The noise of half of the budget."""
        return Laplace(2 / exact(self.eps))


@checks("thesis.alg10", subjects={"first_means": (False, True)})
@mutant("the stop counts all pulls", rules=(StopsOnPulls, AdaPTTStar))
@mutant("the old mean is kept in part", rules=(KeepsOldMean, AdaPTTStar))
@mutant("releases one pull late", rules=(ReleasesLate, AdaPTTStar))
@mutant("the leader always", rules=(Untracked, AdaPTTStar))
@mutant("the challenger counts the samples of means", rules=(ChallengesOnSamples, AdaPTTStar))
@mutant("one phase less in the bonus", rules=(CountsTheBoundsOnce, AdaPTTStar))
@mutant("the other costs", rules=(AdaPTTStar, AdaPTT))
@mutant("twice the noise", rules=(TwiceTheNoise, AdaPTTStar))
def private_top_two(first_means: bool, rules: Rules = (AdaPTT, AdaPTTStar)) -> Verdict:
    """The first pass of the print; plays of the library against the lines of the box."""
    counts, starts = (1, 1), (1, 1)  # line 3: N_{n,a} = 1, and T_1(a) = K + 1 is the present round
    fires = [n >= 2 * start for n, start in zip(counts, starts, strict=True)]
    if not first_means and not any(fires):
        return misprinted(
            "At the first pass no mean has been set: lines 5 to 10 set one when the pulls of an "
            "arm have doubled, and after one pull each they have not. Lines 11 to 17 read the mean "
            "of every arm. The mean of the first pull is meant, with its own noise, as in "
            "Algorithm 7. The index k_b of the threshold is that of an arm, b; and the counts "
            "N_{k_a,a} of line 17 are not defined.",
            "n = K + 1: N_{n,a} = 1 < 2 = 2 N_{T_1(a),a} for each a, so line 11 reads means and "
            "counts that no line has set.",
            covered="The first pass of the loop, for any K.",
            not_covered="The box with first means: thesis.alg10.repaired.",
        )
    rounds = compared(rules)
    return points(
        covered=f"12 plays, {rounds} rounds, K = 2 to 4, eps = 1/4 to 8, beta = 1/2, s = 2, on "
        "random bits and noises."
    )


@checks("thesis.alg10.private")
@mutant("half of the noise", share=Fraction(1, 2))
@mutant("all rewards again", rules=(AllPulls, AdaPTTStar))
def private_output(
    share: Fraction = Fraction(1), rules: Rules = (AdaPTT, AdaPTTStar), proof: Proof = WRITTEN
) -> Verdict:
    """The ledgers of plays that stop: each reward in one release, with enough noise."""
    rng, stopped = np.random.default_rng(511), 0
    for number, eps in enumerate((Fraction(4), Fraction(1), Fraction(4), Fraction(2))):
        policy = rules[number % 2](2, Fraction(1, 5), eps)
        stacks = [(rng.random(3000) < mean).astype(int).tolist() for mean in (0.95, 0.05)]
        units = UnitNoise(rng.laplace(0, 1, 60).tolist())
        played = play(policy, RewardStacks(stacks), 3000, units)
        fault = release_fault(played, share * eps)
        require(fault is None, "The releases are not private together.", ledger=fault, eps=eps)
        stopped += played.recommended is not None
    require(stopped == 4, "The plays do not stop.", stopped=stopped)
    return proof.verdict()
