"""The bounds of a request: each is a row of text, and the number that its function gives."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any
from banditproof.table_rows import loaded, reading
from banditproof.theory.bound_words import Privacy, Quantity, Side, Status
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import exact
from banditproof.theory.instances import Bandit, BernoulliBandit, FiniteSupportBandit, LinearBandit
from banditproof.theory.known_bounds.instances import FILE, InstanceRow, instance_rows
from .bound import REGRET, SAMPLES, Bound, DoesNotApply, Factor, Found, Hypothesis, Statement
from .bound_groups import ordered
from .class_bounds import class_bounds
from .regimes import regime
from .request import Request

NEEDED = {REGRET: ("horizon",), SAMPLES: ("delta",)}
"""What has to be given for a bound of a quantity."""


def rows_of(request: Request, upper_at_horizon: bool = True) -> tuple[Bound, ...]:
    """All bounds of a request in their order; a ValueError where one cannot be enclosed.

    The upper bounds of an instance at its horizon, which take longest, may be left out: there is no
    lower bound of the same, beside which a figure could draw them.
    """
    rows = [
        row
        for row in instance_rows()
        if upper_at_horizon or (row.side, row.quantity) != (Side.UPPER, REGRET)
    ]
    try:
        return tuple(ordered(_bounds(request, rows)))
    except ZeroDivisionError:
        raise
    except OverflowError:
        raise ValueError(
            "A number between the instance and its bounds is beyond the range of floats; give "
            "less extreme means and budgets."
        ) from None
    except ArithmeticError as problem:
        raise ValueError(
            f"A bound cannot be enclosed ({problem}); give less extreme means and budgets."
        ) from None


def _bounds(request: Request, rows: Iterable[InstanceRow]) -> Iterator[Bound]:
    """The bounds in the order of the rows, each beside the best one before it without privacy."""
    best: dict[tuple[Quantity, str | None], Enclosure] = {}
    for stated in _statements(request, rows):
        same = (stated.quantity, stated.over)
        bound = bound_of(request, stated, best.get(same))
        number = bound.enclosure
        if number is not None and stated.side == Side.LOWER and stated.privacy == Privacy.NONE:
            best[same] = max(best.get(same, number), number, key=lambda known: known.lo)
        yield bound


def bound_of(request: Request, stated: Statement, free: Enclosure | None = None) -> Bound:
    """The bound of a statement, with its number only if all of its hypotheses are satisfied.

    `free` is the largest bound of the same without privacy. The number of a theorem that is refuted
    is no bound.

    >>> from banditproof.theory import BernoulliBandit
    >>> few = Statement(
    ...     "a", "bern.no_such_claim", Side.LOWER, REGRET, lambda: Enclosure.of(1),
    ...     hypotheses=(("K > 2 arms", False),),
    ... )  # fmt: skip
    >>> bound_of(Request(BernoulliBandit((1, 0))), few).note
    'Does not apply; it needs: K > 2 arms.'
    """
    failed = [text for text, satisfied in stated.hypotheses if not satisfied]
    if failed:
        note = stated.refused or f"Does not apply; it needs: {'; '.join(failed)}."
        return _without_number(stated, note, stated.hypotheses)
    try:
        found = stated.value()
    except DoesNotApply as reason:
        return _without_number(stated, str(reason), ((str(reason), False),))
    if stated.status == Status.REFUTED:
        return _without_number(stated, stated.note, ((stated.note, False),))
    if isinstance(found, Enclosure):
        found = Found(found)
    number = found.number
    formulas = [filled(formula, found.words) for formula in stated.factors]
    return Bound(
        stated.name,
        stated.claim,
        stated.side,
        stated.quantity,
        number,
        True,
        filled(stated.note, found.words),
        stated.privacy,
        stated.status,
        regime(request, stated, number, free),
        stated.hypotheses,
        stated.over,
        tuple(Factor(*both) for both in zip(formulas, found.factors, strict=True)),
    )


def _without_number(stated: Statement, note: str, hypotheses: tuple[Hypothesis, ...]) -> Bound:
    return Bound(
        stated.name,
        stated.claim,
        stated.side,
        stated.quantity,
        None,
        False,
        note,
        stated.privacy,
        stated.status,
        None,
        hypotheses,
        stated.over,
    )


def _statements(request: Request, rows: Iterable[InstanceRow]) -> Iterator[Statement]:
    """What the rows say of the request: those of classes first, then those of the instance."""
    if not isinstance(request.bandit, LinearBandit):
        yield from class_bounds(request)
    kind, words = kind_of(request.bandit), _words(request)
    for row in rows:
        if kind not in row.instances or not _is_given(request, row):
            continue
        if row.worth and not named(row.worth)(request):
            continue
        if not row.each:
            yield _stated(request, row, words)
            continue
        for part in named(row.each)(request):
            listed = ", ".join(str(arm + 1) for arm in part)
            yield _stated(request, row, words | {"arms": listed}, part)


def _is_given(request: Request, row: InstanceRow) -> bool:
    """Whether the request has the budget of a row, and what its quantity needs."""
    needed = (*row.given, *NEEDED.get(row.quantity, ()))
    budget = row.privacy == Privacy.NONE or row.privacy in request.budgets
    return budget and all(getattr(request, name) is not None for name in needed)


def _stated(
    request: Request, row: InstanceRow, words: Mapping[str, str], *part: tuple[int, ...]
) -> Statement:
    """A row at a request, or at a part of its arms."""
    said = [text for name, text in row.remarks.items() if named(name)(request, *part)]
    if row.note:
        said = [*(text.rstrip(".") for text in said), row.note]
    return Statement(
        filled(row.name, words),
        row.claim,
        row.side,
        row.quantity,
        lambda: named(row.value)(request, *part),
        row.privacy,
        row.status,
        tuple((text, named(name)(request, *part)) for name, text in row.needs.items()),
        "; ".join(said),
        row.over and filled(row.over, words),
        row.factors,
        row.refused,
        row.regime,
        row.below,
    )


def kind_of(bandit: Bandit) -> str:
    """The kind of a bandit, as rows name it in `instances`.

    >>> kind_of(BernoulliBandit((1, 0)))
    'coins'
    """
    if isinstance(bandit, LinearBandit):
        return "linear"
    if isinstance(bandit, BernoulliBandit):
        return "coins"
    return "finite" if isinstance(bandit, FiniteSupportBandit) else "family"


@cache
def named(name: str) -> Callable[..., Any]:
    """The function that a row names, as file.function; without a file it is a hypothesis.

    >>> named("whole").__name__, named("minimax.pure_threshold").__name__
    ('whole', 'pure_threshold')
    """
    file, _, function = name.rpartition(".")
    # by name, so that a bound needs no list of files, and each is loaded when a row asks for it
    with reading(FILE, f"the function {name!r}"):
        found: Callable[..., Any] = loaded(
            lambda: import_module(f".{file or 'hypotheses'}", __package__),
            "theory/lower_bounds",
            file or "hypotheses",
            function,
        )
    return found


def _words(request: Request) -> dict[str, str]:
    """The words about an instance that names and classes of rows leave open."""
    ratio, bandit = request.batch_ratio, request.bandit
    short = str(ratio.numerator) if ratio.denominator == 1 else f"{float(ratio):g}"
    words = {"K": str(request.arms), "ratio": short}
    if isinstance(bandit, LinearBandit):
        words |= {"d": str(len(bandit.theta)), "sigma": str(exact(bandit.sigma))}
    return words


def filled(text: str, words: Mapping[str, str]) -> str:
    """A text with words in place of their names in braces; other braces stay.

    >>> filled("T*_{KL} of {K} arms", {"K": "3"})
    'T*_{KL} of 3 arms'
    """
    for name, word in words.items():
        text = text.replace(f"{{{name}}}", word)
    return text
