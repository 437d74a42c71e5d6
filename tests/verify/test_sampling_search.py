"""The search finds what is there, and the shrinking keeps a witness a witness."""

import math
from fractions import Fraction

import numpy as np
import pytest

from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.exact_laws.enumeration import list_feed, table_feed
from banditproof.verify.sampling import audit_black_box
from banditproof.verify.sampling.best_event import best_event
from banditproof.verify.sampling.boundary_mechanisms import (
    CautiousBandit,
    boundary_events,
    truncated_geometric,
)
from banditproof.verify.sampling.event_bounds import losses
from banditproof.verify.sampling.events import ArmAt, Prefixes, PulledAtLeast
from banditproof.verify.sampling.fed_rewards import FedRewards
from banditproof.verify.sampling.inputs import (
    ListInput,
    QueriedInput,
    TableInput,
    TreeInput,
    as_input,
    challenge,
)
from banditproof.verify.sampling.neighbourhoods import Pair, bases, neighbours, replacements, varied
from banditproof.verify.sampling.sampler import LawSampler
from banditproof.verify.sampling.screening import (
    _largest_difference,
    random_inputs,
    suspected_pairs,
    suspects,
)
from banditproof.verify.sampling.search import Search
from banditproof.verify.sampling.shrinking import exact_judge, shrunk, statistical_judge

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
    found = bases(notion, arms, 5, rng)
    assert len(set(found)) == len(found)
    pairs = [pair for base in found for pair in neighbours(base, most=3)]
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


def test_inputs_that_are_not_neighbours_raise():
    one = as_input(Notion.VIEW, 2, [(0,), (0,)])
    with pytest.raises(ValueError, match="differ in 0 rounds"):
        challenge(one, one)
    with pytest.raises(ValueError, match="differ in 2 rounds"):
        challenge(one, ListInput(((1,), (1,))))
    with pytest.raises(ValueError, match="same kind"):
        challenge(one, TableInput(((0, 0), (0, 0))))
    truthful = as_input(Notion.INTERACTIVE, 2, [(0, 0), (0, 0)])
    other = as_input(Notion.INTERACTIVE, 2, [(1, 0), (0, 0)], [(1, 0), (0, 1)])
    with pytest.raises(ValueError, match="nothing else"):
        challenge(truthful, other)
    with pytest.raises(ValueError, match=r"Round 1 has 3 numbers; .* needs 2"):
        as_input(Notion.TABLE, 2, [(0, 0, 1)])


ROWS = np.array([[0, 1, 0], [1, 0, 1], [1, 1, 1]])


@pytest.mark.parametrize(
    ("event", "hits", "rounds", "words"),
    [
        (ArmAt(1, 2), [1, 0, 1], 2, "round 2 plays arm 2"),
        (PulledAtLeast(1, 2, 3), [0, 1, 1], 3, "arm 2 is played 2 times or more in 3 rounds"),
        (PulledAtLeast(1, 1, 1), [0, 1, 1], 1, "arm 2 is played 1 times or more in 1 rounds"),
        (Prefixes(frozenset({(0, 1), (1, 1)}), 2), [1, 0, 1], 2, "the arms start with 12 or 22"),
    ],
)
def test_events(event, hits, rounds, words):
    assert event.happened(ROWS).tolist() == [bool(h) for h in hits]
    assert event.rounds == rounds
    assert str(event) == words


def test_prefixes_of_unequal_length_raise():
    with pytest.raises(ValueError, match="all of one length"):
        Prefixes(frozenset({(0,), (0, 1)}), 2)


def hidden_rule(leak):
    """Six fair coins, except that `leak` picks the runs where the first reward forces the last."""

    def law(source):
        found = {}
        for code in range(64):
            actions = tuple((code >> (5 - i)) & 1 for i in range(6))
            forced = leak(actions)
            last = source.answer([actions[0]])[1]
            weight = (2.0 if actions[5] == last else 0.0) if forced else 1.0
            found[actions] = weight / 64
        return found

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


def test_the_best_event_of_two_samples():
    rng = np.random.default_rng(4)
    left, right = rng.integers(0, 2, (2, 2000, 5)).astype(np.int8)
    left[:, 3] = rng.random(2000) < 0.9
    event, counts, score, swapped = best_event(left, right, 2, PureDP("0.1"))
    assert event in (ArmAt(0, 4), ArmAt(1, 4))
    assert score > 10
    assert counts.left_runs == counts.right_runs == 2000
    mirrored = best_event(right, left, 2, PureDP("0.1"))
    assert mirrored[0] in (ArmAt(0, 4), ArmAt(1, 4))
    assert {swapped, mirrored[3]} in ({True, False}, {False})
    same = best_event(right, right.copy(), 2, PureDP("0.1"))
    assert same[2] < 0


def test_a_set_of_sequences_is_ordered_on_one_half_and_counted_on_the_other():
    """The parity of three arms leaks; no single arm, number of pulls or sequence shows as much."""
    rng = np.random.default_rng(4)
    left, right = rng.integers(0, 2, (2, 4000, 3)).astype(np.int8)
    left[:, 2] = (left[:, 0] + left[:, 1] + (rng.random(4000) < 0.1)) % 2
    event, counts, _, swapped = best_event(left, right, 2, PureDP("0.4"))
    even = {(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)}
    odd = {(1, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1)}
    assert event.members == (odd if swapped else even)
    one, two = (right, left) if swapped else (left, right)
    assert counts.left_hits == event.happened(one[2000:]).sum()
    assert counts.right_hits == event.happened(two[2000:]).sum()
    assert (counts.left_runs, counts.right_runs) == (2000, 2000)


