"""Claims about asymptotic optimality: UCB on normal arms and KL-UCB on Bernoulli arms."""

from fractions import Fraction
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, require
from banditproof.theory import Bernoulli, certify, kl_inf
from .theorem_2_26_kl_ucb_regret import relative_entropy, slope_of_the_divergence


def level_of_the_index() -> None:
    """log f(T)/log T tends to 1, for l = log T and f(T) = 1 + T log(T)^2."""
    import sympy

    log = sympy.Symbol("l", positive=True)
    level = log + sympy.log(sympy.exp(-log) + log**2)
    limit = sympy.limit(level / log, log, sympy.oo)
    need(limit == 1, "The level of the index has another order", limit=limit)


@checks("thesis.thm2.26.optimal")
@mutant("the divergence from the better law", exchanged=True)
def kl_ucb_is_optimal(exchanged: bool = False) -> Verdict:
    """kl(mu, .) increases above mu and is continuous, so KL_inf is its value at the best mean.

    At a fixed slack e < gap/2 only log f(T) of the bound on pulls grows, and its quotient with
    log T tends to 1: limsup E N_a/log T <= 1/kl(mu_a + e, mu* - e). As e tends to 0 this tends to
    1/kl(mu_a, mu*), by continuity; to 0 if mu* = 1, where kl is infinite.
    """
    slope_of_the_divergence()
    level_of_the_index()
    for mean, best in (("0.1", "0.9"), ("0", "0.5"), ("0.4", "0.8")):
        low, high = Fraction(mean), Fraction(best)
        infimum = certify(kl_inf, Bernoulli(low), high, digits=20)
        d = relative_entropy(high, low) if exchanged else relative_entropy(low, high)
        same = infimum.lo <= d.hi and d.lo <= infimum.hi
        require(same, "KL_inf is not the divergence of the bound.", mu=mean, best=best, d=d)
    return points()
