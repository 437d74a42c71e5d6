"""The limits of expected regrets, and what Theorem 3.1 of the Bernoulli paper rests on."""

import numpy as np
from programs import headline_experiments as headlines
from banditproof.paper_checks.report.graphs.claim_graph import proof_graph
from banditproof.paper_checks.statements.index import text_index
from banditproof.paper_checks.textbook import TEXTBOOK


def test_the_limits_of_a_mean_are_on_their_sides():
    rng = np.random.default_rng(3)
    for _ in range(200):
        runs = tuple(rng.exponential(100.0, size=60) + 10)
        assert headlines.mean_at_least(runs) < 110 < headlines.mean_at_most(runs)
    heavy = tuple(np.where(rng.random(4000) < 0.01, 0.05 * headlines.HORIZON, 1.0))
    assert headlines.mean_at_least(heavy) < 50.99 < headlines.mean_at_most(heavy)
    assert headlines.mean_at_most((1.0,) * 10) > 0.05 * headlines.HORIZON / 2  # few runs say little


def test_the_repaired_theorem_rests_on_proved_and_derived_steps():
    graph, id = proof_graph(), "bern.thm3.1.repaired"
    steps = {step for step in graph.below(id) if step not in TEXTBOOK and step != id}
    assert {"bern.derived.audit", "bern.proof3.1.supremum.repaired", "bern.eq2"} <= steps
    assert "bern.thm3.1" not in steps
    for step in steps:  # that grades are as recorded is tested with all claims
        assert text_index()[step].recorded == "holds", step
    assert {text_index()[step].grade for step in steps} <= {"proved", "derived", "outlined"}


def test_the_printed_theorem_names_the_steps_at_risk():
    known = text_index()
    theorem, repaired = known["bern.thm3.1"], known["bern.thm3.1.repaired"]
    at_risk = {step for step in theorem.stated_proof if known[step].recorded != "holds"}
    assert at_risk == {"bern.proof3.3.alternatives", "bern.proof3.1.supremum"}
    assert not at_risk & set(repaired.rests_on)
