"""What each claim rests on: the graph of claims and textbook facts, from the index.

An edge goes from a claim to what its verdict rests on (`rests_on`). The document's own proof may
use other steps (`stated_proof`); where one of them is false, the statement is at risk, and stands
on the repair among its `rests_on`, if there is one.
"""

from __future__ import annotations
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from ...derivations.developments import axioms_of_folder
from ...proofs.listed_facts import may_use, read_sources
from ...statements.catalogue import why_stale
from ...statements.claim_facts import ClaimFacts
from ...statements.index import claim_index
from ...textbook import PREFIX, TEXTBOOK, fact
from ...verdicts.verdict import Outcome
from ...verdicts.verdict_words import GRADES_IN_WORDS, OF_OTHERS

FALSE = {Outcome.FAILS.value, Outcome.FAILS_WITH_REPAIR.value, Outcome.NOT_REPRODUCED.value}
"""The verdicts on a step that a proof cannot use as it is printed."""
GRADES = tuple(GRADES_IN_WORDS)
WORST = len(GRADES)


@dataclass(frozen=True)
class Risk:
    """A claim whose stated proof uses false steps, and what is true or rested on instead."""

    claim: str
    steps: tuple[str, ...]
    outcome: str
    """What follows for the claim: a part of a sentence."""
    through: tuple[str, ...] = ()
    """The open steps of the proof that lead to the false ones, if it does not name them itself."""

    def __str__(self) -> str:
        """The risk in a sentence.

        >>> print(Risk("bern.a", ("bern.b",), "nothing replaces it"))
        The stated proof of bern.a uses bern.b, which is false as printed; nothing replaces it.
        """
        by = f" (by {_listed(self.through)})" if self.through else ""
        verb = "is" if len(self.steps) == 1 else "are"
        used = f"uses {_listed(self.steps)}{by}, which {verb} false as printed"
        return f"The stated proof of {self.claim} {used}; {self.outcome}."


def _listed(names: tuple[str, ...]) -> str:
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


@dataclass(frozen=True)
class Gap:
    """A claim at which the support ends without a proof, and why."""

    claim: str
    why: str


