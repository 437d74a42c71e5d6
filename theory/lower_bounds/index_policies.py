"""What index policies reach: UCB without privacy, and those with a private index.

AdaP-UCB and AdaP-KLUCB under pure DP at a horizon: level by level, for coins; in closed form, with
the best beta > 3; and without the gaps. Privacy-Utility Trade-offs in Sequential Decision-Making
under Uncertainty, Theorems 5.3, 5.4, C.4 and C.7, with the constants that correct proofs give.

AdaC-UCB under zCDP, also with the best beta > 3 for each bound. Concentrated Differential Privacy
for Bandits, Theorems 10 and 11, with the constants that their proofs give.

A horizon T is a ball, gaps are those of suboptimal arms, and k is how many these are.
"""

from collections.abc import Callable
from fractions import Fraction
from math import floor, log10
from typing import NamedTuple
from flint import arb
from banditproof.theory.balls import ball, enclose, working_precision
from banditproof.theory.bound_words import Privacy
from banditproof.theory.certified_forms import certify
from banditproof.theory.concentration.episode_levels import Index, episodic_pulls
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.number_text import number_text
from .bound import Found
from .consistent_policies import private
from .request import Request, once, times

FIGURES = 3
"""How many digits of beta - 3 are kept."""
LARGEST_HORIZON, LEAST_BUDGET, MOST_GAPS = 10**9, Fraction(1, 50), 6
"""Beyond them (the last one is of different gaps) the level-by-level bounds are left out, as they
take seconds."""


class Gaps(NamedTuple):
    """The gaps of the suboptimal arms, their sum, and the sum of their inverses."""

    each: tuple[Fraction, ...]
    sums: Fraction
    inverses: Fraction


@once
def gaps_of(request: Request) -> Gaps:
    """The gaps of an instance."""
    gaps = tuple(request.bandit.gaps[a] for a in request.bandit.suboptimal_arms)
    return Gaps(gaps, sum(gaps, Fraction(0)), sum((1 / gap for gap in gaps), Fraction(0)))


def ucb_coefficient(request: Request) -> Enclosure:
    """2 sum 1/gap, of log T."""
    return enclose(lambda: ball(2 * gaps_of(request).inverses), request.digits)


def ucb(request: Request) -> Enclosure:
    """3 sum gap + 16 log(T) sum 1/gap."""
    gaps = gaps_of(request)
    return enclose(
        lambda: ball(3 * gaps.sums) + 16 * ball(gaps.inverses) * _log(request), request.digits
    )


def ucb_gap_free(request: Request) -> Enclosure:
    """8 sqrt(T K log T) + 3 sum gap."""
    sums, most = gaps_of(request).sums, request.time * request.arms
    return enclose(lambda: 8 * (ball(most) * _log(request)).sqrt() + ball(3 * sums), request.digits)


def dp_klucb(request: Request) -> Enclosure:
    """The lower bound of private policies times the batch ratio, of log T."""
    return times(private(request), lambda: ball(request.batch_ratio), request.digits)


def adac_ucb(request: Request) -> Found:
    """sum_a (8 beta log T/gap + 8 sqrt(beta log T/rho) + gap (beta-2)/(beta-3))."""
    gaps = gaps_of(request)
    with working_precision(64):
        root = _adac_root(request)
        beta = best_beta(
            gaps.sums,
            lambda beta: ball(8 * gaps.inverses) * _log(request) + root / ball(beta).sqrt(),
        )
    return _tuned(
        request,
        beta,
        lambda: ball(8 * beta * gaps.inverses) * _log(request) + _adac_private(request, beta),
    )


def adac_ucb_gap_free(request: Request) -> Found:
    """2 sqrt(2 beta K T log T) + 8 k sqrt(beta log T/rho) + (beta-2)/(beta-3) sum gap."""
    with working_precision(64):
        free = (ball(2 * request.arms * request.time) * _log(request)).sqrt()
        slope = free + _adac_root(request)
        beta = best_beta(gaps_of(request).sums, lambda beta: slope / ball(beta).sqrt())
    return _tuned(request, beta, lambda: _gap_free(request, beta) + _adac_private(request, beta))


