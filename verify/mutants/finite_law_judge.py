"""The judge of finite mechanisms: the exact loss over all neighbours of a small domain."""

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from itertools import combinations
from typing import Any, Protocol
from banditproof.theory.budgets import Budget
from banditproof.verify.evidence import Grade
from banditproof.verify.finite_mechanisms import Law, worst_pair
from .entry import Engine, Entry, Judge, Judgement, described, judged

Pairs = tuple[tuple[Any, Any], ...]


class FiniteMechanism(Protocol):
    """Anything with an exact law for each datum."""

    def law(self, data: Any) -> Law:
        """The probability of each outcome."""


def all_pairs(data: Iterable[Hashable]) -> Pairs:
    """All pairs of a domain in which all are neighbours."""
    return tuple(combinations(data, 2))


def one_entry_apart(data: Iterable[tuple[Any, ...]]) -> Pairs:
    """All pairs of lists of equal length that differ in one entry.

    >>> one_entry_apart([(0, 0), (0, 1), (1, 1)])
    (((0, 0), (0, 1)), ((0, 1), (1, 1)))
    """
    return tuple(
        (left, right)
        for left, right in combinations(data, 2)
        if len(left) == len(right) and sum(a != b for a, b in zip(left, right, strict=True)) == 1
    )


def finite_law_judge(pairs: Pairs, claim: Budget) -> Judge:
    """Whether a mechanism keeps the claim on all the given pairs of neighbours, exactly."""

    def judge(subject: FiniteMechanism) -> Judgement:
        result = worst_pair(subject.law, pairs, claim)
        within = result.verdict == "holds"
        why = f"{'At worst ' if within else ''}{result.witness}."
        return judged(within, Grade.PROVED, result.loss, why)

    return judge


def finite_law_entry(pairs: Pairs, claim: Budget) -> Callable[..., Entry]:
    """Makes entries of mechanisms that this judge decides."""
    judge = finite_law_judge(pairs, claim)
    return partial(described, engine=Engine.EXACT_LAW, claim=claim, judge=judge)
