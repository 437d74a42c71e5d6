"""`banditproof claims`: what can be checked, and where it stands."""

from __future__ import annotations
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated
import typer
from .arguments import AsJson
from .claim_options import Choice
from .claim_totals import totals, whose
from .document_options import first_document
from .output import coloured, print_json, print_table, print_text
from .shown_mathematics import AsTex, Shown, shown_mathematics

if TYPE_CHECKING:
    from banditproof.paper_checks.statements.claim_facts import ClaimFacts

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

    Words are looked for in the label, the ID, the title, the statement and the title of the
    section; every one must be found. A pattern with * is compared with the ID. The exit code is 1
    if there is no such claim.

    No code of a folder about another paper, or of an installed one, runs: its texts are read.

    Example: banditproof claims 'theorem 4.3'; banditproof claims --section 4.2 --wrong
    """
    from banditproof.paper_checks.proofs.listed_facts import read_sources
    from banditproof.paper_checks.statements.claim_search import by_place, wanted

    read_sources()
    if installed:
        _print_installed(words or [], choice, json)
        return
    document, rest = first_document(words or (), by_name=False, texts_only=True)
    chosen = list(wanted(choice.filter(rest, document=document, texts_only=True)))
    if json:
        print_json([facts.located() for facts in chosen])
    elif chosen:
        _print(sorted(chosen, key=by_place), shown_mathematics(tex))
    else:
        _print_nothing(rest)
    if not chosen:
        raise typer.Exit(1)


def _print(chosen: Sequence[ClaimFacts], shown: Shown) -> None:
    """The claims under the titles of their sections, and how many there are of each verdict."""
    from banditproof.paper_checks.statements.places import heading

    for title, group in groupby(chosen, key=lambda facts: heading(facts.document, facts.section)):
        rows = [
            (
                facts.id,
                whose(facts),
                coloured(facts.recorded, facts.graded),
                facts.graded,
                shown(facts.title),
            )
            for facts in group
        ]
        print_table(("", "", "", "", ""), rows, title=title)
        print()
    for line in totals([(facts, facts.graded, facts.recorded) for facts in chosen]):
        print_text(line)


def _print_nothing(words: Sequence[str]) -> None:
    """Say that nothing was found, and what is near."""
    from banditproof.paper_checks.statements.claim_search import nearest
    from banditproof.paper_checks.statements.document_header import is_document

    for word in words:
        if is_document(word):
            print_text(f"{word} is a folder about a paper; {word}/ lists its claims.")
    near = list(dict.fromkeys(id for word in words for id in nearest(word)))
    hint = f"; did you mean {', '.join(near)}?" if near else "." if words else " in this selection."
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
