"""One claim, and a list of errata, in Markdown."""

from collections.abc import Iterator
from .claim_summary import Answer, ClaimSummary, summary_of
from .markdown_text import cell_in_markdown, code_in_markdown, line_in_markdown
from .mathematics import markdown_of
from .reported import Reported


def claim_in_markdown(reported: Reported, id: str, stamp: str = "") -> str:
    """One claim in Markdown: place, statement, verdict, witness, repair, proof, command."""
    return "\n".join(section_in_markdown(summary_of(reported, id, stamp), level=1)) + "\n"


def section_in_markdown(summary: ClaimSummary, level: int) -> Iterator[str]:
    """The lines of a section about one claim."""
    yield f"{'#' * level} {markdown_of(summary.heading)}"
    yield ""
    yield code_in_markdown(summary.id)
    for answer in summary.answers:
        yield ""
        yield from _answer(answer)


def _answer(answer: Answer) -> Iterator[str]:
    name = f"**{answer.name}.**"
    if answer.code:
        yield f"{name} {code_in_markdown(answer.code)}"
    elif answer.rows:
        yield name
        yield ""
        yield from _table(answer.rows)
    elif answer.items:
        yield name
        yield ""
        numbered = answer.name == "Proof"
        for place, item in enumerate(answer.items, 1):
            mark = f"{place}." if numbered else "-"
            yield f"{mark} {line_in_markdown(markdown_of(item))}"
    elif answer.quoted:
        yield name
        yield ""
        yield f"> {line_in_markdown(markdown_of(answer.text))}"
    else:
        yield f"{name} {markdown_of(answer.text)}"


def _table(rows: tuple[tuple[str, str], ...]) -> Iterator[str]:
    yield "| Quantity | Value |"
    yield "|---|---|"
    for row in rows:
        yield f"| {' | '.join(cell_in_markdown(markdown_of(cell)) for cell in row)} |"
