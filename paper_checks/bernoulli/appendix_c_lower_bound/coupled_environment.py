"""Exact laws of a small private policy in the coupled environment of the proof of Theorem 3.1.

Two arms, binary rewards. The policy sees every reward through randomised response, keep : flip =
e^eps, and is any deterministic function of its actions and of these private bits; so it is exactly
eps-DP with a rational e^eps, and all probabilities are rationals (integers over a common scale).
"""

import random
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from banditproof.theory.concentration.binomial_laplace import binomial_law
from banditproof.theory.transport.maximal_coupling import bernoulli_coupling

Bits = tuple[int, ...]
Choice = Callable[[Bits, Bits], int]
"""The next arm, 0 or 1, from the actions and the private bits so far."""
Counts = tuple[int, int, int]
"""Pulls of arm 2, disagreements of r and r', ones of r' on arm 2."""


def greedy(actions: Bits, bits: Bits) -> int:
    """Each arm once, then the larger mean of private bits; ties to arm 1."""
    if len(actions) < 2:
        return len(actions)
    pulls = [actions.count(0), actions.count(1)]
    ones = [sum(b for a, b in zip(actions, bits, strict=True) if a == arm) for arm in (0, 1)]
    return int(ones[1] * pulls[0] > ones[0] * pulls[1])


def insisting(actions: Bits, bits: Bits) -> int:
    """Arm 2 until it observes a zero, then only arm 1: as sensitive to rewards as can be."""
    return int(all(bits))


def drawn(seed: int) -> Choice:
    """A random deterministic policy: every history is given an arm once and for all."""
    source, table = random.Random(seed), dict[tuple[Bits, Bits], int]()

    def choose(actions: Bits, bits: Bits) -> int:
        return table.setdefault((actions, bits), source.randrange(2))

    return choose


@dataclass(frozen=True)
class ResponsePolicy:
    """A policy on randomised responses: keep is the probability that a bit is reported truly."""

    horizon: int
    keep: Fraction
    choose: Choice = greedy

    @property
    def ratio(self) -> Fraction:
        """e^eps of the randomised response."""
        return self.keep / (1 - self.keep)

    @cached_property
    def views(self) -> Mapping[Bits, Mapping[Bits, int]]:
        """View DP's law: for each action sequence and reward list, V_r(a) times the scale."""
        keep, flip = self.keep.numerator, self.keep.denominator - self.keep.numerator
        table: dict[Bits, dict[Bits, int]] = {}
        for bits in product((0, 1), repeat=self.horizon - 1):  # the last one comes too late
            actions: Bits = ()
            for t in range(self.horizon):
                actions = (*actions, self.choose(actions, bits[:t]))
            row = table.setdefault(actions, defaultdict(int))
            for rewards in product((0, 1), repeat=self.horizon):
                same = sum(r == b for r, b in zip(rewards, bits, strict=False))
                row[rewards] += keep**same * flip ** (self.horizon - 1 - same)
        return table

    @property
    def scale(self) -> int:
        """The common denominator of `views`."""
        return int(self.keep.denominator ** (self.horizon - 1))

    def violation(self, ratio: Fraction) -> str:
        """A pair of neighbouring reward lists on which the law exceeds the ratio; or nothing."""
        for actions, row in self.views.items():
            for rewards, weight in row.items():
                for t in range(self.horizon):
                    other = (*rewards[:t], 1 - rewards[t], *rewards[t + 1 :])
                    if weight > ratio * row[other]:
                        return f"actions {actions}, rewards {rewards} and {other}"
        return ""

    def coupled(self, best: Fraction, mu: Fraction, other: Fraction) -> dict[Counts, Fraction]:
        """The law of (N_2, dham, ones of r' on arm 2) in the coupled environment gamma."""
        arms = (bernoulli_coupling(best, best), bernoulli_coupling(mu, other))
        law: dict[Counts, Fraction] = defaultdict(Fraction)
        for actions, row in self.views.items():
            alive: dict[tuple[Bits, int, int], Fraction] = {((), 0, 0): Fraction(1)}
            for arm in actions:
                grown: dict[tuple[Bits, int, int], Fraction] = defaultdict(Fraction)
                for (rewards, dham, ones), mass in alive.items():
                    for r, other_r in product((0, 1), repeat=2):
                        if step := arms[arm][r][other_r]:
                            key = ((*rewards, r), dham + (r != other_r), ones + arm * other_r)
                            grown[key] += mass * step
                alive = grown
            for (rewards, dham, ones), mass in alive.items():
                law[sum(actions), dham, ones] += mass * row[rewards] / self.scale
        return dict(law)

    def pulls(self, best: Fraction, mu: Fraction) -> list[Fraction]:
        """The law of N_2(T) at means (best, mu)."""
        law = [Fraction(0)] * (self.horizon + 1)
        for (pulls, _, _), mass in self.coupled(best, mu, mu).items():
            law[pulls] += mass
        return law


def likelihood_ratio(other: Fraction, better: Fraction, pulls: int, ones: int) -> Fraction:
    """dP'/dP'' of so many rewards of arm 2, of which some are ones; exact."""
    return (other / better) ** ones * ((1 - other) / (1 - better)) ** (pulls - ones)


def binomial_exceeds(n: int, rate: Fraction, limit: Fraction) -> Fraction:
    """Pr[Bin(n, rate) > limit], exact."""
    return sum((p for k, p in enumerate(binomial_law(n, rate)) if k > limit), Fraction(0))
