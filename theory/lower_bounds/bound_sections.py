"""The table of bounds as sections of text, the answer first; a page or a terminal lays them out."""

from collections.abc import Iterator
from banditproof.theory.bound_words import Privacy, Quantity, Side, Status
from banditproof.theory.number_text import enclosure_text, number_text
from .answered_bounds import AnsweredBounds
from .bound import BUDGET, COEFFICIENT, SAMPLES, Bound
from .bound_groups import Group, groups
from .horizon_section import horizon_section
from .instance_words import described
from .request import Request
from .section import Line, Section
from .strongest import Answer

KINDS = {Privacy.NONE: "no privacy", Privacy.PURE: "eps-DP", Privacy.ZCDP: "rho-zCDP"}
STATES = {
    Status.PRINTED: "as printed",
    Status.OURS: "ours",
    Status.REPAIRED: "repaired statement",
    Status.OLDER: "an older bound",
    Status.REFUTED: "refuted",
}
MOST_ROWS = 24
"""The most rows of a group; the others are counted."""


def sections(table: AnsweredBounds) -> Iterator[Section]:
    """The bounds at the horizon, the answer for each kind of privacy, then all bounds."""
    yield Section(f"Bounds of {described(table.request.bandit)}", "", ("", "", ""), ())
    for found in table.at_horizons:
        yield horizon_section(found)
    for answer in table.answers:
        yield _answer(table, answer)
    for group in groups(table):
        yield _section(table, group)


def policies(privacy: Privacy, noun: str = "policy") -> str:
    """For whom a bound holds.

    >>> policies(Privacy.NONE), policies(Privacy.PURE, "strategy")
    ('every policy', 'every eps-DP strategy')
    """
    return f"every {noun}" if privacy == Privacy.NONE else f"every {KINDS[privacy]} {noun}"


def budget_words(answer: Answer) -> str:
    """The kind of privacy of an answer, and its budget."""
    name = {Privacy.PURE: "eps", Privacy.ZCDP: "rho"}.get(answer.privacy)
    if answer.budget is None or name is None:
        return "policies without privacy"
    return f"{KINDS[answer.privacy]} policies, {name} = {number_text(answer.budget)}"


def value_text(bound: Bound, digits: int) -> str:
    """The number of a bound: a coefficient is shown with the logarithm that it multiplies."""
    if bound.enclosure is None:
        return "does not apply"
    number = enclosure_text(bound.enclosure, digits)
    return f"{number} log T" if bound.quantity == COEFFICIENT else number


def in_words(table: AnsweredBounds, answer: Answer, quantity: Quantity) -> str:
    """What an answer says: the quantity, the number, for whom it holds, and on what it rests.

    Without a bound the words say why there is none.
    """
    bound = _found(answer, quantity)
    if bound is None:
        return _nothing(table, quantity, answer.privacy)
    what, whom = _meaning(table.request, answer.privacy, quantity)
    number = value_text(bound, table.request.digits).removesuffix(" log T")
    return f"{what} >= {number} for {whom} ({bound.claim}, {STATES[bound.status]})"


def _found(answer: Answer, quantity: Quantity) -> Bound | None:
    return answer.regret if quantity == COEFFICIENT else answer.samples


def _meaning(request: Request, privacy: Privacy, quantity: Quantity) -> tuple[str, str]:
    """What is bounded, and for whom."""
    if quantity == COEFFICIENT:
        return "liminf Reg_T / log T", policies(privacy).replace("every ", "every consistent ")
    risk = f"errs with probability <= {_risk(request)}"
    return "E[samples]", f"{policies(privacy, 'strategy')} that {risk}"


def _nothing(table: AnsweredBounds, quantity: Quantity, privacy: Privacy) -> str:
    if quantity == SAMPLES and table.request.delta is None:
        return "not asked for; give delta, the probability of error"
    what = "samples" if quantity == SAMPLES else "regret"
    rows = [
        row
        for row in table
        if row.quantity == quantity
        and row.side == Side.LOWER
        and row.privacy in (Privacy.NONE, privacy)
    ]
    missing = {row: {text for text, satisfied in row.hypotheses if not satisfied} for row in rows}
    reasons = dict.fromkeys(
        _reason(row) for row in rows if not any(missing[other] < missing[row] for other in rows)
    )
    return f"no bound of the {what} applies: {'; or '.join(reasons) or 'none is known'}"


def _reason(row: Bound) -> str:
    return row.note.removeprefix("Does not apply; ").rstrip(".")


