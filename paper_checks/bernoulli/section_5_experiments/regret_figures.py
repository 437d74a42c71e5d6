"""Claims of Section 5 and Figures 1 and 4 to 7: the new algorithms have the lowest mean regret."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any
from banditproof.algorithms import DPIMED, DPKLUCB, BernoulliRewards, Sampled, make_policy, play
from banditproof.paper_checks.checking import Check, Verdict, checks
from banditproof.paper_checks.models.release_ledger import release_fault
from banditproof.paper_checks.verdicts.vocabulary import need, not_reproduced, statistical
from banditproof.theory import BernoulliBandit
from .experiment_settings import COMPETITORS, INSTANCES, PANELS, coefficient
from .regret_samples import MISS, Floats, Limits, Maker, exceeding_means, mean_limits, regret_sample
from .wrong_experiment_policies import NoiseOfTheMeanKLUCB, NoisePerStepKLUCB

Policies = Mapping[str, Maker]
RIGHT: Policies = {"dp-klucb": DPKLUCB, "dp-imed": DPIMED}
RUNS_OF_THE_PAPER = 20
EXCEEDING = "20-run means of DP-IMED above the mean of Lazy-DP-TS"


@dataclass(frozen=True)
class Samples:
    """How many runs of what length a claim compares; `slow` are the runs of Lazy-DP-TS."""

    horizon: int = 10**6
    runs: int = 200_000
    competitor: int = 400
    slow: int = 60


FULL = Samples()

ALL_PANELS = tuple(dict.fromkeys(panel for panels in PANELS.values() for panel in panels))
"""The settings under study: Figure 1, and the four budgets of Appendix G on four environments."""


@dataclass
class Comparison:
    """What some panels gave: orders that are unresolved or reversed, limits, and the numbers."""

    unresolved: list[str] = field(default_factory=list)
    reversed: list[str] = field(default_factory=list)
    limits: dict[str, dict[str, Limits]] = field(default_factory=dict)
    panels: dict[str, dict[str, Any]] = field(default_factory=dict)
    resolved: int = 0

    def factors(self, new: str, among: str) -> list[float]:
        """For each panel, the best or worst competitor's mean over that of a new algorithm."""
        choose = min if among == "best" else max
        return [
            choose(panel[other]["mean"] for other in COMPETITORS) / panel[new]["mean"]
            for panel in self.panels.values()
        ]

    def sure_factors(self, new: str) -> dict[str, float]:
        """The largest ratio, by competitor, of its lower limit to the upper limit of a new one."""
        return {
            other: max(of[other].low / of[new].high for of in self.limits.values())
            for other in COMPETITORS
        }

    @property
    def numbers(self) -> dict[str, Any]:
        """The numbers of the evidence."""
        count = sum(2 * len(of) for of in self.limits.values())
        return {"panels": self.panels, "false alarm at most": count * MISS}


