"""Claims about Algorithm 7: its play, the samples of its means, and when its episodes begin."""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.algorithms import AdaPKLUCB, AdaPUCB, RewardTable, play
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.regret.phased_index import Records
from banditproof.paper_checks.models.doubling_episodes import (
    Index,
    Length,
    Samples,
    adap_klucb_index,
    adap_ucb_index,
    ahead,
    all_plays,
    doubled,
    episodes,
    real_samples,
)
from banditproof.paper_checks.models.unit_noise import UnitNoise
from banditproof.paper_checks.verdicts.vocabulary import points, require, require_or_repair
from banditproof.theory import exact
from banditproof.theory.balls import working_precision
from banditproof.theory.mechanisms import Laplace
from ....checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, written_proof

STARTS = written_proof("thesis.alg7.starts")
SHARP_STARTS = written_proof("thesis.alg7.starts.sharp")


Maker = Callable[..., Policy[Any]]
PLAYS = ((2, Fraction(1), 150), (3, Fraction(1, 4), 130), (2, Fraction(20), 90))
"""The arms, eps and the rounds of the plays that are compared."""
BETA = Fraction(31, 10)


def compared_decisions(make: Maker, index: Index, length: Length, samples: Samples) -> int:
    """Require that a policy plays the box with an index; return how many decisions there were."""
    source, decisions = random.Random(7), 0
    for arms, eps, horizon in PLAYS:
        rows = [[Fraction(source.randint(0, 4), 4) for _ in range(arms)] for _ in range(horizon)]
        noises = [Fraction(source.randint(-9000, 9000), 4096) / eps for _ in range(60)]

        def decide(t: int, pulls: tuple[int, ...], last: tuple[range, ...], **of: Any) -> int:
            results = []
            for arm, (n, own) in enumerate(zip(pulls, last, strict=True)):
                total = sum((of["rows"][s - 1][arm] for s in own), of["noise"][own])
                results.append(index(total / len(own), samples(n), t, of["eps"], BETA))
            return ahead(results, t=t)

        noise = {range(a + 1, a + 2): noises[a] for a in range(arms)}
        expected = [(a + 1, a, 1) for a in range(arms)]
        with working_precision(96):
            choose = _with(decide, rows=rows, noise=noise, eps=eps)
            for episode in episodes(arms, horizon, choose, length):
                noise[range(episode.start, episode.start + episode.rounds)] = noises[len(expected)]
                expected.append((episode.start, episode.arm, episode.rounds))
        script = UnitNoise([float(noise * eps) for noise in noises])
        table = RewardTable([[float(reward) for reward in row] for row in rows])
        played = play(make(arms, eps=eps, ties="first"), table, horizon, script).pulls
        require(list(played) == expected, "The play is not that of the box.", K=arms, eps=eps)
        decisions += len(expected) - arms
    return decisions


def _with(decide: Callable[..., int], **of: Any) -> Callable[..., int]:
    return lambda t, pulls, last: decide(t, pulls, last, **of)


class TwiceTheNoise(AdaPKLUCB):
    """Wrong: Lap(2/eps)."""

    def mechanism(self, state: Records, pull: Pull) -> Laplace:
        """The noise of half of the budget."""
        return Laplace(2 / exact(self.eps))


@checks("thesis.alg7.play")
@mutant("episodes of twice the pulls", length=lambda n: 2 * n)
@mutant("an episode of one round more", length=lambda n: n + 1)
@mutant("all samples count", samples=lambda n: Fraction(n))
@mutant("the library with twice the noise", make=TwiceTheNoise)
@mutant("the round before", index=lambda m, n, t, e, b: adap_klucb_index(m, n, t - 1, e, b))
@mutant("sharper: half of beta", index=lambda m, n, t, e, b: adap_klucb_index(m, n, t, e, b / 2))
def play_of_the_box(
    make: Maker = AdaPKLUCB,
    index: Index = adap_klucb_index,
    length: Length = doubled,
    samples: Samples = real_samples,
) -> Verdict:
    """The library's AdaP-KLUCB and AdaP-UCB, and a recount of the box in balls."""
    decisions = compared_decisions(make, index, length, samples)
    decisions += compared_decisions(AdaPUCB, adap_ucb_index, length, samples)
    return points(
        covered=f"{decisions} decisions of three plays of AdaP-KLUCB and of AdaP-UCB on random "
        "rewards and noises."
    )


