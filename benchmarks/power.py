"""The runs that each statistical audit needs to reject a claim, beside a fixed-sample test."""

from collections.abc import Iterator
import numpy as np
from banditproof.verify.sampling import power as audits
from .measurement import Measurement

CLAIM = 0.1
TRUTHS = (0.11, 0.15, 0.2)
SEEDS = 201
DEMANDS = {0.11: 8e5, 0.2: 8400.0}
"""What sequential tests by others needed (0.7 million and 6200 to 8400), as upper bounds."""


def power() -> Iterator[Measurement]:
    """Randomised response with eps 0.11, 0.15 or 0.2 against the claim 0.1, at level 1e-3."""
    for truth in TRUTHS:
        rng = np.random.default_rng(11)
        best = audits.exact_test_runs(CLAIM, truth)
        rows = {
            "exact fixed-sample test": float(best),
            "Clopper-Pearson, fixed sample": float(audits.two_sample_test_runs(CLAIM, truth)),
            "betting": audits.betting_runs(CLAIM, truth, SEEDS, rng),
            "betting, planned": audits.planned_betting_runs(CLAIM, truth, SEEDS, rng),
            "anytime limits": audits.anytime_limit_runs(CLAIM, truth, SEEDS // 4, rng),
        }
        if truth != 0.11:
            rows["search and test, a bandit"] = audits.whole_audit_runs(CLAIM, truth, 9, rng)
        for name, runs in rows.items():
            demand = DEMANDS.get(truth) if name == "betting" else None
            what = f"runs to reject 0.1, truth {truth:g}, {name}"
            row = Measurement(what, runs, "runs", demand, at_most=True)
            yield row.beside("exact fixed-sample test", float(best))
