"""The errata of a document, for its author: what is not true as printed, by cause and weight.

The words stand in the `document.errata` of the document. A wrong statement that no entry there
names, as in the folder of another paper, gets an entry of what its check found; statements with
one repair share it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from ..drafts.draft_text import Draft
from ..drafts.judging_drafts import refutes
from ..other_papers.copied_statements import is_copied
from ..other_papers.unclaimed import unclaimed
from ..statements.claim_facts import ClaimFacts, ResultFacts
from ..statements.counted_claims import counted
from ..statements.documents import document_named
from ..statements.errata_text import (
    ERRATA,
    IMPORTANCE,
    WEIGHTS,
    Entry,
    Witness,
    importance,
    read_errata,
)
from ..statements.without_checks import draft_of, has_no_check
from ..verdicts.verdict_words import STALE
from .claim_page import claim_page
from .claim_summary import number_rows
from .reported import Reported
from .text_pieces import sentence

SAID = {
    "fails": "The statement does not hold as it is printed.",
    "fails-with-repair": (
        "The statement does not hold exactly as it is printed; it does once a hypothesis or a "
        "constant is supplied."
    ),
    "misprint": "This seems to be a misprint: what was meant is true.",
    "holds-vacuously": "The statement is true, but for a reason that does not seem to be meant.",
    "not-reproduced": "A repetition of the experiment did not give the printed conclusion.",
}
"""The verdicts that belong into a list of errata, in sentences for the authors."""
IN_A_WORD = {
    "fails": "false",
    "fails-with-repair": "false",
    "misprint": "misprinted",
    "holds-vacuously": "only vacuously true",
    "not-reproduced": "not reproduced",
}
"""How what belongs into a list of errata is counted."""
SUPPORTED = {
    "points": "was confirmed at the points that were checked, and is otherwise argued in words",
    "sampled": "held at the random points that were tried, and is not proved",
    "statistical": "is supported by a statistical test, and is not proved",
    "cited": "stands on another paper's theorem, which was not proved again",
}
"""What is known of a repair that is not proved, by its grade."""
REFERENCES = "references"
"""The kind of a claim that lists wrong references."""
WEIGHT = {
    "fails-with-repair": "constant",
    "misprint": "misprint",
    "holds-vacuously": "edge",
    "not-reproduced": "experiment",
}
"""The weight of an entry that no text gives, by the verdict; `fails` depends on the kind."""
EXPERIMENT = ("level", "runs", "runs of the document")


@dataclass(frozen=True)
class Erratum:
    """An entry, with the statements that it is about and where these are printed."""

    entry: Entry
    claims: tuple[ClaimFacts, ...]
    copies: tuple[ClaimFacts, ...] = ()
    """The statements that repeat one of these elsewhere in the document."""

    @property
    def places(self) -> tuple[str, ...]:
        """Where it is printed, in the order of the document."""
        return tuple(dict.fromkeys(facts.place for facts in (*self.claims, *self.copies)))

    @property
    def command(self) -> str:
        """The command that runs the checks of the entry again."""
        return command_of_all(self.claims)


def command_of_all(claims: Iterable[ClaimFacts]) -> str:
    """The command that checks several claims of one document."""
    first, *others = claims
    return " ".join(("banditproof check", first.asked, *(facts.id for facts in others)))


@dataclass(frozen=True)
class Drafted:
    """A statement that was not examined, and the first attempt at it, which is no verdict."""

    claim: ClaimFacts
    draft: Draft

    @cached_property
    def refuted(self) -> bool:
        """Whether its formula is false at the point of the draft; this is looked at anew."""
        return refutes(self.draft)


@dataclass(frozen=True)
class Errata:
    """What was examined of a document, what was found, and the entries by weight.

    Each number of a list of errata is one of these: an assertion counts once, wherever it is
    printed, and a statement of several parts counts by its parts.
    """

    examined: tuple[ClaimFacts, ...]
    without_error: tuple[ClaimFacts, ...]
    undecided: tuple[ClaimFacts, ...]
    silent: tuple[ClaimFacts, ...]
    """What no program can examine."""
    bare: tuple[ClaimFacts, ...]
    """What was not examined, as no program is written."""
    stale: tuple[ClaimFacts, ...]
    """What says something else than it did when its claim was written."""
    entries: tuple[Erratum, ...]
    references: tuple[ClaimFacts, ...] = ()
    """The lists of references of the document that name something else than what they are about."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many assertions are wrong in which way."""
    drafts: tuple[Drafted, ...] = ()
    """The first attempts at what was not examined."""
    lost: tuple[str, ...] = ()
    """What the source calls its statements that no claim of the folder is about."""

    @cached_property
    def wrong(self) -> int:
        """How many assertions are not true as printed."""
        return sum(len(entry.claims) for entry in self.entries)

    @cached_property
    def refuted(self) -> tuple[Drafted, ...]:
        """The drafts whose formula is false at a point."""
        return tuple(one for one in self.drafts if one.refuted)

    @property
    def in_short(self) -> str:
        """How many statements are to mend, and how many nobody has examined, in half a sentence."""
        unknown, refuted = len(self.bare) + len(self.lost), len(self.refuted)
        if self.examined or not unknown:
            said = f"{self.wrong} of its statements to mend"
            said += f", {unknown} not examined" if unknown else ""
        else:
            said = (
                "its statements are not examined"
                if unknown > 1
                else "its statement is not examined"
            )
        drafts = f"{refuted} draft{'s' * (refuted != 1)}"
        return f"{said}, {drafts} refuted" if refuted else said

    @cached_property
    def importance(self) -> Mapping[str, int]:
        """How many entries are serious, minor and marginal."""
        kinds = [importance(erratum.entry.weight) for erratum in self.entries]
        return {name: kinds.count(name) for name in IMPORTANCE}

    @cached_property
    def sections(self) -> tuple[tuple[str, tuple[Erratum, ...]], ...]:
        """The entries of each weight, the heaviest first."""
        by_weight = (
            (weight, tuple(item for item in self.entries if item.entry.weight == weight))
            for weight in WEIGHTS
        )
        return tuple((weight, items) for weight, items in by_weight if items)


