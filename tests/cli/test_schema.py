"""`cli/schema.json`: up to date, satisfied by what the commands print, and not by mutants."""

import json
import re
from copy import deepcopy
from functools import cache
from importlib import import_module
from pathlib import Path
import pytest
from jsonschema import Draft202012Validator
from mistaken_lines import command_lines
from banditproof.cli import json_schema
from banditproof.cli.application import COMMANDS, module_of
from banditproof.cli.json_schema import published_schema, sentences, stored_schema, text_of_schema

FILE = Path(__file__).parents[2] / "cli" / "schema.json"
OUTPUTS = command_lines("schema")
OF_OTHERS = {"NumberFacts"}
"""A class of which others are made."""
ELSEWHERE = {"audit-self-test", "attack-program", "claims-installed"}
"""Results whose tests stand elsewhere, as they need more than a line."""
TEXTS = {
    "THEOREMS": "theorem my.one: 0 < 1\n  show by\nqed\n",
    "STEPS": 'proof my.a\n  where x in [0,1]\n  1. :: x <= 1 -- words "so"\nqed\n',
    "OUTLINE": "theorem my.open: forall x. x <= x^2 + 1\n  fix x\n"
    "  1. The square is not small. :: x - 1/2 <= x^2 -- open\n"
    "  2. So it is. :: x <= x^2 + 1 -- from 1\nqed\n",
    "REFUSED": "theorem my.wrong: forall x. x <= 1\n  fix x\n  show by\nqed\n",
    "SWEEP": 'policies = ["ucb"]\nhorizons = [20]\n[instances.a]\nmeans = [0.75, 0.5]\n',
}
ENDINGS = {"SWEEP": ".toml"}


