"""The file of an earlier run: read as it was written, or refused with one sentence."""

import json
from dataclasses import replace
from pathlib import Path
import pytest
from small_reports import RAN, result_of
from banditproof.paper_checks.report.earlier_results import earlier_results
from banditproof.paper_checks.statements.index import text_index


def written(folder: Path, text: str) -> Path:
    file = folder / "results.json"
    file.write_text(text, encoding="utf-8")
    return file


def rows() -> list[dict]:
    return json.loads(json.dumps([result_of(id).to_json() for id in RAN]))


def test_what_a_run_wrote_is_read_again(tmp_path) -> None:
    result = earlier_results(written(tmp_path, json.dumps(rows())), text_index())
    assert result == tuple(map(result_of, RAN))


def test_a_field_that_came_later_is_that_of_the_claim(tmp_path) -> None:
    without = [{name: row[name] for name in row if name != "mutants"} for row in rows()]
    (first, *_) = earlier_results(written(tmp_path, json.dumps(without)), text_index())
    assert first.mutants == text_index()[first.id].mutants != ()


def test_the_former_word_of_a_verdict_is_read(tmp_path) -> None:
    repaired = next(f.id for f in text_index().values() if f.recorded == "fails-with-repair")
    row = result_of(repaired).to_json() | {"witness": "x = 1."}
    now = json.dumps([row])
    then = now.replace("fails-with-repair", "holds-with-repair")
    assert then != now
    assert earlier_results(written(tmp_path, then), text_index()) == earlier_results(
        written(tmp_path, now), text_index()
    )


def with_change(**fields) -> str:
    first, *others = rows()
    return json.dumps([{**first, **fields}, *others])


DAMAGED = {
    "no JSON": ("[{", "is not JSON"),
    "not a number": ("[NaN]", "is not JSON"),
    "no list": ("{}", "holds no list of results"),
    "other things": ('[{"id": 3}]', "holds something else"),
    "a list of lists": ("[[]]", "holds something else"),
    "a missing field": ('[{"id": "bern.eq2"}]', "has no field 'document'"),
    "an unknown field": (with_change(colour="red"), "has the unknown field 'colour'"),
    "a number for a word": (with_change(summary=3), "has a field 'summary' of a wrong kind"),
    "a word for a list": (with_change(mutants="a"), "has a field 'mutants' of a wrong kind"),
    "a truth for a number": (with_change(seconds=True), "has a field 'seconds' of a wrong kind"),
    "a step that is none": (with_change(steps=[{"number": 1}]), "'steps' of a wrong kind"),
    "a value that is none": (with_change(witness_values={"x": 1}), "'witness_values' of a wrong"),
    "an unknown verdict": (with_change(verdict="perhaps"), "is 'perhaps'; it is one of holds"),
    "an unknown claim": (with_change(id="bern.thm99"), "which is no claim of this version"),
    "another statement": (with_change(statement="So it is."), "(statement changed)"),
    "another place": (with_change(place="Page 1"), "(place changed)"),
    "another file": (with_change(file="../secret.py"), "(file changed)"),
    "other support": (with_change(rests_on=["bern.eq2"]), "(rests on changed)"),
    "a verdict changed by hand": (with_change(verdict="holds"), "is said to be as recorded"),
    "a verdict that is said to be new": (with_change(as_recorded=False), "be not as recorded"),
    "an unknown grade": (with_change(grade="certain"), "no grade 'certain'"),
    "an unknown settlement": (with_change(universal="hope"), "by 'hope'"),
    "no witness": (
        with_change(witness=None),
        "needs a witness that is proved, derived or outlined",
    ),
    "a weak refutation": (with_change(grade="points"), "needs a witness that is proved"),
    "no time at all": (with_change(seconds=-1.0), "less than no time"),
    "an infinite number": (json.dumps(rows()).replace("0.25", "1e999"), "is not JSON"),
    "a number that is too long": (json.dumps(rows()).replace("0.25", "9" * 5000), "is not JSON"),
    "half of a character": (with_change(summary="\ud800"), "is not JSON"),
    "two results": (json.dumps(rows() * 2), "has two results of"),
}


@pytest.mark.parametrize(("text", "sentence"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_one_sentence(tmp_path, text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"results\.json") as caught:
        earlier_results(written(tmp_path, text), text_index())
    assert sentence in str(caught.value)
    assert str(caught.value).endswith((".", "not-mechanical."))


def test_a_file_that_is_not_there(tmp_path) -> None:
    with pytest.raises(ValueError, match="There is no file"):
        earlier_results(tmp_path / "results.json", text_index())
    with pytest.raises(ValueError, match="is a directory; give a file"):
        earlier_results(tmp_path, text_index())
    (tmp_path / "results.json").write_bytes(b"\xff\xfe[")
    with pytest.raises(ValueError, match="is not text in UTF-8"):
        earlier_results(tmp_path / "results.json", text_index())


def test_nothing_is_proved_by_hand(tmp_path) -> None:
    """A grade, or a step, that was changed in the file is refused."""
    known = text_index()["bern.eq2"]
    row = json.loads(json.dumps(result_of(known, witness=None, witness_values={}).to_json()))

    def refused(**changed) -> str:
        with pytest.raises(ValueError, match="contradicts itself") as caught:
            earlier_results(written(tmp_path, json.dumps([{**row, **changed}])), text_index())
        return str(caught.value)

    assert earlier_results(written(tmp_path, json.dumps([row])), text_index())
    assert "stronger than the recorded one" in refused(grade="proved", universal="machine")
    steps = [{**step, "leaves_open": ["given x <= 1: step 1 of my.a"]} for step in row["steps"]]
    assert "leaves open: given x <= 1" in refused(grade="proved", universal="machine", steps=steps)
    steps = [{**step, "verdict": "proved"} for step in row["steps"]]
    assert "is said to be proved" in refused(steps=steps)
    for grade in ("points", "sampled", "statistical", "cited"):
        weaker = replace(known, grade=grade)
        with pytest.raises(ValueError, match="stronger than the recorded one"):
            earlier_results(written(tmp_path, json.dumps([row])), {known.id: weaker})


def test_a_proof_that_stopped_at_a_step_is_read(tmp_path) -> None:
    known = text_index()["bern.eq2"]
    changed = {"steps": known.steps[:2], "verdict": "open", "as_recorded": False, "grade": None}
    stopped = result_of(known, **changed, universal=None)
    text = json.dumps([stopped.to_json()])
    assert earlier_results(written(tmp_path, text), text_index()) == (stopped,)
    row = json.loads(text)[0]
    row["steps"][0]["says"] = "Trust me."
    with pytest.raises(ValueError, match="steps changed"):
        earlier_results(written(tmp_path, json.dumps([row])), text_index())


def test_a_result_that_ran_alone_is_still_a_part_of_its_statement(tmp_path) -> None:
    part = next(facts.id for facts in text_index().values() if facts.part_of)
    alone = json.dumps([result_of(part, part_of=None).to_json()])
    (result,) = earlier_results(written(tmp_path, alone), text_index())
    assert result.part_of == text_index()[part].part_of
