"""`banditproof field`: what is known of each setting under each notion of privacy."""

from __future__ import annotations
from typing import TYPE_CHECKING, Any
from .arguments import AsJson, number
from .output import print_json, print_table, print_text
from .shown_mathematics import Shown, shown_mathematics
from .tables import Cell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction
    from banditproof.paper_checks.field.cells import Cell as FieldCell
    from banditproof.paper_checks.field.judged_bounds import Bound
    from banditproof.paper_checks.field.numbers import Bracket, Number

CLASSES_IN_SHORT = {"coins": "{0, 1}", "bounded": "[0, 1]", "unit": "Assumption 1"}
STYLES = {"closed": "green", "open": "yellow", "without": "yellow", "nothing": "dim"}
LEGEND = (
    "The numbers are the largest quotients of the best upper and lower bounds of the minimax "
    "regret, as powers of T, over K, d <= T, N <= T^2, eps from 1/T to 1, and rho and the eps of "
    "Renyi privacy from 1/T^2 to 1; logarithms are left out, delta <= eps, and alpha and kappa "
    "are constants. =: closed. *: every lower bound is one of all policies, private or not. open: "
    "both sides are known, for one instance each. lower, upper: one side was judged here. quoted:"
    " a document quotes a bound. .: no bound of its own."
)
CLASSES = (
    "Lower bounds are most often for normal arms and upper ones for rewards in [0, 1]; orders are "
    "compared all the same."
)


def command(
    setting: str | None = None,
    notion: str | None = None,
    at: str | None = None,
    every: bool = False,
    json: AsJson = False,
) -> None:
    """Show the best bounds of each setting under each notion of privacy, and the gaps.

    Each bound is stated by a claim, whose verdict and grade it has; what follows from it in other
    settings or under other notions is computed from inclusions. With a setting and a notion the
    bounds of that cell are listed, each with its claim; with --at those with constants are
    computed, in balls.

    Example: banditproof field; banditproof field --setting arms --notion zcdp
    """
    from banditproof.paper_checks.field.cell_facts import facts_of
    from banditproof.paper_checks.field.cells import cells
    from banditproof.theory.known_bounds.rows import NOTIONS, SETTINGS

    setting = _key("setting", setting, SETTINGS)
    notion = _key("notion", notion, NOTIONS)
    chosen = [
        cell
        for cell in cells()
        if setting in (None, cell.setting) and notion in (None, cell.notion)
    ]  # fmt: skip
    point = None if at is None else _point(at)
    if point is not None and (setting is None or notion is None):
        raise ValueError("--at is about one cell; give --setting and --notion as well.")
    if json:
        print_json(tuple(facts_of(cell, point) for cell in chosen))
    elif point is not None:
        _print_numbers(chosen[0], point, every)
    elif setting is None or notion is None:
        _print_table(chosen)
    else:
        _print_cell(chosen[0], every, shown_mathematics(tex=False))


def _key(name: str, given: str | None, known: Mapping[Any, str]) -> str | None:
    """The key of a setting or a notion, which is also named as the table prints it.

    >>> _key("setting", "Linear contexts", {"contextual": "linear contexts"})
    'contextual'
    """
    if given is None or given in known:
        return given
    printed = {label.strip().lower(): str(key) for key, label in known.items()}
    if given.strip().lower() in printed:
        return printed[given.strip().lower()]
    raise ValueError(f"There is no {name} {given!r}; give one of {', '.join(known)}.")


def _print_table(chosen: Sequence[FieldCell]) -> None:
    """The gaps, a line for each setting."""
    from banditproof.theory.known_bounds.rows import NOTIONS, SETTINGS

    settings = dict.fromkeys(cell.setting for cell in chosen)
    notions = dict.fromkeys(cell.notion for cell in chosen)
    at = {(cell.setting, cell.notion): cell for cell in chosen}
    # the last column of a table is for sentences, and wraps
    rows = [(SETTINGS[s], *(_short(at[s, n]) for n in notions), "") for s in settings]
    print_table(("", *(NOTIONS[n] for n in notions), ""), rows)
    print()
    print_text(LEGEND)
    print_text(CLASSES)
    print_text("banditproof field --setting arms --notion zcdp lists the bounds of one cell.")


