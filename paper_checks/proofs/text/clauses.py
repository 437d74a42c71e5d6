"""The clauses of a reason: the word of each, the fields of a step that it gives, and its text."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from banditproof.theory.logic.cited_texts import Cited
from banditproof.theory.logic.passages import Passage, quoted
from banditproof.theory.logic.sentences import TEXTBOOK
from ...statements.ids_in_texts import ID
from . import facts, lists
from .programs import name_of, program_named
from .ranges import PARTS, listed, packed, unpacked
from .references import Labels

Fields = dict[str, Any]
Write = Callable[[Mapping[str, Any], Path | None], str]
AT_LEAST = re.compile(">=")
WORD = re.compile(r"\S+")
START = re.compile(r"(\w+)\s+from\s+", re.ASCII)
NEXT = re.compile(r"(\w+)\s+=\s", re.ASCII)
THEN = re.compile(r"\bthen\b")
OF = re.compile(r"of\s+")
AT = re.compile(r"(\w+)\s*:", re.ASCII)
CLAIM_ID = re.compile(rf"{ID}\Z", re.ASCII)


@dataclass(frozen=True)
class Reader:
    """What the clauses of a step are read with."""

    labels: Labels
    """The steps that a clause may name."""
    folder: Path | None = None
    """The folder whose modules have the functions that a clause names."""
    any_fact: bool = False
    """Whether a fact of another paper need not be known."""
    any_hypothesis: bool = False
    """Whether a fact need not have the hypotheses that are named."""


@dataclass(frozen=True)
class Clause:
    """A clause: its word, the fields that it gives, how it is read, and how it is written."""

    word: str
    fields: tuple[str, ...]
    read: Callable[[Passage, Reader], Fields]
    write: Write
    """The text behind the word; the clause is left out if it is empty."""
    empty: Fields = field(default_factory=dict)
    """The fields without the clause."""


def _term(word: str, name: str) -> Clause:
    def read(piece: Passage, reader: Reader) -> Fields:
        list(piece.marks(PARTS))
        return {name: piece.plain}

    return Clause(word, (name,), read, lambda values, _: values[name], {name: ""})


def _terms(word: str, name: str, read_list: Callable[[Passage], tuple[str, ...]]) -> Clause:
    return Clause(
        word,
        (name,),
        lambda piece, _: {name: read_list(piece)},
        lambda values, _: ", ".join(values[name]),
        {name: ()},
    )


def _flag(word: str) -> Clause:
    def read(piece: Passage, reader: Reader) -> Fields:
        if piece.text:
            raise piece.error(f"{piece.text!r} was read; nothing stands behind {word!r}.")
        return {}

    return Clause(word, (), read, lambda values, _: "")


def _read_through(piece: Passage, reader: Reader) -> Fields:
    match = AT.match(piece.text)
    parts = piece.part(match.end()).split_at(AT_LEAST) if match else []
    if match is None or len(parts) != 2:
        raise piece.error(f"{piece.text!r} was read; `exp: a >= b` was expected, with its terms.")
    return {"monotone": (match[1], parts[0].plain, parts[1].plain)}


def _write_through(values: Mapping[str, Any], _: Path | None) -> str:
    return "{}: {} >= {}".format(*values["monotone"]) if values["monotone"] else ""


def _read_claim(piece: Passage, reader: Reader) -> Fields:
    expected = piece.error(f"{piece.text!r} was read; `ID` or `ID (step)` was expected.")
    if "(" in piece.text and not piece.text.endswith(")"):
        raise expected
    claim, steps, has_step = Cited.of(piece)
    if not CLAIM_ID.match(claim.text) or (has_step and len(steps) != 1):
        raise expected
    of_step = reader.labels.cited(claim.text, steps[0]) if has_step else 0
    return {"claim": claim.text, "of_step": of_step}


def _write_claim(values: Mapping[str, Any], _: Path | None) -> str:
    step = f" ({values['of_step']})" if values["of_step"] else ""
    return f"{values['claim']}{step}"


def _read_induction(piece: Passage, reader: Reader) -> Fields:
    match = START.match(piece.text)
    if match is None:
        raise piece.error(f"{piece.text!r} was read; `n from 1` was expected.")
    return {"variable": match[1], "start": piece.part(match.end()).plain}


def _read_next(piece: Passage, reader: Reader) -> Fields:
    match = NEXT.match(piece.text)
    parts = piece.part(match.end()).split_at(THEN) if match else []
    if match is None or len(parts) != 2:
        raise piece.error(f"{piece.text!r} was read; `s = first then following` was expected.")
    return {"sequence": match[1], "first": parts[0].plain, "following": parts[1].plain}


def _write_next(values: Mapping[str, Any], _: Path | None) -> str:
    if not values["sequence"]:
        return ""
    return "{sequence} = {first} then {following}".format_map(values)


def _read_enumerated(piece: Passage, reader: Reader) -> Fields:
    words = [piece.part(match.start(), match.end()) for match in WORD.finditer(piece.text)]
    if len(words) != 3 or not words[0].text.isdecimal():
        raise piece.error(
            f"{piece.text!r} was read; `COUNT cases holds` was expected: a number, two functions."
        )
    cases, holds = (program_named(word, reader.folder) for word in words[1:])
    return {"count": int(words[0].text), "cases": cases, "holds": holds}


def _write_enumerated(values: Mapping[str, Any], folder: Path | None) -> str:
    names = (name_of(values[key], folder) for key in ("cases", "holds"))
    return " ".join((str(values["count"]), *names))


def _read_all(piece: Passage, reader: Reader) -> Fields:
    match = OF.match(piece.text)
    if match is None:
        raise piece.error(f"{piece.text!r} was read; `of` and the numbers of steps were expected.")
    return {"uses": reader.labels.numbers(piece.part(match.end()))}


def _write_all(values: Mapping[str, Any], _: Path | None) -> str:
    return f"of {lists.written_numbers(values['uses'])}"


def read_at(piece: Passage, reader: Reader) -> Fields:
    """The step that is used at other values, and these."""
    match = AT.match(piece.text)
    if match is None:
        raise piece.error(f"{piece.text!r} was read; `5: x=1/2` was expected, with a step.")
    number = reader.labels.number(piece.part(0, match.end(1)))
    return {"at": {number: lists.pairs(piece.part(match.end()))}}


def _write_at(values: Mapping[str, Any], _: Path | None) -> str:
    texts = (f"{number}: {lists.written_pairs(at)}" for number, at in values["at"].items())
    return "; at ".join(texts)


FACT = Clause(
    TEXTBOOK,
    ("fact", "hypotheses"),
    lambda piece, reader: facts.read_fact(
        piece, reader.labels, any_fact=reader.any_fact, any_hypothesis=reader.any_hypothesis
    ),
    lambda values, _: facts.written_fact(values["fact"], values["hypotheses"]),
)
"""A textbook fact; its name is read without the word in front of it, too."""
GIVEN, ASSUMED, IDENTITY = _flag("given"), _flag("assumed"), _flag("identity")
ALL = Clause("all", ("uses",), _read_all, _write_all)
CLAIM = Clause("claim", ("claim", "of_step"), _read_claim, _write_claim)
INDUCTION = Clause(
    "induction",
    ("variable", "start"),
    _read_induction,
    lambda values, _: "{variable} from {start}".format_map(values),
)
COMPUTED = Clause(
    "computed",
    ("by",),
    lambda piece, reader: {"by": program_named(piece, reader.folder)},
    lambda values, folder: name_of(values["by"], folder),
)
ENUMERATED = Clause("enumerated", ("count", "cases", "holds"), _read_enumerated, _write_enumerated)
CONCAVE = _terms("concave", "along", lists.names)
WORDS = Clause(
    "words",
    ("why",),
    lambda piece, _: {"why": piece.unquoted()},
    lambda values, _: quoted(values["why"]),
)
BY = Clause(
    "by",
    ("weights",),
    lambda piece, reader: {"weights": lists.weights(piece, reader.labels)},
    lambda values, _: lists.written_weights(values["weights"]),
    {"weights": {}},
)
THROUGH = Clause("through", ("monotone",), _read_through, _write_through, {"monotone": None})
NO_SEQUENCE = {"sequence": "", "first": "", "following": ""}
NEXT_VALUE = Clause("next", tuple(NO_SEQUENCE), _read_next, _write_next, NO_SEQUENCE)
WEIGHT, LEAVING = _term("weight", "weight"), _term("leaving", "rest")
POSITIVE, APART = _terms("positive", "positive", lists.terms), _term("apart", "apart")
WITH = Clause(
    "with",
    ("instance",),
    lambda piece, _: {"instance": lists.pairs(piece)},
    lambda values, _: lists.written_pairs(values["instance"]),
    {"instance": {}},
)
OVER = _terms("over", "over", lists.names)
WHICH = Clause(
    "which",
    ("which",),
    lambda piece, _: {"which": ", ".join(lists.terms(piece))},
    lambda values, _: ", ".join(listed(values["which"])),
    {"which": ""},
)
FROM = Clause(
    "from",
    ("uses",),
    lambda piece, reader: {"uses": reader.labels.numbers(piece)},
    lambda values, _: lists.written_numbers(values["uses"]),
    {"uses": ()},
)
USED_AT = Clause("at", ("at",), read_at, _write_at, {"at": {}})
FOR = Clause(
    "for",
    ("where",),
    lambda piece, _: {"where": unpacked(piece)},
    lambda values, _: packed(values["where"], ", "),
    {"where": ""},
)
