"""`banditproof check`: run the checks and compare each verdict with the recorded one."""

from __future__ import annotations
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
import typer
from .arguments import AsJson
from .claim_options import Choice
from .claim_totals import counted_drafts, totals, whose
from .document_options import first_document, lost_statements, refuse_lost, refuse_unquoted
from .one_result import print_result
from .output import coloured, on_a_terminal, print_json, print_table, print_text
from .places_of_work import Dask, checked_places
from .shown_mathematics import AsTex, Shown, shown_mathematics
from .shown_symbols import show_symbols
from .streams import output_on_error, say
from .verdicts_as_found import shown_as_found

if TYPE_CHECKING:
    from banditproof.paper_checks import Claim, Result
    from banditproof.paper_checks.statements.documents import Document

Ids = Annotated[
    list[str] | None,
    typer.Argument(
        help="IDs, patterns or labels: bern.thm3.1, 'bern.lemF.*', 'Lemma F.3'; before them a "
        "folder about another paper, my-paper/, or an installed one by its name."
    ),
]
Tier = Annotated[
    str,
    typer.Option(help="fast: all but figures and long simulations; slow: these; all: everything."),
]
CERTIFY = "python -m banditproof.paper_checks.running.write_certificates"
"""What stores the proofs of claims of this package, whose IDs follow."""
MOST_IN_FULL = 3
"""So many results are shown in full when claims are named."""


def chosen_claims(
    ids: Sequence[str], choice: Choice, tier: str, document: Document | None = None
) -> list[Claim]:
    """The claims that are named, or all that the options admit, of a tier."""
    from banditproof.paper_checks.statements.claim_search import wanted
    from banditproof.paper_checks.statements.registry import listed
    from banditproof.paper_checks.statements.resolver import resolve

    if ids and choice != type(choice)():
        raise ValueError("There are IDs and options that choose claims; give one or the other.")
    filter = choice.filter(tier=tier, document=document)
    if not ids:
        chosen = [listed(facts.id) for facts in wanted(filter)]
        if not chosen and document is not None and not document.statements:
            raise ValueError(f"The texts in {document.home} list no statement yet.")
        if not chosen:
            raise ValueError("No claim is in this selection; `banditproof claims` lists them all.")
        return chosen
    named = resolve(ids, None if document is None else document.name)
    for note in named.notes:
        say(note)
    return [listed(id) for id in named.ids]


def command(
    choice: Choice,
    ids: Ids = None,
    tier: Tier = "fast",
    workers: int = 2,
    dask: Dask = None,
    keep: str | None = None,
    json: AsJson = False,
    tex: AsTex = False,
    symbols: bool = False,
) -> None:
    """Check claims: those that are named, or all of a tier.

    A folder about another paper, which `banditproof new` makes, is checked by its path; this runs
    its programs, in a process apart. What they say is called theirs (`proved, by the folder's
    program`); its formal proofs and proofs of steps are judged here, from its texts.

    The mutants of such a folder run, too: wrong variants of the statement, which the check must
    notice.

    The exit code is 0 if every verdict and its grade are the recorded ones (a false statement that
    is refuted as recorded counts as such) and every mutant that ran is noticed, and 1 otherwise;
    a folder that was made from a source needs a claim for each of its statements.
    With --keep, an interrupted check goes on where it stopped.

    Example: banditproof check bern.thm3.1; banditproof check --section 4.2 --tier all --json;
    banditproof check my-paper/; banditproof check bern.thm3.1 --symbols
    """
    from banditproof.paper_checks.statements.ids_in_texts import refuse_strange, refuse_unknown

    refuse_unknown(ids or ())
    checked_places(workers, dask, 2)
    kept_in = None if keep is None else _folder(keep)
    document, rest = first_document(ids or ())
    if document is None:
        refuse_strange(rest)
    refuse_unquoted(rest)
    refuse_lost(document, rest)
    chosen = chosen_claims(rest, choice, tier, document)
    if symbols:
        show_symbols([claim.id for claim in chosen], json, shown_mathematics(tex))
        return
    from banditproof.paper_checks import run_all
    from banditproof.paper_checks.running.mutants_run import missed_in_words
    from banditproof.paper_checks.running.second_reading import asked

    aside = nullcontext() if document is None else output_on_error()
    in_full = bool(rest) and len(chosen) <= MOST_IN_FULL
    lines = on_a_terminal() and not in_full and not json
    with shown_as_found(chosen, workers, lines) as show, aside:
        ended = 0

        def note(result: Result) -> None:
            nonlocal ended
            ended += 1
            show(result)

        try:
            results = run_all(chosen, workers, note, keep=kept_in, dask=dask, mutants=True)
        except KeyboardInterrupt:
            say(_left(ended, len(chosen), keep))
            raise
    results = asked(results)
    lost = "" if document is None or rest else lost_statements(document)
    kept = sum(result.kept for result in results)
    if kept:
        say(f"{kept} verdicts in {keep} are those of the same programs; they were not run again.")
    _note_searches(results)
    if json:
        print_json(results)
    elif in_full:
        for result in results:
            print_result(result, shown_mathematics(tex))
    else:
        _print_many(results, shown_mathematics(tex), whole=not lost)
    if lost:
        say(lost)
    graded = [
        f"{result.claim.id} ({result.record})"
        for result in results
        if result.as_recorded and not result.graded_as_recorded
    ]
    if graded:
        say(f"Graded otherwise than recorded: {'; '.join(graded)}.")
    refused = [
        one.claim.id
        for one in results
        if one.second_reader is not None and one.second_reader.refuses
    ]
    if refused:
        say(f"Coq refuses what the kernel accepts: {', '.join(refused)}; one of them has a fault.")
    missed = missed_in_words(results)
    for sentence in missed:
        say(sentence)
    if lost or refused or missed or not all(result.graded_as_recorded for result in results):
        raise typer.Exit(1)


