"""Claims about Theorem 4.16, the problem-dependent lower bound under View DP, and its proof."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.played_arms import action_law, history_law, probability, regret
from banditproof.paper_checks.models.policy_protocols import Kernel, random_kernel
from banditproof.paper_checks.verdicts.vocabulary import need, require
from banditproof.theory import Enclosure, FiniteSupportBandit, bounds, certify, regret_coefficient
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.lower_bounds import older_regret_coefficient
from banditproof.verify.exact_laws.law_divergences import kl_divergence

Coefficient = Callable[[Sequence[Fraction], Fraction], Enclosure]
"""A claimed lower bound of liminf Reg_T / log T on Bernoulli arms, from means and eps."""
INSTANCES = (("4/5", "3/5", "1/2"), ("1/50", "1/100"), ("99/100", "0"), ("1/2", "49/100"))
BUDGETS = ("1/1000", "1/10", "1", "20")
HALF = Fraction(1, 2)


def printed_coefficient(means: Sequence[Fraction], eps: Fraction) -> Enclosure:
    """The sum of gap / min{kl, eps gap}."""
    return certify(older_regret_coefficient, means, eps, 1)


def by_mpmath(means: Sequence[Fraction], eps: Fraction) -> Enclosure:
    """The same sum in mpmath at 40 digits, with a margin of 1e-35: it shares no code."""
    import mpmath

    with mpmath.workdps(40):
        numbers = [mpmath.mpf(mean.numerator) / mean.denominator for mean in means]
        y, rate = max(numbers), mpmath.mpf(eps.numerator) / eps.denominator
        value = mpmath.mpf(0)
        for x in numbers:
            if x < y:
                kl = (1 - x) * mpmath.log((1 - x) / (1 - y))
                kl += x * mpmath.log(x / y) if x else 0
                value += (y - x) / min(kl, rate * (y - x))
        exact = Fraction(mpmath.nstr(value, 38))
    return exact * Enclosure.of(1 - Fraction(1, 10**35), 1 + Fraction(1, 10**35))


@checks("thesis.thm4.16")
@mutant(
    "sharper: one per cent more",
    coefficient=lambda m, eps: printed_coefficient(m, eps) * Fraction("1.01"),
)
@mutant("eps/6 in place of eps", coefficient=lambda m, eps: printed_coefficient(m, eps / 6))
@mutant("without privacy", coefficient=lambda m, _: printed_coefficient(m, Fraction(1000)))
def problem_dependent(
    coefficient: Coefficient = printed_coefficient, proof: Proof = WRITTEN
) -> Verdict:
    """Never above what DP-KLUCB reaches, equal to an independent computation, 0 at the top."""
    sides = Sides()
    for words, eps in product(INSTANCES, map(Fraction, BUDGETS)):
        means = tuple(map(Fraction, words))
        claimed, reached = coefficient(means, eps), certify(regret_coefficient, means, eps)
        case: dict[str, Any] = {"means": means, "eps": eps, "bound": claimed}
        # DP-KLUCB has regret at most alpha times this times log T + o(log T) for every alpha > 1
        finding = "The bound exceeds what DP-KLUCB, which is consistent and eps-DP, reaches."
        sides.at_most(claimed.lower, reached.upper, finding, **case, reached=reached)
        second = by_mpmath(means, eps)
        near = abs(claimed - second) <= second.upper / 10**12
        require(near, "Another number.", **case, by_mpmath=second)
    top = bounds(FiniteSupportBandit((0, 1), ((0, 1), ("1/2", "1/2"))), 1)
    zero = next(bound.enclosure for bound in top if bound.claim == "thesis.thm4.16")
    require(zero is not None and zero.hi == 0, "A best mean at the top has a bound.", bound=zero)
    return proof.verdict(sharpness=sides.sharpness)


@dataclass(frozen=True)
class Play:
    """A policy on nu and nu', which differ in arm a alone: what (B.2) says about."""

    name: str
    horizon: int
    gap: Fraction
    gain: Fraction
    """mu'_a - mu*."""
    left: Fraction
    """Reg_T + Reg'_T."""
    often: Fraction
    """P(N_a > T/2)."""
    rare: Fraction
    """P'(N_a <= T/2)."""
    idle: Fraction
    """P(N_1 <= T/2)."""
    busy: Fraction
    """P'(N_1 > T/2)."""
    kl: arb | None = None
    """KL of the laws of the actions."""


Step = Callable[[Play], Fraction]
"""The right side of the first line of (B.2)."""


def printed_step(play: Play) -> Fraction:
    """T/2 (P(N_1 <= T/2) gap_a + P'(N_1 > T/2) (mu'_a - mu*))."""
    return play.horizon * HALF * (play.idle * play.gap + play.busy * play.gain)


def repaired_step(play: Play) -> Fraction:
    """T/2 (P(N_a > T/2) gap_a + P'(N_a <= T/2) (mu'_a - mu*))."""
    return play.horizon * HALF * (play.often * play.gap + play.rare * play.gain)


