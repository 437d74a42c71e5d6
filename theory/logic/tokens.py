"""The words and marks of a formula, from left to right, and types as they are written."""

from __future__ import annotations
import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from banditproof.theory.prover.reading import MOST_DIGITS
from .passages import COMMENT, Passage
from .sentences import SIGNS_OF_PYTHON
from .signature import Signature
from .simple_types import Type, arrow
from .terms import Free, Refused, Term
from .variables import fresh

TOKEN = re.compile(
    r"\s*(->|<=|>=|!=|:=|==|\*\*|[A-Za-z_][\w']*(?:\.[A-Za-z0-9_][\w']*)*|'[A-Za-z]\w*|\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?(?![\w'])|\d+(?:\.\d+)?|[-+*/^()\[\]{},;.:<>=~])",
    re.ASCII,
)
WORD = re.compile(r"[A-Za-z_][\w'.]*", re.ASCII)
INFINITE = "inf"
KEYWORDS = frozenset({"forall", "exists", "fun", "and", "or", "not", "in"})


@dataclass(frozen=True)
class Numeral:
    """A number whose type is not known yet."""

    text: str


class Tokens:
    """Reads one passage from left to right."""

    def __init__(
        self,
        passage: Passage,
        signature: Signature,
        letters: Mapping[str, Type],
        known: Mapping[str, Term],
        constants: Container[str] | None = None,
    ) -> None:
        """`constants` are those whose names no variable may have; all of the signature if None."""
        self.passage, self.signature, self.letters = passage, signature, letters
        self.constants = signature.constants if constants is None else constants
        self.known = dict(known)
        self.tokens: list[str] = []
        self.places: list[int] = []
        self.at = 0
        self._scan()

    def _scan(self) -> None:
        # "x." before a space ends a binder; a dot inside of a name belongs to the name
        text, at = self.passage.text.rstrip(), 0
        while at < len(text):
            match = TOKEN.match(text, at)
            if match is None:
                rest = text[at:].strip()
                wrong = f"{rest[:20]!r} is not understood."
                if rest[0] == COMMENT:
                    wrong = f"A {COMMENT} stands here; a comment is a row of its own."
                raise self.passage.error(wrong, len(text) - len(rest))
            token = self._as_printed(match[1])
            if token[0].isdigit() and len(token) > MOST_DIGITS:
                raise self.passage.error(
                    f"The number has more than {MOST_DIGITS} digits; give a shorter one.",
                    match.start(1),
                )
            self.tokens.append(token)
            self.places.append(match.start(1))
            at = match.end()
        self.tokens.append("")  # the end

    def _as_printed(self, token: str) -> str:
        """A sign of Python as formulas have it, and a number without a power of ten."""
        if token[0].isdigit() and "e" in token.lower():
            return format(Decimal(token), "f")
        return SIGNS_OF_PYTHON.get(token, token)

    def error(self, message: str, back: int = 0) -> Refused:
        """An error at the next token."""
        number = min(self.at - back, len(self.places) - 1)
        offset = self.places[number] if number >= 0 else 0
        return self.passage.error(message, offset)

    @property
    def next(self) -> str:
        """The next token; empty at the end."""
        return self.tokens[self.at]

    def take(self, *which: str) -> str:
        """The next token, if it is one of these."""
        token = self.tokens[self.at]
        if token in which and token:
            self.at += 1
            return token
        return ""

    def need(self, mark: str) -> None:
        """Pass a token that must stand here."""
        if not self.take(mark):
            raise self.error(f"{mark!r} is expected before {self.next or 'the end'!r}.")

    def name(self) -> str:
        """A name."""
        word = self.next
        if not WORD.fullmatch(word) or word in KEYWORDS:
            raise self.error(f"A name is expected before {word or 'the end'!r}.")
        self.at += 1
        return word

    def new_name(self) -> str:
        """The name of a variable, which is none of a constant: print would not tell them apart."""
        name = self.name()
        if name in self.constants:
            raise self.error(
                f"{name} is a constant, and cannot be a variable; take another name.", 1
            )
        return name

    def variable(self, name: str, t: Type) -> Free:
        """A variable that no abbreviation has, so that its binder takes nothing else."""
        return fresh(t, name) if name in self.known else Free(name, t)

    def asks_of_all(self, word: str, before: Sequence[str], names: Sequence[str]) -> None:
        """Refuse `x, y > 0`, where a reader may take the condition for one of x as well."""
        if before:
            bare, both = " ".join(before), " ".join((*before, *names))
            raise self.error(
                f"The condition behind {names[-1]!r} asks nothing of {bare!r} before the comma; "
                f"write `{word} {both}` with the condition to ask it of all of them, or "
                f"`{word} {bare}. {word} {' '.join(names)}` with the condition to ask it of "
                f"{' '.join(names)!r} alone.",
                1,
            )

    def infinite(self, sign: str = "") -> bool:
        """Pass inf, or -inf, which is no infimum."""
        words = [sign, INFINITE] if sign else [INFINITE]
        *ahead, then = self.tokens[self.at : self.at + len(words) + 1]
        alone = ahead == words and then != "("
        self.at += len(words) * alone
        return alone

    def end(self) -> None:
        """Nothing may be left."""
        if self.next:
            raise self.error(f"{self.next!r} is not expected here.")

    # types

    def type(self) -> Type:
        """A type such as `(N -> 'a) -> Law 'b`."""
        t = self._type_application()
        return arrow(t, self.type()) if self.take("->") else t

    def _type_application(self) -> Type:
        if self.take("("):
            t = self.type()
            self.need(")")
            return t
        if self.next.startswith("'"):
            return (self.take(self.next),)
        name = self.name()
        if name not in self.signature.sorts:
            raise self.error(f"There is no sort {name}.", 1)
        return (name, *(self._type_atom() for _ in range(self.signature.sorts[name])))

    def _type_atom(self) -> Type:
        if self.next == "(" or self.next.startswith("'"):
            return self._type_application()
        return (self.name(),)

    def letter(self, name: str) -> Type:
        """The sort of a letter."""
        found = usual_type(self.letters, name)
        if found is None:
            raise self.error(f"The letter {name} has no sort; write ({name} : sort).", 1)
        return found


def usual_type(letters: Mapping[str, Type], name: str) -> Type | None:
    """The sort of a letter, also with digits and primes behind it; None if it has none.

    >>> usual_type({"x": ("R",)}, "x2'")
    ('R',)
    """
    return letters.get(name) or letters.get(re.sub(r"[\d_']+\w*$", "", name) or name)


def type_text(t: Type) -> str:
    """A type as it is written.

    >>> type_text(("->", ("->", ("N",), ("R",)), ("Law", ("'a",))))
    "(N -> R) -> Law 'a"
    """
    if t[0] == "->":
        left = type_text(t[1])
        return f"{f'({left})' if t[1][0] == '->' else left} -> {type_text(t[2])}"
    return " ".join([t[0], *(f"({type_text(a)})" if len(a) > 1 else type_text(a) for a in t[1:])])
