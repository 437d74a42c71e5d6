"""The search finds what is there, and the shrinking keeps a witness a witness."""

import math
from fractions import Fraction
import numpy as np
import pytest
from banditproof.theory.budgets import PureDP
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.exact_laws.enumeration import list_feed, table_feed
from banditproof.verify.sampling import audit_black_box
from banditproof.verify.sampling.boundary_mechanisms import (
    CautiousBandit,
    boundary_events,
    truncated_geometric,
)
from banditproof.verify.sampling.event_bounds import losses
from banditproof.verify.sampling.fed_rewards import FedRewards
from banditproof.verify.sampling.inputs import (
    ListInput,
    QueriedInput,
    TableInput,
    TreeInput,
    as_input,
)
from banditproof.verify.sampling.neighbourhoods import bases, neighbours, replacements, varied
from banditproof.verify.sampling.sampler import LawSampler
from banditproof.verify.sampling.screening import (
    _largest_difference,
    random_inputs,
    suspected_pairs,
    suspects,
)
from banditproof.verify.sampling.search import Search

F = Fraction


def test_what_the_four_adversaries_show():
    actions = [1, 0]
    assert ListInput(((5,), (7,))).answer(actions) == (0, 7)
    assert TableInput(((5, 6), (7, 8))).answer(actions) == (0, 7)
    assert TreeInput(((0, 1, 2, 3), (4, 5, 6, 7)), 2).answer([1]) == (1, 1)
    assert TreeInput(((0, 1, 2, 3), (4, 5, 6, 7)), 2).answer(actions) == (0, 6)
    shown = QueriedInput(((5, 6), (7, 8)), ((0, 1), (1, 1)))
    assert shown.answer(actions) == (1, 8)
    assert shown.answer([0]) == (0, 5)


