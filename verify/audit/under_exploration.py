"""A private policy must explore: the lower bound on pulls, turned round into a test.

Optimal Regret of Bernoulli Bandits, the change of measure behind Theorem 3.1: a policy that pulls
a bad arm too rarely on one bandit cannot be eps-DP, if it finds the same arm on another.
"""

from __future__ import annotations

from typing import Any

from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.phase_level import phase_level_engine
from banditproof.algorithms.engines.simulation import engine_of
from banditproof.algorithms.policy import Policy, may_stop
from banditproof.theory import BernoulliBandit
from banditproof.theory.budgets import PureDP
from banditproof.theory.exact import exact
from banditproof.verify.evidence import Grade
from banditproof.verify.regret_certificate import planned, regret_audit

from .claim import Claim
from .report import CheckResult

UNDER_EXPLORATION = "no arm is pulled too rarely"
ROUNDS = 10_000
RUNS = 2000


def under_exploration(policy: Policy[Any], claim: Claim) -> CheckResult | None:
    """`fails` if an arm is pulled too rarely for the claimed eps; None where it does not apply."""
    if policy.arms != 2 or policy.dimension is not None or may_stop(policy):
        return None
    if not isinstance(claim.budget, PureDP) or claim.horizon is not None:
        return None
    eps = exact(claim.budget.eps)
    experiment = Experiment(policy, BernoulliBandit(("0.5", "0.3")), ROUNDS)
    horizon, runs = ROUNDS, RUNS
    if phase_level_engine(experiment) is None:  # then a run costs its number of rounds
        horizon, runs = (2000, 500) if engine_of(experiment).compiled else (300, 100)
    certificate = planned(eps, runs)
    if certificate.right_side(eps, 0).hi >= 1:
        return None  # eps is too large for so many runs
    found = regret_audit(policy, eps, certificate, horizon, runs)
    seldom = f"at most {certificate.pulls} pulls of arm 2 in {horizon} rounds"
    bound = f"{float(found.seldom.lo):.4g} against the bound {float(found.right.hi):.4g}"
    note = f"Probability of {seldom}, means (.5, .3), {runs} runs: >= {bound}."
    if found.rejects:
        return CheckResult(UNDER_EXPLORATION, "fails", Grade.STATISTICAL, note=note)
    tried = f"{runs} runs of {horizon} rounds for arms that are pulled too rarely"
    return CheckResult(
        UNDER_EXPLORATION, "nothing found", Grade.STATISTICAL, note=note, tried=tried
    )
