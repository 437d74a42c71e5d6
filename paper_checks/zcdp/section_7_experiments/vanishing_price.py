"""Section VII-B, second conclusion: the price of privacy vanishes as the horizon grows."""

from dataclasses import replace
from functools import cache
from itertools import pairwise
from banditproof.algorithms import make_policy, simulate
from banditproof.paper_checks.checking import Verdict, checks, mutant, undecided
from banditproof.paper_checks.verdicts.vocabulary import need, not_reproduced, statistical
from banditproof.verify.evidence import Grade
from .regret_estimates import MISS, Estimate, price_at, sampled_cell
from .three_settings import world

RUNS = 4000


@checks("zcdp.claim.pop.finite")
@mutant("linear bandits instead", name="spiral", at=(10**6, 10**9, 10**12))
@mutant("sharper: below 5% at T = 10^12", last=0.05)
def price_for_finite_arms(
    name: str = "finite", at: tuple[int, ...] = (10**5, 10**8, 10**12), last: float = 0.2
) -> Verdict:
    """The price at rho = 0.1 over seven decades."""
    return _falling(name, at, last, "0.1" if name == "finite" else "0.01")


def _falling(name: str, at: tuple[int, ...], last: float, rho: str) -> Verdict:
    prices = _prices(name, at, rho)
    values = [prices[t] for t in at]
    falls = all((first - second).low > 0 for first, second in pairwise(values))
    need(falls, "The price does not fall with certainty", prices=[p.mean for p in values])
    need(values[-1].high < last, "The last price is not as small", price=values[-1].mean)
    return statistical(
        f"The price at rho = {rho} falls from {values[0].mean:.2f} to {values[-1].mean:.2f}.",
        numbers={
            "price, error": {f"T = {t}": p.facts() for t, p in prices.items()},
            "false alarm at most": len(at) * MISS,
        },
        covered=f"T = {', '.join(f'{t:.0e}' for t in at)}, {5 * RUNS} runs, beta = 1.",
        not_covered="The limit; beyond these horizons the price can only be extrapolated.",
    )


def _prices(name: str, at: tuple[int, ...], rho: str) -> dict[int, Estimate]:
    if name == "finite":
        private, bare = (
            sampled_cell(name, policy, budget, at, 5 * RUNS)
            for policy, budget in (("adac-ucb", rho), ("ucb-episodes", None))
        )
    else:
        private, bare = (
            replace(sampled_cell("linear", policy, budget, at, RUNS), setting=name, instances=1)
            for policy, budget in (("adac-gope", rho), ("gope", None))
        )
    return price_at(private, bare)


@checks("zcdp.claim.pop.linear")
@mutant("finite arms instead", name="finite")
def price_for_linear_bandits(
    name: str = "spiral", at: tuple[int, ...] = (10**4, 10**6, 10**9, 10**12)
) -> Verdict:
    """The price at rho = 0.01, while and after arms are eliminated."""
    prices = _prices(name, at, "0.01")
    tail = [prices[t] for t in at[1:]]
    stays = tail[-1].low > 0.05 and max(p.mean for p in tail) - min(p.mean for p in tail) < 1e-9
    if not stays:
        return _falling(name, at, 1.0, "0.01")
    return not_reproduced(
        f"The price falls while arms are eliminated, and then stays at {tail[-1].mean:.3f}: once "
        "the best arm is left alone, neither algorithm has regret any more, so the ratio is that "
        "of the two exploration times, whose limit is positive. With delta = 1/T it falls "
        "(zcdp.claim.pop.linear.repaired).",
        level=MISS,
        runs=RUNS,
        runs_of_document=100,
        numbers={"price, error": {f"T = {t:.0e}": p.facts() for t, p in prices.items()}},
        covered="The spiral of ten actions; equal prices at T = 10^6, 10^9 and 10^12.",
        not_covered="Runs that drop the best arm, of probability below delta: none was seen. "
        "Averages over instances whose gaps are as small as one likes.",
    )


@cache
def price_with_delta(horizon: int, rho: str, delta: str, runs: int = 2 * RUNS) -> Estimate:
    """The price at a horizon on the spiral, with a confidence parameter of one's own."""
    bandit = world("spiral", True, 0)
    results = []
    for name, budget in (("adac-gope", rho), ("gope", None)):
        policy = make_policy(name, bandit.arms, rho=budget, actions=bandit.actions, delta=delta)  # type: ignore[union-attr]
        regret = simulate(policy, bandit, horizon, runs, 5).regret
        results.append(Estimate(float(regret.mean()), float(regret.std(ddof=1)) / runs**0.5))
    return (results[0] - results[1]).over(results[1])


@checks("zcdp.claim.pop.linear.repaired")
@mutant("a fixed delta", delta="0.001")
@mutant("sharper: by a third", share=0.66)
def price_with_a_growing_confidence(delta: str = "", share: float = 0.95) -> Verdict:
    """The price at rho = 0.01 on the spiral, after the last elimination, within the theorems."""
    prices = {t: price_with_delta(t, "0.01", delta or f"1/{t}") for t in (10**7, 10**15)}
    first, last = prices.values()
    gap = Estimate(share * first.mean, share * first.error) - last
    need(gap.low > 0, "The price does not fall with certainty", prices=(first.mean, last.mean))
    return statistical(
        f"The price falls from {first.mean:.3f} to {last.mean:.3f}: the exploration without "
        "privacy grows like log T, and what privacy adds like its root.",
        numbers={
            "price, error": {f"T = {t:.0e}": p.facts() for t, p in prices.items()},
            "false alarm at most": MISS,
        },
    )


@checks("zcdp.claim.pop.contextual")
def price_for_contexts(at: tuple[int, ...] = (10**3, 10**4, 10**5), runs: int = 20) -> Verdict:
    """The price at rho = 0.1 up to the horizon of the figure."""
    private, bare = (
        sampled_cell("contextual", policy, budget, at, runs)
        for policy, budget in (("adac-oful", "0.1"), ("rs-oful", None))
    )
    prices = price_at(private, bare)
    far = prices[at[-1]].low > 0.5
    return undecided(
        f"The price at rho = 0.1 is {prices[at[-1]].mean:.2f} at T = 10^5, the horizon of the "
        f"figure, {'far from zero' if far else 'not certainly far from zero'}.",
        numbers={"price, error": {f"T = {t:.0e}": p.facts() for t, p in prices.items()}},
        grade=Grade.STATISTICAL,
        covered=f"{runs} runs with the parameters of the paper, ten parameters theta.",
        not_covered="Whether the price vanishes beyond these horizons.",
    )
