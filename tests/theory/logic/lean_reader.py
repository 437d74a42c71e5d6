"""Reads statements in the syntax of Lean, as they are written here, back into formulas.

The tree of a text is written in the notation of the logic, whose own reader makes the formula.
"""

import re
from collections.abc import Iterator

TOKEN = re.compile(r"\s*(=>|:=|[A-Za-z_«ατβγδ][\w'.«»]*|\d+(?:\.\d+)?|\S)")
THEOREM = re.compile(r"^theorem (\S+)(.*?):=\s+by\s+sorry$", re.MULTILINE | re.DOTALL)
OPERATORS = {
    "→": "->", "∨": "or", "∧": "and", "≤": "<=", "<": "<", "=": "=", "+": "+", "-": "-", "*": "*",
    "/": "/", "^": "^",
}  # fmt: skip
WORDS = {
    "Real.exp": "exp", "Real.log": "log", "Real.sqrt": "sqrt", "Real.tanh": "tanh",
    "Real.pi": "PI",
}  # fmt: skip
TYPES = {"ℝ": "R", "ℕ": "N", "α": "'a", "β": "'b", "γ": "'c", "δ": "'d"}
ENDS = {")", ",", "=>", ":", ":=", "then", "else", ""}


def theorems(text: str) -> Iterator[tuple[str, str]]:
    """The names and statements of the theorems of a file."""
    for found in re.finditer(
        r"^theorem (\S+)(.*?):=\s+by\s+sorry$", text, re.MULTILINE | re.DOTALL
    ):
        said = re.sub(r"^(\{[^}]*\}( \[Nonempty \S+\])*)?\s*:", "", " ".join(found[2].split()))
        yield _plain(found[1]), said


def formula(text: str) -> str:
    """The formula of a statement, in the notation of the logic."""
    reader = _Reader([*TOKEN.findall(text), ""])
    result = reader.expression()
    assert reader.next == "", reader.next
    return result


class _Reader:
    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.at = tokens, 0

    @property
    def next(self) -> str:
        return self.tokens[self.at]

    def take(self, *expected: str) -> str:
        token = self.tokens[self.at]
        assert not expected or token in expected, (token, expected)
        self.at += 1
        return token

    def expression(self) -> str:
        if self.next in ("∀", "∃", "fun"):
            word = {"∀": "forall", "∃": "exists"}.get(self.take(), "fun")
            name = self.take()
            self.take(":")
            t = self.type()
            self.take(",", "=>")
            return f"({word} ({_plain(name)} : {t}). {self.expression()})"
        left = self.application()
        if self.next not in OPERATORS:
            return left
        sign = self.take()
        right = self.expression() if sign == "→" else self.application()
        return f"({left} {OPERATORS[sign]} {right})"

    def application(self) -> str:
        if self.next in ("¬", "-"):
            sign = {"¬": "not ", "-": "-"}[self.take()]
            return f"({sign}{self.atom()})"
        if self.next == "if":
            parts = []
            for word in ("if", "then", "else"):
                self.take(word)
                parts.append(self.atom())
            return f"if({', '.join(parts)})"
        head, args = self.atom(), []
        while self.next not in ENDS and self.next not in OPERATORS:
            args.append(self.atom())
        first = "".join(f"({args.pop(0)})" for _ in args[1:2] if head in ("fst", "snd"))
        return f"{head}{first}({', '.join(args)})" if args else head

    def atom(self) -> str:
        if self.next != "(":
            word = self.take()
            assert re.match(r"[\w«]", word), word
            return _plain(word)
        self.take("(")
        inner, is_number = (
            self.expression(),
            bool(re.fullmatch(r"[\d.]+", self.tokens[self.at - 1])),
        )
        if self.next == ":":
            self.take(":")
            t = self.type()
            if t == "R" and not is_number:
                inner = f"real({inner})"
        self.take(")")
        return inner

    def type(self) -> str:
        left = self.types()
        return f"({left} -> {self.type()})" if self.next == "→" and self.take() else left

    def types(self) -> str:
        parts = []
        while self.next not in ENDS and self.next != "→":
            if self.next == "(":
                self.take("(")
                parts.append(self.type())
                self.take(")")
            else:
                word = self.take()
                parts.append(TYPES.get(word, word))
        return f"({' '.join(parts)})" if len(parts) > 1 else parts[0]


def _plain(word: str) -> str:
    return WORDS.get(word, word.replace("«", "").replace("»", ""))
