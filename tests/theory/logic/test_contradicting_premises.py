"""Premises that contradict each other are found, and those that some numbers meet are not."""

import pytest
from case_tables import table
from banditproof.theory.logic.contradicting_premises import premises_contradict
from banditproof.theory.logic.library import standard_library


@pytest.mark.parametrize("statement", table(__file__, "contradict"))
def test_a_statement_that_says_nothing_is_found(statement: str) -> None:
    library = standard_library(["numbers"])
    assert premises_contradict(library.formula(statement), library)


@pytest.mark.parametrize("statement", table(__file__, "hold_somewhere"))
def test_a_statement_that_says_something_is_not(statement: str) -> None:
    library = standard_library(["numbers"])
    assert not premises_contradict(library.formula(statement), library)
