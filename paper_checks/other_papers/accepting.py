"""Accepts a source as it is now: the record is rewritten, and claims follow what was not edited.

The verdict of a claim is about the words that its program tests. So new words are accepted by ID,
by somebody who has read the program again.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from banditproof.theory.atomic_files import write_text
from ..statements.declared import PROOF_ALONE, Declared
from ..statements.document_header import RECORD
from ..statements.files_of_claims import files_ending
from ..statements.ids_in_texts import ENDING
from ..statements.text_reader import ClaimText, read_claims
from ..statements.text_writer import written as written_text
from ..tex_source.found import FoundStatement, Paper
from ..tex_source.statement_ids import new_ids
from .drift import Drift
from .skeletons import Skeletons
from .source_changes import LOUD, Change
from .source_record import Placed, Record, named_digests, placed, reached, with_references, written

LATER = f"statements{ENDING}"
"""The file of a folder to which claims of new statements are added."""


def accept(folder: Path, record: Record, found: Drift, chosen: Iterable[str]) -> tuple[str, ...]:
    """Write the record of a folder anew, and say what is accepted, a sentence for each.

    A statement that has changed, that refers to one that has, or that is gone is accepted only if
    it is chosen. If none is chosen, all other changes are accepted: moves, numbers, labels, and new
    statements, each of which gets a claim. An algorithm, a figure, an equation and the like are
    accepted with a statement that refers to them, or by label. The words of a claim that nobody has
    edited in the folder are replaced by those of the source, and so are all printed names. A claim
    whose statement is gone stays.
    """
    wanted, paper = set(chosen), found.paper
    taken = [
        change
        for change in found.changes
        if (bool(change.id) and change.id in wanted if wanted else change.state not in LOUD)
    ]
    kept = {change.id for change in taken}
    now = {id: one for id, one in found.now.items() if id in kept}
    new: dict[str, FoundStatement] = {}
    if not wanted:
        prefix = next(iter(record.statements), "my.").partition(".")[0]
        new = dict(zip(new_ids(found.new, prefix, record.statements), found.new, strict=True))
    now |= new
    skeletons = Skeletons(paper, _ids_of(paper, {**found.now, **now}))
    claims, known = skeletons.claims(), named_digests(paper)
    gone = {change.id for change in taken if change.state == "gone"}
    statements = {id: one for id, one in record.statements.items() if id not in gone}
    if found.older:  # what a statement refers to counts from now on, in those not accepted as well
        old = {id: one for id, one in statements.items() if id in found.now}
        statements |= {
            id: with_references(one, found.now[id], paper, known) for id, one in old.items()
        }
    statements |= {id: written(one, paper, known, claims[id].statement) for id, one in now.items()}
    named = reached((n for one in now.values() for n in (*one.names, *one.proof_names)), paper)
    places, of_places = _placed(record, found, wanted, set(named) if wanted else set())
    programs = _programs(folder)
    _follow(folder, record, {id: claims[id] for id in now})
    made_anew = Record(record.main, record.aux, statements, places)
    write_text(folder / RECORD, made_anew.to_json())
    ids = iter(new)
    return tuple(
        f"{change} Its claim is {next(ids)}."
        if change.state == "new" and change not in of_places
        else f"{str(change).rstrip('.')}.{programs.get(change.id, '')}"
        if change.state in LOUD
        else str(change)
        for change in (*taken, *of_places)
        if change.sentence
    )


def _placed(
    record: Record, found: Drift, wanted: Container[str], named: Container[str]
) -> tuple[dict[str, Placed], list[Change]]:
    """The places of the new record, and the changes of places that are accepted."""
    places = dict(record.places)
    changes = {change.called: change for change in found.of_places}
    taken: list[Change] = []
    for key in {**record.places, **found.places}:
        change, now = changes.get(key), found.places.get(key)
        labels = now.labels if now is not None else places[key].labels
        asked = key in wanted or any(label in named for label in labels)
        loud = change is not None and change.state in LOUD
        if not asked and (loud or (change is not None and bool(wanted))):
            continue
        if change is not None:
            taken.append(change)
        if now is None:
            places.pop(key, None)
        else:
            places[key] = placed(now)
    return places, taken


def _programs(folder: Path) -> dict[str, str]:
    """What is to be read again for each claim that has a check or a recorded verdict."""
    said = {}
    for file in files_ending(folder, ENDING):
        for entry in read_claims(file).entries:
            if not isinstance(entry, Declared) or not (entry.program or entry.recorded):
                continue
            name = "proof" if entry.by_proof else "check"
            if entry.program is not None and entry.program != PROOF_ALONE:
                name = f"program {entry.program[0].replace('.', '/')}.py"
            verdict = f" The recorded verdict stays {entry.recorded}:" if entry.recorded else ""
            said[entry.id] = (
                f"{verdict} its {name} tests what it tested before, unless you have edited it: "
                "read it."
            )
    return said


def _ids_of(paper: Paper, now: Mapping[str, FoundStatement]) -> list[str]:
    """The IDs of all statements of a source; a statement without a claim gets an unused one."""
    ids = {id(one): claim for claim, one in now.items()}
    return [ids.get(id(one), f"none.s{place}") for place, one in enumerate(paper.statements)]


def _follow(folder: Path, record: Record, claims: Mapping[str, Declared]) -> None:
    """Write the texts of a folder again, with the claims that follow their source."""
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
