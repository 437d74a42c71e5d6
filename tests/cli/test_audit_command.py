"""`banditproof audit`: built-in policies, third-party policies, errors."""

import json
import math
import subprocess
import sys
import pytest
from case_tables import table
from mistaken_lines import mistaken

LEAKY = table(__file__, "leaky")


@pytest.fixture
def third_party(tmp_path, monkeypatch):
    (tmp_path / "third_party_policy.py").write_text(LEAKY)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "third_party_policy"
    sys.modules.pop("third_party_policy", None)


def test_json_has_the_fields_of_the_contract(banditproof) -> None:
    report = banditproof("audit", "dp-imed", "--epsilon", "1", "--json").facts
    assert set(report) >= {"policy", "claimed", "notion", "reading", "verdict", "checks"}
    assert (report["verdict"], report["notion"], report["reading"]) == ("holds", "table", "machine")
    for check in report["checks"]:
        assert set(check) >= {"name", "verdict", "grade", "epsilon", "note"}
        if check["epsilon"] is not None:
            assert float(check["epsilon"]["lo"]) <= 1


def test_a_policy_without_noise_is_rejected(banditproof) -> None:
    code, out, _ = banditproof("audit", "imed", "--epsilon", "1")
    assert code == 1
    assert "fails" in out


@pytest.mark.slow
def test_a_leaky_policy_is_rejected_and_its_reference_accepted(banditproof, third_party) -> None:
    assert banditproof("audit", f"{third_party}:make", "--epsilon", "1").code == 1
    assert banditproof("audit", f"{third_party}:honest", "--epsilon", "1").code == 0


@pytest.mark.parametrize("notion", ["view", "table", "interactive", "adaptive"])
def test_every_notion_is_answered(banditproof, notion) -> None:
    words = ("audit", "dp-imed", "--epsilon", "2", "--notion", notion, "--json")
    code, out, _ = banditproof(*words)
    report = json.loads(out)
    assert (code, report["notion"], report["verdict"]) == (0, notion, "holds")
    assert float(report["checks"][-1]["epsilon"]["hi"]) == 2


@pytest.mark.parametrize(
    ("budget", "quantity"),
    [(("--rho", "0.5"), "rho"), (("--epsilon", "1", "--delta", "0.01"), "delta")],
)
def test_other_budgets_have_their_own_loss(banditproof, budget, quantity) -> None:
    code, out, _ = banditproof("audit", "dp-imed", *budget, "--json")
    report = json.loads(out)
    assert (code, report["verdict"]) == (0, "holds")
    assert any(check.get(quantity) for check in report["checks"])


def test_a_transcript_shows_more_than_its_actions(banditproof) -> None:
    words = ("audit", "lazy-dp-ts", "--epsilon", "1", "--output", "transcript", "--rewards", "0:5")
    out = banditproof(*words).shown
    assert "for the actions and all releases" in " ".join(out.split())
    assert "rewards in [0, 5]" in " ".join(out.split())


def test_what_was_not_refuted_has_a_code_of_its_own(banditproof, third_party) -> None:
    words = ("audit", f"{third_party}:Careful", "--epsilon", "1", "--samples", "200", "--arms", "3")
    code, out, _ = banditproof(*words)
    assert code == 3
    shown = " ".join(out.split())
    assert "Careful: not refuted" in shown
    assert "3 arms" in shown
    assert "200 runs" in shown
    accepted = banditproof(*words, "--accept-not-refuted", "--json")
    assert accepted.code == 0
    report = json.loads(accepted.out)
    assert report["verdict"] == "not-refuted"
    assert len(report["tried"]) == 1


def test_a_contextual_policy_gets_contexts(banditproof, third_party) -> None:
    words = ("audit", f"{third_party}:Linear", "--epsilon", "1", "--json", "--horizon", "6")
    code, out, _ = banditproof(*words, "--contexts", "normal", "--dim", "2")
    report = json.loads(out)
    assert (code, report["verdict"]) == (1, "fails")


