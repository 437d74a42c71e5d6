"""`banditproof check`: run the checks and compare each verdict with the recorded one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import AsJson
from .claims import Document
from .output import coloured, console, print_json, print_table, progress, readable

if TYPE_CHECKING:
    from banditproof.paper_checks import Claim, Result

Ids = Annotated[list[str] | None, typer.Argument(help="Claims, for example: bern.thm3.1")]
Tier = Annotated[
    str, typer.Option(help="fast: everything but figures and long simulations; all: everything.")
]
Workers = Annotated[int, typer.Option(min=1, help="How many checks run at once.")]


def chosen_claims(ids: Sequence[str], document: str | None, tier: str) -> list[Claim]:
    """The claims that were named, or all of the document and tier."""
    from banditproof.paper_checks import claims, find

    if tier not in ("fast", "all"):
        raise ValueError(f"The tier is {tier!r}; give 'fast' or 'all'.")
    if ids:
        return [find(id) for id in dict.fromkeys(ids)]
    return [c for c in claims(document) if tier == "all" or c.tier == "fast"]


def command(
    ids: Ids = None,
    document: Document = None,
    tier: Tier = "fast",
    workers: Workers = 2,
    json: AsJson = False,
) -> None:
    """Check claims: all of a tier, or those that are named.

    The exit code is 0 if every verdict is the recorded one (a false statement that is refuted as
    recorded counts as such), and 1 otherwise.

    Examples: banditproof check bern.thm3.1;  banditproof check --tier all --json
    """
    from banditproof.paper_checks import run_all

    chosen = chosen_claims(ids or [], document, tier)
    with progress(len(chosen), "checking") as advance:
        results = run_all(chosen, workers, lambda result: advance(1, f"checked {result.claim.id}"))
    if json:
        print_json([result.to_json() for result in results])
    elif ids and len(results) <= 3:
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
                result.verdict.evidence.grade.value if result.verdict.evidence else "",
                f"{result.seconds:.2f}",
                result.verdict.summary,
            )
            for result in results
        ],
    )
    tally = Counter(result.verdict.outcome.value for result in results)
    counts = ", ".join(f"{verdict} {number}" for verdict, number in tally.most_common())
    unexpected = [result.claim.id for result in results if not result.as_recorded]
    console().print(f"\n{len(results)} claims: {counts or 'nothing to check'}.")
    if unexpected:
        console().print(f"Not as recorded: {', '.join(unexpected)}.", style="bold red")
    else:
        console().print("Every verdict is as recorded.")


def _print_one(result: Result) -> None:
    from rich.markup import escape

    from banditproof.paper_checks.claim import catalogue

    claim, verdict, show = result.claim, result.verdict, console()
    grade = f" ({verdict.evidence.grade.value})" if verdict.evidence else ""
    show.print(f"[bold]{claim.id}[/bold]  {escape(claim.title)}  ({claim.kind}, {claim.place})")
    facts = {
        # a repair or a reading of our own is printed nowhere
        "printed" if claim.id in catalogue() else "stated": claim.statement,
        "verdict": verdict.outcome.value + grade,
        "finding": verdict.summary,
        "witness": verdict.evidence.witness if verdict.evidence else None,
        "repaired by": claim.repaired_by,
        "covered": verdict.covered,
        "not covered": verdict.not_covered,
        "doubts settled": ", ".join(claim.doubts),
        "recorded": None if result.as_recorded else claim.recorded.value,
        "seconds": f"{result.seconds:.2f}",
    }
    numbers = verdict.evidence.numbers if verdict.evidence else {}
    rows = [(name, value) for name, value in facts.items() if value]
    rows += [(f"  {name}", readable(value)) for name, value in numbers.items()]
    print_table(("", ""), rows)
    show.print()
