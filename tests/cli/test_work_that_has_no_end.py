"""Numbers that would keep a command busy for hours are refused, or need no more work."""

import sys
import pytest
from banditproof.verify.audit.sampled import HORIZONS, compared_horizons

SPHERE = ("--contexts", "sphere", "--arms", "3", "--theta", "0.6,0.6")


@pytest.mark.parametrize(
    "words",
    [("rs-oful", *SPHERE), ("adac-oful", "--rho", "1", *SPHERE), ("ucb", "--means", "0.7,0.6")],
)
def test_no_run_decides_in_more_rounds_than_can_be_waited_for(banditproof, words) -> None:
    answer = banditproof("simulate", *words, "--runs", "1", "--horizon", "1e15")
    assert "decides in each round" in answer.mistake
    assert "give at most 1e10." in answer.mistake


@pytest.mark.parametrize("policy", ["rs-oful", "gope"])
def test_a_claim_about_a_long_horizon_is_tried_on_its_first_rounds(banditproof, policy) -> None:
    words = ("--rho", "1", "--horizon", "1e15", "--samples", "200")
    answer = banditproof("audit", policy, *words)
    assert answer.code in (1, 3)
    assert "runs of 8 and 32 rounds" in " ".join(answer.out.split())


def test_a_factory_may_depend_on_the_horizon_that_it_gets() -> None:
    assert compared_horizons(False, 10**5) == (10**5,)
    assert compared_horizons(False, None) == HORIZONS
    with pytest.raises(ValueError, match="compared up to 1000000 rounds; give a shorter one"):
        compared_horizons(False, 10**15)


@pytest.mark.parametrize("id", ["zcdpp", "renyi.thm3", "thesis.nonsense"])
def test_a_misspelt_claim_costs_no_import_of_all_programs(banditproof, monkeypatch, id) -> None:
    known = set(sys.modules)
    assert f"There is no claim '{id}'" in banditproof("check", id).mistake
    more = [sys.modules[name] for name in set(sys.modules) - known if ".section" in name]
    assert sum(not hasattr(module, "__path__") for module in more) < 10  # folders are no programs
