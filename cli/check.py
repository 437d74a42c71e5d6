"""`banditproof check`: run the checks and compare each verdict with the recorded one."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import AsJson
from .claim_options import Choice
from .option_groups import with_groups
from .output import coloured, print_json, print_table, print_text, progress, readable

if TYPE_CHECKING:
    from banditproof.paper_checks import Claim, Result

Ids = Annotated[
    list[str] | None,
    typer.Argument(help="IDs, patterns or labels: bern.thm3.1, 'bern.lemF.*', 'Lemma F.3'"),
]
Tier = Annotated[
    str,
    typer.Option(help="fast: all but figures and long simulations; slow: these; all: everything."),
]
Workers = Annotated[int, typer.Option(min=1, help="How many checks run at once.")]
MOST_IN_FULL = 3
"""So many results are shown in full when claims are named."""


def chosen_claims(ids: Sequence[str], choice: Choice, tier: str) -> list[Claim]:
    """The claims that are named, or all that the options admit, of a tier."""
    from banditproof.paper_checks import find
    from banditproof.paper_checks.finding import resolve, wanted

    filter = choice.filter(tier=tier)
    if not ids:
        listed = [find(facts.id) for facts in wanted(filter)]
        if not listed:
            raise ValueError("No claim is in this selection; `banditproof claims` lists them all.")
        return listed
    named = resolve(ids)
    for note in named.notes:
        print(f"banditproof: {note}", file=sys.stderr)
    return [find(id) for id in named.ids]


@with_groups
def command(
    choice: Choice,
    ids: Ids = None,
    tier: Tier = "fast",
    workers: Workers = 2,
    json: AsJson = False,
) -> None:
    """Check claims: those that are named, or all of a tier.

    The exit code is 0 if every verdict is the recorded one (a false statement that is refuted as
    recorded counts as such), and 1 otherwise.

    Example: banditproof check bern.thm3.1; banditproof check --section 4.2 --tier all --json
    """
    from banditproof.paper_checks import run_all

    chosen = chosen_claims(ids or [], choice, tier)
    with progress(len(chosen), "checking") as advance:
        results = run_all(chosen, workers, lambda result: advance(1, f"checked {result.claim.id}"))
    if json:
        print_json([result.to_json() for result in results])
    elif ids and len(results) <= MOST_IN_FULL:
        for result in results:
            _print_one(result)
    else:
        _print_many(results)
    if not all(result.as_recorded for result in results):
        raise typer.Exit(1)


def _print_many(results: Sequence[Result]) -> None:
    print_table(
        ("claim", "verdict", "grade", "seconds", "finding"),
        [
            (
                result.claim.id,
                coloured(result.verdict.outcome.value),
                result.grade or "",
                f"{result.seconds:.2f}",
                result.verdict.summary,
            )
            for result in results
        ],
        below=True,
    )
    tally = Counter(result.verdict.outcome.value for result in results)
    counts = ", ".join(f"{verdict} {number}" for verdict, number in tally.most_common())
    stated = sum(result.claim.stated for result in results)
    print()
    print_text(
        f"{len(results)} claims, {stated} of them stated by the documents: "
        f"{counts or 'nothing to check'}."
    )
    unexpected = [result.claim.id for result in results if not result.as_recorded]
    if unexpected:
        print_text(f"Not as recorded: {', '.join(unexpected)}.")
    else:
        print_text("Every verdict is as recorded.")


def _print_one(result: Result) -> None:
    facts = result.facts
    name = facts.label if facts.stated else f"part of {facts.label}" if facts.label else ""
    grade = f" ({facts.grade})" if facts.grade else ""
    verdict = coloured(facts.verdict)
    rows = {
        "claim": ", ".join(part for part in (facts.id, name, facts.title) if part),
        "place": f"{_title(facts.document)}: {facts.place}",
        "printed" if facts.stated else "stated": facts.statement,
        "verdict": verdict._replace(text=verdict.text + grade),
        "finding": facts.summary,
        "witness": facts.witness,
        "repaired by": facts.repaired_by,
        "repaired": facts.repaired_statement,
        "covered": facts.covered,
        "not covered": facts.not_covered,
        "doubts": " ".join(facts.doubts),
        "recorded": None if facts.as_recorded else facts.recorded,
        "numbers": "; ".join(f"{name}: {readable(value)}" for name, value in _numbers(result)),
        "seconds": f"{facts.seconds:.2f}",
        "program": f"{facts.file}:{facts.line}",
    }
    print_table(("", ""), [(name, value) for name, value in rows.items() if value])
    print()


def _title(document: str) -> str:
    from banditproof.paper_checks.catalogue import DOCUMENTS

    return DOCUMENTS[document]


def _numbers(result: Result) -> list[tuple[str, object]]:
    evidence = result.verdict.evidence
    return list(evidence.numbers.items()) if evidence else []
