"""Claims about the loss from View DP to Table DP: Proposition 3.12 (d), and what is best."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import sympy as sp

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.formal_products import all_sequences, rewards_seen, table_entry
from banditproof.paper_checks.models.neighbouring_laws import Laws, table_laws, view_laws
from banditproof.paper_checks.models.policy_protocols import (
    Kernel,
    Row,
    Seen,
    differ_once,
    kernel_as_machine,
)
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import derived

from .proposition_3_12_table_and_view import ALL, FACTORS, ONE_PER_CENT, SIZES_COVERED, compared

Growth = Callable[[int, int], Fraction]
MATCHED = ((2, 2), (3, 2), (4, 2), (2, 3))
"""Pairs (T, K) at which the policy that attains the loss is played."""
WEIGHT = Fraction(1, 20)


def all_sequences_count(horizon: int, arms: int) -> Fraction:
    """K^T."""
    return Fraction(arms**horizon)


def relevant_sequences_count(horizon: int, arms: int) -> Fraction:
    """K^(T-1)."""
    return Fraction(arms ** (horizon - 1))


@cache
def leaks_if_all_match(horizon: int, arms: int) -> Kernel:
    """Uniform arms; the last one is arm 1 with probability w iff each reward names its arm."""

    def kernel(seen: Seen) -> Row:
        if len(seen) + 1 < horizon:
            return (Fraction(1, arms),) * arms
        leak = WEIGHT * all(label == reward for label, reward in seen)
        return (1 - leak, leak, *[Fraction(0)] * (arms - 2))

    return kernel


@cache
def matched_laws(horizon: int, arms: int) -> tuple[Laws, Laws]:
    """The laws of that policy on all lists and tables whose rewards are names of arms."""
    machine = kernel_as_machine(leaks_if_all_match(horizon, arms))
    view, table = (of(machine, horizon, arms, range(arms)) for of in (view_laws, table_laws))
    return view, table


def loss_is_at_most(growth: Growth, sides: Sides) -> None:
    """The Table delta of each policy must be at most growth times its View delta."""
    played = list(compared(differ_once))
    played += [("leaks if all match", t, k, *matched_laws(t, k)) for t, k in MATCHED]
    for name, horizon, arms, *laws in played:
        for factor in FACTORS:
            view, table = (found.delta(factor) for found in laws)
            most = growth(horizon, arms) * view
            case: dict[str, Any] = {"policy": name, "T": horizon, "K": arms, "exp_eps": factor}
            finding = "The loss from View to Table is larger."
            sides.at_most(table, most, finding, **case, deltas=(view, table))


TOO_SMALL: dict[str, dict[str, Growth]] = {
    "sharper: no loss": {"growth": lambda t, k: Fraction(1)},
    "sharper: a loss of K": {"growth": lambda t, k: Fraction(k)},
    "sharper: a loss of T": {"growth": lambda t, k: Fraction(t)},
    "sharper: a loss of K^(T-2)": {"growth": lambda t, k: Fraction(k ** (t - 2))},
    "sharper: a loss of 0.99 K^(T-1)": {"growth": lambda t, k: k ** (t - 1) * ONE_PER_CENT},
}


@claim(
    "thesis.prop3.12.d",
    r"$\pi$ is $(\varepsilon,\delta)$-View DP $\Rightarrow$ $\pi$ is "
    r"$(\varepsilon,K^T\delta)$-Table DP, for any policy $\pi$.",
    recorded="holds",
    stated=True,
    rests_on=("thesis.prop3.12.d.sharp",),
    stated_proof=("thesis.red2", "textbook.elementary-probability"),
    doubts=("D13",),
    place="3.6, A Proposition 3.12 (d)",
    title="from View DP to Table DP with a loss",
    mutants=TOO_SMALL,
)
def view_implies_table(growth: Growth = all_sequences_count) -> Verdict:
    """delta on tables against K^T times delta on lists."""
    sides = Sides()
    loss_is_at_most(growth, sides)
    return derived(
        "True, with room: K^(T-1) suffices (thesis.prop3.12.d.sharp) and is attained "
        "(thesis.prop3.12.d.attained), so the largest ratio of the sides is 1/K.",
        covered=f"{ALL}{SIZES_COVERED}; the policy that attains the loss at (T, K) = {MATCHED}; "
        "e^eps = 1, 6/5, 2, 5.",
        sharpness=sides.sharpness,
    )


@claim(
    "thesis.prop3.12.d.sharp",
    r"$(\varepsilon,\delta)$-View DP implies $(\varepsilon,K^{T-1}\delta)$-Table DP, for any "
    r"policy.",
    recorded="holds",
    rests_on=(
        "thesis.red2.repaired",
        "thesis.eq3.1",
        "thesis.eq3.2",
        "thesis.def3.5.machine.repaired",
        "textbook.elementary-probability",
    ),
    doubts=("D13",),
    title="a loss of K^(T-1) from View to Table is enough",
    place="3.6, A Proposition 3.12 (d)",
    mutants=TOO_SMALL,
)
def sharp_loss(growth: Growth = relevant_sequences_count) -> Verdict:
    """The grouping by the first T-1 actions, and the comparison."""
    for _, actions in all_sequences():
        other = (*actions[:-1], 1 - min(actions[-1], 1))
        pasts = [rewards_seen(path, table_entry) for path in (actions, other)]
        require(pasts[0] == pasts[1], "The last action chooses a reward.", actions=actions)
    sides = Sides()
    loss_is_at_most(growth, sides)
    return derived(
        "Sequences with the same first T-1 actions see one list, since x_(T,a_T) is in no factor; "
        "so an event is a union of at most K^(T-1) events of lists, each with a gain of at most "
        "the View delta.",
        covered=f"{ALL}{SIZES_COVERED}; the policy that attains the loss at (T, K) = {MATCHED}; "
        "e^eps = 1, 6/5, 2, 5; the grouping as formal products at T <= 4.",
        sharpness=sides.sharpness,
    )


def never_positive(expression: sp.Expr) -> bool:
    """Whether minus the expression is a quotient of polynomials without negative coefficients."""
    above, below = sp.fraction(sp.together(-expression))
    return all(c >= 0 for part in (above, below) for c in sp.Poly(sp.expand(part), U, G).coeffs())


U, G = sp.symbols("u g", positive=True)
"""w = 1/(1+u) and e^eps = 1/(1-w) + g: all w in (0, 1) and all eps with w < 1 - e^-eps."""


def only_the_leak_gains() -> None:
    """Each path has mass K^-(T-1) in both worlds: it gains w if only the first one matches it."""
    w = 1 / (1 + U)
    factor = 1 / (1 - w) + G
    for here, there in product((0, 1), repeat=2):
        leak = sp.simplify(w * here - factor * w * there)
        quiet = (1 - w * here) - factor * (1 - w * there)
        gains = leak == w if (here, there) == (1, 0) else leak == 0 or never_positive(leak)
        case = {"matched": (here, there), "gains": (leak, quiet)}
        require(bool(gains) and never_positive(quiet), "Another event gains.", **case)


@claim(
    "thesis.prop3.12.d.attained",
    r"For every $\varepsilon>0$, $T,K\ge2$ no factor below $K^{T-1}$ will do in (d): with rewards "
    r"$1,\dots,K$, $a_1,\dots,a_{T-1}$ uniform and $a_T=2$ with probability "
    r"$w\le1-e^{-\varepsilon}$ if $r_t=a_t$ for all $t<T$, else $a_T=1$, the View $\delta$ is "
    r"$w/K^{T-1}$ and the Table $\delta$ is $w$.",
    recorded="holds",
    rests_on=("thesis.eq3.1", "thesis.eq3.2", "textbook.elementary-probability"),
    doubts=("D13",),
    title="a loss of K^(T-1) is attained",
    place="3.6, A Proposition 3.12 (d)",
    mutants={
        "a loss of K^T": {"growth": all_sequences_count},
        "sharper: attained also at eps = 0": {"factors": FACTORS},
    },
)
def loss_attained(
    growth: Growth = relevant_sequences_count, factors: tuple[Fraction, ...] = FACTORS[1:]
) -> Verdict:
    """The two deltas of the policy that leaks if all rewards match, exactly."""
    only_the_leak_gains()
    for (horizon, arms), factor in product(MATCHED, (1 / (1 - WEIGHT), *factors)):
        view, table = (found.delta(factor) for found in matched_laws(horizon, arms))
        attained = table == WEIGHT and view * growth(horizon, arms) == WEIGHT
        case: dict[str, Any] = {"T": horizon, "K": arms, "exp_eps": factor, "deltas": (view, table)}
        require(attained, "The factor is not attained.", **case)
    return derived(
        "Of the K^(T-1) paths, all as probable, one matches a list, and all match the table with "
        "x_(t,a) = a. So the best factor at a fixed eps > 0, which the thesis leaves open, is "
        "K^(T-1).",
        covered="All T, K and w <= 1 - e^-eps: what a path gains, symbolic, times the number of "
        f"paths; played at w = 1/20, (T, K) = {MATCHED}, e^eps = 20/19, 6/5, 2, 5, exact.",
    )
