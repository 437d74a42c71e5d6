"""`attack gradient MODULE:TRAIN` and `leakage MODULE:RELEASE`: games against a user's program."""

from __future__ import annotations
import inspect
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any
import typer
from . import UNDECIDED, arguments
from .option_groups import with_words
from .output import print_facts, progress
from .printed_attacks import print_program
from .streams import say

if TYPE_CHECKING:
    from banditproof.verify.membership.programs.attacked_program import AttackedProgram
    from banditproof.verify.membership.programs.called_program import Program
    from banditproof.verify.membership.programs.neighbouring_tables import Neighbours, TargetOfTable
    from banditproof.verify.membership.programs.training import Training
    from banditproof.verify.membership.tables_of_data.data_tables import Floats
    from banditproof.verify.membership.tables_of_data.membership_results import ProgramFacts

NO_PROGRAM = "is for a program of one's own, and none is given"
NAMES = {"epsilon": "eps"}
NEIGHBOURS = ("remove", "replace")
USUAL_CLIP = "0.1"

Named = Annotated[
    str | None,
    typer.Argument(metavar="MODULE:FUNCTION", help="A program of your own, to be played against."),
]
Claimed = Annotated[
    str | None,
    typer.Option("--eps", "--epsilon", help="With a program: its claimed eps, at --delta."),
]


@dataclass
class ProgramOptions:
    """How a program is played against."""

    neighbours: str | None = None
    time_limit: str = "120"


@dataclass
class GameOptions:
    """How many games are played against a release."""

    games: str = "1000"
    level: str = "0.05"
    seed: arguments.Seed = 0


def refuse_options(
    command: Callable[..., None],
    given: Mapping[str, Any],
    why: str = "is not for a program of one's own",
) -> None:
    """Raise ValueError for an option that is not as it is by itself, and says nothing here.

    >>> def command(noise_on: str = "sum") -> None: ...
    >>> refuse_options(command, {"noise_on": "mean"})
    Traceback (most recent call last):
    ...
    ValueError: --noise-on is not for a program of one's own; leave it out.
    """
    usual = inspect.signature(with_words(command)).parameters
    for name, value in given.items():
        if value != usual[name].default:
            raise ValueError(f"--{NAMES.get(name, name).replace('_', '-')} {why}; leave it out.")


def target_in(rows: Floats | None, word: str | None) -> TargetOfTable | None:
    """The rows of a file, and the target of a word if there is one; None without a file."""
    from banditproof.verify.membership.programs.neighbouring_tables import TargetOfTable
    from banditproof.verify.membership.tables_of_data.target_rows import read_target

    if rows is None:
        if word is not None:
            raise ValueError("There is --target and no --data; give the rows by --data FILE.")
        return None
    if len(rows) < 2:
        raise ValueError("There is one row; give at least 2, so that one can be left out.")
    if word is None:
        return TargetOfTable(rows)
    given = read_target(word, rows)
    return TargetOfTable(rows, given.row, given.index, given.words)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What both commands say of the games, in words."""

    program: str
    options: ProgramOptions
    usual: str
    target: Callable[[], TargetOfTable | None]
    data: str | None
    games: str
    delta: str
    level: str
    seed: int

    def play(
        self, training: Callable[[Program, Neighbours], Training] | None, eps: Fraction | None
    ) -> ProgramFacts:
        """Import the program and play, within the time."""
        from banditproof.verify.membership.programs.attacked_program import (
            LEAST_GAMES,
            AttackedProgram,
        )
        from banditproof.verify.membership.programs.called_program import limited
        from banditproof.verify.membership.programs.declared_curve import ClaimedPair
        from banditproof.verify.membership.programs.program_apart import program_apart

        word = self.options.neighbours or self.usual
        neighbours: Any = arguments.one_of("way to differ", word, NEIGHBOURS)
        games = arguments.count("games", self.games, LEAST_GAMES)
        delta = arguments.below_one("delta", self.delta)
        level = float(arguments.below_one("level", self.level))
        start, seconds = time.perf_counter(), arguments.seconds(self.options.time_limit)
        target = self.target()
        with limited(self.program, seconds), program_apart(self.program) as program:
            attacked = AttackedProgram(
                program=program,
                data=self.data,
                target=target,
                neighbours=neighbours,
                training=None if training is None else training(program, neighbours),
                claim=ClaimedPair(eps, delta),
                games=games,
                delta=delta,
                level=level,
                seed=self.seed,
            )
            facts = _played(attacked)
        return replace(facts, seconds=round(time.perf_counter() - start, 6))


def _played(attacked: AttackedProgram) -> ProgramFacts:
    with progress(attacked.played, "playing games") as advance:
        return attacked.facts(advance)


def print_played(
    asked: Asked,
    json: bool,
    training: Callable[[Program, Neighbours], Training] | None = None,
    eps: Fraction | None = None,
) -> None:
    """Play and print; exit code 1 if the declaration is refuted, 3 if the time was over."""
    from banditproof.verify.membership.programs.called_program import Unfinished

    try:
        facts = asked.play(training, eps)
    except Unfinished as late:
        say(str(late))
        raise typer.Exit(UNDECIDED) from None
    print_facts(facts, json, print_program)
    if facts.refuted:
        raise typer.Exit(1)


def training_of(
    noise: str | None, clip: str | None, steps: str | None
) -> Callable[[Program, Neighbours], Training]:
    """What a training loop is given, from the words of the options."""
    ratio = None if noise is None else arguments.not_negative("noise", noise)
    norm = arguments.positive("clip", clip or USUAL_CLIP)
    given = None if steps is None else arguments.count("steps", steps, 1)

    def training(program: Program, neighbours: Neighbours) -> Training:
        from banditproof.verify.membership.programs.training import Training

        count = program.default("steps") if given is None else given
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            raise ValueError(
                f"{program.name} has no parameter steps with a number; say by --steps how many "
                "noisy steps a row may enter."
            )
        program.options = {"steps": count}
        usual = Training.usual_noise(count, neighbours)
        return Training(usual if ratio is None else ratio, norm, count)

    return training
