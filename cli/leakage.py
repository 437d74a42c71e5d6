"""`banditproof leakage`: how much a mean of rows says about one of them."""

from __future__ import annotations
import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
import typer
from . import arguments
from .attacked_program import (
    NO_PROGRAM,
    Asked,
    Claimed,
    GameOptions,
    Named,
    ProgramOptions,
    print_played,
    refuse_options,
    target_in,
)
from .output import print_facts, print_table, print_text

if TYPE_CHECKING:
    from banditproof.verify.membership.tables_of_data.data_tables import DataTable, Floats
    from banditproof.verify.membership.tables_of_data.leakage_game import Box as BoxOfRows
    from banditproof.verify.membership.tables_of_data.membership_results import (
        InherentPrivacyFacts,
        LeakageFacts,
        LimitHypothesisFacts,
        MeanGuaranteeFacts,
    )
    from banditproof.verify.membership.tables_of_data.target_rows import TargetWord

LAWS = ("auto", "bernoulli", "values", "normal", "moments")

Array = Annotated[str | None, typer.Option(help="The array of an NPZ file that has the rows.")]
Columns = Annotated[
    str | None, typer.Option(help="The columns to use: names, numbers or ranges, as 0,3,5:9.")
]
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


def command(
    own: ProgramOptions,
    played: GameOptions,
    data: str,
    target: str,
    program: Named = None,
    noise: str | None = None,
    subsample: str | None = None,
    array: Array = None,
    columns: Columns = None,
    drop_constant: bool = False,
    rows: str | None = None,
    law: str = "auto",
    covariance: str = "independent",
    box: str | None = None,
    epsilon: Claimed = None,
    delta: str = "1e-5",
    exact: bool = False,
    json: arguments.AsJson = False,
) -> None:
    """Print how much a mean of rows says about whether a target is one of them.

    MODULE:FUNCTION is a release of your own in place of the mean, a function of the rows (an array)
    and a NumPy generator. It is played on FILE with the target, and with another row in its place:
    the one that is farthest from it, or one at the ends of the data, whichever shows most. A lower
    bound of its eps stands beside the claim of --eps. A claim is about every row, so that rows at
    the ends of the data are tried as targets, too, and the one that is played is named.

    The leakage score is m* = (z - mu)' C^-1 (z - mu) / n for a target z. In the limit of many rows
    and columns the largest advantage is erf(sqrt(m*/8)), and the largest power at level a is
    Phi(Phi^-1(a) + sqrt(m*)). The hypotheses of this limit are checked one by one; where one fails
    the limit is left out. Beside it stand exact numbers for these n rows where the laws of the
    columns are known: for values 0 and 1, for few values, and for `--law normal`.

    The rows of FILE say what the law of a row is; a target that is one of them (`--target 17`) is
    left out of it. `--target 0.5,1,0`, or a file with one row, is any other target. An NPZ file
    with several arrays needs `--array`, unless one is called features, data, x, X or rows.

    By itself, a small leakage is no differential privacy: it is about one target and one law. What
    is proved of the mechanism is printed, too.

    Examples: banditproof leakage --data rows.csv --target 17;
    banditproof leakage --data rows.npz --target 17 --noise 0.5 --subsample 0.1 --json;
    banditproof leakage --data digits --target 0 --drop-constant --law moments --noise 0.5 --box 0:1
    """
    from banditproof.verify.membership.tables_of_data.column_laws import (
        ColumnLaw,
        refuse_constant_columns,
    )
    from banditproof.verify.membership.tables_of_data.data_tables import read_table
    from banditproof.verify.membership.tables_of_data.leakage_game import LeakageGame
    from banditproof.verify.membership.tables_of_data.target_rows import read_target

    of_the_mean = {"noise": noise, "subsample": subsample, "drop_constant": drop_constant}
    of_the_mean |= {"rows": rows, "law": law, "covariance": covariance, "box": box, "exact": exact}
    if program is not None:
        refuse_options(command, of_the_mean)
        eps = None if epsilon is None else arguments.budget_of_runs(epsilon)
        wanted = Asked(
            program=program,
            options=own,
            usual="replace",
            target=lambda: target_in(_rows_of(data, array, columns), target),
            data=data,
            delta=delta,
            **vars(played),
        )
        print_played(wanted, json, eps=eps)
        return
    refuse_options(command, vars(own) | vars(played) | {"epsilon": epsilon}, NO_PROGRAM)
    law = arguments.one_of("law", law, LAWS)
    covariance = arguments.one_of("covariance", covariance, ("independent", "full"))
    gamma = Fraction(0) if noise is None else arguments.not_negative("noise", noise)
    slack = arguments.below_one("delta", delta)
    share = Fraction(1) if subsample is None else _share(subsample)
    sides = None if box is None else _box(box)
    start = time.perf_counter()
    table = read_table(data, array, exactly=True)
    if columns is not None:
        table = table.with_columns(table.places_of(columns))
    asked = read_target(target, table.values, table.exact)
    count = table.rows if rows is None else arguments.count("rows", rows, 2)
    if table.rows < 2 + (asked.index is not None):
        raise ValueError(
            f"{table.name} has {table.rows} row{'s' * (table.rows != 1)}; give at least "
            f"{2 + (asked.index is not None)}: a law is not known from fewer."
        )
    if asked.index is not None:
        table = table.without_row(asked.index)
    if drop_constant:
        table, asked = _without_constants(table, asked)
    full = covariance == "full"
    if not (full and gamma):
        refuse_constant_columns(table, asked)
    game = LeakageGame(
        table=table,
        target=asked,
        rows=count,
        kept=_kept(count, share),
        gamma=gamma,
        box=sides,
        delta=slack,
    )
    facts = game.facts(ColumnLaw(law), full=full, patient=exact)
    facts = replace(facts, seconds=round(time.perf_counter() - start, 6))
    print_facts(facts, json, _print)