def _short(cell: FieldCell) -> Cell:
    """A cell in a word."""
    from banditproof.paper_checks.field.cell_facts import word_of

    return Cell(word_of(cell, nothing="."), STYLES.get(cell.state, ""))


def _print_cell(cell: FieldCell, every: bool, shown: Shown) -> None:
    """The bounds of a cell, the strongest ones or all of them, and the gap."""
    from banditproof.paper_checks.field.cell_facts import classes_in_words, in_reading_order
    from banditproof.paper_checks.field.gaps import strongest
    from banditproof.paper_checks.field.printed_optimality import contradictions_of, printed_of
    from banditproof.theory.known_bounds.rows import NOTIONS, SETTINGS

    title = f"{SETTINGS[cell.setting].strip()}, privacy: {NOTIONS[cell.notion]}"
    chosen = cell.bounds if every else strongest(cell.bounds, cell.setting, cell.notion)
    rows = [
        (
            _side(bound),
            bound.quantity,
            bound.growth,
            bound.claim,
            _standing(bound),
            "; ".join(bound.carried),
        )
        for bound in in_reading_order(chosen)
    ]
    columns = ("", "bound of", "order", "claim", "verdict", "carried by")
    print_table(columns, rows, title=title)
    print()
    print_text(_conclusion(cell))
    for sentence in classes_in_words(cell):
        print_text(sentence)
    left = len(cell.bounds) - len(chosen)
    if left:
        weaker = "1 weaker bound is" if left == 1 else f"{left} weaker bounds are"
        print_text(f"{weaker} carried here from other cells; --all shows them.")
    for bound in in_reading_order(chosen):
        if bound.paper and not bound.carried:
            print_text(f"{bound.claim}: {bound.paper}, as quoted in {bound.quoted_at}.")
    for title, claims in (
        ("Printed about these bounds:", printed_of(cell.setting, cell.notion)),
        ("Documents contradict each other here:", contradictions_of(cell.setting, cell.notion)),
    ):
        if claims:
            print()
            print_text(title)
        for claim in claims:
            how = f"{claim.verdict}, {claim.grade}" if claim.grade else claim.verdict
            print_text(f"{claim.claim} ({how}): {shown(claim.says)}")


def _side(bound: Bound) -> str:
    """The side of a bound, with the class of policies if it is about a smaller one."""
    return bound.side if bound.of_all else f"{bound.side}, {bound.policies}"


def _standing(bound: Bound) -> Cell:
    """How a claim stands, pale where nothing was judged."""
    text = f"{bound.verdict}, {bound.grade}" if bound.grade else bound.verdict
    return Cell(text if bound.judged else f"quoted: {text}", "" if bound.judged else "dim")


def _conclusion(cell: FieldCell) -> str:
    from banditproof.paper_checks.field.cell_facts import state_in_words

    state = state_in_words(cell)
    if cell.gap is None or not cell.gap.power:
        return f"{state[0].upper()}{state[1:]}."
    at = ", ".join(f"{name} = T^{power}" for name, power in cell.gap.at.items() if name != "E")
    scale = f"the private scale T^{cell.gap.at['E']}" if cell.gap.at["E"] else "no private scale"
    return (
        f"{state[0].upper()}{state[1:]}: the gap is T^{cell.gap.power} at {at} and {scale}, where "
        f"the upper bound is T^{cell.gap.upper} and the lower one T^{cell.gap.lower}."
    )


def _point(text: str) -> Mapping[str, Fraction]:
    """The sizes and budgets of a text such as K=10,T=1e6,rho=0.01."""
    from banditproof.theory.known_bounds.formulas import point_of

    sizes: dict[str, Fraction] = {}
    for part in text.replace(";", ",").split(","):
        name, sign, word = (piece.strip() for piece in part.partition("="))
        if not (sign and name and word):
            raise ValueError(
                f"--at has {part.strip()!r}; give numbers such as K=10,T=1e6,rho=0.01."
            )
        if name in sizes:
            raise ValueError(f"--at has {name} twice; give one number for each.")
        sizes[name] = number(name, word)
    return point_of(sizes)


