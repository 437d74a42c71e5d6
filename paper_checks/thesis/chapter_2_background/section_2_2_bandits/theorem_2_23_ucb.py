"""Claims about UCB at a fixed confidence: Algorithm 2, index (2.9), Theorem 2.23."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb

from banditproof.algorithms import UCB, FixedConfidenceUCB, FollowTheLeader, Policy, simulate
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.composite import whole
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import below, derived, need, points, require
from banditproof.theory import BernoulliBandit, GaussianBandit
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.exact_laws.expected_regret import expected_regret

from .index_replay import Index, Make, follows, scores_are, width_index
from .mean_limit import Instance, upper_limit

DELTA = Fraction(1, 400)


def index_at(delta: Fraction) -> Index:
    """(2.9): average + sqrt(2 log(1/delta) / pulls)."""
    return width_index(lambda t: -ball(delta).log())


PRINTED_INDEX = index_at(DELTA)


@dataclass(frozen=True)
class Delayed(FixedConfidenceUCB):
    """Wrong: reads the averages before the last pull of the leader."""

    def scores(self, records: Any, t: int) -> list[float]:
        most = max(r.pulls for r in records)
        older = tuple(r._replace(pulls=r.pulls - 1) if r.pulls == most > 1 else r for r in records)
        return super().scores(older, t)


@claim(
    "thesis.alg2",
    r"UCB meta-algorithm: choose each arm once; for $t>K$ choose $A_t\in\arg\max_a"
    r"\mathrm{UCB}_a(t-1)$, observe $r_t$ and update the bounds; with the index "
    r"$\mathrm{UCB}_a(t-1,\delta)=\hat\mu_a(t-1)+\sqrt{2\log(1/\delta)/N_a(t-1)}$ (2.9).",
    recorded="holds",
    mutants={
        "confidence of the next round's count": {
            "index": lambda x, n, t: PRINTED_INDEX(x, n + 1, t)
        },
        "sharper: 1.99 in place of 2": {
            "index": width_index(lambda t: -ball(DELTA).log() * arb("0.995"))
        },
        "a horizon in place of delta": {"make": UCB},
        "counts one pull less": {"make": lambda arms: Delayed(arms, delta=DELTA)},
        "no bonus": {"make": FollowTheLeader},
    },
)
def meta_algorithm(
    index: Index = PRINTED_INDEX, make: Make = lambda arms: FixedConfidenceUCB(arms, delta=DELTA)
) -> Verdict:
    """Every decision of the library's policy is an arm of largest index, recounted in balls."""
    scores_are(make, index)
    follows(make, index)
    with working_precision(100):
        for pulls, mean in product((1, 2, 9, 100), (Fraction(k, 10) for k in range(10))):
            here, more = index(mean, pulls, 20), index(mean, pulls + 1, 20)
            rises = below(here, index(mean + Fraction(1, 10), pulls, 20))
            require(rises, "The index does not grow with the average.", mean=mean, pulls=pulls)
            require(below(more, here), "It does not fall with the pulls.", mean=mean, pulls=pulls)
    return points(
        "The library pulls each arm once, then always an arm of largest index, where averages and "
        "counts are those of the first t - 1 rounds; the index grows with the average and falls "
        "with the pulls. Ties are left open by the box; the library breaks them by a rule.",
        covered="Five scores of the policy to 12 digits; 7 reward tables of 60 rounds with 2 and 4 "
        "arms, every decision in balls.",
        not_covered="Other records and plays: it is a definition.",
    )


@dataclass(frozen=True)
class Constants:
    """Reg <= additive sum gap + linear log(T) sum 1/gap."""

    additive: int = 3
    linear: int = 16


PRINTED = Constants()
RUNS = 800
INSTANCES: Sequence[Instance] = (
    GaussianBandit((1, 0)),
    GaussianBandit((0, 2, 1, 0, "1.5")),
    BernoulliBandit((1, "0.1", "0.05")),
)


