"""Local privacy of coins: channels, plays through them, and what their regret is at least.

A channel tells a number of each reward. Every private channel is randomised response, which tells
the bit with the probability e^eps/(1 + e^eps), followed by another channel; so a policy that reads
coins through private channels plays like one that sees coins with means closer to 1/2. Numbers are
exact, since e^eps is rational here, except for logarithms and Lambert's W.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.all_private_policies import PrivatePolicies, regret
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory import certify, d_eps, kl
from banditproof.theory.balls import ball, lower, upper, working_precision

HALF = Fraction(1, 2)
GROWTHS = (Fraction(11, 10), Fraction(3, 2), Fraction(4))
"""Values of e^eps."""
Channel = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
"""The probability of each number if the reward is 1, and if it is 0."""
Law = Mapping[tuple[int, ...], Fraction]
Past = tuple[tuple[int, int], ...]
"""The arms that were pulled, each with the number that the channel told."""


def shrinkage(growth: Fraction) -> Fraction:
    """t = (e^eps - 1)/(e^eps + 1), by which randomised response brings means closer to 1/2."""
    return (growth - 1) / (growth + 1)


def truth(growth: Fraction) -> Fraction:
    """The probability with which randomised response tells the bit."""
    return growth / (1 + growth)


def random_channel(source: random.Random, growth: Fraction, pairs: int) -> Channel:
    """A private channel that tells a number of one of some pairs.

    A pair has the probabilities (w, 1) and (1, w) times a weight, where 1 <= w <= e^eps, so that
    both laws have the same sum. In about half of the pairs w is e^eps, the most that is private.
    """
    masses = []
    for _ in range(pairs):
        w = source.choice((growth, 1 + (growth - 1) * Fraction(source.randint(0, 4), 4)))
        weight = Fraction(source.randint(1, 9))
        masses += [(w * weight, weight), (weight, w * weight)]
    total = sum(if_1 for if_1, _ in masses)
    return tuple(a / total for a, _ in masses), tuple(b / total for _, b in masses)


def law_of_number(mean: Fraction, channel: Channel) -> tuple[Fraction, ...]:
    """The law of the number that a channel tells of a coin with a mean."""
    return tuple(mean * u + (1 - mean) * v for u, v in zip(*channel, strict=True))


def second_stage(channel: Channel, p: Fraction) -> Channel:
    """The channel that, after randomised response of truth p, makes the given one: k and h.

    It solves u = p k + (1 - p) h and v = (1 - p) k + p h.
    """
    u, v = channel
    k = tuple((p * a - (1 - p) * b) / (2 * p - 1) for a, b in zip(u, v, strict=True))
    h = tuple((p * b - (1 - p) * a) / (2 * p - 1) for a, b in zip(u, v, strict=True))
    return k, h


def channels(growth: Fraction) -> Iterator[Channel]:
    """Random channels of one budget, and randomised response itself."""
    p = truth(growth)
    yield (p, 1 - p), (1 - p, p)
    source = random.Random(str(growth))
    for pairs in (1, 2):
        for _ in range(10):
            yield random_channel(source, growth, pairs)


@checks("field.local.channel")
@mutant("sharper: 1 % less truth", changed=lambda p: HALF + Fraction(99, 100) * (p - HALF))
@mutant("half of the truth", changed=lambda p: HALF + (p - HALF) / 2)
def every_channel(
    changed: Callable[[Fraction], Fraction] = lambda p: p, proof: Proof = WRITTEN
) -> Verdict:
    """The second stage is a channel, and both stages together tell the law of the whole."""
    for growth in GROWTHS:
        p = changed(truth(growth))
        for channel in channels(growth):
            k, h = second_stage(channel, p)
            case: dict[str, Any] = {"growth": growth, "channel": channel}
            require(min(*k, *h) >= 0, "What stands behind is no channel.", **case)
            require(sum(k) == sum(h) == 1, "What stands behind is no channel.", **case)
            both = law_of_number(p, (k, h)), law_of_number(1 - p, (k, h))
            require(both == channel, "Both together tell another law.", **case)
    return proof.verdict()


class LocalPolicy:
    """A random policy of two arms: for each past the probability of an arm, and a channel."""

    def __init__(self, growth: Fraction, seed: int) -> None:
        self.growth, self.seed = growth, seed

    def choice(self, past: Past) -> tuple[Fraction, Channel]:
        """The probability of arm 1, and the channel through which the reward is read."""
        source = random.Random(f"{self.growth} {self.seed} {past}")
        return Fraction(source.randint(0, 6), 6), random_channel(source, self.growth, 1)


def played(
    policy: LocalPolicy,
    horizon: int,
    means: tuple[Fraction, ...],
    stage: Callable[[Channel], Channel] = lambda channel: channel,
) -> Law:
    """The law of the actions on coins, read through a `stage` of each channel of the policy."""
    law: dict[tuple[int, ...], Fraction] = {}
    pasts: dict[Past, Fraction] = {(): Fraction(1)}
    for _ in range(horizon):
        following: dict[Past, Fraction] = {}
        for past, mass in pasts.items():
            first, channel = policy.choice(past)
            for arm, chance in ((0, 1 - first), (1, first)):
                for number, share in enumerate(law_of_number(means[arm], stage(channel))):
                    if chance * share:
                        following[*past, (arm, number)] = mass * chance * share
        pasts = following
    for past, mass in pasts.items():
        actions = tuple(arm for arm, _ in past)
        law[actions] = law.get(actions, Fraction(0)) + mass
    return law


def mean_regret(law: Law, means: tuple[Fraction, ...]) -> Fraction:
    """The regret of a law of actions."""
    regret_of = regret(means)
    return sum((mass * regret_of(actions) for actions, mass in law.items()), Fraction(0))


@checks("field.local.play")
@mutant("twice the shrinkage", changed=lambda t: t / 2)
@mutant("sharper: 1 % closer to the truth", changed=lambda t: t * Fraction(101, 100))
def played_alike(
    changed: Callable[[Fraction], Fraction] = lambda t: t, proof: Proof = WRITTEN
) -> Verdict:
    """Plays through channels, and plays of coins with shrunk means through the second stages."""
    means = (Fraction(9, 10), Fraction(2, 5))
    for growth, seed, horizon in product(GROWTHS, range(4), (2, 3)):
        policy, t, p = LocalPolicy(growth, seed), changed(shrinkage(growth)), truth(growth)
        coins = tuple(HALF + t * (mean - HALF) for mean in means)
        case: dict[str, Any] = {"growth": growth, "seed": seed, "T": horizon}
        private = played(policy, horizon, means)
        free = played(policy, horizon, coins, partial(second_stage, p=p))
        require(private == free, "The actions have other laws.", **case)
        equal = mean_regret(private, means) == mean_regret(free, coins) / t
        require(equal, "The regrets have another quotient.", **case)
    return proof.verdict()


SIZES = tuple(product(((2, 1), (2, 10**6), (10, 10**4)), GROWTHS))
"""Arms and rounds, each pair with every budget."""


def minimax(arms: int, horizon: int, t: Fraction) -> arb:
    """(K-1) D/(t c) W(c T/(8 (K-1))) with c = -log(1 - 16 D^2)/2, W the function of Lambert."""
    gap = gap_of(arms, horizon, t)
    cost = -(1 - 16 * gap**2).log() / 2
    return (arms - 1) * gap / (ball(t) * cost) * (cost * horizon / (8 * (arms - 1))).lambertw()


def gap_of(arms: int, horizon: int, t: Fraction) -> arb:
    """The gap D between the coins of randomised response."""
    return (arb(1).exp() * ball(Fraction(arms - 1, horizon))).sqrt().min(ball(t / 5))


def least_regret(horizon: int, t: Fraction, gap: Fraction) -> Fraction:
    """The larger regret on two worlds, at the policy of two arms where it is least, over t."""
    policies = PrivatePolicies(horizon, None)
    worlds = ((HALF + gap, HALF), (HALF + gap, HALF + 2 * gap))
    return policies.least_of_largest([policies.mean(w, regret(w)) for w in worlds]) / t


@checks("field.local.minimax")
@mutant("sharper: a thousandth more", times=Fraction(1001, 1000))
@mutant("the gap of global privacy", changed=lambda t: t**2)
def every_local_policy(
    times: Fraction = Fraction(1),
    changed: Callable[[Fraction], Fraction] = lambda t: t,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The root of R = (T D/(8 t)) exp(-c t R/((K-1) D)), and the best policies of few rounds."""
    sides = Sides()
    with working_precision(128):
        for (arms, horizon), growth in SIZES:
            t = shrinkage(growth)
            gap, bound = gap_of(arms, horizon, t), ball(times) * minimax(arms, horizon, changed(t))
            first, second = arb(1) / 2 - 2 * gap, arb(1) / 2 + 2 * gap
            cost = ((1 / (2 * first)).log() + (1 / (2 * second)).log()) / 2
            rate = cost * ball(t) / ((arms - 1) * gap)
            near = [bound * (1 + sign * arb(10) ** -9) for sign in (-1, 1)]
            left, right = (x - horizon * gap / (8 * ball(t)) * (-rate * x).exp() for x in near)
            case: dict[str, Any] = {"K": arms, "T": horizon, "growth": growth}
            require(bool(left < 0 < right), "It is not the root.", **case)
        for horizon, growth in product((1, 2, 3), GROWTHS):
            t = shrinkage(growth)
            found = ball(times) * minimax(2, horizon, changed(t))
            least = least_regret(horizon, t, t / 5)
            sides.at_most(upper(found), least, "A policy pays less.", T=horizon, growth=growth)
    return proof.verdict(sharpness=sides.sharpness)


