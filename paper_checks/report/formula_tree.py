"""A formula in LaTeX as a tree: signs, rows, fractions, roots, scripts, accents."""

import re
import unicodedata
from dataclasses import dataclass
from typing import TypeAlias
from .formula_signs import (
    ACCENTS,
    ALPHABETS,
    CHARACTERS,
    DROPPED,
    FRACTIONS,
    FUNCTIONS,
    NAMES,
    SPACES,
    WORDS,
    in_alphabet,
    sign_of,
)


@dataclass(frozen=True)
class Sign:
    """Characters of one kind: letter, number, name, words, function, relation, between, ..."""

    text: str
    kind: str


@dataclass(frozen=True)
class Row:
    """What stands side by side."""

    parts: tuple["Node", ...]


@dataclass(frozen=True)
class Fraction:
    """A numerator above a denominator."""

    above: "Node"
    below: "Node"


@dataclass(frozen=True)
class Root:
    """A root of some order, which is empty for square roots."""

    order: "Node"
    body: "Node"


@dataclass(frozen=True)
class Scripts:
    """A base with what stands below it and above it."""

    base: "Node"
    below: "Node"
    above: "Node"


@dataclass(frozen=True)
class Call:
    """A name of an operation with its arguments, such as a wide accent or a binomial."""

    name: str
    arguments: tuple["Node", ...]


Node: TypeAlias = Sign | Row | Fraction | Root | Scripts | Call
NOTHING = Row(())
TOKEN = re.compile(r"\\([a-zA-Z]+\*?|.)|(\s+)|(.)", re.DOTALL)
TABLE = re.compile(
    r"\\begin\s*\{(cases|[bpvBV]?(?:small)?matrix|array)\}(?:\{[lcr|]*\})?(.*?)\\end\s*\{\1\}",
    re.DOTALL,
)
OTHER_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*\{[a-z]+\*?\}(?:\{[lcr|]*\})?")
NEGATED = {"=": "≠", "∈": "∉", "⊂": "⊄", "⊆": "⊈", "≤": "≰", "≥": "≱", "<": "≮", ">": "≯", "≡": "≢"}


def tree(latex: str) -> Row:
    r"""The tree of a formula; a command that nobody knows is its name.

    >>> tree(r"x \le 12").parts[1:]
    (Sign(text='≤', kind='relation'), Sign(text='12', kind='number'))
    """
    text = TABLE.sub(_as_list, latex)
    return _Reader(OTHER_ENVIRONMENT.sub(" ", text)).row("")


def _as_list(found: re.Match[str]) -> str:
    """A table as a list in brackets: a semicolon between rows, commas between columns."""
    inside = found[2].replace("&", ",")
    return rf"\{{{inside}\}}" if found[1] == "cases" else f"[{inside}]"


