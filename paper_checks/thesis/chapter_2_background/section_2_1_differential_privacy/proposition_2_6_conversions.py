"""Claims about the relations between the notions of privacy: Proposition 2.6."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.finite_pairs import coin, kl_divergence, renyi
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import at_most, below, need, points, require, shown
from banditproof.theory.balls import ball, working_precision

from .gaussian_profile import gaussian_delta

Rho = Callable[[arb], arb]
Eps = Callable[[arb, arb], arb]


def tight_rho(eps: arb) -> arb:
    """rho = eps tanh(eps/2), the smallest one of randomised response."""
    return eps * (eps / 2).tanh()


def chernoff_eps(rho: arb, log_delta: arb) -> arb:
    """eps = rho + 2 sqrt(rho log(1/delta))."""
    return rho + 2 * (rho * log_delta).sqrt()


def _cosh_form(eps: arb, order: Fraction) -> arb:
    """D_alpha of randomised response: log(cosh((alpha - 1/2) eps) / cosh(eps/2)) / (alpha - 1)."""
    top = ((ball(order) - ball(Fraction(1, 2))) * eps).cosh()
    return (top / (eps / 2).cosh()).log() / ball(order - 1)


ODDS = tuple(map(Fraction, ("1.001", "1.2", "2", "5", "20", "1000")))
ORDERS = tuple(map(Fraction, ("1.0001", "1.01", "1.5", "2", "3", "10", "300")))
RHOS = tuple(map(Fraction, ("1/1000", "1/50", "1/2", "1", "10")))
DELTAS = tuple(Fraction(1, 10**k) for k in (1, 3, 6, 10, 50))


def _require_pure(rho: Rho) -> None:
    """Randomised response, the extreme eps-DP pair, against rho, by two formulas."""
    for odds in ODDS:
        one, other, eps = coin(odds, 0), coin(odds, 1), ball(odds).log()
        for order in ORDERS:
            value = renyi(one, other, order)
            again = value.overlaps(_cosh_form(eps, order))
            need(again, "Two formulas disagree", odds=odds, order=order)
            small = at_most(value, ball(order) * rho(eps))
            finding = "Randomised response has D_alpha above alpha rho."
            require(small, finding, odds=odds, alpha=order, D_alpha=value, rho=rho(eps))
        mean = kl_divergence(one, other)
        require(mean.overlaps(tight_rho(eps)), "The limit at order 1 is another.", odds=odds)
        require(below(mean, rho(eps)), "The limit at order 1 is not below rho.", odds=odds)


def _require_tail(eps_of: Eps) -> None:
    """The exact delta of the Gaussian mechanism with D_alpha = alpha rho, and the best order."""
    for rho, delta in product(RHOS, DELTAS):
        budget, log_delta = ball(rho), -ball(delta).log()
        eps = eps_of(budget, log_delta)
        found = gaussian_delta(eps, (2 * budget).sqrt())
        finding = "The Gaussian mechanism needs a larger delta."
        require(at_most(found, ball(delta)), finding, rho=rho, delta=delta, eps=eps, needed=found)
        # at the order alpha = (eps + rho) / (2 rho) Markov's inequality gives exactly delta
        order = (eps + budget) / (2 * budget)
        exponent = (order - 1) * (order * budget - eps)
        finding = "Markov's inequality does not give this eps."
        require(exponent.overlaps(-log_delta), finding, rho=rho, delta=delta, eps=eps)


@claim(
    "thesis.prop2.6",
    r"$\epsilon$-DP implies $\frac12\epsilon^2$-zCDP. $\rho$-zCDP implies "
    r"$(\rho+2\sqrt{\rho\log(1/\delta)},\delta)$-DP for any $\delta>0$.",
    recorded="holds",
    doubts=("D19",),
    mutants={
        "a quarter for a half": {"rho": lambda eps: eps**2 / 4},
        "the 2 is lost": {"eps_of": lambda rho, log_delta: rho + (rho * log_delta).sqrt()},
        "rho is lost": {"eps_of": lambda rho, log_delta: 2 * (rho * log_delta).sqrt()},
    },
)
def relations(rho: Rho = lambda eps: eps**2 / 2, eps_of: Eps = chernoff_eps) -> Verdict:
    """The extreme pure pair against rho; the Gaussian pair and Chernoff's bound against delta."""
    with working_precision(256):
        _require_pure(rho)
        _require_tail(eps_of)
        values = {f"rho of randomised response, eps = {e}": tight_rho(arb(e)) for e in (1, 3)}
    return points(
        "Randomised response is the extreme eps-DP pair by convexity, and its D_alpha stays below "
        "alpha eps^2 / 2; its exact rho is eps tanh(eps/2). The second part is Markov's inequality "
        "at the best order. 'Any delta > 0' means delta < 1, where the root is real.",
        numbers={name: shown(value) for name, value in values.items()},
        covered="Randomised response at 6 odds and 7 orders by two formulas; the exact delta of "
        "the Gaussian mechanism at 5 values of rho and of delta; Markov's identity there.",
        not_covered="Other parameters: log cosh u - u^2/2 decreases in u > 0, which gives all eps "
        "and alpha; Markov's identity is the same for all rho and delta.",
    )
