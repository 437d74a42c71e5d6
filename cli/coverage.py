"""`banditproof coverage`: which sentences of a document have a claim, a reason, or neither."""

from __future__ import annotations
from typing import TYPE_CHECKING
import typer
from .arguments import AsJson
from .output import print_json, print_table, print_text
from .shown_mathematics import AsTex, shown_mathematics
from .tables import Cell

if TYPE_CHECKING:
    from banditproof.paper_checks.statements.coverage import Coverage, Sentence


def command(
    document: str, section: str | None = None, unsettled: bool = False, json: AsJson = False,
    tex: AsTex = False,
) -> None:  # fmt: skip
    """Show the sentences of a document, each with its claims, with a reason, or with neither.

    The sentences are the places of the claims that the document states, and those that its file
    `document.sentences` lists besides: with claims that answer to them, with the reason why nothing
    in them can be claimed, or with neither. What nobody has listed does not count. The last line
    names the conflicts between two places.

    No check runs, and no code of a folder about another paper. The exit code is 1 if a sentence has
    neither.

    Example: banditproof coverage bernoulli; banditproof coverage thesis --section 4.2 --open
    """
    from dataclasses import replace
    from banditproof.paper_checks.statements.coverage import coverage
    from banditproof.paper_checks.statements.documents import document_named
    from .document_options import document_option

    known = document_named(document_option(document, texts_only=True))
    assert known is not None  # the line above refuses what it does not know
    found = coverage(known)
    if section is not None:
        inside = tuple(one for one in found.sections if _lies_in(one.section, section))
        if not inside:
            numbers = ", ".join(one.section for one in found.sections if one.section)
            raise ValueError(f"No sentence stands in section {section!r}; give one of {numbers}.")
        found = replace(found, sections=inside)
    left = sum(one.open for one in found.sentences)
    if json:
        print_json(_only_open(found) if unsettled else found)
    else:
        _print(found, unsettled, tex)
    if left:
        raise typer.Exit(1)


def _only_open(found: Coverage) -> Coverage:
    """The sections that have open sentences, with these alone."""
    from dataclasses import replace

    open_ones = (
        replace(one, sentences=tuple(x for x in one.sentences if x.open)) for one in found.sections
    )
    return replace(found, sections=tuple(one for one in open_ones if one.sentences))


def _lies_in(number: str, section: str) -> bool:
    """Whether a section is the wanted one, or a part of it."""
    return number == section or number.startswith((f"{section}.", f"{section}-"))


def _print(found: Coverage, unsettled: bool, tex: bool) -> None:
    """The sentences under the titles of their sections, and how many there are of each kind."""
    shown = shown_mathematics(tex)
    for section in found.sections:
        sentences = [one for one in section.sentences if one.open or not unsettled]
        if sentences:
            rows = [(shown(one.place), _settled(one), shown(one.words)) for one in sentences]
            print_table(("", "", ""), rows, title=section.title, below=True)
            print()
    everything = found.sentences
    claimed, left = sum(bool(one.claims) for one in everything), sum(x.open for x in everything)
    print_text(
        f"{_number(len(everything), 'sentence')}: {claimed} with a claim, "
        f"{len(everything) - claimed - left} with a reason, {left} with neither. "
        "Sentences that nobody has listed do not count."
    )
    if found.conflicts:
        places = _number(len(found.conflicts), "conflict")
        print_text(f"{places} between two places: {', '.join(found.conflicts)}.")


def _settled(one: Sentence) -> Cell:
    """What became of a sentence."""
    if one.open:
        return Cell("open", "magenta")
    return Cell(", ".join(one.claims)) if one.claims else Cell(f"no claim: {one.reason}", "dim")


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
