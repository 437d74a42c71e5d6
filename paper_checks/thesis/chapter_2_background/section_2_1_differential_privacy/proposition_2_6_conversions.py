"""Claims about the relations between the notions of privacy: Proposition 2.6."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.finite_pairs import coin, kl_divergence, renyi
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

from .gaussian_profile import gaussian_delta

Rho = Callable[[arb], arb]
Eps = Callable[[arb, arb], arb]


def half_square(eps: arb) -> arb:
    """rho = eps^2 / 2."""
    return eps**2 / 2


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


def _pure_fault(rho: Rho) -> str | None:
    """Randomised response, the extreme eps-DP pair, against rho, by two formulas."""
    for ratio, order in product(ODDS, ORDERS):
        one, other = coin(ratio, 0), coin(ratio, 1)
        eps = ball(ratio).log()
        value, again = renyi(one, other, order), _cosh_form(eps, order)
        if not value.overlaps(again):
            return f"Two formulas disagree at e^eps = {ratio}, alpha = {order}."
        if value > ball(order) * rho(eps):
            return (
                f"Randomised response with e^eps = {ratio} has D_{order} = "
                f"{value.str(10, radius=False)}, more than {order} rho with rho = "
                f"{rho(eps).str(10, radius=False)}."
            )
    return None


def _tail_fault(eps_of: Eps) -> str | None:
    """The exact delta of the Gaussian mechanism with D_alpha = alpha rho, and the best order."""
    for rho, delta in product(RHOS, DELTAS):
        budget, log_delta = ball(rho), -ball(delta).log()
        eps = eps_of(budget, log_delta)
        found = gaussian_delta(eps, (2 * budget).sqrt())
        if not found <= ball(delta):
            return (
                f"The Gaussian mechanism of rho = {rho} has delta = {found.str(8, radius=False)} "
                f"at eps = {eps.str(8, radius=False)}, more than {delta}."
            )
    return None


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
def relations(rho: Rho = half_square, eps_of: Eps = chernoff_eps) -> Verdict:
    """The extreme pure pair against rho; the Gaussian pair and Chernoff's bound against delta."""
    with working_precision(256):
        fault = _pure_fault(rho) or _tail_fault(eps_of)
        if fault:
            return fails(Grade.CERTIFIED, "A conversion promises too much.", witness=fault)
        for r, delta in product(RHOS, DELTAS):
            # at the order alpha = (eps + rho) / (2 rho) Markov's inequality gives exactly delta
            log_delta = -ball(delta).log()
            eps = eps_of(ball(r), log_delta)
            order = (eps + ball(r)) / (2 * ball(r))
            exponent = (order - 1) * (order * ball(r) - eps)
            if not exponent.overlaps(-log_delta):
                return fails(
                    Grade.CERTIFIED,
                    "Markov's inequality does not give this eps.",
                    witness=f"rho = {r}, delta = {delta}: e^{exponent.str(8)}.",
                )
        values = {
            f"rho of randomised response, eps = {e}": tight_rho(arb(e)).str(8, radius=False)
            for e in (1, 3)
        }
        for ratio in ODDS:
            mean = kl_divergence(coin(ratio, 0), coin(ratio, 1))
            if not (mean.overlaps(tight_rho(ball(ratio).log())) and mean < rho(ball(ratio).log())):
                return fails(
                    Grade.CERTIFIED, "The limit at order 1 is above rho.", witness=f"odds {ratio}"
                )
    return holds(
        Grade.CERTIFIED,
        "Randomised response is the extreme eps-DP pair by convexity, and its D_alpha stays below "
        "alpha eps^2 / 2; its exact rho is eps tanh(eps/2). The second part is Markov's inequality "
        "at the best order. 'Any delta > 0' means delta < 1: beyond, the root is of a negative "
        "number (D19).",
        numbers=values,
        covered="Randomised response at 6 odds and 7 orders by two formulas; the exact delta of "
        "the Gaussian mechanism at 5 values of rho and of delta; Markov's identity there.",
        not_covered="Other parameters: log cosh u - u^2/2 decreases in u > 0, which gives all eps "
        "and alpha; Markov's identity is the same for all rho and delta.",
    )
