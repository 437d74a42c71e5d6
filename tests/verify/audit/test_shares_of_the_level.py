"""All tests by runs of one audit have shares of its level, which do not exceed it together."""

from fractions import Fraction
import pytest
from banditproof.theory.exact import exact
from banditproof.verify.audit import audit, stations
from banditproof.verify.audit.report import CheckResult
from banditproof.verify.mutants.weak_noise import HalvedNoise

LEVEL = Fraction(1, 10**6)
NOTHING = CheckResult("nothing is seen", "nothing found")


@pytest.mark.parametrize("output", ["actions", "transcript"])
@pytest.mark.parametrize("weak", [False, True])
def test_the_shares_of_the_level_do_not_exceed_it(monkeypatch, output, weak) -> None:
    """Each test that decides by runs is asked, and none of them sees anything."""
    spent: dict[str, list[Fraction]] = {"runs": [], "releases": [], "pulls": []}

    def runs(policy, claim, effort, *more):
        spent["runs"].append(exact(effort.level))
        return NOTHING

    def releases(policy, claim, effort, *more):
        spent["releases"].append(exact(effort.level))
        return NOTHING

    def pulls(policy, claim, level):
        spent["pulls"].append(exact(level))

    monkeypatch.setattr(stations, "sampled", runs)
    monkeypatch.setattr(stations, "compared_releases", releases)
    monkeypatch.setattr(stations, "under_exploration", pulls)
    monkeypatch.setattr(stations, "far_too_small", lambda facts: weak)
    monkeypatch.setattr(stations, "by_releases", lambda *_: (NOTHING,))
    monkeypatch.setattr(stations, "_law", lambda *_: NOTHING)
    policy = HalvedNoise(arms=2, eps=4, ties="first")
    assert audit(policy, 2, output=output, level=LEVEL).verdict == "not refuted"
    asked = {"runs": 1 + weak, "releases": output == "transcript", "pulls": 1}
    assert {name: len(levels) for name, levels in spent.items()} == asked
    assert 0 < sum(map(sum, spent.values())) <= LEVEL
