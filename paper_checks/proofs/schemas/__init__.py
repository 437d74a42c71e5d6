"""Textbook facts in the form in which a step of a proof applies them.

A schema names the hypotheses, each of which a step must discharge, and gives the conclusion as
relations between symbols, for which the step puts its quantities. A fact with several conclusions
may have several schemas: `textbook.pinsker`, `textbook.pinsker:bernoulli`. They stand in
`schemas.facts`.
"""

from pathlib import Path
from ...statements.text_files import text_of
from ...textbook import PREFIX, each_once
from .schema import Schema
from .schemas_as_text import schemas_of

FILE = Path(__file__).with_name("schemas.facts")
SCHEMAS: tuple[Schema, ...] = tuple(schemas_of(text_of(FILE), FILE))
BY_NAME = each_once((PREFIX + schema.name, schema) for schema in SCHEMAS)


def schema_of(name: str) -> Schema:
    """The schema of a fact.

    >>> schema_of("textbook.markov").hypotheses
    ('X >= 0', 'a > 0')
    """
    if name not in BY_NAME:
        raise ValueError(
            f"The fact {name!r} has no schema; give its hypotheses in proofs/schemas/{FILE.name}."
        )
    return BY_NAME[name]
