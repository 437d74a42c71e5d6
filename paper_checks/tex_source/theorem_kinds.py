r"""The environments of a paper that are theorems, by it or by its class, and their kinds."""

from .counters import Counters
from .document_classes import DocumentClass
from .groups import group, option, settings, starred
from .macros import Macros

KINDS = {
    "theorem": "thm",
    "lemma": "lem",
    "proposition": "prop",
    "corollary": "cor",
    "definition": "def",
    "assumption": "asm",
    "remark": "rem",
    "example": "ex",
    "claim": "claim",
    "conjecture": "conj",
    "fact": "fact",
    "observation": "obs",
    "problem": "problem",
    "question": "question",
    "construction": "construction",
}
"""The kinds of statements that are known, and how the IDs of those without a label begin."""
SHORT = {short: kind for kind, short in KINDS.items()} | {
    "defn": "definition",
    "defi": "definition",
}
NEW_THEOREMS = (
    *("newtheorem", "spnewtheorem", "newframedtheorem", "newshadedtheorem"),
    *("newmdtheoremenv", "mdtheorem", "renewtheorem"),
)
"""The commands that declare an environment of theorems as `\\newtheorem` does."""
OPTIONS = ("name", "title", "heading", "sibling", "numberlike", "sharenumber", "numberwithin")


class Theorems(dict[str, tuple[str, bool]]):
    """The printed name of each environment of theorems, and whether it is numbered."""

    def __init__(self, document_class: DocumentClass, counters: Counters, macros: Macros) -> None:
        super().__init__()
        self.document_class, self.counters, self.macros = document_class, counters, macros
        self.numbering = "arabic"
        amsthm = not {"amsthm", "ntheorem"}.isdisjoint(document_class.packages)
        self.separator = "." if amsthm else document_class.separator
        for name, shared, within, star in document_class.theorems():
            self.declare(name, name.capitalize(), shared, within, star)

    def declare(
        self, name: str, printed: str, shared: str | None, within: str | None, star: bool = False
    ) -> None:
        """An environment, with a counter that it shares with another one, or has to itself.

        The form of a shared number is what the other one has now with thmtools, and then without.
        """
        self[name] = (printed, not star)
        if star:
            return
        if shared is None:
            self.counters.new(name, within)
            form = self.counters.form[name].replace(".\\arabic", f"{self.separator}\\arabic")
            self.counters.form[name] = form.replace("\\arabic", f"\\{self.numbering}")
            if within == "section" and self.document_class.shows_sections:
                self.counters.form[name] = rf"\thetheorems.\arabic{{{name}}}"
        elif shared != name:  # the same name: `\\newaliascnt` has made the counter
            self.counters.share(name, shared, copies=self.document_class.thmtools)

    def read_newtheorem(self, text: str, at: int) -> int:
        r"""Read `\newtheorem{lemma}[theorem]{Lemma}[section]` behind its command."""
        star, at = starred(text, at)
        _, at = option(text, at)  # the looks, with mdframed
        name, at = group(text, at)
        shared, at = option(text, at)
        printed, at = group(text, at)
        within, at = option(text, at)
        if name and printed is not None:
            said = self.macros.expanded(printed).strip()
            self.declare(name.strip(), said, _named(shared), _named(within), star)
            if "ntheorem" in self.document_class.packages and not star:
                # numbered like the other, but not in the list of theorems
                self.declare(f"{name.strip()}*", said, name.strip(), None)
        return at

    def read_theoremnumbering(self, text: str, at: int) -> int:
        r"""Read `\theoremnumbering{Alph}` of ntheorem behind its command."""
        form, at = group(text, at)
        self.numbering = form or self.numbering
        return at

    def read_declaretheorem(self, text: str, at: int) -> int:
        r"""Read `\declaretheorem[name=Lemma, sibling=theorem]{lemma}` behind its command."""
        before, at = option(text, at)
        names, at = group(text, at)
        after, at = option(text, at)
        given = settings(before or "") | settings(after or "")
        shared = given.get("sibling") or given.get("numberlike") or given.get("sharenumber")
        within = given.get("numberwithin") or given.get("within") or given.get("parent")
        for name in filter(None, map(str.strip, (names or "").split(","))):
            printed = given.get("name") or given.get("title") or given.get("heading")
            numbered = given.get("numbered", "").replace("-", " ")
            star = numbered in ("no", "false") or (
                numbered == "unless unique" and text.count(f"\\begin{{{name}}}") < 2
            )
            self.declare(name, printed or name.capitalize(), shared, within, star)
        return at


def _named(name: str | None) -> str | None:
    return (name or "").strip() or None


def kind_of(environment: str, printed: str) -> str:
    """The kind of a statement, by the name that is printed or that of its environment.

    >>> kind_of("thm", "Theorem"), kind_of("lemma", "Lemme"), kind_of("weird", "Weird Thing")
    ('theorem', 'lemma', 'remark')
    """
    for word in (*printed.lower().split()[:1], *printed.lower().split()[-1:], environment.lower()):
        word = word.rstrip("*")
        word = SHORT.get(word, word)
        for kind in (word, word.removesuffix("s")):
            if kind in KINDS:
                return kind
    return "remark"
