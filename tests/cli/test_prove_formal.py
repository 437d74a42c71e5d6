"""`banditproof prove --formal`: a proof by steps as the outline of a formal one."""

import json
import pytest


def test_an_outline_is_written_and_judged(banditproof, tmp_path):
    file = tmp_path / "bounds.proof"
    run = banditproof("prove", "--formal", "thesis.adv.bounds", "--proof", str(file))
    assert (run.code, run.err) == (0, "")
    assert "2 sentences open" in run.text
    judged = banditproof("prove", str(file), "--json")
    assert judged.code == 3
    (facts,) = json.loads(judged.out)
    assert facts["result"] == "open"
    assert [one["number"] for one in facts["left_open"]] == ["2", "3"]


def test_json_has_what_the_text_says(banditproof):
    facts = banditproof("prove", "--formal", "thesis.tab5.1.regret", "--json").facts
    assert facts["theorem"] == "thesis.tab5.1.regret.formal"
    assert facts["without_formula"] == [1, 2, 3, 5]
    assert "nothing is said of steps 1, 2, 3, 5" in facts["text"]
    assert banditproof("prove", "--formal", "thesis.tab5.1.regret").out == facts["text"]


def test_a_claim_of_a_folder_is_carried_without_running_its_code(banditproof, tmp_path):
    folder = tmp_path / "my-paper"
    banditproof("new", str(folder))
    for program in folder.glob("*.py"):
        program.write_text(f"{program.read_text('utf-8')}\nraise SystemExit(3)\n", "utf-8")
    claims = banditproof("claims", f"{folder}/", "--json").facts
    carried = 0
    for claim in claims:
        run = banditproof("prove", f"{folder}/", "--formal", claim["id"])
        if run.code == 0:
            carried += 1
            assert f"theorem {claim['id']}.formal" in run.out
        else:
            assert "has no proof of steps" in run.mistake
    assert carried


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--formal", "thesis.adv.bounds", "--coq"), "--formal ID goes with a folder"),
        (("--formal", "thesis.adv.bounds", "--goal", "3"), "--formal ID goes with a folder"),
        (("x >= 0", "--formal", "thesis.adv.bounds"), "is no folder about a paper"),
        (("--formal", "adv.fig1"), "has no proof of steps"),
        (("--formal", "bern.nothing"), "There is no claim"),
    ],
)
def test_what_cannot_be_carried_is_one_sentence(banditproof, words, sentence):
    assert sentence in banditproof("prove", *words).mistake
