"""What steps of proof_of_fixed_answers.proof compute."""

from typing import Any
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.verdicts.vocabulary import need


def queries_are_answers() -> str:
    """A query on two tables shows a label and two entries of the row of its round."""
    shown: Any = formal.table_entry(formal.ANY, formal.queried(formal.ANY))
    need(shown[1] == formal.number(formal.ANY), "Another row is shown")
    return "an unknown round shows a label and an entry of its own row in each table"
