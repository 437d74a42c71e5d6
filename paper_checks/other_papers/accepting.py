"""Accepts what a source says now: the record is written anew, and what was not edited follows."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from banditproof.theory.atomic_files import write_text
from ..statements.declared import Declared
from ..statements.files_of_claims import files_ending
from ..statements.ids_in_texts import ENDING
from ..statements.text_reader import ClaimText, read_claims
from ..statements.text_writer import written as written_text
from ..tex_source.found import FoundStatement, Paper
from ..tex_source.statement_ids import new_ids
from .drift import Drift
from .skeletons import Skeletons
from .source_record import RECORD, Record, named_digests, written

LATER = f"statements{ENDING}"
"""The file of a folder to which claims of new statements are added."""


def accept(folder: Path, record: Record, found: Drift, chosen: Iterable[str]) -> None:
    """Write the record of a folder anew for the chosen claims, or for all if none is chosen.

    A statement that nobody has edited in the texts of the folder follows its source, and so do all
    printed names. New statements get a claim if all is accepted; one that is gone is forgotten, and
    its claim stays.
    """
    wanted, paper = list(chosen), found.paper
    now = {id: one for id, one in found.now.items() if not wanted or id in wanted}
    if not wanted:
        prefix = next(iter(record.statements)).partition(".")[0]
        now |= dict(zip(new_ids(found.new, prefix, record.statements), found.new, strict=True))
    skeletons = Skeletons(paper, _ids_of(paper, {**found.now, **now}))
    claims, known = skeletons.claims(), named_digests(paper)
    gone = {change.id for change in found.changes if change.state == "gone"}
    statements = {
        id: one
        for id, one in record.statements.items()
        if not (id in gone and (not wanted or id in wanted))
    }
    statements |= {id: written(one, known, claims[id].statement) for id, one in now.items()}
    _follow(folder, record, {id: claims[id] for id in now})
    made_anew = Record(record.main, record.aux, statements)
    write_text(folder / RECORD, made_anew.to_json())


def _ids_of(paper: Paper, now: Mapping[str, FoundStatement]) -> list[str]:
    """The IDs of all statements of a source; those without a claim have one that nobody sees."""
    ids = {id(one): claim for claim, one in now.items()}
    return [ids.get(id(one), f"none.s{place}") for place, one in enumerate(paper.statements)]


def _follow(folder: Path, record: Record, claims: Mapping[str, Declared]) -> None:
    """Write the texts of a folder whose claims follow their source."""
    left = dict(claims)
    for file in list(files_ending(folder, ENDING)):
        text = read_claims(file)
        entries = tuple(
            _followed(entry, left.pop(entry.id), record)
            if isinstance(entry, Declared) and entry.id in left
            else entry
            for entry in text.entries
        )
        if entries != text.entries:
            write_text(file, written_text(replace(text, entries=entries)))
    added = tuple(claim for id, claim in left.items() if id not in record.statements)
    if added:
        file = folder / LATER
        text = read_claims(file) if file.exists() else ClaimText(file)
        text = replace(text, entries=(*text.entries, *added))
        write_text(file, written_text(text))


def _followed(entry: Declared, claim: Declared, record: Record) -> Declared:
    """A claim with its printed name as it is now, and its statement if nobody has edited it."""
    old = record.statements.get(entry.id)
    edited = old is None or entry.statement != old.words
    statement = entry.statement if edited else claim.statement
    return replace(entry, called=claim.called, statement=statement)
