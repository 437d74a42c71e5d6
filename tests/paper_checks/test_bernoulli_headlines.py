"""The limits of expected regrets, and what Theorem 3.1 of the Bernoulli paper rests on."""

import numpy as np

from banditproof.paper_checks.bernoulli.headline_experiments import (
    HORIZON,
    mean_at_least,
    mean_at_most,
)
from banditproof.paper_checks.statements.index import stored_index
from banditproof.paper_checks.statements.registry import all_claims
from banditproof.paper_checks.textbook import TEXTBOOK


def test_the_limits_of_a_mean_are_on_their_sides():
    rng = np.random.default_rng(3)
    for _ in range(200):
        runs = tuple(rng.exponential(100.0, size=60) + 10)
        assert mean_at_least(runs) < 110 < mean_at_most(runs)
    heavy = tuple(np.where(rng.random(4000) < 0.01, 0.05 * HORIZON, 1.0))
    assert mean_at_least(heavy) < 50.99 < mean_at_most(heavy)
    assert mean_at_most((1.0,) * 10) > 0.05 * HORIZON / 2  # few runs say little


def steps_below(id):
    """Every claim on which a claim rests, directly or not."""
    known, found, left = all_claims(), set(), [id]
    while left:
        for step in known[left.pop()].rests_on:
            if step not in TEXTBOOK and step not in found:
                found.add(step)
                left.append(step)
    return found


def test_the_repaired_theorem_rests_on_proved_and_derived_steps():
    known, steps = all_claims(), steps_below("bern.thm3.1.repaired")
    assert {"bern.derived.audit", "bern.proof3.1.supremum.repaired", "bern.eq2"} <= steps
    assert not {"bern.thm3.1", "bern.thm3.1.repaired"} & steps
    for step in steps:  # that grades are as recorded is tested with all claims
        assert known[step].recorded == "holds", step
    assert {stored_index()[step].grade for step in steps} <= {"proved", "derived"}


def test_the_printed_theorem_names_the_steps_at_risk():
    known = all_claims()
    theorem, repaired = known["bern.thm3.1"], known["bern.thm3.1.repaired"]
    at_risk = {step for step in theorem.stated_proof if known[step].recorded != "holds"}
    assert at_risk == {"bern.proof3.3.alternatives", "bern.proof3.1.supremum"}
    assert not at_risk & set(repaired.rests_on)
