"""Which of two arms scores more, decided in balls: the scores of phased index policies, exactly.

A score depends on the time and on one arm, and grows with its released sum k out of n pulls. With x
= [k/n]_0^1 and L = log(t), DP-KLUCB, its form with normal noise and AdaP-KLUCB are compared by
-log(1 - q) of their index q. Logarithms of integers above 1 are transcendental, so that equal
scores of these policies come from equal n and k, from clipping, or from the index 1 alone, as far
as is known: these ties are decided by whole numbers, and any other pair that the largest precision
leaves open is no tie.
"""

from __future__ import annotations
import math
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any
import flint
from flint import arb, fmpq
from banditproof.algorithms.regret.adac_ucb import EpisodicUCB
from banditproof.algorithms.regret.adap_klucb import AdaPKLUCB
from banditproof.algorithms.regret.adap_ucb import AdaPUCB
from banditproof.algorithms.regret.dp_klucb import DPKLUCB
from banditproof.algorithms.regret.follow_the_leader import FollowTheLeader
from banditproof.algorithms.regret.kl_ucb import KLUCB, AsymptoticKLUCB
from banditproof.algorithms.regret.ucb import UCB, AsymptoticUCB, FixedConfidenceUCB
from banditproof.algorithms.regret.zcdp_klucb import ZCDPKLUCB
from banditproof.theory.balls import MoreBits, at_growing_precision, ball, working_precision
from banditproof.theory.confidence_bounds import kl_ucb_log_complement
from banditproof.theory.exact import exact
from banditproof.theory.noisy_mean_bounds import noisy_root

BITS = (96, 256, 1024)
"""The precisions at which two scores are compared, one after the other."""
TOP = "top"
"""The form of a score that is infinite."""
Form = tuple[Any, ...] | str


def at_bits(bits: int) -> AbstractContextManager[None]:
    """The working precision, which is not set again where it is this one."""
    return nullcontext() if flint.ctx.prec == bits else working_precision(bits)


def floor_of(number: Callable[[], arb]) -> int:
    """The largest whole number up to a number that is not one, decided in balls.

    >>> floor_of(lambda: arb(10).log())
    2
    """

    def decided(_: int) -> int:
        whole = number().floor().unique_fmpz()
        if whole is None:
            raise MoreBits
        return int(whole)

    return at_growing_precision(decided, digits=1, bits=64)


def private_divergence(k: int, n: int, j: int, m: int, eps: Fraction) -> arb:
    """d_eps(k/n, j/m) for 0 <= k/n < j/m <= 1, as a ball.

    It is kl where the gap of log-odds is at most eps, else -eps x - log(1 - y + y e^-eps).
    """
    e = (-ball(eps)).exp()
    far, near = e * (j * (n - k)), k * (m - j)  # the odds of y times e^-eps, and those of x
    if not far <= near:
        private = -ball(eps * k / n) - ((m - j + e * j) / m).log()
        if far > near or m == j:
            return private
        return private.union(_kl(k, n, j, m))
    return _kl(k, n, j, m)


def _kl(k: int, n: int, j: int, m: int) -> arb:
    """n kl(k/n, j/m) / n for 0 < j < m."""
    rest = arb(fmpq((n - k) * m, n * (m - j))).log() * (n - k)
    return (rest + (arb(fmpq(k * m, n * j)).log() * k if k else 0)) / n


