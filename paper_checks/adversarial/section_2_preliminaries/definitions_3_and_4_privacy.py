"""Claims about privacy for bandits, without and with expert advice: Definitions 3 and 4."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import excess
from banditproof.paper_checks.models.finite_pairs import events, mass
from banditproof.paper_checks.verdicts.vocabulary import points, require, require_or_repair

HALF = Fraction(1, 2)
Rows = tuple[tuple[int, ...], ...]
Law = tuple[Fraction, ...]
Pair = Callable[[Rows, Rows], tuple[Law, Law]]
"""The laws of the action sequences of the two runs."""


def _next(arm: int, loss: int) -> int:
    """The next action: the same arm after a loss of 0, the other one after 1."""
    return arm ^ loss


def own_histories(one: Rows, two: Rows) -> tuple[Law, Law]:
    """Each run sees the losses of its own actions."""
    laws = []
    for rows in (one, two):
        result = dict.fromkeys(product((0, 1), repeat=2), Fraction(0))
        for arm in (0, 1):
            result[arm, _next(arm, rows[0][arm])] += HALF
        laws.append(tuple(result.values()))
    return laws[0], laws[1]


def mixed_histories(first: Rows, two: Rows) -> tuple[Law, Law]:
    """As printed: the second run records its actions with the losses of the first run's."""
    result = dict.fromkeys(product((0, 1), repeat=2), Fraction(0))
    for second, arm in product((0, 1), repeat=2):
        result[arm, _next(arm, two[0][second])] += HALF * HALF
    return own_histories(first, two)[0], tuple(result.values())


def _checked(pair_of: Pair, advice: str) -> Verdict:
    tables = list(product(product((0, 1), repeat=2), repeat=2))
    for first, second in product(tables, repeat=2):
        if first[0] != second[0] or first[1] == second[1]:
            continue
        p, q = pair_of(first, second)
        require_or_repair(
            p == q,
            "The second history pairs the actions I' of the second run with l'(I), losses of the "
            "actions of the first. Two runs that see the same losses then have different laws; an "
            "algorithm with a next arm that depends on its last loss would not be private with any "
            f"eps.{advice}",
            losses=first[0],
            first_run=p,
            second_run=q,
        )
    for p, q in (own_histories(first, second) for first, second in product(tables[::5], repeat=2)):
        largest = max(mass(p, e) - 2 * mass(q, e) for e in events(4))
        require(largest == excess(p, q, 2), "The worst event differs.", p=p, q=q)
    return points(
        "Each run sees the losses of its own actions; the worst event of actions is the set where "
        "the one probability is more than e^eps times the other.",
        covered="All losses 0 and 1 of two rounds for an algorithm that leaves an arm after a "
        "loss, and all events, exactly.",
        not_covered="Other algorithms, about which a definition says nothing.",
    )


@checks("adv.def3", subjects={"pair_of": (mixed_histories, own_histories)})
@mutant("the runs exchanged", pair_of=lambda a, b: mixed_histories(b, a))
def bandit_privacy(pair_of: Pair) -> Verdict:
    """Sequences that differ after the last loss which anybody sees."""
    return _checked(pair_of, "")


@checks("adv.def4", subjects={"pair_of": (mixed_histories, own_histories)})
@mutant("the runs exchanged", pair_of=lambda a, b: mixed_histories(b, a))
def privacy_with_advice(pair_of: Pair) -> Verdict:
    """The same, with two experts who each advise one arm."""
    return _checked(pair_of, " Here two experts advise one arm each.")
