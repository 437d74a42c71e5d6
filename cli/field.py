"""`banditproof field`: what is known of each setting under each notion of privacy."""

from __future__ import annotations
from typing import TYPE_CHECKING
from .arguments import AsJson
from .output import print_json, print_table, print_text
from .tables import Cell

if TYPE_CHECKING:
    from collections.abc import Sequence
    from banditproof.paper_checks.field.cells import Cell as FieldCell
    from banditproof.paper_checks.field.rows import Bound

WORDS = {"closed": "=", "lower": "lower", "upper": "upper", "quoted": "quoted", "nothing": "."}
STYLES = {"closed": "green", "open": "yellow", "without": "yellow", "nothing": "dim"}
LEGEND = (
    "The numbers are the largest quotients of the best upper and lower bounds of the minimax "
    "regret, as powers of T, over all K, d, N and budgets between 1/T and 1; logarithms are left "
    "out. =: closed. *: every lower bound is one of policies without privacy. open: both sides are "
    "known, for one instance each. lower, upper: one side. quoted: a document quotes a bound. "
    ".: no bound of its own."
)
CLASSES = (
    "Lower bounds are most often for normal arms and upper ones for rewards in [0, 1]; orders are "
    "compared all the same."
)


def command(
    setting: str | None = None, notion: str | None = None, every: bool = False, json: AsJson = False
) -> None:  # fmt: skip
    """Show the best bounds of each setting under each notion of privacy, and the gaps.

    Each bound is stated by a claim, whose verdict and grade it has; what follows from it in other
    settings or under other notions is computed from inclusions. With a setting and a notion the
    bounds of that cell are listed, each with its claim.

    Example: banditproof field; banditproof field --setting arms --notion zcdp
    """
    from banditproof.paper_checks.field.cell_facts import facts_of
    from banditproof.paper_checks.field.cells import cells
    from banditproof.paper_checks.field.rows import NOTIONS, SETTINGS

    for name, given, known in (("setting", setting, SETTINGS), ("notion", notion, NOTIONS)):
        if given is not None and given not in known:
            raise ValueError(f"There is no {name} {given!r}; give one of {', '.join(known)}.")
    chosen = [
        one
        for one in cells()
        if setting in (None, one.setting) and notion in (None, one.notion)
    ]  # fmt: skip
    if json:
        print_json(tuple(map(facts_of, chosen)))
    elif setting is None or notion is None:
        _print_table(chosen)
    else:
        _print_cell(chosen[0], every)


def _print_table(chosen: Sequence[FieldCell]) -> None:
    """The gaps, a line for each setting."""
    from banditproof.paper_checks.field.rows import NOTIONS, SETTINGS

    settings = dict.fromkeys(one.setting for one in chosen)
    notions = dict.fromkeys(one.notion for one in chosen)
    at = {(one.setting, one.notion): one for one in chosen}
    # the last column of a table is for sentences, and wraps
    rows = [(SETTINGS[s], *(_short(at[s, n]) for n in notions), "") for s in settings]
    print_table(("", *(NOTIONS[n] for n in notions), ""), rows)
    print()
    print_text(LEGEND)
    print_text(CLASSES)
    print_text("banditproof field --setting arms --notion zcdp lists the bounds of one cell.")


def _short(cell: FieldCell) -> Cell:
    """A cell in a word."""
    text = WORDS.get(cell.state, "open")
    if cell.gap is not None and cell.gap.power:
        text = f"T^{cell.gap.power}"
    return Cell(text + " *" * (cell.state == "without"), STYLES.get(cell.state, ""))


def _print_cell(cell: FieldCell, every: bool) -> None:
    """The bounds of a cell, the strongest ones or all of them, and the gap."""
    from banditproof.paper_checks.field.cell_facts import in_reading_order
    from banditproof.paper_checks.field.gaps import strongest
    from banditproof.paper_checks.field.rows import NOTIONS, SETTINGS

    title = f"{SETTINGS[cell.setting].strip()}, privacy: {NOTIONS[cell.notion]}"
    shown = cell.bounds if every else strongest(cell.bounds, cell.setting, cell.notion)
    rows = [
        (one.side, one.quantity, one.growth, one.claim, _standing(one), "; ".join(one.carried))
        for one in in_reading_order(shown)
    ]
    columns = ("", "bound of", "order", "claim", "verdict", "carried by")
    print_table(columns, rows, title=title)
    print()
    print_text(_conclusion(cell))
    left = len(cell.bounds) - len(shown)
    if left:
        more = "1 weaker bound is" if left == 1 else f"{left} weaker bounds are"
        print_text(f"{more} carried here from other cells; --all shows them.")


def _standing(one: Bound) -> Cell:
    """How a claim stands, pale where nothing was judged."""
    text = f"{one.verdict}, {one.grade}" if one.grade else one.verdict
    return Cell(text if one.judged else f"quoted: {text}", "" if one.judged else "dim")


def _conclusion(cell: FieldCell) -> str:
    from banditproof.paper_checks.field.cell_facts import state_in_words

    known = state_in_words(cell)
    if cell.gap is None or not cell.gap.power:
        return f"{known[0].upper()}{known[1:]}."
    at = ", ".join(f"{name} = T^{power}" for name, power in cell.gap.at.items() if name != "E")
    scale = f"the private scale T^{cell.gap.at['E']}" if cell.gap.at["E"] else "no private scale"
    return (
        f"{known[0].upper()}{known[1:]}: the gap is T^{cell.gap.power} at {at} and {scale}, where "
        f"the upper bound is T^{cell.gap.upper} and the lower one T^{cell.gap.lower}."
    )
