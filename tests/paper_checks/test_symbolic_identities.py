"""Symbolic identities: proved, refuted by numbers, or undecided, which refutes nothing."""

import pytest
import sympy as sp

from banditproof.paper_checks.models.symbolic_identities import require_zero, vanishes
from banditproof.paper_checks.verdicts.vocabulary import Counterexample, Undecided

X = sp.symbols("x", positive=True)


class Unknown(sp.Symbol):
    """An expression of which nobody can say whether it is 0."""

    def equals(self, other, failing_expression=False):
        return None


def test_an_identity_is_proved():
    assert vanishes(sp.log(X**2) - 2 * sp.log(X)).proved
    require_zero(square=(X + 1) ** 2 - X**2 - 2 * X - 1, exponent=sp.exp(X) * sp.exp(-X) - 1)


@pytest.mark.parametrize("wrong", [X, X - 1, sp.Rational(1, 10**30), sp.log(X + 1) - sp.log(X)])
def test_another_function_is_a_counterexample(wrong):
    with pytest.raises(Counterexample):
        require_zero(right=X - X, wrong=wrong)


def test_what_cannot_be_decided_refutes_nothing():
    with pytest.raises(Undecided, match="the hard step"):
        require_zero(the_hard_step=Unknown("u"))
