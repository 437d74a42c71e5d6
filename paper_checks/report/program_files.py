"""A file of checks, read once: which statement declares a claim, which others that one uses.

Words, texts and signs decide that, and give each word its class for the listing. They are enough:
statements of a module do not overlap. One regular expression finds them ten times as fast as a
lexer for many languages, which would take longer than the rest of a report.
"""

import ast
import builtins
import keyword
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape

DECLARES = frozenset(("checks", "checks_both", "claim", "pair", "whole", "repeated"))
"""The words that declare a claim."""
KEYWORDS = frozenset(keyword.kwlist)
BUILTINS = frozenset(name for name in dir(builtins) if not name.startswith("_"))
WORD = re.compile(
    r"""(?P<comment>\#.*)
    |(?P<text>[rbuf]{0,2}(?:\"{3}(?:\\(?:.|\n)|[^\\])*?\"{3}|'{3}(?:\\(?:.|\n)|[^\\])*?'{3}
        |\"(?:\\(?:.|\n)|[^"\\\n])*\"|'(?:\\(?:.|\n)|[^'\\\n])*'))
    |(?P<number>(?:0[xob][\da-f_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?j?))
    |(?P<name>[^\W\d]\w*)
    |(?P<sign>\*\*|[=!<>:]=|\S)""",
    re.VERBOSE | re.IGNORECASE,
)
"""A word of Python: each in the group of its kind."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a file: its kind, itself, and where it begins."""

    kind: str
    text: str
    start: int


@dataclass(frozen=True, eq=False)
class Statement:
    """A statement of a module: its lines, with decorators, and what it defines and mentions."""

    first: int
    last: int
    defines: frozenset[str]
    names: frozenset[str]
    texts: tuple[str, ...]
    """The texts in quotes, short ones without blanks."""
    declares: tuple[str, ...]
    """The texts that a word which declares is given first, alone or by a call with two stars."""


class Program:
    """A file of checks: its statements, and its lines as highlighted HTML.

    >>> known = Program('A = 1\\n@claim("x.y", "said")\\ndef check(n=A): ...\\n')
    >>> found = known.declaration("x.y")
    >>> (found.first, found.last), list(known.used(found))
    ((2, 3), ['A'])
    """

    def __init__(self, text: str) -> None:
        self.tree = ast.parse(text)
        self._text = text
        self._words = [
            Word(result.lastgroup or "", result[0], result.start())
            for result in WORD.finditer(text)
        ]

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """The statements of the module, in order, without imports."""
        starts = [0]
        for line in self._text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        result, place = [], 0
        for node in self.tree.body:
            decorators = getattr(node, "decorator_list", [])
            first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
            last = node.end_lineno or node.lineno
            begin = place
            while place < len(self._words) and self._words[place].start < starts[last]:
                place += 1
            if not isinstance(node, (ast.Import, ast.ImportFrom)):
                words = [
                    word for word in self._words[begin:place] if word.start >= starts[first - 1]
                ]
                result.append(_statement(node, (first, last), words))
        return tuple(result)

    def declaration(self, id: str) -> Statement | None:
        """The statement that declares a claim; None if none names it.

        A repair may be declared together with the statement whose ID begins its own.
        """
        asked = id
        while id:
            for statement in self.statements:
                if id in statement.declares:
                    return statement
            for statement in self.statements:
                if id in statement.texts and not statement.declares:
                    return statement
            id = id.rpartition(".")[0]
        named = (item for item in self.statements if asked in item.texts)
        formed = (
            item
            for item in self.statements
            if any("{" in text and _form(text).fullmatch(asked) for text in item.declares)
        )
        return next(named, None) or next(formed, None)

    @cached_property
    def defined(self) -> dict[str, Statement]:
        """The statement that defines each name of the module."""
        return {
            name: statement for statement in self.statements for name in sorted(statement.defines)
        }

    @cached_property
    def imported(self) -> dict[str, str]:
        """The module of each name that comes from this package or from the same document."""
        results = {}
        for node in self.tree.body:
            if isinstance(node, ast.ImportFrom):
                module = "." * node.level + (node.module or "")
                if node.level or module.partition(".")[0] == "banditproof":
                    results.update({name.asname or name.name: module for name in node.names})
        return results

    def used(self, statement: Statement) -> dict[str, Statement]:
        """The other statements of the file that one uses, at once or by others, in their order."""
        results: dict[str, Statement] = {}
        queue = [statement]
        for first in queue:
            for name in first.names & self.defined.keys():
                second = self.defined[name]
                if second is not statement:
                    results[name] = second
                if second not in queue:
                    queue.append(second)
        return dict(sorted(results.items(), key=lambda pair: (pair[1].first, pair[0])))

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines as HTML: words of a class in an element, all text escaped."""
        made, at = [], 0
        for word, name in _classes(self._words):
            inside = escape(word.text, quote=False)
            inside = inside.replace("\n", f'</span>\n<span class="{name}">')
            made.append(escape(self._text[at : word.start], quote=False))
            made.append(f'<span class="{name}">{inside}</span>')
            at = word.start + len(word.text)
        made.append(escape(self._text[at:], quote=False))
        return tuple("".join(made).split("\n"))


def _statement(node: ast.stmt, span: tuple[int, int], words: Sequence[Word]) -> Statement:
    names, texts, declares, depth = set(), [], [], 0
    for at, word in enumerate(words):
        before = words[at - 1].text if at else ""
        if word.kind == "sign":
            depth += (word.text in "([{") - (word.text in ")]}")
        elif word.kind == "name":
            argument = depth and at + 1 < len(words) and words[at + 1].text == "="
            if before != "." and not argument:
                names.add(word.text)
        elif word.kind == "text" and " " not in word.text:
            text = word.text.lstrip("rbufRBUF").strip("\"'")
            texts.append(text)
            call = words[at - 2].text if at > 1 and before == "(" else ""
            stars = at > 2 and words[at - 3].text == "**"
            if call in DECLARES or stars:
                declares.append(text)
    return Statement(*span, _defined(node), frozenset(names), tuple(texts), tuple(declares))


def _defined(node: ast.stmt) -> frozenset[str]:
    """The names that a statement of a module defines."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return frozenset((node.name,))
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return frozenset(
            item.id for aim in targets for item in ast.walk(aim) if isinstance(item, ast.Name)
        )
    return frozenset()


def _form(text: str) -> re.Pattern[str]:
    """What a text with names in braces may stand for.

    >>> bool(_form("bern.comp.{name}").fullmatch("bern.comp.dpse"))
    True
    """
    return re.compile(".+".join(map(re.escape, re.split(r"{[^}]*}", text))))


def _classes(words: Sequence[Word]) -> Iterator[tuple[Word, str]]:
    """The words that have a class.

    The classes are k for keywords, s for texts, m for numbers, c for comments, d for decorators,
    f for functions and t for classes where they are defined, and b for names of the language.
    """
    literals = {"text": "s", "number": "m", "comment": "c"}
    before = ""
    for word in words:
        name = literals.get(word.kind, "")
        if word.kind == "name":
            if word.text in KEYWORDS:
                name = "k"
            elif before in ("def", "class"):
                name = "f" if before == "def" else "t"
            elif before == "@":
                name = "d"
            elif word.text in BUILTINS and before != ".":
                name = "b"
        if name:
            yield word, name
        before = word.text
