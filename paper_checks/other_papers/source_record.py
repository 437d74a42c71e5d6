"""What the claims of a folder were written for: `source.json`, one entry for each statement.

Beside the statements it has the algorithms, figures and their like, and the equations and other
environments that a statement or its proof refers to, in steps as well.
"""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any
from ..statements.document_header import RECORD
from ..statements.folders_beside import no_folder
from ..statements.text_files import text_of
from ..tex_source.digest import digest
from ..tex_source.equations import LABEL
from ..tex_source.found import FoundPlace, FoundStatement, Paper
from ..tex_source.read_paper import read_paper
from ..tex_source.watched_places import is_always_watched

FORM = 2
STATEMENTS_ALONE = 1
"""The form of a record that has no places, and does not say what a proof referred to."""


@dataclass(frozen=True, kw_only=True)
class Written:
    """A statement as it stood when its claim was written."""

    label: str
    called: str
    """How it was printed: `Lemma 2.1`."""
    section: str
    file: str
    line: int
    digest: str
    """The digest of what it says, with macros expanded."""
    text: str
    names: Mapping[str, str] = field(default_factory=dict)
    """The labels that it names, in steps as well, with the digests of what has them."""
    proof: Mapping[str, str] = field(default_factory=dict)
    """The labels that its proof names, alike; the digest is empty where no environment has one."""
    lean: tuple[str, ...] = ()
    words: str = ""
    """The statement that the claim was given; another one in the text was written by hand."""


@dataclass(frozen=True, kw_only=True)
class Placed:
    """An algorithm, a figure, an equation or their like when the claims were written."""

    environment: str
    labels: tuple[str, ...]
    file: str
    line: int
    digest: str
    text: str


@dataclass(frozen=True)
class Record:
    """The source of a folder, and its statements by the IDs of their claims."""

    main: str
    """The path of the source from the folder."""
    aux: str | None
    statements: Mapping[str, Written]
    places: Mapping[str, Placed] = field(default_factory=dict)
    """By their labels; one without a label by its environment and a number: `algorithm 2`."""
    form: int = FORM

    def paper(self, folder: Path) -> Paper:
        """The source as it stands now, with the numbers of TeX if they are there."""
        aux = folder / self.aux if self.aux else None
        return read_paper(folder / self.main, aux if aux is not None and aux.exists() else None)

    def to_json(self) -> str:
        """The text of the file."""
        statements = {id: asdict(one) for id, one in self.statements.items()}
        places = {key: asdict(one) for key, one in self.places.items()}
        known = {"form": FORM, "main": self.main, "aux": self.aux, "statements": statements}
        known["places"] = places
        return json.dumps(known, indent=1, ensure_ascii=False) + "\n"


def record_in(folder: Path) -> Record | None:
    """The record of a folder; None if it was not made from a source; a sentence if it is wrong."""
    file = folder / RECORD
    if not file.exists():
        return None
    try:
        known = json.loads(text_of(file))
        form = known["form"]
        if form not in (STATEMENTS_ALONE, FORM):
            raise ValueError
        statements = {str(id): _written(one, form) for id, one in known["statements"].items()}
        given = known["places"] if form == FORM else {}
        places = {str(key): _placed(one) for key, one in given.items()}
        aux = known["aux"]
        return Record(
            str(known["main"]), None if aux is None else str(aux), statements, places, form
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError(
            f"The file {file} is no record of a source; make the folder anew by `banditproof new "
            "NAME --from main.tex`."
        ) from None


def record_of(folder: Path, shown: str) -> Record:
    """The record of a folder that must have one."""
    if not folder.is_dir():
        raise ValueError(no_folder(shown))
    record = record_in(folder)
    if record is None:
        raise ValueError(
            f"There is no {folder / RECORD}, so {shown} was not made from a source; give a folder "
            "that `banditproof new NAME --from main.tex` has made."
        )
    return record


def _written(one: Mapping[str, Any], form: int) -> Written:
    given: dict[str, Any] = {item.name: one[item.name] for item in fields(Written)}
    if form == STATEMENTS_ALONE:
        given["proof"] = dict.fromkeys(given["proof"], "")
    for key in ("names", "proof"):
        given[key] = {str(label): str(value) for label, value in given[key].items()}
    given["lean"] = tuple(map(str, given["lean"]))
    given["line"] = int(given["line"])
    for key in ("label", "called", "section", "file", "digest", "text", "words"):
        given[key] = str(given[key])
    return Written(**given)


def _placed(one: Mapping[str, Any]) -> Placed:
    given: dict[str, Any] = {item.name: str(one[item.name]) for item in fields(Placed)}
    given["labels"] = tuple(map(str, one["labels"]))
    given["line"] = int(one["line"])
    return Placed(**given)


def named_digests(paper: Paper) -> dict[str, str]:
    """The digest of what has each label: a statement, or an environment that is none."""
    places = {label: digest(one.expanded) for one in paper.places for label in one.labels}
    return places | {
        label: digest(one.expanded)
        for one in reversed(paper.statements)
        for label in (*one.labels, *map(str.strip, LABEL.findall(one.text)))
    }


def reached(names: Iterable[str], paper: Paper) -> list[str]:
    """Labels that are named, and those that the places behind them name in turn."""
    by_label = {label: place for place in paper.places for label in place.labels}
    found: dict[str, None] = {}
    left = list(reversed(list(names)))
    while left:
        name = left.pop()
        if name not in found:
            found[name] = None
            left += reversed(by_label[name].names) if name in by_label else ()
    return list(found)


def watched_places(paper: Paper) -> list[FoundPlace]:
    """The algorithms, figures and their like, and all that a statement or its proof refers to."""
    named = reached((n for one in paper.statements for n in (*one.names, *one.proof_names)), paper)
    wanted = frozenset(named)
    return [
        place
        for place in paper.places
        if is_always_watched(place.environment) or not wanted.isdisjoint(place.labels)
    ]


def placed(place: FoundPlace) -> Placed:
    """The entry of a place."""
    return Placed(
        environment=place.environment,
        labels=tuple(place.labels),
        file=place.file,
        line=place.line,
        digest=digest(place.expanded),
        text=place.expanded,
    )


def written(
    statement: FoundStatement, paper: Paper, known: Mapping[str, str], words: str
) -> Written:
    """The entry of a statement of a paper; `known` are the digests of all labels."""
    return Written(
        label=statement.label,
        called=statement.called,
        section=statement.section,
        file=statement.file,
        line=statement.line,
        digest=digest(statement.expanded),
        text=statement.expanded,
        names={name: known[name] for name in reached(statement.names, paper) if name in known},
        proof={name: known.get(name, "") for name in reached(statement.proof_names, paper)},
        lean=tuple(statement.lean),
        words=words,
    )


def with_references(
    old: Written, statement: FoundStatement, paper: Paper, known: Mapping[str, str]
) -> Written:
    """An entry of a record of statements alone, with what the statement and its proof refer to."""
    now = written(statement, paper, known, old.words)
    return replace(old, names={**now.names, **old.names}, proof=now.proof)


def path_from(folder: Path, file: Path) -> str:
    """The path of a file, seen from a folder."""
    return Path(os.path.relpath(file.absolute(), folder.absolute())).as_posix()
