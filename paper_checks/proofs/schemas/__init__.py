"""Textbook facts in the form in which a step of a proof applies them.

A schema names the hypotheses, each of which a step must discharge, and gives the conclusion as
relations between symbols, for which the step puts its quantities. A fact with several conclusions
may have several schemas: `textbook.pinsker`, `textbook.pinsker:bernoulli`.
"""

from __future__ import annotations

from ...textbook import PREFIX, each_once
from . import (
    algebra,
    bandits,
    convergence,
    elementary_probability,
    information,
    laws_and_draws,
    limit_laws,
    limits,
    privacy,
    tails_and_martingales,
)
from .schema import Schema

TOPICS = (
    algebra,
    bandits,
    convergence,
    elementary_probability,
    information,
    laws_and_draws,
    limit_laws,
    limits,
    privacy,
    tails_and_martingales,
)
SCHEMAS: tuple[Schema, ...] = tuple(one for topic in TOPICS for one in topic.SCHEMAS)
BY_NAME = each_once((PREFIX + schema.name, schema) for schema in SCHEMAS)


def schema_of(name: str) -> Schema:
    """The schema of a fact.

    >>> schema_of("textbook.markov").hypotheses
    ('X >= 0', 'a > 0')
    """
    if name not in BY_NAME:
        raise ValueError(f"The fact {name!r} has no schema; give its hypotheses in proofs/schemas.")
    return BY_NAME[name]
