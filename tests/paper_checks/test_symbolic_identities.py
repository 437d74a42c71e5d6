"""Symbolic identities: proved, refuted by numbers, or undecided, which refutes nothing."""

import pytest
from programs import symbolic_identities as identities
from banditproof.paper_checks.verdicts.vocabulary import Counterexample, Undecided


def term(text):
    """What a text says of a positive x."""
    import sympy as sp  # which takes long to load

    return sp.sympify(text, {"x": sp.symbols("x", positive=True)})


def test_an_identity_is_proved():
    assert identities.vanishes(term("log(x**2) - 2*log(x)")).proved
    identities.require_zero(
        square=term("(x + 1)**2 - x**2 - 2*x - 1"), exponent=term("exp(x)*exp(-x) - 1")
    )


@pytest.mark.parametrize("wrong", ["x", "x - 1", "1/10**30", "log(x + 1) - log(x)"])
def test_another_function_is_a_counterexample(wrong):
    with pytest.raises(Counterexample):
        identities.require_zero(right=term("x - x"), wrong=term(wrong))


def test_what_cannot_be_decided_refutes_nothing():
    class Unknown(type(term("u"))):
        """An expression of which nobody can say whether it is 0."""

        def equals(self, other, failing_expression=False):
            return None

    with pytest.raises(Undecided, match="the hard step"):
        identities.require_zero(the_hard_step=Unknown("u"))
