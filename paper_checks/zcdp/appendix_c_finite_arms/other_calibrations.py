"""Claims about C-E: AdaC-UCB with the noise of approximate and of Renyi privacy."""

from collections.abc import Callable
from fractions import Fraction
from flint import arb
from banditproof.algorithms import AdaRUCB
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import below, need, require, require_or_repair
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.mechanisms import Gaussian
from banditproof.verify.transcript_rho import transcript_rho

Variance = Callable[[arb, arb], arb]


def printed_variance(eps: arb, delta: arb) -> arb:
    """(2/eps^2) log(1.25/delta)."""
    return 2 / eps**2 * (ball(Fraction(5, 4)) / delta).log()


CASES = ((1, Fraction(1, 10**5)), (2, Fraction(1, 100)), (3, Fraction(1, 10)))


@checks("zcdp.cE.approximate", subjects={"large": (Fraction(10), None)})
@mutant("an eps in the range", "print", large=Fraction(3))
@mutant(
    "sharper: a third of the variance", variance=lambda eps, delta: printed_variance(eps, delta) / 3
)
def noise_of_approximate_privacy(
    large: Fraction | None, variance: Variance = printed_variance, proof: Proof = WRITTEN
) -> Verdict:
    """The exact delta of the mean of one reward, by the formula and by the library."""
    sides = Sides()
    with working_precision(128):
        for eps, delta in CASES:
            spent = _delta(ball(eps), variance(ball(eps), ball(delta)))
            sides.at_most(spent, ball(delta), "Too little noise.", eps=eps, delta=delta)
        if large is not None:
            delta = Fraction(1, 10**5)
            b = variance(ball(large), ball(delta))
            spent, most = _delta(ball(large), b), Enclosure.of(b).upper
            library = Gaussian(sigma_squared=most.limit_denominator(10**9) + Fraction(1, 10**8))
            again = library.delta(large)
            same = abs(float(again) - float(spent)) < 1e-9
            need(same, "The library has another delta", library=again)
            finding = "The factor is too small for a large eps: the exact delta is larger."
            require_or_repair(
                below(spent, ball(delta)), finding, eps=large, delta=delta, exact_delta=spent
            )
    return proof.verdict(sharpness=sides.sharpness)


def _delta(eps: arb, variance: arb) -> arb:
    """Phi(m/2 - eps/m) - e^eps Phi(-m/2 - eps/m), m = 1/sqrt(variance)."""
    m, root = 1 / variance.sqrt(), arb(2).sqrt()
    return ((eps / m - m / 2) / root).erfc() / 2 - eps.exp() * ((eps / m + m / 2) / root).erfc() / 2


@checks("zcdp.cE.renyi")
@mutant("sharper: 0.99 of the loss", share=Fraction(99, 100))
def noise_of_renyi_privacy(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """rho = eps/alpha; the exact loss of the releases of a play."""
    sides = Sides()
    for order, eps in ((Fraction(2), Fraction(1)), (Fraction(8), Fraction(1, 10))):
        spent = transcript_rho(AdaRUCB(2, alpha=order, eps=eps), horizon=30, plays=1)
        require(spent != float("inf"), "Some releases cancel all noise.")
        sides.at_most(order * spent, share * eps, "D_alpha is larger.", alpha=order, eps=eps)
    return proof.verdict(sharpness=sides.sharpness)
