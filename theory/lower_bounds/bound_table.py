"""The bounds of an instance as a sequence that knows its strongest ones, and shows itself.

As plain text, as HTML, as JSON, as a data frame and as a figure.
"""

from __future__ import annotations
from collections.abc import Iterator
from fractions import Fraction
from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING, Any
from banditproof.theory.bound_words import Privacy
from banditproof.theory.exact import Number, float_above
from banditproof.theory.optional_libraries import library
from banditproof.theory.parameter_names import accepts_epsilon
from .answered_bounds import AnsweredBounds
from .bound import COEFFICIENT, SAMPLES
from .bound_curves import curves_of
from .bound_sections import KINDS, in_words, sections
from .curve_figure import curve_figure
from .section import Section

if TYPE_CHECKING:
    from matplotlib.figure import Figure


WIDTH = 88
GAP = "  "
LONGEST_NAME = 44


class BoundTable(AnsweredBounds):
    """All bounds of an instance: a tuple of `Bound`, and the strongest of them.

    `best` is the answer for the policies that were asked about: those that are eps-DP if a budget
    eps was given, else those that are rho-zCDP if rho was, else all. It has the fields `regret`
    and `samples`, each a `Bound`, or None if none applies. `answers` has one answer for each
    budget, and `best_for` the one for a kind of privacy.

    The rows are in groups: the instance (regret, samples, budgets where the regime changes), the
    minimax bounds of each class, the upper bounds; in a group from the strongest to the weakest.

    >>> from banditproof.theory import bounds
    >>> table = bounds(("0.8", "0.1"), eps=1, delta="0.01")
    >>> print(table.best.regret.name, table.best.regret.enclosure)
    private lower bound 1.15777979809140046372[4..6]
    >>> table.best.samples.name, len(table)
    ('samples, pure DP, a compromise for each arm', 17)
    """

    def to_json(self) -> dict[str, Any]:
        """The answers and the rows, as `banditproof bounds --json` prints them."""
        return {
            "at_horizon": self.at_horizon and self.at_horizon.to_json(),
            "at_horizons": [found.to_json() for found in self.at_horizons],
            "best": [
                {
                    "privacy": answer.privacy,
                    "budget": None if answer.budget is None else str(answer.budget),
                    "regret": answer.regret and answer.regret.to_json(),
                    "regret_in_words": in_words(self, answer, COEFFICIENT),
                    "samples": answer.samples and answer.samples.to_json(),
                    "samples_in_words": in_words(self, answer, SAMPLES),
                }
                for answer in self.answers
            ],
            "bounds": [
                row.to_json() | {"strongest_for": list(self.strongest_for(row))} for row in self
            ],
        }

    def to_frame(self) -> Any:
        """The rows as a pandas DataFrame, with `pandas.NA` where something does not apply.

        `lo` and `hi` are floats, rounded outwards, beside the decimal strings `lo_exact` and
        `hi_exact`; `strongest_for` names the kinds of privacy for which a row is the strongest.
        Needs pandas, which the extra `tables` brings.
        """
        pandas = library("pandas", "A data frame of bounds", "tables")
        rows = []
        for row in self:
            facts = row.to_json()
            del facts["hypotheses"], facts["factors"]
            exact = {f"{end}_exact": facts[end] for end in ("lo", "hi")}
            ends = row.enclosure
            low, high = (-float_above(-ends.lo), float_above(ends.hi)) if ends else (None, None)
            strongest = ", ".join(KINDS[kind] for kind in self.strongest_for(row))
            facts |= {"lo": low, "hi": high, **exact, "strongest_for": strongest}
            rows.append({key: str(v) if isinstance(v, str) else v for key, v in facts.items()})
        frame = pandas.DataFrame(rows)
        kinds = dict.fromkeys(frame.columns, "string") | {"applies": "boolean"}
        return frame.astype(kinds | dict.fromkeys(("value", "lo", "hi"), "Float64"))

    @accepts_epsilon
    def plot(
        self,
        eps: tuple[Number, Number] | None = None,
        rho: tuple[Number, Number] | None = None,
        points: int = 61,
    ) -> Figure:
        """The bounds against the budget as a Matplotlib figure, as `banditproof plot bounds`.

        `eps` and `rho` are the first and the last budget of an axis. Without them the budgets of
        the table are in the middle of four decades, or eps goes from 0.001 to 10.
        """
        ranges = {Privacy.PURE: eps, Privacy.ZCDP: rho}
        if eps is None and rho is None:
            ranges = {kind: _around(size) for kind, size in self.request.budgets.items()}
            ranges = {kind: ends for kind, ends in ranges.items() if kind != Privacy.NONE}
            ranges = ranges or {Privacy.PURE: (Fraction(1, 1000), Fraction(10))}
        curves = curves_of(self.request, ranges, points)
        if eps is not None or rho is not None:
            curves.require_curves_for([kind for kind, ends in ranges.items() if ends is not None])
        return curve_figure(curves)

    def __repr__(self) -> str:
        return _as_text(self)

    __str__ = __repr__

    def _repr_html_(self) -> str:
        return _as_html(self)


def _around(budget: Fraction | None) -> tuple[Fraction, Fraction] | None:
    return None if budget is None else (budget / 100, budget * 100)


def _as_text(table: AnsweredBounds) -> str:
    """The sections below each other, in lines of at most 88 letters where the numbers allow it."""
    return "\n".join(line for section in sections(table) for line in (*_text(section), "")).rstrip()


def _text(section: Section) -> Iterator[str]:
    yield section.title
    yield from wrap(section.lead, WIDTH - 2, initial_indent="  ", subsequent_indent="  ")
    widths = [
        max(map(len, (heading, *column)), default=0)
        for heading, column in zip(
            section.headings, zip(*(line[:3] for line in section.lines), strict=True), strict=False
        )
    ]
    rows = [*([section.headings] if any(section.headings) else []), *section.lines]
    for name, value, policies, *below in rows:
        first, *others = wrap(name, LONGEST_NAME, subsequent_indent="  ") or [""]
        cells = (first.ljust(min(widths[0], LONGEST_NAME)), value.ljust(widths[1]), policies)
        yield GAP.join(cells).rstrip()
        yield from others
        for text in below:
            yield from wrap(
                text, WIDTH - 4, initial_indent="    ", subsequent_indent="    ",
                break_long_words=False, break_on_hyphens=False,
            )  # fmt: skip
    if section.more:
        yield f"... and {section.more} more"


def _as_html(table: AnsweredBounds) -> str:
    """The sections as tables of a notebook page; every text is escaped."""
    return "<div>" + "".join(map(_html, sections(table))) + "</div>"


def _html(section: Section) -> str:
    left = 'style="text-align: left"'
    head = "".join(f"<th {left}>{escape(cell)}</th>" for cell in (*section.headings, ""))
    rows = "".join(
        "<tr>" + "".join(f"<td {left}>{escape(cell)}</td>" for cell in line) + "</tr>"
        for line in section.lines
    )
    more = f"<p>... and {section.more} more</p>" if section.more else ""
    return (
        f"<h4>{escape(section.title)}</h4><p>{escape(section.lead)}</p>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{more}"
    )
