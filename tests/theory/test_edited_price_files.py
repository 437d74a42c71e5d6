"""Edited files of exact prices: the second program refuses them, and so does what plays tables."""

import json
import pytest
from banditproof.theory.exact_price import exact_price, verified_price
from banditproof.theory.exact_price.price_file import policy_table, price_facts


def edited(change):
    facts = json.loads(json.dumps(price_facts(exact_price(2, 3, "log(2)", delta=0))))
    change(facts)
    return facts


EDITS = {
    "negative": lambda f: f["lower"]["multipliers"]["112"][0].__setitem__(0, -1),
    "and its numbers prove": lambda f: f["lower"]["multipliers"]["112"][0].__setitem__(0, 10**9),
    "says that the lower end": lambda f: f["lower"].update(value="6/5"),
    "says that the upper end": lambda f: f["upper"].update(value="1"),
    "no law on the instances": lambda f: f["lower"].update(weights=[[["1", "0"], "2"]]),
    "no law on the": lambda f: f["lower"].update(weights=[[["1", "1/2"], "1"]]),
    "not private": lambda f: f["upper"]["policy"].update({"1+2-": [1, 0]}),
    "no law of its arms": lambda f: f["upper"]["policy"].update({"1+": [1, -1]}),
    "not an exact price": lambda f: f["upper"]["policy"].pop("1+"),
    "do not enclose": lambda f: f.update(eps="log(3)"),
    "enclose e^eps": lambda f: f["upper"].update(factor="3"),
    "grain of the certificate": lambda f: f["lower"].update(grain=-1),
    "an instance that is none": lambda f: f["problem"].update(delta="-1"),
    "The goal of the file": lambda f: f["problem"].update(goal="profit"),
    "arms and the horizon": lambda f: f["problem"].update(arms=2.5),
    "the horizon of the file": lambda f: f["problem"].update(horizon="3"),
    "more arms or rounds": lambda f: f["problem"].update(horizon=10**23),
    "is not an exact": lambda f: f["lower"].pop("value"),
    "an exact price": lambda f: f["upper"].update(value=None),
    "'1e9999999999', which is no ratio": lambda f: f.update(eps="1e9999999999"),
    "of the file is 9": lambda f: f.update(eps="9" * 4000),
    "an exact price: IndexError": lambda f: f["lower"]["weights"].append([["1", "0"]]),
    "not one weight for each": lambda f: f["problem"].update(prior=["1"]),
    "more arms": lambda f: f["problem"].update(arms=12, horizon=1, instances=[[*"0" * 12]]),
    "ZeroDivisionError": lambda f: f["upper"].update(value="1/0"),
}


@pytest.mark.parametrize("sentence", EDITS)
def test_an_edited_file_is_refused(sentence):
    with pytest.raises(ValueError, match=sentence.replace("^", r"\^")):
        verified_price(edited(EDITS[sentence]))


TABLES = {
    "a negative weight": lambda f: f["upper"]["policy"].update({"1+": [5, -2]}),
    "a third arm": lambda f: f["problem"].update(arms=3),
    "a weight of no arm": lambda f: f["upper"]["policy"].update({"": [1, 1, 1]}),
    "a history without a law": lambda f: f["upper"]["policy"].pop("2-"),
    "a longer horizon": lambda f: f["problem"].update(horizon=4),
    "no whole horizon": lambda f: f["problem"].update(horizon=3.0),
    "no round": lambda f: f["problem"].update(horizon=0),
}


@pytest.mark.parametrize("edit", TABLES)
def test_an_edited_table_is_no_policy(edit):
    with pytest.raises(ValueError, match="not an exact price"):
        policy_table(edited(TABLES[edit]))
