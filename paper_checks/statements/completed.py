"""Claims with all that their texts leave out: place, kind and title, and the verdict of a whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from ..textbook import PREFIX, TEXTBOOK
from ..verdicts.verdict_of_parts import Part, weakest_grade, weakest_settlement, worst
from ..verdicts.verdict_words import SETTLED, misfit_of_kind
from .catalogue import doubts as doubts_about
from .catalogue import label, parent
from .declared import PROOF_ALONE, Declared
from .documents import SHIPPED, Document, document_of_id, document_of_module
from .places import Place, folder_place, place_in, with_pages
from .registered import REGISTER
from .text_errors import Spot, spot_of
from .words_of_readers import digest_of_words, signed, words_decide

NO_STATEMENT = "Not written down yet."
"""What is shown of a claim that is listed by its ID alone."""


@dataclass(frozen=True, kw_only=True)
class Completed(Declared):
    """A claim that says where it stands, and of which nothing is left to follow from another."""

    where: Place

    @property
    def document(self) -> str:
        """The document whose folder holds it."""
        return self.where.document

    @property
    def chapter(self) -> str:
        """The chapter; empty if the document has none."""
        return self.where.chapter

    @property
    def section(self) -> str:
        """The sections, separated by commas."""
        return self.where.section

    @property
    def page(self) -> str:
        """The page, or the pages of the section."""
        return self.where.page

    @property
    def label(self) -> str:
        """The statement's name in the document, for example Theorem 4.3."""
        return label(self.id)

    @property
    def doubts(self) -> tuple[str, ...]:
        """The doubts about the statement that the check settles, in words."""
        known = doubts_about(self.document)
        unknown = [code for code in self.doubt_codes if code not in known]
        if unknown:
            raise _spot(declared(self.id) or self, unknown[0]).wrong(
                f"There is no doubt {unknown[0]}; write `doubt {unknown[0]}: ` and a sentence."
            )
        return tuple(known[code] for code in self.doubt_codes)

    @property
    def module(self) -> str:
        """The module of the check; empty if it has none."""
        return self.program[0] if self.program else ""

    @property
    def file(self) -> str:
        """The file of its program, or of its text if it has none, from the root of the repository.

        That of another paper begins with the folder of the paper.
        """
        if self.program is not None and not self.proof_alone:
            return (document_of_module(self.module) or SHIPPED[0]).file_of(self.module)
        document = document_of_id(self.id)
        return document.shown_text(self.text) if document and self.text else ""

    @property
    def place(self) -> str:
        """Section, equation and page, in words."""
        return str(self.where)


REGISTERED: Mapping[str, Completed] = REGISTER
"""The claims of the modules that are imported so far, by ID."""


def declared(id: str) -> Declared | None:
    """What the text of a claim says, or None if no text has it."""
    document = document_of_id(id)
    return None if document is None else document.declared.get(id)


@cache
def of_this_package(id: str) -> Completed:
    """A claim of a document of this package, completed once: its texts stay as they are.

    >>> of_this_package("bern.thm4.3") is of_this_package("bern.thm4.3")
    True
    """
    claim = declared(id)
    if claim is None:
        raise ValueError(f"There is no claim {id}; name one that a text declares.")
    return completed(claim)


def completed(claim: Declared, above: tuple[str, ...] = ()) -> Completed:
    """A declared claim with what follows from its folder, its statement, its parts, its original.

    >>> repair = completed(declared("bern.thm3.1.repaired"))
    >>> repair.kind, repair.document, repair.recorded
    ('theorem', 'bernoulli', 'holds')
    """
    _require_names(claim)
    entry = parent(claim.id)
    facts = vars(claim) | {
        "kind": claim.kind or (entry.kind if entry else ""),
        "title": claim.title or _inherited_title(claim, entry),
        "where": _place(claim, entry),
        "part_of": _whole(claim.id),
    }
    if claim.parts:
        facts |= _of_parts(claim, above)
    elif claim.repeats is not None:
        facts |= _of_original(claim, above)
    elif claim.proof_alone:
        facts["program"] = PROOF_ALONE
    elif claim.program is not None and claim.text is not None:
        document = document_of_id(claim.id)
        module, name = claim.program
        if document is not None:
            folder = document.module_of(claim.text.parent)
            facts["program"] = (f"{folder}.{module}" if module else folder, name)
    if facts["stated_proof"] is None and not claim.by_proof:
        facts["stated_proof"] = facts["rests_on"]
    whole = Completed(**{**facts, "recorded": facts["recorded"] or "open"})
    misfit = misfit_of_kind(whole.kind, whole.recorded)
    if misfit is not None:
        raise _spot(claim, claim.recorded or claim.kind or claim.id).wrong(misfit)
    return whole


def _require_names(claim: Declared) -> None:
    """A repair is a claim; what a claim of this package rests on is a claim or a textbook fact."""
    document = document_of_id(claim.id)
    if document is None or claim.text is None:
        return
    names = [] if claim.repaired_by is None else [claim.repaired_by]
    if document.own:  # other papers add facts by programs, which run later
        names += [*claim.rests_on, *(claim.stated_proof or ())]
    for name in names:
        if name not in TEXTBOOK and name not in REGISTERED and declared(name) is None:
            what = "fact" if name.startswith(PREFIX) else "claim"
            word = name.removeprefix(claim.id)
            raise _spot(claim, word).wrong(f"There is no {what} {name}; name one that there is.")


