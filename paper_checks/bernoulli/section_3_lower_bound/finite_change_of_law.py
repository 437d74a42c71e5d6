"""The double change of environment for rewards with finitely many values: the general form (9).

Two arms. The policy sees every reward through randomised response on the values, so it is exactly
eps-DP with a rational e^eps. With P the law of arm 2, Q any law in between, P' the law of arm 2 in
the alternative, and any n, h >= 0 and w:

    Pr[N_2 <= n] <= e^{eps h + w} Pr'[N_2 <= n] + Pr[Bin(n, TV(P, Q)) > h]
                    + Pr[max over m <= n of the sum of log(dQ/dP') of m draws of Q > w].

This is the inequality behind Theorem 3.1, and neither Q nor P' needs a mean in a given place.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, product
from math import prod
from operator import mul
from typing import Any
from banditproof.theory.transport.maximal_coupling import total_variation
from ..appendix_c_lower_bound.coupled_environment import Choice, binomial_exceeds

HORIZON = 5
Law = tuple[Fraction, ...]
Instance = tuple[Law, Law, Law, Law]
"""The law of arm 1, then P, Q and P'."""
Letters = tuple[int, ...]
Certificate = Callable[[Fraction, int, Fraction, Fraction, Fraction, Fraction], Fraction]


def right_side(
    ratio: Fraction, h: int, limit: Fraction, few: Fraction, moved: Fraction, walked: Fraction
) -> Fraction:
    """The right side with ratio = e^eps, limit = e^w, few = Pr'[N_2 <= n], and the other terms."""
    return ratio**h * limit * few + moved + walked


def instance(texts: Sequence[str]) -> Instance:
    """Four laws from their probabilities as text."""
    first, p, q, other = (tuple(map(Fraction, text.split())) for text in texts)
    return first, p, q, other


THREE_VALUES = tuple(
    instance(("1/4 1/2 1/4", *texts))
    for texts in (
        ("1/2 3/10 1/5", "1/5 3/10 1/2", "1/10 1/5 7/10"),
        ("9998/10000 1/10000 1/10000", "1/10000 1/10000 9998/10000", "1/20000 1/10000 19997/20000"),
        ("1/2 1/4 1/4", "1/2 1/4 1/4", "1/10 1/5 7/10"),
        ("194/1000 24/1000 782/1000", "1/100 1/4 37/50", "10/1000 367/1000 623/1000"),
    )
)
"""The second needs nearly all of e^{eps h}, the third of e^w."""


def reported_law(law: Law, keep: Fraction) -> Law:
    """Randomised response: the true letter with probability keep, else one of the others."""
    return tuple(keep * p + (1 - keep) / (len(law) - 1) * (1 - p) for p in law)


def few_pulls(choose: Choice, keep: Fraction, first: Law, second: Law) -> list[Fraction]:
    """Pr[N_2 <= n] for n = 0, ..., HORIZON when the arms have the two laws."""
    laws = (reported_law(first, keep), reported_law(second, keep))
    mass = [Fraction(0)] * (HORIZON + 1)
    for answers in product(range(len(first)), repeat=HORIZON):
        actions: Letters = ()
        for t in range(HORIZON):
            actions = (*actions, choose(actions, answers[:t]))
        letters = (laws[arm][letter] for arm, letter in zip(actions, answers, strict=True))
        mass[sum(actions)] += prod(letters, start=Fraction(1))
    return list(accumulate(mass))


def walk_exceeds(n: int, between: Law, other: Law, limit: Fraction) -> Fraction:
    """Pr[max over m <= n of dQ/dP' of m letters > limit] for n independent letters of law Q."""
    total = Fraction(0)
    for letters in product(range(len(between)), repeat=n):
        ratios = (between[letter] / other[letter] for letter in letters)
        if max(accumulate(ratios, mul, initial=Fraction(1))) > limit:
            total += prod((between[letter] for letter in letters), start=Fraction(1))
    return total


def comparisons(
    policies: Sequence[tuple[Choice, Fraction, Fraction]],
    instances: Sequence[Instance],
    limits: Sequence[Fraction],
    certificate: Certificate = right_side,
) -> Iterator[tuple[Fraction, Fraction, dict[str, Any]]]:
    """Both sides of the inequality, exact, and the case, for policies (choice, keep, e^eps)."""
    for first, p, q, other in instances:
        walks = {
            (n, limit): walk_exceeds(n, q, other, limit) for n in range(HORIZON) for limit in limits
        }
        for choose, keep, ratio in policies:
            left, few = (few_pulls(choose, keep, first, law) for law in (p, other))
            for (n, limit), walked in walks.items():
                for h in (0, 1, 2):
                    moved = binomial_exceeds(n, total_variation(p, q), Fraction(h))
                    right = certificate(ratio, h, limit, few[n], moved, walked)
                    case = {"P": p, "Q": q, "P'": other, "n": n, "h": h, "e^w": limit}
                    yield left[n], right, case
