"""The largest moments of a kernel in all models, exactly: real cases of the open-loop theorem."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import inf, prod
from banditproof.paper_checks.models import strongest_adversary as adversary
from banditproof.paper_checks.models.neighbouring_laws import table_laws, view_laws
from banditproof.paper_checks.models.policy_protocols import (
    Actions,
    Kernel,
    Row,
    differ_once,
    kernel_as_machine,
    lists,
    random_kernel,
)
from banditproof.verify.exact_laws.law_divergences import largest_ratio as largest_step
from banditproof.verify.exact_laws.law_divergences import moment

OpenLoop = Callable[[Kernel, int], Iterator[list[tuple[Row, Row]]]]
"""For each query sequence and pair of lists, the pairs of laws of a_1, ..., a_T along it."""


def constant_queries(
    kernel: Kernel, horizon: int, one_arm: bool = False
) -> Iterator[list[tuple[Row, Row]]]:
    """All queries fixed in advance (or of one arm only) and all pairs of lists that differ once."""
    inputs = lists(horizon - 1)
    for labels, first, second in product(product((0, 1), repeat=horizon - 1), inputs, inputs):
        if differ_once(first, second) and not (one_arm and len(set(labels)) > 1):
            left, right = (tuple(zip(labels, r, strict=True)) for r in (first, second))
            yield [(kernel(left[:t]), kernel(right[:t])) for t in range(horizon)]


def best_fixed_queries(
    kernel: Kernel, horizon: int, order: int | float, loops: OpenLoop = constant_queries
) -> Fraction:
    """The largest product over decisions of their moments; for order infinity of their ratios."""

    def size(p: Row, q: Row) -> Fraction:
        return Fraction(largest_step(p, q) if order == inf else moment(p, q, int(order)))

    products = (prod((size(p, q) for p, q in steps)) for steps in loops(kernel, horizon))
    return Fraction(max(products))


Freedom = Callable[[int], Iterator[adversary.Answers]]


def labels_and_rewards(horizon: int, foreign: bool = True) -> Iterator[adversary.Answers]:
    """The adversary names any label and feeds any reward; two rewards in the challenge round."""
    every = list(product((0, 1), repeat=3))
    for challenge in range(1, horizon):

        def answers(a: Actions, t: int = challenge) -> list[adversary.Answer]:
            return [
                (label, x, y)
                for label, x, y in every
                if (x == y or len(a) == t) and (foreign or label == a[-1])
            ]

        yield answers


@cache
def moments(kernel: Kernel, horizon: int) -> dict[str, Fraction]:
    """The largest moments of order 2, with the names that the proofs give them."""
    leaf, machine = adversary.moment_of(2), kernel_as_machine(kernel)
    return {
        "fed": adversary.strongest(kernel, horizon, labels_and_rewards(horizon), leaf),
        "fixed": best_fixed_queries(kernel, horizon, 2),
        "asked": adversary.interactive(kernel, horizon, leaf),
        "post": adversary.post_processed(kernel, horizon, leaf),
        "tree": adversary.continual(kernel, horizon, leaf),
        "table": Fraction(table_laws(machine, horizon).moment(2)),
        "list": Fraction(view_laws(machine, horizon).moment(2)),
    }


@cache
def of_three_rounds(labels: bool) -> Kernel:
    """A random kernel, which looks at labels or does not."""
    return random_kernel(random.Random(305), 3, labels=labels)


def of_a_kernel() -> Iterator[dict[str, Fraction]]:
    """The moments of a random kernel of three rounds."""
    yield moments(of_three_rounds(labels=True), 3)


def of_a_blind_kernel() -> Iterator[dict[str, Fraction]]:
    """The moments of a random label-blind kernel of three rounds, also without the labels."""
    kernel = of_three_rounds(labels=False)
    alone = best_fixed_queries(kernel, 3, 2, partial(constant_queries, one_arm=True))
    yield {**moments(kernel, 3), "blind": alone}
