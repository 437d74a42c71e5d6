"""Claims about UCB without a horizon: index (2.12) and Theorem 2.24."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb

from banditproof.algorithms import UCB, AsymptoticUCB, FollowTheLeader
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.composite import whole
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import at_most, derived, need, points, require
from banditproof.theory import BernoulliBandit, GaussianBandit
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.exact_laws.expected_regret import expected_regret

from .centred_laws import normal_tail
from .finite_bound_steps import limit_of_the_finite_bound, steps_of_the_finite_bound
from .index_replay import (
    Make,
    decisions,
    follows,
    log_f,
    margin,
    reward_tables,
    scores_are,
    width_index,
)
from .mean_limit import Instance, simulated_pulls

BITS = 100
LAST = 2000


@claim(
    "thesis.thm2.24.sum",
    r"$\sum_{t\ge1}1/f(t)<\frac52$ for $f(t)=1+t\log^2t$.",
    recorded="holds",
    rests_on=("textbook.calculus",),
    title="the rounds in which the best arm's bound fails",
    kind="proof step",
    mutants={
        "sharper: 2.1 in place of 5/2": {"total": Fraction("2.1")},
        "sharper: 2.49 in place of 5/2": {"total": Fraction("2.49")},
        "one logarithm": {"f": lambda t: 1 + t * arb(t).log()},
        "log t": {"f": lambda t: 1 + t * (1 + arb(t).log()).log() ** 2},
    },
)
def failures_are_summable(
    f: Callable[[int], arb] = margin, total: Fraction = Fraction(5, 2)
) -> Verdict:
    """A partial sum in balls, and 1/log(n) for the rest: 1/f(t) < 1/(t log(t)^2)."""
    with working_precision(BITS):
        partial = sum((1 / f(t) for t in range(1, LAST + 1)), arb(0))
        bound = partial + 1 / arb(LAST).log()
        # 1/f(t) >= 1/(t log(t)^2) - 1/(t^2 log(t)^4), and the last sums to less than 1/LAST
        least = partial + 1 / arb(LAST + 1).log() - arb(1) / LAST
        sides = Sides()
        sides.below(partial, ball(total), "The sum is larger.", terms=LAST)
        if f is margin:
            sides.below(least, ball(total), "The sum is larger.", terms="all")
        need(bound < ball(total), "With the rest the bound of the sum is larger", bound=bound)
        shown = bound.str(6, radius=False)
    return derived(
        f"The sum is at most {shown}, so the best arm's bound fails in at most 5/e^2 rounds by "
        "more than e: each round t costs sum_n exp(-n e^2/2)/f(t) <= 2/(e^2 f(t)).",
        covered=f"The whole sum: {LAST} terms in balls, the rest below 1/log({LAST}), the integral "
        "of 1/(t log(t)^2), which decreases.",
        sharpness=sides.sharpness,
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


INSTANCES: Sequence[tuple[Instance, int]] = (
    (GaussianBandit((1, 0)), 1000),
    (BernoulliBandit((1, "0.1", "0.05")), 1000),
    (GaussianBandit(("0.5", 0)), 3000),
)


@claim(
    "thesis.thm2.24.finite",
    r"For the index (2.12), a 1-subgaussian instance, any $T$ and $0<\varepsilon<\Delta_a$: "
    r"$\mathbb E[N_a(T)]\le2+\frac5{\varepsilon^2}+\frac{2(L+\sqrt{\pi L}+1)}"
    r"{(\Delta_a-\varepsilon)^2}$ with $L=\log f(T)$.",
    recorded="holds",
    rests_on=(
        "thesis.thm2.24.sum",
        "thesis.alg2.width.repaired",
        "thesis.lem2.21",
        "textbook.reward-stacks",
        "textbook.union-bound",
        "textbook.elementary-probability",
        "textbook.calculus",
    ),
    title="finite-time regret of asymptotic UCB (Lattimore and Szepesvari, Theorem 8.1)",
    mutants={
        "no exploration": {"make": FollowTheLeader},
        "sharper: late pulls without their deviation": {"late": lambda a, gap: 1 + 2 * a / gap**2},
        "sharper: half of the deviation": {
            "late": lambda a, gap: late_pulls(a, gap) - (arb.pi() * a).sqrt() / gap**2
        },
        "sharper: 0.99 of the late pulls": {
            "late": lambda a, gap: late_pulls(a, gap) * arb("0.99")
        },
        "half the level": {"late": lambda a, gap: late_pulls(a / 4, gap)},
    },
)
def finite_regret(
    make: Make = AsymptoticUCB, late: Callable[[arb, arb], arb] = late_pulls
) -> Verdict:
    """The steps of the proof; the late pulls of a normal arm, exact; simulated pulls.

    An arm a is pulled when the best index is at most mu* - e, which costs sum_t sum_n
    exp(-n (sqrt(2 log f(t)/n) + e)^2/2) <= (2/e^2) sum_t 1/f(t), or when its own index is above
    mu* - e: at most once for each count n of its pulls with average_n + sqrt(2 L/n) >= mu_a + D,
    D = gap - e. For n > u = 2 L/D^2 this has probability at most exp(-n (D - sqrt(2 L/n))^2/2),
    which falls in n, so the sum is below 1 + its integral.
    """
    steps_of_the_finite_bound(late)
    sides = Sides()
    with working_precision(BITS):
        moderate = product((arb(1), arb(5), arb(20)), (arb("0.2"), arb(1), arb(3)))
        for level, gap in (*moderate, (arb(10**6), arb(50))):
            shift = (2 * level).sqrt()
            spent = sum((normal_tail(arb(n).sqrt() * gap - shift) for n in range(1, 1201)), arb(0))
            case: dict[str, Any] = {"a": level, "gap": gap}
            sides.at_most(spent, late(level, gap), "A normal arm is late more often.", **case)

        def bound(bandit: Instance, arm: int, horizon: int) -> arb:
            return best_bound(bandit.gaps[arm], log_f(horizon), late)

        shown = simulated_pulls(make, INSTANCES, 600, bound)
    return derived(
        "The rounds in which the best index is low cost 5/e^2, and an arm is late in at most "
        "1 + 2 (L + sqrt(pi L) + 1)/D^2 of its pulls. Upper limits of simulated pulls are below "
        f"the bound: {shown}.",
        covered="All instances and T: the integral and the square symbolically, the other steps by "
        "the named facts. Late pulls of a normal arm at 10 points in balls; three instances, 4 "
        "arms, 600 runs, each limit wrong with probability at most 1e-7.",
        sharpness=sides.sharpness,
    )


FIRST = 400


def universal(level: arb, log: arb) -> arb:
    """What the bound with slack = gap/2 needs as C: (20 + 8 (L + sqrt(pi L) + 1)) / log T."""
    return (20 + 8 * (level + (arb.pi() * level).sqrt() + 1)) / log


@claim(
    "thesis.thm2.24.gapfree",
    r"For the index (2.12) and a 1-subgaussian instance: $\mathrm{Reg}_T\le2\sqrt{CKT\log T}+"
    r"C\sum_a\Delta_a$ for some constant $C>0$.",
    recorded="holds",
    stated=True,
    reading="one C for all T and all instances; C = 65 is shown",
    rests_on=("thesis.thm2.24.finite", "thesis.eq2.7-2.8", "textbook.calculus"),
    title="gap-free bound of Theorem 2.24",
    mutants={"sharper: C = 60": {"constant": 60}, "sharper: 1.9 in place of 2": {"root": "1.9"}},
)
def gap_free(constant: int = 65, root: str = "2") -> Verdict:
    """E N_a <= 2 + C log(T)/gap^2 for all T >= 2, and the best split of small and large gaps.

    At T = 1 the regret is one gap. f(t) <= 1 + t^2 <= t^3 for t >= 2, since log(t)^2 <= t; and each
    term of (20 + 8 (3 l + sqrt(3 pi l) + 1))/l falls or is constant in l = log T.
    """
    import sympy

    horizon, arms, log, width, c = sympy.symbols("T K L D C", positive=True)
    total = horizon * width + c * arms * log / width
    best = sympy.solve(sympy.diff(total, width), width)[0]
    given = sympy.Rational(root) * sympy.sqrt(c * arms * horizon * log)
    rest = sympy.simplify(total.subs(width, best) - given)
    need(rest == 0, "The split gives another factor", width=best, rest=rest)
    with working_precision(BITS):
        needed = [universal(log_f(t), arb(t).log()) for t in range(2, FIRST + 1)]
        worst = max(needed, key=lambda x: float(x.mid()))
        # f(t) <= t^3, so beyond FIRST the quotient is below this one, which decreases
        tail = universal(3 * arb(FIRST).log(), arb(FIRST).log())
        for least in (worst, tail, arb(2)):
            need(least <= constant, "The constant is too small for the finite bound", needed=least)
        shown, sides = worst.str(7, radius=False), Sides()
        for means, time in product(((1, 0), (0, 1)), (1, 2, 12)):
            small = BernoulliBandit(means)
            most = (constant * 2 * time * arb(time).log()).sqrt() * ball(Fraction(root))
            regret = ball(expected_regret(AsymptoticUCB(2), small, time))
            case: dict[str, Any] = {"means": means, "T": time}
            sides.at_most(regret, most + constant, "Exact regret is above the bound.", **case)
    return derived(
        f"With slack = gap/2 the finite-time bound is 2 + C log(T)/gap^2 with C = {shown} at "
        "T = 2, the worst horizon; arms with a gap below sqrt(C K log(T)/T) cost T times it.",
        covered=f"All instances: T = 2 to {FIRST} in balls, above by f(T) <= T^3, where the "
        "quotient decreases; the split symbolically. Exact regret at T = 1, 2, 12.",
        sharpness=sides.sharpness,
    )


def forces_pulls(make: Make) -> None:
    """Each arm is pulled as often as the index of the pulled arm demands."""
    index = width_index(log_f)
    with working_precision(BITS):
        for table in reward_tables(3, 3, 120, 3):
            for made in decisions(make(3), table):
                mine = made.arms[made.arm]
                for average, pulls in {*made.arms} - {mine}:
                    ahead = index(*mine, made.t) - ball(average)
                    due = 2 * log_f(made.t) / ahead**2
                    enough = ahead <= 0 or at_most(due, pulls)
                    require(enough, "More pulls of an arm are due.", **made.case, due=due)


@claim(
    "thesis.thm2.24.asymptotic",
    r"For the index (2.12) and a 1-subgaussian instance: $\lim_T\mathrm{Reg}_T/\log T\le"
    r"\sum_{\Delta_a>0}2/\Delta_a$.",
    recorded="holds",
    stated=True,
    rests_on=("thesis.thm2.24.finite", "thesis.eq2.7-2.8", "textbook.law-of-large-numbers"),
    title="asymptotic bound of Theorem 2.24",
    mutants={
        "sharper: 1.99 in place of 2": {"limit": lambda gap: Fraction(199, 100) / gap},
        "half the exploration": {"make": lambda arms: UCB(arms, exploration="0.5")},
        "no exploration": {"make": FollowTheLeader},
    },
)
def asymptotic_regret(
    limit: Callable[[Fraction], Fraction] = lambda gap: 2 / gap, make: Make = AsymptoticUCB
) -> Verdict:
    """The limit of the finite-time bound, and the pulls that each decision forces from below."""
    import sympy

    gap, found = limit_of_the_finite_bound()
    for size in (Fraction(1, 10), Fraction(1, 2), Fraction(2)):
        printed = sympy.Rational(str(limit(size)))
        same = found.subs(gap, sympy.Rational(str(size))) == printed
        require(same, "The finite-time bound has another limit.", gap=size, limit=printed)
    forces_pulls(make)
    scores_are(make, width_index(log_f))
    follows(make, width_index(log_f))
    return points(
        "The finite-time bound over log T tends to 2/gap. The printed lim exists and is even equal "
        "to the sum: when a most pulled arm b is pulled for the last time, at a round s >= T/K, "
        "its index bounds that of every arm a, so N_a >= 2 log f(s) / (index_b - average_a)^2, "
        "whose limit is 2 log(T)/gap^2 almost surely.",
        covered="The limsup for all instances: the limit of the finite-time bound, for all gaps, "
        "symbolically. From below: the forced pulls at every decision of three plays of 120 "
        "rounds, in balls; the replay of the index.",
        not_covered="That the limit exists: the law of large numbers in the argument from below is "
        "in words.",
    )


whole(
    "thesis.thm2.24",
    "For the index (2.12) and a 1-subgaussian instance: the asymptotic bound and the gap-free one.",
    parts=("thesis.thm2.24.asymptotic", "thesis.thm2.24.gapfree"),
)
