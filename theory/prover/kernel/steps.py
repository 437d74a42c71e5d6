"""One step of a proof: the rule that it names leaves other goals, and shows the goal from them."""

from collections.abc import Callable, Mapping
from typing import Any

from .goals import Goal, require
from .spans import Span, span
from .terms import Term, read

Node = Mapping[str, Any]
Rule = Callable[[Goal, Node], None]
RULES: dict[str, Rule] = {}
"""The rules by the names that proofs use; each is a small theorem, which its function states."""


def rule(name: str) -> Callable[[Rule], Rule]:
    """Enter a rule under its name."""

    def enter(check: Rule) -> Rule:
        RULES[name] = check
        return check

    return enter


def step(goal: Goal, proof: Node) -> None:
    """Check one rule and all below it."""
    names = [name for name, _ in goal.region]
    used = goal.term.variables.union(*(term.variables for term, _ in goal.given))
    require(len(set(names)) == len(names) and used <= set(names), "A variable needs one range.")
    RULES[proof["by"]](goal, proof)


def defined(goal: Goal, proof: Node, key: str = "defined") -> Span:
    """The span of the term; terms that are proved to be > 0 may help to show that it has one."""
    positive: dict[Term, bool] = {}
    # Each is proved under the same assumptions, so what is cut off at 0 is no value of the term.
    for part in proof.get(key, ()):
        term, strict = read(part["term"]), bool(part["strict"])
        step(goal.of(term, strict), part["proof"])
        positive[term] = strict
    return span(goal.term, goal.box, positive)