def adap_ucb(request: Request) -> Found:
    """sum_a beta log(T) v^2/(2 gap) and the last term, v = p + sqrt(p^2 + 8 q gap/eps).

    p = 1 + 1/sqrt(beta) and q = 1 + 1/beta.
    """
    eps, gaps, beta = request.budget(Privacy.PURE), gaps_of(request), _adap_beta(request)

    def value() -> arb:
        p, q = 1 + 1 / ball(beta).sqrt(), ball(1 + 1 / beta)
        widths = (p + (p**2 + 8 * q * ball(gap / eps)).sqrt() for gap in gaps.each)
        terms = (
            ball(beta / (2 * gap)) * v**2 * _log(request)
            for gap, v in zip(gaps.each, widths, strict=True)
        )
        return sum(terms, _last(gaps, beta))

    return _tuned(request, beta, value)


def adap_klucb(request: Request) -> Found:
    """sum_a max{8 beta/gap, 8 (1 + beta)/eps sqrt(beta)/(sqrt(beta) - 1)} log T and the last term.

    It comes from the midpoint of the two means, by Pinsker's inequality.
    """
    eps, gaps, beta = request.budget(Privacy.PURE), gaps_of(request), _adap_beta(request)

    def value() -> arb:
        root = ball(beta).sqrt()
        noisy = 8 * ball((1 + beta) / eps) * root / (root - 1)
        terms = (
            (ball(8 * beta / gap) if ball(8 * beta / gap) > noisy else noisy) * _log(request)
            for gap in gaps.each
        )
        return sum(terms, _last(gaps, beta))

    return _tuned(request, beta, value)


def adap_ucb_gap_free(request: Request) -> Found:
    """2 sqrt(2 beta K T log T) + 16 k beta log(T)/eps + 3 beta/(beta - 3) sum gap."""
    eps, gaps, beta = request.budget(Privacy.PURE), gaps_of(request), _adap_gap_free_beta(request)

    def value() -> arb:
        noisy = ball(16 * len(gaps.each) * beta / eps) * _log(request)
        return _gap_free(request, beta) + noisy + ball(3 * beta / (beta - 3) * gaps.sums)

    return _tuned(request, beta, value)


def adap_klucb_gap_free(request: Request) -> Found:
    """The same with 8 k (1 + beta)/eps sqrt(beta)/(sqrt(beta) - 1) log T in the middle."""
    eps, gaps, beta = request.budget(Privacy.PURE), gaps_of(request), _adap_gap_free_beta(request)

    def value() -> arb:
        root = ball(beta).sqrt()
        noisy = 8 * ball(len(gaps.each) * (1 + beta) / eps) * root / (root - 1)
        last = ball(3 * beta / (beta - 3) * gaps.sums)
        return _gap_free(request, beta) + noisy * _log(request) + last

    return _tuned(request, beta, value)


def adap_ucb_levels(request: Request) -> Found:
    """The sum of gap times the bound of the pulls, by exact tails of the index of AdaP-UCB."""
    return _levels(request, "adap-ucb")


def adap_klucb_levels(request: Request) -> Found:
    """The same for the index of AdaP-KLUCB."""
    return _levels(request, "adap-klucb")


def levels_are_quick(request: Request) -> bool:
    """Whether the exact tails take less than seconds."""
    few = len(set(gaps_of(request).each)) <= MOST_GAPS
    return few and request.time <= LARGEST_HORIZON and request.budget(Privacy.PURE) >= LEAST_BUDGET


