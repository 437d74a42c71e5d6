"""The errata of a document in Markdown and in LaTeX, to be sent to its author."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from ..drafts.draft_text import Draft
from ..statements.claim_facts import ClaimFacts
from ..statements.errata_text import WEIGHTS, Entry
from .claim_in_latex import document_in_latex
from .claim_summary import capital
from .errata import IN_A_WORD, Drafted, Errata, Erratum, command_of_all, errata
from .latex_text import name_in_latex
from .markdown_text import code_in_markdown
from .mathematics import formula_latex, latex_of, markdown_of
from .reported import Reported

SHOWN = (
    "with a formal proof",
    "by an argument whose inequalities were checked by computer",
    "by checks at single points, simulations, or a cited theorem",
    "definitions, found consistent",
)
"""What shows that a statement has no error, in the words of the first paragraph."""
COURTESY = (
    "Each entry treats one cause and lists the places in the text. The findings concern the text "
    "exactly as printed, and many of them are minor. If we have misread a statement, we would be "
    "grateful to hear of it."
)
COURTESY_FOR_ONE = (
    "The entry treats one cause and lists the places in the text. The finding concerns the text "
    "exactly as printed. If we have misread the statement, we would be grateful to hear of it."
)
SHORT = ("misprint", "edge")
"""The weights whose entries are items of a list, or sentences of one paragraph."""
REFERENCES_TITLE = "Wrong references"
LABELS = {"witness": "Witness", "instead": "Instead", "assumed": "Our reading"}


@dataclass(frozen=True)
class Form:
    """How text, headings and commands are written in a language."""

    text: Callable[[str], str]
    heading: Callable[[int, str], str]
    bold: Callable[[str], str]
    slanted: Callable[[str], str]
    code: Callable[[str], str]
    items: Callable[[Iterable[str]], Iterator[str]]


def _items_in_markdown(items: Iterable[str]) -> Iterator[str]:
    for item in items:
        yield f"- {item}"


def _items_in_latex(items: Iterable[str]) -> Iterator[str]:
    yield r"\begin{itemize}"
    for item in items:
        yield rf"\item {{}}{item}"
    yield r"\end{itemize}"


MARKDOWN = Form(
    markdown_of,
    lambda level, text: f"{'#' * level} {text}",
    lambda text: f"**{text}**",
    lambda text: f"*{text}*",
    code_in_markdown,
    _items_in_markdown,
)
LATEX = Form(
    latex_of,
    lambda level, text: rf"\{'sub' * (level - 1)}section*{{{text}}}",
    lambda text: rf"\textbf{{{text}}}",
    lambda text: rf"\emph{{{text}}}",
    name_in_latex,
    _items_in_latex,
)


def errata_in_markdown(reported: Reported, document: str, stamp: str = "") -> str:
    """The errata of a document in Markdown."""
    return "\n".join(_lines(reported, document, stamp, MARKDOWN))


def errata_in_latex(reported: Reported, document: str, stamp: str = "") -> str:
    """The errata of a document in LaTeX, as a document of the class article."""
    return document_in_latex(_lines(reported, document, stamp, LATEX))


def _lines(reported: Reported, document: str, stamp: str, form: Form) -> Iterator[str]:
    listed = errata(reported, document)
    title = reported.documents.get(document, document)
    yield form.heading(1, f"Errata of {form.slanted(form.text(title))}")
    yield ""
    for paragraph in opening(listed, stamp):
        yield form.text(paragraph)
        yield ""
    number = 0
    for weight, entries in listed.sections:
        yield form.heading(2, WEIGHTS[weight])
        yield ""
        if weight == "misprint":
            yield from form.items(_item(entry, form) for entry in entries)
            yield ""
        elif weight == "edge":
            yield " ".join(form.text(sentences_of(entry)) for entry in entries)
            yield ""
            every = [facts for entry in entries for facts in entry.claims]
            yield f"{form.bold('Run again.')} {form.code(command_of_all(every))}"
            yield ""
        else:
            for entry in entries:
                number += 1
                yield from _entry(entry, number, form)
    for facts in listed.references:
        yield form.heading(2, REFERENCES_TITLE)
        yield ""
        yield form.text(facts.statement)
        yield ""


def _entry(erratum: Erratum, number: int, form: Form) -> Iterator[str]:
    """An entry with a heading."""
    entry = erratum.entry
    yield form.heading(3, f"{number}. {form.text(entry.title)}")
    yield ""
    yield f"{form.bold('Printed in')} {form.text('; '.join(erratum.places))}."
    yield ""
    if entry.says:
        yield form.text(entry.says)
        yield ""
    for label, text in labelled(entry):
        yield f"{form.bold(f'{label}.')} {form.text(capital(text))}"
        yield ""
    yield f"{form.bold('Run again.')} {form.code(erratum.command)}"
    yield ""


def labelled(entry: Entry) -> Iterator[tuple[str, str]]:
    """The witness, the correction and what was assumed, where the entry has them."""
    for field, label in LABELS.items():
        if getattr(entry, field):
            yield label, getattr(entry, field)


def _item(erratum: Erratum, form: Form) -> str:
    """A misprint as an item of a list."""
    title = f"{form.text(erratum.entry.title)}."
    return f"{form.bold(title)} {form.text(_body(erratum))} ({form.code(erratum.command)})"


def sentences_of(erratum: Erratum) -> str:
    """An edge case in a sentence or two, which begin with its place."""
    return f"{erratum.entry.title}: {_body(erratum)}".strip()


def _body(erratum: Erratum) -> str:
    entry = erratum.entry
    fields = [f"{label}: {text.rstrip('.')}." for label, text in labelled(entry)]
    return " ".join(text for text in (entry.says, *fields) if text)


def opening(listed: Errata, stamp: str = "") -> Iterator[str]:
    """The paragraphs at the beginning: what was examined, how much holds, what the entries are."""
    first, *others = left_out(listed)
    yield f"{examined(listed, stamp)}{first}"
    yield from others
    if not listed.entries:
        if listed.bare or listed.undecided or listed.stale or listed.lost:
            if listed.without_error:
                yield "This says nothing about the assertions in which no error was looked for."
        elif listed.examined:
            yield "No assertion among them is in error."
        return
    kinds = [f"{number} {name}" for name, number in listed.importance.items() if number]
    entries = "entry" if len(listed.entries) == 1 else "entries"
    causes = "cause" if len(listed.entries) == 1 else "causes"
    come = f"{'It comes' if listed.wrong == 1 else 'They come'} from the {causes} below"
    yield (
        f"{wrong_in_words(listed)} {come}, in {len(listed.entries)} {entries}: "
        f"{listed_words(kinds)}. "
        f"{COURTESY_FOR_ONE if len(listed.entries) == 1 else COURTESY}"
    )


def examined(listed: Errata, stamp: str = "") -> str:
    """How many assertions were examined, and in how many no error was found."""
    tool = f"banditproof{', ' + stamp if stamp else ''}"
    if not listed.examined:
        return f"No assertion of this document was examined with a program ({tool})."
    were = "was" if len(listed.examined) == 1 else "were"
    return (
        f"{assertions(len(listed.examined))} of this document {were} examined with a program "
        f"({tool}). No error was found in {len(listed.without_error)}"
        f"{_evidence(listed.without_error)}."
    )


def left_out(listed: Errata) -> Iterator[str]:
    """What was not examined, and why; the first paragraph may be empty, and goes on behind
    what was examined.
    """
    more = " more" if listed.examined else ""
    yield (
        _not_examined(len(listed.silent), more, "cannot be examined by a program")
        + _not_examined(len(listed.bare), more, "was not examined", "were not examined")
    )
    if listed.drafts:
        yield " ".join(_drafts(listed.drafts))
    if listed.lost:
        verb = "was" if len(listed.lost) == 1 else "were"
        names = listed_words(listed.lost)
        yield f"Of the source, {names} {verb} left out, and {verb} not examined."
    if listed.stale:
        verb = "has" if len(listed.stale) == 1 else "have"
        yield (
            f"{assertions(len(listed.stale))} {verb} changed in the source since the examination, "
            f"and nothing is said about what stands there now: {_with_places(listed.stale)}."
        )
    if listed.undecided:
        yield f"{assertions(len(listed.undecided))} could not be decided."


def wrong_in_words(listed: Errata) -> str:
    """How many assertions are not true as printed, and in which ways."""
    verb = "is" if listed.wrong == 1 else "are"
    ways = [
        f"{listed.counts[way]} {way}"
        for way in dict.fromkeys(IN_A_WORD.values())
        if way in listed.counts
    ]
    return (
        f"{assertions(listed.wrong)} {verb} not true exactly as printed, or not reproduced: "
        f"{listed_words(ways)}."
    )


def listed_words(words: Sequence[str]) -> str:
    """Words with commas, and `and` before the last."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def _evidence(claims: Sequence[ClaimFacts]) -> str:
    """How many of the statements without an error are definitions, proved, outlined, or neither."""
    kinds = Counter(shown_by(facts) for facts in claims)
    parts = [f"{kinds[kind]} {kind}" for kind in SHOWN if kinds[kind]]
    return f" ({', '.join(parts)})" if parts else ""


