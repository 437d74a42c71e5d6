"""Runs of an audit: suspicions are followed first, and all searches share one level."""

from fractions import Fraction
import pytest
from banditproof.algorithms import DPIMED
from banditproof.theory.budgets import PureDP
from banditproof.verify.audit import sampled as station
from banditproof.verify.audit.claim import Claim
from banditproof.verify.audit.enumerated import discretised_suspects
from banditproof.verify.audit.facts import recorded
from banditproof.verify.audit.sampled import Effort, sampled, suspects
from banditproof.verify.mutants.hiding import LatePeeking
from banditproof.verify.mutants.peeking import Peeking

CLAIM = Claim(PureDP(1))


@pytest.fixture
def searches(monkeypatch):
    """The options of each search that an audit starts; each search is made with few runs."""
    made, search = [], station.audit_black_box

    def noted(factory, budget, **options):
        made.append(options)
        return search(factory, budget, **options | {"samples": 60})

    monkeypatch.setattr(station, "audit_black_box", noted)
    return made


def test_a_search_without_a_suspicion_has_the_whole_level(searches):
    result = sampled(DPIMED(arms=2, eps=1), CLAIM, Effort())
    assert result.verdict == "not refuted"
    assert [Fraction(search["level"]) for search in searches] == [Fraction(1, 1000)]
    assert searches[0]["horizon"] == (8, 32)


def test_suspicions_come_first_and_the_level_is_shared(searches):
    policy = DPIMED(arms=2, eps=3, ties="first")
    hints = discretised_suspects(recorded(policy, CLAIM))
    assert hints
    sampled(policy, CLAIM, Effort(level="0.01"), [*hints, *map(_longer, hints)])
    assert len(searches) == 3
    assert sum(Fraction(search["level"]) for search in searches) == Fraction(1, 100)
    assert [bool(search["pairs"]) for search in searches] == [True, True, False]
    assert searches[0]["horizon"] < searches[1]["horizon"] < searches[2]["horizon"]


def _longer(pair):
    from banditproof.verify.sampling.inputs import as_input
    from banditproof.verify.sampling.neighbourhoods import Pair

    extra = [(0.0,) * len(pair.left.blocks[0])]
    sides = (as_input(CLAIM.notion, 2, [*side.blocks, *extra]) for side in (pair.left, pair.right))
    return Pair(*sides)


def test_a_claim_of_few_rounds_is_sampled_at_these(searches):
    sampled(DPIMED(arms=2, eps=1), Claim(PureDP(1), horizon=5), Effort())
    assert searches[0]["horizon"] == (5,)


def test_plays_that_read_raw_rewards_say_where_to_look():
    result = suspects(recorded(Peeking(arms=2, eps=1, ties="first"), CLAIM))
    assert result
    for pair in result:
        assert pair.left.blocks != pair.right.blocks
        assert pair.challenge < len(pair.left.blocks)


def test_no_suspicion_is_followed_further_than_runs_can_reach():
    assert suspects(recorded(LatePeeking(arms=2, eps=1, ties="first"), CLAIM)) == []


def test_a_private_law_gives_no_hint():
    assert discretised_suspects(recorded(DPIMED(arms=2, eps=1, ties="first"), CLAIM)) == []
