"""The strongest adversary found prefix by prefix, instead of one adversary after the other.

For one pair of inputs the distance of the two laws of actions is a sum over the sequences, and
what an adversary answers after a prefix matters for the sequences that continue it only. So her
best answer is found at each prefix on its own, from the last round to the first. Thesis,
Definitions 3.2 to 3.9; `neighbouring_laws` plays the adversaries one by one instead.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from .policy_protocols import Actions, Kernel, Row, Seen, Table, differ_once, tables

Answer = tuple[int, int, int]
"""The label, the reward in the first world and the reward in the second world."""

Answers = Callable[[Actions], Iterable[Answer]]
Leaf = Callable[[int, int], int | Fraction]
"""What a sequence contributes, from its weights in the two worlds; homogeneous of degree 1."""


def strongest(
    kernel: Kernel, horizon: int, all_answers: Iterable[Answers], leaf: Leaf, arms: int = 2
) -> Fraction:
    """The largest sum of leaf(P(a), P'(a)) over all answers that depend on the actions so far."""
    rows: dict[Seen, tuple[int, ...]] = {}
    pasts = [h for t in range(horizon) for h in product(product(range(arms), (0, 1)), repeat=t)]
    scale = lcm(*(p.denominator for past in pasts for p in kernel(past)))
    for past in pasts:
        rows[past] = tuple(int(p * scale) for p in kernel(past))

    def value(
        answers: Answers, actions: Actions, left: Seen, right: Seen, p: int, q: int
    ) -> int | Fraction:
        here, there = rows[left], rows[right]
        total: int | Fraction = 0
        for arm in range(arms):
            path, p_next, q_next = (*actions, arm), p * here[arm], q * there[arm]
            if not p_next:
                continue
            if len(path) == horizon:
                total += leaf(p_next, q_next)
                continue
            total += max(
                value(answers, path, (*left, (lab, x)), (*right, (lab, y)), p_next, q_next)
                for lab, x, y in answers(path)
            )
        return total

    best = max(Fraction(value(answers, (), (), (), 1, 1)) for answers in all_answers)
    return best / int(scale**horizon)


def gain(factor: Fraction | int) -> Leaf:
    """The summand of delta at e^eps = factor."""
    top, bottom = Fraction(factor).as_integer_ratio()
    if bottom == 1:
        return lambda p, q: max(p - top * q, 0)
    return lambda p, q: Fraction(max(bottom * p - top * q, 0), bottom)


def moment_of(order: int) -> Leaf:
    """The summand p^order / q^(order-1) of the Renyi moment; the policy must not forbid an arm."""
    return lambda p, q: Fraction(p**order, q ** (order - 1))


@cache
def neighbouring_tables(rounds: int, arms: int = 2) -> tuple[tuple[Table, Table], ...]:
    """All ordered pairs of tables that differ in one row."""
    result = tables(rounds, arms)
    return tuple((x, y) for x in result for y in result if differ_once(x, y))


def queries(horizon: int, arms: int = 2) -> Iterable[Answers]:
    """The adversary queries any column of two fixed neighbouring tables."""
    for x, y in neighbouring_tables(horizon - 1, arms):
        rows = [[(q, x[t][q], y[t][q]) for q in range(arms)] for t in range(horizon - 1)]
        yield lambda a, rows=rows: rows[len(a) - 1]  # type: ignore[misc]


def post_processing(horizon: int, arms: int = 2) -> Iterable[Answers]:
    """Any label, but the reward of the own column: the table mechanism of pi^B, over all B."""
    for x, y in neighbouring_tables(horizon - 1, arms):
        rows = [
            [[(q, x[t][a], y[t][a]) for q in range(arms)] for a in range(arms)]
            for t in range(horizon - 1)
        ]
        yield lambda a, rows=rows: rows[len(a) - 1][a[-1]]  # type: ignore[misc]


def feeding(horizon: int) -> Iterable[Answers]:
    """The adversary feeds any rewards; they may differ in the challenge round only."""
    pairs: dict[bool, list[tuple[int, int]]]
    pairs = {True: [(x, y) for x in (0, 1) for y in (0, 1)], False: [(0, 0), (1, 1)]}
    for t in range(1, horizon):
        yield lambda a, t=t: [(a[-1], x, y) for x, y in pairs[len(a) == t]]  # type: ignore[misc]


def interactive(kernel: Kernel, horizon: int, leaf: Leaf) -> Fraction:
    """Interactive DP: the largest sum over query adversaries and neighbouring tables."""
    return strongest(kernel, horizon, queries(horizon), leaf)


def post_processed(kernel: Kernel, horizon: int, leaf: Leaf) -> Fraction:
    """Table DP of pi^B: the largest sum over all deterministic B."""
    return strongest(kernel, horizon, post_processing(horizon), leaf)


def continual(kernel: Kernel, horizon: int, leaf: Leaf) -> Fraction:
    """Adaptive continual release: the largest sum over reward-feeding adversaries."""
    return strongest(kernel, horizon, feeding(horizon), leaf)


def largest_ratio(
    kernel: Kernel, horizon: int, all_answers: Iterable[Answers], arms: int = 2
) -> Fraction:
    """The largest P(a) / P'(a) of single sequences; the policy must not forbid an arm."""

    @cache
    def step(left: Seen, right: Seen) -> Row:
        return tuple(p / q for p, q in zip(kernel(left), kernel(right), strict=True))

    def value(answers: Answers, actions: Actions, left: Seen, right: Seen) -> Fraction:
        ratios = step(left, right)
        if len(actions) + 1 == horizon:
            return max(ratios)
        best = Fraction(0)
        for arm in range(arms):
            path = (*actions, arm)
            for lab, x, y in answers(path):
                later = value(answers, path, (*left, (lab, x)), (*right, (lab, y)))
                best = max(best, ratios[arm] * later)
        return best

    return max(value(answers, (), (), ()) for answers in all_answers)