def _facts(sample: Floats, limits: Limits) -> dict[str, Any]:
    ordered = sorted(sample)
    return {
        "mean": float(sample.mean()),
        "limits of the mean": tuple(limits),
        "median": float(ordered[len(ordered) // 2]),
        "runs": len(ordered),
    }


@cache
def competitor(name: str, horizon: int) -> Maker:
    """An algorithm of the literature with the parameters of Section 5."""
    return lambda arms, eps: make_policy(name, arms, eps, horizon)


def compare(
    panels: Iterable[tuple[str, str]], policies: Policies, size: Samples, factor: float = 1.0
) -> Comparison:
    """Means of the new algorithms, times a factor, against those of every competitor."""
    comparison = Comparison()
    for instance, eps in panels:
        means, where = INSTANCES[instance], f"{instance}, eps = {eps}"
        top = size.horizon * float(max(BernoulliBandit(means).gaps))
        samples = {}
        for name in COMPETITORS:
            runs = size.slow if name == "lazy-dp-ts" else size.competitor
            maker = competitor(name, size.horizon)
            samples[name] = regret_sample(maker, means, eps, size.horizon, runs)
        for name, maker in policies.items():
            samples[name] = regret_sample(maker, means, eps, size.horizon, size.runs)
        limits = {name: mean_limits(sample, top) for name, sample in samples.items()}
        for name in policies:
            for other in COMPETITORS:
                stated = f"{where}: {name} {limits[name]}, {other} {limits[other]}"
                if factor * limits[name].high < limits[other].low:
                    comparison.resolved += 1
                elif factor * limits[name].low > limits[other].high:
                    comparison.reversed.append(stated)
                else:
                    comparison.unresolved.append(stated)
        facts: dict[str, Any] = {n: _facts(sample, limits[n]) for n, sample in samples.items()}
        facts["lower bound"] = coefficient(means, eps) * math.log(size.horizon)
        if "dp-imed" in policies:
            level = float(samples["lazy-dp-ts"].mean())
            facts[EXCEEDING] = exceeding_means(samples["dp-imed"], level)
        comparison.panels[where], comparison.limits[where] = facts, limits
    return comparison


def privacy_fault(policies: Policies, eps: str = "0.5") -> str | None:
    """The first fault of the ledgers of short plays, so that only private algorithms compete."""
    bandit = BernoulliBandit(INSTANCES["mu2"])
    for name, maker in policies.items():
        played = play(maker(arms=5, eps=eps), BernoulliRewards(bandit, 1), 400, Sampled(2))
        fault = release_fault(played, eps)
        if fault is not None:
            return f"{name} is not {eps}-DP: {fault}"
    return None


LIMITS_OF_THE_CHECK = (
    "Earlier rounds, and the 20 runs of the paper themselves: the printed curves have no numbers. "
    "A finite-time regret may lie below the asymptotic bound."
)


def covered_by(size: Samples) -> str:
    """What a comparison covers."""
    return (
        f"Final regret at T = {size.horizon:.0e}: means of {size.runs} runs of the new algorithms, "
        f"{size.competitor} of AdaP-KLUCB and DP-SE and {size.slow} of Lazy-DP-TS (20 in the "
        "paper), by limits for every law on [0, T gap], each wrong with probability below 1e-9."
    )


def order_of_means(
    panels: Iterable[tuple[str, str]], policies: Policies, size: Samples, factor: float
) -> Verdict:
    """Whether every mean of a new algorithm is below every mean of a competitor."""
    fault = privacy_fault(policies)
    need(fault is None, f"Only private algorithms compete: {fault}")
    result = compare(panels, policies, size, factor)
    if result.reversed:
        return not_reproduced(
            f"The mean regret is not the lowest: {result.reversed[0]}.",
            level=float(MISS),
            runs=size.runs,
            runs_of_document=RUNS_OF_THE_PAPER,
            numbers=result.numbers,
            covered=covered_by(size),
        )
    need(not result.unresolved, f"{len(result.unresolved)} unresolved: {result.unresolved[:1]}")
    least = min(min(result.factors(name, "best")) for name in policies)
    above = max(p.get(EXCEEDING, 0.0) for p in result.panels.values())
    return statistical(
        f"All {result.resolved} means are ordered as printed, the closest by a factor {least:.2g}; "
        "a mean of 20 runs of DP-IMED, whose regret has a heavy tail, would be above that of "
        f"Lazy-DP-TS in up to {100 * above:.1f} % of repetitions.",
        numbers=result.numbers,
        covered=covered_by(size),
        not_covered=LIMITS_OF_THE_CHECK,
    )


def _in_its_place(name: str, arms: int, eps: Any) -> Any:
    return make_policy(name, arms, eps, FULL.horizon)


DEFECTS: dict[str, dict[str, Any]] = {
    "AdaP-KLUCB in its place": {"policies": {"dp-klucb": partial(_in_its_place, "adap-klucb")}},
    "noise of a mean on the sum": {"policies": {"dp-klucb": NoiseOfTheMeanKLUCB}},
    "noise on every reward": {"policies": {"dp-klucb": NoisePerStepKLUCB}},
    "sharper: a thirtieth of every competitor": {"factor": 30.0},
}


def _regret_figure(figure_id: str) -> Check:
    """Register the claim of a regret figure."""

    def check(
        policies: Policies = RIGHT,
        size: Samples = FULL,
        factor: float = 1.0,
        panels: Iterable[tuple[str, str]] = PANELS[figure_id],
    ) -> Verdict:
        """Every mean of a new algorithm below every mean of a competitor."""
        return order_of_means(panels, policies, size, factor)

    return checks(figure_id, mutants=DEFECTS)(check)


FIGURE_CHECKS = {
    figure_id: _regret_figure(figure_id)
    for figure_id, where in (
        ("bern.fig1", r"on $\mu_1$ and $\mu_2$ at $\epsilon=0.25$"),
        ("bern.fig4", r"on $\mu_1$ for $\epsilon\in\{0.01,0.1,0.5,1\}$"),
        ("bern.fig5", r"on $\mu_2$ for $\epsilon\in\{0.01,0.1,0.5,1\}$"),
        ("bern.fig6", r"on $\mu_3$ for $\epsilon\in\{0.01,0.1,0.5,1\}$"),
        ("bern.fig7", r"on $\mu_4$ for $\epsilon\in\{0.01,0.1,0.5,1\}$"),
    )
}