def _spot(claim: Declared, word: str) -> Spot:
    """Where a word stands in the declaration of a claim."""
    return spot_of(claim.text, claim.line, word) if claim.text else Spot(claim.id)


def _inherited_title(claim: Declared, entry: Declared | None) -> str:
    if entry is None or entry.id == claim.id or not entry.title:
        return ""
    return f"{entry.title}, repaired" if claim.id.endswith(".repaired") else entry.title


def _whole(id: str) -> str | None:
    document = document_of_id(id)
    return None if document is None else document.wholes.get(id)


def _home(claim: Declared, document: Document | None) -> tuple[str, str, str]:
    """Document, chapter and section of the folder of a claim."""
    if claim.text is not None and document is not None:
        return folder_place(document.module_of(claim.text.with_suffix("")))
    return folder_place(claim.program[0] if claim.program else "")


def _place(claim: Declared, entry: Declared | None) -> Place:
    """The place that a claim gives, or that of the statement that it belongs to.

    Where neither gives one it is that of the folder.
    """
    by_module = document_of_module(claim.program[0]) if claim.program and not claim.text else None
    document, chapter, folder = _home(claim, by_module or document_of_id(claim.id))
    section, equation, page = place_in(claim.at)
    if entry is not None and entry.id != claim.id:
        its = place_in(entry.at)
        if not section and not equation:
            section, equation, page = its[0] or _section(entry), its[1], page or its[2]
        elif section == its[0]:
            page = page or its[2]
    return with_pages(document, chapter, (section or folder, equation, page))


def _section(entry: Declared) -> str:
    """The section of the folder of a statement, if it gives a place and leaves out the section."""
    return _home(entry, document_of_id(entry.id))[2] if entry.at else ""


def _of_parts(claim: Declared, above: tuple[str, ...]) -> dict[str, object]:
    """What a whole has from its parts: the worst verdict, and the weakest grade."""
    parts = [_named(claim, part, above) for part in claim.parts]
    judged = [Part(part.recorded, part.grade, part.universal) for part in parts]
    recorded, grade = worst([part.recorded for part in parts]), weakest_grade(judged)
    return {
        "recorded": recorded,
        **_as_read(claim, parts, recorded, grade, weakest_settlement(judged)),
        "tier": "slow" if any(part.tier == "slow" for part in parts) else "fast",
        "rests_on": claim.parts,
        "stated_proof": claim.parts,
    }


KEPT_BY_COPIES = (
    *("recorded", "grade", "universal", "repaired_by", "corrected", "formula"),
    *("formally", "reads_as", "reading", "would_decide", "tier"),
)


def _of_original(claim: Declared, above: tuple[str, ...]) -> dict[str, object]:
    """What a copy has from the claim that says the same."""
    original = _named(claim, claim.repeats or "", above)
    if original.repeats is not None:
        raise _spot(claim, original.id).wrong(
            f"The claim {original.id} repeats another claim; name {original.repeats}."
        )
    kept = {name: getattr(original, name) for name in KEPT_BY_COPIES}
    # a word of the copy may have several readings of its own, under which it says the same
    kept["reading"] = "; ".join(filter(None, (claim.reading, original.reading)))
    words = {} if claim.statement else _words_of(original, claim)
    if words_of_its_own(claim, original):
        kept["reads_as"] = claim.reads_as
        facts = (original.recorded, original.grade, original.universal)
        kept |= _as_read(claim, [original], *facts)
    return kept | words | {"rests_on": (original.id,), "stated_proof": (original.id,)}


SEEN = ("proved", "derived")
"""The grades of a statement that a machine has seen."""


def _as_read(
    claim: Declared,
    below: Sequence[Declared],
    recorded: str,
    grade: str | None,
    settled: str | None,
) -> dict[str, object]:
    """Grade and settlement of a claim that has its verdict from others, whose words people read."""
    unread = grade in SEEN and not signed(claim, digest_of_words(claim, below))
    if unread and words_decide(claim, recorded):
        grade, settled = "outlined", settled and SETTLED["outlined"]
    return {"grade": grade, "universal": settled}


def words_of_its_own(copy: Declared, original: Declared) -> bool:
    """Whether people have to read that a copy says what its original says, by words or a reading.

    >>> short, long = (Declared(id="my.a", statement=text) for text in ("So.", "So it is."))
    >>> words_of_its_own(short, long), words_of_its_own(short, short)
    (True, False)
    """
    if copy.reading not in ("", original.reading):
        return True
    return copy.statement.split() not in ([], original.statement.split())


def _words_of(original: Completed, copy: Declared) -> dict[str, object]:
    """The words, kind, title and place of a statement that has a second ID."""
    return {
        "statement": original.statement,
        "kind": copy.kind or original.kind,
        "title": copy.title or original.title,
        "where": original.where,
    }


def _named(claim: Declared, id: str, above: tuple[str, ...]) -> Completed:
    """Another claim that a claim names."""
    if id in (*above, claim.id):
        raise _spot(claim, id).wrong(
            f"The claim {id} is a part or a copy of itself; name another claim."
        )
    known = REGISTERED.get(id) or declared(id)
    if known is None:
        word = id.removeprefix(claim.id)
        raise _spot(claim, word).wrong(f"There is no claim {id}; name one that a text declares.")
    return known if isinstance(known, Completed) else completed(known, (*above, claim.id))
