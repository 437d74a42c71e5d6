"""Proof D.6: how fast the printed prefactor of Lemma D.3 grows along a schedule."""

from collections.abc import Callable
from fractions import Fraction
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.along import Along, prover_shows
from banditproof.paper_checks.verdicts.vocabulary import points, require, require_or_repair, showing
from banditproof.theory import Enclosure, certify, kl
from banditproof.theory.concentration.uniform_chernoff import printed_log_constant

Growth = Callable[[int], tuple[int, int]]
"""The k-th pair (m, n_m) of a schedule with m = o(n_m)."""


def slow_schedule(k: int) -> tuple[int, int]:
    """n_m = m max(1, floor(log2 log2 m)) at m = 2^(2^k): n_m = k m."""
    return 1 << (1 << k), k * (1 << (1 << k))


def square_schedule(k: int) -> tuple[int, int]:
    """n_m = m^2 at m = 2^(2^k)."""
    return 1 << (1 << k), 1 << (2 << k)


def _logarithm(x: Fraction | int) -> Enclosure:
    """log x for x >= 1."""
    return certify(kl, 1, 1 / Fraction(x), digits=120)


def above_every_rate() -> Along:
    """log A / n on the slow schedule, n = k m, from (m + 1) log(1 + (m + 1) n) >= m log(m n)."""
    return prover_shows(
        "m/(k*m)*log(m*(k*m)) >= 2*log(m)/k",
        "m in [2, inf), k in [1, inf)",
        "log A(n)/n at n = k m is at least 2 log(m)/k, and at m = 2^(2^k) this is 2^(k+1) "
        "log(2)/k, which is above every a",
        also=(("exp(k*log(2))/k >= k/3", "k in [1, inf)"),),
    )


@checks("bern.corD.5.proof", subjects={"growth": (slow_schedule, square_schedule)})
@mutant("sharper: half the last term", last=Fraction(1, 2))
@mutant("sharper: 99 % of the last term", last=Fraction(99, 100))
def printed_prefactor_growth(growth: Growth, last: Fraction = Fraction(1)) -> Verdict:
    """log A(n_m) / n_m >= (m+1) log(n_m) / n_m, which may diverge although m / n_m -> 0.

    On the slow schedule A >= (m n)^m = 2^(m (2^(k+1) + log2 k)), so the ratio is at least
    2^(k+1) log 2 / k for every k. The repaired bound is A <= (n log(1/mu) + 2) e (...)^(m+1).
    """
    log_two, sides, ratios = _logarithm(2), Sides(), []
    for k in range(2, 9):
        m, n = growth(k)
        value = certify(printed_log_constant, m, n, "1/2", 1, digits=120)
        # log(1/mu) = log 2 < 0.6931471806
        limit = 1 + _logarithm(n * Fraction(6931471806, 10**10) + 2)
        limit += last * (m + 1) * _logarithm(1 + (m + 1) * n)
        sides.at_most(value, limit, "log A is above its bound.", m=m, n=n)
        ratios.append(value / n)
    steps = zip(range(2, 9), ratios, strict=True)
    grows = all(r * k >= (2 << k) * log_two * (1 - Fraction(1, 10**9)) for k, r in steps)
    with showing(above_every_rate):
        require_or_repair(
            not grows,
            "The hypothesis m = o(n_m) holds and log A(n_m) / n_m is unbounded, so no A_a exists "
            "for "
            "any a; the step needs m log n_m = o(n_m).",
            n="m max(1, floor(log2 log2 m))", m="2^(2^k)", mean="1/2", eps=1,
            ratio="at least 2^(k+1) log 2 / k for every k", at_k_8=f"{float(ratios[-1]):.2f}",
        )  # fmt: skip
    require(ratios[-1] <= Fraction(1, 10**6), "The ratio does not fall to 0.", ratio=ratios[-1])
    return points(sharpness=sides.sharpness)
