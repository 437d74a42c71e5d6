"""What the page of one claim says, as data for its template."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from ..derivations.developments import printed_statement
from ..other_papers.copied_statements import is_copied
from ..statements.claim_facts import ClaimFacts, ResultFacts
from ..statements.without_checks import has_no_check, judged_without_check
from ..textbook import PREFIX
from ..verdicts.step_facts import composition, left_open_by
from ..verdicts.verdict_words import STALE, in_words
from .graphs.claim_graph import Risk
from .mutants_in_words import mutants_in_words
from .proved_tested_trusted import Support, is_formal, support_of, written_proof
from .reported import Reported
from .symbols import Symbol, symbols_of
from .written_findings import WrittenFinding, written_finding

Link = Callable[[str], str]
"""The address of the page about an ID; empty where there is none."""
LONG = 6
"""A proof with more steps is folded until a reader opens it."""


@dataclass(frozen=True)
class Mention:
    """A claim or a textbook fact that a page names, with its page and its verdict."""

    id: str
    address: str
    verdict: str
    grade: str
    title: str


@dataclass(frozen=True)
class Part:
    """A part of a statement with several assertions, and what was found of it."""

    mention: Mention
    finding: str
    witness: str
    """What refutes it by the errata, where no run found anything."""
    repair: Mention | None


@dataclass(frozen=True)
class ClaimPage:
    """All that the page of one claim shows, besides its graph and its program."""

    facts: ClaimFacts
    result: ResultFacts | None
    verdict: str
    name: str
    place: str
    judged: str
    """The verdict and its grade, and what they mean, in a sentence."""
    support: Support
    is_formal: bool
    """Whether the verdict rests on a formal proof, and on none of the claims below."""
    written_proof: str
    """What the written proof beside a formal one shows and rests on."""
    witness: str | None
    """The sentence about the counterexample, where it says more than the finding."""
    written: WrittenFinding
    """What is written beside the recorded verdict; nothing where the check ran."""
    repair: Mention | None
    repaired_statement: str | None
    parts: tuple[Part, ...]
    part_of: Mention | None
    repeats: Mention | None
    repeated_by: tuple[Mention, ...]
    repairs: tuple[Mention, ...]
    rests_on: tuple[Mention, ...]
    only_stated: tuple[Mention, ...]
    """What the stated proof uses, and the verdict does not rest on."""
    used_by: tuple[Mention, ...]
    risks: tuple[str, ...]
    support_of_steps: Mapping[int, tuple[Mention, ...]]

    @property
    def meaning(self) -> str:
        """What the verdict and its grade mean, beside these two words."""
        return self.judged.partition(": ")[2] or self.judged

    @property
    def verdicts_of_parts(self) -> str:
        """The verdict of each part, those with the same one together; empty without parts."""
        found: dict[str, list[str]] = {}
        for part in self.parts:
            grade = f" ({part.mention.grade})" if part.mention.grade else ""
            name = part.mention.id.removeprefix(f"{self.facts.id}.")
            found.setdefault(f"{part.mention.verdict}{grade}", []).append(name)
        return "; ".join(f"{judged}: {', '.join(names)}" for judged, names in found.items())

    @cached_property
    def copied(self) -> bool:
        """Whether the statement is as it stood in the source of the document."""
        return is_copied(self.facts)

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """What the symbols of the statement mean."""
        return symbols_of(self.facts)

    @property
    def formally(self) -> str:
        """The statement as a formula of the logic; empty if it has none."""
        return printed_statement(self.facts.id)

    @property
    def folded(self) -> bool:
        """Whether the steps of the proof are shown only when a reader asks for them."""
        return len(self.facts.steps) > LONG

    @property
    def mutants(self) -> str:
        """What is known of the check by its mutants, and when they ran, in a sentence."""
        said = mutants_in_words(self.facts)
        return f"{said[:1].upper()}{said[1:]}." if said else ""

    @property
    def left_open(self) -> tuple[str, ...]:
        """What the proof by steps stands under, by name and place."""
        return left_open_by(self.facts.steps)

    @property
    def composition(self) -> str:
        """How many steps its proof has of which kind."""
        told = self.facts.judged_by == "program"
        whose = ", as the folder's program tells them" * told
        return composition(self.facts.steps) + whose


def claim_page(reported: Reported, id: str, link: Link) -> ClaimPage:
    """What the page of a claim says."""
    facts, result = reported.claims[id], reported.result(id)
    graph = reported.graph

    def mention(one: str) -> Mention:
        return mentioned(reported, one, link)

    def mentions(ids: Iterable[str]) -> tuple[Mention, ...]:
        return tuple(map(mention, dict.fromkeys(ids)))

    repaired = _repaired_statement(reported, facts, result)
    risks: Iterable[Risk] = (*graph.own_risks(id), *graph.risks(id), *graph.endangered(id))
    return ClaimPage(
        facts=facts,
        result=result,
        verdict=reported.verdict(id),
        name=name_of(facts),
        place=facts.place,
        judged=_judged(reported, facts, result),
        support=support_of(reported, id),
        is_formal=is_formal(reported, id),
        written_proof=written_proof(reported, id),
        witness=result.about_witness if result else None,
        written=_written(reported, id),
        repair=mention(facts.repaired_by) if facts.repaired_by else None,
        repaired_statement=repaired,
        parts=tuple(_part(reported, result, part, mention) for part in facts.parts),
        part_of=mention(facts.part_of) if facts.part_of else None,
        repeats=mention(facts.repeats) if facts.repeats else None,
        repeated_by=mentions(reported.repeated_by.get(id, ())),
        repairs=mentions(reported.repairs.get(id, ())),
        rests_on=mentions(item for item in facts.rests_on if item not in facts.parts),
        only_stated=mentions(graph.only_stated(id)),
        used_by=mentions(item for item in graph.users.get(id, ()) if item != facts.part_of),
        risks=tuple(dict.fromkeys(map(str, risks))),
        support_of_steps={step.number: mentions(step.rests_on) for step in facts.steps},
    )


def name_of(facts: ClaimFacts) -> str:
    """The name of a claim in its document; one of ours belongs to a statement."""
    if not facts.label:
        return facts.id
    if facts.part_of is not None:
        return f"{facts.label}, a part"
    return facts.label if facts.stated else f"On {facts.label}"


def command_of(facts: ClaimFacts) -> str:
    """The command that runs the check of a claim again.

    >>> from ..statements.index import text_index
    >>> command_of(text_index()["bern.thm4.3"])
    'banditproof check bern.thm4.3'
    """
    return f"banditproof check {facts.asked}"


def mentioned(reported: Reported, id: str, link: Link) -> Mention:
    """A claim or a textbook fact as another page names it."""
    facts = reported.claims.get(id)
    if facts is None:
        return Mention(id.removeprefix(PREFIX), link(id), "textbook", "", "")
    return Mention(id, link(id), reported.verdict(id), facts.graded, facts.title)


def _judged(reported: Reported, facts: ClaimFacts, result: ResultFacts | None) -> str:
    numbers: Mapping[str, Any] = result.numbers if result else {}
    verdict = reported.verdict(facts.id)
    if verdict == "not-reproduced" and "level" not in numbers:
        return "not reproduced (statistical): a repetition of the experiment does not give it"
    if verdict == "open" and has_no_check(facts):
        return judged_without_check(facts)
    written = bool(facts.steps or facts.parts or facts.repeats)
    original = reported.claims.get(facts.repeats or "")
    return in_words(
        verdict,
        facts.grade,
        universal=facts.universal,
        numbers=numbers,
        written=written,
        repeated=original.grade if original else None,
        judged_by=facts.judged_by,
    )


def _repaired_statement(
    reported: Reported, facts: ClaimFacts, result: ResultFacts | None
) -> str | None:
    repair = reported.claims.get(facts.repaired_by or "")
    if repair is not None:
        return repair.statement
    return result.repaired_statement if result else facts.corrected


def _written(reported: Reported, id: str) -> WrittenFinding:
    """What texts say of a claim that did not run; nothing of a verdict that is stale."""
    silent = reported.result(id) is not None or reported.verdict(id) == STALE
    return WrittenFinding() if silent else written_finding(reported.claims[id])


def _part(
    reported: Reported, result: ResultFacts | None, id: str, mention: Callable[[str], Mention]
) -> Part:
    facts = reported.claims[id]
    finding, witness = result.findings.get(id, "") if result else "", ""
    if not finding:
        written = _written(reported, id)
        finding, witness = written.finding, written.witness
    repair = mention(facts.repaired_by) if facts.repaired_by else None
    return Part(mention(id), finding, witness, repair)
