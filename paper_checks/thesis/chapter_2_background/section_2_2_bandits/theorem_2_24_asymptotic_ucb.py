"""Claims about UCB without a horizon: index (2.12) and Theorem 2.24."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from flint import arb

from banditproof.algorithms import UCB, AsymptoticUCB, FollowTheLeader
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import (
    at_most,
    below,
    cited,
    need,
    points,
    require,
    statistical,
)
from banditproof.theory import BernoulliBandit, GaussianBandit
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

from .centred_laws import normal_tail
from .index_replay import Make, decisions, follows, log_f, margin, reward_tables, width_index
from .mean_limit import Instance, simulated_pulls

BITS = 100
LAST = 2000


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
def failures_are_summable(f: Callable[[int], arb] = margin) -> Verdict:
    """A partial sum in balls, and 1/log(n) for the rest: 1/f(t) < 1/(t log(t)^2)."""
    with working_precision(BITS):
        partial = sum((1 / f(t) for t in range(1, LAST + 1)), arb(0))
        require(below(partial, 2.5), "The sum is larger.", terms=LAST, partial_sum=partial)
        bound = partial + 1 / arb(LAST).log()
        need(bound < 2.5, "With the rest the bound of the sum is larger", bound=bound)
        shown = bound.str(6, radius=False)
    return points(
        f"The sum is at most {shown}, so the best arm's bound fails in at most 5/e^2 rounds by "
        "more than e: each round t costs sum_n exp(-n e^2/2)/f(t) <= 2/(e^2 f(t)).",
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
    with working_precision(BITS):
        for level, gap in product((arb(1), arb(5), arb(20)), (arb("0.2"), arb(1), arb(3))):
            shift = (2 * level).sqrt()
            spent = sum((normal_tail(arb(n).sqrt() * gap - shift) for n in range(1, 1201)), arb(0))
            obeys = at_most(spent, late(level, gap))
            require(obeys, "A normal arm is late more often.", a=level, gap=gap, late=spent)
        for slack, pulls in product((Fraction(1, 10), Fraction(1), Fraction(2)), (1, 7, 100)):
            level, e = log_f(50), ball(slack)
            failure = (-pulls * ((2 * level / pulls).sqrt() + e) ** 2 / 2).exp()
            # (x + e)^2 >= x^2 + e^2, and the geometric sum of exp(-n e^2/2) is at most 2/e^2
            parts = (-pulls * e**2 / 2).exp() / margin(50)
            require(at_most(failure, parts), "A failure costs more.", slack=slack, pulls=pulls)
            geometric = 1 / ((e**2 / 2).exp() - 1)
            require(at_most(geometric, 2 / e**2), "The geometric sum is larger.", slack=slack)

        def bound(bandit: Instance, arm: int, horizon: int) -> arb:
            return best_bound(bandit.gaps[arm], log_f(horizon), late)

        shown = simulated_pulls(make, INSTANCES, 600, bound)
    return statistical(
        "The steps of the textbook proof hold at every point tried, and upper limits of simulated "
        f"pulls are below the bound: {shown}.",
        covered="Late pulls of a normal arm and failures at 9 points each, in balls; three "
        "instances, 4 arms, 600 runs, each limit wrong with probability at most 1e-7.",
        not_covered="Late pulls for other laws, and all instances and horizons: the textbook.",
    )


FIRST = 400


def universal(level: arb, log: arb) -> arb:
    """What the bound with slack = gap/2 needs as C: (20 + 8 (L + sqrt(pi L) + 1)) / log T."""
    return (20 + 8 * (level + (arb.pi() * level).sqrt() + 1)) / log


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
    rest = sympy.simplify(total.subs(width, best) - root * sympy.sqrt(c * arms * horizon * log))
    require(rest == 0, "The split gives another factor.", Grade.PROVED, width=best, rest=rest)
    with working_precision(BITS):
        needed = [universal(log_f(t), arb(t).log()) for t in range(2, FIRST + 1)]
        worst = max(needed, key=lambda x: float(x.mid()))
        # f(t) <= t^3, so beyond FIRST the quotient is below this one, which decreases
        tail = universal(3 * arb(FIRST).log(), arb(FIRST).log())
        for least in (worst, tail, arb(2)):
            enough = at_most(least, constant)
            require(enough, "The constant is too small for the finite-time bound.", needed=least)
        shown = worst.str(7, radius=False)
    return cited(
        f"With slack = gap/2 the finite-time bound is 2 + C log(T)/gap^2 with C = {shown} at "
        "T = 2, the worst horizon; arms with a gap below sqrt(C K log(T)/T) cost T times it.",
        covered=f"T = 2 to {FIRST} in balls, above by f(T) <= T^3; the split.",
        not_covered="T = 1, where the regret is at most one gap; the finite-time bound, a theorem "
        "of the textbook: thesis.thm2.24.finite.",
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


def ratio_at(power: int, gap: Fraction) -> arb:
    """gap times the bound on pulls, over log T, for log T = 10^(4 power), slack gap/10^power."""
    log_t = arb(10) ** (4 * power)
    level = log_t + 2 * log_t.log() + 1  # above log(1 + T log(T)^2)
    slack = ball(gap) / arb(10) ** power
    return ball(gap) * pulls_bound(ball(gap), level, slack, late_pulls) / log_t


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
    limit: Callable[[Fraction], Fraction] = lambda gap: 2 / gap, make: Make = AsymptoticUCB
) -> Verdict:
    """The limit of the finite-time bound, and the pulls that each decision forces from below."""
    import sympy

    x, gap = sympy.symbols("x D", positive=True)  # x = log(T)^(1/4), slack = gap / x
    level = x**4 + 8 * sympy.log(x) + 1
    late = 2 * (level + sympy.sqrt(sympy.pi * level) + 1) / (gap * (1 - 1 / x)) ** 2
    found = sympy.limit(gap * (2 + 5 * x**2 / gap**2 + late) / x**4, x, sympy.oo)
    other = "The finite-time bound has another limit."
    with working_precision(256):
        for size in (Fraction(1, 10), Fraction(1, 2), Fraction(2)):
            printed = limit(size)
            same = found.subs(gap, sympy.Rational(str(size))) == sympy.Rational(str(printed))
            require(same, other, Grade.PROVED, gap=size, limit=found, printed=printed)
            value = ratio_at(6, size)
            near = below(abs(value - ball(printed)), ball(printed) / 10**4)
            require(near, other, gap=size, log_T="1e24", value=value, printed=printed)
    forces_pulls(make)
    follows(make, width_index(log_f))
    return cited(
        "The finite-time bound over log T tends to 2/gap. The printed lim exists and is even equal "
        "to the sum: when a most pulled arm b is pulled for the last time, at a round s >= T/K, "
        "its index bounds that of every arm a, so N_a >= 2 log f(s) / (index_b - average_a)^2, "
        "whose limit is 2 log(T)/gap^2 almost surely. So limsup does not repair it; C = 65 is a "
        "constant (claim thesis.thm2.24.gapfree).",
        covered="The limit symbolically for all gaps and in balls at three; the forced pulls at "
        "every decision of three plays of 120 rounds, in balls; the replay of the index.",
        not_covered="The finite-time bound for all laws (thesis.thm2.24.finite, from a textbook) "
        "and the law of large numbers in the limit from below.",
    )
