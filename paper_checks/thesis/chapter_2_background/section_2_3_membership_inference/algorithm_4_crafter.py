"""The claim about Algorithm 4, the crafter of the membership game."""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import Data, FiniteMechanism, Law, random_law
from banditproof.paper_checks.models.finite_pairs import replaced
from banditproof.paper_checks.models.membership_game import datasets, joint_laws
from banditproof.paper_checks.verdicts.vocabulary import need, require, require_or_repair
from .games_of_the_library import laws_of_game, library_game
from .membership_advantage import games


class Run(NamedTuple):
    """A run of the crafter up to some line: what is set so far."""

    data: Data
    place: int | None = None
    target: int | None = None
    output: int | None = None


class Setting(NamedTuple):
    """The inputs of the box."""

    mechanism: FiniteMechanism
    records: Law


Runs = list[tuple[Fraction, Run]]
Line = Callable[[Run, Setting], Runs]
"""A line of the box: the runs after it, with their probabilities."""


def draw_target(run: Run, given: Setting) -> Runs:
    """z* is drawn from the law of the rows."""
    return [(p, run._replace(target=z)) for z, p in enumerate(given.records)]


def draw_place(run: Run, given: Setting) -> Runs:
    """i is drawn uniformly."""
    size = len(run.data)
    return [(Fraction(1, size), run._replace(place=i)) for i in range(size)]


def first_place(run: Run, given: Setting) -> Runs:
    """Wrong: i is always 1."""
    return [(Fraction(1), run._replace(place=0))]


def write_row(run: Run, given: Setting) -> Runs:
    """D_i <- z*, as line 9 is printed."""
    known = run.place is not None and run.target is not None
    finding = "Line 9 reads the target, which no line of this branch has set."
    require_or_repair(known, finding, D=run.data, i=run.place, target=run.target)
    return [(Fraction(1), run._replace(data=replaced(run.data, run.place or 0, run.target or 0)))]


def read_row(run: Run, given: Setting) -> Runs:
    """z* <- D_i, as the words of line 9 say."""
    return [(Fraction(1), run._replace(target=run.data[run.place or 0]))]


def release(run: Run, given: Setting) -> Runs:
    """o is drawn from the mechanism."""
    return [(p, run._replace(output=o)) for o, p in enumerate(given.mechanism(run.data))]


OUT = (draw_target, release)
PRINTED = (draw_place, write_row, release)
MEANT = (draw_place, read_row, release)
DRAWN_BEFORE = (draw_target, *PRINTED)
"""The other way: the target is drawn, and then takes the place of a row."""


def law_of(branch: tuple[Line, ...], given: Setting, size: int) -> Law:
    """The law of (target, output) after a branch, in the order of `joint_laws`."""
    runs = [(weight, Run(data)) for data, weight in datasets(given.records, size).items()]
    for line in branch:
        runs = [(w * p, after) for w, run in runs for p, after in line(run, given)]
    outputs = len(given.mechanism(runs[0][1].data))
    result = [Fraction(0)] * (len(given.records) * outputs)
    for weight, run in runs:
        result[(run.target or 0) * outputs + (run.output or 0)] += weight
    return tuple(result)


@checks("thesis.mia.alg.crafter", subjects={"branch": (PRINTED, MEANT)})
@mutant("the target is always the first row", branch=(first_place, read_row, release))
@mutant(
    "the target is written after the release", branch=(draw_target, draw_place, release, write_row)
)
@mutant("a target is drawn before", "print", branch=DRAWN_BEFORE)
def crafter(branch: tuple[Line, ...] = MEANT, proof: Proof = WRITTEN) -> Verdict:
    """All runs of the box for 17 mechanisms, eight of them not symmetric in the rows."""
    source = random.Random(204)
    for mechanism, values, size in games(source):
        records = random_law(source, values)
        given = Setting(mechanism, records)
        case: dict[str, Any] = {"records": records, "n": size}
        inside, outside = law_of(branch, given, size), law_of(OUT, given, size)
        outputs = len(inside) // values
        for law in (inside, outside):
            targets = tuple(
                sum(law[z * outputs : (z + 1) * outputs], Fraction(0)) for z in range(values)
            )
            require(targets == records, "The target has another law than a row.", **case)
        written = law_of(DRAWN_BEFORE, given, size)
        require(inside == written, "Writing over a row gives another law.", **case)
        require((outside, inside) == joint_laws(mechanism, records, size), "Another game.", **case)
        library = laws_of_game(library_game(mechanism, records, size), values, outputs)
        need(library == (outside, inside), "The library plays another game", **case)
    return proof.verdict()
