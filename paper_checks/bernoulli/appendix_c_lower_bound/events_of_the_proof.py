"""The events Omega, L and A of the proof of Theorem 3.1, and the exact cases of its steps.

The slack, alpha in the paper, is s here. The event A is missing in the text; step (e) and (11) fix
it as { sum of log(dP'/dP'') <= (1+s) n_2 kl(mu'_2, mu''_2) }.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import Any, NamedTuple
from banditproof.paper_checks.checking import Sides
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.balls import ball
from banditproof.theory.bernoulli import kl_ball
from .coupled_environment import (
    Bits,
    Choice,
    Counts,
    ResponsePolicy,
    greedy,
    insisting,
    likelihood_ratio,
)

KEEP = Fraction(3, 5)
"""How often a randomised response is true: e^eps = 3/2."""
HORIZON = 6
Means = tuple[Fraction, ...]
"""(mu_1, mu_2, mu'_2, mu''_2)."""
MEANS = [tuple(map(Fraction, text.split())) for text in ("1/2 1/4 2/5 3/4", "3/5 1/10 1/2 7/10")]
EDGES = [tuple(map(Fraction, text.split())) for text in ("1/2 1/4 1/2 1/2", "1/2 1/4 1/4 9/10")]
"""Only the change by privacy (mu'_2 = mu''_2), and only that by likelihood (mu'_2 = mu_2)."""
SIZES, SLACKS = (1, 2, 3, 4), (Fraction(1, 10), Fraction(1, 2))
PATHS = (
    "All paths of 6 rounds of a greedy policy and of those that pull arm 2 first n_2 times, at two "
    "sets of means, n_2 = 1..4, two slacks"
)
Law = dict[Counts, Fraction]


class Case(NamedTuple):
    """A policy with its horizon, the means, n_2 and the slack."""

    policy: ResponsePolicy
    means: Means
    size: int
    slack: Fraction

    @property
    def coupled(self) -> Law:
        """The law of (N_2, dham, ones of r' on arm 2) under gamma."""
        return _coupled(self.policy.choose, self.policy.keep, self.policy.horizon, self.means)

    @property
    def alternative(self) -> list[Fraction]:
        """The law of N_2 under nu''."""
        policy = self.policy
        return list(
            _pulls(policy.choose, policy.keep, policy.horizon, self.means[0], self.means[3])
        )

    @property
    def few(self) -> Fraction:
        """Pr''[N_2 <= n_2]."""
        return sum(self.alternative[: self.size + 1], Fraction(0))

    @property
    def witness(self) -> dict[str, Any]:
        """The case by names."""
        policy = (self.policy.choose, self.policy.ratio)
        return {"policy_and_e^eps": policy, "means": self.means, "n_2": self.size, "s": self.slack}

    def inside(self) -> Fraction:
        """P_gamma(Omega and L and A)."""
        return sum(
            (
                mass
                for counts, mass in self.coupled.items()
                if counts[0] <= self.size
                and not outside_distance(self, counts)
                and not outside_likelihood(self, counts)
            ),
            Fraction(0),
        )


def arm_two_first(n: int, actions: Bits, bits: Bits) -> int:
    """Pull arm 2 exactly n times, first."""
    return int(len(actions) < n)


STUBBORN: dict[int, Choice] = {n: partial(arm_two_first, n) for n in SIZES}
"""Policies for which the bounds of the events are reached."""


@cache
def _coupled(choose: Choice, keep: Fraction, horizon: int, means: Means) -> Law:
    return ResponsePolicy(horizon, keep, choose).coupled(*means[:3])


@cache
def _pulls(
    choose: Choice, keep: Fraction, horizon: int, best: Fraction, mu: Fraction
) -> tuple[Fraction, ...]:
    return tuple(ResponsePolicy(horizon, keep, choose).pulls(best, mu))


def ordinary_cases(keep: Fraction = KEEP, stubborn: bool = False) -> Iterator[Case]:
    """A greedy policy of six rounds (or the stubborn ones) at the ordinary means."""
    for means, size, slack in product(MEANS, SIZES, SLACKS):
        choose = STUBBORN[size] if stubborn else greedy
        yield Case(ResponsePolicy(HORIZON, keep, choose), means, size, slack)


def tight_cases(horizon: int = 3) -> Iterator[Case]:
    """One pull decides: after a zero, the policy leaves arm 2. Nearly nothing is lost in (15).

    First the rewards differ almost surely, and only privacy is paid for; then the responses are
    almost true, and only the likelihood is.
    """
    for text, keep in (
        ("1/2 1/10000 9999/10000 9999/10000", KEEP),
        ("1/2 1/10000 1/10000 1/2", Fraction(9999, 10000)),
    ):
        means = tuple(map(Fraction, text.split()))
        yield Case(ResponsePolicy(horizon, keep, insisting), means, 1, Fraction(1, 500))


def outside_likelihood(case: Case, counts: Counts) -> bool:
    """A^c: the log-likelihood ratio exceeds (1 + s) n_2 kl(mu'_2, mu''_2), as the balls decide."""
    (*_, other, better), (pulls, _, ones) = case.means, counts
    height = ball(likelihood_ratio(other, better, pulls, ones)).log()
    level = ball((1 + case.slack) * case.size) * kl_ball(other, better)
    need(height > level or height <= level, "The balls do not decide the event A.")
    return bool(height > level)


def outside_distance(case: Case, counts: Counts) -> bool:
    """L^c: dham exceeds (1 + s) n_2 TV."""
    return counts[1] > (1 + case.slack) * case.size * (case.means[2] - case.means[1])


def require_rare(
    event: Callable[[Case, Counts], bool], tail: Callable[[Case], Fraction], sides: Sides
) -> None:
    """P(Omega and the event), by enumeration, is at most the tail."""
    for stubborn in (False, True):
        for case in ordinary_cases(stubborn=stubborn):
            left = sum(
                (p for key, p in case.coupled.items() if key[0] <= case.size and event(case, key)),
                Fraction(0),
            )
            sides.at_most(left, tail(case), "The event is likelier than the tail.", **case.witness)
