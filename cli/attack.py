"""`banditproof attack gradient`: a membership attack on a descent with visible iterates."""

from __future__ import annotations
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
import typer
from . import arguments
from .leakage import Array, Columns
from .option_groups import with_groups
from .output import print_facts, print_table, print_text, progress

if TYPE_CHECKING:
    from banditproof.verify.membership.tables_of_data.membership_results import AttackFacts

KINDS = ("gradient",)
MODELS = ("auto", "linear", "logistic", "softmax")
SAMPLINGS = ("epochs", "drawn-batches", "drawn-rows")
SCORES = ("covariance", "scalar-product", "glir")
COMBINATIONS = ("sum", "log-mean-exp", "max")
REFERENCES = ("frozen", "fresh")
CANARIES = ("mahalanobis", "random", "mislabelled", "blank", "dirac", "canife")
UNITS = ("mean", "sum")

Kind = Annotated[
    str, typer.Argument(autocompletion=lambda: [*KINDS], help="What to attack: gradient")
]
Data = Annotated[
    str,
    typer.Option(
        metavar="FILE", help="Rows with labels: an NPZ, NPY or CSV file, or the name digits."
    ),
]
Labels = Annotated[
    str | None,
    typer.Option(help="The labels: an array of an NPZ file, or a column; without it, the last."),
]
ModelOption = Annotated[
    str, typer.Option(help="The model: linear, logistic, softmax, or auto, by the labels.")
]
Standardise = Annotated[
    bool,
    typer.Option(
        "--standardise", help="Features with the mean 0 and the deviation 1 of the references."
    ),
]
Target = Annotated[
    str | None,
    typer.Option(
        metavar="ROW",
        help="A row as the target: its number, counted from 0; a list with the label last; a file.",
    ),
]
Canary = Annotated[
    str | None,
    typer.Option(
        help="Without --target: mahalanobis (Algorithm 14, the default), random, mislabelled, "
        "blank, dirac, canife."
    ),
]
Games = Annotated[str, typer.Option(help="The number of games, half of them with the target.")]
Delta = Annotated[str, typer.Option(help="The delta of both values of eps, in (0, 1).")]
Level = Annotated[
    str, typer.Option(help="How often an interval, or the bound of eps, may be wrong, in (0, 1).")
]


@dataclass
class DescentOptions:
    """How the rows of a game descend."""

    rows: Annotated[
        str | None,
        typer.Option(
            help="The number of rows of a game; without it 100, or the whole pool, in full batches."
        ),
    ] = None
    steps: Annotated[str, typer.Option(help="The number of steps.")] = "20"
    rate: Annotated[str, typer.Option(help="The learning rate, a number > 0.")] = "0.1"
    batch: Annotated[
        str | None, typer.Option(help="The rows of a batch; without it, all rows at each step.")
    ] = None
    sampling: Annotated[
        str | None,
        typer.Option(help="How batches are drawn: epochs (default), drawn-batches or drawn-rows."),
    ] = None
    clip: Annotated[
        str | None, typer.Option(help="Clip the gradient of each row to this norm, a number > 0.")
    ] = None
    noise: Annotated[
        str | None,
        typer.Option(metavar="GAMMA", help="DP-SGD: noise of deviation GAMMA times the norm."),
    ] = None
    noise_on: Annotated[
        str, typer.Option(help="To what the noise is added: the sum of a batch, or its mean.")
    ] = "sum"


@dataclass
class ScoreOptions:
    """What the adversary computes."""

    score: Annotated[
        str, typer.Option(help="The score of a step: covariance, scalar-product or glir.")
    ] = "covariance"
    combination: Annotated[
        str, typer.Option(help="How the steps are put together: sum, log-mean-exp or max.")
    ] = "sum"
    references: Annotated[
        str,
        typer.Option(help="Reference gradients at the start (frozen), or at each step (fresh)."),
    ] = "frozen"


