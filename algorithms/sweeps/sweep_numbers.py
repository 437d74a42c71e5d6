"""The numbers of a sweep as they were given: of the right kind, in range, each once."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any
from banditproof.theory.exact import exact_count, is_iterable, listed

MOST_SEEDS = 10**7
MOST_CHECKPOINTS = 10**4
LARGEST_SEED = 2**63 - 1
"""What a column of the table can hold."""
SHOWN = 40
"""The characters of a number that a sentence shows."""


def not_true_or_false(what: str, value: Any) -> Any:
    """The value; raises ValueError for one that is true or false, where a number belongs.

    >>> not_true_or_false("runs", "3")
    '3'
    """
    numpy = sys.modules.get("numpy")  # whoever gives its numbers has imported it
    if isinstance(value, bool) or (numpy is not None and isinstance(value, numpy.bool_)):
        raise ValueError(f"{what} is {str(value).lower()}; give a number.")
    return value


def whole(what: str, value: Any, least: int, most: int) -> int:
    """The value of an integer in a range; raises ValueError otherwise.

    >>> whole("A horizon", "1e3", least=2, most=10**15)
    1000
    >>> whole("A horizon", 10**400, least=2, most=10**15)
    Traceback (most recent call last):
    ...
    ValueError: A horizon is 1000000000000000000000000000000000000000...; give at most 1e+15.
    """
    number = exact_count(what, not_true_or_false(what, value), least)
    if number > most:
        text = str(value)
        shown = text if len(text) <= SHOWN else text[:SHOWN] + "..."
        bound = f"{most:.0e}" if most % 10 == 0 else str(most)
        raise ValueError(f"{what} is {shown}; give at most {bound}.")
    return number


def one_after_another(what: str, values: Any) -> tuple[Any, ...]:
    """The entries of a list; raises ValueError for what is none, or a table.

    >>> one_after_another("horizons", {"T": 100})
    Traceback (most recent call last):
    ...
    ValueError: The horizons are {'T': 100}; give a list.
    """
    if isinstance(values, Mapping | str | bytes) or not is_iterable(values):
        raise ValueError(f"The {what} are {values!r}; give a list.")
    return listed(what, values)


def seeds_of(given: Any) -> tuple[int, ...]:
    """The seeds of a list, or as many as a number says, from 1 on.

    >>> seeds_of(3), seeds_of([7, 2])
    ((1, 2, 3), (7, 2))
    """
    if isinstance(given, str) or not is_iterable(given):
        return tuple(range(1, whole("seeds", given, least=1, most=MOST_SEEDS) + 1))
    listed_seeds = one_after_another("seeds", given)
    seeds = tuple(whole("A seed", seed, least=0, most=LARGEST_SEED) for seed in listed_seeds)
    if not seeds:
        raise ValueError("A sweep has no seeds; give at least one.")
    refuse_twice("seeds", seeds)
    return seeds


def checkpoints_of(given: Any) -> int | tuple[int, ...]:
    """The rounds of a list, or the number of checkpoints in each decade.

    >>> checkpoints_of("4"), checkpoints_of([10, 1e2])
    (4, (10, 100))
    """
    if isinstance(given, str) or not is_iterable(given):
        return whole("checkpoints in each decade", given, least=1, most=MOST_CHECKPOINTS)
    listed_rounds = one_after_another("checkpoints", given)
    rounds = tuple(exact_count("A checkpoint", not_true_or_false("A checkpoint", t), least=1)
                   for t in listed_rounds)  # fmt: skip
    refuse_twice("checkpoints", rounds)
    return rounds


def refuse_unreached(checkpoints: int | Sequence[int], longest: int) -> None:
    """Raise ValueError for a checkpoint that no horizon reaches.

    >>> refuse_unreached((10, 200), 100)
    Traceback (most recent call last):
    ...
    ValueError: No horizon reaches the checkpoint 200; leave it out.
    """
    if not isinstance(checkpoints, int):
        for t in checkpoints:
            if t > longest:
                raise ValueError(f"No horizon reaches the checkpoint {t:.15g}; leave it out.")


def refuse_twice(what: str, values: Sequence[Any]) -> None:
    """Raise ValueError for a value that is given twice.

    >>> refuse_twice("seeds", (1, 2, 1))
    Traceback (most recent call last):
    ...
    ValueError: Among the seeds, 1 is given twice; give each once.
    """
    seen = set()
    for value in values:
        if value in seen:
            raise ValueError(f"Among the {what}, {value} is given twice; give each once.")
        seen.add(value)
