"""Claims about other threat models: Section 3.7, event and user level, instantaneous DP."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from banditproof.verify.definitions.instantaneous import instantaneous_ratio as library_ratio
from banditproof.verify.evidence import Grade

from ....claim import claim
from ....models.neighbouring_laws import Laws, laws_on
from ....models.policy_protocols import (
    HALF,
    Kernel,
    Row,
    Seen,
    differ_once,
    kernel_as_machine,
    library_policy,
    list_reward,
    lists,
    play,
    random_kernel,
)
from ....models.separating_policies import play_one
from ....verdict import Verdict, fails, holds


def instantaneous_ratio(kernel: Kernel, horizon: int) -> Fraction:
    """The largest pi_t(a | H) / pi_t(a | H') over histories H_(t-1) that differ in one reward."""
    best = Fraction(1)
    for t in range(horizon):
        for labels in product((0, 1), repeat=t):
            for one, other in product(lists(t), lists(t)):
                if differ_once(one, other):
                    left, right = (
                        kernel(tuple(zip(labels, rewards, strict=True))) for rewards in (one, other)
                    )
                    best = max(best, *(p / q for p, q in zip(left, right, strict=True)))
    return best


def lists_that_differ_at(places: Sequence[int], kernel: Kernel, horizon: int) -> Laws:
    """The laws on all pairs of lists that differ in exactly the given rounds (from 1)."""
    machine = kernel_as_machine(kernel)

    def near(one: Sequence[int], other: Sequence[int]) -> bool:
        changed = [t for t, (x, y) in enumerate(zip(one, other, strict=True), 1) if x != y]
        return changed == list(places)

    return laws_on(lists(horizon - 1), lambda r: play(machine, horizon, list_reward(r)), near)


def asks_the_first_user_again(seen: Seen) -> Row:
    """Each arm after the first is a fresh randomised response, with odds 2, of r_1."""
    return play_one(Fraction(1 + seen[0][1], 3)) if seen else HALF


def asks_the_second_user_again(seen: Seen) -> Row:
    """Each arm after the second is a fresh randomised response, with odds 2, of r_2."""
    return play_one(Fraction(1 + seen[1][1], 3)) if len(seen) > 1 else HALF


Exponent = Callable[[int], int]
"""How often a policy of T rounds pays its instantaneous eps."""


def cost_fault(kernel: Kernel, horizon: int, exponent: Exponent) -> str | None:
    """Where View DP costs more than exponent(T) times the instantaneous budget, or None."""
    step = instantaneous_ratio(kernel, horizon)
    whole = max(lists_that_differ_at((s,), kernel, horizon).ratio() for s in range(1, horizon))
    if whole > step ** exponent(horizon):
        return (
            f"T = {horizon}, e^eps = {step} per step: e^eps of View DP is {whole}, more than "
            f"{step}^{exponent(horizon)}"
        )
    return None


def group_fault(kernel: Kernel, horizon: int, powers: Callable[[int], int]) -> str | None:
    """Where a user on d rows costs more than d eps, or the group delta is exceeded, or None."""
    single = [lists_that_differ_at((s,), kernel, horizon) for s in range(1, horizon)]
    ratio, factor = max(laws.ratio() for laws in single), Fraction(6, 5)
    delta = max(laws.delta(factor) for laws in single)
    rows = tuple(range(1, horizon))
    for places in (rows[:2], rows):
        d = len(places)
        laws = lists_that_differ_at(places, kernel, horizon)
        if laws.ratio() > ratio ** powers(d):
            return f"d = {d} rows: e^eps is {laws.ratio()}, more than {ratio}^{powers(d)}"
        allowed = delta * sum(factor**k for k in range(d))
        if laws.delta(factor**d) > allowed:
            return f"d = {d} rows: delta is {laws.delta(factor**d)}, more than {allowed}"
    return None


@claim(
    "thesis.sec3.7",
    r"(a) The definitions are global DP, not local or shuffle DP. (b) They are event-level; group "
    r"privacy makes them user-level. (c) If $\pi_t(a\mid H_t)\le e^\varepsilon\pi_t(a\mid H'_t)$ "
    r"for all $t$, $a$ and neighbouring histories ($\varepsilon$-instantaneous DP), then $\pi$ is "
    r"$(T\varepsilon)$-View DP. (Both readings.)",
    recorded="holds",
    doubts=("D22", "D19"),
    mutants={
        "cost T - 2": {"exponent": lambda horizon: horizon - 2},
        "cost of one step": {"exponent": lambda horizon: 1},
        "a user on d rows costs eps": {"powers": lambda d: 1},
    },
)
def other_threat_models(
    exponent: Exponent = lambda horizon: horizon, powers: Callable[[int], int] = lambda d: d
) -> Verdict:
    """(b) for users on two and three rows, (c) for random kernels and a worst one."""
    source = random.Random(37)
    kernels = [asks_the_first_user_again, *(random_kernel(source, 4) for _ in range(3))]
    for kernel in kernels:
        fault = cost_fault(kernel, 4, exponent)
        if fault:
            return fails(Grade.PROVED, "Instantaneous DP costs more.", witness=f"{fault}.")
        fault = group_fault(kernel, 4, powers)
        if fault:
            return fails(Grade.PROVED, "A user on d rows costs more.", witness=f"{fault}.")
    return holds(
        Grade.CERTIFIED,
        "(c) is true and loose: the first action never depends on rewards, so (T-1) eps suffices "
        "and is tight (D22, thesis.sec3.7.instantaneous). pi_t takes H_(t-1), printed H_t (D19). "
        "(b): a user on d rows costs d eps, and delta (1 + e^eps + ... + e^((d-1) eps)).",
        numbers={"policies": len(kernels)},
        covered="(b) and (c): four kernels at T = 4, K = 2, all lists of 0 and 1; users on two and "
        "three rows, e^eps and delta at e^(eps) = 6/5, exact.",
        not_covered="(a), which is vocabulary; larger sizes; d^2 rho for zCDP, which is group "
        "privacy of thesis.prop2.8.",
    )


Cost = Callable[[int, int], int]
"""The exponent from T and the round s of the changed reward."""


@claim(
    "thesis.sec3.7.instantaneous",
    r"An $\varepsilon$-instantaneous DP policy is $((T-1)\varepsilon)$-View DP, and lists that "
    r"differ at step $s$ cost $(T-s)\varepsilon$; both are attained.",
    recorded="holds",
    doubts=("D22",),
    title="instantaneous DP costs (T-1) eps, and no less",
    mutants={
        "T eps": {"cost": lambda horizon, s: horizon - s + 1},
        "(T-2) eps": {"cost": lambda horizon, s: horizon - s - 1},
        "the same at every step": {"cost": lambda horizon, s: horizon - 1},
    },
)
def instantaneous_cost(cost: Cost = lambda horizon, s: horizon - s) -> Verdict:
    """The cost of a change at each step, on random kernels and two that attain it."""
    source, horizon = random.Random(377), 5
    kernels = [
        asks_the_first_user_again,
        asks_the_second_user_again,
        random_kernel(source, horizon),
    ]
    attained = {}
    for number, kernel in enumerate(kernels):
        step = instantaneous_ratio(kernel, horizon)
        policy = library_policy(kernel, horizon)
        if step != library_ratio(policy):
            raise RuntimeError(f"The library's instantaneous ratio is {library_ratio(policy)}.")
        for s in range(1, horizon):
            ratio = lists_that_differ_at((s,), kernel, horizon).ratio()
            if ratio > step ** cost(horizon, s):
                return fails(
                    Grade.PROVED,
                    "A change costs more.",
                    witness=f"Policy {number}, T = {horizon}, s = {s}: e^eps is {ratio}, more than "
                    f"{step}^{cost(horizon, s)}.",
                )
            if number < 2 and s == number + 1:
                attained[s] = ratio
                if ratio != step ** cost(horizon, s):
                    return fails(
                        Grade.PROVED,
                        "The cost is not attained.",
                        witness=f"T = {horizon}, s = {s}: {ratio}, not {step}^{cost(horizon, s)}.",
                    )
    return holds(
        Grade.CERTIFIED,
        "A change at step s enters the T-s later factors. Asking user 1 again in every round, by "
        f"a randomised response of odds 2, has e^eps = {attained[1]} = 2^4 at T = 5; asking user "
        f"2 has {attained[2]} = 2^3.",
        numbers={f"e^eps at s = {s}": ratio for s, ratio in attained.items()},
        covered="Two policies that attain the cost at s = 1 and 2 and a random one at T = 5, all "
        "lists of 0 and 1, exact.",
        not_covered="Other policies, in words: one factor e^eps for each later step.",
    )
