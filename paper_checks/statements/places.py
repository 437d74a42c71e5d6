"""Where a claim stands: its document, chapter and section are those of the folder of its text.

The folder `thesis/chapter_4_lower_bounds/section_4_2_coupling` holds claims of the thesis,
Chapter 4, Section 4.2; the folder `bernoulli/appendix_d_concentration` those of Appendix D. The
sections of the zcdp paper have Roman numerals: `zcdp/section_6_lower_bounds` is Section VI. A
file may have such a name too, where one is enough for a section.
"""

import re
from dataclasses import dataclass, replace
from functools import cache
from .catalogue import sections
from .documents import ROOM, Document, document_named, document_of_module
from .files_of_claims import PART

ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII")
NUMBER = re.compile(r"(?:\d+|[A-Z])(?:\.\d+)*\Z|(?:[IVX]+|[A-H])(?:-[A-Z]\d*)?\Z")
UNIT = r"(?:[IVX]+-[A-Z]\d*|[A-H]-[A-Z]\d*|(?:\d+|[IVX]+|[A-Z])(?:\.\d+)*)(?![A-Za-z])"
GIVEN = re.compile(rf"({UNIT}(?:(?:, | to ){UNIT})*),? ?(.*)\Z")
QUOTED = re.compile(r'"([^"]+)"(?:, )?(.*)\Z')
PAGES = re.compile(r"(?:(.*), )?pp?\. ([\w-]+(?:, [\w-]+)*)\Z")


@dataclass(frozen=True)
class Place:
    """Document, chapter, section, equation and page of a claim; empty where there is none."""

    document: str
    chapter: str
    section: str
    equation: str
    page: str

    @property
    def sections(self) -> tuple[str, ...]:
        """The sections that the place names, one by one."""
        return tuple(part for part in re.split(r", | to ", self.section) if part)

    def lies_in(self, section: str) -> bool:
        """Whether the place names a section, or a part of it: 4.2.1 lies in 4.2 and in 4.

        >>> place = Place("thesis", "4", "4.3.1, B.3", "(4.13)", "91")
        >>> [place.lies_in(section) for section in ("4.3", "B", "4.31", "3")]
        [True, True, False, False]
        """
        inside = re.compile(re.escape(section) + r"(?:[.-].*|(?<=-[A-Z])\d+)?\Z")
        return any(inside.match(number) for number in self.sections)

    def __str__(self) -> str:
        """The place in words.

        >>> print(Place("thesis", "4", "4.3.1, B.3", "(4.13)", "91"))
        Section 4.3.1 and Appendix B.3, (4.13), p. 91
        """
        return ", ".join(part for part in (_in_words(self), self.equation, self._pages()) if part)

    def _pages(self) -> str:
        if not self.page:
            return ""
        return f"pp. {self.page}" if "-" in self.page or "," in self.page else f"p. {self.page}"


def _in_words(place: Place) -> str:
    """The sections of a place as a text."""
    if " to " in place.section:
        return f"Sections {place.section}"
    named = [_named(number, bool(place.chapter)) for number in place.sections]
    return " and ".join(part for part in (", ".join(named[:-1]), *named[-1:]) if part)


def _named(number: str, chapters: bool) -> str:
    """A section, an appendix or a chapter by its number."""
    if not NUMBER.match(number):
        return number
    if chapters and number.isdigit():
        return f"Chapter {number}"
    roman = number.partition("-")[0] in ROMAN
    return f"{'Appendix' if number[0].isalpha() and not roman else 'Section'} {number}"


def folder_place(module: str, document: Document | None = None) -> tuple[str, str, str]:
    """Document, chapter and section of a module, from the names of its folders.

    >>> folder_place("banditproof.paper_checks.thesis.chapter_4_x.section_4_2_y.theorem_4_14")
    ('thesis', '4', '4.2')
    >>> folder_place("banditproof.paper_checks.bernoulli.appendix_d_concentration.lemma_d_1")
    ('bernoulli', '', 'D')
    """
    known = document or document_of_module(module)
    if known is None:
        name, *folders = module.removeprefix(f"{ROOM}.").split(".")
        return name, *_numbers(tuple(folders), False, False)
    inside = module.removeprefix(known.package).split(".")[1:]
    return known.name, *_numbers(tuple(inside), known.chapters, known.numerals == "roman")


@cache
def _numbers(folders: tuple[str, ...], chapters: bool, roman: bool) -> tuple[str, str]:
    """Chapter and section by the names of folders, the last one of which may be a file."""
    chapter = section = ""
    for folder in folders:
        match = PART.match(folder)
        if match is None:
            continue
        number = match[2].upper().replace("_", ".")
        if match[1] == "section":
            section = number
        elif match[1] == "chapter":
            chapter = number
        elif chapters:
            chapter = section = number.partition(".")[0]
        else:
            section = number.partition(".")[0]
        if roman:
            section = _in_roman(section, match[1])
    return chapter, section