def errata(reported: Reported, document: str) -> Errata:
    """The errata of a document among the chosen claims."""
    chosen = [reported.claims[id] for id in reported.chosen]
    home = document_named(document)
    stated = [facts for facts in chosen if facts.document == document and facts.stated]
    single = counted(stated).single
    once = [facts for facts in stated if facts.id in single]
    stale = [f for f in once if reported.verdict(f.id) == STALE]
    once = [f for f in once if f not in stale]
    bare = [f for f in once if has_no_check(f)]
    silent = [f for f in once if reported.verdict(f.id) == "not-mechanical"]
    examined = [f for f in once if f not in bare and f not in silent]
    wrong = {f.id: f for f in examined if reported.verdict(f.id) in SAID}
    undecided = [f for f in examined if reported.verdict(f.id) == "open"]
    copies: dict[str, list[ClaimFacts]] = {}
    for facts in stated:
        if facts.repeats in wrong and facts.id not in wrong:
            copies.setdefault(facts.repeats, []).append(facts)
    entries = tuple(
        Erratum(
            entry,
            tuple(wrong[id] for id in entry.claims),
            tuple(copy for id in entry.claims for copy in copies.get(id, ())),
        )
        for entry in sorted(_entries(reported, document, wrong), key=_by_weight)
    )
    return Errata(
        tuple(examined),
        tuple(f for f in examined if f.id not in wrong and f not in undecided),
        tuple(undecided),
        tuple(silent),
        tuple(bare),
        tuple(stale),
        entries,
        tuple(f for f in chosen if f.document == document and REFERENCES in f.kind.split(", ")),
        Counter(IN_A_WORD[reported.verdict(id)] for id in wrong),
        tuple(Drafted(f, draft) for f in bare if (draft := draft_of(f.id)) is not None),
        () if home is None else tuple(one.called for one in unclaimed(home)),
    )


