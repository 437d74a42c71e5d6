"""Claims about recommending the empirical best arm and stopping by a likelihood ratio."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
import numpy as np
from flint import arb
from banditproof.algorithms.identification.top_two import (
    TopTwoState,
    empirical_best,
    gamma_quantile_bound,
    likelihood_ratio,
    likelihood_threshold,
)
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import at_most, misprinted, points, require
from banditproof.theory import Number
from banditproof.theory.balls import ball, upper, working_precision
from banditproof.verify.evidence import Grade
from .likelihood_ratio_threshold import gamma_tail, least_risk, starved_arm

Round = tuple[int, int]
"""An arm and its reward."""


def state_after(rounds: tuple[Round, ...], arms: int) -> TopTwoState:
    """Pulls and sums; the leaders do not matter here."""
    pulls = tuple(sum(a == arm for a, _ in rounds) for arm in range(arms))
    sums = tuple(float(sum(r for a, r in rounds if a == arm)) for arm in range(arms))
    return TopTwoState(pulls, sums, (0,) * arms, (0,) * arms)


@checks("thesis.eb")
@mutant("the worst arm", recommend=lambda state: state.means.index(min(state.means)))
@mutant("the largest sum", recommend=lambda state: state.sums.index(max(state.sums)))
def empirical_best_arm(recommend: Callable[[TopTwoState], int] = empirical_best) -> Verdict:
    """All histories of up to 5 binary rewards of two arms, and of 4 rewards of three arms."""
    checked = 0
    for arms, longest in ((2, 5), (3, 4)):
        steps = list(product(range(arms), (0, 1)))
        for length in range(arms, longest + 1):
            for rounds in product(steps, repeat=length):
                rewards = [[r for a, r in rounds if a == arm] for arm in range(arms)]
                if not all(rewards):
                    continue
                means = [Fraction(sum(given), len(given)) for given in rewards]
                best = means[recommend(state_after(rounds, arms))] == max(means)
                require(best, "Another arm is recommended.", Grade.PROVED, history=rounds)
                checked += 1
    return points(
        covered=f"{checked} histories with exact means, two and three arms, binary rewards."
    )


def exact_ratio(rounds: tuple[Round, ...], best: int) -> Fraction:
    """W(best, other) of two arms in exact arithmetic."""
    rewards = [[r for a, r in rounds if a == arm] for arm in (best, 1 - best)]
    first, second = (Fraction(sum(given), len(given)) for given in rewards)
    spread = sum((Fraction(1, len(given)) for given in rewards), Fraction(0))
    return max(first - second, Fraction(0)) ** 2 / (2 * spread)


def alternatives_are_dearer(number: int = 40) -> None:
    """Random data: min W of the library, and alternatives with another best arm, none cheaper."""
    rng = np.random.default_rng(229)
    for _ in range(number):
        arms = int(rng.integers(2, 5))
        pulls = rng.integers(1, 20, arms)
        means = rng.normal(size=arms)
        state = TopTwoState(tuple(pulls.tolist()), tuple((pulls * means).tolist()), (), ())
        value, best = likelihood_ratio(state), empirical_best(state)
        others = [arm for arm in range(arms) if arm != best]
        own = (means[best] - means[others]) ** 2 / (2 / pulls[best] + 2 / pulls[others])
        same = math.isclose(value, own.min(), rel_tol=1e-9)
        require(same, "W differs.", pulls=pulls, means=means, W=value)
        near = means + rng.normal(size=(4000, arms)) * rng.exponential(0.5, size=(4000, 1))
        prices = ((near - means) ** 2 * pulls / 2).sum(axis=1)
        confused = prices[near.argmax(axis=1) != best]
        dearer = not confused.size or bool(confused.min() >= value * (1 - 1e-12))
        require(dearer, "An alternative is cheaper than W.", pulls=pulls, means=means, W=value)


@checks("thesis.glr.simplified", subjects={"late": (1, 0)})
def simplified_ratio(late: int, proof: Proof = WRITTEN) -> Verdict:
    """Two runs that agree before step 3, and random alternatives.

    With statistics at t the halting looks at a reward that it may prevent.
    """
    past: tuple[Round, ...] = ((0, 1), (1, 0))
    last = (100, -1)
    ratios = [exact_ratio((*past, (0, reward))[: 2 + late], 0) for reward in last]
    if ratios[0] != ratios[1]:
        return misprinted(
            "W_t and N_a(t) count step t, whose reward does not exist if step t is the halt. The "
            "statistics before step t are meant: the rewards are collected before time t, the "
            "threshold has t - 1, and the recommendation averages until t - 1.",
            "A threshold in between halts one of the two runs at step 3, but S_3(halt | H_2) "
            "cannot know which.",
            covered="One pair of runs, exactly.",
            not_covered="The corrected form: thesis.glr.simplified.repaired.",
            arms_of_steps_1_to_3=(*(arm + 1 for arm, _ in past), 1),
            rewards_of_steps_1_and_2=[reward for _, reward in past],
            reward_of_step_3_in_two_runs=last,
            **{"W_3(1, 2) in two runs": ratios},
        )
    alternatives_are_dearer()
    return proof.verdict()


@checks("thesis.glr.correct", subjects={"must_halt": (True, False)})
@mutant(
    "sharper: log(1/delta)", threshold=lambda arms, n, delta: gamma_quantile_bound(1, delta) - 1.0
)
@mutant("sharper: one arm", threshold=lambda arms, n, delta: likelihood_threshold(1, n, delta))
@mutant(
    "sharper: 0.01 less",
    threshold=lambda arms, n, delta: likelihood_threshold(arms, n, delta) - 0.01,
)
def stopping_rule(
    must_halt: bool,
    threshold: Callable[[int, int, Number], float] = likelihood_threshold,
    proof: Proof = WRITTEN,
) -> Verdict:
    """A rule that starves an arm; the tail at many thresholds."""
    if must_halt:
        return starved_arm()
    sides = Sides()
    with working_precision(256):
        risks = ("0.3", "0.05", "0.01", "1e-6", "1e-40")
        for arms, text in product((2, 3, 5, 10, 50), risks):
            delta = Fraction(text)
            for n in (arms, 100 * arms, 10**9):
                union = arms * ball(n * (n + 1)).log()
                rest = Fraction(threshold(arms, n, delta)) - upper(union)
                case: dict[str, Any] = {"K": arms, "delta": text, "n": n}
                least = least_risk(rest, arms) if rest > arms else arb(1)
                finding = "The threshold is too low for its bound."
                # the threshold is a float: its bound may exceed delta by 1e-6 of it
                require(at_most(least, ball(delta) * arb("1.000001")), finding, **case)
                tail = gamma_tail(arms, rest) if rest > 0 else arb(1)
                sides.at_most(tail, ball(delta), "The tail is larger.", **case)
    powers = (10, 100, 1000, 100_000)
    far = [gamma_quantile_bound(5, Fraction(1, 10**k)) / (k * math.log(10)) for k in powers]
    falls = far[0] > far[1] > far[2] > far[3] and 1 < far[3] < 1.001
    require(falls, "The threshold is not of the order log(1/delta).", quotients=far)
    return proof.verdict(
        "The sum over arms of half the squares, less log(m (m + 1)), is dominated by a sum of K "
        "exponential variables, for every sampling rule; and c/log(1/delta) tends to 1: it is "
        f"{far[-1]:.6f} at delta = 10^-100000.",
        sharpness=sides.sharpness,
    )
