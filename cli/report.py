"""`banditproof report`: a site about claims, one claim as a text, or two pages to its authors."""

from __future__ import annotations
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
import typer
from .arguments import AsJson
from .check import Ids, Tier
from .claim_options import Choice
from .document_options import first_document, refuse_unquoted
from .output import print_json, print_text, progress
from .places_of_work import Workers
from .review_text import require_review, write_review
from .streams import output_on_error, say

if TYPE_CHECKING:
    from banditproof.paper_checks import Claim
    from banditproof.paper_checks.report.drawn_figures import Drawn
    from banditproof.paper_checks.report.reported import Reported
    from banditproof.paper_checks.statements.claim_facts import ResultFacts
    from banditproof.paper_checks.statements.documents import Document


def command(
    choice: Choice,
    ids: Ids = None,
    out: Path | None = None,
    format: str | None = None,
    results: Path | None = None,
    recorded: bool = False,
    figures: Path | None = None,
    review: bool = False,
    tier: Tier = "fast",
    workers: Workers = 2,
    json: AsJson = False,
) -> None:
    """Write a site about claims, their verdicts, and what these rest on; or one claim as a text.

    With --review, two pages about a document to send to its authors: what was checked, what is
    false and by which numbers, what is true instead, what is not covered. They are Markdown, or
    what --format says, tex or pdf.

    The checks of the tier run first, unless results are given or recorded verdicts are enough; what
    did not run is shown as it is recorded, and says so. The site needs no network. An old report in
    the folder is replaced when the new one is complete; a folder with other files is refused.
    The exit code is 1 if a verdict is not the recorded one, or a mutant of a folder is not noticed.

    The programs of a folder about another paper run, in a process apart, unless --recorded is
    given; a grade that they give is called theirs.

    Example: banditproof report --out site; banditproof report bern.thm4.3 --format md;
    banditproof report my-paper/ --review --out review.md
    """
    from banditproof.paper_checks.other_papers.description import to_send
    from banditproof.paper_checks.statements.ids_in_texts import refuse_unknown

    if results is not None and recorded:
        raise ValueError("There are --from and --recorded; give one or the other.")
    refuse_unknown(ids or ())
    refuse_unquoted(ids or ())
    with to_send():
        document, named = first_document(ids or (), texts_only=recorded)
        wanted = Wanted(named, choice, document, recorded)
        selected = wanted.claims()
    if review:
        format = format or "md"
        require_review(format, selected, json, out)
    elif format is None:
        _require_site(out)
    else:
        _require_text(format, selected, json, out)
    drawn = _drawn(figures, format)
    if results is not None:
        result, source = _earlier(results), f"The verdicts come from the file {results.name}."
    elif recorded:
        result, source = (), "The verdicts are the recorded ones; no check ran."
    else:
        result, source = _run(wanted, tier, workers), "The checks ran for this report."
    reported = _reported(result, selected)
    if format is None and out is not None:
        _write_site(reported, out, source, json, drawn)
    elif review:
        write_review(reported, format or "md", out)
    else:
        _write_text(reported, format or "", source, out)
    for sentence in reported.missed:
        say(sentence)
    if reported.not_as_recorded or reported.missed:
        raise typer.Exit(1)


@dataclass(frozen=True)
class Wanted:
    """What a report is about: claims that are named, or all that options or a document admit."""

    ids: Sequence[str]
    choice: Choice
    document: Document | None
    texts_only: bool = False

    def claims(self) -> list[str]:
        """The IDs of the claims."""
        from banditproof.paper_checks.proofs.listed_facts import read_sources
        from banditproof.paper_checks.statements.claim_search import wanted

        read_sources()
        if self.ids:
            return [claim.id for claim in self.to_run("all")]
        filter = self.choice.filter(document=self.document, texts_only=self.texts_only)
        results = [facts.id for facts in wanted(filter)]
        if not results:
            raise ValueError("No claim is in this selection; `banditproof claims` lists them all.")
        return results

    def to_run(self, tier: str) -> list[Claim]:
        """The claims whose checks run: those that are named, or all of a tier."""
        from .check import chosen_claims

        return chosen_claims(self.ids, self.choice, tier, self.document)


