"""Which numbers make a budget together: four of the 16 sets of names."""

from itertools import combinations
import pytest
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.theory.named_budgets import budget_by_names

GIVEN = {"eps": 1, "delta": "0.1", "alpha": 2, "rho": "1/8"}
KNOWN = {
    ("eps",): PureDP(1),
    ("eps", "delta"): ApproxDP(1, "0.1"),
    ("eps", "alpha"): RenyiDP(2, 1),
    ("rho",): ZCDP("1/8"),
}
SETS = [names for k in range(5) for names in combinations(GIVEN, k)]


@pytest.mark.parametrize("names", SETS, ids="-".join)
def test_four_sets_of_names_make_a_budget_and_no_other_one(names):
    numbers = {name: GIVEN[name] for name in names}
    if names in KNOWN:
        assert budget_by_names(**numbers) == KNOWN[names]
        return
    with pytest.raises(ValueError, match=r"; give --eps alone, .*, or --rho alone\.$") as reason:
        budget_by_names(**numbers, spelt="--{}")
    said = str(reason.value).partition(";")[0]
    assert [name for name in GIVEN if f"--{name}" in said] == [*names]