class ProofGraph:
    """Claims, and textbook facts by their IDs, with what rests on what."""

    def __init__(self, claims: Mapping[str, ClaimFacts]) -> None:
        self.claims = claims

    def known(self, id: str) -> bool:
        """Whether an ID is a claim or a textbook fact."""
        return id in self.claims or id in TEXTBOOK

    def supports(self, id: str) -> tuple[str, ...]:
        """What a claim rests on; a false one, on its repair, for the reader who goes on."""
        facts = self.claims.get(id)
        if facts is None:
            return ()
        repair = (facts.repaired_by,) if facts.repaired_by else ()
        return (*facts.rests_on, *(step for step in repair if step not in facts.rests_on))

    def only_stated(self, id: str) -> tuple[str, ...]:
        """The steps of a claim's stated proof that its verdict does not rest on."""
        facts = self.claims.get(id)
        if facts is None:
            return ()
        return tuple(step for step in facts.stated_proof if step not in self.supports(id))

    @cached_property
    def users(self) -> Mapping[str, tuple[str, ...]]:
        """The claims that use each claim or fact, in their check or in their stated proof."""
        results: dict[str, dict[str, None]] = {}
        for id, facts in self.claims.items():
            for step in (*facts.rests_on, *facts.stated_proof):
                results.setdefault(step, {})[id] = None
        return {step: tuple(ids) for step, ids in results.items()}

    def users_of(self, id: str) -> tuple[str, ...]:
        """The claims that use one claim: only the proofs are read in whose texts its ID stands."""
        if "users" in vars(self):
            return self.users.get(id, ())
        asked = ((user, self.claims[user]) for user in self.claims if may_use(user, id))
        return tuple(item for item, facts in asked if id in (*facts.rests_on, *facts.stated_proof))

    def below(self, id: str) -> tuple[str, ...]:
        """All that a claim rests on, itself first, nearest first, each once."""
        order = {id: None}
        queue = [id]
        for current in queue:
            for step in self.supports(current):
                if step not in order:
                    order[step] = None
                    queue.append(step)
        return tuple(order)

    def cycle(self) -> tuple[str, ...] | None:
        """Claims that rest on each other in a circle, in their checks or stated proofs; or None."""
        done: set[str] = set()
        for start in self.claims:
            path: list[str] = []
            stack = [(start, iter(self._steps(start)))] if start not in done else []
            path.append(start)
            while stack:
                current, steps = stack[-1]
                step = next((item for item in steps if item not in done), None)
                if step is None:
                    done.add(current)
                    stack.pop()
                    path.pop()
                elif step in path:
                    return (*path[path.index(step) :], step)
                else:
                    path.append(step)
                    stack.append((step, iter(self._steps(step))))
        return None

    def _steps(self, id: str) -> Iterable[str]:
        facts = self.claims.get(id)
        return (*facts.rests_on, *facts.stated_proof) if facts else ()

    def weakest(self, id: str) -> tuple[str, ...]:
        """The claims with the weakest verdict and grade among all that a claim rests on."""
        of = [item for item in self._standing(id) if item in self.claims]
        strength = {item: self._weakness(item) for item in of}
        return tuple(item for item in of if strength[item] == max(strength.values()))

    def _standing(self, id: str) -> tuple[str, ...]:
        """What a claim rests on; for a false one, what its repair rests on."""
        facts = self.claims[id]
        return self.below(facts.repaired_by) if facts.repaired_by else self.below(id)

    def _weakness(self, id: str) -> int:
        facts = self.claims[id]
        if facts.recorded in (Outcome.OPEN.value, Outcome.NOT_MECHANICAL.value):
            return WORST
        return GRADES.index(facts.grade) if facts.grade else WORST

    def risks(self, id: str) -> tuple[Risk, ...]:
        """The false steps of the stated proofs of what a claim rests on, without its own."""
        within = (item for item in self.below(id)[1:] if item in self.claims)
        return tuple(risk for item in within for risk in self.own_risks(item))

    def own_risks(self, id: str) -> tuple[Risk, ...]:
        """The false steps of the stated proof of one claim, in one risk if there are any.

        A step that is open, or has parts, is followed to the false steps of its proof.
        """
        facts = self.claims[id]
        false, through = self._false_steps(id, frozenset((id, *facts.parts)))
        if not false or facts.parts or facts.repeats:  # a copy says it, and does not use it
            return ()
        return (Risk(id, false, self._consequence(facts, false), through),)

    def _false_steps(self, id: str, seen: frozenset[str]) -> tuple[tuple[str, ...], ...]:
        false: dict[str, None] = {}
        through: dict[str, None] = {}
        for step in self.claims[id].stated_proof:
            used = self.claims.get(step)
            if used is None or step in seen or why_stale(step):
                continue
            if used.recorded in FALSE and not used.parts:
                false[step] = None
            elif used.recorded == Outcome.OPEN.value or used.parts:
                deeper, _ = self._false_steps(step, seen | {step})
                if deeper:
                    through[step] = None
                    false.update(dict.fromkeys(deeper))
        return tuple(false), tuple(through)

    def _consequence(self, facts: ClaimFacts, false: tuple[str, ...]) -> str:
        """What follows for a claim from false steps of its stated proof."""
        instead = f", and {facts.repaired_by} is true instead" if facts.repaired_by else ""
        if facts.recorded == Outcome.HOLDS_VACUOUSLY.value:
            return f"{facts.id} holds vacuously, whatever its proof does{instead}"
        if facts.recorded == Outcome.OPEN.value:
            return f"{facts.id} is open{instead}"
        if facts.recorded in FALSE or facts.repaired_by:
            return f"{facts.id} is not true as printed either{instead}"
        repairs = {self.claims[step].repaired_by for step in false}
        named = tuple(step for step in facts.rests_on if step in repairs)
        others = tuple(step for step in facts.rests_on if step not in facts.stated_proof)
        support = named or tuple(step for step in others if step in self.claims) or others
        if support:
            return f"it stands on {_listed(support)} instead"
        if facts.grade in ("proved", "derived"):
            return "its verdict does not rest on that"
        return "nothing replaces it"

    def endangered(self, id: str) -> tuple[Risk, ...]:
        """The claims whose stated proofs use a claim that is false, at once or by open steps."""
        if self.claims[id].recorded not in FALSE or why_stale(id):
            return ()
        results: list[Risk] = []
        queue, seen = [id], {id}
        for step in queue:
            for user in self.users_of(step):
                facts = self.claims[user]
                if user in seen or (step not in facts.stated_proof and step not in facts.parts):
                    continue
                seen.add(user)
                if facts.recorded == Outcome.OPEN.value or facts.parts:
                    queue.append(user)
                results += [risk for risk in self.own_risks(user) if id in risk.steps]
        return tuple(results)

    def gaps(self, id: str) -> tuple[Gap, ...]:
        """Where the support of a claim ends, or passes, without a proof."""
        results = []
        for item in self._standing(id):
            facts = self.claims.get(item)
            if facts is None or facts.parts:
                continue
            if facts.grade == "derived" and (own := axioms_of_folder(item)):
                results.append(Gap(item, f"axioms of its folder, {', '.join(own)}"))
            if facts.grade in ("proved", "derived") and facts.judged_by not in OF_OTHERS:
                continue
            if facts.grade is None:
                results.append(Gap(item, facts.recorded))
            else:
                words = OF_OTHERS.get(facts.judged_by) or GRADES_IN_WORDS[facts.grade]
                results.append(Gap(item, words))
        return tuple(results)

    def of_document(self, document: str | None) -> ProofGraph:
        """The graph of the claims of one document that rest on something or support something."""
        chosen = {
            id: facts
            for id, facts in self.claims.items()
            if document in (None, facts.document)
            and (facts.rests_on or facts.stated_proof or id in self.users)
        }
        return ProofGraph(chosen)

    def facts_used(self) -> tuple[str, ...]:
        """The textbook facts that some claim rests on, in the order of the list."""
        used = {
            step
            for facts in self.claims.values()
            for step in (*facts.rests_on, *facts.stated_proof)
        }
        return tuple(id for id in TEXTBOOK if id in used)


def proof_graph() -> ProofGraph:
    """The graph of all claims, as recorded."""
    read_sources()
    return ProofGraph(claim_index())


def described(graph: ProofGraph, id: str) -> str:
    """A claim or a fact in one line, without its ID.

    >>> described(proof_graph(), "textbook.pinsker").startswith("textbook: $TV")
    True
    """
    if id.startswith(PREFIX):
        known = fact(id)
        whose = f" fact of {known.document}" if known.document else ""
        return f"textbook{whose}: {known.statement}"
    facts = graph.claims[id]
    return ", ".join(part for part in (facts.recorded, facts.graded) if part)
