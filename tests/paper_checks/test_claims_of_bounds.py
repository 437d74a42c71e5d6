"""Every row of the tables of bounds rests on a registered claim, and says what that claim says."""

import pytest
from banditproof.paper_checks import Outcome, claims, find
from banditproof.paper_checks.statements.catalogue import catalogue
from banditproof.paper_checks.statements.index import text_index
from banditproof.theory import (
    BernoulliBandit,
    FiniteSupportBandit,
    GaussianBandit,
    LawBandit,
    LinearBandit,
    bounds,
)
from banditproof.theory.adversarial.bound_rows import (
    BANDIT_ROWS,
    BATCHED_ROWS,
    CONVERTED_ROWS,
    LOCAL_ROWS,
    LOWER_ROWS,
)
from banditproof.theory.adversarial.rates import TABLE_1
from banditproof.theory.bound_words import Status
from banditproof.theory.known_bounds.instances import instance_rows
from banditproof.theory.laws import Poisson

BANDITS = [
    BernoulliBandit(("0.8", "0.5")),
    GaussianBandit((1, 0)),
    LawBandit((Poisson(2), Poisson(1))),
    FiniteSupportBandit((0, 1), (("0.2", "0.8"), ("0.5", "0.5"))),
    LinearBandit(((1, 0), (0, 1)), ("0.7", "0.5")),
]


@pytest.mark.parametrize("bandit", BANDITS)
def test_every_row_names_a_claim_whose_verdict_fits(bandit) -> None:
    recorded = {claim.id: claim.recorded for claim in claims()}
    table = bounds(bandit, 1, 10**4, rho=1, delta="0.1", digits=6)
    for row in table:
        if table.strongest_for(row):
            assert recorded[row.claim] == Outcome.HOLDS, row
        assert row.claim in recorded or row.claim in catalogue(), row
        outcome = recorded.get(row.claim, Outcome.HOLDS)
        if row.status == "refuted":
            assert not row.applies
            assert outcome == Outcome.FAILS, row
        elif row.status in ("ours", "proved", "repaired"):
            assert outcome == Outcome.HOLDS, row
        elif row.status == "printed":
            known = (Outcome.HOLDS, Outcome.FAILS_WITH_REPAIR, Outcome.MISPRINT)
            assert outcome in known, row
        else:
            assert row.status == "older"


@pytest.mark.parametrize("row", instance_rows(), ids=lambda row: f"{row.claim} {row.name}")
def test_every_row_of_instances_names_a_claim_of_the_texts(row) -> None:
    """Those too that the bandits above do not ask for."""
    assert row.claim in text_index() or row.claim in catalogue()
    if row.status in (Status.OURS, Status.REPAIRED):
        assert find(row.claim).recorded == Outcome.HOLDS


ROWS = (*BANDIT_ROWS, *CONVERTED_ROWS, *LOCAL_ROWS, *BATCHED_ROWS, *LOWER_ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_an_adversarial_row_names_a_claim_whose_verdict_fits(row) -> None:
    known = {Outcome.HOLDS}
    if row.status == Status.PRINTED:
        known |= {Outcome.FAILS_WITH_REPAIR, Outcome.MISPRINT}
    assert find(row.claim).recorded in known


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_what_is_ours_rests_on_a_claim_that_is_checked(row) -> None:
    if row.status == Status.OURS:
        assert text_index()[row.claim].grade in ("proved", "derived", "outlined", "points")


def test_a_rate_names_a_statement_of_the_document() -> None:
    assert {rate.claim for rate in TABLE_1} <= set(catalogue())
