"""`banditproof bounds`: every bound that applies to an instance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from . import arguments, instances
from .option_groups import with_groups
from .output import print_json, print_table, print_text

if TYPE_CHECKING:
    from banditproof.theory import Bound, Enclosure

Digits = Annotated[int, typer.Option(min=1, max=1000, help="Certified digits of each number.")]

GROUPS = (
    ("Regret, coefficients of log T", "coefficient of log T"),
    ("Regret at T", "regret at T"),
    ("Samples of best-arm identification", "samples"),
    ("Budgets where the regime changes", "budget"),
)
MOST_ROWS = 24
ONE_ARM = "budget from which arm "


@with_groups
def command(
    instance: instances.InstanceOptions,
    epsilon: arguments.Epsilon = None,
    rho: arguments.Rho = None,
    horizon: arguments.Horizon = None,
    delta: arguments.Risk = None,
    digits: Digits = 12,
    json: arguments.AsJson = False,
) -> None:
    """Print all lower bounds of a bandit instance, and the printed upper bounds.

    The instance is one of: --means with a --family; --support and --weights, two CSV files, for
    rewards with finitely many values; --actions, a CSV file, and --theta for a linear bandit.
    Without a budget only the bounds without privacy are shown. A bound whose hypotheses are not
    satisfied has no number, and the line below its name says why.

    Each number is enclosed by exact arithmetic: 1.25[3..4] means that the digits before the
    bracket are certain and the next one is 3 or 4.

    Example: banditproof bounds --means 0.75,0.7,0.7 --epsilon 0.25 --horizon 1e6 --delta 0.01
    """
    from banditproof.theory import bounds

    from .results import BoundsFacts

    table = bounds(
        instance.bandit(),
        None if epsilon is None else arguments.budget(epsilon),
        arguments.horizon(horizon),
        digits=digits,
        rho=None if rho is None else arguments.budget(rho, "rho"),
        delta=None if delta is None else arguments.risk(delta),
    )
    if json:
        print_json(BoundsFacts.of(table).to_json())
        return
    _print(table, horizon, digits)
    missing = {"--epsilon": epsilon, "--rho": rho, "--horizon": horizon, "--delta": delta}
    left = [option for option, word in missing.items() if word is None]
    if left:
        what = "it" if len(left) == 1 else "them"
        print_text(f"Not given: {', '.join(left)}; the bounds that need {what} are left out.")


def _print(table: Sequence[Bound], horizon: str | None, digits: int) -> None:
    for title, quantity in GROUPS:
        group = [bound for bound in table if bound.quantity == quantity]
        if not group:
            continue
        # what is about one arm only comes last, for there may be very many arms
        group.sort(key=lambda bound: bound.name.startswith(ONE_ARM))
        times = horizon is not None and quantity == "coefficient of log T"
        headings = ["bound", "value", *([f"at T = {horizon}"] if times else []), ""]
        rows = [[*_cells(bound, digits, times), _about(bound)] for bound in group[:MOST_ROWS]]
        print_table(headings, rows, title, below=True)
        if len(group) > MOST_ROWS:
            print_text(f"... and {len(group) - MOST_ROWS} more, see --json")
        print()


def _cells(bound: Bound, digits: int, times: bool) -> list[str]:
    """The name of a bound and its numbers."""
    cells = [bound.name, shown(bound.enclosure, digits)]
    if times:
        cells.append(shown(bound.at_horizon, digits) if bound.applies else "")
    return cells


def _about(bound: Bound) -> str:
    """Where a bound stands, what its number is, what it is about, and on which side we are."""
    status = "" if bound.status == "printed" or not bound.applies else bound.status
    note = bound.note.removeprefix("Does not apply; ")
    return "; ".join(part for part in (bound.claim, status, note, bound.regime or "") if part)


def shown(number: Enclosure | None, digits: int) -> str:
    """An enclosure rounded outwards to the asked digits, the last of them as a range.

    >>> from banditproof.theory import Enclosure
    >>> shown(Enclosure.of("1/3"), 4), shown(None, 4)
    ('0.333[3..4]', 'does not apply')
    """
    if number is None:
        return "does not apply"
    low, high = number.decimal_lo(digits), number.decimal_hi(digits)
    if low == high:
        return low.rstrip("0").rstrip(".") if "." in low and "e" not in low else low
    same = len(low) == len(high) and low[:-1] == high[:-1] and "e" not in low
    return f"{low[:-1]}[{low[-1]}..{high[-1]}]" if same else f"[{low}..{high}]"