def _folder(keep: str) -> Path:
    """The folder that is named, which need not be there yet."""
    if not keep.strip():
        raise ValueError("--keep is empty; give the path of a folder.")
    if Path(keep).exists() and not Path(keep).is_dir():
        raise ValueError(f"--keep is {keep}, which is no folder; give the path of a folder.")
    return Path(keep)


def _left(ended: int, all: int, keep: str | None) -> str:
    """What checks that were stopped have left, in a sentence.

    >>> _left(3, 12, "kept"), _left(1, 2, None)
    ('3 of 12 checks ended; their verdicts are kept in kept, and the same command goes on there.', \
'1 of 2 checks ended, and no verdict is kept; --keep FOLDER keeps each.')
    """
    of = f"{ended} of {all} check{'s' * (all > 1)} ended"
    if keep is None:
        return f"{of}, and no verdict is kept; --keep FOLDER keeps each."
    if not ended:
        return f"{of}, and nothing is kept in {keep} that was not there before."
    verdicts = "its verdict is" if ended == 1 else "their verdicts are"
    return f"{of}; {verdicts} kept in {keep}, and the same command goes on there."


def _note_searches(results: Sequence[Result]) -> None:
    """Name the steps whose certificates are missing, or are of other goals."""
    from banditproof.paper_checks.proofs.theorems.verdicts import ANEW
    from banditproof.paper_checks.statements.documents import document_named

    anew = [
        (result.claim, step)
        for result in results
        for step in result.verdict.steps
        if ANEW in step.detail
    ]
    if not anew:
        return
    names = ", ".join(f"step {step.number} of {claim.id}" for claim, step in anew)
    document = document_named(anew[0][0].document)
    command = f"banditproof prove {document.shown}/" if document and not document.own else CERTIFY
    say(f"No certificate fits {names}; it was searched for. `{command}` writes it anew.")


def _print_many(results: Sequence[Result], shown: Shown, whole: bool) -> None:
    from banditproof.paper_checks.running.mutants_run import noticed_in_words
    from banditproof.paper_checks.running.second_reading import in_words

    print_table(
        ("claim", "", "verdict", "grade", "seconds", "finding"),
        [
            (
                result.claim.id,
                whose(result.claim),
                coloured(result.verdict.outcome.value, result.graded),
                result.graded,
                f"{result.seconds:.2f}",
                shown(result.verdict.summary),
            )
            for result in results
        ],
        below=True,
    )
    print()
    for line in totals(
        [(result.claim, result.graded, result.verdict.outcome.value) for result in results]
    ):
        print_text(line)
    for line in counted_drafts(result.claim for result in results):
        print_text(line)
    for line in (*noticed_in_words(results), *in_words(results)):
        print_text(line)
    unexpected = [result.claim.id for result in results if not result.as_recorded]
    if unexpected:
        print_text(f"Not as recorded: {', '.join(unexpected)}.")
    elif whole and all(result.graded_as_recorded for result in results):
        print_text("Every verdict is as recorded.")
