"""What a report shows: claims as they were found in a run, and the others as they are recorded."""

from __future__ import annotations
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from ..statements.catalogue import why_stale
from ..statements.claim_facts import ClaimFacts, ResultFacts
from ..statements.without_checks import has_no_check
from ..textbook import TEXTBOOK
from ..verdicts.verdict_words import STALE
from .graphs.claim_graph import ProofGraph


@dataclass(frozen=True)
class Reported:
    """The claims of a report: the facts of a run where there was one, the record otherwise."""

    claims: Mapping[str, ClaimFacts]
    """Every known claim, in the order of the documents."""
    chosen: tuple[str, ...]
    """The claims that were asked for, in the same order."""
    documents: Mapping[str, str]
    """The title of each document."""

    @classmethod
    def of(
        cls,
        recorded: Mapping[str, ClaimFacts],
        ran: Iterable[ResultFacts],
        chosen: Iterable[str],
        documents: Mapping[str, str],
    ) -> Reported:
        """The report about the chosen claims: results in place of what is recorded.

        What is recorded of a stale claim is about words that its source no longer has.
        """
        results = {facts.id: facts for facts in ran}
        wanted = set(chosen)
        unknown = sorted((wanted | set(results)) - set(recorded))
        if unknown:
            raise ValueError(f"There is no claim {unknown[0]!r} that a report could show.")
        return cls(
            {
                # a run of a few claims may not know what they are parts of
                id: replace(results[id], part_of=facts.part_of)
                if id in results
                else replace(facts, recorded=STALE, grade=None)
                if why_stale(id)
                else facts
                for id, facts in recorded.items()
            },
            tuple(id for id in recorded if id in wanted),
            documents,
        )

    def result(self, id: str) -> ResultFacts | None:
        """What a run found of a claim; None if only the record is known."""
        facts = self.claims[id]
        return facts if isinstance(facts, ResultFacts) else None

    def verdict(self, id: str) -> str:
        """The verdict on a claim: that of the run, or the recorded one."""
        result = self.result(id)
        return self.claims[id].recorded if result is None else result.verdict

    @property
    def ran(self) -> tuple[ResultFacts, ...]:
        """The results of the run, in the order of the documents."""
        return tuple(facts for facts in self.claims.values() if isinstance(facts, ResultFacts))

    @property
    def not_as_recorded(self) -> tuple[ResultFacts, ...]:
        """The results that are not the recorded ones."""
        return tuple(facts for facts in self.ran if not facts.as_recorded)

    @property
    def missed(self) -> tuple[str, ...]:
        """A sentence for each mutant that a check did not notice in the run."""
        return tuple(said for facts in self.ran for said in (facts.not_noticed or {}).values())

    @cached_property
    def graph(self) -> ProofGraph:
        """What rests on what, among all known claims."""
        return ProofGraph(self.claims)

    @cached_property
    def pages(self) -> tuple[str, ...]:
        """The claims that have a page: the chosen ones, and all that these rest on."""
        results: dict[str, None] = {}
        queue = list(self.chosen)
        for id in queue:
            if id in results or id not in self.claims:
                continue
            results[id] = None
            facts = self.claims[id]
            queue += [*facts.rests_on, *facts.stated_proof, *facts.parts]
            queue += [other for other in (facts.repaired_by, facts.part_of, facts.repeats) if other]
        return tuple(id for id in self.claims if id in results)

    @cached_property
    def beside(self) -> tuple[str, ...]:
        """The claims that have a page only because a chosen one rests on them."""
        chosen = set(self.chosen)
        return tuple(id for id in self.pages if id not in chosen)

    @cached_property
    def facts_used(self) -> tuple[str, ...]:
        """The textbook facts that the claims with a page use."""
        used = {
            step
            for id in self.pages
            for step in (*self.claims[id].rests_on, *self.claims[id].stated_proof)
        }
        return tuple(id for id in TEXTBOOK if id in used)

    @cached_property
    def repeated_by(self) -> Mapping[str, tuple[str, ...]]:
        """The claims that say the same as another one, by that one."""
        results: dict[str, list[str]] = {}
        for id, facts in self.claims.items():
            if facts.repeats is not None:
                results.setdefault(facts.repeats, []).append(id)
        return {id: tuple(copies) for id, copies in results.items()}

    @cached_property
    def repairs(self) -> Mapping[str, tuple[str, ...]]:
        """The false statements that a claim is true instead of, by that claim."""
        results: dict[str, list[str]] = {}
        for id, facts in self.claims.items():
            if facts.repaired_by is not None:
                results.setdefault(facts.repaired_by, []).append(id)
        return {id: tuple(prints) for id, prints in results.items()}


def what_ran(reported: Reported) -> str:
    """How many of the verdicts come from a run, and how many from the record, in a sentence.

    >>> from ..statements.index import text_index
    >>> one = {"bern.eq2": text_index()["bern.eq2"]}
    >>> what_ran(Reported.of(one, (), one, {}))
    'None of the checks ran for this report: the verdict is the recorded one.'
    """
    bare = sum(has_no_check(reported.claims[id]) for id in reported.chosen)
    without = f" {bare} {'claim has' if bare == 1 else 'claims have'} no check." if bare else ""
    found = [id for id in reported.chosen if reported.result(id) is not None]
    number = len(reported.chosen) - bare
    ran = sum(not has_no_check(reported.claims[id]) for id in found)
    left = number - ran
    if not number:
        return f"Nothing was examined for this report:{without}"
    if not ran:
        verb = "verdict is the recorded one" if number == 1 else "verdicts are the recorded ones"
        return f"None of the checks ran for this report: the {verb}.{without}"
    checks = "1 check" if ran == 1 else f"{ran} checks"
    sentence = f"{checks} of {number} ran" if left else f"All {number} checks ran"
    sentence = "The check ran" if number == 1 else sentence
    bad = len(reported.not_as_recorded)
    held = (
        "every verdict is"
        if not bad
        else "1 verdict is not"
        if bad == 1
        else f"{bad} verdicts are not"
    )
    others = f"; of the other {left}, the recorded verdict is shown, and its page says so"
    mutants = sum(len(facts.noticed or ()) for facts in reported.ran)
    missed = len(reported.missed)
    noticed = f" {_noticed(mutants, mutants + missed)}" if mutants + missed else ""
    return f"{sentence}, and {held} as recorded{others if left else ''}.{noticed}{without}"


def _noticed(number: int, total: int) -> str:
    """How many mutants are noticed, in a sentence."""
    if total == 1:
        return f"The one mutant is {'' if number else 'not '}noticed."
    return f"{number} of {total} mutants {'is' if number == 1 else 'are'} noticed."
