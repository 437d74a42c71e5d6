"""A sweep in a TOML file, whose numbers are read exactly."""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from banditproof.theory.bounded_reading import file_text
from .instance_descriptions import KEYS, bandit_of
from .nearest_names import checked_keys
from .sweep import Sweep
from .sweep_numbers import not_true_or_false

NAMES = (
    "policies",
    "instances",
    "budgets",
    "horizons",
    "seeds",
    "runs",
    "checkpoints",
    "keep_order",
)
LARGEST = 10**7
"""The most bytes of a sweep file."""

RowsOf = Callable[[Path], Any]
"""Reads a file of numbers, given its path."""


def read_sweep(path: str | Path, rows_of: RowsOf | None = None) -> Sweep:
    """The sweep of a TOML file; file names in it are relative to its folder.

    >>> import tempfile
    >>> text = 'policies = ["ucb"]\\nhorizons = [1e3]\\n[instances.mu]\\nmeans = [0.75, 0.5]\\n'
    >>> with tempfile.TemporaryDirectory() as there:
    ...     file = Path(there) / "sweep.toml"
    ...     _ = file.write_text(text)
    ...     read_sweep(file).size
    1
    """
    file = Path(path)
    try:
        table = tomllib.loads(file_text(file, LARGEST), parse_float=_number_word)
    except tomllib.TOMLDecodeError as problem:
        raise ValueError(f"{path} is not a TOML file: {problem}.") from None
    try:
        return sweep_of(table, lambda name: _rows(file.parent / name, rows_of))
    except ValueError as problem:
        raise ValueError(f"{path}: {problem}") from None


def sweep_of(table: Mapping[str, Any], rows_of: Callable[[str], Any] | None = None) -> Sweep:
    """The sweep of a table with the keys of a sweep file."""
    checked_keys("A sweep", table, NAMES)
    for needed in ("policies", "instances", "horizons"):
        if needed not in table:
            raise ValueError(f"A sweep has no {needed}; give at least one.")
    given = dict(table)
    instances = given["instances"]
    if not isinstance(instances, Mapping) or not all(
        isinstance(instance, Mapping) for instance in instances.values()
    ):
        raise ValueError("The instances have no names; give each as [instances.NAME].")
    given["instances"] = {
        name: _bandit(name, description, rows_of) for name, description in instances.items()
    }
    for name in ("policies", "budgets", "horizons"):
        if name in given and not isinstance(given[name], list):
            raise ValueError(f"The {name} are {given[name]!r}; give a list.")
    return Sweep(**given)


def _bandit(name: str, description: Mapping[str, Any], rows_of: Callable[[str], Any] | None) -> Any:
    given = dict(description)
    checked_keys(f"The instance {name}", given, KEYS)
    for key, value in given.items():
        _refuse_true_or_false(f"The {key} of the instance {name}", value)
    actions, contexts = given.get("actions"), given.get("contexts")
    if isinstance(actions, str) and rows_of is not None:
        given["actions"] = rows_of(actions)
    if isinstance(contexts, str) and contexts not in ("sphere", "normal") and rows_of is not None:
        rows, arms = rows_of(contexts), given.get("arms")
        if not isinstance(arms, int) or arms < 1 or len(rows) % arms:
            raise ValueError(
                f"The instance {name} has {len(rows)} rows of contexts for {arms} arms; give "
                "arms, and so many rows for each round."
            )
        given["contexts"] = [rows[start : start + arms] for start in range(0, len(rows), arms)]
    try:
        return bandit_of(given)
    except (TypeError, AttributeError):
        raise ValueError(
            f"The instance {name} has a value of the wrong kind; give lists of numbers, and words "
            "where a law is meant."
        ) from None
    except ValueError as problem:
        raise ValueError(f"The instance {name}: {problem}") from None


def _refuse_true_or_false(what: str, value: Any) -> None:
    for item in value if isinstance(value, list) else ():
        _refuse_true_or_false(f"An entry of {what[0].lower()}{what[1:]}", item)
    not_true_or_false(what, value)


def _rows(path: Path, rows_of: RowsOf | None) -> Any:
    if rows_of is None:
        raise ValueError(f"The rows of {path.name} are in a file; give them as lists here.")
    return rows_of(path)


def _number_word(word: str) -> str:
    """A number of TOML as a word that `exact` reads: 1_000.5 is 1000.5."""
    return word.replace("_", "")
