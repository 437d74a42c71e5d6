r"""The counters of LaTeX: stepped, reset by their parents, and shown as TeX prints them."""

import re
from collections.abc import Callable, Mapping

SECTIONS = (
    *("part", "chapter", "section", "subsection", "subsubsection"),
    *("paragraph", "subparagraph"),
)
"""The commands of a division of a document, from the largest."""
_ROMAN = tuple(
    zip(
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        ("M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"),
        strict=True,
    )
)
SHOWN = re.compile(r"\\(arabic|Roman|roman|Alph|alph)\s*\{([\w ]+)\}")
PLAIN = re.compile(
    r"\\@(arabic|Roman|roman|Alph|alph)\s*\\c@([a-zA-Z]+)(?: (?![ ]))?"
    r"|\\(?:number|the)\s*(?:\\value\s*\{(\w+)\}|\\c@([a-zA-Z]+))"
)
r"""Forms in the words of TeX: `\@arabic\c@theorem`, `\number\value{theorem}`."""
MOST_SHOWN = 1000
"""The most counters within the form of one."""
REF = re.compile(r"\\(?:ref|getrefnumber)\s*\*?\s*\{([^{}]*)\}")
FONTS = re.compile(
    r"[{}]|\\(?:relax|protect|noexpand|mbox|text|rm|it|bf|sf|tt|sc|normalfont|upshape|bfseries"
    r"|itshape|sffamily|scshape|emph|text(?:up|rm|bf|it|sf|sc|tt|normal)|math(?:rm|bf|sf|it))"
    r"\s*(?![a-zA-Z])"
)
SPACES = re.compile(r"\\(?:,|;|\s|(?:nobreak)?space(?![a-zA-Z])\s*(?:\{\})?)|~")
READ = re.compile(
    rf"\$[^$]*\$|{FONTS.pattern}|{SPACES.pattern}|\\(?:the|arabic|alph|roman|Alph|Roman|ref"
    r"|getrefnumber)(?![a-zA-Z])|\\the[a-zA-Z]+"
)
"""What of the form of a number is understood."""
THE = re.compile(r"\\the([a-zA-Z]+)\s*")
VALUE = re.compile(r"\\(?:value|arabic)\s*\{(\w+)\}|\\c@([a-zA-Z]+)")


def roman(number: int) -> str:
    """A number in Roman numerals.

    >>> roman(14)
    'XIV'
    """
    letters = ""
    for value, sign in _ROMAN:
        while 0 < value <= number < 100_000:
            letters += sign
            number -= value
    return letters


def without_fonts(number: str) -> str:
    r"""A number without braces and commands for fonts, in one line.

    >>> without_fonts(r"\textbf{A}~(\dag  1)")
    'A (\\dag1)'
    """
    number = FONTS.sub("", SPACES.sub(" ", number))
    return " ".join(re.sub(r"(\\[a-zA-Z@]+)\s+(?![a-zA-Z])", r"\1", number).split())


def unread(form: str) -> str:
    r"""The first command of a form that is not understood; empty if all are.

    >>> unread(r"\textbf{\thesection}.$\star$"), unread(r"\fnsymbol{theorem}")
    ('', '\\fnsymbol')
    """
    found = re.search(r"\\(?:[a-zA-Z@]+|.)", READ.sub(" ", form))
    hidden = re.search(r"\\(?:fnsymbol|if[a-zA-Z]*)(?![a-zA-Z])", form)
    return found[0] if found else hidden[0] if hidden else ""


def letter(number: int) -> str:
    """A number as a capital; TeX shows nothing for 0."""
    return chr(64 + number) if 0 < number < 27 else str(number or "")


FORMS: Mapping[str, Callable[[int], str]] = {
    "arabic": str,
    "Roman": roman,
    "roman": lambda number: roman(number).lower(),
    "Alph": letter,
    "alph": lambda number: letter(number).lower(),
}


