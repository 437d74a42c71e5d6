r"""The signs of a formula in LaTeX, one by one, without what only changes how it looks."""

import re
from collections.abc import Sequence

TOKEN = re.compile(r"\\([a-zA-Z]+|.)|(\d+(?:\.\d+)?|\.\d+)|([a-zA-Z])|(\S)", re.DOTALL)
LOOKS = frozenset(
    [
        "left",
        "right",
        "big",
        "Big",
        "bigg",
        "Bigg",
        "bigl",
        "bigr",
        "Bigl",
        "Bigr",
        "biggl",
        "biggr",
        "Biggl",
        "Biggr",
        "middle",
        "displaystyle",
        "textstyle",
        "limits",
        "nolimits",
        "quad",
        "qquad",
        ",",
        ";",
        "!",
        ":",
        ">",
        "nonumber",
        "notag",
        "strut",
        "mathstrut",
    ]
)
"""Commands that change how a formula looks, and nothing else."""
SAME = {
    "leq": "le",
    "leqslant": "le",
    "geq": "ge",
    "geqslant": "ge",
    "lt": "<",
    "gt": ">",
    "dfrac": "frac",
    "tfrac": "frac",
    "lbrace": "{",
    "rbrace": "}",
    "lbrack": "[",
    "rbrack": "]",
    "lvert": "|",
    "rvert": "|",
    "vert": "|",
    "varepsilon": "epsilon",
    "vartheta": "theta",
    "times": "cdot",
    "ast": "cdot",
    "land": "wedge",
    "ln": "log",
    "to": "rightarrow",
    "varphi": "phi",
    "varrho": "rho",
    "colon": ":",
}
"""Commands with one meaning: two letters of one Greek name are told apart below."""
VARIANTS = ("epsilon", "theta", "phi", "rho")


class Unread(ValueError):
    """What is not understood with certainty, in a sentence; the statement is left as it is."""


def tokens(formula: str) -> list[str]:
    r"""The signs of a formula; commands begin with a backslash.

    >>> tokens(r"\left(1+x\right)^2 \leq \tfrac{1}{2}")
    ['(', '1', '+', 'x', ')', '^', '2', '\\le', '\\frac', '{', '1', '}', '{', '2', '}']
    """
    both = [name for name in VARIANTS if {rf"\{name}", rf"\var{name}"} <= _commands(formula)]
    if both:
        raise Unread(f"\\{both[0]} and \\var{both[0]} are both used, as two letters or as one.")
    found: list[str] = []
    for match in TOKEN.finditer(formula.replace("~", " ").replace("&", " ")):
        command = match[1]
        if command is None:
            found.append(match[0])
            continue
        name = SAME.get(command, command)
        if name in LOOKS or name.isspace() or name == "\\":
            continue
        plain = command in SAME and not name.isalpha() and name not in "{}"
        found.append(name if plain else f"\\{name}")
    return found


def _commands(formula: str) -> set[str]:
    return {match[0] for match in re.finditer(r"\\[a-zA-Z]+", formula)}


class Reader:
    """Reads signs from left to right."""

    def __init__(self, signs: Sequence[str]) -> None:
        self.signs, self.at = list(signs), 0

    @property
    def next(self) -> str:
        """The next sign; empty at the end."""
        return self.signs[self.at] if self.at < len(self.signs) else ""

    def take(self, *signs: str) -> str:
        """The next sign if it is one of these; empty otherwise."""
        if self.next and self.next in signs:
            self.at += 1
            return self.signs[self.at - 1]
        return ""

    def need(self, *signs: str) -> str:
        """The next sign, which must be one of these."""
        taken = self.take(*signs)
        if not taken:
            raise Unread(f"{self.next or 'the end'} stands where {' or '.join(signs)} is expected.")
        return taken

    def group(self) -> list[str]:
        """The signs of a group in braces, or the next sign alone."""
        if not self.take("{"):
            if not self.next:
                raise Unread("An argument is missing.")
            self.at += 1
            first = self.signs[self.at - 1]
            if first[0].isdigit() and first[1:].isdigit():  # \\frac12 is one half
                self.at -= 1
                self.signs[self.at] = first[1:]
                first = first[0]
            return [first]
        begin, depth = self.at, 1
        while depth:
            if not self.next:
                raise Unread("A brace is not closed.")
            depth += (self.next == "{") - (self.next == "}")
            self.at += 1
        return list(self.signs[begin : self.at - 1])