def bound_by_gaps(gaps: Sequence[Fraction], horizon: int, constants: Constants) -> arb:
    """(2.10), at the working precision."""
    inverse = sum((1 / gap for gap in gaps if gap > 0), Fraction(0))
    by_gaps = constants.linear * ball(inverse) * arb(horizon).log()
    return constants.additive * ball(sum(gaps, Fraction(0))) + by_gaps


def never_again() -> None:
    """An index below m, beside one that is at least m, is not the largest: all orders of three."""
    for arm, best, m in product(range(3), repeat=3):
        if arm < m <= best:
            require(arm < max(arm, best), "A spent arm may be pulled.", order=(arm, best, m))


def gives_the_constants(constants: Constants) -> None:
    """The steps from the good event to the constants, as identities for all T and gaps."""
    import sympy

    horizon, gap = sympy.symbols("T D", positive=True)
    log = sympy.log(horizon)
    enough = constants.linear * log / gap**2  # pulls after which arm a is out
    log_delta = 2 * log  # log(1/delta) with delta = 1/T^2
    left = sympy.simplify(gap - sympy.sqrt(2 * log_delta / enough) - gap / 2)
    need(left == 0, "Then the width is not half the gap", pulls=enough, left=left)
    # T times P(event fails) <= T (T delta + exp(-pulls (gap/2)^2 / 2))
    lost = horizon * (horizon / horizon**2 + sympy.exp(-enough * gap**2 / 8))
    rest = sympy.expand_log(sympy.powsimp(lost) - 1 - 1 / horizon)
    need(sympy.simplify(rest) == 0, "The failures cost more than 1 + 1/T", cost=lost)
    # 1 for rounding up, 1 + 1/T <= 2 for failures
    need(constants.additive >= 3, "Rounding up and failures cost 3 pulls", given=constants.additive)


@claim(
    "thesis.thm2.23.gaps",
    r"For the index (2.9) with $\delta=1/T^2$, a $K$-armed 1-subgaussian instance and any $T$: "
    r"$\mathrm{Reg}_T\le3\sum_a\Delta_a+\sum_{\Delta_a>0}\frac{16\log T}{\Delta_a}$ (2.10).",
    recorded="holds",
    stated=True,
    title="regret of UCB by the gaps",
    place="2.2.5 Theorem 2.23, (2.10)",
    rests_on=(
        "thesis.alg2.width.repaired",
        "thesis.lem2.21",
        "thesis.eq2.7-2.8",
        "textbook.reward-stacks",
        "textbook.union-bound",
        "textbook.elementary-probability",
    ),
    stated_proof=(
        "thesis.alg2.sketch.event",
        "thesis.alg2.sketch.confidence",
        "thesis.alg2.sketch.integral",
    ),
    mutants={
        "no exploration": {"make": lambda arms, horizon: FollowTheLeader(arms)},
        "sharper: 15 in place of 16": {"constants": Constants(linear=15)},
        "sharper: 2 in place of 3": {"constants": Constants(additive=2)},
    },
)
def ucb_regret(
    constants: Constants = PRINTED,
    make: Callable[[int, int], Policy[Any]] = lambda arms, horizon: FixedConfidenceUCB(
        arms, delta=Fraction(1, horizon**2)
    ),
) -> Verdict:
    """The constants of the proof as identities, exact regret at small T, and simulated regret.

    Let u = 16 log(T)/gap^2, rounded up. If the best arm's index is never below its mean, and that
    of arm a after u pulls is below the best mean, arm a is pulled at most u times. The first fails
    with probability at most T delta, over the numbers of pulls, the second with exp(-u gap^2/8),
    and then N_a <= T. At T = 1 the regret is at most one gap.
    """
    never_again()
    gives_the_constants(constants)
    shown, sides = [], Sides()
    with working_precision(100):
        for means, horizon in product((("1", "0"), ("0.5", "0.4"), ("0", "1")), (1, 2, 3, 12)):
            small = BernoulliBandit(means)
            regret = expected_regret(make(2, horizon), small, horizon)
            bound = bound_by_gaps(small.gaps, horizon, constants)
            case: dict[str, Any] = {"means": means, "T": horizon}
            sides.at_most(ball(regret), bound, "Exact regret is above the bound.", **case)
        for seed, bandit in enumerate(INSTANCES, start=1):
            runs = simulate(make(bandit.arms, 1000), bandit, 1000, RUNS, rng=seed)
            limit = upper_limit(runs.regret, float(1000 * max(bandit.gaps)))
            bound = bound_by_gaps(bandit.gaps, 1000, constants)
            need(arb(limit) <= bound, "Regret may be above the bound", bandit=bandit, regret=limit)
            shown.append(f"{limit:.3g} <= {float(bound.mid()):.4g}")
    return derived(
        "After 16 log(T)/gap^2 pulls the width is half the gap, failures cost 1 + 1/T pulls, "
        "rounding up one more. Upper limits of simulated regret at T = 1000: "
        f"{', '.join(shown)}.",
        covered="All instances and T: three identities, an order of three numbers, and the named "
        "tails. Exact regret at T = 1, 2, 3, 12; three instances with 2 to 5 arms, "
        f"{RUNS} runs each, every limit wrong with probability at most 1e-7.",
        sharpness=sides.sharpness,
    )


