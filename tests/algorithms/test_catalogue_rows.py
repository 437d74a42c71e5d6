"""Rows of the catalogue of policies: a mistake in one is a sentence that names the row."""

import re
from dataclasses import replace
import pytest
from banditproof.algorithms import catalogue_text
from banditproof.algorithms.catalogue import POLICIES
from banditproof.algorithms.catalogue_text import policy_text, policy_texts

PAPERS = {"thesis": "The thesis"}
ROW = {"make": "regret.ucb.UCB", "title": "UCB", "paper": "thesis", "options": "eps ties"}


def test_a_row_says_what_a_policy_is() -> None:
    text = policy_text("regret", ROW, PAPERS)
    assert (text.paper, text.options) == ("The thesis", {"eps", "ties"})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"titel": "UCB"}, "There is no field 'titel'; did you mean 'title'?"),
        ({"title": None}, "The field 'title' is missing"),
        ({"make": None}, "The field 'make' is missing"),
        ({"paper": "moss"}, "paper is 'moss'; give one of thesis."),
        ({"options": ["eps"]}, "options is ['eps']; give names in one text"),
        ({"options": "eps spread"}, "There is no option 'spread'; give some of eps, rho"),
    ],
)
def test_a_mistake_in_a_row_is_a_sentence(change, sentence) -> None:
    row = {field: value for field, value in {**ROW, **change}.items() if value is not None}
    with pytest.raises(ValueError, match="^" + re.escape(sentence)):
        policy_text("regret", row, PAPERS)


def test_a_learner_from_losses_names_nothing_that_makes_it() -> None:
    row = {field: value for field, value in ROW.items() if field != "make"}
    assert policy_text("losses", row, PAPERS).make == ""


def test_a_row_with_a_mistake_is_named_with_its_file(tmp_path, monkeypatch) -> None:
    file = tmp_path / "catalogue.toml"
    file.write_text('[papers]\n[regret]\nmoss = { title = "MOSS" }\n', "utf-8")
    monkeypatch.setattr(catalogue_text, "FILE", file)
    with pytest.raises(ValueError, match=r"^catalogue\.toml, the policy 'moss': The field 'paper'"):
        policy_texts.__wrapped__()


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("regret.ucb.UCBB", "There is no 'UCBB' in algorithms/regret/ucb.py;"),
        ("regret.ubc.UCB", "There is no file regret/ubc.py in algorithms;"),
    ],
)
def test_what_makes_a_policy_is_looked_for(path, sentence) -> None:
    making = replace(POLICIES["ucb"].build, path=path)
    place = f"catalogue.toml, what makes a policy, {path!r}: "
    with pytest.raises(ValueError, match="^" + re.escape(place + sentence)):
        making(arms=2)
