"""The bounds of related work that Section 1 quotes."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdicts.vocabulary import points, proved, require
from banditproof.theory import Enclosure, certify, d_eps, kl
from banditproof.theory.balls import ball, working_precision

bernoulli_kl: Callable[[Fraction, Fraction], Enclosure] = partial(certify, kl)
Order = Callable[[Fraction, Fraction], Fraction]
"""The order of the regret of an arm over log T, from its gap and eps."""
SMALL = tuple(Fraction(1, 10**k) for k in (1, 2, 4, 6))
LEAST = Fraction(158198, 100000)
"""Above 1/(1 - 1/e) = 1.58197..., the constant of bern.derived.klgap."""


def _cases() -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """(mu_a, mu_star, eps): small gaps in the middle, small budgets, and large ones."""
    for gap in SMALL:
        for eps in (*SMALL, Fraction(3)):
            yield Fraction(1, 2) - gap / 2, Fraction(1, 2) + gap / 2, eps


def _means() -> Iterator[tuple[Fraction, Fraction]]:
    for low, high in (("1/2", "3/4"), ("1/10", "4/5"), ("7/10", "3/4"), ("1/100", "1/50")):
        yield Fraction(low), Fraction(high)


def _require_above_the_lower_bound(order: Order) -> None:
    """gap/d_eps <= 1.582 times the order: an upper bound cannot be below the lower one."""
    for x, y, eps in _cases():
        lower, upper = (y - x) / certify(d_eps, x, y, eps), LEAST * order(y - x, eps)
        finding = "The upper bound is below the lower bound."
        require(lower <= upper, finding, mu_a=x, mu_star=y, eps=eps, lower=lower, upper=upper)


@checks("bern.sec1.best_known")
@mutant("the gap alone", order=lambda gap, eps: 1 / gap)
@mutant("eps alone", order=lambda gap, eps: 1 / eps)
@mutant("sharper: the maximum of both", order=lambda gap, eps: 1 / max(gap, eps))
def best_known(
    order: Order = lambda gap, eps: 1 / min(gap, eps), proof: Proof = WRITTEN
) -> Verdict:
    """AdaP-UCB has it, and it is never below 1/1.582 of the lower bound of Theorem 3.1."""
    _require_above_the_lower_bound(order)
    return proof.verdict()


@checks("bern.sec1.dpse")
@mutant("a constant", extra=lambda gap, eps: Fraction(10))
def additional_regret(extra: Order = lambda gap, eps: 1 / eps, proof: Proof = WRITTEN) -> Verdict:
    """The steps; with the non-private 1/gap the total is not below the lower bound."""
    _require_above_the_lower_bound(lambda gap, eps: 1 / gap + extra(gap, eps))
    return proof.verdict()


@checks("bern.sec1.adapklucb")
@mutant("gap squared for kl", divergence=lambda x, y: Enclosure.of((y - x) ** 2 / 4))
@mutant("sharper: 2 % less than 1.582", constant=LEAST * Fraction(98, 100))
def order_of_adap_klucb(
    divergence: Callable[[Fraction, Fraction], Enclosure] = bernoulli_kl,
    constant: Fraction = LEAST,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The steps; gap/min{kl, eps gap} is between gap/d_eps and 1.582 times it."""
    corner = (Fraction(0), Fraction(1, 10**8), Fraction(1))  # where 1.582 is nearly reached
    for x, y, eps in (*_cases(), corner):
        least = Enclosure.min(divergence(x, y), eps * (y - x))
        case: dict[str, Any] = {"mu_a": x, "mu_star": y, "eps": eps}
        value = certify(d_eps, x, y, eps)
        require(least.hi >= value.lo, "The order is above the lower bound.", **case)
        require(least <= constant * value, "The order is not that of d_eps.", **case)
    return proof.verdict()


def older(x: Fraction, y: Fraction, eps: Fraction) -> Enclosure:
    """gap/min(d_a, 6 eps t_a) of a Bernoulli arm: d_a = kl, t_a = gap."""
    return (y - x) / Enclosure.min(certify(kl, x, y), 6 * eps * (y - x))


