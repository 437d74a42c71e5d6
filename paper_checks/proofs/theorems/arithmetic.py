"""Certificates for steps of arithmetic: at first sight, as they are kept, or by a search."""

from __future__ import annotations
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from math import inf
from typing import NamedTuple
from banditproof.theory.logic.certificates import shown_as_equation
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.printing import shown
from banditproof.theory.logic.searched_steps import FOUND, State, to_show
from banditproof.theory.logic.terms import Refused, Term
from banditproof.theory.prover.checker.stored_goals import recheck
from banditproof.theory.prover.elaboration.rules import elaborated
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.search.counterexample import find_counterexample
from banditproof.theory.prover.search.hunt import find_proof
from banditproof.theory.prover.two_checks import stored_goal
from .kept_certificates import Kept, Node, key_of

Hint = Callable[[Goal, State], Node | None]
QUICK, ROUNDS = 0.25, 2
"""How long, and in how many rounds, a proof is searched for before a hint of a step is followed."""
LONG = 3.0
DEFINED = 1.0
"""How long it is tried to show that a term is defined."""
DAMAGE = (ValueError, LookupError, TypeError, ArithmeticError, AttributeError)
"""What a proof of something else, or a damaged one, leads to."""
AT_SIGHT: tuple[Node, ...] = ({"by": "span"}, {"by": "sum", "parts": []})
"""Proofs that are tried of everything: the ranges show it, or it is 0."""


class NotDefined(Refused):
    """A term of a relation is not seen to be defined where it stands."""


class BeyondTheCore(Refused):
    """A relation is shown by rules beyond the core alone, which no step of the kernel may use."""

    def __init__(self, rules: tuple[str, ...], parts: Sequence[Part]) -> None:
        super().__init__(f"Its proof rests on {', '.join(rules)}, beyond the core of the judge.")
        self.rules, self.parts = rules, parts


class Effort(IntEnum):
    """What is done for a certificate."""

    NONE = 0
    """What is known, kept, or seen at first sight."""
    QUICK = 1
    """A short search, besides."""
    LONG = 2
    """All that can be done."""


class Proved(NamedTuple):
    """A proof of a goal in the rules of the search, and in those of the kernel."""

    tree: Node
    written: Node
    beyond: tuple[str, ...] = ()
    """The rules beyond the core that it needs."""
    checked: bool = True
    """Whether the rules were asked; what is kept is put to the kernel as it is."""


class Part(NamedTuple):
    """A part of a certificate: the place of a goal among those of which one is to be shown."""

    place: int
    goal: Goal
    proved: Proved


