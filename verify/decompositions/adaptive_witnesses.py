"""Small policies that let a mismatch decide what is played next; their numbers are computed.

Under the second environment the informative arm pays 0, so a reward of 1 is a mismatch, and a
policy that plays on after a 1 makes mismatches come together. That is what Theorem 4.14 of the
thesis leaves out (Theorem 8 of Concentrated Differential Privacy for Bandits).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from banditproof.theory.exact import Number, exact, exact_probability
from banditproof.theory.mechanisms import DiscreteGaussian
from banditproof.verify.definitions.finite_machine import Finite
from banditproof.verify.definitions.finite_policy import FinitePolicy, History
from banditproof.verify.definitions.witness_policies import (
    probe,
    randomised_response,
    repeated_responses,
)
from .visible_laws import Environment, kernel_of

ZERO, ONE = Fraction(0), Fraction(1)
QUIET = (ONE, ZERO)
"""An arm that always pays 0."""


@dataclass(frozen=True)
class Situation:
    """A policy and the two environments between which its actions are compared."""

    policy: Finite
    one: Environment
    two: Environment

    @property
    def kernel(self) -> FinitePolicy:
        """The kernel with the policy's law in every environment: the policy itself if it is one."""
        return kernel_of(self.policy)


def informative(policy: Finite, arm: int, mean: Number) -> Situation:
    """One arm pays Ber(mean) against Ber(0); all other arms pay 0 in both environments."""
    p = exact_probability("mean", mean)
    quiet = (QUIET,) * policy.arms
    return Situation(policy, (*quiet[:arm], (1 - p, p), *quiet[arm + 1 :]), quiet)


def stays_after_a_one(factor: Number | None = None) -> Situation:
    """T = 2: arm 0 first, and again iff it paid 1; by randomised response if a factor is given.

    Arm 0 is Ber(1/2) against Ber(0), arm 1 is Ber(1/2) in both. Over both rounds E[d^2] = 5/4
    without noise, and Theorem 4.14's formula gives 1.

    >>> from .coupled_environment import mismatch_moments
    >>> noisy = stays_after_a_one(2)
    >>> found = mismatch_moments(noisy.policy, noisy.one, noisy.two, rounds=2)
    >>> found.distance_square, found.printed
    (Fraction(13, 12), Fraction(1, 1))
    """
    stay = ONE if factor is None else randomised_response(factor)[0]

    def rule(history: History) -> Sequence[Fraction]:
        if not history:
            return ONE, ZERO
        return (stay, 1 - stay) if history[0][1] == 1 else (1 - stay, stay)

    half = (Fraction(1, 2), Fraction(1, 2))
    return Situation(FinitePolicy.from_rule(2, 2, rule), (half, half), (QUIET, half))


def counts_and_tells(
    weight: Number = Fraction(1, 10**13), stay: Number = "0.98", mean: Number = "0.3"
) -> Situation:
    """T = 3, K = 4: two rounds on arm 3 if the first paid 1, then a noisy count of its ones.

    a_1 = 3. a_2 = 3 with probability `stay` after r_1 = 1 and 1 - stay after r_1 = 0, otherwise
    a_2 = 0. a_3 = j in {0, 1, 2} with probability proportional to weight^((i - j)^2), where i is
    the number of ones seen under the label 3. Arm 3 is Ber(mean) against Ber(0).

    >>> counts_and_tells("0.5").policy.kernel[(3, 1), (0, 0)][:3]
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    """
    w, on = exact_probability("weight", weight), exact_probability("stay", stay)
    if not w:
        raise ValueError("The weight is 0; give a positive one, or nothing is private.")

    def rule(history: History) -> Sequence[Fraction]:
        if not history:
            return ZERO, ZERO, ZERO, ONE
        if len(history) == 1:
            again = on if history[0][1] == 1 else 1 - on
            return 1 - again, ZERO, ZERO, again
        count = sum(reward == 1 for label, reward in history if label == 3)
        weights = [w ** ((count - j) ** 2) for j in range(3)]
        return (*(x / sum(weights) for x in weights), ZERO)

    return informative(FinitePolicy.from_rule(4, 3, rule), 3, mean)


def clipped_noise(first: Number, second: Number, digits: int = 40) -> Situation:
    """T = 3, K = 4: discrete Gaussian noise, clipped; arm 0 is Ber(1/2) against Ber(0).

    a_1 = 0. Z_1 = clip(r_1 + N(first), 0, 1), and a_2 = 0 if Z_1 = 1, else a_2 = 1. Then
    Z_2 = clip(r_1 + 1{q_2 = 0} r_2 + N(second), 0, 2) and a_3 = 1 + Z_2, where q_2 is the label of
    round 2 and Pr[N(rho) = z] is proportional to e^(-rho z^2). It is (first + second)-zCDP. The
    probabilities are rounded to so many digits, and the kernel is what is then exact. Concentrated
    Differential Privacy for Bandits, Theorem 8 (counterexample of the catalogue).
    """
    go = _clipped(exact(first), 1, digits)
    tell = _clipped(exact(second), 2, digits)

    def rule(history: History) -> Sequence[Fraction]:
        if not history:
            return ONE, ZERO, ZERO, ZERO
        if len(history) == 1:
            stop, more = go[int(history[0][1])]
            return more, stop, ZERO, ZERO
        (_, left), (label, right) = history
        return ZERO, *tell[int(left) + (int(right) if label == 0 else 0)]

    return informative(FinitePolicy.from_rule(4, 3, rule), 0, Fraction(1, 2))


def _clipped(rho: Fraction, top: int, digits: int) -> tuple[tuple[Fraction, ...], ...]:
    """For each count 0, ..., top the law of clip(count + N, 0, top)."""
    noise = DiscreteGaussian(sigma_squared=1 / (2 * rho))

    def beyond(steps: int) -> Fraction:
        """Pr[N >= steps] for steps >= 1, rounded."""
        return Fraction(noise.tail(steps - 1, digits).mid) / 2

    def row(count: int) -> tuple[Fraction, ...]:
        masses = [Fraction(noise.mass(j - count, digits).mid) for j in range(top + 1)]
        for end in (0, top):
            if count != end:
                masses[end] = beyond(abs(end - count))
        masses[count] = 1 - (sum(masses, ZERO) - masses[count])
        return tuple(masses)

    return tuple(row(count) for count in range(top + 1))


def rare_probe(probability: Number = "0.1", factor: Number = 3) -> Situation:
    """T = 2, K = 4: arm 1, played rarely, is Ber(1) against Ber(0), and only it is answered.

    The policy is `probe`, a kernel; the machine with the same law is `with_own_actions` of it.
    """
    return informative(probe(probability, factor), 1, 1)


def one_response(factor: Number, mean: Number = 1) -> Situation:
    """T = 2: arm 0, Ber(mean) against Ber(0), is answered by randomised response of this ratio."""
    return informative(repeated_responses(factor, 2), 0, mean)
