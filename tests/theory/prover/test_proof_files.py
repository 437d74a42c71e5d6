"""Proofs as files: they come back, and damaged, edited and nasty ones are refused in a sentence."""

import json
import re
import subprocess
import sys
from pathlib import Path
import pytest
from case_tables import table
from banditproof.theory.prover import Proof, Statement, read_proof, text_of_proof, verify_proof
from banditproof.theory.prover.kernel.goals import Rejected
from banditproof.theory.prover.search.hunt import find_proof

STATEMENTS = table(__file__, "statements")


@pytest.fixture(scope="module")
def proofs() -> dict[str, Proof]:
    results = {}
    for name, words in STATEMENTS.items():
        statement = Statement.of(*words)
        tree = find_proof(statement.goal, 30)
        assert tree is not None, name
        results[name] = Proof(statement, tree)
    return results


@pytest.fixture
def place(tmp_path):
    def write(facts) -> Path:
        file = tmp_path / "proof.json"
        file.write_text(facts if isinstance(facts, str) else json.dumps(facts), encoding="utf-8")
        return file

    return write


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_proof_comes_back(proofs, place, name):
    text = text_of_proof(proofs[name])
    result = verify_proof(place(text))
    assert result == proofs[name]
    assert result.rules == proofs[name].rules
    assert text_of_proof(result) == text
    assert json.loads(text) == proofs[name].to_json()


def test_the_text_is_compact_and_has_no_float(proofs):
    text = text_of_proof(proofs["pinsker"])
    assert ", " not in text.replace(STATEMENTS["pinsker"][0], "").replace("[0, 1], q", "")[300:]
    json.loads(text, parse_float=lambda word: pytest.fail(word))


