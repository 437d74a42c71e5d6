"""`banditproof attack gradient`: a membership attack on a descent with visible iterates."""

from __future__ import annotations
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
import typer
from . import arguments
from .attacked_program import (
    NO_PROGRAM,
    Asked,
    Named,
    ProgramOptions,
    print_played,
    refuse_options,
    target_in,
    training_of,
)
from .leakage import Array, Columns
from .option_groups import choices_of
from .output import print_facts, progress
from .printed_attacks import print_attack

if TYPE_CHECKING:
    from banditproof.verify.membership.tables_of_data.data_tables import Floats

MODELS = ("auto", "linear", "logistic", "softmax")
SAMPLINGS = ("epochs", "drawn-batches", "drawn-rows")
SCORES = ("covariance", "scalar-product", "glir")
COMBINATIONS = ("sum", "log-mean-exp", "max")
REFERENCES = ("frozen", "fresh")
CANARIES = ("mahalanobis", "random", "mislabelled", "blank", "dirac", "canife")
UNITS = ("mean", "sum")
USUAL_STEPS = "20"


@dataclass
class DescentOptions:
    """How the rows of a game descend."""

    rows: str | None = None
    steps: str | None = None
    rate: str = "0.1"
    batch: str | None = None
    sampling: str | None = None
    clip: str | None = None
    noise: str | None = None
    noise_on: str = "sum"


@dataclass
class ScoreOptions:
    """What the adversary computes."""

    score: str = "covariance"
    combination: str = "sum"
    references: str = "frozen"


def command(
    kind: str,
    descent: DescentOptions,
    scoring: ScoreOptions,
    own: ProgramOptions,
    program: Named = None,
    data: str | None = None,
    model: str = "auto",
    labels: str | None = None,
    array: Array = None,
    columns: Columns = None,
    standardise: bool = False,
    target: str | None = None,
    canary: str | None = None,
    games: str = "400",
    delta: str = "1e-5",
    level: str = "0.05",
    seed: arguments.Seed = 0,
    json: arguments.AsJson = False,
) -> None:
    """Attack a gradient descent with visible iterates: is a target among its rows?

    MODULE:FUNCTION is a training loop of your own: a function of the data (an array, with labels in
    the last column), the noise multiplier, the norm to which gradients of rows are clipped, and a
    NumPy generator, and perhaps of `steps`; it returns its parameters, or all of its iterates. It
    is played with and without a target that an adversary chose. What a correct loop guarantees
    stands beside what games show, for --noise on the sum of the gradients in each of --steps.

    Otherwise, the rows of FILE are divided at random: one half are references of the adversary, and
    from the other half, without the target, the rows of each game are drawn with replacement. In
    half of the games the target takes the place of one of them. The adversary sees all parameters,
    recovers the mean gradient of each batch and scores it (Algorithm 13 of the thesis, as
    corrected).

    Thresholds are chosen on one half of the games and tested on the other. So the power at a level
    and the lower bound of eps are wrong with probability at most --level each. With --clip and
    --noise the descent is DP-SGD, and its certified eps stands beside the bound; without noise it
    satisfies no differential privacy. The exit code is 1 if the bound is above what was certified.

    The labels of an NPZ file are its array labels, target, targets, y or Y. In other files they are
    the last column, or the one that `--labels` names. Labels 0 and 1 make a logistic model, 0 to
    k - 1 a softmax model, others linear regression.

    Examples: banditproof attack gradient my_module:train --noise 1 --steps 4 --games 200;
    banditproof attack gradient --data rows.csv --labels y --seed 1;
    banditproof attack gradient --data rows.npz --clip 1 --noise 2 --batch 20 --json;
    banditproof attack gradient --data digits --canary random --steps 10 --games 200
    """
    from banditproof.verify.membership.tables_of_data.attacked_descent import AttackedDescent
    from banditproof.verify.membership.tables_of_data.labelled_table import labelled_table

    arguments.one_of("attack", kind, choices_of("attack", "kind"))
    if program is not None:
        others = vars(descent) | vars(scoring) | {"model": model, "canary": canary}
        passed = {name: others.pop(name) for name in ("noise", "clip", "steps")}
        refuse_options(command, others | {"standardise": standardise})
        wanted = Asked(
            program=program,
            options=own,
            usual="remove",
            target=lambda: target_in(_rows_of(data, array, columns, labels), target),
            data=data,
            games=games,
            delta=delta,
            level=level,
            seed=seed,
        )
        print_played(wanted, json, training_of(**passed))
        return
    if data is None:
        raise ValueError("Give rows by --data FILE, or a training loop of your own: MODULE:TRAIN.")
    refuse_options(command, vars(own), NO_PROGRAM)
    one_of = arguments.one_of
    clip = _optional("clip", descent.clip)
    ratio = None if descent.noise is None else float(arguments.not_negative("noise", descent.noise))
    if ratio is not None and clip is None:
        raise ValueError("There is --noise and no --clip; give the norm of DP-SGD by --clip.")
    if descent.sampling is not None and descent.batch is None:
        raise ValueError("There is --sampling and no --batch; give the size of a batch by --batch.")
    if ratio is None and descent.noise_on != "sum":
        raise ValueError("There is --noise-on and no --noise; give the noise of DP-SGD by --noise.")
    if target is not None and canary is not None:
        raise ValueError("There are --target and --canary; give one or the other.")
    asked = AttackedDescent(
        target=target,
        canary=one_of("canary", canary or CANARIES[0], CANARIES),
        rows=None if descent.rows is None else arguments.count("rows", descent.rows, 2),
        steps=arguments.count("steps", descent.steps or USUAL_STEPS, 1),
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
    print_facts(facts, json, print_attack)
    if facts.refuted:
        raise typer.Exit(1)


def _rows_of(data: str | None, *table: str | None) -> Floats | None:
    """The rows of a file with their labels; None without a file."""
    from banditproof.verify.membership.tables_of_data.attacked_rows import with_labels
    from banditproof.verify.membership.tables_of_data.labelled_table import labelled_table

    if data is None and any(table):
        raise ValueError("There are columns to be chosen and no --data; give the file.")
    return None if data is None else with_labels(labelled_table(data, *table))


def _real(name: str, word: str) -> float:
    from .option_ranges import MODERATE

    return float(arguments.within(MODERATE, name, word, arguments.positive(name, word)))


def _optional(name: str, word: str | None) -> float | None:
    """A number > 0, if it was given."""
    return None if word is None else _real(name, word)
