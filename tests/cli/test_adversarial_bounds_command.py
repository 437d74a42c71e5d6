"""`banditproof bounds --adversarial`: the same facts as text and as JSON, and one sentence."""

import json
from fractions import Fraction
from banditproof.theory.adversarial import adversarial_bounds

ASKED = ("bounds", "--adversarial", "--arms", "10", "--horizon", "1e7", "--epsilon", "0.1")


def test_the_json_has_every_bound_with_its_enclosure(banditproof) -> None:
    facts = banditproof(*ASKED, "--json").facts
    game = {"arms": 10, "horizon": 10**7, "eps": "1/10", "experts": None, "delta": None}
    assert facts["game"] == game | {"batch": 10}
    assert facts["rates"] is None
    table = adversarial_bounds(10, 10**7, "0.1", digits=12)
    listed = {bound.name: bound for bound in table.rows}
    assert {bound["name"] for bound in facts["bounds"]} == set(listed)
    for bound in facts["bounds"]:
        mine = listed[bound["name"]]
        assert bound["applies"] == all(h["satisfied"] for h in bound["hypotheses"])
        if bound["applies"]:
            assert Fraction(bound["lo"]) <= mine.enclosure.mid <= Fraction(bound["hi"])
            assert bound["vacuous"] == mine.vacuous
        else:
            assert bound["value"] is None
    best, local = facts["best"]
    assert (best["privacy"], local["privacy"]) == ("pure", "local")
    assert local["upper"]["claim"] == "adv.thm9.sharp"  # with an expert for each arm
    assert best["upper"]["name"] == table.best_upper().name
    assert best["lower"]["claim"] == table.best_lower().claim


def test_the_text_answers_first_and_shows_the_same_numbers(banditproof) -> None:
    words = banditproof(*ASKED).text
    assert words.startswith(
        "Private adversarial bandits with losses in [0, 1]: 10 arms, T = 1e7, eps = 0.1; batches "
        "of 10 rounds. Answer regret, eps-DP at most 429222.94260[4..5] batched HTINF, rates that"
    )
    assert "31821200.993[1..2] >= T eps-DP adv.cor22; as printed;" in words
    assert "below T from T near 1.32e8 on" in words
    assert "as it is printed its regret grows like T (adv.alg4.linear)" in words
    assert words.count("only of algorithms that play a worse arm") == 1


def test_with_experts_the_rates_and_table_2_are_shown(banditproof) -> None:
    asked = ("--arms", "10", "--horizon", "1e8", "--eps", "0.001", "--experts", "100")
    words = banditproof("bounds", "--adversarial", *asked, "--delta", "1e-6").text
    assert "the best is Corollary 8, batched HTINF on experts; Table 2 recommends nothing" in words
    facts = banditproof("bounds", "--adversarial", *asked, "--delta", "1e-6", "--json").facts
    assert facts["rates"] == {"best": ["adv.cor8"], "table_2": []}
    assert [best["privacy"] for best in facts["best"]] == ["pure", "local", "approximate"]


def test_delta_needs_no_experts_and_experts_no_delta(banditproof) -> None:
    pure, local, approximate = banditproof(*ASKED, "--delta", "1e-6", "--json").facts["best"]
    asked = [one["privacy"] for one in (pure, local, approximate)]
    assert asked == ["pure", "local", "approximate"]
    assert approximate["upper"] == pure["upper"]  # eps-DP is (eps, delta)-DP
    assert approximate["lower"]["privacy"] == "none"  # but a lower bound of eps-DP is not one of it
    out = banditproof(*ASKED, "--experts", "3").shown
    assert "With --delta also the bounds of batched EXP4" in " ".join(out.split())
    assert "sqrt(T (N-1)) for long horizons" in " ".join(out.split())  # 3 experts, 10 arms


def test_a_horizon_shorter_than_a_batch_has_no_bound_below_it(banditproof) -> None:
    words = ("--arms", "2", "--horizon", "5", "--epsilon", "0.01")
    code, out, _ = banditproof("bounds", "--adversarial", *words)
    assert code == 0
    text = " ".join(out.split())
    assert "batches of 100 rounds, of which none is complete: nothing is learnt" in text
    assert "no upper bound is below T" in text
    code, out, _ = banditproof("bounds", "--adversarial", *words, "--json")
    assert json.loads(out)["best"][0]["upper"] is None