@pytest.mark.parametrize("notion", Notion)
@pytest.mark.parametrize("arms", [2, 3])
def test_everything_tried_is_a_neighbour(notion, arms):
    rng = np.random.default_rng(5)
    result = bases(notion, arms, 5, rng)
    assert len(set(result)) == len(result)
    pairs = [pair for base in result for pair in neighbours(base, most=3)]
    for pair in pairs[:: max(len(pairs) // 60, 1)]:
        for _ in range(12):
            assert 1 <= pair.challenge <= 4
            assert pair.swapped.challenge == pair.challenge
            assert pair.left.answer([0] * 5)[0] in range(arms)
            assert {r for block in pair.right.blocks for r in block} <= {0, 1}
            pair = varied(pair, rng)


def test_replacements_reach_all_rows_of_few_arms():
    assert len(replacements((0, 1, 0))) == 7
    assert len(set(replacements((0, 1) * 4))) == len(replacements((0, 1) * 4)) == 11
    assert replacements((1,)) == [(0,)]


def hidden_rule(leak):
    """Six fair coins, except that `leak` picks the runs where the first reward forces the last."""

    def law(source):
        results = {}
        for code in range(64):
            actions = tuple((code >> (5 - i)) & 1 for i in range(6))
            forced = leak(actions)
            last = source.answer([actions[0]])[1]
            weight = (2.0 if actions[5] == last else 0.0) if forced else 1.0
            results[actions] = weight / 64
        return results

    return LawSampler(law, arms=2, horizon=6)


@pytest.mark.parametrize(
    ("leak", "kind"),
    [
        (lambda a: True, "marginal"),
        (lambda a: sum(a[:5]) in (1, 4), "set"),
        (lambda a: a[:3] == (0, 1, 1), "prefix"),
    ],
)
def test_the_search_finds_leaks_of_each_kind(leak, kind):
    sampler = hidden_rule(leak)
    search = Search(sampler, Notion.VIEW, PureDP("0.5"), np.random.default_rng(2))
    guess = None
    for _ in range(4):
        guess = search.explore(6000)
    assert guess.pair.challenge == 1
    law = [sampler.law(guess.pair.left), sampler.law(guess.pair.right)]
    hits = guess.event.happened(np.array(list(law[0])))
    p, q = (sum(m for m, hit in zip(w.values(), hits, strict=True) if hit) for w in law)
    assert float(losses(min(p, 1.0), q, PureDP(1))) > 0.9, kind


def test_the_bandit_at_the_boundary_is_exactly_private():
    """Its kernel, enumerated by other code, has the ratio x; the notions agree."""
    x = F(7, 3)
    keep = x / (1 + x)
    kernel = {}
    histories = [()]
    for _ in range(3):
        for h in histories:
            if not h:
                kernel[h] = (F(1, 2), F(1, 2))
            else:
                arm, reward = h[-1]
                stays = keep if reward else 1 - keep
                kernel[h] = (stays, 1 - stays) if arm == 0 else (1 - stays, stays)
        histories = [(*h, (a, r)) for h in histories for a in (0, 1) for r in (0, 1)]
    policy = FinitePolicy(2, 3, kernel)
    assert [pure_ratio(policy, n) for n in (Notion.VIEW, Notion.TABLE)] == [x, x]
    bandit = CautiousBandit(x)
    lists, rows = [(1,), (0,), (1,)], [(0, 1), (1, 1), (1, 0)]
    assert bandit.law(ListInput(tuple(lists))) == policy.law(list_feed([1, 0, 1]))
    assert bandit.law(TableInput(tuple(rows))) == policy.law(table_feed(rows))


@pytest.mark.parametrize("eps", [0.01, 0.5, 3.0])
def test_the_events_at_the_boundary_are_on_it(eps):
    for event in boundary_events(eps):
        x = math.exp(eps)
        assert event.p == pytest.approx(x * event.q + event.delta, rel=1e-12)
        assert 1 - event.q <= x * (1 - event.p) + event.delta + 1e-12
    masses = [truncated_geometric(math.exp(-eps), range(-3, 5), c) for c in (1, 0)]
    assert [sum(m) for m in masses] == pytest.approx([1, 1])
    ratios = [a / b for a, b in zip(*masses, strict=True)]
    assert max(ratios) == pytest.approx(math.exp(eps))
    assert min(ratios) == pytest.approx(math.exp(-eps))


def test_laws_are_sampled_as_they_are():
    """A chi-square of 16 sequences; the false-alarm rate is below 1e-7."""
    bandit = CautiousBandit(3)
    sources = [ListInput(((1,), (0,), (1,), (0,))), ListInput(((0,), (0,), (1,), (0,)))]
    which = np.arange(40_000) % 2
    rows = bandit.sampler(4).sample(sources, which, np.random.default_rng(3))
    codes = rows @ np.array([8, 4, 2, 1])

    def distance(sample, law):
        expected = np.array([float(m) for m in law.values()]) * len(sample)
        return float(((np.bincount(sample, minlength=16) - expected) ** 2 / expected).sum())

    for i, source in enumerate(sources):
        assert distance(codes[which == i], bandit.law(source)) < 65
        assert distance(codes[which == i], bandit.law(sources[1 - i])) > 1000


class OneRewardLater:
    """Uniform arms, except that round 12 shows what arm 3 paid in round 7, if it was played."""

    def __init__(self, rng, arms):
        self.rng, self.arms, self.t, self.shown = rng, arms, 0, None

    def select(self):
        if self.t == 11 and self.shown is not None:
            return self.shown
        return int(self.rng.integers(self.arms))

    def update(self, arm, reward):
        if self.t == 6 and arm == 2:
            self.shown = 2 if reward == 1 else 0
        self.t += 1


def test_one_reward_of_many_that_shows_later_is_screened(monkeypatch):
    """Not found without the random runs, since its round is not among those challenged first."""
    settings = {"arms": 3, "horizon": 32, "level": "1e-6", "samples": 4000, "rng": 1}
    result = audit_black_box(OneRewardLater, 1, **settings)
    assert result.verdict == "fails"
    assert result.witness.pair.challenge == 7
    assert result.witness.event.rounds == 12
    monkeypatch.setattr(Search, "_screen", lambda self, runs: None)
    assert audit_black_box(OneRewardLater, 1, **settings).verdict == "not refuted"


def test_suspected_rewards_become_pairs_on_each_base():
    fed = FedRewards.of([0, 1, "0.5"])
    plain = [
        as_input(notion, 2, [(0,) * n] * 3) for notion, n in ((Notion.VIEW, 1), (Notion.TABLE, 2))
    ]
    for base, left in zip(plain, ((0.5,), (0, 0.5)), strict=True):
        (pair,) = suspected_pairs([(2, 1, 0.5)], [base], 2, fed)
        assert pair.challenge == 2
        assert pair.left.blocks[1] == left
        assert pair.right.blocks[1] == tuple(0 for _ in left)
    tree = as_input(Notion.ADAPTIVE, 2, [(0,) * 4] * 3)
    (pair,) = suspected_pairs([(1, 1, 1)], [tree], 2, fed)
    assert pair.left.blocks[0] == (0, 1, 0, 1)


def test_random_inputs_pay_everything_that_is_fed():
    fed = FedRewards.of("0:1")
    result = random_inputs(Notion.TABLE, 2, 6, 200, fed, np.random.default_rng(1), publics=3)
    paid = [r for source in result for block in source.blocks for r in block]
    assert set(paid) == set(fed.values)
    assert 0.6 < sum(r in (0, 1) for r in paid) / len(paid) < 0.75
    assert {source.public for source in result} == {0, 1, 2}


def test_no_reward_is_suspected_more_than_chance_where_none_is_read():
    """The largest of 240 differences of coins stays below 6 standard errors."""
    rng = np.random.default_rng(8)
    rows, paid = rng.integers(0, 2, (2, 2000, 16))
    later, here = rows[:, 5:, None] == np.arange(2), paid[:, 3] == 1
    assert _largest_difference(later, here) < 6
    rows[:, 9] = np.where(rng.random(2000) < 0.3, paid[:, 3], rows[:, 9])
    assert suspects(rows, paid, 2, FedRewards(), most=1)[0][0] == 4
