"""The open-loop theorem: for pure DP and zCDP the worst queries are fixed in advance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import inf

from banditproof.theory.balls import ball, working_precision
from banditproof.verify.definitions.concentrated import renyi_constant
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.law_divergences import largest_ratio as largest_step
from banditproof.verify.exact_laws.law_divergences import moment

from ....claim import claim
from ....models.deltas_twice import library_deltas
from ....models.policy_protocols import (
    Kernel,
    Machine,
    Row,
    adversaries,
    differ_once,
    kernel_as_machine,
    library_policy,
    lists,
    random_kernel,
)
from ....models.separating_policies import reward_equals_label
from ....models.strongest_adversary import Answers, gain, largest_ratio, moment_of, strongest
from ....verdict import Verdict, fails, holds
from .definition_3_5_interactive_dp import queried_laws

OpenLoop = Callable[[Kernel, int], Iterator[list[tuple[Row, Row]]]]
"""For each query sequence and pair of lists, the pairs of laws of a_1, ..., a_T along it."""


def constant_queries(kernel: Kernel, horizon: int) -> Iterator[list[tuple[Row, Row]]]:
    """All queries fixed in advance and all pairs of reward lists that differ once."""
    inputs = lists(horizon - 1)
    for labels in product((0, 1), repeat=horizon - 1):
        for one, other in product(inputs, inputs):
            if differ_once(one, other):
                left, right = (tuple(zip(labels, r, strict=True)) for r in (one, other))
                yield [(kernel(left[:t]), kernel(right[:t])) for t in range(horizon)]


def _queries_of_one_arm(kernel: Kernel, horizon: int) -> Iterator[list[tuple[Row, Row]]]:
    inputs = lists(horizon - 1)
    for label, one, other in product((0, 1), inputs, inputs):
        if differ_once(one, other):
            left, right = (tuple((label, r) for r in x) for x in (one, other))
            yield [(kernel(left[:t]), kernel(right[:t])) for t in range(horizon)]


def product_over(steps: list[tuple[Row, Row]], order: int | float) -> Fraction:
    """The product over decisions of their moments; for order infinity of their largest ratios."""
    found = Fraction(1)
    for p, q in steps:
        found *= Fraction(largest_step(p, q) if order == inf else moment(p, q, int(order)))
    return found


def open_loop_fault(
    kernel: Kernel, machine: Machine, horizon: int, loops: OpenLoop, orders: tuple[int, ...]
) -> str | None:
    """Where the best adversary of the protocol differs from the best constant one, or None."""
    played = [queried_laws(machine, horizon, b) for b in adversaries(horizon - 1)]
    steps = list(loops(kernel, horizon))
    values = {order: max(laws.moment(order) for laws in played) for order in orders}
    values[0] = max(laws.ratio() for laws in played)
    for order, value in values.items():
        best = max(product_over(step, order or inf) for step in steps)
        if best != value:
            what = f"moment of order {order}" if order else "ratio e^eps"
            return f"{what}: {value} over adversaries, {best} along fixed queries"
    return None


@claim(
    "thesis.def3.5.open_loop",
    r"For every $\alpha>1$ and for $\alpha=\infty$: $\sup_{B}\sup_{\mathbf x\sim\mathbf x'}"
    r"D_\alpha(\mathrm{View}_{B,\pi,\mathbf x}\|\mathrm{View}_{B,\pi,\mathbf x'})=\max_{q\in"
    r"[K]^{T-1},\,r\sim r'}\sum_tD_\alpha(\pi_t(\cdot\mid q,r)\|\pi_t(\cdot\mid q,r'))$: queries "
    r"fixed in advance are the worst. (Kernel reading.)",
    recorded="holds",
    title="open-loop theorem for pure DP and zCDP",
    mutants={"queries of one arm only": {"loops": _queries_of_one_arm}},
)
def open_loop(loops: OpenLoop = constant_queries) -> Verdict:
    """All adversaries on all tables against products along fixed queries, exact."""
    source = random.Random(38)
    count = 2
    for number in range(count):
        kernel = random_kernel(source, 3)
        fault = open_loop_fault(kernel, kernel_as_machine(kernel), 3, loops, (2, 3))
        best = max(product_over(steps, 2) for steps in loops(kernel, 3))
        known = renyi_constant(library_policy(kernel, 3), Notion.INTERACTIVE, 2)
        with working_precision(128):
            exact = ball(best).log()
            inside = ball(Fraction(known.lo)) <= exact <= ball(Fraction(known.hi))
        if not fault and not inside:
            fault = f"order 2: the library has D_2 = {known}, fixed queries log({best})"
        if fault:
            return fails(
                Grade.PROVED,
                "A fixed sequence of queries is not the worst adversary.",
                witness=f"Random kernel {number}, T = 3, {fault}.",
            )
    return holds(
        Grade.CERTIFIED,
        "For pure DP and each Renyi order the worst adversary fixes her queries in advance: a "
        "kernel's next laws depend on queries and rewards alone, so the value of continuing does "
        "not depend on a_t. rho and eps cost K^(T-1) query sequences, not doubly many adversaries.",
        numbers={"policies": count, "adversaries": 64},
        covered="Two random kernels at T = 3, K = 2: 64 adversaries on all 96 pairs of tables; "
        "orders 2, 3 and infinity, exact.",
        not_covered="Other orders and sizes: the induction is one line. It fails for delta > 0 "
        "(thesis.prop3.13.b) and for machines (thesis.def3.5.machine).",
    )


Freedom = Callable[[int], Iterator[Answers]]


def labels_and_rewards(horizon: int) -> Iterator[Answers]:
    """The adversary names any label and feeds any reward; two rewards in the challenge round."""
    for challenge in range(1, horizon):
        free = [(label, x, y) for label, x, y in product((0, 1), repeat=3)]
        tied = [(label, x, y) for label, x, y in free if x == y]
        yield lambda a, t=challenge, f=free, s=tied: f if len(a) == t else s  # type: ignore[misc]


def _never_a_foreign_label(horizon: int) -> Iterator[Answers]:
    for answers in labels_and_rewards(horizon):
        yield lambda a, f=answers: [c for c in f(a) if c[0] == a[-1]]  # type: ignore[misc]


@claim(
    "thesis.def3.5.view_version",
    r"It is possible to derive a View DP version of Interactive DP: the adversary comes up "
    r"with the label and the reward. For pure DP and zCDP it has the same budget as Interactive "
    r"DP; its $\delta$ is at least that of Interactive DP and of adaptive continual release. "
    r"(Kernel reading.)",
    recorded="holds",
    title="an adversary who feeds labels and rewards",
    mutants={"labels are the own actions": {"freedom": _never_a_foreign_label}},
)
def fed_labels_and_rewards(freedom: Freedom = labels_and_rewards) -> Verdict:
    """Moments and e^eps against fixed queries; delta against the other two models."""
    source = random.Random(350)
    for number in range(2):
        kernel = random_kernel(source, 3)
        steps = list(constant_queries(kernel, 3))
        for order in (2, 3, 0):
            best = max(product_over(step, order or inf) for step in steps)
            if order:
                fed = strongest(kernel, 3, freedom(3), moment_of(order))
            else:
                fed = largest_ratio(kernel, 3, freedom(3))
            if fed != best:
                return fails(
                    Grade.PROVED,
                    "Feeding labels and rewards has another budget than queries.",
                    witness=f"Random kernel {number}, order {order or 'infinity'}: {fed}, {best}.",
                )
        others = library_deltas(kernel, 3, Fraction(6, 5))
        fed = strongest(kernel, 3, freedom(3), gain(Fraction(6, 5)))
        if fed < max(others.interactive, others.continual):
            return fails(Grade.PROVED, "A smaller delta.", witness=f"{fed}, {others}.")
    known = library_deltas(reward_equals_label, 4, Fraction(1))
    fed = strongest(reward_equals_label, 4, freedom(4), gain(1))
    return holds(
        Grade.CERTIFIED,
        "Rewards that are fed move no pure or zCDP budget: the worst adversary fixes everything in "
        f"advance. For delta > 0 they do: a policy at T = 4 has {fed}, and {known.interactive} "
        "against queries on a table.",
        covered="Two random kernels at T = 3, K = 2: e^eps, Renyi orders 2 and 3, delta at e^eps = "
        "6/5, by backward induction, exact; one policy at T = 4.",
        not_covered="Other orders and sizes, by the same induction; machines.",
    )