INSTANCES = tuple(product(((Fraction(9, 10), Fraction(2, 5)), (Fraction(3, 5), HALF)), GROWTHS))
Pair = tuple[Fraction, Fraction]


def shrunk(means: Pair, t: Fraction) -> Pair:
    """The means of coins after randomised response."""
    best, other = means
    return HALF + t * (best - HALF), HALF + t * (other - HALF)


@checks("field.local.gaps")
@mutant("sharper: t less by 0.5 %", seen=lambda means, t: shrunk(means, t * Fraction(995, 1000)))
@mutant("the coins themselves", seen=lambda means, t: means)
def consistent_policies(
    seen: Callable[[Pair, Fraction], Pair] = shrunk, proof: Proof = WRITTEN
) -> Verdict:
    """The divergence of shrunk coins is between Pinsker's bound and chi-square, and below d_eps."""
    for means, growth in INSTANCES:
        best, other = means
        t, gap = shrinkage(growth), best - other
        y, x = seen(means, t)
        case: dict[str, Any] = {"means": means, "growth": growth}
        with working_precision(128):
            found = certify(kl, x, y, digits=20)
            eps = ball(growth).log()
            least, most = 2 * (t * gap) ** 2, (t * gap) ** 2 / (y * (1 - y))
            require(found.lo >= least, "It is below the inequality of Pinsker.", **case)
            require(found.hi <= most, "It is above the chi-square divergence.", **case)
            of_global_privacy = certify(d_eps, other, best, lower(eps), digits=20)
            require(
                found.hi <= of_global_privacy.hi, "Local privacy costs less than global.", **case
            )
    return proof.verdict()
