"""`banditproof bounds`: every bound that applies to an instance."""

from __future__ import annotations

from typing import Annotated

import typer

from . import arguments
from .output import print_json, print_table

Horizon = Annotated[
    str | None, typer.Option(help="Also multiply each coefficient by log(horizon), e.g. 1e6.")
]
Digits = Annotated[int, typer.Option(min=1, max=1000, help="Certified digits of each number.")]


def command(
    means: arguments.Means,
    epsilon: arguments.Epsilon,
    horizon: Horizon = None,
    digits: Digits = 12,
    json: arguments.AsJson = False,
) -> None:
    """Print all regret bounds of a Bernoulli bandit under pure differential privacy.

    Each number is enclosed by exact arithmetic: 1.25[3..4] means that the digits before the
    bracket are certain and the next one is 3 or 4.

    Example: banditproof bounds --means 0.75,0.7,0.7 --epsilon 0.25 --horizon 1e6
    """
    from banditproof.theory import bounds

    time = None if horizon is None else arguments.whole("horizon", horizon, 2)
    bandit, eps = arguments.bandit(means), arguments.budget(epsilon)
    table = bounds(bandit, eps, time, digits=digits)
    if json:
        print_json({"bounds": [bound.to_json() for bound in table]})
        return
    rows = []
    for bound in table:
        cells = [bound.name, bound.quantity, bound.enclosure if bound.applies else "does not apply"]
        if time is not None:
            cells.append(bound.at_horizon or "")
        rows.append([*cells, bound.claim, bound.note])
    at = [] if time is None else [f"at T = {horizon}"]
    print_table(("bound", "quantity", "value", *at, "claim", "note"), rows)
