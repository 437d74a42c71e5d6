"""The errata of a document: each printed statement that is not true as it stands, to be sent.

They come in the order of the document, and the parts of a statement stand under it. What a
document prints at two places is one item with both places.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..statements.claim_facts import ClaimFacts
from ..statements.text_reader import ENDING
from .claim_in_latex import document_in_latex, section_in_latex
from .claim_in_markdown import section_in_markdown
from .claim_page import claim_page, name_of
from .claim_summary import (
    Answer,
    ClaimSummary,
    finding_answers,
    heading_of,
    number_rows,
    repair_answers,
    rerun_answers,
    statement_answers,
)
from .mathematics import latex_of, markdown_of
from .reported import Reported

SAID = {
    "fails": "The statement does not hold as it is printed.",
    "holds-with-repair": (
        "The statement does not hold exactly as it is printed; it does once a hypothesis or a "
        "constant is supplied."
    ),
    "misprint": "This seems to be a misprint: what was meant is true.",
    "holds-vacuously": "The statement is true, but for a reason that does not seem to be meant.",
    "not-reproduced": "A repetition of the experiment did not give the printed conclusion.",
}
"""The verdicts that belong into a list of errata, in sentences for the authors."""
SUPPORTED = {
    "points": "was confirmed at the points that were checked, and is otherwise argued in words",
    "sampled": "held at the random points that were tried, and is not proved",
    "statistical": "is supported by a statistical test, and is not proved",
    "cited": "is another paper's theorem, which was not proved again",
}
"""What is known of a repair that is not proved, by its grade."""
COUNTED = {
    "fails": ("does not hold", "do not hold"),
    "holds-with-repair": ("needs a hypothesis or a constant", "need a hypothesis or a constant"),
    "misprint": ("seems to be a misprint", "seem to be misprints"),
    "holds-vacuously": ("holds vacuously", "hold vacuously"),
    "not-reproduced": ("was not reproduced", "were not reproduced"),
}
SHOWN = (
    "proved by machine",
    "by steps whose inequalities a machine checked",
    "by points that were checked, simulations, or another paper's theorem",
    "definitions, which make sense",
)
"""What shows that a statement has no error, in the words of the first paragraph."""
UNDECIDED = "could not be decided"
"""What is said of a statement that is open; it belongs into no list of errata."""
COURTESY = (
    "Each item gives the place in the print, the statement in our words, what was found, and the "
    "command that checks it again. A verdict is about the words exactly as printed; many items "
    "are small. Where we have misread the text, we would be glad to hear of it."
)
EXPERIMENT = ("level", "runs", "runs of the document")


@dataclass(frozen=True)
class Erratum:
    """One statement that is not true as printed, with the places where it is printed too."""

    facts: ClaimFacts
    verdict: str
    also: tuple[ClaimFacts, ...] = ()


@dataclass(frozen=True)
class ErrataGroup:
    """A statement of several assertions with its errata, or one erratum alone."""

    whole: ClaimFacts | None
    items: tuple[Erratum, ...]


def errata(reported: Reported, document: str) -> tuple[ErrataGroup, ...]:
    """The errata of a document among the chosen claims, in the order of its statements."""
    chosen = [reported.claims[id] for id in reported.chosen]
    stated = [facts for facts in chosen if facts.document == document and facts.stated]
    wrong = {facts.id: facts for facts in stated if reported.verdict(facts.id) in SAID}
    copies: dict[str, list[ClaimFacts]] = {}
    for facts in wrong.values():
        if facts.repeats in wrong:
            copies.setdefault(str(facts.repeats), []).append(facts)
    groups: dict[str, list[Erratum]] = {}
    for id, facts in wrong.items():
        if facts.parts or facts.repeats in wrong:
            continue
        erratum = Erratum(facts, reported.verdict(id), tuple(copies.get(id, ())))
        groups.setdefault(facts.part_of or id, []).append(erratum)
    position = {facts.id: place for place, facts in enumerate(reported.claims.values())}
    return tuple(
        ErrataGroup(reported.claims.get(id) if id != items[0].facts.id else None, tuple(items))
        for id, items in sorted(groups.items(), key=lambda group: position[group[0]])
    )


def erratum_summary(
    reported: Reported, one: Erratum, whole: ClaimFacts | None = None
) -> ClaimSummary:
    """What the list says of an erratum: place, statement, finding, witness, repair, command."""
    answers = tuple(_answers(reported, one, whole))
    return ClaimSummary(one.facts.id, heading_of(one.facts), answers)


def _answers(reported: Reported, one: Erratum, whole: ClaimFacts | None) -> Iterator[Answer]:
    facts, result = one.facts, reported.result(one.facts.id)
    page = claim_page(reported, facts.id, lambda _: "")
    if whole is None or whole.place != facts.place:
        yield Answer("Place", f"{facts.place}.")
    if one.also:
        places = "; ".join(f"{name_of(also)}, {also.place}" for also in one.also)
        yield Answer("Printed also in", f"{places}.")
    yield from statement_answers(facts)
    yield Answer("Verdict", _said(reported, one))
    yield from finding_answers(page, result)
    if one.verdict == "not-reproduced" and result is not None:
        yield from _experiment(result.numbers)
    yield from repair_answers(reported, page)
    yield from rerun_answers(facts)


def _said(reported: Reported, one: Erratum) -> str:
    """The verdict in a sentence, which says no more of the repair than is known of it."""
    if one.verdict not in ("holds-with-repair", "misprint"):
        return SAID[one.verdict]
    misprint = one.verdict == "misprint"
    repair = reported.claims.get(one.facts.repaired_by or "")
    if repair is None:
        if misprint:
            return SAID[one.verdict]
        return "The statement does not hold exactly as it is printed; the finding names the gap."
    if reported.verdict(repair.id) != "holds":
        known = "could not be confirmed in this run"
    elif repair.grade not in SUPPORTED:
        return SAID[one.verdict]
    else:
        known = SUPPORTED[repair.grade]
    if misprint:
        return f"This seems to be a misprint: what seems to be meant {known}."
    return f"The statement does not hold exactly as it is printed; what is given instead {known}."


def _experiment(numbers: Mapping[str, Any]) -> Iterator[Answer]:
    """The level of a test and the runs on both sides."""
    known = {name: numbers[name] for name in EXPERIMENT if name in numbers}
    if known:
        yield Answer("Experiment", rows=number_rows(known))


def errata_in_markdown(reported: Reported, document: str, stamp: str = "") -> str:
    """The errata of a document in Markdown."""
    groups = errata(reported, document)
    title = reported.documents.get(document, document)
    lines = [f"# Errata of *{markdown_of(title)}*", ""]
    for paragraph in _opening(reported, document, groups, stamp):
        lines += [markdown_of(paragraph), ""]
    for group in groups:
        if group.whole is not None:
            lines += [f"## {markdown_of(heading_of(group.whole))}", ""]
            lines += [markdown_of(_whole(group.whole, group)), ""]
        for item in group.items:
            summary = erratum_summary(reported, item, group.whole)
            lines += [*section_in_markdown(summary, 2 if group.whole is None else 3), ""]
    return "\n".join(lines)


def errata_in_latex(reported: Reported, document: str, stamp: str = "") -> str:
    """The errata of a document in LaTeX, as a document of the class article."""
    groups = errata(reported, document)
    title = reported.documents.get(document, document)
    lines = [rf"\section*{{Errata of \emph{{{latex_of(title)}}}}}"]
    for paragraph in _opening(reported, document, groups, stamp):
        lines += [latex_of(paragraph), ""]
    for group in groups:
        if group.whole is not None:
            lines += [rf"\subsection*{{{latex_of(heading_of(group.whole))}}}"]
            lines += [latex_of(_whole(group.whole, group)), ""]
        for item in group.items:
            summary = erratum_summary(reported, item, group.whole)
            lines += [*section_in_latex(summary, 1 if group.whole is None else 2), ""]
    return document_in_latex(lines)


def _opening(
    reported: Reported, document: str, groups: tuple[ErrataGroup, ...], stamp: str
) -> Iterator[str]:
    """The paragraphs at the beginning: what was checked, how much holds, what the items give."""
    chosen = [reported.claims[id] for id in reported.chosen]
    single = [f for f in chosen if f.document == document and f.stated and not f.parts]
    single = [f for f in single if f.repeats not in {other.id for other in single}]
    bare = [f for f in single if f.recorded == "open" and f.file.endswith(ENDING)]
    silent = [f for f in single if reported.verdict(f.id) == "not-mechanical"]
    single = [f for f in single if f not in bare and f not in silent]
    verdicts = Counter(reported.verdict(facts.id) for facts in single)
    listed = Counter(item.verdict for group in groups for item in group.items)
    about = [
        f"{listed[verdict]} {words[listed[verdict] > 1]}"
        for verdict, words in COUNTED.items()
        if listed[verdict]
    ]
    tool = f"banditproof{', ' + stamp if stamp else ''}"
    if verdicts["open"]:
        about.append(f"{verdicts['open']} {UNDECIDED}")
    holds = [f for f in single if reported.verdict(f.id) in ("holds", "definition")]
    were = "was" if len(single) == 1 else "were"
    yield (
        f"{_assertions(len(single))} of this document {were} examined with a program ({tool}). "
        f"No error was found in {len(holds)}{_evidence(holds)}."
        f"{_not_examined(len(silent), 'cannot be examined by a program')}"
        f"{_not_examined(len(bare), 'has no program yet', 'have no program yet')}"
    )
    parts = f"{', '.join(about[:-1])}, and {about[-1]}" if len(about) > 1 else "".join(about)
    number = len(single) - len(holds)
    others = f"Of the other {number}, {parts}. " if about else ""
    if number == 1:
        others = f"The other one {parts.removeprefix('1 ')}. "
    if not groups:
        yield f"{others}No assertion among them is in error."
        return
    yield f"{others}{COURTESY}"
    if any(reported.result(item.facts.id) is None for group in groups for item in group.items):
        yield (
            "Some items show the recorded verdict without its finding; "
            "`banditproof check` with the ID of the item prints it."
        )


def _evidence(claims: Sequence[ClaimFacts]) -> str:
    """How many of the statements without an error are definitions, proved, outlined, or neither."""
    kinds = Counter(_shown(facts) for facts in claims)
    counted = [f"{kinds[kind]} {kind}" for kind in SHOWN if kinds[kind]]
    return f" ({', '.join(counted)})" if counted else ""


def _shown(facts: ClaimFacts) -> str:
    """What shows that there is no error."""
    if facts.recorded == "definition":
        return SHOWN[-1]
    places = {"proved": 0, "derived": 0, "outlined": 1}
    return SHOWN[places.get(facts.grade or "", 2)]


def _not_examined(number: int, one: str, several: str = "") -> str:
    """How many statements there are besides, and why no program examines them."""
    if not number:
        return ""
    return f" {_assertions(number)} more {one if number == 1 else several or one}."


def _assertions(number: int) -> str:
    return f"{number} assertion{'' if number == 1 else 's'}"


def _whole(whole: ClaimFacts, group: ErrataGroup) -> str:
    several = len(whole.parts)
    count = len(group.items)
    verb = "is" if count == 1 else "are"
    place = f"{whole.place}. " if whole.place else ""
    return f"{place}The statement has {several} parts, of which {count} {verb} listed here."
