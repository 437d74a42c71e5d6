"""Every row of the bounds of adversarial games rests on a registered claim that holds."""

import pytest

from banditproof.paper_checks import Outcome, find
from banditproof.paper_checks.statements.catalogue import catalogue
from banditproof.paper_checks.statements.index import stored_index
from banditproof.theory.adversarial.bound_rows import (
    BANDIT_ROWS,
    BATCHED_ROWS,
    CONVERTED_ROWS,
    LOCAL_ROWS,
    LOWER_ROWS,
)
from banditproof.theory.adversarial.rates import TABLE_1
from banditproof.theory.bound_words import Status

ROWS = (*BANDIT_ROWS, *CONVERTED_ROWS, *LOCAL_ROWS, *BATCHED_ROWS, *LOWER_ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_row_names_a_claim_whose_verdict_fits(row) -> None:
    known = {Outcome.HOLDS}
    if row.status == Status.PRINTED:
        known |= {Outcome.HOLDS_WITH_REPAIR, Outcome.MISPRINT}
    assert find(row.claim).recorded in known


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_what_is_said_to_be_proved_is_not_argued_in_words(row) -> None:
    if row.status == Status.PROVED:
        assert stored_index()[row.claim].grade in ("proved", "derived")


def test_a_rate_names_a_statement_of_the_document() -> None:
    assert {rate.claim for rate in TABLE_1} <= set(catalogue())