@checks("thesis.alg7.samples", subjects={"samples": (lambda n: Fraction(n, 2), real_samples)})
@mutant("all samples", samples=lambda n: Fraction(n))
@mutant(
    "sharper: N - 1 for N at least 4",
    samples=lambda n: real_samples(n) if n < 4 else Fraction(n - 1),
)
@mutant("episodes of twice the pulls", length=lambda n: 2 * n)
def samples_of_the_mean(
    samples: Samples, length: Length = doubled, proof: Proof = WRITTEN
) -> Verdict:
    """The last episode of each arm at each decision of all plays."""
    number = 0
    for arms, horizon in ((2, 14), (3, 10)):
        for played in all_plays(arms, horizon, length):
            number += 1
            for item in played:
                for pulls, last in zip(item.pulls, item.last, strict=True):
                    require_or_repair(
                        samples(pulls) == len(last),
                        "An arm with its first pull alone has one sample, not half of one.",
                        K=arms,
                        t=item.start,
                        N=pulls,
                        samples_said=samples(pulls),
                        samples=len(last),
                    )
    return proof.verdict(
        instances=f"All {number} plays of two arms up to round 14 and of three up to round 10."
    )


@checks("thesis.alg7.disjoint")
@mutant("all samples", forgets=False)
def disjoint_means(forgets: bool = True, proof: Proof = WRITTEN) -> Verdict:
    """The rounds of all means of all plays."""
    for arms, horizon in ((2, 14), (3, 10)):
        for played in all_plays(arms, horizon):
            used: list[set[int]] = [{a + 1} for a in range(arms)]
            before: list[set[int]] = [{a + 1} for a in range(arms)]
            for item in played:
                rounds = set(range(item.start, item.start + item.rounds))
                before[item.arm] |= rounds
                used.append(rounds if forgets else set(before[item.arm]))
            apart = sum(map(len, used)) == len(set().union(*used))
            require(apart, "A reward is in two means.", K=arms, starts=[e.start for e in played])
    return proof.verdict()


def printed_end(start: int, arms: int) -> int:
    """2 phi."""
    return 2 * start


def sharp_end(start: int, arms: int) -> int:
    """2 phi - K - 1."""
    return 2 * start - arms - 1


def _starts(steps: Proof, last: Callable[[int, int], int], **rest: Any) -> None:
    """Register the printed bound on the rounds of an episode, or the sharp one."""

    def check(latest: Callable[[int, int], int] = last, proof: Proof = steps) -> Verdict:
        """All rounds of all plays."""
        sides = Sides()
        for arms, horizon in ((1, 20), (2, 14), (3, 10)):
            for played in all_plays(arms, horizon):
                for item in played:
                    end = item.start + item.rounds - 1
                    finding = "An episode ends later."
                    sides.at_most(end, latest(item.start, arms), finding, K=arms, start=item.start)
        return proof.verdict(
            "An episode that begins at phi has as many rounds as its arm had pulls, at most "
            "phi - K, since the other arms were pulled.",
            instances="All plays of one arm up to round 20, of two up to 14 and of three up to 10.",
            sharpness=sides.sharpness,
        )

    checks(steps.id, **rest)(check)


_starts(
    STARTS,
    printed_end,
    mutants={
        "sharper: 1.5 phi": {"latest": lambda start, arms: 3 * start // 2},
        "sharper: 2 phi - 5": {"latest": lambda start, arms: 2 * start - 5},
    },
)
_starts(
    SHARP_STARTS,
    sharp_end,
    mutants={"sharper: one round less": {"latest": lambda start, arms: 2 * start - arms - 2}},
)
