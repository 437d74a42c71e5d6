"""`banditproof claims`: what can be checked, and where it stands."""

from __future__ import annotations
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated
import typer
from .arguments import AsJson
from .claim_options import Choice
from .claim_totals import totals, whose
from .document_options import first_document, lost_statement, lost_statements
from .output import coloured, print_json, print_table, print_text
from .shown_mathematics import AsTex, Shown, shown_mathematics
from .streams import say

if TYPE_CHECKING:
    from banditproof.paper_checks.statements.claim_facts import ClaimFacts
    from .tables import Cell

MANY = 8
"""Where more claims fit, the best are shown first."""
BEST = 3
"""So many are shown first."""

Words = Annotated[
    list[str] | None,
    typer.Argument(
        help="Words to look for: 'theorem 4.3', 'pinsker', 'bern.lemF.*'; before them the path of "
        "a folder about another paper, my-paper/"
    ),
]


def command(
    choice: Choice,
    words: Words = None,
    installed: bool = False,
    json: AsJson = False,
    tex: AsTex = False,
) -> None:
    """List claims with their recorded verdicts, without running any check.

    Words may be a label ('eq. (14)'), a place ('Section 5.2'), a document ('Theorem 4.3 of the
    Bernoulli paper') and words of the title, the ID, the statement or the title of the section;
    every one must be found. What fits best comes first. A pattern with * is compared with the ID.
    The exit code is 1 if there is no such claim, and the nearest are named.

    Statements of a folder's LaTeX source that have no claim are listed with their places.

    No code of a folder about another paper, or of an installed one, runs: its texts are read.

    Example: banditproof claims 'theorem 4.3'; banditproof claims --section 4.2 --wrong
    """
    from banditproof.paper_checks.proofs.listed_facts import read_sources
    from banditproof.paper_checks.statements.claim_search import (
        asked_place_first,
        best_first,
        by_place,
        wanted,
    )

    read_sources()
    if installed:
        _print_installed(words or [], choice, json)
        return
    document, rest = first_document(words or (), by_name=False, texts_only=True)
    lost = lost_statement(document, " ".join(rest)) if rest else ""
    chosen = [] if lost else list(wanted(choice.filter(rest, document=document, texts_only=True)))
    ordered, elsewhere = best_first(chosen, rest), asked_place_first(rest, choice.section)
    if json:
        print_json([facts.located() for facts in sorted(ordered, key=elsewhere)])
    elif chosen:
        if len(chosen) > MANY and ordered != chosen:
            _print_best(ordered[:BEST], shown_mathematics(tex))
        _print(sorted(sorted(chosen, key=by_place), key=elsewhere), shown_mathematics(tex))
    elif not lost:
        _print_nothing(rest)
    if document is not None and not rest:
        lost = lost_statements(document)
    if lost:
        say(lost)
    if not chosen:
        raise typer.Exit(1)


def _rows(chosen: Iterable[ClaimFacts], shown: Shown) -> list[tuple[str | Cell, ...]]:
    """A line for each claim: ID, whose it is, verdict, grade and title."""
    return [
        (
            facts.id,
            whose(facts),
            coloured(facts.recorded, facts.graded),
            facts.graded,
            shown(facts.title),
        )
        for facts in chosen
    ]


def _print_best(chosen: Sequence[ClaimFacts], shown: Shown) -> None:
    """The claims that fit best, where many fit."""
    print_table(("", "", "", "", ""), _rows(chosen, shown), title="What fits best")
    print()


def _print(chosen: Sequence[ClaimFacts], shown: Shown) -> None:
    """The claims under the titles of their sections, and how many there are of each verdict."""
    from banditproof.paper_checks.statements.coverage import conflicts
    from banditproof.paper_checks.statements.places import heading

    for title, group in groupby(chosen, key=lambda facts: heading(facts.document, facts.section)):
        print_table(("", "", "", "", ""), _rows(group, shown), title=title)
        print()
    for line in totals([(facts, facts.graded, facts.recorded) for facts in chosen]):
        print_text(line)
    found = conflicts(chosen)
    if found:
        print_text(f"Conflicts of two places: {', '.join(facts.id for facts in found)}.")


def _print_nothing(words: Sequence[str]) -> None:
    """Say that nothing was found, and what is near."""
    from banditproof.paper_checks.statements.document_header import is_document
    from banditproof.paper_checks.statements.folders_beside import folder_hint
    from banditproof.paper_checks.statements.resolver import nearest_in_words

    for word in words:
        if is_document(word):
            print_text(f"{word} is a folder about a paper; {word}/ lists its claims.")
    if not words:
        print_text("0 claims in this selection.")
        return
    if len(words) == 1 and (folder := folder_hint(words[0])):
        print_text(f"0 claims; {folder}")
        return
    near = nearest_in_words(" ".join(words))
    hint = f"; did you mean {near}?" if near else "."
    print_text(f"0 claims{hint}")


def _print_installed(words: Sequence[str], choice: Choice, json: bool) -> None:
    """The documents that packages announce: their metadata is read, and nothing is imported."""
    from banditproof.paper_checks.other_papers.installed import installed_documents
    from .results import AnnouncedFacts

    if words or choice != Choice():
        raise ValueError("--installed lists documents and no claims; leave out what chooses them.")
    result = installed_documents()
    if json:
        print_json([AnnouncedFacts(**vars(item)) for item in result])
        return
    rows = [(item.name, item.package, f"{item.distribution} {item.version}") for item in result]
    if not rows:
        print_text("No installed package announces a document.")
        return
    print_table(("document", "package", "announced by"), rows)
    print()
    noun = "document is" if len(rows) == 1 else "documents are"
    print_text(f"{len(rows)} {noun} announced; `banditproof check NAME` imports one and runs it.")
