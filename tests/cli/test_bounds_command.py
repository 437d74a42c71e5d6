"""`banditproof bounds`: certified numbers, the JSON contract, and refusals."""

import json
from fractions import Fraction

import mpmath
import pytest


def reference(means, eps) -> mpmath.mpf:
    """The coefficient of Theorem 3.1 by minimising over z at 40 digits: shares no code."""
    with mpmath.workdps(40):
        means = [mpmath.mpf(mean) for mean in means]
        eps, best, total = mpmath.mpf(eps), max(means), mpmath.mpf(0)
        for x in means:
            if x < best:
                z = best / (best + (1 - best) * mpmath.exp(eps))
                z = max(x, z)
                kl = z * mpmath.log(z / best) + (1 - z) * mpmath.log((1 - z) / (1 - best))
                total += (best - x) / (eps * (z - x) + kl)
        return total


@pytest.mark.parametrize("eps", ["0.01", "0.25", "1", "30"])
def test_json_has_the_fields_of_the_contract_and_encloses_the_truth(banditproof, eps) -> None:
    words = ("bounds", "--means", "0.75,0.7,0.6", "--epsilon", eps, "--json")
    code, out, _ = banditproof(*words)
    assert code == 0
    table = json.loads(out)["bounds"]
    for bound in table:
        assert {"name", "claim", "value", "lo", "hi", "applies", "note"} <= set(bound)
        if bound["applies"]:
            assert Fraction(bound["lo"]) <= Fraction(bound["hi"])
    first = table[0]
    truth = reference(("0.75", "0.7", "0.6"), eps)
    with mpmath.workdps(40):
        assert mpmath.mpf(first["lo"]) <= truth <= mpmath.mpf(first["hi"])
    assert first["claim"] == "bern.thm3.1.repaired"


def test_the_table_shows_the_same_numbers_and_the_horizon(banditproof) -> None:
    code, out, _ = banditproof(
        "bounds", "--means", "0.75,0.7", "--epsilon", "0.25", "--horizon", "1e6"
    )
    assert code == 0
    assert "7.8109431590" in out
    assert "107.912167" in out
    assert "bern.thm3.1.repaired" in out


def test_one_arm_and_ties_have_zero_bounds(banditproof) -> None:
    for means in ("0.4", "0.4,0.4"):
        code, out, _ = banditproof("bounds", "--means", means, "--epsilon", "1", "--json")
        assert code == 0
        assert {bound["lo"] for bound in json.loads(out)["bounds"]} == {"0"}


def test_at_mean_one_no_printed_number_survives(banditproof) -> None:
    code, out, _ = banditproof("bounds", "--means", "1,0.5", "--epsilon", "0.5", "--json")
    assert code == 0
    for bound in json.loads(out)["bounds"]:
        if bound["side"] == "lower":
            assert bound["value"] == 0
            assert "mu_star < 1" in bound["note"]
        if bound["side"] == "upper":
            assert not bound["applies"]
            assert bound["value"] is None


REFUSALS = [
    (("--means", "0.5,1.2", "--epsilon", "1"), "outside [0, 1]"),
    (("--means", "0.5,nan", "--epsilon", "1"), "not a number"),
    (("--means", "", "--epsilon", "1"), "empty"),
    (("--means", "0.5,,0.2", "--epsilon", "1"), "not a number"),
    (("--means", "0.5,0.2", "--epsilon", "-1"), "number > 0"),
    (("--means", "0.5,0.2", "--epsilon", "0"), "number > 0"),
    (("--means", "0.5,0.2", "--epsilon", "nan"), "not a number"),
    (("--means", "0.5,0.2", "--epsilon", "inf"), "infinite"),
    (("--means", "0.5,0.2", "--epsilon", "1", "--horizon", "1"), "whole number >= 2"),
    (("--means", "0.5,0.2", "--epsilon", "1", "--horizon", "10.5"), "whole number"),
    (("--epsilon", "1"), "No instance is given"),
    (("--means", "0.5,0.2", "--epsilon", "1", "--digits", "0"), "--digits"),
]


@pytest.mark.parametrize(("words", "sentence"), REFUSALS)
def test_bad_input_gets_one_sentence_and_code_2(banditproof, words, sentence) -> None:
    code, out, err = banditproof("bounds", *words)
    assert code == 2
    assert out == ""
    assert sentence in err
    assert "Traceback" not in err
