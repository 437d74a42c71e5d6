"""One step of a proof: the rule that it names leaves other goals, and shows the goal from them."""

from collections.abc import Callable, Mapping
from typing import Any
from .goals import Goal, Rejected, require
from .spans import Span, Undefined, span
from .terms import Term, read

Node = Mapping[str, Any]
Rule = Callable[[Goal, Node], None]
DAMAGE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""What a step that is damaged leads to."""
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
    name = proof.get("by") if isinstance(proof, Mapping) else None
    known = RULES.get(name) if isinstance(name, str) else None
    if known is None:
        said = "nothing" if name is None else f"{name!r:.40}, which is no rule"
        raise Rejected(f"A step has to name its rule by 'by', and names {said}.")
    try:
        known(goal, proof)
    except (Rejected, Undefined):
        raise
    except KeyError as bad:
        missing = f"{bad.args[0]!r:.40}, which is no part of it and no variable there"
        raise Rejected(f"A step by the rule {name!r} needs {missing}.") from None
    except RecursionError:
        raise Rejected("The proof is nested too deeply.") from None
    except DAMAGE:
        raise Rejected(f"A part of a step by the rule {name!r} is not what it needs.") from None


def defined(goal: Goal, proof: Node, key: str = "defined") -> Span:
    """The span of the term; terms that are proved to be > 0 may help to show that it has one."""
    positive: dict[Term, bool] = {}
    # Each is proved under the same assumptions, so what is cut off at 0 is no value of the term.
    for part in proof.get(key, ()):
        term, strict = read(part["term"]), bool(part["strict"])
        step(goal.of(term, strict), part["proof"])
        positive[term] = strict
    return span(goal.term, goal.box, positive)
