"""`banditproof verify-proof`: exit codes, the JSON contract, and errors."""

import json
from pathlib import Path
import pytest
from banditproof.theory.prover import Proof, Statement, text_of_proof
from banditproof.theory.prover.search.hunt import find_proof


@pytest.fixture
def files(tmp_path) -> dict[str, str]:
    right = Statement.of("log(1 + x) <= x", "x in [0, inf)")
    wrong = Statement.of("log(1 + x) <= 0.99*x", "x in [0, inf)")
    tree = find_proof(right.goal, 20)
    assert tree is not None
    texts = {
        "right": text_of_proof(Proof(right, tree)),
        "wrong": text_of_proof(Proof(wrong, tree)),
        "other": json.dumps(Proof(right, tree).to_json() | {"claim": "log(1 + x) <= x/2"}),
        "broken": "{",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.json").write_text(text, encoding="utf-8")
    return {name: str(tmp_path / f"{name}.json") for name in texts}


def test_proofs_that_are_right(banditproof, files):
    result = banditproof("verify-proof", files["right"], files["right"], "--json").facts
    assert [facts["result"] for facts in result] == ["verified", "verified"]
    assert result[0]["statement"] == "log(1 + x) <= x"
    assert result[0]["domain"] == "x in [0, inf)"
    assert result[0]["size"] == sum(result[0]["rules"].values()) > 0
    assert result[0]["why"] is None
    out = banditproof("verify-proof", files["right"]).shown
    assert "1 of 1 proof verified in" in out


@pytest.mark.parametrize("name", ["wrong", "other"])
def test_a_proof_that_is_rejected(banditproof, files, name):
    code, out, err = banditproof("verify-proof", files["right"], files[name], "--json")
    assert (code, err) == (1, "")
    result = json.loads(out)
    assert [facts["result"] for facts in result] == ["verified", "rejected"]
    assert result[1]["why"].endswith(".")
    code, out, _ = banditproof("verify-proof", files[name], files["right"])
    assert code == 1
    assert "1 of 2 proofs verified" in out


def test_a_file_that_cannot_be_read_is_one_sentence(banditproof, files, tmp_path):
    for name in (files["broken"], str(tmp_path), str(tmp_path / "missing"), "/dev/null"):
        assert Path(name).name in banditproof("verify-proof", name).mistake


def test_a_file_that_cannot_be_read_hides_no_other_answer(banditproof, files):
    names = files["broken"], files["right"], files["wrong"]
    code, out, err = banditproof("verify-proof", *names, "--json")
    assert (code, err) == (1, "")
    results = json.loads(out)
    assert [facts["result"] for facts in results] == ["unreadable", "verified", "rejected"]
    assert results[0]["why"].startswith("The file ")
    code, out, _ = banditproof("verify-proof", files["right"], files["broken"])
    assert code == 1
    assert "1 of 2 proofs verified" in out


def test_the_certificates_of_a_claim(banditproof, tmp_path):
    file = str(tmp_path / "proofs.json")
    claim = "renyi.rem2.repaired"
    out = banditproof("prove", "--stored", claim, "--proof", file).shown
    assert f"2 certificates of {claim}, written to {file}." in " ".join(out.split())
    named = banditproof("verify-proof", claim, "--json").facts
    exported = banditproof("verify-proof", file, "--json").facts
    assert [facts["result"] for facts in named] == ["verified"] * 2
    facts = ("statement", "domain", "rules")
    assert [[item[key] for key in facts] for item in named] == [
        [item[key] for key in facts] for item in exported
    ]
    printed = banditproof("prove", "--stored", claim, "--json")[1]
    assert printed == Path(file).read_text(encoding="utf-8")


def test_rules_beyond_the_core_are_named(banditproof, tmp_path):
    """Lambert's function is none of formal proofs; what is proved without it names nothing."""
    wider = "lambertw(x) <= 1", ["lambertw"]
    for name, claim, beyond in (("w", *wider), ("x", "x**2 >= 0", []), ("e", "erf(x) <= 1", [])):
        file = tmp_path / f"{name}.json"
        stated = Statement.of(claim, "x in [0, 2]")
        file.write_text(text_of_proof(Proof(stated, {"by": "span"})), encoding="utf-8")
        facts = banditproof("verify-proof", str(file), "--json").facts
        assert [row["beyond_core"] for row in facts] == [beyond]
        shown = banditproof("verify-proof", str(file)).shown
        assert ("no rule of the core" in " ".join(shown.split())) == bool(beyond)
        found = banditproof("prove", claim, "--for", "x in [0, 2]", "--json").facts
        assert found["beyond_core"] == beyond
