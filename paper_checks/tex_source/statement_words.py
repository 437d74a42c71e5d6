r"""A statement as a claim has it: words with formulas between dollar signs, without commands."""

import re
import unicodedata
from collections.abc import Mapping
from .displays import cut
from .groups import argument, group, option
from .labels_referred_to import REF, listed

_GONE = "label index vspace hspace lean uses proves discussion pagestyle vphantom hypertarget"
GONE = frozenset(_GONE.split())
"""Commands that vanish with their argument."""
_SILENT = (
    "leanok mathlibok notready noindent centering medskip smallskip bigskip par quad qquad qedhere "
    "ignorespaces unskip xspace newline linebreak pagebreak clearpage newpage small footnotesize "
    "large bf it em rm sc sl tt bfseries itshape upshape normalfont displaystyle hfill protect "
    "relax allowbreak break sloppy selectfont indent kern nobreak begingroup endgroup"
)
SILENT = frozenset(_SILENT.split())
"""Commands that vanish."""
_PLAIN = (
    "emph textbf textit textsf texttt textsc textsl textrm textup textnormal text mbox underline "
    "enquote hbox fbox ensuremath textmd url path uline textcolor paragraph subparagraph"
)
PLAIN = frozenset(_PLAIN.split())
"""Commands whose argument stays."""
SIGNS = {
    "dots": "...",
    "ldots": "...",
    "textendash": "-",
    "textemdash": " - ",
    "S": "Section ",
    "ss": "ß",
    "o": "ø",
    "O": "Ø",
    "ae": "æ",
    "AE": "Æ",
    "l": "ł",
    "L": "Ł",
    "i": "i",
    "j": "j",
    "LaTeX": "LaTeX",
    "TeX": "TeX",
    "textbackslash": "",
}
ACCENTS = {
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    '"': "\u0308",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "c": "\u0327",
    "v": "\u030c",
    "u": "\u0306",
    "H": "\u030b",
    "r": "\u030a",
    "k": "\u0328",
}
COMMAND = re.compile(r"\\([a-zA-Z@]+\*?|.)|([{}~])", re.DOTALL)
ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{([^{}]*)\}(?:\s*\[[^\]]*\])*")
CITE = re.compile(r"\\[a-zA-Z]*cite[a-zA-Z]*\*?((?:\s*\[[^\]]*\])*)\s*\{([^{}]*)\}")
SECOND = re.compile(r"\\(href|texorpdfstring|footnote)(?![a-zA-Z])")
VERB = re.compile(r"\\verb\*?([^a-zA-Z*\s])(.*?)\1")
HYPERREF = re.compile(r"\\hyperref\s*\[[^\]]*\]")


class StatementWords:
    """Turns texts into words; `unknown` gathers the commands that it does not know."""

    def __init__(self, numbers: Mapping[str, str], called: Mapping[str, str]) -> None:
        self.numbers, self.called = numbers, called
        self.unknown: list[str] = []

    def of(self, text: str) -> str:
        r"""The words of a text.

        >>> words = StatementWords({"a": "2.1"}, {"a": "Lemma 2.1"})
        >>> words.of(r"By \cref{a}, \emph{every} \[x_1 \ge 0.\] See ``\ref{a}'' \foo{b}.")
        'By Lemma 2.1, every $x_1 \\ge 0.$ See "2.1" b.'
        >>> words.unknown
        ['foo']
        """
        pieces = [
            f"${formula}$" if is_formula and formula else ("" if is_formula else self._words(piece))
            for is_formula, piece in cut(_without_second_texts(text))
            for formula in [self._formula(piece) if is_formula else ""]
        ]
        said = " ".join("".join(pieces).split())
        return re.sub(r" ([,;:.)])(?=\s|\Z)", r"\1", said).strip()

    def _formula(self, formula: str) -> str:
        formula = REF.sub(lambda found: rf"\text{{{self._reference(found)}}}", formula)
        formula = CITE.sub(lambda found: rf"\text{{[{found[2]}]}}", formula)
        return formula.replace("`", "'")

    def _reference(self, found: re.Match[str]) -> str:
        """A reference in words: with its kind if the command adds it."""
        command = found[0][1:].partition("{")[0].rstrip("* ")
        with_kind = command.lower() in ("cref", "autoref", "vref", "thmref", "zcref")
        words = []
        for label in listed(found):
            number = self.numbers.get(label, "") or "??"
            words.append(self.called.get(label, number) if with_kind else number)
        joined = ", ".join(words[:-1]) + (" and " if len(words) > 1 else "") + "".join(words[-1:])
        return f"({joined})" if command == "eqref" else joined

    def _words(self, text: str) -> str:
        text = VERB.sub(r"\2", HYPERREF.sub("", text))
        text = REF.sub(self._reference, text)
        text = CITE.sub(lambda found: f"[{found[2]}{_inside(found[1])}]", text)
        text = ENVIRONMENT.sub(" ", text)
        text = self._commands(text)
        text = text.replace("``", '"').replace("''", '"').replace("`", "'").replace("---", " - ")
        return text.replace("--", "-").replace("$", " ")

    def _commands(self, text: str) -> str:
        parts, at, items = [], 0, 0
        while found := COMMAND.search(text, at):
            parts.append(text[at : found.start()])
            at = found.end()
            name = (found[1] or "").rstrip("*")
            if found[2]:
                parts.append(" " if found[2] == "~" else "")
            elif name == "item":
                given, at = option(text, at)
                items += 1
                parts.append(f" {self._commands(given)} " if given else f" ({items}) ")
            elif name in ACCENTS and (name.isalpha() is False or text[at : at + 1] in "{ \\"):
                letter, at = argument(text, at)
                base = self._commands(letter or "")
                parts.append(unicodedata.normalize("NFC", base[:1] + ACCENTS[name]) + base[1:])
            else:
                word, at = self._command(name, text, at)
                parts.append(word)
        return "".join([*parts, text[at:]])

    def _command(self, name: str, text: str, at: int) -> tuple[str, int]:
        """What stands for a command, and the place behind it."""
        if name in GONE:
            return "", argument(text, at)[1]
        if name in SIGNS:
            return SIGNS[name], at
        if not name.isalpha():
            return name if name in "%&_#{}" else ("USD " if name == "$" else " "), at
        if name not in SILENT | PLAIN:
            self.unknown.append(name)
        return ("" if name in PLAIN else " "), at


def _without_second_texts(text: str) -> str:
    r"""A text in which `\href`, `\texorpdfstring` and `\footnote` are the words that they show.

    >>> _without_second_texts(r"\texorpdfstring{$K$}{K} arms\footnote{Two.}")
    '$K$ arms (Two.)'
    """
    parts, at = [], 0
    while found := SECOND.search(text, at):
        first, end = group(text, found.end())
        second, behind = (None, end) if found[1] == "footnote" else group(text, end)
        shown = second if found[1] == "href" else first
        parts += [
            text[at : found.start()],
            f" ({shown})" if found[1] == "footnote" else shown or "",
        ]
        at = behind
    return "".join([*parts, text[at:]])


def _inside(options: str) -> str:
    """What the brackets of a citation say."""
    said = ", ".join(part for part in re.findall(r"\[([^\]]*)\]", options) if part)
    return f", {said}" if said else ""
