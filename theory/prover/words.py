"""The words of claims and domains, and one sentence for what is wrong at one of them."""

import re
from typing import NamedTuple, NoReturn
from banditproof.theory.number_words import shown

MOST_CHARACTERS = 10_000
_SIGNS = {
    "≤": "<=", "≥": ">=", "−": "-", "–": "-", "·": "*", "×": "*", "∞": " inf ", "∈": " in ",
    "π": " pi ",
}  # fmt: skip
_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:(?:[0-9]{1,3}(?:_[0-9]{3})+|[0-9]+)(?![0-9_])(?:\.[0-9]*)?|\.[0-9]+)"
    r"(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z][A-Za-z_0-9]*)"
    r"|(?P<sign>\*\*|<=|>=|==|!=|=<|=>|[-+*/^()\[\],;<>=]))"
)


class Word(NamedTuple):
    """A word of a text, and where it begins."""

    kind: str
    text: str
    at: int


class Words:
    """The words of a text, and the place of the next one."""

    def __init__(self, text: str, what: str, example: str) -> None:
        self.text, self.what, self.example = text, what, example
        self.place = self.depth = 0
        if len(text) > MOST_CHARACTERS:
            raise ValueError(
                f"The {what} has {len(text)} characters; give at most {MOST_CHARACTERS}."
            )
        for sign, meaning in _SIGNS.items():
            text = text.replace(sign, meaning)
        self.text = text
        self.words: list[Word] = []
        at, end = 0, len(text.rstrip())
        while at < end:
            match = _TOKEN.match(text, at)
            if match is None:
                at += len(text[at:]) - len(text[at:].lstrip())
                self.fail(f"{text[at]!r} has no meaning there", at)
            kind = str(match.lastgroup)
            self.words.append(Word(kind, match[kind], match.start(kind)))
            at = match.end()
        self.words.append(Word("end", "", len(text)))

    def fail(self, trouble: str, at: int | None = None) -> NoReturn:
        """Raise the sentence for what is wrong at a place."""
        place = self.next.at if at is None else at
        near = self.text[place : place + 40]
        where = f"before {shown(near)}" if near.strip() else "at the end"
        raise ValueError(f"In the {self.what}, {where}: {trouble}; give {self.example}.")

    @property
    def next(self) -> Word:
        """The next word."""
        return self.words[self.place]

    def take(self, *texts: str) -> str | None:
        """The next word, if it is one of these."""
        result = self.next
        if result.text not in texts or result.kind == "end":
            return None
        self.place += 1
        return result.text

    def need(self, text: str) -> None:
        """Go on behind a word that has to be there."""
        if self.take(text) is None:
            self.fail(f"{text!r} is missing")

    def end(self) -> None:
        """Nothing more may follow."""
        if self.next.kind != "end":
            self.fail("that was not expected")