def test_the_horizon_and_the_rewards_are_those_that_are_asked_for(banditproof, third_party) -> None:
    words = ("audit", f"{third_party}:Careful", "--epsilon", "1", "--samples", "100", "--json")
    code, out, _ = banditproof(*words, "--horizon", "5", "--rewards", "0,3")
    report = json.loads(out)
    assert (code, report["horizon"], report["rewards"]) == (3, 5, "{0, 3}")
    assert "of 5 rounds" in report["tried"][0]
    assert "rewards 0, 3" in report["tried"][0]


def test_a_finite_kernel_is_enumerated(banditproof, third_party) -> None:
    words = ("audit", f"{third_party}:copier", "--notion", "interactive", "--json", "--epsilon")
    failed, held = banditproof(*words, "1"), banditproof(*words, "1.1")
    assert (failed.code, held.code) == (1, 0)
    report = json.loads(held.out)
    assert report["reading"] == "kernel"
    (check,) = report["checks"]
    assert check["grade"] == "proved"
    assert abs(float(check["epsilon"]["lo"]) - math.log(3)) < 1e-12


def test_a_policy_of_another_style_is_caught_with_a_witness(banditproof, third_party) -> None:
    words = ("audit", f"{third_party}:NoisyGreedy", "--epsilon", "1", "--json")
    code, out, _ = banditproof(*words)
    (check,) = json.loads(out)["checks"]
    assert (code, check["verdict"], check["grade"]) == (1, "fails", "statistical")
    assert float(check["epsilon"]["lo"]) > 1
    assert check["witness"]["event"]


def test_an_interruption_prints_what_is_known(banditproof, monkeypatch) -> None:
    from banditproof.verify.audit import stations

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(stations, "enumerated", interrupted)
    code, out, err = banditproof("audit", "imed", "--epsilon", "1")
    assert code == 130
    assert "the noise is large enough" in out
    assert "Interrupted" in out
    assert "not refuted" in out
    assert "Traceback" not in err


@mistaken("audit")
@pytest.mark.usefixtures("third_party")
def test_bad_input_gets_one_sentence_and_code_2(banditproof, words, sentence) -> None:
    assert sentence in banditproof(*words).mistake


def test_what_a_third_party_module_prints_stays_out_of_the_report(tmp_path) -> None:
    (tmp_path / "chatty_policy.py").write_text("print('imported')\n" + LEAKY)
    words = ("audit", "chatty_policy:copier", "--epsilon", "2", "--json")
    command = [sys.executable, "-m", "banditproof", *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, json.loads(done.stdout)["verdict"]) == (0, "holds")
    assert done.stderr == ""


def test_only_an_audit_asks_for_time_after_an_interruption(banditproof, monkeypatch) -> None:
    """An audit reports what it has found; the self-test has nothing to say and ends at once."""
    from banditproof.cli import audit

    asked: list[float] = []
    monkeypatch.setattr(audit, "allow", asked.append)
    monkeypatch.setattr(audit, "_self_test", lambda json: None)
    assert banditproof("audit", "--self-test")[0] == 0
    assert asked == []
    assert banditproof("audit", "dp-se", "--eps", "1")[0] == 0
    assert asked == [audit.REPORT]


@pytest.mark.parametrize(
    ("words", "setting"), table(__file__, "the_gaussian_policies_hold_by_construction")
)
def test_the_gaussian_policies_hold_by_construction(
    banditproof, tmp_path, monkeypatch, words, setting
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "axes.csv").write_text("1,0,0\n0,1,0\n0,0,1\n")
    answer = banditproof("audit", *words)
    assert answer.code == 0
    text = " ".join(answer.out.split())
    assert setting in text
    assert "Outlined: the construction: declared parts." in text


def test_a_count_of_arms_gets_no_example_of_a_horizon(banditproof) -> None:
    said = banditproof("audit", "dp-imed", "--eps", "1", "--arms", "0").mistake
    assert "arms is 0; give a whole number >= 1." in said
    assert (
        "such as 1e6" in banditproof("audit", "dp-imed", "--eps", "1", "--samples", "0.5").mistake
    )