def shown_by(facts: ClaimFacts) -> str:
    """What shows that there is no error."""
    if facts.recorded == "definition":
        return SHOWN[-1]
    places = {"proved": 0, "derived": 0, "outlined": 1}
    return SHOWN[places.get(facts.grade or "", 2)]


def _not_examined(number: int, more: str, one: str, several: str = "") -> str:
    """How many statements there are besides, and why no program examines them."""
    if not number:
        return ""
    return f" {assertions(number)}{more} {one if number == 1 else several or one}."


def _drafts(drafts: Sequence[Drafted]) -> Iterator[str]:
    """How many drafts there are, and which of them say what, in sentences."""
    count = len(drafts)
    have = "1 of these has a draft" if count == 1 else f"{count} of these have a draft"
    yield (
        f"{have}: a formula that a program read from the statement, and that nobody has compared "
        "with it. A draft is no verdict."
    )
    refuted = [one for one in drafts if one.refuted]
    if refuted:
        noun, verb = ("draft", "is") if len(refuted) == 1 else ("drafts", "are")
        each = "its statement is" if len(refuted) == 1 else "their statements are"
        points = "; ".join(f"{_name(one.claim)}: {_refutation(one.draft)}" for one in refuted)
        yield (
            f"{len(refuted)} {noun} {verb} refuted, and {each} false if the formula says the same. "
            f"{points}."
        )
    left = [one for one in drafts if not one.refuted]
    for word, one_of, several in (
        ("holds", "draft was proved", "drafts were proved"),
        ("open", "draft was neither proved nor refuted", "drafts were neither proved nor refuted"),
        ("fails", "draft is not false at its point", "drafts are not false at their points"),
    ):
        names = [_name(one.claim) for one in left if one.draft.word == word]
        if names:
            yield f"{len(names)} {one_of if len(names) == 1 else several}: {', '.join(names)}."


def _refutation(draft: Draft) -> str:
    """The formula of a draft, and the point at which it is false."""
    relations = " and ".join(f"${formula_latex(one)}$" for one in draft.relations)
    return f"{relations} for ${formula_latex(draft.domain)}$ is false at {draft.point}"


def _name(facts: ClaimFacts) -> str:
    """What the document calls a claim, with its ID."""
    return f"{facts.label} ({facts.id})" if facts.label else facts.id


def _with_places(claims: Sequence[ClaimFacts]) -> str:
    """Each claim with where it is printed."""
    return "; ".join(f"{facts.id} ({facts.place})" if facts.place else facts.id for facts in claims)


def assertions(number: int) -> str:
    """A number of assertions."""
    return f"{number} assertion{'' if number == 1 else 's'}"