class Counters:
    r"""Values, forms (`\thesection.\arabic{theorem}`), parents and other names of counters."""

    def __init__(self, chapters: bool, labels: Mapping[str, str] | None = None) -> None:
        self.labels: Mapping[str, str] = {} if labels is None else labels
        """The numbers of labels, which a form may refer to."""
        self.value: dict[str, int] = {}
        self.within: dict[str, set[str]] = {}
        """The counters that reset each one."""
        self.form: dict[str, str] = {}
        self.label: dict[str, str] = {}
        """What a label shows, where it is not the form."""
        self.prefix: dict[str, str] = {}
        r"""What a reference shows in front of the form: `\p@enumii`."""
        self.alias: dict[str, str] = {}
        self._shows = 0
        parents = (None, None, "chapter" if chapters else None, *SECTIONS[2:-1])
        for name, parent in zip(SECTIONS, parents, strict=True):
            self.new(name, parent)
        self.form["part"] = r"\Roman{part}"
        for name in ("equation", "figure", "table", "algorithm", "footnote"):
            self.new(name, "chapter" if chapters and name != "algorithm" else None)
            if chapters and name != "algorithm":  # no chapter is shown in front of the first one
                self.form[name] = rf"\theinchapter\arabic{{{name}}}"
        self.form["footnote"] = r"\arabic{footnote}"
        self.new("mpfootnote", None)
        self.form["mpfootnote"] = r"\alph{mpfootnote}"
        self.value["secnumdepth"] = 3

    def new(self, name: str, within: str | None) -> None:
        """A counter, reset by the one that it is within."""
        self.value.setdefault(name, 0)
        self.alias.pop(name, None)
        self.within[name] = {within} if within else set()
        self.form[name] = (rf"\the{within}." if within else "") + rf"\arabic{{{name}}}"

    def share(self, name: str, other: str, copies: bool) -> None:
        r"""Let a name stand for another counter, in the form that this has now or has then."""
        self.alias[name] = other
        self.form[name] = self.form_of(other) if copies else rf"\the{other}"

    def number_without(self, name: str, parent: str, plain: bool) -> None:
        r"""What `\counterwithout` does; a star keeps the form."""
        key = self.key(name)
        self.within.get(key, set()).discard(parent)
        if not plain:
            self.form[key] = rf"\arabic{{{key}}}"

    def number_within(self, name: str, parent: str, plain: bool, form: str = "arabic") -> None:
        r"""What `\numberwithin` and `\counterwithin` do; a star keeps the form."""
        key = self.key(name)
        self.within.setdefault(key, set()).add(parent)
        if not plain:
            self.form[key] = rf"\the{parent}.\{form}{{{key}}}"

    def key(self, name: str) -> str:
        """The counter that a name stands for."""
        for _ in range(9):
            if name not in self.alias:
                break
            name = self.alias[name]
        return name

    def step(self, name: str) -> str:
        """Step a counter, and show it."""
        key = self.key(name)
        self.value[key] = self.value.get(key, 0) + 1
        self.reset_below(key)
        return self.show(name, form=self.label.get(name))

    def set(self, name: str, value: int) -> None:
        """Give a counter a value."""
        self.value[self.key(name)] = value

    def number(self, text: str) -> int | None:
        r"""The number that a text stands for: digits, values of counters and their sums.

        >>> Counters(chapters=False).number(r"\numexpr\value{section}+2\relax")
        2
        """
        text = THE.sub(lambda found: self._the(found[1], 0) or found[0], text)
        text = VALUE.sub(lambda found: str(self.value.get(self.key(found[1] or found[2]), 0)), text)
        text = re.sub(r"\\(?:numexpr|the|number|relax)(?![a-zA-Z])|\s", "", text)
        if not re.fullmatch(r"[+-]?\d{1,6}([+-]\d{1,6})*", text):
            return None
        return sum(map(int, re.findall(r"[+-]?\d+", text)))

    def referred(self, name: str) -> str:
        """What a label shows of a counter."""
        return self.show(name, form=f"{self.prefix.get(name, '')}{{}}{self.form_of(name)}")

    def reset_below(self, name: str, depth: int = 0) -> None:
        """Reset the counters within one, and those within them."""
        for inner, parents in self.within.items():
            if name in map(self.key, parents) and depth < 9 and inner != name:
                self.value[inner] = 0
                self.reset_below(inner, depth + 1)

    def show(self, name: str, depth: int = 0, form: str | None = None) -> str:
        r"""A counter as it is printed.

        >>> counters = Counters(chapters=False)
        >>> counters.new("theorem", "section")
        >>> counters.step("section"), counters.step("theorem"), counters.step("section")
        ('1', '1.1', '2')
        >>> counters.show("theorem")
        '2.0'
        """
        self._shows = self._shows + 1 if depth else 0
        if depth > 9 or self._shows > MOST_SHOWN:
            return "?"
        form = self.form_of(name) if form is None else form
        form = THE.sub(lambda found: self._the(found[1], depth), form)
        form = SHOWN.sub(lambda found: self._shown(found[1], found[2].strip()), form)
        form = REF.sub(lambda found: self.labels.get(found[1].strip(), "??"), form)
        return without_fonts(form)

    def shown_later(self, form: str, name: str, steps: int) -> str:
        """What a form shows when a counter has made so many steps.

        >>> Counters(chapters=False).shown_later(r"\\theequation'", "equation", 2)
        "2'"
        """
        key = self.key(name)
        self.value[key] = self.value.get(key, 0) + steps
        shown = self.show(name, form=form)
        self.value[key] -= steps
        return shown

    def saved(self, name: str) -> Callable[[], None]:
        """What gives a counter the value and the form again that it has now."""
        value, form = self.value.get(name), self.form.get(name)

        def again() -> None:
            if value is not None and form is not None:
                self.value[name], self.form[name] = value, form

        return again

    def form_of(self, name: str) -> str:
        """The form of a counter, which is its own or that of the counter it stands for."""
        key = self.key(name)
        return self.form.get(name, self.form.get(key, rf"\arabic{{{key}}}"))

    def _shown(self, form: str, name: str) -> str:
        return FORMS[form](self.value.get(self.key(name), 0))

    def _the(self, name: str, depth: int) -> str:
        if name == "inchapter":
            return f"{self.show('chapter', depth + 1)}." if self.value["chapter"] else ""
        return self.show(name, depth + 1) if self.key(name) in self.value else ""
