"""An exact price as plain JSON: the problem, the certificate, and the table of the policy."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import gcd, lcm
from pathlib import Path
from typing import Any
from banditproof.theory.bounded_reading import require_file
from .exact_policy import ExactPolicy
from .exact_price import ExactPrice
from .problem import Problem
from .relabelled_actions import ActionTree

FORMAT = "banditproof exact price, 1"
History = tuple[tuple[int, int | Fraction], ...]


def price_facts(price: ExactPrice) -> dict[str, Any]:
    """What `second_program` reads; a policy for `audit` and `simulate` is in it.

    >>> from .exact_price import exact_price
    >>> facts = price_facts(exact_price(2, 2, "log(2)"))
    >>> facts["lower"]["value"], facts["upper"]["policy"]
    ('5/6', {'': [1, 1], '1-': [1, 2], '1+': [2, 1], '2-': [2, 1], '2+': [1, 2]})
    """
    problem, found = price.problem, price.certificate
    prior = None if problem.prior is None else [str(weight) for weight in problem.prior]
    multipliers = {
        _word(row): [[int(z) for z in part[i]] for part in found.multipliers]
        for i, row in enumerate(price.tree.leaves.tolist())
    }
    weights = [
        [[str(mean) for mean in means], str(weight)] for means, weight in found.weights.items()
    ]
    return {
        "format": FORMAT,
        "eps": price.budget,
        "problem": {
            "arms": problem.arms,
            "horizon": problem.horizon,
            "goal": problem.goal,
            "delta": str(problem.delta),
            "model": problem.model,
            "instances": [[str(mean) for mean in means] for means in problem.instances],
            "prior": prior,
        },
        "lower": {
            "factor": _text(problem.factor),
            "value": str(found.value),
            "relabelled": problem.symmetric,
            "grain": found.grain,
            "weights": weights,
            "multipliers": multipliers,
            "sums": [int(x) for x in found.sums],
        },
        "upper": {
            "factor": _text(price.upper_problem.factor),
            "value": str(price.upper),
            "policy": dict(_table(problem, price.tree, price.policy)),
        },
    }


def _text(factor: Fraction | None) -> str | None:
    return None if factor is None else str(factor)


def _word(actions: list[int]) -> str:
    return "".join(str(arm + 1) for arm in actions)


def _table(
    problem: Problem, tree: ActionTree, policy: ExactPolicy
) -> Iterator[tuple[str, list[int]]]:
    """Whole weights of the arms after each history, such as 1+2-: arm 1 paid 1, arm 2 paid 0."""
    for t, (law, rows) in enumerate(zip(policy.laws, tree.sequences, strict=True)):
        places = {tuple(row): i for i, row in enumerate(rows.tolist())}
        for actions in product(range(problem.arms), repeat=t):
            names, unused = _names(actions, problem)
            past = tuple(names[arm] for arm in actions)
            for number in range(2**t):
                weights = []
                for arm in range(problem.arms):
                    new = arm not in names
                    name = len(names) if new else names[arm]
                    mass = int(law[places[(*past, name)], number])
                    weights.append((mass, unused if new else 1))
                yield _history(actions, number, t), _whole_weights(weights)


def _names(actions: tuple[int, ...], problem: Problem) -> tuple[dict[int, int], int]:
    """The new names of the arms in the order of their first plays, and how many have none."""
    if not problem.symmetric:
        return {arm: arm for arm in range(problem.arms)}, 0
    names = {arm: i for i, arm in enumerate(dict.fromkeys(actions))}
    return names, problem.arms - len(names)


def _whole_weights(weights: list[tuple[int, int]]) -> list[int]:
    """Masses that some arms share evenly, as whole weights without a common factor."""
    common = lcm(*(share for _, share in weights))
    whole = [mass * (common // share) for mass, share in weights]
    divisor = gcd(*whole)
    return [weight // divisor for weight in whole]


def _history(actions: tuple[int, ...], number: int, length: int) -> str:
    signs = ("+" if number >> (length - 1 - t) & 1 else "-" for t in range(length))
    return "".join(f"{arm + 1}{sign}" for arm, sign in zip(actions, signs, strict=True))


@dataclass(frozen=True)
class PolicyTable:
    """A policy by its laws of the next action, after each history ((arm, reward), ..)."""

    arms: int
    actions: int
    goal: str
    laws: dict[History, tuple[Fraction, ...]]


def _shares(weights: list[int]) -> tuple[Fraction, ...]:
    """Weights over their sum."""
    total = sum(weights)
    return tuple(Fraction(weight, total) for weight in weights)


def policy_table(facts: dict[str, Any]) -> PolicyTable:
    """The policy of a price file; raises ValueError for what is none.

    >>> from .exact_price import exact_price
    >>> facts = price_facts(exact_price(2, 2, "log(2)"))
    >>> policy_table(facts).laws[((0, 1),)]
    (Fraction(2, 3), Fraction(1, 3))
    """
    try:
        asked, table = facts["problem"], facts["upper"]["policy"]
        goal = str(asked["goal"])
        laws: dict[History, tuple[Fraction, ...]] = {
            tuple(
                (int(a) - 1, "-+".index(s)) for a, s in zip(word[::2], word[1::2], strict=True)
            ): _shares(weights)
            for word, weights in table.items()
        }
        made = PolicyTable(asked["arms"], asked["horizon"] + (goal != "regret"), goal, laws)
        _check_laws(made)
        return made
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError):
        raise ValueError(NO_PRICE.format("The file")) from None


def _check_laws(table: PolicyTable) -> None:
    """Raise ValueError unless there is a law of the arms after each history."""
    whole = type(table.arms) is int and type(table.actions) is int and table.actions > 0
    if not whole or any(len(law) != table.arms or min(law) < 0 for law in table.laws.values()):
        raise ValueError("The laws of a table are weights >= 0 of its arms.")
    histories: list[History] = [()]
    for _ in range(table.actions):
        if not all(history in table.laws for history in histories):
            raise ValueError("A table has a law after each history.")
        pairs = list(product(range(table.arms), (0, 1)))
        histories = [(*history, pair) for history in histories for pair in pairs]


NO_PRICE = "{} is not an exact price; give a file that `banditproof exact --out` wrote."


def read_price(path: str) -> dict[str, Any]:
    """The JSON of a file, which must be an exact price."""
    require_file(path)
    try:
        facts = json.loads(Path(path).read_text(encoding="utf-8"))
        known = facts["format"] == FORMAT
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        known = False
    if not known:
        raise ValueError(NO_PRICE.format(f"The file {path}"))
    return facts  # type: ignore[no-any-return]
