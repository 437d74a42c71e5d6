"""What `catalogue.toml` says of the built-in policies, read without importing any of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from banditproof.table_rows import check_fields, one_of, read_tables, reading

KINDS = ("regret", "identification", "losses")
"""The tables of policies: for rewards, for the best arm, for losses of an adversary."""


@dataclass(frozen=True)
class PolicyText:
    """What is written of a built-in policy: its table, a title, a paper, and its options."""

    kind: str
    title: str
    paper: str
    options: frozenset[str]
    make: str = ""
    """What makes one, below `banditproof.algorithms`; a learner from losses names nothing."""
    overspends: bool = False
    """Whether it is known to spend more than the budget that it is given."""


SETTINGS = {
    "beta": "confidence parameter beta",
    "delta": "probability of error delta",
    "gamma": "probability of failure gamma",
    "actions": "fixed actions",
    "dimension": "contexts of a dimension",
    "regulariser": "regulariser",
    "doubling": "growth of the determinant",
    "length": "form of the phase length",
    "placement": "placement of the noise",
    "unclipped": "unclipped rewards",
    "s": "exponent s",
    "bonus": "bonus of the leader",
    "clipped": "clipping of private means",
    "threshold": "threshold",
}
"""What only some policies receive, beside their budget; actions and a dimension are needed."""
CHOICES = ("length", "placement", "bonus", "threshold")
"""The settings that are one of some words."""
SWITCHES = ("unclipped", "clipped")
"""The settings that are on or off."""
OPTIONS = ("eps", "rho", "alpha", "horizon", "batch_ratio", "ties", "experts", *SETTINGS)
"""The options that a policy may have."""
FILE = Path(__file__).with_name("catalogue.toml")
FIELDS = ("title", "paper", "options", "make", "overspends")


@cache
def policy_texts() -> dict[str, PolicyText]:
    """Every built-in policy by its name, in the order of the tables.

    >>> entry = policy_texts()["dp-imed"]
    >>> entry.title, sorted(entry.options)
    ('DP-IMED', ['batch_ratio', 'eps', 'ties'])
    """
    tables, texts = read_tables(FILE), {}
    for kind in KINDS:
        for name, row in tables[kind].items():
            with reading(FILE, f"the policy {name!r}"):
                texts[name] = policy_text(kind, row, tables["papers"])
    return texts


def policy_text(kind: str, row: Mapping[str, Any], papers: Mapping[str, str]) -> PolicyText:
    """What a row says of a policy; a ValueError says what is wrong with it."""
    needed = ("title", "paper", "options", *(() if kind == "losses" else ("make",)))
    check_fields(row, needed, FIELDS)
    one_of("paper", row["paper"], papers)
    if not isinstance(row["options"], str):
        raise ValueError(f"options is {row['options']!r}; give names in one text, with spaces.")
    options = row["options"].split()
    for option in options:
        if option not in OPTIONS:
            raise ValueError(
                f"There is no option {option!r}; give some of {', '.join(OPTIONS)}, or add it to "
                "SETTINGS in catalogue_text.py."
            )
    return PolicyText(
        kind,
        row["title"],
        papers[row["paper"]],
        frozenset(options),
        row.get("make", ""),
        row.get("overspends", False),
    )


def names_of(*kinds: str) -> tuple[str, ...]:
    """The names of the built-in policies of some tables.

    >>> names_of("losses")[:2]
    ('batched-htinf', 'batched-exp3')
    """
    return tuple(name for name, text in policy_texts().items() if text.kind in kinds)
