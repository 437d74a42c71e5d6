"""The losses and the advice that options of the command line ask for: by name, or from a file."""

from __future__ import annotations
from typing import TYPE_CHECKING
from banditproof.theory.number_files.exact_rows import read_rows
from banditproof.theory.number_files.number_table import number_table
from . import arguments

if TYPE_CHECKING:
    from fractions import Fraction
    from banditproof.algorithms.adversarial.advice_cycles import AdviceCycle
    from banditproof.algorithms.adversarial.loss_sequences import LossSequence
    from .game_options import PlayedOptions

HORIZON, ARMS = "1e6", "2"
"""What is played unless options say otherwise."""
MOST_EXPERTS = 10**4
DRAWN, ONE_FOR_EACH = "drawn", "arms"


def asked_losses(
    played: PlayedOptions, horizon: str | None, eps: Fraction | None, seed: int
) -> LossSequence:
    """The losses of a name, or of the rows of a file."""
    from banditproof.algorithms.adversarial.loss_families import FAMILIES, make_losses
    from banditproof.algorithms.adversarial.loss_files import RecordedLosses

    word = played.losses
    assert word is not None
    if word in FAMILIES or ("." not in word and "/" not in word):
        arguments.one_of("family of losses", word, FAMILIES)
        arms = arguments.count("arms", played.arms or ARMS)
        rounds = arguments.count("horizon", horizon or HORIZON)
        return make_losses(word, arms, rounds, eps or 1, seed)
    with number_table(word) as table:
        rows = table.images
    if played.arms is not None and arguments.count("arms", played.arms) != rows.shape[1]:
        raise ValueError(
            f"{word} has {rows.shape[1]} numbers in a row and --arms is {played.arms}; leave "
            "--arms out."
        )
    rounds = len(rows) if horizon is None else arguments.count("horizon", horizon)
    if rounds > len(rows):
        raise ValueError(
            f"The horizon is {rounds} and {word} has {len(rows)} rows; give at most as many rounds."
        )
    try:
        return RecordedLosses(rows[:rounds])
    except ValueError as mistake:
        raise ValueError(f"{word}: {mistake}") from None


def asked_advice(policy: str, played: PlayedOptions, arms: int, seed: int) -> AdviceCycle:
    """The advice of a name, or of the rows of a file."""
    from banditproof.algorithms.adversarial.advice_cycles import (
        AdviceCycle,
        drawn_advice,
        one_expert_per_arm,
    )

    word = played.advice or DRAWN
    number = None
    if played.experts is not None:
        number = arguments.whole("experts", played.experts, 1)
        if number > MOST_EXPERTS:
            raise ValueError(f"The number of experts is {number}; give at most {MOST_EXPERTS}.")
    if word == ONE_FOR_EACH:
        if number not in (None, arms):
            raise ValueError(
                f"There is one expert for each of the {arms} arms, and --experts is {number}; "
                "leave it out."
            )
        return one_expert_per_arm(arms)
    if word == DRAWN:
        if number is None:
            raise ValueError(
                f"The policy {policy} needs experts; give --experts 4 for example, or --advice."
            )
        return drawn_advice(number, arms, seed)
    if "." not in word and "/" not in word:
        arguments.one_of("kind of advice", word, (DRAWN, ONE_FOR_EACH))
    rows = [tuple(map(float, row)) for row in read_rows(word)]
    size = number or len(rows)
    if len(rows) % size:
        raise ValueError(
            f"{word} has {len(rows)} rows for {size} experts; give {size} rows for each round."
        )
    if len(rows[0]) != arms:
        raise ValueError(
            f"{word} has {len(rows[0])} numbers in a row, and the losses have {arms} arms; give a "
            "probability for each arm."
        )
    try:
        return AdviceCycle([rows[first : first + size] for first in range(0, len(rows), size)])
    except ValueError as mistake:
        raise ValueError(f"{word}: {mistake}") from None