def test_no_event_ends_before_the_reward_that_it_should_show():
    rng = np.random.default_rng(4)
    left, right = rng.integers(0, 2, (2, 500, 4)).astype(np.int8)
    left[:, 1] = 0
    assert best_event(left, right, 2, PureDP("0.1"))[0] in (ArmAt(0, 2), ArmAt(1, 2))
    for after in (2, 3):
        assert best_event(left, right, 2, PureDP("0.1"), after)[0].rounds > after


def test_many_arms_and_long_runs_are_coded():
    rng = np.random.default_rng(4)
    left, right = rng.integers(0, 100, (2, 300, 40)).astype(np.int8)
    right[:, 0] = 3
    event, *_ = best_event(left, right, 100, PureDP(1))
    assert event.rounds <= 40


def cautious_pair_of_tables():
    left = TableInput(((1, 1), (0, 1), (1, 0)))
    return Pair(left, left.with_block(1, (0, 0)))


def test_a_witness_shrinks_to_the_smallest_one_by_exact_laws():
    sampler = CautiousBandit(4).sampler(4)
    left = TableInput(((1, 1), (1, 1), (0, 1), (1, 0)))
    pair = Pair(left, left.with_block(1, (0, 0)))
    event = Prefixes(frozenset({(0, 0, a, b) for a in (0, 1) for b in (0, 1)}), 2)
    assert exact_judge(sampler.law, PureDP(1))(pair, event)
    small, simple = shrunk(pair, event, exact_judge(sampler.law, PureDP(1)))
    assert (simple.rounds, small.challenge, len(small.left.blocks)) == (2, 1, 2)
    assert small.left.blocks[1] == (0, 0)
    assert sum(map(sum, small.left.blocks)) + sum(map(sum, small.right.blocks)) == 1
    assert exact_judge(sampler.law, PureDP(1))(small, simple)


def test_a_count_shrinks_to_fewer_rounds():
    """The judge keeps what mentions three pulls of the first arm."""
    left = ListInput(((1,), (1,), (1,), (1,), (0,), (1,)))
    pair = Pair(left, left.with_block(2, (0,)))

    def judge(pair, event):
        return isinstance(event, PulledAtLeast)

    small, event = shrunk(pair, PulledAtLeast(0, 3, 6), judge)
    assert event == PulledAtLeast(0, 3, 3)
    assert small.left.blocks == ((0,), (1,), (0,))


def test_the_steps_are_limited_and_asked_once():
    asked = []

    def judge(pair, event):
        asked.append((pair, event))
        return False

    pair = cautious_pair_of_tables()
    shrunk(pair, Prefixes(frozenset({(0, 0, 0), (0, 1, 1)}), 2), judge, steps=5)
    assert len(asked) == len(set(asked)) == 5
    late = statistical_judge(CautiousBandit(99).sampler(3), PureDP(0), 100, None, deadline=0.0)
    assert not late(pair, ArmAt(0, 2))


def test_a_judge_asks_for_no_more_runs_than_it_may():
    sampler, pair = CautiousBandit(99).sampler(3), cautious_pair_of_tables()
    rng = np.random.default_rng(1)
    judge = statistical_judge(sampler, PureDP(0), 500, rng, most=1200)
    assert [judge(pair, Prefixes(frozenset({(0, 0)}), 2)) for _ in range(3)] == [True, True, False]


def test_a_witness_that_no_step_keeps_is_only_cut():
    pair, event = cautious_pair_of_tables(), ArmAt(0, 2)
    small, simple = shrunk(pair, event, lambda pair, event: False)
    assert simple == event
    assert small == Pair(pair.left.cut(2), pair.right.cut(2))


def test_the_judge_is_exact():
    """At the boundary itself nothing is beyond the claim; just below it, something is."""
    sampler = CautiousBandit(3).sampler(3)
    pair, event = cautious_pair_of_tables(), Prefixes(frozenset({(0, 0)}), 2)
    assert not exact_judge(sampler.law, PureDP(math.log(3) + 1e-12))(pair, event)
    assert exact_judge(sampler.law, PureDP(math.log(3) - 1e-12))(pair, event)
    assert exact_judge(sampler.law, ZCDP("0.01"))(pair, event)


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
    found = audit_black_box(OneRewardLater, 1, **settings)
    assert found.verdict == "fails"
    assert found.witness.pair.challenge == 7
    assert found.witness.event.rounds == 12
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
    found = random_inputs(Notion.TABLE, 2, 6, 200, fed, np.random.default_rng(1), publics=3)
    paid = [r for source in found for block in source.blocks for r in block]
    assert set(paid) == set(fed.values)
    assert 0.6 < sum(r in (0, 1) for r in paid) / len(paid) < 0.75
    assert {source.public for source in found} == {0, 1, 2}


def test_no_reward_is_suspected_more_than_chance_where_none_is_read():
    """The largest of 240 differences of coins stays below 6 standard errors."""
    rng = np.random.default_rng(8)
    rows, paid = rng.integers(0, 2, (2, 2000, 16))
    later, here = rows[:, 5:, None] == np.arange(2), paid[:, 3] == 1
    assert _largest_difference(later, here) < 6
    rows[:, 9] = np.where(rng.random(2000) < 0.3, paid[:, 3], rows[:, 9])
    assert suspects(rows, paid, 2, FedRewards(), most=1)[0][0] == 4
