"""What steps of proofs_of_the_open_loop.proof compute."""

from typing import Any
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.verdicts.vocabulary import need


def shown_is_the_past() -> str:
    """After any round the label is the own action, so the policy sees its path and the rewards."""
    need(formal.own(formal.ANY) == formal.ANY[-1], "The label of a round is not its action")
    return "the label of an unknown round is its action"


def queries_feed() -> str:
    """Rewards on the path of a table or a tree come from the row, or the depth, of their round."""
    now = formal.number(formal.ANY)
    for label in (formal.queried, formal.own):
        for entry in (formal.table_entry, formal.own_entry):
            shown: Any = entry(formal.ANY, label(formal.ANY))
            need(shown[1] == now, "Another row is shown")
    shown = formal.node(formal.ANY, now)
    need(shown[1] == formal.ANY, "Another node is shown")
    return "an unknown round shows a label and the reward of its own row or node"
