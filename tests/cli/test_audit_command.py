"""`banditproof audit`: built-in policies, a stranger's policy, refusals."""

import json
import sys

import pytest

LEAKY = """
from dataclasses import dataclass
from banditproof.algorithms import DPIMED
from banditproof.theory.mechanisms import Laplace

@dataclass(frozen=True)
class Leaky(DPIMED):
    name = "leaky"

    def mechanism(self, state, pull):
        return Laplace(0.5)

def make(arms=2, eps=1):
    return Leaky(arms, eps=eps)

def honest(arms=2, eps=1):
    return DPIMED(arms, eps=eps)

not_a_policy = 7
"""


@pytest.fixture
def stranger(tmp_path, monkeypatch):
    (tmp_path / "strangers_policy.py").write_text(LEAKY)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "strangers_policy"
    sys.modules.pop("strangers_policy", None)


def test_json_has_the_fields_of_the_contract(banditproof) -> None:
    code, out, _ = banditproof("audit", "dp-imed", "--epsilon", "1", "--json")
    assert code == 0
    report = json.loads(out)
    assert set(report) >= {"policy", "claimed", "verdict", "checks"}
    assert report["verdict"] == "holds"
    for check in report["checks"]:
        assert set(check) >= {"name", "verdict", "grade", "epsilon", "note"}
        if check["epsilon"] is not None:
            assert float(check["epsilon"]["lo"]) <= 1


def test_a_policy_without_noise_is_rejected(banditproof) -> None:
    code, out, _ = banditproof("audit", "imed", "--epsilon", "1")
    assert code == 1
    assert "fails" in out


def test_a_strangers_policy_is_rejected_and_its_honest_twin_accepted(banditproof, stranger) -> None:
    assert banditproof("audit", f"{stranger}:make", "--epsilon", "1").code == 1
    assert banditproof("audit", f"{stranger}:honest", "--epsilon", "1").code == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("audit", "dp-imd", "--epsilon", "1"), "nearest names are dp-imed"),
        (("audit", "nowhere_at_all:make", "--epsilon", "1"), "cannot be imported"),
        (("audit", "strangers_policy:nothing", "--epsilon", "1"), "nothing"),
        (("audit", "strangers_policy:not_a_policy", "--epsilon", "1"), "not_a_policy"),
        (("audit", "dp-imed", "--epsilon", "0"), "number > 0"),
        (("audit", "dp-imed", "--epsilon", "nan"), "not a number"),
        (("audit", "dp-imed"), "--epsilon"),
    ],
)
def test_bad_input_gets_one_sentence_and_code_2(banditproof, stranger, words, sentence) -> None:
    code, out, err = banditproof(*words)
    assert code == 2
    assert out == ""
    assert sentence in err
    assert "Traceback" not in err
