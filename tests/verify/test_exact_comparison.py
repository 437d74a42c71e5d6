"""A price is compared with a claim exactly: there is no tolerance that nobody states."""

from fractions import Fraction
import pytest
from banditproof.algorithms import DeclaredSums, Policy, Pull
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.theory.mechanisms import Gaussian, Laplace
from banditproof.verify.audit import audit


class TakesTurns(Policy):
    """Plays the arms in turn."""

    arms, name, budget = 2, "takes turns", PureDP(1)

    def __init__(self, *noises) -> None:
        self.curator = DeclaredSums(noises if len(noises) > 1 else noises[0])

    def start(self):
        return ()

    def decide(self, state, t, randomness):
        return Pull(t % 2, 1)

    def learn(self, state, pull, released):
        return state


@pytest.mark.parametrize(
    ("noise", "below", "exactly"),
    [
        (Laplace(1), PureDP("0.9999999999999"), PureDP(1)),
        (Laplace(3), PureDP("0.3333333333333333"), PureDP("1/3")),
        (Gaussian(sigma_squared=1), ZCDP("0.4999999999999"), ZCDP("1/2")),
        (Gaussian(sigma_squared=1), RenyiDP(2, "0.9999999999999"), RenyiDP(2, 1)),
        (Laplace(1), ApproxDP("0.9999999999999", "1e-15"), ApproxDP(1, "1e-15")),
    ],
)
def test_a_claim_a_little_below_the_price_does_not_hold(noise, below, exactly):
    assert audit(TakesTurns(noise), exactly).verdict == "holds"
    assert audit(TakesTurns(noise), below, samples=50).verdict == "not refuted"


def test_it_fails_where_the_released_numbers_are_claimed():
    report = audit(TakesTurns(Laplace(1)), "0.99999999", output="transcript")
    assert report.verdict == "fails"
    assert report.deciding.loss.lo == 1
    # a witness knows the noises up to 2^-30 of their scale
    closer = audit(TakesTurns(Laplace(1)), "0.9999999999999", output="transcript", samples=50)
    assert closer.verdict == "not refuted"


@pytest.mark.parametrize("output", ["actions", "transcript"])
def test_what_floats_have_rounded_is_neither_shown_nor_refuted(output):
    rounded = Laplace(Fraction(1) / Fraction(0.1))  # a float, a little above one tenth
    report = audit(TakesTurns(rounded), "0.1", output=output)
    assert report.verdict == "not refuted"
    assert "less than the rounding of a float" in report.sentence
    assert audit(TakesTurns(rounded), 0.1, output=output).verdict == "holds"
    assert audit(TakesTurns(Laplace(10)), "0.1", output=output).verdict == "holds"