def test_another_process_verifies_with_the_kernel_alone(proofs, place):
    file = place(text_of_proof(proofs["pinsker"]))
    program = f"""
import sys
from banditproof.theory.prover import Statement, verify_proof
Statement.of("q**2 + (1 - p) >= p*q - log(q + 1)", "q, p in [0, 1]")  # terms in another order
assert verify_proof({str(file)!r}).size > 3
searching = ("sympy", "banditproof.theory.prover.search")
found = [name for name in sys.modules if name.startswith(searching)]
assert found == [], found
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def edited(facts, change):
    copy = json.loads(json.dumps(facts))
    change(copy)
    return copy


UNREADABLE = {
    "nothing": "",
    "no JSON": "{",
    "another JSON": "[]",
    "a number": "1",
    "null": "null",
    "another format": {"format": "x"},
    "NaN": '{"format": NaN}',
    "infinity": '{"format": Infinity}',
    "a float": '{"format": 1.5}',
    "a key twice": '{"format": 1, "format": 2}',
    "deep lists": "[" * 100_000,
    "deep objects": '{"a":' * 100_000,
    "a long number": "9" * 100_000,
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_proof_is_one_sentence(place, name):
    file = place(UNREADABLE[name])
    with pytest.raises(ValueError, match=r"proof|JSON") as error:
        read_proof(file)
    assert not isinstance(error.value, Rejected)
    assert str(error.value).endswith(".")
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400


def deep(length):
    results = ["x"]
    for _ in range(length):
        results = ["exp", results]
    return results


DAMAGES = {
    "version": lambda f: f.update(version=2),
    "version as text": lambda f: f.update(version="1"),
    "version as truth": lambda f: f.update(version=True),
    "without claim": lambda f: f.pop("claim"),
    "without goal": lambda f: f.pop("goal"),
    "one more": lambda f: f.update(more=1),
    "claim": lambda f: f.update(claim=["x"]),
    "claim that is none": lambda f: f.update(claim="kl(p, q)"),
    "claim that runs": lambda f: f.update(claim="__import__('os') >= 0"),
    "domain": lambda f: f.update(domain="p in [0, 1]"),
    "tree": lambda f: f.update(proof=[1]),
    "region": lambda f: f["goal"].update(region=7),
    "strict": lambda f: f["goal"].update(strict=0),
    "term": lambda f: f["goal"].update(term=["sin", ["p"]]),
    "empty term": lambda f: f["goal"].update(term=[]),
    "deep term": lambda f: f["goal"].update(term=deep(450)),
    "large power": lambda f: f["goal"].update(term=["pow", "9999999999", "2"]),
    "powers of powers": lambda f: f["proof"].update(
        at=["pow", "4000", ["pow", "4000", ["pow", "4000", "2"]]]
    ),
    "a number in exponents": lambda f: f["proof"].update(at="1e999999999"),
    "a number behind a blank": lambda f: f["proof"].update(at=" 1e999999999"),
    "a number of other letters": lambda f: f["proof"].update(at="٣"),
    "a large integer": lambda f: f["proof"].update(assumption=10**30),
    "a deep tree": lambda f: f["proof"].update(at=deep(450)),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_is_one_sentence(proofs, place, name):
    facts = edited(proofs["pinsker"].to_json(), DAMAGES[name])
    with pytest.raises(ValueError, match=r"^The file ") as error:
        read_proof(place(facts))
    assert not isinstance(error.value, Rejected)
    assert str(error.value).endswith(".")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("old", "new", "sentence"), table(__file__, "the_text_of_a_file_is_exact"))
def test_the_text_of_a_file_is_exact(proofs, place, old, new, sentence):
    text = text_of_proof(proofs["pinsker"])
    assert old in text
    with pytest.raises(ValueError, match=sentence):
        read_proof(place(text.replace(old, new)))


OTHER_STATEMENTS = table(__file__, "other_statements")


@pytest.mark.parametrize("name", OTHER_STATEMENTS)
def test_a_file_cannot_prove_something_else_than_it_says(proofs, place, name):
    facts = proofs["pinsker"].to_json() | OTHER_STATEMENTS[name]
    with pytest.raises(Rejected, match="its goal is not its claim"):
        read_proof(place(facts))


@pytest.mark.parametrize("name", ["a stronger constant", "a strict relation"])
def test_a_goal_that_is_changed_too_is_rejected_by_the_kernel(proofs, place, name):
    claim = OTHER_STATEMENTS[name]["claim"]
    statement = Statement.of(claim, STATEMENTS["pinsker"][1])
    facts = Proof(statement, proofs["pinsker"].tree).to_json()
    assert read_proof(place(facts)).statement == statement
    with pytest.raises(Rejected):
        verify_proof(place(facts))


def parts(tree, path=()):
    """The way to each part of a tree that names a rule, a number or a term."""
    if isinstance(tree, dict):
        for key, part in tree.items():
            yield (*path, key)
            yield from parts(part, (*path, key))
    elif isinstance(tree, list):
        for place, part in enumerate(tree):
            yield from parts(part, (*path, place))


WRONG = ("span", "nan", "1", [], None, 7, ["log", ["x"]], ["x"], {"by": "span"}, {"by": "fall"})
OF_PYTHON = re.compile(
    r"\w(Error|Exception)\b|invalid literal|unpack|argument \d|NoneType|Fraction"
)
"""Words of Python, which say nothing of a proof."""


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] * (n == "pinsker")) for n in STATEMENTS]
)
def test_edited_trees_raise_nothing_but_one_sentence(proofs, name):
    """A part that is something else is rejected in words of proofs, unless it did not matter."""
    proof, rejected = proofs[name], list[str]()
    for path in parts(proof.tree):
        for value in WRONG:
            tree = json.loads(json.dumps(proof.tree))
            holder = tree
            for step in path[:-1]:
                holder = holder[step]
            holder[path[-1]] = value
            try:
                Proof(proof.statement, tree).check()
            except ValueError as reason:
                rejected.append(str(reason))
    assert len(rejected) > 3
    assert [why for why in rejected if OF_PYTHON.search(why) or not why.endswith(".")] == []


@pytest.mark.parametrize(
    ("name", "sentence"), table(__file__, "a_file_that_cannot_be_read_is_one_sentence")
)
def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path, name, sentence):
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match=sentence):
        read_proof(tmp_path / name)


def test_a_long_file_or_a_device_is_not_read_forever(monkeypatch, tmp_path):
    monkeypatch.setattr("banditproof.theory.prover.stored_json.MOST_BYTES", 1000)
    (tmp_path / "long.json").write_bytes(bytes(1001))
    with pytest.raises(ValueError, match="more than 1000 bytes"):
        read_proof(tmp_path / "long.json")
    with pytest.raises(ValueError, match="/dev/zero is a device"):
        read_proof("/dev/zero")
