"""Claims about UCB without a horizon: index (2.12) and Theorem 2.24."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb

from banditproof.algorithms import UCB, AsymptoticUCB, FollowTheLeader, Policy, simulate
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds, undecided
from banditproof.theory import BernoulliBandit, GaussianBandit
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

from .centred_laws import normal_tail
from .index_replay import decisions, log_f, replay_fault, reward_tables, width_index
from .mean_limit import upper_limit

BITS = 100
Make = Callable[[int], Policy[Any]]
Margin = Callable[[int], arb]
LAST = 2000


def margin(t: int) -> arb:
    """f(t) = 1 + t log(t)^2, at the working precision."""
    return 1 + t * arb(t).log() ** 2


@claim(
    "thesis.thm2.24.sum",
    r"$\sum_{t\ge1}1/f(t)<\frac52$ for $f(t)=1+t\log^2t$.",
    recorded="holds",
    title="the rounds in which the best arm's bound fails",
    kind="proof step",
    mutants={
        "one logarithm": {"f": lambda t: 1 + t * arb(t).log()},
        "log t": {"f": lambda t: 1 + t * (1 + arb(t).log()).log() ** 2},
    },
)
def failures_are_summable(f: Margin = margin) -> Verdict:
    """A partial sum in balls, and 1/log(n) for the rest: 1/f(t) < 1/(t log(t)^2)."""
    with working_precision(BITS):
        partial = sum((1 / f(t) for t in range(1, LAST + 1)), arb(0))
        bound = partial + 1 / arb(LAST).log()
        if not bound < 2.5:
            return fails(
                Grade.CERTIFIED,
                "The sum is larger.",
                witness=f"The first {LAST} terms and 1/log({LAST}): {bound.str(8)}.",
            )
        shown = bound.str(6, radius=False)
    return holds(
        Grade.CERTIFIED,
        f"The sum is at most {shown}, so the best arm's bound fails in at most 5/e^2 rounds by "
        "more than e: each round t costs sum_n exp(-n e^2/2)/f(t) <= 2/(e^2 f(t)).",
        numbers={"upper bound": shown},
        covered=f"{LAST} terms in balls.",
        not_covered="The rest is bounded by the integral of 1/(t log(t)^2), which decreases.",
    )


def late_pulls(level: arb, gap: arb) -> arb:
    """1 + 2 (a + sqrt(pi a) + 1) / gap^2: rounds in which an index stays above its mean + gap."""
    return 1 + 2 * (level + (arb.pi() * level).sqrt() + 1) / gap**2


def pulls_bound(gap: arb, level: arb, slack: arb, late: Callable[[arb, arb], arb]) -> arb:
    """1 + 5 / slack^2 + late pulls at gap - slack, where level = log f(T)."""
    return 1 + 5 / slack**2 + late(level, gap - slack)


def best_bound(gap: Fraction, level: arb, late: Callable[[arb, arb], arb] = late_pulls) -> arb:
    """The bound on pulls with the best of 30 slacks."""
    bounds = (pulls_bound(ball(gap), level, ball(gap * k / 31), late) for k in range(1, 31))
    return min(bounds, key=lambda b: float(b.mid()))


Instance = BernoulliBandit | GaussianBandit
INSTANCES: Sequence[tuple[Instance, int, int]] = (
    (GaussianBandit((1, 0)), 1000, 600),
    (BernoulliBandit((1, "0.1", "0.05")), 1000, 600),
    (GaussianBandit(("0.5", 0)), 3000, 600),
)


@claim(
    "thesis.thm2.24.finite",
    r"For the index (2.12), a 1-subgaussian instance, any $T$ and $0<\varepsilon<\Delta_a$: "
    r"$\mathbb E[N_a(T)]\le2+\frac5{\varepsilon^2}+\frac{2(L+\sqrt{\pi L}+1)}"
    r"{(\Delta_a-\varepsilon)^2}$ with $L=\log f(T)$.",
    recorded="holds",
    title="finite-time regret of asymptotic UCB (Lattimore and Szepesvari, Theorem 8.1)",
    mutants={
        "no exploration": {"make": FollowTheLeader},
        "late pulls without their deviation": {"late": lambda a, gap: 1 + 2 * a / gap**2},
        "half the level": {"late": lambda a, gap: late_pulls(a / 4, gap)},
    },
)
def finite_regret(
    make: Make = AsymptoticUCB, late: Callable[[arb, arb], arb] = late_pulls
) -> Verdict:
    """The late pulls of a normal arm, exact; the algebra of the failures; simulated pulls."""
    numbers: dict[str, Any] = {}
    with working_precision(BITS):
        for level, gap in product((arb(1), arb(5), arb(20)), (arb("0.2"), arb(1), arb(3))):
            shift = (2 * level).sqrt()
            spent = sum((normal_tail(arb(n).sqrt() * gap - shift) for n in range(1, 1201)), arb(0))
            if not spent <= late(level, gap):
                return fails(
                    Grade.CERTIFIED,
                    "A normal arm is late more often.",
                    witness=f"a = {level}, gap = {gap}: {spent.str(6)} > {late(level, gap).str(6)}",
                )
        for slack, pulls in product((Fraction(1, 10), Fraction(1), Fraction(2)), (1, 7, 100)):
            level, e = log_f(50), ball(slack)
            failure = (-pulls * ((2 * level / pulls).sqrt() + e) ** 2 / 2).exp()
            # (x + e)^2 >= x^2 + e^2, and the geometric sum of exp(-n e^2/2) is at most 2/e^2
            parts = (-pulls * e**2 / 2).exp() / margin(50)
            geometric = 1 / ((e**2 / 2).exp() - 1)
            if not (failure <= parts and geometric <= 2 / e**2):
                return fails(Grade.CERTIFIED, "A failure costs more.", witness=f"{slack}, {pulls}")
        for seed, (bandit, horizon, runs) in enumerate(INSTANCES, start=1):
            result = simulate(make(bandit.arms), bandit, horizon, runs, rng=seed)
            for arm in bandit.suboptimal_arms:
                limit = upper_limit(result.pulls[:, arm], horizon)
                bound = best_bound(bandit.gaps[arm], log_f(horizon), late)
                numbers[f"gap {float(bandit.gaps[arm]):.3g}, T = {horizon}"] = (
                    round(limit, 2),
                    round(float(bound.mid()), 2),
                )
                if not arb(limit) <= bound:
                    return undecided(f"{bandit}: pulls may be {limit:.5g}, above {bound.str(6)}.")
    shown = ", ".join(f"{a:.3g} <= {b:.4g}" for a, b in numbers.values())
    return holds(
        Grade.STATISTICAL,
        "The steps of the textbook proof hold at every point tried, and upper limits of simulated "
        f"pulls are below the bound: {shown}.",
        numbers=numbers,
        covered="Late pulls of a normal arm at 9 points and failures at 9 points, in balls; three "
        "instances, 4 arms, 600 runs, each limit wrong with probability at most 1e-7.",
        not_covered="Late pulls for other laws, and all instances and horizons: the textbook.",
    )


FIRST = 400


def universal(horizon: int) -> arb:
    """What the bound with slack = gap/2 needs as C: (20 + 8 (L + sqrt(pi L) + 1)) / log T."""
    level = log_f(horizon)
    return (20 + 8 * (level + (arb.pi() * level).sqrt() + 1)) / arb(horizon).log()


@claim(
    "thesis.thm2.24.gapfree",
    r"For the index (2.12): $\mathrm{Reg}_T\le2\sqrt{CKT\log T}+C\sum_a\Delta_a$ for every $T$ and "
    r"every 1-subgaussian instance, with $C=65$.",
    recorded="holds",
    title="gap-free bound of Theorem 2.24 with an explicit constant",
    mutants={"C = 50": {"constant": 50}, "1 in place of 2": {"root": 1}},
)
def gap_free(constant: int = 65, root: int = 2) -> Verdict:
    """E N_a <= 2 + C log(T)/gap^2 for all T >= 2, and the best split of small and large gaps."""
    import sympy

    horizon, arms, log, width, c = sympy.symbols("T K L D C", positive=True)
    total = horizon * width + c * arms * log / width
    best = sympy.solve(sympy.diff(total, width), width)[0]
    if sympy.simplify(total.subs(width, best) - root * sympy.sqrt(c * arms * horizon * log)) != 0:
        return fails(Grade.PROVED, "The split gives another factor.", witness=str(best))
    with working_precision(BITS):
        needed = [universal(t) for t in range(2, FIRST + 1)]
        worst = max(needed, key=lambda x: float(x.mid()))
        # f(t) <= t^3, so beyond FIRST the quotient is below this one, which decreases
        log_first = arb(FIRST).log()
        tail = (28 + 24 * log_first + 8 * (3 * arb.pi() * log_first).sqrt()) / log_first
        if not (worst <= constant and tail <= constant and constant >= 2):
            return fails(
                Grade.CERTIFIED,
                "The constant is too small for the finite-time bound.",
                witness=f"T = {2 + needed.index(worst)} needs {worst.str(6)}; T > {FIRST}: "
                f"{tail.str(6)}.",
            )
        shown = worst.str(7, radius=False)
    return holds(
        Grade.CITED,
        f"With slack = gap/2 the finite-time bound is 2 + C log(T)/gap^2 with C = {shown} at "
        "T = 2, the worst horizon; arms with a gap below sqrt(C K log(T)/T) cost T times it. At "
        "T = 1 the regret is one gap.",
        numbers={"needed C": shown},
        covered=f"T = 2 to {FIRST} in balls, larger T by f(T) <= T^3, the split as an identity.",
        not_covered="The finite-time bound, a theorem of the textbook: thesis.thm2.24.finite.",
    )


def _path_fault(make: Make) -> str | None:
    """An arm that is pulled fewer times than the index of a pulled arm demands."""
    index = width_index(log_f)
    with working_precision(BITS):
        for table in reward_tables(3, 3, 120, 3):
            for made in decisions(make(3), table):
                if made is None:
                    return "The first rounds do not pull each arm once."
                top = index(made.averages[made.arm], made.pulls[made.arm], made.t)
                for average, pulls in zip(made.averages, made.pulls, strict=True):
                    ahead = top - ball(average)
                    if ahead > 0 and pulls < 2 * log_f(made.t) / ahead**2:
                        return (
                            f"Round {made.t}: an arm of average {average} has {pulls} pulls, but "
                            f"{(2 * log_f(made.t) / ahead**2).str(5)} are due."
                        )
    return None


def ratio_at(power: int, gap: Fraction) -> arb:
    """gap times the bound on pulls, over log T, for log T = 10^(4 power), slack gap/10^power."""
    log_t = arb(10) ** (4 * power)
    level = log_t + 2 * log_t.log() + 1  # above log(1 + T log(T)^2)
    slack = ball(gap) / arb(10) ** power
    return ball(gap) * pulls_bound(ball(gap), level, slack, late_pulls) / log_t


def two_over(gap: Fraction) -> Fraction:
    """The printed limit of an arm."""
    return 2 / gap


@claim(
    "thesis.thm2.24",
    r"For the index (2.12) and a 1-subgaussian instance: $\lim_T\mathrm{Reg}_T/\log T\le"
    r"\sum_{\Delta_a>0}2/\Delta_a$, and $\mathrm{Reg}_T\le2\sqrt{CKT\log T}+C\sum_a\Delta_a$ for "
    r"some constant $C>0$.",
    recorded="holds",
    mutants={
        "1 in place of 2": {"limit": lambda gap: 1 / gap},
        "half the exploration": {"make": lambda arms: UCB(arms, exploration="0.5")},
        "no exploration": {"make": FollowTheLeader},
    },
)
def asymptotic_regret(
    limit: Callable[[Fraction], Fraction] = two_over, make: Make = AsymptoticUCB
) -> Verdict:
    """The limit of the finite-time bound, and the pulls that each decision forces from below."""
    import sympy

    x, gap = sympy.symbols("x D", positive=True)  # x = log(T)^(1/4), slack = gap / x
    level = x**4 + 8 * sympy.log(x) + 1
    late = 2 * (level + sympy.sqrt(sympy.pi * level) + 1) / (gap * (1 - 1 / x)) ** 2
    found = sympy.limit(gap * (2 + 5 * x**2 / gap**2 + late) / x**4, x, sympy.oo)
    ratios = {}
    with working_precision(256):
        for size in (Fraction(1, 10), Fraction(1, 2), Fraction(2)):
            value = ratio_at(6, size)
            ratios[f"gap {size}"] = value.str(7, radius=False)
            printed = sympy.Rational(*limit(size).as_integer_ratio())
            if found.subs(gap, sympy.Rational(*size.as_integer_ratio())) != printed or not (
                abs(value - ball(limit(size))) < ball(limit(size)) / 10**4
            ):
                return fails(
                    Grade.PROVED,
                    "The finite-time bound has another limit.",
                    witness=f"gap = {size}: {value.str(8)} at log T = 1e24; the limit is {found}, "
                    f"not {limit(size)}.",
                )
    fault = _path_fault(make) or replay_fault(make, width_index(log_f))
    if fault:
        return fails(Grade.CERTIFIED, "The policy explores less than (2.12).", witness=fault)
    return holds(
        Grade.CITED,
        "The finite-time bound over log T tends to 2/gap. The printed lim exists and is even equal "
        "to the sum: when a most pulled arm b is pulled for the last time, at a round s >= T/K, "
        "its index bounds that of every arm a, so N_a >= 2 log f(s) / (index_b - average_a)^2, "
        "whose limit is 2 log(T)/gap^2 almost surely. So limsup is no repair; C = 65 is a constant "
        "(claim thesis.thm2.24.gapfree).",
        numbers={"bound over log T at log T = 1e24": ratios},
        covered="The limit symbolically for all gaps and in balls at three; the forced pulls at "
        "every decision of three plays of 120 rounds, in balls; the replay of the index.",
        not_covered="The finite-time bound for all laws (thesis.thm2.24.finite, from a textbook) "
        "and the law of large numbers in the limit from below.",
    )