def divergence_root(x: arb, level: arb, near: float) -> arb:
    """-log(1 - q) at the largest q with kl(x, q) <= level, for a ball x in (0, 1), and a guess.

    kl(x, q) = x log(x / q) + (1 - x) (log(1 - x) + t) grows with t = -log(1 - q) above q = x. Its
    signs at the ends of a small interval prove the root to be inside; Newton steps shrink it.
    """
    fixed = x * x.log() + (1 - x) * (1 - x).log() - level
    least = -(1 - x).log()

    def excess(t: arb) -> arb:
        return fixed - x * (-(-t).expm1()).log() + (1 - x) * t

    guess, reach = arb(near), arb(near) * arb(2) ** (6 - flint.ctx.prec // 2)
    for _ in range(12):
        t = arb(guess.mid())
        low, high = t - reach, t + reach
        # the sign below the root is one where kl grows, to the right of x
        if low > least and excess(low) < 0 and excess(high) > 0:
            return low.union(high)
        slope = (1 - x) - x / t.expm1()
        guess, reach = t - excess(t) / slope, reach * 4
    raise MoreBits


@dataclass(frozen=True)
class OneArm:
    """The score of one arm after some phases, for every released sum of it."""

    form: Callable[[int], Form]
    """What the score depends on: two arms of equal forms have equal scores."""
    ball: Callable[[int], arb]
    """The score, where its form is not the top; raises MoreBits where the balls are too wide."""
    between: tuple[float, float] = (-math.inf, math.inf)
    """Sums below the first number have the form of that number, those above the second have its."""
    computed: dict[tuple[Form, int], arb | None] = field(default_factory=dict)

    def at(self, total: int, bits: int) -> arb | None:
        """The score at a precision; None where that is not enough."""
        key = self.form(total), bits
        if key not in self.computed:
            try:
                with at_bits(bits):
                    self.computed[key] = self.ball(total)
            except MoreBits:
                self.computed[key] = None
        return self.computed[key]


def lead_of_second(first: OneArm, k: int, second: OneArm, j: int) -> int | None:
    """1 if the second arm has the larger score, -1 if the first has, 0 if they tie, or None."""
    forms = first.form(k), second.form(j)
    if forms[0] == forms[1]:
        return 0
    if TOP in forms:
        return 1 if forms[1] == TOP else -1
    for bits in BITS:
        one, two = first.at(k, bits), second.at(j, bits)
        if one is not None and two is not None and (one < two or one > two):
            return 1 if one < two else -1
    return None


def imed_lead(eps: Fraction, n: int, k: int, m: int, j: int) -> int | None:
    """The same for DP-IMED, where the smaller n d_eps(x, [best mean]_0^1) + log(n) wins."""
    if k * m == j * n:
        return (n > m) - (n < m)
    for bits in BITS:
        with at_bits(bits):
            excess = arb(fmpq(n, m)).log()
            if k * m < j * n:
                excess += n * private_divergence(k, n, j, m, eps)
            else:
                excess -= m * private_divergence(j, m, k, n, eps)
            if excess > 0 or excess < 0:
                return 1 if excess > 0 else -1
    return _lead_without_privacy(eps, n, k, m, j)


def _lead_without_privacy(eps: Fraction, n: int, k: int, m: int, j: int) -> int | None:
    """The same where d_eps is kl, or so little below it that no precision tells them apart.

    It is kl where the odds of x are at least e^-eps times those of y, and less where they are not.

    >>> _lead_without_privacy(Fraction(1000), 1, 0, 3, 2), open_imed_lead(1, 0, 3, 2)
    (-1, 0)
    """
    if k * m > j * n:
        found = _lead_without_privacy(eps, m, j, n, k)
        return None if found is None else -found
    open_lead = open_imed_lead(n, k, m, j)
    far, near = (-ball(eps)).exp() * (j * (n - k)), k * (m - j)
    if far <= near:
        return open_lead
    return -1 if far > near and open_lead <= 0 else None


def dp_klucb(policy: DPKLUCB, phases: int, n: int, t: int) -> OneArm:
    """max { q : d_eps(x, q) <= L / n }, which is 1 if and only if L >= eps (n - [k]_0^n)."""
    eps = exact(policy.eps)
    short = floor_of(lambda: arb(t).log() / ball(eps))

    def form(total: int) -> Form:
        k = min(max(total, 0), n)
        return TOP if n - k <= short else (n, k)

    def score(total: int) -> arb:
        k = min(max(total, 0), n)
        level, e, x = arb(t).log() / n, (-ball(eps)).exp(), arb(fmpq(k, n))
        # 1 - q on the private branch, where the odds of q are at least e^eps times those of x
        rest = e * (ball(eps * (n - k) / n) - level).expm1() / (1 - e)
        far, near = e * (1 - rest) * (1 - x), x * rest
        if far > near:
            return -rest.log()
        if not far < near:
            raise MoreBits
        return divergence_root(x, level, kl_ucb_log_complement(k / n, float(level)))

    return OneArm(form, score, (0, max(n - short, 0)))


def zcdp_klucb(policy: ZCDPKLUCB, phases: int, n: int, t: int) -> OneArm:
    """max { q : kl(z, q) + rho n / m (x - z)^2 <= L / n for some z }, m the phases.

    It is 1 if and only if m L >= rho (n - [k]_0^n)^2.
    """
    weight = exact(policy.rho) * n / phases
    short = floor_of(lambda: (arb(t).log() * phases / ball(exact(policy.rho))).sqrt())

    def form(total: int) -> Form:
        k = min(max(total, 0), n)
        return TOP if n - k <= short else (n, k)

    def score(total: int) -> arb:
        k = min(max(total, 0), n)
        return noisy_root(Fraction(k, n), arb(t).log() / n, ball(weight))

    return OneArm(form, score, (0, max(n - short, 0)))


def adap_klucb(policy: AdaPKLUCB, phases: int, n: int, t: int) -> OneArm:
    """max { q : kl([(k + b/eps) / n]_0^1, q) <= b / n } with b = optimism L."""
    eps, optimism = exact(policy.eps), exact(policy.optimism)
    raised = floor_of(lambda: ball(optimism / eps) * arb(t).log())

    def form(total: int) -> Form:
        return TOP if n - total <= raised else (n, max(total, -raised - 1))

    def score(total: int) -> arb:
        bonus = ball(optimism) * arb(t).log()
        if total < -raised:
            return bonus / n
        x, level = (total + bonus / ball(eps)) / n, bonus / n
        if not 0 < x < 1:
            raise MoreBits
        return divergence_root(x, level, kl_ucb_log_complement(float(x), float(level)))

    return OneArm(form, score, (-raised - 1, n - raised))


def adap_ucb(policy: AdaPUCB, phases: int, n: int, t: int) -> OneArm:
    """k/n + sqrt(b / 2n) + b / (eps n) with b = beta L."""
    eps, beta = exact(policy.eps), exact(policy.beta)

    def bonus() -> arb:
        level = ball(beta) * arb(t).log() / n
        return (level / 2).sqrt() + level / ball(eps)

    return _raised(lambda total: (n, total), n, bonus)


def episodic(policy: EpisodicUCB, phases: int, n: int, t: int) -> OneArm:
    """k/n + sqrt(beta (1/(2s) + price/s^2) L), s the samples that the index counts."""
    s, beta = Fraction(policy.samples(phases)), exact(policy.beta)
    width = (1 / (2 * s) + policy.price / s**2) * beta
    return _raised(lambda total: (n, width, total), n, lambda: (ball(width) * arb(t).log()).sqrt())


def open_imed_lead(n: int, k: int, m: int, j: int) -> int:
    """The same for IMED, whose indices n kl(x, best mean) + log(n) are logarithms of fractions.

    >>> open_imed_lead(1, 0, 2, 1), open_imed_lead(1, 0, 1, 1)  # log(2) is the index of both
    (0, 1)
    """
    if k * m > j * n:
        return -open_imed_lead(m, j, n, k)
    first, second = n, m
    if k * m < j * n:
        first *= k**k * m**n * (n - k) ** (n - k)
        second *= n**n * j**k * (m - j) ** (n - k)
    return (first > second) - (first < second)


def open_level(policy: UCB | KLUCB, t: int) -> arb:
    """The logarithm in the index of UCB and of KL-UCB."""
    if isinstance(policy, FixedConfidenceUCB):
        return -ball(exact(policy.delta)).log()
    level = arb(t).log()
    if isinstance(policy, AsymptoticUCB | AsymptoticKLUCB):
        return (1 + t * level**2).log()
    return level


def ucb(policy: UCB, phases: int, n: int, t: int) -> OneArm:
    """k/n + sqrt(exploration L / n), with L = log(t) or another logarithm."""
    if isinstance(policy, FixedConfidenceUCB) and exact(policy.delta) == 1:
        return mean(policy, phases, n, t)
    width = exact(policy.exploration) / n
    return _raised(
        lambda total: (n, total), n, lambda: (ball(width) * open_level(policy, t)).sqrt()
    )


def kl_ucb(policy: KLUCB, phases: int, n: int, t: int) -> OneArm:
    """max { q : kl(k/n, q) <= L / n }."""

    def form(total: int) -> Form:
        return TOP if total == n else (n, total)

    def score(total: int) -> arb:
        level = open_level(policy, t) / n
        if total == 0:
            return level
        near = kl_ucb_log_complement(total / n, float(level))
        return divergence_root(arb(fmpq(total, n)), level, near)

    return OneArm(form, score)


def mean(policy: FollowTheLeader | UCB, phases: int, n: int, t: int) -> OneArm:
    """k/n."""
    return OneArm(lambda total: (Fraction(total, n),), lambda total: arb(fmpq(total, n)))


def _raised(form: Callable[[int], Form], n: int, bonus: Callable[[], arb]) -> OneArm:
    """k/n and a bonus, which is computed once at each precision."""
    known = cache(lambda bits: bonus())
    return OneArm(form, lambda total: known(flint.ctx.prec) + arb(total) / n)