@checks("bern.sec1.omega")
@mutant("seven times as large", bound=lambda x, y, eps: 7 * older(x, y, eps))
@mutant("sharper: 1 % more", bound=lambda x, y, eps: older(x, y, eps) * Fraction(101, 100))
def older_lower_bound(
    bound: Callable[[Fraction, Fraction, Fraction], Enclosure] = older, proof: Proof = WRITTEN
) -> Verdict:
    """The steps; for Bernoulli arms with mu_star < 1 it is below Theorem 3.1."""
    for x, y, eps in (*_cases(), (Fraction(1, 4), Fraction(3, 4), Fraction(9, 4))):
        mine, theirs = (y - x) / certify(d_eps, x, y, eps), bound(x, y, eps)
        within = theirs.lo <= mine.hi
        require(within, "It is above Theorem 3.1.", mu_a=x, mu_star=y, eps=eps, bound=theirs)
    return proof.verdict()


@checks("bern.sec1.gap_squared")
@mutant("sharper: kl at least 2.02 gap^2", least=Fraction(202, 100))
@mutant("sharper: ratio above 2 log2(1/delta)", rate=1)
def gap_squared(least: Fraction = Fraction(2), rate: int = 0) -> Verdict:
    """kl >= 2 gap^2; kl(1/2, 1 - delta) = log(1/(4 delta (1 - delta)))/2 is unbounded."""
    import sympy as sp

    delta = sp.symbols("delta", positive=True)
    half = sp.Rational(1, 2)
    extreme = half * sp.log(half / (1 - delta)) + half * sp.log(half / delta)
    form = -sp.log(4 * delta * (1 - delta)) / 2
    require_zero(extreme=sp.expand_log(extreme - form, force=True))
    require(sp.limit(form, delta, 0) == sp.oo, "kl(1/2, q) is bounded as q tends to 1.")
    sides = Sides()
    for x, y in ((Fraction(499, 1000), Fraction(501, 1000)), *_means()):
        gap = y - x
        sides.at_most(least * gap**2, certify(kl, x, y), "kl is below 2 gap^2.", x=x, y=y)
    for n in (1, 3, 6, 12, 24):
        x, y = Fraction(1, 2), 1 - Fraction(1, 10**n)
        with working_precision(256):
            closed = Enclosure.of(-ball(4 * y * (1 - y)).log() / 2)
        same = 0 in certify(kl, x, y) - closed
        require(same, "kl(1/2, q) is not the closed form.", q=y, closed_form=closed)
        ratio = certify(kl, x, y) / (y - x) ** 2
        finding = "kl is not above 3 n gap^2."
        require(ratio >= (7 if rate else 3) * n, finding, x=x, y=y, ratio=ratio)
    return points(sharpness=sides.sharpness)


@checks("bern.sec1.recovers")
@mutant("sharper: at most 99 % of the sum", share=Fraction(99, 100))
@mutant("sharper: at least 51 % of the sum", half=Fraction(51, 100))
@mutant("sharper: at least 1/5 of the upper bound", sixth=Fraction(1, 5))
def recovers(
    share: Fraction = Fraction(1), half: Fraction = Fraction(1, 2), sixth: Fraction = Fraction(1, 6)
) -> Verdict:
    """gap/min(gap^2, 6 eps gap) = max(1/gap, 1/(6 eps)), between half the sum and the sum.

    With M = max(a, b) and m = min(a, b): a + b - M = m and 2 M - (a + b) = M - m are not negative,
    and 1/min(gap, eps) = max(a, 6 b) is between M and 6 M. Both orders of a and b, symbolically.
    """
    import sympy as sp

    gap, eps, low = sp.symbols("gap epsilon low", positive=True)
    more = sp.symbols("more", nonnegative=True)
    require_zero(first=gap / gap**2 - 1 / gap, second=gap / (6 * eps * gap) - 1 / (6 * eps))
    for a, b, most in ((low, low + more, low + more), (low + more, low, low + more)):
        # a = 1/gap, b = 1/(6 eps), and one of a, 6 b, whose maximum is 1/min(gap, eps), is >= most
        least = a if most == a else 6 * b
        for difference in (a + b - most, 2 * most - a - b, least - most, 6 * most - a, most - b):
            signed = sp.expand(difference).is_nonnegative
            require(bool(signed), "The bounds have different orders.", difference=difference)
    sides = Sides()
    for d in SMALL:
        for budget in (*SMALL, d / 6, Fraction(10**4)):
            total, result = 1 / d + 1 / (6 * budget), max(1 / d, 1 / (6 * budget))
            sides.at_most(result, share * total, "It is above the sum.", gap=d, eps=budget)
            sides.at_most(half * total, result, "It is below half the sum.", gap=d, eps=budget)
            known = 1 / min(d, budget)
            sides.at_most(result, known, "It is above the upper bound.", gap=d, eps=budget)
            sides.at_most(sixth * known, result, "It is far below it.", gap=d, eps=budget)
    return proved(sharpness=sides.sharpness)
