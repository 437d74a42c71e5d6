"""Certificates for steps of arithmetic: at first sight, as they are kept, or by a search."""

from __future__ import annotations
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from fractions import Fraction
from itertools import islice
from time import monotonic
from typing import NamedTuple
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.logic.certificates import shown_as_equation
from banditproof.theory.logic.hints import Hint
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.printing import shown
from banditproof.theory.logic.searched_steps import FOUND, State, to_show
from banditproof.theory.logic.terms import Free, Refused, Term
from banditproof.theory.prover.checker.stored_goals import recheck
from banditproof.theory.prover.elaboration.rules import elaborated
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import replaced, var
from banditproof.theory.prover.search.counterexample import find_counterexample
from banditproof.theory.prover.search.hunt import find_proof
from banditproof.theory.prover.two_checks import stored_goal
from .kept_certificates import Kept, Node, key_of

QUICK, ROUNDS = 0.25, 2
"""How long, and in how many rounds, a proof is searched for before a point is that refutes it."""
LONG = 20.0
LEAST_HINTED = 4.0
"""How long a part of what a hint describes is searched for, at least: it is the one way to go."""
AT_LAST = 5.0
"""How long a point is looked for, in the end, at which a goal without a proof is false."""
DEFINED = 1.0
"""How long it is tried to show that a term is defined."""
DAMAGE = (ValueError, LookupError, TypeError, ArithmeticError, AttributeError)
"""What a proof of something else, or a damaged one, leads to."""
AT_SIGHT: tuple[Node, ...] = ({"by": "span"}, {"by": "sum", "parts": []})
"""Proofs that are tried of everything: the ranges show it, or it is 0."""


MOST_LIKE = 200
"""How many proofs that are kept of other goals are tried; no file of this package has 50."""


class NotDefined(Refused):
    """A term of a relation is not seen to be defined where it stands."""


class FalseAt(Refused):
    """A relation is false at a point, under all that it is to follow from."""

    def __init__(
        self, reason: str, values: Mapping[str, Fraction | Enclosure], quantities: bool = True
    ) -> None:
        super().__init__(reason)
        self.values = values
        self.quantities = quantities
        """Whether the values are those of quantities, and none that of a term."""


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
    searched: bool = False
    """Whether it was searched for: nothing that is kept, or seen at first sight, shows it."""


class Part(NamedTuple):
    """A part of a certificate: the place of a goal among those of which one is to be shown."""

    place: int
    goal: Goal
    proved: Proved
    names: Mapping[str, str]
    """What the unknowns of the goal are: quantities, or terms that the search does not read."""


