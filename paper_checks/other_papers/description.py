"""What a folder says of its paper: the file `document.claims`, read and checked."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches
from pathlib import Path
from ..statements.catalogue import FORMER_DOCUMENTS, KINDS_OF_LABELS
from ..statements.declared import Declared
from ..statements.document_header import DOCUMENT, NAME
from ..statements.documents import SHIPPED, Document, listed
from ..statements.files_of_claims import texts_now
from ..statements.ids_in_texts import ID, ids_in_texts
from ..statements.kept_texts import KeptTexts, keeping
from ..statements.places import headings
from ..statements.programs_of_others import Programs
from ..statements.text_errors import Spot
from ..statements.text_reader import ClaimText, read_claims
from .staleness import staleness

NEEDED = ("name", "prefix")
PREFIX = re.compile(r"[a-z][a-z0-9]*\Z")
LONGEST = 40
"""The most letters of a name or a prefix."""
LONGEST_ID = 120
"""The most letters of an ID."""
MORE_KINDS = (
    "bound claim conjecture construction correction derived experiment fact formula identity kind "
    "observation problem proof protocol question statement step"
)
KINDS = {*MORE_KINDS.split(), *(word.lower() for word in KINDS_OF_LABELS.values())}
"""The words that the kind of a statement may begin with."""


def described(
    folder: Path, package: str | None = None, programs: Programs = Programs.HERE
) -> Document:
    """The document that a folder describes; its programs are not imported.

    Its package is that of an installed one, or named after the document. If its programs are to run
    apart, its texts are kept as they are now.
    """
    _ = _file(folder)  # nothing is read in a folder that describes no document
    kept = texts_now(folder.resolve()) if programs == Programs.APART else None
    with keeping(kept):
        return _described(folder, package, programs, kept)


def _described(
    folder: Path, package: str | None, programs: Programs, kept: KeptTexts | None
) -> Document:
    shown = package.replace(".", "/") if package else _shown(folder)
    text = read_claims(_file(folder))
    if not text.headings:
        raise Spot(text.file).wrong("The title is missing; begin with `# ` and the title.")
    facts = text.header.facts if text.header else {}
    missing = [key for key in NEEDED if key not in facts]
    if missing:
        raise Spot(text.file).wrong(f"The {missing[0]} of the document is missing; add it.")
    name = _checked(text, "name")
    document = Document(
        name=name,
        title=text.headings[0].lstrip("# "),
        prefix=_checked(text, "prefix"),
        package=package or f"banditproof_paper_{name.replace('-', '_')}",
        folder=folder.resolve(),
        installed=package is not None,
        shown=shown,
        called=listed(facts, "called"),
        authors=listed(facts, "authors"),
        year=facts.get("year", ""),
        url=facts.get("url", ""),
        chapters=facts.get("chapters") == "yes",
        numerals="roman" if facts.get("numerals") == "roman" else "arabic",
        programs=programs,
        kept=kept,
        **staleness(folder, shown)._asdict(),
    )
    _require_statements(document)
    return document


def _file(folder: Path) -> Path:
    """The file that describes a folder; a sentence if there is none."""
    file = folder / DOCUMENT
    if file.exists():
        return file
    raise ValueError(
        f"The folder {folder} has no {DOCUMENT}, which says what it is about; `banditproof new` "
        "makes a folder that has one."
    )


def _checked(text: ClaimText, key: str) -> str:
    """The name or the prefix of a document; an error with its line if it cannot be one."""
    header = text.header
    value, line = (header.facts[key], header.lines[key]) if header else ("", 1)
    try:
        return checked_name(value) if key == "name" else checked_prefix(value)
    except ValueError as wrong:
        raise Spot(text.file, line, len(key) + 3).wrong(str(wrong)) from None


def checked_name(name: str) -> str:
    """The name of a document; a sentence if it cannot be one.

    >>> checked_name("my-paper")
    'my-paper'
    >>> checked_name("thesis")
    Traceback (most recent call last):
      ...
    ValueError: The name 'thesis' belongs to a document of banditproof; give another one.
    """
    if name in {item.name for item in SHIPPED} | set(FORMER_DOCUMENTS):
        raise ValueError(
            f"The name {name!r} belongs to a document of banditproof; give another one."
        )
    if not NAME.match(name) or len(name) > LONGEST:
        raise ValueError(
            f"The name is {name!r}; give at most {LONGEST} small letters, digits and single "
            "hyphens, a letter first, such as my-paper."
        )
    return name


def checked_prefix(prefix: str) -> str:
    """The prefix of the IDs of a document; a sentence if it cannot be one.

    >>> checked_prefix("bern")
    Traceback (most recent call last):
      ...
    ValueError: The prefix 'bern' belongs to the IDs of bernoulli; give another one.
    """
    for item in SHIPPED:
        if prefix in (item.prefix, item.name):
            raise ValueError(
                f"The prefix {prefix!r} belongs to the IDs of {item.name}; give another one."
            )
    _, former = ids_in_texts()
    if prefix in {"textbook", *(id.partition(".")[0] for id in former)}:
        raise ValueError(f"The prefix {prefix!r} has a meaning already; give another one.")
    if not PREFIX.match(prefix) or len(prefix) > LONGEST:
        raise ValueError(
            f"The prefix is {prefix!r}; give at most {LONGEST} small letters and digits, a letter "
            "first, such as my."
        )
    return prefix


_to_send: ContextVar[bool] = ContextVar("_to_send", default=False)


@contextmanager
def to_send() -> Iterator[None]:
    """Name folders that are opened here by their names: what is sent has no paths of ours."""
    before = _to_send.set(True)
    try:
        yield
    finally:
        _to_send.reset(before)


def _shown(folder: Path) -> str:
    """How results name a folder: as it was given; the working folder by its name."""
    given = folder.as_posix()
    if not given.strip("./") or (_to_send.get() and folder.is_absolute()):
        return folder.resolve().name
    return given


def _require_statements(document: Document) -> None:
    """Each claim has an ID that names files as well, each statement a kind that is known."""
    for claim in document.declared.values():
        if not is_id(claim.id):
            raise _spot(claim).wrong(
                f"The ID {claim.id!r} is too long; give at most {LONGEST_ID} letters, digits, - "
                "and _."
            )
    for claim in document.statements.values():
        _require_kind(_spot(claim), claim.kind)
    for text in document.texts:
        right = headings(document, document.module_of(text.file.with_suffix("")))
        for wrong in (heading for heading in text.headings if heading not in right):
            names = " and ".join(map(repr, right))
            sentence = f"The heading {wrong!r} is none of this file; give {names}."
            raise Spot(text.file).wrong(sentence)
    _ = document.sections, document.doubts  # what is wrong with them is said now


def _spot(claim: Declared) -> Spot:
    return Spot(claim.text or "", claim.line)


def is_id(text: str) -> bool:
    """Whether a text can be the ID of a claim, which names files as well.

    >>> [is_id(text) for text in ("my.thm1", "my", "my.a b", "my.../x", "my." + "x" * 300)]
    [True, False, False, False, False]
    """
    return bool(re.fullmatch(ID, text)) and len(text) <= LONGEST_ID


def _require_kind(spot: Spot, kind: str) -> None:
    first = re.split(r"[ /(,]", kind.lower())[0]
    words = sorted(KINDS)
    if first not in words and first.removesuffix("s") not in words:
        near = get_close_matches(first, words, n=3) or words
        hint = "did you mean " if len(near) <= 3 else "give one of "
        end = f"{' or '.join(near)}?" if len(near) <= 3 else f"{', '.join(near)}."
        raise spot.wrong(f"There is no kind {kind!r}; {hint}{end}")