def _in_roman(number: str, kind: str) -> str:
    """A section with its Roman numeral; the letter I of an appendix differs from the numeral.

    >>> _in_roman("6", "section"), _in_roman("I", "appendix"), _in_roman("D", "appendix")
    ('VI', 'Appendix I', 'D')
    """
    if kind == "section" and number.isdigit() and int(number) < len(ROMAN):
        return ROMAN[int(number)]
    return "Appendix I" if kind == "appendix" and number == "I" else number


def place_in(at: str) -> tuple[str, str, str]:
    """Sections, equation and page of a place as a text gives it; empty where it says nothing.

    What is no number of a section stands in quotes.

    >>> place_in("4.3.1, B.3, (4.13), p. 91"), place_in("D (24)")
    (('4.3.1, B.3', '(4.13)', '91'), ('D', '(24)', ''))
    >>> place_in('"Abstract, 1, 6", pp. 3-4'), place_in("Theorem 3.1")
    (('Abstract, 1, 6', '', '3-4'), ('', 'Theorem 3.1', ''))
    """
    paged = PAGES.match(at)
    rest, page = (paged[1] or "", paged[2]) if paged else (at, "")
    result = QUOTED.match(rest) or GIVEN.match(rest)
    section, equation = (result[1], result[2]) if result else ("", rest)
    return section, equation, page


def with_pages(document: str, chapter: str, place: tuple[str, str, str]) -> Place:
    """A place, with the pages of its section if it names none."""
    where = Place(document, chapter, *place)
    if where.page:
        return where
    ranges = [_pages(document, section) for section in where.sections or ("",)]
    return replace(where, page=", ".join(dict.fromkeys(filter(None, ranges))))


def _pages(document: str, number: str) -> str:
    """The pages of a section, up to where the next one begins; empty if they are not known."""
    known = sections(document)
    if number not in known:
        number = _listed(number)
    first = known.get(number)
    if first is None or not first.page:
        return ""
    listed = list(known)
    following = listed[listed.index(number) + 1 :]
    outside = (known[item] for item in following if not item.startswith(f"{number}."))
    end = next((item.page for item in outside if item.page), "")
    return f"{first.page}-{end}" if end and end != first.page else first.page


def _listed(number: str) -> str:
    """The section of the table of contents that a section lies in.

    >>> _listed("4.3.1"), _listed("IV-A2"), _listed("Appendix I")
    ('4.3', 'IV-A', 'Appendix I')
    """
    match = re.match(r"[^-.]+(?:-[A-Z]|\.[^.]+)?", number)
    return match[0] if match else number


def heading(document: str, section: str) -> str:
    """The title over the claims of a section, with its number.

    >>> print(heading("thesis", "4.2.1"))
    thesis, Section 4.2: Coupling Techniques for Lower bounds under DP
    >>> print(heading("thesis", "9"))
    thesis, Chapter 9: Perspectives
    """
    number, title = _number_and_title(document, section)
    home = document_named(document)
    name = _named(number, home is not None and home.chapters) if number else ""
    return ", ".join(part for part in (document, name) if part) + (f": {title}" if title else "")


def section_title(document: str, section: str) -> str:
    """The title of a section, or of the one around it; empty if none is known.

    >>> section_title("thesis", "4.2.1")
    'Coupling Techniques for Lower bounds under DP'
    """
    return _number_and_title(document, section)[1]


def numbered_section(document: str, section: str) -> str:
    """The section of the table of contents that the first section of a place lies in.

    >>> numbered_section("thesis", "2.2.3, 4.1"), numbered_section("bernoulli", "F.2")
    ('2.2.3', 'F')
    """
    first = Place(document, "", section, "", "").sections[:1]
    number = first[0] if first else ""
    known = sections(document)
    while number and number not in known:
        shorter = _listed(number)
        number = shorter if shorter != number else re.sub(r"[.-]?[^.-]+\Z", "", number)
    return number


def _number_and_title(document: str, section: str) -> tuple[str, str]:
    first = Place(document, "", section, "", "").sections[:1]
    number = _listed(first[0]) if first else ""
    known = sections(document).get(number)
    return number, known.title if known else ""


def headings(document: Document, module: str) -> tuple[str, ...]:
    """The headings of a file of claims: its document, its chapter and its section.

    >>> from banditproof.paper_checks.statements.documents import SHIPPED
    >>> print(headings(SHIPPED[0], f"{SHIPPED[0].package}.section_3_lower_bound.statements")[1])
    ## Section 3: Regret lower bound under DP
    """
    _, chapter, section = folder_place(module, document)
    titles = [document.title]
    if chapter and chapter != section:
        known = document.sections.get(chapter)
        titles.append(f"Chapter {chapter}" + (f": {known.title}" if known else ""))
    if section:
        known = document.sections.get(_listed(section))
        titles.append(_named(section, document.chapters) + (f": {known.title}" if known else ""))
    return tuple(f"{'#' * depth} {title}" for depth, title in enumerate(titles, 1))
