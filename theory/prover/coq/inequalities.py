"""Inequalities of the documents with their proofs, for a second opinion."""

import json
import re
from fractions import Fraction
from importlib.resources import files
from typing import Any, NamedTuple
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.notation import parse

RANGE = re.compile(r"(\w+) in ([\[(])([^,]+),([^\])]+)([\])])")


class Inequality(NamedTuple):
    """A statement with its proof."""

    name: str
    claim: str
    where: str
    proof: dict[str, Any]

    @property
    def goal(self) -> Goal:
        """The statement as a goal of the kernel."""
        return goal_of(self.claim, self.where)


def goal_of(claim: str, where: str) -> Goal:
    """The goal that a term is >= 0 on a box.

    >>> goal_of("x - log(1 + x)", "x in [0, inf)").where("x").lo_open
    False
    """
    region = [
        (
            name,
            Interval(
                None if "inf" in low else Fraction(low.strip()),
                None if "inf" in high else Fraction(high.strip()),
                left == "(",
                right == ")",
            ),
        )
        for name, left, low, high, right in RANGE.findall(where)
    ]
    return Goal(parse(claim), False, tuple(region))


def inequalities() -> list[Inequality]:
    """The stored inequalities.

    >>> "Pinsker" in [inequality.name for inequality in inequalities()]
    True
    """
    text = files("banditproof.theory.prover.coq").joinpath("inequalities.json").read_text("utf-8")
    return [Inequality(**entry) for entry in json.loads(text)]
