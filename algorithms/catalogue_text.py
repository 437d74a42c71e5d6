"""What `catalogue.toml` says of the built-in policies, read without importing any of them."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

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


@cache
def policy_texts() -> dict[str, PolicyText]:
    """Every built-in policy by its name, in the order of the tables.

    >>> entry = policy_texts()["dp-imed"]
    >>> entry.title, sorted(entry.options)
    ('DP-IMED', ['batch_ratio', 'eps', 'ties'])
    """
    file = Path(__file__).with_name("catalogue.toml")
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    papers = tables["papers"]
    return {
        name: PolicyText(
            kind,
            words["title"],
            papers[words["paper"]],
            frozenset(words["options"].split()),
            words.get("make", ""),
            words.get("overspends", False),
        )
        for kind in KINDS
        for name, words in tables[kind].items()
    }


def names_of(*kinds: str) -> tuple[str, ...]:
    """The names of the built-in policies of some tables.

    >>> names_of("losses")[:2]
    ('batched-htinf', 'batched-exp3')
    """
    return tuple(name for name, text in policy_texts().items() if text.kind in kinds)
