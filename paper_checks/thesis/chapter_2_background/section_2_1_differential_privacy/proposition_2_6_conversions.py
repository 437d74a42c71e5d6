"""Claims about the relations between the notions of privacy: Proposition 2.6."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_pairs import coin, kl_divergence, renyi
from banditproof.paper_checks.verdicts.vocabulary import below, need, require
from banditproof.paper_checks.verdicts.witness import shown
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from .certified_crossing import crossing
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
RHOS = tuple(map(Fraction, ("1/1000", "1/50", "1/2", "1", "10", "1000000")))
DIGITS = (1, 3, 6, 10, 50, 5000)
"""delta = 10^-k."""


def _require_pure(rho: Rho, sides: Sides) -> None:
    """Randomised response, the extreme eps-DP pair, against rho, by two formulas."""
    for odds in ODDS:
        first, second, eps = coin(odds, 0), coin(odds, 1), ball(odds).log()
        for order in ORDERS:
            value = renyi(first, second, order)
            again = value.overlaps(_cosh_form(eps, order))
            need(again, "Two formulas disagree", odds=odds, order=order)
            finding = "Randomised response has D_alpha above alpha rho."
            sides.at_most(value, ball(order) * rho(eps), finding, odds=odds, alpha=order)
        mean = kl_divergence(first, second)
        require(mean.overlaps(tight_rho(eps)), "The limit at order 1 differs.", odds=odds)
        require(below(mean, rho(eps)), "The limit at order 1 is not below rho.", odds=odds)


def _require_eps(eps_of: Eps, sides: Sides) -> None:
    """The smallest eps of the Gaussian mechanism, which has D_alpha = alpha rho, at each delta."""
    for rho, digits in product(RHOS, DIGITS):
        delta, budget, log_delta = ball(Fraction(1, 10**digits)), ball(rho), digits * arb(10).log()
        eps, shift = eps_of(budget, log_delta), (2 * budget).sqrt()
        excess = partial(_left_over, delta, shift)
        top = Enclosure.of(chernoff_eps(budget, log_delta)).upper
        needed = ball(crossing(excess, 0, top, 50).lower)
        finding = "The Gaussian mechanism needs a larger eps."
        sides.at_most(needed, eps, finding, rho=rho, delta=f"1e-{digits}")


def _left_over(delta: arb, shift: arb, eps: Fraction) -> arb:
    """What the Gaussian mechanism leaves of delta at eps; it grows with eps."""
    return delta - gaussian_delta(ball(eps), shift)


@checks("thesis.prop2.6")
@mutant("a quarter for a half", rho=lambda eps: eps**2 / 4)
@mutant("the 2 is lost", eps_of=lambda rho, log_delta: rho + (rho * log_delta).sqrt())
@mutant("rho is lost", eps_of=lambda rho, log_delta: 2 * (rho * log_delta).sqrt())
@mutant("sharper: 0.99 eps^2 / 2", rho=lambda eps: eps**2 * 99 / 200)
@mutant("sharper: 0.99 of the root", eps_of=lambda rho, log: rho + (rho * log).sqrt() * 198 / 100)
@mutant(
    "sharper: 0.99 rho beside the root", eps_of=lambda rho, log: chernoff_eps(rho, log) - rho / 100
)
def relations(
    rho: Rho = lambda eps: eps**2 / 2, eps_of: Eps = chernoff_eps, proof: Proof = WRITTEN
) -> Verdict:
    """The extreme pure pair and Gaussian noise against the bounds."""
    sides = Sides()
    with working_precision(256):
        _require_pure(rho, sides)
        _require_eps(eps_of, sides)
        values = {f"rho of randomised response, eps = {e}": tight_rho(arb(e)) for e in (1, 3)}
    return proof.verdict(
        numbers={name: shown(value) for name, value in values.items()}, sharpness=sides.sharpness
    )
