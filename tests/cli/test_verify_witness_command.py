"""`banditproof verify-witness`: exit codes, the JSON contract, and errors."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any
import pytest
from banditproof.verify.audit import audit
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.witnesses.belonging import seal


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
    ("name", "sentence"),
    [("survived", "none of the claim's"), ("unreadable", "the field horizon is missing")],
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


@pytest.fixture(scope="module")
def audits() -> dict[str, Any]:
    """Audits that fail: of policies with a name, of tables, and of another budget."""
    rules = ({0: (1, 0), 1: (0, 1)}, {0: (0, 1), 1: (1, 0)})
    tables = [
        FinitePolicy.from_rule(2, 2, lambda h, rule=rule: rule[h[0][1] if h else 0])
        for rule in rules
    ]
    found = {
        "ucb": audit("ucb", 1),
        "ucb at 2": audit("ucb", 2),
        "three arms": audit("ucb", 1, arms=3),
        "five rounds": audit("ucb", 1, horizon=5),
        "table": audit(tables[0], 1),
        "other table": audit(tables[1], 1),
    }
    assert {report.verdict for report in found.values()} == {"fails"}
    return {name: json.loads(json.dumps(report.to_json())) for name, report in found.items()}


def failing(facts: Any) -> Any:
    """The check of an audit that has a witness."""
    (check,) = (check for check in facts["checks"] if check["witness"] is not None)
    return check


@pytest.fixture
def check(audits, banditproof, tmp_path) -> Callable[[Any], Any]:
    def checked(facts: Any) -> Any:
        file = tmp_path / "a.json"
        file.write_text(json.dumps(facts))
        (result,) = json.loads(banditproof("verify-witness", str(file), "--json").out)
        return result

    return checked


@pytest.mark.parametrize(
    "name", ["ucb", "ucb at 2", "three arms", "five rounds", "table", "other table"]
)
def test_the_file_of_an_audit_is_verified_as_it_was_printed(audits, check, name) -> None:
    assert check(audits[name])["result"] == "verified"
    assert check(failing(audits[name])["witness"])["result"] == "verified"


@pytest.mark.parametrize(
    ("one", "other", "sentence"),
    [
        ("ucb", "ucb at 2", "The audit says claimed: eps = 1, and its witness is about 2."),
        ("ucb", "three arms", "The audit says arms: 2, and its witness is about 3."),
        ("ucb", "five rounds", "The audit says horizon: None, and its witness is about 5."),
        ("table", "other table", "The seal of the check is of another file"),
        ("table", "ucb", "and its witness is about ucb."),
    ],
)
def test_a_witness_of_another_audit_is_rejected(audits, check, one, other, sentence) -> None:
    facts = deepcopy(audits[one])
    failing(facts)["witness"] = failing(audits[other])["witness"]
    found = check(facts)
    assert found["result"] == "rejected"
    assert sentence in found["why"]


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        ({"policy": "dp-imed"}, "says policy: dp-imed, and its witness is about ucb"),
        ({"claimed": "eps = 1/2"}, "says claimed: eps = 1/2"),
        ({"rewards": "[0, 2]"}, "says rewards: [0, 2]"),
        ({"notion": "view"}, "says notion: view"),
        ({"output": "transcript"}, "says output: transcript"),
        ({"verdict": "holds"}, "The audit says 'holds', and one of its checks says 'fails'"),
        ({"verdict": "not-refuted"}, "The audit says 'not-refuted', and one of its"),
        ({"digest": "0" * 64}, "The seal of the check is of another file: its policy, claim, ver"),
        ({"declaration": {}}, "The seal of the check is of another file"),
        ({"tried": ["every pair"]}, "The seal of the check is of another file"),
        ({"interrupted": True}, "The seal of the check is of another file"),
        ({"reading": "table"}, "The seal of the check is of another file"),
    ],
)
def test_an_audit_with_another_name_or_number_is_rejected(audits, check, edit, sentence) -> None:
    found = check(audits["ucb"] | edit)
    assert found["result"] == "rejected"
    assert sentence in found["why"]


def test_another_loss_verdict_or_seal_is_rejected(audits, check) -> None:
    for edit, sentence in (
        ({"epsilon": {"lo": "3/2", "hi": "2"}}, "shows a larger loss than the check"),
        ({"note": "Nothing."}, "The seal of the check is of another file"),
        ({"verdict": "holds"}, "says 'holds', not 'fails'"),
        ({"seal": failing(audits["table"])["seal"]}, "The seal of the check is of another file"),
    ):
        facts = deepcopy(audits["ucb"])
        failing(facts).update(edit)
        found = check(facts)
        assert (found["result"], sentence in found["why"]) == ("rejected", True)
    facts = deepcopy(audits["ucb"])
    del failing(facts)["seal"]
    found = check(facts)
    assert (found["result"], "has no seal" in found["why"]) == ("unreadable", True)


def test_a_table_is_no_witness_against_a_built_in_policy(audits, check) -> None:
    facts = deepcopy(audits["table"]) | {"policy": "dp-imed"}
    failing(facts)["seal"] = seal(facts, failing(facts))
    assert "dp-imed, which is built in and no table" in check(facts)["why"]
    facts["policy"] = "my_module:make"
    failing(facts)["seal"] = seal(facts, failing(facts))
    assert check(facts)["result"] == "verified"


def test_a_policy_made_for_another_horizon_is_rejected(audits, check) -> None:
    witness = deepcopy(failing(audits["five rounds"])["witness"])
    witness["object"]["made_with"]["horizon"] = 7
    assert "made with the horizon 7, and the claim is on the horizon 5" in check(witness)["why"]


def test_the_policy_the_claim_and_the_neighbours_are_printed(
    audits, banditproof, check, tmp_path
) -> None:
    found = check(audits["ucb"])
    assert (found["policy"], found["claimed"], found["neighbours"]) == (
        "ucb",
        "eps = 1 for the actions, notion table, rewards [0, 1], 2 arms, every horizon",
        "rewards 0, 0 against 1, 0, which differ in round 1",
    )
    said = banditproof("verify-witness", str(tmp_path / "a.json")).text
    assert "the policy is ucb; the claim is eps = 1 for the actions, notion table" in said
    assert "the neighbours are rewards 0, 0 against 1, 0, which differ in round 1." in said
    assert check(audits["table"])["policy"].startswith("a table of ")