def one_look(nu: Sequence[Fraction], top: Fraction, keep: Fraction, horizon: int) -> Play:
    """Arm 3 first; then, with probability `keep`, arm 3 for ever after a 1 and arm 2 after a 0.

    The reward is seen through randomised response of odds keep : 1 - keep, so the policy is
    log(keep/(1-keep))-View DP. The means of nu' are those of nu with `top` for arm 3.
    """
    later, gaps = horizon - 1, (nu[0] - nu[1], nu[0] - nu[2])
    stays, returns = (keep * mean + (1 - keep) * (1 - mean) for mean in (nu[2], top))
    reg = gaps[1] + later * (stays * gaps[1] + (1 - stays) * gaps[0])
    second = later * (1 - returns) * (top - nu[1])
    name = f"arm 3 once, then for ever arm 2 after a 0 and arm 3 after a 1, odds {keep}:{1 - keep}"
    gain, none, one = top - nu[0], Fraction(0), Fraction(1)
    kl = None if {stays, returns} & {none, one} else kl_ball(stays, returns)
    return Play(name, horizon, gaps[1], gain, reg + second, stays, 1 - returns, one, none, kl)


def half_of_the_rounds(horizon: int) -> Play:
    """Arm a in just more than half of the rounds, then arm 1, whatever the rewards are."""
    gap, gain, much = HALF, Fraction(1, 2000), horizon // 2 + 1
    left = much * gap + (horizon - much) * gain
    one, none = Fraction(1), Fraction(0)
    return Play("fixed rounds", horizon, gap, gain, left, one, none, one, none, arb(0))


def random_plays(number: int, seed: int) -> list[Play]:
    """Random policies with K = T = 3 on Bernoulli arms, by exact enumeration."""
    source, rounds, result = random.Random(seed), 3, []
    for index in range(number):
        kernel = random_kernel(source, rounds, arms=3)
        means = tuple(Fraction(w, 24) for w in sorted(source.sample(range(1, 16), 3), reverse=True))
        arm, moved = source.choice((1, 2)), list(means)
        moved[arm] = means[0] + Fraction(source.randint(1, 8), 24)
        first, second = (action_law(history_law(kernel, m, rounds)) for m in (means, moved))
        left = regret(first, means) + regret(second, moved)
        often, rare = (
            1 - probability(first, arm, rounds * HALF),
            probability(second, arm, rounds * HALF),
        )
        idle, busy = probability(first, 0, rounds * HALF), 1 - probability(second, 0, rounds * HALF)
        gap, gain = means[0] - means[arm], moved[arm] - means[0]
        kl = kl_divergence(first, second)
        result.append(Play(f"random {index}", rounds, gap, gain, left, often, rare, idle, busy, kl))
    return result


NU = (Fraction(1, 2), Fraction(49, 100), Fraction(0))


@checks("thesis.thm4.16.proof", subjects={"step": (printed_step, repaired_step)})
@mutant("sharper: twice the step", step=lambda play: 2 * repaired_step(play))
@mutant("sharper: one per cent more", step=lambda play: repaired_step(play) * Fraction("1.01"))
@mutant("sharper: 43/100 in place of 1/4", last=Fraction(43, 100))
@mutant("T in place of T/2 at the end", last=HALF)
def markov_step(step: Step, last: Fraction = Fraction(1, 4), proof: Proof = WRITTEN) -> Verdict:
    """Three arms with gaps 0, 1/100, 1/2 at T = 1000; tight and random policies."""
    sides, random_ones = Sides(), random_plays(11, 416)
    # here the inequality of Bretagnolle and Huber is nearly as tight as two points allow
    close = (Fraction(17, 40), Fraction(17, 40), Fraction(1, 4))
    looks = [one_look(NU, Fraction(1), k, 1000) for k in (Fraction(99, 100), Fraction(1), HALF)]
    plays = [*looks, half_of_the_rounds(1001), one_look(close, Fraction(3, 5), Fraction(1), 10**4)]
    agrees = action_law(history_law(kernel_of(Fraction(99, 100)), NU, 3))
    short = one_look(NU, NU[2], Fraction(99, 100), 3)
    part = Fraction(2) * (short.rare * (NU[2] - NU[1]))
    need(regret(agrees, NU) == short.left - part, "The policy differs")
    for play in [*plays, *random_ones]:
        right = step(play)
        case: dict[str, Any] = {"T": play.horizon, "gap_a": play.gap, "mu'_a - mu*": play.gain}
        if play in looks:
            case["means"] = NU
        sides.at_most(
            right,
            play.left,
            "On the event {N_1 <= T/2} the policy may play another nearly optimal arm: the regret "
            "is then about T times the smallest gap, and arm 1 need not be the best one. For "
            "consistent policies the slip costs a constant factor inside a logarithm, and the "
            "theorem stands.",
            **{"policy": play.name, "right side": right, "left side": play.left, **case},
        )
        if play.kl is not None:
            with working_precision(128):
                least = (-play.kl).exp() * ball(last * play.horizon * min(play.gap, play.gain))
                finding = "The last inequality fails."
                require(least <= ball(right), finding, policy=play.name, least=least, **case)
    return proof.verdict(
        instances=f"{len(random_ones)} random policies with K = T = 3, exact; the policy of "
        "the counterexample at T = 1000; one with N_a just above T/2; one for the last inequality.",
        sharpness=sides.sharpness,
    )


def kernel_of(keep: Fraction) -> Kernel:
    """The policy with one look as a kernel, to compare it with its enumeration."""

    def always(arm: int) -> tuple[Fraction, ...]:
        return tuple(Fraction(int(other == arm)) for other in range(3))

    def kernel(seen: Sequence[tuple[int, int]]) -> tuple[Fraction, ...]:
        if len(seen) != 1:
            return always(seen[1][0] if seen else 2)
        zero = Fraction(0)
        return (zero, 1 - keep, keep) if seen[0][1] else (zero, keep, 1 - keep)

    return kernel
