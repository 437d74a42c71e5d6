"""Simulation of the policy with which the catalogue refutes Theorem 3.1 at mu_star = 1."""

import math
from collections.abc import Callable
from fractions import Fraction
from banditproof.algorithms.engines.simulation import simulate
from banditproof.algorithms.regret.dp_klucb import DPKLUCB
from banditproof.algorithms.regret.leader_dp_klucb import LeaderDPKLUCB
from banditproof.algorithms.regret.phased_index import PrivateIndexPolicy
from banditproof.paper_checks.checking import Verdict, checks, mutant, undecided
from banditproof.paper_checks.verdicts.vocabulary import need, statistical
from banditproof.theory import BernoulliBandit
from banditproof.theory.mechanisms import DiscreteLaplace, Mechanism
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.privacy_loss import privacy_loss

Family = Callable[[Mechanism | None], PrivateIndexPolicy]
"""The policy at eps = 1/2 with two arms, with another noise if one is given."""
RUNS, HORIZONS, ERRORS = 3000, (10**5, 10**14), 6.0


def leader(noise: Mechanism | None) -> PrivateIndexPolicy:
    """DP-KLUCB that trusts a leader whose mean is as good as 1."""
    return LeaderDPKLUCB(arms=2, eps="1/2", noise=noise)


@checks("bern.derived.mustar1")
@mutant("DP-KLUCB", family=lambda noise: DPKLUCB(arms=2, eps="1/2", noise=noise))
@mutant("a smaller claimed loss", ratio=Fraction(6, 5))
def regret_is_flat_at_one(family: Family = leader, ratio: Fraction = Fraction(5, 3)) -> Verdict:
    """At (1, 1/2), eps = 1/2 the mean regret at T = 10^14 is that at T = 10^5, up to its error."""
    bandit = BernoulliBandit(("1", "1/2"))
    means, errors = [], []
    for seed, horizon in enumerate(HORIZONS):
        regret = simulate(family(None), bandit, horizon, RUNS, rng=seed + 1, keep_order=True).regret
        means.append(float(regret.mean()))
        errors.append(float(regret.std(ddof=1)) / math.sqrt(RUNS))
    error = math.hypot(*errors)
    growth = 2 * math.log(HORIZONS[1] / HORIZONS[0])
    numbers = {"mean regrets": means, "standard errors": errors, "growth of the bound": growth}
    if abs(means[1] - means[0]) > ERRORS * error or means[1] - means[0] > growth / 4:
        return undecided(
            f"The mean regret goes from {means[0]:.1f} to {means[1]:.1f}, which is not flat.",
            numbers=numbers,
            grade=Grade.STATISTICAL,
        )
    loss = privacy_loss(family(DiscreteLaplace("3/5")), horizon=5, cut=12).ratio
    need(loss <= ratio, f"The exact privacy ratio of 5 rounds is {loss}, not at most {ratio}.")
    return statistical(
        f"Mean regret {means[0]:.1f} at T = 1e5 and {means[1]:.1f} at T = 1e14 (standard error "
        f"{error:.1f}), where the printed bound grows by {growth:.1f}.",
        numbers=numbers,
        covered=f"{RUNS} runs at each of two horizons, fixed seeds, ties at random; equal means "
        "would be rejected with probability 2e-9 (6 standard errors, normal approximation). "
        "Privacy of 5 rounds by exact enumeration with geometric noise of e^eps = 5/3.",
    )
