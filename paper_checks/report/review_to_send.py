"""Two pages for the authors of a document: what was checked, what is false, what is not covered.

The entries are those of its errata, the heaviest first, as many as two pages hold; a sentence
counts the others, and says where they stand. Of a false statement nothing is said here without
what refutes it, and of a repair not without what shows it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from ..statements.claim_facts import ClaimFacts
from ..statements.documents import document_named
from ..statements.errata_text import IMPORTANCE, Witness, importance
from .claim_in_latex import OPENING, document_in_latex
from .claim_page import claim_page
from .claim_summary import capital
from .errata import IN_A_WORD, Errata, Erratum, errata, witness_of_run
from .errata_to_send import (
    LATEX,
    MARKDOWN,
    SHOWN,
    Form,
    assertions,
    examined,
    labelled,
    left_out,
    listed_words,
    shown_by,
    wrong_in_words,
)
from .readable_text import readable_text
from .reported import Reported, what_ran
from .text_pieces import sentence

LINES = 100
"""Two pages of the class have 118 lines; fractions and headings take more than their share."""
WIDTH = 88
"""A line has about 100 letters; formulas are wider than what is counted of them."""
GAP = 0.4
"""The space between two paragraphs, in lines."""
HEADING = 3.0
MOST_NAMED = 3
"""So many places, claims or titles stand in one list."""
STRONG = ("proved", "derived")
OURS = ("banditproof",)
LEFT_OUT = "the explanations and further witnesses that are left out above"
WHOSE = {
    "program": "the word of the folder's own program",
    "record": "what the folder's texts record, and nothing has judged them here",
}
"""Whose verdict it is, where this package has not judged it."""
CLASS = OPENING.replace("11pt", "10pt").replace("margin=2.8cm", "margin=2.3cm")
READING = (
    "The findings concern the text exactly as printed. If we have misread a statement, we would be "
    "grateful to hear of it."
)


@dataclass(frozen=True)
class Paragraph:
    """Pieces of text, each with how it is set: `text`, `bold`, `code` or a `heading`."""

    pieces: tuple[tuple[str, str], ...]

    @property
    def lines(self) -> float:
        """About how many lines of a page it takes."""
        if self.pieces[0][0] == "heading":
            return HEADING
        letters = sum(len(readable_text(text)) for _, text in self.pieces)
        return -(-letters // WIDTH) + GAP

    def written(self, form: Form) -> str:
        """The paragraph in a form."""
        return "".join(_written(kind, text, form) for kind, text in self.pieces)


def _written(kind: str, text: str, form: Form) -> str:
    if kind == "code":
        return form.code(text)
    words = form.text(text)
    if kind == "heading":
        return form.heading(2, words)
    return form.bold(words) if kind == "bold" else words


def review_in_markdown(reported: Reported, document: str, stamp: str = "") -> str:
    """Two pages about a document in Markdown."""
    return "\n".join(_lines(reported, document, stamp, MARKDOWN, LINES))


def review_in_latex(reported: Reported, document: str, stamp: str = "", lines: int = LINES) -> str:
    """Two pages about a document in LaTeX; fewer lines than usual where they did not fit."""
    return document_in_latex(_lines(reported, document, stamp, LATEX, lines), CLASS)


def _lines(reported: Reported, document: str, stamp: str, form: Form, lines: int) -> Iterator[str]:
    title = reported.documents.get(document, document)
    yield form.heading(1, f"Review of {form.slanted(form.text(title))}")
    yield ""
    for paragraph in _paragraphs(reported, document, stamp, lines - HEADING):
        yield paragraph.written(form)
        yield ""


def _paragraphs(
    reported: Reported, document: str, stamp: str, lines: float
) -> tuple[Paragraph, ...]:
    """All paragraphs below the title, within so many lines."""
    listed = errata(reported, document)
    first = (_heading("What was checked"), _checked(reported, listed, stamp))
    last = (_heading("What is not covered"), *_not_covered(listed, document))
    shown, bare = _refuted(reported, listed)
    if not listed.entries:
        return (*first, *last)
    middle = _entries_that_fit(
        listed, shown, bare, document, lines - sum(one.lines for one in (*first, *last))
    )
    return (*first, *middle, *last)


def _entries_that_fit(
    listed: Errata, shown: Sequence[Erratum], bare: Sequence[Erratum], document: str, lines: float
) -> tuple[Paragraph, ...]:
    """What is not true as printed: all entries with their explanations, or the first without."""
    for in_full in (True, False):
        entries = [_entry(erratum, number, in_full) for number, erratum in enumerate(shown, 1)]
        whole = _section(entries, _others(shown, [], bare, document, explained=in_full))
        if sum(one.lines for one in whole) <= lines:
            return whole
    # the sentence about the others is about as long whatever their number is
    rest = _section([], _others(shown, shown, bare, document, explained=False))
    space, fits = lines - sum(one.lines for one in rest), 0
    while fits < len(entries) and entries[fits].lines <= space:
        space -= entries[fits].lines
        fits += 1
    left = _others(shown[:fits], shown[fits:], bare, document, explained=False)
    return _section(entries[:fits], left)


def _section(entries: Iterable[Paragraph], others: Iterable[Paragraph]) -> tuple[Paragraph, ...]:
    return (_heading("What is not true as printed"), *entries, *others)


def _heading(text: str) -> Paragraph:
    return Paragraph((("heading", text),))


def _text(*pieces: str) -> Paragraph:
    """A paragraph in which every second piece is code."""
    kinds = ("text", "code")
    return Paragraph(tuple((kinds[n % 2], piece) for n, piece in enumerate(pieces) if piece))


def _checked(reported: Reported, listed: Errata, stamp: str) -> Paragraph:
    """What was examined, how much of it is wrong, and whose word that is."""
    said = [examined(listed, stamp)]
    for judge, whose in WHOSE.items():
        if number := sum(facts.judged_by == judge for facts in listed.examined):
            said.append(f"{number} of these verdicts {'is' if number == 1 else 'are'} {whose}.")
    said.append(what_ran(reported))
    said += [wrong_in_words(listed), READING] if listed.entries else []
    return _text(" ".join(said))


def _refuted(reported: Reported, listed: Errata) -> tuple[list[Erratum], list[Erratum]]:
    """The entries with what refutes them, and those that have nothing of the kind.

    Of an entry about several false statements those alone are kept that something refutes.
    """
    shown, bare = [], []
    for _, entries in listed.sections:
        for erratum in entries:
            found = {facts.id: _witness(reported, erratum, facts) for facts in erratum.claims}
            witnesses = {id: text for id, text in found.items() if text}
            kept = tuple(
                facts
                for facts in erratum.claims
                if facts.id in witnesses or IN_A_WORD[reported.verdict(facts.id)] != "false"
            )
            if not kept:
                bare.append(erratum)
                continue
            ids = tuple(facts.id for facts in kept)
            about = erratum.entry.about(ids)
            if not about.witnesses:
                texts = dict.fromkeys(witnesses[id] for id in ids if id in witnesses)
                one = (Witness(ids, " ".join(map(sentence, texts))),) if texts else ()
                about = replace(about, witnesses=one)
            if about.instead and (known := _support(reported, kept)):
                about = replace(about, instead=f"{about.instead.rstrip('.')} ({known})")
            copies = tuple(copy for copy in erratum.copies if copy.repeats in ids)
            shown.append(replace(erratum, entry=about, claims=kept, copies=copies))
    return shown, bare


def _support(reported: Reported, claims: Sequence[ClaimFacts]) -> str:
    """What shows the weakest of the repairs of false statements; empty where none is false."""
    false = [facts for facts in claims if IN_A_WORD[reported.verdict(facts.id)] == "false"]
    repairs = [reported.claims[facts.repaired_by] for facts in false if facts.repaired_by]
    if not false:
        return ""
    if not repairs:
        return "no claim of its own says this"
    if any(reported.verdict(repair.id) != "holds" for repair in repairs):
        return "its check does not confirm this"
    return f"shown {max(map(shown_by, repairs), key=SHOWN.index)}"


def _witness(reported: Reported, erratum: Erratum, facts: ClaimFacts) -> str:
    """What refutes a claim of an entry: what the errata print, or what its check has found."""
    known = erratum.entry.witnesses
    printed = " ".join(one.text for one in known if not one.claims or facts.id in one.claims)
    result = reported.result(facts.id)
    if printed or result is None:
        return printed
    return witness_of_run(result, claim_page(reported, facts.id, lambda _: "").witness)


def _entry(erratum: Erratum, number: int, in_full: bool) -> Paragraph:
    """An entry in one paragraph: title, places, witness, what is true instead, its claims.

    If it is not in full, it has its first witness alone, and the claims that this refutes.
    """
    first = erratum if in_full else _with_one_witness(erratum)
    entry, left = first.entry, len(erratum.claims) - len(first.claims)
    fields = " ".join(sentence(f"{label}: {capital(text)}") for label, text in labelled(entry))
    explained = entry.says if in_full or not fields else ""
    places = [place for place in first.places if place]
    where = f"({'; '.join(_some(places))}.)" if places else ""
    words = " ".join(text for text in (where, explained, fields) if text)
    title = ("bold", f"{number}. {sentence(entry.title)}")
    return Paragraph((title, ("text", f" {words} ["), *_codes(first.claims, left), ("text", "]")))


def _with_one_witness(erratum: Erratum) -> Erratum:
    """The entry with its first witness, for the claims that this is about."""
    for one in erratum.entry.witnesses[:1]:
        claims = tuple(f for f in erratum.claims if not one.claims or f.id in one.claims)
        ids = {facts.id for facts in claims}
        copies = tuple(copy for copy in erratum.copies if copy.repeats in ids)
        entry = replace(erratum.entry, witnesses=(one,))
        return replace(erratum, entry=entry, claims=claims, copies=copies)
    return erratum


def _some(words: Sequence[str]) -> list[str]:
    """The first of the words, and how many more there are."""
    more = len(words) - MOST_NAMED
    return [*words[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])]


def _codes(claims: Sequence[ClaimFacts], left: int = 0) -> Iterator[tuple[str, str]]:
    """The IDs of the first claims as code, and how many more there are, here and elsewhere."""
    for place, facts in enumerate(claims[:MOST_NAMED]):
        yield from [("text", ", ")] if place else []
        yield ("code", facts.id)
    if more := left + max(len(claims) - MOST_NAMED, 0):
        yield ("text", f", {more} more")


def _others(
    shown: Sequence[Erratum],
    left: Sequence[Erratum],
    bare: Sequence[Erratum],
    document: str,
    explained: bool,
) -> Iterator[Paragraph]:
    """How many entries do not stand here, why, where they stand, and how one runs a claim again."""
    command = f"banditproof report {_asked(document)} --format md"
    if left:
        kinds = [importance(erratum.entry.weight) for erratum in left]
        counts = [f"{kinds.count(kind)} {kind}" for kind in IMPORTANCE if kind in kinds]
        these = f"{len(left)} more {_entries(left)}, {listed_words(counts)},"
        explanations = "" if explained else f", with {LEFT_OUT}"
        yield _text(f"{these} {_stands(left)} in the errata{explanations}: ", command, ".")
    elif not explained:
        yield _text(f"{capital(LEFT_OUT)} stand in the errata: ", command, ".")
    if bare:
        verb = "is" if len(bare) == 1 else "are"
        titles = "; ".join(_some([erratum.entry.title.rstrip(".") for erratum in bare]))
        yield _text(
            f"{len(bare)} {_entries(bare)} about a false statement {verb} left out here, for want "
            f"of a witness in numbers, and {_stands(bare)} in the errata, ",
            command,
            f": {titles}.",
        )
    if shown:
        yield _text(
            "The names in brackets are those of claims, each of which can be run again: ",
            f"banditproof check {shown[0].claims[0].asked}",
            ".",
        )


def _stands(entries: Sequence[Erratum]) -> str:
    return "stands" if len(entries) == 1 else "stand"


def _entries(entries: Sequence[Erratum]) -> str:
    return "entry" if len(entries) == 1 else "entries"


def _asked(document: str) -> str:
    """The words that name a document to a command."""
    home = document_named(document)
    if home is None or home.own:
        return f"--document {document}"
    return home.asked("").removesuffix(" ''")


def _not_covered(listed: Errata, document: str) -> Iterator[Paragraph]:
    """What was not examined or not decided, and what no error found does not show."""
    first, *others = left_out(listed)
    if first:
        yield _with_names(first.strip(), [*listed.silent, *listed.bare])
    for text in others:
        undecided = listed.undecided if text == others[-1] else ()
        yield _with_names(text, undecided)
    fine = [facts for facts in listed.without_error if facts.recorded != "definition"]
    proved = sum(facts.grade in STRONG and facts.judged_by in OURS for facts in fine)
    if proved < len(fine):
        yield _text(
            f"Of the {assertions(len(fine))} in which no error was found, definitions apart, "
            f"{proved or 'none'} {'is' if proved < 2 else 'are'} proved to the end; each of the "
            "others has a step, a case or a citation that rests on words or trials, named by ",
            "banditproof why ID",
            ".",
        )
    yield _text(
        "What each place of the document has become here is listed by ",
        f"banditproof coverage {_asked(document).removeprefix('--document ')}",
        ".",
    )


def _with_names(text: str, claims: Sequence[ClaimFacts]) -> Paragraph:
    """A sentence, and which claims it counts."""
    if not claims:
        return _text(text)
    return Paragraph((("text", f"{text} ["), *_codes(claims), ("text", "]")))
