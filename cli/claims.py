"""`banditproof claims`: what can be checked."""

from __future__ import annotations

from typing import Annotated

import typer

from .arguments import AsJson
from .output import coloured, print_json, print_table

Document = Annotated[
    str | None, typer.Option(help="Only the claims of one document, for example: bernoulli")
]


def command(document: Document = None, json: AsJson = False) -> None:
    """List the claims with their recorded verdicts, without running any check.

    Example: banditproof claims --document bernoulli
    """
    from banditproof.paper_checks import claims

    chosen = claims(document)
    if json:
        print_json(
            [
                {
                    "id": claim.id,
                    "document": claim.document,
                    "place": claim.place,
                    "kind": claim.kind,
                    "title": claim.title,
                    "statement": claim.statement,
                    "recorded": claim.recorded.value,
                    "repaired_by": claim.repaired_by,
                    "doubts": list(claim.doubts),
                    "tier": claim.tier,
                }
                for claim in chosen
            ]
        )
        return
    print_table(
        ("claim", "recorded verdict", "tier", "place", "title"),
        [(c.id, coloured(c.recorded.value), c.tier, c.place, c.title) for c in chosen],
    )
