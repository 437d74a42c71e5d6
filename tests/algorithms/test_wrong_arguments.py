"""Arguments of a wrong type or size, from Python: a sentence, and no policy that cannot run."""

import pytest

from banditproof.algorithms import make_policy, simulate
from banditproof.theory import BernoulliBandit, certify, d_eps

BANDIT = BernoulliBandit((0.8, 0.6))


@pytest.mark.parametrize("arms", [float("nan"), float("inf"), 1.5, 0, -1, "many"])
def test_the_number_of_arms_is_an_integer(arms) -> None:
    with pytest.raises(ValueError, match=r"give an integer >= 1|number"):
        make_policy("dp-imed", arms, eps=1)


@pytest.mark.parametrize("given", [None, True, 0.5, "dp-imed", (0.8, 0.6)])
def test_what_is_no_policy_or_no_bandit_is_named(given) -> None:
    with pytest.raises(TypeError, match=r"^The policy is .*\.$"):
        simulate(given, BANDIT, 100, 5, 0)
    with pytest.raises(TypeError, match=r"^The bandit is .*\.$"):
        simulate(make_policy("ucb", 2, horizon=100), given, 100, 5, 0)


@pytest.mark.parametrize("digits", [float("nan"), float("inf"), -1, 0, 10**400])
def test_digits_have_limits(digits) -> None:
    with pytest.raises(ValueError, match=r"^digits is .*\.$"):
        certify(d_eps, 0.5, 0.3, 1, digits=digits)
