"""What each policy of two arms pays at one horizon, beside what every policy of its budget pays.

`python -m banditproof.paper_checks.one_horizon.policies_at_one_horizon` prints the stored numbers
again, as JSON; the report shows them.
"""

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any
from banditproof.algorithms import POLICIES, make_policy
from banditproof.theory.decimal_digits import decimal
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.instances import BernoulliBandit
from banditproof.verify.exact_laws.law_beside_bounds import law_beside_bounds
from banditproof.verify.exact_laws.regret_law import on_the_integers

INSTANCES = (
    (("0.9", "0.1"), "1", 1000),
    (("0.75", "0.5"), "0.25", 10**4),
    (("0.9", "0.1"), "0.05", 10**4),
)
"""The means, the budget and the horizon."""
NAMES = ("dp-imed", "dp-klucb", "adap-klucb", "adap-ucb", "dp-se", "trusted-leader", "adac-ucb")
"""The policies; the budget of the last one is rho = eps^2 / 2."""
Row = dict[str, Any]


def row_of(name: str, means: tuple[str, ...], eps: str, horizon: int) -> Row:
    """The pairs of a policy on an instance: a bound of every policy, and its own regret.

    The one is about the larger regret on the instance and on its neighbour, the other about the
    regret on the instance of policies that miss the better arm of a neighbour as rarely.
    """
    budget = {"eps": eps}
    if "rho" in POLICIES[name].options:
        budget = {"rho": str(Enclosure.of(eps).lower ** 2 / 2)}
    policy = on_the_integers(make_policy(name, 2, horizon=horizon, **budget))
    pair = law_beside_bounds(policy, BernoulliBandit(means), horizon, **budget)
    assert pair.largest is not None
    assert pair.missed is not None
    return {
        "policy": name,
        "title": POLICIES[name].title,
        "means": ", ".join(means),
        "budget": ", ".join(f"{letter} = {value}" for letter, value in budget.items()),
        "horizon": horizon,
        "neighbour": str(float(pair.bounds.neighbour or 1)),
        "bound": _number(pair.bounds.regret),
        "largest": _interval(pair.largest),
        "here": _interval(pair.law.mean),
        "near": str(float(pair.bounds.reliable[0].neighbour)),
        "missed": _interval(pair.missed),
        "bound_as_reliable": _number(pair.as_reliable),
    }


def rows() -> Iterator[Row]:
    """The rows of all policies and instances, computed."""
    for name in NAMES:
        for means, eps, horizon in INSTANCES:
            yield row_of(name, means, eps, horizon)


@cache
def stored_rows() -> tuple[Row, ...]:
    """The rows as they are stored."""
    text = files(__package__).joinpath("policies_at_one_horizon.json").read_text(encoding="utf-8")
    return tuple(json.loads(text))


def _number(bound: float | None) -> str | None:
    """A lower bound with four digits, rounded down."""
    return None if bound is None else decimal(Enclosure.of(bound).lower, 4, up=False)


def _interval(value: Enclosure) -> list[str]:
    """The ends with six digits, rounded outwards."""
    return [decimal(value.lower, 6, up=False), decimal(value.upper, 6, up=True)]


if __name__ == "__main__":
    print(json.dumps(list(rows()), indent=1))
