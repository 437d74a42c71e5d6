"""What the claims of a folder were written for: `source.json`, one entry for each statement."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any
from ..statements.text_files import text_of
from ..tex_source.digest import digest
from ..tex_source.equations import LABEL
from ..tex_source.found import FoundStatement, Paper
from ..tex_source.read_paper import read_paper

RECORD = "source.json"
"""The file of a folder that says which source its claims were written for."""
FORM = 1


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
    """The labels of statements that it names, with the digests of these."""
    proof: tuple[str, ...] = ()
    """The labels that its proof names."""
    lean: tuple[str, ...] = ()
    words: str = ""
    """The statement that the claim was given; another one in the text was written by hand."""


@dataclass(frozen=True)
class Record:
    """The source of a folder, and its statements by the IDs of their claims."""

    main: str
    """The path of the source from the folder."""
    aux: str | None
    statements: Mapping[str, Written]

    def paper(self, folder: Path) -> Paper:
        """The source as it stands now, with the numbers of TeX if they are there."""
        aux = folder / self.aux if self.aux else None
        return read_paper(folder / self.main, aux if aux is not None and aux.exists() else None)

    def to_json(self) -> str:
        """The text of the file."""
        statements = {id: asdict(one) for id, one in self.statements.items()}
        known = {"form": FORM, "main": self.main, "aux": self.aux, "statements": statements}
        return json.dumps(known, indent=1, ensure_ascii=False) + "\n"


def record_in(folder: Path) -> Record | None:
    """The record of a folder; None if it was not made from a source; a sentence if it is wrong."""
    file = folder / RECORD
    if not file.exists():
        return None
    try:
        known = json.loads(text_of(file))
        if known["form"] != FORM:
            raise ValueError
        statements = {str(id): _written(one) for id, one in known["statements"].items()}
        aux = known["aux"]
        return Record(str(known["main"]), None if aux is None else str(aux), statements)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError(
            f"The file {file} is no record of a source; make the folder anew by `banditproof new "
            "NAME --from main.tex`."
        ) from None


def record_of(folder: Path, shown: str) -> Record:
    """The record of a folder that must have one."""
    record = record_in(folder)
    if record is None:
        raise ValueError(
            f"There is no {folder / RECORD}, so {shown} was not made from a source; give a folder "
            "that `banditproof new NAME --from main.tex` has made."
        )
    return record


def _written(one: Mapping[str, Any]) -> Written:
    given: dict[str, Any] = {item.name: one[item.name] for item in fields(Written)}
    given["names"] = {str(label): str(value) for label, value in given["names"].items()}
    for key in ("proof", "lean"):
        given[key] = tuple(map(str, given[key]))
    given["line"] = int(given["line"])
    for key in ("label", "called", "section", "file", "digest", "text", "words"):
        given[key] = str(given[key])
    return Written(**given)


def named_digests(paper: Paper) -> dict[str, str]:
    """The digest of the statement behind each label: its own, or that of an equation inside it."""
    return {
        label: digest(one.expanded)
        for one in reversed(paper.statements)
        for label in (*one.labels, *map(str.strip, LABEL.findall(one.text)))
    }


def written(statement: FoundStatement, known: Mapping[str, str], words: str) -> Written:
    """The entry of a statement; `known` are the digests of all labels."""
    return Written(
        label=statement.label,
        called=statement.called,
        section=statement.section,
        file=statement.file,
        line=statement.line,
        digest=digest(statement.expanded),
        text=statement.expanded,
        names={name: known[name] for name in statement.names if name in known},
        proof=tuple(statement.proof_names),
        lean=tuple(statement.lean),
        words=words,
    )


def path_from(folder: Path, file: Path) -> str:
    """The path of a file, seen from a folder."""
    return Path(os.path.relpath(file.absolute(), folder.absolute())).as_posix()
