"""Wrong membership games, audits and attacks: each is caught, and its right twin is not."""

import pytest

from banditproof.verify.mutants import (
    membership_accounts,
    membership_audits,
    membership_descents,
    membership_games,
    membership_scores,
)
from banditproof.verify.mutants.corpus import CORPUS
from banditproof.verify.mutants.entry import Engine
from banditproof.verify.self_test import self_test

QUICK = (
    *membership_accounts.ENTRIES,
    *membership_games.ENTRIES,
    *membership_scores.ENTRIES,
    *membership_descents.ENTRIES,
)
ENTRIES = (*membership_audits.ENTRIES, *QUICK)


def check(entry):
    (row,) = self_test(entries=[entry]).rows
    assert (row.outcomes, row.error) == (entry.expected, "")
    assert row.outcomes[0] == "refuted"
    assert row.mutant.why.endswith(".")


@pytest.mark.parametrize("entry", QUICK, ids=lambda entry: entry.name)
def test_the_mutant_is_refuted_and_its_twin_is_not(entry):
    check(entry)


@pytest.mark.slow
@pytest.mark.parametrize("entry", membership_audits.ENTRIES, ids=lambda entry: entry.name)
def test_the_wrong_audit_is_refuted_and_its_twin_is_not(entry):
    check(entry)


def test_all_are_in_the_corpus():
    assert {entry.name for entry in ENTRIES} <= {entry.name for entry in CORPUS}
    assert len(ENTRIES) >= 24
    assert {entry.engine for entry in ENTRIES} == {Engine.AUDITOR, Engine.MEMBERSHIP}
