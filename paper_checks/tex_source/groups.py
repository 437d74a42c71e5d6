r"""Arguments in LaTeX: groups in braces or brackets, control sequences, single characters."""

import re

TOKEN = re.compile(r"\\(?:[a-zA-Z@]+|.)", re.DOTALL)
"""A control sequence."""
_ENDS = {"{": "}", "[": "]"}


def skip_blanks(text: str, at: int) -> int:
    """The next place that is no blank."""
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def group(text: str, at: int, opening: str = "{") -> tuple[str | None, int]:
    r"""The content of the group that begins behind blanks, and the place behind it.

    >>> group(r" {a{b}\}} c", 0), group("[x]{y}", 0, "["), group("a", 0)
    (('a{b}\\}', 9), ('x', 3), (None, 0))
    """
    begin = skip_blanks(text, at)
    if text[begin : begin + 1] != opening:
        return None, at
    end = begin + 1
    braces = 0
    marks = re.compile(r"\\.|[{}\]]", re.DOTALL)
    while mark := marks.search(text, end):
        sign, end = mark[0], mark.end()
        if braces == 0 and sign == _ENDS[opening]:
            return text[begin + 1 : end - 1], end
        braces += (sign == "{") - (sign == "}")
        if braces < 0:
            break
    return None, at


def argument(text: str, at: int) -> tuple[str | None, int]:
    r"""An argument of a macro: a group, a control sequence or a character.

    >>> argument(r" {ab}", 0), argument(r"\alpha b", 0), argument("ab", 0)
    (('ab', 5), ('\\alpha', 6), ('a', 1))
    """
    inside, end = group(text, at)
    if inside is not None:
        return inside, end
    begin = skip_blanks(text, at)
    if begin >= len(text):
        return None, at
    token = TOKEN.match(text, begin)
    return (token[0], token.end()) if token else (text[begin], begin + 1)


def option(text: str, at: int) -> tuple[str | None, int]:
    """The content of brackets, if they are next."""
    return group(text, at, "[")


def settings(text: str) -> dict[str, str]:
    r"""The keys and values of an option; a key without a value has an empty one.

    >>> settings(r"label={(\roman*), }, start = 3, nosep")
    {'label': '(\\roman*), ', 'start': '3', 'nosep': ''}
    """
    found: dict[str, str] = {}
    begin = depth = 0
    for mark in re.finditer(r"[{},]|$", text):
        if mark[0] in "{}" and mark[0]:
            depth += 1 if mark[0] == "{" else -1
        elif depth == 0 or not mark[0]:
            key, _, value = (part.strip() for part in text[begin : mark.start()].partition("="))
            braced = value.startswith("{") and value.endswith("}")
            found[key] = value[1:-1] if braced else value
            begin = mark.end()
    found.pop("", None)
    return found


def starred(text: str, at: int) -> tuple[bool, int]:
    """Whether a star is next, and the place behind it."""
    star = text[at : at + 1] == "*"
    return star, at + star


def outside(marks: re.Pattern[str], text: str) -> str:
    r"""A text without what stands between marks, whose first group is `begin` or `end`.

    >>> outside(re.compile(r"\\(begin|end)\{p\}"), r"a\begin{p}b\begin{p}c\end{p}d\end{p}e")
    'ae'
    """
    kept, depth, at = [], 0, 0
    for mark in marks.finditer(text):
        if depth == 0:
            kept.append(text[at : mark.start()])
        depth = max(0, depth + (1 if mark[1] == "begin" else -1))
        at = mark.end()
    return "".join([*kept, text[at:] if depth == 0 else ""])


def tidy(text: str) -> str:
    r"""A text in one line, with single blanks.

    >>> tidy(" a\n  b ")
    'a b'
    """
    return " ".join(text.split())
