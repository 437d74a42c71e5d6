"""The headline of the experiments, and the claims of Section 6."""

from fractions import Fraction
from functools import cache
import numpy as np
from banditproof.algorithms import make_policy, simulate
from banditproof.algorithms.regret.trusted_leader import TrustedLeader
from banditproof.paper_checks.bernoulli.section_3_lower_bound.trusted_leader_regret import (
    pulls_beside_one,
)
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, needs_repair, points, statistical
from banditproof.theory import BernoulliBandit, certify, d_eps, regret_coefficient
from banditproof.verify.evidence import Grade

MEANS, EPS, HORIZON = ("0.75", "0.7", "0.7", "0.7", "0.7"), "0.25", 10**5
NEW, OLD = ("dp-klucb", "dp-imed"), ("adap-klucb", "dp-se", "lazy-dp-ts")
RUNS = {"dp-klucb": 4000, "dp-imed": 4000, "adap-klucb": 1000, "dp-se": 1000, "lazy-dp-ts": 60}
MISS = 1e-9
"""Each limit of a mean is on its wrong side with at most this probability."""


@cache
def _regrets(name: str) -> tuple[float, ...]:
    policy = make_policy(name, len(MEANS), EPS, HORIZON)
    return tuple(
        simulate(policy, BernoulliBandit(MEANS), HORIZON, RUNS[name], rng=7, keep_order=True).regret
    )


def mean_at_most(regrets: tuple[float, ...]) -> float:
    """Hoeffding's upper limit of the mean of a regret in [0, 0.05 T]."""
    spread = 0.05 * HORIZON
    return float(np.mean(regrets) + spread * np.sqrt(np.log(1 / MISS) / (2 * len(regrets))))


def mean_at_least(regrets: tuple[float, ...]) -> float:
    """A lower limit: if all n runs are at least m, then Pr[R >= m] >= MISS^(1/n); R >= 0."""
    return float(min(regrets) * MISS ** (1 / len(regrets)))


@checks("bern.sec1.experiments")
@mutant("an existing algorithm as a new one", new=("lazy-dp-ts",))
@mutant("against the new one", old=("dp-klucb",))
def lower_regret(new: tuple[str, ...] = NEW, old: tuple[str, ...] = OLD) -> Verdict:
    """Expected regrets at one panel of Figure 1, shorter, with limits for all laws."""
    most = {name: mean_at_most(_regrets(name)) for name in new}
    least = {name: mean_at_least(_regrets(name)) for name in old}
    lower = max(most.values()) < min(least.values())
    need(lower, "The expected regrets are not distinguished", upper=str(most), lower=str(least))
    return statistical(
        "At mu_1, eps = 0.25, T = 10^5 the expected regrets are at most "
        f"{max(most.values()):.0f}, and those of DP-SE, AdaP-KLUCB and Lazy-DP-TS at least "
        f"{min(least.values()):.0f}.",
        numbers={"upper limits": most, "lower limits": least, "level": len(RUNS) * MISS},
    )


@checks("bern.sec6.open_problem")
@mutant("up to the factor alpha", factor=Fraction(2))
def open_problem(factor: Fraction = Fraction(1)) -> Verdict:
    """For each alpha > 1 the two constants differ by the factor alpha."""
    means, alpha = (Fraction(3, 4), Fraction(1, 2)), Fraction(2)
    lower = certify(regret_coefficient, means, 1)
    upper = alpha * (means[0] - means[1]) / certify(d_eps, means[1], means[0], 1)
    if 0 in upper - factor * lower:
        return points()
    return needs_repair(means=means, eps=1, alpha=alpha, lower_constant=lower, upper_constant=upper)


@checks("bern.sec6.tight")
@mutant("a best mean below 1", best=Fraction(99, 100))
def tight(best: Fraction = Fraction(1)) -> Verdict:
    """At mu_star = 1 the coefficient in d_eps is positive, and a private policy has O(1) regret."""
    mu, eps = Fraction(0), Fraction(1, 2)
    printed = (best - mu) / certify(d_eps, mu, best, eps)
    need(printed.lo > 0, "The printed coefficient is not positive.")
    if best < 1:
        true = certify(regret_coefficient, (best, mu), eps)
        need(0 in true - printed, "The coefficient is not gap/d_eps.")
        return points()
    pulls = pulls_beside_one(TrustedLeader(2, eps), mu)
    need(pulls is not None, "No bound of the pulls of the trusted-leader policy.")
    return needs_repair(
        grade=Grade.OUTLINED,
        means=(best, mu),
        eps=eps,
        printed_coefficient=printed,
        pulls_of_a_private_policy_for_all_T=pulls,
    )
