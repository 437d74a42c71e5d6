"""The privacy test of `bern.derived.audit` at work: simulation shows that IMED is not 0.02-DP."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from banditproof.algorithms.dp_imed import DPIMED
from banditproof.algorithms.imed import IMED
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.simulation import simulate
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, undecided
from banditproof.paper_checks.vocabulary import statistical
from banditproof.theory import BernoulliBandit
from banditproof.verify.auditing.clopper_pearson import lower_limit, upper_limit
from banditproof.verify.evidence import Grade

from .privacy_audit import chance_terms

RUNS, HORIZON = 2000, 10**4
LEVEL = 1e-7
"""Each of the four Clopper-Pearson limits fails with at most this probability."""
SETTINGS = ((100, 57), (400, 184))
"""(n_2, h), with mu' = .699 and w = .2, fixed before the runs."""


@claim(
    "bern.derived.audit.demonstration",
    r"At $\nu=(.5,.3)$, $\nu''=(.5,.7)$, $T=10^4$ the certificate shows that IMED is not "
    r"$0.02$-DP, while DP-IMED with $\epsilon=0.02$ passes.",
    recorded="holds",
    tier="slow",
    title="the finite-T certificate rejects a policy without privacy",
    mutants={
        "a private policy in its place": {"suspect": lambda: DPIMED(arms=2, eps="1/50")},
        "a non-private policy as the innocent one": {"innocent": lambda: IMED(arms=2)},
    },
)
def a_policy_without_privacy_is_rejected(
    suspect: Callable[[], Policy[Any]] = lambda: IMED(arms=2),
    innocent: Callable[[], Policy[Any]] = lambda: DPIMED(arms=2, eps="1/50"),
) -> Verdict:
    """Lower limits of Pr_nu(N_2 <= n_2) against the right sides with upper limits of Pr_nu''."""
    found = []
    for policy in (suspect(), innocent()):
        pulls = [
            simulate(policy, BernoulliBandit(means), HORIZON, RUNS, rng=seed).pulls[:, 1]
            for seed, means in enumerate((("0.5", "0.3"), ("0.5", "0.7")))
        ]
        for size, h in SETTINGS:
            often, few = (int((some <= size).sum()) for some in pulls)
            factor, other = chance_terms(size, h)
            right = factor * upper_limit(few, RUNS, LEVEL) + other
            found.append((float(lower_limit(often, RUNS, LEVEL)), float(right)))
    numbers = {"(lower limit, right side), IMED then DP-IMED, n_2 = 100, 400": found}
    caught = [left > right for left, right in found]
    if caught != [True, True, False, False]:
        return undecided(
            f"Rejections at n_2 = 100, 400: {caught[:2]} without privacy, {caught[2:]} with.",
            numbers=numbers,
            grade=Grade.STATISTICAL,
        )
    return statistical(
        f"IMED pulls arm 2 at most 100 times with probability above {found[0][0]:.2f}, where a "
        f"0.02-DP policy could at most {found[0][1]:.3f}; DP-IMED passes.",
        numbers=numbers,
        covered=f"{RUNS} runs of each policy and instance, fixed seeds; four limits at level 1e-7.",
        not_covered="Passing proves nothing: the test only sees exploration that is too rare.",
    )
