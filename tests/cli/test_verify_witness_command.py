"""`banditproof verify-witness`: exit codes, the JSON contract, and errors."""

import json
from pathlib import Path
import pytest
from banditproof.verify.audit import audit
from banditproof.verify.definitions.finite_policy import FinitePolicy


@pytest.fixture
def files(tmp_path) -> dict[str, str]:
    """An audit that fails, its witness alone, one that the claim survives, and no witness."""
    rule = {0: (1, 0), 1: (0, 1)}
    copying = FinitePolicy.from_rule(2, 2, lambda h: rule[h[0][1] if h else 0])
    report = audit(copying, 1).to_json()
    (check,) = report["checks"]
    bare = check["witness"]
    facts = {
        "audit": report,
        "bare": bare,
        "survived": bare | {"inputs": {"left": ["0"], "right": ["2"]}},
        "without": audit(FinitePolicy.from_rule(2, 2, lambda h: (1, 0)), 1).to_json(),
        "unreadable": bare | {"claim": 7},
        "broken": None,
    }
    for name, content in facts.items():
        text = "{" if content is None else json.dumps(content)
        (tmp_path / f"{name}.json").write_text(text, encoding="utf-8")
    return {name: str(tmp_path / f"{name}.json") for name in facts}


def test_witnesses_that_are_right(banditproof, files):
    result = banditproof("verify-witness", files["audit"], files["bare"], "--json").facts
    assert [facts["result"] for facts in result] == ["verified", "verified"]
    assert result[0]["check"] == "exact loss of the finite policy"
    assert result[0]["shown"] == {"lo": "inf", "hi": "inf"}
    assert result[1]["claim"]["budget"] == {"kind": "pure", "eps": "1"}
    assert "1 of 1 witness verified" in banditproof("verify-witness", files["bare"]).shown


@pytest.mark.parametrize(
    ("name", "sentence"), [("survived", "none of the claim's"), ("unreadable", "no field")]
)
def test_a_witness_that_is_rejected(banditproof, files, name, sentence):
    code, out, err = banditproof("verify-witness", files["bare"], files[name], "--json")
    result = json.loads(out)
    assert (code, err, result[0]["result"]) == (1, "", "verified")
    assert result[1]["result"] == ("rejected" if name == "survived" else "unreadable")
    assert sentence in result[1]["why"]
    assert banditproof("verify-witness", files[name]).code == 1


@pytest.mark.parametrize("name", ["without", "broken", "missing"])
def test_a_file_without_a_witness_is_one_sentence(banditproof, files, name):
    file = files.get(name, "/missing.json")
    assert Path(file).name in banditproof("verify-witness", file).mistake
    code, out, _ = banditproof("verify-witness", file, files["bare"], "--json")
    assert (code, [facts["result"] for facts in json.loads(out)]) == (1, ["unreadable", "verified"])
