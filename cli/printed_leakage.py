"""What `banditproof leakage` prints for people."""

from __future__ import annotations
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING
from .output import print_table, print_text

if TYPE_CHECKING:
    from banditproof.verify.membership.tables_of_data.membership_results import (
        InherentPrivacyFacts,
        LeakageFacts,
        LimitHypothesisFacts,
        MeanGuaranteeFacts,
    )

KINDS = {
    "bernoulli": "of 0 and 1",
    "lattice": "with few values",
    "normal": "taken as normal",
    "unknown": "known by their moments",
}
"""The kinds of laws of columns, in words."""
NO_BOX = (
    "With noise the mean is differentially private for rows in a known box; give --box low:high "
    "for its eps."
)


def print_leakage(facts: LeakageFacts) -> None:
    """The facts as a table, and sentences around it."""
    what = "the given row" if facts.target is None else f"row {facts.target}"
    file = Path(facts.data).name  # a whole path could be wider than the terminal
    print_text(f"Leakage of the {facts.mechanism} of {file} about {what}")
    limit, exact = ["limit"] * facts.limit, [f"exact, n = {facts.rows}"] * (not facts.not_exact)
    rows = [["leakage score m*", f"{facts.score:.8g}", *[""] * (len(limit + exact) - 1)]]
    results = [("advantage", facts.advantage, facts.advantage_exact)]
    results += [
        (f"power at {_percent(item.alpha)}", item.limit, item.exact) for item in facts.power
    ]
    for name, *pair in results:
        known = [number.rounded(6) for number in pair if number is not None]
        rows += [[name, *known]] * bool(known)
    print_table(["", *(limit + exact or [""])], rows)
    print()
    kinds = ", ".join(f"{count} {KINDS.get(kind, kind)}" for kind, count in facts.laws.items())
    print_text(
        f"The law of a row is that of {facts.law_rows} rows of {file}"
        f"{' without the target' * (facts.target is not None)}. Columns: {kinds}."
    )
    if facts.kept < facts.rows:
        print_text(
            f"The score is that of the mean of {facts.rows} rows. The target is among the "
            f"{facts.kept} with probability R = {Fraction(facts.kept, facts.rows)}, and then m*/R "
            "counts; so the advantage is R erf(sqrt(m*/(8 R)))."
        )
    if facts.not_exact:
        print_text(f"No exact numbers: {facts.not_exact}.")
    print()
    for hypothesis in facts.hypotheses:
        print_text(_hypothesis(hypothesis))
    if facts.limit:
        print_text("The limit is of many rows and columns; at these rows it is approximate.")
    else:
        print_text("A hypothesis fails, so the limit says nothing here, and is left out.")
    print()
    _print_privacy(facts.guarantee, facts.conclusion, facts.delta)
    print_text(f"Read and computed in {facts.seconds:.3g} s.")


def _hypothesis(facts: LimitHypothesisFacts) -> str:
    from banditproof.theory.membership import Hypothesis

    return str(Hypothesis(facts.name, facts.holds, facts.words, facts.number))


def _percent(alpha: Fraction) -> str:
    return f"{float(100 * alpha):g} %"


def _print_privacy(
    proved: MeanGuaranteeFacts | None, concluded: InherentPrivacyFacts, delta: Fraction
) -> None:
    """What is proved of the mechanism, and what one target seems to say."""
    if proved is None:
        print_text(f"Proved: nothing. {NO_BOX}")
    else:
        print_text(f"Proved, for every data set: {proved.words[0].lower()}{proved.words[1:]}")
        if proved.epsilon.is_finite:
            print_text(f"eps at delta = {float(delta):g}: {proved.epsilon.rounded(6)}.")
    if concluded.epsilon is not None:
        print_text(
            f"Not proved: of this target the thesis concludes eps = "
            f"{concluded.epsilon.rounded(6)} at delta = {float(delta):g} (inherent privacy). "
            f"{concluded.words}"
        )