def _print_numbers(cell: FieldCell, point: Mapping[str, Fraction], every: bool) -> None:
    """The bounds of a cell that have constants at a point, the strongest first."""
    from banditproof.paper_checks.field.cell_facts import without_value
    from banditproof.paper_checks.field.numbers import best_first, brackets, numbers_of
    from banditproof.paper_checks.field.whole_batches import whole_batches
    from banditproof.theory.known_bounds.rows import NOTIONS, SETTINGS
    from banditproof.theory.number_text import number_text

    numbers = best_first(numbers_of(cell, point))
    pairs = list(brackets(numbers))
    ends = [end for pair in pairs for end in (pair.lower, pair.of_a_class, pair.upper)]
    best = [end for end in ends if end is not None]
    shown = [entry for entry in numbers if every or entry in best or entry.bound.chance]
    rows = [
        (
            _value(entry) or Cell(without_value(entry), "dim"),
            CLASSES_IN_SHORT.get(entry.bound.rewards, entry.bound.rewards),
            entry.bound.claim,
            _standing(entry.bound),
            "; ".join(entry.bound.carried),
        )
        for entry in shown
    ]
    words = ", ".join(f"{name} = {number_text(value)}" for name, value in point.items())
    title = f"{SETTINGS[cell.setting].strip()}, privacy: {NOTIONS[cell.notion]}; {words}"
    lacking = dict.fromkeys(without_value(entry) for entry in numbers if entry.found is None)
    if not rows:
        print_text(f"{title}: no bound of the expected regret has a number there.")
        print_text(f"What they lack: {'; or '.join(lacking).replace('or give', 'or')}.")
        return
    print_table(("minimax regret", "rewards", "claim", "verdict", "carried by"), rows, title=title)
    print()
    for pair in pairs:
        print_text(_sentence(pair, point.get("T")))
    counted = whole_batches(cell, point, pairs)
    if counted is not None:
        print_text(
            f"Counted in whole batches, the one over losses in [0, 1] is <= "
            f"{counted.upper.decimal_hi(6)} ({counted.name}; {counted.claim}), under the same "
            "privacy. The bounds above are formulas in sizes and budgets, which count no batches; "
            f"`{counted.command}` does."
        )
    if not pairs:
        print_text("No bound of the expected regret has a number there.")
    for risk in dict.fromkeys(entry.bound.chance for entry in shown if entry.bound.chance):
        claims = dict.fromkeys(n.bound.claim for n in shown if n.bound.chance == risk)
        print_text(f"{', '.join(claims)}: {risk}.")
    if not every and lacking:
        print_text(f"Bounds without a number there: {'; '.join(lacking)}. --all lists them.")
    needs = {entry.bound.claim: entry.bound.needs for entry in best if entry.bound.needs}
    for claim, need in needs.items():
        print_text(f"{claim} supposes: {need}.")


def _value(entry: Number) -> str:
    """The bound, rounded to the safe side; empty if it has no value."""
    if entry.found is None:
        return ""
    if entry.bound.side == "lower":
        return f">= {entry.found.decimal_lo(6)}"
    return f"<= {entry.found.decimal_hi(6)}"


def _sentence(bracket: Bracket, horizon: Fraction | None) -> str:
    """The best bounds over a class in a sentence."""
    from banditproof.theory.known_bounds.formulas import REWARDS

    sides = [_value(side) for side in (bracket.lower, bracket.upper) if side is not None]
    over = f"The minimax regret over {REWARDS[bracket.rewards]}"
    text = f"{over} is {' and '.join(sides)}" if sides else ""
    upper = bracket.upper and bracket.upper.found
    if (
        upper
        and horizon is not None
        and "[0, 1]" in REWARDS[bracket.rewards]
        and upper.lo > horizon
    ):
        text += "; that is more than T, which no policy exceeds"
    if bracket.of_a_class is not None:
        text = f"{text}; of" if text else f"{over}, of"
        text += " policies that are private against interactive adversaries, as kernels, it is "
        text += _value(bracket.of_a_class)
    return f"{text}."