def best_beta(sums: Fraction, slope: Callable[[Fraction], arb]) -> Fraction:
    """beta > 3 where a bound with the last term sums/(beta-3) and this slope is least, or near it.

    (beta-3)^2 = sums/slope(beta), iterated from beta = 3 and rounded; any beta > 3 is allowed.

    >>> best_beta(Fraction(1), lambda beta: ball(400))
    Fraction(61, 20)
    """
    beta = Fraction(3)
    for _ in range(4):
        if not sums:
            return beta + 1
        more = Enclosure.of((ball(sums) / slope(beta)).sqrt()).upper
        beta = 3 + _rounded(more)
    return beta


def _rounded(number: Fraction) -> Fraction:
    """A positive number to a few figures."""
    shift = floor(log10(number.numerator) - log10(number.denominator)) - FIGURES + 1
    scale = Fraction(10) ** shift
    return round(number / scale) * scale


def _log(request: Request) -> arb:
    return ball(request.time).log()


def _gap_free(request: Request, beta: Fraction) -> arb:
    """2 sqrt(2 beta K T log T)."""
    return 2 * (ball(2 * beta * request.arms * request.time) * _log(request)).sqrt()


def _adac_root(request: Request) -> arb:
    """4 k sqrt(log T/rho): how fast the private part of AdaC-UCB grows with sqrt(beta)."""
    count, rho = len(gaps_of(request).each), request.budget(Privacy.ZCDP)
    return 4 * count * (_log(request) / ball(rho)).sqrt()


def _adac_private(request: Request, beta: Fraction) -> arb:
    """8 k sqrt(beta log T/rho) + (beta-2)/(beta-3) sum gap."""
    gaps, rho = gaps_of(request), request.budget(Privacy.ZCDP)
    last = ball((beta - 2) / (beta - 3) * gaps.sums)
    return 8 * len(gaps.each) * (ball(beta / rho) * _log(request)).sqrt() + last


def _adap_beta(request: Request) -> Fraction:
    """The best beta for a bound of sum_a (8/gap + 16/eps) log T, near that of AdaP-UCB."""
    eps, gaps = request.budget(Privacy.PURE), gaps_of(request)
    with working_precision(64):
        steep = ball(8 * gaps.inverses + 16 * len(gaps.each) / eps) * _log(request)
        return best_beta(3 * gaps.sums / 2, lambda beta: steep)


def _adap_gap_free_beta(request: Request) -> Fraction:
    """The best beta for the bound without the gaps."""
    eps, gaps = request.budget(Privacy.PURE), gaps_of(request)
    with working_precision(64):
        flat = ball(16 * len(gaps.each) / eps) * _log(request)
        root = (ball(2 * request.arms * request.time) * _log(request)).sqrt()
        return best_beta(9 * gaps.sums, lambda beta: root / ball(beta).sqrt() + flat)


def _last(gaps: Gaps, beta: Fraction) -> arb:
    """(3 + 3/(2 (beta - 3))) sum gap: the rounds in which the best arm's index is too low."""
    return ball(gaps.sums * (3 + Fraction(3, 2) / (beta - 3)))


def _levels(request: Request, index: Index) -> Found:
    """The sum over the suboptimal arms of the gap times the bound of the pulls."""
    bandit, digits, beta = request.bandit, request.digits, _adap_beta(request)
    best = max(bandit.exact_means)
    means = [bandit.exact_means[arm] for arm in bandit.suboptimal_arms]
    low = high = Fraction(0)
    for mean in dict.fromkeys(means):
        given = (mean, best, int(request.time), beta, request.budget(Privacy.PURE))
        pulls = certify(episodic_pulls, index, *given, digits=digits)
        times = (best - mean) * means.count(mean)
        low, high = low + times * pulls.lower, high + times * pulls.upper
    return Found(Enclosure(low, high), words={"beta": number_text(beta)})


def _tuned(request: Request, beta: Fraction, value: Callable[[], arb]) -> Found:
    """The number of a formula at a beta, which the note names."""
    return Found(enclose(value, request.digits), words={"beta": number_text(beta)})