def _entries(reported: Reported, document: str, wrong: Mapping[str, ClaimFacts]) -> Iterator[Entry]:
    """The entries of the text about wrong statements, and those that it lacks."""
    home = document_named(document)
    left = dict(wrong)
    for entry in read_errata(home.home / ERRATA) if home is not None else ():
        for id in entry.claims:
            if home is not None and id not in reported.claims and id not in home.statements:
                raise ValueError(
                    f"{home.home / ERRATA}: The entry {entry.title!r} is about {id}, which is no "
                    "claim; give the ID of one."
                )
        claims = tuple(id for id in entry.claims if id in wrong)
        for id in claims:
            del left[id]
        if claims:
            yield entry.about(claims)
    causes: dict[str, list[ClaimFacts]] = {}
    for facts in left.values():
        causes.setdefault(facts.repaired_by or facts.id, []).append(facts)
    for claims_of_cause in causes.values():
        yield _from_findings(reported, claims_of_cause)


def _by_weight(entry: Entry) -> int:
    return list(WEIGHTS).index(entry.weight)


def _from_findings(reported: Reported, claims: list[ClaimFacts]) -> Entry:
    """The entry of statements with one cause, in the words of their checks."""
    first = claims[0]
    result, page = reported.result(first.id), claim_page(reported, first.id, lambda _: "")
    finding = "" if result is None else result.error or result.summary
    name = first.label or first.place
    about = f": {first.title}" if first.title and first.title != name else ""
    printed = "Printed" if is_copied(first) else "Printed, in our words"
    says = f"{printed}: {sentence(first.statement)} {_said(reported, first)}"
    witness = witness_of_run(result, page.witness)
    return Entry(
        weight=_weight(reported, first),
        title=f"{name}{about}".rstrip("."),
        claims=tuple(facts.id for facts in claims),
        says=f"{says} {finding}".strip(),
        witnesses=(Witness((first.id,), witness),) if witness else (),
        instead=page.repaired_statement or "",
        assumed=first.reading or "",
    )


def _weight(reported: Reported, facts: ClaimFacts) -> str:
    verdict = reported.verdict(facts.id)
    if verdict == "fails":
        return "proof" if "proof" in facts.kind else "false"
    return WEIGHT[verdict]


def witness_of_run(result: ResultFacts | None, about: str | None) -> str:
    """The numbers of a witness, or the runs of an experiment, in one line."""
    if result is None:
        return ""
    rows = list(result.witness_values.items())
    if result.verdict == "not-reproduced":
        numbers = {name: result.numbers[name] for name in EXPERIMENT if name in result.numbers}
        rows += number_rows(numbers)
    values = "; ".join(f"{name} = {value}" for name, value in rows)
    return ". ".join(text.rstrip(".") for text in (values, about or "") if text)


def _said(reported: Reported, facts: ClaimFacts) -> str:
    """The verdict in a sentence, which says no more of the repair than is known of it."""
    verdict = reported.verdict(facts.id)
    if verdict not in ("fails-with-repair", "misprint"):
        return SAID[verdict]
    misprint = verdict == "misprint"
    repair = reported.claims.get(facts.repaired_by or "")
    if repair is None:
        if misprint:
            return SAID[verdict]
        return "The statement does not hold exactly as it is printed; the finding names the gap."
    if reported.verdict(repair.id) != "holds":
        known = "could not be confirmed in this run"
    elif repair.grade not in SUPPORTED:
        return SAID[verdict]
    else:
        known = SUPPORTED[repair.grade]
    if misprint:
        return f"This seems to be a misprint: what seems to be meant {known}."
    return f"The statement does not hold exactly as it is printed; what is given instead {known}."
