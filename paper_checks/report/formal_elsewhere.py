"""What other libraries prove formally: the theorem for each statement, and whether it agrees.

A table `formal.csv` stands beside the texts of a document, or beside the textbook facts. A person
has compared each theorem with the print, or it says `not-compared`; the other system is not run. A
row without a theorem that says `none` tells where one was searched for.
"""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from io import StringIO
from pathlib import Path
from banditproof.theory.bounded_reading import file_text
from ..statements.documents import SHARED, document_named
from ..verdicts.verdict_words import REFUTED

AGREEMENTS = ("same", "adds-hypothesis", "weaker", "other", "none", "not-compared")
"""What is found: all of the print, more hypotheses, less, something else, none; or not compared."""
SYSTEMS = ("lean", "coq", "")


@dataclass(frozen=True)
class Formal:
    """A theorem of another library, and how it agrees with a statement."""

    id: str
    label: str
    system: str
    library: str
    """The repository on GitHub, as owner/name."""
    name: str
    commit: str
    file: str
    line: str
    agreement: str
    in_print: str
    """What the print assumes or says where the two differ."""
    there: str
    """What the theorem has there."""
    note: str

    @property
    def place(self) -> str:
        """The repository, the commit, the file and the line, as far as they are known.

        >>> Formal("a", "", "lean", "o/n", "T", "c0", "A.lean", "3", "same", "", "", "").place
        'o/n c0 A.lean:3'
        """
        file = ":".join(part for part in (self.file, self.line) if part)
        return " ".join(part for part in (self.library, self.commit[:8], file) if part)


@cache
def formal_in(file: Path) -> Mapping[str, tuple[Formal, ...]]:
    """The theorems that a table lists, by the IDs of the statements; none without a table.

    >>> import tempfile
    >>> formal_in(Path(tempfile.gettempdir()) / "no such formal.csv")
    {}
    """
    if not file.is_file():
        return {}
    names = [item.name for item in fields(Formal)]
    reader = csv.DictReader(StringIO(file_text(file), newline=""))
    if list(reader.fieldnames or ()) != names:
        raise ValueError(f"The columns of {file} are not {', '.join(names)}; name these, in order.")
    results: dict[str, list[Formal]] = {}
    for row in reader:
        if None in row.values() or None in row:
            raise ValueError(f"{file}:{reader.line_num}: A row needs {len(names)} cells.")
        if row["agreement"] not in AGREEMENTS or row["system"] not in SYSTEMS:
            raise ValueError(
                f"{file}:{reader.line_num}: The agreement is {row['agreement']!r}, the system "
                f"{row['system']!r}; give one of {', '.join(AGREEMENTS)}, and one of "
                f"{', '.join(filter(None, SYSTEMS))}."
            )
        results.setdefault(row["id"], []).append(Formal(**row))
    return {id: tuple(listed) for id, listed in results.items()}


def formal_of_document(name: str) -> Mapping[str, tuple[Formal, ...]]:
    """The theorems for the statements of a document."""
    document = document_named(name)
    return formal_in(document.home / "formal.csv") if document else {}


def who_compared(name: str) -> str:
    """Who has compared the theorems with the statements of a document, in a sentence.

    >>> who_compared("bernoulli")
    'People have compared them with the statements.'
    """
    document = document_named(name)
    if document is None or document.own:
        return "People have compared them with the statements."
    return "The folder's own table says how they agree; nobody else has compared them."


def formal_of_facts() -> Mapping[str, tuple[Formal, ...]]:
    """The theorems for the textbook facts, by the IDs of these."""
    return formal_in(SHARED / "formal.csv")


def alarms(verdicts: Mapping[str, str], formal: Iterable[Formal]) -> list[str]:
    """The statements that we call false, each once, of which a library is said to prove the same.

    >>> one = Formal("a", "", "lean", "", "T", "", "", "", "same", "", "", "")
    >>> alarms({"a": "fails"}, [one, one]), alarms({"a": "holds"}, [one])
    (['a'], [])
    """
    same = dict.fromkeys(item.id for item in formal if item.agreement == "same")
    return [id for id in same if verdicts.get(id) in REFUTED]
