"""What Coq has proved of the checker's rules: texts of theorems, which Coq compares with its own.

A rule of the checker is a row that names its theorems. Their proofs are in `checker_*.v`, and their
texts in `checker_theorems.toml`, as people read them. Coq is asked whether each text is what it has
proved, by which axioms, and whether each text with one premise removed is something else.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from .answers import CoqSays, answer_to
from .coqc import Compiled, SecondOpinion, compile_rules, compiled, error_in, opinion_on

FILES = (
    "checker_points", "checker_functions", "checker_ranges", "checker_forms", "checker_slopes",
    "checker_terms", "checker_vanishing", "checker_counterexamples",
)  # fmt: skip
"""The files of Coq, each after those that it needs."""
HEAD = f"""From Coq Require Import Reals List ZArith.
From Coquelicot Require Import Coquelicot.
From banditproof Require Import rules {" ".join(FILES)}.
Import ListNotations.
Open Scope R_scope.
"""
FOLDER = files("banditproof.theory.prover.coq")


class Denied(NamedTuple):
    """A theorem of Coq that says that another theorem is false without a side condition."""

    name: str
    of: str
    """The theorem that needs the side condition."""
    condition: str

    @property
    def text(self) -> str:
        """Its text: the negation of the other theorem without the condition.

        >>> without()[0].text.startswith("~ (forall w f v r g l strict, up_to")
        True
        """
        whole, part = theorems()[self.of], f"{self.condition} "
        if whole.count(part) != 1:
            raise ValueError(f"{self.of} has no side condition {self.condition!r}.")
        return f"~ ({whole.replace(part, '')})"


@cache
def _stored() -> Mapping[str, Mapping[str, str]]:
    tables = tomllib.loads(FOLDER.joinpath("checker_theorems.toml").read_text("utf-8"))
    return MappingProxyType(tables)


@cache
def theorems() -> Mapping[str, str]:
    """The texts of the theorems that rules rest on, by their names.

    >>> theorems()["rule_same_larger"]
    'forall a b, Rmax a b = Rmax b a'
    """
    tables = (table for name, table in _stored().items() if name != "without")
    texts = {name: " ".join(text.split()) for table in tables for name, text in table.items()}
    return MappingProxyType(texts)


def without() -> tuple[Denied, ...]:
    """The side conditions whose theorems are false without them, as Coq has proved."""
    return tuple(Denied(name, *row) for name, row in _stored()["without"].items())


def premises(text: str) -> list[slice]:
    """Where the premises of a text stand, one after another.

    >>> text = "forall u v, 0 < u -> (forall x, u <= x -> 0 < x) -> forall w, u < w -> 0 < w"
    >>> [text[place] for place in premises(text)]
    ['0 < u', '(forall x, u <= x -> 0 < x)', 'u < w']
    """
    depth, begin, found = 0, 0, list[slice]()
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if not depth and letter == "," and text.startswith("forall ", begin):
            begin = place + 2
        if not depth and text.startswith(" -> ", place):
            found.append(slice(begin, place))
            begin = place + 4
    return found


def weaker_texts(text: str) -> list[str]:
    """The texts in which one premise is weakened until it says nothing, each in turn.

    >>> weaker_texts("forall u, 0 < u -> 0 < / u")
    ['forall u, (0 < u \\\\/ True) -> 0 < / u']
    """
    found = premises(text)
    return [f"{text[: p.start]}({text[p]} \\/ True){text[p.stop :]}" for p in found]


def compile_checker_rules(folder: Path, seconds: float = 600.0) -> float:
    """Compile the theorems in a folder; the processor time. ValueError if Coq rejects a file."""
    if not (folder / "rules.vo").exists():
        compile_rules(folder)
    spent = 0.0
    for name in FILES:
        text = FOLDER.joinpath(f"{name}.v").read_text("utf-8")
        (folder / f"{name}.v").write_text(text, encoding="utf-8")
        result = compiled(folder, f"{name}.v", seconds)
        if result.late:
            raise ValueError(f"Coq did not end with {name}.v within {seconds:g} s.")
        if result.failed:
            raise ValueError(f"Coq rejects {name}.v: {error_in(result.errors)}")
        spent += result.seconds
    return spent


def asked(folder: Path, name: str, text: str, seconds: float = 600.0) -> Compiled:
    """What Coq says about a text that may use the compiled theorems."""
    (folder / f"{name}.v").write_text(HEAD + text, encoding="utf-8")
    return compiled(folder, f"{name}.v", seconds)


def comparison(texts: Mapping[str, str]) -> str:
    """The commands by which Coq compares texts with its theorems, and prints all their axioms.

    >>> print(comparison({"rule_range_exp": "forall u v, 0 < exp u"}))
    Check (rule_range_exp : forall u v, 0 < exp u).
    Definition all_theorems := (rule_range_exp, I).
    Print Assumptions all_theorems.
    """
    rows = [f"Check ({name} : {text})." for name, text in texts.items()]
    every = ", ".join((*texts, "I"))
    rows += [f"Definition all_theorems := ({every}).", "Print Assumptions all_theorems."]
    return "\n".join(rows)


def texts_are_proved(folder: Path) -> SecondOpinion:
    """Whether Coq has proved each text, by the axioms of the real numbers and no others."""
    texts = {**theorems(), **{one.name: one.text for one in without()}}
    result = asked(folder, "comparison", comparison(texts))
    if result.failed:
        word = answer_to(result.errors, result.late)
        return SecondOpinion(word, error_in(result.errors), (), result.seconds)
    return opinion_on(result.printed, result.seconds)


def weaker_texts_are_refused(folder: Path) -> SecondOpinion:
    """Whether Coq refuses each text without one premise, although the text is well formed."""
    rows = list[str]()
    for name, text in theorems().items():
        for weaker in weaker_texts(text):
            rows += [f"Check (({weaker}) : Prop).", f"Fail Check ({name} : {weaker})."]
    result = asked(folder, "weaker", "\n".join(rows))
    said = error_in(result.errors) if result.failed else f"Coq refuses {len(rows) // 2} texts."
    word = answer_to(result.errors, result.late) if result.failed else CoqSays.ACCEPTED
    return SecondOpinion(word, said, (), result.seconds)
