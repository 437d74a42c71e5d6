"""Claims about Section 4.1: the proof of the minimax bound by two instances, step by step."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.composite import whole
from banditproof.paper_checks.models.finite_pairs import kl_divergence
from banditproof.paper_checks.models.played_arms import action_law, expected_pulls, history_law
from banditproof.paper_checks.models.policy_protocols import Kernel, Seen, random_kernel
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import derived, need, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.bernoulli import kl_ball

ARMS, ROUNDS = 3, 3
HALF = Fraction(1, 2)
SETTING = r"With $\mu=(\Delta,0,\dots,0)$, unit variances, and $i$ the suboptimal arm "
SETTING += r"with the least $\mathbb E_\mu N_i(T)$"


def _copies_the_first_reward(seen: Seen) -> tuple[Fraction, ...]:
    """Arm 2 first, then arm 1 if it paid 1 and arm 3 if not: the actions show all of arm 2."""
    answer = None if not seen else seen[0][1]
    return tuple(map(Fraction, (answer == 1, answer is None, answer == 0)))


def _never_the_best(seen: Seen) -> tuple[Fraction, ...]:
    return Fraction(0), HALF, HALF


def _kernels() -> Iterator[Kernel]:
    source = random.Random(41)
    yield from (_copies_the_first_reward, _never_the_best)
    yield from (random_kernel(source, ROUNDS, arms=ARMS) for _ in range(10))


@claim(
    "thesis.sec4.1.pulls",
    SETTING + r": $\mathbb E_\mu N_i(T)\le\frac T{K-1}$.",
    recorded="holds",
    stated=True,
    place="4.1 proof of Theorem 2.28",
    title="the suboptimal arm that is played least",
    rests_on=("textbook.elementary-probability",),
    mutants={
        "sharper: T/K": {"share": lambda arms: arms},
        "sharper: 99 % of it": {"share": lambda arms: Fraction(100 * (arms - 1), 99)},
    },
)
def least_pulls(share: Callable[[int], Any] = lambda arms: arms - 1) -> Verdict:
    """Exact laws of the plays of twelve policies; one of them never plays arm 1."""
    sides = Sides()
    for number, kernel in enumerate(_kernels()):
        law = action_law(history_law(kernel, (HALF, Fraction(0), Fraction(0)), ROUNDS))
        every = [expected_pulls(law, arm) for arm in range(ARMS)]
        need(sum(every) == ROUNDS, "The expected plays do not add up to T")
        most = ROUNDS / Fraction(share(ARMS))
        sides.at_most(min(every[1:]), most, "E N_i is larger.", policy=number, T=ROUNDS, K=ARMS)
    return derived(
        "The expected plays add up to T, so K - 1 of them have a mean of at most T/(K-1), and the "
        "least is at most the mean; a policy that never plays arm 1 attains it.",
        covered="All policies, K and T; twelve policies at K = T = 3, exactly.",
        sharpness=sides.sharpness,
    )


@claim(
    "thesis.sec4.1.regrets",
    SETTING + r" and $\mu'=\mu$ but for $\mu'_i=2\Delta$: $\mathrm{Reg}_T(\mu)=(T-\mathbb E_\mu"
    r"N_1)\Delta\ge\frac{T\Delta}2\mathbb M_\mu(N_1\le\frac T2)$ and $\mathrm{Reg}_T(\mu')=\Delta"
    r"\mathbb E_{\mu'}N_1+\sum_{a\notin\{1,i\}}2\Delta\mathbb E_{\mu'}N_a\ge\frac{T\Delta}2"
    r"\mathbb M_{\mu'}(N_1>\frac T2)$.",
    recorded="holds",
    stated=True,
    place="4.1 proof of Theorem 2.28",
    title="regret and the event that arm 1 is rare",
    rests_on=("textbook.elementary-probability",),
    mutants={
        "sharper: without the factor 1/2": {"factor": Fraction(1)},
        "sharper: 51/100 for 1/2": {"factor": Fraction(51, 100)},
    },
)
def regret_and_event(factor: Fraction = HALF) -> Verdict:
    """Play by play: T - N_1 and N_1 + 2 N_rest against the event, for all counts up to T = 200."""
    sides = Sides()
    for horizon in (*range(1, 31), 200):
        for plays in range(horizon + 1):
            case = {"T": horizon, "N_1": plays}
            rare, often = plays <= HALF * horizon, plays > HALF * horizon
            least = factor * horizon
            sides.at_most(least * rare, horizon - plays, "The regret under mu is less.", **case)
            # the plays of other arms than 1 and i only add to the regret under mu'
            sides.at_most(least * often, plays, "The regret under mu' is less.", **case)
    return derived(
        "In units of the gap the regrets are the means of T - N_1 and of N_1 + 2 N_rest; these are "
        "at least T/2 on the event, and never negative. N_1 = T/2 attains the first.",
        covered="All policies, by the inequality for each sequence of plays; all counts for "
        "T = 1 to 30 and T = 200, exactly.",
        sharpness=sides.sharpness,
    )


@claim(
    "thesis.sec4.1.testing",
    r"With $A=\{N_1(T)\le\frac T2\}$: $\mathrm{Reg}_T(\mu)+\mathrm{Reg}_T(\mu')\ge\frac{T\Delta}2("
    r"\mathbb M_\mu(A)+\mathbb M_{\mu'}(A^c))\ge\frac{T\Delta}4e^{-\mathrm{KL}(\mathbb M_\mu\|"
    r"\mathbb M_{\mu'})}$.",
    recorded="holds",
    stated=True,
    place="4.1 proof of Theorem 2.28",
    title="reduction to a test of two hypotheses",
    rests_on=("thesis.sec4.1.regrets", "textbook.bretagnolle-huber"),
    mutants={
        "without its factor 1/2": {"half": Fraction(1)},
        "sharper: 85/100 for 1/2": {"half": Fraction(85, 100)},
    },
)
def errors_of_a_test(half: Fraction = HALF) -> Verdict:
    """P(A) + Q(A^c) >= half e^-KL(P || Q) on two-point laws, which are the worst for an event."""
    sides, grid = Sides(), [Fraction(k, 40) for k in range(1, 40)]
    with working_precision(128):
        for p, q in product(grid, repeat=2):
            least = ball(half) * (-kl_divergence((p, 1 - p), (q, 1 - q))).exp()
            finding = "P(A) + Q(A^c) is below the bound of Bretagnolle and Huber."
            sides.at_most(least, ball(p + 1 - q), finding, P_of_A=p, Q_of_A=q)
    return derived(
        "The inequality of Bretagnolle and Huber for the event A. Its factor 1/2 is not the best: "
        "the two sides come no nearer than a factor of about 0.59.",
        covered="All policies, by the two theorems; 1521 pairs of two-point laws in balls.",
        sharpness=sides.sharpness,
    )


@claim(
    "thesis.sec4.1.divergence",
    SETTING + r" and $\mu'_i=2\Delta$: $\mathrm{KL}(\mathbb M_\mu\|\mathbb M_{\mu'})\le\mathrm{KL}("
    r"\mathbb P_\mu\|\mathbb P_{\mu'})=\mathbb E_\mu[\sum_t\mathrm{KL}(P_{a_t}\|P'_{a_t})]=\sum_a"
    r"\mathbb E_\mu[N_a]\mathrm{KL}(P_a\|P'_a)=\mathbb E_\mu[N_i]\frac{(2\Delta)^2}2\le"
    r"\frac{2T\Delta^2}{K-1}$.",
    recorded="holds",
    stated=True,
    place="4.1 proof of Theorem 2.28",
    title="decomposition of KL without privacy",
    rests_on=(
        "thesis.sec4.1.pulls",
        "textbook.data-processing",
        "textbook.chain-rule",
        "textbook.gaussian-mechanism",
        "textbook.renyi-order",
    ),
    mutants={
        "sharper: 99 % of the sum": {"part": Fraction(99, 100)},
        "sharper: 199/100 for the last 2": {"last": Fraction(199, 100)},
        "the plays under the other instance": {"under": 1},
    },
)
def divergence_of_histories(
    part: Fraction = Fraction(1), under: int = 0, last: Fraction = Fraction(2)
) -> Verdict:
    """Exact histories of twelve policies on Bernoulli arms; KL of normal laws from order 1."""
    sides, low, gap = Sides(), Fraction(1, 4), Fraction(1, 5)
    base, moved = (low + gap, low, low), (low + gap, low + 2 * gap, low)
    # where E N_i = T/(K-1), as for a policy that never plays arm 1
    most = Fraction(ROUNDS, ARMS - 1)
    end = last * ROUNDS * gap**2 / (ARMS - 1)
    require(most * (2 * gap) ** 2 / 2 <= end, "E N_i (2D)^2/2 is larger.", T=ROUNDS, K=ARMS, D=gap)
    with working_precision(128):
        for number, kernel in enumerate(_kernels()):
            laws = [history_law(kernel, means, ROUNDS) for means in (base, moved)]
            plays = [action_law(law) for law in laws]
            whole_kl, marginal = kl_divergence(*laws), kl_divergence(*plays)
            each = kl_ball(base[1], moved[1])
            total = ball(part * expected_pulls(plays[under], 1)) * each
            equal = whole_kl.overlaps(ball(expected_pulls(plays[under], 1)) * each)
            require(equal, "KL of the histories is not E N_i KL of arm i.", policy=number)
            finding = "The KL of the actions is above that of the histories."
            sides.at_most(marginal, total + arb(10) ** -30, finding, policy=number, KL=marginal)
    return derived(
        "Data processing, the chain rule along the history (the policy's terms cancel), KL(N(0, 1) "
        "|| N(2D, 1)) = (2D)^2/2, and E N_i <= T/(K-1). A policy that plays arm i once and then "
        "copies its reward loses nothing in the first step.",
        covered="All policies and instances, by the named steps; twelve policies with K = T = 3 on "
        "Bernoulli arms, exactly.",
        sharpness=sides.sharpness,
    )


@claim(
    "thesis.sec4.1.gap",
    r"The regrets sum to at least $\frac{T\Delta}4\exp(-\frac{2T\Delta^2}{K-1})$, and $\Delta="
    r"\sqrt{(K-1)/(4T)}$ gives the tightest bound.",
    recorded="holds",
    stated=True,
    place="4.1 proof of Theorem 2.28",
    title="the best gap",
    rests_on=("thesis.sec4.1.testing", "thesis.sec4.1.divergence", "textbook.calculus"),
    mutants={
        "a gap twice as large": {"square": 1},
        "sharper: a gap 1 % larger": {"square": Fraction(101**2, 4 * 100**2)},
    },
)
def best_gap(square: int | Fraction = Fraction(1, 4)) -> Verdict:
    """The logarithm is strictly concave in the gap, with its one critical point there; symbolic."""
    import sympy as sp

    gap, horizon, others = sp.symbols("D T m", positive=True)  # m = K - 1
    bound = horizon * gap / 4 * sp.exp(-2 * horizon * gap**2 / others)
    slope = sp.diff(sp.log(bound), gap)
    chosen = sp.sqrt(sp.Rational(square.numerator, square.denominator) * others / horizon)
    require_zero(
        slope_at_the_gap=slope.subs(gap, chosen),
        bend=sp.diff(slope, gap) + 1 / gap**2 + 4 * horizon / others,
        value=bound.subs(gap, chosen) - sp.sqrt(horizon * others) * sp.exp(-sp.Rational(1, 2)) / 8,
    )
    with working_precision(128):
        constant = (-arb(1) / 2).exp() / 16
        require(constant > arb(1) / 27, "The constant of the theorem is not reached.", c=constant)
    return derived(
        "The two steps above; the logarithm of the bound has slope 1/D - 4TD/(K-1), which "
        "decreases and is 0 there. The bound is e^(-1/2)/8 sqrt(T (K-1)), so one regret is at "
        "least 1/26.4 of the root.",
        covered="All T, K and gaps, symbolically.",
    )


whole(
    "thesis.sec4.1",
    "The proof of Theorem 2.28 by two instances: arm 1 is best in one, the arm that is played "
    "least in the other; regret bounds the errors of a test, the divergence bounds them from "
    "below, and the gap is chosen last.",
    parts=(
        "thesis.sec4.1.pulls",
        "thesis.sec4.1.regrets",
        "thesis.sec4.1.testing",
        "thesis.sec4.1.divergence",
        "thesis.sec4.1.gap",
    ),
    place="4.1 proof of Theorem 2.28",
)
