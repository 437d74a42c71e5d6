"""Environments and packages of a source that nobody knows, by a list of those of TeX."""

import re
import tomllib
from collections.abc import Iterable
from importlib.resources import files
from .theorem_kinds import KINDS, SHORT

KNOWN: dict[str, frozenset[str]] = {
    kind: frozenset(names.split())
    for kind, names in tomllib.loads(
        files(__package__).joinpath("known_names.toml").read_text("utf-8")
    ).items()
}
"""The environments that hold no statement, and the packages that come with TeX."""
_DECLARES = (
    r"\\((?:re)?(?:new|provide|declare|New|Renew|Provide|Declare)[a-zA-Z]*|lstnewenvironment)"
)
_OPTIONS = r"\*?\s*(?:\[[^\[\]]*\]\s*)*\{\s*"


def looks_like_a_statement(name: str) -> bool:
    """Whether an environment has the name of a kind of statements, or a short one for it.

    >>> [looks_like_a_statement(name) for name in ("conjecture", "thm*", "Lemmas", "tikzfigure")]
    [True, True, True, False]
    """
    word = name.rstrip("*").lower()
    return not {word, word.removesuffix("s")}.isdisjoint({*KINDS, *SHORT})


def undeclared(name: str, text: str) -> str:
    r"""What to say of an environment that is no theorem; empty if it holds no statement.

    >>> undeclared("conjecture", ""), undeclared("align*", "")
    ('environment conjecture is declared nowhere; skipped.', '')
    >>> undeclared("note", r"\newenvironment{note}{}{}")
    ''
    >>> undeclared("thm", r"\newtcbtheorem{thm}{Theorem}{}{t}")
    'environment thm is declared by \\newtcbtheorem, which is not read; skipped.'
    """
    if name.rstrip("*") in KNOWN["environments"]:
        return ""
    declared = re.search(f"{_DECLARES}{_OPTIONS}{re.escape(name)}\\s*\\}}", text)
    if declared is None:
        return f"environment {name} is declared nowhere; skipped."
    if looks_like_a_statement(name) or re.search("theorem|thm", declared[1]):
        return f"environment {name} is declared by \\{declared[1]}, which is not read; skipped."
    return ""


def local(absent: Iterable[str]) -> list[str]:
    """The notes about packages and classes that are missing, without those that come with TeX.

    >>> note = "m.tex:2: The file {}.sty was not read: no such file."
    >>> local([note.format("tikz"), note.format("my")])
    ['m.tex:2: The file my.sty was not read: no such file.']
    """
    public = tuple(f" {name}.{ending} " for name in KNOWN["packages"] for ending in ("sty", "cls"))
    return [note for note in absent if not any(name in note for name in public)]
