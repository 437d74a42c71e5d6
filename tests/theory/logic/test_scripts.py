"""Scripts of proofs: what they give again, and that whatever is in them gives theorems alone."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
import pytest
from banditproof.theory.logic.checking import Checker
from banditproof.theory.logic.development import Development
from banditproof.theory.logic.kernel import Theorem, Theory
from banditproof.theory.logic.library import standard_library
from banditproof.theory.logic.passages import Misread
from banditproof.theory.logic.proof_text import theorems_in
from banditproof.theory.logic.scripts import RULES, Script, followed
from banditproof.theory.logic.searched_steps import written
from banditproof.theory.logic.terms import Refused

MORE = """theorem my.same: forall (f : N -> R) (g : N -> R). (forall n. f(n) = g(n)) -> f = g
  fix f g
  assume h
  show by h
qed
theorem my.put: forall x y. x = y + 1 -> 1 < exp(x - y)
  fix x y
  assume s
  let z := x - y
  have one: z = 1 by z, s
  have more: 1 < exp(z) by one
  have there: 1 < exp(x - y) by rewrite z in more
  show by there
qed
theorem my.apart: forall x. x != 1 -> 0 < (x - 1)^2
  fix x
  assume h
  show by h
qed
"""
PROOFS = Path(__file__).with_name("theorems_for_coq.txt").read_text(encoding="utf-8") + MORE
DECLARED = ("sorts", "constants", "definitions", "axioms", "statements", "theorems")
Certificates = Mapping[str, Any]


def developed(text: str = PROOFS) -> Development:
    result = Development(standard_library(), seconds=8.0)
    result.add(theorems_in(text, "my.proof"))
    return result


@cache
def read() -> tuple[Development, Mapping[str, Script], Mapping[str, Certificates]]:
    """The theorems read from their text, with their scripts in JSON and their certificates."""
    development = developed()
    for name in development.proofs:
        development.derive(name)
    scripts = {name: development.script_of(name) for name in development.proofs}
    used = {name: each.certificates.used for name, each in development.derived.items()}
    return development, json.loads(json.dumps(scripts)), used


def with_scripts(scripts: Mapping[str, Script], text: str = PROOFS) -> Development:
    result = developed(text)
    result.stored = lambda name: read()[2].get(name, {})
    result.scripts = scripts.get
    return result


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """No text of a proof is read any more."""
    read()

    def refuse(self: Checker, statement: object) -> None:
        raise Refused("A text is read.")

    monkeypatch.setattr(Checker, "prove", refuse)


@pytest.mark.usefixtures("unread")
def test_a_script_gives_the_theorem_of_its_text() -> None:
    first, scripts, _ = read()
    second = with_scripts(scripts)
    for name, derivation in first.derived.items():
        again = second.derive(name)
        assert again.statement == derivation.statement
        assert again.axioms == derivation.axioms
        assert again.certificates.used == derivation.certificates.used
        assert second.script_of(name) == first.script_of(name)
    assert {row[0] for script in scripts.values() for row in script["steps"]} == RULES


@pytest.mark.usefixtures("unread")
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [("my.half", "take x/2", "take (x/2)"), ("my.half", "0 < y and y < x\n", "0 < y and x > y\n")],
    ids=["proof", "statement"],
)
def test_a_script_of_another_text_is_not_followed(name: str, old: str, new: str) -> None:
    assert PROOFS.count(old) == 1
    with pytest.raises(Refused, match="A text is read"):
        with_scripts(read()[1], PROOFS.replace(old, new)).derive(name)


def test_the_key_of_a_script_covers_what_is_cited() -> None:
    first = read()[0]
    other = developed(PROOFS.replace("y and y < x\n", "y and x > y\n"))
    proof = first.proofs["my.third"]
    assert other.proofs["my.third"].text == proof.text
    assert first.key_of(proof, ["my.half"]) != other.key_of(proof, ["my.half"])


def test_a_script_that_shows_something_else_is_not_followed() -> None:
    _, scripts, _ = read()
    names = [*scripts]
    others = dict(zip(names, names[1:] + names[:1], strict=True))
    mixed = {n: {**scripts[o], "key": scripts[n]["key"]} for n, o in others.items()}
    development = with_scripts(mixed)
    development.key_of = lambda proof, cited: scripts[proof.name]["key"]  # type: ignore[method-assign]
    for name in names:
        assert development.derive(name).statement == read()[0].derived[name].statement


def test_a_wrong_line_is_named_although_there_is_a_script() -> None:
    name, proof = next(iter(read()[0].proofs.items()))
    wrong = proof.text.replace("\nqed", "\n  show by nothing_known\nqed")
    with pytest.raises(Misread):
        with_scripts(read()[1], PROOFS.replace(proof.text, wrong)).derive(name)


def changed(value: Any) -> Iterator[Any]:
    """A row, an entry of it, or a table with one thing changed."""
    if isinstance(value, list | tuple):
        for place, item in enumerate(value):
            yield [*value[:place], *value[place + 1 :]]
            for other in changed(item):
                yield [*value[:place], other, *value[place + 1 :]]
    elif isinstance(value, dict):
        for key, item in value.items():
            for other in changed(item):
                yield {**value, key: other}
    elif isinstance(value, bool) or value is None:
        yield from (not value, 0, "x")
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -value, "x", None, 10**9)
    else:
        yield from (f"{value}'", 0, None, "imp_intro", "and", "R")


def declared(theory: Theory) -> list[dict[str, Any]]:
    return [dict(getattr(theory, table)) for table in DECLARED]


@pytest.mark.parametrize("name", ["my.half", "my.same", "my.put", "my.either"])
def test_a_changed_script_gives_a_theorem_or_nothing(name: str) -> None:
    """No entry lets in what no rule gives; what is accepted is what is stated."""
    development, scripts, used = read()
    theory = development.library.theory
    before = declared(theory)
    certificates = [used[name][key] for key in sorted(used[name])]
    kept = 0
    for script in changed({k: v for k, v in scripts[name].items() if k != "key"}):
        try:
            theorem = followed(theory, script, lambda n, *step: written(*step, certificates[n]))
        except Refused:
            continue
        assert type(theorem) is Theorem
        if theorem.conclusion != theory.statements[name] or theorem.hypotheses:
            with pytest.raises(Refused):
                theory.accept(name, theorem)
        else:
            kept += 1
            assert theorem.axioms <= {*theory.axioms}
    assert kept
    assert declared(theory) == before


def no_certificate(*step: object) -> list[object]:
    """No step has one."""
    return []


@pytest.mark.parametrize(
    "step",
    [
        ["axiom", "all", -1],
        ["register", "all", -1],
        ["define", "all", -1],
        ["constant", "all", {}],
        ["sort", "all"],
        ["accept", "all", 1],
        ["_made", "assume", -1],
        ["_prop", -1],
        ["type_of", -1],
    ],
    ids=lambda step: step[0],
)
def test_a_script_asks_for_rules_alone(step: list[Any]) -> None:
    development, _, _ = read()
    theory = development.library.theory
    before = declared(theory)
    rows = {"types": [["Prop"]], "terms": [["False", 0]], "steps": [["assume", -1], step]}
    with pytest.raises(Refused, match="is no rule"):
        followed(theory, rows, no_certificate)
    assert declared(theory) == before


@pytest.mark.parametrize("script", [{}, [], None, {"types": 1}, {"types": [], "terms": []}])
def test_what_is_no_script_is_refused(script: Any) -> None:
    with pytest.raises(Refused):
        followed(read()[0].library.theory, script, no_certificate)
