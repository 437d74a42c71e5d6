"""Stricter readings of the text of Section 5, which samples speak against but cannot refute."""

from __future__ import annotations

import math

from banditproof.algorithms import DPIMED
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, undecided
from banditproof.verify.evidence import Grade

from .experiment_settings import INSTANCES, NEW
from .regret_figures import ALL_PANELS, FULL, RIGHT, Samples, compare
from .regret_samples import regret_sample
from .wrong_experiment_policies import ForgettingIMED


@claim(
    "bern.exp5.best",
    r"In some setting under study, DP-KLUCB or DP-IMED has on average 10 times less regret than "
    r"the best of DP-SE, AdaP-KLUCB and Lazy-DP-TS.",
    recorded="open",
    tier="slow",
    place="5, results",
    title="the factor 10 against the best competitor",
    doubts=("D30",),
)
def ten_times_less_than_the_best(size: Samples = FULL) -> Verdict:
    """The strict reading of the printed factor; only a certified expectation could refute it."""
    found = compare(ALL_PANELS, RIGHT, size)
    ranges = {name: found.factors("mean", name, "best") for name in NEW}
    said = ", ".join(f"{min(r):.1f} to {max(r):.1f} for {name}" for name, r in ranges.items())
    return undecided(
        f"The ratios of means are {said}: below 10 in every setting, but a sample of heavy-tailed "
        "runs is no certified witness.",
        numbers={"ratios of means": ranges},
        grade=Grade.STATISTICAL,
    )


@claim(
    "bern.exp5.forgetting",
    r"Keeping all samples lowers the expected regret of DP-IMED at $T=10^6$: a DP-IMED that "
    r"forgets half of the samples has a larger one.",
    recorded="open",
    tier="slow",
    place="5, results",
    title="the explanation by not forgetting, for the mean of DP-IMED",
    doubts=("D16",),
)
def forgetting_costs_dp_imed_in_the_mean(
    runs: int = 10_000, forgetting_runs: int = 200, horizon: int = 10**6
) -> Verdict:
    """Means with and without forgetting; the tail that decides them is too rare to certify."""
    numbers, said = {}, []
    for instance, eps in (("mu2", "0.25"), ("mu1", "0.25"), ("mu1", "0.1")):
        keeps = regret_sample(DPIMED, INSTANCES[instance], eps, horizon, runs)
        forgets = regret_sample(ForgettingIMED, INSTANCES[instance], eps, horizon, forgetting_runs)
        numbers[f"{instance}, eps = {eps}"] = {
            name: {
                "mean": float(sample.mean()),
                "standard error": float(sample.std(ddof=1)) / math.sqrt(len(sample)),
                "largest": float(sample.max()),
            }
            for name, sample in (("keeping", keeps), ("forgetting", forgets))
        }
        said.append(f"{keeps.mean():.0f} against {forgets.mean():.0f} on {instance} at {eps}")
    return undecided(
        f"Samples say the opposite: the mean is {', '.join(said)}, because a run that keeps a bad "
        "start may stay on a wrong arm to the end; medians agree with the text (bern.exp5). Means "
        "of heavy-tailed runs are no certified witness.",
        numbers=numbers,
        grade=Grade.STATISTICAL,
    )