@dataclass
class Arithmetic:
    """Finds certificates; what it has found is kept by goals, for they come again in many steps."""

    seconds: float = LONG
    """How long a proof is searched for in the end."""
    found: dict[Goal, Proved] = field(default_factory=dict)
    hopeless: dict[Goal, float] = field(default_factory=dict)
    """Goals for which none was found in so many seconds."""
    true_for: dict[Goal, float] = field(default_factory=dict)
    """Goals that no point was found to contradict, in so many seconds."""
    wrong: set[Goal] = field(default_factory=set)
    """Goals of which what is kept is no proof."""
    theorems: dict[tuple[tuple[Term, ...], Term], tuple[Theorem, Sequence[Part]]] = field(
        default_factory=dict
    )
    """What the kernel has shown last by arithmetic, by the premises and the goal; many steps, also
    of several proofs, say the same."""

    def within(self, seconds: float) -> Arithmetic:
        """The same with all that was found, for which a search takes less time."""
        return replace(self, seconds=seconds, hopeless={}, true_for={})

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
                results.append(self._defined(goals, state, kept, effort))
            else:
                proved = self._shown(goals[0], state, kept, hint, effort)
                results.append(Part(0, goals[0], proved, _names(state)))
        beyond = {rule: None for part in results for rule in part.proved.beyond}
        if beyond:
            raise BeyondTheCore(tuple(beyond), results)
        return results

    def _defined(self, goals: Sequence[Goal], state: State, kept: Kept, effort: Effort) -> Part:
        """The place of a goal by which a term is defined, and its proof."""

        def known(goal: Goal) -> Proved | None:
            return self._known(goal, kept, effort)

        def quickly(goal: Goal) -> Proved | None:
            return self._searched(goal, QUICK, ROUNDS)

        def slowly(goal: Goal) -> Proved | None:
            return self._searched(goal, DEFINED)

        ways = (known, quickly, slowly)
        for way in ways if effort else ways[:1]:
            for place, goal in enumerate(goals):
                proved = way(goal)
                if proved is not None and not proved.beyond:
                    return Part(place, goal, proved, _names(state))
        raise NotDefined("A term is not seen to be defined.")

    def _known(self, goal: Goal, kept: Kept, effort: Effort) -> Proved | None:
        """A proof that is known, is kept, or is seen at first sight.

        What was searched for before counts as known where a search is allowed: what a step rests on
        does not depend on the proofs that were judged before it.
        """
        before = self.found.get(goal)
        tree = kept.get(key_of(goal)) if kept and (before is None or before.searched) else None
        if before is not None and tree is None and (effort or not before.searched):
            return before
        if tree is not None and goal not in self.wrong:
            try:
                self.found[goal] = Proved(tree, _written(goal, tree), checked=False)
            except DAMAGE:
                pass  # a line that was changed by hand is as good as none
            else:
                return self.found[goal]
        for tree in (*_given(goal), *AT_SIGHT):
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
            if tree is None or self._take(goal, tree, searched=True) is None:
                self.hopeless[goal] = seconds
        return self.found.get(goal)

    def _shown(
        self, goal: Goal, state: State, kept: Kept, hint: Hint | None, effort: Effort
    ) -> Proved:
        """A proof: one that is known, or else a new one; a hint, if there is one, is to show it."""
        proved = self._known(goal, kept, effort)
        if proved is None and effort and hint is None:
            proved = self._searched(goal, QUICK, ROUNDS)
        if proved is None and effort == Effort.LONG:
            proved = self._like_another(goal, kept) if hint is None else None
            if proved is None:
                self._require_true(goal, state, QUICK)
            if proved is None and hint is not None:
                proved = self._followed(goal, state, hint)
            elif proved is None and self.seconds:
                proved = self._searched(goal, self.seconds)
            if proved is None:  # a busy machine may have ended the first look too soon
                self._require_true(goal, state, min(AT_LAST, self.seconds))
        if proved is None:
            raise Refused("The prover finds neither a proof nor a counterexample.")
        return proved

    def _like_another(self, goal: Goal, kept: Kept) -> Proved | None:
        """A proof that is kept of something else, and shows this as well: of a changed step.

        A file may have any number of lines, so that not all are tried.
        """
        until = monotonic() + self.seconds
        for tree in islice(kept.values(), MOST_LIKE):
            if monotonic() > until:
                break
            if self._take(goal, tree, searched=True) == ():
                return self.found[goal]
        return None

    def _require_true(self, goal: Goal, state: State, seconds: float) -> None:
        """Refuse a goal that is seen to be false."""
        if self.true_for.get(goal, 0.0) >= seconds:
            return
        try:
            wrong = find_counterexample(with_names(goal, _names(state)), seconds, rounds=1)
        except ValueError:
            wrong = None
        if wrong is None:
            self.true_for[goal] = seconds
            return
        plain = {shown(term) for term in state.unknowns if isinstance(term, Free)}
        raise FalseAt(wrong.reason, wrong.point, plain >= set(wrong.point))

    def _followed(self, goal: Goal, state: State, hint: Hint) -> Proved | None:
        """What a hint leads to, if it is a proof."""
        try:
            tree = hint(goal, state, min(max(self.seconds, LEAST_HINTED), LONG))
        except ValueError:  # a hint that speaks of something else
            return None
        if tree is None or self._take(goal, tree, searched=True) is None:
            return None
        return self.found[goal]

    def _take(self, goal: Goal, tree: Node, searched: bool = False) -> tuple[str, ...] | None:
        """The rules beyond the core that a proof needs, which is kept then; None if it is none."""
        # what is seen of everything needs no premise, and to read them takes longer than to see it
        asked = replace(goal, given=()) if goal.given and tree in AT_SIGHT else goal
        try:
            written = _written(asked, tree)
            beyond = recheck(stored_goal(asked), written)
        except DAMAGE:
            return None  # a proof of something else may stop anywhere
        before = self.found.get(goal)
        better = before is not None and (before.beyond or (before.searched and not searched))
        if before is None or (better and not beyond):
            self.found[goal] = Proved(tree, written, beyond, searched=searched)
        return beyond


def _names(state: State) -> dict[str, str]:
    """What the unknowns of the search are, as their user wrote them."""
    return {name: shown(term) for term, name in state.unknowns.items()}


def with_names(goal: Goal, names: Mapping[str, str]) -> Goal:
    """A goal whose unknowns have other names.

    >>> from banditproof.theory.prover.statement import Statement
    >>> with_names(Statement.of("v0 >= 0", "v0 in [0, 1]").goal, {"v0": "x"}).region[0][0]
    'x'
    """
    new = {var(name): var(other) for name, other in names.items()}
    return replace(
        goal,
        term=replaced(goal.term, new),
        region=tuple((names.get(name, name), where) for name, where in goal.region),
        given=tuple((replaced(term, new), strict) for term, strict in goal.given),
    )


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