def _require_site(out: Path | None) -> None:
    """That a site can be made and put into its folder, before any check runs."""
    from banditproof.paper_checks.report.page_templates import templates
    from banditproof.paper_checks.report.site_folder import require_place

    if out is None:
        raise ValueError(
            "A site needs a folder: give --out FOLDER, or --format md for one claim as a text."
        )
    require_place(out)
    templates()


def _require_text(format: str, selected: Sequence[str], json: bool, out: Path | None) -> None:
    """That a text can be made, of one claim, or of the errata of one document, and written."""
    from banditproof.paper_checks.report.one_claim import FORMS
    from banditproof.paper_checks.report.page_templates import templates
    from banditproof.paper_checks.statements.index import claim_index
    from banditproof.theory.atomic_files import writable_file

    if format not in FORMS:
        raise ValueError(f"The format is {format!r}; give one of {', '.join(FORMS)}.")
    if json:
        raise ValueError("A text has no --json; `banditproof check --json` gives the same facts.")
    known = claim_index()
    documents = {known[id].document for id in selected}
    if len(selected) != 1 and (len(documents) != 1 or format in ("html", "bib")):
        raise ValueError(
            f"The format {format} is for one claim, or md and tex for the errata of one document; "
            f"this names {len(selected)} claims. Give one ID, or --out FOLDER for a site."
        )
    if format == "html":
        templates()
    if out is not None:
        writable_file(out)


def _earlier(file: Path) -> tuple[ResultFacts, ...]:
    from banditproof.paper_checks.report.earlier_results import earlier_results
    from banditproof.paper_checks.statements.index import claim_index

    return earlier_results(file, claim_index())


def _run(wanted: Wanted, tier: str, workers: int) -> tuple[ResultFacts, ...]:
    """The results of the claims that are named, or of all of a tier."""
    from banditproof.paper_checks import run_all

    chosen = wanted.to_run(tier)
    aside = nullcontext() if wanted.document is None else output_on_error()
    with progress(len(chosen), "checking") as advance, aside:
        results = run_all(
            chosen, workers, lambda result: advance(1, f"checked {result.claim.id}"), mutants=True
        )
    return tuple(result.facts for result in results)


def _reported(found: Sequence[ResultFacts], selected: Sequence[str]) -> Reported:
    from banditproof.paper_checks.report.reported import Reported
    from banditproof.paper_checks.statements.catalogue import DOCUMENTS
    from banditproof.paper_checks.statements.index import claim_index

    return Reported.of(claim_index(), found, selected, DOCUMENTS)


def _drawn(folder: Path | None, format: str | None) -> Drawn:
    """The files of the figures in a folder; none without one."""
    from banditproof.paper_checks.report.drawn_figures import drawn_figures

    if folder is not None and format is not None:
        raise ValueError("A text has no figures; leave out --figures, or --format for a site.")
    return drawn_figures(folder) if folder is not None else {}


def _write_site(reported: Reported, out: Path, source: str, json: bool, drawn: Drawn) -> None:
    from banditproof.paper_checks.report.reported import what_ran
    from banditproof.paper_checks.report.site import write_site
    from banditproof.paper_checks.report.stamp import Stamp
    from .results import ReportFacts

    with progress(len(reported.pages), "writing") as advance:
        pages = write_site(
            reported, out, Stamp.of(reported.ran, source), lambda page: advance(1, page), drawn
        )
    if json:
        facts: Any = ReportFacts(
            index=str(out / "index.html"),
            pages=pages,
            claims=len(reported.chosen),
            ran=sum(reported.result(id) is not None for id in reported.chosen),
            not_as_recorded=tuple(facts.id for facts in reported.not_as_recorded),
        )
        print_json(facts)
        return
    print_text(f"{pages} pages; the first is {out / 'index.html'}.")
    print_text(what_ran(reported))


def _write_text(reported: Reported, format: str, source: str, out: Path | None) -> None:
    from banditproof.paper_checks.report.one_claim import errata_of, one_claim
    from banditproof.paper_checks.report.stamp import Stamp
    from banditproof.theory.atomic_files import write_text

    if len(reported.chosen) == 1:
        stamp = Stamp.of(reported.ran, source)
        text = one_claim(reported, reported.chosen[0], format, stamp)
    else:
        text = errata_of(reported, reported.claims[reported.chosen[0]].document, format)
    if out is None:
        sys.stdout.write(text)
        return
    write_text(out, text)
