"""`banditproof prove --weaken`: the table, the counts and JSON of a proof that is attacked."""


def test_the_changes_of_a_claim_s_proof_and_what_is_noticed(banditproof):
    (facts,) = banditproof("prove", "--weaken", "bern.thm4.3", "--json").facts
    assert (facts["carrying"], facts["steps"]) == (2, 3)
    assert any(item["noticed"] for item in facts["changes"])
    assert not all(item["noticed"] for item in facts["changes"])


def test_weaken_stands_alone(banditproof):
    run = banditproof("prove", "x >= 0", "--weaken", "bern.thm4.3")
    assert run.code == 2
    assert "give it alone" in " ".join(run.err.split())
