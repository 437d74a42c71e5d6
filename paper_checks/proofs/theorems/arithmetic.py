"""Certificates for steps of arithmetic: from proofs that are stored for steps, or by a search."""

from __future__ import annotations
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any
from banditproof.theory.logic.certificates import shown_as_equation
from banditproof.theory.logic.printing import shown
from banditproof.theory.logic.searched_steps import FOUND, State, to_show
from banditproof.theory.logic.terms import Refused, Term
from banditproof.theory.prover.checker.stored_goals import recheck
from banditproof.theory.prover.elaboration.rules import elaborated
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import replaced
from banditproof.theory.prover.search.counterexample import find_counterexample
from banditproof.theory.prover.search.hunt import find_proof
from banditproof.theory.prover.two_checks import stored_goal
from .renamed_proofs import Node, renamed, variables_of

Stored = Sequence[tuple[Goal, Node]]
Hint = Callable[[Goal, State], Node | None]
QUICK, ROUNDS = 0.25, 2
"""How long, and in how many rounds, a proof is searched for before a hint of a step is followed."""
LONG = 3.0
DEFINED = 1.0
"""How long it is tried to show that a term is defined."""
AT_LEAST = 2
"""So many stored proofs of other relations of a step are tried for one of it."""


class NotDefined(Refused):
    """A term of a relation is not seen to be defined where it stands."""


class BeyondTheCore(Refused):
    """A relation is shown by rules beyond the core alone, which no step of the kernel may use."""

    def __init__(self, rules: tuple[str, ...]) -> None:
        super().__init__(f"Its proof rests on {', '.join(rules)}, beyond the core of the judge.")
        self.rules = rules


@dataclass
class Arithmetic:
    """Finds certificates; what it has found is kept by goals, for they come again in many steps."""

    seconds: float = LONG
    """How long a proof is searched for in the end."""
    found: dict[Goal, Node] = field(default_factory=dict)
    """Proofs, in the rules of the search."""
    written: dict[Goal, Node] = field(default_factory=dict)
    """The same in the rules of the kernel."""
    hopeless: dict[Goal, float] = field(default_factory=dict)
    """Goals for which none was found in so many seconds."""

    def certificate(
        self, premises: Sequence[Term], goal: Term, stored: Stored = (), hint: Hint | None = None,
        *, search: bool = True, others: Stored = (),
    ) -> list[Any]:  # fmt: skip
        """A certificate that a goal follows; raises Refused if none is found.

        `stored` are proofs of the goal itself, and `others` of what may show that it is defined.
        `BeyondTheCore` if the proof that is stored needs other rules than the core has.
        """
        state, result = State(), list[Any]()
        last = len([*to_show(premises, goal, State())]) - (2 if shown_as_equation(goal) else 1)
        for place, goals in enumerate(to_show(premises, goal, state)):
            if place < last:
                result.append(self._defined(goals, state, others))
            else:
                tree = self._shown(goals[0], state, stored, hint, search)
                result.append([0, self._in_the_core(goals[0], tree)])
        return result

    def _in_the_core(self, goal: Goal, tree: Node) -> Node:
        if goal not in self.written:
            self.written[goal] = {**elaborated(goal, tree), FOUND: tree}
        return self.written[goal]

    def _defined(self, goals: Sequence[Goal], state: State, others: Stored) -> list[Any]:
        """The place of a goal by which a term is defined, and its proof."""

        def quickly(goal: Goal) -> bool:
            return self._searched(goal, QUICK, ROUNDS)

        def stored(goal: Goal) -> bool:
            return self._among(others, goal, state)

        def slowly(goal: Goal) -> bool:
            return self._searched(goal, DEFINED)

        for way in (quickly, stored, slowly):
            for place, goal in enumerate(goals):
                if way(goal):
                    return [place, self._in_the_core(goal, self.found[goal])]
        raise NotDefined("A term is not seen to be defined.")

    def _among(self, others: Stored, goal: Goal, state: State) -> bool:
        """Whether one of some stored proofs of this term shows it."""
        there = variables_of(state)
        for old, tree in others:
            if replaced(old.term, there) is goal.term:
                new = renamed(old, tree, goal, state)
                if self._rules(goal, new) == ():
                    self.found[goal] = new
                    return True
        return False

    def _searched(self, goal: Goal, seconds: float, rounds: int | None = None) -> bool:
        """Whether a proof in the core is found."""
        if goal not in self.found and self.hopeless.get(goal, 0.0) < seconds:
            try:
                tree = find_proof(goal, seconds, rounds=rounds)
            except ValueError:
                tree = None
            if tree is None or self._rules(goal, tree) != ():
                self.hopeless[goal] = seconds
            else:
                self.found[goal] = tree
        return goal in self.found

    def _shown(
        self, goal: Goal, state: State, stored: Stored, hint: Hint | None, search: bool
    ) -> Node:
        """A proof in the core: a known one, a stored one with other names, or a new one."""
        if goal in self.found:
            return self.found[goal]
        beyond: tuple[str, ...] = ()
        for old, tree in _likely(stored, goal, state):
            new = renamed(old, tree, goal, state)
            rules = self._rules(goal, new)
            if rules == ():
                return self.found.setdefault(goal, new)
            beyond = beyond or rules or ()
        if self._searched(goal, QUICK, ROUNDS):
            return self.found[goal]
        if search:
            self._require_true(goal, state, beyond)
        followed = self._followed(goal, state, hint) if search else None
        if followed is not None:
            return self.found.setdefault(goal, followed)
        if search and self.seconds and not beyond and self._searched(goal, self.seconds):
            return self.found[goal]
        raise BeyondTheCore(beyond) if beyond else Refused("No proof of it is found.")

    def _require_true(self, goal: Goal, state: State, beyond: tuple[str, ...]) -> None:
        """Refuse a goal that is seen to be false, before a long search for its proof."""
        if beyond or (goal in self.hopeless and self.hopeless[goal] > QUICK):
            return
        try:
            wrong = find_counterexample(goal, QUICK, rounds=1)
        except ValueError:
            return
        if wrong is not None:
            self.hopeless[goal] = inf
            terms = {name: shown(term) for term, name in state.unknowns.items()}
            at = ", ".join(f"{terms[n]} = {v}" for n, v in wrong.point.items() if n in terms)
            raise Refused(f"It is false at {at}." if at else "It is false.")

    def _followed(self, goal: Goal, state: State, hint: Hint | None) -> Node | None:
        """What a hint leads to, if it is a proof in the core."""
        if hint is None:
            return None
        try:
            tree = hint(goal, state)
        except ValueError:  # a hint that speaks of something else
            return None
        return tree if tree is not None and self._rules(goal, tree) == () else None

    def _rules(self, goal: Goal, tree: Node) -> tuple[str, ...] | None:
        """The rules beyond the core that a proof needs; None if it is none of the goal."""
        try:
            written = elaborated(goal, tree)
            beyond = recheck(stored_goal(goal), written)
        except (ValueError, LookupError, TypeError, ArithmeticError, AttributeError):
            return None  # a proof of something else may stop anywhere
        if not beyond:
            self.written[goal] = {**written, FOUND: tree}
        return beyond


def _likely(stored: Stored, goal: Goal, state: State) -> Stored:
    """The stored proofs of this term; if there are none, the first ones."""
    there = variables_of(state)
    same = [pair for pair in stored if replaced(pair[0].term, there) is goal.term]
    return same or stored[:AT_LEAST]