@claim(
    "thesis.thm2.23.gapfree",
    r"This gives also $\mathrm{Reg}_T\le8\sqrt{TK\log T}+3\sum_a\Delta_a$; in particular, if "
    r"$\Delta_a\le1$, then $\mathrm{Reg}_T\le8\sqrt{TK\log T}+3K$ (2.11).",
    recorded="holds",
    stated=True,
    rests_on=("thesis.thm2.23.gaps", "textbook.calculus"),
    title="regret of UCB without the gaps",
    place="2.2.5 Theorem 2.23, (2.11)",
    mutants={
        "sharper: 7.9 in place of 8": {"root": Fraction("7.9")},
        "sharper: 7 in place of 8": {"root": Fraction(7)},
    },
)
def gap_free_regret(root: Fraction = Fraction(8)) -> Verdict:
    """Gaps below a width cost T times it, the K others 16 log(T)/width: the best width.

    Of a gap D >= w the pulls of (2.10) cost at most 16 log(T)/w, and 3 D.
    """
    import sympy

    horizon, width, arms, log = sympy.symbols("T w K L", positive=True)
    total = horizon * width + PRINTED.linear * arms * log / width
    (best,) = sympy.solve(sympy.diff(total, width), width)
    value = sympy.simplify(total.subs(width, best) ** 2 / (horizon * arms * log))
    given = sympy.Rational(root.numerator, root.denominator) ** 2
    need(value <= given, "The minimum over the width is larger", squared_factor=value)
    sides = Sides()
    with working_precision(100):
        for means, time in product((("1", "0"), ("0.5", "0.4"), ("0", "1")), (1, 2, 12)):
            small, make = BernoulliBandit(means), FixedConfidenceUCB(2, delta=Fraction(1, time**2))
            most = ball(root) * (2 * time * arb(time).log()).sqrt()
            bound = most + PRINTED.additive * ball(sum(small.gaps, Fraction(0)))
            regret = ball(expected_regret(make, small, time))
            case: dict[str, Any] = {"means": means, "T": time}
            sides.at_most(regret, bound, "Exact regret is above the bound.", **case)
    return derived(
        "The least T w + 16 K log(T)/w is 8 sqrt(T K log T), at w = 4 sqrt(K log(T)/T); at T = 1 "
        "the regret is at most one gap.",
        covered="All instances and T, by (2.10); the minimum symbolically. Exact regret at T = 1, "
        "2, 12.",
        sharpness=sides.sharpness,
    )


whole(
    "thesis.thm2.23",
    r"For the index (2.9) with $\delta=1/T^2$, a 1-subgaussian instance and any $T$: the bound by "
    "the gaps (2.10), and the one without them (2.11).",
    parts=("thesis.thm2.23.gaps", "thesis.thm2.23.gapfree"),
)