def _rows_of(data: str, array: str | None, columns: str | None) -> Floats:
    from banditproof.verify.membership.tables_of_data.data_tables import read_table

    table = read_table(data, array)
    return (table if columns is None else table.with_columns(table.places_of(columns))).values


def _share(word: str) -> Fraction:
    result = arguments.number("subsample", word)
    if not 0 < result <= 1:
        raise ValueError(f"subsample is {word}; give a share of the rows in (0, 1].")
    return result


def _kept(rows: int, share: Fraction) -> int:
    """The number of rows that are kept, a whole one."""
    kept = share * rows
    if kept.denominator != 1 or kept < 2:
        raise ValueError(
            f"A share of {float(share):g} of {rows} rows is {float(kept):g} rows; give a share "
            "that keeps a whole number of rows, at least 2."
        )
    return int(kept)


def _box(word: str) -> BoxOfRows:
    from banditproof.verify.membership.tables_of_data.leakage_game import Box as BoxOfRows

    ends = word.split(":")
    if len(ends) != 2:
        raise ValueError(f"--box is {word!r}; give low:high, such as 0:1.")
    low, high = (arguments.number("An end of the box", end) for end in ends)
    if low >= high:
        raise ValueError(f"--box is {word!r}; give low:high with low < high.")
    return BoxOfRows(low, high)


def _without_constants(table: DataTable, asked: TargetWord) -> tuple[DataTable, TargetWord]:
    """Table and target without the columns in which all rows, and the target, are equal."""
    from banditproof.verify.membership.tables_of_data.column_laws import silent_columns

    same = set(silent_columns(table, asked))
    chosen = [c for c in range(table.columns) if c not in same]
    if not chosen:
        raise ValueError(f"All columns of {table.name} are constant; give rows that differ.")
    return table.with_columns(chosen), asked.with_columns(chosen)


def _print(facts: LeakageFacts) -> None:
    """The facts as a table, and sentences around it, for people."""
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
