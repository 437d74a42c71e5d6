"""`banditproof bounds`: every bound that applies to an instance."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from textwrap import wrap
from typing import Annotated

import typer
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
ONE_ARM = "budget from which arm "
LEAST_NAME = 24
GAP = 2


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
        what = "it" if len(left) == 1 else "them"
        console().print(f"Not given: {', '.join(left)}; the bounds that need {what} are left out.")


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
        # what is about one arm only comes last, for there may be very many arms
        group.sort(key=lambda bound: bound.name.startswith(ONE_ARM))
        times = horizon is not None and quantity == "coefficient of log T"
        rows = [_cells(bound, digits, times) for bound in group[:MOST_ROWS]]
        headings = ["bound", "value", *([f"at T = {horizon}"] if times else [])]
        widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
        widths[0] = max(
            LEAST_NAME, min(widths[0], out.width - sum(widths[1:]) - GAP * len(rows[0]))
        )
        out.print(Text(title, style="bold"))
        out.print(_line(headings, widths))
        for bound, row in zip(group, rows, strict=False):
            out.print(_line(row, widths))
            for line in wrap(_about(bound), out.width - 4):
                out.print(Text("    " + line, style="dim"))
        if len(group) > MOST_ROWS:
            out.print(f"... and {len(group) - MOST_ROWS} more, see --json")
        out.print()


def _cells(bound: Bound, digits: int, times: bool) -> list[str]:
    """What stands in the line of a bound: its name and its numbers."""
    cells = [bound.name, shown(bound.enclosure, digits)]
    if times:
        cells.append(shown(bound.at_horizon, digits) if bound.applies else "")
    return cells


def _line(cells: Sequence[str], widths: Sequence[int]) -> Text:
    """One line of a table; a name that is too long goes on in the line below."""
    name, *more = wrap(cells[0], widths[0], subsequent_indent="  ")
    columns = zip([name, *cells[1:]], widths, strict=True)
    first = (" " * GAP).join(cell.ljust(width) for cell, width in columns).rstrip()
    return Text("\n".join([first, *more]), no_wrap=True, overflow="ignore")


def _about(bound: Bound) -> str:
    """Where a bound stands, what its number is, what it is about, and on which side we are."""
    status = "" if bound.status == "printed" or not bound.applies else bound.status
    note = bound.note.removeprefix("Does not apply; ")
    return "; ".join(part for part in (bound.claim, status, note, bound.regime or "") if part)


def shown(number: Enclosure | None, digits: int) -> str:
    """An enclosure rounded outwards to the asked digits, the last of them as a range.

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
