"""The double change of environment for rewards with three values: the general form (9).

Two arms. The policy sees every reward through randomised response on the three values, so it is
exactly eps-DP with a rational e^eps. With P the law of arm 2, Q any law in between, P' the law of
arm 2 in the alternative, and any n, h >= 0 and w:

    Pr[N_2 <= n] <= e^{eps h + w} Pr'[N_2 <= n] + Pr[Bin(n, TV(P, Q)) > h]
                    + Pr[max over m <= n of the sum of log(dQ/dP') of m draws of Q > w].

This is the inequality behind Theorem 3.1, and neither Q nor P' needs a mean in a given place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from banditproof.paper_checks.bernoulli.appendix_c_lower_bound.coupled_environment import (
    binomial_exceeds,
)
from banditproof.theory.transport.maximal_coupling import total_variation

HORIZON = 5
Law = tuple[Fraction, ...]
Letters = tuple[int, ...]
Choice = Callable[[Letters, Letters], int]
"""The next arm, 0 or 1, from the actions and the letters told so far."""


def _law(text: str) -> Law:
    return tuple(map(Fraction, text.split()))


OTHER_ARM = _law("1/4 1/2 1/4")
INSTANCES = tuple(
    tuple(map(_law, laws))
    for laws in (
        ("1/2 3/10 1/5", "1/5 3/10 1/2", "1/10 1/5 7/10"),
        ("98/100 1/100 1/100", "1/100 1/100 98/100", "1/200 1/100 197/200"),
        ("1/2 1/4 1/4", "1/2 1/4 1/4", "1/10 1/5 7/10"),
        ("194/1000 24/1000 782/1000", "1/100 1/4 37/50", "10/1000 367/1000 623/1000"),
    )
)
"""(P, Q, P'); the second needs nearly all of e^{eps h}, the third of e^w."""


def insisting(actions: Letters, told: Letters) -> int:
    """Arm 2 until it is told a 0, then arm 1 for ever."""
    return int(all(told))


def greedy(actions: Letters, told: Letters) -> int:
    """Each arm once, then the larger mean of what was told; ties to arm 1."""
    if len(actions) < 2:
        return len(actions)
    sums = [sum(r for a, r in zip(actions, told, strict=True) if a == arm) for arm in (0, 1)]
    return int(sums[1] * actions.count(0) > sums[0] * actions.count(1))


def told_law(law: Law, keep: Fraction) -> Law:
    """Randomised response: the true letter with probability keep, else one of the other two."""
    return tuple(keep * p + (1 - keep) / 2 * (1 - p) for p in law)


def few_pulls(choose: Choice, keep: Fraction, second: Law) -> list[Fraction]:
    """Pr[N_2 <= n] for n = 0, ..., HORIZON when the arms have the laws OTHER_ARM and `second`."""
    laws = (told_law(OTHER_ARM, keep), told_law(second, keep))
    mass = [Fraction(0)] * (HORIZON + 1)
    alive: dict[tuple[Letters, Letters], Fraction] = {((), ()): Fraction(1)}
    for _ in range(HORIZON):
        grown: dict[tuple[Letters, Letters], Fraction] = {}
        for (actions, told), p in alive.items():
            arm = choose(actions, told)
            for letter, chance in enumerate(laws[arm]):
                key = ((*actions, arm), (*told, letter))
                grown[key] = grown.get(key, Fraction(0)) + p * chance
        alive = grown
    for (actions, _), p in alive.items():
        mass[sum(actions)] += p
    return [sum(mass[: n + 1], Fraction(0)) for n in range(HORIZON + 1)]


def walk_exceeds(n: int, between: Law, other: Law, limit: Fraction) -> Fraction:
    """Pr[max over m <= n of dQ/dP' of m letters > limit] for n independent letters of law Q."""
    total = Fraction(0)
    for letters in product(range(3), repeat=n):
        ratio = highest = Fraction(1)
        for letter in letters:
            ratio *= between[letter] / other[letter]
            highest = max(highest, ratio)
        if highest > limit:
            total += prod((between[letter] for letter in letters), start=Fraction(1))
    return total


def violated(
    policies: Sequence[tuple[Choice, Fraction]], privacy: int, likelihood: int
) -> tuple[str, int]:
    """A case in which the inequality fails ('' if none), and the number of cases, all exact.

    `privacy` and `likelihood` are the powers of the factors e^{eps h} and e^w, both 1 when right.
    """
    cases = 0
    for p, q, other in INSTANCES:
        for choose, keep in policies:
            ratio = 2 * keep / (1 - keep)  # e^eps
            left, right = few_pulls(choose, keep, p), few_pulls(choose, keep, other)
            for n in range(HORIZON):
                for limit in (Fraction(1), Fraction(5)):
                    walked = walk_exceeds(n, q, other, limit)
                    for h in (0, 1, 2):
                        moved = binomial_exceeds(n, total_variation(p, q), Fraction(h))
                        factor = ratio ** (h * privacy) * limit**likelihood
                        cases += 1
                        if left[n] > factor * right[n] + moved + walked:
                            return f"P = {p}, Q = {q}, P' = {other}, n = {n}, h = {h}.", cases
    return "", cases
