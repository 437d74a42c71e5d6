"""Claims about the KL decomposition under View DP: Theorem 4.9, with stopping times as well."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import numpy as np

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.transport import total_variation
from banditproof.verify.decompositions.adaptive_witnesses import (
    Situation,
    counts_and_tells,
    one_response,
    stays_after_a_one,
)
from banditproof.verify.decompositions.kl_decomposition import scaled
from banditproof.verify.decompositions.stopped_strategies import (
    halts_on_a_one,
    random_strategy,
    rarely_halts,
    stopped_law,
)
from banditproof.verify.decompositions.visible_laws import (
    Environment,
    action_law,
    divergence_of_laws,
    environment_of,
)
from banditproof.verify.definitions.finite_machine import Finite
from banditproof.verify.definitions.identification import (
    FiniteIdentification,
    Output,
    answers_the_last_reward,
)
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.pure_loss import Ratio, pure_ratio
from banditproof.verify.evidence import Grade

from .situations import at_most, drawn, drawn_law, exceeds, four_digits

Distance = Callable[[Sequence[Fraction], Sequence[Fraction]], Fraction]
Budget = Callable[[Finite], Ratio]
Rounds = Callable[[int], int]


def view_ratio(policy: Finite) -> Ratio:
    """e^eps of View DP, exact."""
    return pure_ratio(policy, Notion.VIEW)


def all_but_the_last(horizon: int) -> int:
    """T - 1: the last reward is never looked at."""
    return horizon - 1


def half_the_distance(p: Sequence[Fraction], q: Sequence[Fraction]) -> Fraction:
    """A wrong distance."""
    return total_variation(p, q) / 2


def _eps(ratio: Ratio) -> Enclosure:
    if isinstance(ratio, float):
        return Enclosure(ratio, ratio)
    return enclose(lambda: ball(ratio).log(), 20)


def _cases() -> list[Situation]:
    return [
        *drawn(71, 9, (2, 3, 4)),
        one_response(10**6),
        one_response(3, "0.2"),
        stays_after_a_one(2),
        counts_and_tells(Fraction(1, 1000)),
    ]


@claim(
    "thesis.thm4.9",
    r"If $\pi$ is $\varepsilon$-View DP then $\mathrm{KL}(M_{\nu\pi}\|M_{\nu'\pi})\le\varepsilon\,"
    r"\mathbb E_{\nu\pi}[\sum_{t=1}^Tt_{a_t}]$, $t_a=\mathrm{TV}(P_a\|P'_a)$.",
    recorded="holds",
    mutants={
        "sum to T - 2": {"rounds": lambda horizon: horizon - 2},
        "half the total variation": {"distance": half_the_distance},
        "eps understated": {"budget": lambda policy: (1 + view_ratio(policy)) / 2},
    },
)
def view_decomposition(
    rounds: Rounds = all_but_the_last,
    distance: Distance = total_variation,
    budget: Budget = view_ratio,
) -> Verdict:
    """Exact laws and exact eps against the sum over T - 1 rounds, which implies the printed one."""
    shares = []
    for number, case in enumerate(_cases()):
        one, two = environment_of(case.policy, case.one), environment_of(case.policy, case.two)
        laws = action_law(case.policy, one), action_law(case.policy, two)
        away = [distance(p, q) for p, q in zip(one, two, strict=True)]
        until = rounds(case.policy.horizon)
        total = sum(
            (mass * away[arm] for actions, mass in laws[0].items() for arm in actions[:until]),
            Fraction(0),
        )
        left, right = divergence_of_laws(*laws), scaled(_eps(budget(case.policy)), total)
        if exceeds(left, right):
            return fails(
                Grade.CERTIFIED,
                "The divergence is larger than eps times the expected distance.",
                witness=f"Case {number}: KL = {left}, bound {right}.",
            )
        if not at_most(left, right) and left != right:
            raise ArithmeticError(f"Case {number} is undecided: {left} and {right}.")
        if right.lo > 0:
            shares.append(float(left) / float(right))
    return holds(
        Grade.CERTIFIED,
        "KL stays below eps E[sum of t_a] even if the sum stops at T - 1; the largest ratio is "
        f"{max(shares[:9]):.3f} for random policies and {max(shares):.6f} for a randomised "
        "response of ratio 10^6, so no smaller factor than 1 holds for all eps.",
        numbers={"cases": len(shares), "largest ratio": max(shares)},
        covered="Nine random kernels (T = 2, 3, 4; two arms) and four chosen ones; laws and e^eps "
        "exact, the two sides as enclosures.",
        not_covered="Continuous rewards and larger sizes: group privacy for the coupled lists, and "
        "Pr[r_t != r'_t | a_t] = t_{a_t}. View DP does not depend on the reading of policy.",
    )


Factor = Callable[[Fraction, Fraction], Fraction]


def mixed(distance: Fraction, ratio: Fraction) -> Fraction:
    """1 + t (e^eps - 1): what one round can multiply a probability by."""
    return 1 + distance * (ratio - 1)


@claim(
    "thesis.thm4.9.pathwise",
    r"If $\pi$ is $\varepsilon$-View DP then for every $\mathbf a$: $|\log(m_{\nu\pi}(\mathbf a)/"
    r"m_{\nu'\pi}(\mathbf a))|\le\sum_{t\le T-1}\log(1+t_{a_t}(e^\varepsilon-1))$, with equality "
    r"for some policies; $\varepsilon\sum_tt_{a_t}$ does not bound it.",
    recorded="holds",
    title="View decomposition along each action sequence",
    kind="derived",
    place="4.2.2",
    document="definitions",
    mutants={
        "eps t, as in the mean": {
            "factor": lambda t, ratio: Fraction(float(ratio) ** float(t)).limit_denominator(10**9)
        },
        "sum to T - 2": {"rounds": lambda horizon: horizon - 2},
        "half the total variation": {"distance": half_the_distance},
    },
)
def along_each_path(
    factor: Factor = mixed,
    rounds: Rounds = all_but_the_last,
    distance: Distance = total_variation,
) -> Verdict:
    """Rational ratios against rational products, on every action sequence."""
    paths = attained = 0
    for number, case in enumerate(_cases()):
        one, two = environment_of(case.policy, case.one), environment_of(case.policy, case.two)
        laws = action_law(case.policy, one), action_law(case.policy, two)
        away = [distance(p, q) for p, q in zip(one, two, strict=True)]
        ratio = view_ratio(case.policy)
        if isinstance(ratio, float):
            raise RuntimeError(f"Case {number} is not private.")
        for actions in laws[0].keys() | laws[1].keys():
            product = Fraction(1)
            for arm in actions[: rounds(case.policy.horizon)]:
                product *= factor(away[arm], ratio)
            masses = [law.get(actions, Fraction(0)) for law in laws]
            small, large = min(masses), max(masses)
            if large > product * small:
                return fails(
                    Grade.PROVED,
                    "One action sequence has a larger ratio.",
                    witness=f"Case {number}, actions {tuple(a + 1 for a in actions)}: "
                    f"{four_digits(large)} against {four_digits(small)}, allowed factor "
                    f"{four_digits(product)}.",
                )
            paths += 1
            attained += large == product * small and large > small
    if not attained:
        return fails(Grade.PROVED, "Never attained.", witness=f"{paths} action sequences.")
    return holds(
        Grade.CERTIFIED,
        "Along each action sequence a round multiplies the likelihood ratio by at most "
        f"1 + t (e^eps - 1), and {attained} of {paths} sequences attain it; eps t, which is right "
        "for the mean of the log-ratio, is too small for single sequences.",
        numbers={"sequences": paths, "attained": attained},
        covered="All action sequences of 13 kernels at T <= 4, in exact rationals.",
        not_covered="Other sizes: along fixed actions the rewards are independent, so they are "
        "exchanged one round at a time.",
    )


Prefix = Callable[[Sequence[int]], Sequence[int]]


def _identification() -> list[tuple[FiniteIdentification, Environment, Environment]]:
    rng = np.random.default_rng(73)
    zero, one = Fraction(0), Fraction(1)
    sure: Environment = ((zero, one), (one, zero))
    silent: Environment = ((one, zero), (one, zero))
    often: Environment = ((Fraction(2, 3), Fraction(1, 3)), (one, zero))
    fair: Environment = ((Fraction(1, 2), Fraction(1, 2)), (one, zero))
    cases = [
        (answers_the_last_reward(10**6), sure, silent),
        (halts_on_a_one(50), often, silent),
        (halts_on_a_one(10**6), sure, silent),
        (rarely_halts(), fair, silent),
    ]
    for place in range(10):
        strategy = random_strategy(rng, 2, 2 + place % 2)
        laws = [tuple(drawn_law(rng, 2) for _ in range(2)) for _ in range(2)]
        cases.append((strategy, laws[0], laws[1]))
    for _ in range(4):
        laws = [tuple(drawn_law(rng, 2) for _ in range(2)) for _ in range(2)]
        cases.append((random_strategy(rng, 2, 3, cut=True), laws[0], laws[1]))
    return cases


Loss = Callable[[FiniteIdentification], Ratio]


def output_ratio(strategy: FiniteIdentification, rows: int | None = None) -> Ratio:
    """e^eps of View DP for (actions, recommendation, stopping time); every row may differ.

    A run that has not halted is no output, so it costs nothing.
    """
    best: Ratio = Fraction(1)
    for left, right in strategy.neighbouring_laws(Notion.VIEW, rows):
        for output, mass in halted(left).items():
            other = right.get(output)
            best = max(best, mass / other if other else float("inf"))
    return best


def halted(law: Mapping[Output, Fraction]) -> dict[Output, Fraction]:
    """The outputs of the runs that halt; where some do not, their masses sum to less than 1."""
    return {output: mass for output, mass in law.items() if output[1] is not None}


@claim(
    "thesis.rem4.11",
    r"For a DP strategy of best-arm identification with stopping time $\tau$ and the laws "
    r"$M_{\nu}$ of $(\underline A,\hat A,\tau)$: $\mathrm{KL}(M_{\nu}\|M_\lambda)\le\varepsilon\,"
    r"\mathbb E_\nu[\sum_{t=1}^{\tau}t_{a_t}]$.",
    recorded="holds",
    mutants={
        "sum to tau - 1": {"counted": lambda actions: actions[:-1]},
        "half the total variation": {"distance": half_the_distance},
        "the last row never differs": {
            "loss": lambda strategy: output_ratio(strategy, strategy.rounds - 1)
        },
        "the distance of the runs that halt": {"running": lambda actions: ()},
    },
)
def stopped_decomposition(
    counted: Prefix = lambda actions: actions,
    running: Prefix = lambda actions: actions,
    distance: Distance = total_variation,
    loss: Loss = output_ratio,
) -> Verdict:
    """Exact laws of the whole output and the exact View budget of strategies that halt by T = 3."""
    shares = []
    for number, (strategy, one, two) in enumerate(_identification()):
        laws: list[dict[Output, Fraction]] = []
        away = [distance(p, q) for p, q in zip(one, two, strict=True)]
        total = Fraction(0)
        for environment in (one, two):
            law = stopped_law(strategy, environment)
            if environment is one:
                for (actions, arm), mass in law.items():
                    # a run that has not halted counts its rounds so far, and plays on
                    seen = running(actions) if arm is None else counted(actions)
                    total += mass * sum((away[a] for a in seen), Fraction(0))
            # but it is no output: M_nu has then a mass below 1
            laws.append(halted(law))
        left, right = divergence_of_laws(laws[0], laws[1]), scaled(_eps(loss(strategy)), total)
        if exceeds(left, right):
            return fails(
                Grade.CERTIFIED,
                "The divergence of the output is larger than eps times the expected distance.",
                witness=f"Strategy {number}: KL = {left}, bound {right}.",
            )
        if not at_most(left, right) and left != right:
            raise ArithmeticError(f"Strategy {number} is undecided: {left} and {right}.")
        if right.lo > 0:
            shares.append(float(left) / float(right))
    return holds(
        Grade.CERTIFIED,
        "With a stopping time the sum runs to tau: the last reward counts, because stopping and "
        "recommendation look at it; the largest ratio is "
        f"{max(shares[4:]):.3f} for random strategies and {max(shares):.6f} in all. Where tau may "
        "be infinite M_nu has mass below 1, and the runs without end count in the expectation: "
        "over the runs that halt alone the sum would be too small (a strategy that halts with "
        "probability 0.09 after a 1 and 0.01 after a 0).",
        numbers={"strategies": len(shares), "largest ratio": max(shares)},
        covered="Ten random strategies that halt after at most two or three rounds, four that may "
        "still run after three, four chosen ones; laws of the output and e^eps exact.",
        not_covered="Unbounded stopping times. The remark does not ask for tau finite almost "
        "surely, and need not: the log-sum inequality over the outputs of finite runs, then the "
        "mismatches before tau, halted or not, whose mean is that of the sum.",
    )