class _Reader:
    def __init__(self, latex: str) -> None:
        self.tokens = list(TOKEN.finditer(latex))
        self.place = 0

    def row(self, end: str) -> Row:
        """All up to a character that ends it, which is taken."""
        parts: list[Node] = []
        while (token := self._next()) is not None:
            if end and token[0] == end:
                break
            if token[0] in ("^", "_", "'"):
                self._add_script(parts, token[0])
                continue
            node = self._node(token)
            if isinstance(node, Sign) and node.kind == "number" and parts:
                before = parts[-1]
                if isinstance(before, Sign) and before.kind == "number":
                    parts[-1] = Sign(before.text + node.text, "number")
                    continue
            if node != NOTHING:
                parts.append(node)
        return Row(tuple(parts))

    def _next(self) -> re.Match[str] | None:
        if self.place >= len(self.tokens):
            return None
        self.place += 1
        return self.tokens[self.place - 1]

    def _peek(self) -> str:
        while self.place < len(self.tokens) and self.tokens[self.place][2]:
            self.place += 1
        return self.tokens[self.place][0] if self.place < len(self.tokens) else ""

    def argument(self) -> Node:
        """A group, or one token."""
        if not self._peek():
            return NOTHING
        token = self._next()
        assert token is not None
        result = self._node(token)
        alone = isinstance(result, Row) and len(result.parts) == 1
        return result.parts[0] if alone and isinstance(result, Row) else result

    def _add_script(self, parts: list[Node], mark: str) -> None:
        script = Sign("′", "letter") if mark == "'" else self.argument()
        base = parts.pop() if parts else NOTHING
        known = base if isinstance(base, Scripts) else Scripts(base, NOTHING, NOTHING)
        if mark == "_" and known.below == NOTHING:
            parts.append(Scripts(known.base, script, known.above))
        elif mark != "_":
            parts.append(Scripts(known.base, known.below, _beside(known.above, script)))
        else:
            parts.append(Scripts(base, script, NOTHING))

    def _node(self, token: re.Match[str]) -> Node:
        if token[1] is not None:
            return self._command(token[1])
        letter = token[0]
        if letter == "{":
            return self._group()
        if token[2] or letter in "}&$":
            return NOTHING
        if letter == "~":
            return Sign(" ", "space")
        if letter.isdigit() or (letter == "." and self._peek()[:1].isdigit()):
            return Sign(letter, "number")
        sign = {"-": "−"}.get(letter, letter)
        return Sign(sign, CHARACTERS.get(letter, "letter"))

    def _group(self) -> Node:
        inside = self.row("}")
        if inside.parts == (Sign(",", "comma"),):
            return Sign(",", "number")  # 1{,}000
        return inside.parts[0] if len(inside.parts) == 1 else inside

    def _command(self, command: str) -> Node:
        name = command.rstrip("*") or command
        if name in FRACTIONS:
            return Fraction(self.argument(), self.argument())
        if name in ("binom", "tbinom", "dbinom"):
            return Call("C", (self.argument(), self.argument()))
        if name == "sqrt":
            return Root(self._option(), self.argument())
        if name in ALPHABETS:
            return Sign(in_alphabet(self._words(), ALPHABETS[name]), "letter")
        if name in WORDS:
            return Sign(self._words(), "words")
        if name in NAMES:
            return self._name()
        if name in ACCENTS:
            return _accented(name, self.argument())
        return self._sign(name)

    def _sign(self, name: str) -> Node:
        if name in ("left", "right") and self._peek() == ".":
            self._next()
        if name in DROPPED:
            return NOTHING
        if name == "not":
            return _negated(self.argument())
        if name in ("underbrace", "overbrace", "substack", "smash", "mathstrut"):
            return self.argument()
        if name in ("stackrel", "overset", "underset"):
            script, base = self.argument(), self.argument()
            below = name == "underset"
            return Scripts(base, script if below else NOTHING, NOTHING if below else script)
        if name in ("label", "tag", "phantom", "vphantom", "hspace", "vspace"):
            self._words()
            return NOTHING
        if name in SPACES:
            return Sign(SPACES[name], "space")
        if name == "\\":
            return Sign(";", "comma")
        if name in FUNCTIONS:
            return Sign({"limsup": "lim sup", "liminf": "lim inf"}.get(name, name), "function")
        sign = sign_of(name)
        return Sign(name, "name") if sign is None else Sign(*sign)

    def _option(self) -> Node:
        if self._peek() != "[":
            return NOTHING
        self._next()
        return self.row("]")

    def _name(self) -> Node:
        inside = self.argument()
        parts = inside.parts if isinstance(inside, Row) else (inside,)
        if all(isinstance(part, Sign) and part.text.isalpha() for part in parts):
            text = "".join(part.text for part in parts if isinstance(part, Sign))
            return Sign(text, "name" if len(text) > 1 else "letter")
        return inside

    def _words(self) -> str:
        """The characters of a group as they stand."""
        if self._peek() != "{":
            token = self._next()
            return "" if token is None else (token[1] or token[0])
        self._next()
        depth, letters = 1, []
        while (token := self._next()) is not None:
            depth += (token[0] == "{") - (token[0] == "}")
            if depth == 0:
                break
            known = sign_of(token[1]) if token[1] is not None else None
            letters.append(known[0] if known else token[1] or token[0])
        return "".join(letter for letter in letters if letter not in "{}$").replace("~", " ")


def _beside(one: Node, following: Node) -> Node:
    if one == NOTHING:
        return following
    left = one.parts if isinstance(one, Row) else (one,)
    return Row((*left, *(following.parts if isinstance(following, Row) else (following,))))


def _accented(name: str, body: Node) -> Node:
    mark = chr(ACCENTS[name])
    if isinstance(body, Sign) and body.kind == "letter":
        return Sign(unicodedata.normalize("NFC", body.text + mark), "letter")
    if isinstance(body, Scripts) and isinstance(body.base, Sign) and body.base.kind == "letter":
        return Scripts(_accented(name, body.base), body.below, body.above)
    return Call(name.removeprefix("wide"), (body,))


def _negated(body: Node) -> Node:
    if isinstance(body, Sign):
        return Sign(NEGATED.get(body.text, body.text + "\u0338"), body.kind)
    return body
