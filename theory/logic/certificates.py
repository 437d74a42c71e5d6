"""Proofs of the arithmetic steps: stored ones by their content, others by search."""

from __future__ import annotations
import re
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypeAlias
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.two_checks import check_twice, needed_rules
from .arithmetic import relation
from .printing import BY_PLACES, shown
from .searched_steps import State, to_show, written
from .terms import Refused, Term

Node: TypeAlias = Mapping[str, Any]
Search: TypeAlias = Callable[[Goal, State], Node | None]
REFUTED_WITHIN = 0.25
AT_ONCE = 2
"""The rounds of the search for a proof that come before the search for a point where it fails."""
KEY_LENGTH = 24


CHOICE = "if("
"""How a choice begins in print, of which arithmetic knows nothing."""
CHOSEN = ", where {} is taken for any number; by `cases`, if_true and if_false it is one of two"


@dataclass
class Certificates:
    """The certificates of one theorem, by the premises and the goal that each belongs to."""

    stored: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    seconds: float = 8.0
    """How long the search for one that is not stored may take; 0 forbids it."""
    combining: float = 20.0
    """How long a search may take for which the proof gives the weights."""
    used: MutableMapping[str, Sequence[Any]] = field(default_factory=dict)
    """Those that the proof needed, which are what is to be stored."""
    written: MutableMapping[str, Sequence[Any]] = field(default_factory=dict)
    """The same in the rules of the kernel, which reads nothing else."""
    searched: int = 0
    texts: dict[int, tuple[Term, str]] = field(default_factory=dict)
    """Terms in print, by their places in memory."""

    def of(
        self, premises: Sequence[Term], goal: Term, search: Search | None = None
    ) -> Sequence[Any]:
        """A certificate that a goal follows from premises; raises Refused if none is found."""
        key = key_of(premises, goal, self._shown)
        if key not in self.written and key not in self.stored:
            if not self.seconds:
                raise Refused("No proof of this is stored.")
            self.searched += 1
            self.used[key] = self._search(premises, goal, search)
        if key not in self.written:
            self.used.setdefault(key, self.stored.get(key, ()))
            self.written[key] = written(premises, goal, self.used[key])
        return self.written[key]

    def _shown(self, term: Term) -> str:
        if id(term) not in self.texts:
            self.texts[id(term)] = term, text_of(term)
        return self.texts[id(term)][1]

    def _search(self, premises: Sequence[Term], goal: Term, search: Search | None) -> list[Any]:
        """A proof tree for each part; the last ones are looked for by `search`, if it is given."""
        state, results = State(), list[Any]()
        number = len([*to_show(premises, goal, State())])
        last = number - (2 if shown_as_equation(goal) else 1)
        for goals in to_show(premises, goal, state):
            hinted = search if len(results) >= last else None
            try:
                results.append(self._first(goals, hinted, state))
            except Refused as error:
                if len(results) >= last:
                    raise
                raise Refused(f"{_needed(goals, state)}, and {error}") from None
        return results

    def _first(self, goals: Sequence[Goal], search: Search | None, state: State) -> list[Any]:
        """The place of a goal that is shown, and a proof tree of it."""
        for place, goal in enumerate(goals):
            tree = self._tree(goal, search, state, alone=len(goals) == 1)
            if tree is not None:
                return [place, tree]
        raise Refused("the prover does not show it")

    def _tree(self, goal: Goal, search: Search | None, state: State, alone: bool) -> Node | None:
        try:
            tree = search(goal, state) if search else self._found(goal, state, alone)
            if tree is not None:
                beyond = check_twice(goal, tree)
                if beyond:
                    raise Refused(f"its proof needs {needed_rules(beyond)}")
        except Refused:
            raise
        except ValueError as error:
            how = "what the reason says does not show it" if search else "its proof is refused"
            hint = " `positive x, 1 - y` says which terms are above 0." if search else ""
            raise Refused(f"{how}: {error}{hint}") from None
        return tree

    def _found(self, goal: Goal, state: State, alone: bool) -> Node | None:
        from banditproof.theory.prover.search.counterexample import find_counterexample
        from banditproof.theory.prover.search.hunt import find_proof

        # what is shown at once is not false, and a search that finds no point takes longer
        tree = find_proof(goal, REFUTED_WITHIN, rounds=AT_ONCE)
        if tree is not None:
            return tree
        try:
            wrong = find_counterexample(goal, REFUTED_WITHIN, rounds=1)
        except ValueError:
            wrong = None
        if wrong is not None and not alone:
            return None
        if wrong is not None:
            terms = {name: term for term, name in state.unknowns.items()}
            values = {shown(terms[n]): str(v) for n, v in wrong.point.items() if n in terms}
            at = ", ".join(f"{name} = {value}" for name, value in values.items())
            choice = next((name for name in values if name.startswith(CHOICE)), "")
            hint = CHOSEN.format(choice) if choice else ""
            raise Refused(f"it is false{f' at {at}' if at else ''}{hint}")
        return find_proof(goal, self.seconds)


def _needed(goals: Sequence[Goal], state: State) -> str:
    """What must hold so that a term is defined, in the words of the formulas."""
    from banditproof.theory.prover.notation import written

    terms = {name: shown(term) for term, name in state.unknowns.items()}
    text = re.sub(r"\bv\d+\b", lambda m: terms.get(m[0], m[0]), written(goals[0].term))
    sign = "!= 0" if len(goals) > 1 else "> 0" if goals[0].strict else ">= 0"
    return f"{text} {sign} is needed for its terms to be defined"


def shown_as_equation(goal: Term) -> bool:
    """Whether a goal is an equation, which has two parts."""
    sides = relation(goal)
    return sides is not None and sides[1] == "="


def text_of(term: Term) -> str:
    """A term in print, which is the same for all terms that differ in names of bound variables.

    >>> from .library import Library
    >>> print(*{text_of(Library().formula(f"exists ({x} : R). 0 < {x}")) for x in "ab"})
    exists x. 0 < x
    """
    return shown(term, BY_PLACES)


def key_of(premises: Sequence[Term], goal: Term, text_of: Callable[[Term], str] = text_of) -> str:
    """A name for a goal under premises, which is the same in each run."""
    text = "; ".join(map(text_of, (*premises, goal)))
    order: dict[str, str] = {}
    text = re.sub(r"%\d+", lambda m: order.setdefault(m[0], f"%{len(order)}"), text)
    return sha256(text.encode()).hexdigest()[:KEY_LENGTH]
