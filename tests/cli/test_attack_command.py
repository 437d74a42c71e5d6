"""`banditproof attack gradient`: the same numbers as the library, intervals, bounds, sentences."""

import json
from fractions import Fraction
from types import SimpleNamespace
import numpy as np
import pytest
from mistaken_lines import mistaken
from banditproof.algorithms.membership.descents.privacy_of_descents import DescentPrivacy
from banditproof.algorithms.membership.descents.reference_gradients import gradient_geometry
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.verify.membership.tables_of_data.attacked_descent import _audit, _rate
from banditproof.verify.membership.tables_of_data.attacked_rows import AttackedRows, TargetChoice
from banditproof.verify.membership.tables_of_data.data_tables import DataTable
from banditproof.verify.membership.tables_of_data.labelled_table import labelled_table, model_of
from banditproof.verify.sampling import clopper_pearson

QUICK = ("--rows", "10", "--steps", "3", "--games", "40")


@pytest.fixture
def there(tmp_path, monkeypatch):
    """A folder with labelled data, which is the working directory."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(3)
    x = rng.normal(size=(40, 3))
    y = (x[:, 0] > 0).astype(float)
    np.savez("rows.npz", features=x, labels=y)
    np.savez("apart.npz", x=x, kind=np.arange(40) % 3, y=y)
    np.save("rows.npy", np.column_stack([x, y]))
    np.save("reals.npy", x)
    lines = [f"{int(b)},{','.join(map(repr, row))}" for row, b in zip(x.tolist(), y, strict=True)]
    (tmp_path / "rows.csv").write_text("y,a,b,c\n" + "\n".join(lines))
    (tmp_path / "words.csv").write_text("a,y\n1,yes\n")
    (tmp_path / "few.csv").write_text("1,0\n2,1\n3,1\n")
    (tmp_path / "same.csv").write_text("\n".join(f"{k},1" for k in range(20)))
    (tmp_path / "one.csv").write_text("\n".join(map(str, range(20))))
    return tmp_path


@pytest.fixture
def facts(banditproof, there):
    def run(*words: str, code: int = 0) -> dict:
        result, out, err = banditproof("attack", "gradient", *words, *QUICK, "--json")
        assert (result, err) == (code, ""), err
        return json.loads(out)

    return run


def test_the_same_file_in_three_forms_gives_the_same_numbers(facts) -> None:
    npz, npy = facts("--data", "rows.npz"), facts("--data", "rows.npy")
    text = facts("--data", "rows.csv", "--labels", "y")
    for other in (npy, text, facts("--data", "rows.npz", "--seed", "0")):
        assert {**other, "data": "", "seconds": 0} == {**npz, "data": "", "seconds": 0}
    assert facts("--data", "rows.npz", "--seed", "1")["roc"] != npz["roc"]
    assert (npz["model"], npz["parameters"]) == ("logistic", 4)
    assert (npz["references"], npz["pool"]) == (20, 19)
    assert npz["target_row"] is not None
    assert npz["epsilon_certified"] == {"lo": "inf", "hi": "inf"}
    assert "satisfy no differential privacy" in npz["guarantee"]


def test_noise_is_certified_and_not_refuted(facts) -> None:
    words = ("--data", "rows.npz", "--clip", "1", "--noise", "2", "--batch", "5")
    result = facts(*words)
    # 3 steps of 2 batches: the row may be in 2 of them; mu^2 = 2 (2/2)^2 for noise on the sum
    assert "mu^2 = 2" in result["guarantee"]
    assert 0 <= result["epsilon_shown"] <= float(result["epsilon_certified"]["lo"])
    assert result["refuted"] is False
    on_mean = facts(*words, "--noise-on", "mean")
    assert "mu^2 = 0.08" in on_mean["guarantee"]
    clipped = facts("--data", "rows.npz", "--clip", "1")
    assert clipped["epsilon_certified"]["hi"] == "inf"


@pytest.mark.parametrize(("batch", "rows"), [(5, 15), (12, 12), (19, 19)])
def test_the_usual_rows_are_full_batches(banditproof, there, batch, rows) -> None:
    """19 rows are left for games: without --rows, as many batches are used as fit."""
    words = ["--data", "rows.npz", "--batch", str(batch), "--steps", "1", "--games", "8", "--json"]
    result, out, _ = banditproof("attack", "gradient", *words)
    assert result == 0
    assert json.loads(out)["rows"] == rows


def test_a_bound_above_what_was_certified_is_refuted(facts, monkeypatch) -> None:
    """An accountant that is wrong by far is noticed: exit code 1."""
    from banditproof.algorithms.membership.descents import descent_game
    from banditproof.algorithms.membership.descents.privacy_of_descents import DescentPrivacy

    monkeypatch.setattr(
        descent_game, "descent_privacy", lambda descent, rows: DescentPrivacy(1e-4, 3)
    )
    words = ("--data", "rows.npz", "--target", "40,0,0,0", "--model", "linear", "--delta", "1e-3")
    result = facts(*words, code=1)
    assert result["refuted"] is True
    assert result["area"] == 1.0


@pytest.mark.parametrize(
    "canary", ["mahalanobis", "random", "mislabelled", "blank", "dirac", "canife"]
)
def test_every_canary_is_played(facts, canary) -> None:
    result = facts("--data", "rows.npz", "--canary", canary)
    rows = canary in ("mahalanobis", "random", "mislabelled")
    assert (result["target_row"] is not None) == rows
    assert result["pool"] == (19 if rows else 20)
    assert 0 <= result["area_low"] <= result["area"] <= result["area_high"] <= 1


def test_the_target_is_in_no_other_part(there) -> None:
    table = labelled_table("rows.npz")
    model = model_of("auto", table)
    for choice in (TargetChoice("7", "random"), TargetChoice(None, "mahalanobis")):
        result = AttackedRows.divided(model, table, choice, np.random.default_rng(1))
        row = table.values[result.place]
        for part in (result.pool, result.references):
            assert not (part.x == row).all(axis=1).any()
        assert not {*map(bytes, result.pool.x)} & {*map(bytes, result.references.x)}
        assert len(result.pool) + len(result.references) == 39


def test_the_canary_of_algorithm_14_has_the_largest_score(there) -> None:
    table = labelled_table("rows.npz")
    model = model_of("auto", table)
    result = AttackedRows.divided(
        model, table, TargetChoice(None, "mahalanobis"), np.random.default_rng(1)
    )
    geometry = gradient_geometry(model.gradients(model.start, result.references))
    assert result.score > geometry.squares(model.gradients(model.start, result.pool)).max()


def test_standardised_features(there) -> None:
    table = labelled_table("rows.npz")
    result = AttackedRows.divided(
        model_of("auto", table),
        table,
        TargetChoice("3", ""),
        np.random.default_rng(0),
        standardise=True,
    )
    assert result.references.x.mean(axis=0) == pytest.approx(np.zeros(3), abs=1e-12)
    assert result.references.x.std(axis=0) == pytest.approx(np.ones(3))


def test_labels_and_models(there) -> None:
    kinds = labelled_table("apart.npz", labels="kind")
    assert model_of("auto", kinds).parameters == 12
    assert model_of("auto", labelled_table("apart.npz")).parameters == 4
    assert model_of("auto", labelled_table("reals.npy")).parameters == 3
    chosen = labelled_table("rows.csv", columns="c,a", labels="y")
    assert chosen.names == ("c", "a")
    assert set(chosen.labels.tolist()) == {0.0, 1.0}


def test_a_threshold_is_chosen_on_other_games() -> None:
    chosen = SampledROC(np.arange(100.0), np.arange(100.0) + 200)
    tested = SampledROC(np.arange(100.0) + 50, np.arange(100.0))
    result = _rate(0.1, chosen, tested, 0.05)
    assert result.threshold == 89.0
    assert (result.false_alarms, result.power) == (0.6, 0.1)
    assert result.power_low == pytest.approx(
        float(clopper_pearson.lower_limit(10, 100, "0.025")), abs=1e-9
    )
    assert result.power_high == pytest.approx(
        float(clopper_pearson.upper_limit(10, 100, "0.025")), abs=1e-9
    )
    # at most the share of false alarms of the games on which it was chosen
    for alpha in (0.0, 0.009, 0.01, 0.5, 1.0 - 1e-6):
        assert chosen.rates(_rate(alpha, chosen, tested, 0.05).threshold)[0] <= alpha


def test_the_bound_of_eps_is_tested_on_other_games() -> None:
    apart, alike = np.arange(200.0), np.arange(200.0) + 1000
    chosen, tested = SampledROC(apart, alike), SampledROC(apart, apart)
    game = SimpleNamespace(privacy=DescentPrivacy(Fraction(1), 1))
    asked = SimpleNamespace(delta="1e-5", level=0.05)
    assert _audit(chosen, tested, game, asked).bound == 0
    assert _audit(chosen, chosen, game, asked).bound > 2


def test_the_table_has_the_facts_of_the_json(banditproof, facts) -> None:
    known = facts("--data", "rows.npz", "--clip", "1", "--noise", "2", "--seed", "4")
    words = ("--data", "rows.npz", "--clip", "1", "--noise", "2", "--seed", "4", *QUICK)
    code, out, err = banditproof("attack", "gradient", *words)
    text = " ".join(out.split())
    assert (code, err) == (0, "")
    assert f"area under the curve {known['area']:.4f}" in text
    assert f"shown by the attack >= {known['epsilon_shown']:.6g}" in text
    assert known["guarantee"] in text
    assert "40 games with seed 4" in text
    assert max(map(len, out.splitlines())) <= 80
    without = banditproof("attack", "gradient", "--data", "rows.npz", *QUICK).text
    assert "certified none" in without


@mistaken("attack")
@pytest.mark.usefixtures("there")
def test_what_does_not_fit_is_said_in_one_sentence(banditproof, words, sentence) -> None:
    assert sentence in banditproof(*words).mistake


def test_a_table_without_labels_has_no_model() -> None:
    with pytest.raises(ValueError, match="has no labels"):
        model_of("auto", DataTable("x.csv", np.eye(2)))
