r"""The algorithms, figures, equations and other environments of a source that are no statements.

A statement or a proof refers to such a place by a label inside it. Some change what a paper says
without a label: an algorithm is what a theorem about it is about.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from .equations import LABEL, ROWS, SINGLE
from .found import FoundPlace, Layout, Paper, Span
from .groups import option, tidy
from .labels_referred_to import referred
from .list_items import LISTS, QUOTES, UNNUMBERED

EQUATIONS = (*SINGLE, *ROWS, "subequations", "displaymath", "math")
ITEMS = (*LISTS, *UNNUMBERED)
AROUND = frozenset(
    {
        *("document", "abstract", "center", "minipage", "flushleft", "flushright", "multicols"),
        *("appendix", "appendices", "frontmatter", "mainmatter", "titlepage", "landscape"),
        *("small", "footnotesize", "scriptsize", "large", "singlespace", "spacing", "sloppypar"),
        *("acknowledgments", "acknowledgements", "ack", "keywords", "thebibliography", *QUOTES),
        *(
            "proof",
            "Proof",
            "pf",
            "prf",
            "samepage",
            "adjustwidth",
            "list",
            "trivlist",
            "refsection",
        ),
    }
)
"""Environments that hold running text: what stands in them is looked at for itself."""
DISPLAY = re.compile(r"(?<!\\)\\\[(.*?)(?<!\\)\\\]", re.DOTALL)
PICTURE = re.compile(r"\\(?:includegraphics|includestandalone|includepdf)(?![a-zA-Z])")


class Cover:
    """Stretches of a text, joined where they touch.

    >>> cover = Cover([(5, 8), (1, 3), (7, 9)])
    >>> cover.meets(3, 5), cover.meets(8, 20), cover.meets(2, 3)
    (False, True, True)
    """

    def __init__(self, stretches: Iterable[tuple[int, int]]) -> None:
        self.begins: list[int] = []
        self.ends: list[int] = []
        for begin, end in sorted(stretches):
            if self.ends and begin <= self.ends[-1]:
                self.ends[-1] = max(self.ends[-1], end)
            else:
                self.begins.append(begin)
                self.ends.append(end)

    def meets(self, begin: int, end: int) -> bool:
        """Whether some character between two places is covered."""
        place = bisect_right(self.ends, begin)
        return place < len(self.begins) and self.begins[place] < end


def layout_of(text: str, paper: Paper) -> Layout:
    """The layout of the text that was walked through."""
    begin, end = text.find("\\begin{document}"), text.find("\\end{document}")
    begin = begin + len("\\begin{document}") if begin >= 0 else 0
    end = len(text) if end < 0 else end
    displays = [Span("display", found.start(), found.end()) for found in DISPLAY.finditer(text)]
    spans = [span for span in (*paper.spans, *displays) if begin <= span.begin < end]
    spans.sort(key=lambda span: (span.begin, -span.end))
    inside = sorted((one.begin, one.begin + len(one.text)) for one in paper.statements)

    def holds(span: Span) -> bool:
        place = bisect_right(inside, (span.begin, len(text)))
        return place < len(inside) and inside[place][1] <= span.end

    return Layout(text, begin, end, spans, frozenset(filter(holds, spans)))


def statements_of(paper: Paper) -> Cover:
    """Where the texts of the statements stand, which have the labels inside them already."""
    return Cover((one.begin, one.begin + len(one.text)) for one in paper.statements)


def find_places(
    layout: Layout,
    paper: Paper,
    where: Callable[[int], tuple[str, int]],
    expanded: Callable[[str, str], str],
) -> list[FoundPlace]:
    """The places of a source: environments that are watched always, and those that have labels."""
    places: dict[Span, FoundPlace] = {}
    statements = statements_of(paper)
    for at, span, label in _marks(layout):
        if span is None or statements.meets(at, at + 1):
            continue
        if span not in places:
            places[span] = FoundPlace(span.environment, *where(span.begin), span, [])
        if label:
            places[span].labels.append(label)
    for place in places.values():
        place.expanded = tidy(expanded(_inside(layout.text, place.span), place.spot))
        place.names = [name for name in referred(place.expanded) if name not in place.labels]
    return list(places.values())


def _marks(layout: Layout) -> Iterator[tuple[int, Span | None, str]]:
    """Each label with the place that has it, and each place that is watched without one.

    The place is the outermost environment around it that is no running text, else the outermost
    list.
    """
    marks: list[tuple[int, Span | str]] = [(span.begin, span) for span in layout.spans]
    found = LABEL.finditer(layout.text, layout.begin, layout.end)
    marks += [(one.start(), one[1].strip()) for one in found]
    lists, inner = list[Span](), list[Span]()
    for at, mark in sorted(marks, key=lambda one: one[0]):
        for opened in (lists, inner):
            while opened and opened[-1].end <= at:
                opened.pop()
        if isinstance(mark, Span):
            name = mark.environment.rstrip("*")
            if name not in AROUND and mark not in layout.held:
                (lists if name in ITEMS else inner).append(mark)
                if inner == [mark] and is_always_watched(name):
                    yield at, mark, ""
        else:
            yield at, next(iter(inner or lists), None), mark


def is_always_watched(environment: str) -> bool:
    """Whether an environment is watched without a label: no equation, no list, no running text.

    >>> [is_always_watched(name) for name in ("algorithm", "figure*", "mechanism", "align")]
    [True, True, True, False]
    """
    name = environment.rstrip("*")
    return name not in AROUND and name not in ITEMS and name not in EQUATIONS and name != "display"


def _inside(text: str, span: Span) -> str:
    r"""What stands in an environment, without where it floats to: `\begin{algorithm}[t]`."""
    begin = re.compile(r"\\begin\s*\{[^{}]*\}|\\[a-zA-Z]+|\\\[").match(text, span.begin)
    inside = text[begin.end() if begin else span.begin : span.end]
    at = option(inside, 0)[1]
    return re.sub(r"\\end\s*\{[^{}]*\}\Z|\\\]\Z", "", inside[at:])


@dataclass(frozen=True, kw_only=True)
class Unwatched:
    """What of a source no record keeps."""

    lines: int
    """The lines of the body and the preamble that are not blank."""
    preamble: int
    body: int
    """Its lines outside of all that is watched."""
    environments: dict[str, int]
    """How many environments of each kind are outside of it."""
    pictures: int
    packages: int
    """The packages and classes that were not read."""
    labels: list[str]
    """Labels that are referred to, and stand in no environment."""

    def __str__(self) -> str:
        kinds = ", ".join(
            f"{number} {name}{'s' * (number > 1)}" for name, number in self.environments.items()
        )
        outside = self.preamble + self.body
        parts = [
            f"{outside} of {self.lines} lines: {self.preamble} of the preamble but for the macros "
            f"that are used, {self.body} of the text" + (f" with {kinds}" if kinds else "")
        ]
        if self.labels:
            parts.append(f"what {', '.join(self.labels)} names")
        if self.pictures:
            parts.append(f"{self.pictures} picture{'s' * (self.pictures > 1)} in files")
        if self.packages:
            parts.append(f"{self.packages} package{'s' * (self.packages > 1)} without a file here")
        return f"Not watched: {'; '.join(parts)}."


def unwatched(
    layout: Layout, paper: Paper, places: Sequence[FoundPlace], labels: Sequence[str]
) -> Unwatched:
    """What stands outside of the statements and of the places that are watched."""
    stretches = [(one.begin, one.begin + len(one.text)) for one in paper.statements]
    # the lines on which a statement begins and ends are its own
    whole = ((layout.text.rfind("\\", 0, a), layout.text.find("}", b) + 1) for a, b in stretches)
    spans = ((place.span.begin, place.span.end) for place in places)
    watched = Cover([*stretches, *whole, *spans])
    counts = {"preamble": 0, "body": 0, "all": 0}
    at = 0
    for line in layout.text.split("\n"):
        end = at + len(line)
        if line.strip() and at < layout.end:
            counts["all"] += 1
            part = "preamble" if end <= layout.begin else "body"
            counts[part] += not watched.meets(at, end)
        at = end + 1
    kinds: dict[str, int] = {}
    for span in layout.spans:
        seen = span in layout.held or watched.meets(span.begin, span.begin + 1)
        if not seen and span.environment != "document":
            kinds[span.environment] = kinds.get(span.environment, 0) + 1
    return Unwatched(
        lines=counts["all"],
        preamble=counts["preamble"],
        body=counts["body"],
        environments=dict(sorted(kinds.items())),
        pictures=len(PICTURE.findall(layout.text, layout.begin, layout.end)),
        packages=len(paper.absent),
        labels=sorted(labels),
    )