@dataclass
class Arithmetic:
    """Finds certificates; what it has found is kept by goals, for they come again in many steps."""

    seconds: float = LONG
    """How long a proof is searched for in the end."""
    found: dict[Goal, Proved] = field(default_factory=dict)
    hopeless: dict[Goal, float] = field(default_factory=dict)
    """Goals for which none was found in so many seconds."""
    wrong: set[Goal] = field(default_factory=set)
    """Goals of which what is kept is no proof."""
    theorems: dict[tuple[tuple[Term, ...], Term], tuple[Theorem, Sequence[Part]]] = field(
        default_factory=dict
    )
    """What the kernel has shown last by arithmetic, by the premises and the goal; many steps, also
    of several proofs, say the same."""

    def certificate(
        self, premises: Sequence[Term], goal: Term, kept: Kept, hint: Hint | None = None,
        effort: Effort = Effort.LONG,
    ) -> list[Part]:  # fmt: skip
        """A certificate that a goal follows; raises Refused if none is found.

        `BeyondTheCore` if the proof that is known needs other rules than the core has.
        """
        state, results = State(), list[Part]()
        wanted = [*to_show(premises, goal, state)]
        last = len(wanted) - (2 if shown_as_equation(goal) else 1)
        for place, goals in enumerate(wanted):
            if place < last:
                results.append(self._defined(goals, kept, effort))
            else:
                results.append(Part(0, goals[0], self._shown(goals[0], state, kept, hint, effort)))
        beyond = {rule: None for part in results for rule in part.proved.beyond}
        if beyond:
            raise BeyondTheCore(tuple(beyond), results)
        return results

    def _defined(self, goals: Sequence[Goal], kept: Kept, effort: Effort) -> Part:
        """The place of a goal by which a term is defined, and its proof."""

        def known(goal: Goal) -> Proved | None:
            return self._known(goal, kept)

        def quickly(goal: Goal) -> Proved | None:
            return self._searched(goal, QUICK, ROUNDS)

        def slowly(goal: Goal) -> Proved | None:
            return self._searched(goal, DEFINED)

        ways = (known, quickly, slowly)
        for way in ways if effort else ways[:1]:
            for place, goal in enumerate(goals):
                proved = way(goal)
                if proved is not None and not proved.beyond:
                    return Part(place, goal, proved)
        raise NotDefined("A term is not seen to be defined.")

    def _known(self, goal: Goal, kept: Kept) -> Proved | None:
        """A proof that is known, is kept, or is seen at first sight."""
        if goal in self.found:
            return self.found[goal]
        tree = kept.get(key_of(goal)) if kept else None
        if tree is not None and goal not in self.wrong:
            try:
                self.found[goal] = Proved(tree, _written(goal, tree), checked=False)
            except DAMAGE:
                pass  # a line that was changed by hand is as good as none
            else:
                return self.found[goal]
        for tree in (*AT_SIGHT, *_given(goal)):
            if self._take(goal, tree) == ():
                return self.found[goal]
        return None

    def recheck(self, parts: Sequence[Part]) -> bool:
        """Ask the rules about what the kernel has refused; whether some of it was put as kept."""
        unasked = [part for part in parts if not part.proved.checked]
        for part in unasked:
            self.found.pop(part.goal, None)
            if self._take(part.goal, part.proved.tree) is None:
                self.wrong.add(part.goal)
        return bool(unasked)

    def _searched(self, goal: Goal, seconds: float, rounds: int | None = None) -> Proved | None:
        """A proof that is found now, or was before."""
        if goal not in self.found and self.hopeless.get(goal, 0.0) < seconds:
            try:
                tree = find_proof(goal, seconds, rounds=rounds)
            except ValueError:
                tree = None
            if tree is None or self._take(goal, tree) is None:
                self.hopeless[goal] = seconds
        return self.found.get(goal)

    def _shown(
        self, goal: Goal, state: State, kept: Kept, hint: Hint | None, effort: Effort
    ) -> Proved:
        """A proof: one that is known, or else a new one."""
        proved = self._known(goal, kept)
        if proved is None and effort:
            proved = self._searched(goal, QUICK, ROUNDS)
        if proved is None and effort == Effort.LONG:
            proved = self._like_another(goal, kept)
            if proved is None:
                self._require_true(goal, state)
            proved = proved or self._followed(goal, state, hint)
            if proved is None and self.seconds and hint is None:  # else the weights are to show it
                proved = self._searched(goal, self.seconds)
        if proved is None:
            raise Refused("No proof of it is found.")
        return proved

    def _like_another(self, goal: Goal, kept: Kept) -> Proved | None:
        """A proof that is kept of something else, and shows this as well: of a changed step."""
        for tree in kept.values():
            if self._take(goal, tree) == ():
                return self.found[goal]
        return None

    def _require_true(self, goal: Goal, state: State) -> None:
        """Refuse a goal that is seen to be false, before a long search for its proof."""
        if goal in self.hopeless and self.hopeless[goal] > QUICK:
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

    def _followed(self, goal: Goal, state: State, hint: Hint | None) -> Proved | None:
        """What a hint leads to, if it is a proof."""
        if hint is None:
            return None
        try:
            tree = hint(goal, state)
        except ValueError:  # a hint that speaks of something else
            return None
        if tree is None or self._take(goal, tree) is None:
            return None
        return self.found[goal]

    def _take(self, goal: Goal, tree: Node) -> tuple[str, ...] | None:
        """The rules beyond the core that a proof needs, which is kept then; None if it is none."""
        try:
            written = _written(goal, tree)
            beyond = recheck(stored_goal(goal), written)
        except DAMAGE:
            return None  # a proof of something else may stop anywhere
        before = self.found.get(goal)
        if before is None or (before.beyond and not beyond):
            self.found[goal] = Proved(tree, written, beyond)
        return beyond


def _written(goal: Goal, tree: Node) -> Node:
    """A proof in the rules of the kernel, with the one from which it was written."""
    return {**elaborated(goal, tree), FOUND: tree}


def is_at_sight(goal: Goal, tree: Node) -> bool:
    """Whether a proof is one that is tried of everything, and need not be kept."""
    return tree in AT_SIGHT or tree in _given(goal)


def _given(goal: Goal) -> list[Node]:
    """The goal as one of its premises."""
    return [
        {"by": "given", "assumption": place}
        for place, (term, strict) in enumerate(goal.given)
        if term is goal.term and (strict or not goal.strict)
    ]