@with_groups
def command(
    kind: Kind,
    data: Data,
    descent: DescentOptions,
    scoring: ScoreOptions,
    model: ModelOption = "auto",
    labels: Labels = None,
    array: Array = None,
    columns: Columns = None,
    standardise: Standardise = False,
    target: Target = None,
    canary: Canary = None,
    games: Games = "400",
    delta: Delta = "1e-5",
    level: Level = "0.05",
    seed: arguments.Seed = 0,
    json: arguments.AsJson = False,
) -> None:
    """Attack a gradient descent with visible iterates: is a target among its rows?

    The rows of FILE are divided at random: one half are references of the adversary, and from the
    other half, without the target, the rows of each game are drawn with replacement. In half of
    the games the target takes the place of one of them. The adversary sees all parameters, recovers
    the mean gradient of each batch and scores it (Algorithm 13 of the thesis, as corrected).

    Thresholds are chosen on one half of the games and tested on the other. So the power at a level
    and the lower bound of eps are wrong with probability at most --level each. With --clip and
    --noise the descent is DP-SGD, and its certified eps stands beside the bound; without noise it
    satisfies no differential privacy. The exit code is 1 if the bound is above what was certified.

    The labels of an NPZ file are its array labels, target, targets, y or Y. In other files they are
    the last column, or the one that `--labels` names. Labels 0 and 1 make a logistic model, 0 to
    k - 1 a softmax model, others linear regression.

    Examples: banditproof attack gradient --data rows.csv --labels y --seed 1;
    banditproof attack gradient --data rows.npz --clip 1 --noise 2 --batch 20 --json;
    banditproof attack gradient --data digits --canary random --steps 10 --games 200
    """
    from banditproof.verify.membership.tables_of_data.attacked_descent import AttackedDescent
    from banditproof.verify.membership.tables_of_data.labelled_table import labelled_table

    arguments.one_of("attack", kind, KINDS)
    one_of = arguments.one_of
    clip = _optional("clip", descent.clip)
    ratio = None if descent.noise is None else float(arguments.not_negative("noise", descent.noise))
    if ratio is not None and clip is None:
        raise ValueError("There is --noise and no --clip; give the norm of DP-SGD by --clip.")
    if descent.sampling is not None and descent.batch is None:
        raise ValueError("There is --sampling and no --batch; give the size of a batch by --batch.")
    if target is not None and canary is not None:
        raise ValueError("There are --target and --canary; give one or the other.")
    asked = AttackedDescent(
        target=target,
        canary=one_of("canary", canary or CANARIES[0], CANARIES),
        rows=None if descent.rows is None else arguments.count("rows", descent.rows, 2),
        steps=arguments.count("steps", descent.steps, 1),
        rate=_real("rate", descent.rate),
        batch=None if descent.batch is None else arguments.count("batch", descent.batch, 1),
        sampling=one_of("sampling", descent.sampling or SAMPLINGS[0], SAMPLINGS),
        clip=clip,
        noise=ratio,
        noise_on=one_of("unit of the noise", descent.noise_on, UNITS),
        score=one_of("score", scoring.score, SCORES),
        combination=one_of("combination", scoring.combination, COMBINATIONS),
        references=one_of("kind of references", scoring.references, REFERENCES),
        games=arguments.count("games", games, 8),
        delta=arguments.below_one("delta", delta),
        level=float(arguments.below_one("level", level)),
        seed=seed,
    )
    name = one_of("model", model, MODELS)
    start = time.perf_counter()
    table = labelled_table(data, array, columns, labels)
    with progress(asked.played, "playing games") as advance:
        facts = asked.facts(table, name, standardise, advance)
    facts = replace(facts, seconds=round(time.perf_counter() - start, 6))
    print_facts(facts, json, _print)
    if facts.refuted:
        raise typer.Exit(1)


def _real(name: str, word: str) -> float:
    from .option_ranges import MODERATE

    return float(arguments.within(MODERATE, name, word, arguments.positive(name, word)))


def _optional(name: str, word: str | None) -> float | None:
    """A number > 0, if it was given."""
    return None if word is None else _real(name, word)


def _print(facts: AttackFacts) -> None:
    """The facts as tables, and sentences below them."""
    share = f"{100 * (1 - facts.level):.4g} %"
    rows = [
        ("area under the curve", f"{facts.area:.4f}", _between(facts.area_low, facts.area_high))
    ]
    for rate in facts.rates:
        rows += [
            (
                f"power, threshold for {100 * rate.alpha:g} %",
                f"{rate.power:.4f}",
                _between(rate.power_low, rate.power_high),
            ),
            (
                "  its false alarms",
                f"{rate.false_alarms:.4f}",
                _between(rate.false_alarms_low, rate.false_alarms_high),
            ),
        ]
    print_table((f"{facts.score} attack", "measured", f"with confidence {share}"), rows)
    print()
    known = facts.epsilon_certified.is_finite
    top = f"<= {facts.epsilon_certified.decimal_hi(6)}" if known else "none"
    print_table(
        (f"eps at delta = {float(facts.delta):g}", ""),
        [("shown by the attack", f">= {facts.epsilon_shown:.6g}"), ("certified", top)],
    )
    print()
    classes = f", {facts.classes} classes" if facts.model == "softmax" else ""
    print_text(
        f"Model: {facts.model}, {facts.columns} features{classes}, {facts.parameters} parameters. "
        f"Each game: {facts.rows} rows, drawn from {facts.pool} of {Path(facts.data).name}; "
        f"{facts.steps} steps, batches of {facts.batch}. {facts.references} other rows are "
        "references."
    )
    place = (
        ""
        if facts.target_row is None or facts.target.startswith("row ")
        else (f", row {facts.target_row}")
    )
    print_text(f"Target: {facts.target}{place}. Its Mahalanobis score is {facts.target_score:.6g}.")
    if facts.target_outside:
        print_text(
            "Its gradient has a part in directions in which no reference varies; the attack does "
            "not use it, and a better one would find the target for certain."
        )
    print_text(facts.guarantee)
    if facts.refuted:
        print_text("The attack refutes what was certified.")
    print_text(f"{facts.games} games with seed {facts.seed}, in {facts.seconds:.3g} s.")


def _between(low: float, high: float) -> str:
    return f"{low:.4f} to {high:.4f}"
