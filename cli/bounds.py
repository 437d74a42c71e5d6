"""`banditproof bounds`: every bound that applies to an instance."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from banditproof.theory import Bound, Enclosure, exact

from . import arguments, instances
from .output import console, print_json

Epsilon = Annotated[
    str | None, typer.Option("--epsilon", help="Budget of pure differential privacy, > 0.")
]
Rho = Annotated[str | None, typer.Option("--rho", help="Budget of zCDP, a number > 0.")]
Horizon = Annotated[
    str | None,
    typer.Option(help="Bounds of the regret at this T, e.g. 1e6, and coefficients times log(T)."),
]
Delta = Annotated[
    str | None, typer.Option(help="Bounds of the samples that find the best arm at this risk.")
]
Digits = Annotated[int, typer.Option(min=1, max=1000, help="Certified digits of each number.")]

GROUPS = (
    ("Regret, coefficients of log T", "coefficient of log T"),
    ("Regret at T", "regret at T"),
    ("Samples of best-arm identification", "samples"),
    ("Budgets where the regime changes", "budget"),
)
MOST_ROWS = 24


def command(
    means: instances.Means = None,
    epsilon: Epsilon = None,
    rho: Rho = None,
    horizon: Horizon = None,
    delta: Delta = None,
    family: instances.FamilyOption = None,
    sigma: instances.Sigma = None,
    shape: instances.Shape = None,
    failures: instances.Failures = None,
    support: instances.Support = None,
    weights: instances.Weights = None,
    actions: instances.Actions = None,
    theta: instances.Theta = None,
    digits: Digits = 12,
    json: arguments.AsJson = False,
) -> None:
    """Print all lower bounds of a bandit instance, and the printed upper bounds.

    The instance is one of: --means with a --family; --support and --weights, two CSV files, for
    rewards on finitely many points; --actions, a CSV file, and --theta for a linear bandit.
    Without a budget only the bounds without privacy are shown. A bound whose hypotheses are not
    satisfied has no number, and the line below its name says why.

    Each number is enclosed by exact arithmetic: 1.25[3..4] means that the digits before the
    bracket are certain and the next one is 3 or 4.

    Example: banditproof bounds --means 0.75,0.7,0.7 --epsilon 0.25 --horizon 1e6 --delta 0.01
    """
    from banditproof.theory import bounds

    words = instances.InstanceOptions(
        means, family, sigma, shape, failures, support, weights, actions, theta
    )
    bandit = words.bandit()
    table = bounds(
        bandit,
        None if epsilon is None else arguments.budget(epsilon),
        None if horizon is None else arguments.whole("horizon", horizon, 2),
        digits=digits,
        rho=None if rho is None else arguments.budget(rho, "rho"),
        delta=None if delta is None else risk(delta),
    )
    if json:
        print_json({"bounds": [bound.to_json() for bound in table]})
        return
    _print(table, horizon, digits)
    missing = {"--epsilon": epsilon, "--rho": rho, "--horizon": horizon, "--delta": delta}
    left = [option for option, word in missing.items() if word is None]
    if left:
        console().print(f"Not given: {', '.join(left)}; the bounds that need it are left out.")


def risk(word: str) -> Fraction:
    """A probability of error in (0, 1).

    >>> risk("0.05")
    Fraction(1, 20)
    """
    number = exact(word.strip())
    if not 0 < number < 1:
        raise ValueError(f"delta is {word}; give a probability of error in (0, 1).")
    return number


def _print(table: Sequence[Bound], horizon: str | None, digits: int) -> None:
    out = console()
    for title, quantity in GROUPS:
        group = [bound for bound in table if bound.quantity == quantity]
        if not group:
            continue
        times = horizon is not None and quantity == "coefficient of log T"
        columns = ("bound", "value", *((f"at T = {horizon}",) if times else ()))
        drawn = Table(
            title=title, title_justify="left", title_style="bold", box=None, pad_edge=False
        )
        for place, column in enumerate(columns):
            drawn.add_column(column, overflow="fold", no_wrap=place > 0, min_width=28 - 18 * place)
        for bound in group[:MOST_ROWS]:
            values = [shown(bound.enclosure, digits)]
            if times:
                values.append(shown(bound.at_horizon, digits) if bound.applies else "")
            drawn.add_row(_described(bound), *values)
        out.print(drawn)
        if len(group) > MOST_ROWS:
            out.print(f"... and {len(group) - MOST_ROWS} more, see --json")
        out.print()


def _described(bound: Bound) -> Text:
    """The name of a bound, and below it where it stands and what it is about."""
    status = "" if bound.status == "printed" or not bound.applies else bound.status
    below = "; ".join(
        part for part in (bound.claim, status, bound.note, bound.regime or "") if part
    )
    return Text.assemble(bound.name, "\n", ("  " + below, "dim"))


def shown(number: Enclosure | None, digits: int) -> str:
    """An enclosure rounded outwards to the asked digits, the last of them as a range.

    >>> shown(Enclosure(Fraction(1, 3), Fraction(1, 3)), 4), shown(None, 4)
    ('0.333[3..4]', 'does not apply')
    """
    if number is None:
        return "does not apply"
    low, high = number.decimal_lo(digits), number.decimal_hi(digits)
    if low == high:
        return low.rstrip("0").rstrip(".") if "." in low and "e" not in low else low
    same = len(low) == len(high) and low[:-1] == high[:-1] and "e" not in low
    return f"{low[:-1]}[{low[-1]}..{high[-1]}]" if same else f"[{low}..{high}]"