@cache
def whole() -> Draft202012Validator:
    schema = json.loads(FILE.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@cache
def validator(command: str) -> Draft202012Validator:
    schema = {key: value for key, value in whole().schema.items() if key != "anyOf"}
    return Draft202012Validator(schema | {"$ref": f"#/$defs/{command}"})


@pytest.fixture
def printed(banditproof, tmp_path):
    def run(name: str):
        (tmp_path / "actions.csv").write_text("1,0\n0,1\n0.5,0.5\n")
        (tmp_path / "bits.csv").write_text("0,0\n1,0\n0,1\n1,1\n" * 4)
        proof = tmp_path / "proof.json"
        places = {
            "FILE": str(tmp_path / "actions.csv"),
            "BITS": str(tmp_path / "bits.csv"),
            "FOLDER": str(tmp_path),
            "SITE": str(tmp_path / "site"),
            "PROOF": str(proof),
        }
        for word, text in TEXTS.items():
            places[word] = str(tmp_path / f"{word.lower()}{ENDINGS.get(word, '.proof')}")
            Path(places[word]).write_text(text)
        places |= {"LEAN": str(tmp_path / "out.lean"), "RESULTS": str(tmp_path / "results")}
        if "PAPER" in OUTPUTS[name]:
            places["PAPER"] = _paper(banditproof, tmp_path)
        if "EXAMPLE" in OUTPUTS[name]:
            places["EXAMPLE"] = str(tmp_path / "my-example")
            assert banditproof("new", places["EXAMPLE"]).code == 0
        if "WITNESS" in OUTPUTS[name]:
            places["WITNESS"] = str(tmp_path / "audit.json")
            audited = banditproof("audit", "imed", "--eps", "1", "--json").out
            Path(places["WITNESS"]).write_text(audited)
        if "PROOF" in OUTPUTS[name]:
            banditproof("prove", "x**2 >= 0", "--for", "x in [0, 1]", "--proof", str(proof))
        words = [places.get(word, word) for word in OUTPUTS[name]]
        _, out, _ = banditproof(*words, "--json")
        return json.loads(out)

    return run


def _paper(banditproof, folder: Path) -> str:
    """The folder of a paper that was made of its source."""
    source = folder / "main.tex"
    source.write_text(
        "\\newtheorem{theorem}{Theorem}\n\\begin{document}\n\\section{One}\n"
        "\\begin{theorem}\\label{thm:a} $1 < 2$.\\end{theorem}\n\\end{document}\n"
    )
    assert banditproof("new", str(folder / "my-paper"), "--from", str(source)).code == 0
    return str(folder / "my-paper")


def test_each_command_with_json_is_in_the_schema_and_has_a_line_here() -> None:
    """Each result of the schema is one that some line of a command is judged by."""
    from inspect import signature

    defined = {part["$ref"].rpartition("/")[2] for part in published_schema()["anyOf"]}
    judged = {name.split()[0] for name in OUTPUTS} | ELSEWHERE
    assert judged == defined
    with_json = {
        name
        for name in COMMANDS
        if "json"
        in signature(import_module(f"banditproof.cli.{module_of(name)}").command).parameters
    }
    assert len(with_json) > 20
    for name in with_json:
        own = {one for one in defined if one == name or one.startswith(f"{name}-")}
        assert own, name
    for name, words in OUTPUTS.items():
        assert words[0] in with_json, name
        assert name.split()[0].startswith(words[0]), name


def test_each_result_that_is_printed_is_in_the_schema() -> None:
    """Each class whose name ends in Facts, in a module of the commands, is defined."""
    defined = published_schema()["$defs"]
    for file in sorted(Path(json_schema.__file__).parent.glob("*.py")):
        for name in re.findall(r"^class (\w+Facts)\b", file.read_text(encoding="utf-8"), re.M):
            if name not in OF_OTHERS:
                assert name in defined, f"{file.name}: {name}"


def test_the_schema_is_installed_with_the_package(capsys) -> None:
    assert stored_schema() == text_of_schema()
    assert json.loads(stored_schema())["$defs"]["axioms"]


def test_the_file_is_up_to_date() -> None:
    written = FILE.read_text(encoding="utf-8")
    assert written == text_of_schema(), (
        "run `python -m banditproof.cli.json_schema cli/schema.json`"
    )


def test_every_key_is_described() -> None:
    for name, definition in published_schema()["$defs"].items():
        for key, part in definition.get("properties", {}).items():
            assert part.get("description", "").endswith((".", "...")), f"{name}.{key}"


def test_every_description_is_that_of_a_field() -> None:
    fields = [{*part.get("properties", ())} for part in published_schema()["$defs"].values()]
    for name, described in sentences().items():
        assert any(described.keys() <= known for known in fields), name


@pytest.mark.parametrize("name", sorted(OUTPUTS))
def test_what_a_command_prints_satisfies_the_schema(printed, name) -> None:
    facts = printed(name)
    assert facts
    results = [error.message for error in validator(name.split()[0]).iter_errors(facts)]
    assert results == []
    assert whole().is_valid(facts)


def test_a_sampled_witness_satisfies_the_schema(banditproof, tmp_path, monkeypatch) -> None:
    source = """
class Leaky:
    def __init__(self, arms):
        self.counts, self.sums = [0] * arms, [0.0] * arms

    def select(self):
        if 0 in self.counts:
            return self.counts.index(0)
        return max(range(len(self.sums)), key=lambda arm: self.sums[arm] / self.counts[arm])

    def update(self, arm, reward):
        self.counts[arm] += 1
        self.sums[arm] += reward
"""
    (tmp_path / "leaky_policy.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    words = ("audit", "leaky_policy:Leaky", "--epsilon", "1", "--time-limit", "60s", "--json")
    facts = json.loads(banditproof(*words).out)
    assert any(check["witness"] for check in facts["checks"])
    validator("audit").validate(facts)


def test_a_part_of_the_self_test_satisfies_the_schema() -> None:
    from banditproof.cli.audit_results import SelfTestFacts
    from banditproof.cli.results import plain
    from banditproof.verify.mutants.linear_counters import ENTRIES
    from banditproof.verify.self_test import self_test

    facts = plain(SelfTestFacts.of(self_test(entries=ENTRIES)))
    assert facts["rows"]
    validator("audit-self-test").validate(json.loads(json.dumps(facts)))


def mutants(facts):
    """Copies of a result with one thing wrong anywhere: a key too few or too many, a wrong type."""
    for path in places(facts):
        for change in (missing, renamed, retyped):
            wrong = deepcopy(facts)
            *way, last = path
            holder = wrong
            for step in way:
                holder = holder[step]
            if change(holder, last):
                yield (change.__name__, *path), wrong


def places(value, path=()):
    """The way to each value of an object; those of free form are left out."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield (*path, key)
            if key not in ("numbers", "witness"):
                yield from places(part, (*path, key))
    elif isinstance(value, list) and value:
        yield from places(value[0], (*path, 0))


def missing(holder, key) -> bool:
    del holder[key]
    return key not in ("delta", "rho", "renyi") or "witness" not in holder


def renamed(holder, key) -> bool:
    holder[key + "_"] = holder.pop(key)
    return True


def retyped(holder, key) -> bool:
    holder[key] = [[]]
    return True


@pytest.mark.parametrize(
    "name", ["bounds", "plot", "simulate", "design", "account", "audit of delta"]
)
def test_mutants_do_not_satisfy_the_schema(printed, name) -> None:
    facts, judge = printed(name), validator(name.split()[0])
    result = list(mutants(facts))
    assert len(result) > 10
    for change, wrong in result:
        assert not judge.is_valid(wrong), change


def test_mutants_of_claims_and_results_do_not_satisfy_the_schema() -> None:
    from dataclasses import fields
    from banditproof.paper_checks.statements.claim_facts import ClaimFacts, ResultFacts

    values = {
        "recorded": "holds", "verdict": "holds", "grade": None, "stated": True, "tier": "fast",
        "as_recorded": True, "doubts": ["D1"], "numbers": {"n": 1}, "line": 12, "seconds": 0.5,
        "witness": None, "repaired_by": None, "repaired_statement": None, "error": None,
        "parts": [], "part_of": None, "universal": "words", "rests_on": ["x"], "stated_proof": [],
        "witness_values": {}, "findings": {}, "steps": [], "sharpness": 0.5, "sharpest_at": None,
        "mutants": ["x"], "noticed": ["x"], "not_noticed": {},
    }  # fmt: skip
    for command, kind in (("claims", ClaimFacts), ("check", ResultFacts)):
        names = [field.name for field in fields(kind)]
        facts = [{name: values.get(name, "a text") for name in names}]
        judge = validator(command)
        judge.validate(facts)
        for change, wrong in mutants(facts):
            assert not judge.is_valid(wrong), change
    assert not judge.is_valid([facts[0] | {"verdict": "perhaps"}])