def _answer(table: AnsweredBounds, answer: Answer) -> Section:
    """The strongest bound of the regret, and of the samples if a risk was given."""
    asked = [("regret", COEFFICIENT)]
    if table.request.delta is not None:
        asked.append(("samples", SAMPLES))
    lines = []
    for name, quantity in asked:
        bound = _found(answer, quantity)
        if bound is None:
            lines.append(Line(name, "none", "", _nothing(table, quantity, answer.privacy)))
            continue
        value = f"at least {value_text(bound, table.request.digits)}"
        lines.append(Line(name, value, "", "; ".join(_answered(table, answer, bound))))
    return Section(f"Answer for {budget_words(answer)}", "", ("", "", ""), tuple(lines))


def _answered(table: AnsweredBounds, answer: Answer, bound: Bound) -> list[str]:
    """What is bounded for whom, the claim, and the bound without privacy beside it."""
    request, quantity = table.request, bound.quantity
    what, whom = _meaning(request, answer.privacy, quantity)
    words = [f"{what} of {whom}", f"{bound.claim}, {STATES[bound.status]}"]
    if bound.note:
        words.append(bound.note)
    if answer.privacy != Privacy.NONE:
        other = _found(table.best_for(Privacy.NONE), quantity)
        if bound.privacy == Privacy.NONE:
            words.append("the bound without privacy, which holds for private policies too")
        elif other is not None:
            words.append(f"without privacy: {value_text(other, request.digits)}")
    if quantity == COEFFICIENT:
        words.append("a limit: it says nothing about one T")
    return words


def _section(table: AnsweredBounds, group: Group) -> Section:
    request = table.request
    title, lead = _heading(request, group)
    whom = "of" if group.side == Side.UPPER else "" if group.quantity == BUDGET else "holds for"
    lines = tuple(_line(table, group, row) for row in group.rows[:MOST_ROWS])
    return Section(title, lead, ("bound", "value", whom), lines, len(group.rows) - len(lines))


def _heading(request: Request, group: Group) -> tuple[str, str]:
    """The title of a group, and what its numbers are."""
    if group.side == Side.UPPER:
        if group.quantity == COEFFICIENT:
            return (
                "Upper bounds, as T grows",
                "limsup Reg_T / log T of the named policies on this instance: a limit, which says "
                "nothing about one T.",
            )
        if group.quantity == SAMPLES:
            return (
                f"Upper bounds of samples at delta = {_risk(request)}",
                "Samples of the named strategies on this instance; below each it says whether it "
                "is a limit as delta falls.",
            )
        return (
            f"Upper bounds at T = {_horizon(request)}",
            "Reg_T of the named policies on this instance; the theorem holds for every T.",
        )
    if group.over is not None:
        name, _, rest = group.over.partition("; ")
        return (
            f"Minimax at T = {_horizon(request)} over {name}",
            f"{rest[:1].upper()}{rest[1:]}{'. ' if rest else ''}Lower bounds of Reg_T, at this T, "
            "on the worst instance of the class; this instance may cost less.",
        )
    if group.quantity == COEFFICIENT:
        return (
            "This instance: regret, as T grows",
            "Lower bounds of liminf Reg_T / log T for consistent policies: those whose regret is "
            "below every power of T on every instance of the class.",
        )
    if group.quantity == SAMPLES:
        return (
            f"This instance: samples at delta = {_risk(request)}",
            "Lower bounds of the expected samples of strategies that name the best arm with "
            "probability >= 1 - delta on every instance of the class.",
        )
    return ("Budgets where the regime changes", "")


def _line(table: AnsweredBounds, group: Group, row: Bound) -> Line:
    digits = table.request.digits
    whom = "" if group.quantity == BUDGET else _whom(row)
    return Line(row.name, value_text(row, digits), whom, about(table, row))


def _whom(row: Bound) -> str:
    if row.privacy == Privacy.NONE and row.side == Side.LOWER:
        return "every policy"
    return KINDS[row.privacy]


def about(table: AnsweredBounds, row: Bound) -> str:
    """What stands below a row: its claim and state, its factors, what it is the strongest for."""
    if not row.applies:
        return f"{row.claim}; {_reason(row)}"
    digits = table.request.digits
    parts = [row.claim, STATES[row.status], row.note]
    if row.factors:
        numbers = " x ".join(enclosure_text(number, min(digits, 8)) for _, number in row.factors)
        parts.append(f"{' x '.join(factor.formula for factor in row.factors)} = {numbers}")
    kinds = table.strongest_for(row)
    if row.over is not None and kinds:
        parts.append(
            "the strongest of this class for " + " and ".join(KINDS[kind] for kind in kinds)
        )
    return "; ".join(part for part in (*parts, row.regime or "") if part)


def _horizon(request: Request) -> str:
    return number_text(request.time)


def _risk(request: Request) -> str:
    return "delta" if request.delta is None else number_text(request.delta)
