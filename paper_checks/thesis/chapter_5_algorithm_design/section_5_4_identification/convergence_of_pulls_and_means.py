"""A claim about the convergence that Theorems 5.20 and 5.23 rest on."""

from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import cited, require
from banditproof.theory import GaussianBandit, characteristic_time
from .top_two_without_noise import THREE, TWO, replayed

HALF = Fraction(1, 2)


@checks("thesis.thm5.20.convergence")
@mutant("the shares of another beta", beta=Fraction(1, 4))
@mutant("the shares of the other costs", kinds=("truncated", "kl"))
@mutant("sharper: within 10^-5", near=Fraction(1, 10**5))
def convergence(
    beta: Fraction = HALF,
    kinds: tuple[str, str] = ("kl", "truncated"),
    near: Fraction = Fraction(3, 100),
) -> Verdict:
    """Plays without noise: the shares of pulls at the stop against the optimal ones."""
    worst, delta = Fraction(0), "0.1"
    for means, eps in ((THREE, "0.1"), (TWO, "0.3")):
        for star, kind in enumerate(kinds):
            budget = eps if kind == "truncated" else None
            (pulls, _), *_ = replayed(means, eps, delta, bool(star))
            time = characteristic_time(GaussianBandit(means, HALF), kind, budget, beta)
            wanted = time.certificate(8).allocation
            apart = max(
                abs(Fraction(n, sum(pulls)) - w) for n, w in zip(pulls, wanted, strict=True)
            )
            case: dict[str, Any] = {"means": means, "eps": eps, "pulls": pulls}
            case["AdaP-TT*"] = bool(star)
            require(apart <= near, "The shares are others.", **case, apart=float(apart))
            worst = max(worst, apart)
    return cited(
        "Without noise the shares come to the optimal ones of the costs that the rule uses (within "
        f"{float(worst):.1g} at the stop for delta = 0.1). The theorem for rewards and noise is "
        "in the article that the thesis cites (Azize, Jourdan, Al Marjani and Basu 2024, Appendix "
        "E), and was not proved again."
    )
