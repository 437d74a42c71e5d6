"""Claims about the regret of KL-UCB: Theorem 2.26."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from flint import arb

from banditproof.algorithms import KLUCB, AsymptoticKLUCB, FollowTheLeader, simulate
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds, undecided
from banditproof.theory import BernoulliBandit, certify, kl, kl_ucb
from banditproof.theory.balls import ball, midpoint, working_precision
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.expected_regret import expected_regret

from .equation_2_14_kl_ucb_index import BITS, Make, kl_replay_fault, printed_level
from .index_replay import decisions, log_f, reward_tables
from .mean_limit import upper_limit


def slacks(gap: Fraction, parts: int = 12) -> Iterator[tuple[Fraction, Fraction]]:
    """Pairs of slacks whose sum is below the gap."""
    for one in range(1, parts):
        for two in range(1, parts - one):
            yield gap * one / parts, gap * two / parts


def kl_pulls_bound(mean: Fraction, best: Fraction, level: arb, one: Fraction, two: Fraction) -> arb:
    """1 + 2 / e_2^2 + level / kl(mean + e_1, best - e_2) + 1 / (2 e_1^2)."""
    return 1 + ball(2 / two**2 + 1 / (2 * one**2)) + level / kl_ball(mean + one, best - two)


def best_kl_bound(mean: Fraction, best: Fraction, level: arb) -> arb:
    """The bound on pulls with the best slacks of a grid."""
    bounds = (kl_pulls_bound(mean, best, level, *pair) for pair in slacks(best - mean))
    return min(bounds, key=lambda b: float(b.mid()))


def late_rounds(level: int, mean: Fraction, top: Fraction, rounds: int) -> arb:
    """Expected number of n <= rounds with average < top and kl(average, top) <= level / n, plus
    those with average >= top, exact binomial sums in balls."""
    total = arb(0)
    for n in range(1, rounds + 1):
        masses = (ball(comb(n, k) * mean**k * (1 - mean) ** (n - k)) for k in range(n + 1))
        for k, mass in enumerate(masses):
            average = Fraction(k, n)
            if average >= top or not kl_ball(average, top) * n > level:
                total += mass
    return total


def _step_fault(gain: int, late: int) -> str | None:
    """The two steps of the textbook proof, at points."""
    for mean, slack in product(map(Fraction, ("1/10", "1/2", "9/10")), map(Fraction, ("1/20",))):
        for tenths in range(11):
            below = (mean - slack) * tenths / 10
            # an average below mean - slack is less likely by the factor exp(-2 n slack^2)
            left = kl_ball(below, mean) - kl_ball(below, mean - slack)
            if not left >= ball(gain * slack**2):
                return f"kl({below}, {mean}) - kl({below}, {mean - slack}) = {left.str(6)}."
    for level, mean, top in (
        (2, Fraction(1, 10), Fraction(3, 5)),
        (5, Fraction(2, 5), Fraction(4, 5)),
    ):
        spent = late_rounds(level, mean, top, 40)
        grid = [(top - mean) * k / 100 for k in range(1, 100)]
        bounds = [level / kl_ball(mean + e, top) + ball(1 / (late * e**2)) for e in grid]
        smallest = min(bounds, key=lambda b: float(b.mid()))
        if not spent <= smallest:
            return f"a = {level}, {mean}, {top}: {spent.str(6)} > {smallest.str(6)}."
    return None


INSTANCES: Sequence[tuple[BernoulliBandit, int, int]] = (
    (BernoulliBandit(("0.9", "0.1")), 1000, 800),
    (BernoulliBandit(("0.1", "0.95", "0.05")), 1000, 800),
)


@claim(
    "thesis.thm2.26.finite",
    r"For the index (2.14), a Bernoulli instance, any $T$ and $\varepsilon_1+\varepsilon_2<"
    r"\Delta_a$: $\mathbb E[N_a(T)]\le1+\frac2{\varepsilon_2^2}+\frac{\log f(T)}{\mathrm{kl}(\mu_a+"
    r"\varepsilon_1,\mu^\star-\varepsilon_2)}+\frac1{2\varepsilon_1^2}$.",
    recorded="holds",
    title="finite-time regret of KL-UCB (Lattimore and Szepesvari, Theorem 10.6)",
    mutants={
        "no exploration": {"make": FollowTheLeader},
        "more than Pinsker gives": {"gain": 3},
        "deviations of the late arm left out": {"late": 10**9},
    },
)
def finite_kl_regret(make: Make = AsymptoticKLUCB, gain: int = 2, late: int = 2) -> Verdict:
    """The two steps of the proof in balls, and simulated pulls."""
    numbers: dict[str, Any] = {}
    with working_precision(BITS):
        fault = _step_fault(gain, late)
        if fault:
            return fails(Grade.CERTIFIED, "A step of the proof fails.", witness=fault)
        for seed, (bandit, horizon, runs) in enumerate(INSTANCES, start=1):
            result = simulate(make(bandit.arms), bandit, horizon, runs, rng=seed)
            means, level = bandit.exact_means, log_f(horizon)
            for arm in bandit.suboptimal_arms:
                limit = upper_limit(result.pulls[:, arm], horizon)
                bound = best_kl_bound(means[arm], bandit.best_mean, level)
                numbers[f"{bandit.means}, arm {arm + 1}"] = (
                    round(limit, 2),
                    round(float(bound.mid()), 2),
                )
                if not arb(limit) <= bound:
                    return undecided(f"{bandit}: pulls may be {limit:.5g}, above {bound.str(6)}.")
    shown = ", ".join(f"{a:.3g} <= {b:.3g}" for a, b in numbers.values())
    return holds(
        Grade.STATISTICAL,
        "Both steps of the textbook proof hold where tried, and upper limits of simulated pulls at "
        f"T = 1000 are below the bound: {shown}. With 1/f summable below 5/2 the first step costs "
        "at most 5/(4 e_2^2).",
        numbers=numbers,
        covered="33 differences of kl and two exact sums of 40 binomial laws, in balls; two "
        "instances, 3 arms, 800 runs, each limit wrong with probability at most 1e-7.",
        not_covered="All instances and horizons: the textbook.",
    )


def kl_ratio_at(power: int, mean: Fraction, best: Fraction) -> arb:
    """The bound on pulls over log T, for log T = 10^(4 power) and slacks 10^-power."""
    log_t, slack = arb(10) ** (4 * power), Fraction(1, 10**power)
    level = log_t + 2 * log_t.log() + 1  # above log(1 + T log(T)^2)
    return kl_pulls_bound(mean, best, level, slack, slack) / log_t


def _forced_pulls_fault(make: Make) -> str | None:
    """An arm with fewer pulls than the index of the pulled arm demands."""
    for table in reward_tables(7, 3, 60, 2):
        for made in decisions(make(3), table):
            if made is None:
                return "The first rounds do not pull each arm once."
            with working_precision(BITS):
                level = Fraction(midpoint(log_f(made.t)))
                mean, pulls = made.averages[made.arm], made.pulls[made.arm]
                top = Fraction(certify(kl_ucb, mean, level / pulls, digits=20).hi)
                for average, count in zip(made.averages, made.pulls, strict=True):
                    if average < top < 1 and kl_ball(average, top) * count < ball(
                        level * 9999 / 10**4
                    ):
                        return (
                            f"Round {made.t}: an arm of average {average} has {count} pulls; its "
                            f"index is above {float(top):.6g}, that of the pulled arm."
                        )
    return None


Divergence = Callable[[Fraction, Fraction], Enclosure]


def printed_divergence(mean: Fraction, best: Fraction) -> Enclosure:
    """d = kl."""
    return certify(kl, mean, best, digits=20)


@claim(
    "thesis.thm2.26",
    r"For the index (2.14) and a Bernoulli instance: $\lim_T\mathrm{Reg}_T/\log T\le"
    r"\sum_{\Delta_a>0}\Delta_a/d(\mu_a,\mu^\star)$; this improves on Theorem 2.24, since "
    r"$d(\mu_a,\mu^\star)\ge2\Delta_a^2$ by Pinsker's inequality.",
    recorded="holds",
    doubts=("D19",),
    mutants={
        "arguments exchanged": {"divergence": lambda mean, best: printed_divergence(best, mean)},
        "twice the divergence": {
            "divergence": lambda mean, best: Enclosure(
                2 * printed_divergence(mean, best).lo, 2 * printed_divergence(mean, best).hi
            )
        },
        "half the exploration": {"make": KLUCB},
        "no exploration": {"make": FollowTheLeader},
    },
)
def asymptotic_kl_regret(
    divergence: Divergence = printed_divergence, make: Make = AsymptoticKLUCB
) -> Verdict:
    """The limit of the finite-time bound, Pinsker, forced pulls, and a best mean of 1."""
    pairs = [tuple(map(Fraction, p)) for p in (("0.1", "0.9"), ("0", "0.5"), ("0.4", "0.8"))]
    ratios = {}
    with working_precision(256):
        for mean, best in pairs:
            d, value = divergence(mean, best), kl_ratio_at(6, mean, best)
            ratios[f"{mean}, {best}"] = (ball(best - mean) * value).str(7, radius=False)
            gap = best - mean
            if not d.is_finite or not abs(value * ball(Fraction(d.lo)) - 1) < arb("1e-4"):
                return fails(
                    Grade.CERTIFIED,
                    "The finite-time bound has another limit.",
                    witness=f"mu = {mean}, mu* = {best}: {value.str(8)} at log T = 1e24, d = "
                    f"{float(d):.8g}.",
                )
            if not (d.lo >= 2 * gap**2 and gap / d.lo <= 2 / gap / 4):
                return fails(Grade.CERTIFIED, "No improvement.", witness=f"{mean}, {best}: {d}")
    fault = kl_replay_fault(make, printed_level, 2) or _forced_pulls_fault(make)
    if fault:
        return fails(Grade.CERTIFIED, "The policy explores less than (2.14).", witness=fault)
    sure = BernoulliBandit((1, "0.5"))
    bounded = {t: expected_regret(make(2), sure, t) for t in (4, 12, 24)}
    if max(bounded.values()) > 1:
        return fails(Grade.PROVED, "Regret grows at a best mean of 1.", witness=str(bounded))
    return holds(
        Grade.CITED,
        "The finite-time bound over log T tends to gap/kl; d is kl (D19). The printed lim exists "
        "and equals the sum, as for Theorem 2.24: the last pull of a most pulled arm forces "
        "N_a >= log f(s)/kl(average_a, index_b). At a best mean of 1 the divergence is infinite "
        "and the limit 0: an arm that has failed once is never pulled again. By Pinsker each term "
        "is at most 1/(2 gap), a quarter of that of Theorem 2.24.",
        numbers={"gap times bound over log T at 1e24": ratios, "regret, means 1, 1/2": bounded},
        covered="The limit at three pairs of means and Pinsker there, in balls; forced pulls and "
        "the index at every decision of some plays; exact regret with a best mean of 1 at T = 4, "
        "12, 24.",
        not_covered="The finite-time bound (thesis.thm2.26.finite, from a textbook) and the law of "
        "large numbers in the limit from below.",
    )
