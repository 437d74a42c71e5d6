"""Claims about AdaC-UCB: its index (5.4), and its privacy, Theorem 5.5."""

from collections.abc import Callable
from fractions import Fraction
from banditproof.algorithms import AdaCUCB, AdaCUCBPrinted
from banditproof.algorithms.policy import Pull
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, require
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian

BUDGETS = tuple(map(Fraction, ("1/10", "1", "9/2")))


@checks("thesis.alg.adacucb.first")
@mutant("one sample", policy=AdaCUCB)
@mutant("sharper: a fifth", share=Fraction(1, 5))
def first_mean(
    policy: Callable[..., AdaCUCB] = AdaCUCBPrinted,
    share: Fraction = Fraction(1, 4),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The steps, and the noise of the library's policy."""
    for rho in BUDGETS:
        made = policy(arms=2, rho=rho, ties="first")
        noise = made.mechanism(made.start(), Pull(0, 1))
        need(isinstance(noise, Gaussian), "The noise is not normal.")
        spent = exact(noise.loss(1).rho) if isinstance(noise, Gaussian) else Fraction(0)
        require(spent == share * rho, "It spends another part.", rho=rho, spent=spent)
    return proof.verdict()


@checks("thesis.alg.adacucb.limit")
@mutant("a width of n", width=lambda n, rho: Fraction(1) / n + 1 / (rho * n**2))
def without_privacy(
    width: Callable[[int, Fraction], Fraction] = lambda n, rho: (
        Fraction(1, 2 * n) + 1 / (rho * n**2)
    ),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The steps, and the square of the library's bonus."""
    for n, rho in ((2, Fraction(1)), (8, Fraction(10**6))):
        made = AdaCUCB(arms=2, rho=rho, beta=1, ties="first")
        phases = n.bit_length() + 1  # the first pull, and then 1, 2, 4, ... up to n
        need(made.samples(phases) == n, "Another number of samples", n=made.samples(phases))
        gap = abs(made.width(phases) - float(width(n, rho)))
        require(gap < 1e-12, "The policy has another bonus.", n=n, rho=rho)
    return proof.verdict()
